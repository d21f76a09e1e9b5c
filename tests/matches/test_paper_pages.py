"""The pages of an acta on paper: sent by a delegate, copied beside its photo, confirmed by both."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from matches.models import Acta, Break, Confirmation, Evidence
from matches.selectors.paper import days_to_print
from tests.matches import stage
from tests.matches.test_when_it_fails import photo

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """Last night's, by the clock of the pages."""
    return stage.evening(starts_at=timezone.now() - timedelta(hours=10))


def typed(evening):
    """The paper as the organiser copies it: pairs in the order of their fichas, one break."""
    starts = timezone.localtime(evening.encounter.starts_at)
    moment = "%Y-%m-%dT%H:%M"
    found = {
        "started_at": starts.strftime(moment),
        "ended_at": (starts + timedelta(hours=2)).strftime(moment),
        "received_at": (starts + timedelta(hours=9)).strftime(moment),
        "break_2_1_kind": "THIRD_LOST:HOME",
        "break_2_1_from": (starts + timedelta(minutes=50)).strftime("%H:%M"),
        "break_2_1_to": (starts + timedelta(minutes=58)).strftime("%H:%M"),
    }
    for number, (home, away) in enumerate(stage.GAMES, start=1):
        found[f"board_{number}"] = f"PLAYED:{home}:{away}"
        for side, rows in (("home", evening.home_fichas), ("away", evening.away_fichas)):
            for position in (1, 2):
                row = rows[2 * number - 3 + position]
                found[f"seat_{number}_{side}_{position}"] = row.pk
    return found


def test_from_the_photo_to_both_confirmations(client, evening):
    paper = reverse("matches:evening-paper", args=[evening.encounter.pk])
    transcribe = reverse(
        "matches:organise-encounter-acta", args=[evening.season.pk, evening.encounter.pk]
    )
    client.force_login(evening.away)
    assert "Mandar la foto" in client.get(paper).content.decode()
    assert client.post(paper, {}).status_code == 422
    assert client.post(paper, {"photos": photo()}).status_code == 302
    sent = Evidence.objects.get()
    assert "La foto ha llegado" in client.get(paper).content.decode()

    client.force_login(evening.organiser)
    picture = reverse("matches:evidence", args=[sent.pk])
    assert f'src="{picture}"' in client.get(transcribe).content.decode()
    assert client.get(picture).status_code == 200
    half = typed(evening) | {"break_2_1_to": ""}
    refused = client.post(transcribe, half)
    assert "break_2_1_to" in refused.context["form"].errors
    assert client.post(transcribe, typed(evening)).status_code == 302
    acta = Acta.objects.get(in_force=True)
    pause = Break.objects.get()
    assert (pause.partida.board, pause.ended_at - pause.started_at) == (2, timedelta(minutes=8))
    # The form shows what is saved, so that doing it anew changes only what is wrong.
    again = client.get(transcribe).context["form"]
    assert again["break_2_1_kind"].value() == "THIRD_LOST:HOME"
    assert again["seat_1_home_1"].value() == evening.home_fichas[0].pk

    for user, answer in (
        (evening.home, {"agrees": "yes"}),
        (evening.away, {"agrees": "no", "text": "Falta una incidencia."}),
    ):
        client.force_login(user)
        assert "Pone lo mismo" in client.get(paper).content.decode()
        facts = {"action": "confirm", "acta": acta.pk, "digest": acta.digest}
        assert client.post(paper, facts | {"agrees": "no"}).status_code == 422
        assert client.post(paper, facts | answer).status_code == 302
    assert list(Confirmation.objects.values_list("side", "agrees")) == [
        ("HOME", True),
        ("AWAY", False),
    ]
    assert "no coincide" in client.get(paper).content.decode()


def test_a_paper_without_names_is_copied_when_it_says_so(client, evening):
    client.force_login(evening.organiser)
    transcribe = reverse(
        "matches:organise-encounter-acta", args=[evening.season.pk, evening.encounter.pk]
    )
    bare = {name: value for name, value in typed(evening).items() if "seat" not in name}
    refused = client.post(transcribe, bare)
    assert "without_names" in refused.context["form"].errors
    assert client.post(transcribe, bare | {"without_names": "on"}).status_code == 302


def test_the_blank_acta_of_an_encounter_and_of_its_matchday(client):
    evening = stage.evening(starts_at=timezone.now() + timedelta(days=2))
    client.force_login(evening.home)
    single = client.get(reverse("matches:evening-blank", args=[evening.encounter.pk]))
    client.force_login(evening.organiser)
    day = evening.encounter.matchday
    assert days_to_print(evening.season, now=timezone.now()) == [day]
    whole = client.get(reverse("matches:organise-blank-actas", args=[evening.season.pk, day.pk]))
    for response in (single, whole):
        assert response["Content-Type"] == "application/pdf"
        assert response["Cache-Control"] == "private, no-store"
        assert response.content.startswith(b"%PDF-")
