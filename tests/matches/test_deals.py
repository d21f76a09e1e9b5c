"""Disputed deals: on the acta and in a claim, with the engine's report as it was."""

import html
import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from league import canonical
from league.models import LedgerEntry, Season, User
from league.refusals import Refused
from matches import addresses, deal_report, snapshot
from matches.models import Case, Claim, DisputedDeal, Incident
from matches.services import actas, claims, incidents
from matches.services._deals import deal_read
from matches.services.verification import record_verify
from matches.views.deals import consult_path
from rules.mus import ASTURIAS
from rules.record_report import LONGEST_RECORD
from rules.registry import discipline
from tests import factories
from tests.matches import stage

# The third worked example: La Real decides it, 26–30 with it and 34–22 without.
RECORD = """[Tanteo "20-22"] [Mano "A1"] [Cartas "A1:RR31 CS64 5541 777S"]
M: A1x
G: A1- B1- A2- B2-
C: A1- B1- A2- B2-
P: A1s B1n A2s B2s  A1e B2n
J: A1s B1n A2n B2s  A1e5 B2q"""
# Two clauses rule on it differently: what the report keeps has every kind of line.
OPEN = """[Tanteo "15-30"] [Mano "B1"] [Cartas "B1:66S4 R3C5 S754 C761"]
M: B1x
G: B1- A2- B2- A1-
C: B1- A2- B2- A1-
P: B1s A2n B2n A1n
J: B1n A2s!pares-de-reyes-y-35 B2n A1n
? M-VII.1 A2"""
UNREADABLE = '[Cartas "A1:RR31 CS64 5541 777S"]\nG: A1- Z9-'


def season(**options: object) -> Season:
    return Season(discipline="mus", options=ASTURIAS.to_mapping() | options)


class TestReport:
    @pytest.mark.parametrize("record", [RECORD, OPEN])
    def test_reads_back_as_the_engine_gave_it(self, record: str) -> None:
        report = discipline("mus").rule_on(record, ASTURIAS.to_mapping())
        text = deal_report.written(report, discipline="mus", settings=ASTURIAS.to_mapping())
        kept = deal_report.read(text)
        assert kept.report == report
        assert kept.settings == ASTURIAS.to_mapping()
        assert text == canonical.dumps(json.loads(text))

    def test_names_the_code_that_ruled(self) -> None:
        assert len(deal_report.engine_digest("mus")) == 12
        assert deal_report.engine_digest("mus") != deal_report.engine_digest("cachibol")

    @pytest.mark.regulation("M-VIII.4")
    def test_the_options_of_the_season_decide(self) -> None:
        scores = {}
        for la_real in ("sevens_and_jack", "off"):
            read = deal_read(season(la_real=la_real), RECORD)
            assert read is not None
            scores[la_real] = deal_report.read(read.report).report.score
        assert scores == {"sevens_and_jack": (26, 30), "off": (34, 22)}

    @pytest.mark.parametrize(
        ("record", "code", "facts"),
        [
            (UNREADABLE, "deal.unreadable", {"line": 2, "column": 8}),
            ("Cantó duples y no los tenía", "deal.unreadable", {"line": 1, "column": 1}),
            (RECORD.replace("20-22", "45-22"), "deal.cannot_be_ruled_on", {}),
            (RECORD.replace("5541 777S", "55???? 777??"), "deal.cannot_be_ruled_on", {}),
            (RECORD + "\n;" + "a" * LONGEST_RECORD, "deal.too_long", {"most": LONGEST_RECORD}),
        ],
    )
    def test_what_nobody_can_rule_on_is_refused_where_it_is(
        self, record: str, code: str, facts: dict[str, int]
    ) -> None:
        with pytest.raises(Refused) as refusal:
            deal_read(season(), record)
        assert refusal.value.code == code
        assert refusal.value.facts | facts == refusal.value.facts

    def test_lines_are_the_same_from_a_browser(self) -> None:
        sent, typed = (deal_read(season(), text) for text in (RECORD.replace("\n", "\r\n"), RECORD))
        assert sent == typed and sent is not None and sent.record == RECORD

    def test_no_text_is_no_deal(self) -> None:
        assert deal_read(season(), " \n ") is None


def noted(evening: stage.Evening, **facts: object) -> Incident:
    return incidents.incident_add(
        actor=evening.home,
        encounter_id=evening.encounter.pk,
        **({"kind": "PLAY", "text": "No vale la Real.", "record": RECORD, "at": stage.AT} | facts),  # type: ignore[arg-type]
    )


@pytest.mark.django_db
class TestOnTheActa:
    @pytest.mark.regulation("M-D.18")
    def test_the_record_is_part_of_what_both_sign(self) -> None:
        evening = stage.evening()
        incident = noted(evening)
        acta = evening.signed()
        content = json.loads(acta.content)
        [line] = content["incidents"]
        assert content["format"] == snapshot.FORMAT == "amarraco-acta/3"
        assert snapshot.deal_of(line) == {
            "record": RECORD,
            "report": DisputedDeal.objects.get(incident=incident).digest,
        }
        assert record_verify() == []

    def test_an_acta_of_before_there_were_deals_still_holds(self) -> None:
        """Format 1 has no `deal`: its text and digest stay, and it is read as without one."""
        evening = stage.evening()
        incidents.incident_add(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            kind="OTHER",
            text="Se fue la luz.",
            at=stage.AT,
        )
        acta = evening.ended()
        content = json.loads(acta.content)
        old = content | {"format": "amarraco-acta/1"}
        for line in old["incidents"]:
            del line["deal"]
        first = actas.version_make(
            encounter=evening.encounter,
            content=old,
            reason="FILED",
            actor=evening.home,
            at=stage.END,
        )
        assert first.content == canonical.dumps(old) and '"deal"' not in first.content
        assert record_verify() == []
        assert [snapshot.deal_of(line) for line in old["incidents"]] == [None]

    def test_the_same_tap_twice_stands_once_and_another_deal_beside_it(self) -> None:
        evening = stage.evening()
        assert noted(evening) == noted(evening)
        assert noted(evening, record=OPEN) != noted(evening, record="")
        assert Incident.objects.count() == 3
        assert DisputedDeal.objects.count() == 2

    @pytest.mark.parametrize(
        ("facts", "code"),
        [
            ({"kind": "DECKS"}, "incident.deal_of_another_kind"),
            ({"record": UNREADABLE}, "deal.unreadable"),
        ],
    )
    def test_a_refusal_writes_nothing(self, facts: dict[str, object], code: str) -> None:
        evening = stage.evening()
        with pytest.raises(Refused) as refusal:
            noted(evening, **facts)
        assert refusal.value.code == code
        assert not Incident.objects.exists() and not DisputedDeal.objects.exists()


@pytest.mark.django_db
class TestInAClaim:
    def submitted(self, evening: stage.Evening, **facts: object) -> Claim:
        return claims.claim_submit(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            **({"key": uuid4(), "text": "Era la Real.", "at": stage.END} | facts),  # type: ignore[arg-type]
        )

    def test_the_report_is_kept_as_it_was_and_on_record_by_its_digest(self) -> None:
        evening = stage.evening()
        evening.signed()
        claim = self.submitted(evening, record=RECORD)
        deal = DisputedDeal.objects.get(claim=claim)
        kept = deal_report.read(deal.report)
        assert deal.record == RECORD
        assert kept.report.score == (26, 30)
        assert kept.settings == evening.season.options
        assert deal.digest == canonical.digest(deal.report)
        entry = LedgerEntry.objects.get(action="claim.submitted")
        assert json.loads(entry.payload)["deal"] == deal.digest
        assert "RR31" not in entry.payload

    def test_one_that_cannot_be_read_stops_the_claim_and_nothing_is_written(self) -> None:
        evening = stage.evening()
        evening.signed()
        with pytest.raises(Refused) as refusal:
            self.submitted(evening, record=UNREADABLE)
        assert refusal.value.code == "deal.unreadable"
        assert not Claim.objects.exists() and not Case.objects.exists()

    def test_a_changed_report_is_found(self) -> None:
        evening = stage.evening()
        evening.signed()
        deal = DisputedDeal.objects.get(claim=self.submitted(evening, record=RECORD))
        assert record_verify() == []
        factories.disputed_deal(report=deal.report, digest="0" * 64)
        assert [found.kind for found in record_verify()] == ["deal"]


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.django_db
class TestIncidentPage:
    def path(self, evening: stage.Evening) -> str:
        return reverse("matches:evening-incidents", args=[evening.encounter.pk])

    @pytest.fixture(autouse=True)
    def night(self, time_machine: Any) -> None:
        time_machine.move_to(stage.AT, tick=False)

    def test_a_mistake_is_told_where_it_is_and_nothing_typed_is_lost(self) -> None:
        evening = stage.evening()
        client = client_of(evening.home)
        form = {"kind": "PLAY", "text": "No vale la Real.", "record": UNREADABLE, "board": "2"}
        page = client.post(self.path(evening), form)
        assert page.status_code == 422
        shown = page.content.decode()
        assert "Línea 2, columna 8: «Z9-» no se entiende." in html.unescape(shown)
        assert "No vale la Real." in shown and "G: A1- Z9-" in shown
        assert page.context["opens_deal"]
        page = client.post(self.path(evening), form | {"record": RECORD}, follow=True)
        assert "Consejo del motor, no es una resolución" in page.content.decode()
        assert DisputedDeal.objects.get().record == RECORD

    def test_a_link_brings_the_deal_along(self) -> None:
        evening = stage.evening()
        page = client_of(evening.home).get(self.path(evening), {"jugada": RECORD})
        assert page.context["form"]["record"].value() == RECORD
        assert page.context["form"]["kind"].value() == "PLAY"


@pytest.mark.django_db
class TestCaseFile:
    """The report stands beside the case, as advice: it decides nothing."""

    def opened(self, evening: stage.Evening, **facts: object) -> Case:
        claim = claims.claim_submit(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            **({"key": uuid4(), "text": "Era la Real.", "at": stage.END} | facts),  # type: ignore[arg-type]
        )
        return Case.objects.get(claim=claim)

    def page(self, case: Case) -> Any:
        member = factories.role(season=case.season, kind="COMMITTEE").user
        return client_of(member).get(addresses.case_path(case))

    @pytest.mark.regulation("M-E.1")
    def test_shows_the_deal_of_the_claim_as_advice_and_where_to_open_it(self) -> None:
        evening = stage.evening()
        evening.signed()
        case = self.opened(evening, record=RECORD)
        page = self.page(case)
        shown = page.content.decode()
        assert "Consejo del motor, no es una resolución" in shown
        assert page.context["deal"]["words"].score == (26, 30)
        assert page.context["deal"]["url"] == consult_path(RECORD)
        assert page.context["deal"]["url"] in html.unescape(shown)
        case.refresh_from_db()
        assert case.state == "OPEN"

    @pytest.mark.regulation("M-D.18")
    def test_shows_the_incidents_of_the_acta_with_theirs(self) -> None:
        evening = stage.evening()
        noted(evening, record=OPEN)
        claimed = noted(evening)
        evening.signed()
        page = self.page(self.opened(evening, incident_id=claimed.pk))
        assert page.context["incident_deal"]["record"] == RECORD
        first, second = page.context["incidents"]
        assert first["deal"]["record"] == OPEN and not first["is_claimed"]
        assert second["deal"] is None and second["is_claimed"]
        assert page.content.decode().count("Consejo del motor, no es una resolución") == 2

    def test_says_when_the_engine_is_another_by_now(self, monkeypatch: pytest.MonkeyPatch) -> None:
        evening = stage.evening()
        evening.signed()
        case = self.opened(evening, record=RECORD)
        assert "El motor ha cambiado" not in self.page(case).content.decode()
        monkeypatch.setattr(deal_report, "engine_digest", lambda code: "0" * 12)
        assert "El motor ha cambiado desde entonces" in self.page(case).content.decode()

    def test_a_report_that_no_page_can_read_any_more_leaves_the_record(self) -> None:
        evening = stage.evening()
        evening.signed()
        case = self.opened(evening)
        kept = json.loads(deal_read(evening.season, RECORD).report)  # type: ignore[union-attr]
        kept["report"]["lines"][0]["reason"] = "a reason of long ago"
        assert case.claim is not None
        factories.disputed_deal(
            incident=None, claim=case.claim, record=RECORD, report=canonical.dumps(kept)
        )
        page = self.page(case)
        assert page.status_code == 200
        assert page.context["deal"]["words"] is None
        assert "A1:RR31 CS64 5541 777S" in html.unescape(page.content.decode())

    def test_asks_no_more_of_the_database_for_more_of_everything(
        self, django_assert_max_num_queries: Any
    ) -> None:
        evening = stage.evening()
        noted(evening)
        evening.signed()
        case = self.opened(evening, record=RECORD)
        client = client_of(factories.role(season=case.season, kind="COMMITTEE").user)
        client.get(addresses.case_path(case))
        for nth in range(3):
            factories.case_note(case=case)
            factories.statement(case=case, team=evening.encounter.home)
            factories.disputed_deal(
                incident=factories.incident(encounter=evening.encounter),
                record=RECORD,
                report=DisputedDeal.objects.all()[0].report,
            )
            factories.acta(encounter=evening.encounter, number=90 + nth, state="SUPERSEDED")
        with django_assert_max_num_queries(26):
            client.get(addresses.case_path(case))
