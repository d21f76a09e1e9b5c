"""The public page of an encounter that is one match: followed live, and its result afterwards."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from matches import addresses
from matches.models import Acta, Encounter
from matches.selectors.live_matches import LiveMatch, live_match, officials_of
from matches.selectors.public_encounters import EncounterReading
from matches.sheet_words import ROLES, act_words, findings_words
from matches.states.encounter import EncounterState
from matches.views.public.frame import page
from matches.views.public.season_of import Place
from rules.registry import discipline

PLAYED_NOW = (EncounterState.LINE_UP, EncounterState.DRAWN, EncounterState.PLAYING)
LAST_ACTS = 8


def match(
    request: HttpRequest,
    place: Place,
    found: Encounter,
    reading: EncounterReading,
    **context: Any,
) -> HttpResponse:
    """The page; `context` is what the page of any encounter says of dates, notices and actas."""
    live = live_match(found)
    # What another regulation says of the same moment has no place here.
    prefix = discipline(place.season.discipline).clause_prefix
    for notice in context["notices"]:
        if not str(notice.get("clause", "")).startswith(prefix):
            notice.pop("clause", None)
    playing = live is not None and found.state in PLAYED_NOW
    day = found.matchday
    day.division = found.division
    return page(
        request,
        place,
        "match",
        tab="calendar",
        crumbs=(
            (_("Calendario"), addresses.calendar_path(found.division)),
            (str(day), addresses.matchday_path(day)),
        ),
        here=f"{found.home} — {found.away}",
        encounter=found,
        reading=reading,
        playing=playing,
        match=_shown(live, found) if live is not None else None,
        # Without a sheet there is what the organiser reported, set by set.
        reported=[] if live is not None else _reported(reading),
        **context,
    )


def _reported(reading: EncounterReading) -> list[tuple[int, int]]:
    return [(one.home_games, one.away_games) for one in reading.boards if one.ended_as]


def _shown(live: LiveMatch, found: Encounter) -> dict[str, Any]:
    state, teams = live.state, {"HOME": found.home.name, "AWAY": found.away.name}
    left = state["left"] or "HOME"
    right = "AWAY" if left == "HOME" else "HOME"
    server = state["server"]
    return {
        "phase": state["phase"],
        "set": state["set"],
        "score": state["score"],
        "points": state["points"],
        "sets": [one["points"] for one in state["sets"]],
        "columns": [
            {"side": side, "team": teams[side], **_side(live, side, place)}
            for side, place in ((left, "left"), (right, "right"))
        ],
        "serves": live.name(server, state["shirts"][server][0]) if server else "",
        "set_point": [teams[side] for side in state["set_point"]],
        "acts": [act_words(one.text, teams) for one in reversed(live.acts[-LAST_ACTS:])],
        "findings": [
            {"text": text, "clause": one.clause}
            for one, text in zip(
                live.read.findings,
                findings_words([one.to_mapping() for one in live.read.findings], teams),
                strict=True,
            )
        ],
        "lists": [
            {"team": teams[side], "players": _listed(live, side)}
            for side in ("HOME", "AWAY")
            if _listed(live, side)
        ],
    }


def shown_sheet(content: Mapping[str, Any], acta: Acta, found: Encounter) -> dict[str, Any] | None:
    """What an acta says of a match that was written down act by act; None for one of boards."""
    sheet = content.get("sheet")
    if sheet is None:
        return None
    teams = {"HOME": found.home.name, "AWAY": found.away.name}
    return {
        "sets": sheet["sets"],
        "points": content["games"],
        "acts": [act_words(text, teams) for text in sheet["acts"]],
        "undone": sheet["undone"],
        "players": [(teams[side], len(sheet["players"][side])) for side in ("HOME", "AWAY")],
        "officials": [
            {"words": ROLES[one.role], "at": one.signed_at} for one in officials_of(acta)
        ],
    }


def _side(live: LiveMatch, side: str, place: str) -> dict[str, Any]:
    state = live.state
    nth = 0 if side == "HOME" else 1
    shirts: Sequence[int] = state["shirts"][side] or ()
    return {
        "sets_won": state["score"][nth],
        "points": state["points"][nth] if state["points"] else None,
        "serves": state["server"] == side,
        "time_outs": state["time_outs_left"][side],
        "changes": state["substitutions_left"][side],
        "men": [
            {
                "shirt": shirt,
                "spot": f"{place}-{position}",
                "serves": state["server"] == side and position == 1,
            }
            for position, shirt in enumerate(shirts, start=1)
        ],
    }


def _listed(live: LiveMatch, side: str) -> list[dict[str, Any]]:
    return [
        {"shirt": one.shirt, "name": str(one.registration.player), "captain": one.is_captain}
        for one in sorted(live.players, key=lambda one: one.shirt)
        if one.side == side
    ]
