"""The stones of the games: where a season notes them, and of no weight."""

import json
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from league.refusals import Refused
from league.services.seasons import season_update
from matches import addresses, bundles, snapshot
from matches.models import GameStones
from matches.paper.acta import acta_values
from matches.services.actas import acta_correct, acta_sign
from matches.services.partidas import partida_record
from matches.services.stones import stones_note
from matches.states.partida import Side
from tests import factories
from tests.matches import evening_stage
from tests.matches.stage import AT, END, Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    made = evening_stage.evening()
    made.season.notes_stones = True
    made.season.save(update_fields=["notes_stones"])
    made.close_line_ups()
    made.draw()
    made.play()
    return made


def note(evening: Evening, lost: int | None, **more: Any) -> GameStones:
    facts: dict[str, Any] = {"board": 1, "winner": Side.HOME, "game": 3, "actor": evening.home}
    return stones_note(encounter_id=evening.encounter.pk, lost=lost, at=AT, **(facts | more))


def test_notes_changes_and_refuses(evening: Evening) -> None:
    assert note(evening, 18).revision == 1
    assert note(evening, 18, revision=0).revision == 1  # the same, from another phone
    assert note(evening, 0, actor=evening.away, revision=1).lost == 0
    with pytest.raises(Refused, match=r"stones\.changed_meanwhile") as stale:
        note(evening, 30, revision=1)
    assert stale.value.facts["lost"] == 0
    assert note(evening, None).lost is None
    for code, wrong in {
        "stones.impossible": {"lost": 40},
        "stones.game_not_won": {"lost": 1, "winner": Side.AWAY, "game": 4},
        "partida.unknown_board": {"lost": 1, "board": 9},
    }.items():
        with pytest.raises(Refused, match=code):
            note(evening, **wrong)
    with pytest.raises(PermissionDenied):
        note(evening, 1, actor=factories.user())
    evening.season.options["stones"] = 30
    evening.season.save()
    with pytest.raises(Refused, match=r"stones\.impossible"):
        note(evening, 30)
    evening.season.notes_stones = False
    evening.season.save()
    with pytest.raises(Refused, match=r"stones\.not_noted"):
        note(evening, 1)


def test_a_game_untapped_and_tapped_again_keeps_its_stones(evening: Evening) -> None:
    note(evening, 7, game=5)
    tap: dict[str, Any] = {"actor": evening.home, "encounter_id": evening.encounter.pk, "at": AT}
    partida_record(**tap, board=1, home_games=4, away_games=3)
    assert "Tantos" not in public_page(evening)
    partida_record(**tap, board=1, home_games=5, away_games=3)
    assert "Tantos: 40–7" in public_page(evening)


def public_page(evening: Evening) -> str:
    season = evening.season
    season.is_public = True
    season.save(update_fields=["is_public"])
    return Client().get(addresses.encounter_path(evening.encounter)).content.decode()


def test_stands_on_what_both_sign_and_goes_with_its_game(evening: Evening) -> None:
    note(evening, 18)
    note(evening, 32, game=5)
    note(evening, 39, winner=Side.AWAY, game=1)
    acta = evening.end()
    content = json.loads(acta.content)
    assert content["format"] == snapshot.FORMAT
    assert content["stones"] == {
        "target": 40,
        "games": [
            {"board": 1, "winner": "HOME", "game": 3, "lost": 18},
            {"board": 1, "winner": "HOME", "game": 5, "lost": 32},
            {"board": 1, "winner": "AWAY", "game": 1, "lost": 39},
        ],
    }
    told = "Tantos: 40–18, 40–32, 39–40"
    client = Client()
    client.force_login(evening.away)
    page = client.get(reverse("matches:evening-sign", args=[evening.encounter.pk]))
    assert told in page.content.decode()
    assert acta_values(acta, whole=False)["boards"][0]["stones"] == told
    assert bundles.disclosed(content)["stones"] == content["stones"]
    for user in (evening.home, evening.away):
        acta = acta_sign(actor=user, acta_id=acta.pk, digest=acta.digest, at=END)
    assert told in public_page(evening)

    corrected = acta_correct(
        actor=evening.home,
        encounter_id=evening.encounter.pk,
        boards={1: {"home_games": 4, "away_games": 5}},
        note="Estaban al revés.",
        at=END,
    )
    games = json.loads(corrected.content)["stones"]["games"]
    assert [(one["winner"], one["game"]) for one in games] == [("HOME", 3), ("AWAY", 1)]


def test_weighs_nothing_and_is_absent_elsewhere(evening: Evening) -> None:
    plain = evening_stage.evening()
    without = json.loads(plain.ended().content)
    assert "stones" not in without
    assert snapshot.stones_of(without) == {}
    note(evening, 39)
    content = json.loads(evening.end().content)
    assert content.keys() - without.keys() == {"stones"}
    for name in ("score", "games", "findings"):
        assert content[name] == without[name]


def test_is_fixed_once_the_season_is_played(evening: Evening) -> None:
    with pytest.raises(Refused, match=r"season\.locked"):
        season_update(
            actor=evening.organiser, season_id=evening.season.pk, at=AT, notes_stones=False
        )


def test_two_phones_that_differ_are_shown_both(evening: Evening, time_machine: Any) -> None:
    time_machine.move_to(AT, tick=False)
    url = reverse("matches:evening-stones", args=[evening.encounter.pk, 1, "local", 3])

    def send(stones: Any, key: int, *, revision: int = 0) -> Any:
        client = Client()
        client.force_login(evening.home)
        headers = {"Idempotency-Key": f"00000000-0000-4000-8000-00000000000{key}"}
        return client.post(url, {"stones": stones, "stones-revision": revision}, headers=headers)

    first, again = send(18, 1), send(18, 1)
    assert (first.json()["revision"], again.json()["again"]) == (1, True)
    other = send("", 2)
    assert other.status_code == 409
    assert other.json()["conflict"] == {"mine": [40, "?"], "theirs": [40, 18], "revision": 1}
    assert send(39, 3, revision=1).json()["revision"] == 2
    assert send("x", 4, revision=2).status_code == 422
    assert send(40, 5, revision=2).status_code == 422
    assert GameStones.objects.get().lost == 39
