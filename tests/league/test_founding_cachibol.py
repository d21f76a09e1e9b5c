"""Founding a season of cachibol: whom it is for, what the source has lost, and its table."""

from datetime import date, datetime
from typing import Any

import pytest
from django.test import Client

from league.models import Season
from league.refusals import Refused
from league.services.seasons import Founding, season_create, season_update
from rules.registry import discipline
from tests import factories
from tests.factories import AT
from tests.league.test_founding_pages import BASE, FIRST, send

pytestmark = pytest.mark.django_db

GAME = discipline("cachibol")
CHOSEN = {key: str(value) for key, value in GAME.presets[0].settings.items()}
RULES = {
    "discipline": "cachibol",
    "preset": "cachibol",
    **CHOSEN,
    "branch": "WOMEN",
    "category": "B",
    "category_name": "",
    "age_from": "",
    "age_to": "",
    "reference_date": "2026-12-31",
}
TABLE = {
    "kind": "win_draw_loss",
    "win": "2",
    "loss": "1",
    "walkover_loss": "0",
    "criterion_1": "points",
    "criterion_2": "wins",
    "criterion_3": "score_ratio",
    "criterion_4": "games_ratio",
    "criterion_5": "head_to_head_points",
    "head_to_head": "always",
    "walkover_score": "2",
    "walkover_games": "20",
    "walkovers_in_head_to_head": "on",
    "withdrawal_policy": "annul",
}
TIMES = {"expected_minutes": "60", "roster_cap": "12", "quorum": "1"}


@pytest.fixture
def founder(client: Client) -> Client:
    client.force_login(factories.user(is_staff=True))
    send(client, "competicion", FIRST)
    return client


def asked(founder: Client) -> Any:
    """The step of the rules, with the questions of cachibol."""
    assert send(founder, "reglamento", {"discipline": "cachibol"}, "discipline").status_code == 302
    return founder.get(f"{BASE}reglamento/")


class TestFounding:
    @pytest.mark.regulation("C-7.2", "C-7.3", "C-4.1", "C-10.3", "C-19.1", "C-19.2")
    def test_five_steps_make_a_season(self, founder: Client) -> None:
        asked(founder)
        for step, data in {"reglamento": RULES, "clasificacion": TABLE, "tiempos": TIMES}.items():
            answer = send(founder, step, data)
            assert answer.status_code == 302, (step, answer.context["form"].errors)
        summary = founder.get(f"{BASE}resumen/").content.decode()
        for told in ("Cachibol", "Femenina", "B · 50–59 años", "31/12/2026", "Cociente de sets"):
            assert told in summary
        assert "juegos" not in summary and "partidas" not in summary
        founder.post(f"{BASE}resumen/")
        season = Season.objects.get()
        assert (season.discipline, season.boards, season.roster_cap) == ("cachibol", 1, 12)
        assert (season.branch, season.category) == ("WOMEN", "B")
        assert (season.age_from, season.age_to) == (50, 59)
        assert season.reference_date == date(2026, 12, 31)
        assert season.courtesy_minutes == season.options["tolerance_minutes"] == 15
        assert not season.spends_places
        assert season.scheme["walkover_loss"] == 0
        assert season.scheme["walkover_games"] == [20, 0]

    @pytest.mark.regulation("C-19.1", "C-19.2")
    def test_what_the_source_has_lost_is_said_and_has_to_be_chosen(self, founder: Client) -> None:
        page = asked(founder)
        form, text = page.context["form"], page.content.decode()
        assert form["tolerance_minutes"].value() is None
        assert form["time_outs"].value() == 2
        for told in (
            "ha perdido este dato: hay que decirlo. Se suele dar 10, 15 o 20.",
            "ha perdido este dato: el valor es una propuesta.",
            "La fuente se contradice aquí",
            "se puede leer de dos maneras",
            "ha perdido una cifra",
            "#C-19.2",
            "#C-10.1",
        ):
            assert told in text
        answer = send(founder, "reglamento", {**RULES, "tolerance_minutes": ""})
        assert answer.status_code == 422
        assert "la fuente lo ha perdido" in answer.content.decode()

    def test_the_table_is_proposed_from_the_rules_chosen(self, founder: Client) -> None:
        asked(founder)
        send(founder, "reglamento", {**RULES, "set_points": "15", "match_format": "best_of=5"})
        page = founder.get(f"{BASE}clasificacion/")
        form, text = page.context["form"], page.content.decode()
        assert (form["win"].value(), form["loss"].value()) == (2, 1)
        assert form["walkover_loss"].value() == 0
        assert (form["walkover_score"].value(), form["walkover_games"].value()) == (3, 45)
        assert form["criterion_3"].value() == "score_ratio"
        assert "Por empatar" not in text and "M-D" not in text

    def test_other_disciplines_questions_do_not_stay(self, founder: Client) -> None:
        asked(founder)
        send(founder, "reglamento", {**RULES, "discipline": "mus"})
        form = founder.get(f"{BASE}reglamento/").context["form"]
        assert "branch" not in form.fields and "partida_format" in form.fields

    @pytest.mark.regulation("C-7.3")
    def test_ages_of_another_event_can_be_said(self, founder: Client) -> None:
        asked(founder)
        other = {**RULES, "category": "other", "category_name": "45 a 59", "age_from": "45"}
        answer = send(founder, "reglamento", {**other, "age_to": "40"})
        assert "No puede ser menos" in answer.content.decode()
        answer = send(founder, "reglamento", {**other, "age_to": "59", "reference_date": ""})
        assert "Decir el día" in answer.content.decode()
        assert send(founder, "reglamento", {**other, "age_to": "59"}).status_code == 302


class TestServices:
    def make(self, **settings: Any) -> Season:
        return season_create(
            actor=factories.user(is_staff=True),
            founding=Founding("2026/27", competition_name="Liga del Nalón"),
            discipline_code="cachibol",
            at=AT,
            **{"options": dict(GAME.presets[0].settings), "branch": "MEN"} | settings,
        )

    @pytest.mark.parametrize(
        ("code", "clause", "settings"),
        [
            ("season.branch_missing", "C-7.2", {"branch": ""}),
            ("season.ages_order", "C-7.3", {"age_from": 60, "age_to": 50}),
            ("season.reference_date_missing", "C-7.3", {"age_from": 60}),
            ("season.cap_above_discipline", "C-4.1", {"roster_cap": 13}),
            ("options.not_chosen", "C-19.2", {"options": {}}),
        ],
    )
    def test_refuses(self, code: str, clause: str, settings: dict[str, Any]) -> None:
        with pytest.raises(Refused) as refusal:
            self.make(**settings)
        assert (refusal.value.code, refusal.value.clause) == (code, clause)

    def test_proposes_what_nobody_said(self) -> None:
        season = self.make()
        assert (season.roster_cap, season.expected_minutes) == (12, 60)
        assert season.scheme["criteria"][2:4] == ["score_ratio", "games_ratio"]

    def test_the_cap_counts_who_is_there(self) -> None:
        season = self.make()
        organiser = season.roles.get().user
        team = factories.team(division=factories.division(season=season))
        for slot in range(1, 10):
            factories.registration(team=team, slot=slot, released_at=AT if slot > 8 else None)
        season_update(actor=organiser, season_id=season.pk, at=_later(), roster_cap=8)
        with pytest.raises(Refused) as refusal:
            season_update(actor=organiser, season_id=season.pk, at=_later(), roster_cap=7)
        assert refusal.value.clause == "C-4.1"

    def test_the_settings_page_shows_and_keeps_whom_it_is_for(self, client: Client) -> None:
        season = self.make(category="B", age_from=50, age_to=59, reference_date=date(2026, 12, 31))
        client.force_login(season.roles.get().user)
        text = client.get(f"/organizacion/{season.pk}/ajustes/").content.decode()
        assert "B · 50–59 años" in text and "Amonestaciones antes" not in text
        address = f"/organizacion/{season.pk}/ajustes/reglamento/"
        form = client.get(address).context["form"]
        assert form["category"].value() == "B" and not form["age_from"].value()
        answer = client.post(address, {**RULES, "category": "C", "branch": "WOMEN"})
        assert answer.status_code == 302
        season.refresh_from_db()
        assert (season.age_from, season.age_to, season.branch) == (60, 69, "WOMEN")
        for part in ("clasificacion", "tiempos", "retrasos", "multas"):
            page = client.get(f"/organizacion/{season.pk}/ajustes/{part}/").content.decode()
            assert "M-" not in page, part


def _later() -> datetime:
    return AT.replace(year=2027)
