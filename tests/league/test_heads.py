"""The head of each day: noted once, told to who wants to know, shown on a page and in a feed."""

from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
from django.db import transaction
from django.test import Client

from league import ledger
from league.jobs import Work
from league.models import DayHead, LedgerChain, Notification, Season, User
from league.services.heads import heads_note, heads_want
from tests import factories

pytestmark = pytest.mark.django_db

MORNING = datetime(2026, 12, 5, 6, 30, tzinfo=UTC)  # half past seven, in Madrid
ATOM = "{http://www.w3.org/2005/Atom}"


def act(season: Season | None, at: datetime = MORNING - timedelta(hours=8)) -> None:
    with transaction.atomic():
        ledger.append(season=season, actor=None, at=at, action="test.act", subject="test:1")


def note(at: datetime = MORNING) -> dict[str, int]:
    return heads_note(Work(1, "heads", {}, at, lambda done, total: None))


@pytest.fixture
def organiser() -> User:
    return factories.role(season=factories.season(is_public=True)).user


@pytest.fixture
def season(organiser: User) -> Season:
    return Season.objects.get(roles__user=organiser)


class TestNoting:
    def test_the_day_that_has_ended_with_the_head_of_each_chain(self, season: Season) -> None:
        act(season)
        act(None)
        assert note()["heads"] == 2
        row = DayHead.objects.get(chain__season=season)
        chain = LedgerChain.objects.get(season=season)
        assert (row.day.isoformat(), row.length, row.head) == ("2026-12-04", 1, chain.head)

    def test_once_a_day_and_only_when_it_moved(self, season: Season) -> None:
        act(season)
        note()
        assert note(MORNING + timedelta(hours=1)) == {"heads": 0, "told": 0}
        assert note(MORNING + timedelta(days=1)) == {"heads": 0, "told": 0}
        act(season)
        assert note(MORNING + timedelta(days=2))["heads"] == 1
        assert [row.day.day for row in DayHead.objects.order_by("day")] == [4, 6]

    def test_a_night_goes_on_until_seven(self, season: Season) -> None:
        act(season)
        note(MORNING - timedelta(hours=1))
        assert DayHead.objects.get().day.isoformat() == "2026-12-03"


class TestTelling:
    def test_the_organiser_and_who_asked_and_nobody_else(
        self, season: Season, organiser: User
    ) -> None:
        curious, other = factories.user(), factories.user()
        heads_want(actor=curious, wanted=True, at=MORNING)
        act(season)
        assert note()["told"] == 2
        told = Notification.objects.filter(kind="ledger.head")
        assert {message.recipient for message in told} == {organiser, curious}
        assert other not in {message.recipient for message in told}
        head = LedgerChain.objects.get(season=season).head
        assert all(head in message.body for message in told)
        heads_want(actor=curious, wanted=False, at=MORNING)
        act(season)
        assert note(MORNING + timedelta(days=1))["told"] == 1

    def test_a_season_that_is_not_public_is_told_to_its_own_people_alone(
        self, organiser: User, season: Season
    ) -> None:
        curious = factories.user(wants_heads=True)
        Season.objects.filter(pk=season.pk).update(is_public=False)
        act(season)
        assert note()["told"] == 1
        assert Notification.objects.get().recipient == organiser
        assert curious.notifications.count() == 0


class TestShowing:
    def test_page_and_feed_have_the_public_ones(self, season: Season, client: Client) -> None:
        hidden = factories.season(is_public=False)
        for one in (season, hidden, None):
            act(one)
        note()
        heads = {row.chain.season_id: row.head for row in DayHead.objects.select_related("chain")}
        for address in ("/verificar/registro/", "/verificar/registro.atom"):
            text = client.get(address).content.decode()
            assert heads[season.pk] in text
            assert heads[None] in text
            assert heads[hidden.pk] not in text

    def test_the_feed_is_atom(self, season: Season, client: Client) -> None:
        empty = ElementTree.fromstring(client.get("/verificar/registro.atom").content)
        assert empty.find(f"{ATOM}entry") is None
        act(season)
        note()
        feed = ElementTree.fromstring(client.get("/verificar/registro.atom").content)
        assert feed.tag == f"{ATOM}feed"
        assert feed.findtext(f"{ATOM}entry/{ATOM}title") == "04/12/2026"
        assert feed.findtext(f"{ATOM}updated") == MORNING.isoformat()

    def test_a_head_that_somebody_kept_is_looked_up(self, season: Season, client: Client) -> None:
        act(season)
        head = LedgerChain.objects.get(season=season).head

        def said(asked: str) -> str:
            return client.get("/verificar/registro/", {"cabeza": asked}).content.decode()

        assert "Está en el registro" in said(f" {head.upper()} ")
        assert "No está en el registro" in said("0" * 64)
        assert "Está en el registro" in said(f"{head[:8]} {head[8:16]}…")
        assert "faltan o sobran letras" in said(head[:15])
        assert "faltan o sobran letras" in said(head + "0")
        Season.objects.update(is_public=False)
        assert "No está en el registro" in said(head)

    def test_somebody_signed_in_begins_and_stops_getting_the_mail(self, client: Client) -> None:
        person = factories.user()
        client.force_login(person)
        for wanted in (True, False):
            page = client.post(
                "/verificar/registro/correo/", {"wanted": int(wanted)}, follow=True
            ).content.decode()
            person.refresh_from_db()
            assert person.wants_heads is wanted
            assert ("Dejar de recibir" in page) is wanted
