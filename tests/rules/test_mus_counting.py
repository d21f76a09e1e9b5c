"""Counting the stones of a deal to the target, in order, with the stop."""

from dataclasses import replace

import pytest

from rules.errors import RuleViolation
from rules.mus import ASTURIAS, Award, Lance, Options, Reason, parse_deal, settle
from rules.mus.counting import count, in_counting_order, negada
from rules.mus.options import Negada, NegadaWhen


def award(lance, pair, stones, reason=Reason.PASSED):
    return Award(lance, pair, stones, reason, "M-VI.1")


REFUSED_PUNTO = award(Lance.PUNTO, "B", 1, Reason.NEGADA)
GRANDE = award(Lance.GRANDE, "A", 2, Reason.ACCEPTED)
CHICA = award(Lance.CHICA, "B", 1)
PARES = award(Lance.PARES, "A", 3, Reason.VALUE)
PUNTO = award(Lance.PUNTO, "B", 1)


class TestCount:
    def test_adds_up_while_the_game_goes_on(self):
        counted = count((10, 20), [GRANDE, CHICA, PARES, PUNTO])
        assert (counted.score, counted.winner) == ((15, 22), None)
        assert (len(counted.counted), counted.uncounted) == (4, ())

    @pytest.mark.regulation("M-VI.1")
    def test_stops_at_the_first_pair_to_reach_the_target(self):
        # The first worked example of the engine: grande was accepted at two.
        deal = parse_deal("A1:RR64 CCS1 7654 3SS2")
        grande, *others = settle(deal).awards
        accepted = replace(grande, stones=2, reason=Reason.ACCEPTED)
        counted = count((38, 33), [accepted, *others])
        assert (counted.score, counted.winner) == ((40, 33), "A")
        assert counted.counted == (accepted,)
        assert [left.lance for left in counted.uncounted] == ["chica", "pares", "juego"]
        # Without stopping it would have been 41–40, won by nobody in particular.
        everything = count((0, 0), [accepted, *others]).score
        assert (38 + everything[0], 33 + everything[1]) == (41, 40)

    @pytest.mark.regulation("M-VI.1")
    def test_counts_grande_chica_pares_juego_in_whatever_order_they_come(self):
        awards = [PUNTO, PARES, CHICA, GRANDE]
        assert in_counting_order(awards) == (GRANDE, CHICA, PARES, PUNTO)
        assert count((38, 39), awards).winner == "A"
        assert count((37, 39), awards).winner == "B"

    def test_may_pass_the_target(self):
        assert count((39, 0), [PARES]).score == (42, 0)

    @pytest.mark.parametrize("target", [30, 35, 40])
    def test_plays_to_the_target_of_the_season(self, target):
        options = Options(stones=target)
        assert count((target - 3, 0), [PARES], options).winner == "A"
        assert count((target - 4, 0), [PARES], options).winner is None

    def test_books_a_refused_bet_before_everything_else(self):
        awards = [GRANDE, CHICA, PARES, PUNTO, REFUSED_PUNTO]
        assert in_counting_order(awards)[0] is REFUSED_PUNTO
        assert count((38, 39), awards).winner == "B"

    def test_counts_it_in_its_lance_by_the_option(self):
        options = Options(negada_when=NegadaWhen.IN_LANCE_ORDER)
        awards = [REFUSED_PUNTO, GRANDE, CHICA, PARES, PUNTO]
        assert in_counting_order(awards, options)[-2:] == (REFUSED_PUNTO, PUNTO)
        assert count((38, 39), awards, options).winner == "A"

    @pytest.mark.parametrize("before", [(40, 0), (0, 41), (-1, 0)])
    def test_refuses_a_score_at_which_no_game_goes_on(self, before):
        with pytest.raises(RuleViolation) as refusal:
            count(before, [])
        assert refusal.value.code == "mus.count.impossible_score"
        assert refusal.value.facts == {"a": before[0], "b": before[1], "target": 40}


class TestNegada:
    @pytest.mark.parametrize(("accepted", "stones"), [(0, 1), (2, 2), (7, 7)])
    def test_is_one_or_what_stood_before_the_raise(self, accepted, stones):
        assert negada(Lance.GRANDE, accepted=accepted, missing=3) == (stones, "negada")

    def test_is_always_one_by_the_option(self):
        options = Options(negada=Negada.ALWAYS_ONE)
        assert negada(Lance.PARES, accepted=7, missing=40, options=options) == (1, "negada")

    @pytest.mark.regulation("M-VI.2")
    @pytest.mark.parametrize(
        ("missing", "options", "expected"),
        [
            (6, ASTURIAS, (4, "negada")),
            (5, ASTURIAS, (1, "about_to_go_out")),
            (1, ASTURIAS, (1, "about_to_go_out")),
            (5, Options(about_to_go_out=4), (4, "negada")),
        ],
    )
    def test_is_one_at_no_juego_near_the_end(self, missing, options, expected):
        assert negada(Lance.PUNTO, accepted=4, missing=missing, options=options) == expected
