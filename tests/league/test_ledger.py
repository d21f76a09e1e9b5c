"""The official record: a chain that tells where it was touched."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from league import ledger
from league.models import LedgerChain, LedgerEntry
from league.triggers import lifted
from tests import factories

pytestmark = pytest.mark.django_db


def _chain(length: int = 5) -> LedgerChain:
    season, actor = factories.SeasonFactory(), factories.UserFactory()
    for number in range(length):
        with transaction.atomic():
            ledger.append(
                season=season,
                actor=actor,
                at=factories.AT + timedelta(minutes=number),
                action="test.act",
                subject=f"test:{number}",
                number=number,
            )
    return LedgerChain.objects.get(season=season)


class TestAppend:
    def test_links_each_entry_to_the_one_before(self) -> None:
        chain = _chain(3)
        entries = list(chain.entries.order_by("sequence"))
        assert [entry.sequence for entry in entries] == [1, 2, 3]
        assert entries[0].previous == ledger.GENESIS
        assert entries[1].previous == entries[0].digest
        assert (chain.length, chain.head) == (3, entries[2].digest)
        assert ledger.first_break(chain) is None

    def test_keeps_one_chain_for_acts_without_a_season(self) -> None:
        for _ in range(2):
            with transaction.atomic():
                ledger.append(
                    season=None, actor=None, at=factories.AT, action="test.act", subject="test:1"
                )
        assert LedgerChain.objects.get(season=None).length == 2

    def test_refuses_what_has_no_canonical_form(self) -> None:
        season = factories.SeasonFactory()
        with pytest.raises(TypeError):
            ledger.append(
                season=season, actor=None, at=factories.AT, action="a", subject="s", amount=0.5
            )


class TestTampering:
    @pytest.mark.parametrize(
        ("column", "value"),
        [
            ("payload", '{"number":9}'),
            ("action", "test.other"),
            ("subject", "test:9"),
            ("at", "2026-01-01 00:00:00+00:00"),
            ("actor_id", None),
            ("previous", "f" * 64),
            ("digest", "e" * 64),
        ],
    )
    def test_a_changed_column_is_found_where_it_is(self, column: str, value: str | None) -> None:
        chain = _chain()
        with lifted(connection), connection.cursor() as cursor:
            cursor.execute(
                f"UPDATE league_ledgerentry SET {column} = %s WHERE chain_id = %s AND sequence = 3",
                [value, chain.pk],
            )
        assert ledger.first_break(chain) == 3

    def test_a_removed_entry_is_found(self) -> None:
        chain = _chain()
        with lifted(connection), connection.cursor() as cursor:
            cursor.execute(
                "DELETE FROM league_ledgerentry WHERE chain_id = %s AND sequence = 2", [chain.pk]
            )
        assert ledger.first_break(chain) == 2

    def test_a_cut_tail_is_found(self) -> None:
        chain = _chain()
        with lifted(connection), connection.cursor() as cursor:
            cursor.execute(
                "DELETE FROM league_ledgerentry WHERE chain_id = %s AND sequence >= 4", [chain.pk]
            )
        assert ledger.first_break(chain) == 4

    def test_the_database_refuses_to_change_or_delete(self) -> None:
        entry = _chain().entries.get(sequence=2)
        with pytest.raises(IntegrityError), transaction.atomic():
            LedgerEntry.objects.filter(pk=entry.pk).update(payload="{}")
        with pytest.raises(IntegrityError), transaction.atomic():
            entry.delete()
