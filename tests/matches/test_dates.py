"""Another date by agreement (M-D.16): proposed, answered, signed by both, and in time."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from league.machine import MoveRefused
from league.models import LedgerEntry, Notification, Venue
from league.refusals import Refused
from matches.addresses import dates_path, encounter_path
from matches.date_limits import Limit, day_problem
from matches.models import DateSignature, Encounter, Postponement, Presence
from matches.services import dates, encounters
from matches.services.dates import Offer
from matches.services.verification import record_verify
from tests import factories
from tests.matches import evening_stage, stage
from tests.matches.stage import AT, Evening

pytestmark = [pytest.mark.django_db, pytest.mark.regulation("M-D.16")]

BEFORE = AT - timedelta(days=3)
WEEK = AT + timedelta(days=7)
LATER = AT + timedelta(days=8)


@pytest.fixture
def evening() -> Evening:
    return evening_stage.evening()


@pytest.fixture
def bar() -> Venue:
    return factories.venue(name="Chigre La Ñora", tables=8)


def _told(evening: Evening, **more: Any) -> dict[str, Any]:
    return {"actor": evening.home, "encounter_id": evening.encounter.pk, "at": BEFORE} | more


def _propose(evening: Evening, *moments: datetime, **more: Any) -> Postponement:
    offers = [Offer(moment, evening.encounter.venue_id) for moment in moments or (WEEK,)]
    told = {"offers": offers, "reason": "El local está cerrado."}
    return dates.date_propose(**_told(evening, **(told | more)))


def _accept(evening: Evening, proposal: Postponement, number: int = 1, **more: Any) -> Postponement:
    told = {"actor": evening.away, "proposal_id": proposal.pk, "number": number}
    return dates.date_accept(**_told(evening, **(told | more)))


def _refuse(evening: Evening, proposal: Postponement, **more: Any) -> Postponement:
    told = {"actor": evening.away, "proposal_id": proposal.pk, "reason": "Ese día no hay nadie."}
    return dates.date_refuse(**_told(evening, **(told | more)))


def _withdraw(evening: Evening, proposal: Postponement, **more: Any) -> Postponement:
    return dates.date_withdraw(**_told(evening, proposal_id=proposal.pk, **more))


def _encounter(evening: Evening) -> Encounter:
    return Encounter.objects.get(pk=evening.encounter.pk)


def _told_to(kind: str) -> set[str]:
    return {row.recipient.email for row in Notification.objects.filter(kind=kind)}


class TestPropose:
    def test_is_signed_by_the_side_and_told_to_the_other(self, evening: Evening) -> None:
        proposal = _propose(evening, WEEK, LATER)
        assert (proposal.state, proposal.side) == ("PROPOSED", "HOME")
        assert [one.starts_at for one in proposal.dates.all()] == [WEEK, LATER]
        [signature] = proposal.signatures.all()
        assert (signature.side, signature.digest) == ("HOME", proposal.digest)
        assert _told_to("date.proposed") == {evening.away.email}
        assert _encounter(evening).starts_at == AT

    def test_either_side_may(self, evening: Evening) -> None:
        assert _propose(evening, actor=evening.away).side == "AWAY"

    @pytest.mark.parametrize(
        ("more", "code"),
        [
            ({"offers": []}, "dates.none"),
            ({"offers": [Offer(WEEK + timedelta(days=n)) for n in range(4)]}, "dates.too_many"),
            ({"offers": [Offer(WEEK), Offer(WEEK)]}, "dates.repeated"),
            ({"reason": " "}, "dates.without_reason"),
            ({"offers": [Offer(BEFORE)]}, "dates.in_past"),
            ({"offers": [Offer(AT)]}, "dates.same_moment"),
            ({"at": AT}, "dates.too_late"),
        ],
    )
    def test_refuses(self, evening: Evening, more: dict[str, Any], code: str) -> None:
        with pytest.raises(Refused) as refusal:
            _propose(evening, **more)
        assert refusal.value.code == code
        assert not Postponement.objects.exists()

    def test_one_of_a_side_at_a_time(self, evening: Evening) -> None:
        _propose(evening)
        with pytest.raises(Refused, match="already_proposed"):
            _propose(evening, LATER)

    def test_not_on_a_day_when_one_of_them_plays(self, evening: Evening) -> None:
        encounter = evening.encounter
        stage.encounter_of(encounter.away, encounter.home, starts_at=WEEK)
        with pytest.raises(Refused, match="team_busy"):
            _propose(evening, WEEK - timedelta(hours=2))

    def test_not_where_the_tables_are_taken(self, evening: Evening) -> None:
        bar = factories.venue(tables=4)
        factories.encounter(
            matchday=factories.matchday(division=evening.encounter.division),
            venue=bar,
            starts_at=WEEK,
        )
        with pytest.raises(Refused, match="venue_full"):
            _propose(evening, offers=[Offer(WEEK, bar.pk)])

    def test_not_once_it_is_drawn(self, evening: Evening) -> None:
        evening.close_line_ups(at=BEFORE)
        evening.draw(at=BEFORE)
        with pytest.raises(MoveRefused):
            _propose(evening)

    @pytest.mark.parametrize("who", ["stranger", "organiser", "for one night"])
    def test_only_by_standing_delegates(self, evening: Evening, who: str) -> None:
        actor = {
            "stranger": factories.user,
            "organiser": lambda: evening.organiser,
            "for one night": lambda: (
                factories.delegate(
                    team=evening.encounter.home, kind="ONE_NIGHT", valid_on=AT.date()
                ).user
            ),
        }[who]()
        with pytest.raises(PermissionDenied):
            _propose(evening, actor=actor)


class TestAccept:
    def test_moves_the_encounter_with_both_signatures(self, evening: Evening, bar: Venue) -> None:
        proposal = _propose(evening, offers=[Offer(WEEK), Offer(LATER, bar.pk)])
        change = _accept(evening, proposal, 2)
        encounter = _encounter(evening)
        assert (encounter.starts_at, encounter.venue, encounter.state) == (LATER, bar, "SCHEDULED")
        assert (change.state, change.delivered_at) == ("DELIVERED", BEFORE)
        assert {row.side for row in change.signatures.all()} == {"HOME", "AWAY"}
        assert json.loads(change.content)["chosen"] == 2
        assert _told_to("date.delivered") == {
            evening.home.email,
            evening.away.email,
            evening.organiser.email,
        }
        assert not record_verify()

    def test_twice_is_once(self, evening: Evening) -> None:
        proposal = _propose(evening, WEEK, LATER)
        _accept(evening, proposal)
        second = factories.delegate(team=evening.encounter.away, kind="SUBSTITUTE").user
        assert _accept(evening, proposal, actor=second).state == "DELIVERED"
        with pytest.raises(Refused, match="already_answered"):
            _accept(evening, proposal, 2)
        assert DateSignature.objects.count() == 2

    def test_nobody_accepts_the_own_proposal(self, evening: Evening) -> None:
        proposal = _propose(evening)
        with pytest.raises(Refused, match="own_proposal"):
            _accept(evening, proposal, actor=evening.home)

    def test_a_date_that_was_not_offered(self, evening: Evening) -> None:
        with pytest.raises(Refused, match="unknown"):
            _accept(evening, _propose(evening), 2)

    def test_a_date_taken_meanwhile(self, evening: Evening) -> None:
        proposal = _propose(evening)
        stage.encounter_of(evening.encounter.away, evening.encounter.home, starts_at=WEEK)
        with pytest.raises(Refused, match="team_busy"):
            _accept(evening, proposal)
        assert Postponement.objects.get().state == "PROPOSED"

    def test_what_was_noted_of_tonight_is_not_of_the_other_night(self, evening: Evening) -> None:
        evening.close_line_ups(at=BEFORE)
        _accept(evening, _propose(evening))
        assert not Presence.objects.exists()

    def test_a_changed_acta_is_found(self, evening: Evening) -> None:
        change = _accept(evening, _propose(evening, WEEK, LATER))
        assert dates.change_problem(change) == ""
        change.content = change.content.replace('"chosen":1', '"chosen":2')
        assert dates.change_problem(change) == "text and digest disagree"
        change.refresh_from_db()
        change.new_starts_at = LATER
        assert dates.change_problem(change) == "the date is not the one that was agreed"


# The scheduled start on ordinary nights and on those when the clocks change, in UTC.
STARTS = {
    "winter": datetime(2026, 11, 20, 21, 0, tzinfo=UTC),
    "clocks go back, first two o'clock": datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
    "clocks go back, second two o'clock": datetime(2026, 10, 25, 1, 30, tzinfo=UTC),
    "clocks go forward": datetime(2027, 3, 28, 1, 0, tzinfo=UTC),
}


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS.keys())
class TestDeadline:
    def _evening(self, start: datetime) -> tuple[Evening, Postponement]:
        made = evening_stage.evening(starts_at=start)
        offers = [Offer(start + timedelta(days=7))]
        told = {"offers": offers, "at": start - timedelta(hours=3)}
        return made, _propose(made, **told)

    def test_counts_a_second_before_the_start(self, start: datetime) -> None:
        evening, proposal = self._evening(start)
        change = _accept(evening, proposal, at=start - timedelta(seconds=1))
        assert change.state == "DELIVERED"

    def test_counts_no_more_at_the_second_of_the_start_and_is_kept(self, start: datetime) -> None:
        evening, proposal = self._evening(start)
        change = _accept(evening, proposal, at=start)
        assert (change.state, change.answered_by, change.answered_at) == (
            "EXPIRED",
            evening.away,
            start,
        )
        assert _encounter(evening).starts_at == start
        assert [row.action for row in LedgerEntry.objects.filter(action="date.late")] == [
            "date.late"
        ]
        assert evening.home.email in _told_to("date.late")


class TestAnswer:
    def test_no_needs_a_reason_and_tells_it(self, evening: Evening) -> None:
        proposal = _propose(evening)
        with pytest.raises(Refused, match="refused_without_reason"):
            _refuse(evening, proposal, reason="")
        assert _refuse(evening, proposal).state == "REFUSED"
        assert _told_to("date.refused") == {evening.home.email}
        assert "Ese día no hay nadie" in Notification.objects.get(kind="date.refused").body

    def test_other_dates_answer_the_first(self, evening: Evening) -> None:
        proposal = _propose(evening)
        counter = _propose(evening, LATER, actor=evening.away)
        proposal.refresh_from_db()
        assert (proposal.state, counter.answers) == ("COUNTERED", proposal)
        with pytest.raises(Refused, match="already_answered"):
            _accept(evening, proposal)
        assert _accept(evening, counter, actor=evening.home).state == "DELIVERED"
        assert not record_verify()

    def test_the_own_one_is_taken_back(self, evening: Evening) -> None:
        proposal = _propose(evening)
        with pytest.raises(Refused, match="of_the_other"):
            _withdraw(evening, proposal, actor=evening.away)
        assert _withdraw(evening, proposal).state == "WITHDRAWN"
        assert _withdraw(evening, proposal).state == "WITHDRAWN"
        with pytest.raises(Refused, match="already_answered"):
            _accept(evening, proposal)
        assert _propose(evening, LATER).state == "PROPOSED"

    def test_the_organiser_who_moves_it_ends_the_talk(self, evening: Evening) -> None:
        proposal = _propose(evening)
        encounters.encounter_move(
            **_told(evening, actor=evening.organiser),
            starts_at=LATER,
            venue_id=None,
            reason="Fiesta local.",
        )
        proposal.refresh_from_db()
        assert proposal.state == "EXPIRED"
        told = Notification.objects.get(kind="date.lapsed")
        assert told.recipient == proposal.proposed_by
        with pytest.raises(Refused, match="already_answered"):
            _accept(evening, proposal)

    def test_waiting_without_a_date_there_is_no_start_to_be_late_for(
        self, evening: Evening
    ) -> None:
        encounters.encounter_move(
            **_told(evening, actor=evening.organiser),
            starts_at=None,
            venue_id=None,
            reason="Nieve.",
        )
        after = AT + timedelta(days=1)
        proposal = _propose(evening, offers=[Offer(LATER)], at=after)
        change = _accept(evening, proposal, at=after)
        assert (change.state, _encounter(evening).state) == ("DELIVERED", "SCHEDULED")

    @pytest.mark.parametrize("act", [_accept, _refuse, _withdraw])
    def test_one_of_another_encounter_is_not_there(
        self, evening: Evening, act: Callable[..., Any]
    ) -> None:
        other = _propose(evening_stage.evening())
        with pytest.raises(Postponement.DoesNotExist):
            act(evening, other)


class TestVenue:
    def _change(self, evening: Evening, bar: Venue, **more: Any) -> Postponement:
        told = {"venue_id": bar.pk, "reason": "Obras en el bar."}
        return dates.venue_change(**_told(evening, **(told | more)))

    def test_the_home_side_alone_tells_the_other(self, evening: Evening, bar: Venue) -> None:
        proposal = _propose(evening, actor=evening.away)
        self._change(evening, bar)
        assert (_encounter(evening).venue, _encounter(evening).starts_at) == (bar, AT)
        assert _told_to("venue.changed") == {evening.away.email, evening.organiser.email}
        proposal.refresh_from_db()
        assert proposal.state == "PROPOSED"  # the talk about the date goes on

    @pytest.mark.parametrize(
        ("more", "code"),
        [
            ({"at": AT}, "dates.too_late"),
            ({"reason": ""}, "dates.without_reason"),
        ],
    )
    def test_refuses(self, evening: Evening, bar: Venue, more: dict[str, Any], code: str) -> None:
        with pytest.raises(Refused, match=code):
            self._change(evening, bar, **more)

    def test_not_by_the_visitors_nor_to_the_same_bar(self, evening: Evening, bar: Venue) -> None:
        with pytest.raises(Refused, match="only_home"):
            self._change(evening, bar, actor=evening.away)
        self._change(evening, bar)
        with pytest.raises(Refused, match="same_venue"):
            self._change(evening, bar)


class TestLimits:
    DAY = AT.date()

    def _code(self, *limits: Limit, leg: int = 1) -> str:
        problem = day_problem(limits, leg=leg, day=self.DAY)
        return problem.code if problem else ""

    def test_without_any_every_day_is_one(self) -> None:
        assert self._code() == ""

    @pytest.mark.parametrize(
        ("first", "last", "inside"), [(0, 0, True), (-1, 0, True), (0, 1, True), (1, 2, False)]
    )
    def test_spans_count_their_first_and_last_day(
        self, first: int, last: int, inside: bool
    ) -> None:
        days = [self.DAY + timedelta(days=n) for n in (first, last)]
        window = Limit("WINDOW", days[1], days[0])
        blocked = Limit("BLOCKED", days[1], days[0])
        assert self._code(window) == ("" if inside else "dates.outside_windows")
        assert self._code(blocked) == ("dates.blocked" if inside else "")
        assert self._code(window, blocked) == (
            "dates.blocked" if inside else "dates.outside_windows"
        )

    def test_the_last_day_is_of_its_leg(self) -> None:
        yesterday = Limit("LATEST", self.DAY - timedelta(days=1), leg=1)
        assert self._code(yesterday) == "dates.after_latest"
        assert self._code(yesterday, leg=2) == ""
        assert self._code(Limit("LATEST", self.DAY, leg=1)) == ""

    def test_are_asked_by_proposals(self, evening: Evening) -> None:
        factories.date_rule(
            season=evening.season, first_on=WEEK.date(), last_on=WEEK.date(), note="Nochebuena."
        )
        with pytest.raises(Refused, match=r"dates\.blocked") as refusal:
            _propose(evening)
        assert refusal.value.facts["note"] == "Nochebuena."
        factories.date_rule(
            season=evening.season, kind="LATEST", leg=1, first_on=None, last_on=WEEK.date()
        )
        with pytest.raises(Refused, match=r"dates\.after_latest"):
            _propose(evening, LATER)


class TestPages:
    @pytest.fixture(autouse=True)
    def _three_days_before(self) -> Iterator[None]:
        with time_machine.travel(BEFORE, tick=False):
            yield

    def _client(self, user: Any) -> Client:
        client = Client()
        client.force_login(user)
        return client

    def test_from_the_proposal_to_the_change(self, evening: Evening) -> None:
        home, away = self._client(evening.home), self._client(evening.away)
        pk, url = evening.encounter.pk, dates_path(evening.encounter)
        assert "Proponer otra fecha" in home.get(url).content.decode()
        typed = {"starts_at_1": "2026-11-27T22:00", "reason": "El local está cerrado."}
        home.post(reverse("matches:date-propose", args=[pk]), typed)
        proposal = Postponement.objects.get()
        assert "Retirar la propuesta" in home.get(url).content.decode()
        assert "hay que contestar" in away.get(reverse("matches:my-dates")).content.decode()
        assert "por contestar" in away.get(reverse("matches:tonight")).content.decode()
        page = away.get(url).content.decode()
        assert "viernes 27 de noviembre, 22:00" in page and "Decir que no" in page
        said = away.post(
            reverse("matches:date-accept", args=[pk, proposal.pk, 1]), follow=True
        ).content.decode()
        assert "Cambio acordado y entregado" in said and "Acta de cambio firmada por" in said
        public = Client().get(encounter_path(evening.encounter)).content.decode()
        assert "de acuerdo las dos peñas" in public and "El local está cerrado" not in public

    def test_too_late_says_so_with_the_clause(self, evening: Evening) -> None:
        proposal = _propose(evening)
        url = reverse("matches:date-accept", args=[evening.encounter.pk, proposal.pk, 1])
        with time_machine.travel(AT, tick=False):
            away = self._client(evening.away)
            assert (
                "por acuerdo ya no se cambia"
                in away.get(dates_path(evening.encounter)).content.decode()
            )
            said = away.post(url, follow=True).content.decode()
        assert "Ha llegado la hora del encuentro" in said and "M-D.16" in said
        assert Postponement.objects.get().state == "EXPIRED"

    def test_what_is_wrong_with_a_date_stands_on_the_form(self, evening: Evening) -> None:
        url = reverse("matches:date-propose", args=[evening.encounter.pk])
        client = self._client(evening.home)
        answer = client.post(url, {"starts_at_1": "2026-11-01T22:00", "reason": "Ya."})
        assert answer.status_code == 422 and "ya ha pasado" in answer.content.decode()
        answer = client.post(url, {"starts_at_1": "2027-03-28T02:30", "reason": "Ya."})
        assert answer.status_code == 422  # an hour that the clocks leave out

    def test_no_and_another_bar(self, evening: Evening, bar: Venue) -> None:
        pk = evening.encounter.pk
        proposal = _propose(evening)
        url = reverse("matches:date-refuse", args=[pk, proposal.pk])
        away, home = self._client(evening.away), self._client(evening.home)
        assert away.post(url, {"reason": ""}).status_code == 422
        said = away.post(url, {"reason": "No hay gente."}, follow=True).content.decode()
        assert "Dicho que no" in said and "No hay gente." in said
        typed = {"venue_id": bar.pk, "reason": "Obras."}
        venue = reverse("matches:date-venue", args=[pk])
        assert "Chigre La Ñora" in home.post(venue, typed, follow=True).content.decode()
        assert away.get(venue).status_code == 403

    def test_the_organiser_sets_and_removes_limits(self, evening: Evening) -> None:
        client = self._client(evening.organiser)
        url = reverse("matches:organise-date-rules", args=[evening.season.pk])
        typed = {
            "kind": "BLOCKED",
            "first_on": "2026-12-24",
            "last_on": "2026-12-26",
            "note": "Pascua",
        }
        assert "Pascua" in client.post(url, typed, follow=True).content.decode()
        for wrong in (
            typed | {"last_on": "2026-12-20"},
            typed | {"first_on": ""},
            {"kind": "LATEST", "last_on": "2026-12-20"},
        ):
            assert client.post(url, wrong).status_code == 422
        latest = {"kind": "LATEST", "last_on": "2027-02-01", "leg": "1"}
        assert client.post(url, latest).status_code == 302
        assert client.post(url, latest).status_code == 422
        rule = evening.season.date_rules.get(kind="BLOCKED")
        remove = reverse("matches:organise-date-rule-remove", args=[evening.season.pk, rule.pk])
        client.post(remove)
        assert [row.kind for row in evening.season.date_rules.all()] == ["LATEST"]

    def test_the_organiser_is_warned_and_may_all_the_same(self, evening: Evening) -> None:
        factories.date_rule(season=evening.season, first_on=WEEK.date(), last_on=WEEK.date())
        client = self._client(evening.organiser)
        url = reverse(
            "matches:organise-encounter-move", args=[evening.season.pk, evening.encounter.pk]
        )
        typed = {"starts_at": "2026-11-27T22:00", "reason": "Fiestas."}
        assert "fuera de los límites" in client.post(url, typed).content.decode()
        client.post(url, typed | {"anyway": "1"})
        assert _encounter(evening).starts_at == WEEK

    def test_costs_the_same_with_much_to_tell(
        self, evening: Evening, django_assert_max_num_queries: Any
    ) -> None:
        for number in range(5):
            _withdraw(
                evening, _propose(evening, WEEK + timedelta(days=number), LATER + timedelta(days=9))
            )
        client = self._client(evening.home)
        for url in (dates_path(evening.encounter), reverse("matches:my-dates")):
            with django_assert_max_num_queries(14):
                client.get(url)
