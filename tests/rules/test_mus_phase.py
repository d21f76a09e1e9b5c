"""Giving and cutting the mus, with and without a running deck."""

import pytest

from rules.errors import IllegalMove
from rules.mus import Options
from rules.mus.deal import SEATS
from rules.mus.dealing import deal_order, next_mano
from rules.mus.mus_phase import MusPhase
from rules.mus.options import FirstToDiscard, Senas

A1, B1, A2, B2 = SEATS
RUNNING = MusPhase(dealer=B2, runs=True)
LATER = MusPhase(dealer=B2)
BOTH = pytest.mark.parametrize("phase", [RUNNING, LATER], ids=["running", "later"])


def refusal(work, *args):
    with pytest.raises(IllegalMove) as refused:
        work(*args)
    code = refused.value.code.removeprefix("mus.phase.")
    return code, refused.value.clause, dict(refused.value.facts)


def all_give(phase):
    for seat in phase.first.round():
        phase = phase.give(seat)
    return phase


class TestRunningDeck:
    @pytest.mark.regulation("M-P.5")
    def test_goes_to_the_right_with_every_mus(self):
        phase, holders = RUNNING, []
        while not phase.must_discard:
            holders.append(phase.turn)
            phase = phase.give(phase.turn)
        assert holders == [A1, B1, A2, B2]
        assert (phase.turn, phase.mano) == (None, None)

    @pytest.mark.regulation("M-P.5")
    def test_lets_the_first_mano_discard_first_and_be_served_last(self):
        phase = all_give(RUNNING)
        by_dealer = Options(first_to_discard=FirstToDiscard.DEALER)
        assert phase.discard_order() == phase.discard_order(by_dealer) == (A1, B1, A2, B2)
        assert phase.dealer_of_discards is A1
        assert deal_order(phase.dealer_of_discards)[3] is A1
        assert phase.served().turn is A1

    @pytest.mark.regulation("M-P.6")
    def test_makes_whoever_cuts_the_mus_mano(self):
        phase = RUNNING.give(A1).give(B1).cut(A2)
        assert (phase.mano, phase.turn) == (A2, None)
        assert next_mano(phase.mano) is B2

    @pytest.mark.regulation("M-P.5")
    def test_has_no_senas_before_the_cut(self):
        assert not RUNNING.senas_allowed()
        assert not RUNNING.give(A1).senas_allowed()
        assert RUNNING.give(A1).cut(B1).senas_allowed()


class TestLaterDeal:
    @pytest.mark.regulation("M-P.7")
    def test_has_its_mano_whoever_cuts(self):
        assert LATER.mano is A1
        assert LATER.give(A1).cut(B2).mano is A1

    @pytest.mark.regulation("M-P.7")
    def test_has_senas_as_the_season_says(self):
        assert LATER.senas_allowed()
        assert not LATER.senas_allowed(Options(senas=Senas.OFF))
        assert not RUNNING.cut(A1).senas_allowed(Options(senas=Senas.OFF))

    @pytest.mark.regulation("M-IV.1")
    def test_has_its_discards_from_the_mano_served_by_the_dealer(self):
        phase = all_give(LATER)
        assert phase.discard_order() == (A1, B1, A2, B2)
        by_dealer = Options(first_to_discard=FirstToDiscard.DEALER)
        assert phase.discard_order(by_dealer) == (B2, A1, B1, A2)
        assert phase.dealer_of_discards is B2


class TestMus:
    @BOTH
    @pytest.mark.regulation("M-III.1")
    def test_may_be_cut_out_of_turn(self, phase):
        assert phase.cut(B2).cut_by is B2

    @pytest.mark.parametrize(("phase", "clause"), [(RUNNING, "M-P.5"), (LATER, "M-III.1")])
    @pytest.mark.regulation("M-P.5", "M-III.1")
    def test_is_given_in_turn(self, phase, clause):
        assert refusal(phase.give, B1) == (
            "not_your_turn",
            clause,
            {"seat": "B1", "turn": "A1"},
        )
        assert refusal(all_give(phase).give, A1)[2] == {"seat": "A1", "turn": None}

    @BOTH
    @pytest.mark.regulation("M-III.3")
    def test_is_not_cut_by_who_has_given_it(self, phase):
        given = phase.give(A1)
        assert given.given_by == (A1,)
        assert refusal(given.cut, A1) == ("has_given_mus", "M-III.3", {"seat": "A1"})
        # After the discards it is asked for anew.
        assert all_give(phase).served().cut(A1).cut_by is A1

    @BOTH
    @pytest.mark.regulation("M-III.3")
    def test_may_be_cut_by_the_partner_on_the_word_of_mano_or_second(self, phase):
        first, second = phase.give(A1), phase.give(A1).give(B1)
        first.check_sending(A1)
        second.check_sending(A1)
        second.check_sending(B1)
        third = second.give(A2)
        third.check_sending(B1)
        for where, seat in ((phase, A1), (first, B1), (third, A1), (third, A2)):
            code, clause, _facts = refusal(where.check_sending, seat)
            assert (code, clause) == ("cannot_send_partner", "M-III.3")

    @BOTH
    def test_is_over_with_the_cut(self, phase):
        done = phase.cut(A1)
        for move in (done.give, done.cut, done.check_sending):
            assert refusal(move, B1) == ("is_cut", "M-III.1", {"seat": "A1"})

    @BOTH
    def test_has_discards_only_after_four_times_mus(self, phase):
        for given in (phase, phase.give(A1), phase.give(A1).give(B1).give(A2)):
            assert refusal(given.served)[0] == "no_discards_now"
