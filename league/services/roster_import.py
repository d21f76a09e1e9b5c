"""Import of a roster file: plan, show, plan again under lock, carry out.

The decisions are `league.roster_plan`'s. What was shown is what is written: when anything changed
in between, nothing is, and the new plan is shown instead.
"""

from collections.abc import Sequence
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from league import policies
from league.models import Player, Registration, Season, Team, User
from league.refusals import Refused
from league.roster_plan import Fate, ImportPlan, Outcome, RosterRow, plan_import
from league.selectors.rosters import roster_state
from league.services.locks import season_get_organised
from league.services.registrations import (
    Person,
    player_create,
    player_write,
    refuse_while_shut,
    registration_write,
)
from league.services.team_sheets import Certificate, document_write
from league.services.versions import divisions_touch


def roster_preview(
    *, actor: User, season_id: int, rows: Sequence[RosterRow], at: datetime
) -> ImportPlan:
    """What importing these rows now would do. Writes nothing. Raises PermissionDenied."""
    season = Season.objects.get(pk=season_id)
    if not policies.may_organise(actor, season):
        raise PermissionDenied
    return _plan(season, rows, at)


@transaction.atomic
def roster_import(
    *, actor: User, season_id: int, rows: Sequence[RosterRow], digest: str, at: datetime
) -> ImportPlan:
    """Carry out the plan with that digest. Raises PermissionDenied, Refused
    (`roster.plan_changed` when the season is not any more what it was, `season.closed`)."""
    season = season_get_organised(actor=actor, season_id=season_id)
    teams = {
        team.pk: team
        for team in Team.objects.select_for_update(of=("self",), no_key=True)
        .filter(division__season=season)
        .order_by("pk")
    }
    plan = _plan(season, rows, at)
    if plan.digest != digest:
        raise Refused("roster.plan_changed")
    written = [one for one in plan.outcomes if one.fate in (Fate.CREATED, Fate.UPDATED)]
    known = {one.player_id for one in written if one.player_id is not None}
    players = {
        player.pk: player
        for player in Player.objects.select_for_update(no_key=True)
        .filter(pk__in=known)
        .order_by("pk")
    }
    # All that is locked comes before the first entry in the record: also the groups of other
    # seasons in which these players are read by their names.
    elsewhere = Registration.objects.filter(player__in=known).values_list(
        "team__division_id", flat=True
    )
    if written:
        divisions_touch({*(team.division_id for team in teams.values()), *elsewhere})
    for outcome in written:
        _carry_out(actor, season, teams, players, outcome, at)
    return plan


def _carry_out(
    actor: User,
    season: Season,
    teams: dict[int, Team],
    players: dict[int, Player],
    outcome: Outcome,
    at: datetime,
) -> None:
    told = Person(outcome.row.licence, outcome.first_name, outcome.last_name, outcome.birth_date)
    if outcome.player_id is None:
        player = player_create(actor=actor, season=season, told=told, at=at)
    else:
        player = players[outcome.player_id]
        player_write(actor=actor, season=season, player=player, told=told, at=at)
    if outcome.is_new_slot and outcome.team_id is not None:
        registration = registration_write(
            actor=actor,
            season=season,
            team=teams[outcome.team_id],
            player=player,
            slot=outcome.slot,
            at=at,
            shirt=outcome.shirt,
            issued_on=outcome.issued_on,
        )
        if outcome.issued_on is not None:
            document_write(
                actor=actor,
                season=season,
                registration=registration,
                paper=Certificate(outcome.issued_on),
                accepted=None,
                written=[],
                at=at,
            )


def _plan(season: Season, rows: Sequence[RosterRow], at: datetime) -> ImportPlan:
    shut = None
    try:
        refuse_while_shut(season, at)
    except Refused as refused:
        shut = refused
    state = roster_state(season=season, rows=rows, today=timezone.localdate(at), shut=shut)
    return plan_import(rows, state)
