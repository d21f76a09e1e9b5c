"""Peñas and the bars they play in. Both outlive a season and are shared by all of them.

The organiser of a season may change those that play in it, and those that play nowhere yet.
"""

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q

from league import ledger
from league.collation import sort_key
from league.models import Club, Division, Season, User, Venue
from league.refusals import Refused
from league.services.locks import row_get_locked, season_get_organised
from league.services.versions import divisions_touch
from league.slugs import free_slug


@transaction.atomic
def club_create(*, actor: User, season_id: int, name: str, at: datetime, town: str = "") -> Club:
    """Raises PermissionDenied, Refused `club.name_taken`."""
    season = season_get_organised(actor=actor, season_id=season_id)
    return club_add(actor=actor, season=season, name=name, town=town, at=at)


def club_add(*, actor: User, season: Season, name: str, town: str, at: datetime) -> Club:
    """For services that hold the season already. Raises Refused `club.name_taken`."""
    name = _free_club_name(name)
    try:
        with transaction.atomic():
            club = Club.objects.create(
                name=name,
                slug=free_slug(name, set(Club.objects.values_list("slug", flat=True)), length=80),
                town=town.strip(),
            )
    except IntegrityError:
        raise Refused("club.name_taken", name=name) from None
    ledger.append(
        season=season, actor=actor, at=at, action="club.created", subject=f"club:{club.pk}"
    )
    return club


@transaction.atomic
def club_update(
    *, actor: User, season_id: int, club_id: int, name: str, town: str, at: datetime
) -> Club:
    """Correct its name or town. Raises PermissionDenied, Refused `club.name_taken`."""
    season = season_get_organised(actor=actor, season_id=season_id)
    club = row_get_locked(Club.objects.filter(pk__in=_ids_here(Club, season)), pk=club_id)
    club.name, club.town = _free_club_name(name, but=club), town.strip()
    club.save(update_fields=["name", "sort_key", "town"])
    divisions_touch(Division.objects.filter(teams__club=club).values_list("pk", flat=True))
    ledger.append(
        season=season, actor=actor, at=at, action="club.updated", subject=f"club:{club.pk}"
    )
    return club


@transaction.atomic
def venue_create(
    *,
    actor: User,
    season_id: int,
    name: str,
    at: datetime,
    address: str = "",
    town: str = "",
    tables: int = 4,
) -> Venue:
    """Raises PermissionDenied, Refused `venue.name_taken`."""
    season = season_get_organised(actor=actor, season_id=season_id)
    values = _venue_values(name, address, town, tables)
    _check_venue_name(values)
    try:
        with transaction.atomic():
            venue = Venue.objects.create(**values)
    except IntegrityError:
        raise Refused("venue.name_taken", name=values["name"]) from None
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="venue.created",
        subject=f"venue:{venue.pk}",
        tables=tables,
    )
    return venue


@transaction.atomic
def venue_update(
    *,
    actor: User,
    season_id: int,
    venue_id: int,
    name: str,
    address: str,
    town: str,
    tables: int,
    at: datetime,
) -> Venue:
    """Raises PermissionDenied, Refused `venue.name_taken`."""
    season = season_get_organised(actor=actor, season_id=season_id)
    venue = row_get_locked(Venue.objects.filter(pk__in=_ids_here(Venue, season)), pk=venue_id)
    values = _venue_values(name, address, town, tables)
    _check_venue_name(values, but=venue)
    for key, value in values.items():
        setattr(venue, key, value)
    venue.save()
    # Any encounter may be played there, whatever the bar of its home team.
    divisions_touch(Division.objects.values_list("pk", flat=True))
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="venue.updated",
        subject=f"venue:{venue.pk}",
        tables=tables,
    )
    return venue


def _ids_here(model: Any, season: Season) -> Any:
    """Ids of those that play in the season, or in none."""
    return model.objects.filter(Q(teams__isnull=True) | Q(teams__division__season=season)).values(
        "pk"
    )


def _free_club_name(name: str, but: Club | None = None) -> str:
    name = " ".join(name.split())
    others = Club.objects.filter(sort_key=sort_key(name))  # "PEÑA" and "Peña" are one
    if but is not None:
        others = others.exclude(pk=but.pk)
    if others.exists():
        raise Refused("club.name_taken", name=name)
    return name


def _venue_values(name: str, address: str, town: str, tables: int) -> dict[str, Any]:
    return {
        "name": " ".join(name.split()),
        "address": address.strip(),
        "town": town.strip(),
        "tables": tables,
    }


def _check_venue_name(values: dict[str, Any], but: Venue | None = None) -> None:
    others = Venue.objects.filter(name=values["name"], town=values["town"])
    if but is not None:
        others = others.exclude(pk=but.pk)
    if others.exists():
        raise Refused("venue.name_taken", name=values["name"])
