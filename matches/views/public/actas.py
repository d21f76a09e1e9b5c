"""A version of the acta, readable, with what changed against the one before."""

import json
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from league import canonical
from league.http import whole_number
from matches import addresses, bundles, moments, proof, snapshot
from matches.encounter_words import ACTA_REASONS, ACTA_STATES, BOARD_ENDINGS, KINDS, incident
from matches.finding_sentences import finding_sentence
from matches.models import Acta, Encounter
from matches.selectors.public_encounters import actas_of, boards_of, incidents_of, names_of
from matches.selectors.verdicts import ruling_of
from matches.snapshot import Content
from matches.states.acta import ActaState
from matches.states.partida import Side
from matches.stones import stones_words
from matches.verdict_words import UNSIGNED
from matches.views.public.encounters import (
    find,
    kicker,
    shown_acta,
    shown_boards,
    shown_incident,
    stones,
)
from matches.views.public.frame import page
from matches.views.public.matches import shown_sheet
from matches.views.public.season_of import Place, public_page

SEVERITIES = {"WARNING": "wait", "COMMITTEE": "stop", "ERROR": "stop"}


@public_page(find=find)
def acta(request: HttpRequest, place: Place, found: Encounter, number: int) -> HttpResponse:
    versions = list(actas_of(found))
    shown = _version(versions, number)
    content = json.loads(shown.content)
    before = _compared(request, versions, number)
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
        match=shown_sheet(content, shown, found),
        decks=_decks(content, found),
        signatures=[
            {"signature": one, "team": found.team(one.side).name} for one in shown.signatures.all()
        ],
        comparison=comparison(old, content, names_of([old, content])) if old else [],
        made_by=_made_by(shown, found),
        proof=_proof(shown, found),
        before=shown_acta(before, found) if before else None,
        others=[
            shown_acta(other, found) | {"compare_url": f"?con={other.number}#cambios"}
            for other in versions
            if other.number != number
        ],
        digest_holds=canonical.digest(shown.content) == shown.digest,
    )


@public_page(find=find)
def acta_file(request: HttpRequest, place: Place, found: Encounter, number: int) -> HttpResponse:
    """The bundle of a version (`matches.bundles`): its public text and what the server signed."""
    shown = _version(list(actas_of(found)), number)
    response = HttpResponse(proof.bundle(shown), content_type="application/json")
    name = f"acta-{found.pk}-v{number}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _version(versions: list[Acta], number: int) -> Acta:
    shown = next((version for version in versions if version.number == number), None)
    if shown is None:
        raise Acta.DoesNotExist
    return shown


def _compared(request: HttpRequest, versions: list[Acta], number: int) -> Acta | None:
    """The version asked for in the address (`con`), or the one before."""
    asked = whole_number(request.GET.get("con", ""))
    for version in versions:
        if version.number == asked and asked != number:
            return version
    return next((version for version in reversed(versions) if version.number < number), None)


def _made_by(shown: Acta, found: Encounter) -> dict[str, Any]:
    """Who is behind a version, and where the reason can be read."""
    ruling = ruling_of(shown)
    if ruling is not None:
        ruling.season = found.division.season
        return {
            "text": _("El comité, en la resolución %(number)s") % {"number": ruling.number},
            "url": addresses.ruling_path(ruling),
        }
    if shown.reason == Acta.Reason.ORGANISER:
        return {"text": _("La organización")}
    if shown.state == ActaState.FILED_ALONE or shown.filed_alone_reason:
        side = next((one.side for one in shown.signatures.all()), None)
        return {"text": found.team(side).name if side else _("Una sola peña")}
    return {"text": _("Las dos peñas")}


def _proof(shown: Acta, found: Encounter) -> dict[str, Any]:
    """What anybody needs to check the version without us."""
    return {
        "code": bundles.code_shown(shown.code),
        "url": addresses.verify_path(shown),
        "file": addresses.acta_file_path(found, shown.number),
        "seal": getattr(shown, "seal", None),
        "unsigned": UNSIGNED,
    }


def comparison(old: Content, new: Content, names: dict[int, str]) -> list[dict[str, Any]]:
    """Two versions beside each other, what a reader would see of them: label, old, new, changed."""
    found = []

    def compare(label: str, before: Any, after: Any, *, always: bool = True) -> None:
        changed = before != after
        if changed or (before and always):
            found.append({"label": label, "old": before, "new": after, "changed": changed})

    compare(_("Resultado"), _pair(old["score"]), _pair(new["score"]))
    compare(_("Cómo terminó"), str(KINDS[old["kind"]]), str(KINDS[new["kind"]]))
    compare(_("Comienzo"), _moment(old["started_at"]), _moment(new["started_at"]))
    compare(_("Final"), _moment(old["ended_at"]), _moment(new["ended_at"]))
    compare(_("Juegos"), _pair(old["games"]), _pair(new["games"]))
    was = {board["board"]: board for board in old["boards"]}
    stones_before, stones_now = snapshot.stones_of(old), snapshot.stones_of(new)
    for board in new["boards"]:
        label = _("Mesa %(board)s") % {"board": board["board"]}
        compare(label, _board(was.get(board["board"])), _board(board))
        label = _("Mesa %(board)s, tantos") % {"board": board["board"]}
        stones = (stones_words(one.get(board["board"], ())) for one in (stones_before, stones_now))
        compare(label, *stones, always=False)
        label = _("Mesa %(board)s, parejas") % {"board": board["board"]}
        pairs = _pairs_of(was.get(board["board"]), names), _pairs_of(board, names)
        compare(label, *pairs, always=False)
    compare(_("Incidencias"), _incident_lines(old), _incident_lines(new), always=False)
    return found


def _pairs_of(board: dict[str, Any] | None, names: dict[int, str]) -> str:
    if board is None or not (board["home"] or board["away"]):
        return ""
    sides = [
        " y ".join(names.get(seat["registration"], "") for seat in board[side]) or "—"
        for side in ("home", "away")
    ]
    return " · ".join(sides)


def _incident_lines(content: Content) -> str:
    return " ".join(str(incident(line["kind"])) for line in content["incidents"])


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
