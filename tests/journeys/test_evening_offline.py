"""A whole evening on two phones in a bar without coverage: nothing that was typed is lost."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from league.models import User
from matches.models import Incident
from tests.journeys.conftest import PHONE, looks_right
from tests.matches import evening_stage
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
            base_url=address, viewport=PHONE, locale="es-ES", timezone_id="Europe/Madrid"
        )
        self.context.set_default_timeout(15_000)
        self.page = self.context.new_page()
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

    def kept_pages(self) -> None:
        """Wait until the worker has what it needs to do without coverage."""
        self.page.wait_for_function(
            """async () => {
              const names = (await caches.keys()).filter((name) => name.startsWith("pages-"));
              const pages = names.length ? await (await caches.open(names[0])).keys() : [];
              return pages.filter((one) => /mesas|incidencias|final/.test(one.url)).length >= 3;
            }"""
        )

    def says(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator("#phone > p")).to_contain_text(text, timeout=20_000)


@pytest.fixture
def phones(
    browser: Browser, live_server: Any, login: Login
) -> Iterator[tuple[Evening, Phone, Phone]]:
    evening = evening_stage.evening(starts_at=timezone.now() - timedelta(minutes=40))
    pair = [Phone(browser, live_server.url) for _ in range(2)]
    for phone, user in zip(pair, (evening.home, evening.away), strict=True):
        login(phone.page, user)
    yield evening, *pair
    for phone in pair:
        phone.context.close()


def tick(phone: Phone, fichas: Any) -> None:
    phone.page.goto("/esta-noche/")
    phone.tap(".dock a")
    for ficha in fichas[:8]:
        phone.tap(f"label:has([name=plays][value='{ficha.pk}'])")
    phone.tap(".dock button")


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
    tick(home, evening.home_fichas)
    tick(away, evening.away_fichas)
    draw(home, away)
    home.kept_pages()

    for phone in (home, away):
        phone.context.set_offline(True)
    note(home, [(1, 3)])
    home.says("Esperando cobertura")
    home.page.reload()  # somebody closes the browser in between
    expect(home.page.locator("#board-1-away-3")).to_be_checked()
    looks_right(home.page)
    note(home)
    incident(home)
    home.says("Esperando cobertura")
    end(home)
    home.says("Esperando cobertura")
    assert not evening.encounter.partidas.filter(revision__gt=0).exists()

    for phone in (home, away):
        phone.context.set_offline(False)
    acknowledge(home)
    expect(home.page.get_by_role("heading", name="Acta por firmar")).to_be_visible(timeout=30_000)
    games = evening.encounter.partidas.order_by("board").values_list("home_games", "away_games")
    assert list(games) == list(GAMES)
    assert Incident.objects.get().clause == "M-D.20"
    home.tap(".dock button")
    expect(away.page.locator(".dock a")).to_have_text("Ir a las firmas", timeout=15_000)
    away.tap(".dock a")
    away.tap(".dock button")
    expect(away.page.get_by_text("Se puede reclamar antes del")).to_be_visible()
    evening.encounter.refresh_from_db()
    assert evening.encounter.state == "SIGNED"
    print(f"\nevents: home {home.events}, away {away.events}")
    assert home.events + away.events < MOST
