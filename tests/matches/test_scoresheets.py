"""A match that is written down act by act: before it, during it, and its acta."""

import gzip
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from league.refusals import Refused
from matches.models import Case, SheetAct, SheetRole, SheetSignature
from matches.selectors.scoresheet_codes import list_code
from matches.selectors.signing_codes import code_stand
from matches.services import scoresheets, sheet_acts, sheet_ending
from matches.services.replays import replay_order
from matches.services.sheet_acts import Noted
from matches.services.verification import record_verify
from matches.states.acta import ActaState
from matches.states.encounter import EncounterState, EndedKind
from matches.states.partida import Side
from tests import factories
from tests.matches import sheet_stage
from tests.matches.sheet_stage import AT, HOME_SET, SECOND_SET, SLIPS, START, WHOLE, Match

pytestmark = pytest.mark.django_db


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(Refused) as told:
        yield
    assert told.value.code == code


@pytest.fixture
def match() -> Match:
    return sheet_stage.match()


@pytest.mark.regulation("C-4.2", "C-7.4", "C-8", "C-9", "C-20", "C-22")
def test_a_match_from_the_checklist_to_the_acta_in_force(match: Match) -> None:
    match.ready()
    match.encounter.refresh_from_db()
    assert match.encounter.state == EncounterState.DRAWN
    with refused("sheet.list_closed"):
        match.fill("HOME", players=8)
    match.record(WHOLE)
    match.encounter.refresh_from_db()
    assert match.encounter.state == EncounterState.PLAYING
    assert match.encounter.started_at == AT
    acta = match.end()
    match.encounter.refresh_from_db()
    assert match.encounter.state == EncounterState.ENDED
    found = match.encounter
    assert (found.home_score, found.away_score) == (2, 0)
    assert (found.home_games, found.away_games) == (20, 0)
    # The captains sign what the officials have signed.
    with refused("sheet.officials_first"):
        match.sign_captain(acta, "HOME")
    match.sign_officials(acta)
    assert match.sign_captain(acta, "HOME").state == ActaState.SIGNED_ONE
    acta = match.sign_captain(acta, "AWAY")
    assert (acta.state, acta.in_force) == (ActaState.SIGNED, True)
    content = json.loads(acta.content)
    assert content["format"] == "amarraco-planilla/1"
    assert content["sheet"]["acts"] == list(WHOLE)
    assert content["sheet"]["sets"] == [[10, 0], [10, 0]]
    assert len(content["present"]["HOME"]) == 9
    roles = SheetSignature.objects.filter(sheet__encounter=found).values_list("role", flat=True)
    assert sorted(roles) == ["CAPTAIN", "CAPTAIN", "CENTRAL", "COACH", "COACH", "SCORER"]
    assert record_verify() == []


def test_undoing_is_exact_and_leaves_its_trace(match: Match) -> None:
    match.ready()
    match.record([*START, "L"])
    before = match.stand.state.state
    match.record(["V", "", "Lt", ""])
    assert match.stand.state.state == before
    assert match.stand.head == len(START) + 5
    rows = SheetAct.objects.filter(sheet__encounter=match.encounter)
    assert rows.filter(undoes__isnull=False).count() == 2
    # Across the end of a set, too.
    match.record([*["L"] * 9, "", ""])
    assert match.stand.state.state["points"] == [8, 0]
    with refused("sheet.nothing_to_undo"):
        match.record([""] * 20)
    assert match.stand.state.state["points"] == [8, 0]


def test_two_scorers_do_not_eat_each_other_s_acts(match: Match) -> None:
    match.ready()
    match.record(START)
    base = match.stand.head
    match.record(["L"], base=base)
    with pytest.raises(Refused) as told:
        match.record(["V"], base=base)
    assert told.value.code == "sheet.changed_meanwhile"
    assert told.value.facts == {"base": base, "head": base + 1}


@pytest.mark.regulation("C-4.2", "C-10.1", "C-12.3")
def test_what_the_rules_do_not_allow_is_refused_whole(match: Match) -> None:
    match.ready()
    with pytest.raises(Refused) as early:
        match.record(["L"])
    assert (early.value.code, early.value.clause) == ("cachibol.act.not_now", "C-10.1")
    match.record(START)
    with refused("cachibol.change.no_emergency_yet"):
        match.record(["L", "Lc1>7!"])
    assert match.stand.state.state["points"] == [0, 0]
    with refused("cachibol.change.not_on_the_sheet"):
        match.record(["Lc1>10"])  # of the team, but not on the list
    with refused("cachibol.record.act_unreadable"):
        match.record(["nada"])


@pytest.mark.regulation("C-4.2")
def test_nobody_plays_before_both_lists_are_signed(match: Match) -> None:
    match.open()
    match.fill("HOME")
    match.sign_list("HOME")
    with refused("sheet.lists_first"):
        match.record(["L s d"])
    with refused("sheet.too_few"):
        match.sign_list("AWAY")


@pytest.mark.regulation("C-19.1", "C-19.2")
def test_a_default_waits_for_its_time_and_costs_the_match_at_the_second(match: Match) -> None:
    match.open()
    match.check()
    match.fill("HOME")
    match.sign_list("HOME")
    with refused("sheet.default_too_early"):
        match.record(["Vn1"], at=AT + timedelta(minutes=14))
    match.record(["Vn1"], at=AT + timedelta(minutes=15))
    with refused("sheet.default_too_early"):
        match.record(["Vn2"], at=AT + timedelta(minutes=19))
    match.record(["Vn2"], at=AT + timedelta(minutes=20))
    acta = match.end()
    match.sign_officials(acta)
    match.sign_captain(acta, "HOME")
    acta = sheet_ending.sheet_close_alone(
        actor=match.referee,
        acta_id=acta.pk,
        digest=acta.digest,
        reason="El equipo visitante no vino.",
        at=AT,
    )
    match.encounter.refresh_from_db()
    assert acta.state == ActaState.FILED_ALONE
    assert match.encounter.kind == EndedKind.WALKOVER_HOME
    assert (match.encounter.home_score, match.encounter.home_games) == (2, 20)
    [case] = Case.objects.filter(encounter=match.encounter)
    assert (case.reason, case.clause) == ("cachibol.default.recorded", "C-19.2")
    assert len(case.facts["found"]) == 2


@pytest.mark.regulation("C-19.3", "C-19.10", "C-19.11", "C-19.12")
def test_what_goes_to_the_committee_opens_its_case(match: Match) -> None:
    match.ready()
    match.signed([*START, *HOME_SET, "Vd7", "Lqs", *SLIPS_AFTER_TOSS, "Va"])
    reasons = Case.objects.filter(encounter=match.encounter).values_list("reason", "clause")
    assert sorted(reasons) == [
        ("cachibol.aggression.recorded", "C-19.12"),
        ("cachibol.card.disqualified", "C-19.11"),
        ("cachibol.refusal.recorded", "C-19.3"),
    ]


SLIPS_AFTER_TOSS = ("V s i", *SLIPS)


def test_ended_by_mistake_it_goes_on_and_its_signatures_are_void(match: Match) -> None:
    match.ready()
    match.record(WHOLE)
    acta = match.end()
    assert match.end() == acta
    match.sign_officials(acta)
    sheet_ending.sheet_reopen(actor=match.referee, encounter_id=match.encounter.pk, at=AT)
    match.record(["", "V", "L", "L"])
    again = match.end()
    assert again.number == acta.number + 1
    assert not SheetSignature.objects.filter(acta=again).exists()
    with refused("sheet.closed"):
        match.record(["L"])


def test_both_sides_may_sign_at_the_table_by_code(match: Match) -> None:
    match.open()
    for side in Side:
        match.fill(side)
    code = list_code(match.encounter, "AWAY", at=AT).digits
    sign = {
        "actor": match.referee,
        "encounter_id": match.encounter.pk,
        "side": "AWAY",
        "digest": match.stand.list_digest("AWAY"),
        "at": AT,
    }
    wrong = "000000" if code != "000000" else "000001"
    with pytest.raises(Refused) as told:
        scoresheets.sheet_sign_list_by_code(**sign, code=wrong)
    assert told.value.facts == {"left": 4}
    scoresheets.sheet_sign_list_by_code(**sign, code=code)
    assert match.stand.is_locked("AWAY")
    match.sign_list("HOME")
    match.record(WHOLE)
    acta = match.end()
    match.sign_officials(acta)
    for side in Side:
        acta = sheet_ending.sheet_sign_captain_by_code(
            actor=match.referee,
            acta_id=acta.pk,
            side=side,
            digest=acta.digest,
            code=code_stand(match.encounter, side, at=AT).digits,
            disagrees=side == Side.AWAY,
            disagreement="El último tanto tocó el suelo.",
            at=AT,
        )
    assert acta.in_force
    assert record_verify() == []


def test_strangers_and_delegates_do_not_write_the_sheet(match: Match) -> None:
    for actor in (match.home, sheet_stage.factories.UserFactory()):
        with pytest.raises(PermissionDenied):
            scoresheets.sheet_open(actor=actor, encounter_id=match.encounter.pk, at=AT)
    match.ready()
    with pytest.raises(PermissionDenied):
        sheet_acts.sheet_acts_record(
            actor=match.home,
            encounter_id=match.encounter.pk,
            base=0,
            acts=[Noted("L s d")],
            at=AT,
        )


def test_one_session_signs_for_one_official(match: Match) -> None:
    match.ready()
    match.record(WHOLE)
    acta = match.end()
    sign = {"actor": match.referee, "acta_id": acta.pk, "digest": acta.digest, "at": AT}
    sheet_ending.sheet_sign_official(**sign, role=SheetRole.CENTRAL)
    with refused("sheet.one_role_each"):
        sheet_ending.sheet_sign_official(**sign, role=SheetRole.SCORER)
    sheet_ending.sheet_sign_official(**sign, role=SheetRole.CENTRAL)  # twice is once
    assert SheetSignature.objects.filter(acta=acta).count() == 1


def public(match: Match) -> str:
    season = match.encounter.division.season
    return f"/{season.competition.slug}/{season.slug}/encuentros/{match.encounter.pk}/"


@pytest.mark.regulation("C-22")
def test_everybody_follows_it_point_by_point_without_a_script(
    match: Match, client: Client, django_assert_max_num_queries: Any
) -> None:
    path = public(match)
    assert "Todavía no se ha jugado" in client.get(path).content.decode()
    match.ready()
    match.record([*START, *["L"] * 9])
    with django_assert_max_num_queries(13):
        page = client.get(path)
    text = page.content.decode()
    assert 'class="board-points">9</p>' in text
    assert "¡Último tanto!" in text
    assert len(re.findall('class="man ', text)) == 12
    assert len(gzip.compress(page.content)) < 12_000  # with the styles below 40 KB
    tag = page.headers["ETag"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
    match.record(["L"])
    fresh = client.get(path, headers={"If-None-Match": tag})
    assert (fresh.status_code, "10–0" in fresh.content.decode()) == (200, True)
    season = path.partition("encuentros/")[0]
    calendar = f"{season}grupos/{match.encounter.division.slug}/calendario/"
    assert "en juego" in client.get(calendar).content.decode()


def test_its_acta_is_read_and_proved_like_any_other(match: Match, client: Client) -> None:
    match.ready()
    acta = match.signed([*START, "Ly1", *HOME_SET, *SECOND_SET])
    page = client.get(public(match)).content.decode()
    assert "10–0" in page
    assert "Tarjeta amarilla" in page
    assert client.get(f"{public(match)}acta/{acta.number}/").status_code == 200
    proof = client.get(f"{public(match)}acta/{acta.number}.json")
    assert proof.json()["content"]["sheet"]["acts"][3] == "Ly1"


def test_the_evening_of_boards_leads_to_the_sheet(match: Match, client: Client) -> None:
    client.force_login(match.home)
    answer = client.get(f"/acta/{match.encounter.pk}/", follow=True)
    assert answer.redirect_chain[-1][0] == f"/acta/{match.encounter.pk}/hoja/equipo/"
    assert client.get(f"/acta/{match.encounter.pk}/mesas/").status_code == 404


@pytest.mark.regulation("C-21", "C-22")
def test_where_there_is_an_assistant_the_captains_wait_for_that_signature_too(match: Match) -> None:
    match.ready()
    match.check(assistant="Obdulia Prida")
    match.record(WHOLE)
    acta = match.end()
    match.sign_officials(acta)
    with refused("sheet.officials_first"):
        match.sign_captain(acta, "HOME")
    sheet_ending.sheet_sign_official(
        actor=match.referee,
        acta_id=acta.pk,
        role=SheetRole.ASSISTANT,
        digest=acta.digest,
        name="Obdulia Prida",
        at=AT,
    )
    assert match.sign_captain(acta, "HOME").state == ActaState.SIGNED_ONE


def test_a_match_that_is_played_again_begins_a_sheet_of_its_own(match: Match) -> None:
    match.ready()
    match.signed()
    first = list_code(match.encounter, "HOME", at=AT).digits
    old = match.stand.sheet
    ruling = factories.ruling(case=factories.case(encounter=match.encounter))
    replay_order(
        encounter=match.encounter,
        ruling=ruling,
        starts_at=AT + timedelta(days=7),
        reason="Se repite.",
        actor=match.organiser,
        at=AT,
    )
    match.encounter.refresh_from_db()
    assert old is not None
    assert list(match.encounter.sheets_set_aside.all()) == [old]
    assert old.acts.count() == len(WHOLE)
    assert match.stand.sheet is None
    assert list_code(match.encounter, "HOME", at=AT).digits != first
    match.ready()
    match.record(START)
    assert match.stand.head == len(START)
