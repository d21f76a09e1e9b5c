"""What the public pages of a season start from: the season, its groups, and its encounters."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from league.models import Division, Matchday, Season, Team
from matches.models import Encounter, Partida, Ruling
from matches.moments import night_of
from matches.selectors.live_matches import sets_now
from matches.states.encounter import EncounterState, EndedKind
from matches.states.partida import EndedAs

BEING_PLAYED = (EncounterState.DRAWN, EncounterState.PLAYING)
SHOWN = 6


@dataclass(frozen=True)
class Live:
    """Where an encounter stands while it is played: points so far and boards that have ended."""

    home: int
    away: int
    ended: int


def season_by_slugs(competition: str, season: str) -> Season:
    """Raises Season.DoesNotExist."""
    return Season.objects.select_related("competition").get(
        competition__slug=competition, slug=season
    )


def phases_of(season: Season) -> list[Division]:
    """The groups in their order and the knock-outs behind them, each with the season at hand, and
    the tournament day if it is of one."""
    phases = list(
        Division.phases.filter(season=season)
        .select_related("tournament__venue")
        .order_by("position", "pk")
    )
    for phase in phases:
        phase.season = season
        if phase.tournament is not None:
            phase.tournament.season = season
    return phases


def listed(rows: Iterable[Encounter], divisions: Iterable[Division]) -> list[Encounter]:
    """The rows, each with its group (and so its season) at hand: no query."""
    by_id = {division.pk: division for division in divisions}
    found = list(rows)
    for row in found:
        row.division = by_id[row.division_id]
    return found


def encounters_of(divisions: Iterable[Division]) -> QuerySet[Encounter]:
    """Encounters with all that a line of a list prints."""
    return Encounter.objects.filter(
        division__in=[division.pk for division in divisions]
    ).select_related("home", "away", "venue", "matchday", "fixture__court")


@dataclass(frozen=True)
class SeasonNow:
    """What a season's front page shows of its encounters."""

    tonight: list[Encounter]
    week: list[Encounter]
    next: list[Encounter]
    last: list[Encounter]


def season_now(divisions: Sequence[Division], *, now: datetime) -> SeasonNow:
    """Tonight, the rest of this week, the next ones after it, the last results: three queries."""
    night = night_of(now)
    monday = night - timedelta(days=night.weekday())
    begins = timezone.make_aware(datetime.combine(monday, datetime.min.time()))
    ends = timezone.make_aware(datetime.combine(monday + timedelta(days=7), datetime.min.time()))
    encounters = encounters_of(divisions)
    week = listed(
        encounters.filter(starts_at__gte=begins, starts_at__lt=ends).order_by("starts_at", "pk"),
        divisions,
    )
    tonight = [
        row
        for row in week
        if row.starts_at is not None and timezone.localtime(row.starts_at).date() == night
    ]
    upcoming = encounters.filter(starts_at__gte=ends, home_score__isnull=True).exclude(
        state=EncounterState.POSTPONED
    )
    last = (
        encounters.filter(home_score__isnull=False)
        .exclude(kind=EndedKind.ANNULLED)
        .exclude(pk__in=[row.pk for row in week])
    )
    return SeasonNow(
        tonight=tonight,
        week=[row for row in week if row not in tonight],
        next=listed(upcoming.order_by("starts_at", "pk")[:SHOWN], divisions),
        last=listed(last.order_by("-ended_at", "-pk")[:SHOWN], divisions),
    )


def live_of(encounters: Iterable[Encounter]) -> dict[int, Live]:
    """Where those being played stand: one query, none when nobody plays; three where an encounter
    is one match."""
    rows = [row for row in encounters if row.state in BEING_PLAYED]
    if not rows:
        return {}
    sets = sets_now(rows)
    playing = [row.pk for row in rows if row.pk not in sets]
    sums = dict.fromkeys(playing, Live(0, 0, 0))
    sums |= {pk: Live(home, away, 0) for pk, (home, away) in sets.items()}
    if not playing:
        return sums
    for partida in Partida.objects.filter(encounter_id__in=playing):
        so_far = sums[partida.encounter_id]
        home, away = point_of(partida)
        sums[partida.encounter_id] = Live(
            so_far.home + home, so_far.away + away, so_far.ended + bool(partida.ended_as)
        )
    return sums


class Playable(Protocol):
    """A board of the working copy or of an acta."""

    @property
    def home_games(self) -> int: ...

    @property
    def away_games(self) -> int: ...

    @property
    def ended_as(self) -> str: ...

    @property
    def awarded_to(self) -> str: ...


def point_of(partida: Playable) -> tuple[int, int]:
    """The point of a partida that has ended, (0, 0) while it goes on (M-D.2)."""
    if partida.awarded_to:
        home = partida.awarded_to == "HOME"
    elif partida.ended_as in {EndedAs.FORFEIT_HOME, EndedAs.FORFEIT_AWAY}:
        home = partida.ended_as == EndedAs.FORFEIT_AWAY
    elif partida.ended_as == EndedAs.PLAYED and partida.home_games != partida.away_games:
        home = partida.home_games > partida.away_games
    else:
        return 0, 0
    return (1, 0) if home else (0, 1)


def teams_of(divisions: Iterable[Division]) -> list[Team]:
    """The teams of the groups, with peña and venue, and how many fichas are live (`live`)."""
    return list(
        Team.objects.filter(division__in=[division.pk for division in divisions])
        .select_related("club", "venue")
        .annotate(live=Count("registrations", filter=Q(registrations__released_at__isnull=True)))
        .order_by("division__position", "division_id", "sort_key", "pk")
    )


def matchdays_of(division: Division) -> list[Matchday]:
    return list(division.matchdays.order_by("number"))


def recent_rulings(season: Season, many: int) -> list[Ruling]:
    return list(rulings_of(season)[:many])


def rulings_of(season: Season) -> QuerySet[Ruling]:
    """Rulings with the encounter they are about and the one that replaced them, newest first."""
    return season.rulings.select_related(
        "case__encounter__home",
        "case__encounter__away",
        "case__encounter__matchday",
        "replaces",
        "replaced_by",
    ).order_by("-ruled_at", "-pk")


def last_matchday(division: Division) -> QuerySet[Encounter]:
    """Encounters of the latest matchday with a result."""
    latest = (
        Encounter.objects.filter(division=division, home_score__isnull=False)
        .exclude(kind=EndedKind.ANNULLED)
        .order_by("-matchday__number")
        .values("matchday_id")[:1]
    )
    return encounters_of([division]).filter(matchday__in=latest).order_by("starts_at", "pk")
