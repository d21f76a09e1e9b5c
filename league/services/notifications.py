"""Messages to people: a row in the transaction of the fact, a mail when its turn comes.

The inbox shows the row at once. Drainers claim rows by compare-and-set, many at a time; a mail
that cannot be sent is tried again later and is at last shown as failed in the outbox. A drainer
that dies between sending and saying so sends it once more after its lease, with the same
Message-ID.
"""

import hashlib
import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from league.models import Notification, Season, User, WorkState
from league.services.jobs import Clock, backoff
from league.topics import is_muted

logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=5)
MAX_ATTEMPTS = 8
_KEY_LENGTH = 160

Addition = Callable[[Notification, datetime], str]
_ADDITIONS: dict[str, Addition] = {}


def mail_adds(kind: str, addition: Addition) -> None:
    """Name what mails of a kind say beside their text, computed as they leave and kept nowhere: a
    secret that belongs into no table and on no page of the outbox."""
    _ADDITIONS[kind] = addition


def notify(
    *,
    recipients: Iterable[User],
    kind: str,
    subject: str,
    body: str,
    path: str,
    deduplication_key: str,
    at: datetime,
    season: Season | None = None,
) -> int:
    """Write a message to each of `recipients`, in the caller's transaction.

    `path` is the page of the site that it is about. The same key never reaches the same person
    twice; a person named twice counts once; switched-off accounts get nothing. Who wants no mail of
    its topic has it in the inbox alone. Returns how many people it was written to, those included
    that had it already.
    """
    people = {user.pk: user for user in recipients if user.is_active}
    quiet = {pk for pk, user in people.items() if is_muted(kind, user.mail_off)}
    Notification.objects.bulk_create(
        [
            Notification(
                season=season,
                recipient=user,
                kind=kind,
                subject=_one_line(subject),
                body=body,
                path=path,
                deduplication_key=_key(deduplication_key, user),
                created_at=at,
                by_mail=pk not in quiet,
                state=WorkState.DONE if pk in quiet else WorkState.WAITING,
                next_at=None if pk in quiet else at,
            )
            for pk, user in sorted(people.items())
        ],
        ignore_conflicts=True,
    )
    return len(people)


def notifications_send_due(*, at: datetime, clock: Clock = timezone.now, limit: int = 200) -> int:
    """Send by mail what is due at `at`. `clock` says when each was claimed, for its lease.

    Returns how many mails went out.
    """
    due = (
        Notification.objects.filter(state=WorkState.WAITING, next_at__lte=at)
        .select_related("recipient")
        .order_by("next_at", "id")
    )
    sent = 0
    connection = get_connection()
    try:
        for notification in list(due[:limit]):
            lease = max(at, clock()) + LEASE
            if _claim(notification, lease):
                sent += _send(notification, connection, at, lease)
    finally:
        connection.close()
    return sent


def _claim(notification: Notification, lease: datetime) -> bool:
    claimed = Notification.objects.filter(
        pk=notification.pk, state=WorkState.WAITING, next_at=notification.next_at
    ).update(next_at=lease, attempts=notification.attempts + 1)
    return claimed == 1


def _send(notification: Notification, connection: Any, at: datetime, lease: datetime) -> bool:
    mine = Notification.objects.filter(pk=notification.pk, state=WorkState.WAITING, next_at=lease)
    if not notification.recipient.is_active:
        mine.update(state=WorkState.FAILED, next_at=None, error="inactive account")
        return False
    try:
        _mail(notification, connection, at).send()
    except Exception as error:  # noqa: BLE001  a mail server fails in more ways than can be named
        logger.warning("mail of notification %s failed: %s", notification.pk, error)
        attempts = notification.attempts + 1
        text = f"{type(error).__name__}: {error}"[:2000]
        if attempts < MAX_ATTEMPTS:
            mine.update(next_at=at + backoff(attempts), error=text)
        else:
            mine.update(state=WorkState.FAILED, next_at=None, error=text)
        return False
    mine.update(state=WorkState.DONE, next_at=None, sent_at=at, error="")
    return True


def _mail(notification: Notification, connection: Any, at: datetime) -> EmailMultiAlternatives:
    addition = _ADDITIONS.get(notification.kind)
    facts = {
        "notification": notification,
        "addition": addition(notification, at) if addition else "",
        "name": notification.recipient.get_full_name(),
        "link": urljoin(settings.SITE_URL, notification.path) if notification.path else "",
        "site": settings.SITE_URL,
        "choose": urljoin(settings.SITE_URL, reverse("league:inbox-mail")),
    }
    with translation.override("es"):
        text = render_to_string("mail/notification.txt", facts)
        html = render_to_string("mail/notification.html", facts)
    message = EmailMultiAlternatives(
        subject=_one_line(notification.subject),
        body=text,
        to=[notification.recipient.email],
        connection=connection,
        headers={"Message-ID": _message_id(notification)},
    )
    message.attach_alternative(html, "text/html")
    return message


def _message_id(notification: Notification) -> str:
    digest = hashlib.sha256(notification.deduplication_key.encode()).hexdigest()[:32]
    return f"<{digest}@{urlsplit(settings.SITE_URL).hostname or 'localhost'}>"


def _one_line(subject: str) -> str:
    """A subject is a header: without line breaks, and no longer than its column."""
    return " ".join(subject.split())[:200]


def _key(deduplication_key: str, user: User) -> str:
    key = f"{deduplication_key}:{user.pk}"
    if len(key) <= _KEY_LENGTH:
        return key
    return f"{hashlib.sha256(deduplication_key.encode()).hexdigest()}:{user.pk}"
