"""Why a row stands where it stands, in words."""

from league.standings import Result, Scheme, table
from matches.standings_words import why


def test_level_teams_are_said_to_be_level_once_they_have_played() -> None:
    scheme = Scheme.sum_of_score(criteria=("points",))
    before = table(["A", "B"], [], scheme)
    assert [why(row, shares=True) for row in before] == ["", ""]
    result = Result(home="A", away="B", home_score=2, away_score=2, matchday=1)
    after = table(["A", "B"], [result], scheme)
    assert why(after[1], shares=True) == "igualada en todo con la de arriba"
