"""Reads the files of a league that arrives in mid-season: its results so far, and what its table
says beside them. Pure: text in, a plan or the list of what is wrong out.

Results, one line an encounter (comma or semicolon, UTF-8):

    division, round, home, away                 required
    home_score, away_score                      partidas won; without these columns the games count
    home_games, away_games                      juegos; empty for an encounter not played yet
    date, time                                  YYYY-MM-DD, HH:MM
    kind                                        a word of league.standings.Kind; played when empty
    note                                        public

Table, one line a team, of which only this is read: division, team, status (active, withdrawn),
points_adjustment.

The leg is not in the file: the second leg of a group begins with the first round in which two
teams meet again.
"""

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, time
from typing import Any

from league.standings import Kind

REQUIRED = ("division", "round", "home", "away")
BYES = ("Spielfrei", "Descansa", "Libre", "Bye")
MOST_SCORE = 999
MOST_ROUND = 200
LONGEST_DIVISION = 60
LONGEST_TEAM = 80
LONGEST_NOTE = 200
STATUSES = ("", "active", "withdrawn")
Refuse = Callable[..., None]
_WALKOVERS = {Kind.WALKOVER_HOME: 1, Kind.WALKOVER_AWAY: -1}


@dataclass(frozen=True, slots=True)
class LineError:
    """What is wrong in a line of a file. `file` is "results" or "table"."""

    file: str
    line: int
    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlannedEncounter:
    """An encounter of the file. Without a score it has not been played."""

    line: int
    division: str
    round: int
    leg: int
    home: str
    away: str
    date: date | None
    time: time | None
    kind: str
    home_score: int | None
    away_score: int | None
    home_games: int | None
    away_games: int | None
    note: str

    @property
    def has_result(self) -> bool:
        return self.home_score is not None


@dataclass(frozen=True, slots=True)
class PlannedTeam:
    """What the table says of a team."""

    line: int
    division: str
    name: str
    withdrawn: bool
    adjustment: int


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """A season as the files tell it. `teams` by division, in the order in which they appear."""

    divisions: tuple[str, ...]
    teams: Mapping[str, tuple[str, ...]]
    encounters: tuple[PlannedEncounter, ...]
    table: tuple[PlannedTeam, ...]
    byes: int

    def legs(self, division: str) -> dict[int, int]:
        """Leg of each round of the division."""
        return {row.round: row.leg for row in self.encounters if row.division == division}


def read_plan(
    results: str, table: str = "", *, byes: Sequence[str] = BYES
) -> tuple[ImportPlan, list[LineError]]:
    """The plan, and everything that is wrong with it: with an error nothing must be imported."""
    errors: list[LineError] = []
    encounters: list[PlannedEncounter] = []
    resting = {name.casefold() for name in byes}
    rest = 0
    for number, line in _lines("results", results, REQUIRED, errors):
        if {line["home"].casefold(), line["away"].casefold()} & resting:
            rest += 1
            continue
        row = _encounter(number, line, errors)
        if row is not None:
            encounters.append(row)
    encounters = _with_legs(encounters, errors)
    teams: dict[str, list[str]] = {}
    for row in encounters:
        known = teams.setdefault(row.division, [])
        known += [name for name in (row.home, row.away) if name not in known]
    planned = _table(table, teams, errors)
    return (
        ImportPlan(
            divisions=tuple(teams),
            teams={division: tuple(names) for division, names in teams.items()},
            encounters=tuple(encounters),
            table=tuple(planned),
            byes=rest,
        ),
        errors,
    )


def _lines(
    file: str, text: str, required: Sequence[str], errors: list[LineError]
) -> Iterable[tuple[int, dict[str, str]]]:
    """(number, line) of each line with anything in it, cells stripped, absent columns empty."""
    text = text.lstrip("\ufeff")
    first = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text), delimiter=";" if first.count(";") else ",")
    header = [name.strip().casefold() for name in next(reader, [])]
    missing = [name for name in required if name not in header]
    if missing:
        errors.append(LineError(file, 1, "columns_missing", {"columns": ", ".join(missing)}))
        return
    for cells in reader:
        if any(cell.strip() for cell in cells):
            line = dict.fromkeys(
                ("date", "time", "kind", "note", "status", "points_adjustment"), ""
            )
            line |= {name: cell.strip() for name, cell in zip(header, cells, strict=False)}
            yield reader.line_num, {name: line.get(name, "") for name in {*line, *header}}


def _encounter(
    number: int, line: Mapping[str, str], errors: list[LineError]
) -> PlannedEncounter | None:
    wrong: list[LineError] = []

    def refuse(code: str, **facts: Any) -> None:
        wrong.append(LineError("results", number, code, facts))

    for name, longest in (
        ("division", LONGEST_DIVISION),
        ("home", LONGEST_TEAM),
        ("away", LONGEST_TEAM),
    ):
        if not line[name]:
            refuse("empty", column=name)
        elif len(line[name]) > longest:
            refuse("too_long", column=name, longest=longest)
    if line["home"] and line["home"] == line["away"]:
        refuse("same_team", team=line["home"])
    if len(line["note"]) > LONGEST_NOTE:
        refuse("too_long", column="note", longest=LONGEST_NOTE)
    score, games, kind = _result(line, refuse)
    on, at = _date(line["date"], refuse), _time(line["time"], refuse)
    round_number = _whole(line["round"], "round", refuse, least=1, most=MOST_ROUND)
    if wrong:
        errors += wrong
        return None
    assert round_number is not None
    return PlannedEncounter(
        line=number,
        division=line["division"],
        round=round_number,
        leg=1,
        home=line["home"],
        away=line["away"],
        date=on,
        time=at,
        kind=kind,
        home_score=score[0] if score else None,
        away_score=score[1] if score else None,
        home_games=games[0] if games else None,
        away_games=games[1] if games else None,
        note=line["note"],
    )


def _result(
    line: Mapping[str, str], refuse: Refuse
) -> tuple[tuple[int, int] | None, tuple[int, int] | None, str]:
    """Score, games and kind of a line. Without columns for the score, the games are the score."""
    games = _pair(line, "games", refuse)
    score = _pair(line, "score", refuse) if "home_score" in line else games
    if score is None and games is not None:
        refuse("games_without_score")
    kind = line["kind"].casefold() or str(Kind.PLAYED)
    if kind not in {str(word) for word in Kind}:
        refuse("kind", value=line["kind"])
    elif score is None and kind != Kind.PLAYED:
        refuse("kind_without_score")
    elif score is not None and kind in _WALKOVERS:
        favoured = (score[0] > score[1]) - (score[0] < score[1])
        if favoured not in {0, _WALKOVERS[Kind(kind)]}:
            refuse("walkover_score", home=score[0], away=score[1])
    return score, games, kind


def _with_legs(rows: list[PlannedEncounter], errors: list[LineError]) -> list[PlannedEncounter]:
    """Each row with its leg. Refuses two meetings on one ground in a leg, and a team that plays
    twice in a round."""
    first_meeting: dict[tuple[str, frozenset[str]], int] = {}
    second_leg: dict[str, int] = {}
    for row in sorted(rows, key=lambda row: (row.round, row.line)):
        pair = (row.division, frozenset((row.home, row.away)))
        if first_meeting.setdefault(pair, row.round) < row.round:
            second_leg.setdefault(row.division, row.round)
    found: list[PlannedEncounter] = []
    grounds: dict[tuple[str, int, str, str], int] = {}
    busy: dict[tuple[str, int, str], int] = {}
    for row in rows:
        leg = 2 if row.round >= second_leg.get(row.division, MOST_ROUND + 1) else 1
        other = grounds.setdefault((row.division, leg, row.home, row.away), row.line)
        if other != row.line:
            errors.append(LineError("results", row.line, "met_twice", {"other": other}))
        for team in (row.home, row.away):
            other = busy.setdefault((row.division, row.round, team), row.line)
            if other != row.line:
                facts = {"team": team, "round": row.round, "other": other}
                errors.append(LineError("results", row.line, "twice_a_round", facts))
        found.append(replace(row, leg=leg))
    return found


def _table(
    text: str, teams: Mapping[str, Sequence[str]], errors: list[LineError]
) -> list[PlannedTeam]:
    found: list[PlannedTeam] = []
    if not text.strip():
        return found
    seen: set[tuple[str, str]] = set()
    for number, line in _lines("table", text, ("division", "team"), errors):
        wrong: list[LineError] = []

        def refuse(
            code: str, number: int = number, wrong: list[LineError] = wrong, **facts: Any
        ) -> None:
            wrong.append(LineError("table", number, code, facts))

        division, team = line["division"], line["team"]
        if division not in teams:
            refuse("unknown_division", division=division)
        elif team not in teams[division]:
            refuse("unknown_team", team=team, division=division)
        elif (division, team) in seen:
            refuse("repeated_team", team=team)
        seen.add((division, team))
        status = line["status"].casefold()
        if status not in STATUSES:
            refuse("status", value=line["status"])
        adjustment = 0
        if line["points_adjustment"]:
            read = _whole(
                line["points_adjustment"], "points_adjustment", refuse, least=-99, most=99
            )
            adjustment = read or 0
        if wrong:
            errors += wrong
            continue
        found.append(PlannedTeam(number, division, team, status == "withdrawn", adjustment))
    return found


def _pair(line: Mapping[str, str], what: str, refuse: Refuse) -> tuple[int, int] | None:
    home, away = line.get(f"home_{what}", ""), line.get(f"away_{what}", "")
    if not home and not away:
        return None
    if not home or not away:
        refuse("half_a_score", column=f"home_{what}" if not home else f"away_{what}")
        return None
    numbers = [
        _whole(text, column, refuse, least=0, most=MOST_SCORE)
        for text, column in ((home, f"home_{what}"), (away, f"away_{what}"))
    ]
    if numbers[0] is None or numbers[1] is None:
        return None
    return numbers[0], numbers[1]


def _whole(text: str, column: str, refuse: Refuse, *, least: int, most: int) -> int | None:
    digits = text[1:] if text[:1] in {"-", "+"} else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6):
        refuse("not_a_number", column=column, value=text)
        return None
    number = int(text)
    if not least <= number <= most:
        refuse("out_of_range", column=column, value=number, least=least, most=most)
        return None
    return number


def _date(text: str, refuse: Refuse) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        refuse("date", value=text)
        return None


def _time(text: str, refuse: Refuse) -> time | None:
    if not text:
        return None
    try:
        return time.fromisoformat(text)
    except ValueError:
        refuse("time", value=text)
        return None
