"""The games of one partida of mus: every order of games of every format, then single games."""

from dataclasses import replace
from itertools import product

import pytest

from rules.errors import RuleViolation
from rules.findings import Severity
from rules.formats import Side
from rules.mus import ASTURIAS, Game, PartidaFormat, check_partida, is_over, third_lost, winner
from rules.mus.partida import legal_partial, legal_results, may_break

FIRST_TO_5 = PartidaFormat.parse("first_to=5")
FORMATS = [
    PartidaFormat.parse(text)
    for text in (
        *("first_to=1", "first_to=3", "first_to=4", "first_to=5"),
        *("best_of=1", "best_of=3", "best_of=5", "best_of=7"),
        *("all_played=1", "all_played=3", "all_played=5", "all_played=7"),
    )
]


def codes(findings):
    return [finding.code for finding in findings]


@pytest.mark.regulation("M-D.1")
@pytest.mark.parametrize("format", FORMATS, ids=str)
class TestEveryFormat:
    def test_every_order_of_games_is_judged_right(self, format):
        for length in range(format.longest + 2):
            for games in product("AB", repeat=length):
                ends = [n for n in range(length + 1) if is_over(format, "".join(games[:n]))]
                if not ends:
                    expected = ["mus.partida.unfinished"]
                elif ends[0] < length:
                    expected = ["mus.partida.too_many_games"]
                else:
                    expected = []
                assert codes(check_partida(format, games)) == expected

    def test_every_score_is_judged_right(self, format):
        for score in product(range(-1, format.longest + 2), repeat=2):
            if min(score) < 0:
                expected = ["mus.partida.impossible_score"]
            elif score in legal_results(format):
                expected = []
            elif score in legal_partial(format):
                expected = ["mus.partida.unfinished"]
            else:
                expected = ["mus.partida.too_many_games"]
            assert codes(check_partida(format, score)) == expected

    def test_winner_of_a_clean_partida_is_who_won_more(self, format):
        for score in legal_results(format):
            assert winner(format, score) is (Side.HOME if score[0] > score[1] else Side.AWAY)


@pytest.mark.regulation("M-D.1")
class TestFirstToFive:
    def test_tells_where_it_was_decided(self):
        (finding,) = check_partida(FIRST_TO_5, "AAAAAB")
        assert finding.code == "mus.partida.too_many_games"
        assert finding.severity is Severity.ERROR
        assert finding.clause == "M-D.1"
        assert finding.facts == {
            "home": 5,
            "away": 1,
            "format": "first_to=5",
            "decided_after": 5,
        }

    def test_the_same_games_in_another_order_are_fine(self):
        assert check_partida(FIRST_TO_5, "AABAAA") == []

    def test_goes_on_after_the_third_lost_game(self):
        assert codes(check_partida(FIRST_TO_5, (3, 1))) == ["mus.partida.unfinished"]
        assert check_partida("best_of=5", (3, 1)) == []

    def test_nobody_plays_to_five_all(self):
        assert codes(check_partida(FIRST_TO_5, (5, 5))) == ["mus.partida.too_many_games"]

    def test_is_what_asturias_proposes(self):
        assert ASTURIAS.partida_format == FIRST_TO_5


@pytest.mark.regulation("M-VI.1")
class TestStonesOfAGame:
    def test_reached_or_passed_ends_it(self):
        games = [(40, 33), (12, 43), (41, 0), (40, 39), (40, 5), (40, 20)]
        assert check_partida(FIRST_TO_5, games) == []
        assert winner(FIRST_TO_5, games) is Side.HOME

    @pytest.mark.parametrize("stones", [(41, 40), (40, 40), (-1, 40), (40, -2)])
    def test_cannot_be_reached_by_both_or_be_negative(self, stones):
        findings = check_partida("first_to=1", [Game("A", stones)])
        assert codes(findings) == ["mus.game.impossible_score"]
        assert findings[0].facts["target"] == 40

    def test_short_of_the_target_is_unfinished(self):
        (finding,) = check_partida("first_to=1", [(39, 38)])
        assert (finding.code, finding.facts["game"]) == ("mus.game.unfinished", 1)

    def test_short_of_the_target_with_a_winner_needs_an_ordago(self):
        assert codes(check_partida("first_to=1", [Game("A", (3, 20))])) == ["mus.game.unfinished"]

    @pytest.mark.regulation("M-V.13")
    def test_accepted_ordago_wins_whatever_the_stones(self):
        assert check_partida("first_to=1", [Game("A", (3, 20), ordago=True)]) == []

    def test_winner_is_who_reached_it(self):
        findings = check_partida("first_to=1", [Game("A", (30, 40))])
        assert codes(findings) == ["mus.game.winner_contradicts_stones"]

    def test_target_is_the_seasons(self):
        thirty = replace(ASTURIAS, stones=30)
        assert check_partida("first_to=1", [(30, 12)], thirty) == []
        assert codes(check_partida("first_to=1", [(40, 35)], thirty)) == [
            "mus.game.impossible_score"
        ]

    def test_faults_of_games_and_of_the_order_are_told_together(self):
        games = [Game("A", (30, 40)), Game("A"), "A", "B"]
        assert codes(check_partida("first_to=3", games)) == [
            "mus.game.winner_contradicts_stones",
            "mus.partida.too_many_games",
        ]


@pytest.mark.parametrize("games", ["AXB", [1.5], [None], 7, [("40", 3)], [Game("C")]])
def test_games_that_cannot_be_read_are_refused(games):
    with pytest.raises(RuleViolation) as refusal:
        check_partida(FIRST_TO_5, games)
    assert refusal.value.code == "mus.partida.unreadable_games"


@pytest.mark.regulation("M-D.4")
class TestThirdLostGame:
    @pytest.mark.parametrize(
        ("games", "reached"),
        [("", False), ("AABB", False), ("AAA", True), ("BABB", True), ((2, 2), False)]
        + [((3, 0), True), ((2, 3), True), ((4, 4), True)],
    )
    def test_is_reached_by_either_pair(self, games, reached):
        assert third_lost(games) is reached

    @pytest.mark.parametrize(
        ("format", "score", "allowed"),
        [
            ("first_to=5", (3, 1), True),
            ("first_to=5", (3, 3), True),
            ("first_to=5", (4, 3), True),  # now the other pair's third
            ("first_to=5", (4, 1), False),  # on reaching it, not later
            ("first_to=5", (2, 2), False),
            ("first_to=5", (5, 3), False),
            ("best_of=5", (3, 1), False),  # over
            ("all_played=5", (3, 1), True),
            ("all_played=5", (3, 2), False),
        ],
    )
    def test_allows_a_break_while_play_goes_on(self, format, score, allowed):
        assert may_break(PartidaFormat.parse(format), score) is allowed
