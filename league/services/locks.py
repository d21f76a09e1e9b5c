"""Rows re-read under lock, in one order: season, team, what hangs from it, divisions, the chain.

No keys are locked (`no_key`): a row that only refers to a locked one is written without waiting.

Objects of another season are not found (`ObjectDoesNotExist`, which a page answers with 404).
"""

from typing import TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet

from league import policies
from league.models import Division, Season, Team, User
from league.refusals import Refused
from league.states.season import SeasonState

M = TypeVar("M", bound=Model)

CALENDAR_MADE = (SeasonState.SCHEDULED, SeasonState.RUNNING, SeasonState.CLOSED)


def season_get_organised(*, actor: User, season_id: int) -> Season:
    """The season under lock, for its organiser.

    Raises PermissionDenied, Refused `season.closed`.
    """
    season = Season.objects.select_for_update(of=("self",), no_key=True).get(pk=season_id)
    if not policies.may_organise(actor, season):
        raise PermissionDenied
    if season.state == SeasonState.CLOSED:
        raise Refused("season.closed")
    return season


def team_get_locked(*, season: Season, team_id: int) -> Team:
    return (
        Team.objects.select_for_update(of=("self",), no_key=True)
        .select_related("division", "club")
        .get(pk=team_id, division__season=season)
    )


def row_get_locked(rows: QuerySet[M], **lookup: object) -> M:
    return rows.select_for_update(of=("self",), no_key=True).get(**lookup)


def refuse_after_calendar(season: Season, *divisions: Division) -> None:
    """Groups and teams are settled once there is a calendar, the season's or the group's own."""
    if season.state in CALENDAR_MADE or any(each.matchdays.exists() for each in divisions):
        raise Refused("season.calendar_made")
