"""The bets of a lance, and what a deal is worth once they are known."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import IllegalMove
from rules.mus import ASTURIAS, Deal, Lance, Options, Reason, parse_deal, settle
from rules.mus.betting import Betting, Call, Ending, Result, Said, legal
from rules.mus.deal import SEATS
from rules.mus.options import (
    KingsAndAces,
    Negada,
    NegadaWhen,
    OrdagoVoids,
    PassedExtra,
    RaiseWithoutNumber,
)
from rules.mus.played import PASSED, count_played, holders, own_value, play

A1, B1, A2, B2 = SEATS
SAID = {
    "-": Said.PASS,
    "e": Said.BET,
    "+": Said.RAISE,
    "q": Said.ACCEPT,
    "n": Said.REFUSE,
    "o": Said.ORDAGO,
}


def call(word):
    """`A1e5`, `B2+3`, `B1Q`: seat, what is said (upper case: plural), stones."""
    sign = word[2]
    stones = int(word[3:]) if word[3:] else None
    return Call(SEATS[SEATS.index(word[:2])], SAID[sign.lower()], stones, sign.isupper())


def bets(words, speakers=SEATS, options=ASTURIAS, lance=Lance.GRANDE):
    betting = Betting(lance, tuple(speakers))
    for word in words.split():
        betting = betting.after(call(word), options)
    return betting


def refusal(words, last, **rest):
    betting = bets(words, **rest)
    with pytest.raises(IllegalMove) as refused:
        betting.after(call(last))
    return refused.value.code.removeprefix("mus.bet."), refused.value.clause


class TestBets:
    @pytest.mark.parametrize(
        ("words", "result"),
        [
            ("A1- B1- A2- B2-", Result(Ending.PASSED)),
            ("A1e B1Q", Result(Ending.ACCEPTED, 2, "A")),
            ("A1e B1N", Result(Ending.REFUSED, 0, "A")),
            ("A1- B1e5 A1n A2n", Result(Ending.REFUSED, 0, "B")),
            ("A1e B1+3 A2Q", Result(Ending.ACCEPTED, 5, "B")),
            ("A1e B1+3 A2N", Result(Ending.REFUSED, 2, "B")),
            ("A1e B1+3 A1+10 B2N", Result(Ending.REFUSED, 5, "A")),
            ("A1e B1o A2Q", Result(Ending.ORDAGO, 2, "B")),
            ("A1e B1o A2N", Result(Ending.REFUSED, 2, "B")),
            ("A1o B1N", Result(Ending.REFUSED, 0, "A")),
        ],
    )
    def test_end(self, words, result):
        assert bets(words).result == result

    @pytest.mark.regulation("M-V.1")
    @pytest.mark.parametrize(
        ("words", "stones"),
        [
            ("A1e40 B1Q", 40),
            ("A1e41 B1Q", 2),
            ("A1e1000 B1Q", 2),
            ("A1e10 B1+41 A1Q", 12),
            ("A1e40 B1+40 A1+5 B1Q", 85),
        ],
    )
    def test_over_forty_count_as_two_and_sums_may_pass_forty(self, words, stones):
        assert bets(words).result.stones == stones

    @pytest.mark.regulation("M-V.1")
    def test_without_a_number_are_two_or_by_the_option_double(self):
        double = Options(raise_without_number=RaiseWithoutNumber.DOUBLE)
        assert bets("A1e5 B1+ A1Q").result.stones == 7
        assert bets("A1e5 B1+ A1Q", options=double).result.stones == 10
        assert bets("A1e B1Q", options=double).result.stones == 2

    @pytest.mark.regulation("M-V.1")
    def test_are_a_stone_at_least(self):
        assert refusal("", "A1e0") == ("no_stones", "M-V.1")

    @pytest.mark.regulation("M-V.2")
    def test_stay_open_after_an_answer_in_the_singular(self):
        for words in ("A1e B1q", "A1e B1n"):
            betting = bets(words)
            assert betting.result is None
            assert betting.answering == (B2,)
        assert bets("A1e B1q").finished().result == Result(Ending.ACCEPTED, 2, "A")
        assert bets("A1e B1n").finished().result == Result(Ending.REFUSED, 0, "A")

    @pytest.mark.regulation("M-V.2")
    def test_are_answered_in_the_singular_unless_it_is_said(self):
        assert Betting(Lance.GRANDE, SEATS).after(Call(A1, Said.BET)).offered == 2
        assert bets("A1e").after(Call(B1, Said.REFUSE)).result is None

    @pytest.mark.regulation("M-V.2")
    def test_let_the_partner_revoke_a_refusal_or_raise(self):
        assert bets("A1e B1n B2q").result == Result(Ending.ACCEPTED, 2, "A")
        assert bets("A1e B1n B2Q").result == Result(Ending.ACCEPTED, 2, "A")
        assert bets("A1e B1n B2+4 A2N").result == Result(Ending.REFUSED, 2, "B")
        assert bets("A1e B1q B2+4 A2Q").result == Result(Ending.ACCEPTED, 6, "B")
        assert bets("A1e B1q B2o A2Q").result == Result(Ending.ORDAGO, 2, "B")

    @pytest.mark.regulation("M-V.2")
    def test_never_let_him_annul_an_acceptance(self):
        for last in ("B2n", "B2N"):
            assert refusal("A1e B1q", last) == ("not_now", "M-V.2")

    @pytest.mark.regulation("M-V.2")
    def test_are_answered_once_by_each(self):
        for last in ("B1q", "B1n", "B1+2", "B1-"):
            assert refusal("A1e B1n", last) == ("not_now", "M-V.2")
        assert refusal("A1-", "A1e") == ("not_now", "M-V.2")
        # But who has passed answers what is bet afterwards, and a raise is a new bet.
        assert bets("A1- B1e A1Q").result == Result(Ending.ACCEPTED, 2, "B")
        assert bets("A1e B1n B2+2 A1+2 B1Q").result == Result(Ending.ACCEPTED, 6, "A")

    @pytest.mark.regulation("M-V.9")
    def test_are_not_answered_or_raised_by_the_bettors_own_pair(self):
        for last in ("A1+2", "A2e5", "A2o", "A2q", "A2N"):
            assert refusal("A1e", last) == ("not_now", "M-V.9")

    @pytest.mark.regulation("M-V.11")
    def test_are_for_those_who_take_part(self):
        with_pares = (A1, A2, B2)
        for words, last in (("", "B1e"), ("", "B1-"), ("A1e", "B1Q"), ("A1e", "B1n")):
            assert refusal(words, last, speakers=with_pares, lance=Lance.PARES) == (
                "not_now",
                "M-V.11",
            )
        # Whoever is alone in his pair closes with his answer.
        alone = bets("A1e B2n", speakers=with_pares, lance=Lance.PARES)
        assert alone.result == Result(Ending.REFUSED, 0, "A")
        assert bets("A1- A2- B2-", speakers=with_pares).result == PASSED

    def test_need_both_pairs(self):
        betting = Betting(Lance.PARES, (A1, A2))
        assert not betting.disputed
        assert list(legal(betting)) == []

    def test_are_over_when_they_are(self):
        done = bets("A1e B1Q")
        assert list(legal(done)) == []
        assert done.finished() is done
        with pytest.raises(IllegalMove):
            done.after(call("A2+2"))

    def test_cannot_be_finished_unanswered(self):
        for words in ("", "A1-", "A1e"):
            with pytest.raises(IllegalMove) as refused:
                bets(words).finished()
            assert refused.value.code == "mus.bet.unanswered"

    def test_of_an_ordago_are_only_accepted_or_refused(self):
        said = {said for _seat, said in legal(bets("A1o"))}
        assert said == {Said.ACCEPT, Said.REFUSE}

    @given(st.sets(st.sampled_from(SEATS), min_size=2), st.data())
    def test_that_are_legal_never_fail_and_come_to_an_end(self, seats, data):
        betting = Betting(Lance.PARES, tuple(sorted(seats, key=SEATS.index)))
        for raises in range(40):
            moves = list(legal(betting))
            if not moves:
                break
            answers = [move for move in moves if move[1] in (Said.ACCEPT, Said.REFUSE)]
            seat, said = data.draw(st.sampled_from(answers if raises > 30 and answers else moves))
            stones = data.draw(st.none() | st.integers(1, 60))
            before = betting
            betting = betting.after(Call(seat, said, stones, data.draw(st.booleans())))
            assert betting.accepted >= before.accepted
            assert betting.offered >= before.offered
        assert (betting.result is None) == (not betting.disputed)


EXAMPLE = parse_deal("A1:RR31 CS64 5541 777S")


def stones_of(awards):
    return tuple(sum(one.stones for one in awards if one.pair == pair) for pair in "AB")


class TestPlay:
    @given(
        st.permutations(range(40)).map(lambda pack: Deal.of_ids(A1, pack[:16])),
        st.sampled_from(PassedExtra),
    )
    def test_is_settle_when_all_is_passed(self, deal, extra):
        options = Options(passed_extra=extra)
        assert play(deal, {}, (0, 0), options).awards == settle(deal, options).awards

    def test_takes_the_third_worked_example(self):
        # A bets pares and is refused, B accepts five at juego and holds La Real.
        results = {
            Lance.PARES: Result(Ending.REFUSED, 0, "A"),
            Lance.JUEGO: Result(Ending.ACCEPTED, 5, "A"),
        }
        played = play(EXAMPLE, results, (20, 22))
        assert [
            (one.lance, one.pair, one.stones, one.reason, one.option) for one in played.awards
        ] == [
            (Lance.GRANDE, "A", 1, Reason.PASSED, "values"),
            (Lance.CHICA, "A", 1, Reason.PASSED, "values"),
            (Lance.PARES, "A", 1, Reason.NEGADA, "negada"),
            (Lance.PARES, "A", 3, Reason.VALUE, "refused_values"),
            (Lance.JUEGO, "B", 5, Reason.ACCEPTED, "la_real"),
            (Lance.JUEGO, "B", 3, Reason.VALUE, "la_real"),
        ]
        assert count_played((20, 22), played).score == (26, 30)

    @pytest.mark.regulation("M-VI.1")
    def test_takes_the_first_worked_example(self):
        deal = parse_deal("A1:RR64 CCS1 7654 3SS2")
        played = play(deal, {Lance.GRANDE: Result(Ending.ACCEPTED, 2, "A")}, (38, 33))
        counted = count_played((38, 33), played)
        assert (counted.score, counted.winner) == ((40, 33), "A")
        assert stones_of(played.awards) == (3, 7)  # 41–40 without the stop

    def test_gives_a_refused_bet_to_the_bettor_even_with_the_lower_hand(self):
        # B bets pares with three sevens (2) against three kings and two fives.
        played = play(EXAMPLE, {Lance.PARES: Result(Ending.REFUSED, 4, "B")}, (0, 0))
        assert [(one.pair, one.stones) for one in played.awards if one.lance == "pares"] == [
            ("B", 4),
            ("B", 2),
        ]
        assert own_value(EXAMPLE, Lance.PARES, "A") == 3

    @pytest.mark.parametrize("lance", [Lance.GRANDE, Lance.CHICA])
    def test_replaces_the_stone_of_grande_and_chica_by_the_bet(self, lance):
        for result, stones in (
            (Result(Ending.ACCEPTED, 7, "B"), [("A", 7)]),
            (Result(Ending.REFUSED, 0, "B"), [("B", 1)]),
        ):
            played = play(EXAMPLE, {lance: result}, (0, 0))
            found = [(one.pair, one.stones) for one in played.awards if one.lance is lance]
            assert found == stones

    @pytest.mark.regulation("M-VI.2")
    def test_pays_punto_beside_the_bet(self):
        deal = parse_deal("A1:RR64 7777 5541 4456")  # thirty against 28
        accepted = play(deal, {Lance.PUNTO: Result(Ending.ACCEPTED, 4, "B")}, (0, 0))
        assert [(one.pair, one.stones) for one in accepted.awards[-2:]] == [("A", 4), ("A", 1)]
        for score, stones in (((0, 34), 4), ((0, 35), 1)):
            refused = play(deal, {Lance.PUNTO: Result(Ending.REFUSED, 4, "B")}, score)
            found = [(one.pair, one.stones) for one in refused.awards[-2:]]
            assert found == [("B", stones), ("B", 1)]

    @pytest.mark.regulation("M-VI.2")
    def test_knows_that_a_negada_booked_before_brings_the_end_nearer(self):
        deal = parse_deal("A1:RR64 7777 5541 4456")
        results = {
            Lance.GRANDE: Result(Ending.REFUSED, 3, "B"),
            Lance.PUNTO: Result(Ending.REFUSED, 4, "B"),
        }
        played = play(deal, results, (0, 32))
        assert [one.stones for one in played.awards if one.reason is Reason.NEGADA] == [3, 1]

    @pytest.mark.regulation("M-P.6")
    def test_knows_who_takes_part(self):
        assert holders(EXAMPLE, Lance.GRANDE) == SEATS
        assert holders(EXAMPLE, Lance.PARES) == (A1, A2, B2)
        assert holders(EXAMPLE, Lance.JUEGO) == (A1, B2)
        assert holders(EXAMPLE, Lance.PUNTO) == ()

    @pytest.mark.regulation("M-P.6")
    def test_refuses_bets_where_not_both_pairs_take_part(self):
        alone = parse_deal("B1:66S4 R3C5 S754 C761")  # only A2 has juego
        for lance in (Lance.JUEGO, Lance.PUNTO):
            with pytest.raises(IllegalMove) as refused:
                play(alone, {lance: Result(Ending.ACCEPTED, 2, "A")}, (0, 0))
            assert (refused.value.code, refused.value.facts) == (
                "mus.bet.not_disputed",
                {"lance": lance},
            )
            assert refused.value.clause == "M-P.6"

    @pytest.mark.regulation("M-VI.2")
    def test_asks_the_options_what_a_refused_bet_brings(self):
        deal = parse_deal("A1:R364 CC54 7764 SS51")
        raised = {Lance.GRANDE: Result(Ending.REFUSED, 5, "A")}
        always_one = Options(negada=Negada.ALWAYS_ONE)
        assert play(deal, raised, (0, 0)).awards[0].stones == 5
        assert play(deal, raised, (0, 0), always_one).awards[0].stones == 1
        # A king and a trey are a pair with eight kings only.
        refused = {Lance.PARES: Result(Ending.REFUSED, 0, "A")}
        for options, own in ((Options(), 2), (Options(kings_and_aces=KingsAndAces.FOUR), 1)):
            awards = play(deal, refused, (0, 0), options).awards
            assert [one.stones for one in awards if one.lance is Lance.PARES] == [1, own]

    @pytest.mark.parametrize("pair", ["A", "B"])
    def test_gives_the_tied_bet_to_the_pair_nearer_to_the_mano(self, pair):
        deal = parse_deal("A1:RC64 RC64 5541 5541")
        deal = replace(deal, mano=A1 if pair == "A" else B1)
        played = play(deal, {Lance.GRANDE: Result(Ending.ACCEPTED, 2, "A")}, (0, 0))
        first = played.awards[0]
        assert (first.pair, first.clause, first.option) == (pair, "M-P.6", "ties")


class TestOrdago:
    RESULTS = {
        Lance.GRANDE: Result(Ending.ACCEPTED, 10, "A"),
        Lance.CHICA: Result(Ending.REFUSED, 0, "A"),
        Lance.JUEGO: Result(Ending.ORDAGO, 0, "A"),
    }

    @pytest.mark.regulation("M-V.13")
    def test_wins_the_game_over_accepted_bets_that_would_have_ended_it(self):
        played = play(EXAMPLE, self.RESULTS, (35, 0))
        assert (played.ordago, played.ordago_lance) == ("B", Lance.JUEGO)
        counted = count_played((35, 0), played)
        # The refused bet at chica had been booked; grande and pares fall.
        assert (counted.winner, counted.score) == ("B", (36, 0))
        assert [one.lance for one in counted.uncounted] == ["grande", "pares"]

    @pytest.mark.regulation("M-V.13")
    @pytest.mark.parametrize(
        ("options", "winner", "score"),
        [
            (Options(ordago_voids_earlier=OrdagoVoids.NEGADAS_TOO), "B", (35, 0)),
            (Options(ordago_voids_earlier=OrdagoVoids.NOTHING), "A", (46, 0)),
            (Options(negada_when=NegadaWhen.IN_LANCE_ORDER), "B", (35, 0)),
        ],
    )
    def test_leaves_more_or_less_by_the_option(self, options, winner, score):
        counted = count_played((35, 0), play(EXAMPLE, self.RESULTS, (35, 0), options), options)
        assert (counted.winner, counted.score) == (winner, score)

    def test_counted_after_what_came_before_still_wins_when_that_ends_nothing(self):
        options = Options(ordago_voids_earlier=OrdagoVoids.NOTHING)
        counted = count_played((0, 0), play(EXAMPLE, self.RESULTS, (0, 0), options), options)
        assert (counted.winner, counted.score, counted.uncounted) == ("B", (14, 0), ())

    def test_at_grande_leaves_nothing_to_count(self):
        played = play(EXAMPLE, {Lance.GRANDE: Result(Ending.ORDAGO, 0, "B")}, (0, 39))
        assert (played.awards, played.ordago) == ((), "A")
        counted = count_played((0, 39), played)
        assert (counted.winner, counted.score) == ("A", (0, 39))
