"""Changes of players (C-12.3).

A substitute enters and leaves for the same player; six changes a set, and a seventh only in an
emergency, with the leave of the referees and both captains. The text does not say how one who was
sent off is replaced: whoever may play takes his place, within the six and beyond them.
"""

from dataclasses import replace

from rules.cachibol.acts import Substitution
from rules.cachibol.court import Partners, position_of, replaced
from rules.cachibol.state import Match, substitutions_left
from rules.errors import IllegalMove


def substituted(match: Match, act: Substitution) -> Match:
    """The match after the change. Raises IllegalMove for one that the clause does not allow."""
    now = match.playing
    assert now is not None
    forced = (act.side, act.out) in now.must_leave
    _check_players(match, act)
    if act.emergency:
        _check_emergency(match, act)
    elif not forced:
        _check_ordinary(match, act)
    now = now.with_shirts(act.side, replaced(now.shirts(act.side), act))
    now = replace(
        now,
        changes=(*now.changes, act),
        must_leave=now.must_leave - {(act.side, act.out)},
    )
    return replace(match, playing=now)


def _check_players(match: Match, act: Substitution) -> None:
    now = match.playing
    assert now is not None
    shirts = now.shirts(act.side)
    if position_of(shirts, act.out) is None:
        raise IllegalMove("cachibol.change.not_on_court", clause="C-12.3", shirt=act.out)
    if position_of(shirts, act.into) is not None:
        raise IllegalMove("cachibol.change.already_on_court", clause="C-12.3", shirt=act.into)
    roster = match.roster(act.side)
    if roster is not None and act.into not in roster:
        raise IllegalMove("cachibol.change.not_on_the_sheet", clause="C-4.2", shirt=act.into)
    if match.is_out(act.side, act.into):
        raise IllegalMove("cachibol.change.sent_off", clause="C-19.11", shirt=act.into)


def _check_emergency(match: Match, act: Substitution) -> None:
    now = match.playing
    assert now is not None
    if substitutions_left(match, act.side):
        raise IllegalMove(
            "cachibol.change.no_emergency_yet",
            clause="C-12.3",
            left=substitutions_left(match, act.side),
        )
    if any(change.emergency for change in now.changes_of(act.side)):
        raise IllegalMove("cachibol.change.emergency_used", clause="C-12.3", side=act.side.value)


def _check_ordinary(match: Match, act: Substitution) -> None:
    now = match.playing
    assert now is not None
    if not substitutions_left(match, act.side):
        raise IllegalMove(
            "cachibol.change.none_left",
            clause="C-12.3",
            side=act.side.value,
            allowed=match.options.substitutions,
        )
    if not Partners.after(now.changes_of(act.side)).allow(act.out, act.into):
        raise IllegalMove(
            "cachibol.change.other_partner", clause="C-12.3", out=act.out, into=act.into
        )
