"""Groups of a season."""

from datetime import datetime

from django.db import transaction

from league import ledger
from league.collation import sort_key
from league.models import Division, Season, User
from league.refusals import Refused
from league.services.locks import refuse_after_calendar, row_get_locked, season_get_organised
from league.services.versions import divisions_touch
from league.slugs import free_slug


@transaction.atomic
def division_create(
    *,
    actor: User,
    season_id: int,
    name: str,
    at: datetime,
    promoted: int = 0,
    relegated: int = 0,
) -> Division:
    """Add a group at the end. Raises PermissionDenied, Refused (`season.calendar_made`,
    `division.name_taken`)."""
    season = season_get_organised(actor=actor, season_id=season_id)
    refuse_after_calendar(season)
    name = _free_name(season, name)
    present = list(season.divisions.values_list("slug", "position"))
    division = Division.objects.create(
        season=season,
        name=name,
        slug=free_slug(name, {slug for slug, _ in present}),
        position=max((position for _, position in present), default=0) + 1,
        promoted=promoted,
        relegated=relegated,
    )
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="division.created",
        subject=f"division:{division.pk}",
        promoted=promoted,
        relegated=relegated,
    )
    return division


@transaction.atomic
def division_update(
    *,
    actor: User,
    season_id: int,
    division_id: int,
    name: str,
    promoted: int,
    relegated: int,
    at: datetime,
) -> Division:
    """Rename it, or change how many go up and down. Its address stays: links live on it.

    Raises PermissionDenied, Refused `division.name_taken`.
    """
    season = season_get_organised(actor=actor, season_id=season_id)
    division = row_get_locked(season.divisions.all(), pk=division_id)
    division.name = _free_name(season, name, but=division)
    division.promoted, division.relegated = promoted, relegated
    division.save(update_fields=["name", "promoted", "relegated"])
    divisions_touch([division.pk])
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="division.updated",
        subject=f"division:{division.pk}",
        promoted=promoted,
        relegated=relegated,
    )
    return division


@transaction.atomic
def division_delete(*, actor: User, season_id: int, division_id: int, at: datetime) -> None:
    """Raises PermissionDenied, Refused (`season.calendar_made`, `division.has_teams`)."""
    season = season_get_organised(actor=actor, season_id=season_id)
    division = row_get_locked(season.divisions.all(), pk=division_id)
    refuse_after_calendar(season, division)
    if division.teams.exists():
        raise Refused("division.has_teams", name=division.name)
    division.delete()
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="division.deleted",
        subject=f"division:{division_id}",
    )


def _free_name(season: Season, name: str, but: Division | None = None) -> str:
    name = " ".join(name.split())
    for other in season.divisions.all():
        if other != but and sort_key(other.name) == sort_key(name):
            raise Refused("division.name_taken", name=other.name)
    return name
