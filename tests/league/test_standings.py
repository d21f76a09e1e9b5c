"""Tables worked by hand, one criterion and one direction at a time."""

from __future__ import annotations

import pytest

from league.standings import (
    ASTURIAS_CRITERIA,
    CRITERIA,
    DecidedValue,
    Kind,
    Ratio,
    Result,
    Scheme,
    StandingsError,
    table,
)

FOOTBALL = ("points", "head_to_head_points", "head_to_head_difference", "difference", "score_for")


def cross(text):
    """Results of a cross table: the row plays at home to the column, `.` where nothing was played.

    Above the diagonal is the first leg, below it the second.
    """
    head, *body = [line.split() for line in text.strip().splitlines()]
    return [
        Result(home, away, *map(int, cell.split("-")), leg=1 if row < column else 2)
        for row, (home, *cells) in enumerate(body)
        for column, (away, cell) in enumerate(zip(head, cells, strict=True))
        if cell != "."
    ]


def mus(*criteria, **options):
    return Scheme.sum_of_score(criteria=criteria or ASTURIAS_CRITERIA, **options)


def goals(*criteria, **options):
    return Scheme.win_draw_loss(3, 1, 0, criteria=criteria or ("points",), **options)


def order(rows):
    """`A B=C D`: in order, a shared position joined by `=`."""
    text = ""
    for nth, row in enumerate(rows):
        text += row.team if not nth else f"{'=' if row.decided_by is None else ' '}{row.team}"
    return text


def why(rows):
    return [row.decided_by for row in rows]


def by_team(rows):
    return {row.team: row for row in rows}


class TestSchemes:
    #        A    B    C
    #   A    .   3-1  2-2      A  3+2+1+4 = 10
    #   B   3-1   .   4-0      B  1+3+4+1 =  9
    #   C   0-4  3-1   .       C  2+0+0+3 =  5
    RESULTS = cross("""
             A    B    C
        A    .   3-1  2-2
        B   3-1   .   4-0
        C   0-4  3-1   .
    """)

    @pytest.mark.regulation("M-D.2")
    def test_mus_gives_a_point_for_every_partida(self):
        rows = table("ABC", self.RESULTS, mus("points"))
        assert [(r.position, r.team, r.played, r.won, r.drawn, r.lost) for r in rows] == [
            (1, "A", 4, 2, 1, 1),
            (2, "B", 4, 2, 0, 2),
            (3, "C", 4, 1, 1, 2),
        ]
        assert [(r.score_for, r.score_against, r.difference, r.points) for r in rows] == [
            (10, 6, 4, 10),
            (9, 7, 2, 9),
            (5, 11, -6, 5),
        ]

    def test_win_draw_loss_gives_points_by_outcome(self):
        rows = by_team(table("ABC", self.RESULTS, Scheme.win_draw_loss(3, 1, 0)))
        assert [rows[team].points for team in "ABC"] == [7, 6, 4]

    def test_a_loss_may_be_worth_something(self):
        rows = by_team(table("ABC", self.RESULTS, Scheme.win_draw_loss(4, 2, 1)))
        assert [rows[team].points for team in "ABC"] == [11, 10, 8]

    def test_games_are_summed_beside_the_score(self):
        #   A 3–1 B in juegos 17–9, B 2–2 A in juegos 14–15
        results = [
            Result("A", "B", 3, 1, home_games=17, away_games=9),
            Result("B", "A", 2, 2, leg=2, home_games=14, away_games=15),
        ]
        a, b = table("AB", results, mus())
        assert (a.games_for, a.games_against) == (32, 23)
        assert (b.games_for, b.games_against) == (23, 32)

    def test_games_not_known_count_as_none(self):
        row = table("AB", [Result("A", "B", 3, 1)], mus())[0]
        assert (row.score_for, row.games_for, row.games_against) == (3, 0, 0)

    def test_the_default_of_mus_is_the_asturian_order(self):
        assert Scheme.sum_of_score().criteria == (
            "points",
            "head_to_head_points",
            "games_difference",
            "games_for",
            "lot",
        )

    def test_no_results_leave_all_on_the_first_position(self):
        rows = table("ABC", [], mus())
        assert [(r.position, r.team, r.points, r.decided_by) for r in rows] == [
            (1, "A", 0, None),
            (1, "B", 0, None),
            (1, "C", 0, None),
        ]

    def test_no_teams_make_an_empty_table(self):
        assert table([], [], mus()) == []


CASES = {
    # criterion: (scheme, results, what B has against what A has). D lends the encounters.
    "points": (mus("points"), [("A", "B", 3, 1)], (1, 3)),
    # A 5–1, B 2–1
    "difference": (goals("difference"), [("A", "D", 5, 1), ("B", "D", 2, 1)], (1, 4)),
    # both +2; A 3–1, B 2–0
    "score_for": (goals("score_for"), [("A", "D", 3, 1), ("B", "D", 2, 0)], (2, 3)),
    # A won one and lost one, B drew two: level on 2 points under 2–1–0
    "wins": (
        Scheme.win_draw_loss(2, 1, 0, criteria=("wins",)),
        [("A", "D", 2, 1), ("D", "A", 2, 1), ("B", "D", 1, 1), ("D", "B", 2, 2)],
        (0, 1),
    ),
    # level on points; A played one, B two
    "fewer_played": (
        goals("fewer_played"),
        [("A", "D", 1, 0), ("B", "D", 1, 0), ("D", "B", 1, 0)],
        (2, 1),
    ),
    # A 3 + 0 and B 1 + 2 are level; between them 3–1
    "head_to_head_points": (
        mus("points", "head_to_head_points"),
        [("A", "B", 3, 1), ("A", "D", 0, 4), ("B", "D", 2, 2)],
        (1, 3),
    ),
    # a win each; A 4–1 and 1–2
    "head_to_head_difference": (
        goals("points", "head_to_head_points", "head_to_head_difference"),
        [("A", "B", 4, 1), ("B", "A", 2, 1)],
        (-2, 2),
    ),
    # away A scored 2 and B 1; at home B scored more, and D more at home to B than to A
    "away_score": (
        goals("away_score"),
        [("D", "A", 3, 2), ("D", "B", 4, 1), ("B", "D", 5, 0)],
        (1, 2),
    ),
}


class TestCriteria:
    @pytest.mark.parametrize("criterion", CASES)
    @pytest.mark.parametrize("names", ["AB", "BA"])
    def test_looks_the_right_way(self, criterion, names):
        """The better team is called A, then B: the order follows the numbers, not the names."""
        scheme, played, numbers = CASES[criterion]
        turn = str.maketrans("AB", names)
        results = [Result(h.translate(turn), a.translate(turn), x, y) for h, a, x, y in played]
        rows = [row for row in table("ABD", results, scheme) if row.team != "D"]
        assert [row.team for row in rows] == list(names)
        assert (rows[1].decided_by, rows[1].decided_value) == (criterion, numbers)

    @pytest.mark.parametrize("names", ["AB", "BA"])
    def test_games_difference_before_games_for(self, names):
        #   against D: the first 2–2 in juegos 16–12, the second 2–2 in juegos 18–15
        first, second = names
        results = [
            Result(first, "D", 2, 2, home_games=16, away_games=12),
            Result(second, "D", 2, 2, home_games=18, away_games=15),
        ]
        rows = table("ABD", results, mus("games_difference", "games_for"))
        assert [r.team for r in rows] == [first, second, "D"]
        assert (rows[1].decided_by, rows[1].decided_value) == ("games_difference", (3, 4))

    @pytest.mark.parametrize("names", ["AB", "BA"])
    def test_games_for_when_the_difference_is_level(self, names):
        #   juegos 18–15 and 16–13: both +3
        first, second = names
        results = [
            Result(first, "D", 2, 2, home_games=18, away_games=15),
            Result(second, "D", 2, 2, home_games=16, away_games=13),
        ]
        rows = table("ABD", results, mus("games_difference", "games_for"))
        assert [r.team for r in rows] == [first, second, "D"]
        assert (rows[1].decided_by, rows[1].decided_value) == ("games_for", (16, 18))

    def test_every_criterion_has_a_table_of_its_own(self):
        assert {
            *CASES,
            "games_difference",
            "games_for",
            "score_ratio",  # TestRatios
            "games_ratio",
            "lot",
        } == set(CRITERIA)


def cachibol(*criteria, **options):
    """The scheme that cachibol proposes, or another order."""
    proposed = {
        "criteria": ("points", "wins", "score_ratio", "games_ratio", "head_to_head_points"),
        "walkover_loss": 0,
        "walkover_score": (2, 0),
        "walkover_games": (20, 0),
    }
    if criteria:
        proposed["criteria"] = criteria
    return Scheme.win_draw_loss(2, 1, 1, **(proposed | options))


def sets(home, away, *points, kind="played"):
    """A match from the points of its sets."""
    return Result(
        home,
        away,
        sum(a > b for a, b in points),
        sum(a < b for a, b in points),
        kind=kind,
        home_games=sum(a for a, _ in points),
        away_games=sum(b for _, b in points),
    )


class TestRatios:
    """Sets and points of cachibol, worked by hand."""

    def test_a_win_is_two_a_loss_one_a_default_nothing(self):
        results = [
            sets("A", "B", (10, 4), (10, 6)),
            sets("B", "C", (10, 8), (7, 10), (12, 10)),
            Result("C", "A", 0, 0, kind="walkover_home"),  # A did not turn up
        ]
        rows = by_team(table("ABC", results, cachibol()))
        assert {team: row.points for team, row in rows.items()} == {"A": 2, "B": 3, "C": 3}
        assert (rows["C"].score_for, rows["C"].games_for) == (1 + 2, 28 + 20)

    def test_wins_before_sets(self):
        #   A 2 wins 1 default = 4; B 1 win 2 losses = 4
        results = [
            sets("A", "C", (10, 0), (10, 0)),
            sets("A", "B", (10, 8), (8, 10), (10, 8)),
            Result("D", "A", 0, 0, kind="walkover_home"),
            sets("B", "C", (10, 0), (10, 0)),
            sets("D", "B", (10, 8), (8, 10), (10, 8)),
        ]
        rows = by_team(table("ABCD", results, cachibol()))
        assert rows["A"].points == rows["B"].points == 4
        assert rows["B"].decided_by == "wins"
        assert rows["B"].decided_value == DecidedValue(own=1, above=2)

    def test_sets_as_exact_fractions(self):
        #   7/3 is more than 9/4, though 5 sets more are won than lost and not 4
        results = [
            Result("A", "D", 7, 3),
            Result("B", "D", 9, 4),
            Result("D", "A", 0, 0, kind="annulled"),
        ]
        rows = table("ABD", results, cachibol("score_ratio"))
        assert order(rows) == "A B D"
        assert rows[1].decided_value == DecidedValue(own=Ratio(9, 4), above=Ratio(7, 3))

    def test_a_difference_no_float_would_see(self):
        big = 10**17
        results = [
            Result("A", "D", 1, 0, home_games=big + 1, away_games=big),
            Result("B", "D", 1, 0, home_games=big + 2, away_games=big + 1),
        ]
        rows = table("BAD", results, cachibol("games_ratio"))
        assert order(rows) == "A B D"

    def test_level_fractions_of_other_numbers_go_on_to_points(self):
        #   sets 2–1 and 4–2 are level; points 29–27 against 60–50
        results = [
            sets("A", "D", (10, 8), (9, 11), (10, 8)),
            sets("B", "D", (10, 8), (10, 12), (10, 5)),
            sets("B", "E", (10, 8), (10, 12), (10, 5)),
        ]
        rows = table("ABDE", results, cachibol("score_ratio", "games_ratio"))
        assert order(rows)[:3] == "B A"
        assert rows[1].decided_by == "games_ratio"
        assert rows[1].decided_value == DecidedValue(own=Ratio(29, 27), above=Ratio(60, 50))

    def test_each_row_shows_its_own_numbers_where_two_are_level(self):
        #   2–1 and 4–2 share the first place; who comes after is told from the one just above
        results = [Result("A", "D", 2, 1), Result("B", "D", 4, 2), Result("C", "D", 3, 2)]
        rows = table("ABCD", results, cachibol("score_ratio"))
        assert order(rows) == "A=B C D"
        assert rows[2].decided_value == DecidedValue(own=Ratio(3, 2), above=Ratio(4, 2))

    @pytest.mark.parametrize("names", ["AB", "BA"])
    def test_who_has_lost_none_is_above_whoever_has(self, names):
        first, second = names
        results = [Result(first, "D", 1, 0), Result(second, "D", 99, 1)]
        rows = table("ABD", results, cachibol("score_ratio"))
        assert [row.team for row in rows] == [first, second, "D"]
        assert rows[1].decided_value == DecidedValue(own=Ratio(99, 1), above=Ratio(1, 0))

    def test_who_have_lost_none_are_level(self):
        results = [Result("A", "D", 2, 0), Result("B", "D", 4, 0)]
        assert order(table("ABD", results, cachibol("score_ratio"))) == "A=B D"

    def test_who_has_not_played_stands_with_who_has_won_none(self):
        results = [Result("A", "B", 2, 0)]
        assert order(table("ABC", results, cachibol("score_ratio"))) == "A B=C"

    def test_the_mutual_match_last(self):
        #   A and B: two wins and a defeat each; B won their match
        results = [
            sets("B", "A", (10, 8), (8, 10), (11, 9)),
            sets("A", "C", (10, 5), (10, 6)),
            sets("B", "C", (10, 5), (8, 10), (11, 9)),
            sets("A", "D", (11, 12), (10, 5), (12, 10)),
            sets("D", "B", (10, 4), (10, 7)),
        ]
        rows = table("ABCD", results, cachibol("points", "wins", "head_to_head_points"))
        assert [row.team for row in rows][:2] == ["B", "A"]
        assert rows[1].decided_by == "head_to_head_points"
        assert rows[1].decided_value == DecidedValue(own=1, above=2)


class TestLots:
    RESULTS = cross("""
             A    D    E
        A    .   4-0  4-0
        D    .    .   2-2
        E    .   2-2   .
    """)

    @pytest.mark.parametrize("lots", [("D", "E"), ("E", "D")])
    def test_the_recorded_order_decides(self, lots):
        rows = table("ADE", self.RESULTS, mus(), lots=lots)
        assert [r.team for r in rows] == ["A", *lots]
        assert (rows[2].decided_by, rows[2].decided_value) == ("lot", (2, 1))

    def test_without_a_lot_the_position_is_shared(self):
        assert order(table("ADE", self.RESULTS, mus())) == "A D=E"

    def test_a_lot_that_one_of_the_tied_did_not_enter_decides_nothing(self):
        assert order(table("DEF", [], mus(), lots=("D", "E"))) == "D=E=F"

    def test_a_lot_never_overrules_an_earlier_criterion(self):
        assert order(table("ADE", self.RESULTS, mus(), lots=("E", "D", "A"))) == "A E D"

    def test_a_scheme_without_lots_ignores_them(self):
        assert order(table("DE", [], mus("points"), lots=("E", "D"))) == "D=E"

    def test_two_draws_say_nothing_of_teams_that_were_in_none_together(self):
        lots = (("E", "D"), ("G", "F"))
        assert order(table("DEFG", [], mus(), lots=lots)) == "D=E=F=G"
        assert order(table("DE", [], mus(), lots=lots[:1])) == "E D"

    def test_the_latest_draw_of_all_that_are_tied_decides(self):
        lots = (("D", "E"), ("E", "F", "D"))
        assert order(table("DEF", [], mus(), lots=lots)) == "E F D"
        assert order(table("DE", [], mus(), lots=(("D", "E"), ("E", "D")))) == "E D"


class TestHeadToHead:
    def test_beats_the_difference_of_games(self):
        #        points            juegos
        #   A    3 + 2 + 2 = 7     17–12  14–14  14–16    +3
        #   B    1 + 2 + 4 = 7     12–17  14–14  20– 3   +12
        # Between them A won 5–3.
        results = [
            Result("A", "B", 3, 1, home_games=17, away_games=12),
            Result("B", "A", 2, 2, leg=2, home_games=14, away_games=14),
            Result("A", "C", 2, 2, home_games=14, away_games=16),
            Result("B", "C", 4, 0, home_games=20, away_games=3),
        ]
        rows = table("CBA", results, mus())
        assert order(rows) == "A B C"
        assert (rows[1].decided_by, rows[1].decided_value) == ("head_to_head_points", (3, 5))
        assert set(rows[1].mini_league) == {"A", "B"}
        by_games = table("CBA", results, mus("points", "games_difference"))
        assert order(by_games) == "B A C"
        assert by_games[1].decided_value == (3, 12)

    def test_three_tied_are_a_mini_league(self):
        #        A    B    C    D    E     points  among A, B, C
        #   A    .   1-0  2-0  0-1   .       6        6
        #   B    .    .   1-0  1-0   .       6        3
        #   C    .    .    .   3-0  9-0      6        0    and the best difference of all
        #   D    .    .    .    .    .       3
        results = cross("""
                 A    B    C    D    E
            A    .   1-0  2-0  0-1   .
            B    .    .   1-0  1-0   .
            C    .    .    .   3-0  9-0
            D    .    .    .    .    .
            E    .    .    .    .    .
        """)
        rows = table("ABCDE", results, goals(*FOOTBALL))
        assert order(rows) == "A B C D E"
        assert why(rows) == [None, "head_to_head_points", "head_to_head_points", "points", "points"]
        assert [row.decided_value for row in rows[1:3]] == [(3, 6), (0, 3)]
        assert rows[1].mini_league == rows[2].mini_league == ("A", "B", "C")

    def test_the_mini_league_is_played_again_after_each_split(self):
        #        A    B    C    D         points  difference
        #   A    .   1-0  1-0  0-9   A      6       −7
        #   B    .    .   1-0  1-0   B      6       +1
        #   C    .    .    .   2-0   C      3        0
        #   D    .    .    .    .    D      3       +6
        # Points leave two pairs level. The difference would put B above A and D above C; played
        # again between the two of each pair, A beat B and C beat D.
        results = cross("""
                 A    B    C    D
            A    .   1-0  1-0  0-9
            B    .    .   1-0  1-0
            C    .    .    .   2-0
            D    .    .    .    .
        """)
        rows = table("DCBA", results, goals("head_to_head_points", "difference"))
        assert order(rows) == "A B C D"
        assert why(rows) == [None] + ["head_to_head_points"] * 3
        assert [row.decided_value for row in rows[1:]] == [(0, 3), (3, 6), (0, 3)]
        assert [set(row.mini_league) for row in rows[1:]] == [set("AB"), set("ABCD"), set("CD")]
        assert order(table("DCBA", results, goals("points", "difference"))) == "B A D C"

    def test_a_circle_is_split_by_its_difference(self):
        #        A    B    C          points  difference
        #   A    .   5-0  0-1   A       3       +4
        #   B    .    .   1-0   B       3       −4
        #   C    .    .    .    C       3        0
        results = cross("""
                 A    B    C
            A    .   5-0  0-1
            B    .    .   1-0
            C    .    .    .
        """)
        rows = table("BAC", results, goals(*FOOTBALL))
        assert order(rows) == "A C B"
        assert why(rows) == [None, "head_to_head_difference", "head_to_head_difference"]
        assert [row.decided_value for row in rows[1:]] == [(0, 4), (-4, 0)]

    def test_a_split_by_a_later_criterion_also_starts_again(self):
        #        A    B    C    D          points  among three  difference
        #   A    .   1-0  0-1  7-0   A       6         3           +7
        #   B    .    .   1-0  1-0   B       6         3           +1
        #   C    .    .    .   1-0   C       6         3           +1
        # A leaves by its difference; B and C are level in it, and B beat C.
        results = cross("""
                 A    B    C    D
            A    .   1-0  0-1  7-0
            B    .    .   1-0  1-0
            C    .    .    .   1-0
            D    .    .    .    .
        """)
        rows = table("ACBD", results, goals("points", "head_to_head_points", "difference"))
        assert order(rows) == "A B C D"
        assert why(rows) == [None, "difference", "head_to_head_points", "points"]
        assert [row.decided_value for row in rows[1:]] == [(1, 7), (0, 3), (0, 6)]

    def test_does_not_see_adjustments(self):
        #   A beat B 3–1 and lost two points: level, and still ahead between them
        rows = table("BA", [Result("A", "B", 3, 1)], mus(), adjustments={"A": -2})
        assert order(rows) == "A B"
        assert rows[1].decided_value == (1, 3)

    def test_away_numbers_count_for_the_right_side(self):
        #   B won 4–0 at A; A won 3–1 at B: A 3, B 5
        results = [Result("A", "B", 0, 4), Result("B", "A", 1, 3, leg=2)]
        rows = table("AB", results, mus("head_to_head_points"))
        assert order(rows) == "B A"
        assert rows[1].decided_value == (3, 5)


class TestWhenComplete:
    FIRST = Result("A", "B", 3, 1)
    RETURN = Result("B", "A", 2, 2, leg=2)
    SCHEME = mus("head_to_head_points")

    def test_always_uses_what_has_been_played(self):
        assert order(table("AB", [self.FIRST], self.SCHEME)) == "A B"

    def test_waits_for_the_return(self):
        rows = table("AB", [self.FIRST], self.SCHEME, head_to_head="when_complete")
        assert order(rows) == "A=B"
        rows = table("AB", [self.FIRST, self.RETURN], self.SCHEME, head_to_head="when_complete")
        assert (order(rows), rows[1].decided_value) == ("A B", (3, 5))

    def test_the_number_of_legs_is_an_option(self):
        rows = table("AB", [self.FIRST], self.SCHEME, head_to_head="when_complete", legs=1)
        assert order(rows) == "A B"

    def test_one_pair_that_has_not_met_stops_the_mini_league(self):
        #   A beat B twice, nobody has met C
        results = [Result("A", "B", 1, 0), Result("B", "A", 0, 1, leg=2)]
        scheme = goals("head_to_head_points")
        assert order(table("ABC", results, scheme, head_to_head="always")) == "A B=C"
        assert order(table("ABC", results, scheme, head_to_head="when_complete")) == "A=B=C"

    def test_is_asked_again_after_a_split(self):
        #        points                 difference
        #   A    3–0 E, 0–0 E      4       +3        has met neither B nor C
        #   B    1–0 C, 0–0 C, 0–1 D   4    0
        #   C    0–1 B, 0–0 B, 1–0 D   4    0
        # The mini-league of three is not complete; A leaves by its difference; that of B and C is.
        results = [
            Result("A", "E", 3, 0),
            Result("E", "A", 0, 0, leg=2),
            Result("B", "C", 1, 0),
            Result("C", "B", 0, 0, leg=2),
            Result("B", "D", 0, 1),
            Result("C", "D", 1, 0),
        ]
        scheme = goals("points", "head_to_head_points", "difference")
        rows = table("EDCBA", results, scheme, head_to_head="when_complete")
        assert order(rows) == "A B C D E"
        assert why(rows) == [None, "difference", "head_to_head_points", "points", "points"]
        assert rows[2].decided_value == (1, 4)


class TestWalkovers:
    def test_the_named_side_wins(self):
        for kind, winner in (("walkover_home", "A"), ("walkover_away", "B")):
            rows = table("AB", [Result("A", "B", 0, 0, kind=kind)], mus())
            assert [(r.team, r.won, r.drawn, r.lost) for r in rows] == [
                (winner, 1, 0, 0),
                ("B" if winner == "A" else "A", 0, 0, 1),
            ]

    @pytest.mark.regulation("M-D.13")
    def test_recorded_without_a_score_counts_four_to_nil(self):
        a, b = table("AB", [Result("A", "B", 0, 0, kind="walkover_home")], mus())
        assert (a.points, a.score_for, a.score_against) == (4, 4, 0)
        assert (b.points, b.score_for, b.score_against) == (0, 0, 4)

    def test_the_recorded_score_counts_unless_the_season_says_otherwise(self):
        result = Result("A", "B", 0, 3, kind="walkover_away", home_games=0, away_games=9)
        b = table("AB", [result], mus())[0]
        assert (b.team, b.points, b.games_for) == ("B", 3, 9)
        b, a = table("AB", [result], mus(walkover_score=(4, 0), walkover_games=(20, 0)))
        assert (b.team, b.points, b.games_for, b.games_against) == ("B", 4, 20, 0)
        assert (a.points, a.games_for, a.games_against) == (0, 0, 20)

    def test_of_no_score_is_still_won_and_lost(self):
        rows = table("AB", [Result("A", "B", 0, 0, kind="walkover_away")], goals())
        assert [(r.team, r.points, r.won, r.drawn, r.lost) for r in rows] == [
            ("B", 3, 1, 0, 0),
            ("A", 0, 0, 0, 1),
        ]

    def test_is_never_better_than_playing(self):
        played = table("AB", [Result("A", "B", 0, 4)], Scheme.win_draw_loss(3, 2, 1))
        absent = table(
            "AB", [Result("A", "B", 0, 0, kind="walkover_away")], Scheme.win_draw_loss(3, 2, 1)
        )
        assert (played[1].points, absent[1].points) == (1, 0)

    def test_what_the_absent_side_gets_is_an_option(self):
        scheme = Scheme.win_draw_loss(3, 2, 1, walkover_loss=-1)
        rows = table("AB", [Result("A", "B", 4, 0, kind="walkover_home")], scheme)
        assert [r.points for r in rows] == [3, -1]

    @pytest.mark.parametrize("scheme", [mus(), Scheme.win_draw_loss(3, 2, 1)])
    def test_both_can_lose(self, scheme):
        result = Result("A", "B", 3, 1, kind="double_walkover", home_games=15, away_games=9)
        for row in table("AB", [result], scheme):
            assert (row.played, row.won, row.drawn, row.lost) == (1, 0, 0, 1)
            assert (row.points, row.score_for, row.score_against, row.games_for) == (0, 0, 0, 0)
            assert row.position == 1

    def test_counts_in_head_to_head_unless_the_season_says_otherwise(self):
        #   A won by walkover at home and lost 3–1 away: 4 + 1 against 0 + 3 is 5–3; without the
        #   walkover 1–3
        results = [
            Result("A", "B", 4, 0, kind="walkover_home"),
            Result("B", "A", 3, 1, leg=2),
        ]
        seen = table("AB", results, mus("head_to_head_points"))
        assert (order(seen), seen[1].decided_value) == ("A B", (3, 5))
        scheme = mus("head_to_head_points", walkovers_in_head_to_head=False)
        unseen = table("AB", results, scheme, head_to_head="when_complete")
        assert (order(unseen), unseen[1].decided_value) == ("B A", (1, 3))

    @pytest.mark.parametrize(
        ("kind", "score"),
        [
            ("walkover_home", (0, 4)),
            ("walkover_home", (2, 2)),
            ("walkover_away", (4, 0)),
            ("walkover_away", (2, 2)),
        ],
    )
    def test_a_score_that_contradicts_the_kind_is_refused(self, kind, score):
        with pytest.raises(StandingsError) as refusal:
            table("AB", [Result("A", "B", *score, kind=kind)], mus())
        assert refusal.value.code == "standings.result.walkover_score"
        assert refusal.value.facts["home_score"] == score[0]


class TestOtherKinds:
    def test_awarded_counts_as_it_was_awarded(self):
        a, b = table("AB", [Result("A", "B", 4, 0, kind="awarded")], mus())
        assert (a.points, a.won, b.points, b.lost) == (4, 1, 0, 1)

    def test_annulled_does_not_count_at_all(self):
        for row in table("AB", [Result("A", "B", 4, 0, kind="annulled")], mus()):
            assert (row.played, row.won, row.lost, row.points) == (0, 0, 0, 0)

    @pytest.mark.parametrize("kind", list(Kind))
    def test_the_words_of_the_encounter_are_understood(self, kind):
        assert Result("A", "B", 0, 0, kind=kind.value.upper()).kind == kind.value


class TestAdjustments:
    def test_shift_the_points_and_stay_visible(self):
        rows = by_team(table("AB", [Result("A", "B", 2, 2)], mus(), adjustments={"B": -1}))
        assert (rows["B"].points, rows["B"].score_for, rows["B"].adjustment) == (1, 2, -1)
        assert (rows["A"].points, rows["A"].adjustment) == (2, 0)
        assert rows["B"].decided_by == "points"

    def test_may_go_below_zero_and_may_be_a_gift(self):
        rows = table("AB", [], mus(), adjustments={"A": -3, "B": 2})
        assert [(r.team, r.points) for r in rows] == [("B", 2), ("A", -3)]


class TestWithdrawal:
    #        A    B    C       without C      first leg of C
    #   A    .   3-1  4-0   A   3 + 2 = 5       + 4
    #   B   2-2   .   1-3   B   1 + 2 = 3       + 1
    #   C   4-0  4-0   .
    RESULTS = cross("""
             A    B    C
        A    .   3-1  4-0
        B   2-2   .   1-3
        C   4-0  4-0   .
    """)

    def test_annul_takes_its_results_from_everybody(self):
        rows = table("CAB", self.RESULTS, mus(), withdrawn={"C": "annul"})
        assert [(r.position, r.team, r.played, r.points, r.withdrawn) for r in rows] == [
            (1, "A", 2, 5, False),
            (2, "B", 2, 3, False),
            (3, "C", 0, 0, True),
        ]
        assert rows[2].decided_by == "withdrawn"

    def test_keep_first_leg_keeps_the_first_leg(self):
        rows = table("CAB", self.RESULTS, mus(), withdrawn={"C": "keep_first_leg"})
        assert [(r.position, r.team, r.played, r.points, r.withdrawn) for r in rows] == [
            (1, "A", 3, 9, False),
            (2, "B", 3, 4, False),
            (3, "C", 2, 3, True),
        ]

    def test_the_withdrawn_are_last_even_with_most_points(self):
        results = [Result("C", "A", 4, 0), Result("A", "B", 2, 2)]
        rows = table("ABC", results, mus(), withdrawn={"C": "keep_first_leg"})
        assert [(r.team, r.points) for r in rows] == [("A", 2), ("B", 2), ("C", 4)]

    def test_two_withdrawn_are_compared_with_each_other(self):
        results = [Result("C", "D", 3, 1), Result("A", "C", 4, 0), Result("D", "A", 1, 3)]
        rows = table(
            "DCA", results, mus(), withdrawn={"C": "keep_first_leg", "D": "keep_first_leg"}
        )
        assert [(r.position, r.team, r.decided_by) for r in rows] == [
            (1, "A", None),
            (2, "C", "withdrawn"),
            (3, "D", "points"),
        ]

    def test_two_withdrawn_in_different_ways_annul_what_they_played(self):
        results = [Result("C", "D", 3, 1)]
        rows = table("CD", results, mus(), withdrawn={"C": "annul", "D": "keep_first_leg"})
        assert [(r.position, r.played) for r in rows] == [(1, 0), (1, 0)]

    def test_all_withdrawn_leave_a_first_without_a_reason(self):
        rows = table("AB", [], mus(), withdrawn={"A": "annul", "B": "annul"})
        assert [(r.position, r.decided_by) for r in rows] == [(1, None), (1, None)]


class TestPositions:
    def test_a_shared_position_is_skipped_afterwards(self):
        #   A 4, B and C 2, D 0
        results = [Result("A", "D", 4, 0), Result("B", "C", 2, 2)]
        rows = table("ABCD", results, mus("points"))
        assert [r.position for r in rows] == [1, 2, 2, 4]
        assert why(rows) == [None, "points", None, "points"]
        assert rows[1].decided_value == DecidedValue(own=2, above=4)

    def test_who_shares_is_listed_in_the_order_given(self):
        #   the caller sorts by name as Spanish does; Ñora comes before Ocaso
        teams = ["Peña La Ñora", "Peña Ocaso", "Peña Ábrego"]
        assert [r.team for r in table(teams, [], mus())] == teams


class TestRefusals:
    @pytest.mark.parametrize(
        ("code", "make"),
        [
            ("standings.result.kind", lambda: Result("A", "B", 1, 0, kind="forfeit")),
            ("standings.result.same_team", lambda: Result("A", "A", 1, 0)),
            ("standings.result.score", lambda: Result("A", "B", -1, 0)),
            ("standings.result.score", lambda: Result("A", "B", None, None)),
            ("standings.result.score", lambda: Result("A", "B", 1.5, 0)),
            ("standings.result.score", lambda: Result("A", "B", True, 0)),
            ("standings.result.score", lambda: Result("A", "B", 1, 0, home_games=-1, away_games=0)),
            ("standings.result.half_games", lambda: Result("A", "B", 1, 0, home_games=5)),
            ("standings.result.matchday", lambda: Result("A", "B", 1, 0, matchday=0)),
            ("standings.result.leg", lambda: Result("A", "B", 1, 0, leg=0)),
            ("standings.result.unknown_team", lambda: table("AB", [Result("A", "C", 1, 0)], mus())),
            ("standings.scheme.no_criteria", lambda: Scheme.sum_of_score(criteria=())),
            ("standings.scheme.unknown_criterion", lambda: mus("points", "luck")),
            ("standings.scheme.repeated_criterion", lambda: mus("points", "points")),
            ("standings.scheme.points", lambda: Scheme.win_draw_loss(1, 0.5, 0)),
            ("standings.scheme.points_order", lambda: Scheme.win_draw_loss(1, 2, 0)),
            ("standings.scheme.points_order", lambda: goals(walkover_loss=1)),
            ("standings.scheme.walkover", lambda: mus(walkover_score=(0, 4))),
            ("standings.scheme.walkover", lambda: mus(walkover_score=(0, 0))),
            ("standings.scheme.walkover", lambda: mus(walkover_games=(20, -1))),
            ("standings.teams.repeated", lambda: table("AA", [], mus())),
            ("standings.adjustments.unknown_team", lambda: table("A", [], mus(), {"B": 1})),
            ("standings.adjustments.points", lambda: table("A", [], mus(), {"A": 0.5})),
            ("standings.withdrawn.unknown_team", lambda: table("A", [], mus(), {}, {"B": "annul"})),
            ("standings.withdrawn.way", lambda: table("A", [], mus(), {}, {"A": "half"})),
            ("standings.lots.unknown_team", lambda: table("A", [], mus(), lots=("B",))),
            ("standings.lots.repeated", lambda: table("A", [], mus(), lots=("A", "A"))),
            ("standings.lots.unknown_team", lambda: table("A", [], mus(), lots=(("A", "B"),))),
            ("standings.head_to_head", lambda: table("A", [], mus(), head_to_head="never")),
            ("standings.legs", lambda: table("A", [], mus(), legs=0)),
        ],
    )
    def test_carry_a_code_and_facts(self, code, make):
        with pytest.raises(StandingsError) as refusal:
            make()
        assert isinstance(refusal.value, ValueError)
        assert refusal.value.code == code
        assert refusal.value.facts or code == "standings.scheme.no_criteria"
        assert str(refusal.value).startswith(code)
