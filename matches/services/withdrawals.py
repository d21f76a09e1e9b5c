"""A team leaves the competition (a user's lesson: it stays visible, marked, and frozen).

What its results are worth follows from the season's policy and is counted by the table: "annul"
leaves none standing, "keep_first_leg" those of the first leg. Nothing that was played is changed
here; what was still to come will not be played. The committee may expel a team, with the same
effect, and a ruling that mends that one brings it back.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league import ledger
from league.models import LedgerEntry, Team, User
from league.policies import may_organise
from league.refusals import Refused
from league.services.notifications import notify
from league.services.versions import divisions_touch
from league.standings import Row
from league.states.season import SeasonState
from matches.addresses import standings_path
from matches.models import Encounter, Postponement, Presence, SideRecord
from matches.selectors.standings import facts_of, table_from
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
        before=tuple(table_from(facts)),
        after=tuple(table_from(facts, withdrawn=facts.withdrawn | {str(team.pk): policy})),
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
    if not reason.strip():
        raise Refused("withdrawal.without_reason")
    # Encounters before the team: the order in which everybody locks.
    encounters_lock([team_id])
    team = (
        Team.objects.select_for_update(of=("self",), no_key=True)
        .select_related("division__season")
        .get(pk=team_id)
    )
    stop_if_cannot_leave(team)
    cancelled = to_cancel(team)
    exit_write(team, cancelled, reason=reason.strip(), at=at)
    divisions_touch([team.division_id])
    exit_entry(team, cancelled, actor=actor, at=at)
    exit_tell(
        team,
        subject=_("%(team)s se retira") % {"team": team.name},
        body=_("Los encuentros que le quedaban no se juegan. Motivo: %(reason)s")
        % {"reason": reason.strip()},
        at=at,
    )
    return Withdrawal(team, tuple(cancelled))


def encounters_lock(teams: Iterable[int], *, beside: int | None = None) -> None:
    """Lock the encounters of these teams, and one more, in the order of their ids."""
    ids = list(teams)
    rows = Encounter.objects.select_for_update(of=("self",))
    list(rows.filter(Q(home__in=ids) | Q(away__in=ids) | Q(pk=beside)).order_by("pk"))


def stop_if_cannot_leave(team: Team) -> None:
    """Refused `withdrawal.before_calendar`, `withdrawal.already`, `withdrawal.at_the_table`."""
    if team.division.season.state not in {SeasonState.SCHEDULED, SeasonState.RUNNING}:
        raise Refused("withdrawal.before_calendar", team=team.name)
    if team.withdrawn_at is not None:
        raise Refused("withdrawal.already", team=team.name)
    if _encounters(team).filter(state__in=AT_THE_TABLE).exists():
        raise Refused("withdrawal.at_the_table", team=team.name)


def to_cancel(team: Team) -> list[Encounter]:
    """What the team has still to play, and will not once it is out."""
    return list(_encounters(team).filter(state__in=TO_COME))


def to_bring_back(team: Team) -> list[Encounter]:
    """What was cancelled when the team went, and can be played should it come back."""
    entry = (
        LedgerEntry.objects.filter(subject=f"team:{team.pk}", action="team.withdrawn")
        .order_by("-pk")
        .first()
    )
    cancelled = json.loads(entry.payload)["cancelled"] if entry is not None else []
    rows = _encounters(team).filter(
        pk__in=cancelled, state=EncounterState.NOT_PLAYED, kind=EndedKind.ANNULLED
    )
    return [
        row
        for row in rows
        if (row.away if row.home_id == team.pk else row.home).withdrawn_at is None
    ]


def exit_write(team: Team, cancelled: Sequence[Encounter], *, reason: str, at: datetime) -> None:
    """Take the team out. For services of this package: encounters and team are locked."""
    for row in cancelled:
        _cancel(row, reason=reason, at=at)
    _withdraw_proposals(cancelled)
    team.withdrawn_at = at
    team.save(update_fields=["withdrawn_at"])


def exit_entry(
    team: Team,
    cancelled: Sequence[Encounter],
    *,
    actor: User,
    at: datetime,
    ruling: int | None = None,
) -> None:
    """Put it on the record, with the ruling that expelled the team, if one did."""
    ledger.append(
        season=team.division.season,
        actor=actor,
        at=at,
        action="team.withdrawn",
        subject=f"team:{team.pk}",
        policy=team.division.season.withdrawal_policy,
        cancelled=[row.pk for row in cancelled],
        **({} if ruling is None else {"ruling": ruling}),
    )


def exit_tell(team: Team, *, subject: str, body: str, at: datetime) -> None:
    """Tell everybody in the group that a team goes, or comes back."""
    notify(
        recipients=delegates_of(team.division.teams.values_list("pk", flat=True)),
        kind="team.withdrawn",
        subject=subject,
        body=body,
        path=standings_path(team.division),
        deduplication_key=f"team-withdrawn:{team.pk}:{int(at.timestamp())}",
        at=at,
        season=team.division.season,
    )


def return_write(
    team: Team, encounters: Sequence[Encounter], *, actor: User, at: datetime, ruling: int
) -> None:
    """Bring a team back that a ruling had expelled, with what it had still to play: what was to be
    played meanwhile has no date now. For `matches.services.rulings`: all of it is locked."""
    for row in encounters:
        _bring_back(row, at=at)
    team.withdrawn_at = None
    team.save(update_fields=["withdrawn_at"])
    ledger.append(
        season=team.division.season,
        actor=actor,
        at=at,
        action="team.readmitted",
        subject=f"team:{team.pk}",
        encounters=[row.pk for row in encounters],
        ruling=ruling,
    )


def _encounters(team: Team) -> QuerySet[Encounter]:
    rows = Encounter.objects.filter(Q(home=team) | Q(away=team))
    return rows.select_related("home", "away", "matchday").order_by("pk")


def _cancel(encounter: Encounter, *, reason: str, at: datetime) -> None:
    if encounter.state == EncounterState.POSTPONED:
        encounter.starts_at = None  # the date that it had is not one any more
    encounter.state = ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.NOT_PLAYED)
    encounter.kind = EndedKind.ANNULLED
    encounter.origin = Origin.ORGANISER
    encounter.home_score = encounter.away_score = 0
    encounter.home_games = encounter.away_games = 0
    encounter.started_at = None
    encounter.ended_at = encounter.reported_at = at
    encounter.note = reason[:200]
    encounter.save()


def _bring_back(encounter: Encounter, *, at: datetime) -> None:
    encounter.state = ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.REPLAY)
    encounter.kind, encounter.origin, encounter.note = "", Origin.ACTA, ""
    encounter.home_score = encounter.away_score = None
    encounter.home_games = encounter.away_games = None
    encounter.ended_at = encounter.reported_at = None
    encounter.starts_at = starts_after(encounter, at)
    encounter.save()
    for rows in (Presence, SideRecord):  # who was named on another evening
        rows.objects.filter(encounter=encounter).delete()


def starts_after(encounter: Encounter, at: datetime) -> datetime | None:
    """The date that an encounter brought back keeps: none, where it has passed."""
    starts_at = encounter.starts_at
    return starts_at if starts_at is not None and starts_at > at else None


def _withdraw_proposals(encounters: Sequence[Encounter]) -> None:
    """A change of date for an encounter that will not be played has no object any more."""
    for move in Postponement.objects.select_for_update().filter(
        encounter__in=encounters,
        state__in=[PostponementState.PROPOSED, PostponementState.AGREED],
    ):
        move.state = POSTPONEMENT.after(PostponementState(move.state), PostponementEvent.WITHDRAW)
        move.save(update_fields=["state"])
