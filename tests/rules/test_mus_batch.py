"""Deals settled in numpy: the same as `settle`, deal by deal."""

import subprocess
import sys

import numpy as np
import pytest

from rules.errors import RuleViolation
from rules.mus import ASTURIAS, Deal, Options, Seat, batch, settle
from rules.mus.options import KingsAndAces, LaReal, PassedExtra

DEALS = 3_000


def random_deals(seed, deals=DEALS):
    """Packs of forty cards shuffled, the first sixteen of each."""
    return np.random.default_rng(seed).permuted(
        np.tile(np.arange(40, dtype=np.uint8), (deals, 1)), axis=1
    )[:, :16]


def settled_one_by_one(cards, options):
    """What the batch should give, asked of `settle`."""
    rows = []
    for ids in cards.tolist():
        settlement = settle(Deal.of_ids(Seat.A1, ids), options)
        won = {award.lance.value: "AB".index(award.pair) for award in settlement.awards}
        juego_or_punto = won.get("juego", won.get("punto"))
        pares = won.get("pares", batch.NOBODY)
        rows.append([won["grande"], won["chica"], pares, juego_or_punto, *settlement.stones])
    return np.array(rows, dtype=np.uint8)


class TestBatch:
    @pytest.mark.regulation("M-P.6", "M-VI.1")
    @pytest.mark.parametrize(
        "options",
        [
            ASTURIAS,
            Options(la_real=LaReal.OFF),
            Options(la_real=LaReal.SEVENS_AND_KING),
            Options(passed_extra=PassedExtra.ONE),
            Options(kings_and_aces=KingsAndAces.FOUR),
        ],
        ids=["asturias", "no real", "real with king", "passed extra", "four kings"],
    )
    def test_agrees_with_settle_deal_by_deal(self, options):
        cards = random_deals(seed=2_026)
        assert np.array_equal(batch.settle(cards, options), settled_one_by_one(cards, options))

    @pytest.mark.regulation("M-VIII.4")
    def test_agrees_where_la_real_is_dealt(self):
        # The mano holds three sevens and a jack, or the second player does.
        cards = random_deals(seed=7)
        real = np.array([6, 16, 26, 7], dtype=np.uint8)
        others = np.array([[id for id in ids if id not in real][:12] for ids in cards.tolist()])
        for place in (0, 4, 8, 12):
            dealt = np.insert(others, [place] * 4, real, axis=1).astype(np.uint8)
            settled = batch.settle(dealt)
            assert np.array_equal(settled, settled_one_by_one(dealt, ASTURIAS))
            assert set(settled[:, 3].tolist()) == {place // 4 % 2}

    def test_settles_any_number_of_deals(self):
        cards = random_deals(seed=3, deals=9_001)
        whole = batch.settle(cards)
        assert (whole.shape, whole.dtype) == ((9_001, 6), np.uint8)
        assert np.array_equal(whole[:5], batch.settle(cards[:5]))
        assert np.array_equal(whole[::2], batch.settle(cards[::2]))
        assert batch.settle(cards[:0]).shape == (0, 6)

    def test_averages_what_was_counted_exactly(self):
        # 12,451,269,896,892,431,584 stones over all deals (bench/mus_exact.py). One deal varies
        # by less than 2.7 stones about that, so 200,000 stay within 0.03 at five deviations.
        cards = random_deals(seed=20_26, deals=200_000)
        stones = batch.settle(cards)[:, 4].astype(np.float64)
        assert stones.std() < 2.7
        assert abs(stones.mean() - 3.1413709) < 0.03

    @pytest.mark.parametrize("shape", [(16,), (2, 15), (1, 4, 4)])
    def test_refuses_another_shape(self, shape):
        with pytest.raises(RuleViolation) as refusal:
            batch.settle(np.zeros(shape, dtype=np.uint8))
        assert refusal.value.facts == {"shape": shape}

    @pytest.mark.parametrize("id", [-1, 40, 256])
    def test_refuses_what_is_no_card(self, id):
        cards = random_deals(seed=1, deals=2).astype(np.int64)
        cards[1, 3] = id
        with pytest.raises(RuleViolation) as refusal:
            batch.settle(cards)
        assert refusal.value.code == "mus.batch.no_such_card"
        assert id in refusal.value.facts.values()


def test_numpy_is_only_for_those_who_want_it():
    asked = "import sys, rules.mus; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0
