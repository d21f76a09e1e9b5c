"""Who may not play yet: suspensions counted from facts. Pure.

A suspension starts after the encounter where it arose and is served in encounters that a team
really played while the player held its ficha and sat out: byes, walkovers, annulled and postponed
ones do not count. Several suspensions are served one after the other, the oldest first: an evening
missed pays for one. One until a date, or for the rest of the season, runs on the calendar beside
them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

_NEXT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Suspension:
    """Of the encounters that begin after `starts_at`, `encounters` to miss, or all that begin
    before `until`; without either, all of the season."""

    ruling: int
    starts_at: datetime
    encounters: int | None = None
    until: datetime | None = None
    sanction: int = 0

    def reaches(self, began: datetime | None) -> bool:
        """Whether an encounter that begins then comes after it; one without a date will."""
        return began is None or self.starts_at < began


@dataclass(frozen=True, slots=True)
class Missed:
    """An encounter that was played and that the player sat out; `began` orders them."""

    encounter: int
    began: datetime


@dataclass(frozen=True, slots=True)
class Bar:
    """A suspension that keeps the player out, with the encounters still to miss of one that counts
    them."""

    suspension: Suspension
    left: int | None


def left(
    suspensions: Iterable[Suspension], missed: Iterable[Missed], *, before: datetime | None
) -> dict[Suspension, int]:
    """Encounters still to miss of each suspension that counts them, at the moment `before` (None:
    when all that was played is over)."""
    owed = {row: row.encounters for row in _in_order(suspensions) if row.encounters is not None}
    for encounter in sorted(missed, key=lambda row: (row.began, row.encounter)):
        if before is None or encounter.began < before:
            _serve(owed, encounter.began)
    return owed


def bars(
    suspensions: Iterable[Suspension], missed: Iterable[Missed], *, at: datetime | None
) -> list[Bar]:
    """What keeps the player out of an encounter that begins at `at` (None: it has no date yet)."""
    rows = _in_order(suspensions)
    return _bars(rows, left(rows, missed, before=at), at)


@dataclass(frozen=True, slots=True)
class ToCome:
    """An encounter that the player's team has still to play; one without a date comes last."""

    encounter: int
    starts_at: datetime | None
    matchday: int


@dataclass(frozen=True, slots=True)
class Forecast:
    """The encounters in which the player cannot be fielded, should they be played as planned, and
    those still to miss that the calendar does not have."""

    barred: tuple[ToCome, ...]
    beyond: int


def forecast(
    suspensions: Iterable[Suspension],
    missed: Iterable[Missed],
    to_come: Iterable[ToCome],
    *,
    now: datetime,
) -> Forecast:
    """How the suspensions will be served in what is still to come."""
    rows = _in_order(suspensions)
    owed = left(rows, missed, before=None)
    barred = []
    for encounter in sorted(to_come, key=_by_date):
        # One whose hour has passed will begin later than it says.
        began = None if encounter.starts_at is None else max(encounter.starts_at, now + _NEXT)
        if _bars(rows, owed, began):
            barred.append(encounter)
            _serve(owed, began)
    return Forecast(tuple(barred), sum(owed.values()))


def _in_order(suspensions: Iterable[Suspension]) -> list[Suspension]:
    return sorted(suspensions, key=lambda row: (row.starts_at, row.ruling, row.sanction))


def _serve(owed: dict[Suspension, int], began: datetime | None) -> None:
    """An evening missed pays for the oldest suspension that it comes after."""
    for suspension, many in owed.items():
        if many and suspension.reaches(began):
            owed[suspension] = many - 1
            return


def _bars(
    rows: Sequence[Suspension], owed: dict[Suspension, int], at: datetime | None
) -> list[Bar]:
    found = []
    for row in rows:
        if not row.reaches(at):
            continue
        if row.encounters is not None:
            if owed[row]:
                found.append(Bar(row, owed[row]))
        elif row.until is None or at is None or at < row.until:
            found.append(Bar(row, None))
    return found


def _by_date(encounter: ToCome) -> tuple[bool, float, int, int]:
    starts_at = encounter.starts_at
    return (
        starts_at is None,
        starts_at.timestamp() if starts_at else 0.0,
        encounter.matchday,
        encounter.encounter,
    )
