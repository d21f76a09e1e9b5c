"""Another date on two phones: asked for, answered with others, agreed on, and in the calendar."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import User
from matches.addresses import dates_path, encounter_path
from matches.models import Encounter
from tests import factories
from tests.journeys.conftest import looks_right
from tests.matches import evening_stage

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.regulation("M-D.16")]


def _local(moment: datetime) -> str:
    return timezone.localtime(moment).strftime("%Y-%m-%dT%H:%M")


def test_a_date_is_countered_and_agreed_on(
    new_page: Callable[..., Page], login: Callable[[Page, User], None]
) -> None:
    soon = (timezone.now() + timedelta(days=5)).replace(second=0, microsecond=0)
    evening = evening_stage.evening(starts_at=soon)
    factories.date_rule(
        season=evening.season,
        first_on=(soon + timedelta(days=1)).date(),
        last_on=(soon + timedelta(days=1)).date(),
        note="Fiestas de la villa.",
    )
    home, away = new_page(), new_page()
    for page, user in ((home, evening.home), (away, evening.away)):
        login(page, user)

    home.goto("/esta-noche/")
    home.click("text=Fechas de mis encuentros")
    looks_right(home)
    home.click("main a.match")
    home.click("text=Proponer otra fecha")
    looks_right(home)
    home.fill("[name=starts_at_1]", _local(soon + timedelta(days=1)))
    home.fill("[name=reason]", "El bar cierra esa semana.")
    home.click("text=Firmar y enviar la propuesta")
    expect(home.locator("main [role=alert]")).to_contain_text("Fiestas de la villa.")
    assert home.input_value("[name=reason]") == "El bar cierra esa semana."
    home.fill("[name=starts_at_1]", _local(soon + timedelta(days=7)))
    home.click("summary:has-text('2 de 3')")
    home.fill("[name=starts_at_2]", _local(soon + timedelta(days=8)))
    home.click("text=Firmar y enviar la propuesta")
    expect(home.locator("main")).to_contain_text("Falta que conteste Sidrería Les Xanes")
    looks_right(home)

    away.goto("/esta-noche/")
    expect(away.locator("main")).to_contain_text("por contestar")
    away.goto(dates_path(evening.encounter))
    looks_right(away)
    away.click("text=Proponer otras")
    away.fill("[name=starts_at_1]", _local(soon + timedelta(days=9)))
    away.fill("[name=reason]", "Esos días no hay gente.")
    away.click("text=Firmar y enviar la propuesta")
    expect(away.locator("main")).to_contain_text("Falta que conteste Peña El Órdago")

    home.reload()
    home.get_by_role("button", name="Aceptar").click()
    expect(home.locator("main")).to_contain_text("Acta de cambio firmada por")
    looks_right(home)
    home.goto(encounter_path(evening.encounter))
    expect(home.locator("main")).to_contain_text("de acuerdo las dos peñas")
    moved: Any = Encounter.objects.get(pk=evening.encounter.pk)
    assert moved.starts_at == soon + timedelta(days=9)
