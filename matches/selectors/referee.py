"""A referee's evenings, and the warnings of one."""

from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet

from league.models import Role, RoleKind, Season, User
from matches.incident_kinds import REFEREE_WARNINGS
from matches.models import Encounter, Incident, RefereeDuty
from matches.moments import night_of

PAST = 10


@dataclass(frozen=True)
class Evenings:
    """The encounters that a referee is named for. `past` are the last ones, newest first."""

    tonight: list[Encounter] = field(default_factory=list)
    next: list[Encounter] = field(default_factory=list)
    past: list[Encounter] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.tonight or self.next or self.past)


def evenings_of(user: User, season: Season, *, now: datetime) -> Evenings:
    """In one query. One without a date comes at the end of the next."""
    found = Evenings()
    rows = Encounter.objects.filter(duties__referee=user, division__season=season).select_related(
        "home", "away", "venue", "matchday", "division"
    )
    tonight = night_of(now)
    undated = []
    for row in rows.order_by("starts_at", "pk"):
        if row.starts_at is None:
            undated.append(row)
        elif night_of(row.starts_at) == tonight:
            found.tonight.append(row)
        elif row.starts_at > now:
            found.next.append(row)
        else:
            found.past.append(row)
    found.next.extend(undated)
    found.past.reverse()
    del found.past[PAST:]
    return found


def duties_of(encounter: Encounter) -> QuerySet[RefereeDuty]:
    return RefereeDuty.objects.filter(encounter=encounter).select_related("referee").order_by("pk")


def duty_of(encounter: Encounter, pk: int) -> RefereeDuty:
    """Raises RefereeDuty.DoesNotExist for one of another encounter."""
    return duties_of(encounter).get(pk=pk)


def referees_of(season: Season) -> list[User]:
    """Whoever holds the post in the season."""
    rows = Role.objects.filter(season=season, kind=RoleKind.REFEREE).select_related("user")
    return [row.user for row in rows.order_by("user__name", "pk")]


def warnings_of(encounter: Encounter) -> list[Incident]:
    """Those that stand, in the order they were given."""
    rows = Incident.objects.filter(
        encounter=encounter, kind__in=REFEREE_WARNINGS, withdrawn_at__isnull=True
    )
    return list(rows.select_related("reported_by").order_by("at", "pk"))
