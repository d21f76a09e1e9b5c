"""A tournament day set up to the point where a test begins: nine teams, three courts."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from league.models import Season, Tournament, User, Venue
from league.services.versions import divisions_touch
from league.states.season import SeasonState
from matches.models import Encounter, Fixture
from matches.selectors.tournaments import TournamentReading, read_tournament
from matches.services.brackets import bracket_digest, bracket_fill
from matches.services.tournament_plans import TournamentSettings, tournament_preview
from matches.services.tournaments import tournament_publish
from rules.mus import ASTURIAS
from tests import factories

TEN = datetime(2026, 12, 5, 9, 0, tzinfo=UTC)  # ten on the wall
BEFORE = TEN - timedelta(days=7)
NAMES = (
    "Les Xanes",
    "El Busgosu",
    "La Güestia",
    "El Nuberu",
    "El Trasgu",
    "La Ayalga",
    "El Cuélebre",
    "El Sumiciu",
    "La Curuxa",
)


@dataclass
class Day:
    """A season whose teams are entered, its organiser, a sports hall, and what was chosen."""

    season: Season
    organiser: User
    venue: Venue
    settings: TournamentSettings
    tournament: Tournament | None = None

    def publish(self, *, at: datetime = BEFORE, **changes: Any) -> Tournament:
        if changes:
            self.settings = changed(self.settings, **changes)
        preview = tournament_preview(season=self.season, settings=self.settings)
        self.tournament = tournament_publish(
            actor=self.organiser,
            season_id=self.season.pk,
            settings=self.settings,
            digest=preview.digest,
            at=at,
        )
        self.season.refresh_from_db()
        return self.tournament

    @property
    def reading(self) -> TournamentReading:
        assert self.tournament is not None
        return read_tournament(
            Tournament.objects.select_related("season").get(pk=self.tournament.pk)
        )

    def fixture(self, number: int) -> Fixture:
        return Fixture.objects.get(tournament=self.tournament, number=number)

    def result(self, fixture: Fixture, home: int, away: int, **facts: Any) -> None:
        """Written past the services: who wins is all a bracket asks."""
        assert fixture.encounter_id is not None
        ended(fixture.encounter_id, home, away, **facts)

    def play_group(self, nth: int, **facts: Any) -> None:
        """Who stands first in the group's list wins all, the next all others, and so on."""
        group = self.reading.groups[nth]
        order = {team.pk: at for at, team in enumerate(self.strength(nth))}
        for fixture in group.fixtures:
            encounter = fixture.encounter
            assert encounter is not None
            stronger = order[encounter.home_id] < order[encounter.away_id]
            self.result(fixture, *((3, 1) if stronger else (1, 3)), **facts)

    def strength(self, nth: int) -> list[Any]:
        return sorted(self.reading.groups[nth].division.teams.all(), key=lambda team: team.pk)

    def fill(self, *, at: datetime = TEN) -> list[Fixture]:
        assert self.tournament is not None
        return bracket_fill(
            actor=self.organiser,
            tournament_id=self.tournament.pk,
            digest=bracket_digest(self.reading.ready),
            at=at,
        )


def changed(settings: TournamentSettings, **changes: Any) -> TournamentSettings:
    return TournamentSettings(**{**_values(settings), **changes})


def _values(settings: TournamentSettings) -> dict[str, Any]:
    return {name: getattr(settings, name) for name in TournamentSettings.__dataclass_fields__}


def ended(pk: int, home: int, away: int, **facts: Any) -> None:
    Encounter.objects.filter(pk=pk).update(
        **{
            "state": "SIGNED",
            "kind": "PLAYED",
            "home_score": home,
            "away_score": away,
            "home_games": 5 * home,
            "away_games": 5 * away,
            "ended_at": TEN + timedelta(minutes=25),
        }
        | facts
    )
    divisions_touch(Encounter.objects.filter(pk=pk).values_list("division_id", flat=True))


def mus_season(**facts: Any) -> Season:
    season: Season = factories.season(options=ASTURIAS.to_mapping(), **facts)
    return season


def day(
    *,
    teams: int = 9,
    make_season: Callable[..., Season] = mus_season,
    hall: Venue | None = None,
    **choices: Any,
) -> Day:
    """Registration is open, all teams wait in one group."""
    season = make_season(state=SeasonState.REGISTRATION)
    organiser = factories.role(season=season).user
    division = factories.division(season=season, name="Inscritos", slug="inscritos")
    venue = hall or factories.venue(name="Polideportivo de La Toba")
    for nth in range(teams):
        name = NAMES[nth] if nth < len(NAMES) else f"Peña {nth + 1}"
        factories.team(division=division, name=name, slug=f"equipo-{nth}", venue=None)
    settings = TournamentSettings(
        **{
            "name": "Torneo de La Toba",
            "venue": venue.pk,
            "starts_at": TEN,
            "courts": 3,
            "minutes": 30,
            "divisions": (division.pk,),
            "qualify": 2,
            "third_place": True,
            "groups": 3,
            "heads": tuple(division.teams.order_by("pk").values_list("pk", flat=True)),
        }
        | choices
    )
    return Day(season, organiser, venue, settings)
