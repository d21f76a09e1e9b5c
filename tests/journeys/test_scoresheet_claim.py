"""A claim amid a match, signed at the table, ruled on at once, and read by everybody."""

import os
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import User
from matches.addresses import encounter_path
from matches.models import SheetClaim
from matches.selectors.sheet_claims import claim_code
from tests.journeys.conftest import axe_clean, no_sideways_scroll, targets_are_large
from tests.matches import sheet_stage
from tests.matches.sheet_stage import START

pytestmark = pytest.mark.django_db(transaction=True)

TABLET = {"width": 1180, "height": 820}
WORDS = "El balón tocó la antena antes de pasar."
GROUNDS = "Se vio desde la silla: no la tocó."
Login = Callable[[Page, User], None]


def looked_at(page: Page, name: str) -> None:
    axe_clean(page)
    no_sideways_scroll(page)
    targets_are_large(page)
    if folder := os.environ.get("KEEP_SCREENS"):
        page.screenshot(path=Path(folder, f"{name}.png"), full_page=True)


@pytest.mark.regulation("C-20", "C-22", "C-23")
def test_a_claim_is_ruled_on_at_once(new_page: Callable[..., Page], login: Login) -> None:
    now = timezone.now()
    match = sheet_stage.match(starts_at=now + timedelta(minutes=5)).ready()
    match.record([*START, "L", "L", "V"], at=now)
    away = match.encounter.away.name

    # The captain's delegate reads the code of the side's next claim on the phone.
    phone = new_page()
    login(phone, match.away)
    phone.goto(f"/acta/{match.encounter.pk}/hoja/equipo/")
    phone.get_by_role("link", name="Reclamar al árbitro central").click()
    code = claim_code(match.encounter, "AWAY", at=now).shown
    expect(phone.locator(".code-shown")).to_have_text(code)
    looked_at(phone, "back-phone")

    # At the table the captain writes on the back, and signs with it.
    table = new_page(viewport=TABLET, has_touch=True)
    login(table, match.referee)
    table.goto(f"/acta/{match.encounter.pk}/hoja/partido/")
    table.get_by_role("link", name="Reverso").click()
    expect(table.get_by_text("Sin reclamaciones")).to_be_visible()
    table.get_by_text(f"Reclama {away}").click()
    form = table.locator("form", has=table.locator("input[value=claim-AWAY]"))
    form.get_by_label("Qué se reclama").fill(WORDS)
    form.get_by_label("Clave del equipo").fill("000 000" if code != "000 000" else "111 111")
    form.get_by_role("button", name=f"Firmar la reclamación de {away}").click()
    expect(table.get_by_text("La clave no es esa")).to_be_visible()
    form = table.locator("form", has=table.locator("input[value=claim-AWAY]"))
    expect(form.get_by_label("Qué se reclama")).to_have_value(WORDS)  # nothing typed is lost
    form.get_by_label("Clave del equipo").fill(code)
    form.get_by_role("button", name=f"Firmar la reclamación de {away}").click()

    # The central referee rules at once.
    expect(table.get_by_text("por decidir")).to_be_visible()
    looked_at(table, "back-ruling")
    table.get_by_label("No procede").check()
    table.get_by_label("Artículo").select_option("C-15")
    table.get_by_label("Qué se decide y por qué").fill(GROUNDS)
    table.get_by_role("button", name="Decidir").click()
    expect(table.get_by_role("listitem").filter(has_text=WORDS)).to_contain_text(GROUNDS)
    expect(table.get_by_role("button", name="Decidir")).to_have_count(0)
    looked_at(table, "back-ruled")
    claim = SheetClaim.objects.get()
    assert (claim.upheld, claim.clause, claim.ruled_by) == (False, "C-15", match.referee)

    # Both sides read the words, everybody that there was one and how it ended.
    phone.reload()
    expect(phone.get_by_text(GROUNDS)).to_be_visible()
    anybody = new_page()
    anybody.goto(encounter_path(match.encounter))
    claims = anybody.get_by_role("listitem").filter(has_text="no procede")
    expect(claims).to_contain_text("set 1, 2–0")
    expect(anybody.get_by_text(WORDS)).to_have_count(0)
    looked_at(anybody, "claim-public")
    table.get_by_role("link", name="Volver a la hoja").click()
    expect(table).to_have_url(re.compile("/hoja/partido/$"))
