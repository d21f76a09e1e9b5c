"""Cases: opened, statements, deliberation, closed without a ruling; who reads what."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied

from league.machine import MoveRefused
from league.models import LedgerEntry, Notification, User
from league.refusals import Refused
from matches import policies
from matches.addresses import case_path
from matches.models import Case, CaseNote, Claim, Statement
from matches.selectors import cases as select
from matches.services import actas, cases, incidents
from matches.services.automatic_cases import cases_open_for
from matches.states.case import CASE, CaseEvent, CaseState
from tests import factories
from tests.matches import stage
from tests.matches.test_rulings import Affair

pytestmark = pytest.mark.django_db

AT = stage.END + timedelta(hours=1)
DUE = AT + timedelta(days=4)


def invited(affair: Affair) -> Case:
    return cases.statements_invite(actor=affair.member, case_id=affair.case.pk, due_at=DUE, at=AT)


def stated(affair: Affair, user: User | None = None, **facts: object) -> Statement:
    return cases.statement_add(
        **{
            "actor": user or affair.evening.away,
            "case_id": affair.case.pk,
            "text": "La visita apuntó bien.",
            "at": AT,
        }  # type: ignore[arg-type]
        | facts
    )


def recused(affair: Affair) -> User:
    user: User = factories.role(
        season=affair.season, kind="COMMITTEE", club=affair.encounter.home.club
    ).user
    return user


class TestCaseMachine:
    """The grid cell by cell: what each state allows."""

    GRID = {
        CaseState.OPEN: "INVITE_STATEMENTS DELIBERATE RULE REFUSE SHELVE",
        CaseState.STATEMENTS: "DELIBERATE RULE SHELVE",
        CaseState.DELIBERATION: "RULE SHELVE",
        CaseState.RESOLVED: "RULE",
        CaseState.INADMISSIBLE: "",
        CaseState.SHELVED: "",
    }

    @pytest.mark.parametrize("state", CaseState)
    @pytest.mark.parametrize("event", CaseEvent)
    def test_allows(self, state: CaseState, event: CaseEvent) -> None:
        assert CASE.allows(state, event) is (event.value in self.GRID[state].split())


class TestOpening:
    @pytest.mark.regulation("M-D.11")
    def test_by_the_organiser_about_an_encounter(self) -> None:
        affair = Affair()
        case = cases.case_open_by_organiser(
            actor=affair.evening.organiser,
            season_id=affair.season.pk,
            reason="case.conduct",
            text="Insultos en la mesa 3.",
            encounter_id=affair.encounter.pk,
            clause="M-D.11",
            at=AT,
        )
        assert (case.number, case.reason, case.facts["text"]) == (
            2,
            "case.conduct",
            "Insultos en la mesa 3.",
        )
        assert case.teams.count() == 2
        assert "Insultos" not in LedgerEntry.objects.get(subject=f"case:{case.pk}").payload

    @pytest.mark.regulation("M-E.1", "M-D.21")
    def test_by_the_committee_about_teams(self) -> None:
        affair = Affair()
        teams = [factories.team(division=affair.encounter.division) for _ in range(2)]
        case = cases.case_open_by_committee(
            actor=affair.member,
            season_id=affair.season.pk,
            reason="case.unforeseen",
            text="Dos peñas comparten barajas.",
            team_ids=[team.pk for team in teams],
            at=AT,
        )
        assert case.encounter is None and set(case.teams.all()) == set(teams)

    def test_a_member_does_not_open_one_on_the_own_peña(self) -> None:
        affair = Affair()
        with pytest.raises(PermissionDenied):
            cases.case_open_by_committee(
                actor=recused(affair),
                season_id=affair.season.pk,
                reason="case.other",
                text="Algo.",
                team_ids=[affair.encounter.home_id],
                at=AT,
            )
        assert Case.objects.count() == 1

    @pytest.mark.parametrize(
        ("facts", "code"),
        [
            ({"text": " "}, "case.without_text"),
            ({"encounter_id": None}, "case.without_teams"),
            ({"reason": "case.bribery"}, "case.unknown_reason"),
            ({"clause": "M-Q.1"}, "incident.unknown_clause"),
        ],
    )
    def test_refusals_write_nothing(self, facts: dict[str, object], code: str) -> None:
        affair = Affair()
        whole = {
            "reason": "case.other",
            "text": "Algo.",
            "encounter_id": affair.encounter.pk,
        } | facts
        with pytest.raises(Refused) as refusal:
            cases.case_open_by_organiser(
                actor=affair.evening.organiser,
                season_id=affair.season.pk,
                at=AT,
                **whole,  # type: ignore[arg-type]
            )
        assert refusal.value.code == code
        assert Case.objects.count() == 1

    def test_one_open_for_a_reason(self) -> None:
        affair = Affair()
        facts = {
            "actor": affair.evening.organiser,
            "season_id": affair.season.pk,
            "reason": "case.conduct",
            "text": "Algo.",
            "encounter_id": affair.encounter.pk,
            "at": AT,
        }
        cases.case_open_by_organiser(**facts)
        with pytest.raises(Refused) as refusal:
            cases.case_open_by_organiser(**facts)
        assert refusal.value.code == "case.already_open"


class TestAdmission:
    @pytest.mark.regulation("M-D.15")
    def test_admitting_is_told_to_both(self) -> None:
        affair = Affair()
        cases.claim_admit(actor=affair.member, case_id=affair.case.pk, at=AT)
        assert Claim.objects.get().state == "ADMITTED"
        told = Notification.objects.filter(kind="claim.admitted")
        assert {affair.evening.home.pk, affair.evening.away.pk} <= set(
            told.values_list("recipient", flat=True)
        )

    @pytest.mark.regulation("M-D.15", "M-D.18")
    def test_refusing_needs_clause_and_reason(self) -> None:
        affair = Affair()
        for clause, reason, code in (
            ("", "Tarde.", "case.refused_without_clause"),
            ("M-D.15", "", "case.closed_without_reason"),
        ):
            with pytest.raises(Refused) as refusal:
                cases.case_refuse(
                    actor=affair.member,
                    case_id=affair.case.pk,
                    clause=clause,
                    reason=reason,
                    at=AT,
                )
            assert refusal.value.code == code
        case = cases.case_refuse(
            actor=affair.member,
            case_id=affair.case.pk,
            clause="M-D.15",
            reason="Llegó tarde.",
            at=AT,
        )
        assert (case.state, Claim.objects.get().state) == ("INADMISSIBLE", "INADMISSIBLE")
        assert case.closing_note == "Llegó tarde."

    def test_a_case_without_claim_has_nothing_to_admit(self) -> None:
        affair = Affair()
        case = factories.case(encounter=affair.encounter, season=affair.season, number=9)
        with pytest.raises(Refused) as refusal:
            cases.claim_admit(actor=affair.member, case_id=case.pk, at=AT)
        assert refusal.value.code == "case.without_claim"


class TestStatements:
    def test_are_of_the_own_team_while_they_are_asked_for(self) -> None:
        affair = Affair()
        with pytest.raises(Refused) as refusal:
            stated(affair)
        assert refusal.value.code == "statement.not_invited"
        assert invited(affair).due_at == DUE
        assert stated(affair).team == affair.encounter.away
        cases.case_deliberate(actor=affair.member, case_id=affair.case.pk, at=AT)
        with pytest.raises(Refused) as closed:
            stated(affair)
        assert closed.value.code == "statement.closed"

    def test_a_late_one_is_kept(self) -> None:
        affair = Affair()
        invited(affair)
        stated(affair, at=DUE + timedelta(days=2))
        file = select.case_file(affair.case, with_notes=False)
        assert file.statements_due == DUE
        assert [row.at >= DUE for row in file.statements] == [True]

    @pytest.mark.parametrize("who", ["other_team", "for_a_night", "member", "named_for_another"])
    def test_refuses_all_but_the_delegates_named(self, who: str) -> None:
        affair = Affair()
        invited(affair)
        user, facts = affair.member, {}
        if who == "other_team":
            other = factories.team(division=affair.encounter.division)
            user = factories.delegate(team=other).user
        elif who == "for_a_night":
            user = factories.delegate(
                team=affair.encounter.home, kind="ONE_NIGHT", valid_on=AT.date()
            ).user
        elif who == "named_for_another":
            user, facts = affair.evening.home, {"team_id": affair.encounter.away_id}
        with pytest.raises(PermissionDenied):
            stated(affair, user, **facts)
        assert not Statement.objects.exists()

    def test_the_date_must_be_to_come(self) -> None:
        affair = Affair()
        with pytest.raises(Refused) as refusal:
            cases.statements_invite(actor=affair.member, case_id=affair.case.pk, due_at=AT, at=AT)
        assert refusal.value.code == "case.due_in_past"


class TestNotes:
    def test_are_read_by_the_committee_alone(self) -> None:
        affair = Affair()
        cases.note_add(actor=affair.member, case_id=affair.case.pk, text="Dudo.", at=AT)
        assert select.case_file(affair.case, with_notes=True).notes
        assert not select.case_file(affair.case, with_notes=False).notes
        assert not LedgerEntry.objects.filter(payload__contains="Dudo").exists()
        for user in (affair.evening.home, affair.evening.organiser, recused(affair)):
            with pytest.raises(PermissionDenied):
                cases.note_add(actor=user, case_id=affair.case.pk, text="Yo no", at=AT)
        assert CaseNote.objects.count() == 1


class TestShelving:
    @pytest.mark.regulation("M-E.1")
    def test_closes_case_and_claim(self) -> None:
        affair = Affair()
        cases.claim_admit(actor=affair.member, case_id=affair.case.pk, at=AT)
        cases.case_shelve(
            actor=affair.member,
            case_id=affair.case.pk,
            reason="Arreglado en buena armonía.",
            at=AT,
        )
        assert affair.case.state == "SHELVED"
        assert Claim.objects.get().state == "RESOLVED"
        with pytest.raises(MoveRefused):
            invited(affair)


class TestWhoReads:
    def test_parties_organiser_and_the_committee_that_is_not_recused(self) -> None:
        affair = Affair()
        case = affair.case
        for user in (
            affair.evening.home,
            affair.evening.away,
            affair.evening.organiser,
            affair.member,
        ):
            assert policies.may_read_case(user, case)
        other = factories.delegate(team=factories.team(division=affair.encounter.division)).user
        for user in (recused(affair), other, factories.user()):
            assert not policies.may_read_case(user, case)

    def test_a_member_who_is_delegate_of_a_party_is_kept_out(self) -> None:
        affair = Affair()
        factories.role(season=affair.season, kind="COMMITTEE", user=affair.evening.away)
        assert not policies.may_read_case(affair.evening.away, affair.case)
        assert not policies.may_decide(affair.evening.away, affair.case)

    def test_how_many_are_kept_out_is_said(self) -> None:
        affair = Affair()
        recused(affair)
        factories.role(season=affair.season, kind="COMMITTEE", user=affair.evening.away)
        assert select.case_file(affair.case, with_notes=False).recused == 2


class TestOverdue:
    def test_is_seen_and_changes_nothing(self) -> None:
        affair = Affair()
        case = affair.case
        assert case.due_at is not None
        assert not select.is_overdue(case, case.due_at - timedelta(microseconds=1))
        assert select.is_overdue(case, case.due_at)
        assert CASE.allows(CaseState(case.state), CaseEvent.RULE)
        rows = select.cases_of(affair.season)
        assert select.open_count(rows, case.due_at) == (1, 1)


class TestFromTheActa:
    """What stands on the acta in writing goes to the committee by itself when it comes into
    force."""

    def opened(self, *noted: dict[str, object]) -> dict[str, Case]:
        evening = stage.evening()
        for facts in noted:
            incidents.incident_add(
                actor=evening.home,
                encounter_id=evening.encounter.pk,
                **({"text": "Lo vieron todos.", "at": stage.AT} | facts),  # type: ignore[arg-type]
            )
        evening.ended()
        assert not Case.objects.filter(encounter=evening.encounter).exists()
        acta = evening.encounter.actas.get()
        for user in (evening.home, evening.away):
            acta = actas.acta_sign(actor=user, acta_id=acta.pk, digest=acta.digest, at=stage.END)
        return {case.reason: case for case in Case.objects.filter(encounter=evening.encounter)}

    @pytest.mark.regulation("M-D.11")
    def test_bad_conduct_opens_one_case_with_all_of_it(self) -> None:
        found = self.opened(
            {"kind": "CONDUCT", "board": 1, "side": "AWAY"},
            {"kind": "CONDUCT", "board": 2, "side": "HOME"},
        )
        [case] = found.values()
        assert (case.reason, case.clause) == ("acta.conduct", "M-D.11")
        assert [one["board"] for one in case.facts["found"]] == [1, 2]
        Case.objects.filter(pk=case.pk).update(state="SHELVED")
        assert case.encounter is not None
        acta = case.encounter.actas.get()
        assert cases_open_for(case.encounter, acta=acta, at=stage.END) == []
        told = Notification.objects.filter(kind="case.opened", path=case_path(case))
        parties = {row.user_id for team in case.teams.all() for row in team.delegates.all()}
        assert len(parties) == 2
        assert parties < set(told.values_list("recipient", flat=True))

    @pytest.mark.regulation("M-T.3")
    def test_time_wasted_after_the_warning_opens_one_and_the_warning_none(self) -> None:
        once = {"kind": "SLOW_PLAY", "board": 3, "side": "AWAY"}
        others = ({"kind": "SLOW_PLAY", "board": 2, "side": "AWAY"}, {"kind": "SLOW_PLAY"})
        assert not self.opened(once, *others)
        again = {**once, "text": "Otra vez."}
        [case] = self.opened(once, again).values()
        assert (case.reason, case.clause) == ("acta.slow_play", "M-T.3")
        assert len(case.facts["found"]) == 1

    @pytest.mark.regulation("M-E.1")
    def test_what_was_settled_in_good_spirit_stays_at_the_table(self) -> None:
        kinds = ("CONDUCT", "OTHER")
        assert not self.opened(*({"kind": kind, "friendly_settlement": True} for kind in kinds))

    @pytest.mark.regulation("M-E.1")
    def test_what_the_text_does_not_foresee_goes_to_the_committee_once(self) -> None:
        [case] = self.opened({"kind": "OTHER"}).values()
        assert (case.reason, case.clause) == ("acta.unforeseen", "M-E.1")
        Case.objects.filter(pk=case.pk).update(state="SHELVED")
        assert case.encounter is not None
        acta = case.encounter.actas.get()
        assert cases_open_for(case.encounter, acta=acta, at=stage.END) == []
