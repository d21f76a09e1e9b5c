"""A team leaves the competition (a user's lesson: it stays visible, marked, and frozen).

What its results are worth follows from the season's policy and is counted by the table: "annul"
leaves none standing, "keep_first_leg" those of the first leg. Nothing that was played is changed
here; what was still to come will not be played.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from league import ledger
from league.models import Team, User
from league.policies import may_organise
from league.refusals import Refused
from league.season_scheme import head_to_head_of, scheme_of
from league.services.notifications import notify
from league.services.versions import divisions_touch
from league.standings import Row, table
from league.states.season import SeasonState
from matches.addresses import standings_path
from matches.models import Encounter, Postponement
from matches.selectors.standings import Facts, facts_of
from matches.services._notices import delegates_of
from matches.states.encounter import (
    ENCOUNTER,
    EncounterEvent,
    EncounterState,
    EndedKind,
    Origin,
)
from matches.states.postponement import POSTPONEMENT, PostponementEvent, PostponementState

TO_COME = (EncounterState.SCHEDULED, EncounterState.POSTPONED, EncounterState.LINE_UP)
AT_THE_TABLE = (EncounterState.DRAWN, EncounterState.PLAYING)


@dataclass(frozen=True)
class Withdrawal:
    """What a withdrawal did: the team, and the encounters that will not be played."""

    team: Team
    cancelled: tuple[Encounter, ...]


@dataclass(frozen=True)
class WithdrawalPreview:
    """What withdrawing a team would do: the table now and then (by team id), the encounters that
    would not be played, and those that stop counting."""

    before: tuple[Row, ...]
    after: tuple[Row, ...]
    cancelled: tuple[Encounter, ...]
    uncounted: tuple[Encounter, ...]
    at_the_table: tuple[Encounter, ...]


def withdrawal_preview(team: Team) -> WithdrawalPreview:
    """A dry run of `team_withdraw`: nothing is written. Needs division and season loaded."""
    division = team.division
    facts = facts_of([division])[division.pk]
    policy = division.season.withdrawal_policy
    rows = list(
        Encounter.objects.filter(Q(home=team) | Q(away=team))
        .select_related("home", "away", "matchday")
        .order_by("matchday__number")
    )
    return WithdrawalPreview(
        before=tuple(_table(facts, facts.withdrawn)),
        after=tuple(_table(facts, facts.withdrawn | {str(team.pk): policy})),
        cancelled=tuple(row for row in rows if row.state in TO_COME),
        uncounted=tuple(
            row
            for row in rows
            if row.home_score is not None
            and row.kind != EndedKind.ANNULLED
            and (policy == "annul" or row.leg > 1)
        ),
        at_the_table=tuple(row for row in rows if row.state in AT_THE_TABLE),
    )


def _table(facts: Facts, withdrawn: Mapping[str, str]) -> list[Row]:
    season = facts.division.season
    return table(
        [str(team.pk) for team in facts.teams],
        [fact.result for fact in facts.results],
        scheme_of(season),
        adjustments=facts.sums,
        withdrawn=withdrawn,
        lots=facts.lots,
        head_to_head=head_to_head_of(season),
    )


@transaction.atomic
def team_withdraw(*, actor: User, team_id: int, reason: str, at: datetime) -> Withdrawal:
    """Withdraw a team from a season that has its calendar.

    Its encounters still to come end as NOT_PLAYED, kind ANNULLED: nobody wins them. Refused:
    `withdrawal.without_reason`, `withdrawal.already`, `withdrawal.before_calendar` (then the team
    is simply removed), `withdrawal.at_the_table` while it is playing.
    """
    team = Team.objects.select_related("division__season").get(pk=team_id)
    season = team.division.season
    if not may_organise(actor, season):
        raise PermissionDenied
    if season.state == SeasonState.CLOSED:
        raise Refused("season.closed")
    if season.state not in {SeasonState.SCHEDULED, SeasonState.RUNNING}:
        raise Refused("withdrawal.before_calendar", team=team.name)
    if not reason.strip():
        raise Refused("withdrawal.without_reason")
    # Encounters before the team: the order in which everybody locks.
    encounters = list(
        Encounter.objects.select_for_update(of=("self",))
        .filter(Q(home=team) | Q(away=team))
        .order_by("pk")
    )
    team = (
        Team.objects.select_for_update(of=("self",), no_key=True)
        .select_related("division__season")
        .get(pk=team_id)
    )
    if team.withdrawn_at is not None:
        raise Refused("withdrawal.already", team=team.name)
    if any(row.state in AT_THE_TABLE for row in encounters):
        raise Refused("withdrawal.at_the_table", team=team.name)
    cancelled = [row for row in encounters if row.state in TO_COME]
    for row in cancelled:
        _cancel(row, reason=reason.strip(), at=at)
    _withdraw_proposals(cancelled)
    team.withdrawn_at = at
    team.save(update_fields=["withdrawn_at"])
    divisions_touch([team.division_id])
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="team.withdrawn",
        subject=f"team:{team.pk}",
        policy=season.withdrawal_policy,
        cancelled=[row.pk for row in cancelled],
    )
    notify(
        recipients=delegates_of(team.division.teams.values_list("pk", flat=True)),
        kind="team.withdrawn",
        subject=_("%(team)s se retira") % {"team": team.name},
        body=_("Los encuentros que le quedaban no se juegan. Motivo: %(reason)s")
        % {"reason": reason.strip()},
        path=standings_path(team.division),
        deduplication_key=f"team-withdrawn:{team.pk}",
        at=at,
        season=season,
    )
    return Withdrawal(team, tuple(cancelled))


def _cancel(encounter: Encounter, *, reason: str, at: datetime) -> None:
    encounter.state = ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.NOT_PLAYED)
    encounter.kind = EndedKind.ANNULLED
    encounter.origin = Origin.ORGANISER
    encounter.home_score = encounter.away_score = 0
    encounter.home_games = encounter.away_games = 0
    encounter.started_at = None
    encounter.ended_at = encounter.reported_at = at
    encounter.note = reason[:200]
    encounter.save()


def _withdraw_proposals(encounters: list[Encounter]) -> None:
    """A change of date for an encounter that will not be played has no object any more."""
    for move in Postponement.objects.select_for_update().filter(
        encounter__in=encounters,
        state__in=[PostponementState.PROPOSED, PostponementState.AGREED],
    ):
        move.state = POSTPONEMENT.after(PostponementState(move.state), PostponementEvent.WITHDRAW)
        move.save(update_fields=["state"])
