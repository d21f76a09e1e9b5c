"""The numbers of mus that anybody can check: hands, classes, every hand against every hand.

Pares, duples, medias, juego and 31 agree with "Los números del mus y algunas paradojas"
(studylib.es/doc/5699334); the comparisons were counted independently of this code.
"""

from collections import Counter
from itertools import combinations, product
from math import comb, prod
from operator import add

import pytest

from rules.errors import RuleViolation
from rules.mus import Options, parse_deal, settle
from rules.mus.cards import DECK, RANKS, copies
from rules.mus.hands import ParesKind, hand_classes, has_juego, is_la_real, pares, points
from rules.mus.lances import KEYS, Lance
from rules.mus.options import KingsAndAces, LaReal

EIGHT, FOUR = KingsAndAces.EIGHT, KingsAndAces.FOUR


def kind(ranks):
    held = pares(ranks)
    return held and held.kind


def thirty_one(ranks):
    return points(ranks) == 31


# what: (whether a hand is one, hands, classes, hands of the deck with four kings)
ONE_HAND = {
    "pares": (pares, 51_710, 260, 37_630),
    "duples": (lambda ranks: kind(ranks) == ParesKind.DUPLES, 3_486, 36, 1_630),
    "medias": (lambda ranks: kind(ranks) == ParesKind.MEDIAS, 4_448, 56, 1_440),
    "pair": (lambda ranks: kind(ranks) == ParesKind.PAIR, 43_776, 168, 34_560),
    "four equal": (lambda ranks: len(set(ranks)) == 1, 146, 8, 10),
    "juego": (has_juego, 24_444, 104, 11_719),
    "31": (thirty_one, 8_384, 25, 3_040),
    "no juego": (lambda ranks: not has_juego(ranks), 66_946, 226, 79_671),
    "30": (lambda ranks: points(ranks) == 30, 3_024, 15, 2_796),
    "31 with pares": (lambda ranks: thirty_one(ranks) and pares(ranks), 4_800, 18, 1_248),
    "31 without": (lambda ranks: thirty_one(ranks) and not pares(ranks), 3_584, 7, 1_792),
    "four kings": (lambda ranks: ranks == (9, 9, 9, 9), 70, 1, 1),
    "La Real": (is_la_real, 16, 1, 16),
}

# Every class of hands against every class: wins, ties, losses of the first.
TABLE = {
    (Lance.GRANDE, LaReal.SEVENS_AND_JACK): (54_285, 330, 54_285),
    (Lance.CHICA, LaReal.SEVENS_AND_JACK): (54_285, 330, 54_285),
    (Lance.PARES, LaReal.SEVENS_AND_JACK): (50_022, 8_856, 50_022),
    (Lance.JUEGO, LaReal.SEVENS_AND_JACK): (28_143, 52_614, 28_143),
    (Lance.JUEGO, LaReal.OFF): (28_119, 52_662, 28_119),
    (Lance.PUNTO, LaReal.SEVENS_AND_JACK): (52_053, 4_794, 52_053),
}


class TestOneHand:
    def test_there_are_330_classes_and_715_with_four_kings(self):
        assert (len(hand_classes(EIGHT)), len(hand_classes(FOUR))) == (330, 715)
        assert sum(hand_classes(EIGHT).values()) == sum(hand_classes(FOUR).values()) == 91_390

    @pytest.mark.regulation("M-P.2")
    @pytest.mark.parametrize("what", ONE_HAND)
    def test_is_as_frequent_as_counted(self, what):
        is_one, hands, classes, hands_of_four = ONE_HAND[what]
        found = [number for ranks, number in hand_classes(EIGHT).items() if is_one(ranks)]
        assert (sum(found), len(found)) == (hands, classes)
        of_four = sum(number for ranks, number in hand_classes(FOUR).items() if is_one(ranks))
        assert of_four == hands_of_four

    def test_classes_hold_the_hands_of_the_deck(self):
        counted = dict.fromkeys(hand_classes(EIGHT), 0)
        ranks_of_face = RANKS[EIGHT]
        ranks_of_card = [ranks_of_face[card.face] for card in DECK]
        for ranks in combinations(ranks_of_card, 4):
            counted[tuple(sorted(ranks, reverse=True))] += 1
        assert counted == hand_classes(EIGHT)

    def test_never_has_five_six_38_or_39_points(self):
        assert {points(ranks) for ranks in hand_classes(EIGHT)} == {4, *range(7, 38), 40}


class TestTwoHands:
    @pytest.mark.regulation("M-P.6", "M-VIII.4")
    @pytest.mark.parametrize(("lance", "la_real"), TABLE)
    def test_beat_each_other_as_often_as_counted(self, lance, la_real):
        options = Options(la_real=la_real)
        keys = [KEYS[lance](ranks, options) or () for ranks in hand_classes(EIGHT)]
        wins = sum(one > other for one in keys for other in keys)
        ties = sum(one == other for one in keys for other in keys)
        losses = sum(one < other for one in keys for other in keys)
        assert (wins, ties, losses) == TABLE[lance, la_real]


class TestWorkedDeals:
    """The deals of the worked examples, all lances passed."""

    @pytest.mark.regulation("M-VI.1")
    @pytest.mark.parametrize(
        ("deal", "awards", "stones"),
        [
            # 31 both of B; A1's two kings against two knights and two jacks.
            (
                "A1:RR64 CCS1 7654 3SS2",
                [("grande", "A", 1), ("chica", "B", 1), ("pares", "A", 1), ("juego", "B", 6)],
                (2, 7),
            ),
            # A2's king and trey are a pair of kings; only A2 has juego (35).
            (
                "B1:66S4 R3C5 S754 C761",
                [("grande", "A", 1), ("chica", "A", 1), ("pares", "A", 1), ("juego", "A", 2)],
                (5, 0),
            ),
            # Three kings 2 and two fives 1 beat three sevens; La Real beats the mano's 31.
            (
                "A1:RR31 CS64 5541 777S",
                [("grande", "A", 1), ("chica", "A", 1), ("pares", "A", 3), ("juego", "B", 3)],
                (5, 3),
            ),
        ],
    )
    def test_are_worth(self, deal, awards, stones):
        settled = settle(parse_deal(deal))
        assert [(award.lance, award.pair, award.stones) for award in settled.awards] == awards
        assert settled.stones == stones

    @pytest.mark.regulation("M-VIII.4")
    def test_la_real_can_be_left_out(self):
        deal = parse_deal("A1:RR31 CS64 5541 777S")
        assert settle(deal).awards[-1].clause == "M-VIII.4"
        assert settle(deal, Options(la_real=LaReal.OFF)).stones == (8, 0)

    def test_are_worth_nothing_yet_while_a_card_is_unknown(self):
        with pytest.raises(RuleViolation) as refusal:
            settle(parse_deal("B1:RR31 CS64 ??541 77??S"))
        assert refusal.value.code == "mus.deal.cards_unknown"
        assert refusal.value.facts == {"seats": ("B2", "A1")}


# Four hands. A pair's two hands are eight cards, so many of each rank; how many deals there are
# with given eights depends on nothing else, and it is a product over the ranks. So pairs are summed
# by their eights first, and one rank is exchanged for the other pair's after the other.

DEALS = 3_963_642_086_353_950_000


def eights(may_be):
    """Eight cards as numbers of each rank → splits into two hands that `may_be` a pair's."""
    of_each = copies(EIGHT)
    counts = {ranks: tuple(ranks.count(rank) for rank in of_each) for ranks in hand_classes(EIGHT)}
    found = Counter()
    for one, other in product(counts, repeat=2):
        if may_be(one, other):
            eight = tuple(map(add, counts[one], counts[other]))
            found[eight] += prod(map(comb, eight, counts[one]))
    return {eight: splits for eight, splits in found.items() if within(eight)}


def within(eight):
    return all(count <= cards for count, cards in zip(eight, copies(EIGHT).values(), strict=True))


def deals(may_be):
    """The deals in which the hands of either pair `may_be` a pair's."""
    ours = eights(may_be)
    theirs = ours
    for place, cards in enumerate(copies(EIGHT).values()):
        exchanged = Counter()
        for eight, number in theirs.items():
            of_rank = eight[place]
            # What stands before `place` is ours already: no more than eight cards in all.
            room = 8 - sum(eight[:place])
            for ours_of_rank in range(min(cards - of_rank, room) + 1):
                ways = comb(cards, of_rank) * comb(cards - of_rank, ours_of_rank)
                new = (*eight[:place], ours_of_rank, *eight[place + 1 :])
                exchanged[new] += number * ways
        theirs = exchanged
    return sum(splits * theirs[eight] for eight, splits in ours.items())


class TestFourHands:
    def test_are_dealt_in_so_many_ways(self):
        assert prod(comb(40 - 4 * hand, 4) for hand in range(4)) == DEALS
        assert deals(lambda one, other: True) == DEALS

    def test_hold_pares_on_both_sides_in_so_many_deals(self):
        both = deals(lambda one, other: pares(one) is not None or pares(other) is not None)
        assert both == 2_612_212_357_333_062_960

    def test_hold_no_juego_at_all_in_so_many_deals(self):
        nobody = deals(lambda one, other: not has_juego(one) and not has_juego(other))
        assert nobody == 978_149_987_190_066_600
