"""The draw: reproducible, uniform, and deaf to who taps second."""

import hashlib
from collections import Counter
from itertools import count, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches import draw

SEED, HOME, AWAY = "ab" * 32, "n1", "n2"


def _draw(**changes: object) -> tuple[draw.Chair, ...]:
    arguments: dict[str, object] = {
        "encounter": 7,
        "seed": SEED,
        "home_nonce": HOME,
        "away_nonce": AWAY,
        "home": [1, 2, 3, 5, 8, 11, 13, 16],
        "away": [2, 4, 6, 7, 9, 10],
    }
    return draw.draw(**(arguments | changes))  # type: ignore[arg-type]


@pytest.mark.regulation("M-D.5")
class TestDraw:
    def test_follows_from_its_inputs(self) -> None:
        assert _draw() == _draw()

    @pytest.mark.parametrize(
        "change", [{"seed": "cd" * 32}, {"home_nonce": "x"}, {"away_nonce": "x"}, {"encounter": 8}]
    )
    def test_every_input_matters(self, change: dict[str, object]) -> None:
        assert _draw(**change) != _draw()

    def test_seats_everybody_once_in_pairs_from_board_one(self) -> None:
        chairs = _draw()
        home = [chair for chair in chairs if chair.side == "HOME"]
        away = [chair for chair in chairs if chair.side == "AWAY"]
        assert sorted(chair.player for chair in home) == [1, 2, 3, 5, 8, 11, 13, 16]
        assert sorted(chair.player for chair in away) == [2, 4, 6, 7, 9, 10]
        assert {(chair.board, chair.position) for chair in home} == {
            (board, position) for board in (1, 2, 3, 4) for position in (1, 2)
        }
        assert {chair.board for chair in away} == {1, 2, 3}

    @pytest.mark.parametrize("players", [[1, 2, 3], [2, 1], [1, 1]])
    def test_refuses_what_both_phones_would_order_differently(self, players: list[int]) -> None:
        with pytest.raises(ValueError, match="pairs"):
            _draw(home=players)

    @pytest.mark.parametrize("missing", ["seed", "home_nonce", "away_nonce"])
    def test_cannot_begin_before_both_taps(self, missing: str) -> None:
        with pytest.raises(ValueError, match="both nonces"):
            _draw(**{missing: ""})

    def test_worked_by_hand(self) -> None:
        """The documented steps, written out again without the module."""
        key = hashlib.sha256(b"amarraco/draw/1|3|s|a|b").digest()
        block = hashlib.sha256(key + bytes(8)).digest()
        words = [int.from_bytes(block[4 * n : 4 * n + 4], "big") for n in range(8)]
        order = [10, 20, 30, 40]
        for place, word in zip((3, 2, 1), words, strict=False):
            other = word % (place + 1)
            order[place], order[other] = order[other], order[place]
        chairs = draw.draw(
            encounter=3, seed="s", home_nonce="a", away_nonce="b", home=[10, 20, 30, 40], away=[]
        )
        assert [chair.player for chair in chairs] == order


class TestUniform:
    def test_every_order_of_four_from_every_choice(self) -> None:
        """All 4·3·2 choices that the stream can make give each order exactly once."""
        orders = Counter(
            tuple(draw.shuffled([1, 2, 3, 4], iter([a, b, c])))
            for a in range(4)
            for b in range(3)
            for c in range(2)
        )
        assert orders == dict.fromkeys(permutations([1, 2, 3, 4]), 1)

    def test_numbers_that_would_favour_the_low_are_thrown_away(self) -> None:
        ceiling = 2**32 - 2**32 % 7
        assert draw.below(7, iter([ceiling, 2**32 - 1, ceiling - 1])) == 6

    @given(st.integers(1, 1000), st.binary(min_size=1, max_size=32))
    def test_stays_below_its_limit(self, limit: int, key: bytes) -> None:
        stream = draw.numbers(key)
        assert all(draw.below(limit, stream) < limit for _ in range(20))

    def test_partners_and_boards_by_chi_square(self) -> None:
        """20,000 draws with fixed seeds: ficha 1's partner and board. Critical values for
        p = 0.001 with 6 and 3 degrees of freedom."""
        partners: Counter[int] = Counter()
        boards: Counter[int] = Counter()
        for number in range(20_000):
            chairs = draw.draw(
                encounter=1,
                seed=f"{number}",
                home_nonce="a",
                away_nonce="b",
                home=list(range(1, 9)),
                away=[],
            )
            own = next(chair for chair in chairs if chair.player == 1)
            mate = next(chair for chair in chairs if chair.board == own.board and chair.player != 1)
            partners[mate.player] += 1
            boards[own.board] += 1
        assert _chi_square(partners, 7) < 22.46
        assert _chi_square(boards, 4) < 16.27


def _chi_square(counts: Counter[int], kinds: int) -> float:
    total = counts.total()
    assert len(counts) == kinds
    return sum((seen - total / kinds) ** 2 / (total / kinds) for seen in counts.values())


def test_the_stream_never_repeats_its_block() -> None:
    stream = draw.numbers(b"key")
    seen = [next(stream) for _, _ in zip(range(64), count(), strict=False)]
    assert len(set(seen)) == 64
