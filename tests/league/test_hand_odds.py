"""The odds of a hand as people read them."""

import pytest

from league.hand_odds import KINDS, hand_words, lances, rows, share, stones
from rules.mus.deal import parse_hand
from rules.mus.hands import hand_classes
from rules.mus.odds import DEALS_LEFT, load


def odds(hand):
    return load()[parse_hand(hand).ranks()]


@pytest.mark.parametrize(
    ("deals", "told"),
    [
        (0, "0 %"),
        (1, "menos de 0,1 %"),
        (DEALS_LEFT // 3, "33,3 %"),
        (DEALS_LEFT * 2 // 3 + 1, "66,7 %"),
        (DEALS_LEFT - 1, "más de 99,9 %"),
        (DEALS_LEFT, "100 %"),
    ],
)
def test_a_share_has_one_decimal_and_never_says_certain_where_it_is_not(deals, told):
    assert share(deals) == told


def test_stones_have_two_decimals():
    assert stones(odds("RRR1")) == "7,35"


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("RR31", "Medias de reyes, juego de 31"),
        ("RR64", "Par de reyes, 30 al punto"),
        ("RS64", "Sin pares, 30 al punto"),
        ("RR12", "Duples de reyes y ases, 22 al punto"),
        ("CCCC", "Duples de caballos, juego de 40"),
        ("777S", "Medias de sietes, la Real"),
    ],
)
def test_a_hand_is_told_by_its_pares_and_its_points(hand, words):
    assert hand_words(parse_hand(hand).ranks()) == words


@pytest.mark.parametrize("hand", ["RR31", "1111", "C541", "777S"])
def test_the_parts_of_each_bar_fill_it(hand):
    for lance in lances(odds(hand)):
        assert lance.parts[0].start == 0
        assert abs(sum(part.width for part in lance.parts) - 100) < 0.01
        for before, after in zip(lance.parts, lance.parts[1:], strict=False):
            assert abs(before.start + before.width - after.start) < 0.01


def test_the_list_has_every_hand_and_kinds_share_them_out():
    assert len(rows()) == len(hand_classes()) == 330
    kinds = {kind: {row["hand"] for row in rows(kind)} for kind in KINDS}
    pares = [kinds[kind] for kind in ("duples", "medias", "par", "sin-pares")]
    assert sum(map(len, pares)) == len(set.union(*pares)) == 330
    assert len(kinds["juego"]) + len(kinds["sin-juego"]) == 330
    assert len(kinds["31"]) == 25 and len(kinds["30"]) == 15
    assert kinds["31"] < kinds["juego"]
