"""The draw of pairs and boards (M-D.5), algorithm 1. Pure: anybody can run it again.

1.  Before the evening the server makes a secret `seed` (32 bytes in hex) and publishes its
    SHA-256, the commitment.
2.  Each side taps once; its phone sends a `nonce`. Only its SHA-256 is shown until both are in.
3.  key = SHA-256 of "amarraco/draw/1|<encounter>|<seed>|<home nonce>|<away nonce>"; where the
    delegates form the pairs, of "amarraco/draw/1/pairs|…" with the same rest.
4.  A stream of 32-bit numbers: block i is SHA-256(key + i as 8 bytes, big-endian), each giving
    eight numbers, big-endian.
5.  A number below n is the next of the stream modulo n; numbers at or above the largest multiple
    of n are thrown away, so that every outcome is equally likely.
6.  Mode PARTNERS: each side's players, in ascending order of their ficha, are shuffled
    (Fisher–Yates from the last place down): home first, then away. Neighbours form a pair, the
    first pair sits at board 1.
7.  Mode OPPONENTS: each side's pairs (the lower ficha first, the pairs in ascending order) are
    shuffled in the same way, home first, then away. The first pair sits at board 1.

A side with three pairs fills boards 1 to 3.

The inputs of a draw, canonical JSON, say all that goes in beside the seed and the nonces:
{"algorithm": 1, "mode": "PARTNERS", "encounter": id, "home": [fichas], "away": [fichas]}; in mode
OPPONENTS `home` and `away` are lists of pairs, [[ficha, ficha], …]. Inputs without a mode are of
draws made before there were two: PARTNERS. `docs/verify_draw.py` does all this again on its own.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

ALGORITHM = 1
PARTNERS, OPPONENTS = "PARTNERS", "OPPONENTS"
_LABELS = {
    PARTNERS: f"amarraco/draw/{ALGORITHM}",
    OPPONENTS: f"amarraco/draw/{ALGORITHM}/pairs",
}
_WORDS_A_BLOCK = 8
_LIMIT = 1 << 32
_Unit = TypeVar("_Unit")


@dataclass(frozen=True, slots=True)
class Chair:
    """Where a player sits: board from 1, side HOME or AWAY, position 1 or 2."""

    board: int
    side: str
    position: int
    player: int


def commitment(secret: str) -> str:
    """What is published of a seed or nonce before it is opened."""
    return hashlib.sha256(secret.encode()).hexdigest()


def key_text(
    encounter: int, seed: str, home_nonce: str, away_nonce: str, *, mode: str = PARTNERS
) -> str:
    """The text that all inputs mix into. Raises ValueError when one of them is missing."""
    if not (seed and home_nonce and away_nonce):
        raise ValueError("a draw needs the seed and both nonces")
    return f"{_LABELS[mode]}|{encounter}|{seed}|{home_nonce}|{away_nonce}"


def key(
    encounter: int, seed: str, home_nonce: str, away_nonce: str, *, mode: str = PARTNERS
) -> bytes:
    """The key of the draw, the SHA-256 of its text."""
    text = key_text(encounter, seed, home_nonce, away_nonce, mode=mode)
    return hashlib.sha256(text.encode()).digest()


def numbers(mixed: bytes) -> Iterator[int]:
    """The endless stream of 32-bit numbers that follows from the key."""
    block = 0
    while True:
        digest = hashlib.sha256(mixed + block.to_bytes(8, "big")).digest()
        for word in range(_WORDS_A_BLOCK):
            yield int.from_bytes(digest[4 * word : 4 * word + 4], "big")
        block += 1


def below(limit: int, stream: Iterator[int]) -> int:
    """A number from 0 to limit − 1, each equally likely (rejection sampling)."""
    ceiling = _LIMIT - _LIMIT % limit
    for number in stream:
        if number < ceiling:
            return number % limit
    raise AssertionError("the stream never ends")


def shuffled(players: Sequence[_Unit], stream: Iterator[int]) -> list[_Unit]:
    """Fisher–Yates: every order equally likely."""
    order = list(players)
    for place in range(len(order) - 1, 0, -1):
        other = below(place + 1, stream)
        order[place], order[other] = order[other], order[place]
    return order


def draw(
    *,
    encounter: int,
    seed: str,
    home_nonce: str,
    away_nonce: str,
    home: Sequence[int],
    away: Sequence[int],
) -> tuple[Chair, ...]:
    """Pairs and boards of both sides.

    `home` and `away` are the fichas (any integers that both sides know) of those who play, in
    ascending order. Raises ValueError for an odd number of players or for other orders.
    """
    for players in (home, away):
        if len(players) % 2 or list(players) != sorted(set(players)):
            raise ValueError("players come in pairs, each once, in ascending order")
    stream = numbers(key(encounter, seed, home_nonce, away_nonce))
    chairs = []
    for side, players in (("HOME", home), ("AWAY", away)):
        for place, player in enumerate(shuffled(players, stream)):
            chairs.append(Chair(place // 2 + 1, side, place % 2 + 1, player))
    return tuple(chairs)


def draw_boards(
    *,
    encounter: int,
    seed: str,
    home_nonce: str,
    away_nonce: str,
    home: Sequence[Sequence[int]],
    away: Sequence[Sequence[int]],
) -> tuple[Chair, ...]:
    """Boards of both sides, whose delegates formed the pairs (mode OPPONENTS).

    `home` and `away` are pairs of fichas, the lower first, in ascending order. Raises ValueError
    for anything that both phones would order differently.
    """
    for pairs in (home, away):
        players = [player for pair in pairs for player in pair]
        if (
            any(len(pair) != 2 or pair[0] >= pair[1] for pair in pairs)
            or [pair[0] for pair in pairs] != sorted(pair[0] for pair in pairs)
            or len(set(players)) != len(players)
        ):
            raise ValueError("pairs of two, the lower first, in ascending order")
    stream = numbers(key(encounter, seed, home_nonce, away_nonce, mode=OPPONENTS))
    return tuple(
        Chair(board, side, position, player)
        for side, pairs in (("HOME", home), ("AWAY", away))
        for board, pair in enumerate(shuffled(pairs, stream), start=1)
        for position, player in enumerate(pair, start=1)
    )


def draw_of(
    inputs: Mapping[str, Any], *, seed: str, home_nonce: str, away_nonce: str
) -> tuple[Chair, ...]:
    """Run a draw from its canonical inputs, by whichever mode they name. Raises ValueError for
    another algorithm."""
    if inputs["algorithm"] != ALGORITHM:
        raise ValueError("an algorithm that is not known here")
    run = draw_boards if mode_of(inputs) == OPPONENTS else draw
    return run(
        encounter=inputs["encounter"],
        seed=seed,
        home_nonce=home_nonce,
        away_nonce=away_nonce,
        home=inputs["home"],
        away=inputs["away"],
    )


def mode_of(inputs: Mapping[str, Any]) -> str:
    """What was drawn: partners and boards, or boards alone."""
    return str(inputs.get("mode", PARTNERS))
