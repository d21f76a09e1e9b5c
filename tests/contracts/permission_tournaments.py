"""Tournament days on the stage of the permission matrix, and what is typed on their pages."""
# ruff: noqa: E501  a table is read across

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.utils import timezone

from league.models import Season, Tournament
from matches.models import BracketSlot, Encounter, Fixture
from matches.selectors.tournaments import read_tournament
from matches.services.brackets import bracket_digest, bracket_fill
from matches.services.tournament_plans import TournamentSettings, tournament_preview
from matches.services.tournaments import tournament_publish
from tests import factories

if TYPE_CHECKING:
    from tests.contracts.permission_stage import Stage

ROWS = """
organise-tournaments        | registering | os | -                         |
organise-tournament-preview | registering | os | os > organise-tournament  | Tournament Court Matchday Encounter Draw Fixture BracketSlot
organise-tournament         | day         | os | -                         |
organise-bracket-fill       | ready day   | os | os > organise-tournament  | BracketSlot Fixture Encounter Draw
organise-slot-empty         | slot        | os | os > organise-tournament  | BracketSlot Fixture Encounter Draw
organise-fixture-move       | fixture     | os | os > organise-tournament  | Fixture Encounter
organise-fixture-decide     | level match | os | os > organise-tournament  | Fixture
organise-tournament-discard | day         | os | os > organise-tournaments | Tournament Matchday Encounter Draw Fixture BracketSlot
"""


def build(stage: "Stage") -> None:
    """A day that nobody has begun in the season that is being played; in others one whose groups
    are over, and one whose knock-out goes on."""
    own = stage.own
    own["day"] = _published(stage, own["playing"])
    own["fixture"] = own["day"].fixtures.get(number=1)
    own["ready day"] = _published(stage, own["playing"])
    _play(own["ready day"])
    halfway = _published(stage, own["playing"])
    _play(halfway)
    first, second = bracket_fill(
        actor=stage.users["o"],
        tournament_id=halfway.pk,
        digest=bracket_digest(read_tournament(halfway).ready),
        at=stage.at,
    )
    _end(first, 2, 2)
    own["level match"] = Fixture.objects.get(pk=first.pk)
    own["slot"] = BracketSlot.objects.get(fixture=second, side="HOME")


def foreign(season: Season) -> list[Any]:
    """One of everything of other people, with numbers that the own ones lack."""
    group = factories.tournament_group(
        season=season, tournament=factories.tournament(season=season)
    )
    slot = factories.bracket_slot(group=group)
    return [group.tournament, factories.fixture(division=group, number=90), slot]


def argument(thing: Any, key: str) -> Any:
    """A word of the address of a day, of a match of it, of a slot; None for another thing."""
    if isinstance(thing, Tournament):
        return {"tournament": thing.slug}.get(key)
    if isinstance(thing, Fixture):
        return {"pk": thing.tournament_id, "number": thing.number}.get(key)
    if isinstance(thing, BracketSlot):
        return {"pk": thing.fixture.tournament_id, "slot": thing.pk}.get(key)
    return None


def query(stage: "Stage") -> str:
    settings = planned(stage)
    return "?" + urlencode(
        {
            "name": settings.name,
            "divisions": settings.divisions[0],
            "venue_id": settings.venue,
            "starts_at": timezone.localtime(settings.starts_at).strftime("%Y-%m-%dT%H:%M"),
            "courts": settings.courts,
            "minutes": settings.minutes,
            "rest": settings.rest,
            "groups": settings.groups,
            "qualify": settings.qualify,
        }
    )


def planned(stage: "Stage") -> TournamentSettings:
    starts = (stage.at + timedelta(days=30)).replace(second=0)
    return TournamentSettings(
        name="Torneo de otoño",
        venue=stage["venue"].pk,
        starts_at=starts,
        courts=2,
        minutes=30,
        divisions=(stage["open division"].pk,),
        qualify=2,
    )


def _publishing(stage: "Stage", role: str) -> Mapping[str, Any]:
    preview = tournament_preview(season=stage["registering"], settings=planned(stage))
    return {"digest": preview.digest}


def _moving(stage: "Stage", role: str) -> Mapping[str, Any]:
    fixture = stage["fixture"]
    late = timezone.localtime(fixture.starts_at + timedelta(hours=9))
    return {
        "court_id": fixture.court_id,
        "starts_at": late.strftime("%Y-%m-%dT%H:%M"),
        "accept": "on",
    }


POSTS: Mapping[str, Callable[["Stage", str], Mapping[str, Any]]] = {
    "league:courts": lambda s, r: {"names": "Pista roja\nPista azul"},
    "matches:organise-tournament-preview": _publishing,
    "matches:organise-fixture-move": _moving,
    "matches:organise-fixture-decide": lambda s, r: {"side": "AWAY", "reason": "Sorteo"},
}


def _published(stage: "Stage", season: Season) -> Tournament:
    groups = [factories.division(season=season) for _ in range(2)]
    for group in groups:
        for _ in range(2):
            factories.team(division=group, venue=None)
    settings = TournamentSettings(
        name="Torneo de La Toba",
        venue=factories.venue().pk,
        starts_at=stage.at + timedelta(days=3),
        courts=2,
        minutes=30,
        divisions=tuple(group.pk for group in groups),
        qualify=2,
    )
    return tournament_publish(
        actor=stage.users["o"],
        season_id=season.pk,
        settings=settings,
        digest=tournament_preview(season=season, settings=settings).digest,
        at=stage.at,
    )


def _play(tournament: Tournament) -> None:
    for fixture in tournament.fixtures.filter(encounter__isnull=False):
        _end(fixture, 3, 1)


def _end(fixture: Fixture, home: int, away: int) -> None:
    Encounter.objects.filter(pk=fixture.encounter_id).update(
        state="RULED",
        kind="PLAYED",
        home_score=home,
        away_score=away,
        home_games=home,
        away_games=away,
        ended_at=fixture.starts_at,
    )
