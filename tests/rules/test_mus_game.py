"""A game of stones deal by deal, and a partida game by game."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.mus import ASTURIAS, Deal, Options, parse_record, settle
from rules.mus.cards import DECK
from rules.mus.deal import SEATS
from rules.mus.dealing import next_mano
from rules.mus.game import play_game, play_partida
from rules.mus.options import MusCorrido
from rules.mus.record import Record
from tests.hypothesis_runs import examples

A1, B1, A2, B2 = SEATS
HANDS = "RR64 CC54 7654 SS61"  # of the mano's pair 3 stones, of the other 1


def deal(mano, lines="", before=None):
    tag = f'[Tanteo "{before[0]}-{before[1]}"] ' if before else ""
    return parse_record(f'{tag}[Cartas "{mano}:{HANDS}"]\n{lines}')


def seen(game):
    return [(found.code.removeprefix("mus.series."), dict(found.facts)) for found in game.findings]


ORDAGO = "G: {0}o {1}Q\n"


@pytest.mark.regulation("M-VI.1")
@pytest.mark.regulation("M-P.7")
def test_stones_are_carried_from_deal_to_deal_and_the_mano_moves_to_the_right():
    game = play_game([deal(A1), deal(B1, before=(3, 1)), deal(A2), deal(B2, before=(7, 5))])
    assert [report.score for report in game.deals] == [(3, 1), (4, 4), (7, 5), (8, 8)]
    assert (game.score, game.winner, game.findings) == ((8, 8), None, ())
    assert game.last_mano is B2


@pytest.mark.regulation("M-VI.1")
def test_the_game_ends_at_the_target_in_the_order_of_the_count_and_not_later():
    # Grande 30 accepted: 33; then 7 of the second deal's grande: 40 at grande, B's chica too late.
    records = [
        deal(A1, "G: A1e29 B1Q\n"),  # 29 + 2, B 1
        deal(B1, "C: B1e9 A2Q\n"),  # B grande 1, chica A 9: 31 + 9 = 40
        deal(A2),
    ]
    game = play_game(records)
    assert (game.score, game.winner, game.ordago) == ((40, 2), "A", False)
    assert len(game.deals) == 2
    assert sum(award.stones for award in game.deals[-1].uncounted) == 2
    assert seen(game) == [("deal_after_end", {"deal": 3})]


@pytest.mark.regulation("M-V.13")
def test_an_accepted_ordago_ends_the_game_whatever_the_stones():
    game = play_game([deal(A1), deal(B1, ORDAGO.format("B1", "A2"))])
    assert (game.score, game.winner, game.ordago) == ((3, 1), "B", True)


def test_a_score_that_was_not_carried_is_told_and_not_believed():
    game = play_game([deal(A1), deal(B1, before=(5, 1))])
    facts = {"deal": 2, "a": 3, "b": 1, "written_a": 5, "written_b": 1}
    assert seen(game) == [("score_not_carried", facts)]
    assert game.score == (4, 4)
    assert seen(play_game([deal(A1, before=(2, 0))])) == [
        ("score_not_carried", {"deal": 1, "a": 0, "b": 0, "written_a": 2, "written_b": 0})
    ]


def test_a_score_that_an_open_decision_gives_is_what_the_table_decided():
    # Grande's bet has no answer: without it A 2 and B 1; refused A 3, accepted A 6.
    records = [deal(A1, "G: A1e4\n"), deal(B1, before=(6, 1))]
    game = play_game(records)
    assert game.undecided
    assert (game.score, game.findings) == ((7, 4), ())
    assert seen(play_game([records[0], deal(B1, before=(5, 1))]))[0][0] == "score_not_carried"


@pytest.mark.regulation("M-I.11")
@pytest.mark.regulation("M-P.7")
def test_a_mano_out_of_turn_is_told_and_stands():
    game = play_game([deal(A1), deal(A2), deal(B1)])
    # After A2 it is B2's turn, so B1 is the right pair and the wrong player.
    assert seen(game) == [
        ("mano_again", {"deal": 2, "mano": "A2"}),
        ("mano_not_next", {"deal": 3, "mano": "B1", "expected": "B2"}),
    ]
    assert {found.costs for found in game.findings} == {False}
    assert game.score == (7, 5)


@pytest.mark.regulation("M-I.9")
def test_a_deal_that_is_dealt_again_counts_for_nothing_and_the_mano_stays():
    game = play_game([deal(A1), deal(B1, "#M-I.9 B2 cinco\n"), deal(B1)])
    assert (game.score, game.findings) == ((4, 4), ())
    assert [report.redeal for report in game.deals] == [False, True, False]


@pytest.mark.regulation("M-P.5")
def test_the_deck_runs_in_the_first_deal_only_of_the_partida_or_of_each_game():
    # A2 cuts while the deck runs and is mano; in later deals the mano is who follows.
    running = deal(A2, "M: A1m B1m A2x\n")
    first = [running, deal(B2, "M: B2m A1x\n")]
    codes = [[found.code for found in report.findings] for report in play_game(first).deals]
    assert codes == [["mus.note.deck_ran"], []]
    again = deal(A2, "M: A1m B1m A2x\n")
    (report,) = play_game([again], games_before=1).deals
    assert [found.code for found in report.findings] == ["mus.error.illegal_mus_act"] * 2
    each = Options(mus_corrido=MusCorrido.FIRST_DEAL_OF_EACH_GAME)
    (report,) = play_game([again], each, games_before=1, last_mano=A1).deals
    assert [found.code for found in report.findings] == ["mus.note.deck_ran"]
    assert "mus_corrido" in {one.option for one in report.options}


@pytest.mark.regulation("M-D.1")
@pytest.mark.regulation("M-D.4")
def test_a_partida_goes_on_to_its_last_game_with_the_mano_moving_on():
    manos = [A1, B1, A2, B2, A1, B1, A2, B2]
    # Whoever is mano wins the órdago at grande: A, B, A, B, A, B, A, B.
    games = [[deal(mano, ORDAGO.format(mano, mano.to_the_right()))] for mano in manos]
    partida = play_partida(games)
    assert (partida.score, partida.over, partida.third_lost) == ((4, 4), False, True)
    assert partida.findings == ()
    assert all(game.findings == () for game in partida.games)
    games.append([deal(A1, ORDAGO.format("A1", "B1"))])
    assert play_partida(games).over
    games.append([deal(B1, ORDAGO.format("B1", "A2"))])
    assert [found.code for found in play_partida(games).findings] == ["mus.partida.too_many_games"]


def test_a_game_that_was_left_before_its_end_is_told():
    games = [[deal(A1)], [deal(B1, ORDAGO.format("B1", "A2"))]]
    partida = play_partida(games)
    assert [found.code for found in partida.findings] == ["mus.game.unfinished"]
    assert (partida.score, partida.games[1].findings) == ((0, 1), ())
    # The game that is being played is not finished yet, and nothing is wrong with that.
    assert play_partida(games[::-1][:1] + [[deal(A2)]]).findings == ()


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(0, 10**9))
def test_a_game_of_passed_deals_is_the_sum_of_its_settlements_until_the_target(seed):
    chance = random.Random(seed)
    mano, records, score = A1, [], [0, 0]
    while max(score) < ASTURIAS.stones:
        one = Deal.of_ids(mano, chance.sample(range(len(DECK)), 16))
        records.append(Record((), one, (0, 0), (), ()))
        mano = next_mano(mano)
        for award in settle(one).awards:
            if max(score) < ASTURIAS.stones:
                score["AB".index(award.pair)] += award.stones
    game = play_game(records)
    assert (game.score, game.findings) == (tuple(score), ())
    assert game.winner == ("A" if score[0] >= ASTURIAS.stones else "B")
    stones = [report.score for report in game.deals]
    assert all(a <= b for one, two in pairwise(stones) for a, b in zip(one, two, strict=True))
