"""A whole evening on one phone: the visitors mark who plays, draw and sign on it, with their code.

Every press and every key is counted, the digits of the code among them; only free text is not.
"""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import User
from matches.selectors.signing_codes import code_stand
from tests.journeys.conftest import looks_right
from tests.matches import evening_stage

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = ((5, 3), (3, 5), (5, 0), (4, 5))
MOST = 60
_COUNT = """() => {
    const count = (event) => {
        if (!event.isTrusted || event.target.matches?.("textarea")) return;
        sessionStorage.setItem("events", Number(sessionStorage.getItem("events") || 0) + 1);
    };
    addEventListener("pointerdown", count, true);
    addEventListener("keydown", count, true);
}"""


def test_an_evening_on_one_phone(
    new_page: Callable[..., Page], login: Callable[[Page, User], None]
) -> None:
    evening = evening_stage.evening(starts_at=timezone.now() - timedelta(minutes=20))
    page = new_page()
    login(page, evening.home)
    page.add_init_script(f"({_COUNT})()")
    page.goto("/esta-noche/")
    page.click(".dock a")

    for ficha in evening.home_fichas[:8]:
        page.click(f"label:has([name=plays][value='{ficha.pk}'])")
    page.click(".dock button")

    # The phone goes over to the visitors, who see nothing of the others' list.
    page.click("summary:has-text('Con un solo teléfono')")
    page.click("a:has-text('Marca aquí Sidrería Les Xanes')")
    expect(page.get_by_text("Álvarez Menéndez")).to_have_count(0)
    looks_right(page)
    for ficha in evening.away_fichas[:8]:
        page.click(f"label:has([name=plays][value='{ficha.pk}'])")
    page.click(".dock button")
    expect(page.get_by_text("se marcó en el teléfono de Peña El Órdago")).to_be_visible()
    looks_right(page)

    # Both taps of the draw, one after the other.
    page.click(".dock button[form=tap]")
    page.click("summary:has-text('Con un solo teléfono')")
    page.click("#tap-shared button")
    expect(page.get_by_text("Sorteo hecho.")).to_be_visible()
    page.click(".dock a")

    # Results; on board 2 the visitors lead by three and the others take their break.
    for number, games in enumerate(GAMES, start=1):
        home, away = games
        if number == 2:
            _games(page, 2, "away", 3)
            page.click("#mesa-2 button:has-text('Empezar el descanso')")
            page.click("#mesa-2 button:has-text('Terminar el descanso')")
            expect(page.locator("#mesa-2 button:has-text('Terminar')")).to_be_hidden()
        for side, won in (("home", home), ("away", away)):
            if won:  # every board begins with none
                _games(page, number, side, won)

    # An incident, in writing.
    page.click("a:has-text('Anotar una incidencia')")
    page.click("[name=kind]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.fill("[name=text]", "Se cayó una baraja y se repitió el reparto.")
    page.click(".dock button")
    expect(page.locator("main .timeline li")).to_have_count(1)
    page.click("a:has-text('Volver al encuentro')")

    # The end, with what the rules found acknowledged.
    page.click(".dock a")
    for choice in page.locator("#end .choice").all():
        choice.click()
    page.click(".dock button")

    # Two taps and a code.
    before = _events(page)
    page.click(".dock button[form=sign]")
    expect(page.get_by_text("firma aquí Sidrería Les Xanes")).to_be_visible()
    expect(page.locator("[name=code]")).to_be_focused()
    looks_right(page)
    page.locator("[name=code]").focus()
    page.keyboard.type(code_stand(evening.encounter, "AWAY", at=timezone.now()).digits)
    page.click(".dock button[form=sign-by-code]")
    expect(page.get_by_text("Se puede reclamar antes del")).to_be_visible()
    assert _events(page) - before == 2 + 6
    assert _events(page) < MOST, _events(page)

    evening.encounter.refresh_from_db()
    assert (evening.encounter.state, evening.encounter.home_score) == ("SIGNED", 2)
    content = json.loads(evening.encounter.actas.get().content)
    assert content["line_ups"] == {"HOME": "OWN", "AWAY": "SHARED"}
    methods = evening.encounter.actas.get().signatures.values_list("side", "method")
    assert dict(methods) == {"HOME": "SESSION", "AWAY": "CODE"}
    print(f"\nevents: {_events(page)}")


def _games(page: Page, board: int, side: str, won: int) -> None:
    with page.expect_response(f"**/mesas/{board}/"):
        page.click(f"label:has(#board-{board}-{side}-{won})")


def _events(page: Page) -> int:
    return int(page.evaluate("Number(sessionStorage.getItem('events') || 0)"))
