"""Dates of an encounter, as its delegates agree on them: what is open, and all that was before."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Prefetch, Q, QuerySet

from league.models import Delegate, User
from league.states.season import SeasonState
from matches.models import DateRule, Encounter, Postponement, ProposedDate
from matches.states.encounter import EncounterState
from matches.states.partida import Side
from matches.states.postponement import PostponementState

MOVABLE = (EncounterState.SCHEDULED, EncounterState.LINE_UP, EncounterState.POSTPONED)


@dataclass(frozen=True)
class Talk:
    """Where the talk about a date stands for somebody. `side` is theirs, None for the organiser."""

    encounter: Encounter
    side: Side | None
    moves: tuple[Postponement, ...]
    now: datetime

    @property
    def start(self) -> datetime | None:
        """The start before which a change counts; none while it waits without a date."""
        waits = self.encounter.state == EncounterState.POSTPONED
        return None if waits else self.encounter.starts_at

    @property
    def is_late(self) -> bool:
        return self.start is not None and self.now >= self.start

    @property
    def may_move(self) -> bool:
        return self.encounter.state in MOVABLE and not self.is_late

    @property
    def proposal(self) -> Postponement | None:
        """What waits for an answer. One that its date overtook waits no more."""
        for move in self.moves:
            if move.state == PostponementState.PROPOSED and move.old_starts_at == self.start:
                return move if self.encounter.state in MOVABLE and not self.is_late else None
        return None

    @property
    def is_mine(self) -> bool:
        """Whether the open proposal is of the own side."""
        return self.proposal is not None and self.proposal.side == self.side

    @property
    def to_answer(self) -> bool:
        return self.side is not None and self.proposal is not None and not self.is_mine

    def state_of(self, move: Postponement) -> str:
        """The state as the clock has it: what was never answered in time has expired."""
        if move.state == PostponementState.PROPOSED and move != self.proposal:
            return PostponementState.EXPIRED
        return move.state


def talk_of(encounter: Encounter, side: Side | None, *, now: datetime) -> Talk:
    """Everything about the encounter's dates, the newest first. Four queries."""
    return Talk(encounter, side, tuple(_moves([encounter])), now)


def encounter_with_dates(pk: int) -> Encounter:
    """Raises Encounter.DoesNotExist."""
    return Encounter.objects.select_related(
        "division__season__competition", "matchday", "home", "away", "venue"
    ).get(pk=pk)


def talks_of(user: User, *, now: datetime) -> list[Talk]:
    """The encounters to come of the user's teams, each with its talk: a fixed number of queries."""
    teams = set(
        Delegate.objects.filter(user_id=user.pk, valid_on__isnull=True).values_list(
            "team_id", flat=True
        )
    )
    rows = list(
        Encounter.objects.filter(Q(home__in=teams) | Q(away__in=teams), state__in=MOVABLE)
        .filter(Q(starts_at__gt=now) | Q(state=EncounterState.POSTPONED))
        .exclude(division__season__state=SeasonState.CLOSED)
        .select_related("division__season__competition", "matchday", "home", "away", "venue")
        .order_by("starts_at", "pk")
    )
    moves: dict[int, list[Postponement]] = {}
    for move in _moves(rows):
        moves.setdefault(move.encounter_id, []).append(move)
    return [
        Talk(row, _side(row, teams), tuple(moves.get(row.pk, ())), now)
        for row in rows
        if _side(row, teams) is not None
    ]


def waiting_for(user: User, *, now: datetime) -> int:
    """How many proposals wait for an answer of the user."""
    return sum(talk.to_answer for talk in talks_of(user, now=now))


def with_changes(rows: QuerySet[Encounter]) -> QuerySet[Encounter]:
    """Each with how often its date or venue changed (`changes`), and when last (`changed_at`)."""
    counts = Q(postponements__state=PostponementState.DELIVERED)
    return rows.annotate(
        changes=Count("postponements", filter=counts),
        changed_at=Max("postponements__delivered_at", filter=counts),
    )


def date_rule_get(season_id: int, pk: int) -> DateRule:
    """A limit of the season. Raises DateRule.DoesNotExist."""
    return DateRule.objects.get(pk=pk, season=season_id)


def date_rules_of(season_id: int) -> list[DateRule]:
    return list(DateRule.objects.filter(season=season_id).order_by("kind", "leg", "first_on", "pk"))


def _side(encounter: Encounter, teams: set[int]) -> Side | None:
    """The side of the one team that is theirs; none when both are."""
    home, away = encounter.home_id in teams, encounter.away_id in teams
    if home == away:
        return None
    return Side.HOME if home else Side.AWAY


def _moves(encounters: Iterable[Encounter]) -> list[Postponement]:
    return list(
        Postponement.objects.filter(encounter__in=[row.pk for row in encounters])
        .select_related("old_venue", "new_venue", "proposed_by", "answered_by")
        .prefetch_related(
            Prefetch("dates", ProposedDate.objects.select_related("venue")),
            "signatures__signer",
        )
        .order_by("-proposed_at", "-pk")
    )
