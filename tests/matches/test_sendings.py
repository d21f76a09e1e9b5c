"""What a phone sends counts once and is answered in JSON; without script nothing is different."""

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import User
from matches.models import Break, Incident, Partida, Sending, Signature
from matches.selectors.sendings import noted_away
from matches.views.evening.sending import phone_key
from tests import factories
from tests.matches import evening_stage
from tests.matches.stage import AT, DECKS, END, Evening

pytestmark = pytest.mark.django_db

Send = Callable[..., Any]
INCIDENT = {"kind": "SPECTATORS", "text": "Se pidió al público que saliera."}


@pytest.fixture
def evening() -> Evening:
    made = evening_stage.evening()
    made.close_line_ups()
    made.draw()
    return made


@pytest.fixture(autouse=True)
def night(time_machine: Any) -> Any:
    time_machine.move_to(AT + timedelta(minutes=5), tick=False)
    return time_machine


@pytest.fixture
def send(evening: Evening) -> Send:
    """Send as a phone's script does, as the delegate at home unless told otherwise."""

    def post(
        name: str,
        data: dict[str, Any],
        *more: int,
        user: User | None = None,
        key: str = "",
        noted_at: datetime | None = None,
        phone_at: datetime | None = None,
        fragment: bool = False,
    ) -> Any:
        client = Client()
        client.force_login(user or evening.home)
        headers = {"Idempotency-Key": key or str(uuid.uuid4())}
        if noted_at and phone_at:
            headers |= {"X-Noted-At": noted_at.isoformat(), "X-Phone-At": phone_at.isoformat()}
        if fragment:
            headers["HX-Request"] = "true"
        return client.post(url(name, evening, *more), data, headers=headers)

    return post


def url(name: str, evening: Evening, *more: int) -> str:
    return reverse(f"matches:{name}", args=[evening.encounter.pk, *more])


def games(home: int, away: int, *, revision: int = 0, seen: str = "0-0") -> dict[str, Any]:
    return {
        "board-1-home": home,
        "board-1-away": away,
        "board-1-revision": revision,
        "board-1-seen": seen,
    }


class TestOnce:
    def test_four_times_the_same_is_one_effect_and_one_answer(
        self, evening: Evening, send: Send
    ) -> None:
        key = str(uuid.uuid4())
        answers = [send("evening-board", games(5, 3), 1, key=key) for _ in range(4)]
        assert {answer.status_code for answer in answers} == {200}
        assert {answer.json()["revision"] for answer in answers} == {1}
        assert {answer.json()["next"] for answer in answers} == {answers[0].json()["next"]}
        assert [answer.json().get("again", False) for answer in answers] == [False, *[True] * 3]
        board = Partida.objects.get(encounter=evening.encounter, board=1)
        assert (board.home_games, board.away_games, board.revision) == (5, 3, 1)

    def test_an_incident_sent_again_after_it_was_withdrawn_stays_withdrawn(
        self, evening: Evening, send: Send
    ) -> None:
        key = str(uuid.uuid4())
        send("evening-incidents", INCIDENT, key=key)
        incident = Incident.objects.get()
        send("evening-incident-withdraw", {}, incident.pk)
        assert send("evening-incidents", INCIDENT, key=key).json()["again"]
        assert Incident.objects.count() == 1

    def test_another_thing_under_the_same_key_is_refused(
        self, evening: Evening, send: Send
    ) -> None:
        key = str(uuid.uuid4())
        send("evening-board", games(5, 3), 1, key=key)
        answer = send("evening-board", games(5, 4, revision=1), 1, key=key)
        assert (answer.status_code, bool(answer.json()["error"])) == (409, True)
        assert Partida.objects.get(encounter=evening.encounter, board=1).away_games == 3

    def test_keys_of_two_people_do_not_meet(self, evening: Evening, send: Send) -> None:
        key = str(uuid.uuid4())
        send("evening-incidents", INCIDENT, key=key)
        answer = send("evening-incidents", INCIDENT, key=key, user=evening.away)
        assert "again" not in answer.json()
        assert Incident.objects.count() == 2

    def test_what_was_refused_may_come_again(self, evening: Evening, send: Send) -> None:
        key = str(uuid.uuid4())
        answer = send("evening-board", games(5, 5), 1, key=key)
        assert answer.status_code == 422
        assert "5–5" in answer.json()["error"] or answer.json()["error"]
        assert not Sending.objects.exists()
        assert send("evening-board", games(5, 4), 1, key=key).status_code == 200

    def test_two_weeks_later_it_is_forgotten(
        self, evening: Evening, send: Send, night: Any
    ) -> None:
        send("evening-board", games(1, 0), 1)
        night.move_to(AT + timedelta(days=15))
        send("evening-board", games(2, 0, revision=1), 1)
        assert Sending.objects.count() == 1


class TestAnswers:
    def test_401_when_the_session_is_over(self, evening: Evening) -> None:
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        answer = Client().post(url("evening-board", evening, 1), games(5, 3), headers=headers)
        assert answer.status_code == 401
        assert answer.json()["login"] == reverse("account_login")
        assert Client().get(reverse("matches:evening-signal")).status_code == 401

    def test_403_for_somebody_else(self, evening: Evening, send: Send) -> None:
        stranger = evening_stage.evening(starts_at=AT + timedelta(days=7)).home
        assert send("evening-board", games(5, 3), 1, user=stranger).status_code == 403
        assert not Sending.objects.exists()

    def test_422_where_a_page_asks_something_back(self, evening: Evening, send: Send) -> None:
        answer = send("evening-incidents", {"kind": "", "text": ""})
        assert (answer.status_code, bool(answer.json()["error"])) == (422, True)

    def test_409_when_the_evening_has_moved_on_and_where_to_look(
        self, evening: Evening, send: Send
    ) -> None:
        evening.play([(5, 3), (3, 5), (5, 0), (4, 5)])
        evening.end()
        answer = send("evening-board", games(5, 4, revision=1, seen="5-3"), 1)
        assert answer.status_code == 409
        assert answer.json()["next"] == url("evening", evening)
        assert answer.json()["error"]

    def test_a_fragment_for_the_boards(self, evening: Evening, send: Send) -> None:
        answer = send("evening-board", games(5, 3), 1, fragment=True)
        assert 'id="boards"' in answer.json()["html"]
        assert "html" not in Sending.objects.get().answer

    def test_a_key_that_is_none(self, evening: Evening, send: Send) -> None:
        assert send("evening-board", games(5, 3), 1, key="mine").status_code == 422

    def test_a_signal_brings_person_token_and_time(self, evening: Evening) -> None:
        client = Client()
        client.force_login(evening.home)
        answer = client.get(reverse("matches:evening-signal"))
        assert answer.json()["user"] == phone_key(evening.home) != phone_key(evening.away)
        assert answer.json()["csrf"]
        assert datetime.fromisoformat(answer.json()["now"]) == AT + timedelta(minutes=5)
        assert "no-store" in answer.headers["Cache-Control"]

    def test_the_fresh_token_is_good(self, evening: Evening) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(evening.home)
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        path = url("evening-board", evening, 1)
        assert client.post(path, games(5, 3), headers=headers).status_code == 403
        headers["X-CSRFToken"] = client.get(reverse("matches:evening-signal")).json()["csrf"]
        assert client.post(path, games(5, 3), headers=headers).status_code == 200


class TestTwoPhones:
    def test_of_both_sides_on_one_board_are_a_choice(self, evening: Evening, send: Send) -> None:
        send("evening-board", games(3, 5), 1, user=evening.away)
        answer = send("evening-board", games(5, 3), 1)
        assert answer.status_code == 409
        assert answer.json()["conflict"] == {"mine": [5, 3], "theirs": [3, 5], "revision": 1}
        board = Partida.objects.get(encounter=evening.encounter, board=1)
        assert (board.home_games, board.away_games) == (3, 5)
        # The choice: mine, on top of what stands.
        assert send("evening-board", games(5, 3, revision=1), 1).status_code == 200

    def test_even_when_each_changed_another_pair(self, evening: Evening, send: Send) -> None:
        send("evening-board", games(0, 5), 1, user=evening.away)
        assert send("evening-board", games(3, 0), 1).json()["conflict"]["theirs"] == [0, 5]

    def test_of_one_delegate_are_merged_field_by_field(self, evening: Evening, send: Send) -> None:
        send("evening-board", games(0, 3), 1)
        answer = send("evening-board", games(5, 0), 1)
        assert (answer.status_code, answer.json()["revision"]) == (200, 2)
        board = Partida.objects.get(encounter=evening.encounter, board=1)
        assert (board.home_games, board.away_games) == (5, 3)

    def test_of_one_delegate_with_the_same_field_are_a_choice(
        self, evening: Evening, send: Send
    ) -> None:
        send("evening-board", games(2, 0), 1)
        assert send("evening-board", games(5, 0), 1).json()["conflict"]["theirs"] == [2, 0]

    def test_the_same_from_both_is_no_conflict(self, evening: Evening, send: Send) -> None:
        send("evening-board", games(5, 3), 1, user=evening.away)
        assert send("evening-board", games(5, 3), 1).json()["revision"] == 1


class TestClocks:
    def test_a_break_began_and_ended_when_that_was_noted(
        self, evening: Evening, send: Send, night: Any
    ) -> None:
        """By the server's clock: this phone is three minutes fast."""
        send("evening-board", games(1, 3), 1)
        night.move_to(AT + timedelta(hours=1), tick=False)
        fast = timedelta(minutes=3)
        send(
            "evening-break",
            {"kind": "THIRD_LOST", "side": "HOME"},
            1,
            noted_at=AT + timedelta(minutes=40) + fast,
            phone_at=AT + timedelta(hours=1) + fast,
        )
        send(
            "evening-break-end",
            {},
            1,
            noted_at=AT + timedelta(minutes=52) + fast,
            phone_at=AT + timedelta(hours=1) + fast,
        )
        pause = Break.objects.get()
        assert (pause.started_at, pause.ended_at) == (
            AT + timedelta(minutes=40),
            AT + timedelta(minutes=52),
        )
        # Both hours stand beside each other where the board is read.
        client = Client()
        client.force_login(evening.away)
        page = " ".join(client.get(url("evening-table", evening, 1)).content.decode().split())
        began = timezone.localtime(pause.started_at)
        assert (
            f"el descanso empezó sin cobertura: a las {began + fast:%H:%M:%S} en el teléfono, con "
            f"3 min de adelanto; a las {began:%H:%M:%S}, hora oficial"
        ) in page
        assert "el descanso terminó sin cobertura" in page

    def test_the_end_keeps_the_phone_s_hour_and_says_the_difference(
        self, evening: Evening, send: Send, night: Any
    ) -> None:
        evening.play([(5, 3), (3, 5), (5, 0), (4, 5)])
        night.move_to(END + timedelta(minutes=30), tick=False)
        slow = timedelta(minutes=-2)
        data = {
            "ended_at": END.strftime("%Y-%m-%dT%H:%M"),
            "proposed": END.isoformat(),
            "acknowledged": list(DECKS),
        }
        data["ended_at"] = timezone_local(END)
        answer = send(
            "evening-end",
            data,
            noted_at=END + slow,
            phone_at=END + timedelta(minutes=30) + slow,
        )
        assert answer.status_code == 200, answer.json()
        evening.encounter.refresh_from_db()
        assert evening.encounter.ended_at == END
        found = noted_away(encounter_id=evening.encounter.pk, path=url("evening-end", evening))
        assert found is not None
        assert (found.phone, found.official, found.fast_seconds) == (END + slow, END, -120)
        client = Client()
        client.force_login(evening.away)
        page = " ".join(client.get(url("evening-sign", evening)).content.decode().split())
        assert "El final se anotó sin cobertura" in page
        assert "con 2 min de retraso" in page

    def test_what_came_at_once_has_no_story(self, evening: Evening, send: Send) -> None:
        now = AT + timedelta(minutes=5)
        send("evening-board", games(5, 3), 1, noted_at=now, phone_at=now + timedelta(seconds=1))
        path = url("evening-board", evening, 1)
        assert noted_away(encounter_id=evening.encounter.pk, path=path) is None

    @pytest.mark.regulation("M-D.4")
    @pytest.mark.regulation("M-T.4")
    def test_a_break_of_twelve_minutes_without_coverage_is_found_too_long(
        self, evening: Evening, send: Send, night: Any
    ) -> None:
        send("evening-board", games(1, 3), 1)
        night.move_to(AT + timedelta(hours=1), tick=False)
        for name, minutes, data in (
            ("evening-break", 40, {"kind": "THIRD_LOST", "side": "HOME"}),
            ("evening-break-end", 52, {}),
        ):
            noted = AT + timedelta(minutes=minutes)
            send(name, data, 1, noted_at=noted, phone_at=AT + timedelta(hours=1))
        evening.play([(5, 3), (3, 5), (5, 0), (4, 5)])
        night.move_to(END, tick=False)
        client = Client()
        client.force_login(evening.home)
        page = client.get(url("evening-end", evening)).content.decode()
        assert "#M-D.4" in page

    @pytest.mark.parametrize("noted", ["gestern", "2026-10-02T21:00:00", ""])
    def test_a_clock_that_makes_no_sense_is_not_heeded(self, evening: Evening, noted: str) -> None:
        client = Client()
        client.force_login(evening.home)
        headers = {
            "Idempotency-Key": str(uuid.uuid4()),
            "X-Noted-At": noted,
            "X-Phone-At": AT.isoformat(),
        }
        client.post(url("evening-board", evening, 1), games(5, 3), headers=headers)
        assert Sending.objects.get().noted_at is None


def timezone_local(moment: datetime) -> str:
    return timezone.localtime(moment).strftime("%Y-%m-%dT%H:%M")


class TestThePhone:
    def test_the_worker_is_at_the_root(self) -> None:
        answer = Client().get("/sw.js")
        assert answer.headers["Content-Type"].startswith("text/javascript")
        assert answer.headers["Service-Worker-Allowed"] == "/"
        assert answer.headers["Cache-Control"] == "no-cache"
        assert "Cookie" not in answer.headers.get("Vary", "")

    def test_pages_say_for_whom_they_may_be_kept(self, evening: Evening) -> None:
        for user in (evening.home, evening.away):
            client = Client()
            client.force_login(user)
            for page in (url("evening-boards", evening), reverse("matches:tonight")):
                assert client.get(page).headers["X-Kept-For"] == phone_key(user)
        public = Client().get(reverse("league:home"))
        assert "X-Kept-For" not in public.headers

    def test_what_a_phone_reckons_with_travels_as_data(self, evening: Evening) -> None:
        """Of its own side alone, by its ETag, and for nobody's cache but the worker's."""
        address = url("evening-data", evening)
        assert Client().get(address).status_code == 401
        sides = ((evening.home, evening.home_fichas), (evening.away, evening.away_fichas))
        for user, fichas in sides:
            client = Client()
            client.force_login(user)
            answer = client.get(address)
            found = answer.json()
            assert answer.headers["X-Kept-For"] == phone_key(user)
            assert "no-store" in answer.headers["Cache-Control"]
            assert {one["id"] for one in found["line_up"]["fichas"]} == {row.pk for row in fichas}
            etag = answer.headers["ETag"]
            again = client.get(address, headers={"If-None-Match": etag})
            assert (again.status_code, again.content) == (304, b"")
        assert [5, 3] in found["legal"] and [5, 5] not in found["legal"]
        # The list changes, and so does its name.
        gone = evening.away_fichas[8]
        gone.released_at = AT
        gone.save(update_fields=["released_at"])
        later = client.get(address, headers={"If-None-Match": etag})
        assert later.status_code == 200
        left = {one["id"]: one["reasons"] for one in later.json()["line_up"]["fichas"]}
        assert left.get(gone.pk, ["not listed"])
        client.force_login(evening.organiser)
        assert client.get(address).json()["line_up"] is None

    def test_nothing_is_sent_twice_without_script(self, evening: Evening) -> None:
        """As ever: a form, a redirect, no key."""
        client = Client()
        client.force_login(evening.home)
        answer = client.post(url("evening-board", evening, 1), games(5, 3))
        assert answer.status_code == 302
        assert not Sending.objects.exists()


class TestSpectators:
    @pytest.mark.regulation("M-D.20")
    def test_a_delegate_has_them_leave_and_it_stands_on_the_acta(
        self, evening: Evening, send: Send
    ) -> None:
        assert send("evening-incidents", INCIDENT).status_code == 200
        evening.play([(5, 3), (3, 5), (5, 0), (4, 5)])
        acta = evening.end()
        assert '"clause":"M-D.20"' in acta.content

    @pytest.mark.regulation("M-D.20")
    def test_a_referee_does_not(self, evening: Evening, send: Send) -> None:
        referee = factories.role(season=evening.season, kind="REFEREE").user
        answer = send("evening-incidents", INCIDENT, user=referee)
        assert (answer.status_code, "delegados" in answer.json()["error"]) == (422, True)
        assert not Incident.objects.exists()


class TestSigning:
    def test_a_signature_sent_twice_is_one(self, evening: Evening, send: Send) -> None:
        evening.play([(5, 3), (3, 5), (5, 0), (4, 5)])
        acta = evening.end()
        key = str(uuid.uuid4())
        data = {"acta": acta.pk, "digest": acta.digest}
        for _ in range(4):
            assert send("evening-sign", data, key=key).status_code == 200
        assert Signature.objects.count() == 1
