"""The calendar of a group: planned, shown, saved, made again, taken back.

A plan is a pure function of the group's teams and of the settings typed (`league.calendar.plan`).
The page shows it with its digest; saving plans again and compares digests, so that what is saved is
what was seen.

M-D.3  the hours are those of the national clock → league.calendar.dates
M-D.5  every encounter gets the sealed seed of its draw → encounters_create
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction

from league import canonical, ledger
from league.calendar.errors import CalendarRefused
from league.calendar.plan import Entrant, Plan, encounters_at_once, plan
from league.calendar.plan import Venue as PlannedVenue
from league.models import Division, Matchday, Season, Team, User, Venue
from league.refusals import Refused
from league.services.locks import season_get_organised
from league.services.seasons import season_move
from league.services.versions import divisions_touch
from league.states.season import SEASON, SeasonEvent, SeasonState
from matches.models import (
    Acta,
    Case,
    Claim,
    Encounter,
    Evidence,
    Incident,
    Postponement,
    Presence,
    StandingsPublication,
)
from matches.services._locks import encounters_locked
from matches.services.encounters import encounters_create
from matches.states.encounter import EncounterState


@dataclass(frozen=True, slots=True)
class CalendarSettings:
    """What the organiser chooses. With a `seed` the teams are shuffled into the scheme by it."""

    first_date: date
    interval_days: int = 7
    pause_weeks: int = 0
    skip: tuple[date, ...] = ()
    seed: int | None = None

    def facts(self) -> dict[str, Any]:
        """Plain values, for the digest and the record."""
        return {
            "first_date": self.first_date,
            "interval_days": self.interval_days,
            "pause_weeks": self.pause_weeks,
            "skip": sorted(set(self.skip)),
            "seed": self.seed,
        }


@dataclass(frozen=True)
class CalendarPreview:
    """A plan with what its page needs: teams and venues by id, and the digest that names it."""

    division: Division
    plan: Plan
    teams: Mapping[int, Team]
    venues: Mapping[int, Venue]
    digest: str


def calendar_preview(*, division: Division, settings: CalendarSettings) -> CalendarPreview:
    """Plan the group's calendar without saving anything. Two queries.

    Withdrawn teams do not play. Raises Refused with the codes of `CalendarRefused`.
    """
    teams = list(
        Team.objects.filter(division=division, withdrawn_at__isnull=True).select_related("venue")
    )
    venues = {team.venue.pk: team.venue for team in teams if team.venue is not None}
    boards = division.season.boards
    entrants = [
        Entrant(
            team=team.pk,
            weekday=team.home_weekday,
            hour=team.home_time,
            venue=PlannedVenue(
                team.venue.pk, capacity=encounters_at_once(team.venue.tables, boards=boards)
            )
            if team.venue
            else None,
        )
        for team in teams
    ]
    try:
        made = plan(
            entrants,
            first_date=settings.first_date,
            interval_days=settings.interval_days,
            pause_weeks=settings.pause_weeks,
            skip=settings.skip,
            seed=settings.seed,
        )
    except CalendarRefused as refusal:
        facts: dict[str, Any] = dict(refusal.facts)
        raise Refused(refusal.code, **facts) from None
    return CalendarPreview(
        division=division,
        plan=made,
        teams={team.pk: team for team in teams},
        venues=venues,
        digest=_digest(division, settings, made),
    )


@transaction.atomic
def calendars_save(
    *,
    actor: User,
    season_id: int,
    digests: Mapping[int, str],
    settings: CalendarSettings,
    at: datetime,
) -> None:
    """Save the calendars of several groups (division id → digest seen), all of them or none."""
    season_get_organised(actor=actor, season_id=season_id)
    # The first calendar ends with the chain: what the others lock comes before it.
    encounters_locked(digests)
    for division_id, digest in sorted(digests.items()):
        if not Division.objects.filter(pk=division_id, season_id=season_id).exists():
            raise Division.DoesNotExist
        calendar_save(actor=actor, division_id=division_id, settings=settings, digest=digest, at=at)


@transaction.atomic
def calendar_save(
    *,
    actor: User,
    division_id: int,
    settings: CalendarSettings,
    digest: str,
    at: datetime,
) -> list[Encounter]:
    """Save the plan that the page with this digest showed; one made before is replaced.

    When every group has its calendar, the season moves from REGISTRATION to SCHEDULED. Refused:
    `calendar.registration_first`, `calendar.changed_meanwhile` when teams, venues or hours are not
    those seen, `calendar.already_played` and `calendar.has_history` when something has happened
    that a new calendar would wipe out.
    """
    division = Division.objects.select_related("season").get(pk=division_id)
    season = season_get_organised(actor=actor, season_id=division.season_id)
    division.season = season
    if season.state == SeasonState.DRAFT:
        raise Refused("calendar.registration_first")
    if division.tournament_id is not None:
        raise Refused("calendar.of_tournament", division=division.name)
    preview = calendar_preview(division=division, settings=settings)
    if preview.digest != digest:
        raise Refused("calendar.changed_meanwhile", division=division.name)
    replaced = encounters_clear(division)
    # All of them before the record, also those that the season's move will touch.
    divisions_touch(season.divisions.values_list("pk", flat=True))
    matchdays = {
        row.number: row
        for row in Matchday.objects.bulk_create(
            Matchday(
                division=division, leg=planned.leg, number=planned.number, starts_on=planned.week_of
            )
            for planned in preview.plan.rounds
        )
    }
    created = encounters_create(
        [
            Encounter(
                division=division,
                matchday=matchdays[planned.number],
                leg=planned.leg,
                home=preview.teams[int(planned.home)],
                away=preview.teams[int(planned.away)],
                venue_id=planned.venue,
                starts_at=planned.starts_at,
            )
            for planned in preview.plan.encounters
        ]
    )
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="calendar.saved",
        subject=f"division:{division.pk}",
        digest=digest,
        encounters=len(created),
        replaced=replaced,
        # The seeds are sealed; this binds their commitments to the record (M-D.5).
        commitments=hashlib.sha256(
            "".join(sorted(encounter.draw.commitment for encounter in created)).encode()
        ).hexdigest(),
        **settings.facts(),
    )
    if season.state == SeasonState.REGISTRATION and not groups_without_calendar(season):
        season_move(actor=actor, season_id=season.pk, event=SeasonEvent.SCHEDULE, at=at)
    return created


@transaction.atomic
def calendar_discard(*, actor: User, season_id: int, at: datetime) -> Season:
    """Take all calendars of a season back, to enter or remove teams again.

    Back to REGISTRATION, if every group had its calendar. Refused `calendar.already_played`,
    `calendar.has_history`; MoveRefused once the season has started.
    """
    season = season_get_organised(actor=actor, season_id=season_id)
    played = season.divisions.filter(tournament__isnull=False).first()
    if played is not None:
        raise Refused("calendar.of_tournament", division=played.name)
    scheduled = season.state != SeasonState.REGISTRATION
    if scheduled:
        SEASON.after(SeasonState(season.state), SeasonEvent.UNSCHEDULE)
    removed = sum(encounters_clear(division) for division in season.divisions.order_by("pk"))
    divisions_touch(season.divisions.values_list("pk", flat=True))
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="calendar.discarded",
        subject=f"season:{season.pk}",
        encounters=removed,
    )
    if scheduled:
        return season_move(actor=actor, season_id=season_id, event=SeasonEvent.UNSCHEDULE, at=at)
    return season


def groups_without_calendar(season: Season) -> list[Division]:
    """Groups whose encounters are not those of a double round robin of their teams, unless a
    tournament day was published for them. 3 queries."""
    divisions = list(season.divisions.all())
    teams: dict[int, set[int]] = {division.pk: set() for division in divisions}
    for pk, division_id in Team.objects.filter(
        division__season=season, withdrawn_at__isnull=True
    ).values_list("pk", "division_id"):
        teams[division_id].add(pk)
    met: dict[int, set[tuple[int, int]]] = {division.pk: set() for division in divisions}
    for division_id, home, away in Encounter.objects.filter(division__season=season).values_list(
        "division_id", "home_id", "away_id"
    ):
        met[division_id].add((home, away))
    return [
        division
        for division in divisions
        if division.tournament_id is None
        and (
            len(teams[division.pk]) < 2
            or not {
                (home, away)
                for home in teams[division.pk]
                for away in teams[division.pk]
                if home != away
            }
            <= met[division.pk]
        )
    ]


def _digest(division: Division, settings: CalendarSettings, made: Plan) -> str:
    return canonical.digest(
        canonical.dumps(
            {
                "division": division.pk,
                "settings": settings.facts(),
                "encounters": [
                    [row.number, row.home, row.away, row.starts_at, row.venue]
                    for row in made.encounters
                ],
            }
        )
    )


def encounters_clear(division: Division) -> int:
    """Delete the encounters and matchdays of a group or knock-out; how many encounters there were.

    Only what nobody has touched may go: what happened on an evening, and the history of a date,
    stay for good.
    """
    rows = encounters_locked([division.pk])
    if any(row.state not in {EncounterState.SCHEDULED, EncounterState.POSTPONED} for row in rows):
        raise Refused("calendar.already_played", division=division.name)
    of_division = {"encounter__division": division}
    for model in (Acta, Claim, Case, Incident, Evidence, Presence):
        if model._default_manager.filter(**of_division).exists():
            raise Refused("calendar.already_played", division=division.name)
    if (
        Postponement.objects.filter(**of_division).exists()
        or StandingsPublication.objects.filter(division=division).exists()
    ):
        raise Refused("calendar.has_history", division=division.name)
    Encounter.objects.filter(division=division).delete()
    Matchday.objects.filter(division=division).delete()
    return len(rows)
