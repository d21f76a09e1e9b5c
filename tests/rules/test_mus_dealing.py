"""Cut, deal, discards and the first dealer of mus, with the faults in them."""

import pytest

from rules.errors import IllegalMove
from rules.mus.cards import DECK, Card, Suit
from rules.mus.deal import SEATS, Deal
from rules.mus.dealing import (
    End,
    check_cut,
    check_discard,
    cut,
    cutter,
    deal_order,
    discard_order,
    exchange,
    exposed_card,
    mano_again,
    next_dealer,
    next_mano,
    serve,
    wrong_hand,
)
from rules.mus.first_deal import deck_runs, first_dealer
from rules.mus.options import FirstToDiscard, MusCorrido, Options
from rules.mus.rulings import Ruling, RulingKind

A1, B1, A2, B2 = SEATS
PACK = tuple(range(40))


def refusal(work, *args, **kwargs):
    with pytest.raises(IllegalMove) as refused:
        work(*args, **kwargs)
    return refused.value.code, refused.value.clause, dict(refused.value.facts)


class TestCut:
    @pytest.mark.regulation("M-I.4")
    @pytest.mark.parametrize("lifted", [3, 20, 37])
    def test_may_lift_three_and_leave_three(self, lifted):
        check_cut(lifted)
        assert cut(PACK, lifted) == (*range(lifted, 40), *range(lifted))

    @pytest.mark.regulation("M-I.4")
    @pytest.mark.parametrize("lifted", [-1, 0, 2, 38, 40])
    def test_may_not_lift_or_leave_fewer(self, lifted):
        assert refusal(cut, PACK, lifted) == (
            "mus.cut.too_few",
            "M-I.4",
            {"lifted": lifted, "left": 40 - lifted, "minimum": 3},
        )

    @pytest.mark.regulation("M-P.4")
    def test_is_the_left_neighbours(self):
        assert [cutter(seat) for seat in SEATS] == [B2, A1, B1, A2]


class TestServe:
    @pytest.mark.regulation("M-P.4")
    def test_goes_card_by_card_from_the_right_until_four_each(self):
        hands, rest = serve(PACK, A1)
        assert hands == {
            B1: (0, 4, 8, 12),
            A2: (1, 5, 9, 13),
            B2: (2, 6, 10, 14),
            A1: (3, 7, 11, 15),
        }
        assert rest == tuple(range(16, 40))
        assert deal_order(A1)[:5] == (B1, A2, B2, A1, B1)

    @pytest.mark.regulation("M-I.5")
    def test_takes_cards_from_the_bottom_where_that_was_begun(self):
        hands, rest = serve(PACK, A1, End.BOTTOM)
        assert hands[B1] == (39, 35, 31, 27)
        assert rest == tuple(range(24))

    def test_gives_the_same_deal_for_the_same_pack(self):
        hands, _rest = serve(DECK, B2)
        deal = Deal.of_ids(A1, [card.id for seat in A1.round() for card in hands[seat]])
        assert str(deal) == "A1:1o5oCo3c 2o6oRo4c 3o7o1c5c 4oSo2c6c"


class TestMano:
    @pytest.mark.regulation("M-P.7")
    def test_deals_next_and_the_player_at_his_right_is_mano(self):
        assert [next_dealer(seat) for seat in SEATS] == list(SEATS)
        assert [next_mano(seat) for seat in SEATS] == [B1, A2, B2, A1]

    @pytest.mark.regulation("M-I.11")
    def test_twice_in_one_pair_is_dealt_again_before_grande_is_closed(self):
        assert mano_again(A1, B1, grande_closed=False) is None
        for mano in (A1, A2):
            ruling = mano_again(A1, mano, grande_closed=False)
            assert ruling == Ruling(RulingKind.REDEAL, "M-I.11")
            ruling = mano_again(A1, mano, grande_closed=True)
            assert ruling == Ruling(RulingKind.STANDS, "M-I.11")

    @pytest.mark.regulation("M-I.11")
    def test_never_stays_in_the_pair_by_itself(self):
        assert all(mano_again(seat, next_mano(seat), grande_closed=False) is None for seat in SEATS)


class TestFaultsOfTheDeal:
    @pytest.mark.regulation("M-I.8")
    def test_exposed_card_is_dealt_again_but_not_in_a_discard(self):
        assert exposed_card(in_discards=False).kind is RulingKind.REDEAL
        assert exposed_card(in_discards=True).kind is RulingKind.STANDS

    @pytest.mark.regulation("M-I.7")
    def test_four_cards_are_no_fault(self):
        for after_discard in (False, True):
            assert (
                wrong_hand(A1, 4, dealer=B2, after_discard=after_discard, grande_closed=True)
                is None
            )

    @pytest.mark.regulation("M-I.7", "M-I.9")
    @pytest.mark.parametrize("cards", [3, 5])
    def test_after_the_deal_is_dealt_again_or_void(self, cards):
        def ruling(grande_closed):
            return wrong_hand(
                A1, cards, dealer=B2, after_discard=False, grande_closed=grande_closed
            )

        assert ruling(False) == Ruling(RulingKind.REDEAL, "M-I.9")
        assert ruling(True) == Ruling(RulingKind.VOID_HAND, "M-I.9", A1)

    @pytest.mark.regulation("M-I.10")
    def test_after_a_discard_is_set_right_or_void(self):
        def ruling(cards, grande_closed):
            return wrong_hand(A1, cards, dealer=B1, after_discard=True, grande_closed=grande_closed)

        assert ruling(6, False) == Ruling(RulingKind.DRAW_SURPLUS, "M-I.10", A1, B2, 2)
        assert ruling(3, False) == Ruling(RulingKind.MAKE_UP_SHORTAGE, "M-I.10", A1, B1, 1)
        for cards in (3, 5):
            assert ruling(cards, True) == Ruling(RulingKind.VOID_HAND, "M-I.10", A1)


class TestDiscards:
    HANDS = {A1: (0, 1, 2, 3), B1: (4, 5, 6, 7), A2: (8, 9, 10, 11), B2: (12, 13, 14, 15)}
    THROWN = {A1: (0,), B1: (7, 5), A2: (8, 9, 10, 11), B2: (13,)}

    @pytest.mark.regulation("M-IV.1")
    def test_begin_with_the_mano_or_by_the_option_with_the_dealer(self):
        assert discard_order(B1, A1) == (B1, A2, B2, A1)
        by_dealer = Options(first_to_discard=FirstToDiscard.DEALER)
        assert discard_order(B1, A1, by_dealer) == (A1, B1, A2, B2)

    @pytest.mark.regulation("M-IV.2", "M-P.8")
    def test_are_one_to_four(self):
        for cards in range(1, 5):
            check_discard(A1, cards)
        for cards in (0, 5):
            assert refusal(check_discard, A1, cards) == (
                "mus.discard.not_one_to_four",
                "M-IV.2",
                {"seat": "A1", "cards": cards},
            )

    def test_are_served_from_the_dealers_right_all_at_once(self):
        hands, rest, discards = exchange(self.HANDS, self.THROWN, range(16, 40), A1)
        assert hands == {
            B1: (4, 6, 16, 17),
            A2: (18, 19, 20, 21),
            B2: (12, 14, 15, 22),
            A1: (1, 2, 3, 23),
        }
        assert rest == tuple(range(24, 40))
        assert sorted(discards) == [0, 5, 7, 8, 9, 10, 11, 13]

    def test_come_from_the_bottom_where_that_was_begun(self):
        hands, rest, _discards = exchange(self.HANDS, self.THROWN, range(16, 40), A1, End.BOTTOM)
        assert hands[B1] == (4, 6, 39, 38)
        assert rest == tuple(range(16, 32))

    @pytest.mark.regulation("M-IV.1")
    def test_are_not_served_before_all_four_have_discarded(self):
        thrown = {seat: cards for seat, cards in self.THROWN.items() if seat != A2}
        assert refusal(exchange, self.HANDS, thrown, range(16, 40), A1) == (
            "mus.discard.not_all_yet",
            "M-IV.1",
            {"seats": ("A2",)},
        )

    @pytest.mark.regulation("M-IV.2")
    def test_leave_nobody_with_his_four_cards(self):
        code, clause, facts = refusal(
            exchange, self.HANDS, self.THROWN | {B2: ()}, range(16, 40), A1
        )
        assert (code, clause) == ("mus.discard.not_one_to_four", "M-IV.2")
        assert facts == {"seat": "B2", "cards": 0}

    def test_are_cards_that_the_player_holds(self):
        code, _clause, facts = refusal(
            exchange, self.HANDS, self.THROWN | {B2: (0,)}, range(16, 40), A1
        )
        assert (code, facts) == ("mus.discard.not_in_hand", {"seat": "B2", "card": "0"})

    def test_need_a_pack_that_has_as_many(self):
        assert refusal(exchange, self.HANDS, self.THROWN, range(16, 23), A1) == (
            "mus.pack.exhausted",
            "M-IV.1",
            {"wanted": 8, "left": 7},
        )
        _hands, rest, _discards = exchange(self.HANDS, self.THROWN, range(16, 24), A1)
        assert rest == ()


class TestFirstDealer:
    @pytest.mark.regulation("M-P.3")
    @pytest.mark.parametrize(
        ("suit", "dealer"),
        [(Suit.OROS, A2), (Suit.COPAS, B2), (Suit.ESPADAS, A1), (Suit.BASTOS, B1)],
    )
    def test_is_counted_from_the_right_of_the_cutter(self, suit, dealer):
        assert first_dealer(Card(4, suit), B1) is dealer

    @pytest.mark.regulation("M-P.3")
    def test_needs_the_suit(self):
        assert refusal(first_dealer, Card(4), B1)[0] == "mus.first_deal.suit_unknown"

    @pytest.mark.regulation("M-P.5")
    def test_deals_with_a_running_deck_at_the_partida_or_by_the_option_at_every_game(self):
        of_each = Options(mus_corrido=MusCorrido.FIRST_DEAL_OF_EACH_GAME)
        assert deck_runs(0, 0)
        assert not deck_runs(1, 0)
        assert not deck_runs(0, 1)
        assert deck_runs(0, 1, of_each)
        assert not deck_runs(1, 1, of_each)
