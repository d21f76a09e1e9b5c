"""A whole evening on two phones in a bar without coverage: nothing that was typed is lost."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from league.models import User
from matches import addresses
from matches.models import Break, GameStones, Incident, Presence, SideRecord
from tests import factories
from tests.journeys.conftest import FAILED, PHONE, SCREENS, looks_right, steady
from tests.matches import evening_stage, stage
from tests.matches.stage import Evening

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[2]
GAMES = ((5, 3), (3, 5), (5, 0), (4, 5))
MOST = 60  # pointer and key events on both phones together, free text apart

Login = Callable[[Page, User], None]


class Phone:
    """A delegate's phone that counts what the finger does. Not a watched page: without coverage
    the console has to complain."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.context: BrowserContext = browser.new_context(
            base_url=address,
            viewport={"width": PHONE["width"], "height": PHONE["height"]},
            locale="es-ES",
            timezone_id="Europe/Madrid",
        )
        self.context.set_default_timeout(15_000)
        self.page = self.context.new_page()
        steady(self.page)
        self.events = 0

    def tap(self, selector: str) -> None:
        self.page.click(selector)
        self.events += 1

    def choose(self, selector: str, value: str) -> None:
        """Two events: the list is opened, and one of it is touched."""
        self.page.select_option(selector, value)
        self.events += 2

    def write(self, selector: str, text: str) -> None:
        """Free text: the touch that begins it counts, its letters do not."""
        self.page.click(selector)
        self.page.keyboard.type(text)
        self.events += 1

    def kept_pages(self, named: str = "mesas|incidencias|final", least: int = 3) -> None:
        """Wait until the worker has what it needs to do without coverage."""
        kept = """async (named) => {
          const names = (await caches.keys()).filter((name) => name.startsWith("pages-"));
          const pages = names.length ? await (await caches.open(names[0])).keys() : [];
          return pages.filter((one) => new RegExp(named).test(one.url)).length;
        }"""
        for _ in range(150):
            if self.page.evaluate(kept, named) >= least:
                return
            self.page.wait_for_timeout(100)
        raise AssertionError("the phone keeps no pages")

    def says(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator("#phone > p")).to_contain_text(text, timeout=20_000)


@pytest.fixture
def phone_at(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Phone]]:
    """A phone at an address; the screens of a failed test are kept."""
    made: list[Phone] = []

    def make(address: str) -> Phone:
        made.append(Phone(browser, address))
        return made[-1]

    yield make
    for number, phone in enumerate(made, start=1):
        if request.node.stash.get(FAILED, False):
            phone.page.screenshot(path=SCREENS / f"{request.node.originalname}-{number}.png")
        phone.context.close()


@pytest.fixture
def phones(
    phone_at: Callable[..., Phone], live_server: Any, login: Login
) -> tuple[Evening, Phone, Phone]:
    evening = evening_stage.evening(starts_at=timezone.now() - timedelta(minutes=40))
    home, away = phone_at(live_server.url), phone_at(live_server.url)
    for phone, user in ((home, evening.home), (away, evening.away)):
        login(phone.page, user)
    return evening, home, away


def tick(phone: Phone, fichas: Any) -> None:
    phone.page.goto("/esta-noche/")
    phone.tap(".dock a")
    for ficha in fichas[:8]:
        phone.tap(f"label:has([name=plays][value='{ficha.pk}'])")
    phone.tap(".dock button")
    expect(phone.page.locator("#line-up")).to_have_count(0, timeout=15_000)


def draw(home: Phone, away: Phone) -> None:
    expect(home.page.locator(".dock a")).to_have_text("Ir al sorteo", timeout=15_000)
    home.tap(".dock a")
    home.tap(".dock button")
    expect(home.page.get_by_text("Pulsado. Falta que pulse la otra peña")).to_be_visible()
    away.page.goto("/esta-noche/")
    away.tap(".dock a")
    away.tap(".dock button")
    expect(away.page.get_by_text("Sorteo hecho.")).to_be_visible()
    for phone in (away, home):
        expect(phone.page.locator(".dock a")).to_have_text("A las mesas", timeout=15_000)
        phone.tap(".dock a")


def note(phone: Phone, games: Any = GAMES) -> None:
    for number, score in enumerate(games, start=1):
        for side, won in zip(("home", "away"), score, strict=True):
            if won:
                phone.tap(f"label:has(#board-{number}-{side}-{won})")


def incident(phone: Phone) -> None:
    phone.page.get_by_role("link", name="Anotar una incidencia").click()
    phone.events += 1
    phone.choose("[name=kind]", "SPECTATORS")
    phone.write("[name=text]", "Se pidió a dos que miraban que salieran.")
    phone.tap(".dock button")


def end(phone: Phone) -> None:
    phone.page.get_by_role("link", name="Volver al encuentro").click()
    phone.events += 1
    phone.tap(".dock a")
    phone.tap(".dock button")


def acknowledge(phone: Phone) -> None:
    """What the rules find comes with the coverage: read, and ended again."""
    expect(phone.page.get_by_text("Antes de terminar hay que dar por leídos")).to_be_visible(
        timeout=30_000
    )
    boxes = phone.page.locator("#end .choice:has([name=acknowledged])")
    for number in range(boxes.count()):
        phone.tap(f"#end .choice:has([name=acknowledged]) >> nth={number}")
    phone.tap(".dock button")


def test_the_network_is_cut_from_the_results_to_the_end(
    phones: tuple[Evening, Phone, Phone],
) -> None:
    evening, home, away = phones
    evening.season.notes_stones = True
    evening.season.save(update_fields=["notes_stones"])
    tick(home, evening.home_fichas)
    tick(away, evening.away_fichas)
    draw(home, away)
    home.kept_pages()
    for phone in (home, away):
        phone.context.set_offline(True)
    note(home, [(1, 3)])
    # The break of the third lost game begins and ends on the phone alone.
    home.tap("#mesa-1 form[data-break=start] button")
    clock = home.page.locator("#mesa-1 [data-clock] time")
    expect(clock).to_have_text(re.compile(r"^0?9:5\d$"))
    home.says("Esperando cobertura")
    looks_right(home.page)
    home.page.reload()  # somebody closes the browser in between: the page is older than the taps
    expect(home.page.locator("#board-1-away-3")).to_be_checked()
    expect(clock).to_have_text(re.compile(r"^0?9:[0-5]\d$"))
    home.tap("#mesa-1 form[data-break=end] button")
    expect(clock).to_be_hidden()
    expect(home.page.locator("#mesa-1 form[data-break=start]")).to_be_hidden()
    note(home)
    # Stones are for who wants them: those of one game, and typed anew.
    stones = "#board-1-local-stones-5"
    home.write(stones, "2")
    home.page.keyboard.type("4")
    looks_right(home.page)
    incident(home)
    home.says("Esperando cobertura")
    end(home)
    home.says("Esperando cobertura")
    assert not evening.encounter.partidas.filter(revision__gt=0).exists()
    assert not Break.objects.exists()

    for phone in (home, away):
        phone.context.set_offline(False)
    acknowledge(home)
    expect(home.page.get_by_role("heading", name="Acta por firmar")).to_be_visible(timeout=30_000)
    games = evening.encounter.partidas.order_by("board").values_list("home_games", "away_games")
    assert list(games) == list(GAMES)
    noted = GameStones.objects.get()
    assert (noted.partida.board, noted.winner, noted.game, noted.lost) == (1, "HOME", 5, 24)
    expect(home.page.get_by_text("Tantos: 40–24")).to_be_visible()
    assert Incident.objects.get().clause == "M-D.20"
    pause = Break.objects.get()
    assert (pause.partida.board, pause.kind, pause.side) == (1, "THIRD_LOST", "HOME")
    # It began and ended when that was tapped, not when there was coverage again.
    assert pause.ended_at is not None
    assert pause.started_at < pause.ended_at < Incident.objects.get().at
    home.tap(".dock button")
    expect(away.page.locator(".dock a")).to_have_text("Ir a las firmas", timeout=15_000)
    away.tap(".dock a")
    away.tap(".dock button")
    expect(away.page.get_by_text("Se puede reclamar antes del")).to_be_visible()
    evening.encounter.refresh_from_db()
    assert evening.encounter.state == "SIGNED"
    print(f"\nevents: home {home.events}, away {away.events}")
    assert home.events + away.events < MOST


def test_who_plays_is_ticked_checked_and_closed_without_coverage(
    phones: tuple[Evening, Phone, Phone],
) -> None:
    """By what came as data: who may play, who played last time, how many it takes."""
    evening, home, _away = phones
    last = stage.encounter_of(
        evening.encounter.away, evening.encounter.home, starts_at=timezone.now() - timedelta(days=7)
    )
    for place, ficha in enumerate(evening.home_fichas[1:9]):
        chair = {"board": place // 2 + 1, "position": place % 2 + 1}
        factories.SeatFactory(encounter=last, side="AWAY", registration=ficha, **chair)
    home.page.goto("/esta-noche/")
    home.page.click(".dock a")
    home.kept_pages("presentes|datos", 2)
    # Suspended meanwhile: the page that is kept does not know it, the data does.
    barred = evening.home_fichas[8]
    barred.released_at = timezone.now()
    barred.save(update_fields=["released_at"])
    home.page.evaluate("fetch(document.getElementById('phone').dataset.data)")
    home.page.wait_for_timeout(500)

    home.context.set_offline(True)
    home.page.reload()
    home.says("Sin cobertura")
    line = home.page.locator(f"li:has([name=plays][value='{barred.pk}'])")
    expect(line).to_contain_text("Está de baja")
    expect(line.locator("[name=plays]")).to_be_disabled()
    home.tap("a:has-text('Igual que la última vez')")
    expect(home.page.locator("[data-playing]")).to_have_text("7")
    home.tap(".dock button")
    expect(home.page.get_by_text("Hay 7 jugadores marcados")).to_be_visible()
    looks_right(home.page)
    home.page.reload()  # what was ticked by one tap is kept like any other
    expect(home.page.locator("[data-playing]")).to_have_text("7")
    home.tap(f"label:has([name=plays][value='{evening.home_fichas[0].pk}'])")
    home.tap(".dock button")
    home.says("Esperando cobertura")
    assert not SideRecord.objects.filter(locked_at__isnull=False).exists()

    home.context.set_offline(False)
    expect(home.page.get_by_text("Cerrado. Falta que la otra peña")).to_be_visible(timeout=30_000)
    named = Presence.objects.filter(encounter=evening.encounter, plays=True)
    assert set(named.values_list("registration_id", flat=True)) == {
        row.pk for row in evening.home_fichas[:8]
    }


def wait_for(phone: Phone, side: str, number: int, games: int) -> None:
    expect(phone.page.locator(f"#board-{number}-{side}-{games}")).to_be_checked(timeout=20_000)


def test_both_wrote_the_same_board_and_the_session_ran_out(
    phones: tuple[Evening, Phone, Phone],
) -> None:
    evening, home, away = phones
    evening.close_line_ups(at=timezone.now())
    evening.draw(at=timezone.now())
    pk = evening.encounter.pk
    board = evening.encounter.partidas.get(board=1)
    for phone in (home, away):
        phone.page.goto(f"/acta/{pk}/mesas/")
        phone.kept_pages()

    # Two tabs of one phone: each changes a pair of the same board, and both changes count.
    tab = home.context.new_page()
    tab.goto(f"/acta/{pk}/mesas/")
    home.context.set_offline(True)
    tab.click("label:has(#board-2-home-5)")
    wait_for(home, "home", 2, 5)
    home.tap("label:has(#board-2-away-2)")
    home.tap("label:has(#board-1-home-5)")
    home.tap("label:has(#board-1-away-3)")
    tab.close()
    # Meanwhile the other side.
    note(away, [(3, 5)])
    away.says("Enviado")
    home.context.set_offline(False)
    home.says("Hay que decidir")
    trouble = home.page.locator("#phone li")
    expect(trouble).to_contain_text("Aquí se puso 5–3; en otro teléfono, 3–5")
    looks_right(home.page)
    board.refresh_from_db()
    assert (board.home_games, board.away_games) == (3, 5)
    trouble.get_by_role("button", name="Poner 5–3").click()
    home.says("Enviado")
    wait_for(away, "home", 1, 5)
    second = evening.encounter.partidas.get(board=2)
    assert (second.home_games, second.away_games) == (5, 2)

    # The session runs out: what was tapped and written waits for the same person.
    Session.objects.all().delete()
    home.tap("label:has(#board-3-away-5)")
    home.says("La sesión ha caducado")
    home.page.get_by_role("link", name="Entrar otra vez").click()
    home.page.fill("input[name=login]", evening.home.email)
    home.page.fill("input[name=password]", factories.PASSWORD)
    home.page.press("input[name=password]", "Enter")
    home.says("Enviado")
    assert evening.encounter.partidas.get(board=3).away_games == 5

    # Signing out leaves nothing of it on the phone.
    home.page.goto("/cuenta/logout/")
    home.page.locator("main form button").click()
    expect(home.page.get_by_role("link", name="Entrar")).to_be_visible()
    assert home.page.evaluate("Object.keys(localStorage).filter((key) => key.includes(':'))") == []
    kept = home.page.evaluate("caches.keys()")
    assert [name for name in kept if name.startswith("pages-")] == []


class Server:
    """The web process, started and killed as it pleases the test."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        facts = connection.settings_dict
        place = f"sqlite:///{facts['NAME']}"
        if connection.vendor == "postgresql":
            login = f"{facts['USER']}:{facts['PASSWORD']}" if facts["PASSWORD"] else facts["USER"]
            place = f"postgres://{login}@{facts['HOST']}:{facts['PORT'] or 5432}/{facts['NAME']}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "league.conf.wsgi", "--bind", self.address[7:]]
            + ["--worker-class", "gthread", "--threads", "4", "--log-level", "warning"],
            cwd=ROOT,
            start_new_session=True,
            env={
                "PATH": os.environ["PATH"],
                "DATABASE_URL": place,
                "SECRET_KEY": settings.SECRET_KEY,
                "AMARRACO_DATA": str(self.folder),
            },
        )
        for _ in range(200):
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """Master and workers at once, in the middle of whatever they are doing."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    made.start()
    yield made
    made.kill()


def test_the_server_is_killed_and_started_again(
    server: Server, phone_at: Callable[..., Phone]
) -> None:
    evening = evening_stage.evening(starts_at=timezone.now() - timedelta(minutes=40))
    evening.close_line_ups(at=timezone.now())
    evening.draw(at=timezone.now())
    visitor = Client()
    visitor.force_login(evening.home)
    phone = phone_at(server.address)
    session = visitor.cookies[settings.SESSION_COOKIE_NAME].value
    phone.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": server.address}]
    )
    phone.page.goto(f"/acta/{evening.encounter.pk}/mesas/")
    phone.kept_pages()

    server.kill()
    note(phone, GAMES[:2])
    phone.says("Esperando cobertura")
    incident = "Se fue la luz a las once."
    phone.page.get_by_role("link", name="Anotar una incidencia").click()
    phone.write("[name=text]", incident)
    phone.page.reload()
    expect(phone.page.locator("[name=text]")).to_have_value(incident)

    server.start()
    phone.says("Guardado en este teléfono")  # what was sent is sent; this is still being written
    games = evening.encounter.partidas.order_by("board").values_list("home_games", "away_games")
    assert list(games)[:2] == list(GAMES[:2])
    expect(phone.page.locator("[name=text]")).to_have_value(incident)
    phone.choose("[name=kind]", "OTHER")
    phone.tap(".dock button")
    expect(phone.page.get_by_text("Anotado en el acta.")).to_be_visible(timeout=20_000)
    assert Incident.objects.get().text == incident
    expect(phone.page.locator("[name=text]")).to_have_value("")


def test_the_public_page_follows_by_itself(
    phones: tuple[Evening, Phone, Phone], phone_at: Callable[..., Phone], live_server: Any
) -> None:
    evening, home, _away = phones
    evening.close_line_ups(at=timezone.now())
    evening.draw(at=timezone.now())
    anybody = phone_at(live_server.url)
    anybody.page.clock.install()
    anybody.page.goto(addresses.encounter_path(evening.encounter))
    home.page.goto(f"/acta/{evening.encounter.pk}/mesas/")
    note(home, [(5, 3)])
    home.says("Enviado")
    anybody.page.clock.run_for(20_000)
    expect(anybody.page.locator("#main .match")).to_contain_text("1–0")
