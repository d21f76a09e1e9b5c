"""Whatever is changed past the code is found: bytes, numbers, moments, rows, the tail."""

import random
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from league.models import DayHead, LedgerChain, LedgerEntry, SigningKey
from league.services.signing_keys import key_in_use
from matches.models import Acta, Encounter, Seal, Signature, StandingsPublication
from matches.services.verification import record_verify
from tests import tampering
from tests.matches.stage import END

pytestmark = pytest.mark.django_db

SEED = 2026


@pytest.fixture
def whole() -> tampering.Affair:
    affair = tampering.whole_record()
    tampering.triggers_off()
    return affair


def test_every_text_number_moment_and_person_is_watched(whole: tampering.Affair) -> None:
    """One byte of each text column at a random place, and every other value of the record."""
    chance = random.Random(SEED)
    people = [whole.member.pk, whole.evening.organiser.pk]
    changes = [*tampering.byte_changes(chance, rows=1), *tampering.other_changes(people)]
    found = {str(change): tampering.found_after(change) for change in changes}
    assert [change for change, breaks in found.items() if breaks == []] == []
    assert sum(breaks is not None for breaks in found.values()) > 120
    assert record_verify() == []


@pytest.mark.parametrize(
    "table",
    [
        "league_ledgerentry",
        "league_signingkey",
        "matches_signature",
        "matches_seal",
        "matches_issuedfile",
        "matches_standingspublication",
    ],
)
def test_a_row_that_is_gone_is_found(whole: tampering.Affair, table: str) -> None:
    for (pk,) in tampering.sql(f"SELECT id FROM {table}"):
        with tampering.undone():
            if table == "league_signingkey":
                tampering.sql("DELETE FROM matches_seal WHERE key_id = %s", [pk])
            if table == "matches_standingspublication":
                tampering.sql("DELETE FROM matches_seal WHERE publication_id = %s", [pk])
            tampering.sql(f"DELETE FROM {table} WHERE id = %s", [pk])
            assert record_verify(), pk


def test_a_version_that_is_gone_with_all_that_hangs_on_it_is_found(
    whole: tampering.Affair,
) -> None:
    for (pk,) in tampering.sql("SELECT id FROM matches_acta"):
        with tampering.undone():
            for table in ("matches_signature", "matches_seal", "matches_issuedfile"):
                tampering.sql(f"DELETE FROM {table} WHERE acta_id = %s", [pk])
            tampering.sql("DELETE FROM matches_acta WHERE id = %s", [pk])
            assert {"acta", "result"} & {found.kind for found in record_verify()}


def test_an_old_version_brought_back_into_force_is_found(whole: tampering.Affair) -> None:
    tampering.sql("UPDATE matches_acta SET state = 'SUPERSEDED', in_force = %s", [False])
    tampering.sql(
        "UPDATE matches_acta SET state = 'SIGNED', in_force = %s WHERE number = 1", [True]
    )
    places = [found.place for found in record_verify() if found.kind == "acta"]
    assert f"encounter {whole.encounter.pk}, version 1" in places


def test_a_result_changed_in_the_encounter_alone_is_found(whole: tampering.Affair) -> None:
    for column in ("home_score", "away_score", "home_games", "away_games"):
        with tampering.undone():
            tampering.sql(f"UPDATE matches_encounter SET {column} = {column} + 1")
            assert [found.kind for found in record_verify()] == ["result"]


class TestConsistently:
    """Somebody who mends text and digest together is found by what hangs on them."""

    def test_an_acta_and_its_digest(self, whole: tampering.Affair) -> None:
        acta = Acta.objects.get(number=1)
        text = acta.content.replace('"home_games":5', '"home_games":4', 1)
        tampering.sql(
            "UPDATE matches_acta SET content = %s, digest = %s WHERE id = %s",
            [text, tampering.digest(text), acta.pk],
        )
        kinds = {found.kind for found in record_verify()}
        assert {"acta", "signature", "server signature"} <= kinds

    def test_a_signature_of_the_server_by_another_key(self, whole: tampering.Affair) -> None:
        seal = Seal.objects.order_by("pk").first()
        assert seal is not None
        with tampering.another_key():
            forged = tampering.signed_again(seal.statement)
        tampering.sql("UPDATE matches_seal SET signature = %s WHERE id = %s", [forged, seal.pk])
        assert "server signature" in {found.kind for found in record_verify()}

    def test_the_whole_chain_written_anew_is_found_against_a_head(
        self, whole: tampering.Affair
    ) -> None:
        head = LedgerChain.objects.get(season=whole.season).head
        tampering.sql("DELETE FROM league_dayhead")
        tampering.rewrite_chain(whole.season.pk, actor=whole.member.pk)
        assert "ledger" not in {found.kind for found in record_verify()}
        assert record_verify([head])[-1].kind == "head"

    def test_a_table_and_its_digest_from_results_that_were_not(
        self, whole: tampering.Affair
    ) -> None:
        tampering.publish_wrongly(StandingsPublication.objects.order_by("pk").first())
        problems = [found.problem for found in record_verify() if found.kind == "publication"]
        assert problems == ["is not as the ledger has it"]


class TestCutTail:
    def test_is_found_by_the_chain_itself(self, whole: tampering.Affair) -> None:
        chain = LedgerChain.objects.get(season=whole.season)
        tampering.sql(
            "DELETE FROM league_ledgerentry WHERE chain_id = %s AND sequence > %s",
            [chain.pk, chain.length - 3],
        )
        first = record_verify()[0]
        assert first.kind == "ledger"
        assert first.place == f"chain {chain.pk}, entry {chain.length - 2}"

    def test_mended_too_is_found_against_the_day_and_against_what_was_mailed(
        self, whole: tampering.Affair
    ) -> None:
        mailed = DayHead.objects.get(chain__season=whole.season).head
        tampering.cut(whole.season.pk, 3)
        assert record_verify()[0].kind == "head"
        tampering.sql("DELETE FROM league_dayhead")
        with pytest.raises(CommandError, match="does not hold"):
            call_command("verify_ledger", "--head", mailed, stdout=StringIO(), stderr=StringIO())

    def test_a_head_that_is_there_is_taken_in_capitals_too(self, whole: tampering.Affair) -> None:
        mailed = DayHead.objects.get(chain__season=whole.season).head
        out = StringIO()
        call_command("verify_ledger", "--head", mailed.upper(), stdout=out)
        assert "The record is whole." in out.getvalue()


@pytest.mark.parametrize("model", [LedgerEntry, Seal, Signature, StandingsPublication, DayHead])
def test_the_database_refuses_all_this_while_its_triggers_are_on(model: type) -> None:
    tampering.whole_record()
    table = model._meta.db_table
    for attack in (f"UPDATE {table} SET id = id", f"DELETE FROM {table}"):
        with pytest.raises(IntegrityError, match="append_only"), transaction.atomic():
            tampering.sql(attack)


def test_what_came_before_there_was_a_key_is_whole_without_one() -> None:
    """An earlier version: its ledger entry carries no signature, and none is asked for."""
    affair = tampering.Affair()
    tampering.triggers_off()
    tampering.sql("DELETE FROM matches_seal")
    tampering.rewrite_chain(affair.season.pk, without=("key", "seal", "statement"))
    assert record_verify() == []
    assert Encounter.objects.filter(actas__in_force=True, actas__seal__isnull=True).exists()


def test_a_key_has_one_entry_however_often_it_signs() -> None:
    first, second = key_in_use(at=END), key_in_use(at=END)
    assert first == second
    assert SigningKey.objects.count() == 1
    assert LedgerEntry.objects.filter(action="signing_key.published").count() == 1
