"""A season that gives a side 24 hours from when it saw the acta (M-D.15): each its own end."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from league import triggers
from league.jobs import Work
from league.models import LedgerEntry, Notification
from league.refusals import Refused
from league.services.seasons import season_update
from matches.addresses import encounter_path
from matches.deadlines import SIGHT_WITHIN
from matches.models import Acta, Sight
from matches.selectors.cases import claim_of, timeliness
from matches.selectors.claim_clocks import clock_of
from matches.selectors.closing import open_things
from matches.selectors.evening import tonight_of
from matches.services import actas, claims
from matches.services.ending import encounter_reopen
from matches.services.matchdays import matchday_close
from matches.services.reminders import reminders_tell
from matches.services.sights import acta_see
from matches.services.verification import record_verify
from matches.states.partida import Side
from tests import factories
from tests.matches import stage
from tests.matches.stage import AT, END, Evening

pytestmark = pytest.mark.django_db
DAY = timedelta(hours=24)
TICK = timedelta(microseconds=1)
SEEN = END + timedelta(hours=19)  # the visitors, the evening after
READ = {"Sec-Fetch-Mode": "navigate"}


def evening(**facts: Any) -> Evening:
    found = stage.evening(**facts)
    found.season.claims_from_sight = True
    found.season.is_public = True
    found.season.save()
    found.encounter.refresh_from_db()
    return found


def filed_alone() -> tuple[Evening, Acta]:
    """The visitors left without signing; their case is settled, so that only the clock is left."""
    found = evening()
    acta = found.ended()
    acta = actas.acta_file_alone(
        actor=found.home, acta_id=acta.pk, digest=acta.digest, reason="Se fueron.", at=END
    )
    found.encounter.cases.update(state="SHELVED", closed_at=END)
    found.encounter.refresh_from_db()
    return found, acta


def address(name: str, found: Evening) -> str:
    return reverse(f"matches:{name}", args=[found.encounter.pk])


def client_of(user: Any) -> Client:
    client = Client(headers=READ)
    client.force_login(user)
    return client


def claimed(found: Evening, user: Any, at: datetime) -> bool:
    claim = claims.claim_submit(
        actor=user, encounter_id=found.encounter.pk, key=uuid4(), text="No estoy.", at=at
    )
    told = timeliness(claim_of(claim.pk))
    assert told is not None
    claims.claim_withdraw(actor=user, claim_id=claim.pk, reason="Prueba.", at=at)
    return told.in_time


class TestWhatIsNoted:
    def test_a_signature_is_a_sight_and_counts_once(self) -> None:
        found = evening()
        acta = found.signed()
        assert {(row.side, row.seen_at) for row in Sight.objects.all()} == {
            (Side.HOME, END),
            (Side.AWAY, END),
        }
        assert acta_see(actor=found.away, acta_id=acta.pk, at=SEEN) is None
        assert Sight.objects.count() == 2
        clock = clock_of(found.encounter)
        assert clock is not None and clock.is_shared and clock.last == END + DAY

    def test_opening_its_page_is_one_and_fetching_it_ahead_is_not(self, time_machine: Any) -> None:
        found, acta = filed_alone()
        time_machine.move_to(SEEN, tick=False)
        visitors = client_of(found.away)
        ahead = {"Sec-Fetch-Mode": "cors"}
        assert visitors.get(address("evening-done", found), headers=ahead).status_code == 200
        assert visitors.head(address("evening-done", found)).status_code == 200
        client_of(found.organiser).get(address("evening-done", found))
        assert Sight.objects.get().side == Side.HOME
        page = strip_tags(visitors.get(address("evening-done", found)).content.decode())
        sight = Sight.objects.get(side=Side.AWAY)
        assert (sight.acta, sight.person, sight.seen_at) == (acta, found.away, SEEN)
        assert "Se puede reclamar antes del domingo 22 de noviembre, 19:" in page
        visitors.get(address("evening-done", found))
        assert LedgerEntry.objects.filter(action="acta.seen").count() == 2

    def test_nothing_in_a_season_without_the_option(self) -> None:
        found = stage.evening()
        acta = found.signed()
        assert acta_see(actor=found.away, acta_id=acta.pk, at=SEEN) is None
        assert not Sight.objects.exists()
        clock = clock_of(found.encounter)
        assert clock is not None and clock.last == END + DAY

    def test_what_was_reopened_since_was_another_text(self) -> None:
        found = evening()
        acta = found.ended()
        acta_see(actor=found.away, acta_id=acta.pk, at=END)
        encounter_reopen(actor=found.home, encounter_id=found.encounter.pk, at=END)
        found.end(ended_at=END + timedelta(minutes=20))
        found.encounter.refresh_from_db()
        clock = clock_of(found.encounter)
        assert clock is not None and not clock.seen

    def test_the_record_tells_when_one_was_moved(self) -> None:
        found = evening()
        acta = found.signed()
        assert record_verify() == []
        rows = Sight.objects.filter(side=Side.AWAY)
        with triggers.lifted(connection):
            rows.update(seen_at=SEEN)
            assert [one.kind for one in record_verify()] == ["sight"]
            rows.delete()
            assert [one.kind for one in record_verify()] == ["sight"]
            acta.sights.create(side=Side.AWAY, person=found.away, seen_at=END)
            assert record_verify() == []


@pytest.mark.regulation("M-D.15")
class TestEachSideHasItsOwnEnd:
    def test_of_claims(self) -> None:
        found, acta = filed_alone()
        acta_see(actor=found.away, acta_id=acta.pk, at=SEEN)
        assert claimed(found, found.home, END + DAY - TICK)
        assert not claimed(found, found.home, END + DAY)
        assert claimed(found, found.away, SEEN + DAY - TICK)
        assert not claimed(found, found.away, SEEN + DAY)

    def test_of_what_is_final_and_of_the_matchday(self) -> None:
        found, acta = filed_alone()
        day = found.encounter.matchday

        def is_open(now: datetime) -> bool:
            return bool(open_things(found.season, now=now, matchday=day).claimable)

        assert is_open(END + SIGHT_WITHIN - TICK) and not is_open(END + SIGHT_WITHIN)
        acta_see(actor=found.away, acta_id=acta.pk, at=SEEN)
        assert is_open(SEEN + DAY - TICK) and not is_open(SEEN + DAY)
        with pytest.raises(Refused, match=r"matchday\.still_open"):
            matchday_close(actor=found.organiser, matchday_id=day.pk, at=SEEN + DAY - TICK)
        actas.stop_if_final(found.encounter, SEEN + DAY - TICK)
        with pytest.raises(Refused, match=r"acta\.final"):
            actas.stop_if_final(found.encounter, SEEN + DAY)
        assert matchday_close(actor=found.organiser, matchday_id=day.pk, at=SEEN + DAY).closed_at

    def test_of_reminders(self) -> None:
        found, acta = filed_alone()
        acta_see(actor=found.away, acta_id=acta.pk, at=SEEN)

        def told(kind: str, at: datetime) -> set[str]:
            reminders_tell(Work(0, "test", {}, at, lambda done, total: None))
            return {row.recipient.email for row in Notification.objects.filter(kind=kind)}

        early = timedelta(hours=4)
        assert told("claim.closing", END + DAY - early) == {found.home.email}
        assert told("claim.closing", SEEN + DAY - early - TICK) == {found.home.email}
        assert told("encounter.final", SEEN + DAY - TICK) == set()
        assert told("claim.closing", SEEN + DAY - early) == {found.home.email, found.away.email}
        people = {found.home.email, found.away.email, found.organiser.email}
        assert told("encounter.final", SEEN + DAY) == people

    def test_of_the_front_page_of_a_delegate(self) -> None:
        found, acta = filed_alone()
        acta_see(actor=found.away, acta_id=acta.pk, at=SEEN)
        assert tonight_of(found.away, now=SEEN + DAY - TICK).recent
        assert not tonight_of(found.away, now=SEEN + DAY).recent


class TestPages:
    def test_say_of_each_side_until_when(self, time_machine: Any) -> None:
        found, _acta = filed_alone()
        path = encounter_path(found.encounter)
        public = Client()
        time_machine.move_to(END + timedelta(hours=1), tick=False)
        first = public.get(path)
        words = strip_tags(first.content.decode())
        away, home = found.encounter.away.name, found.encounter.home.name
        assert f"{away} todavía no ha visto el acta: tiene 24 horas desde que la vea" in words
        assert f"{home} puede reclamar antes del domingo 22 de noviembre, 00:10" in words
        form = strip_tags(client_of(found.away).get(address("claim-new", found)).content.decode())
        assert "todavía no ha visto el acta aquí" in form
        time_machine.move_to(SEEN, tick=False)
        client_of(found.away).get(address("evening-done", found))
        fresh = public.get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert fresh.status_code == 200
        assert "todavía no ha visto" not in strip_tags(fresh.content.decode())
        time_machine.move_to(END + DAY, tick=False)
        late = strip_tags(public.get(path).content.decode())
        assert f"El plazo de {home} acabó" in late and f"{away} puede reclamar antes" in late
        ours = strip_tags(
            client_of(found.organiser)
            .get(reverse("matches:organise-encounter", args=[found.season.pk, found.encounter.pk]))
            .content.decode()
        )
        assert f"{away} puede reclamar antes" in ours

    def test_the_organiser_sets_it_before_the_season_is_played(self) -> None:
        season = factories.season(state="REGISTRATION")
        organiser = factories.role(season=season).user
        client = client_of(organiser)
        path = reverse("league:season-edit", args=[season.pk, "tiempos"])
        settings = reverse("league:season-settings", args=[season.pk])
        assert "24 h desde el final" in client.get(settings).content.decode()
        form = client.get(path).context["form"].initial
        sent = {key: value for key, value in form.items() if value not in (None, False)}
        assert client.post(path, sent | {"claims_from_sight": "on"}).status_code == 302
        season.refresh_from_db()
        assert season.claims_from_sight
        assert "24 h desde que la vea" in client.get(settings).content.decode()
        season.state = "RUNNING"
        season.save()
        with pytest.raises(Refused, match=r"season\.locked"):
            season_update(
                actor=organiser, season_id=season.pk, at=AT.astimezone(UTC), claims_from_sight=False
            )
