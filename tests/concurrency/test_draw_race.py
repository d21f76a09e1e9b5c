"""Both delegates tap for the draw at the same moment."""

import pytest
from django.db import connection

from league import ledger
from league.models import LedgerChain
from matches.models import Draw, Seat
from matches.services.verification import record_verify
from tests.concurrency.workers import Call, Workers
from tests.matches import stage

TRIES = 20 if connection.vendor == "postgresql" else 2

pytestmark = pytest.mark.django_db(transaction=True)


def _tap(user: int, encounter: int, nonce: str) -> Call:
    return (
        "matches.services.draws.draw_tap",
        {"actor": user, "encounter_id": encounter, "nonce": nonce, "at": stage.AT},
    )


@pytest.mark.regulation("M-D.5")
def test_no_tap_is_lost() -> None:
    with Workers(2) as workers:
        for _ in range(TRIES):
            evening = stage.evening(fichas=8)
            evening.close_line_ups()
            encounter = evening.encounter.pk
            outcomes = workers.race(
                [
                    _tap(evening.home.pk, encounter, "a" * 16),
                    _tap(evening.away.pk, encounter, "b" * 16),
                ]
            )
            assert [outcome.error for outcome in outcomes] == ["", ""], outcomes
            draw = Draw.objects.get(encounter=encounter)
            assert (draw.home_nonce, draw.away_nonce) == ("a" * 16, "b" * 16)
            assert draw.drawn_at is not None
            assert Seat.objects.filter(encounter=encounter).count() == 16
            chain = LedgerChain.objects.get(season=evening.season)
            assert ledger.first_break(chain) is None
    assert not record_verify()
