"""Fichas, players and their teams, read for lists, pages and the import."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Q, QuerySet

from league.models import Delegate, Player, Registration, Season, Team
from league.refusals import Refused
from league.roster_plan import (
    KnownPlayer,
    KnownTeam,
    Refusal,
    RosterRow,
    RosterState,
    licence_key,
)


def registrations_of(season: Season) -> QuerySet[Registration]:
    """Every ficha of the season with its player and team."""
    return Registration.objects.filter(season=season).select_related(
        "player", "team", "team__division"
    )


def registration_of(season: Season, registration_id: int) -> Registration:
    """Raises Registration.DoesNotExist for one of another season."""
    return registrations_of(season).get(pk=registration_id)


def teams_of(season: Season) -> QuerySet[Team]:
    """The teams of the season with what their list shows."""
    return (
        Team.objects.filter(division__season=season)
        .select_related("division", "club", "venue")
        .annotate(
            live=Count("registrations", filter=Q(registrations__released_at__isnull=True)),
            spent=Count("registrations", filter=Q(registrations__released_at__isnull=False)),
        )
    )


def team_choices(season: Season) -> list[tuple[int, str]]:
    """Teams that can take players, in Spanish order."""
    return list(
        Team.objects.filter(division__season=season, withdrawn_at__isnull=True).values_list(
            "pk", "name"
        )
    )


@dataclass(frozen=True)
class Slot:
    """A line of a roster: a ficha with its player, a spent one, or one that is free."""

    number: int
    registration: Registration | None

    @property
    def is_spent(self) -> bool:
        return self.registration is not None and self.registration.released_at is not None


@dataclass(frozen=True)
class Roster:
    """A team with all its fichas and delegates."""

    team: Team
    slots: tuple[Slot, ...]
    delegates: tuple[Delegate, ...]

    @property
    def live(self) -> int:
        return sum(slot.registration is not None and not slot.is_spent for slot in self.slots)

    @property
    def spent(self) -> int:
        return sum(slot.is_spent for slot in self.slots)

    @property
    def free(self) -> int:
        return sum(slot.registration is None for slot in self.slots)


def roster_of(season: Season, team_id: int) -> Roster:
    """Raises Team.DoesNotExist for a team of another season."""
    team = teams_of(season).get(pk=team_id)
    rows = {row.slot: row for row in team.registrations.select_related("player")}
    return Roster(
        team=team,
        slots=_slots(season, rows),
        delegates=tuple(team.delegates.select_related("user").order_by("kind", "valid_on", "pk")),
    )


def rosters_of(season: Season) -> list[Roster]:
    """Every roster of the season, in the order of the groups: three queries."""
    fichas: dict[int, dict[int, Registration]] = {}
    for row in registrations_of(season):
        fichas.setdefault(row.team_id, {})[row.slot] = row
    delegates: dict[int, list[Delegate]] = {}
    for delegate in Delegate.objects.filter(team__division__season=season).select_related("user"):
        delegates.setdefault(delegate.team_id, []).append(delegate)
    teams = teams_of(season).order_by("division__position", "sort_key", "pk")
    return [
        Roster(
            team=team,
            slots=_slots(season, fichas.get(team.pk, {})),
            delegates=tuple(delegates.get(team.pk, ())),
        )
        for team in teams
    ]


def _slots(season: Season, rows: dict[int, Registration]) -> tuple[Slot, ...]:
    last = max([season.roster_cap, *rows])
    return tuple(Slot(number, rows.get(number)) for number in range(1, last + 1))


def player_of(season: Season, player_id: int) -> Player:
    """A player who holds or held a ficha in the season. Raises Player.DoesNotExist."""
    return Player.objects.filter(registrations__season=season).distinct().get(pk=player_id)


def roster_state(
    *, season: Season, rows: Sequence[RosterRow], today: date, shut: Refused | None
) -> RosterState:
    """What `plan_import` has to know of the season: four queries whatever the size."""
    used: dict[int, dict[int, int]] = {}
    spent: dict[int, dict[int, int]] = {}
    fichas: Any = Registration.objects.filter(season=season).values_list(
        "team_id", "slot", "player_id", "released_at"
    )
    for team_id, slot, player_id, released_at in fichas:
        (used if released_at is None else spent).setdefault(team_id, {})[slot] = player_id
    licences = {licence_key(row.licence) for row in rows}
    players = Player.objects.filter(
        Q(licence__in=licences) | Q(registrations__season=season)
    ).distinct()
    return RosterState(
        teams=tuple(
            KnownTeam(
                id=team.pk,
                name=team.name,
                club=team.club.name,
                used=used.get(team.pk, {}),
                spent=spent.get(team.pk, {}),
                withdrawn=team.withdrawn_at is not None,
            )
            for team in Team.objects.filter(division__season=season).select_related("club")
        ),
        players=tuple(
            KnownPlayer(
                player.pk, player.licence, player.first_name, player.last_name, player.birth_date
            )
            for player in players
        ),
        cap=season.roster_cap,
        today=today,
        shut=None if shut is None else Refusal(shut.code, shut.clause, shut.facts),
    )
