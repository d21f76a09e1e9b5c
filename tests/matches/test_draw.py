"""The draw: reproducible, uniform, and deaf to who taps second."""

import hashlib
from collections import Counter
from itertools import count, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.draw import CRITICAL, chi_square, uniformity
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

    def test_boards_alone_keep_the_pairs_that_were_formed(self) -> None:
        home = [[1, 8], [2, 3], [4, 16], [5, 9]]
        away = [[2, 4], [6, 7], [9, 10]]
        chairs = draw.draw_boards(
            encounter=7, seed=SEED, home_nonce=HOME, away_nonce=AWAY, home=home, away=away
        )
        pairs: dict[tuple[str, int], list[int]] = {}
        for chair in chairs:
            pairs.setdefault((chair.side, chair.board), []).append(chair.player)
        assert sorted(pair for (side, _), pair in pairs.items() if side == "HOME") == home
        assert sorted(pair for (side, _), pair in pairs.items() if side == "AWAY") == away
        assert {board for side, board in pairs if side == "AWAY"} == {1, 2, 3}

    @pytest.mark.parametrize(
        "pairs", [[[2, 1]], [[3, 4], [1, 2]], [[1, 2], [1, 3]], [[1, 2, 3]], [[1, 1]]]
    )
    def test_refuses_pairs_that_both_phones_would_order_differently(
        self, pairs: list[list[int]]
    ) -> None:
        with pytest.raises(ValueError, match="pairs of two"):
            draw.draw_boards(
                encounter=7, seed=SEED, home_nonce=HOME, away_nonce=AWAY, home=pairs, away=[]
            )

    def test_what_is_drawn_is_mixed_in(self) -> None:
        """Nobody can try both ways and keep the better."""
        partners, opponents = (
            draw.key(7, SEED, HOME, AWAY, mode=mode) for mode in (draw.PARTNERS, draw.OPPONENTS)
        )
        assert partners != opponents

    def test_inputs_of_another_algorithm_are_not_guessed_at(self) -> None:
        inputs = {"algorithm": 2, "encounter": 7, "home": [], "away": []}
        with pytest.raises(ValueError, match="algorithm"):
            draw.draw_of(inputs, seed=SEED, home_nonce=HOME, away_nonce=AWAY)


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

    def test_every_pairing_of_four_players_equally_often(self) -> None:
        """All choices of the stream for two sides of four: each of the 24 × 24 outcomes once."""
        outcomes: Counter[tuple[int, ...]] = Counter()
        for choices in product(range(4), range(3), range(2), range(4), range(3), range(2)):
            stream = iter(choices)
            outcomes[
                (*draw.shuffled([1, 2, 3, 4], stream), *draw.shuffled([5, 6, 7, 8], stream))
            ] += 1
        assert len(outcomes) == 24 * 24
        assert set(outcomes.values()) == {1}

    def test_partners_and_boards_by_chi_square(self) -> None:
        """Ten thousand draws with fixed seeds; the hundred thousand are in `bench/draw.py`."""
        assert all(value < critical for _what, value, critical in uniformity(10_000))

    @pytest.mark.parametrize("opening", ["0" * 64, "f" * 64, ""])
    def test_a_side_that_knows_the_other_number_gains_nothing(self, opening: str) -> None:
        """Away has home's number and chooses its own from a thousand: with the seed unknown its
        choice is blind, ficha 1 of home sits at board 1 a quarter of the time whatever it picks."""
        boards: Counter[int] = Counter()
        for number in range(1_000):
            chairs = _draw(
                seed=hashlib.sha256(f"sealed {number}".encode()).hexdigest(),
                home_nonce="known",
                away_nonce=f"{opening}{number % 7}",
                home=list(range(1, 9)),
            )
            boards[next(chair.board for chair in chairs if chair.player == 1)] += 1
        assert chi_square(boards, 4) < CRITICAL[3]


def test_the_stream_never_repeats_its_block() -> None:
    stream = draw.numbers(b"key")
    seen = [next(stream) for _, _ in zip(range(64), count(), strict=False)]
    assert len(set(seen)) == 64
