"""Founding a season step by step."""

from typing import Any

import pytest
from django.test import Client

from league.models import Competition, Role, Season
from tests import factories

pytestmark = pytest.mark.django_db

BASE = "/organizacion/nueva/"
FIRST = {"competition_name": "Liga de la Ría", "organiser_name": "", "season_name": "2026/27"}
RULES = {
    "discipline": "mus",
    "preset": "asturias",
    "partida_format": "first_to=5",
    "boards": "4",
    "stones": "40",
}
TABLE = {
    "kind": "sum_of_score",
    "win": "3",
    "draw": "1",
    "loss": "0",
    "criterion_1": "points",
    "criterion_2": "games_difference",
    "head_to_head": "always",
    "walkover_score": "4",
    "walkover_games": "20",
    "walkovers_in_head_to_head": "on",
    "withdrawal_policy": "annul",
}
TIMES = {
    "courtesy_minutes": "15",
    "expected_minutes": "150",
    "roster_cap": "16",
    "quorum": "3",
    "opens_at": "2026-09-01T00:00",
    "closes_at": "2026-10-01T00:00",
}


@pytest.fixture
def founder(client: Client) -> Client:
    client.force_login(factories.user(is_staff=True))
    return client


def send(client: Client, step: str, data: dict[str, str], action: str = "next") -> Any:
    return client.post(f"{BASE}{step}/", {**data, "action": action})


def walk(client: Client) -> None:
    for step, data in {
        "competicion": FIRST,
        "reglamento": RULES,
        "clasificacion": TABLE,
        "tiempos": TIMES,
    }.items():
        assert send(client, step, data).status_code == 302, step


class TestFounding:
    def test_five_steps_make_a_season(self, founder: Client) -> None:
        walk(founder)
        summary = founder.get(f"{BASE}resumen/").content.decode()
        assert "Gana quien llega a 5 juegos" in summary
        assert not Season.objects.exists()
        response = founder.post(f"{BASE}resumen/")
        season = Season.objects.get()
        assert response.headers["Location"] == f"/organizacion/{season.pk}/grupos/"
        assert season.options["partida_format"] == "first_to=5"
        assert season.scheme["criteria"] == ["points", "games_difference"]
        assert season.scheme["walkover_games"] == [20, 0]
        assert season.quorum == 3
        assert season.registration_windows.count() == 1
        assert Role.objects.get(season=season).kind == "ORGANISER"
        assert "season_draft" not in founder.session

    @pytest.mark.regulation("M-D.1", "M-D.4")
    def test_the_format_has_no_preselected_value_and_shows_its_consequence(
        self, founder: Client
    ) -> None:
        send(founder, "competicion", FIRST)
        page = founder.get(f"{BASE}reglamento/")
        text = page.content.decode()
        assert " checked" not in text
        assert "el descanso no llega a darse" in text
        assert "#M-D.1" in text
        assert "#M-D.4" in text
        unchosen = {key: value for key, value in RULES.items() if key != "partida_format"}
        response = send(founder, "reglamento", unchosen)
        assert response.status_code == 422
        assert "no hay ninguno por defecto" in response.content.decode()

    def test_going_back_loses_nothing(self, founder: Client) -> None:
        send(founder, "competicion", FIRST)
        back = send(founder, "reglamento", {**RULES, "boards": "no"}, action="back")
        assert back.headers["Location"] == f"{BASE}competicion/"
        first = founder.get(f"{BASE}competicion/").content.decode()
        assert 'value="Liga de la Ría"' in first
        second = founder.get(f"{BASE}reglamento/")
        assert second.context["form"]["boards"].value() == "no"
        assert 'value="first_to=5"' in second.content.decode()
        assert not second.context["form"].is_bound

    def test_the_walkover_is_proposed_from_boards_and_format(self, founder: Client) -> None:
        send(founder, "competicion", FIRST)
        send(founder, "reglamento", {**RULES, "boards": "3", "partida_format": "best_of=5"})
        form = founder.get(f"{BASE}clasificacion/").context["form"]
        assert form["walkover_score"].value() == 3
        assert form["walkover_games"].value() == 9

    def test_the_summary_asks_for_the_step_that_is_missing(self, founder: Client) -> None:
        send(founder, "competicion", FIRST)
        response = founder.get(f"{BASE}resumen/")
        assert response.headers["Location"] == f"{BASE}reglamento/"

    def test_a_refusal_leads_back_to_its_step(self, founder: Client) -> None:
        factories.competition(name="Liga de la Ría")
        walk(founder)
        response = founder.post(f"{BASE}resumen/")
        assert response.status_code == 422
        assert response.context["step"] == "competicion"
        assert "competition_name" in response.context["form"].errors
        assert Competition.objects.count() == 1
        assert not Season.objects.exists()

    def test_an_edition_of_a_competition_that_exists(self, founder: Client) -> None:
        competition = factories.competition()
        walk(founder)
        told = {"competition_id": str(competition.pk), "season_name": "2027"}
        send(founder, "competicion", told)
        founder.post(f"{BASE}resumen/")
        assert Season.objects.get().competition == competition

    def test_half_a_window_is_refused(self, founder: Client) -> None:
        response = send(founder, "tiempos", {**TIMES, "closes_at": ""})
        assert "closes_at" in response.context["form"].errors

    def test_the_draft_can_be_forgotten(self, founder: Client) -> None:
        send(founder, "competicion", FIRST)
        founder.post(f"{BASE}olvidar/")
        assert b"Liga de la R" not in founder.get(BASE).content.split(b"<form")[1]

    def test_an_unknown_step_is_not_found(self, founder: Client) -> None:
        assert founder.get(f"{BASE}postre/").status_code == 404
