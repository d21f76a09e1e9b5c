"""Encounters that somebody may claim about now."""

from datetime import datetime, timedelta

from league.models import User
from matches.models import Encounter
from matches.selectors.evening import of_delegate

RECENT = timedelta(days=7)
MOST = 5


def encounters_to_claim(user: User, at: datetime) -> list[Encounter]:
    """The latest encounters of the teams for which the user stands, or stood that one night, ended
    not long ago: a claim out of time is kept too (M-D.15), but nobody looks for one of last month
    here. Whether he may claim about each is the policy's to say."""
    mine = of_delegate(user)
    if mine is None:
        return []
    return list(
        Encounter.objects.filter(mine, ended_at__gt=at - RECENT, ended_at__lte=at)
        .select_related("home", "away", "division__season", "matchday")
        .order_by("-ended_at")[:MOST]
    )
