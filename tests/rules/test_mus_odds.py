"""The odds of a mano's hand: as counted, whichever way they are asked."""

import importlib.util
from math import comb
from pathlib import Path

import numpy as np
import pytest

from rules.mus import batch
from rules.mus.cards import DECK, RANKS
from rules.mus.deal import parse_hand
from rules.mus.hands import hand_classes
from rules.mus.odds import DEALS_LEFT, hand_name, load, turned_over, weighted, written
from rules.mus.options import KingsAndAces

HANDS = hand_classes()
ODDS = load()
SEATS_WON = {  # the mano's deals and the third seat's, counted without this table (bench/mus_exact)
    "grande": 998_557_847_984_733_324 + 988_355_064_545_249_548,
    "chica": 998_557_847_984_733_324 + 988_355_064_545_249_548,
    "last_won": 1_083_677_310_697_996_854 + 958_539_151_176_972_866,
}


def odds(hand):
    return ODDS[parse_hand(hand).ranks()]


def test_every_class_is_there_in_its_order():
    assert list(ODDS) == list(HANDS)
    assert DEALS_LEFT == comb(36, 4) * comb(32, 4) * comb(28, 4) == 43_370_632_305_000


def test_all_hands_together_give_the_known_numbers_of_all_deals():
    totals = weighted(ODDS, HANDS)
    assert totals["stones"] == 12_451_269_896_892_431_584
    assert totals["pares_both"] == 2_612_212_357_333_062_960
    assert totals["punto"] == 978_149_987_190_066_600
    assert totals["grande"] == SEATS_WON["grande"]
    assert totals["chica"] == SEATS_WON["chica"]
    assert totals["juego_won"] + totals["punto_won"] == SEATS_WON["last_won"]


def test_pares_of_all_hands_are_won_as_the_seats_win_them():
    # Where nobody has pares the count by seats gives them to the mano.
    totals = weighted(ODDS, HANDS)
    by_seats = 1_178_597_010_976_668_300 + 927_094_900_319_621_900
    assert totals["pares_won"] + totals["pares_nobody"] == by_seats


def test_chica_is_won_as_grande_is_with_the_hand_turned_over():
    for ranks, one in ODDS.items():
        assert one.chica == ODDS[turned_over(ranks)].grande, hand_name(ranks)
        assert turned_over(turned_over(ranks)) == ranks


def test_the_parts_of_a_lance_are_parts():
    for one in ODDS.values():
        parts = (
            one.pares_nobody,
            one.pares_alone,
            one.pares_theirs,
            one.pares_lost,
            one.punto_lost,
        )
        assert min(parts) >= 0 and one.pares_both_won <= one.pares_both
        assert one.pares_nobody + one.pares_won + one.pares_lost == DEALS_LEFT
        assert one.juego_won + one.juego_lost + one.punto_won + one.punto_lost == DEALS_LEFT


@pytest.mark.regulation("M-P.6", "M-VIII.4")
def test_the_best_hands_lose_only_where_they_can():
    assert odds("RRRR").grande == odds("RRRR").pares_won == DEALS_LEFT
    assert odds("1111").chica == DEALS_LEFT
    assert odds("777S").juego_won == DEALS_LEFT
    # Another 31 of the mano loses to La Real: 16 hands of either opponent, never of both.
    real = 16 * comb(32, 4) * comb(28, 4)
    assert odds("RRR1").juego_won == DEALS_LEFT - 2 * real


@pytest.mark.parametrize("hand", ["RR64", "7777", "CS54", "R111", "777S"])
def test_deals_drawn_by_lot_come_close(hand):
    number, chance = 60_000, np.random.default_rng(20_240_601)
    faces = RANKS[KingsAndAces.EIGHT]
    wanted, held = list(parse_hand(hand).ranks()), []
    for card in DECK:
        if faces[card.face] in wanted:
            wanted.remove(faces[card.face])
            held.append(card.id)
    rest = np.array([card.id for card in DECK if card.id not in held], dtype=np.uint8)
    others = chance.permuted(np.tile(rest, (number, 1)), axis=1)[:, :12]
    cards = np.hstack([np.tile(np.array(held, dtype=np.uint8), (number, 1)), others])
    settled = batch.settle(cards)
    one = odds(hand)
    for column, expected in (
        (0, one.grande),
        (1, one.chica),
        (2, one.pares_won),
        (3, one.last_won),
    ):
        part = expected / DEALS_LEFT
        drawn = (settled[:, column] == 0).mean()
        assert abs(drawn - part) <= 5 * (part * (1 - part) / number) ** 0.5
    assert abs(settled[:, 4].mean() - one.stones / DEALS_LEFT) < 0.05


def test_the_generator_counts_a_class_again():
    path = Path(__file__).parents[2] / "bench" / "mus_odds.py"
    spec = importlib.util.spec_from_file_location("mus_odds", path)
    generator = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generator)
    ranks = parse_hand("RR64").ranks()
    assert generator.odds_of([ranks]) == {ranks: ODDS[ranks]}


def test_the_file_is_what_would_be_written():
    path = Path(__file__).parents[2] / "rules" / "mus" / "tables" / "odds.csv"
    assert path.read_text() == written(ODDS)
