"""A claim from a phone with a deal and a photo, and what the committee sees of it."""

import io
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from league.models import User
from matches.models import Case, Claim, ClaimDraft
from tests import factories
from tests.journeys.conftest import PHONE, looks_right, steady
from tests.matches import evening_stage, stage
from tests.matches.test_deals import RECORD

pytestmark = pytest.mark.django_db(transaction=True)

NewPage = Callable[..., Page]
Login = Callable[[Page, User], None]


def photo() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (640, 480), "green").save(out, "JPEG")
    return out.getvalue()


def test_a_claim_outlives_reload_and_coverage_and_reaches_the_committee(
    new_page: NewPage, login: Login
) -> None:
    ended = timezone.now() - timedelta(hours=2)
    evening = evening_stage.evening(starts_at=ended - timedelta(hours=2))
    began = ended - timedelta(hours=2)
    evening.close_line_ups(at=began)
    evening.draw(at=began)
    evening.play(stage.GAMES, at=began)
    evening.end(ended_at=ended)
    page = new_page()
    login(page, evening.home)
    address = f"/acta/{evening.encounter.pk}/reclamar/"
    page.goto(f"{address}?jugada={quote(RECORD)}")
    expect(page.locator("time[data-until]")).to_have_text(re.compile(r"^2[12]:\d\d:\d\d$"))
    looks_right(page)

    page.fill("[name=text]", "En la mesa 3 no se contó la Real.")
    expect(page.locator("[data-draft-status]")).to_contain_text("Borrador guardado a las")
    page.goto(address)
    expect(page.locator("[name=text]")).to_have_value("En la mesa 3 no se contó la Real.")
    assert page.input_value("[name=record]") == RECORD

    # The page of the bar's own network instead of ours.
    page.route("**/borrador/", lambda route: route.fulfill(body="Aceptar y conectar"))
    page.fill("[name=text]", "En la mesa 3 no se contó la Real, y se pide.")
    expect(page.locator("[data-draft-status]")).to_contain_text("guardado en este teléfono")
    assert ClaimDraft.objects.get().text == "En la mesa 3 no se contó la Real."
    page.goto(address)
    expect(page.locator("[name=text]")).to_have_value(
        "En la mesa 3 no se contó la Real, y se pide."
    )
    page.unroute("**/borrador/")

    page.set_input_files(
        "[name=photos]", {"name": "mesa.jpg", "mimeType": "image/jpeg", "buffer": photo()}
    )
    page.get_by_role("button", name="Presentar la reclamación").click()
    expect(page.get_by_text("La reclamación está presentada.")).to_be_visible()
    looks_right(page)
    claim = Claim.objects.get()
    assert claim.evidence.count() == 1 and claim.deal.record == RECORD
    assert not ClaimDraft.objects.exists()
    assert page.evaluate("Object.keys(localStorage).filter(k => k.startsWith('claim:'))") == []

    member = factories.role(season=evening.season, kind="COMMITTEE").user
    committee = new_page()
    login(committee, member)
    case = Case.objects.get(claim=claim)
    committee.goto(f"/comite/{case.season_id}/expedientes/{case.number}/")
    expect(committee.get_by_text("Consejo del motor, no es una resolución")).to_be_visible()
    looks_right(committee)


def test_a_claim_without_coverage_waits_on_the_phone_and_goes_once(
    browser: Browser, live_server: Any, login: Login
) -> None:
    """Not a watched page: without coverage the console has to complain."""
    ended = timezone.now() - timedelta(hours=2)
    evening = evening_stage.evening(starts_at=ended - timedelta(hours=2))
    began = ended - timedelta(hours=2)
    evening.close_line_ups(at=began)
    evening.draw(at=began)
    evening.play(stage.GAMES, at=began)
    evening.end(ended_at=ended)
    context = browser.new_context(base_url=live_server.url, viewport=PHONE, locale="es-ES")
    context.set_default_timeout(20_000)
    page = context.new_page()
    steady(page)
    login(page, evening.home)
    address = f"/acta/{evening.encounter.pk}/reclamar/"
    page.goto(f"/acta/{evening.encounter.pk}/firmas/")
    kept = """async (address) => {
        const [thing] = document.getElementById("phone").dataset.things.split(" ");
        return Boolean(await caches.match(address, { ignoreVary: true }))
            && Boolean(await caches.match(thing));
    }"""
    for _ in range(100):  # wait_for_function takes the promise of an answer for an answer
        if page.evaluate(kept, address):
            break
        page.wait_for_timeout(100)

    context.set_offline(True)
    page.goto(address)
    text = "En la mesa 3 no se contó la Real."
    page.locator("[name=text]").press_sequentially(text)
    page.goto("about:blank")  # the browser is closed in the middle of it
    page.goto(address)
    expect(page.locator("[name=text]")).to_have_value(text)
    expect(page.locator("[data-draft-chip]")).to_have_text("Sin cobertura")
    page.get_by_role("button", name="Presentar la reclamación").click()
    expect(page.locator("[data-draft-status]")).to_contain_text("todavía no se ha presentado")
    expect(page.locator("[data-draft-chip]")).to_have_text("Sin presentar")
    looks_right(page)
    assert not Claim.objects.exists() and not ClaimDraft.objects.exists()

    context.set_offline(False)
    expect(page.get_by_text("La reclamación está presentada.")).to_be_visible(timeout=30_000)
    assert Claim.objects.get().text == text
    context.close()
