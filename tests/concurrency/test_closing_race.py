"""Closing a matchday while somebody claims: it is never closed over a claim that came first."""

import time
from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection

from league.models import LedgerEntry, Matchday
from league.refusals import Refused
from matches.models import Case, Claim
from matches.services import claims, matchdays
from matches.services.verification import record_verify
from tests.matches import stage
from tests.racing import at_once

TRIES = 24 if connection.vendor == "postgresql" else 3
# The window is over: a claim is kept all the same, and only then can a matchday be closed.
AT = stage.END + timedelta(hours=25)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.regulation("M-D.15")
def test_a_closed_matchday_has_no_claim_that_came_before_it() -> None:
    won: dict[str, int] = {"claim": 0, "close": 0}
    for nth in range(TRIES):
        evening = stage.evening()
        evening.signed()
        encounter = evening.encounter
        wait = (nth % 6) * 0.004

        def claim(wait: float = wait, evening: stage.Evening = evening) -> Claim:
            time.sleep(wait)
            return claims.claim_submit(
                actor=evening.away,
                encounter_id=evening.encounter.pk,
                key=uuid4(),
                text="Se apuntó un juego de más.",
                at=AT,
            )

        def close(wait: float = 0.012 - wait, evening: stage.Evening = evening) -> Matchday:
            time.sleep(max(0, wait))
            return matchdays.matchday_close(
                actor=evening.organiser, matchday_id=evening.encounter.matchday_id, at=AT
            )

        calls: list[Callable[[], Claim | Matchday]] = [claim, close]
        filed, closed = at_once(calls)
        assert isinstance(filed, Claim), filed
        day = Matchday.objects.get(pk=encounter.matchday_id)
        order = dict(
            LedgerEntry.objects.filter(
                chain__season=evening.season, action__in=["claim.submitted", "matchday.closed"]
            ).values_list("action", "sequence")
        )
        if isinstance(closed, Refused):
            assert (closed.code, day.closed_at) == ("matchday.still_open", None)
            assert closed.facts["count"] == 2  # the claim and its case
            won["claim"] += 1
        else:
            # It came to a matchday that was closed: kept, out of time, with its case.
            assert isinstance(closed, Matchday), closed
            assert day.closed_at == AT and order["matchday.closed"] < order["claim.submitted"]
            won["close"] += 1
        assert Case.objects.get(encounter=encounter).claim == filed
    assert not record_verify()
    assert sum(won.values()) == TRIES
    print(won)
