"""The demo season: half played, with everything that happens in a league somewhere in it.

The calendar is laid so that its twelfth week is this one: some encounters of that week were played
last night, some are tonight.
"""

import random
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from league.models import DelegateKind, Registration, RoleKind, Season, Team, User
from league.services import clubs, divisions, registrations, seasons, staff, teams
from league.services.teams import HomeNight
from league.states.season import SeasonEvent
from matches.demo import names
from matches.demo.evenings import Evenings
from matches.demo.events import Events
from matches.models import Encounter
from matches.moments import night_of
from matches.selectors.prizes import proposals_of
from matches.services import calendars, publications
from matches.services.calendars import CalendarSettings
from matches.services.prizes import prize_award, prize_define
from matches.services.seasons import season_start
from rules.mus import ASTURIAS

PASSWORD = "amarraco"  # noqa: S105  printed on purpose, refused in production
DOMAIN = "demo.example"
WEEKS_PLAYED = 11
_SEED = 20_2627


@dataclass(frozen=True)
class Account:
    """A demo account as it is printed."""

    email: str
    what: str


@dataclass
class Stage:
    """What the parts of the demo share."""

    now: datetime
    chance: random.Random
    season: Season
    organiser: User
    teams: list[Team] = field(default_factory=list)
    delegates: dict[int, User] = field(default_factory=dict)
    committee: list[User] = field(default_factory=list)
    referee: User | None = None

    @property
    def today(self) -> date:
        return night_of(self.now)

    def strength(self, team: Team) -> float:
        return next(entry.strength for entry in names.ENTRIES if entry.name == team.name)


@transaction.atomic
def demo_build(*, now: datetime) -> list[Account]:
    """Build the demo season as of `now`. Returns the accounts to print."""
    if settings.PRODUCTION:
        raise RuntimeError("The demo has known passwords: it is not for a production site.")
    stage = _found(now)
    _enter(stage)
    _schedule(stage)
    evenings = Evenings(stage)
    events = Events(stage, evenings)
    for number in range(1, WEEKS_PLAYED + 2):
        events.before(number)
        for encounter in _due(stage, number):
            if not events.handles(encounter):
                evenings.play(encounter)
        events.after(number)
        if number in (6, WEEKS_PLAYED):
            _publish(stage, number)
    events.tonight(_tonight(stage))
    _prizes(stage)
    _passwords()
    return accounts(stage.season)


def _found(now: datetime) -> Stage:
    beginning = now - timedelta(weeks=WEEKS_PLAYED + 6)
    organiser = User.objects.create_user(f"organizacion@{DOMAIN}", name="Adosinda Riaño (demo)")
    organiser.is_staff = True
    organiser.save(update_fields=["is_staff"])
    season = seasons.season_create(
        actor=organiser,
        founding=seasons.Founding(
            season_name=_edition(now),
            competition_name=names.COMPETITION,
            organiser_name=names.ORGANISER,
        ),
        discipline_code="mus",
        at=beginning,
        options=ASTURIAS.to_mapping(),
        scheme={},
        withdrawal_policy="annul",
        courtesy_minutes=15,
        max_duration_minutes=240,
        expected_minutes=150,
        delivery_point="Cafetería La Fragata, calle del Faro, 19 (Avilés)",
    )
    stage = Stage(now=now, chance=random.Random(_SEED), season=season, organiser=organiser)
    for email, name, kind in (
        ("comite", "Belarmino Quirós (demo)", RoleKind.COMMITTEE),
        ("comite2", "Telva Noriega (demo)", RoleKind.COMMITTEE),
        ("arbitro", "Vidal Entrialgo (demo)", RoleKind.REFEREE),
    ):
        role = staff.role_grant(
            actor=organiser,
            season_id=season.pk,
            email=f"{email}@{DOMAIN}",
            name=name,
            kind=kind,
            at=beginning,
        )
        if kind == RoleKind.COMMITTEE:
            stage.committee.append(role.user)
        else:
            stage.referee = role.user
    return stage


def _edition(now: datetime) -> str:
    local = timezone.localtime(now)
    first = local.year if local.month >= 8 else local.year - 1
    return f"{first}/{(first + 1) % 100:02d}"


def _enter(stage: Stage) -> None:
    """Peñas, their venues and nights, players and delegates."""
    at = stage.now - timedelta(weeks=WEEKS_PLAYED + 5)
    season, actor = stage.season, stage.organiser
    division = divisions.division_create(
        actor=actor, season_id=season.pk, name="Primera", relegated=2, promoted=1, at=at
    )
    seasons.season_move(
        actor=actor, season_id=season.pk, event=SeasonEvent.OPEN_REGISTRATION, at=at
    )
    venues: dict[str, int] = {}
    for place, entry in enumerate(names.ENTRIES):
        if entry.venue not in venues:
            venue = clubs.venue_create(
                actor=actor,
                season_id=season.pk,
                name=entry.venue,
                address=entry.address,
                town=entry.town,
                tables=entry.tables,
                at=at,
            )
            venues[entry.venue] = venue.pk
        team = teams.team_create(
            actor=actor,
            season_id=season.pk,
            division_id=division.pk,
            club_name=entry.name,
            home=HomeNight(
                venue_id=venues[entry.venue],
                # Half of the peñas receive on the weekday of today, half on yesterday's: there is
                # an encounter tonight whatever the day.
                weekday=(stage.today - timedelta(days=place % 2)).weekday(),
                hour=entry.hour,
            ),
            at=at,
        )
        stage.teams.append(team)
        _fichas(stage, team, entry.players, at)
        _delegates(stage, team, place, at)
    _tie_a_member(stage)


def _tie_a_member(stage: Stage) -> None:
    """The second committee member belongs to a peña, and is kept out of its cases."""
    role = stage.season.roles.get(user=stage.committee[1])
    staff.role_update(
        actor=stage.organiser,
        season_id=stage.season.pk,
        role_id=role.pk,
        club_id=stage.teams[0].club_id,
        at=stage.now - timedelta(weeks=WEEKS_PLAYED + 5),
    )


def _fichas(stage: Stage, team: Team, count: int, at: datetime) -> None:
    for number in range(count):
        registrations.player_register(
            actor=stage.organiser,
            season_id=stage.season.pk,
            team_id=team.pk,
            person=registrations.Person(
                licence=f"AV-{team.pk:02d}{number + 1:02d}",
                first_name=stage.chance.choice(names.FIRST_NAMES),
                last_name=" ".join(stage.chance.sample(names.LAST_NAMES, 2)),
                birth_date=date(1945, 1, 1) + timedelta(days=stage.chance.randrange(365 * 55)),
            ),
            at=at,
        )


def _delegates(stage: Stage, team: Team, place: int, at: datetime) -> None:
    slug = team.slug.removeprefix("pena-")
    for kind, suffix in ((DelegateKind.PRINCIPAL, ""), (DelegateKind.SUBSTITUTE, ".suplente")):
        if kind == DelegateKind.SUBSTITUTE and place % 3:
            continue
        delegate = staff.delegate_name(
            actor=stage.organiser,
            season_id=stage.season.pk,
            team_id=team.pk,
            email=f"{slug}{suffix}@{DOMAIN}",
            name=_anybody(stage),
            kind=kind,
            at=at,
        )
        if kind == DelegateKind.PRINCIPAL:
            stage.delegates[team.pk] = delegate.user


def _anybody(stage: Stage) -> str:
    first, last = (stage.chance.choice(n) for n in (names.FIRST_NAMES, names.LAST_NAMES))
    return f"{first} {last}"


def _schedule(stage: Stage) -> None:
    """The week of today is the twelfth: it began the day before yesterday."""
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


def _due(stage: Stage, number: int) -> list[Encounter]:
    """Encounters of the matchday that earlier evenings have still to play."""
    rows = Encounter.objects.filter(
        division__season=stage.season, matchday__number=number, state="SCHEDULED"
    )
    return [
        row
        for row in rows.select_related("home", "away").order_by("starts_at", "pk")
        if row.starts_at and night_of(row.starts_at) < stage.today
    ]


def _tonight(stage: Stage) -> list[Encounter]:
    rows = Encounter.objects.filter(division__season=stage.season, state="SCHEDULED")
    return [
        row
        for row in rows.select_related("home", "away").order_by("starts_at", "pk")
        if row.starts_at and night_of(row.starts_at) == stage.today
    ]


def _publish(stage: Stage, number: int) -> None:
    division = stage.season.divisions.get()
    matchday = division.matchdays.get(number=number)
    last = (
        Encounter.objects.filter(matchday=matchday, ended_at__isnull=False)
        .order_by("-ended_at")
        .first()
    )
    moment = last.ended_at if last and last.ended_at else stage.now
    publications.publication_publish(
        actor=stage.organiser,
        division_id=division.pk,
        matchday_id=matchday.pk,
        note="",
        at=min(moment + timedelta(hours=30), stage.now),
    )


def _prizes(stage: Stage) -> None:
    """Those of the table, a free one, and one won at half-time that waits for the dinner."""
    division = stage.season.divisions.get()
    for name, position in names.PRIZES:
        prize_define(
            actor=stage.organiser,
            season_id=stage.season.pk,
            name=name,
            division_id=division.pk if position else None,
            position=position,
            at=stage.now - timedelta(days=6),
        )
    leader = next(found for found in proposals_of(stage.season) if found.prize.position == 1)
    prize_award(
        actor=stage.organiser,
        prize_id=stage.season.prizes.get(name=names.PRIZE_AT_HALF_TIME).pk,
        team_id=leader.teams[0][0],
        at=stage.now - timedelta(days=2),
    )


def _passwords() -> None:
    """Everybody of the demo signs in with the same password (one hash: hashing is slow)."""
    User.objects.filter(email__endswith=f"@{DOMAIN}").update(password=make_password(PASSWORD))


def accounts(season: Season) -> list[Account]:
    """The accounts worth printing: tonight's two delegates first."""
    rows = [
        row
        for row in Encounter.objects.filter(division__season=season, state="SCHEDULED")
        .select_related("home", "away")
        .order_by("starts_at", "pk")
        if row.starts_at and row.starts_at > timezone.now() - timedelta(hours=26)
    ]
    listed = []
    for row in rows[:1]:
        for team, side in ((row.home, "local"), (row.away, "visitante")):
            delegate = team.delegates.filter(kind=DelegateKind.PRINCIPAL).first()
            if delegate:
                listed.append(
                    Account(delegate.user.email, f"delegado {side} de esta noche, {team.name}")
                )
    for name, what in (
        ("organizacion", "organización"),
        ("comite", "comité de competición"),
        ("comite2", "comité, vinculada a una peña"),
        ("arbitro", "juez-árbitro"),
    ):
        listed.append(Account(f"{name}@{DOMAIN}", what))
    return listed


def players_of(team: Team) -> list[Registration]:
    return list(team.registrations.filter(released_at__isnull=True).order_by("slot"))
