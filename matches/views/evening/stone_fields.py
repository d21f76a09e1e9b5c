"""The stones of the games of a board as its page takes them."""

from typing import Any

from matches.selectors.evening_boards import Board, Boards
from matches.states.partida import Side
from matches.stones import Noted, stones_words
from matches.views.evening.visit import Visit

WINNERS = {"local": Side.HOME, "visitante": Side.AWAY}  # in addresses


def stone_fields(came: Visit, found: Boards, board: Board) -> dict[str, Any] | None:
    """The stones of the games of a board: to type, and in words for who only reads."""
    if found.stones_to is None:
        return None
    pairs = []
    told = []
    for word, side in WINNERS.items():
        pair = board.home if side is Side.HOME else board.away
        pairs.append({"word": word, "team": came.team(side), "pair": pair})
        told += [
            Noted(side, one.game, one.lost).score(found.stones_to)
            for one in pair.stones
            if one.lost is not None and one.game <= pair.games
        ]
    return {
        "to": found.stones_to,
        "most": found.stones_to - 1,
        "pairs": pairs,
        "any": board.is_started,
        "told": stones_words(told),
    }
