"""Which notices come by mail: chosen by topic, except what a right hangs on; and the outbox."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from league.models import Notification, User, WorkState
from league.services.inbox import mail_choose
from league.services.notifications import notifications_send_due, notify
from league.topics import TOPICS, is_muted
from tests import factories
from tests.factories import AT

ROOT = Path(__file__).resolve().parent.parent.parent
ALWAYS = (
    "date.proposed",
    "case.opened",
    "ruling.made",
    "statements.due",
    "claim.receipt",
    "draw.shared",
    "line_up.shared",
)


def tell(user: User, kind: str) -> Notification:
    notify(
        recipients=[User.objects.get(pk=user.pk)],
        kind=kind,
        subject="Algo",
        body="Algo ha pasado.",
        path="/",
        deduplication_key=kind,
        at=AT,
    )
    return Notification.objects.get(recipient=user, kind=kind)


@pytest.mark.django_db
class TestChoosing:
    def test_a_topic_switched_off_stays_in_the_inbox(self) -> None:
        ana = factories.user()
        mail_choose(actor=ana, wanted=["settled"], at=AT)
        quiet, loud = tell(ana, "result.missing"), tell(ana, "encounter.final")
        assert (quiet.by_mail, quiet.state, quiet.next_at) == (False, WorkState.DONE, None)
        assert (loud.by_mail, loud.state) == (True, WorkState.WAITING)
        notifications_send_due(at=AT)
        assert [message.subject for message in mail.outbox] == ["Algo"]
        assert ana.notifications.filter(read_at__isnull=True).count() == 2

    @pytest.mark.parametrize("kind", ALWAYS)
    def test_what_a_right_hangs_on_always_comes(self, kind: str) -> None:
        ana = factories.user()
        mail_choose(actor=ana, wanted=[], at=AT)
        assert tell(ana, kind).by_mail

    def test_everything_comes_until_somebody_chooses(self) -> None:
        ana = factories.user()
        assert all(tell(ana, kind).by_mail for topic in TOPICS.values() for kind in topic.kinds)

    def test_the_page_keeps_what_was_ticked_and_a_mail_leads_to_it(self, client: Client) -> None:
        ana = factories.user()
        client.force_login(ana)
        address = reverse("league:inbox-mail")
        assert client.get(address).content.decode().count(" checked") == len(TOPICS)
        client.post(address, {"topic": ["prints", "nonsense"]})
        ana.refresh_from_db()
        assert set(ana.mail_off) == set(TOPICS) - {"prints"}
        assert client.get(address).content.decode().count(" checked") == 1
        tell(ana, "case.opened")
        notifications_send_due(at=AT)
        assert address in mail.outbox[0].body
        assert address in str(mail.outbox[0].alternatives[0][0])


class TestTopics:
    def test_every_kind_of_a_topic_is_one_that_is_told(self) -> None:
        said = "".join(path.read_text() for path in ROOT.glob("*/s*/**/*.py"))
        for topic in TOPICS.values():
            for kind in topic.kinds:
                assert f'"{kind}"' in said, kind

    def test_a_topic_that_is_no_more_mutes_nothing(self) -> None:
        assert not is_muted("result.missing", ["gone"])


@pytest.fixture
def season() -> Any:
    season = factories.season()
    for state, more in (
        ("WAITING", {"attempts": 2, "error": "SMTPServerDisconnected: nobody listens"}),
        ("DONE", {"sent_at": AT + timedelta(minutes=1)}),
        ("FAILED", {"attempts": 8, "error": "SMTPRecipientsRefused"}),
        ("FAILED", {"attempts": 8, "error": "SMTPRecipientsRefused"}),
        ("DONE", {"by_mail": False}),
    ):
        next_at = AT if state == "WAITING" else None
        factories.notification(season=season, state=state, next_at=next_at, **more)
    return season


@pytest.mark.django_db
class TestOutbox:
    def page(self, client: Client, season: Any, **query: str) -> str:
        client.force_login(factories.role(season=season).user)
        address = reverse("league:outbox", kwargs={"season_id": season.pk})
        return client.get(address, query).content.decode()

    def test_tells_sent_waiting_failed_and_inbox_alone_apart(
        self, client: Client, season: Any
    ) -> None:
        text = self.page(client, season)
        for words in ("2 intentos", "8 intentos", "SMTPRecipientsRefused", "solo en la página"):
            assert words in text, words

    @pytest.mark.parametrize(
        ("state", "rows"), [("DONE", 1), ("QUIET", 1), ("FAILED", 2), ("WAITING", 1)]
    )
    def test_is_searched_by_state(self, client: Client, season: Any, state: str, rows: int) -> None:
        client.force_login(factories.role(season=season).user)
        address = reverse("league:outbox", kwargs={"season_id": season.pk})
        response = client.get(address, {"state": state})
        assert len(response.context["table"].rows) == rows

    def test_sends_all_that_failed_again(self, client: Client, season: Any) -> None:
        assert "Enviar de nuevo los fallidos" in self.page(client, season)
        address = reverse("league:outbox-retry-all", kwargs={"season_id": season.pk})
        assert "2 correos fallidos" in client.get(address).content.decode()
        client.post(address)
        assert not season.notifications.filter(state="FAILED").exists()
        assert season.notifications.filter(state="WAITING", attempts=0, error="").count() == 2
        assert "Enviar de nuevo los fallidos" not in self.page(client, season)
