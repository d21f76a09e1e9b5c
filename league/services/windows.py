"""Registration windows of a season."""

from datetime import datetime

from django.db import transaction

from league import ledger
from league.models import RegistrationWindow, User
from league.refusals import Refused
from league.services.locks import row_get_locked, season_get_organised


@transaction.atomic
def window_create(
    *,
    actor: User,
    season_id: int,
    name: str,
    opens_at: datetime,
    closes_at: datetime,
    at: datetime,
) -> RegistrationWindow:
    """Raises PermissionDenied, Refused `window.order`."""
    season = season_get_organised(actor=actor, season_id=season_id)
    _check_order(opens_at, closes_at)
    window = RegistrationWindow.objects.create(
        season=season, name=name, opens_at=opens_at, closes_at=closes_at
    )
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="window.created",
        subject=f"window:{window.pk}",
        opens_at=opens_at,
        closes_at=closes_at,
    )
    return window


@transaction.atomic
def window_update(
    *,
    actor: User,
    season_id: int,
    window_id: int,
    name: str,
    opens_at: datetime,
    closes_at: datetime,
    at: datetime,
) -> RegistrationWindow:
    """Raises PermissionDenied, Refused `window.order`."""
    season = season_get_organised(actor=actor, season_id=season_id)
    window = row_get_locked(season.registration_windows.all(), pk=window_id)
    _check_order(opens_at, closes_at)
    window.name, window.opens_at, window.closes_at = name, opens_at, closes_at
    window.save()
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="window.updated",
        subject=f"window:{window.pk}",
        opens_at=opens_at,
        closes_at=closes_at,
    )
    return window


@transaction.atomic
def window_delete(*, actor: User, season_id: int, window_id: int, at: datetime) -> None:
    """Raises PermissionDenied."""
    season = season_get_organised(actor=actor, season_id=season_id)
    window = row_get_locked(season.registration_windows.all(), pk=window_id)
    window.delete()
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="window.deleted",
        subject=f"window:{window_id}",
    )


def _check_order(opens_at: datetime, closes_at: datetime) -> None:
    if closes_at <= opens_at:
        raise Refused("window.order")
