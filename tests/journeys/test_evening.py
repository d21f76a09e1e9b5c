"""A whole evening on two phones, from who is present to both signatures."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from league.models import User
from tests.journeys.conftest import looks_right
from tests.matches import evening_stage

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = ((5, 3), (3, 5), (5, 0), (5, 4))


class Phone:
    """A delegate's phone that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0
        self.by_step: dict[str, int] = {}

    def tap(self, step: str, selector: str, **more: Any) -> None:
        self.page.click(selector, **more)
        self.taps += 1
        self.by_step[step] = self.by_step.get(step, 0) + 1


def test_a_tap_without_coverage_is_said_and_sent_later(
    browser: Browser, live_server: Any, login: Callable[[Page, User], None]
) -> None:
    evening = evening_stage.evening(starts_at=timezone.now() - timedelta(minutes=20))
    at = timezone.now()
    evening.close_line_ups(at=at)
    evening.draw(at=at)
    # Not a watched page: without coverage the console has to complain.
    page = browser.new_context(base_url=live_server.url).new_page()
    login(page, evening.home)
    page.goto(f"/acta/{evening.encounter.pk}/mesas/")
    page.context.set_offline(True)
    page.click("label:has(#board-1-home-5)")
    expect(page.locator("#phone")).to_contain_text("Esperando cobertura")
    page.click("label:has(#board-2-away-4)")
    page.context.set_offline(False)
    expect(page.locator("#phone")).to_contain_text("Enviado", timeout=20_000)
    games = evening.encounter.partidas.order_by("board").values_list("home_games", "away_games")
    assert list(games[:2]) == [(5, 0), (0, 4)]
    expect(page.locator("#board-1-home-5")).to_be_checked()
    expect(page.locator("#board-2-away-4")).to_be_checked()
    page.context.close()


def test_an_evening_from_presence_to_two_signatures(
    new_page: Callable[..., Page], login: Callable[[Page, User], None]
) -> None:
    evening = evening_stage.evening(starts_at=timezone.now() - timedelta(minutes=20))
    home, away = Phone(new_page()), Phone(new_page())
    for phone, user in ((home, evening.home), (away, evening.away)):
        login(phone.page, user)
        phone.page.goto("/esta-noche/")
        looks_right(phone.page)
        phone.tap("landing", ".dock a")

    # Presence: eight play, the ninth is there.
    for phone, fichas in ((home, evening.home_fichas), (away, evening.away_fichas)):
        for ficha in fichas[:8]:
            phone.tap("presence", f"label:has([name=plays][value='{ficha.pk}'])")
        phone.tap("presence", f"label:has([name=present][value='{fichas[8].pk}'])")
        expect(phone.page.locator("[data-playing]")).to_have_text("8")
        looks_right(phone.page)
        phone.tap("presence", ".dock button")
        expect(phone.page.locator("#line-up")).to_have_count(0)
    expect(away.page.get_by_role("heading", name="Sortear las parejas")).to_be_visible()
    looks_right(away.page)
    # The first side was waiting and is taken along by itself.
    expect(home.page.locator(".dock a")).to_have_text("Ir al sorteo", timeout=15_000)
    home.tap("draw", ".dock a")

    # Draw: one tap each.
    looks_right(home.page)
    home.tap("draw", ".dock button")
    expect(home.page.get_by_text("Pulsado. Falta que pulse la otra peña")).to_be_visible()
    looks_right(home.page)
    away.page.goto("/esta-noche/")
    away.tap("landing", ".dock a")
    away.tap("draw", ".dock button")
    expect(away.page.get_by_text("Sorteo hecho.")).to_be_visible()
    looks_right(away.page)
    away.tap("draw", ".dock a")
    expect(home.page.locator(".dock a")).to_have_text("A las mesas", timeout=15_000)
    home.tap("draw", ".dock a")

    # Results: two taps a board, saved at once, seen by the other phone.
    for number, (mine, theirs) in enumerate(GAMES, start=1):
        for side, games in (("home", mine), ("away", theirs)):
            if games == 0:
                continue  # where every board begins
            with home.page.expect_response(f"**/mesas/{number}/"):
                home.tap("results", f"label:has(#board-{number}-{side}-{games})")
        expect(home.page.locator(f"#mesa-{number}")).to_contain_text("guardado")
    looks_right(home.page)
    expect(away.page.locator("#boards .score").first).to_contain_text("3–1", timeout=15_000)
    looks_right(away.page)

    # The end, with what the rules found acknowledged.
    home.tap("end", ".dock a")
    for number in range(home.page.locator("#end .choice").count()):
        home.tap("end", f"#end .choice >> nth={number}")
    looks_right(home.page)
    home.tap("end", ".dock button")

    # Two signatures.
    expect(home.page.get_by_role("heading", name="Acta por firmar")).to_be_visible()
    looks_right(home.page)
    home.tap("sign", ".dock button")
    expect(home.page.get_by_text("Firmada. Falta la otra peña")).to_be_visible()
    expect(away.page.locator(".dock a")).to_have_text("Ir a las firmas", timeout=15_000)
    away.tap("sign", ".dock a")
    away.tap("sign", ".dock button")
    expect(away.page.get_by_text("Se puede reclamar antes del")).to_be_visible()
    looks_right(away.page)
    expect(home.page.get_by_text("Se puede reclamar antes del")).to_be_visible(timeout=15_000)
    expect(home.page.locator("#share")).to_contain_text("Peña El Órdago 3–1 Sidrería Les Xanes")

    evening.encounter.refresh_from_db()
    assert evening.encounter.state == "SIGNED"
    assert (evening.encounter.home_score, evening.encounter.away_score) == (3, 1)
    print(f"\ntaps: home {home.taps} {home.by_step}, away {away.taps} {away.by_step}")
