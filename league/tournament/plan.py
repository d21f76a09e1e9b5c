"""The whole day, ready for a preview: groups, knock-out, timetable, and how good it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from league.calendar.round_robin import Key
from league.tournament.bracket import Bracket, Loser, Match, Place, Source, Winner, bracket
from league.tournament.errors import TournamentRefused
from league.tournament.groups import SMALLEST, check_teams, rounds_of
from league.tournament.timetable import Game, Times, Timetable, timetable

NO_BRACKET = 0


@dataclass(frozen=True, slots=True)
class Planned:
    """A match of the day. `number` is its place in the timetable, from 1: what people call it.

    `group` (from 0) and its teams are given for a match of a group, `match` for one of the
    knock-out. `starts` is in minutes from the beginning of the day.
    """

    number: int
    key: str
    group: int | None
    round: int
    position: int
    home: Key | None
    away: Key | None
    match: Match | None
    court: int
    starts: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What `plan` gives back. `knock_out` is None where the groups decide everything."""

    groups: tuple[tuple[Key, ...], ...]
    matches: tuple[Planned, ...]
    knock_out: Bracket | None
    table: Timetable

    @property
    def numbers(self) -> Mapping[str, int]:
        return {match.key: match.number for match in self.matches}


def plan(
    groups: Sequence[Sequence[Key]],
    times: Times,
    *,
    qualify: int = NO_BRACKET,
    third_place: bool = False,
) -> Plan:
    """Plan the day of these groups, `qualify` of each going on to the knock-out (none: no
    knock-out). The same arguments give the same plan. Raises TournamentRefused."""
    check_teams([team for group in groups for team in group])
    smallest = min(len(group) for group in groups)
    if smallest < SMALLEST:
        raise TournamentRefused(
            "tournament.groups", groups=len(groups), teams=sum(map(len, groups))
        )
    if not NO_BRACKET <= qualify <= smallest:
        raise TournamentRefused("tournament.qualify", qualify=qualify, smallest=smallest)
    tree = None
    if qualify:
        tree = bracket([qualify] * len(groups), third_place=third_place)
    drafts = _of_groups(groups)
    games = [
        Game(each.key, (each.home, each.away), court=each.group or 0)
        for each in drafts
        if each.home is not None and each.away is not None
    ]
    if tree is not None:
        in_group: dict[int, list[str]] = {}
        for each in drafts:
            in_group.setdefault(each.group or 0, []).append(each.key)
        for match in tree.matches:
            after = [
                key for side in (match.home, match.away) for key in _decided_by(side, in_group)
            ]
            games.append(Game(match.key, (), tuple(dict.fromkeys(after)), match.position - 1))
            drafts.append(_draft(match))
    table = timetable(games, times)
    by_key = {each.key: each for each in drafts}
    return Plan(
        groups=tuple(tuple(group) for group in groups),
        matches=tuple(
            replace(by_key[cell.key], number=number, court=cell.court, starts=cell.starts)
            for number, cell in enumerate(table.cells, start=1)
        ),
        knock_out=tree,
        table=table,
    )


def _of_groups(groups: Sequence[Sequence[Key]]) -> list[Planned]:
    """The matches of the groups, a round of every group before the next round of any, and in turn:
    so the groups move on together, each on its court."""
    drafts = [
        Planned(
            number=0,
            key=f"g{group}-{round}-{position}",
            group=group,
            round=round,
            position=position,
            home=home,
            away=away,
            match=None,
            court=0,
            starts=0,
        )
        for group, teams in enumerate(groups)
        for round, games in enumerate(rounds_of(teams), start=1)
        for position, (home, away) in enumerate(games, start=1)
    ]
    return sorted(drafts, key=lambda each: (each.round, each.position, each.group))


def _draft(match: Match) -> Planned:
    return Planned(
        number=0,
        key=match.key,
        group=None,
        round=match.round,
        position=match.position,
        home=None,
        away=None,
        match=match,
        court=0,
        starts=0,
    )


def _decided_by(source: Source, in_group: Mapping[int, Sequence[str]]) -> Sequence[str]:
    """The matches after which it is known who comes."""
    match source:
        case Place(group=group):
            return in_group[group]
        case Winner(match=key) | Loser(match=key):
            return (key,)
