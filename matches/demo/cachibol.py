"""The small season of cachibol beside the one of mus: six teams of women of fifty to fifty-nine.

Two weeks were reported by the organiser set by set, the third stands on its sheets, and the fourth
is this one: three matches tonight, the first in its second set. One certificate has run out, so
that somebody may not play.
"""

import random
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction

from league.models import Branch, DelegateKind, RoleKind, Season, StaffPost, Team, User
from league.services import clubs, divisions, registrations, seasons, staff, team_sheets, teams
from league.services.team_sheets import Certificate, TeamSheet
from league.services.teams import HomeNight
from league.states.season import SeasonEvent
from matches.demo import names
from matches.demo.cachibol_match import SheetWriter
from matches.demo.season import DOMAIN, PASSWORD, Account
from matches.models import Encounter
from matches.moments import night_of
from matches.services import calendars, publications
from matches.services.calendars import CalendarSettings
from matches.services.match_reports import match_report
from matches.services.referees import referee_assign
from matches.services.seasons import season_start
from rules.formats import Score
from rules.registry import discipline

WEEKS_PLAYED = 3
_SEED = 50_59
_CODE = "cachibol"

COMPETITION = "Liga asturiana de cachibol"
ORGANISER = "Asociación Asturiana de Cachibol"


@dataclass(frozen=True)
class Entry:
    """A team: where it plays, how many it has, and how well it plays (0 to 1)."""

    name: str
    venue: str
    town: str
    players: int
    strength: float


ENTRIES = (
    Entry("Les Ayalgues de Turón", "Polideportivo de La Veguina", "Mieres", 12, 0.75),
    Entry("Les Madreñes de La Felguera", "Pabellón del Puente Nuevu", "Langreo", 11, 0.60),
    Entry("Cachibol Peñamea", "Polideportivo de Les Campes", "Siero", 10, 0.62),
    Entry("Les Gaviotes de Candás", "Pabellón de la Rula Vieya", "Carreño", 10, 0.50),
    Entry("Les Ondines de Llanes", "Polideportivo de La Talá", "Llanes", 9, 0.45),
    Entry("El Xareu de Piloña", "Pabellón de La Corca", "Piloña", 10, 0.30),
)

FIRST_NAMES = [
    "Adosinda",
    "Amparo",
    "Aurora",
    "Balbina",
    "Begoña",
    "Berta",
    "Carmina",
    "Covadonga",
    "Delfina",
    "Elvira",
    "Esther",
    "Florentina",
    "Herminia",
    "Josefina",
    "Ludivina",
    "Marisa",
    "Maruja",
    "Nieves",
    "Oliva",
    "Pilar",
    "Rosario",
    "Sabina",
    "Sofía",
    "Telva",
]


@dataclass
class _Stage:
    now: datetime
    chance: random.Random
    season: Season
    organiser: User
    entries: dict[int, Entry] = field(default_factory=dict)
    delegates: dict[int, User] = field(default_factory=dict)

    @property
    def today(self) -> date:
        return night_of(self.now)


@transaction.atomic
def cachibol_build(*, now: datetime) -> list[Account]:
    """Build the season as of `now`, after that of mus: its organiser and referee take part in both.
    Returns the accounts to print."""
    if settings.PRODUCTION:
        raise RuntimeError("The demo has known passwords: it is not for a production site.")
    stage = _found(now)
    _enter(stage)
    _schedule(stage)
    writer = SheetWriter(
        referee=User.objects.get(email=f"arbitro@{DOMAIN}"),
        delegates=stage.delegates,
        chance=stage.chance,
    )
    for encounter in _due(stage):
        if encounter.matchday.number == WEEKS_PLAYED:
            writer.whole(encounter, favour=_favour(stage, encounter))
        else:
            _play(stage, encounter)
    for encounter in _tonight(stage):
        referee_assign(
            actor=stage.organiser,
            encounter_id=encounter.pk,
            referee_id=writer.referee.pk,
            at=now - timedelta(days=2),
        )
    for encounter in _tonight(stage)[:1]:
        writer.into_the_second_set(encounter, now=now)
    _publish(stage)
    User.objects.filter(email__startswith="cachibol.").update(password=make_password(PASSWORD))
    return accounts(stage.season)


def _found(now: datetime) -> _Stage:
    beginning = now - timedelta(weeks=WEEKS_PLAYED + 6)
    organiser = User.objects.get(email=f"organizacion@{DOMAIN}")
    rules = discipline(_CODE)
    year = night_of(now).year
    season = seasons.season_create(
        actor=organiser,
        founding=seasons.Founding(
            season_name=f"{year}, femenina B",
            competition_name=COMPETITION,
            organiser_name=ORGANISER,
        ),
        discipline_code=_CODE,
        at=beginning,
        options=dict(rules.presets[0].settings),
        withdrawal_policy="annul",
        branch=Branch.WOMEN,
        category="B",
        age_from=50,
        age_to=59,
        reference_date=date(year, 12, 31),
    )
    for name, kind in (("comite", RoleKind.COMMITTEE), ("arbitro", RoleKind.REFEREE)):
        staff.role_grant(
            actor=organiser,
            season_id=season.pk,
            email=f"{name}@{DOMAIN}",
            name="",
            kind=kind,
            at=beginning,
        )
    return _Stage(now, random.Random(_SEED), season, organiser)


def _enter(stage: _Stage) -> None:
    """Teams with shirts, captain, staff, certificates and a delegate."""
    at = stage.now - timedelta(weeks=WEEKS_PLAYED + 5)
    season, actor = stage.season, stage.organiser
    division = divisions.division_create(actor=actor, season_id=season.pk, name="Femenina B", at=at)
    seasons.season_move(
        actor=actor, season_id=season.pk, event=SeasonEvent.OPEN_REGISTRATION, at=at
    )
    for place, entry in enumerate(ENTRIES):
        venue = clubs.venue_create(
            actor=actor, season_id=season.pk, name=entry.venue, town=entry.town, tables=1, at=at
        )
        team = teams.team_create(
            actor=actor,
            season_id=season.pk,
            division_id=division.pk,
            club_name=entry.name,
            home=HomeNight(
                venue_id=venue.pk,
                # There is a match tonight whatever the day.
                weekday=stage.today.weekday(),
                hour=time(19, 0),
            ),
            at=at,
        )
        stage.entries[team.pk] = entry
        _players(stage, team, entry, at)
        delegate = staff.delegate_name(
            actor=actor,
            season_id=season.pk,
            team_id=team.pk,
            email=f"cachibol.{place + 1}@{DOMAIN}",
            name=_anybody(stage),
            kind=DelegateKind.PRINCIPAL,
            at=at,
        )
        stage.delegates[team.pk] = delegate.user


def _players(stage: _Stage, team: Team, entry: Entry, at: datetime) -> None:
    year = stage.season.reference_date.year if stage.season.reference_date else stage.today.year
    numbers = sorted(stage.chance.sample(range(1, 19), entry.players))
    fichas = [
        registrations.player_register(
            actor=stage.organiser,
            season_id=stage.season.pk,
            team_id=team.pk,
            person=registrations.Person(
                licence=f"CB-{team.pk:03d}{number:02d}",
                first_name=stage.chance.choice(FIRST_NAMES),
                last_name=" ".join(stage.chance.sample(names.LAST_NAMES, 2)),
                birth_date=date(year - stage.chance.randrange(50, 60), 1, 1)
                + timedelta(days=stage.chance.randrange(365)),
            ),
            shirt=number,
            paper=Certificate(
                at.date() - timedelta(days=stage.chance.randrange(1, 14)),
                # One of the last team has run out meanwhile.
                stage.today - timedelta(days=2) if entry is ENTRIES[-1] and nth == 1 else None,
            ),
            at=at,
        )
        for nth, number in enumerate(numbers)
    ]
    team_sheets.team_sheet_update(
        actor=stage.organiser,
        season_id=stage.season.pk,
        team_id=team.pk,
        sheet=TeamSheet(
            shirts={row.pk: row.shirt for row in fichas},
            captain=fichas[0].pk,
            staff={
                StaffPost.COACH: _anybody(stage),
                StaffPost.ASSISTANT: _anybody(stage),
                StaffPost.DOCTOR: _anybody(stage),
            },
        ),
        at=at,
    )


def _anybody(stage: _Stage) -> str:
    first, last = (stage.chance.choice(one) for one in (FIRST_NAMES, names.LAST_NAMES))
    return f"{first} {last}"


def _schedule(stage: _Stage) -> None:
    """The week of today is the fourth: it began the day before yesterday."""
    at = stage.now - timedelta(weeks=WEEKS_PLAYED + 3)
    division = stage.season.divisions.get()
    plan = CalendarSettings(
        first_date=stage.today - timedelta(days=2, weeks=WEEKS_PLAYED), seed=_SEED
    )
    preview = calendars.calendar_preview(division=division, settings=plan)
    calendars.calendar_save(
        actor=stage.organiser,
        division_id=division.pk,
        settings=plan,
        digest=preview.digest,
        at=at,
    )
    seasons.season_publish(actor=stage.organiser, season_id=stage.season.pk, at=at)
    season_start(actor=stage.organiser, season_id=stage.season.pk, at=at)


def _due(stage: _Stage) -> list[Encounter]:
    """What earlier evenings have played."""
    rows = Encounter.objects.filter(division__season=stage.season, state="SCHEDULED")
    return [
        row
        for row in rows.select_related("home", "away", "matchday", "division__season").order_by(
            "starts_at", "pk"
        )
        if row.starts_at and night_of(row.starts_at) < stage.today
    ]


def _tonight(stage: _Stage) -> list[Encounter]:
    rows = Encounter.objects.filter(division__season=stage.season, state="SCHEDULED")
    return [
        row
        for row in rows.select_related("home", "away", "division__season").order_by("pk")
        if row.starts_at and night_of(row.starts_at) == stage.today
    ]


def _favour(stage: _Stage, encounter: Encounter) -> float:
    """How likely the home team wins a rally."""
    better = stage.entries[encounter.home_id].strength - stage.entries[encounter.away_id].strength
    return 0.5 + better / 4


def _play(stage: _Stage, encounter: Encounter) -> None:
    assert encounter.starts_at is not None
    ended_at = encounter.starts_at + timedelta(minutes=35 + encounter.pk % 20)
    match_report(
        actor=stage.organiser,
        encounter_id=encounter.pk,
        sets=_sets(stage, encounter),
        ended_at=ended_at,
        at=ended_at + timedelta(minutes=10),
    )


def _sets(stage: _Stage, encounter: Encounter) -> list[Score]:
    """The points of the sets of a match that could have been."""
    better = stage.entries[encounter.home_id].strength - stage.entries[encounter.away_id].strength
    favour, won, sets = 0.5 + better / 2, [0, 0], []
    while max(won) < 2:
        home = stage.chance.random() < favour
        high, low = stage.chance.choice(((10, 3), (10, 5), (10, 6), (10, 8), (11, 9), (12, 10)))
        sets.append((high, low) if home else (low, high))
        won[0 if home else 1] += 1
    return sets


def _publish(stage: _Stage) -> None:
    division = stage.season.divisions.get()
    publications.publication_publish(
        actor=stage.organiser,
        division_id=division.pk,
        matchday_id=division.matchdays.get(number=WEEKS_PLAYED).pk,
        note="",
        at=stage.now - timedelta(days=3),
    )


def accounts(season: Season) -> list[Account]:
    """The delegates of the season's next match."""
    row = (
        Encounter.objects.filter(division__season=season, home_score__isnull=True)
        .select_related("home", "away")
        .order_by("starts_at", "pk")
        .first()
    )
    listed = []
    for team, side in ((row.home, "local"), (row.away, "visitante")) if row else ():
        delegate = team.delegates.filter(kind=DelegateKind.PRINCIPAL).first()
        if delegate is not None:
            listed.append(Account(delegate.user.email, f"cachibol, delegada {side}, {team.name}"))
    return listed
