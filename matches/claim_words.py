"""The clock of the claims in words: until when each side may claim (M-D.15)."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _

from matches import moments
from matches.deadlines import ClaimClock
from matches.states.partida import Side


def clock_words(clock: ClaimClock, teams: Mapping[str, str], *, now: datetime) -> str:
    """One sentence where both sides have the same time, one a side where they have not."""
    if clock.is_shared and not any(clock.waits_for(side, now=now) for side in Side):
        return _("Se puede reclamar antes del %(moment)s.") % {"moment": moments.whole(clock.last)}
    return " ".join(side_words(clock, side, teams[side], now=now) for side in Side)


def side_words(clock: ClaimClock, side: Side, team: str, *, now: datetime) -> str:
    """Until when one side may claim."""
    told = {"team": team, "moment": moments.whole(clock.closes_at(side))}
    if clock.waits_for(side, now=now):
        return (
            _(
                "%(team)s todavía no ha visto el acta: tiene 24 horas desde que la vea, y si no la "
                "ve, hasta antes del %(moment)s."
            )
            % told
        )
    if clock.in_time(now, side=side):
        return _("%(team)s puede reclamar antes del %(moment)s.") % told
    return _("El plazo de %(team)s acabó el %(moment)s.") % told
