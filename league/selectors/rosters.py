"""Fichas, players and their teams, read for lists, pages and the import."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Max, Q, QuerySet

from league.entry_rules import EntryTerms, terms_of
from league.models import Delegate, Document, Player, Registration, Season, Team, TeamStaff
from league.refusals import Refused
from league.roster_plan import (
    KnownPlayer,
    KnownTeam,
    Refusal,
    RosterRow,
    RosterState,
    licence_key,
)
from rules.registry import discipline
from rules.team_rules import RosterLimits


def registrations_of(season: Season) -> QuerySet[Registration]:
    """Every ficha of the season with its player and team."""
    return Registration.objects.filter(season=season).select_related(
        "player", "team", "team__division", "season"
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


def registrations_listed(season: Season) -> QuerySet[Registration]:
    """The same with the last day on which each one's papers serve, where the season asks any."""
    rows = registrations_of(season)
    if terms_of(season).document is None:
        return rows
    return rows.annotate(certificate_until=Max("documents__expires_on"))


@dataclass(frozen=True)
class Slot:
    """A line of a roster: a ficha with its player, a spent one, or one that is free. `document` is
    the paper that serves longest, where the season asks for one."""

    number: int
    registration: Registration | None
    document: Document | None = None

    @property
    def is_spent(self) -> bool:
        return self.registration is not None and self.registration.released_at is not None


@dataclass(frozen=True)
class Roster:
    """A team with all its fichas, delegates and staff, and what the season asks of them."""

    team: Team
    slots: tuple[Slot, ...]
    delegates: tuple[Delegate, ...]
    terms: EntryTerms
    limits: RosterLimits
    cap: int
    staff: tuple[TeamStaff, ...] = ()

    @property
    def live(self) -> int:
        return sum(slot.registration is not None and not slot.is_spent for slot in self.slots)

    @property
    def spent(self) -> int:
        return sum(slot.is_spent for slot in self.slots)

    @property
    def free(self) -> int:
        if not self.limits.spends_places:
            return max(self.cap - self.live, 0)
        return sum(slot.registration is None for slot in self.slots)

    @property
    def missing(self) -> int:
        """How many are still wanting for the team to take the field."""
        return max(self.limits.minimum - self.live, 0)

    @property
    def by_shirt(self) -> list[Slot]:
        """Who is there, by the number of the shirt; who has none yet last."""
        live = [slot for slot in self.slots if slot.registration and not slot.is_spent]
        return sorted(live, key=_shirt)

    @property
    def has_captain(self) -> bool:
        return any(slot.registration and slot.registration.is_captain for slot in self.by_shirt)

    @property
    def vacant_posts(self) -> list[str]:
        """Posts of the staff that nobody holds."""
        held = {row.post for row in self.staff}
        return [str(post) for post in self.terms.team.staff if post not in held]


def _shirt(slot: Slot) -> tuple[bool, int]:
    row = slot.registration
    assert row is not None  # `by_shirt` asks for nobody else
    return row.shirt is None, row.shirt or row.slot


def roster_of(season: Season, team_id: int) -> Roster:
    """Raises Team.DoesNotExist for a team of another season."""
    team = teams_of(season).get(pk=team_id)
    rows = {row.slot: row for row in team.registrations.select_related("player")}
    terms = terms_of(season)
    papers = _papers(season, [team.pk]) if terms.document else {}
    return Roster(
        team=team,
        slots=_slots(season, rows, papers),
        delegates=tuple(team.delegates.select_related("user").order_by("kind", "valid_on", "pk")),
        terms=terms,
        limits=discipline(season.discipline).roster,
        cap=season.roster_cap,
        staff=tuple(_staff([team.pk]).get(team.pk, ())) if terms.team.staff else (),
    )


def _papers(season: Season, teams: Sequence[int]) -> dict[int, Document]:
    """Ficha → the paper that serves longest."""
    rows = Document.objects.filter(registration__season=season, registration__team__in=teams)
    return {row.registration_id: row for row in rows.order_by("expires_on", "pk")}


def _staff(teams: Sequence[int]) -> dict[int, list[TeamStaff]]:
    found: dict[int, list[TeamStaff]] = {}
    for row in TeamStaff.objects.filter(team__in=teams, until__isnull=True).order_by("pk"):
        found.setdefault(row.team_id, []).append(row)
    return found


def documents_of(registration: Registration) -> list[Document]:
    """Every paper of a ficha, the newest first."""
    return list(registration.documents.select_related("added_by").order_by("-added_at", "-pk"))


def document_of(season: Season, document_id: int) -> Document:
    """Raises Document.DoesNotExist for one of another season."""
    return Document.objects.select_related("registration__player").get(
        pk=document_id, registration__season=season
    )


def rosters_of(season: Season) -> list[Roster]:
    """Every roster of the season, in the order of the groups: three queries, four with staff."""
    fichas: dict[int, dict[int, Registration]] = {}
    for row in registrations_of(season):
        fichas.setdefault(row.team_id, {})[row.slot] = row
    delegates: dict[int, list[Delegate]] = {}
    for delegate in Delegate.objects.filter(team__division__season=season).select_related("user"):
        delegates.setdefault(delegate.team_id, []).append(delegate)
    teams = teams_of(season).order_by("division__position", "sort_key", "pk")
    terms, limits = terms_of(season), discipline(season.discipline).roster
    staff = _staff([team.pk for team in teams]) if terms.team.staff else {}
    return [
        Roster(
            team=team,
            slots=_slots(season, fichas.get(team.pk, {}), {}),
            delegates=tuple(delegates.get(team.pk, ())),
            terms=terms,
            limits=limits,
            cap=season.roster_cap,
            staff=tuple(staff.get(team.pk, ())),
        )
        for team in teams
    ]


def _slots(
    season: Season, rows: dict[int, Registration], papers: Mapping[int, Document]
) -> tuple[Slot, ...]:
    """Every number up to the cap; where places are not spent, only those given."""
    last = max([season.roster_cap, *rows])
    return tuple(
        Slot(number, row, papers.get(row.pk) if row else None)
        for number in range(1, last + 1)
        if (row := rows.get(number)) is not None or season.spends_places
    )


def player_of(season: Season, player_id: int) -> Player:
    """A player who holds or held a ficha in the season. Raises Player.DoesNotExist."""
    return Player.objects.filter(registrations__season=season).distinct().get(pk=player_id)


def roster_state(
    *, season: Season, rows: Sequence[RosterRow], today: date, shut: Refused | None
) -> RosterState:
    """What `plan_import` has to know of the season: four queries whatever the size."""
    used: dict[int, dict[int, int]] = {}
    spent: dict[int, dict[int, int]] = {}
    shirts: dict[int, dict[int, int]] = {}
    fichas: Any = Registration.objects.filter(season=season).values_list(
        "team_id", "slot", "player_id", "released_at", "shirt"
    )
    for team_id, slot, player_id, released_at, shirt in fichas:
        (used if released_at is None else spent).setdefault(team_id, {})[slot] = player_id
        if released_at is None and shirt is not None:
            shirts.setdefault(team_id, {})[shirt] = player_id
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
                shirts=shirts.get(team.pk, {}),
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
        terms=terms_of(season),
        clause=discipline(season.discipline).roster.clause,
        spends_places=season.spends_places,
    )
