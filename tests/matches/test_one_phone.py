"""Both line-ups on one phone (M-D.5): marked, told at once, and open again until somebody taps."""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from league.models import LedgerEntry, Notification
from league.refusals import Refused
from matches.models import Presence, SideRecord
from matches.services import draws, line_up
from tests import factories
from tests.matches import evening_stage
from tests.matches.stage import AT, Evening

pytestmark = [pytest.mark.django_db, pytest.mark.regulation("M-D.5")]

Close = Callable[..., object]


@pytest.fixture
def evening() -> Evening:
    """The side at home has closed its own line-up."""
    made = evening_stage.evening()
    fichas = [row.pk for row in made.home_fichas[:8]]
    line_up.line_up_close(
        actor=made.home, encounter_id=made.encounter.pk, present=fichas, playing=fichas, at=AT
    )
    return made


@pytest.fixture
def close(evening: Evening) -> Close:
    """The visitors' eight, closed on the phone of the side at home."""

    def act(*, first: int = 0, actor: object = None, at: object = AT) -> object:
        fichas = [row.pk for row in evening.away_fichas[first : first + 8]]
        return line_up.line_up_close_shared(
            actor=actor or evening.home,  # type: ignore[arg-type]
            encounter_id=evening.encounter.pk,
            present=fichas,
            playing=fichas,
            at=at,  # type: ignore[arg-type]
        )

    return act


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        act()
    return caught.value.code


def closed(evening: Evening) -> dict[str, str]:
    rows = SideRecord.objects.filter(encounter=evening.encounter, locked_at__isnull=False)
    return dict(rows.values_list("side", "closed_as"))


def test_it_is_marked_told_and_stands_on_the_acta(evening: Evening, close: Close) -> None:
    close()
    close()  # the same tap, twice
    assert closed(evening) == {"HOME": "OWN", "AWAY": "SHARED"}
    told = Notification.objects.filter(kind="line_up.shared")
    assert [row.recipient for row in told] == [evening.away]
    entries = LedgerEntry.objects.filter(action="line_up.closed").order_by("pk")
    assert [json.loads(row.payload).get("tap") for row in entries] == [None, "SHARED"]
    evening.draw()
    evening.play()
    acta = evening.end()
    assert json.loads(acta.content)["line_ups"] == {"HOME": "OWN", "AWAY": "SHARED"}
    client = Client()
    client.force_login(evening.away)
    page = client.get(reverse("matches:evening-sign", args=[evening.encounter.pk]))
    said = "Lo de Sidrería Les Xanes se marcó en el teléfono de Peña El Órdago"
    assert said in page.content.decode()


def test_not_before_its_own_nor_before_both_are_in_the_bar(evening: Evening, close: Close) -> None:
    early = AT - timedelta(hours=1, seconds=1)
    assert code_of(lambda: close(at=early)) == "line_up.shared_too_early"
    line_up.line_up_reopen(actor=evening.home, encounter_id=evening.encounter.pk, at=AT)
    assert code_of(close) == "line_up.own_first"
    with pytest.raises(PermissionDenied):
        close(actor=evening.organiser)
    assert closed(evening) == {}


def test_a_line_up_closed_on_its_own_phone_stays(evening: Evening, close: Close) -> None:
    fichas = [row.pk for row in evening.away_fichas[:8]]
    line_up.line_up_close(
        actor=evening.away,
        encounter_id=evening.encounter.pk,
        present=fichas,
        playing=fichas,
        at=AT,
    )
    assert code_of(lambda: close(first=1)) == "line_up.closed"
    assert closed(evening) == {"HOME": "OWN", "AWAY": "OWN"}


def test_who_was_not_there_opens_both_again_until_somebody_taps(
    evening: Evening, close: Close
) -> None:
    close()
    pk = evening.encounter.pk
    reopen = {
        user: lambda user=user: line_up.line_up_reopen(actor=user, encounter_id=pk, at=AT)
        for user in (evening.home, evening.away)
    }
    assert code_of(reopen[evening.home]) == "line_up.both_closed"
    reopen[evening.away]()
    assert closed(evening) == {}
    fichas = [row.pk for row in evening.home_fichas[:8]]
    line_up.line_up_close(
        actor=evening.home, encounter_id=pk, present=fichas, playing=fichas, at=AT
    )
    close(at=AT + timedelta(minutes=1))
    assert Notification.objects.filter(kind="line_up.shared").count() == 2
    draws.draw_tap(actor=evening.home, encounter_id=pk, at=AT)
    assert code_of(reopen[evening.away]) == "line_up.both_closed"


def test_the_list_handed_over_shows_nothing_that_was_noted_before(evening: Evening) -> None:
    """What the visitors noted on a phone of their own is not for this one, nor for its memory."""
    line_up.line_up_save(
        actor=evening.away,
        encounter_id=evening.encounter.pk,
        present=[row.pk for row in evening.away_fichas],
        playing=[row.pk for row in evening.away_fichas[:8]],
        at=AT,
    )
    client = Client()
    client.force_login(evening.home)
    page = client.get(reverse("matches:evening-presence-shared", args=[evening.encounter.pk]))
    body = page.content.decode()
    assert "Suárez Villazón" in body and "Álvarez Menéndez" not in body
    assert "checked" not in body
    assert "X-Kept-For" not in page.headers and page.headers["Cache-Control"] == "no-store"
    six = [row.pk for row in evening.away_fichas[:6]]
    data = {"action": "close", "plays": six}
    asked = client.post(page.request["PATH_INFO"], data)
    assert "Solo hay 3 parejas." in asked.content.decode()
    assert client.post(page.request["PATH_INFO"], data | {"plays": six[:5]}).status_code == 422
    assert closed(evening) == {"HOME": "OWN"}
    client.post(page.request["PATH_INFO"], data | {"action": "close-short"})
    assert Presence.objects.filter(side="AWAY", plays=True).count() == 6


def test_the_database_takes_no_mark_without_a_closed_line_up(evening: Evening) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        factories.SideRecordFactory(encounter=evening.encounter, side="AWAY", closed_as="SHARED")
