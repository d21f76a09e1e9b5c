"""An evening set up to the point where a test begins."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from league.models import Registration, Season, Team, User
from matches.models import Acta, Encounter
from matches.services import actas, draws, encounters, ending, line_up, partidas
from rules.mus import ASTURIAS
from tests import factories

AT = factories.AT
END = AT + timedelta(hours=2, minutes=10)
GAMES = ((5, 3), (3, 5), (5, 0), (4, 5))
DECKS = (
    "mus.decks.not_confirmed",
    "mus.decks.not_opened_before_visitor",
    "mus.decks.not_sealed",
)


@dataclass
class Evening:
    """Two teams of nine in a season as Asturias plays it, their delegates, and an encounter."""

    season: Season
    encounter: Encounter
    home: User
    away: User
    organiser: User
    home_fichas: list[Registration]
    away_fichas: list[Registration]

    def close_line_ups(
        self, *, home_pairs: int = 4, away_pairs: int = 4, at: datetime = AT
    ) -> None:
        for user, fichas, pairs in (
            (self.home, self.home_fichas, home_pairs),
            (self.away, self.away_fichas, away_pairs),
        ):
            line_up.line_up_close(
                actor=user,
                encounter_id=self.encounter.pk,
                present=[row.pk for row in fichas],
                playing=[row.pk for row in fichas[: 2 * pairs]],
                at=at,
            )

    def draw(self, *, at: datetime = AT) -> None:
        for user in (self.home, self.away):
            draws.draw_tap(actor=user, encounter_id=self.encounter.pk, nonce=user.email, at=at)

    def play(self, games: Sequence[tuple[int, int]] = GAMES, *, at: datetime = AT) -> None:
        for board, (home, away) in enumerate(games, start=1):
            partidas.partida_record(
                actor=self.home,
                encounter_id=self.encounter.pk,
                board=board,
                home_games=home,
                away_games=away,
                at=at,
            )

    def end(self, *, ended_at: datetime = END) -> Acta:
        return ending.encounter_end(
            actor=self.home,
            encounter_id=self.encounter.pk,
            ended_at=ended_at,
            acknowledged=DECKS,
            at=ended_at,
        )

    def ended(self, games: Sequence[tuple[int, int]] = GAMES) -> Acta:
        """Presence, draw and boards done, the acta drawn up and unsigned."""
        self.close_line_ups()
        self.draw()
        self.play(games)
        return self.end()

    def signed(self, games: Sequence[tuple[int, int]] = GAMES) -> Acta:
        """The acta in force, signed by both."""
        acta = self.ended(games)
        for user in (self.home, self.away):
            acta = actas.acta_sign(actor=user, acta_id=acta.pk, digest=acta.digest, at=END)
        self.encounter.refresh_from_db()
        return acta


def evening(*, starts_at: datetime = AT, fichas: int = 9) -> Evening:
    season = factories.SeasonFactory(options=ASTURIAS.to_mapping())
    division = factories.DivisionFactory(season=season)
    home, away = (factories.TeamFactory(division=division) for _ in range(2))
    organiser = factories.RoleFactory(season=season).user
    encounter = encounters.encounter_create(
        actor=organiser,
        matchday_id=factories.MatchdayFactory(division=division).pk,
        home_id=home.pk,
        away_id=away.pk,
        starts_at=starts_at,
        at=starts_at - timedelta(days=20),
    )
    return Evening(
        season=season,
        encounter=encounter,
        home=factories.DelegateFactory(team=home).user,
        away=factories.DelegateFactory(team=away).user,
        organiser=organiser,
        home_fichas=[factories.RegistrationFactory(team=home) for _ in range(fichas)],
        away_fichas=[factories.RegistrationFactory(team=away) for _ in range(fichas)],
    )


def encounter_of(home: Team, away: Team, *, starts_at: datetime = AT) -> Encounter:
    """Another encounter of two teams, on a matchday of its own."""
    matchday = factories.MatchdayFactory(division=home.division, leg=2)
    organiser = factories.RoleFactory(season=home.division.season).user
    return encounters.encounter_create(
        actor=organiser,
        matchday_id=matchday.pk,
        home_id=home.pk,
        away_id=away.pk,
        starts_at=starts_at,
        at=starts_at - timedelta(days=20),
    )
