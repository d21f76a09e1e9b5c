"""Results of a match, told set by set by the organiser, and the table that follows."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.test import Client

from league.refusals import Refused
from matches.addresses import encounter_path, standings_path
from matches.demo.cachibol import cachibol_build
from matches.models import Acta, Encounter
from matches.selectors.closing import open_things
from matches.selectors.due import ACTA_UNSIGNED, due_things
from matches.selectors.evening import tonight_of
from matches.selectors.late import late_things
from matches.selectors.standings import standings_rows
from matches.services.match_reports import match_report
from matches.services.verification import record_verify
from tests import factories
from tests.factories import AT

pytestmark = pytest.mark.django_db

END = AT + timedelta(minutes=50)


@pytest.fixture
def match() -> Encounter:
    return factories.cachibol_encounter(starts_at=AT)


def report(match: Encounter, sets: Any, actor: Any = None) -> Encounter:
    actor = actor or factories.role(season=match.division.season).user
    return match_report(actor=actor, encounter_id=match.pk, sets=sets, ended_at=END, at=END)


@pytest.mark.regulation("C-10.2", "C-10.3")
def test_counts_sets_and_points(match: Encounter) -> None:
    report(match, [(10, 7), (8, 10), (12, 10)])
    match.refresh_from_db()
    assert (match.home_score, match.away_score) == (2, 1)
    assert (match.home_games, match.away_games) == (30, 27)
    assert (match.kind, match.origin, match.state) == ("PLAYED", "ORGANISER", "ENDED")
    assert [row.board for row in match.partidas.order_by("board")] == [1, 2, 3]
    first, second = standings_rows(match.division)
    assert (first.row.points, second.row.points) == (2, 1)
    assert first.name == match.home.name


@pytest.mark.regulation("C-10.2", "C-10.3")
@pytest.mark.parametrize("sets", [[(10, 9), (10, 3)], [(10, 3)], [(10, 3), (10, 3), (10, 3)]])
def test_refuses_what_cannot_be(match: Encounter, sets: Any) -> None:
    with pytest.raises(Refused) as refusal:
        report(match, sets)
    assert refusal.value.code == "acta.errors"
    assert str(refusal.value.clause).startswith("C-10")


def test_only_the_organiser(match: Encounter) -> None:
    with pytest.raises(PermissionDenied):
        report(match, [(10, 7), (10, 7)], actor=factories.user())


def test_on_the_page(client: Client, match: Encounter) -> None:
    season = match.division.season
    client.force_login(factories.role(season=season).user)
    address = f"/organizacion/{season.pk}/encuentros/{match.pk}/resultado/"
    page = client.get(address).content.decode()
    assert "Set 3" in page and "Mesa" not in page and "M-D" not in page
    typed = {"set_1_home": 10, "set_1_away": 9, "set_2_home": 10, "set_2_away": 3}
    moment = {"ended_at": "2026-11-20T23:00"}
    answer = client.post(address, typed | moment)
    assert answer.status_code == 422
    assert "C-10.2" in answer.content.decode()
    answer = client.post(address, typed | moment | {"set_1_away": 8, "set_3_home": 10})
    assert "Faltan los tantos" in answer.content.decode()
    assert client.post(address, typed | moment | {"set_1_away": 8}).status_code == 302
    public = client.get(standings_path(match.division)).content.decode()
    for told in ("Sets a favor", "Tantos", "no presentarse 0", "cociente de sets"):
        assert told in public
    season.is_public = True
    season.save()
    shown = client.get(encounter_path(match)).content.decode()
    assert re.findall(r'class="set">(\d+–\d+)<', shown) == ["10–8", "10–3"]
    assert "artidas" not in public and "uegos" not in public and "mpatados</" not in public


@pytest.mark.regulation("C-19.2")
@pytest.mark.parametrize(
    ("absent", "kind", "score", "points"),
    [
        ("AWAY", "WALKOVER_HOME", (2, 0), {"home": 2, "away": 0}),
        ("HOME", "WALKOVER_AWAY", (0, 2), {"home": 0, "away": 2}),
        ("BOTH", "DOUBLE_WALKOVER", (0, 0), {"home": 0, "away": 0}),
    ],
)
def test_who_does_not_turn_up_loses_every_set_to_nil(
    client: Client, match: Encounter, absent: str, kind: str, score: Any, points: Any
) -> None:
    season = match.division.season
    client.force_login(factories.role(season=season).user)
    address = f"/organizacion/{season.pk}/encuentros/{match.pk}/no-jugado/"
    page = client.get(address).content.decode()
    assert "C-19.2" in page and "pierde 2–0" in page and "arejas" not in page
    assert client.post(address, {"absent": absent, "text": "No vino nadie."}).status_code == 302
    match.refresh_from_db()
    assert (match.kind, (match.home_score, match.away_score)) == (kind, score)
    assert match.incidents.first().clause == "C-19.2"
    rows = {row.team_id: row.row for row in standings_rows(match.division)}
    assert rows[match.home_id].points == points["home"]
    assert rows[match.away_id].points == points["away"]
    if absent == "AWAY":
        assert (rows[match.home_id].score_for, rows[match.home_id].games_for) == (2, 20)


def test_a_match_has_no_acta_of_boards_to_transcribe(client: Client, match: Encounter) -> None:
    season = match.division.season
    client.force_login(factories.role(season=season).user)
    base = f"/organizacion/{season.pk}/encuentros/{match.pk}/"
    assert client.get(f"{base}acta/").status_code == 404
    assert "Transcribir" not in client.get(base).content.decode()


def test_the_demo_has_teams_results_and_a_certificate_that_ran_out(time_machine: Any) -> None:
    now = AT + timedelta(days=2)
    time_machine.move_to(now, tick=False)
    for name in ("organizacion", "comite", "arbitro"):
        factories.user(email=f"{name}@demo.example", is_staff=name == "organizacion")
    listed = cachibol_build(now=now)
    assert len(listed) == 2
    season = Encounter.objects.filter(home_score__isnull=False)[0].division.season
    assert Encounter.objects.filter(home_score__isnull=False).count() >= 9
    assert Encounter.objects.filter(home_score__isnull=True).exists()
    assert Acta.objects.filter(in_force=True).count() == 3
    live = Encounter.objects.get(state="PLAYING")
    assert live.home.delegates.get().user.email == listed[0].email
    assert [row.shirt for row in season.registrations.all() if row.shirt is None] == []
    assert season.registrations.filter(is_captain=True).count() == 6
    assert season.registrations.filter(documents__expires_on__lt=now.date()).count() == 1
    assert not record_verify()


@pytest.mark.regulation("C-22", "M-D.10")
def test_what_was_reported_waits_for_no_acta(client: Client, match: Encounter) -> None:
    """Its sheet was signed on paper: nobody is told to sign, and the matchday can be closed."""
    season = match.division.season
    report(match, [(10, 7), (10, 7)])
    later = END + timedelta(days=2)
    assert open_things(season, now=later, matchday=match.matchday).count == 0
    assert late_things(season, now=later).unsigned == []
    assert not [due for due in due_things(season, now=later) if due.kind == ACTA_UNSIGNED]
    delegate = factories.delegate(team=match.home).user
    assert tonight_of(delegate, now=later).unsigned == ()


def test_a_delegate_is_led_to_the_sheet_of_his_match(client: Client, match: Encounter) -> None:
    client.force_login(factories.delegate(team=match.home).user)
    with time_machine.travel(AT, tick=False):
        page = client.get("/esta-noche/").content.decode()
    assert f'href="/acta/{match.pk}/hoja/"' in page and "Ver la hoja del partido" in page
    assert "Sorteo" not in page and "Anotar los juegos" not in page
