"""How fast mus is settled: `python bench/mus.py [deals]`, one seeded million by default.

The same deals go through `settle` one by one and through `batch.settle` at once; both answers are
compared. Making `Deal` objects is measured apart, since a deal is usually read once and settled
once. Import time is that of `rules.mus` in a new interpreter, median of eleven.
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from rules.mus import Deal, Seat, batch, settle

ROOT = Path(__file__).resolve().parent.parent
SEED = 20_261_130
MADE_AT_ONCE = 10_000  # a million deals as objects would fill a gigabyte
IMPORTS = 11
AIM_ONE_BY_ONE, AIM_BATCH, AIM_IMPORT = 0.5e6, 30e6, 0.2


def random_deals(deals: int) -> np.ndarray:
    """The first sixteen cards of so many shuffled packs."""
    chance = np.random.default_rng(SEED)
    pack = np.arange(40, dtype=np.uint8)
    parts = [
        chance.permuted(np.tile(pack, (size, 1)), axis=1)[:, :16]
        for start in range(0, deals, 100_000)
        for size in [min(100_000, deals - start)]
    ]
    return np.ascontiguousarray(np.concatenate(parts))


def one_by_one(cards: np.ndarray) -> tuple[float, float, np.ndarray]:
    """Seconds of making the deals, seconds of settling them, and the stones."""
    making = settling = 0.0
    stones: list[tuple[int, int]] = []
    for start in range(0, len(cards), MADE_AT_ONCE):
        ids = cards[start : start + MADE_AT_ONCE].tolist()
        began = time.perf_counter()
        deals = [Deal.of_ids(Seat.A1, sixteen) for sixteen in ids]
        made = time.perf_counter()
        settled = [settle(deal) for deal in deals]
        done = time.perf_counter()
        making += made - began
        settling += done - made
        stones += [settlement.stones for settlement in settled]
    return making, settling, np.array(stones, dtype=np.uint8)


def at_once(cards: np.ndarray) -> tuple[float, np.ndarray]:
    """Seconds of the best of five, and the stones."""
    taken = []
    for _time in range(5):
        began = time.perf_counter()
        settled = batch.settle(cards)
        taken.append(time.perf_counter() - began)
    return min(taken), settled[:, 4:]


def import_seconds() -> float:
    asked = "import time; t = time.perf_counter(); import rules.mus; print(time.perf_counter() - t)"
    return statistics.median(
        float(subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True).stdout)
        for _time in range(IMPORTS)
    )


def line(what: str, measured: float, unit: str, aim: float | None = None) -> None:
    aimed = "" if aim is None else f"   aim {aim:g}"
    print(f"{what:<24}{measured:>8.3f} {unit}{aimed}")


def main() -> None:
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    cards = random_deals(deals)
    settle(Deal.of_ids(Seat.A1, cards[0].tolist()))  # the tables are made at the first deal
    batch.settle(cards[:1])
    making, settling, stones = one_by_one(cards)
    best, stones_at_once = at_once(cards)
    assert np.array_equal(stones, stones_at_once), "settle and batch.settle disagree"
    print(
        f"{deals:,} deals, seed {SEED}; the mano's pair averages {stones[:, 0].mean():.5f} stones"
    )
    line("settle", deals / settling / 1e6, "million a second", AIM_ONE_BY_ONE / 1e6)
    line("making deals", deals / making / 1e6, "million a second")
    line("batch.settle", deals / best / 1e6, "million a second", AIM_BATCH / 1e6)
    line("import rules.mus", import_seconds(), "s", AIM_IMPORT)


if __name__ == "__main__":
    main()
