"""What can be counted on a list of pairings, however it was made (generated, imported, by hand).

A pattern is a team's calendar as a string, a letter a round: H at home, A away, - resting.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from league.calendar.round_robin import Key, Pairing

HOME, AWAY, REST = "H", "A", "-"


@dataclass(frozen=True, slots=True)
class Flaw:
    """A law of the round robin that a list of pairings breaks.

    "plays_itself": team; "twice_in_round": team, round; "met": home, away and how often in
    `times` (0 or more than 1) that ordered pair meets.
    """

    code: str
    home: Key
    away: Key | None = None
    round: int | None = None
    times: int | None = None


def patterns(
    teams: Iterable[Key], pairings: Iterable[Pairing], *, leg: int | None = None
) -> dict[Key, str]:
    """The pattern of each team over all rounds of `pairings`, or over those of one leg."""
    chosen = [p for p in pairings if leg is None or p.leg == leg]
    rounds = sorted({p.round for p in chosen})
    at: dict[tuple[Key, int], str] = {}
    for pairing in chosen:
        at[pairing.home, pairing.round] = HOME
        at[pairing.away, pairing.round] = AWAY
    return {team: "".join(at.get((team, r), REST) for r in rounds) for team in teams}


def breaks(pattern: str) -> int:
    """How often two consecutive games are on one side; rests are skipped over."""
    return sum(first == second for first, second in pairwise(_played(pattern)))


def longest_stretch(pattern: str) -> int:
    """The most games running on one side; rests are skipped over."""
    return max((len(list(run)) for _, run in groupby(_played(pattern))), default=0)


def flaws(teams: Sequence[Key], pairings: Sequence[Pairing]) -> tuple[Flaw, ...]:
    """Everything that keeps `pairings` from being a double round robin of `teams`.

    Empty when each ordered pair meets once and nobody plays twice in a round.
    """
    found = [Flaw("plays_itself", p.home, round=p.round) for p in pairings if p.home == p.away]
    games = Counter((team, p.round) for p in pairings for team in {p.home, p.away})
    found += [
        Flaw("twice_in_round", team, round=r, times=n) for (team, r), n in games.items() if n > 1
    ]
    met = Counter((p.home, p.away) for p in pairings)
    wanted = {(home, away): 0 for home in teams for away in teams if home != away}
    found += [
        Flaw("met", home, away, times=times)
        for (home, away), times in (wanted | dict(met)).items()
        if home != away and (times != 1 or (home, away) not in wanted)
    ]
    return tuple(found)


def _played(pattern: str) -> str:
    return pattern.replace(REST, "")
