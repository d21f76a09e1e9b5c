"""What was sent and said of an acta on paper."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from league.models import Matchday, Season
from matches.models import Acta, Break, Confirmation, Encounter, Evidence, Seat
from matches.selectors.organiser import encounters_of
from matches.states.encounter import EncounterState
from matches.states.partida import Side


@dataclass(frozen=True)
class Known:
    """What is known of an evening that is told on paper: who sits where, the breaks of each board
    in their order, and whether the paper was transcribed before."""

    seats: tuple[Seat, ...]
    breaks: dict[int, list[Break]]
    transcribed: bool


def known_of(encounter: Encounter) -> Known:
    breaks: dict[int, list[Break]] = {}
    pauses = Break.objects.filter(partida__encounter=encounter, ended_at__isnull=False)
    for pause in pauses.select_related("partida").order_by("started_at", "pk"):
        breaks.setdefault(pause.partida.board, []).append(pause)
    return Known(
        seats=tuple(Seat.objects.filter(encounter=encounter)),
        breaks=breaks,
        transcribed=encounter.actas.filter(in_force=True, reason=Acta.Reason.ORGANISER).exists(),
    )


def encounters_of_day(season: Season, matchday_id: int) -> list[Encounter]:
    """The encounters of a matchday of the season. Raises Encounter.DoesNotExist for none."""
    rows = list(encounters_of(season).filter(matchday_id=matchday_id).order_by("starts_at", "pk"))
    if not rows:
        raise Encounter.DoesNotExist
    return rows


def photos_of(encounter: Encounter) -> QuerySet[Evidence]:
    """Photos of the acta on paper, in the order in which they came."""
    return Evidence.objects.filter(encounter=encounter, acta_on_paper=True).select_related(
        "uploaded_by"
    )


def confirmations_of(acta: Acta) -> dict[Side, Confirmation | None]:
    """What each side says of the transcription; None for one that said nothing yet."""
    found = {row.side: row for row in acta.confirmations.select_related("person")}
    return {side: found.get(side) for side in Side}


def days_to_print(season: Season, *, now: datetime) -> list[Matchday]:
    """Matchdays of the season with something still to be played, the next three of each group."""
    rows = Matchday.objects.filter(
        division__season=season,
        encounters__state__in=(EncounterState.SCHEDULED, EncounterState.LINE_UP),
        encounters__starts_at__gte=now - timedelta(hours=12),
    )
    found: dict[int, list[Matchday]] = {}
    for day in rows.select_related("division").order_by("number").distinct():
        found.setdefault(day.division_id, []).append(day)
    return [day for days in found.values() for day in days[:3]]
