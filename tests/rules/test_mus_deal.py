"""Deals of mus: seats, how a deal is written, and what cannot be one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import NotationError, RuleViolation
from rules.mus import parse_deal
from rules.mus.deal import SEATS, Deal, Seat, parse_hand
from rules.mus.hands import CARDS_IN_HAND

EXAMPLE = "A1:RR31 CS64 5541 777S"


class TestSeat:
    @pytest.mark.regulation("M-P.1")
    def test_goes_to_the_right_and_alternates_the_pairs(self):
        assert Seat.B2.round() == (Seat.B2, Seat.A1, Seat.B1, Seat.A2)
        assert [seat.pair for seat in SEATS] == ["A", "B", "A", "B"]
        assert Seat.A1.to_the_right(-1) is Seat.B2

    @pytest.mark.regulation("M-P.1")
    def test_has_its_partner_opposite(self):
        for seat in SEATS:
            assert seat.partner.pair == seat.pair
            assert seat.partner is not seat
            assert seat.partner.partner is seat


class TestParseDeal:
    def test_reads_hands_from_the_mano(self):
        deal = parse_deal("B1:66S4 R3C5 S754 C761")
        assert deal.mano is Seat.B1
        assert deal.seats == (Seat.B1, Seat.A2, Seat.B2, Seat.A1)
        assert str(deal.hand(Seat.A1)) == "C761"
        assert str(deal.hand(Seat.B1)) == "66S4"

    @pytest.mark.parametrize(
        "text",
        [
            EXAMPLE,
            "B2:RoRcReRb 3o3c3e3b 1o1c1e1b 2o2c2e2b",
            "A2:???????? RoR4?? 1234 ????7o7",
        ],
    )
    def test_is_written_back_as_it_was(self, text):
        assert str(parse_deal(text)) == text
        assert parse_deal(str(parse_deal(text))) == parse_deal(text)

    def test_takes_any_white_space(self):
        assert parse_deal(f"  {EXAMPLE}\n") == parse_deal(EXAMPLE)
        assert parse_deal("A1:\tRR31\n CS64  5541\r\n777S") == parse_deal(EXAMPLE)

    def test_keeps_printed_treys_and_deuces(self):
        assert str(parse_deal("A1:3322 RR11 4567 SCSC")) == "A1:3322 RR11 4567 SCSC"

    @pytest.mark.parametrize(
        ("text", "code", "line", "column", "facts"),
        [
            ("", "seat_unreadable", 1, 1, {"value": ""}),
            ("  C1:RR31", "seat_unreadable", 1, 3, {"value": "C1"}),
            ("a1:RR31", "seat_unreadable", 1, 1, {"value": "a1"}),
            ("X" * 10_000, "seat_unreadable", 1, 1, {"value": "XXXXXXXX"}),
            ("A1 RR31 CS64 5541 777S", "colon_missing", 1, 3, {}),
            ("A1:", "not_four_hands", 1, 4, {"hands": 0}),
            ("A1:RR31 CS64 5541  ", "not_four_hands", 1, 18, {"hands": 3}),
            (f"{EXAMPLE} 4444", "not_four_hands", 1, 24, {"hands": 5}),
            ("A1:RR31 CS6 5541 777S", "not_four_cards", 1, 9, {"cards": 3}),
            ("A1:RR31 CS64\n55411 777S", "not_four_cards", 2, 1, {"cards": 5}),
            ("A1:RR31 CS6x 5541 777S", "card_unreadable", 1, 12, {"value": "x"}),
            ("A1:RR31\n CSo6o8 5541 777S", "card_unreadable", 2, 7, {"value": "8"}),
            ("A1:RR31 CS6? 5541 777S", "card_unreadable", 1, 12, {"value": "?"}),
            ("A1:RoR31 CS64 554Ro 777S", "card_repeated", 1, 18, {"card": "Ro"}),
            ("A1:RRRR CS64 5541 77RS", "card_repeated", 1, 21, {"card": "R"}),
            ("A1:RoRcRe1 CS64 5541 7RRS", "card_repeated", 1, 24, {"card": "R"}),
        ],
    )
    def test_says_where_it_cannot_be_read(self, text, code, line, column, facts):
        with pytest.raises(NotationError) as refusal:
            parse_deal(text)
        assert refusal.value.code == f"mus.notation.{code}"
        assert (refusal.value.line, refusal.value.column) == (line, column)
        assert refusal.value.facts == facts | {"line": line, "column": column}

    def test_counts_from_where_the_text_begins(self):
        with pytest.raises(NotationError) as refusal:
            parse_deal("A1:RR31 CS6x 5541 777S", line=7, column=11)
        assert (refusal.value.line, refusal.value.column) == (7, 22)
        with pytest.raises(NotationError) as refusal:
            parse_deal("A1:RR31\nCS6x 5541 777S", line=7, column=11)
        assert (refusal.value.line, refusal.value.column) == (8, 4)

    @given(st.text(alphabet="AB12: \n1234567SCRoceb?", max_size=60) | st.text(max_size=30))
    def test_never_fails_otherwise(self, text):
        try:
            deal = parse_deal(text)
        except NotationError as raised:
            error = raised
        else:
            assert parse_deal(str(deal)) == deal
            return
        assert error.line >= 1
        assert error.column >= 1


class TestParseHand:
    def test_reads_one_hand(self):
        assert str(parse_hand("RoR31b")) == "RoR31b"

    @pytest.mark.parametrize(
        ("text", "code", "column"),
        [
            ("", "not_four_cards", 1),
            ("RR 31", "card_unreadable", 3),
            ("RoRo31", "card_repeated", 3),
        ],
    )
    def test_says_where_it_cannot_be_read(self, text, code, column):
        with pytest.raises(NotationError) as refusal:
            parse_hand(text)
        assert (refusal.value.code, refusal.value.column) == (f"mus.notation.{code}", column)


class TestDeal:
    def test_is_made_of_card_ids(self):
        deal = Deal.of_ids(Seat.A1, range(16))
        assert str(deal) == "A1:1o2o3o4o 5o6o7oSo CoRo1c2c 3c4c5c6c"

    @pytest.mark.regulation("M-P.2")
    def test_refuses_a_card_twice_and_says_who_holds_it(self):
        with pytest.raises(RuleViolation) as refusal:
            Deal.of_ids(Seat.B1, [*range(15), 0])
        assert refusal.value.code == "mus.deal.card_repeated"
        assert refusal.value.facts == {"seat": "A1", "card": "1o"}

    @pytest.mark.regulation("M-P.1")
    def test_refuses_three_hands(self):
        with pytest.raises(RuleViolation) as refusal:
            Deal.of_ids(Seat.A1, range(12))
        assert refusal.value.facts == {"hands": 3}

    def test_knows_its_shapes_once_all_cards_are_known(self):
        assert len(parse_deal(EXAMPLE).shapes) == CARDS_IN_HAND
        assert parse_deal("A1:RR31 CS64 5541 777??").shapes is None
