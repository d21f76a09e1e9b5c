"""Formats of a partida: arithmetic walked exhaustively, for the three kinds."""

from itertools import product

import pytest

from rules.errors import RuleViolation
from rules.formats import (
    FormatKind,
    PartidaFormat,
    Side,
    is_over,
    legal_partial,
    legal_results,
    winner,
)

ODD = (1, 3, 5, 7, 9)
FORMATS = [
    *(PartidaFormat(FormatKind.FIRST_TO, games) for games in range(1, 8)),
    *(PartidaFormat(FormatKind.BEST_OF, games) for games in ODD),
    *(PartidaFormat(FormatKind.ALL_PLAYED, games) for games in ODD),
]


@pytest.mark.regulation("M-D.1")
class TestKnownFormats:
    def test_first_to_five_allows_these_ends(self):
        assert legal_results(PartidaFormat.parse("first_to=5")) == (
            *((5, 0), (5, 1), (5, 2), (5, 3), (5, 4)),
            *((4, 5), (3, 5), (2, 5), (1, 5), (0, 5)),
        )

    def test_best_of_five_ends_at_three(self):
        assert legal_results(PartidaFormat.parse("best_of=5")) == (
            *((3, 0), (3, 1), (3, 2)),
            *((2, 3), (1, 3), (0, 3)),
        )

    def test_all_five_played_always_adds_up_to_five(self):
        assert legal_results(PartidaFormat.parse("all_played=5")) == (
            *((5, 0), (4, 1), (3, 2)),
            *((2, 3), (1, 4), (0, 5)),
        )

    def test_best_of_five_may_stand_at_these_scores_meanwhile(self):
        assert set(legal_partial(PartidaFormat.parse("best_of=5"))) == set(
            product(range(3), repeat=2)
        )


@pytest.mark.regulation("M-D.1")
@pytest.mark.parametrize("format", FORMATS, ids=str)
class TestEveryFormat:
    def test_text_form_is_read_back(self, format):
        assert PartidaFormat.parse(str(format)) == format

    def test_no_score_is_both_final_and_partial(self, format):
        assert not set(legal_results(format)) & set(legal_partial(format))

    def test_scores_are_those_that_some_order_of_games_reaches(self, format):
        finals, partials = set(), {(0, 0)}
        for games in product("AB", repeat=format.longest):
            for played in range(1, format.longest + 1):
                score = games[:played].count("A"), games[:played].count("B")
                if _decided(format, *score):
                    finals.add(score)
                    break
                partials.add(score)
        assert set(legal_results(format)) == finals
        assert set(legal_partial(format)) == partials

    def test_every_end_has_one_winner_and_swaps_with_the_sides(self, format):
        for home, away in legal_results(format):
            assert is_over(format, (home, away))
            assert winner(format, (home, away)) is (Side.HOME if home > away else Side.AWAY)
            assert winner(format, (away, home)) is winner(format, (home, away)).other

    def test_nobody_has_won_while_it_goes_on(self, format):
        for score in legal_partial(format):
            assert not is_over(format, score)
            assert winner(format, score) is None

    def test_longest_and_needed_are_the_extremes_of_the_ends(self, format):
        assert max(map(sum, legal_results(format))) == format.longest
        assert min(max(score) for score in legal_results(format)) == format.needed


def _decided(format, home, away):
    """The formats in words, apart from the code under test."""
    if format.kind == "first_to":
        return format.games in (home, away)
    left = format.games - home - away
    if format.kind == "all_played":
        return left == 0
    return abs(home - away) > left  # the best of n ends when the other cannot catch up


class TestImpossibleFormats:
    @pytest.mark.parametrize("kind", [FormatKind.BEST_OF, FormatKind.ALL_PLAYED])
    @pytest.mark.parametrize("games", [2, 4, 6, 20])
    def test_refuse_an_even_number_of_games(self, kind, games):
        with pytest.raises(RuleViolation) as refusal:
            PartidaFormat(kind, games)
        assert refusal.value.code == "format.even_games"
        assert refusal.value.facts == {"kind": kind.value, "games": games}

    @pytest.mark.parametrize("games", [0, -1, 22])
    def test_refuse_a_number_of_games_nobody_plays(self, games):
        with pytest.raises(RuleViolation) as refusal:
            PartidaFormat(FormatKind.FIRST_TO, games)
        assert refusal.value.code == "format.games_out_of_range"

    @pytest.mark.parametrize("text", ["", "five", "first_to", "first_to=", "first_to=²", "up_to=5"])
    def test_refuse_what_cannot_be_read(self, text):
        with pytest.raises(RuleViolation) as refusal:
            PartidaFormat.parse(text)
        assert refusal.value.code == "format.unreadable"

    def test_accept_the_kind_as_a_word(self):
        assert PartidaFormat("best_of", 3) == PartidaFormat(FormatKind.BEST_OF, 3)
