"""Matches on courts, row by row: all courts begin together, a row is as long as a match may take.

Each row takes the matches that can be played and that hold the others up most: those with the most
to come behind them first, among equals the teams that have waited longest. A team rests the minimum
between two matches; a match of the knock-out waits for every match that decides its teams, and as
long again as their rest. The same matches give the same timetable.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from league.calendar.round_robin import Key
from league.tournament.errors import TournamentRefused

MOST_COURTS = 12
LEAST_MINUTES, MOST_MINUTES = 5, 360
MOST_REST = 360


@dataclass(frozen=True, slots=True)
class Game:
    """A match as the timetable sees it: its teams as far as they are known, the matches (keys) that
    decide the others, and the court it would rather have (its group's), from 0."""

    key: str
    teams: tuple[Key, ...]
    after: tuple[str, ...] = ()
    court: int = 0


@dataclass(frozen=True, slots=True)
class Times:
    """What is asked of the day, in minutes. `rest` is between the end of a match and the next of
    the same team; `referees` is how many matches they can do at once, any number if None."""

    courts: int
    minutes: int
    rest: int = 0
    referees: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.courts <= MOST_COURTS:
            raise TournamentRefused("tournament.courts", courts=self.courts, most=MOST_COURTS)
        if not LEAST_MINUTES <= self.minutes <= MOST_MINUTES:
            raise TournamentRefused(
                "tournament.minutes", minutes=self.minutes, least=LEAST_MINUTES, most=MOST_MINUTES
            )
        if not 0 <= self.rest <= MOST_REST:
            raise TournamentRefused("tournament.rest", rest=self.rest, most=MOST_REST)
        if self.referees is not None and self.referees < 1:
            raise TournamentRefused("tournament.referees", referees=self.referees)

    @property
    def at_once(self) -> int:
        return self.courts if self.referees is None else min(self.courts, self.referees)

    @property
    def step(self) -> int:
        """Rows from a match of a team to its next."""
        return 1 + ceil(self.rest / self.minutes)


@dataclass(frozen=True, slots=True)
class Cell:
    """A match in its place. `court` from 0; `starts` is in minutes from the beginning."""

    key: str
    row: int
    court: int
    starts: int


@dataclass(frozen=True, slots=True)
class Quality:
    """How good the timetable is. `fewest_rows`: no timetable can have fewer, with these courts and
    rests. `shortest_rest`, `longest_wait`: of any team of the groups, in minutes; None where nobody
    plays twice. `idle`: places of the table without a match."""

    rows: int
    fewest_rows: int
    idle: int
    shortest_rest: int | None
    longest_wait: int | None


@dataclass(frozen=True, slots=True)
class Timetable:
    cells: tuple[Cell, ...]
    minutes: int
    quality: Quality

    @property
    def lasts(self) -> int:
        """Minutes from the first start to the last end."""
        return self.quality.rows * self.minutes


def timetable(games: Sequence[Game], times: Times) -> Timetable:
    """Put every game on a court. `after` names games of the list, without a circle."""
    follows = _chains(games)
    left = {game.key: game for game in games}
    to_play: dict[Key, int] = {}
    for game in games:
        for team in game.teams:
            to_play[team] = to_play.get(team, 0) + 1
    place = {game.key: nth for nth, game in enumerate(games)}
    played: dict[Key, int] = {}
    row_of: dict[str, int] = {}
    cells: list[Cell] = []
    row = 0
    while left:
        free = [
            game
            for game in left.values()
            if all(key in row_of and row_of[key] + times.step <= row for key in game.after)
            and all(row - played.get(team, row - times.step) >= times.step for team in game.teams)
        ]
        free.sort(
            key=lambda game: (
                -follows[game.key] - max((to_play[team] for team in game.teams), default=1),
                max((played.get(team, -1) for team in game.teams), default=-1),
                place[game.key],
            )
        )
        chosen: list[Game] = []
        busy: set[Key] = set()
        for game in free:
            if len(chosen) < times.at_once and busy.isdisjoint(game.teams):
                chosen.append(game)
                busy.update(game.teams)
        for game, court in _courts(chosen, times.courts):
            cells.append(Cell(game.key, row, court, row * times.minutes))
            row_of[game.key] = row
            for team in game.teams:
                played[team] = row
                to_play[team] -= 1
            del left[game.key]
        row += 1
    cells.sort(key=lambda cell: (cell.row, cell.court))
    return Timetable(tuple(cells), times.minutes, _quality(games, cells, times))


def _courts(chosen: Sequence[Game], courts: int) -> list[tuple[Game, int]]:
    """Each match on the court it would rather have, or on the first that is left."""
    found: dict[str, int] = {}
    for game in chosen:
        wish = game.court % courts
        if wish not in found.values():
            found[game.key] = wish
    for game in chosen:
        if game.key not in found:
            found[game.key] = next(nth for nth in range(courts) if nth not in found.values())
    return [(game, found[game.key]) for game in chosen]


def _chains(games: Sequence[Game]) -> dict[str, int]:
    """How many matches must still follow one after the other behind each."""
    behind: dict[str, list[str]] = {game.key: [] for game in games}
    for game in games:
        for key in game.after:
            behind[key].append(game.key)
    found: dict[str, int] = {}

    def chain(key: str) -> int:
        if key not in found:
            found[key] = max((1 + chain(next_key) for next_key in behind[key]), default=0)
        return found[key]

    for game in games:
        chain(game.key)
    return found


def _quality(games: Sequence[Game], cells: Sequence[Cell], times: Times) -> Quality:
    rows = max((cell.row for cell in cells), default=-1) + 1
    of_team: dict[Key, list[int]] = {}
    teams = {game.key: game.teams for game in games}
    for cell in cells:
        for team in teams[cell.key]:
            of_team.setdefault(team, []).append(cell.row)
    gaps = [
        (later - earlier - 1) * times.minutes
        for own in of_team.values()
        for earlier, later in pairwise(own)
    ]
    return Quality(
        rows=rows,
        fewest_rows=_fewest_rows(games, times),
        idle=rows * times.courts - len(cells),
        shortest_rest=min(gaps, default=None),
        longest_wait=max(gaps, default=None),
    )


def _fewest_rows(games: Sequence[Game], times: Times) -> int:
    """A bound: the matches fill so many rows, and no chain of matches can be played faster."""
    follows = _chains(games)
    many: dict[Key, int] = {}
    behind: dict[Key, int] = {}
    for game in games:
        for team in game.teams:
            many[team] = many.get(team, 0) + 1
            behind[team] = min(behind.get(team, follows[game.key]), follows[game.key])
    chains = [(many[team] - 1 + behind[team]) * times.step + 1 for team in many]
    chains += [follows[game.key] * times.step + 1 for game in games]
    return max([ceil(len(games) / times.at_once), *chains], default=0)


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with where a match stands: `court`, `team` (twice at once), `rest` (too short:
    `minutes` of it) or `source` (before a match that decides its teams has ended)."""

    code: str
    key: str
    other: str
    team: Key | None = None
    minutes: int | None = None


def flaws(
    games: Sequence[Game], places: Mapping[str, tuple[Key, int]], times: Times
) -> tuple[Flaw, ...]:
    """What is wrong with matches standing on (court, minute), however they got there.

    A match without a place has nothing wrong. Each pair is told once, by the later of the two.
    """
    standing = sorted(
        (game for game in games if game.key in places),
        key=lambda game: (places[game.key][1], game.key),
    )
    found: list[Flaw] = []
    for nth, game in enumerate(standing):
        court, starts = places[game.key]
        for other in standing[:nth]:
            other_court, other_starts = places[other.key]
            gap = starts - other_starts - times.minutes
            if gap < 0 and court == other_court:
                found.append(Flaw("court", game.key, other.key))
            for team in sorted(set(game.teams) & set(other.teams), key=str):
                if gap < 0:
                    found.append(Flaw("team", game.key, other.key, team))
                elif gap < times.rest:
                    found.append(Flaw("rest", game.key, other.key, team, gap))
        for key in game.after:
            if key in places and starts < places[key][1] + times.minutes:
                found.append(Flaw("source", game.key, key))
    return tuple(found)
