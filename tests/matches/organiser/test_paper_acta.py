"""An acta on paper counts like any other: who sat where, what it replaces, its files."""

import io
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from league.models import LedgerEntry
from league.refusals import Refused
from matches import eligibility
from matches.models import Acta, Evidence, Seat
from matches.services.reports import acta_transcribe
from matches.states.acta import ActaState
from tests import factories
from tests.matches import stage

pytestmark = pytest.mark.django_db
GAMES = ((5, 3), (3, 5), (5, 0), (4, 5))


def photo():
    data = io.BytesIO()
    Image.new("RGB", (40, 30), "white").save(data, "PNG")
    return SimpleUploadedFile("acta.png", data.getvalue(), content_type="image/png")


def boards(evening):
    """The pairs in the order of their fichas."""

    def pair(fichas, board):
        return [
            {"registration": row.pk, "slot": row.slot} for row in fichas[2 * board - 2 : 2 * board]
        ]

    return {
        number: {
            "home_games": home,
            "away_games": away,
            "home": pair(evening.home_fichas, number),
            "away": pair(evening.away_fichas, number),
        }
        for number, (home, away) in enumerate(GAMES, start=1)
    }


def transcribe(evening, **facts):
    at = stage.END + timedelta(hours=12)
    return acta_transcribe(
        **{
            "actor": evening.organiser,
            "encounter_id": evening.encounter.pk,
            "boards": boards(evening),
            "started_at": stage.AT,
            "ended_at": stage.END,
            "received_at": at,
            "note": "",
            "at": at,
        }
        | facts
    )


@pytest.mark.regulation("M-D.19")
def test_who_played_by_it_may_not_play_for_another_club():
    evening = stage.evening()
    transcribe(evening)
    ficha = evening.home_fichas[0]
    ficha.released_at = stage.END + timedelta(days=1)
    ficha.save()
    other = factories.team(division=evening.encounter.division)
    again = factories.registration(team=other, player=ficha.player)
    later = factories.encounter(
        home=other, away=evening.encounter.away, starts_at=stage.END + timedelta(days=7)
    )
    [standing] = eligibility.judge(later, [again])
    assert [reason.code for reason in standing.reasons] == ["other_club"]


def test_the_paper_wins_over_what_was_drawn_on_the_phone():
    evening = stage.evening()
    evening.close_line_ups()
    evening.draw()
    transcribe(evening)
    seats = Seat.objects.filter(encounter=evening.encounter, side="HOME").order_by(
        "board", "position"
    )
    assert [seat.registration_id for seat in seats] == [row.pk for row in evening.home_fichas[:8]]


def test_an_acta_that_waited_for_signatures_is_superseded_and_stays_readable():
    evening = stage.evening()
    waiting = evening.ended()
    acta = transcribe(evening)
    waiting.refresh_from_db()
    assert (waiting.state, acta.state) == (ActaState.SUPERSEDED, ActaState.ISSUED)
    assert acta.number == waiting.number + 1


def test_its_photo_is_on_record_with_its_digest():
    evening = stage.evening()
    acta = transcribe(evening, files=[photo()])
    [kept] = Evidence.objects.all()
    assert kept.acta == acta
    [entry] = LedgerEntry.objects.filter(action="evidence.added")
    assert kept.digest in entry.payload


@pytest.mark.parametrize("code", ["acta.errors", "acta.received_in_future"])
def test_refused_nothing_is_kept_on_disk_neither(code):
    evening = stage.evening()
    facts = {"received_at": stage.END + timedelta(days=9)}
    if code == "acta.errors":
        facts = {"boards": boards(evening) | {1: {"home_games": 5, "away_games": 5}}}
    before = set(default_storage.listdir("")[0])
    with pytest.raises(Refused) as refusal:
        transcribe(evening, files=[photo()], **facts)
    assert refusal.value.code == code
    assert not Acta.objects.exists()
    assert not Evidence.objects.exists()
    assert not Seat.objects.exists()
    assert set(default_storage.listdir("")[0]) == before


def test_a_delegate_may_not():
    evening = stage.evening()
    with pytest.raises(PermissionDenied):
        transcribe(evening, actor=evening.home)
    assert not Acta.objects.exists()
