"""Messages to people: written with the fact, mailed once, tried again, shown when they fail."""

import smtplib
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db import transaction

from league.models import Notification, User, WorkState
from league.services.notifications import (
    LEASE,
    MAX_ATTEMPTS,
    notifications_send_due,
    notify,
)
from tests import factories
from tests.factories import AT
from tests.racing import at_once


def tell(*recipients: User, **facts: Any) -> int:
    return notify(
        recipients=recipients,
        **{
            "kind": "claim.received",
            "subject": "Reclamación recibida",
            "body": "La peña «Los Ñeros» presentó una reclamación.\n\nPlazo: 48 horas.",
            "path": "/expedientes/1/",
            "deduplication_key": "claim:1:received",
            "at": AT,
        }
        | facts,
    )


def send(at: datetime = AT) -> int:
    return notifications_send_due(at=at, clock=lambda: at)


@pytest.fixture
def broken_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def refuse(self: EmailMultiAlternatives, *args: Any, **kwargs: Any) -> int:
        raise smtplib.SMTPServerDisconnected("nobody listens")

    with monkeypatch.context() as patch:
        patch.setattr(EmailMultiAlternatives, "send", refuse)
        yield


@pytest.mark.django_db
class TestNotify:
    def test_writes_a_row_for_each_person(self) -> None:
        ana, xuan = factories.user(), factories.user()
        season = factories.season()
        assert tell(ana, xuan, season=season) == 2
        row = ana.notifications.get()
        assert (row.subject, row.season, row.created_at) == ("Reclamación recibida", season, AT)
        assert row.state == WorkState.WAITING

    def test_the_same_key_reaches_a_person_once(self) -> None:
        ana, xuan = factories.user(), factories.user()
        tell(ana)
        tell(ana, ana, xuan)
        assert ana.notifications.count() == xuan.notifications.count() == 1

    def test_a_key_longer_than_the_column_still_tells_apart(self) -> None:
        ana = factories.user()
        for last in "ab":
            tell(ana, deduplication_key="k" * 300 + last)
            tell(ana, deduplication_key="k" * 300 + last)
        assert ana.notifications.count() == 2

    def test_switched_off_accounts_get_nothing(self) -> None:
        assert tell(factories.user(is_active=False)) == 0

    def test_disappears_with_the_transaction_of_its_fact(self) -> None:
        ana = factories.user()
        with pytest.raises(RuntimeError), transaction.atomic():
            tell(ana)
            raise RuntimeError
        assert not Notification.objects.exists()

    def test_a_broker_that_is_down_is_never_asked(self, settings: Any) -> None:
        settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
        assert tell(factories.user()) == 1


@pytest.mark.django_db
class TestNotificationsSendDue:
    def test_sends_text_and_page_with_the_link(self, settings: Any) -> None:
        settings.SITE_URL = "https://mus.example.org"
        tell(factories.user(email="ana@example.org", name="Ana Muñiz"))
        assert send() == 1
        (message,) = mail.outbox
        assert message.to == ["ana@example.org"]
        assert message.subject == "Reclamación recibida"
        assert "Hola, Ana Muñiz:" in message.body
        assert "«Los Ñeros»" in message.body
        assert "https://mus.example.org/expedientes/1/" in message.body
        html, kind = message.alternatives[0]
        assert kind == "text/html"
        assert 'href="https://mus.example.org/expedientes/1/"' in html
        assert message.extra_headers["Message-ID"].endswith("@mus.example.org>")

    def test_what_people_wrote_is_escaped_in_the_page_alone(self) -> None:
        tell(factories.user(), body="2 < 3 & <b>sí</b>")
        send()
        assert "2 < 3 & <b>sí</b>" in mail.outbox[0].body
        assert "<b>" not in mail.outbox[0].alternatives[0][0]

    def test_a_subject_of_two_lines_forges_no_header(self) -> None:
        tell(factories.user(), subject="Hola\nBcc: todos@example.org")
        assert send() == 1
        assert mail.outbox[0].subject == "Hola Bcc: todos@example.org"
        assert mail.outbox[0].bcc == []

    def test_nothing_before_its_moment_and_nothing_twice(self) -> None:
        row = factories.notification()
        assert send(AT - timedelta(seconds=1)) == 0
        assert send() == 1
        assert send(AT + timedelta(days=1)) == 0
        row.refresh_from_db()
        assert (row.state, row.sent_at, row.next_at) == (WorkState.DONE, AT, None)

    def test_one_that_a_dead_worker_held_goes_out_after_its_lease(self) -> None:
        row = factories.notification()
        Notification.objects.filter(pk=row.pk).update(next_at=AT + LEASE, attempts=1)
        assert send(AT + LEASE - timedelta(seconds=1)) == 0
        assert send(AT + LEASE) == 1

    @pytest.mark.usefixtures("broken_server")
    def test_tries_again_later_and_at_last_shows_the_failure(self) -> None:
        row = factories.notification()
        moment = AT
        for _ in range(MAX_ATTEMPTS - 1):
            assert send(moment) == 0
            row.refresh_from_db()
            assert (row.state, row.next_at > moment) == (WorkState.WAITING, True)
            moment = row.next_at
        send(moment)
        row.refresh_from_db()
        assert (row.state, row.next_at, row.sent_at) == (WorkState.FAILED, None, None)
        assert row.error == "SMTPServerDisconnected: nobody listens"

    def test_an_address_that_fails_holds_nobody_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        bad, good = factories.notification(), factories.notification()
        original = EmailMultiAlternatives.send

        def picky(self: EmailMultiAlternatives, *args: Any, **kwargs: Any) -> int:
            if self.to == [bad.recipient.email]:
                raise smtplib.SMTPRecipientsRefused({})
            return original(self, *args, **kwargs)

        monkeypatch.setattr(EmailMultiAlternatives, "send", picky)
        assert send() == 1
        good.refresh_from_db()
        assert good.state == WorkState.DONE

    def test_no_mail_to_an_account_switched_off_meanwhile(self) -> None:
        row = factories.notification()
        User.objects.update(is_active=False)
        assert send() == 0
        row.refresh_from_db()
        assert row.state == WorkState.FAILED


@pytest.mark.django_db(transaction=True)
class TestManyDrainersAtOnce:
    def test_every_mail_goes_out_exactly_once(self) -> None:
        rows = [factories.notification() for _ in range(20)]
        outcomes = at_once([send] * 4)
        assert sum(outcomes) == 20, outcomes  # type: ignore[arg-type]
        assert sorted(message.to[0] for message in mail.outbox) == sorted(
            row.recipient.email for row in rows
        )

    def test_the_same_message_written_at_once_is_one(self) -> None:
        ana = factories.user()
        outcomes = at_once([lambda: tell(ana)] * 6)
        assert outcomes == [1] * 6
        assert ana.notifications.count() == 1
