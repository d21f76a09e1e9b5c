"""The list of encounters and the file of one."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Season
from league.views.pages import address_of, list_page, organiser_page
from matches import deadlines, labels, moments
from matches.addresses import acta_path, case_path, encounter_path, evening_path
from matches.claim_words import clock_words
from matches.deadlines import ClaimClock
from matches.filters.encounters import EncounterFilter
from matches.models import Acta, Encounter, Fixture, Postponement
from matches.selectors.claim_clocks import at_match_clause, clock_of
from matches.selectors.organiser import (
    EncounterFile,
    board_names,
    encounter_file,
    encounter_of,
    encounters_of,
    teams_of,
)
from matches.selectors.paper import days_to_print
from matches.selectors.scoresheets import sheet_of, stand_of
from matches.states.acta import ActaState
from matches.states.case import OPEN_STATES
from matches.states.encounter import ENCOUNTER, EncounterEvent, EncounterState, EndedKind, Origin
from matches.states.partida import Side
from matches.tables.encounters import EncounterTable
from matches.views.organiser.frame import page_of
from matches.views.scoresheet.back_shown import claims_shown
from rules.discipline import SheetKind
from rules.registry import discipline


@require_safe
@organiser_page
def encounters(request: HttpRequest, season: Season) -> HttpResponse:
    divisions = list(season.divisions.values_list("pk", "name"))
    teams = list(teams_of(season).values_list("pk", "name"))

    def filter_set(data: Any, queryset: Any) -> EncounterFilter:
        return EncounterFilter(
            data,
            queryset=queryset,
            divisions=divisions,
            teams=teams,
            expected_minutes=season.expected_minutes,
            acta_hours=season.late_acta_hours,
        )

    def table(rows: Any) -> EncounterTable:
        hidden = () if len(divisions) > 1 else ("division",)
        return EncounterTable(rows, season_id=season.pk, exclude=hidden)

    return list_page(
        request,
        rows=encounters_of(season),
        table=table,
        filter_set=filter_set,
        file_name="encuentros",
        template="organiser/encounters.html",
        context={
            "season": season,
            "tab": "results",
            "calendar_url": reverse("matches:organise-calendar", args=[season.pk]),
            "blank_days": days_to_print(season, now=timezone.now()),
        },
    )


@require_safe
@organiser_page
def encounter(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    row = encounter_of(season, pk)
    found = encounter_file(row)
    clock = clock_of(row)
    words, level = labels.ENCOUNTER_STATES[row.state]
    chips = [{"text": words, "level": level}]
    if row.kind and row.kind != EndedKind.PLAYED:
        chips.append({"text": labels.ENDED_KINDS[row.kind], "level": "stop"})
    if row.origin == Origin.ORGANISER and row.home_score is not None:
        chips.append({"text": _("anotado por la organización"), "level": "plain"})
    return render(
        request,
        "organiser/encounter.html",
        {
            "season": season,
            "tab": "results",
            "encounter": row,
            "file": found,
            "chips": chips,
            "boards": board_names(found),
            "actions": _actions(season, row, found, clock),
            "deadline": _deadline(row, clock),
            "moves": [_move(move) for move in found.moves],
            "actas": [_acta(acta, found) for acta in found.actas],
            "evidence": [
                {"row": file, "url": address_of("matches:evidence", pk=file.pk)}
                for file in found.evidence
            ],
            "claims": [
                {
                    "row": claim,
                    "state": labels.CLAIM_STATES[claim.state],
                    "late": clock is not None
                    and not clock.in_time(
                        claim.submitted_at,
                        side=Side.HOME if claim.team_id == row.home_id else Side.AWAY,
                    ),
                }
                for claim in found.claims
            ],
            "sheet_claims": claims_shown(stand_of(row)) if sheet_of(season) is not None else [],
            "cases": [
                {"row": case, "state": labels.CASE_STATES[case.state], "url": case_path(case)}
                for case in found.cases
            ],
            "entries": [
                {"row": entry, "text": labels.action_words(entry.action)} for entry in found.entries
            ],
            "public_url": encounter_path(row),
            "evening_url": evening_path(row),
            "back": reverse("matches:organise-encounters", args=[season.pk]),
        },
    )


def _deadline(encounter: Encounter, clock: ClaimClock | None) -> dict[str, Any] | None:
    """Until when claims are in time (M-D.15), while the encounter has an end that counts."""
    if clock is None or clock.at_match or encounter.kind == EndedKind.ANNULLED:
        return None
    if encounter.origin == Origin.IMPORTED:
        return None
    now = timezone.now()
    teams = {"HOME": encounter.home.name, "AWAY": encounter.away.name}
    over = not clock.in_time(now)
    return {
        "over": over,
        "text": _("El plazo terminó el %(moment)s.") % {"moment": moments.whole(clock.last)}
        if over
        else clock_words(clock, teams, now=now),
    }


def _is_of_a_day(row: Encounter) -> bool:
    return getattr(row, "fixture", None) is not None


def _is_ahead_of_time(row: Encounter) -> bool:
    """On a tournament day a match is played as soon as its court is free."""
    fixture: Fixture | None = getattr(row, "fixture", None)
    if fixture is None or row.starts_at is None:
        return False
    return timezone.localtime(row.starts_at).date() <= timezone.localdate()


def _actions(
    season: Season, row: Encounter, found: EncounterFile, clock: ClaimClock | None
) -> list[dict[str, Any]]:
    """The buttons that the state allows; the services decide again."""
    state = EncounterState(row.state)
    allows = {event: ENCOUNTER.allows(state, event) for event in EncounterEvent}
    no_acta = found.acta_in_force is None
    begun = row.starts_at is None or row.starts_at <= timezone.now() or _is_ahead_of_time(row)
    waits = any(acta.state in (ActaState.DRAFT, ActaState.SIGNED_ONE) for acta in found.actas)
    ended = row.ended_at is not None and row.kind != EndedKind.ANNULLED
    in_boards = discipline(season.discipline).sheet is SheetKind.BOARDS
    wanted = [
        (
            no_acta and begun and not waits and allows[EncounterEvent.END],
            "organise-encounter-result",
            _("Anotar un resultado por teléfono")
            if row.home_score is None
            else _("Cambiar el resultado anotado"),
        ),
        (
            in_boards and no_acta and begun and allows[EncounterEvent.END],
            "organise-encounter-acta",
            _("Transcribir un acta en papel"),
        ),
        (
            found.acta_in_force is not None
            and found.acta_in_force.reason == Acta.Reason.ORGANISER
            and state == EncounterState.SIGNED
            and not _is_final(row, found, clock),
            "organise-encounter-acta",
            _("Transcribir de nuevo el acta en papel"),
        ),
        (
            allows[EncounterEvent.RESCHEDULE],
            "organise-encounter-move",
            _("Dar fecha") if state == EncounterState.POSTPONED else _("Cambiar fecha o local"),
        ),
        (
            allows[EncounterEvent.POSTPONE],
            "organise-encounter-postpone",
            _("Aplazar sin fecha"),
        ),
        (
            allows[EncounterEvent.NOT_PLAYED],
            "organise-encounter-walkover",
            _("No se puede jugar"),
        ),
        (row.ended_at is None, "organise-encounter-referees", _("Juez-árbitro")),
        (
            ended and not at_match_clause(row),
            "organise-encounter-claim",
            _("Anotar una reclamación en papel"),
        ),
    ]
    back = page_of(season, row)
    return [
        {"text": text, "url": address_of(f"matches:{name}", season_id=season.pk, pk=row.pk)}
        for wants, name, text in wanted
        if wants
    ] + ([{"text": _("Volver a la jornada de torneo"), "url": back}] if _is_of_a_day(row) else [])


def _is_final(row: Encounter, found: EncounterFile, clock: ClaimClock | None) -> bool:
    return deadlines.is_final(
        state=row.state,
        clock=clock,
        now=timezone.now(),
        open_cases=any(case.state in OPEN_STATES for case in found.cases),
    )


def _move(move: Postponement) -> dict[str, Any]:
    words, level = labels.MOVE_STATES[move.state]
    return {"row": move, "state": words, "level": level}


def _acta(acta: Acta, found: EncounterFile) -> dict[str, Any]:
    words, level = labels.ACTA_STATES[acta.state]
    acta.encounter = found.encounter
    subject = f"acta:{acta.pk}"
    counted = any(
        entry.action == "acta.in_force" and entry.subject == subject for entry in found.entries
    )
    # A version that never counted is no public text and has no page.
    return {
        "row": acta,
        "state": words,
        "level": level,
        "url": acta_path(acta) if counted else "",
    }
