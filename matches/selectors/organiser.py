"""What the organiser's pages read of encounters."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from league.models import Division, LedgerEntry, Registration, Season, Team, Venue
from matches.models import (
    Acta,
    Case,
    Claim,
    Encounter,
    Evidence,
    PointAdjustment,
    Postponement,
    StandingsPublication,
)
from matches.states.encounter import EncounterState, EndedKind


def encounters_of(season: Season) -> QuerySet[Encounter]:
    """Every encounter of the season with what a list prints of it."""
    return Encounter.objects.filter(division__season=season).select_related(
        "home", "away", "venue", "matchday", "division"
    )


def encounter_of(season: Season, encounter_id: int) -> Encounter:
    """Raises Encounter.DoesNotExist for one of another season."""
    return (
        encounters_of(season)
        .select_related("division__season__competition", "draw")
        .get(pk=encounter_id)
    )


@dataclass(frozen=True)
class EncounterFile:
    """All that hangs from an encounter, for its page."""

    encounter: Encounter
    actas: list[Acta]
    moves: list[Postponement]
    claims: list[Claim]
    cases: list[Case]
    evidence: list[Evidence]
    entries: list[LedgerEntry]
    boards: list[dict[str, Any]]

    @property
    def acta_in_force(self) -> Acta | None:
        return next((acta for acta in self.actas if acta.in_force), None)


def encounter_file(encounter: Encounter) -> EncounterFile:
    """The whole file of an encounter. A fixed number of queries."""
    actas = list(
        encounter.actas.select_related("created_by").prefetch_related("signatures__signer")
    )
    claims = list(encounter.claims.select_related("team"))
    cases = list(encounter.cases.all())
    subjects = [
        f"encounter:{encounter.pk}",
        *(f"acta:{row.pk}" for row in actas),
        *(f"claim:{row.pk}" for row in claims),
        *(f"case:{row.pk}" for row in cases),
    ]
    return EncounterFile(
        encounter=encounter,
        actas=actas,
        moves=list(encounter.postponements.select_related("proposed_by", "old_venue", "new_venue")),
        claims=claims,
        cases=cases,
        evidence=list(encounter.evidence.select_related("uploaded_by")),
        entries=list(
            LedgerEntry.objects.filter(
                chain__season_id=encounter.division.season_id, subject__in=subjects
            )
            .select_related("actor")
            .order_by("sequence")
        ),
        boards=_boards(encounter, actas),
    )


def _boards(encounter: Encounter, actas: Iterable[Acta]) -> list[dict[str, Any]]:
    """The boards as the acta in force has them; before there is one, as they stand."""
    for acta in actas:
        if acta.in_force:
            content: list[dict[str, Any]] = json.loads(acta.content)["boards"]
            return content
    rows = encounter.partidas.values("board", "home_games", "away_games", "ended_as", "awarded_to")
    return [dict(row) for row in rows]


def board_names(file: EncounterFile) -> list[dict[str, Any]]:
    """The boards with the names of those who sat at them. At most two queries."""
    seated: dict[tuple[int, str], list[int]] = {}
    for board in file.boards:
        for side in ("home", "away"):
            for seat in board.get(side) or ():
                seated.setdefault((board["board"], side), []).append(seat["registration"])
    if not seated:
        for number, side, registration in file.encounter.seats.values_list(
            "board", "side", "registration_id"
        ):
            seated.setdefault((number, side.lower()), []).append(registration)
    names = {
        row.pk: f"{row.player} ({row.slot})"
        for row in Registration.objects.filter(
            pk__in=[pk for pair in seated.values() for pk in pair]
        ).select_related("player")
    }
    return [
        board
        | {
            f"{side}_names": [
                names[pk] for pk in seated.get((board["board"], side), ()) if pk in names
            ]
            for side in ("home", "away")
        }
        for board in file.boards
    ]


def fichas_of(team: Team) -> list[Registration]:
    """Every ficha of a team, released ones too: a paper acta may name one by mistake."""
    return list(team.registrations.select_related("player").order_by("slot"))


def incidents_of(encounter: Encounter) -> list[tuple[int, str]]:
    """Incidents a claim may refer to, as choices."""
    rows = encounter.incidents.filter(withdrawn_at__isnull=True)
    return [(row.pk, row.text[:80] or row.kind) for row in rows]


def venue_by_id(venue_id: int) -> Venue:
    return Venue.objects.get(pk=venue_id)


@dataclass(frozen=True)
class MoveWarnings:
    """What stands in the way of a date; none of it forbids the organiser to choose it."""

    venue_full: tuple[Encounter, ...]
    capacity: int
    same_day: tuple[Encounter, ...]
    same_week: tuple[Encounter, ...]

    @property
    def any(self) -> bool:
        return bool(self.venue_full or self.same_day or self.same_week)


def move_warnings(
    encounter: Encounter, *, starts_at: datetime, venue: Venue | None, boards: int
) -> MoveWarnings:
    """Other encounters that meet this one at that moment and place. One query."""
    day = timezone.localtime(starts_at).date()
    monday = day - timedelta(days=day.weekday())
    teams = (encounter.home_id, encounter.away_id)
    of_teams = Q(home_id__in=teams) | Q(away_id__in=teams)
    in_venue = Q(venue=venue) if venue else Q(pk__in=[])
    around = _local_days(monday, monday + timedelta(days=7))
    rows = (
        Encounter.objects.filter(of_teams | in_venue, starts_at__range=around)
        .exclude(pk=encounter.pk)
        .exclude(state__in=[EncounterState.POSTPONED, EncounterState.NOT_PLAYED])
        .select_related("home", "away")
        .order_by("starts_at")
    )
    crowd: list[Encounter] = []
    same_day: list[Encounter] = []
    same_week: list[Encounter] = []
    for row in rows:
        assert row.starts_at is not None  # by the filter
        row_day = timezone.localtime(row.starts_at).date()
        if venue and row.venue_id == venue.pk and row_day == day:
            crowd.append(row)
        if {row.home_id, row.away_id} & set(teams):
            (same_day if row_day == day else same_week).append(row)
    capacity = max(1, venue.tables // boards) if venue else 0
    return MoveWarnings(
        venue_full=tuple(crowd) if venue and len(crowd) >= capacity else (),
        capacity=capacity,
        same_day=tuple(same_day),
        same_week=tuple(same_week),
    )


def _local_days(first: date, after: date) -> tuple[datetime, datetime]:
    zone = timezone.get_default_timezone()
    start = datetime(first.year, first.month, first.day, tzinfo=zone)
    end = datetime(after.year, after.month, after.day, tzinfo=zone)
    return start, end - timedelta(microseconds=1)


@dataclass(frozen=True)
class GroupState:
    """A group on the calendar page: its teams, and what it has already."""

    division: Division
    teams: tuple[Team, ...]
    encounters: int
    touched: int

    @property
    def has_calendar(self) -> bool:
        return self.encounters > 0


def groups_of(season: Season) -> list[GroupState]:
    """The groups in their order. 2 queries."""
    divisions = list(
        season.divisions.annotate(
            encounter_count=Count("encounters", distinct=True),
            touched_count=Count(
                "encounters",
                filter=~Q(
                    encounters__state__in=[EncounterState.SCHEDULED, EncounterState.POSTPONED]
                ),
                distinct=True,
            ),
        )
    )
    teams: dict[int, list[Team]] = {}
    for team in Team.objects.filter(division__season=season).select_related("venue"):
        teams.setdefault(team.division_id, []).append(team)
    return [
        GroupState(
            division,
            tuple(teams.get(division.pk, ())),
            division.encounter_count,
            division.touched_count,
        )
        for division in divisions
    ]


@dataclass(frozen=True)
class SeasonCounts:
    """How far a new season is."""

    divisions: int
    teams: int
    teams_without_venue: int
    teams_without_delegate: int
    players: int
    encounters: int


def season_counts(season: Season) -> SeasonCounts:
    """Figures for the hints of a new season. 4 queries."""
    teams = Team.objects.filter(division__season=season, withdrawn_at__isnull=True).aggregate(
        teams=Count("pk", distinct=True),
        no_venue=Count("pk", filter=Q(venue__isnull=True), distinct=True),
        no_delegate=Count("pk", filter=Q(delegates__isnull=True), distinct=True),
    )
    return SeasonCounts(
        divisions=season.divisions.count(),
        teams=teams["teams"],
        teams_without_venue=teams["no_venue"],
        teams_without_delegate=teams["no_delegate"],
        players=season.registrations.filter(released_at__isnull=True).count(),
        encounters=Encounter.objects.filter(division__season=season).count(),
    )


def team_of(season: Season, team_id: int) -> Team:
    """Raises Team.DoesNotExist for one of another season."""
    return Team.objects.select_related("division__season__competition", "club").get(
        pk=team_id, division__season=season
    )


def encounters_of_team(team: Team) -> list[Encounter]:
    return list(
        Encounter.objects.filter(Q(home=team) | Q(away=team))
        .select_related("home", "away", "matchday")
        .order_by("matchday__number")
    )


def adjustments_of(season: Season) -> list[PointAdjustment]:
    return list(
        PointAdjustment.objects.filter(team__division__season=season)
        .select_related("team__division", "author", "ruling", "reversed_by", "reverses")
        .order_by("-at", "-pk")
    )


def adjustment_of(season: Season, pk: int) -> PointAdjustment:
    """Raises PointAdjustment.DoesNotExist for one of another season."""
    return PointAdjustment.objects.select_related("team").get(pk=pk, team__division__season=season)


def teams_of(season: Season) -> QuerySet[Team]:
    return Team.objects.filter(division__season=season).select_related("division")


def division_in(season: Season, division_id: int) -> Division:
    return Division.objects.select_related("season__competition").get(pk=division_id, season=season)


def publications_of(division: Division) -> list[StandingsPublication]:
    return list(
        division.publications.select_related("matchday", "author")
        .defer("content")
        .order_by("-number")
    )


def latest_publications(season: Season) -> dict[int, StandingsPublication]:
    """Division id → its last publication, without its content."""
    rows = (
        StandingsPublication.objects.filter(division__season=season)
        .select_related("matchday")
        .defer("content")
        .order_by("number")
    )
    return {row.division_id: row for row in rows}


def matchdays_of(division: Division) -> list[Any]:
    """The matchdays, each with how many encounters it has and how many with a result. Those that
    were annulled (a team withdrew) are no results to wait for."""
    counted = ~Q(encounters__kind=EndedKind.ANNULLED)
    return list(
        division.matchdays.annotate(
            all_encounters=Count("encounters", filter=counted),
            with_result=Count(
                "encounters", filter=counted & Q(encounters__home_score__isnull=False)
            ),
        )
    )


def encounter_names(ids: Iterable[int]) -> dict[int, tuple[str, str]]:
    """Encounter id → names of home and away."""
    return {
        pk: (home, away)
        for pk, home, away in Encounter.objects.filter(pk__in=list(ids)).values_list(
            "pk", "home__name", "away__name"
        )
    }
