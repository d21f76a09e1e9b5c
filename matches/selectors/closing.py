"""What keeps a season from being closed: everything that may still change its tables.

A round does not close while claims are open, nor a season while anything is.
"""

from dataclasses import dataclass, field
from datetime import datetime

from league.models import Season
from matches import deadlines
from matches.models import Case, Claim, Encounter, Sanction
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


def open_things(season: Season, *, now: datetime) -> OpenThings:
    """Everything of the season that is still open at `now`. 4 queries."""
    found = OpenThings()
    rows = (
        Encounter.objects.filter(division__season=season)
        .exclude(state=EncounterState.RULED)
        .select_related("home", "away", "matchday", "division")
    )
    for row in rows:
        if row.ended_at is None:
            found.unplayed.append(row)
        elif row.origin == Origin.IMPORTED:
            continue  # a past result arrives without an acta and is not claimed against
        elif row.state == EncounterState.ENDED:
            found.unsigned.append(row)
        elif now < deadlines.claim_deadline(row.ended_at):
            found.claimable.append(row)
    found.claims.extend(
        Claim.objects.filter(season=season, state__in=WAITING_CLAIMS).select_related(
            "team", "encounter__home", "encounter__away"
        )
    )
    found.cases.extend(
        Case.objects.filter(season=season, state__in=OPEN_STATES).select_related(
            "encounter__home", "encounter__away"
        )
    )
    found.fines.extend(
        Sanction.objects.filter(season=season, fine_state=FineState.DUE).select_related(
            "team", "ruling"
        )
    )
    return found
