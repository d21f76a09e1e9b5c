"""The content of a standings publication: what its canonical JSON holds, format 1. Pure.

Everything the table follows from is in here, so that anybody can compute it again from the text:

    format      "amarraco-table/1"
    division, number, matchday, version     ids and numbers; version is the division's
    scheme      {kind, win, draw, loss, criteria, …, head_to_head}   as the season stores it
    teams       [{id, name, withdrawn}]     withdrawn: null or "annul", "keep_first_leg"
    results     [{encounter, home, away, home_score, away_score, home_games, away_games, kind,
                  matchday, leg}]
    adjustments [{team, points, reason}]
    lots        [[team…]…]                  each draw, best first; the latest last
    rows        [{position, team, name, played, …, decided_by, decided_value, mini_league}];
                a value is a number, or [won, lost] where it is a ratio
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.season_scheme import DEFAULTS, scheme_of_mapping
from league.standings import DecidedValue, Ratio, Result, Row, Value, table

FORMAT = "amarraco-table/1"
Content = dict[str, Any]

_NUMBERS = (
    "position",
    "played",
    "won",
    "drawn",
    "lost",
    "score_for",
    "score_against",
    "difference",
    "points",
    "games_for",
    "games_against",
    "adjustment",
)


def build(
    *,
    division: int,
    number: int,
    matchday: int,
    version: int,
    scheme: Mapping[str, Any],
    teams: Sequence[tuple[int, str, str | None]],
    results: Iterable[tuple[int, Result]],
    adjustments: Iterable[tuple[int, int, str]] = (),
    lots: Iterable[Sequence[int]] = (),
) -> Content:
    """The content, with the table computed from what it says.

    `scheme` is `Season.scheme`; `teams` are (id, name, withdrawal way or None) in the order in
    which equals are listed; `results` are (encounter id, Result) with team keys as text;
    `adjustments` are (team id, points, reason).
    """
    content: Content = {
        "format": FORMAT,
        "division": division,
        "number": number,
        "matchday": matchday,
        "version": version,
        "scheme": {
            name: scheme.get(name, value) for name, value in DEFAULTS.items() if name != "lots"
        },
        "teams": [
            {"id": pk, "name": name, "withdrawn": withdrawn} for pk, name, withdrawn in teams
        ],
        "results": [
            {
                "encounter": encounter,
                "home": int(result.home),
                "away": int(result.away),
                "home_score": result.home_score,
                "away_score": result.away_score,
                "home_games": result.home_games,
                "away_games": result.away_games,
                "kind": str(result.kind),
                "matchday": result.matchday,
                "leg": result.leg,
            }
            for encounter, result in results
        ],
        "adjustments": [
            {"team": team, "points": points, "reason": reason}
            for team, points, reason in adjustments
        ],
        "lots": [list(draw) for draw in lots],
    }
    content["rows"] = [_row(row, content) for row in compute(content)]
    return content


def compute(content: Mapping[str, Any]) -> list[Row]:
    """The table again, from the results and options written in the content."""
    adjustments: dict[str, int] = {}
    for line in content["adjustments"]:
        team = str(line["team"])
        adjustments[team] = adjustments.get(team, 0) + line["points"]
    return table(
        [str(team["id"]) for team in content["teams"]],
        [
            Result(
                str(line["home"]),
                str(line["away"]),
                line["home_score"],
                line["away_score"],
                kind=line["kind"],
                matchday=line["matchday"],
                leg=line["leg"],
                home_games=line["home_games"],
                away_games=line["away_games"],
            )
            for line in content["results"]
        ],
        scheme_of_mapping(content["scheme"]),
        adjustments=adjustments,
        withdrawn={
            str(team["id"]): team["withdrawn"] for team in content["teams"] if team["withdrawn"]
        },
        lots=[[str(team) for team in draw] for draw in content["lots"]],
        head_to_head=content["scheme"]["head_to_head"],
    )


def rows_of(content: Mapping[str, Any]) -> list[Row]:
    """The rows as they were published."""
    return [
        Row(
            **{name: line[name] for name in _NUMBERS},
            team=str(line["team"]),
            decided_by=line["decided_by"],
            decided_value=_decided(line["decided_value"]),
            mini_league=tuple(str(team) for team in line["mini_league"]),
            withdrawn=line["withdrawn"],
        )
        for line in content["rows"]
    ]


def is_reproducible(content: Mapping[str, Any]) -> bool:
    """Whether the published rows follow from the published results."""
    return rows_of(content) == compute(content)


@dataclass(frozen=True, slots=True)
class RowChange:
    """A team between two publications; the old numbers are None for a team that was not there."""

    team: int
    name: str
    old_position: int | None
    new_position: int
    old_points: int | None
    new_points: int
    old_played: int | None
    new_played: int

    @property
    def is_change(self) -> bool:
        return (self.old_position, self.old_points, self.old_played) != (
            self.new_position,
            self.new_points,
            self.new_played,
        )


@dataclass(frozen=True, slots=True)
class ResultChange:
    """A result that is new, or not what it was. `old` and `new` are lines of `results` or None."""

    encounter: int
    old: Mapping[str, Any] | None
    new: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Difference:
    """What a publication would change against the one before it."""

    rows: tuple[RowChange, ...]
    results: tuple[ResultChange, ...]
    adjustments_added: tuple[Mapping[str, Any], ...]
    adjustments_removed: tuple[Mapping[str, Any], ...]
    scheme: tuple[tuple[str, Any, Any], ...]

    @property
    def corrected(self) -> tuple[ResultChange, ...]:
        """Results that were published otherwise, or no longer count."""
        return tuple(change for change in self.results if change.old is not None)


def difference(old: Mapping[str, Any] | None, new: Mapping[str, Any]) -> Difference:
    """From one publication (None: there was none) to the next; every team, in the new order."""
    old = old or {"rows": [], "results": [], "adjustments": [], "scheme": new["scheme"]}
    before = {line["team"]: line for line in old["rows"]}
    rows = []
    for line in new["rows"]:
        was = before.get(line["team"])
        rows.append(
            RowChange(
                team=line["team"],
                name=line["name"],
                old_position=was["position"] if was else None,
                new_position=line["position"],
                old_points=was["points"] if was else None,
                new_points=line["points"],
                old_played=was["played"] if was else None,
                new_played=line["played"],
            )
        )
    return Difference(
        rows=tuple(rows),
        results=tuple(_result_changes(old["results"], new["results"])),
        adjustments_added=tuple(_beyond(new["adjustments"], old["adjustments"])),
        adjustments_removed=tuple(_beyond(old["adjustments"], new["adjustments"])),
        scheme=tuple(
            (name, old["scheme"].get(name), new["scheme"].get(name))
            for name in sorted({*old["scheme"], *new["scheme"]})
            if old["scheme"].get(name) != new["scheme"].get(name)
        ),
    )


def _told(value: Value) -> int | list[int]:
    return list(value) if isinstance(value, Ratio) else value


def _decided(pair: Sequence[Any] | None) -> DecidedValue | None:
    """A value as the content has it: a number, or the two numbers of a ratio."""
    if not pair:
        return None
    return DecidedValue(*(Ratio(*one) if isinstance(one, list) else one for one in pair))


def _row(row: Row, content: Mapping[str, Any]) -> dict[str, Any]:
    names = {str(team["id"]): team["name"] for team in content["teams"]}
    return {
        **{name: getattr(row, name) for name in _NUMBERS},
        "team": int(row.team),
        "name": names[row.team],
        "withdrawn": row.withdrawn,
        "decided_by": row.decided_by,
        "decided_value": [_told(one) for one in row.decided_value] if row.decided_value else None,
        "mini_league": [int(team) for team in row.mini_league],
    }


def _result_changes(
    old: Iterable[Mapping[str, Any]], new: Iterable[Mapping[str, Any]]
) -> Iterable[ResultChange]:
    before = {line["encounter"]: line for line in old}
    after = {line["encounter"]: line for line in new}
    for encounter in [*before, *(pk for pk in after if pk not in before)]:
        if before.get(encounter) != after.get(encounter):
            yield ResultChange(encounter, before.get(encounter), after.get(encounter))


def _beyond(
    lines: Iterable[Mapping[str, Any]], others: Iterable[Mapping[str, Any]]
) -> Iterable[Mapping[str, Any]]:
    """Lines that `others` do not have, each counted as often as it stands there."""
    left = list(others)
    for line in lines:
        if line in left:
            left.remove(line)
        else:
            yield line
