"""What holds for every deal of mus."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleViolation
from rules.mus import ASTURIAS, Deal, Hand, Lance, Options, Reason, Seat, parse_deal, settle
from rules.mus.cards import DECK, FACES, RANKS, Card, Suit
from rules.mus.counting import count
from rules.mus.deal import SEATS
from rules.mus.hands import CARDS_IN_HAND
from rules.mus.lances import KEYS, LA_REAL, juego_value, pares_value, winner
from rules.mus.options import KingsAndAces, LaReal, PassedExtra

EIGHT = Options()
FOUR = Options(kings_and_aces=KingsAndAces.FOUR)

deals = st.builds(
    Deal.of_ids,
    st.sampled_from(SEATS),
    st.permutations(range(len(DECK))).map(lambda pack: pack[:16]),
)
# La Real in one hand, once in thousands of deals otherwise.
reales = st.builds(
    lambda mano, pack, place: Deal.of_ids(
        mano, [*pack[: 4 * place], 6, 16, 26, 7, *pack[4 * place : 12]]
    ),
    st.sampled_from(SEATS),
    st.permutations([id for id in range(len(DECK)) if id not in (6, 16, 26, 7)]),
    st.integers(0, 3),
)
options = st.builds(
    Options,
    la_real=st.sampled_from(LaReal),
    passed_extra=st.sampled_from(PassedExtra),
    kings_and_aces=st.sampled_from(KingsAndAces),
)


def changed(deal, change):
    """The deal with every card changed."""
    return replace(
        deal, hands=tuple(Hand(tuple(change(card) for card in hand.cards)) for hand in deal.hands)
    )


def ranks_of(deal, options):
    return [hand.ranks(options) for hand in deal.hands]


def by_lance(settlement):
    return {award.lance: award.pair for award in settlement.awards}


class TestSuits:
    @given(deals, options, st.permutations(list(Suit)))
    def test_never_matter_not_even_to_la_real(self, deal, options, suits):
        other = changed(deal, lambda card: Card(card.face, suits[card.suit]))
        assert settle(other, options) == settle(deal, options)

    @given(deals, options)
    def test_need_not_be_known(self, deal, options):
        assert settle(changed(deal, lambda card: Card(card.face)), options) == settle(deal, options)


class TestFaces:
    SWAP = {"1": "2", "2": "1", "3": "R", "R": "3"}

    @given(deals, st.sampled_from(list(LaReal)), st.sets(st.sampled_from(Suit)))
    def test_of_deuces_and_aces_and_of_treys_and_kings_are_one(self, deal, la_real, suits):
        def swap(card):
            face = FACES[card.face]
            if card.suit not in suits:
                return card
            return Card(FACES.index(self.SWAP.get(face, face)), card.suit)

        options = Options(la_real=la_real)
        assert settle(changed(deal, swap), options) == settle(deal, options)

    @given(deals)
    def test_differ_with_four_kings_and_four_aces(self, deal):
        ranks = [FOUR, EIGHT]
        folds = any(FACES[card.face] in "23" for hand in deal.hands for card in hand.cards)
        four, eight = (ranks_of(deal, options) for options in ranks)
        assert (four != eight) == folds


class TestReversal:
    @given(deals, st.sampled_from([EIGHT, FOUR]))
    def test_of_ranks_swaps_grande_and_chica(self, deal, options):
        ranks = sorted(set(RANKS[options.kings_and_aces]))
        opposite = dict(zip(ranks, reversed(ranks), strict=True))
        hands = ranks_of(deal, options)
        reverse = [tuple(sorted((opposite[rank] for rank in hand), reverse=True)) for hand in hands]
        assert winner(Lance.GRANDE, reverse, options) == winner(Lance.CHICA, hands, options)
        assert winner(Lance.CHICA, reverse, options) == winner(Lance.GRANDE, hands, options)

    @given(deals)
    def test_of_faces_swaps_the_stones_of_grande_and_chica(self, deal):
        # Kings for aces, treys for deuces, and so on: still sixteen cards of one deck.
        opposite = dict(zip("1234567SCR", "R32CS7654" + "1", strict=True))
        other = changed(deal, lambda card: Card(FACES.index(opposite[FACES[card.face]]), card.suit))
        before, after = by_lance(settle(deal)), by_lance(settle(other))
        assert after[Lance.GRANDE] == before[Lance.CHICA]
        assert after[Lance.CHICA] == before[Lance.GRANDE]


class TestSeats:
    @given(deals, options, st.integers(1, 3))
    def test_can_be_turned(self, deal, options, steps):
        turned = replace(deal, mano=deal.mano.to_the_right(steps))
        a, b = settle(deal, options).stones
        assert settle(turned, options).stones == ((a, b) if steps == 2 else (b, a))

    @given(deals, st.sampled_from(list(Lance)))
    def test_that_come_nearer_to_the_mano_never_lose_by_it(self, deal, lance):
        hands = ranks_of(deal, ASTURIAS)
        won = winner(lance, hands, ASTURIAS)
        if won is not None:
            # The hands from the winner's seat on, so that he is mano himself.
            assert winner(lance, hands[won:] + hands[:won], ASTURIAS) == 0


class TestOneWinner:
    @given(deals, options)
    def test_takes_each_lance_with_the_better_hand_or_the_nearer(self, deal, options):
        hands = ranks_of(deal, options)
        pairs = by_lance(settle(deal, options))
        for lance in Lance:
            place = winner(lance, hands, options)
            played = place is not None and (
                lance is not Lance.PUNTO or winner(Lance.JUEGO, hands, options) is None
            )
            assert (lance in pairs) == played
            if played:
                assert pairs[lance] == deal.seats[place].pair
                keys = [KEYS[lance](hand, options) or () for hand in hands]
                assert keys[place] == max(keys)
                assert place == keys.index(max(keys))

    @given(deals, options)
    def test_takes_a_stone_more_at_pares_and_juego_by_the_option_alone(self, deal, options):
        awards = settle(deal, options).awards
        extra = [award.lance for award in awards if award.reason is Reason.PASSED_EXTRA]
        valued = [award.lance for award in awards if award.reason is Reason.VALUE]
        assert extra == (valued if options.passed_extra is PassedExtra.ONE else [])

    @given(deals | reales, options)
    def test_is_told_with_the_stones_and_what_decided(self, deal, options):
        hands = ranks_of(deal, options)
        for award in settle(deal, options).awards:
            keys = [KEYS[award.lance](hand, options) or () for hand in hands]
            ours = max(keys[0::2]), max(keys[1::2])
            of_pair = hands[award.pair != deal.mano.pair :: 2]
            value = {
                Lance.PARES: sum(map(pares_value, of_pair)),
                Lance.JUEGO: sum(map(juego_value, of_pair)),
            }.get(award.lance, 1)
            real = award.lance is Lance.JUEGO and max(keys) == (LA_REAL,)
            if award.reason is Reason.PASSED_EXTRA:
                told = (1, "M-VI.1", "passed_extra")
                assert award.lance in (Lance.PARES, Lance.JUEGO)
            elif ours[0] == ours[1]:
                told = (value, "M-P.6", "ties")
            elif real:
                told = (value, "M-VIII.4", "la_real")
            else:
                told = (value, "M-VI.1", "values")
            assert (award.stones, award.clause, award.option) == told

    @given(deals, options)
    def test_has_all_the_stones_of_his_lances(self, deal, options):
        settlement = settle(deal, options)
        for pair, stones in zip(("A", "B"), settlement.stones, strict=True):
            assert stones == sum(award.stones for award in settlement.awards if award.pair == pair)
        assert 3 <= sum(settlement.stones) <= 14 + 2

    @given(
        deals,
        st.tuples(st.integers(0, 39), st.integers(0, 39)),
    )
    def test_ends_a_game_and_no_stone_is_lost_before(self, deal, before):
        counted = count(before, settle(deal).awards)
        assert all(after >= stones for after, stones in zip(counted.score, before, strict=True))
        out = [stones >= 40 for stones in counted.score]
        assert sum(out) == (counted.winner is not None)
        if counted.winner is None:
            assert counted.uncounted == ()
        else:
            assert out["AB".index(counted.winner)]


def test_a_deal_is_four_hands_of_four():
    deal = Deal.of_ids(Seat.B2, range(16))
    assert [len(hand.cards) for hand in deal.hands] == [CARDS_IN_HAND] * 4


def test_an_equal_hand_nearer_to_the_mano_wins_every_lance_by_the_same_clause():
    for cards, tied in (("RRSC 5541 RRSC 7654", None), ("RRS1 RRS1 7654 7654", Lance.JUEGO)):
        awards = settle(parse_deal(f"A1:{cards}")).awards
        told = {(award.clause, award.option) for award in awards}
        assert told == ({("M-P.6", "ties")} if tied else {("M-VI.1", "values")})


def test_nothing_is_settled_as_long_as_a_card_is_unknown():
    with pytest.raises(RuleViolation) as refusal:
        settle(parse_deal("B1:RR31 CS64 ??541 77??S"))
    assert (refusal.value.code, refusal.value.facts) == (
        "mus.deal.cards_unknown",
        {"seats": ("B2", "A1")},
    )
