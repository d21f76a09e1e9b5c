"""Anybody checks an acta: its page leads to its PDF and its JSON, and both are dropped on the page
that says what they are worth; so is one that was changed, and one that is not ours."""

import base64
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Page, expect

from league.models import Season
from league.services.jobs import jobs_run_due
from matches import addresses, bundles
from matches.models import Acta
from matches.paper.certificates import certificate_make
from tests.journeys.conftest import looks_right
from tests.matches import evening_stage, stage
from tests.matches.test_verify import pdf as foreign_pdf

pytestmark = pytest.mark.django_db(transaction=True)

SOON = stage.END + timedelta(minutes=1)
_FILES = """([name, type, data]) => {
    const carried = new DataTransfer();
    const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
    carried.items.add(new File([bytes], name, { type }));
    return carried;
}"""


@pytest.fixture
def acta(settings: Any, tmp_path: Path) -> Acta:
    settings.PDF_CERTIFICATE = tmp_path / "sello.p12"
    certificate_make(settings.PDF_CERTIFICATE, name="Liga de pruebas")
    evening = evening_stage.evening()
    Season.objects.filter(pk=evening.season.pk).update(is_public=True)
    signed = evening.signed()
    # In a thread of its own: the seal runs a loop, and Playwright has one in this thread.
    with ThreadPoolExecutor(1) as worker:
        worker.submit(_print).result()
    return Acta.objects.select_related("encounter__division__season__competition").get(pk=signed.pk)


def _print() -> None:
    jobs_run_due(at=SOON, clock=lambda: SOON)
    connection.close()


def test_what_is_dropped_on_the_page_is_told_for_what_it_is(
    new_page: Callable[..., Page], acta: Acta
) -> None:
    page = new_page()
    page.goto(addresses.acta_path(acta))
    looks_right(page)
    links = page.locator("main a[href]").evaluate_all(
        "all => [...new Set(all.map((one) => one.href.split('#')[0]))]"
    )
    found = {link: page.request.get(link) for link in links if link.startswith("http")}
    assert {link: one.status for link, one in found.items() if one.status != 200} == {}
    by_type = {one.headers["content-type"].partition(";")[0]: one.body() for one in found.values()}
    paper, data = by_type["application/pdf"], by_type["application/json"]
    assert paper.startswith(b"%PDF-") and bundles.found_in_pdf(paper) == [data]

    page.goto("/verificar/")
    looks_right(page)
    dropped(page, "acta.pdf", "application/pdf", paper)
    told(page, "ok", "Es auténtico.")
    expect(page.locator("main .notice")).to_contain_text("Está en vigor")
    expect(page.locator(".versus")).to_contain_text("Peña El Órdago")
    page.get_by_role("link", name="Ver el acta entera").click()
    expect(page).to_have_url(re.compile(re.escape(addresses.acta_path(acta))))

    page.goto("/verificar/")
    dropped(page, "acta.json", "application/json", data)
    told(page, "ok", "Es auténtico.")

    # Printed again with another result in sight: the data inside are ours, the paper is not.
    dropped(page, "acta.pdf", "application/pdf", paper + b"\n")
    told(page, "wait", "el PDF no es el que salió de aquí")
    home = b'"home_games":5'
    assert home in data
    dropped(page, "acta.json", "application/json", data.replace(home, b'"home_games":4', 1))
    told(page, "stop", "alguien la ha cambiado")
    dropped(page, "otra.pdf", "application/pdf", foreign_pdf())
    told(page, "stop", "No es nuestro.")
    dropped(page, "foto.jpg", "image/jpeg", b"\xff\xd8\xff\xe0 una foto")
    told(page, "wait", "Esto no se puede comprobar.")

    # By its code, as it is printed and typed with a thumb.
    page.locator("#codigo").press_sequentially(bundles.code_shown(acta.code).lower())
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/v/{acta.code}/$"))
    expect(page.get_by_text("Está en vigor.")).to_be_visible()
    looks_right(page)
    page.locator("#codigo").fill("nada")
    page.get_by_role("button", name="Comprobar el código").click()
    expect(page.get_by_role("status")).to_contain_text("No hay ningún acta")
    looks_right(page)


def dropped(page: Page, name: str, kind: str, data: bytes) -> None:
    carried = page.evaluate_handle(_FILES, [name, kind, base64.b64encode(data).decode()])
    with page.expect_navigation():
        page.dispatch_event("main", "drop", {"dataTransfer": carried})


def told(page: Page, level: str, words: str) -> None:
    verdict = page.locator(f".verdict.{level}")
    expect(verdict).to_contain_text(words)
    looks_right(page)
