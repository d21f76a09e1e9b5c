"""What people do with notifications: read them, choose which come by mail, and the organiser sends
failed ones again."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from league.models import Notification, User, WorkState
from league.refusals import Refused
from league.services.locks import row_get_locked, season_get_organised
from league.topics import TOPICS


@transaction.atomic
def notification_read(*, actor: User, notification_id: int, at: datetime) -> Notification:
    """Mark one's own as read. Raises Notification.DoesNotExist for another person's."""
    notification = row_get_locked(actor.notifications.all(), pk=notification_id)
    if notification.read_at is None:
        notification.read_at = at
        notification.save(update_fields=["read_at"])
    return notification


@transaction.atomic
def notifications_read_all(*, actor: User, at: datetime) -> int:
    """Mark all of one's own as read; returns how many were not."""
    return actor.notifications.filter(read_at__isnull=True).update(read_at=at)


@transaction.atomic
def mail_choose(*, actor: User, wanted: Iterable[str], at: datetime) -> None:
    """Which topics come by mail; the others stay in the inbox. It holds for what is written from
    now on. Names that are no topic are passed over."""
    chosen = set(wanted)
    off = [name for name in TOPICS if name not in chosen]
    User.objects.filter(pk=actor.pk).update(mail_off=off)


@transaction.atomic
def notifications_retry_all(*, actor: User, season_id: int, at: datetime) -> int:
    """Put every mail of the season that failed back in the queue; returns how many there were.
    Raises PermissionDenied."""
    season = season_get_organised(actor=actor, season_id=season_id)
    return season.notifications.filter(state=WorkState.FAILED).update(
        state=WorkState.WAITING, next_at=at, attempts=0, error=""
    )


@transaction.atomic
def notification_retry(
    *, actor: User, season_id: int, notification_id: int, at: datetime
) -> Notification:
    """Put a mail that failed back in the queue, due now. Raises PermissionDenied, Refused
    `notification.not_failed`."""
    season = season_get_organised(actor=actor, season_id=season_id)
    notification = row_get_locked(season.notifications.all(), pk=notification_id)
    if notification.state != WorkState.FAILED:
        raise Refused("notification.not_failed")
    notification.state, notification.next_at = WorkState.WAITING, at
    notification.attempts, notification.error = 0, ""
    notification.save(update_fields=["state", "next_at", "attempts", "error"])
    return notification
