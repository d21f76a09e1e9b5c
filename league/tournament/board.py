"""What goes on at every court now: which match, which is next, and how late the court runs."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import groupby

from league.calendar.round_robin import Key

LATE_MINUTES = 5
"""Who begins less than this after the hour is not late."""


class Stage(StrEnum):
    WAITING = "WAITING"
    PLAYING = "PLAYING"
    DONE = "DONE"


@dataclass(frozen=True, slots=True)
class Standing:
    """A match where it stands: its court, its time there, how far it is."""

    key: int
    court: Key
    starts: datetime
    until: datetime
    stage: Stage


@dataclass(frozen=True, slots=True)
class Expected:
    """A match to come and when it can begin as things are."""

    key: int
    starts: datetime


@dataclass(frozen=True, slots=True)
class CourtNow:
    """`now`: being played, or its hour has come. `late`: minutes that the court is behind."""

    court: Key
    now: int | None
    is_playing: bool
    next: tuple[Expected, ...]
    late: int

    @property
    def is_late(self) -> bool:
        return self.late >= LATE_MINUTES


def courts_now(matches: Iterable[Standing], *, now: datetime) -> dict[Key, CourtNow]:
    """Every court that has a match, done or not. The clock is read to the minute."""
    now = now.replace(second=0, microsecond=0)
    by_court = sorted(matches, key=lambda one: (str(one.court), one.starts, one.key))
    return {
        court: _court(court, list(rows), now)
        for court, rows in groupby(by_court, key=lambda one: one.court)
    }


def _court(court: Key, rows: list[Standing], now: datetime) -> CourtNow:
    open_rows = [row for row in rows if row.stage is not Stage.DONE]
    playing = next((row for row in open_rows if row.stage is Stage.PLAYING), None)
    on = playing or next((row for row in open_rows[:1] if row.starts <= now), None)
    late = timedelta(0)
    free_at = now
    if on is not None:
        if playing is None:
            late = now - on.starts
            free_at = now + (on.until - on.starts)
        else:
            late = max(late, now - on.until)
            free_at = max(now, on.until)
    coming = []
    for row in open_rows:
        if row is not on:
            starts = max(row.starts, free_at)
            coming.append(Expected(row.key, starts))
            free_at = starts + (row.until - row.starts)
    return CourtNow(
        court=court,
        now=on.key if on else None,
        is_playing=playing is not None,
        next=tuple(coming),
        late=int(late.total_seconds() // 60),
    )
