"""What holds for every division, whatever happened in it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from league.standings import CRITERIA, Ratio, Result, Scheme, table

TEAMS = tuple("ABCDEF")
KINDS = ("played", "played", "played", "awarded", "walkover_home", "walkover_away")


@st.composite
def a_result(draw, kinds=(*KINDS, "double_walkover", "annulled")):
    """An encounter of four partidas, as a mus acta would hand it over."""
    home, away = draw(st.permutations(TEAMS))[:2]
    kind = draw(st.sampled_from(kinds))
    won = {"walkover_home": 4, "walkover_away": 0}.get(kind)
    home_score = draw(st.integers(0, 4)) if won is None else won
    games = draw(st.none() | st.tuples(st.integers(0, 20), st.integers(0, 20)))
    home_games, away_games = games or (None, None)
    return Result(
        home,
        away,
        home_score,
        4 - home_score,
        kind=kind,
        matchday=draw(st.integers(1, 10)),
        leg=draw(st.integers(1, 2)),
        home_games=home_games,
        away_games=away_games,
    )


results_of_any_kind = st.lists(a_result(), max_size=30)
some_criteria = st.lists(st.sampled_from(CRITERIA), min_size=1, unique=True).map(tuple)
some_scheme = st.one_of(
    st.builds(Scheme.sum_of_score, criteria=some_criteria, walkovers_in_head_to_head=st.booleans()),
    st.builds(
        Scheme.win_draw_loss, criteria=some_criteria, walkovers_in_head_to_head=st.booleans()
    ),
)
some_adjustments = st.dictionaries(st.sampled_from(TEAMS), st.integers(-5, 5))
some_withdrawn = st.dictionaries(
    st.sampled_from(TEAMS), st.sampled_from(["annul", "keep_first_leg"]), max_size=3
)
some_lots = st.lists(st.sampled_from(TEAMS), unique=True)
head_to_head = st.sampled_from(["always", "when_complete"])


def facts(rows):
    """All that a table says, without the order inside a shared position."""
    return {
        row.team: replace(row, decided_by=None, decided_value=None, mini_league=()) for row in rows
    }


def ranks(decided):
    """The two values compared, level ratios alike whatever numbers they are made of."""
    return decided and tuple(one.rank if isinstance(one, Ratio) else one for one in decided)


def steps(rows):
    """What decided each position."""
    return {
        row.position: (row.decided_by, ranks(row.decided_value), frozenset(row.mini_league))
        for row in reversed(rows)
    }


@given(st.lists(a_result((*KINDS, "double_walkover"))), st.permutations(TEAMS))
def test_points_of_mus_are_the_partidas_there_were(results, teams):
    rows = table(teams, results, Scheme.sum_of_score())
    partidas = 4 * sum(result.kind != "double_walkover" for result in results)
    assert sum(row.points for row in rows) == partidas
    assert all(row.points == row.score_for for row in rows)


@given(
    results_of_any_kind,
    some_scheme,
    some_adjustments,
    some_withdrawn,
    some_lots,
    head_to_head,
    st.data(),
)
def test_the_order_of_the_input_does_not_matter(
    results, scheme, adjustments, withdrawn, lots, when, data
):
    options = {
        "adjustments": adjustments,
        "withdrawn": withdrawn,
        "lots": lots,
        "head_to_head": when,
    }
    one = table(TEAMS, results, scheme, **options)
    shuffled = data.draw(st.permutations(results))
    assert table(TEAMS, shuffled, scheme, **options) == one
    other = table(data.draw(st.permutations(TEAMS)), shuffled, scheme, **options)
    assert facts(other) == facts(one)
    assert steps(other) == steps(one)


@given(results_of_any_kind, some_scheme, st.permutations(TEAMS), head_to_head)
def test_names_do_not_matter(results, scheme, names, when):
    called = dict(zip(TEAMS, names, strict=True))
    renamed = [replace(r, home=called[r.home], away=called[r.away]) for r in results]
    one = table(TEAMS, results, scheme, head_to_head=when)
    other = table(names, renamed, scheme, head_to_head=when)
    assert [replace(r, team=called[r.team], mini_league=()) for r in one] == [
        replace(r, mini_league=()) for r in other
    ]


@given(results_of_any_kind, some_scheme, some_withdrawn, some_lots)
def test_positions_count_those_above(results, scheme, withdrawn, lots):
    rows = table(TEAMS, results, scheme, withdrawn=withdrawn, lots=lots)
    assert sorted(row.team for row in rows) == list(TEAMS)
    assert rows[0].position == 1
    assert rows[0].decided_by is None
    for nth, (above, below) in enumerate(pairwise(rows), start=1):
        shared = below.decided_by is None
        assert below.position == (above.position if shared else nth + 1)
        assert shared == (below.decided_value is None and below.decided_by != "withdrawn")
    marks = [row.withdrawn for row in rows]
    assert marks == sorted(marks)
    assert {row.team for row in rows if row.withdrawn} == set(withdrawn)


@given(results_of_any_kind, some_scheme, some_lots, head_to_head)
def test_the_first_criterion_is_never_out_of_order(results, scheme, lots, when):
    rows = table(TEAMS, results, scheme, lots=lots, head_to_head=when)
    first = scheme.criteria[0]
    key = {
        "points": lambda row: -row.points,
        "difference": lambda row: -row.difference,
        "score_for": lambda row: -row.score_for,
        "wins": lambda row: -row.won,
        "fewer_played": lambda row: row.played,
        "games_difference": lambda row: row.games_against - row.games_for,
        "games_for": lambda row: -row.games_for,
    }.get(first)
    if key:
        assert [key(row) for row in rows] == sorted(map(key, rows))


@given(results_of_any_kind, some_scheme, some_lots, head_to_head)
def test_the_deciding_numbers_point_the_way_of_their_criterion(results, scheme, lots, when):
    for row in table(TEAMS, results, scheme, lots=lots, head_to_head=when):
        if row.decided_value:
            own, above = ranks(row.decided_value)
            lower_is_better = row.decided_by in ("fewer_played", "lot")
            assert own > above if lower_is_better else own < above
            assert bool(row.mini_league) == row.decided_by.startswith("head_to_head")


@given(results_of_any_kind, some_scheme, some_adjustments)
def test_adjustments_shift_points_by_exactly_that(results, scheme, adjustments):
    plain = facts(table(TEAMS, results, scheme))
    for team, row in facts(table(TEAMS, results, scheme, adjustments=adjustments)).items():
        shift = adjustments.get(team, 0)
        assert row == replace(
            plain[team],
            position=row.position,
            points=plain[team].points + shift,
            adjustment=shift,
        )


@given(results_of_any_kind, a_result(("annulled",)), some_scheme, head_to_head)
def test_an_annulled_result_changes_nothing(results, annulled, scheme, when):
    assert table(TEAMS, [*results, annulled], scheme, head_to_head=when) == table(
        TEAMS, results, scheme, head_to_head=when
    )


@given(results_of_any_kind, some_scheme, st.sampled_from(TEAMS))
def test_annulling_a_team_is_as_if_it_had_never_entered(results, scheme, gone):
    rest = [team for team in TEAMS if team != gone]
    without = table(rest, [r for r in results if gone not in (r.home, r.away)], scheme)
    assert table(TEAMS, results, scheme, withdrawn={gone: "annul"})[:-1] == without


@given(results_of_any_kind, some_scheme, st.sampled_from(TEAMS))
def test_keeping_the_first_leg_is_dropping_the_second(results, scheme, gone):
    kept = [r for r in results if r.leg == 1 or gone not in (r.home, r.away)]
    assert table(TEAMS, results, scheme, withdrawn={gone: "keep_first_leg"}) == table(
        TEAMS, kept, scheme, withdrawn={gone: "keep_first_leg"}
    )


@given(results_of_any_kind, some_scheme)
def test_sums_balance(results, scheme):
    rows = table(TEAMS, results, scheme)
    doubles = sum(result.kind == "double_walkover" for result in results)
    assert sum(row.difference for row in rows) == 0
    assert sum(r.games_for for r in rows) == sum(r.games_against for r in rows)
    assert sum(row.lost for row in rows) == sum(row.won for row in rows) + 2 * doubles
    assert all(row.played == row.won + row.drawn + row.lost for row in rows)
    assert all(row.difference == row.score_for - row.score_against for row in rows)


@given(st.lists(a_result(("walkover_home", "walkover_away", "double_walkover"))), some_scheme)
def test_a_walkover_is_never_a_draw(results, scheme):
    assert all(row.drawn == 0 for row in table(TEAMS, results, scheme))


@given(results_of_any_kind, st.permutations(TEAMS))
def test_a_lot_of_all_leaves_no_shared_position(results, lots):
    rows = table(TEAMS, results, Scheme.sum_of_score(), lots=lots)
    assert [row.position for row in rows] == [1, 2, 3, 4, 5, 6]
