"""A tournament day tried out: a plan and its digest, nothing saved.

A plan is a pure function of the teams and of what was typed (`league.tournament.plan`).
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from league import canonical
from league.collation import sort_key
from league.models import Court, Division, Season, Team, Venue
from league.refusals import Refused
from league.tournament.errors import TournamentRefused
from league.tournament.groups import snake
from league.tournament.plan import Plan, Planned, plan
from league.tournament.timetable import Times
from matches.models import Fixture
from matches.tournament_words import court_name, group_name


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """What the organiser chooses.

    `groups`: how many to make of all the teams of `divisions`, dealt out by seeding; 0 leaves the
    groups as they are. `heads` are the seeded teams, best first; the others come after them, by
    name, or shuffled by `seed`. `referees`: matches at once, None for as many as courts.
    """

    name: str
    venue: int
    starts_at: datetime
    courts: int
    minutes: int
    divisions: tuple[int, ...]
    rest: int = 0
    referees: int | None = None
    qualify: int = 0
    third_place: bool = False
    groups: int = 0
    heads: tuple[int, ...] = ()
    seed: int | None = None

    def facts(self) -> dict[str, Any]:
        """Plain values, for the digest and the record; the name is told by its row."""
        return {
            "venue": self.venue,
            "starts_at": self.starts_at,
            "courts": self.courts,
            "minutes": self.minutes,
            "rest": self.rest,
            "referees": self.referees,
            "qualify": self.qualify,
            "third_place": self.third_place,
            "divisions": sorted(self.divisions),
            "groups": self.groups,
            "heads": list(self.heads),
            "seed": self.seed,
        }


@dataclass(frozen=True)
class TournamentPreview:
    """A plan with what its page needs: groups by name, teams by id, and the digest that names it.

    `clashes`: matches that stand on a court which another tournament has at that time.
    """

    settings: TournamentSettings
    venue: Venue
    plan: Plan
    group_names: tuple[str, ...]
    courts: tuple[str, ...]
    teams: Mapping[int, Team]
    clashes: frozenset[int]
    digest: str

    def starts_at(self, match: Planned) -> datetime:
        return self.settings.starts_at + timedelta(minutes=match.starts)


def tournament_preview(*, season: Season, settings: TournamentSettings) -> TournamentPreview:
    """Plan the day without saving anything. Four queries.

    Withdrawn teams do not play. Refused with the codes of `TournamentRefused`, and
    `tournament.unknown_group`.
    """
    divisions = list(season.divisions.filter(pk__in=settings.divisions))
    if not divisions or len(divisions) != len(set(settings.divisions)):
        raise Refused("tournament.unknown_group")
    teams = list(
        Team.objects.filter(division__in=divisions, withdrawn_at__isnull=True).order_by(
            "division__position", "division_id", "sort_key", "pk"
        )
    )
    venue = Venue.objects.get(pk=settings.venue)
    try:
        groups = _groups(divisions, teams, settings)
        made = plan(
            groups,
            Times(settings.courts, settings.minutes, settings.rest, settings.referees),
            qualify=settings.qualify,
            third_place=settings.third_place,
        )
    except TournamentRefused as refusal:
        facts: dict[str, Any] = dict(refusal.facts)
        raise Refused(refusal.code, **facts) from None
    names = (
        [group_name(nth) for nth in range(settings.groups)]
        if settings.groups
        else [division.name for division in divisions]
    )
    courts = list(venue.courts.all()[: settings.courts])
    return TournamentPreview(
        settings=settings,
        venue=venue,
        plan=made,
        group_names=tuple(names),
        courts=tuple(_court_names(courts, settings.courts)),
        teams={team.pk: team for team in teams},
        clashes=_clashes(made, courts, settings),
        digest=canonical.digest(
            canonical.dumps(
                {
                    "season": season.pk,
                    "settings": settings.facts(),
                    "groups": [list(group) for group in made.groups],
                    "matches": [
                        [row.key, row.home, row.away, row.court, row.starts] for row in made.matches
                    ],
                }
            )
        ),
    )


def _groups(
    divisions: Sequence[Division], teams: Sequence[Team], settings: TournamentSettings
) -> list[list[int]]:
    if not settings.groups:
        return [[team.pk for team in teams if team.division_id == one.pk] for one in divisions]
    here = {team.pk for team in teams}
    heads = [pk for pk in dict.fromkeys(settings.heads) if pk in here]
    others = sorted(
        (team for team in teams if team.pk not in heads), key=lambda team: sort_key(team.name)
    )
    if settings.seed is not None:
        # As in the calendar: Python promises `random()` for a seed in every version, no shuffle.
        source = random.Random(settings.seed)
        others.sort(key=lambda _team: source.random())
    order = [*heads, *(team.pk for team in others)]
    return [[int(team) for team in group] for group in snake(order, settings.groups)]


def _court_names(courts: Sequence[Court], many: int) -> list[str]:
    """The courts that the venue has, and names for those it will get."""
    names = [court.name for court in courts]
    number = len(names)
    while len(names) < many:
        number += 1
        if court_name(number) not in names:
            names.append(court_name(number))
    return names


def _clashes(made: Plan, courts: Sequence[Court], settings: TournamentSettings) -> frozenset[int]:
    """Numbers of the matches for which another tournament has the court."""
    length = timedelta(minutes=settings.minutes)
    taken = Fixture.objects.filter(
        court__in=courts,
        until__gt=settings.starts_at,
        starts_at__lt=settings.starts_at + timedelta(minutes=made.table.lasts),
    ).values_list("court_id", "starts_at", "until")
    busy = [(court, starts, until) for court, starts, until in taken if starts and until]
    found = set()
    for row in made.matches:
        if row.court < len(courts):
            starts = settings.starts_at + timedelta(minutes=row.starts)
            if any(
                court == courts[row.court].pk and begins < starts + length and starts < until
                for court, begins, until in busy
            ):
                found.add(row.number)
    return frozenset(found)
