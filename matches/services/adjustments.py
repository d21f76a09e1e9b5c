"""Points that the organiser adds or takes in the table, each with its reason.

A row never changes: one that was wrong is answered by its opposite, which names it. What a ruling
deducted is only changed by another ruling (`matches.services.rulings`).
"""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league import ledger
from league.models import Team, User
from league.policies import may_organise
from league.refusals import Refused
from league.services.versions import divisions_touch
from league.states.season import SeasonState
from matches.models import PointAdjustment

MOST = 99


@transaction.atomic
def adjustment_add(
    *, actor: User, team_id: int, points: int, reason: str, at: datetime
) -> PointAdjustment:
    """Add (or, negative, take) points. Refused `adjustment.zero`, `adjustment.too_many`,
    `adjustment.without_reason`."""
    team = _team_organised(actor, team_id)
    if points == 0:
        raise Refused("adjustment.zero")
    if abs(points) > MOST:
        raise Refused("adjustment.too_many", most=MOST)
    return _write(actor=actor, team=team, points=points, reason=reason, at=at)


@transaction.atomic
def adjustment_reverse(
    *, actor: User, adjustment_id: int, reason: str, at: datetime
) -> PointAdjustment:
    """Answer an adjustment with its opposite. Refused `adjustment.already_reversed`,
    `adjustment.is_reversal`, `adjustment.of_ruling`, `adjustment.without_reason`."""
    # The team's row is the lock: two reversals of one adjustment queue up behind it.
    team_id = PointAdjustment.objects.values_list("team_id", flat=True).get(pk=adjustment_id)
    team = _team_organised(actor, team_id)
    adjustment = PointAdjustment.objects.get(pk=adjustment_id)
    if adjustment.ruling_id is not None:
        raise Refused("adjustment.of_ruling")
    if adjustment.reverses_id is not None:
        raise Refused("adjustment.is_reversal")
    if PointAdjustment.objects.filter(reverses=adjustment).exists():
        raise Refused("adjustment.already_reversed")
    return _write(
        actor=actor,
        team=team,
        points=-adjustment.points,
        reason=reason,
        at=at,
        reverses=adjustment,
    )


def _team_organised(actor: User, team_id: int) -> Team:
    team = (
        Team.objects.select_for_update(of=("self",), no_key=True)
        .select_related("division__season")
        .get(pk=team_id)
    )
    season = team.division.season
    if not may_organise(actor, season):
        raise PermissionDenied
    if season.state == SeasonState.CLOSED:
        raise Refused("season.closed")
    return team


def _write(
    *,
    actor: User,
    team: Team,
    points: int,
    reason: str,
    at: datetime,
    reverses: PointAdjustment | None = None,
) -> PointAdjustment:
    if not reason.strip():
        raise Refused("adjustment.without_reason")
    row = PointAdjustment.objects.create(
        team=team, points=points, reason=reason.strip(), at=at, author=actor, reverses=reverses
    )
    divisions_touch([team.division_id])
    ledger.append(
        season=team.division.season_id,
        actor=actor,
        at=at,
        action="adjustment.reversed" if reverses else "adjustment.added",
        subject=f"adjustment:{row.pk}",
        team=team.pk,
        points=points,
        reverses=reverses.pk if reverses else None,
    )
    return row
