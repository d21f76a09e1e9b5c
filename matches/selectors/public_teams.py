"""A team as everybody may read it: its fichas, its encounters."""

from collections.abc import Iterable

from django.db.models import F, Q, QuerySet

from league.models import Division, Registration, Season, Team
from matches.models import Encounter
from matches.selectors.public_season import encounters_of, listed


def team_of(season: Season, pk: int) -> Team:
    """Raises Team.DoesNotExist."""
    return Team.objects.select_related("club", "venue", "division").get(
        pk=pk, division__season=season
    )


def roster_of(team: Team) -> QuerySet[Registration]:
    """Fichas in order, the spent ones too: their number does not come back (M-D.8)."""
    return team.registrations.select_related("player").order_by("slot")


def encounters_of_team(team: Team, divisions: Iterable[Division]) -> list[Encounter]:
    """Every encounter of the team, in the order of the season, in its group and after it."""
    here = [one for one in divisions if one.pk == team.division_id or one.is_knockout]
    return listed(
        encounters_of(here)
        .filter(Q(home=team) | Q(away=team))
        .order_by(F("starts_at").asc(nulls_last=True), "matchday__number", "pk"),
        here,
    )
