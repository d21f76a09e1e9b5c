"""Cards and hands of mus: printed faces, what they play as, pares, juego."""

import pytest

from rules.errors import RuleViolation
from rules.mus.cards import DECK, FACES, RANKS, UNKNOWN, Card, Suit, copies
from rules.mus.deal import parse_hand
from rules.mus.hands import (
    Hand,
    Pares,
    ParesKind,
    has_juego,
    is_la_real,
    pares,
    points,
)
from rules.mus.options import ASTURIAS, KingsAndAces, LaReal, Options

FOUR = Options(kings_and_aces=KingsAndAces.FOUR)


def ranks(text, options=ASTURIAS):
    return parse_hand(text).ranks(options)


class TestCards:
    def test_are_numbered_by_suit_then_face(self):
        assert [card.id for card in DECK] == list(range(40))
        assert str(DECK[0]) == "1o"
        assert str(DECK[19]) == "Rc"
        assert DECK[27] == Card(FACES.index("S"), Suit.ESPADAS)

    def test_without_suit_or_face_have_no_number(self):
        assert Card(3).id is None
        assert (UNKNOWN.id, str(UNKNOWN), str(Card(3))) == (None, "??", "4")

    @pytest.mark.regulation("M-P.2")
    def test_treys_are_kings_and_deuces_aces(self):
        assert ranks("3R21") == ranks("RR11")
        assert copies(KingsAndAces.EIGHT) == {0: 8, 3: 4, 4: 4, 5: 4, 6: 4, 7: 4, 8: 4, 9: 8}

    def test_stay_themselves_with_four_kings_and_four_aces(self):
        assert ranks("3R21", FOUR) == (9, 2, 1, 0)
        assert set(copies(KingsAndAces.FOUR).values()) == {4}
        assert RANKS[KingsAndAces.FOUR] == tuple(range(10))


class TestHand:
    @pytest.mark.regulation("M-P.2")
    @pytest.mark.parametrize(
        ("text", "expected"),
        [("RCS7", 37), ("1245", 11), ("3333", 40), ("2221", 4), ("777S", 31), ("R764", 27)],
    )
    def test_has_points(self, text, expected):
        assert points(ranks(text)) == expected
        assert has_juego(ranks(text)) == (expected >= 31)

    def test_counts_treys_and_deuces_as_printed_with_four_kings(self):
        assert points(ranks("3321", FOUR)) == 9

    @pytest.mark.parametrize(
        ("text", "kind", "high", "low"),
        [
            ("RCS7", None, None, None),
            ("R3C7", ParesKind.PAIR, "R", None),
            ("21S7", ParesKind.PAIR, "1", None),
            ("SSS7", ParesKind.MEDIAS, "S", None),
            ("R33C", ParesKind.MEDIAS, "R", None),
            ("44R3", ParesKind.DUPLES, "R", "4"),
            ("R3R3", ParesKind.DUPLES, "R", "R"),
            ("1221", ParesKind.DUPLES, "1", "1"),
        ],
    )
    def test_has_pares(self, text, kind, high, low):
        found = pares(ranks(text))
        if kind is None:
            assert found is None
        else:
            second = None if low is None else FACES.index(low)
            assert found == Pares(kind, FACES.index(high), second)

    def test_has_the_shape_of_its_faces_in_any_order(self):
        assert parse_hand("RR31").shape == parse_hand("1oRcRe3b").shape == 9920
        assert parse_hand("RR3??").shape is None

    def test_plays_as_nothing_as_long_as_a_card_is_unknown(self):
        with pytest.raises(RuleViolation) as refusal:
            ranks("RR3??")
        assert refusal.value.code == "mus.hand.card_unknown"
        assert refusal.value.facts == {"hand": "RR3??"}

    @pytest.mark.regulation("M-I.7")
    @pytest.mark.parametrize("count", [0, 3, 5])
    def test_is_four_cards(self, count):
        with pytest.raises(RuleViolation) as refusal:
            Hand(DECK[:count])
        assert (refusal.value.code, refusal.value.clause) == ("mus.hand.not_four_cards", "M-I.7")
        assert refusal.value.facts == {"cards": count}

    @pytest.mark.regulation("M-VIII.4")
    def test_is_la_real_in_any_suit_as_the_option_says(self):
        king = Options(la_real=LaReal.SEVENS_AND_KING)
        off = Options(la_real=LaReal.OFF)
        assert is_la_real(ranks("7S77"))
        assert not is_la_real(ranks("777C"))
        assert not is_la_real(ranks("7S77"), off)
        assert is_la_real(ranks("R777"), king)
        assert is_la_real(ranks("7773"), king)
        assert not is_la_real(ranks("7S77"), king)
