"""Laws of a match of cachibol: whatever is played, these hold."""

import contextlib
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cachibol import CACHIBOL, check_match, check_set, legal_set_scores
from rules.cachibol.acts import (
    Aggression,
    Card,
    CardKind,
    Choice,
    Default,
    Impersonation,
    Loses,
    PlayingFault,
    Rally,
    Refusal,
    Slip,
    Staff,
    Substitution,
    TimeOut,
    Toss,
)
from rules.cachibol.court import rotated
from rules.cachibol.defaults import default_due
from rules.cachibol.faults import CATALOGUE
from rules.cachibol.findings import TABLE
from rules.cachibol.match import apply, legal
from rules.cachibol.options import Options
from rules.cachibol.record import Record, dump, lines_of
from rules.cachibol.record_parser import parse_record
from rules.cachibol.replay import replay
from rules.cachibol.state import (
    Match,
    Phase,
    changes_possible,
    set_point,
    substitutions_left,
    time_outs_left,
)
from rules.errors import IllegalMove, NotationError, RuleViolation
from rules.formats import PartidaFormat, Side
from tests.hypothesis_runs import examples

SHIRTS = frozenset(range(1, 10))
OPTIONS = st.builds(
    Options,
    scoring=st.sampled_from(["side_out", "rally"]).map(type(CACHIBOL.scoring)),
    position_fault=st.sampled_from(["point_and_serve", "serve"]).map(type(CACHIBOL.position_fault)),
    penalty=st.sampled_from(["rally", "point"]).map(type(CACHIBOL.penalty)),
    next_serve=st.sampled_from(["alternate", "loser"]).map(type(CACHIBOL.next_serve)),
    time_outs=st.integers(0, 2),
    substitutions=st.integers(0, 6),
    match_format=st.sampled_from(["best_of=1", "best_of=3"]).map(PartidaFormat.parse),
)
sides = st.sampled_from(list(Side))
shirts = st.integers(1, 11)
# What ends a match outright is rare: most of a match is rallies.
ACTS = st.one_of(
    st.builds(Rally, sides),
    st.builds(Rally, sides),
    st.builds(Rally, sides),
    st.builds(PlayingFault, sides, st.sampled_from(sorted(CATALOGUE))),
    st.builds(TimeOut, sides),
    st.builds(Substitution, sides, shirts, shirts, st.booleans()),
    st.builds(
        Card,
        sides,
        st.sampled_from(list(CardKind)),
        st.one_of(shirts, st.sampled_from(list(Staff))),
        st.none() | st.sampled_from(list(Loses)),
    ),
    st.builds(Toss, sides, st.sampled_from(list(Choice)), st.sampled_from(list(Choice))),
    st.builds(Slip, sides, st.permutations(sorted(SHIRTS)).map(lambda order: tuple(order[:6]))),
    st.builds(Slip, sides, st.just((1, 2, 3, 4, 5, 6))),
    st.builds(Default, sides, st.integers(1, 2)),
    st.builds(Refusal, sides, st.sampled_from(list(Loses))),
    st.builds(Aggression, sides),
    st.builds(Impersonation, sides),
)
START = [
    Toss(Side.HOME, Choice.SERVE, Choice.LEFT),
    Slip(Side.HOME, (1, 2, 3, 4, 5, 6)),
    Slip(Side.AWAY, (1, 2, 3, 4, 5, 6)),
]


def played(match, acts):
    """Every match on the way, acts that are not allowed left out."""
    yield match
    for act in acts:
        try:
            match = apply(match, act)
        except IllegalMove as move:
            refused_by_clause(move)
        else:
            yield match


def refused_by_clause(move):
    assert str(move.clause).startswith("C-")


@settings(max_examples=examples(150), deadline=None)
@given(OPTIONS, st.lists(ACTS, max_size=60))
def test_whatever_is_tried_the_match_stays_a_match(options, acts):
    before = Match(options=options, home_roster=SHIRTS, away_roster=SHIRTS)
    for match in played(before, [*START, *acts]):
        assert len(match.sets) <= options.match_format.longest
        assert match.sets[: len(before.sets)] == before.sets
        now = match.playing
        if now is not None:
            assert max(now.points) < options.cap_points
            for side in Side:
                assert len(set(now.shirts(side))) == 6
                assert set(now.shirts(side)) <= SHIRTS
                used = [change for change in now.changes_of(side) if change.emergency]
                assert len(used) <= 1
                assert time_outs_left(match, side) >= 0 <= substitutions_left(match, side)
                if time_outs_left(match, side) and TimeOut in legal(match):
                    apply(match, TimeOut(side))
                for out, into in changes_possible(match, side):
                    apply(match, Substitution(side, out, into))
        assert (match.phase is Phase.OVER) == (match.winner is not None) == (not legal(match))
        before = match


@settings(max_examples=examples(100), deadline=None)
@given(OPTIONS, st.lists(ACTS, max_size=40))
def test_a_record_of_what_happened_replays_and_reads_back(options, acts):
    match = Match(options=options, home_roster=SHIRTS, away_roster=SHIRTS)
    done, state = [], match
    for act in [*START, *acts]:
        try:
            state = apply(state, act)
        except IllegalMove:
            continue
        done.append(act)
    roster = " ".join(map(str, sorted(SHIRTS)))
    record = Record(
        tags=(("Local", roster), ("Visitante", roster)),
        home=SHIRTS,
        away=SHIRTS,
        settings=(),
        lines=lines_of(done),
    )
    assert parse_record(dump(record)) == record
    report = replay(record, options)
    assert report.match == state
    assert not report.refused
    # Undo is exact: the moments are the matches on the way.
    assert [after for _act, after in report.moments] == list(played(match, done))[1:]


@given(st.permutations(range(1, 19)).map(lambda order: tuple(order[:6])))
@pytest.mark.regulation("C-13")
def test_six_turns_come_back_to_the_start(order):
    turned, servers = order, []
    for _ in range(6):
        servers.append(turned[0])
        turned = rotated(turned)
    assert turned == order
    assert sorted(servers) == sorted(order)


@pytest.mark.regulation("C-13")
def test_six_side_outs_of_a_side_turn_it_once_round():
    *_rest, match = played(Match(), [*START, *[Rally(Side.AWAY), Rally(Side.HOME)] * 6])
    assert match.playing.home == match.playing.away == (1, 2, 3, 4, 5, 6)
    assert match.playing.points == (0, 0)


@pytest.mark.regulation("C-10.2")
def test_every_score_that_can_be_reached_is_taken_and_no_other():
    """Worked out from the words: ten with two more, one more each from 9-9, and the fifteenth."""
    won = {(10, n) for n in range(9)} | {(n + 2, n) for n in range(9, 14)} | {(15, 14)}
    wanted = won | {(away, home) for home, away in won}
    taken = {points for points in product(range(20), repeat=2) if not check_set(points)}
    assert taken == wanted == set(legal_set_scores())
    for wrong in [(10, 9), (9, 9), (16, 14), (15, 12), "10-0", (10,), (10, -1), (True, 10), None]:
        assert check_set(wrong), wrong


@pytest.mark.regulation("C-10.3")
@pytest.mark.parametrize(
    ("sets", "codes"),
    [
        ([(10, 0), (10, 8)], []),
        ([(10, 0), (8, 10), (11, 9)], []),
        ([(10, 0)], ["cachibol.match.not_over"]),
        ([], ["cachibol.match.not_over"]),
        ([(10, 0), (10, 0), (10, 0)], ["cachibol.match.set_after_the_end"]),
        ([(10, 0), (10, 9)], ["cachibol.set.not_reachable"]),
        ([(10, 0), "x"], ["cachibol.set.unreadable"]),
    ],
)
def test_the_sets_of_a_match(sets, codes):
    assert [finding.code for finding in check_match(sets)] == codes


@pytest.mark.regulation("C-22")
def test_the_last_point_is_announced_for_whoever_it_would_win_the_set():
    match = Match(options=Options(scoring=type(CACHIBOL.scoring)("rally")))
    acts = [*START, *[Rally(Side.HOME)] * 9, *[Rally(Side.AWAY)] * 8]
    seen = [set_point(one) for one in played(match, acts)]
    assert seen[-9:] == [(Side.HOME,)] * 9
    *_rest, level = played(match, [*acts, Rally(Side.AWAY)])
    assert level.playing.points == (9, 9)
    assert set_point(level) == ()
    *_rest, last = played(level, [Rally(Side.HOME), Rally(Side.AWAY)] * 5)
    assert last.playing.points == (14, 14)
    assert set_point(last) == (Side.HOME, Side.AWAY)


@pytest.mark.regulation("C-11", "C-13")
def test_serve_and_ends_change_after_a_set():
    match = Match(options=Options(scoring=type(CACHIBOL.scoring)("rally")))
    *_rest, first = played(match, START)
    assert (first.playing.server, first.left) == (Side.HOME, Side.AWAY)
    *_rest, second = played(first, [*[Rally(Side.HOME)] * 10, *START[1:]])
    assert (second.playing.server, second.left) == (Side.AWAY, Side.HOME)
    *_rest, tied = played(second, [Rally(Side.AWAY)] * 10)
    assert tied.phase is Phase.TOSS
    toss = Toss(Side.AWAY, Choice.RIGHT, Choice.RECEIVE)
    *_rest, third = played(tied, [toss, *START[1:]])
    assert (third.playing.server, third.left) == (Side.AWAY, Side.HOME)


@pytest.mark.regulation("C-19.1", "C-19.2")
@pytest.mark.parametrize(("minutes", "default"), [(0, 0), (14.99, 0), (15, 1), (19.99, 1), (20, 2)])
def test_a_team_that_is_short_earns_its_defaults_by_the_clock(minutes, default):
    scheduled = datetime(2026, 11, 30, 18, tzinfo=UTC)
    assert default_due(scheduled, scheduled + timedelta(minutes=minutes)) == default


def test_a_cap_below_the_points_of_a_set_is_refused():
    with pytest.raises(RuleViolation) as refused:
        Options.from_mapping({"set_points": 21})
    assert refused.value.code == "cachibol.options.cap_below_set"
    assert Options.from_mapping({"set_points": 21, "cap_points": 25}).target(deciding=False) == 21
    assert Options.from_mapping(CACHIBOL.to_mapping()) == CACHIBOL


NOISE = st.text(alphabet='[]"TFSLVxcty><!=:;. 0123456789srid\nEAMnqa', max_size=400)


@settings(max_examples=examples(300), deadline=None)
@given(NOISE | st.text(max_size=200))
def test_noise_is_read_or_refused_where_it_stands(text):
    try:
        record = parse_record(text)
    except NotationError as error:
        stands_in(text, error)
    else:
        assert parse_record(dump(record)) == record
        replay(record)


def stands_in(text, error):
    assert 1 <= error.line <= text.count("\n") + 1
    assert error.column >= 1


def test_a_long_text_does_not_hang():
    for text in ("L " * 5_000, "S: " + "L " * 5_000, "[" * 10_000, '[Local "' + "1 " * 5_000):
        with contextlib.suppress(NotationError):
            replay(parse_record(text))


def test_no_finding_has_two_lines_in_the_table():
    codes = [line.code for line in TABLE]
    assert len(codes) == len(set(codes)) >= 14
