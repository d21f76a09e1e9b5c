"""The double round robin: who meets whom in which round, and on whose ground.

The pairings are the circle method, on which the printed Berger tables rest as well; the sides
follow de Werra's canonical scheme (D. de Werra, "Scheduling in sports", 1981). The second leg is
mirrored: the rounds of the first in the same order, home and away swapped.

A *break* is two consecutive games of a team on the same side; a bye in between is skipped over,
so that it cannot hide one. Both bounds hold for a mirrored double round robin in which home and
away differ by at most one in each leg, and `double_round_robin` meets them for every size:

n even  A team needs an alternating leg to have no break, and only two legs alternate (home first,
        away first); two teams with the same pattern never meet, so n - 2 teams have a break in
        the first leg. Mirrored it comes back in the second, and the odd number of rounds puts a
        third at the seam between the legs: 3(n - 2) = **3n - 6**.
n odd   No leg has a break, not even across the bye. A team plays an even number of games a leg,
        so a leg that alternates ends on the side on which the mirrored one begins: one break a
        team, at the seam; a leg with a break of its own has it twice. So **n** in all, every one
        at the seam: n - 2 between the last round of the first leg and the first of the second,
        and 2 across a bye (of the teams that rest in the first and in the last round of a leg).
        Who looks at consecutive rounds only finds those n - 2, and again no calendar has fewer.

No team plays three times running on the same side, except with four teams: there the breaks of
a leg can only stand next to the seam.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from league.calendar.errors import CalendarRefused

Key: TypeAlias = int | str
"""What identifies a team (or a venue) to the caller."""

LEAST, MOST = 2, 24


@dataclass(frozen=True, slots=True)
class Pairing:
    """One encounter. `round` counts through both legs, from 1; `leg` is 1 or 2."""

    round: int
    leg: int
    home: Key
    away: Key


@dataclass(frozen=True, slots=True)
class Bye:
    """The team that rests in a round of an odd division."""

    round: int
    leg: int
    team: Key


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Both legs, ordered by round. `teams[k]` is the team that got number k + 1 of the scheme."""

    teams: tuple[Key, ...]
    rounds_per_leg: int
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...]


def double_round_robin(
    teams: Sequence[Key],
    *,
    opposed: Sequence[tuple[Key, Key]] = (),
    seed: int | None = None,
) -> RoundRobin:
    """Give `teams` (2 to 24) a mirrored double round robin with the fewest possible breaks.

    The two teams of each pair in `opposed` are never both at home in one round, and never both
    away; a team is in one pair at most, and there is always room for such pairs.
    The same arguments give the same calendar: without `seed` numbers follow the order of `teams`,
    with it they are shuffled. Raises CalendarRefused.
    """
    size = len(teams)
    _check(teams, opposed)
    order = _numbered(teams, opposed, seed)
    leg = single_leg(size)
    length = len(leg)
    pairings: list[Pairing] = []
    byes: list[Bye] = []
    for index, games in enumerate(leg * 2):
        leg_number = 1 if index < length else 2
        playing: set[Key] = set()
        for first, second in games:
            home, away = order[first - 1], order[second - 1]
            if leg_number == 2:
                home, away = away, home
            pairings.append(Pairing(index + 1, leg_number, home, away))
            playing |= {home, away}
        byes += [Bye(index + 1, leg_number, team) for team in order if team not in playing]
    return RoundRobin(order, length, tuple(pairings), tuple(byes))


def single_leg(size: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The rounds of one leg as (home, away) pairs of numbers 1 to `size`.

    In round r number r meets the last number when `size` is even, and rests when it is odd.
    """
    circle = _circle(size)
    rounds = []
    for r in range(1, circle + 1):
        games: list[tuple[int, int]] = []
        if size % 2 == 0:
            # The last number alternates too, but for the one place where the circle closes.
            games.append((r, size) if _original(r, size) % 2 else (size, r))
        for k in range(1, (circle - 1) // 2 + 1):
            ahead, behind = (r + k - 1) % circle + 1, (r - k - 1) % circle + 1
            # From one round to the next a team moves one step around the circle, so that a side
            # that depends on the step's parity alternates.
            games.append((behind, ahead) if k % 2 else (ahead, behind))
        rounds.append(tuple(games))
    return tuple(rounds)


def opposed_numbers(size: int) -> tuple[tuple[int, int], ...]:
    """Disjoint pairs of numbers that are never both at home in one round, as many as fit.

    With an even size one of the two is at home in every round and the other away.
    """
    circle = _circle(size)
    if size % 2:
        return tuple((number, number + 1) for number in range(1, circle - 1, 2))
    shift = _shift(size)
    pairs = [(number, number + 1) for number in range(1, circle - 1, 2)]
    numbers = [tuple((o - 1 - shift) % circle + 1 for o in pair) for pair in pairs]
    last = (circle - 1 - shift) % circle + 1
    return (*((a, b) for a, b in numbers), (last, size))


def minimum_breaks(size: int) -> int:
    """The fewest breaks of a mirrored double round robin (see the head of this module)."""
    return size if size % 2 else 3 * size - 6


def _circle(size: int) -> int:
    """How many numbers sit around the circle; also the number of rounds of a leg."""
    return size if size % 2 else size - 1


def _shift(size: int) -> int:
    """How many rounds later than the printed scheme an even leg begins.

    As printed, two teams have their break in the second round; behind the break at the seam that
    makes three games running on one side. Seen as a ring the leg has its breaks two rounds apart
    but for one place, so it is turned until that place is away from the seam. Four teams have no
    such place.
    """
    return 3 if size % 2 == 0 and size >= 6 else 0


def _original(r: int, size: int) -> int:
    """The round of the printed scheme that is played as round `r`."""
    return (r - 1 + _shift(size)) % _circle(size) + 1


def _check(teams: Sequence[Key], opposed: Sequence[tuple[Key, Key]]) -> None:
    if not LEAST <= len(teams) <= MOST:
        raise CalendarRefused("calendar.size", teams=len(teams), least=LEAST, most=MOST)
    seen: set[Key] = set()
    for team in teams:
        if team in seen:
            raise CalendarRefused("calendar.repeated_team", team=team)
        seen.add(team)
    paired: set[Key] = set()
    for pair in opposed:
        for team in pair:
            if team not in seen:
                raise CalendarRefused("calendar.opposed_unknown", team=team)
            if team in paired:
                raise CalendarRefused("calendar.opposed_twice", team=team)
            paired.add(team)


def _numbered(
    teams: Sequence[Key], opposed: Sequence[tuple[Key, Key]], seed: int | None
) -> tuple[Key, ...]:
    """Put each team on a number: opposed pairs on opposed numbers, the others on what is left."""
    order = list(teams)
    slots = list(opposed_numbers(len(teams)))
    if seed is not None:
        # Python promises the same `random()` for a seed in every version, and only that: so the
        # shuffle is a sort by it.
        source = random.Random(seed)
        order.sort(key=lambda _: source.random())
        slots.sort(key=lambda _: source.random())
    place = {team: index for index, team in enumerate(order)}
    pairs = [sorted(pair, key=place.__getitem__) for pair in opposed]
    pairs.sort(key=lambda pair: place[pair[0]])
    team_of: dict[int, Key] = {}
    for numbers, pair in zip(slots, pairs, strict=False):
        team_of.update(zip(numbers, pair, strict=True))
    placed = set(team_of.values())
    others = iter([team for team in order if team not in placed])
    return tuple(
        team_of[number] if number in team_of else next(others)
        for number in range(1, len(teams) + 1)
    )
