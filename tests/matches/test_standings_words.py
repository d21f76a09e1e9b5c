"""Why a row stands where it stands, in words."""

import pytest

from league.labels import CRITERIA
from league.standings import Ratio, Result, Scheme, table
from league.unit_words import WORDS
from matches import standings_words
from matches.standings_words import ratio, why
from rules.registry import DISCIPLINES


def test_level_teams_are_said_to_be_level_once_they_have_played() -> None:
    scheme = Scheme.sum_of_score(criteria=("points",))
    before = table(["A", "B"], [], scheme)
    assert [why(row, shares=True) for row in before] == ["", ""]
    result = Result(home="A", away="B", home_score=2, away_score=2, matchday=1)
    after = table(["A", "B"], [result], scheme)
    assert why(after[1], shares=True) == "igualada en todo con la de arriba"


@pytest.mark.parametrize(
    ("won", "lost", "told"),
    [
        (7, 3, "7/3 = 2,333…"),
        (9, 4, "9/4 = 2,25"),
        (4, 2, "4/2 = 2"),
        (1, 1001, "1/1001 = 0,000…"),
        (0, 5, "0/5 = 0"),
        (6, 0, "6 a cero"),
        (0, 0, "0/0"),
    ],
)
def test_a_ratio_shows_its_numbers_and_what_they_come_to(won: int, lost: int, told: str) -> None:
    assert ratio(Ratio(won, lost)) == told


def test_a_ratio_that_decides_is_told_in_the_units_of_the_game() -> None:
    scheme = Scheme.win_draw_loss(2, 1, 1, criteria=("score_ratio",))
    rows = table("ABD", [Result("A", "D", 7, 3), Result("B", "D", 9, 4)], scheme)
    assert why(rows[1], "sets") == ("por cociente de sets (9/4 = 2,25 frente a 7/3 = 2,333…)")
    assert "partidas" in why(rows[1])


def test_every_unit_has_words_for_every_criterion() -> None:
    assert {game.units.score for game in DISCIPLINES.values()} == set(WORDS)
    for units, words in WORDS.items():
        assert set(words.criteria) == set(CRITERIA)
        told = standings_words.criteria(CRITERIA, units)
        assert "%(" not in told
        if units != "partidas":
            assert "partidas" not in told and "juegos" not in told
            assert not [one for one in words.criteria.values() if "artidas" in str(one)]
