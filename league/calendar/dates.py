"""From rounds to days and hours, on the official clock (M-D.3: the national hour).

A matchday is a week: the seven days that begin on its nominal date. The first nominal date is the
season's first date, so nothing is played before it; each home team plays on its own weekday of
that week, at its own hour.

Dates to skip push in two ways:
- the nominal date is skipped: there is no matchday that week; it and all later ones move on by
  one interval (list the first day of a week to keep the whole week free);
- only the day of one encounter is skipped: it moves to the next day of the same week that is not;
  when there is none it stays where it was with `free=False`, and somebody has to decide.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from league.calendar.errors import CalendarRefused

MADRID = ZoneInfo("Europe/Madrid")
WEEK = 7


@dataclass(frozen=True, slots=True)
class Start:
    """When an encounter begins.

    `starts_at` is aware, in Europe/Madrid. `moved_from` is the day it would have been, when a
    skipped date moved it; `free` is False when it stands on a skipped date for want of another.
    """

    starts_at: datetime
    moved_from: date | None = None
    free: bool = True


def matchday_dates(
    rounds_per_leg: int,
    *,
    first_date: date,
    legs: int = 2,
    interval_days: int = WEEK,
    pause_weeks: int = 0,
    skip: Collection[date] = frozenset(),
) -> tuple[date, ...]:
    """The nominal date of every matchday of all legs, in order; none of them is in `skip`.

    `pause_weeks` are weeks without a matchday between one leg and the next; skipped dates that
    fall into the pause do not lengthen it. Raises CalendarRefused.
    """
    if interval_days < WEEK:
        # Weeks that overlap would let a team play twice on one day.
        raise CalendarRefused("calendar.interval_too_short", days=interval_days)
    if pause_weeks < 0:
        raise CalendarRefused("calendar.pause_negative", weeks=pause_weeks)
    interval = timedelta(days=interval_days)
    nominal = first_date
    found: list[date] = []
    for index in range(rounds_per_leg * legs):
        if index and index % rounds_per_leg == 0:
            nominal += timedelta(weeks=pause_weeks)
        while nominal in skip:
            nominal += interval
        found.append(nominal)
        nominal += interval
    return tuple(found)


def encounter_start(
    week_of: date, *, weekday: int, hour: time, skip: Collection[date] = frozenset()
) -> Start:
    """The start of an encounter in the week that begins on `week_of`.

    `weekday` is that of the home team (0 Monday to 6 Sunday), `hour` its hour on the wall.
    Raises CalendarRefused.
    """
    if not 0 <= weekday < WEEK:
        raise CalendarRefused("calendar.weekday", weekday=weekday)
    offset = (weekday - week_of.weekday()) % WEEK
    own = week_of + timedelta(days=offset)
    for later in range(offset, WEEK):
        day = week_of + timedelta(days=later)
        if day not in skip:
            return Start(on_the_wall(day, hour), moved_from=None if day == own else own)
    return Start(on_the_wall(own, hour), free=False)


def on_the_wall(day: date, hour: time) -> datetime:
    """The moment at which the clocks of Madrid show `hour` on `day`.

    An hour that comes twice (last Sunday of October) is the first of the two; one that is left
    out (last Sunday of March) is shown as the clocks then do, an hour later. Raises
    CalendarRefused for an hour with a zone of its own.
    """
    if hour.tzinfo is not None:
        raise CalendarRefused("calendar.hour_with_zone", hour=hour.isoformat())
    # Through UTC and back: datetime keeps a left-out hour as it is written, which no clock shows.
    return datetime.combine(day, hour, tzinfo=MADRID).astimezone(UTC).astimezone(MADRID)
