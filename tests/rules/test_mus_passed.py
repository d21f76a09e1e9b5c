"""Lances that all four let pass, and the stone more that some leagues give for them."""

from dataclasses import replace

import pytest

from rules.errors import RuleViolation
from rules.mus import ASTURIAS, parse_record, replay
from rules.mus.awards import Award, Reason
from rules.mus.counting import count
from rules.mus.lances import Lance, pares_key
from rules.mus.options import PassedExtra

PASSED = """[Tanteo "10-10"] [Mano "A1"] [Cartas "A1:RRS1 CCS1 7654 3SS2"]
G: A1- B1- A2- B2-
C: A1- B1- A2- B2-
P: A1s B1s A2n B2s A1- B1- B2-
J: A1s B1s A2n B2s A1- B1- B2-
"""


@pytest.mark.regulation("M-VI.1")
def test_a_stone_more_is_for_pares_and_juego_alone_and_only_where_the_league_says_so():
    record = parse_record(PASSED)
    more = replay(record, replace(ASTURIAS, passed_extra=PassedExtra.ONE))
    extra = [award for award in more.awards if award.reason is Reason.PASSED_EXTRA]
    assert extra == [
        Award(lance, "A", 1, Reason.PASSED_EXTRA, "M-VI.1", "passed_extra")
        for lance in (Lance.PARES, Lance.JUEGO)
    ]
    plain = replay(record)
    assert sum(more.score) - sum(plain.score) == 2
    values = [award.option for award in plain.awards if award.reason is Reason.VALUE]
    assert values == ["values", "ties"]  # both have 31: the hand nearer to the mano


@pytest.mark.regulation("M-VI.1")
def test_of_two_duples_the_higher_pair_counts_then_the_other():
    hands = [(8, 8, 7, 7), (8, 8, 1, 1), (7, 7, 6, 6), (6, 6, 6, 6)]
    keys = [pares_key(hand, ASTURIAS) for hand in hands]
    assert keys == sorted(keys, reverse=True)
    assert len(set(keys)) == len(keys)


@pytest.mark.regulation("M-VI.1")
def test_a_score_that_no_game_goes_on_with_is_refused_with_the_clause():
    with pytest.raises(RuleViolation) as refused:
        count((40, 3), [])
    assert refused.value.clause == "M-VI.1"
    assert refused.value.facts == {"a": 40, "b": 3, "target": 40}
