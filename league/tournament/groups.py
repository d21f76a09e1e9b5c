"""Groups of a tournament: dealt out by seeding, and the rounds in which everybody meets once."""

from collections.abc import Sequence
from typing import TypeAlias

from league.calendar.round_robin import Key, single_leg
from league.tournament.errors import TournamentRefused

LEAST, MOST = 2, 32
SMALLEST = 2
"""Teams of a group: with one there is nobody to play."""

Round: TypeAlias = tuple[tuple[Key, Key], ...]


def snake(teams: Sequence[Key], groups: int) -> tuple[tuple[Key, ...], ...]:
    """Deal `teams`, the best first, into groups: 1 2 3, then 3 2 1, then 1 2 3 again.

    The sizes differ by one at most, and no group has two teams of one row. Raises
    TournamentRefused.
    """
    check_teams(teams)
    if groups < 1 or len(teams) < groups * SMALLEST:
        raise TournamentRefused("tournament.groups", groups=groups, teams=len(teams))
    dealt: list[list[Key]] = [[] for _ in range(groups)]
    for nth, team in enumerate(teams):
        row, place = divmod(nth, groups)
        dealt[groups - 1 - place if row % 2 else place].append(team)
    return tuple(tuple(group) for group in dealt)


def rounds_of(group: Sequence[Key]) -> tuple[Round, ...]:
    """Each two teams of the group once, as (home, away), nobody twice in a round."""
    return tuple(
        tuple((group[home - 1], group[away - 1]) for home, away in games)
        for games in single_leg(len(group))
    )


def check_teams(teams: Sequence[Key]) -> None:
    """Raises TournamentRefused: too few, too many, or one of them twice."""
    if not LEAST <= len(teams) <= MOST:
        raise TournamentRefused("tournament.size", teams=len(teams), least=LEAST, most=MOST)
    seen: set[Key] = set()
    for team in teams:
        if team in seen:
            raise TournamentRefused("tournament.repeated_team", team=team)
        seen.add(team)
