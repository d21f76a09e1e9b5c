"""A tournament day of cachibol beside the two leagues: nine teams on three courts, half played.

Its first two rows were reported by the organiser, the third begins about now.
"""

from datetime import datetime, time, timedelta

from django.conf import settings
from django.db import transaction

from league.models import Branch, Season, Tournament, User
from league.services import clubs, divisions, seasons, teams
from league.services.teams import HomeNight
from league.states.season import SeasonEvent
from matches.demo.season import DOMAIN
from matches.models import Fixture
from matches.services.match_reports import match_report
from matches.services.seasons import season_start
from matches.services.tournament_plans import TournamentSettings, tournament_preview
from matches.services.tournaments import tournament_publish
from rules.registry import discipline

_CODE = "cachibol"
HALL = "Polideportivo de La Toba"
MINUTES = 30
ROWS_PLAYED = 2
# As they are seeded.
ENTRIES = (
    "Les Xanes de Peñaullán",
    "El Busgosu de Caso",
    "La Güestia de Tapia",
    "El Nuberu de Somiedo",
    "El Trasgu de la Ferrería",
    "La Ayalga de Proaza",
    "El Cuélebre de Noreña",
    "El Sumiciu de Grao",
    "La Curuxa de Cabrales",
)
SETS = (((10, 6), (10, 7)), ((8, 10), (10, 5), (10, 8)), ((7, 10), (10, 12)))


@transaction.atomic
def tournament_build(*, now: datetime) -> Tournament:
    """Build the day as of `now`, after the other seasons: its organiser is theirs."""
    if settings.PRODUCTION:
        raise RuntimeError("The demo has known passwords: it is not for a production site.")
    organiser = User.objects.get(email=f"organizacion@{DOMAIN}")
    season = _entered(organiser, now - timedelta(weeks=3))
    hall = clubs.venue_create(
        actor=organiser,
        season_id=season.pk,
        name=HALL,
        town="Avilés",
        tables=3,
        at=now - timedelta(weeks=3),
    )
    # The row that is due began a moment ago.
    begins = now.replace(second=0, microsecond=0) - timedelta(minutes=ROWS_PLAYED * MINUTES + 2)
    division = season.divisions.get()
    chosen = TournamentSettings(
        name="Torneo de San Agustín",
        venue=hall.pk,
        starts_at=begins,
        courts=3,
        minutes=MINUTES,
        divisions=(division.pk,),
        qualify=2,
        third_place=True,
        groups=3,
        heads=tuple(division.teams.order_by("pk").values_list("pk", flat=True)),
    )
    tournament = tournament_publish(
        actor=organiser,
        season_id=season.pk,
        settings=chosen,
        digest=tournament_preview(season=season, settings=chosen).digest,
        at=now - timedelta(weeks=1),
    )
    season_start(actor=organiser, season_id=season.pk, at=now - timedelta(days=1))
    for nth, fixture in enumerate(_played(tournament, now)):
        assert fixture.encounter_id is not None and fixture.until is not None  # of a group
        ended = fixture.until - timedelta(minutes=4)
        match_report(
            actor=organiser,
            encounter_id=fixture.encounter_id,
            sets=SETS[nth % len(SETS)],
            ended_at=ended,
            at=ended,
        )
    return tournament


def _entered(organiser: User, at: datetime) -> Season:
    """The season with all its teams in one group, from which they are dealt out."""
    season = seasons.season_create(
        actor=organiser,
        founding=seasons.Founding(
            season_name=str(at.year),
            competition_name="Torneo de San Agustín de cachibol",
            organiser_name="Asociación Asturiana de Cachibol",
        ),
        discipline_code=_CODE,
        at=at,
        options=dict(discipline(_CODE).presets[0].settings),
        withdrawal_policy="annul",
        branch=Branch.WOMEN,
    )
    division = divisions.division_create(
        actor=organiser, season_id=season.pk, name="Inscritos", at=at
    )
    seasons.season_move(
        actor=organiser, season_id=season.pk, event=SeasonEvent.OPEN_REGISTRATION, at=at
    )
    for name in ENTRIES:
        teams.team_create(
            actor=organiser,
            season_id=season.pk,
            division_id=division.pk,
            club_name=name,
            home=HomeNight(venue_id=None, weekday=5, hour=time(10, 0)),
            at=at,
        )
    season.refresh_from_db()
    return season


def _played(tournament: Tournament, now: datetime) -> list[Fixture]:
    return list(
        tournament.fixtures.filter(until__lte=now, encounter__isnull=False).order_by("number")
    )
