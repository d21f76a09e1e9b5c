"""What every public page costs: the same at any size, and little."""

import gzip
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from league.models import Tournament
from matches.services.tournament_plans import TournamentSettings, tournament_preview
from matches.services.tournaments import tournament_publish
from matches.urls.public import urlpatterns
from tests import factories
from tests.matches.tournament_stage import ended
from tests.played import Played, played

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
STYLES = gzip.compress((ROOT / "league/static/css/amarraco.css").read_bytes(), 6)
# None is needed: what is being played keeps itself fresh with the one, a wall with both.
SCRIPTS = {
    name: gzip.compress((ROOT / f"league/static/js/{name}").read_bytes(), 6)
    for name in ("live.js", "wall.js")
}
MOST_BYTES = 40 * 1024
MOST_QUERIES = 10
SMALLEST_TO_PRESS = 200  # bytes: below them Django's middleware leaves an answer as it is
SIZES = (6, 20)


def tournament_of(stage: Played) -> Tournament:
    """A tournament day of as many teams in the same season, its groups played."""
    known = stage.season.tournaments.first()
    if known is not None:
        return known
    group = factories.division(season=stage.season)
    for _ in stage.teams:
        factories.team(division=group, venue=None)
    settings = TournamentSettings(
        name="Torneo",
        venue=factories.venue().pk,
        starts_at=factories.AT + timedelta(days=900),  # never late, whatever the clock says
        courts=3,
        minutes=30,
        divisions=(group.pk,),
        groups=2,
        qualify=2,
        third_place=True,
    )
    made = tournament_publish(
        actor=stage.organiser,
        season_id=stage.season.pk,
        settings=settings,
        digest=tournament_preview(season=stage.season, settings=settings).digest,
        at=factories.AT,
    )
    for fixture in made.fixtures.filter(encounter__isnull=False):
        ended(fixture.encounter_id, 3, 1)
    return made


def addresses_of(stage: Played) -> dict[str, str]:
    """An address of every public page of the stage."""
    season = f"/{stage.season.competition.slug}/{stage.season.slug}/"
    group = f"{season}grupos/{stage.division.slug}/"
    number = stage.publication.number
    encounter = f"{season}encuentros/{stage.encounter.pk}/"
    day = tournament_of(stage).slug
    return {
        "season": season,
        "standings": f"{group}clasificacion/",
        "standings-file": f"{group}clasificacion.csv",
        "standings-print": f"{group}clasificacion.pdf",
        "rulings-print": f"{season}resoluciones.pdf",
        "publications": f"{group}publicaciones/",
        "publication": f"{group}publicaciones/{number}/",
        "publication-check": f"{group}publicaciones/{number}/comprobar/",
        "calendar": f"{group}calendario/",
        "calendar-file": f"{group}calendario.csv",
        "matchday": f"{group}jornadas/1/",
        "encounter": encounter,
        "encounter, being played": f"{season}encuentros/{stage.playing.pk}/",
        "acta": f"{encounter}acta/2/",
        "acta-pdf": f"{encounter}acta/2/pdf/",
        "acta-file": f"{encounter}acta/2.json",
        "draw": f"{encounter}sorteo/",
        "draw-file": f"{encounter}sorteo.json",
        "calendar-feed": f"{group}calendario.ics",
        "team-feed": f"{season}penas/{stage.teams[0].pk}/calendario.ics",
        "prizes": f"{season}premios/",
        "tournament": f"{season}torneos/{day}/",
        "tournament-screen": f"{season}torneos/{day}/pantalla/",
        "tournament-feed": f"{season}torneos/{day}/calendario.ics",
        "teams": f"{season}penas/",
        "team": f"{season}penas/{stage.teams[0].pk}/",
        "rulings": f"{season}resoluciones/",
        "rulings-feed": f"{season}resoluciones.atom",
        "ruling": f"{season}resoluciones/{stage.ruling.number}/",
    }


PAGES = (
    "season",
    "standings",
    "standings-file",
    "standings-print",
    "rulings-print",
    "publications",
    "publication",
    "publication-check",
    "calendar",
    "calendar-file",
    "matchday",
    "encounter",
    "encounter, being played",
    "acta",
    "acta-pdf",
    "acta-file",
    "draw",
    "draw-file",
    "calendar-feed",
    "team-feed",
    "prizes",
    "tournament",
    "tournament-screen",
    "tournament-feed",
    "teams",
    "team",
    "rulings",
    "rulings-feed",
    "ruling",
)


@pytest.fixture(scope="module")
def addresses(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[int, dict[str, str]]]:
    """The addresses of a season of each size, built once; every test stands in a savepoint."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield {size: addresses_of(played(size)) for size in SIZES}
        transaction.set_rollback(True)


def cost(client, address):
    """Queries of a page, those of the session and the user counted apart."""
    with CaptureQueriesContext(connection) as captured:
        response = client.get(address)
    assert response.status_code == 200, address
    asked = [query["sql"] for query in captured.captured_queries]
    of_user = [sql for sql in asked if "django_session" in sql or 'FROM "league_user"' in sql]
    return len(asked) - len(of_user), len(of_user)


def test_every_public_page_is_asked():
    asked = {name.split(",")[0] for name in PAGES} | {"sheet-pdf"}  # of a match: test_sheet_pdf
    assert {pattern.name for pattern in urlpatterns} == asked


@pytest.mark.parametrize("name", PAGES)
def test_a_visitor_costs_the_same_at_any_size(client, addresses, name):
    costs = [cost(client, addresses[size][name]) for size in SIZES]
    assert costs[0] == costs[1]
    queries, of_user = costs[0]
    assert of_user == 0
    assert queries <= MOST_QUERIES


@pytest.mark.parametrize("name", PAGES)
def test_somebody_signed_in_costs_a_session_and_a_user_more(client, addresses, name):
    costs = []
    for size in SIZES:
        client.force_login(factories.user())
        client.get(addresses[size]["rulings"])  # a warm session
        costs.append(cost(client, addresses[size][name]))
    assert costs[0] == costs[1]
    queries, of_user = costs[0]
    assert of_user == 2
    assert queries <= MOST_QUERIES


def test_every_page_travels_light(client, addresses):
    for page, address in addresses[20].items():
        if page.endswith("-print"):
            continue  # a file to hang on a wall, with its fonts
        response = client.get(address, headers={"accept-encoding": "gzip"})
        if len(response.content) < SMALLEST_TO_PRESS:
            continue
        assert response["Content-Encoding"] == "gzip", page
        sent = len(response.content) + len(STYLES)
        scripts = re.findall(rb'<script src="([^"]+)"', gzip.decompress(response.content))
        sent += sum(len(SCRIPTS[Path(script.decode()).name]) for script in scripts)
        assert sent <= MOST_BYTES, (page, sent)
        assert gzip.decompress(response.content).count(b"<script") == len(scripts)


def test_a_page_that_nothing_changed_costs_its_season_and_groups(client, addresses):
    for page, address in addresses[6].items():
        tag = client.get(address)["ETag"]
        with CaptureQueriesContext(connection) as captured:
            response = client.get(address, headers={"if-none-match": tag})
        assert response.status_code == 304, page
        assert response.content == b""
        assert len(captured) <= 3, page
