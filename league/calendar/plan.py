"""The whole calendar of a division, ready for a preview: rounds, dates, conflicts, quality.

Conflicts never stop a plan; they say what somebody has to settle by hand:

calendar.venue_too_many_teams  More teams at home in a venue on one weekday than two for each
                               encounter it holds: some week it cannot hold them all.
                               Facts: venue, weekday, capacity, teams.
calendar.venue_over_capacity   More encounters in a venue on one date than it holds at once.
                               Facts: venue, date, capacity, encounters as (home, away).
calendar.no_free_day           An encounter stands on a skipped date, with no later day left in
                               its week. Facts: round, home, away, date.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from league.calendar import measures
from league.calendar.dates import WEEK, encounter_start, matchday_dates
from league.calendar.errors import CalendarRefused
from league.calendar.round_robin import Key, RoundRobin, double_round_robin, minimum_breaks

BOARDS = 4

CONFLICTS = frozenset(
    {
        "calendar.venue_too_many_teams",
        "calendar.venue_over_capacity",
        "calendar.no_free_day",
    }
)
"""Every code of a `Conflict`: the map of sentences must cover them."""


@dataclass(frozen=True, slots=True)
class Venue:
    """Where a team is at home. `capacity`: encounters at once; `closed`: dates it is not open."""

    key: Key
    capacity: int = 1
    closed: frozenset[date] = frozenset()


@dataclass(frozen=True, slots=True)
class Entrant:
    """A team as the calendar sees it: its venue, home weekday (0 Monday) and home hour."""

    team: Key
    weekday: int
    hour: time
    venue: Venue | None = None


@dataclass(frozen=True, slots=True)
class PlannedEncounter:
    """One row of the calendar. `moved_from`: its day before a skipped date moved it."""

    leg: int
    number: int
    home: Key
    away: Key
    starts_at: datetime
    venue: Key | None
    moved_from: date | None = None


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A matchday. `number` counts through both legs; `week_of` is the first day of its week."""

    leg: int
    number: int
    week_of: date
    encounters: tuple[PlannedEncounter, ...]
    byes: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Something to settle by hand: a code and its facts (see the head of this module)."""

    code: str
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Balance:
    """How often a team is at home and away in one leg."""

    team: Key
    leg: int
    home: int
    away: int


@dataclass(frozen=True, slots=True)
class Quality:
    """How good the calendar is; `fewest_breaks` is what no calendar of this size can beat."""

    breaks: int
    fewest_breaks: int
    longest_stretch: int
    balance: tuple[Balance, ...]

    @property
    def widest_imbalance(self) -> int:
        """The largest difference between home and away of any team in any leg."""
        return max(abs(b.home - b.away) for b in self.balance)


@dataclass(frozen=True, slots=True)
class Plan:
    """What `plan` gives back."""

    rounds: tuple[PlannedRound, ...]
    conflicts: tuple[Conflict, ...]
    quality: Quality

    @property
    def encounters(self) -> tuple[PlannedEncounter, ...]:
        return tuple(e for r in self.rounds for e in r.encounters)


def plan(
    teams: Sequence[Entrant],
    *,
    first_date: date,
    interval_days: int = WEEK,
    pause_weeks: int = 0,
    skip: Collection[date] = frozenset(),
    seed: int | None = None,
) -> Plan:
    """Plan a mirrored double round robin of `teams` (2 to 24) from `first_date` on.

    Teams of one venue get opposite patterns two by two, those of one weekday first. See `dates`
    for what `interval_days`, `pause_weeks` and `skip` do, and `round_robin` for `seed`. The same
    arguments give the same plan. Raises CalendarRefused.
    """
    _check_venues(teams)
    skipped = frozenset(skip)
    robin = double_round_robin([t.team for t in teams], opposed=_opposed(teams), seed=seed)
    weeks = matchday_dates(
        robin.rounds_per_leg,
        first_date=first_date,
        interval_days=interval_days,
        pause_weeks=pause_weeks,
        skip=skipped,
    )
    rounds, conflicts = _dated(teams, robin, weeks, skipped)
    return Plan(
        rounds=rounds,
        conflicts=(*_crowded(teams), *conflicts, *_clashes(teams, rounds)),
        quality=_quality(robin),
    )


def encounters_at_once(tables: int, *, boards: int = BOARDS) -> int:
    """How many encounters a venue holds at once; one at least, since it is somebody's home."""
    return max(1, tables // boards)


def _check_venues(teams: Sequence[Entrant]) -> None:
    seen: dict[Key, Venue] = {}
    for team in teams:
        if team.venue is None:
            continue
        if team.venue.capacity < 1:
            raise CalendarRefused(
                "calendar.capacity", venue=team.venue.key, capacity=team.venue.capacity
            )
        if seen.setdefault(team.venue.key, team.venue) != team.venue:
            raise CalendarRefused("calendar.venue_differs", venue=team.venue.key)


def _by_venue(teams: Sequence[Entrant]) -> dict[Venue, dict[int, list[Key]]]:
    """The teams of each venue by weekday, in the order given."""
    found: dict[Venue, dict[int, list[Key]]] = defaultdict(lambda: defaultdict(list))
    for team in teams:
        if team.venue is not None:
            found[team.venue][team.weekday].append(team.team)
    return found


def _opposed(teams: Sequence[Entrant]) -> list[tuple[Key, Key]]:
    """Pair the teams of each venue, first within a weekday: those would need the same tables."""
    pairs: list[tuple[Key, Key]] = []
    for weekdays in _by_venue(teams).values():
        left: list[Key] = []
        for together in weekdays.values():
            even = len(together) - len(together) % 2
            pairs += [(together[i], together[i + 1]) for i in range(0, even, 2)]
            left += together[even:]
        pairs += zip(left[::2], left[1::2], strict=False)
    return pairs


def _crowded(teams: Sequence[Entrant]) -> list[Conflict]:
    """Venues that no pattern can save: two teams share a place, a third is one too many.

    Each team is at home in half of its rounds, so a venue holds twice its capacity in teams. (But
    one that holds a whole round is never too small: three teams in one bar play one encounter a
    week.)
    """
    return [
        Conflict(
            "calendar.venue_too_many_teams",
            {
                "venue": venue.key,
                "weekday": weekday,
                "capacity": venue.capacity,
                "teams": tuple(together),
            },
        )
        for venue, weekdays in _by_venue(teams).items()
        for weekday, together in sorted(weekdays.items())
        if len(together) > 2 * venue.capacity and venue.capacity < len(teams) // 2
    ]


def _dated(
    teams: Sequence[Entrant],
    robin: RoundRobin,
    weeks: Sequence[date],
    skip: frozenset[date],
) -> tuple[tuple[PlannedRound, ...], list[Conflict]]:
    entrant = {t.team: t for t in teams}
    conflicts: list[Conflict] = []
    encounters: dict[int, list[PlannedEncounter]] = defaultdict(list)
    for pairing in robin.pairings:
        host = entrant[pairing.home]
        start = encounter_start(
            weeks[pairing.round - 1],
            weekday=host.weekday,
            hour=host.hour,
            skip=skip | (host.venue.closed if host.venue else frozenset()),
        )
        if not start.free:
            facts = {
                "round": pairing.round,
                "home": pairing.home,
                "away": pairing.away,
                "date": start.starts_at.date(),
            }
            conflicts.append(Conflict("calendar.no_free_day", facts))
        encounters[pairing.round].append(
            PlannedEncounter(
                leg=pairing.leg,
                number=pairing.round,
                home=pairing.home,
                away=pairing.away,
                starts_at=start.starts_at,
                venue=host.venue.key if host.venue else None,
                moved_from=start.moved_from,
            )
        )
    byes: dict[int, list[Key]] = defaultdict(list)
    for bye in robin.byes:
        byes[bye.round].append(bye.team)
    rounds = tuple(
        PlannedRound(
            leg=1 if number <= robin.rounds_per_leg else 2,
            number=number,
            week_of=week_of,
            encounters=tuple(encounters[number]),
            byes=tuple(byes[number]),
        )
        for number, week_of in enumerate(weeks, start=1)
    )
    return rounds, conflicts


def _clashes(teams: Sequence[Entrant], rounds: Sequence[PlannedRound]) -> list[Conflict]:
    """Dates on which a venue has more encounters than it holds; an evening is one encounter."""
    capacity = {t.venue.key: t.venue.capacity for t in teams if t.venue}
    evenings: dict[tuple[date, Key], list[tuple[Key, Key]]] = defaultdict(list)
    for encounter in (e for r in rounds for e in r.encounters):
        if encounter.venue is not None:
            evening = (encounter.starts_at.date(), encounter.venue)
            evenings[evening].append((encounter.home, encounter.away))
    over = [
        (day, venue, together)
        for (day, venue), together in evenings.items()
        if len(together) > capacity[venue]
    ]
    over.sort(key=lambda clash: (clash[0], str(clash[1])))
    return [
        Conflict(
            "calendar.venue_over_capacity",
            {
                "venue": venue,
                "date": day,
                "capacity": capacity[venue],
                "encounters": tuple(together),
            },
        )
        for day, venue, together in over
    ]


def _quality(robin: RoundRobin) -> Quality:
    whole = measures.patterns(robin.teams, robin.pairings).values()
    balance = tuple(
        Balance(team, leg, pattern.count(measures.HOME), pattern.count(measures.AWAY))
        for leg in (1, 2)
        for team, pattern in measures.patterns(robin.teams, robin.pairings, leg=leg).items()
    )
    return Quality(
        breaks=sum(measures.breaks(pattern) for pattern in whole),
        fewest_breaks=minimum_breaks(len(robin.teams)),
        longest_stretch=max(measures.longest_stretch(pattern) for pattern in whole),
        balance=balance,
    )
