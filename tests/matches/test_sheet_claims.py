"""Claims on the back of a match's sheet, ruled on at once, and what goes to the committee."""

import json
import uuid
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from league.models import LedgerEntry
from league.refusals import Refused
from matches import effects as fx
from matches import proof
from matches.addresses import encounter_path
from matches.models import Case, SheetClaim
from matches.selectors.claim_clocks import clock_of
from matches.selectors.public_encounters import encounter_of, standing_of
from matches.selectors.sheet_claims import claim_code, public_claims
from matches.services import actas, claims, sheet_acts, sheet_claims, sheet_ending
from matches.services.rulings import ruling_issue
from matches.services.sheet_acts import Noted
from matches.services.verification import record_verify
from matches.states.encounter import EncounterState
from tests import factories
from tests.matches import sheet_stage
from tests.matches.sheet_stage import AT, START, WHOLE, Match

pytestmark = pytest.mark.django_db
WORDS = "El balón tocó la antena."
GROUNDS = "Se vio desde la silla: no la tocó."


def refused(code: str) -> "pytest.RaisesExc[Refused]":
    return pytest.raises(Refused, check=lambda told: told.code == code)


@pytest.fixture
def match() -> Match:
    return sheet_stage.match().ready()


def claim(match: Match, side: str = "AWAY", text: str = WORDS) -> SheetClaim:
    return sheet_claims.sheet_claim(
        actor=match.delegate(side), encounter_id=match.encounter.pk, text=text, at=AT
    )


def rule(match: Match, number: int = 1, **facts: object) -> SheetClaim:
    said = {"upheld": False, "ruling": GROUNDS, "clause": "C-15"} | facts
    return sheet_claims.sheet_claim_rule(
        actor=match.referee, encounter_id=match.encounter.pk, number=number, at=AT, **said
    )


@pytest.mark.regulation("C-20", "C-22", "C-23")
def test_a_claim_is_ruled_on_at_once_and_stands_on_the_acta(match: Match) -> None:
    match.record([*START, "L", "L", "V", ""])
    assert claim(match) == claim(match)  # tapped twice
    with refused("sheet.claim_waits"):
        claim(match, text="Y otra cosa.")
    match.record(WHOLE[len(START) + 2 :])
    with refused("sheet.claim_unruled"):
        match.end()
    ruled = rule(match)
    assert (ruled.upheld, ruled.ruled_by) == (False, match.referee)
    with refused("sheet.claim_ruled"):
        rule(match, upheld=True)
    assert (
        LedgerEntry.objects.filter(
            action__in=("sheet.claimed", "sheet.claim_ruled"),
            subject=f"encounter:{match.encounter.pk}",
        ).count()
        == 2
    )
    acta = match.end()
    match.sign_officials(acta)
    for side in ("HOME", "AWAY"):
        acta = match.sign_captain(acta, side)
    [told] = json.loads(acta.content)["sheet"]["claims"]
    captain = match.stand.side_players("AWAY")[0]
    assert (told["side"], told["registration"]) == ("AWAY", captain.registration_id)
    assert (told["text"], told["upheld"], told["ruling"]) == (WORDS, False, GROUNDS)
    assert (told["clause"], told["after"]) == ("C-15", len(START) + 2)
    assert record_verify() == []
    # Everybody reads that there was one, and how it ended; its words, those who read the acta.
    assert WORDS in proof.bundle(acta, whole=True).decode()
    public = proof.bundle(acta).decode()
    assert '"upheld":false' in public
    assert WORDS not in public and GROUNDS not in public
    season = match.encounter.division.season
    [shown] = public_claims(match.encounter, rules=match.stand.rules, settings=season.options)
    assert (shown.moment.set, shown.moment.points) == (1, (2, 0))


@pytest.mark.regulation("C-23")
def test_there_is_no_appeal_and_no_claim_afterwards(match: Match) -> None:
    match.record(WHOLE)
    acta = match.end()
    with refused("sheet.claim_too_late"):
        claim(match)
    match.sign_officials(acta)
    for side in ("HOME", "AWAY"):
        acta = match.sign_captain(acta, side)
    match.encounter.refresh_from_db()
    with refused("claim.settled_at_the_match") as told:
        claims.claim_submit(
            actor=match.away,
            encounter_id=match.encounter.pk,
            key=uuid.uuid4(),
            text=WORDS,
            at=AT + timedelta(hours=2),
        )
    assert told.value.clause == "C-23"
    with refused("acta.final_at_once"):
        actas.stop_if_final(match.encounter, AT + timedelta(hours=2))
    clock = clock_of(match.encounter)
    assert clock is not None and not clock.in_time(AT + timedelta(hours=2))
    found = encounter_of(match.encounter.division.season, match.encounter.pk)
    stands = standing_of(found, now=AT + timedelta(hours=2))
    assert (stands.claims_run, stands.is_final) == (False, True)


@pytest.mark.regulation("C-22", "C-23")
def test_the_captain_signs_at_the_table_with_a_code_for_each_claim(match: Match) -> None:
    match.record(START)
    digits = claim_code(match.encounter, "AWAY", at=AT).digits
    said = {
        "actor": match.referee,
        "encounter_id": match.encounter.pk,
        "side": "AWAY",
        "at": AT,
    }
    wrong = "000000" if digits != "000000" else "000001"
    with refused("code.wrong") as told:
        sheet_claims.sheet_claim_by_code(**said, text=WORDS, code=wrong)
    assert told.value.facts == {"left": 4}
    first = sheet_claims.sheet_claim_by_code(**said, text=WORDS, code=digits)
    assert (first.method, first.signer, first.entered_by) == ("CODE", match.away, match.referee)
    assert sheet_claims.sheet_claim_by_code(**said, text=WORDS, code=digits) == first
    rule(match, upheld=True)
    with refused("code.wrong"):
        sheet_claims.sheet_claim_by_code(**said, text="Otra.", code=digits)
    again = claim_code(match.encounter, "AWAY", at=AT).digits
    assert sheet_claims.sheet_claim_by_code(**said, text="Otra.", code=again).number == 2


@pytest.mark.regulation("C-8", "C-20")
def test_who_may_claim_and_who_may_rule(match: Match) -> None:
    with pytest.raises(PermissionDenied):
        sheet_claims.sheet_claim(
            actor=match.referee, encounter_id=match.encounter.pk, text=WORDS, at=AT
        )
    with refused("claim.without_text"):
        claim(match, text="  ")
    claim(match)
    with pytest.raises(PermissionDenied):
        sheet_claims.sheet_claim_rule(
            actor=match.home,
            encounter_id=match.encounter.pk,
            number=1,
            upheld=True,
            ruling=GROUNDS,
            clause="C-15",
            at=AT,
        )
    for facts, code in (
        ({"ruling": " "}, "sheet.ruling_without_text"),
        ({"clause": "C-99"}, "incident.unknown_clause"),
    ):
        with refused(code):
            rule(match, **facts)


@pytest.mark.regulation("C-21")
def test_the_assistant_referee_has_a_post_on_the_sheet(match: Match) -> None:
    match.check(assistant="Xuan Riestra")
    match.record(WHOLE)
    acta = match.end()
    match.sign_officials(acta)
    with refused("sheet.officials_first"):
        match.sign_captain(acta, "HOME")
    sheet_ending.sheet_sign_official(
        actor=match.referee,
        acta_id=acta.pk,
        role="ASSISTANT",
        digest=acta.digest,
        name="Xuan Riestra",
        at=AT,
    )
    assert match.sign_captain(acta, "HOME").state == "SIGNED_ONE"


@pytest.mark.regulation("C-19.10")
def test_impersonation_ends_the_match_and_opens_a_case(match: Match) -> None:
    match.record([*START, *["V"] * 11])
    sheet_acts.sheet_acts_record(
        actor=match.referee,
        encounter_id=match.encounter.pk,
        base=match.stand.head,
        acts=[Noted("Vi")],
        at=AT,
    )
    stand = match.stand
    assert stand.state.is_over
    acta = match.end()
    match.sign_officials(acta)
    acta = match.sign_captain(acta, "HOME")
    acta = match.sign_captain(acta, "AWAY")
    match.encounter.refresh_from_db()
    assert match.encounter.state == EncounterState.SIGNED
    # The sheet keeps the set that the guilty side had won; to take it away is the committee's.
    assert (match.encounter.home_score, match.encounter.away_score) == (2, 1)
    [case] = Case.objects.filter(encounter=match.encounter)
    assert (case.reason, case.clause) == ("cachibol.impersonation.recorded", "C-19.10")
    assert case.facts["found"] == [{"side": "AWAY"}]
    ruling = ruling_issue(
        actor=factories.role(season=case.season, kind="COMMITTEE").user,
        case_id=case.pk,
        clauses=["C-19.10"],
        facts="El equipo visitante alineó a alguien que no estaba registrado.",
        decision="Pierde lo ganado y queda fuera del torneo.",
        effects=[fx.AwardResult(2, 0), fx.ExpelTeam(match.encounter.away_id)],
        at=AT + timedelta(days=1),
    )
    match.encounter.refresh_from_db()
    match.encounter.away.refresh_from_db()
    assert (match.encounter.home_score, match.encounter.away_score) == (2, 0)
    assert ruling.sanctions.get().kind == "EXPULSION"
    assert match.encounter.away.withdrawn_at is not None
    assert record_verify() == []


def shown(match: Match, path: str, user: object) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.get(path).content.decode()


@pytest.mark.regulation("C-20", "C-23")
def test_the_back_of_the_sheet_and_what_everybody_reads_of_it(match: Match) -> None:
    match.record([*START, "L"])
    path = reverse("matches:sheet-back", args=[match.encounter.pk])
    away = Client()
    away.force_login(match.away)
    assert "Sin reclamaciones" in away.get(path).content.decode()
    assert away.post(path, {"act": "own", "text": WORDS}).status_code == 302
    referee = Client()
    referee.force_login(match.referee)
    typed = {"act": "rule", "number": 1, "upheld": "no", "clause": "C-15", "ruling": ""}
    kept = referee.post(path, typed)
    assert kept.status_code == 422
    assert referee.post(path, typed | {"ruling": GROUNDS}).status_code == 302
    page = shown(match, path, match.home)
    assert WORDS in page and GROUNDS in page and "no procede" in page
    file = reverse(
        "matches:organise-encounter",
        kwargs={"season_id": match.encounter.division.season_id, "pk": match.encounter.pk},
    )
    organiser = shown(match, file, match.organiser)
    assert GROUNDS in organiser and "reclamación en papel" not in organiser
    public = shown(match, encounter_path(match.encounter), None)
    assert "set 1, 1–0" in public and "no procede" in public and "C-23" in public
    assert WORDS not in public and GROUNDS not in public
    claiming = reverse("matches:claim-new", args=[match.encounter.pk])
    client = Client()
    client.force_login(match.home)
    assert "sin apelación" in client.get(claiming, follow=True).content.decode()
