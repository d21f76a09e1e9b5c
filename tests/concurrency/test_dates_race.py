"""Both delegates at another date at the same moment, each in a process of its own (M-D.16)."""

from datetime import timedelta

import pytest
from django.db import connection

from league import ledger
from league.models import LedgerChain
from matches.models import DateSignature, Encounter, Postponement
from matches.services import dates
from matches.services.dates import Offer
from matches.services.verification import record_verify
from tests import factories
from tests.concurrency.workers import Call, Outcome, Workers
from tests.matches import stage
from tests.matches.stage import Evening

TRIES = 20 if connection.vendor == "postgresql" else 2
AT = stage.AT - timedelta(days=3)
WEEK, LATER = stage.AT + timedelta(days=7), stage.AT + timedelta(days=8)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.regulation("M-D.16")]


def _call(name: str, user: int, evening: Evening, **more: object) -> Call:
    told = {"actor": user, "encounter_id": evening.encounter.pk, "at": AT}
    return f"matches.services.dates.{name}", told | more


def _proposed(evening: Evening) -> Postponement:
    return dates.date_propose(
        actor=evening.home,
        encounter_id=evening.encounter.pk,
        offers=[Offer(WEEK), Offer(LATER)],
        reason="El local está cerrado.",
        at=AT,
    )


def _codes(outcomes: list[Outcome]) -> list[str]:
    assert all(outcome.error in {"", "Refused", "MoveRefused"} for outcome in outcomes), outcomes
    assert all(outcome.sentence for outcome in outcomes if outcome.error)
    return sorted(outcome.code for outcome in outcomes)


def _check_whole(evening: Evening) -> Encounter:
    """At most one change in force, with both signatures, and the encounter on its date."""
    encounter = Encounter.objects.get(pk=evening.encounter.pk)
    delivered = Postponement.objects.filter(encounter=encounter, state="DELIVERED")
    assert delivered.count() <= 1
    for change in delivered:
        assert encounter.starts_at == change.new_starts_at
        assert DateSignature.objects.filter(postponement=change).count() == 2
    assert ledger.first_break(LedgerChain.objects.get(season=evening.season)) is None
    return encounter


def test_accepted_while_it_is_taken_back() -> None:
    seen = set()
    with Workers(2) as workers:
        for _ in range(TRIES):
            evening = stage.evening(fichas=0)
            told = {"proposal_id": _proposed(evening).pk}
            outcomes = workers.race(
                [
                    _call("date_accept", evening.away.pk, evening, number=1, **told),
                    _call("date_withdraw", evening.home.pk, evening, **told),
                ]
            )
            assert _codes(outcomes) == ["", "dates.already_answered"]
            encounter = _check_whole(evening)
            won = Postponement.objects.get(encounter=encounter).state
            assert (won == "DELIVERED") == (encounter.starts_at == WEEK) == (not outcomes[0].error)
            seen.add(won)
    assert seen <= {"DELIVERED", "WITHDRAWN"}
    assert not record_verify()


def test_two_delegates_of_a_side_accept_different_dates() -> None:
    with Workers(2) as workers:
        for _ in range(TRIES):
            evening = stage.evening(fichas=0)
            second = factories.DelegateFactory(team=evening.encounter.away, kind="SUBSTITUTE").user
            told = {"proposal_id": _proposed(evening).pk}
            outcomes = workers.race(
                [
                    _call("date_accept", evening.away.pk, evening, number=1, **told),
                    _call("date_accept", second.pk, evening, number=2, **told),
                ]
            )
            assert _codes(outcomes) == ["", "dates.already_answered"]
            assert _check_whole(evening).starts_at in {WEEK, LATER}
    assert not record_verify()


def test_both_sides_propose_at_once() -> None:
    """The one who comes second counters the first: one is open, and both are kept."""
    with Workers(2) as workers:
        for _ in range(TRIES):
            evening = stage.evening(fichas=0)
            outcomes = workers.race(
                [
                    _call("date_propose", user.pk, evening, offers=[Offer(moment)], reason="Sí.")
                    for user, moment in ((evening.home, WEEK), (evening.away, LATER))
                ]
            )
            assert _codes(outcomes) == ["", ""]
            rows = Postponement.objects.filter(encounter=evening.encounter)
            assert sorted(rows.values_list("state", flat=True)) == ["COUNTERED", "PROPOSED"]
            _check_whole(evening)
    assert not record_verify()


def test_accepted_while_the_organiser_moves_it() -> None:
    with Workers(2) as workers:
        for _ in range(TRIES):
            evening = stage.evening(fichas=0)
            proposal = _proposed(evening)
            moved = stage.AT + timedelta(days=20)
            outcomes = workers.race(
                [
                    _call(
                        "date_accept",
                        evening.away.pk,
                        evening,
                        number=1,
                        proposal_id=proposal.pk,
                    ),
                    (
                        "matches.services.encounters.encounter_move",
                        {
                            "actor": evening.organiser.pk,
                            "encounter_id": evening.encounter.pk,
                            "starts_at": moved,
                            "venue_id": None,
                            "reason": "Fiesta local.",
                            "at": AT,
                        },
                    ),
                ]
            )
            assert outcomes[1].error == "", outcomes
            # The organiser's word is the last, whoever came first.
            assert Encounter.objects.get(pk=evening.encounter.pk).starts_at == moved
            proposal.refresh_from_db()
            assert proposal.state == ("EXPIRED" if outcomes[0].error else "DELIVERED")
    assert not record_verify()
