"""Whether a day may be played on, by what the organiser set for changes of date (M-D.16). Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

WINDOW, BLOCKED, LATEST = "WINDOW", "BLOCKED", "LATEST"


@dataclass(frozen=True, slots=True)
class Limit:
    """A span of days to play on or not, or the last day of a leg (then without `first_on`)."""

    kind: str
    last_on: date
    first_on: date | None = None
    leg: int | None = None
    note: str = ""

    def covers(self, day: date) -> bool:
        return self.first_on is not None and self.first_on <= day <= self.last_on


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a day will not do: the code of its sentence, and the limit that says so."""

    code: str
    limit: Limit | None = None


def day_problem(limits: Iterable[Limit], *, leg: int, day: date) -> Problem | None:
    """What stands against a day; None when it may be played on.

    Without a span to play in, every day is one. A blocked day is blocked within such a span too.
    """
    rules = list(limits)
    for limit in rules:
        if limit.kind == BLOCKED and limit.covers(day):
            return Problem("dates.blocked", limit)
    for limit in rules:
        if limit.kind == LATEST and limit.leg == leg and day > limit.last_on:
            return Problem("dates.after_latest", limit)
    windows = [limit for limit in rules if limit.kind == WINDOW]
    if windows and not any(limit.covers(day) for limit in windows):
        return Problem("dates.outside_windows")
    return None
