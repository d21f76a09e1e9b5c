"""A claim from a phone with a deal and a photo, and what the committee sees of it."""

import io
import re
from collections.abc import Callable
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Page, expect

from league.models import User
from matches.models import Case, Claim, ClaimDraft
from tests import factories
from tests.journeys.conftest import looks_right
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
