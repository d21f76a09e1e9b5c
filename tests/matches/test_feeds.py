"""Encounters in a calendar app follow every change of their date (M-D.16)."""

from datetime import timedelta

import pytest
from django.test import Client
from icalendar import Calendar, Event

from matches.addresses import calendar_feed_path, team_feed_path
from matches.services import dates, encounters
from matches.services.dates import Offer
from tests.matches import evening_stage
from tests.matches.stage import AT, Evening

pytestmark = [pytest.mark.django_db, pytest.mark.regulation("M-D.16")]
WEEK = AT + timedelta(days=7)


@pytest.fixture
def evening() -> Evening:
    return evening_stage.evening()


def _events(address: str) -> list[Event]:
    answer = Client().get(address)
    assert answer["Content-Type"].startswith("text/calendar")
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def _move(evening: Evening) -> None:
    told = {"encounter_id": evening.encounter.pk, "at": AT - timedelta(days=3)}
    proposal = dates.date_propose(actor=evening.home, offers=[Offer(WEEK)], reason="Obras.", **told)
    dates.date_accept(actor=evening.away, proposal_id=proposal.pk, number=1, **told)


def test_the_event_moves_with_its_encounter(evening: Evening) -> None:
    address = calendar_feed_path(evening.encounter.division)
    [before] = _events(address)
    _move(evening)
    [after] = _events(address)
    assert before["uid"] == after["uid"]
    assert (before["sequence"], after["sequence"]) == (0, 1)
    assert (before.decoded("dtstart"), after.decoded("dtstart")) == (AT, WEEK)
    assert after.decoded("dtend") - after.decoded("dtstart") == timedelta(minutes=150)


def test_one_that_waits_without_a_date_is_cancelled_until_it_has_one(evening: Evening) -> None:
    told = {"encounter_id": evening.encounter.pk, "at": AT - timedelta(days=3)}
    encounters.encounter_move(
        actor=evening.organiser, starts_at=None, venue_id=None, reason="Nieve.", **told
    )
    address = team_feed_path(evening.encounter.home, evening.season)
    [waiting] = _events(address)
    assert (waiting["status"], waiting["sequence"]) == ("CANCELLED", 1)
    _move(evening)
    [moved] = _events(address)
    assert (moved["status"], moved["sequence"], moved.decoded("dtstart")) == ("CONFIRMED", 2, WEEK)


def test_names_with_commas_and_accents_arrive_whole(evening: Evening) -> None:
    [event] = _events(team_feed_path(evening.encounter.away, evening.season))
    assert event["summary"] == "Peña El Órdago — Sidrería Les Xanes"


def test_an_unpublished_season_has_no_feed(evening: Evening) -> None:
    type(evening.season).objects.update(is_public=False)
    assert Client().get(calendar_feed_path(evening.encounter.division)).status_code == 404
