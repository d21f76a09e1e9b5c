"""A season starts and closes: what needs to know its encounters.

Settings and publication of a season are `league.services.seasons`.
"""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league.models import Division, Season, User
from league.policies import may_organise
from league.refusals import Refused
from league.services.locks import season_get_organised
from league.services.seasons import season_move, season_publish
from league.states.season import SEASON, SeasonEvent, SeasonState
from matches.selectors.closing import open_things
from matches.services._locks import encounters_locked
from matches.services.calendars import groups_without_calendar


@transaction.atomic
def season_start(*, actor: User, season_id: int, at: datetime) -> Season:
    """SCHEDULED → RUNNING, and visible to everybody.

    Refused `season.calendar_incomplete` when a group's encounters are not those of its teams.
    """
    season = season_get_organised(actor=actor, season_id=season_id)
    SEASON.after(SeasonState(season.state), SeasonEvent.START)
    missing = groups_without_calendar(season)
    if missing:
        raise Refused("season.calendar_incomplete", division=missing[0].name)
    season_move(actor=actor, season_id=season_id, event=SeasonEvent.START, at=at)
    return season_publish(actor=actor, season_id=season_id, at=at)


@transaction.atomic
def season_close(*, actor: User, season_id: int, at: datetime) -> Season:
    """RUNNING → CLOSED. Closing twice changes nothing.

    Refused `season.still_open` while `open_things` finds anything (the page lists it first).
    """
    season = Season.objects.select_for_update(of=("self",), no_key=True).get(pk=season_id)
    if not may_organise(actor, season):
        raise PermissionDenied
    if season.state == SeasonState.CLOSED:
        return season
    SEASON.after(SeasonState(season.state), SeasonEvent.CLOSE)
    # Whoever claims or signs holds the encounter: nothing opens between the look and the close.
    encounters_locked(Division.phases.filter(season=season).values_list("pk", flat=True))
    left = open_things(season, now=at)
    if left.count:
        raise Refused("season.still_open", count=left.count)
    return season_move(actor=actor, season_id=season_id, event=SeasonEvent.CLOSE, at=at)
