"""From a quarrel at the bar to a claim: a deal put together by taps, its ruling, the link that
somebody else opens, and the claim to which it goes."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import User
from matches.models import Claim
from rules.registry import discipline
from tests import factories
from tests.journeys.conftest import looks_right

HANDS = (
    ("rey de oros", "rey de copas", "tres de espadas", "as de bastos"),
    ("caballo", "sota", "seis", "cuatro"),
    ("cinco", "cinco", "cuatro", "as"),
    ("siete", "siete", "siete", "sota"),
)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def deal(page: Page) -> None:
    """Sixteen taps, as fast as a thumb can: none is lost."""
    for hand in HANDS:
        for card in hand:
            press(page, card)


def say(page: Page, *words: str) -> None:
    for word in words:
        lance = page.locator("form.lance").last
        lance.get_by_role("button", name=word, exact=True).click()
        # The next word has its place only once this one is in the record.
        expect(page.locator("#consulta")).not_to_have_attribute("aria-busy", "true")


@pytest.mark.django_db(transaction=True)
def test_a_deal_from_the_bar_to_the_claim(
    new_page: Callable[..., Page], login: Callable[[Page, User], None]
) -> None:
    encounter = factories.ended_encounter(
        started_at=timezone.now() - timedelta(hours=3), ended_at=timezone.now() - timedelta(hours=1)
    )
    season = encounter.division.season
    season.options = discipline(season.discipline).presets[0].settings
    season.save()
    away = factories.delegate(team=encounter.away).user

    phone = new_page()
    phone.goto("/reglamento/consulta/")
    looks_right(phone)
    deal(phone)
    expect(phone.get_by_role("heading", name="3. Lo que se dijo")).to_be_visible()
    phone.fill("#a", "20")
    phone.fill("#b", "22")
    phone.press("#b", "Tab")
    say(phone, "Pasan todos", "Pasan todos", "Cada uno lo que lleva", "A1: Envido", "B2: No quiero")
    say(phone, "Cada uno lo que lleva")
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")  # the bar with the score lies down
    looks_right(phone)
    phone.locator("form.lance").last.get_by_text("5", exact=True).click()
    say(phone, "A1: Envido", "B2: Quiero")
    ruling = phone.locator("#ruling")
    expect(ruling.locator(".score").first).to_have_text("26–30")
    expect(ruling).to_contain_text("gana la Real")
    looks_right(phone)
    shared = phone.locator("[data-copy]").first.get_attribute("data-copy")
    assert shared

    fresh = new_page(java_script_enabled=False)
    fresh.goto(shared)
    assert fresh.locator("#ruling table").inner_text() == ruling.locator("table").inner_text()
    # Without a script every tap is a form of its own, and the way back is the browser's.
    press(fresh, "Deshacer lo último de Juego")
    expect(fresh.locator("#ruling")).to_contain_text("El registro no dice cómo acabó el envite")
    fresh.go_back()
    expect(fresh.locator("#ruling .score").first).to_have_text("26–30")

    login(phone, away)
    phone.goto(shared)
    phone.get_by_role("link", name=f"{encounter.home} – {encounter.away}").click()
    phone.fill("textarea[name=text]", "A1 dice que el juego era suyo.")
    press(phone, "Presentar la reclamación")
    expect(phone.get_by_text("La reclamación está presentada.")).to_be_visible()
    claim = Claim.objects.get(encounter=encounter)
    assert claim.team == encounter.away
    assert 'Cartas "A1:RoRc3e1b CS64 5541 777S"' in claim.deal.record
