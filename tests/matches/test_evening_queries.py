"""What a page of the evening asks of the database: the same at any size, ten at most.

Session and user are asked for by every page of somebody signed in and are counted apart.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.services import actas, partidas
from matches.states.partida import Side
from tests import factories
from tests.matches import evening_stage
from tests.matches.stage import AT, END, Evening

pytestmark = pytest.mark.django_db

MOST = 11
SIZES = ((6, 9), (20, 16))  # teams, fichas

Stage = Callable[[Evening], None]


def fresh(evening: Evening) -> None:
    """Nothing has happened yet."""


def closed(evening: Evening) -> None:
    evening.close_line_ups()


def playing(evening: Evening) -> None:
    evening.close_line_ups()
    evening.draw()
    evening.play([(5, 3), (3, 5), (5, 0), (3, 1)])
    partidas.break_start(
        actor=evening.home,
        encounter_id=evening.encounter.pk,
        board=4,
        kind="THIRD_LOST",
        side=Side.AWAY,
        at=END - timedelta(minutes=20),
    )
    seat = evening.encounter.seats.get(board=2, side="HOME", position=1)
    for board in (1, 2):
        factories.incident(
            encounter=evening.encounter, board=board, registration=seat.registration, side="HOME"
        )


def ended(evening: Evening) -> None:
    evening.ended()


def signed(evening: Evening) -> None:
    evening.signed()


def corrected(evening: Evening) -> None:
    evening.signed()
    actas.acta_correct(
        actor=evening.home,
        encounter_id=evening.encounter.pk,
        boards={1: {"home_games": 3, "away_games": 5}},
        note="Estaba al revés.",
        at=END,
    )


PAGES: list[tuple[str, Stage]] = [
    ("tonight", fresh),
    ("evening", fresh),
    ("evening-pulse", fresh),
    ("evening-presence", fresh),
    ("evening-presence", closed),
    ("evening-walkover", fresh),
    ("evening-draw", closed),
    ("evening-draw", playing),
    ("evening-draw-by-hand", closed),
    ("evening-boards", playing),
    ("evening-table", playing),
    ("evening-incidents", playing),
    ("evening-stop", playing),
    ("evening-end", playing),
    ("evening-sign", ended),
    ("evening-sign", corrected),
    ("evening-file-alone", ended),
    ("evening-done", signed),
    ("evening-correction", signed),
]


@pytest.fixture(autouse=True)
def night(time_machine: Any) -> None:
    time_machine.move_to(END, tick=False)


def season_of(teams: int, fichas: int) -> Evening:
    """An evening in a season of so many teams, each with another encounter played before."""
    evening = evening_stage.evening(fichas=fichas)
    division = evening.encounter.division
    others = [factories.team(division=division) for _ in range(teams - 2)]
    earlier = factories.matchday(division=division)
    for home, away in zip(others[::2], others[1::2], strict=True):
        factories.ended_encounter(
            home=home, away=away, matchday=earlier, starts_at=AT - timedelta(days=7)
        )
    return evening


def asked(evening: Evening, page: str) -> int:
    """Queries of the page on a warm session, without those for session and user."""
    client = Client()
    client.force_login(evening.home)
    address = reverse("matches:tonight")
    if page != "tonight":
        more = [4] if page == "evening-table" else []
        address = reverse(f"matches:{page}", args=[evening.encounter.pk, *more])
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        response = client.get(address)
    assert response.status_code == (302 if page == "evening" else 200)
    own = ("django_session", '"league_user"."id" =')
    counted = [one["sql"] for one in queries if not _is_session(one["sql"], own)]
    return len(counted)


def _is_session(sql: str, own: tuple[str, str]) -> bool:
    session, user = own
    return session in sql or ('FROM "league_user"' in sql and user in sql)


@pytest.mark.parametrize(("name", "stage"), PAGES, ids=lambda one: getattr(one, "__name__", one))
def test_a_page_asks_the_same_of_a_small_and_a_large_season(name: str, stage: Stage) -> None:
    counts = []
    for teams, fichas in SIZES:
        evening = season_of(teams, fichas)
        stage(evening)
        counts.append(asked(evening, name))
    assert len(set(counts)) == 1, counts
    assert counts[0] <= MOST


@pytest.mark.parametrize("stage", [fresh, playing], ids=lambda one: one.__name__)
def test_a_suspension_costs_two_more_at_most(stage: Stage) -> None:
    evening = season_of(6, 9)
    stage(evening)
    case = factories.case(season=evening.season, encounter=None)
    factories.sanction(
        ruling=factories.ruling(case=case, ruled_at=END),
        kind="SUSPENSION",
        team=None,
        player=evening.home_fichas[0].player,
        encounters=2,
    )
    page = "evening-presence" if stage is fresh else "evening-end"
    assert asked(evening, page) <= MOST + 1  # which no page shows where nobody is suspended
