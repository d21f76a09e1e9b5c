"""Published tables of real leagues, recomputed from their results (sources in README.md)."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from league.standings import Result, Scheme, table

HERE = Path(__file__).parent

DARTS = Scheme.win_draw_loss(3, 1, 0, criteria=("points", "games_difference", "games_for"))
LALIGA = Scheme.win_draw_loss(
    3,
    1,
    0,
    criteria=(
        "points",
        "head_to_head_points",
        "head_to_head_difference",
        "difference",
        "score_for",
    ),
)
DIVISIONS = (
    "Bezirksliga",
    "A-Klasse Gruppe 1",
    "A-Klasse Gruppe 2",
    "B-Klasse Gruppe 2",
    "C-Klasse Gruppe 1",
    "C-Klasse Gruppe 3",
    "Mix C-Klasse",
)


def lines(path):
    with (HERE / path).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def darts_results(division, teams):
    """A first meeting of two teams on a ground is leg 1; the return leg comes in later rounds."""
    half = len(teams) - 1 + len(teams) % 2
    for line in lines("darts_league/results.csv"):
        if line["division"] != division or not line["home_games"]:
            continue
        home_games, away_games = int(line["home_games"]), int(line["away_games"])
        matchday = int(line["round"])
        yield Result(
            line["home"],
            line["away"],
            home_games,
            away_games,
            matchday=matchday,
            leg=1 if matchday <= half else 2,
            home_games=home_games,
            away_games=away_games,
        )


def darts_table(division):
    published = [x for x in lines("darts_league/standings.csv") if x["division"] == division]
    teams = [line["team"] for line in published]
    rows = table(
        sorted(teams),
        darts_results(division, teams),
        DARTS,
        adjustments={
            x["team"]: int(x["points_adjustment"]) for x in published if x["points_adjustment"]
        },
        withdrawn={x["team"]: "annul" for x in published if x["status"] == "withdrawn"},
    )
    return published, rows


def test_all_divisions_are_compared():
    assert {line["division"] for line in lines("darts_league/standings.csv")} == set(DIVISIONS)


@pytest.mark.parametrize("division", DIVISIONS)
def test_darts_division_comes_out_row_by_row(division):
    published, rows = darts_table(division)
    active = [line for line in published if line["status"] == "active"]
    assert [
        (
            row.position,
            row.team,
            row.played,
            row.won,
            row.drawn,
            row.lost,
            row.games_for,
            row.games_against,
            row.difference,
            row.points,
            row.adjustment,
        )
        for row in rows
        if not row.withdrawn
    ] == [
        (
            int(line["pos"]),
            line["team"],
            *(int(line[name]) for name in ("played", "won", "drawn", "lost")),
            int(line["games_for"]),
            int(line["games_against"]),
            int(line["diff"].replace("±", "")),
            int(line["points"]),
            int(line["points_adjustment"]),
        )
        for line in active
    ]
    assert [row.team for row in rows[len(active) :]] == [
        line["team"] for line in published if line["status"] == "withdrawn"
    ]


@pytest.mark.parametrize(
    ("division", "team"),
    [
        ("B-Klasse Gruppe 2", "DC SchömbergerEck 2"),
        ("C-Klasse Gruppe 1", "DC Kolibrispitz"),
    ],
)
def test_a_withdrawn_darts_team_is_last_marked_and_empty(division, team):
    published, rows = darts_table(division)
    assert sum(team in (r.home, r.away) for r in darts_results(division, published)) > 0
    last = rows[-1]
    assert (last.team, last.withdrawn, last.decided_by) == (team, True, "withdrawn")
    assert (last.played, last.points, last.games_for, last.games_against) == (0, 0, 0, 0)
    assert not any(row.withdrawn for row in rows[:-1])


def test_the_darts_ties_name_what_decided_them():
    _, rows = darts_table("Bezirksliga")
    fifth = rows[4]
    assert (fifth.team, fifth.points) == ("the Metal Darts 2", rows[3].points)
    assert (fifth.decided_by, fifth.decided_value) == ("games_difference", (14, 36))


def laliga(scheme=LALIGA):
    published = lines("football/standings.csv")
    results = [
        Result(
            line["home"],
            line["away"],
            int(line["home_goals"]),
            int(line["away_goals"]),
            matchday=int(line["round"]),
            leg=1 if int(line["round"]) <= 19 else 2,
        )
        for line in lines("football/results.csv")
    ]
    return published, results, table(sorted(x["team"] for x in published), results, scheme)


def numbers(row):
    return (row.played, row.won, row.drawn, row.lost, row.score_for, row.score_against, row.points)


def test_laliga_comes_out_row_by_row():
    published, results, rows = laliga()
    columns = ("played", "won", "drawn", "lost", "goals_for", "goals_against", "points")
    assert len(results) == 380
    assert [(row.position, row.team, *numbers(row)) for row in rows] == [
        (int(line["pos"]), line["team"], *(int(line[name]) for name in columns))
        for line in published
    ]


def test_a_complete_laliga_is_the_same_under_when_complete():
    _, results, rows = laliga()
    teams = sorted(row.team for row in rows)
    assert table(teams, results, LALIGA, head_to_head="when_complete") == rows


def test_plain_difference_would_put_two_pairs_of_laliga_the_wrong_way_round():
    plain = Scheme.win_draw_loss(3, 1, 0, criteria=("points", "difference", "score_for"))
    published, _, rows = laliga(plain)
    assert [
        row.team for line, row in zip(published, rows, strict=True) if line["team"] != row.team
    ] == ["Sevilla FC", "Getafe CF", "RC Celta", "Real Valladolid"]


def test_the_three_way_tie_of_laliga_is_a_mini_league_and_then_one_of_two():
    #               among three      among the two left
    #   Sociedad    6 points
    #   Betis       5 points   0     2 points   0     difference  −8
    #   Alavés      5 points   0     2 points   0     difference −11
    _, _, rows = laliga()
    sociedad, betis, alaves = rows[8:11]
    assert [row.team for row in rows[8:11]] == ["Real Sociedad", "Real Betis", "CD Alavés"]
    assert (sociedad.decided_by, sociedad.mini_league) == ("points", ())
    assert (betis.decided_by, betis.decided_value) == ("head_to_head_points", (5, 6))
    assert set(betis.mini_league) == {"Real Sociedad", "Real Betis", "CD Alavés"}
    assert (alaves.decided_by, alaves.decided_value) == ("difference", (-11, -8))
