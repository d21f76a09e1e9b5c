"""A code typed twice at once, both sides filing alone at once, a signature against a correction."""

import os
from datetime import timedelta

import pytest
from django.db import connection

from league import ledger
from league.models import LedgerChain
from matches.models import Acta, Case, Encounter, Signature, SigningCode
from matches.selectors.signing_codes import code_stand
from matches.services import actas
from matches.services.verification import record_verify
from tests.concurrency.workers import Call, Outcome, Workers
from tests.matches import stage
from tests.matches.stage import END, Evening

# `RACES=80` for as many as one likes to wait for; few tell as much day by day.
TRIES = int(os.environ.get("RACES", "12" if connection.vendor == "postgresql" else "2"))

pytestmark = pytest.mark.django_db(transaction=True)


def _call(name: str, user: int, acta: Acta, **more: object) -> Call:
    told = {"actor": user, "acta_id": acta.pk, "digest": acta.digest, "at": END}
    return f"matches.services.{name}", told | more


def _again(evening: Evening) -> Acta:
    """An unsigned acta of the same evening, so that a race costs no new evening."""
    old = Acta.objects.filter(encounter=evening.encounter, in_force=True)
    old.update(in_force=False, state="SUPERSEDED")
    Encounter.objects.filter(pk=evening.encounter.pk).update(state="ENDED")
    Case.objects.filter(encounter=evening.encounter).update(state="SHELVED")
    return evening.end()


def _one_in_force(evening: Evening) -> Acta:
    found: Acta = Acta.objects.get(encounter=evening.encounter, in_force=True)
    return found


def _said_clearly(outcomes: list[Outcome], codes: set[str]) -> None:
    refused = [one for one in outcomes if one.error]
    assert {one.code for one in refused} <= codes, outcomes
    assert all(one.sentence for one in refused)


def _whole(evening: Evening) -> None:
    assert ledger.first_break(LedgerChain.objects.get(season=evening.season)) is None
    # Between the races versions were set aside past the code: what is in force is not asked here.
    assert not [one for one in record_verify() if one.kind in {"signature", "ledger"}]


@pytest.mark.regulation("M-D.10")
def test_a_code_is_used_once() -> None:
    """Twice on one phone, and by its own side in its own session at the same moment."""
    evening = stage.evening()
    acta = evening.ended()
    with Workers(3) as workers:
        for _ in range(TRIES):
            actas.acta_sign(actor=evening.home, acta_id=acta.pk, digest=acta.digest, at=END)
            code = code_stand(evening.encounter, "AWAY", at=END).digits
            typed = _call("signing_codes.acta_sign_by_code", evening.home.pk, acta, code=code)
            outcomes = workers.race([typed, typed, _call("actas.acta_sign", evening.away.pk, acta)])
            _said_clearly(outcomes, {"acta.already_signed"})
            assert sum(not one.error for one in outcomes) == 1
            assert _one_in_force(evening).pk == acta.pk
            signed = Signature.objects.get(acta=acta, side="AWAY")
            spent = SigningCode.objects.filter(used_for=acta).count()
            assert spent == (signed.method == "CODE")
            acta = _again(evening)
            if spent:
                new = (
                    "matches.services.signing_codes.code_renew",
                    {
                        "actor": evening.away.pk,
                        "encounter_id": evening.encounter.pk,
                        "at": END,
                    },
                )
                (made,) = workers.race([new])
                assert not made.error
    _whole(evening)


def test_wrong_codes_at_once_are_all_counted() -> None:
    evening = stage.evening()
    acta = evening.ended()
    actas.acta_sign(actor=evening.home, acta_id=acta.pk, digest=acta.digest, at=END)
    right = code_stand(evening.encounter, "AWAY", at=END).digits
    wrong = "000000" if right != "000000" else "000001"
    typed = _call("signing_codes.acta_sign_by_code", evening.home.pk, acta, code=wrong)
    with Workers(4) as workers:
        _said_clearly(workers.race([typed] * 4), {"code.wrong"})
        _said_clearly(workers.race([typed] * 4), {"code.locked"})
    assert SigningCode.objects.get().wrong_tries == 5


@pytest.mark.regulation("M-D.11")
def test_both_file_alone_at_once() -> None:
    """One version, one case; the other is told that the first has signed, or that it is filed."""
    evening = stage.evening()
    acta = evening.ended()
    with Workers(2) as workers:
        for _ in range(TRIES):
            filings = [
                _call("actas.acta_file_alone", user.pk, acta, reason="No quisieron firmar.")
                for user in (evening.home, evening.away)
            ]
            outcomes = workers.race(filings)
            _said_clearly(outcomes, {"acta.already_signed", "acta.other_side_has_signed"})
            assert sum(not one.error for one in outcomes) == 1
            in_force = _one_in_force(evening)
            assert (in_force.pk, in_force.state) == (acta.pk, "FILED_ALONE")
            assert Signature.objects.filter(acta=acta).count() == 1
            cases = Case.objects.filter(encounter=evening.encounter, state="OPEN")
            assert cases.filter(reason="acta.filed_alone").count() == 1
            acta = _again(evening)
    _whole(evening)


@pytest.mark.regulation("M-D.15")
def test_a_signature_against_a_correction() -> None:
    """A correction that waits for one signature, and another that takes its place meanwhile."""
    evening = stage.evening()
    evening.signed()
    signed = replaced = 0
    with Workers(2) as workers:
        for number in range(TRIES):
            open_one = _corrected(evening, number)
            away = _call("actas.acta_sign", evening.away.pk, open_one)
            other: Call = (
                "matches.services.actas.acta_correct",
                {
                    "actor": evening.home.pk,
                    "encounter_id": evening.encounter.pk,
                    "boards": {},
                    "ended_at": END - timedelta(seconds=1000 + number),
                    "note": f"La hora estaba mal, otra vez ({number}).",
                    "at": END,
                },
            )
            outcomes = workers.race([away, other])
            _said_clearly(outcomes, {"acta.changed_meanwhile"})
            in_force = _one_in_force(evening)
            assert Signature.objects.filter(acta=in_force, digest=in_force.digest).count() == 2
            assert not outcomes[1].error
            newest = Acta.objects.filter(encounter=evening.encounter).latest("number")
            assert newest.state == "DRAFT" and not newest.signatures.exists()
            if outcomes[0].error:
                replaced += 1
                open_one.refresh_from_db()
                assert open_one.state == "SUPERSEDED" and in_force.pk != open_one.pk
            else:
                signed += 1
                assert in_force.pk == open_one.pk
    assert signed + replaced == TRIES
    _whole(evening)


def _corrected(evening: Evening, number: int) -> Acta:
    """A correction that home proposed and signed."""
    acta = actas.acta_correct(
        actor=evening.home,
        encounter_id=evening.encounter.pk,
        boards={},
        ended_at=END - timedelta(seconds=1 + number),
        note=f"La hora estaba mal ({number}).",
        at=END,
    )
    return actas.acta_sign(actor=evening.home, acta_id=acta.pk, digest=acta.digest, at=END)
