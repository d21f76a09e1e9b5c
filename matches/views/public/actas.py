"""A version of the acta, readable, with what changed against the one before."""

import json
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from league import canonical
from matches import addresses, moments
from matches.encounter_words import ACTA_REASONS, ACTA_STATES, BOARD_ENDINGS, KINDS
from matches.finding_sentences import finding_sentence
from matches.models import Acta, Encounter
from matches.selectors.public_encounters import actas_of, boards_of, incidents_of, names_of
from matches.snapshot import Content
from matches.states.partida import Side
from matches.views.public.encounters import (
    find,
    kicker,
    shown_acta,
    shown_boards,
    shown_incident,
    stones,
)
from matches.views.public.frame import page
from matches.views.public.season_of import Place, public_page

SEVERITIES = {"WARNING": "wait", "COMMITTEE": "stop", "ERROR": "stop"}


@public_page(find=find)
def acta(request: HttpRequest, place: Place, found: Encounter, number: int) -> HttpResponse:
    versions = list(actas_of(found))
    shown = next((version for version in versions if version.number == number), None)
    if shown is None:
        raise Acta.DoesNotExist
    content = json.loads(shown.content)
    before = next((version for version in reversed(versions) if version.number < number), None)
    old = json.loads(before.content) if before else None
    names = names_of([content])
    boards = boards_of(content, names)
    state, level = ACTA_STATES[shown.state]
    return page(
        request,
        place,
        "acta",
        tab="calendar",
        crumbs=(
            (str(found.matchday), _matchday_url(found)),
            (f"{found.home} — {found.away}", addresses.encounter_path(found)),
        ),
        here=_("Acta, versión %(number)s") % {"number": number},
        encounter=found,
        acta=shown,
        content=content,
        kicker=kicker(found, place),
        state=state,
        level=level,
        reason=ACTA_REASONS[shown.reason],
        times=_times(content),
        kind=KINDS[content["kind"]],
        score=content["score"],
        games=content["games"],
        boards=shown_boards(boards),
        target=stones(boards),
        incidents=[shown_incident(one, found) for one in incidents_of(content)],
        findings=_findings(content, names, found),
        decks=_decks(content, found),
        signatures=[
            {"signature": one, "team": found.team(one.side).name} for one in shown.signatures.all()
        ],
        changes=changes(old, content) if old else [],
        before=shown_acta(before, found) if before else None,
        others=[shown_acta(other, found) for other in versions if other.number != number],
        digest_holds=canonical.digest(shown.content) == shown.digest,
    )


def changes(old: Content, new: Content) -> list[dict[str, Any]]:
    """What a reader would see changed from one version to the next: label, old, new."""
    found = []

    def compare(label: str, before: Any, after: Any) -> None:
        if before != after:
            found.append({"label": label, "old": before, "new": after})

    compare(_("Resultado"), _pair(old["score"]), _pair(new["score"]))
    compare(_("Cómo terminó"), str(KINDS[old["kind"]]), str(KINDS[new["kind"]]))
    compare(_("Final"), _moment(old["ended_at"]), _moment(new["ended_at"]))
    compare(_("Juegos"), _pair(old["games"]), _pair(new["games"]))
    was = {board["board"]: board for board in old["boards"]}
    for board in new["boards"]:
        label = _("Mesa %(board)s") % {"board": board["board"]}
        compare(label, _board(was.get(board["board"])), _board(board))
    return found


def _board(board: dict[str, Any] | None) -> str:
    if board is None:
        return ""
    told = f"{board['home_games']}–{board['away_games']}"
    if board["ended_as"] not in {"", "PLAYED"}:
        told += f", {BOARD_ENDINGS[board['ended_as']][0]}"
    if board["awarded_to"]:
        told += ", " + (_("punto local") if board["awarded_to"] == "HOME" else _("punto visitante"))
    return told


def _pair(sides: dict[str, int]) -> str:
    return f"{sides['HOME']}–{sides['AWAY']}"


def _moment(text: str | None) -> str:
    return moments.dated(datetime.fromisoformat(text)) if text else ""


def _times(content: Content) -> list[dict[str, str]]:
    return [
        {"label": label, "value": _moment(content[name])}
        for label, name in ((_("Comienzo"), "started_at"), (_("Final"), "ended_at"))
        if content[name]
    ]


def _findings(content: Content, names: dict[int, str], found: Encounter) -> list[dict[str, str]]:
    teams = {"HOME": found.home.name, "AWAY": found.away.name}
    return [
        {
            "text": finding_sentence(finding, teams=teams, names=names),
            "clause": finding["clause"],
            "level": SEVERITIES[finding["severity"]],
        }
        for finding in content["findings"]
    ]


def _decks(content: Content, found: Encounter) -> list[dict[str, Any]]:
    return [
        {"team": found.team(side).name, "new": stated["opened"] is None, **stated}
        for side in Side
        if (stated := content["decks"][side]) is not None
    ]


def _matchday_url(found: Encounter) -> str:
    day = found.matchday
    day.division = found.division
    return addresses.matchday_path(day)
