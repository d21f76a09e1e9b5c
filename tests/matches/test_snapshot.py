"""The content of an acta: what changes between two, and how the rules read it back."""

from datetime import UTC, datetime
from typing import Any

from matches import snapshot
from rules.mus import SheetFacts

NOW = datetime(2026, 11, 21, 0, 30, tzinfo=UTC)


def _content(**changes: Any) -> snapshot.Content:
    boards = [
        snapshot.empty_board(number, ended_as="PLAYED") | {"home_games": home, "away_games": away}
        for number, (home, away) in enumerate([(5, 3), (3, 5), (5, 0), (4, 5)], start=1)
    ]
    return {
        "kind": "PLAYED",
        "origin": "ACTA",
        "started_at": "2026-11-20T21:00:00.000000Z",
        "ended_at": "2026-11-20T23:10:00.000000Z",
        "boards_expected": 4,
        "boards": boards,
        "pairs": {"HOME": 4, "AWAY": 4},
        "draw": None,
        "decks": {"HOME": {"opened": True, "sealed": True}, "AWAY": None},
        "over_time_decided": False,
    } | changes


def test_games_are_counted_over_all_boards() -> None:
    assert snapshot.games(_content()) == {"HOME": 17, "AWAY": 13}


def test_changes_name_the_place_old_and_new() -> None:
    old, new = _content(), _content(ended_at="2026-11-20T23:15:00.000000Z")
    new["boards"][3]["home_games"] = 5
    assert snapshot.changes(old, new) == [
        ("ended_at", "2026-11-20T23:10:00.000000Z", "2026-11-20T23:15:00.000000Z"),
        ("boards[3].home_games", 4, 5),
    ]
    assert snapshot.changes(old, _content()) == []


def test_the_rules_can_read_it_back() -> None:
    facts = SheetFacts.from_mapping(snapshot.sheet(_content(), now=NOW))
    assert [partida.score for partida in facts.partidas] == [(5, 3), (3, 5), (5, 0), (4, 5)]
    assert facts.home_decks is not None and facts.home_decks.sealed
    assert facts.away_decks is None


def test_a_walkover_is_forfeited_board_by_board_by_who_lost_it() -> None:
    home_wins = snapshot.walkover_boards(_content(kind="WALKOVER_HOME"))
    assert [board["ended_as"] for board in home_wins] == ["FORFEIT_AWAY"] * 4
    both = snapshot.walkover_boards(_content(kind="DOUBLE_WALKOVER"))
    assert {board["ended_as"] for board in both} == {"ABANDONED"}


def test_a_break_that_the_referee_allowed_is_told_apart() -> None:
    content = _content()
    content["boards"][0]["breaks"] = [
        {
            "kind": "REFEREE",
            "side": "HOME",
            "started_at": "2026-11-20T22:00:00.000000Z",
            "ended_at": "2026-11-20T22:20:00.000000Z",
        }
    ]
    facts = SheetFacts.from_mapping(snapshot.sheet(content, now=NOW))
    assert facts.breaks[0].authorised
