"""Encounters as lines of a list: what `components/match_row.html` takes, with the marks that say
how far a result can be trusted."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches import addresses, moments
from matches.models import Encounter, Fixture
from matches.selectors.public_season import BEING_PLAYED, Live, live_of
from matches.states.encounter import EncounterState, EndedKind, Origin

Line = dict[str, Any]
_ABSENT: Mapping[str, tuple[str, ...]] = {
    EndedKind.WALKOVER_HOME: ("away",),
    EndedKind.WALKOVER_AWAY: ("home",),
    EndedKind.DOUBLE_WALKOVER: ("home", "away"),
}


def lines(encounters: Iterable[Encounter], *, day: bool = True, place: bool = True) -> list[Line]:
    """The encounters as lines. Without `day` only the hour is told, without `place` no venue."""
    rows = list(encounters)
    live = live_of(rows)
    return [line(row, live, day=day, place=place) for row in rows]


def line(
    encounter: Encounter, live: Mapping[int, Live], *, day: bool = True, place: bool = True
) -> Line:
    told: Line = {
        "url": addresses.encounter_path(encounter),
        "home": encounter.home.name,
        "away": encounter.away.name,
        "when": when(encounter, day=day),
        "encounter": encounter,
    }
    under = []
    if encounter.kind == EndedKind.ANNULLED:
        told["when"] = "–"
    elif encounter.home_score is not None:
        told |= {
            "home_score": encounter.home_score,
            "away_score": encounter.away_score,
            "live": is_provisional(encounter),
        }
    elif encounter.state in BEING_PLAYED:
        so_far = live.get(encounter.pk, Live(0, 0, 0))
        told |= {"home_score": so_far.home, "away_score": so_far.away, "live": True}
        under.append(being_played(so_far))
    elif place and encounter.venue is not None:
        under.append(encounter.venue.name)
        if court := court_of(encounter):
            under.append(court)
    if encounter.note:
        under.append(encounter.note)
    for side in _ABSENT.get(encounter.kind, ()):
        told |= {f"{side}_chip": _("incomparecencia"), f"{side}_chip_level": "stop"}
    text, level = mark(encounter)
    return told | {"chip": text, "chip_level": level, "under": " · ".join(under)}


def when(encounter: Encounter, *, day: bool = True) -> str:
    if encounter.state == EncounterState.POSTPONED:
        return _("sin fecha")
    return moments.short(encounter.starts_at) if day else moments.hour(encounter.starts_at)


def court_of(encounter: Encounter) -> str:
    """The court of a match of a tournament day. Needs `fixture__court` loaded."""
    fixture: Fixture | None = getattr(encounter, "fixture", None)
    return fixture.court.name if fixture is not None and fixture.court is not None else ""


def being_played(live: Live) -> str:
    if not live.ended:
        return _("en juego")
    return ngettext(
        "en juego, %(many)s mesa terminada", "en juego, %(many)s mesas terminadas", live.ended
    ) % {"many": live.ended}


def is_provisional(encounter: Encounter) -> bool:
    """A result that both sides have not signed yet, nor the organiser or committee settled."""
    return encounter.state == EncounterState.ENDED and encounter.origin != Origin.IMPORTED


def mark(encounter: Encounter) -> tuple[str, str]:
    """The word beside an encounter that is not simply played or to be played, and its level."""
    if encounter.state == EncounterState.POSTPONED:
        return _("aplazado"), "info"
    if encounter.state == EncounterState.RULED:
        return _("por resolución"), "info"
    if encounter.kind == EndedKind.ANNULLED:
        return _("anulado"), "stop"
    if is_provisional(encounter):
        if encounter.origin == Origin.ORGANISER:
            return _("comunicado, falta el acta"), "wait"
        return _("provisional"), "wait"
    return "", ""
