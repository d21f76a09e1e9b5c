"""The draw of pairs and boards (M-D.5), algorithm 1. Pure: anybody can run it again.

1.  Before the evening the server makes a secret `seed` (32 bytes in hex) and publishes its
    SHA-256, the commitment.
2.  Each side taps once; its phone sends a `nonce`. Only its SHA-256 is shown until both are in.
3.  key = SHA-256 of "amarraco/draw/1|<encounter>|<seed>|<home nonce>|<away nonce>".
4.  A stream of 32-bit numbers: block i is SHA-256(key + i as 8 bytes, big-endian), each giving
    eight numbers, big-endian.
5.  A number below n is the next of the stream modulo n; numbers at or above the largest multiple
    of n are thrown away, so that every outcome is equally likely.
6.  Each side's players, in ascending order of their ficha, are shuffled (Fisher–Yates from the last
    place down): home first, then away. Neighbours form a pair, the first pair sits at board 1.

A side with three pairs fills boards 1 to 3.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

ALGORITHM = 1
_WORDS_A_BLOCK = 8
_LIMIT = 1 << 32


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


def key(encounter: int, seed: str, home_nonce: str, away_nonce: str) -> bytes:
    """The key that all inputs mix into. Raises ValueError when one of them is missing."""
    if not (seed and home_nonce and away_nonce):
        raise ValueError("a draw needs the seed and both nonces")
    text = f"amarraco/draw/{ALGORITHM}|{encounter}|{seed}|{home_nonce}|{away_nonce}"
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


def shuffled(players: Sequence[int], stream: Iterator[int]) -> list[int]:
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
