"""What a season needs before its past results can be imported: itself, its groups, its teams."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, time
from typing import Any

from league import ledger
from league.collation import sort_key
from league.models import Club, Competition, Division, Season, Team, User
from league.services.clubs import club_add
from league.services.divisions import division_create
from league.services.locks import refuse_after_calendar
from league.services.seasons import Founding, season_create, season_move, season_update
from league.slugs import free_slug
from league.states.season import SeasonEvent
from matches.models import Encounter
from matches.season_import_plan import ImportPlan

WEEKDAY, HOUR = 4, time(22, 0)


@dataclass(frozen=True, slots=True)
class ImportInto:
    """Where the files go. `settings` are those of `season_create`, left alone when the season is
    there already and they are equal or not given; `hour` is that of encounters without one."""

    competition: str
    season: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    hour: time = HOUR
    publish: bool = False
    start: bool = False


@dataclass(slots=True)
class ImportDone:
    """What was written."""

    season: Season
    founded: bool = False
    divisions: int = 0
    teams: int = 0
    encounters: int = 0
    results: int = 0
    corrected: int = 0
    adjusted: int = 0
    withdrawn: int = 0

    @property
    def changes(self) -> int:
        return (
            self.founded
            + self.divisions
            + self.teams
            + self.encounters
            + self.results
            + self.corrected
            + self.adjusted
            + self.withdrawn
        )


def season_of(actor: User, into: ImportInto, at: datetime) -> ImportDone:
    """The season of that name, founded and open for its teams if there is none."""
    competition = Competition.objects.filter(name__iexact=into.competition).first()
    season = Season.objects.filter(competition=competition, name=into.season).first()
    if season is not None and competition is not None:
        _lock(season)
        changed = {
            name: value
            for name, value in into.settings.items()
            if getattr(season, name) != value and name not in {"scheme", "options"}
        }
        for name in ("scheme", "options"):
            given = into.settings.get(name)
            stored = getattr(season, name)
            if given and any(stored.get(key) != value for key, value in given.items()):
                changed[name] = {**stored, **given}
        if changed:
            season = season_update(actor=actor, season_id=season.pk, at=at, **changed)
        return ImportDone(season)
    founding = Founding(
        season_name=into.season,
        competition_id=competition.pk if competition else None,
        competition_name=into.competition,
    )
    season = season_create(
        actor=actor, founding=founding, discipline_code="mus", at=at, **into.settings
    )
    season_move(actor=actor, season_id=season.pk, event=SeasonEvent.OPEN_REGISTRATION, at=at)
    return ImportDone(season, founded=True)


def _lock(season: Season) -> None:
    """All that an import may write, in the order in which everybody locks, before the record is."""
    Season.objects.select_for_update(of=("self",), no_key=True).get(pk=season.pk)
    for rows in (
        Encounter.objects.filter(division__season=season),
        Team.objects.filter(division__season=season),
        season.divisions.all(),
    ):
        list(rows.select_for_update(of=("self",), no_key=True).order_by("pk").only("pk"))


def divisions_of(
    actor: User, season: Season, plan: ImportPlan, done: ImportDone, at: datetime
) -> dict[str, Division]:
    found = {division.name: division for division in season.divisions.all()}
    for name in plan.divisions:
        if name not in found:
            found[name] = division_create(actor=actor, season_id=season.pk, name=name, at=at)
            done.divisions += 1
    return {name: found[name] for name in plan.divisions}


def teams_of(
    actor: User,
    season: Season,
    divisions: Mapping[str, Division],
    plan: ImportPlan,
    into: ImportInto,
    done: ImportDone,
    at: datetime,
) -> dict[tuple[str, str], Team]:
    present = Team.objects.filter(division__season=season).select_related("division")
    found = {(team.division.name, team.name): team for team in present}
    clubs = {sort_key(name): pk for name, pk in Club.objects.values_list("name", "pk")}
    for division, names in plan.teams.items():
        for name in names:
            if (division, name) in found:
                continue
            refuse_after_calendar(season)
            key = sort_key(name)
            if key not in clubs:
                clubs[key] = club_add(actor=actor, season=season, name=name, town="", at=at).pk
            found[division, name] = _team(
                divisions[division],
                clubs[key],
                name,
                _home_night(plan, division, name, into.hour),
            )
            ledger.append(
                season=season,
                actor=actor,
                at=at,
                action="team.entered",
                subject=f"team:{found[division, name].pk}",
                division=divisions[division].pk,
                club=clubs[key],
                venue=None,
            )
            done.teams += 1
    return found


def _team(division: Division, club: int, name: str, night: tuple[int, time]) -> Team:
    """The team as the file calls it: there a name may stand in two groups of a season, which by
    hand it may not, and then it is one peña with two teams."""
    slugs = set(division.teams.values_list("slug", flat=True))
    return Team.objects.create(
        division=division,
        club_id=club,
        name=name,
        slug=free_slug(name, slugs, length=80),
        home_weekday=night[0],
        home_time=night[1],
    )


def _home_night(plan: ImportPlan, division: str, name: str, hour: time) -> tuple[int, time]:
    """The weekday and hour at which the team mostly received."""
    nights = Counter(
        (row.date.weekday(), row.time or hour)
        for row in plan.encounters
        if row.division == division and row.home == name and row.date is not None
    )
    return nights.most_common(1)[0][0] if nights else (WEEKDAY, hour)
