"""What a deal would come to by the other readings of an option: for the committee, and for whoever
chooses the options of a season.

M-E.1 a point that the text leaves open, with what each reading gives      done: `other_readings`
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.discipline import OptionKind, OptionScope
from rules.formats import Score
from rules.mus.options import ASTURIAS, SCHEMA, Options
from rules.mus.partida import Pair
from rules.mus.record import Record
from rules.mus.replay import replay
from rules.mus.report import Report


@dataclass(frozen=True, slots=True)
class OtherReading:
    """A value of an option by which the deal comes out otherwise, and what it comes to. The score
    may be the same and what is open differ."""

    option: str
    value: str | int
    clause: str
    score: Score
    winner: Pair | None


def other_readings(record: Record, options: Options = ASTURIAS) -> Iterator[OtherReading]:
    """Every single option of a deal that, set otherwise, changes stones, winner or what is open.
    Numbers are tried as they are known from other federations. Raises as `replay` does."""
    settings = options.to_mapping() | dict(record.settings)
    given = _came_to(replay(record, options))
    for option in SCHEMA:
        if option.scope is not OptionScope.DEAL or option.kind is OptionKind.FORMAT:
            continue
        for value in (option.default, *option.alternatives):
            if value == settings[option.key]:
                continue
            # What the record names itself goes before the season, so it is set there.
            named = tuple((dict(record.settings) | {option.key: value}).items())
            other = replay(
                Record(record.tags, record.deal, record.before, named, record.lines), options
            )
            if _came_to(other) != given:
                yield OtherReading(option.key, value, option.clause, other.score, other.winner)


def _came_to(report: Report) -> object:
    stones = sorted((award.lance, award.pair, award.stones) for award in report.awards)
    ways = [(one.lance, [way.score for way in one.alternatives]) for one in report.pending]
    return report.score, report.winner, stones, ways
