"""The ledger of fines: what each peña owes, has paid and was let off."""

from collections.abc import Collection, Mapping
from decimal import Decimal

from django.db.models import QuerySet, Sum

from league.models import Delegate, Season, User
from matches.models import Sanction
from matches.selectors.cases import sanctions_of
from matches.states.sanction import FineState, SanctionKind, SanctionState


def fines_of(season: Season, teams: Collection[int] | None = None) -> QuerySet[Sanction]:
    """The fines of the season, or those of some of its teams, the newest first. One that another
    ruling revoked is there too."""
    rows = sanctions_of(season).filter(kind=SanctionKind.FINE)
    return rows if teams is None else rows.filter(team__in=teams)


def fine_of(season: Season, pk: int) -> Sanction:
    """Raises Sanction.DoesNotExist for one of another season, and for what is no fine."""
    fine: Sanction = fines_of(season).select_related("settled_by").get(pk=pk)
    return fine


def own_teams(user: User, season: Season) -> list[int]:
    """The teams that the person is a standing delegate of."""
    rows = Delegate.objects.filter(user=user, team__division__season=season, valid_on__isnull=True)
    return list(rows.values_list("team_id", flat=True))


def due_by_club(competition_id: int, but_season: int) -> Mapping[int, int]:
    """Cents that each club still owes from the other seasons of the competition. One query."""
    rows = Sanction.objects.filter(
        season__competition=competition_id,
        kind=SanctionKind.FINE,
        state=SanctionState.IN_FORCE,
        fine_state=FineState.DUE,
    ).exclude(season=but_season)
    sums = rows.order_by().values_list("team__club").annotate(total=Sum("amount"))
    return {club: int(Decimal(total) * 100) for club, total in sums}
