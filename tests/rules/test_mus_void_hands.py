"""Which hands void themselves by a clause, and what a hand that does not count takes along."""

import pytest

from rules.mus import ASTURIAS, Deal, Lance, Options, Reason, Seat, parse_hand
from rules.mus.announced import Announced
from rules.mus.betting import Ending, Result
from rules.mus.deal import SEATS
from rules.mus.errors_announced import rule_announced
from rules.mus.errors_juego import (
    after_pares,
    holds_la_real,
    pass_was_ordered,
    protected,
    rule_all_denied,
    rule_ordered,
)
from rules.mus.options import BestJuego, LaReal, Posterior, VoidHandBets
from rules.mus.record import Fault
from rules.mus.standing import Bets, Outcome, Table, as_bet, best, in_passing
from rules.mus.void_hands import borne_out

A1, B1, A2, B2 = SEATS


def table(cards, options=ASTURIAS):
    """A table of these hands, from A1 or from the mano that is named. The deal is there for him
    alone: no deck is asked whether it has these cards."""
    mano, hands = cards.split(":") if ":" in cards else ("A1", cards)
    seats = Seat(mano).round()
    ranks = [parse_hand(hand).ranks(options) for hand in hands.split()]
    deal = Deal.of_ids(Seat(mano), range(16))
    return Table(deal, options=options, hands=dict(zip(seats, ranks, strict=True)))


NO_JUEGO = "7654 SS61 CC54"  # no pares and no juego; a pair; a pair
A_JUEGO = "7654 SS61 CCS1"


class TestBorneOut:
    @pytest.mark.regulation("M-II.7")
    @pytest.mark.parametrize(
        ("hand", "speaks"),
        [("777S", True), ("CCC1", True), ("SSS1", True), ("777C", True)]
        + [("RRR1", False), ("RCS1", False), ("7774", False), ("CCC4", False), ("CCS1", False)],
    )
    def test_three_of_a_kind_with_31(self, hand, speaks):
        assert borne_out(table(f"{hand} {NO_JUEGO}"), Fault("M-II.7", A1)) is speaks

    @pytest.mark.regulation("M-II.8")
    @pytest.mark.parametrize(
        ("hand", "speaks"),
        [("CCC4", True), ("SSS5", True), ("SSSC", True)]
        + [("CCC1", False), ("SSS1", False), ("RRR5", False), ("7774", False), ("RCS5", False)],
    )
    def test_three_knights_or_jacks_without_31(self, hand, speaks):
        assert borne_out(table(f"{hand} {NO_JUEGO}"), Fault("M-II.8", A1)) is speaks

    @pytest.mark.regulation("M-III.2")
    @pytest.mark.parametrize(
        ("hand", "speaks"),
        [("CCC4", True), ("RR44", True), ("6666", True), ("RCS1", True), ("RRS1", True)]
        + [("RR64", False), ("RCS7", False), ("6541", False), ("RRC5", False)],
    )
    def test_medias_duples_or_31(self, hand, speaks):
        assert borne_out(table(f"{hand} {NO_JUEGO}"), Fault("M-III.2", A1)) is speaks

    @pytest.mark.regulation("M-V.14")
    @pytest.mark.parametrize(
        ("hand", "others", "speaks"),
        [
            ("RRRR", NO_JUEGO, True),
            ("RR33", NO_JUEGO, True),
            ("1111", NO_JUEGO, True),
            ("1122", A_JUEGO, True),
            ("RRR1", A_JUEGO, True),
            ("RR64", NO_JUEGO, True),
            ("RR64", A_JUEGO, False),  # 30 is the best no juego only where there is no juego
            ("RR54", NO_JUEGO, False),
            ("RR66", NO_JUEGO, False),
            ("RRR5", NO_JUEGO, False),
            ("RRR6", NO_JUEGO, False),
            ("RRS1", A_JUEGO, False),
            ("6666", NO_JUEGO, False),
            ("7641", NO_JUEGO, False),
        ],
    )
    def test_the_top_hand_of_a_lance(self, hand, others, speaks):
        assert borne_out(table(f"{hand} {others}"), Fault("M-V.14", A1)) is speaks
        # Only of the mano.
        turned = table(f"B2:{others.split()[2]} {hand} {' '.join(others.split()[:2])}")
        assert not borne_out(turned, Fault("M-V.14", A1))

    @pytest.mark.regulation("M-IX.1")
    @pytest.mark.parametrize(
        ("cards", "seat", "speaks"),
        [
            (f"RR64 {NO_JUEGO}", A1, True),
            (f"RR64 {A_JUEGO}", A1, False),
            (f"RR54 {NO_JUEGO}", A1, False),
            (f"RRS1 {NO_JUEGO}", A1, False),
            ("7654 RR64 SS61 CC54", B1, False),
        ],
    )
    def test_30_in_the_hand_of_the_mano_without_juego(self, cards, seat, speaks):
        assert borne_out(table(cards), Fault("M-IX.1", seat)) is speaks

    @pytest.mark.regulation("M-VI.5")
    def test_any_hand_that_was_put_back_and_no_other_clause(self):
        assert borne_out(table(f"7654 {A_JUEGO}"), Fault("M-VI.5", A1))
        assert not borne_out(table(f"RRR1 {NO_JUEGO}"), Fault("M-VI.6", A1))


class TestOrdered:
    @pytest.mark.regulation("M-VIII.5")
    @pytest.mark.parametrize(
        ("cards", "seat", "after_partner", "after_mano"),
        [
            ("RRS1 CCS1 7654 SS61", A1, True, False),  # only B1, before the partner, has juego
            ("RRS1 CC54 7654 3SS1", A1, False, False),  # B2, after him, has
            ("RRS1 CC54 7654 SS61", A1, True, True),
            ("RRS5 CC54 7654 SS61", A1, False, False),  # no 31
            ("7654 RRS1 CC54 6541", B1, False, False),  # not mano
        ],
    )
    def test_only_to_the_mano_with_31_and_no_juego_behind(
        self, cards, seat, after_partner, after_mano
    ):
        assert pass_was_ordered(table(cards), seat) is after_partner
        after = Options(posterior=Posterior.AFTER_MANO)
        assert pass_was_ordered(table(cards, after), seat) is after_mano

    @pytest.mark.regulation("M-VIII.5")
    def test_gives_the_others_what_counts_of_theirs(self):
        cards = table("RRS1 CCS1 7654 3SS2")
        (both,) = rule_ordered(cards, "A").awards
        assert (both.pair, both.stones, both.option) == ("B", 6, "posterior")
        assert (both.clause, both.reason) == ("M-VIII.5", Reason.VALUE)
        (one,) = rule_ordered(cards, "A", frozenset({B1})).awards
        assert one.stones == 3


class TestDoesNotCount:
    """A void hand, or one that was not announced, where it would have decided."""

    @pytest.mark.regulation("M-IX.2")
    def test_for_the_best_juego_that_everybody_denied(self):
        cards = table("RRS1 CCS1 7654 3SS2")
        (mano,) = rule_all_denied(cards).awards
        assert (mano.pair, mano.stones, mano.option) == ("A", 3, "best_juego")
        (next_one,) = rule_all_denied(cards, frozenset({A1})).awards
        assert (next_one.pair, next_one.stones, next_one.clause) == ("B", 3, "M-IX.2")
        assert rule_all_denied(cards, frozenset(SEATS)) == Outcome()
        both = table("RRS1 CCS1 7654 3SS2", Options(best_juego=BestJuego.BOTH_PARTNERS))
        (theirs,) = rule_all_denied(both, frozenset({A1})).awards
        assert (theirs.stones, theirs.option) == (6, "best_juego")
        (his,) = rule_all_denied(both, frozenset({A1, B2})).awards
        assert his.stones == 3

    @pytest.mark.regulation("M-VII.7")
    def test_for_what_protects_the_errant_mano(self):
        cards = table("RRS1 CCS1 7654 3SS2")
        assert protected(cards, Lance.JUEGO, "A")
        assert not protected(cards, Lance.JUEGO, "A", frozenset({A1}))
        assert not protected(cards, Lance.JUEGO, "B")
        by_partner = table("7654 CCS1 RRS1 SS61")
        assert protected(by_partner, Lance.JUEGO, "A")
        assert not protected(by_partner, Lance.JUEGO, "A", frozenset({A2}))
        no_juego = table(f"RR64 {NO_JUEGO}")
        assert protected(no_juego, Lance.PUNTO, "A")
        assert not protected(no_juego, Lance.PUNTO, "A", frozenset({A1}))
        assert not protected(table("7654 SS61 RR64 CC54"), Lance.PUNTO, "A")  # the mano himself

    @pytest.mark.regulation("M-VIII.4")
    def test_for_la_real(self):
        cards = table("RRS1 777S 7654 3SS2")
        assert holds_la_real(cards, "B") and not holds_la_real(cards, "A")
        assert not holds_la_real(cards, "B", frozenset({B1}))
        off = table("RRS1 777S 7654 3SS2", Options(la_real=LaReal.OFF))
        assert not holds_la_real(off, "B")
        (three,) = after_pares(off, Lance.JUEGO, Bets(), "A").awards
        assert (three.pair, three.stones, three.option) == ("A", 3, "errant_31")
        # With La Real void the mano keeps his three.
        (three,) = after_pares(cards, Lance.JUEGO, Bets(), "A", frozenset({B1})).awards
        assert (three.pair, three.stones) == ("A", 3)

    @pytest.mark.regulation("M-VII.7")
    def test_for_what_the_correct_pair_scores_after_an_error_at_pares(self):
        cards = table("RR64 CCS1 7654 3SS2")
        value, negada = after_pares(cards, Lance.JUEGO, Bets(), "A").awards
        assert (value.stones, negada.stones) == (6, 1)
        value, negada = after_pares(cards, Lance.JUEGO, Bets(), "A", frozenset({B2})).awards
        assert (value.pair, value.stones, value.option) == ("B", 3, None)
        assert (negada.pair, negada.reason, negada.clause) == ("B", Reason.PENALTY, "M-VII.7")
        assert after_pares(cards, Lance.JUEGO, Bets(), "A", frozenset(SEATS)) == Outcome()

    @pytest.mark.regulation("M-VII.6")
    def test_for_an_ordago_after_an_error_at_pares(self):
        cards = table("B1:CCS1 7654 3SS2 RRS1")
        bets = Bets(Result(Ending.ORDAGO, 0, "B"), frozenset({B1, A1}), B1, A1)
        assert after_pares(cards, Lance.JUEGO, bets, "A") == Outcome(ordago="B")
        # B1's hand is void and he said the órdago; B2 would win it all the same.
        void = frozenset({B1})
        ruled = after_pares(cards, Lance.JUEGO, bets, "A", void, void)
        assert ruled.ordago is None

    @pytest.mark.regulation("M-VII.1")
    @pytest.mark.regulation("M-VIII.1")
    def test_where_both_pairs_erred(self):
        # A2 false, B1 silent; A1 void who accepted: the bet falls, B2's jacks in passing.
        cards = table("7754 CCS1 7654 3SS2")
        said = Announced((A1, A2, B2), denied=frozenset({B1}), false=frozenset({A2}))
        bets = Bets(Result(Ending.ACCEPTED, 5, "B"), frozenset({A1, B2}), None, A1)
        ruled = rule_announced(cards, Lance.PARES, said, bets)
        assert (ruled.code, ruled.clause) == ("mus.pending.both_pairs_erred", "M-VII.1")
        stands = dict(ruled.ways)["bets_stand"]
        assert [(award.pair, award.stones) for award in stands.awards] == [("B", 5), ("B", 1)]
        same = rule_announced(cards, Lance.PARES, said, bets, frozenset({B2}))
        # With B2 void, A1's sevens win what B2 bet with a void hand.
        assert [award.stones for award in dict(same.ways)["bets_stand"].awards] == [5, 1]
        fell = rule_announced(cards, Lance.PARES, said, bets, frozenset({A1, B2}))
        assert fell == Outcome()

    @pytest.mark.regulation("M-VII.5")
    def test_for_an_ordago_that_was_accepted_without_pares(self):
        cards = table("RR64 CCS1 7654 3SS2")
        said = Announced(SEATS, false=frozenset({A2}))
        bets = Bets(Result(Ending.ORDAGO, 0, "B"), frozenset({A2, B1}), B1, A2)
        (own,) = rule_announced(cards, Lance.PARES, said, bets).awards
        assert (own.pair, own.stones) == ("A", 1)  # his partner would win it
        ruled = rule_announced(cards, Lance.PARES, said, bets, frozenset({A1}))
        assert (ruled.code, ruled.clause) == ("mus.pending.ordago_accepted_without", "M-VII.5")
        ways = dict(ruled.ways)
        assert ways["ordago_stands_if_correct_wins"] == Outcome(ordago="B")
        assert [award.stones for award in ways["ordago_void"].awards] == [2]
        nobody = rule_announced(cards, Lance.PARES, said, bets, frozenset(SEATS))
        assert nobody == Outcome()

    def test_for_what_the_bettor_keeps_when_he_is_refused(self):
        cards = table("RR64 CCS1 7654 3SS2")
        refused = Bets(Result(Ending.REFUSED, 4, "B"), frozenset({B2}), None, None)
        negada, own = as_bet(cards, Lance.PARES, refused).awards
        assert (negada.stones, own.stones, own.option) == (4, 2, "refused_values")
        _negada, own = as_bet(cards, Lance.PARES, refused, frozenset({B1})).awards
        assert (own.pair, own.stones, own.clause) == ("B", 1, "M-VI.1")

    def test_for_the_best_hand_its_reason_and_its_value(self):
        cards = table("RR64 CCS1 RR54 3SS2")
        assert best(cards, Lance.GRANDE)[0] is A1
        assert best(cards, Lance.GRANDE, frozenset({A1}))[0] is A2
        assert best(cards, Lance.GRANDE, frozenset(SEATS)) is None
        assert best(cards, Lance.PARES) == (A1, "M-VI.1", "values")
        tie = table("RR64 RR54 7654 3SS2")
        assert best(tie, Lance.PARES) == (A1, "M-P.6", "ties")
        assert best(tie, Lance.PARES, frozenset({A1}))[:2] == (B1, "M-VI.1")
        real = table("RRS1 777S 7654 3SS2")
        assert best(real, Lance.JUEGO) == (B1, "M-VIII.4", "la_real")
        assert best(real, Lance.JUEGO, frozenset({B1})) == (A1, "M-P.6", "ties")

    def test_for_a_bet_that_was_made_with_it(self):
        cards = table("RR64 CCS1 RR41 3SS2")
        accepted = Bets(Result(Ending.ACCEPTED, 7, "A"), frozenset({A1, B1}), None, B1)
        void = frozenset({A1})
        # His partner would win with it, so it falls; B2's with B1's void hand stands.
        (one,) = as_bet(cards, Lance.GRANDE, accepted, void, void).awards
        assert (one.pair, one.stones, one.reason) == ("A", 1, Reason.PASSED)
        (seven,) = as_bet(cards, Lance.GRANDE, accepted, frozenset({B1}), frozenset({B1})).awards
        assert (seven.pair, seven.stones, seven.reason) == ("A", 7, Reason.ACCEPTED)
        falls = table("RR64 CCS1 RR41 3SS2", Options(void_hand_bets=VoidHandBets.VOID))
        (one,) = as_bet(falls, Lance.GRANDE, accepted, frozenset({B1}), frozenset({B1})).awards
        assert (one.pair, one.stones) == ("A", 1)
        refused = Bets(Result(Ending.REFUSED, 0, "A"), frozenset({A1}), None, None)
        (negada,) = as_bet(cards, Lance.GRANDE, refused).awards
        assert (negada.reason, negada.clause, negada.option) == (Reason.NEGADA, "M-VI.2", "negada")
        assert as_bet(cards, Lance.GRANDE, refused, void, void) == in_passing(
            cards, Lance.GRANDE, void
        )
        # The void hand of the pair that refused changes nothing.
        theirs = frozenset({B1})
        assert as_bet(cards, Lance.GRANDE, refused, theirs, theirs).awards == (negada,)


def stones(ruled):
    return [(award.pair, award.stones, str(award.reason)) for award in ruled.awards]


def accepted(by, *, number, bettor="A"):
    return Bets(Result(Ending.ACCEPTED, number, bettor), frozenset(by), None, by[-1])


class TestDoesNotCountAtPares:
    """Beside a wrong announcement one more hand is void (A1 or A2 erred)."""

    def ruled(self, cards, void, bets=None, **said):
        said = {name: frozenset(seats) for name, seats in said.items()}
        words = frozenset(SEATS) - said.get("silent", frozenset()) - said.get("denied", frozenset())
        told = Announced(
            tuple(seat for seat in SEATS if seat in words),
            denied=said.get("denied", frozenset()),
            false=said.get("false", frozenset()),
        )
        return rule_announced(table(cards), Lance.PARES, told, bets or Bets(), frozenset(void))

    @pytest.mark.regulation("M-VII.1")
    def test_where_pares_were_kept_silent(self):
        cards = "RR64 CCS1 7654 3SS2"
        rest = {"denied": [A1], "silent": [A2]}
        assert stones(self.ruled(cards, [], **rest)) == [("B", 2, "value"), ("B", 1, "penalty")]
        assert stones(self.ruled(cards, [B2], **rest)) == [("B", 1, "value"), ("B", 1, "penalty")]
        assert stones(self.ruled(cards, [B1, B2], **rest)) == []
        # The partner plays on; B1 accepted with a void hand what B2 would win.
        bets = accepted([A2, B1], number=3)
        played_on = self.ruled("RR64 CCS1 7754 3SS2", [B1], bets, denied=[A1])
        assert stones(played_on) == [("B", 1, "value")]

    @pytest.mark.regulation("M-VII.3")
    def test_where_the_play_was_made_without(self):
        bets = accepted([A1, B1], number=3)
        cards, rest = "7654 CCS1 RR64 3SS2", {"false": [A1]}
        assert stones(self.ruled(cards, [], bets, **rest)) == [("A", 1, "value")]
        assert stones(self.ruled(cards, [A2], bets, **rest)) == [("B", 2, "value")]
        alone = {"false": [A1], "silent": [A2]}
        cards = "7654 CCS1 7654 3SS2"
        assert stones(self.ruled(cards, [B2], bets, **alone)) == [("B", 1, "value")]
        assert stones(self.ruled(cards, [B1, B2], bets, **alone)) == []

    @pytest.mark.regulation("M-VII.2")
    def test_where_the_partner_had_nothing(self):
        cards, rest = "RR64 CCS1 7654 3SS2", {"false": [A2]}
        assert stones(self.ruled(cards, [], **rest)) == [("A", 1, "value")]
        theirs = [("B", 2, "value"), ("B", 1, "penalty")]
        assert stones(self.ruled(cards, [A1], **rest)) == theirs
        assert stones(self.ruled(cards, [A1, B2], **rest)) == [("B", 1, "value"), theirs[1]]
        # Refused: who bet with a void hand has neither the negada nor anything of his own.
        bets = Bets(Result(Ending.REFUSED, 0, "A"), frozenset({A1}), None, None)
        ways = dict(self.ruled(cards, [A1], bets, **rest).ways)
        assert stones(ways["own_value_only"]) == []
        assert stones(ways["negada_stands"]) == [("B", 2, "value")]
        # Accepted: what a void hand accepted falls where its pair wins it.
        cards = "SS64 CCS1 7654 3RR2"
        bets = accepted([A1, B1], number=4)
        stands = [("B", 4, "accepted"), ("B", 3, "value")]
        assert stones(self.ruled(cards, [], bets, **rest)) == stands
        assert stones(self.ruled(cards, [B1], bets, **rest)) == [("B", 2, "value")]


@pytest.mark.regulation("M-VII.7")
class TestDoesNotCountAfterAnErrorAtPares:
    """A erred at pares, and one more hand is void at juego or no juego."""

    def ruled(self, cards, void=(), bets=None, lance=Lance.JUEGO):
        void = frozenset(void)
        return after_pares(table(cards), lance, bets or Bets(), "A", void, void)

    def test_the_bet_that_was_made_with_it_and_refused(self):
        refused = Bets(Result(Ending.REFUSED, 0, "B"), frozenset({B1}), None, None)
        cards = "RR64 CCS1 7654 3SS2"
        assert stones(self.ruled(cards, [], refused)) == [("B", 1, "negada"), ("B", 6, "value")]
        assert stones(self.ruled(cards, [B1], refused)) == [("B", 3, "value")]

    def test_beside_la_real(self):
        ways = dict(self.ruled("RRS1 777S 7654 3SS2", [B2]).ways)
        assert stones(ways["value"]) == [("B", 3, "value")]
        assert ways["value"].awards[0].clause == "M-VII.7"
        assert stones(ways["value_and_negada"]) == [("B", 3, "value"), ("B", 1, "penalty")]

    def test_where_it_was_the_only_juego_of_the_correct_pair(self):
        ways = dict(self.ruled("RCS5 CCS1 RRS5 7654", [B1, A2]).ways)
        assert stones(ways["errant_pair_scores"]) == [("A", 2, "value")]
        assert stones(ways["negada_only"]) == [("B", 1, "penalty")]

    def test_where_it_accepted_what_its_pair_wins(self):
        bets = accepted([A1, B1], number=4)
        ways = dict(self.ruled("B1:CCS1 7654 3SS2 RRS5", [B1], bets).ways)
        assert stones(ways["bet_stands"]) == [("B", 3, "value")]

    def test_one_at_no_juego_is_the_text_and_no_option(self):
        (one,) = self.ruled(f"RR64 {NO_JUEGO}", lance=Lance.PUNTO).awards
        assert (one.pair, one.stones, one.option) == ("A", 1, None)
