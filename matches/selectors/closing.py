"""What keeps a season from being closed: everything that may still change its tables.

A round does not close while claims are open, nor a season while anything is.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count

from league.models import Matchday, Season
from matches.models import Case, Claim, Encounter, Sanction
from matches.selectors.claim_clocks import clocks_of
from matches.selectors.scoresheets import without_acta
from matches.states.case import OPEN_STATES
from matches.states.claim import ClaimState
from matches.states.encounter import EncounterState, Origin
from matches.states.sanction import FineState

WAITING_CLAIMS = (ClaimState.SUBMITTED, ClaimState.ADMITTED)


@dataclass(frozen=True)
class OpenThings:
    """What is open, by kind. `fines` are told but keep nobody from closing."""

    unplayed: list[Encounter] = field(default_factory=list)
    unsigned: list[Encounter] = field(default_factory=list)
    claimable: list[Encounter] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    fines: list[Sanction] = field(default_factory=list)

    @property
    def count(self) -> int:
        return sum(
            len(rows)
            for rows in (self.unplayed, self.unsigned, self.claimable, self.claims, self.cases)
        )


@dataclass(frozen=True, slots=True)
class Day:
    """A matchday, how many encounters it has, and how many things keep it from being closed."""

    matchday: Matchday
    encounters: int
    open: int

    @property
    def may_close(self) -> bool:
        return self.matchday.closed_at is None and self.encounters > 0 and not self.open


def days_of(season: Season, *, now: datetime) -> list[Day]:
    """Every matchday of the season with what is open in it. 7 queries for any number of them."""
    left = open_things(season, now=now)
    busy = Counter(row.matchday_id for row in (*left.unplayed, *left.unsigned, *left.claimable))
    busy.update(claim.encounter.matchday_id for claim in left.claims)
    busy.update(case.encounter.matchday_id for case in left.cases if case.encounter is not None)
    days = (
        Matchday.objects.filter(division__season=season)
        .select_related("division")
        .annotate(many=Count("encounters"))
        .order_by("division__position", "division_id", "number")
    )
    return [Day(matchday=day, encounters=day.many, open=busy[day.pk]) for day in days]


def day_of(season: Season, pk: int) -> Matchday:
    """Raises Matchday.DoesNotExist for one of another season."""
    return Matchday.objects.select_related("division").get(pk=pk, division__season=season)


def open_things(season: Season, *, now: datetime, matchday: Matchday | None = None) -> OpenThings:
    """Everything of the season, or of one matchday of it, that is still open at `now`. 5 queries.
    A fine is of no matchday: none is told of one."""
    found = OpenThings()
    of_day = {} if matchday is None else {"matchday": matchday}
    of_its_encounter = {} if matchday is None else {"encounter__matchday": matchday}
    rows = (
        Encounter.objects.filter(division__season=season, **of_day)
        .exclude(state=EncounterState.RULED)
        .select_related("home", "away", "matchday", "division__season")
    )
    signed = []
    for row in rows:
        if row.ended_at is None:
            found.unplayed.append(row)
        elif row.origin == Origin.IMPORTED:
            continue  # a past result arrives without an acta and is not claimed against
        elif row.state == EncounterState.ENDED and not without_acta(season, row):
            found.unsigned.append(row)
        else:
            signed.append(row)
    clocks = clocks_of(signed)
    found.claimable.extend(row for row in signed if clocks[row.pk].in_time(now))
    found.claims.extend(
        Claim.objects.filter(
            season=season, state__in=WAITING_CLAIMS, **of_its_encounter
        ).select_related("team", "encounter__home", "encounter__away")
    )
    found.cases.extend(
        Case.objects.filter(
            season=season, state__in=OPEN_STATES, **of_its_encounter
        ).select_related("encounter__home", "encounter__away")
    )
    if matchday is not None:
        return found
    found.fines.extend(
        Sanction.objects.filter(season=season, fine_state=FineState.DUE).select_related(
            "team", "ruling"
        )
    )
    return found
