"""Whether the draw is uniform, and how fast it is: python -m bench.draw [draws]

Chi-square over the partner of ficha 1, its board, its place in the pair and the pair it meets, with
fixed seeds, against the values that chance exceeds once in a thousand times.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable

from matches import draw

CRITICAL = {1: 10.828, 3: 16.266, 6: 22.458, 7: 24.322, 27: 55.476}
"""Degrees of freedom → the value of chi-square with p = 0.001."""

Outcome = tuple[str, float, float]


def chi_square(counts: Counter[int], kinds: int) -> float:
    """The statistic of counts that should be equal. Every kind must have come up."""
    total = counts.total()
    assert len(counts) == kinds, f"{len(counts)} kinds of {kinds}"
    return sum((seen - total / kinds) ** 2 / (total / kinds) for seen in counts.values())


def uniformity(draws: int) -> list[Outcome]:
    """(what, chi-square, critical value) over so many draws of both modes."""
    found: dict[str, Counter[int]] = {}
    fichas = list(range(1, 9))
    pairs = [[1, 2], [3, 4], [5, 6], [7, 8]]

    def count(what: str, kind: int) -> None:
        found.setdefault(what, Counter())[kind] += 1

    for number in range(draws):
        told = {
            "encounter": 1,
            "seed": f"{number}",
            "home_nonce": "a",
            "away_nonce": "b",
        }
        chairs = draw.draw(**told, home=fichas, away=fichas)  # type: ignore[arg-type]
        seat = {(one.side, one.player): one for one in chairs}
        own = seat["HOME", 1]
        mates = [one for one in fichas if one != 1 and seat["HOME", one].board == own.board]
        met = sorted(one for one in fichas if seat["AWAY", one].board == own.board)
        count("partner", mates[0])
        count("board", own.board)
        count("place in the pair", own.position)
        count("rival pair", met[0] * 10 + met[1])
        boards = draw.draw_boards(**told, home=pairs, away=pairs)  # type: ignore[arg-type]
        of = {(one.side, one.player): one.board for one in boards}
        count("board of a formed pair", of["HOME", 1])
        count("its rivals", next(one for one in (1, 3, 5, 7) if of["AWAY", one] == of["HOME", 1]))
    kinds = {
        "partner": 7,
        "board": 4,
        "place in the pair": 2,
        "rival pair": 28,
        "board of a formed pair": 4,
        "its rivals": 4,
    }
    return [
        (what, chi_square(counts, kinds[what]), CRITICAL[kinds[what] - 1])
        for what, counts in found.items()
    ]


def main(write: Callable[[str], object] = sys.stdout.write) -> int:
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    began = time.perf_counter()
    outcomes = uniformity(draws)
    took = time.perf_counter() - began
    for what, value, critical in outcomes:
        verdict = "uniform" if value < critical else "NOT UNIFORM"
        write(f"{what}: chi-square {value:.2f}, p = 0.001 at {critical}: {verdict}\n")
    write(f"{draws} draws of both modes in {took:.1f} s\n")
    return int(any(value >= critical for _what, value, critical in outcomes))


if __name__ == "__main__":
    sys.exit(main())
