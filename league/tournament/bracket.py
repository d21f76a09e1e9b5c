"""The knock-out behind the groups: who meets whom, who rests in the first round.

The best of each group come first, then the second of each, and so on: that is the order of the
seeds. They sit as seeds always do (1 meets the last, 1 and 2 meet in the final at the earliest), so
that the first of the groups meet late. Where their number is no power of two, the best seeds have
no opponent in the first round (a bye) and begin in the second.

Teams of one place are worth the same as seeds, so they may change chairs among themselves: that is
done until those of one group meet as late as they can. In the first round they never do where there
are several groups that send as many each (tests try every size).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, pairwise
from typing import TypeAlias

from league.tournament.errors import TournamentRefused


@dataclass(frozen=True, slots=True)
class Place:
    """Who ends a group (numbered from 0) in this place (from 1)."""

    group: int
    place: int


@dataclass(frozen=True, slots=True)
class Winner:
    """Who wins the match of this key."""

    match: str


@dataclass(frozen=True, slots=True)
class Loser:
    """Who loses the match of this key."""

    match: str


Source: TypeAlias = Place | Winner | Loser
"""Where a team of a match comes from."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match of the knock-out. `round` counts from 1; `position` from 1 down the drawing, in the
    full tree of its round: a gap is the bye of who waits in the next one. The match for the third
    place is of the last round too, at position 2."""

    key: str
    round: int
    position: int
    home: Source
    away: Source


@dataclass(frozen=True, slots=True)
class Bracket:
    """`byes`: who begins in the second round, the best seed first."""

    rounds: int
    matches: tuple[Match, ...]
    byes: tuple[Place, ...]

    @property
    def by_key(self) -> Mapping[str, Match]:
        return {match.key: match for match in self.matches}


THIRD = "third"


def bracket(qualified: Sequence[int], *, third_place: bool = False) -> Bracket:
    """The knock-out of as many teams of each group as `qualified` says.

    With `third_place` who loses the semi-finals meet too, if there are semi-finals. Raises
    TournamentRefused `tournament.one_qualifies` with fewer than two teams.
    """
    seeds = _seeds(qualified)
    if len(seeds) < 2:
        raise TournamentRefused("tournament.one_qualifies")
    rounds = (len(seeds) - 1).bit_length()
    chairs = chair_order(2**rounds)
    # From the chairs inwards: who comes out of each pair, until one is left.
    line: list[Source | None] = [seeds[seed - 1] if seed <= len(seeds) else None for seed in chairs]
    matches: list[Match] = []
    for round in range(1, rounds + 1):
        after: list[Source | None] = []
        for position in range(1, len(line) // 2 + 1):
            home, away = line[2 * position - 2], line[2 * position - 1]
            if home is None or away is None:
                after.append(home or away)
                continue
            match = Match(f"{round}-{position}", round, position, home, away)
            matches.append(match)
            after.append(Winner(match.key))
        line = after
    if third_place and rounds > 1:
        halves = [match.key for match in matches if match.round == rounds - 1]
        if len(halves) == 2:
            # Before the final: on a single court it is played first.
            matches.insert(-1, Match(THIRD, rounds, 2, Loser(halves[0]), Loser(halves[1])))
    byes = tuple(seeds[: 2**rounds - len(seeds)])
    return Bracket(rounds, tuple(matches), byes)


def chair_order(size: int) -> tuple[int, ...]:
    """Seeds down the drawing, for a power of two: 1 8 4 5 2 7 3 6."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, total - one)]
    return tuple(order)


def meeting_round(one: int, other: int) -> int:
    """The round in which two chairs (numbered from 0 down the drawing) would meet."""
    return (one ^ other).bit_length()


def _seeds(qualified: Sequence[int]) -> list[Place]:
    """The qualified in the order of their seeds, those of one group as far apart as can be."""
    tiers = [
        [Place(group, place) for group, many in enumerate(qualified) if many >= place]
        for place in range(1, max(qualified, default=0) + 1)
    ]
    seeds = [place for tier in tiers for place in tier]
    if len(seeds) < 2:
        return seeds
    order = chair_order(2 ** (len(seeds) - 1).bit_length())
    chair = {seed: nth for nth, seed in enumerate(order)}
    ends = list(accumulate(map(len, tiers)))
    spans = [range(start, end) for start, end in pairwise(ends)]
    best = _closeness(seeds, chair)
    moved = True
    while moved:
        moved = False
        for span in spans:
            for one, other in combinations(span, 2):
                seeds[one], seeds[other] = seeds[other], seeds[one]
                found = _closeness(seeds, chair)
                if found < best:
                    best, moved = found, True
                else:
                    seeds[one], seeds[other] = seeds[other], seeds[one]
    return seeds


def _closeness(seeds: Sequence[Place], chair: Mapping[int, int]) -> tuple[int, ...]:
    """How many pairs of one group would meet in the first round, in the second, …"""
    counts = [0] * (len(chair) - 1).bit_length()
    chairs: dict[int, list[int]] = {}
    for nth, seed in enumerate(seeds, start=1):
        chairs.setdefault(seed.group, []).append(chair[nth])
    for own in chairs.values():
        for one, other in combinations(own, 2):
            counts[meeting_round(one, other) - 1] += 1
    return tuple(counts)
