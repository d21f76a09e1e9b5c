"""The pages of an evening that does not run smoothly, and one without script."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import User
from matches.services import actas, ending, line_up, partidas
from matches.states.partida import Side
from rules.mus.findings import KINDS
from tests.journeys.conftest import looks_right
from tests.matches import evening_stage

pytestmark = pytest.mark.django_db(transaction=True)

NewPage = Callable[..., Page]
Login = Callable[[Page, User], None]


def test_every_other_page_looks_right(new_page: NewPage, login: Login) -> None:
    now = timezone.now()
    began = now - timedelta(hours=2)
    evening = evening_stage.evening(starts_at=began)
    pk = evening.encounter.pk
    ficha = evening.home_fichas[8]
    ficha.released_at = began - timedelta(days=3)
    ficha.save()
    page = new_page()
    login(page, evening.home)

    def see(path: str) -> None:
        page.goto(path)
        looks_right(page)

    see(f"/acta/{pk}/presentes/")
    for one in evening.home_fichas[:6]:
        page.click(f"label:has([name=plays][value='{one.pk}'])")
    page.click(".dock button")
    expect(page.get_by_text("Solo hay 3 parejas.")).to_be_visible()
    looks_right(page)
    page.get_by_role("button", name="Cerrar con 3 parejas").click()
    expect(page.get_by_text("La mesa 4 queda sin pareja")).to_be_visible()
    see(f"/acta/{pk}/no-se-juega/")
    page.click(".dock button")
    expect(page.get_by_text("Falta corregir")).to_be_visible()
    looks_right(page)
    line_up.line_up_close(
        actor=evening.away,
        encounter_id=pk,
        present=(),
        playing=[row.pk for row in evening.away_fichas[:8]],
        at=began,
    )
    see(f"/acta/{pk}/sorteo/a-mano/")
    evening.draw(at=began)
    evening.play([(5, 3), (3, 1)], at=began)
    partidas.break_start(
        actor=evening.home,
        encounter_id=pk,
        board=2,
        kind="THIRD_LOST",
        side=Side.AWAY,
        at=now - timedelta(minutes=4),
    )
    see(f"/acta/{pk}/mesas/")
    expect(page.locator("#mesa-2 time")).to_have_text(re.compile(r"0[45]:\d\d"))
    see(f"/acta/{pk}/mesas/2/mas/")
    for summary in page.locator("summary").all():
        summary.click()
    looks_right(page)
    see(f"/acta/{pk}/incidencias/")
    page.select_option("[name=kind]", "SLOW_PLAY")
    page.fill("[name=text]", "Cada carta, un minuto.")
    page.click(".dock button")
    expect(page.get_by_text("Anotado en el acta.")).to_be_visible()
    looks_right(page)
    see(f"/acta/{pk}/final/")
    expect(page.get_by_role("link", name="Ir a la mesa 3")).to_be_visible()
    see(f"/acta/{pk}/no-se-puede-terminar/")

    finish(evening)
    see(f"/acta/{pk}/firmas/")
    page.get_by_text("No estar conforme").click()
    looks_right(page)
    see(f"/acta/{pk}/entregar-sin-firma/")
    acta = evening.encounter.actas.get(state="DRAFT")
    for user in (evening.home, evening.away):
        actas.acta_sign(actor=user, acta_id=acta.pk, digest=acta.digest, at=timezone.now())
    see(f"/acta/{pk}/hecho/")
    see(f"/acta/{pk}/presentes/")
    see(f"/acta/{pk}/sorteo/")
    see(f"/acta/{pk}/correccion/")
    page.fill("[name=home-1]", "3")
    page.fill("[name=away-1]", "5")
    page.fill("[name=note]", "La mesa 1 estaba al revés.")
    page.click(".dock button")
    expect(page.get_by_role("heading", name="Corrección por firmar")).to_be_visible()
    looks_right(page)


def finish(evening: evening_stage.Evening) -> None:
    partidas.break_end(
        actor=evening.home, encounter_id=evening.encounter.pk, board=2, at=timezone.now()
    )
    evening.play([(5, 3), (5, 1), (2, 5)], at=timezone.now())
    moment = timezone.now()
    ending.encounter_end(
        actor=evening.home,
        encounter_id=evening.encounter.pk,
        ended_at=moment,
        acknowledged=list(KINDS),
        at=moment,
    )


def test_an_evening_without_script(new_page: NewPage, login: Login) -> None:
    evening = evening_stage.evening(starts_at=timezone.now() - timedelta(minutes=20))
    home, away = (new_page(java_script_enabled=False) for _ in range(2))
    for page, user, fichas in (
        (home, evening.home, evening.home_fichas),
        (away, evening.away, evening.away_fichas),
    ):
        login(page, user)
        page.goto("/esta-noche/")
        page.click(".dock a")
        for ficha in fichas[:8]:
            page.click(f"label:has([name=plays][value='{ficha.pk}'])")
        page.click(".dock button")
    for page in (home, away):
        page.goto("/esta-noche/")
        page.click(".dock a")
        page.click(".dock button")
    home.goto("/esta-noche/")
    home.click(".dock a")
    for number, (mine, theirs) in enumerate(((5, 3), (3, 5), (5, 0), (5, 4)), start=1):
        home.click(f"label:has(#board-{number}-home-{mine})")
        home.click(f"label:has(#board-{number}-away-{theirs})")
        home.get_by_role("button", name=f"Guardar la mesa {number}").click()
    expect(home.locator("#boards .score").first).to_contain_text("3–1")
    home.click(".dock a")
    for box in home.locator("#end .choice").all():
        box.click()
    home.click(".dock button")
    home.click(".dock button")
    away.goto("/esta-noche/")
    away.click(".dock a")
    away.click(".dock button")
    expect(away.get_by_text("Se puede reclamar antes del")).to_be_visible()
    evening.encounter.refresh_from_db()
    assert evening.encounter.state == "SIGNED"
