"""A season through its pages alone: founded in the wizard, entered, scheduled, played on two
phones, disputed, ruled on, published. Only the first organiser's account exists beforehand."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import factories
from tests.journeys.visitor import Visitor

pytestmark = pytest.mark.django_db(transaction=True)

PENAS = {
    "Peña El Órdago de Miranda": ("Chigre El Pigüeñu", "Miranda", "ordago@penas.example"),
    "Peña La Ñora": ("Sidrería Les Xanes", "Avilés", "nora@penas.example"),
    "Cultural y Recreativa Santolaya": ("Casa Cultural", "Castrillón", "santolaya@penas.example"),
    "Peña Treinta y Una Real": ("Bar El Muelle", "Luanco", "real@penas.example"),
}
COMMITTEE = "comite@federacion.example"
FIRST = ("Covadonga", "Xuacu", "Lluisa", "Nel", "Olaya", "Pelayo", "Telvina", "Fonso", "Ángela")
LAST = ("Álvarez Menéndez-Arcelús", "Ñembro Peláez", "Viña Iglesias", "de la Fuente Sariego")
HEADINGS = "peña;licencia;nombre;apellidos;nacimiento;ficha"
FICHAS = len(FIRST)  # eight play, one stays over
GAMES = ((5, 4), (3, 5), (5, 0), (5, 2))
DISPUTE = "En el último juego de la mesa 1 se contó una piedra después de recoger las cartas."


def test_a_season_from_its_founding_to_a_ruling_that_moves_the_table(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    seen: set[tuple[str, str]] = set()
    laptop = {"viewport": {"width": 1280, "height": 900}}
    organiser = Visitor(new_page(**laptop), seen)
    first = factories.UserFactory(name="Adosinda Riaño Cuervo", is_staff=True)
    # Encounters begin later than everything this test does, on the night that it runs.
    begins = timezone.localtime() + timedelta(hours=1, minutes=30)

    organiser.sign_in_by_password(first.email, factories.PASSWORD)
    found_season(organiser)
    enter_teams(organiser, begins)
    import_players(organiser, tmp_path)
    name_people(organiser)
    make_calendar(organiser, begins)
    start_season(organiser)
    print(f"\nset-up by the organiser: {organiser.clicks} clicks, {organiser.pages} pages")

    public = Visitor(new_page(**laptop), seen)
    public.go("/")
    public.follow(re.compile("Resultados y calendario"))
    home_name, away_name = first_encounter(public)
    home = Visitor(new_page(**laptop), seen)
    away = Visitor(new_page(), seen, thumb=True)
    for delegate, team in ((home, home_name), (away, away_name)):
        delegate.sign_in_by_code(PENAS[team][2])
    play(home, away)
    assert_result(public, home_name, away_name, "3–1")
    assert table_of(public)[home_name] == 3

    claim(away)
    member = Visitor(new_page(**laptop), seen)
    member.sign_in_by_code(COMMITTEE)
    suspended = rule(member, home_name)

    table = table_of(public)
    assert (table[home_name], table[away_name]) == (2, 2)
    read_ruling(public, home_name, away_name)
    cannot_play(home, home_name, suspended)
    publish(organiser)
    public.follow("Clasificación", within="nav")
    public.follow("Ver las publicadas")
    expect(public.page.locator("main")).to_contain_text("n.º 1")
    for name, who in (("home", home), ("away", away), ("committee", member), ("public", public)):
        print(f"{name}: {who.clicks} clicks, {who.pages} pages")
    print(f"{len(seen)} shapes of page went through axe")


# ---- the organiser sets a season up ----


def found_season(organiser: Visitor) -> None:
    """Five steps; back from the third nothing is lost; no format is chosen until somebody does."""
    page = organiser.page
    organiser.go("/mi/")
    organiser.follow("Crear una temporada", within="main")
    organiser.fill(
        competition_name="Liga de mus de la comarca de Avilés",
        organiser_name="Federación de Peñas de Mus",
        season_name="2026/27",
    )
    organiser.press("Siguiente")
    organiser.press("Siguiente")
    expect(page.locator("main")).to_contain_text("Elegir un formato: no hay ninguno por defecto.")
    organiser.tap("label:has([value='first_to=5'])")
    organiser.press("Siguiente")
    organiser.press("Atrás")
    expect(page.locator("[value='first_to=5']")).to_be_checked()
    organiser.press("Atrás")
    expect(page.locator("[name=season_name]")).to_have_value("2026/27")
    organiser.press("Siguiente")
    organiser.press("Siguiente")
    organiser.press("Siguiente")
    organiser.press("Siguiente")
    expect(page.get_by_role("heading", name="Resumen")).to_be_visible()
    organiser.press("Crear la temporada")
    expect(page.locator("main")).to_contain_text("Temporada creada.")


def enter_teams(organiser: Visitor, begins: datetime) -> None:
    """A group, four peñas, each with its bar and its night."""
    page = organiser.page
    organiser.follow("Añadir un grupo", within="main")
    organiser.fill(name="Primera")
    organiser.press("Guardar")
    for venue, town, _email in PENAS.values():
        organiser.follow("Locales", within="main")
        organiser.follow("Añadir un local", within="main")
        organiser.fill(name=venue, town=town)
        organiser.press("Guardar")
    nights = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
    for name, (venue, _town, _email) in PENAS.items():
        organiser.follow("Grupos y equipos", within="nav.tabs")
        organiser.follow("Añadir un equipo", within="main .toolbar")
        organiser.fill(
            club_name=name,
            home_weekday=nights[begins.weekday()],
            home_time=f"{begins:%H:%M}",
        )
        page.locator("[name=venue_id]").select_option(index=1 + option_index(page, venue))
        organiser.clicks += 1
        organiser.press("Guardar")
    organiser.follow("Ajustes", within="nav.tabs")
    organiser.press("Abrir la inscripción")
    expect(page.locator("main")).to_contain_text("Inscripción abierta")


def option_index(page: Page, venue: str) -> int:
    options = page.locator("[name=venue_id] option").all_inner_texts()[1:]
    return next(number for number, text in enumerate(options) if text.startswith(venue))


def import_players(organiser: Visitor, folder: Path) -> None:
    """A file with a row that cannot be; then the file mended; then the same again."""
    page = organiser.page
    good = [
        f"{team};AV-{number * 20 + nth};{first};{LAST[number]};{nth + 1}/3/19{50 + nth};{nth + 1}"
        for number, team in enumerate(PENAS)
        for nth, first in enumerate(FIRST)
    ]
    wrong = good.copy()
    wrong[4] = wrong[4].replace(";5/3/1954;", ";31/02/1954;")
    file = folder / "jugadores.csv"

    organiser.follow("Jugadores", within="nav.tabs")
    upload(organiser, file, wrong)
    expect(page.get_by_role("heading", name=re.compile("No se van a guardar"))).to_be_visible()
    expect(page.locator("main .error")).to_have_count(1)
    organiser.follow("Subir otro archivo")
    upload(organiser, file, good, follow=False)
    expect(page.locator("main .error")).to_have_count(0)
    organiser.press(re.compile(str(len(good))))
    expect(page.locator("main table tbody tr")).to_have_count(len(good))
    upload(organiser, file, good)
    expect(page.locator("main")).to_contain_text("Este archivo no cambia nada")


def upload(organiser: Visitor, file: Path, rows: list[str], *, follow: bool = True) -> None:
    file.write_text("\n".join([HEADINGS, *rows]) + "\n", encoding="utf-8")
    if follow:
        organiser.follow("Importar un archivo", within="main")
    organiser.page.set_input_files("[type=file]", str(file))
    organiser.press("Revisar el archivo")


def name_people(organiser: Visitor) -> None:
    for team, (_venue, _town, email) in PENAS.items():
        organiser.follow("Grupos y equipos", within="nav.tabs")
        organiser.follow(team, within="main")
        organiser.follow("Nombrar un delegado", within="main")
        organiser.fill(email=email, name=f"Delegación de {team}")
        organiser.press("Guardar")
    organiser.follow("Personal", within="nav.tabs")
    organiser.follow("Dar un cargo", within="main")
    organiser.fill(email=COMMITTEE, name="Belarmino Quirós Ñeces")
    organiser.choose("comité de competición")
    organiser.press("Guardar")


def make_calendar(organiser: Visitor, begins: datetime) -> None:
    page = organiser.page
    organiser.follow("Calendario", within="nav.tabs")
    organiser.fill(first_date=f"{begins:%Y-%m-%d}")
    organiser.press("Ver el calendario")
    expect(page.locator("main .match")).to_have_count(12)
    organiser.press("Guardar el calendario")
    expect(page.locator("main")).to_contain_text("12 encuentros guardados")


def start_season(organiser: Visitor) -> None:
    organiser.follow("Empezar la temporada")
    organiser.press("Empezar")
    expect(organiser.page.locator("main")).to_contain_text("ya la ve todo el mundo")


# ---- an evening, in short (test_evening.py has the long one) ----


def first_encounter(public: Visitor) -> tuple[str, str]:
    """Home and away of the first encounter of the first matchday."""
    public.follow("Jornadas", within="nav.tabs")
    row = public.page.locator("main .match").first
    home, away = row.locator("> span:first-child, > .b").all_inner_texts()
    return home.strip(), away.strip()


def play(home: Visitor, away: Visitor) -> None:
    for phone in (home, away):
        phone.go("/esta-noche/")
        next_step(phone)
        ticks = phone.page.locator("label:has([name=plays])")
        for number in range(8):
            ticks.nth(number).click()
        phone.clicks += 8
        next_step(phone)
    for phone in (home, away):
        phone.go("/esta-noche/")
        next_step(phone)
        next_step(phone)
    home.go("/esta-noche/")
    next_step(home)
    for number, (mine, theirs) in enumerate(GAMES, start=1):
        for side, games in (("home", mine), ("away", theirs)):
            if games:
                with home.page.expect_response(f"**/mesas/{number}/"):
                    home.tap(f"label:has(#board-{number}-{side}-{games})")
        expect(home.page.locator(f"#mesa-{number}")).to_contain_text("guardado")
    home.look()

    away.go("/esta-noche/")
    next_step(away)
    away.follow("Anotar una incidencia")
    away.fill(kind="Una jugada discutida", text=DISPUTE)
    away.press("Anotar en el acta")
    expect(away.page.locator("main")).to_contain_text(DISPUTE)

    next_step(home)
    for box in home.page.locator("#end .choice").all():
        box.click()
    next_step(home)
    next_step(home)
    expect(home.page.locator("main")).to_contain_text("Firmada. Falta la otra peña")
    away.go("/esta-noche/")
    next_step(away)
    away.unfold("No estar conforme")
    away.choose(re.compile("disconforme", re.IGNORECASE))
    away.fill(disagreement=DISPUTE)
    next_step(away)
    expect(away.page.locator("main")).to_contain_text("Se puede reclamar antes del")


def next_step(phone: Visitor) -> None:
    """The one button at the foot."""
    phone.leave(phone.page.locator(".dock .btn"))


# ---- what everybody sees ----


def assert_result(public: Visitor, home_name: str, away_name: str, score: str) -> None:
    public.follow("Jornadas", within="nav.tabs")
    public.follow(re.compile(f"{home_name}.*{away_name}"), within="main")
    expect(public.page.locator(".match .score").first).to_contain_text(score)
    expect(public.page.get_by_text(f"{away_name} firmó disconforme.")).to_be_visible()


def table_of(public: Visitor) -> dict[str, int]:
    """Points by team, off the live table."""
    public.follow("Clasificación", within="nav.tabs")
    rows = public.page.locator("main table tbody tr")
    return {
        row.locator("th a").first.inner_text(): int(row.locator("td").last.inner_text())
        for row in rows.all()
    }


# ---- the dispute ----


def claim(away: Visitor) -> None:
    away.follow("Reclamar")
    away.choose(DISPUTE)
    away.fill(text=DISPUTE + " Se pide que el juego sea para la peña visitante.")
    away.press("Presentar la reclamación")
    expect(away.page.locator("main")).to_contain_text("La reclamación está presentada.")
    expect(away.page.locator("main .chip", has_text="en plazo")).to_be_visible()


def rule(member: Visitor, home_name: str) -> str:
    """A ruling that gives board 1 to the visitors and suspends a player. Returns the player."""
    page = member.page
    member.go("/mi/")
    member.follow(re.compile("Reclamación"), within="main table")
    expect(page.locator("main")).to_contain_text(DISPUTE)
    member.follow("Dictar resolución")
    member.fill(
        facts="En la mesa 1 se contó una piedra con las cartas ya recogidas.",
        decision="El último juego de la mesa 1 es de la peña visitante. Se suspende a la ficha 1.",
    )
    member.choose("Cambiar los juegos de alguna mesa")
    member.unfold("Juegos de cada mesa")
    member.fill(**{"board-1-home_games": "4", "board-1-away_games": "5"})
    player = page.locator("[name='suspensions-0-player'] option").filter(
        has_text=re.compile(rf"^{home_name}, 1 · ")
    )
    words = player.first.inner_text()
    member.fill(**{"suspensions-0-player": words, "suspensions-0-encounters": "1"})
    member.unfold("La cuenta de los tantos")
    member.tap("[name=clauses][value='M-VI.3']")
    member.press("Ver qué pasará", within="main .toolbar")
    changes = page.locator("main .diff").first
    expect(changes).to_contain_text("3–1")
    expect(changes).to_contain_text("2–2")
    name = words.partition(" · ")[2]
    expect(changes).to_contain_text(name)
    member.press("Dictar resolución inapelable")
    expect(page.locator("main")).to_contain_text("está dictada y es inapelable")
    return name


def read_ruling(public: Visitor, home_name: str, away_name: str) -> None:
    """From the result to the ruling, and on the board."""
    public.follow("Jornadas", within="nav.tabs")
    public.follow(re.compile(f"{home_name}.*{away_name}"), within="main")
    expect(public.page.locator(".match .score").first).to_contain_text("2–2")
    public.follow(re.compile("resolución", re.IGNORECASE), within="main .notice")
    expect(public.page.locator("main")).to_contain_text("cartas ya recogidas")
    public.follow("Resoluciones", within="nav.tabs")
    expect(public.page.locator("main .timeline li")).to_have_count(1)


def cannot_play(home: Visitor, home_name: str, suspended: str) -> None:
    """At the team's next line-up the player cannot be ticked, and the page says why."""
    home.go("/esta-noche/")
    next_step(home)
    home.follow("Ver la página pública")
    home.follow("Peñas", within="nav.tabs")
    home.follow(home_name, within="main")
    home.follow(re.compile(f"{home_name}.*\\d\\d:\\d\\d|\\d\\d:\\d\\d.*{home_name}"), within="main")
    next_step(home)
    row = home.page.locator(".tick", has_text=suspended)
    expect(row.locator("[name=plays]")).to_be_disabled()
    expect(row).to_contain_text("M-D.11")


def publish(organiser: Visitor) -> None:
    organiser.follow("Publicaciones", within="nav.tabs")
    organiser.press("Publicar tras la jornada 1")
    expect(organiser.page.locator("main")).to_contain_text("Publicada con el número 1.")
