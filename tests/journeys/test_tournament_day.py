"""A tournament day in one hall with three courts: prepared, published, played, a bracket that fills
past its byes, a final, a champion on the wall."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import Season, User
from league.states.season import SeasonState
from rules.mus import ASTURIAS
from tests import factories
from tests.journeys.conftest import axe_clean, no_sideways_scroll
from tests.journeys.visitor import Visitor

pytestmark = pytest.mark.django_db(transaction=True)

# In the order of their strength: who stands before another wins.
TEAMS = (
    "Les Xanes de Peñaullán",
    "El Busgosu",
    "La Güestia",
    "El Nuberu",
    "El Trasgu de la Ferrería",
    "La Ayalga",
    "El Cuélebre",
    "El Sumiciu",
    "La Curuxa",
)
HALL = "Polideportivo de La Toba"
WALL = {"width": 1920, "height": 1080}


def test_a_tournament_day_on_three_courts(new_page: Callable[..., Page]) -> None:
    season, first = entered()
    seen: set[tuple[str, str]] = set()
    laptop = {"viewport": {"width": 1280, "height": 900}}
    organiser = Visitor(new_page(**laptop), seen)
    organiser.sign_in_by_password(first.email, factories.PASSWORD)
    prepare(organiser, season)
    publish(organiser)
    start(organiser)
    name_courts(organiser)
    print(f"\nset-up by the organiser: {organiser.clicks} clicks, {organiser.pages} pages")

    public = Visitor(new_page(), seen, thumb=True)
    public.go(f"/{season.competition.slug}/{season.slug}/")
    public.follow("Torneo", within="nav.tabs")
    expect(public.page.locator(".court")).to_have_count(3)
    expect(public.page.locator("#cuadro")).to_be_visible()
    wall = new_page(viewport=WALL)
    public.page.locator("main").get_by_role("link", name="Para una pantalla en la pared").click()
    wall.goto(public.page.url)
    on_the_wall(wall)

    for group in ("Grupo A", "Grupo B", "Grupo C"):
        play(organiser, group, matches=3)
    fill(organiser, "1.º de Grupo A: Les Xanes de Peñaullán")
    move(organiser)
    play(organiser, "Cuartos de final", matches=2)
    fill(organiser, "a Semifinales")
    play(organiser, "Semifinales", matches=2)
    fill(organiser, "a Final")
    play(organiser, "Final", matches=1)

    champion = organiser.page.locator("main .notice", has_text="Campeón")
    expect(champion).to_contain_text(TEAMS[0])
    public.go(f"/{season.competition.slug}/{season.slug}/")
    public.follow("Torneo", within="nav.tabs")
    expect(public.page.locator("main .notice").first).to_contain_text(f"Campeón: {TEAMS[0]}")
    wall.reload()
    expect(wall.locator(".wall-champion")).to_contain_text(TEAMS[0])
    on_the_wall(wall)
    print(f"the organiser in all: {organiser.clicks} clicks, {organiser.pages} pages")


def test_the_wall_keeps_itself_fresh_with_a_script_and_without(
    new_page: Callable[..., Page],
) -> None:
    from tests.matches.tournament_stage import day

    stage = day()
    tournament = stage.publish()
    Season.objects.filter(pk=stage.season.pk).update(is_public=True)
    address = f"/{stage.season.competition.slug}/{stage.season.slug}/torneos/{tournament.slug}/"
    with_script = new_page(viewport=WALL)
    with_script.clock.install()
    with_script.goto(f"{address}pantalla/")
    stage.play_group(0)
    with_script.clock.run_for(16_000)
    expect(with_script.locator(".tgroups").get_by_text("terminado")).to_be_visible()
    plain = new_page(viewport=WALL, java_script_enabled=False)
    plain.goto(f"{address}pantalla/")
    expect(plain.locator("meta[http-equiv=refresh]")).to_have_count(1)
    expect(plain.locator(".court")).to_have_count(3)


def entered() -> tuple[Season, User]:
    """The teams are in, in one group; nothing else is done."""
    first = factories.UserFactory(name="Adosinda Riaño Cuervo")
    season = factories.season(
        competition__name="Torneo de San Agustín",
        competition__slug="san-agustin",
        slug="2026",
        state=SeasonState.REGISTRATION,
        options=ASTURIAS.to_mapping(),
    )
    factories.role(season=season, user=first)
    division = factories.division(season=season, name="Inscritos", slug="inscritos")
    for nth, name in enumerate(TEAMS):
        factories.team(division=division, name=name, slug=f"equipo-{nth}", venue=None)
    factories.venue(name=HALL, town="Avilés")
    return season, first


# ---- the organiser prepares the day ----


def prepare(organiser: Visitor, season: Season) -> None:
    page = organiser.page
    organiser.go(f"/organizacion/{season.pk}/calendario/")
    organiser.follow("Jornada de torneo", within="main")
    begins = timezone.localtime() - timedelta(minutes=20)
    organiser.fill(
        name="Torneo de San Agustín",
        venue_id=f"{HALL} (Avilés)",
        starts_at=f"{begins:%Y-%m-%dT%H:%M}",
        courts="3",
        minutes="30",
        groups="Repartir los equipos en 3 grupos",
        qualify="Los dos primeros",
    )
    organiser.choose("Partido por el tercer puesto")
    organiser.unfold("Cabezas de serie")
    for nth, name in enumerate(TEAMS, start=1):
        page.get_by_label(name, exact=False).first.fill(str(nth if nth < 4 else ""))
    organiser.fill(minutes="2")
    organiser.press("Ver la jornada")
    expect(page.locator("main .error, main .errors").first).to_be_visible()
    organiser.fill(minutes="30")
    organiser.press("Ver la jornada")
    expect(page.locator("main")).to_contain_text("No hay nada publicado todavía.")
    expect(page.locator("main")).to_contain_text("15 partidos en 3 h 0 min")
    expect(page.locator("main")).to_contain_text("Exentos de la primera ronda: 1.º de Grupo A")


def publish(organiser: Visitor) -> None:
    organiser.press("Publicar la jornada")
    expect(organiser.page.locator("main")).to_contain_text("La jornada está publicada.")


def start(organiser: Visitor) -> None:
    here = organiser.page.url
    organiser.follow("Empezar la temporada", within="main")
    organiser.press("Empezar")
    organiser.go(here)
    expect(organiser.page.locator(".court")).to_have_count(3)
    expect(organiser.page.locator(".court").first).to_contain_text("Les toca")
    expect(organiser.page.locator(".court").first).to_contain_text("minutos tarde")


def name_courts(organiser: Visitor) -> None:
    here = organiser.page.url
    organiser.follow("Nombres de las pistas", within="main")
    organiser.fill(names="Pista del fondo\nPista central\nPista de la puerta")
    organiser.press("Guardar")
    organiser.go(here)
    expect(organiser.page.locator(".court h3").nth(1)).to_contain_text("Pista central")


# ---- and runs it ----


def play(organiser: Visitor, phase: str, *, matches: int) -> None:
    """Type the results of the matches of a group or round, off the timetable: each a click away."""
    page = organiser.page
    board = page.url
    for _ in range(matches):
        open_ = page.locator(".timetable .tmatch").filter(
            has=page.locator(".tmatch-head", has_text=re.compile(rf"· {phase}\b"))
        )
        waiting = open_.filter(has_not=page.locator(".tscore")).first
        organiser.leave(waiting.locator("a.tmatch-sides"))
        home, away = sides(page)
        organiser.follow("Anotar un resultado por teléfono", within="main")
        games = "5:2" if TEAMS.index(home) < TEAMS.index(away) else "2:5"
        for number in range(1, 5):
            page.locator(f"select[name=board_{number}]").select_option(f"PLAYED:{games}")
            organiser.clicks += 1
        organiser.press("Anotar el resultado")
        assert page.url == board, "back where the next result is waiting"


def sides(page: Page) -> tuple[str, str]:
    heading = page.locator("main h1").first.inner_text()
    home, _, away = heading.partition(" — ")
    return home.strip(), away.strip()


def fill(organiser: Visitor, told: str) -> None:
    expect(organiser.page.locator("main")).to_contain_text(told)
    organiser.press("Pasarlos al cuadro")
    expect(organiser.page.locator("main")).to_contain_text("El cuadro está al día.")


def move(organiser: Visitor) -> None:
    """The final is given another court; a court that is taken is refused in words."""
    page = organiser.page
    organiser.unfold("Cambiar un partido de pista o de hora")
    row = page.locator("details li", has_text="Ganador").last
    organiser.leave(row.get_by_role("link"))
    organiser.fill(court_id="Pista de la puerta")
    organiser.press("Guardar")
    expect(page.locator("main")).to_contain_text("está en su sitio nuevo")


# ---- on the wall ----


def on_the_wall(wall: Page) -> None:
    wall.wait_for_load_state("load")
    no_sideways_scroll(wall)
    axe_clean(wall)
    smallest = wall.evaluate(
        "() => parseFloat(getComputedStyle(document.querySelector('.wall')).fontSize)"
    )
    assert smallest >= 22, "read from across the hall"
