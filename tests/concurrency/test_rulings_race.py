"""Two members of the committee rule at once; claims at once; actas, claims and rulings at once."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection

from league import ledger
from league.models import LedgerChain, LedgerEntry, Season
from league.states.season import SeasonState
from matches import effects as fx
from matches.models import Acta, Case, Claim, Encounter, PointAdjustment, Ruling, Sanction
from matches.services.verification import record_verify
from matches.states.sanction import FineEvent
from tests import factories
from tests.concurrency.workers import Call, Workers
from tests.matches import stage
from tests.matches.test_rulings import LATER, MESA_2, Affair

TRIES = 12 if connection.vendor == "postgresql" else 2

pytestmark = pytest.mark.django_db(transaction=True)


def _rule(user: int, case: Case, *effects: fx.Effect, replaces: int | None = None) -> Call:
    arguments = {
        "actor": user,
        "case_id": case.pk,
        "clauses": ["M-D.15"],
        "facts": "En la mesa 2 se apuntó un juego de más.",
        "decision": "Se corrige el resultado.",
        "effects": effects,
        "replaces": replaces,
        "at": LATER,
    }
    return ("matches.services.rulings.ruling_issue", arguments)


def _claim(user: int, encounter: Encounter) -> Call:
    arguments = {
        "actor": user,
        "encounter_id": encounter.pk,
        "key": uuid4(),
        "text": "Se apuntó un juego de más.",
        "at": stage.END,
    }
    return ("matches.services.claims.claim_submit", arguments)


@pytest.mark.regulation("M-E.1", "M-D.21")
class TestTwoMembersRuleAtOnce:
    def test_one_ruling_and_the_other_is_told_which(self) -> None:
        affairs = [Affair() for _ in range(TRIES)]
        with Workers(2) as workers:
            for affair in affairs:
                other = factories.role(season=affair.season, kind="COMMITTEE").user
                home, away = affair.encounter.home_id, affair.encounter.away_id
                outcomes = workers.race(
                    [
                        _rule(affair.member.pk, affair.case, MESA_2, fx.Fine(home, 3000)),
                        _rule(
                            other.pk, affair.case, fx.AwardResult(0, 4), fx.DeductPoints(away, 1)
                        ),
                    ]
                )
                refused = [outcome for outcome in outcomes if outcome.error]
                assert [outcome.code for outcome in refused] == ["ruling.already_made"], outcomes
                ruling = Ruling.objects.get(case=affair.case)
                assert f"la resolución {ruling.number}" in refused[0].sentence
                # All effects of the one, none of the other.
                won = ruling.author_id == affair.member.pk
                assert affair.now().home_score == (3 if won else 0)
                assert Sanction.objects.filter(season=affair.season).count() == won
                points = PointAdjustment.objects.filter(team__division=affair.division)
                assert points.count() == (not won)
                versions = Acta.objects.filter(encounter=affair.encounter)
                assert versions.filter(in_force=True).count() == 1 and versions.count() == 2
                made = LedgerEntry.objects.filter(chain__season=affair.season, action="ruling.made")
                assert made.count() == 1
                chain = LedgerChain.objects.get(season=affair.season)
                assert ledger.first_break(chain) is None
        assert not record_verify()

    def test_two_that_mend_the_same_ruling(self) -> None:
        affair = Affair()
        first = affair.rule(fx.LeaveResult())
        other = factories.role(season=affair.season, kind="COMMITTEE").user
        with Workers(2) as workers:
            outcomes = workers.race(
                [
                    _rule(affair.member.pk, affair.case, MESA_2, replaces=first.pk),
                    _rule(other.pk, affair.case, fx.AnnulResult(), replaces=first.pk),
                ]
            )
        assert [outcome.code for outcome in outcomes if outcome.error] == [
            "ruling.already_replaced"
        ]
        assert Ruling.objects.filter(replaces=first).count() == 1


@pytest.mark.regulation("M-D.15")
class TestClaimsAtOnce:
    def test_each_gets_its_number_and_its_case(self) -> None:
        evening = stage.evening()
        evening.signed()
        with Workers(4) as workers:
            for _ in range(TRIES // 2):
                outcomes = workers.race(
                    [
                        _claim(user.pk, evening.encounter)
                        for user in (evening.home, evening.away, evening.home, evening.away)
                    ]
                )
                assert [outcome.error for outcome in outcomes] == [""] * 4, outcomes
        numbers = list(Claim.objects.order_by("number").values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
        assert Case.objects.filter(claim__isnull=False).count() == len(numbers)

    def test_the_same_one_sent_by_two_taps_is_one(self) -> None:
        evening = stage.evening()
        evening.signed()
        with Workers(3) as workers:
            for number in range(TRIES // 2):
                call = _claim(evening.home.pk, evening.encounter)
                outcomes = workers.race([call, call, call])
                assert len({outcome.value for outcome in outcomes}) == 1, outcomes
                assert Claim.objects.count() == number + 1


class TestNobodyWaitsInACircle:
    def test_an_acta_that_opens_a_case_beside_a_claim_and_a_ruling(self) -> None:
        """All of them lock an encounter, the division and the chain, each with other work before
        and after; in a circle the database would end one of them with an error."""
        affairs = [Affair() for _ in range(2)]
        season, division = affairs[0].season, affairs[0].division
        fresh = []
        for _ in range(TRIES):
            encounter = factories.ended_encounter(division=division)
            user = factories.delegate(team=encounter.home).user
            organiser = affairs[0].evening.organiser
            absent = factories.encounter(division=division, starts_at=stage.AT)
            fresh.append((encounter, user, organiser, absent))
        with Workers(3) as workers:
            for encounter, user, organiser, absent in fresh:
                case = factories.case(
                    encounter=factories.ended_encounter(division=division),
                    season=season,
                    number=1000 + Case.objects.count(),
                )
                case.teams.set([case.encounter.home, case.encounter.away])
                walkover: Call = (
                    "matches.services.ending.walkover_declare",
                    {
                        "actor": organiser.pk,
                        "encounter_id": absent.pk,
                        "absent": ["HOME"],
                        "reason": "ABSENT",
                        "text": "No vinieron.",
                        "at": stage.END,
                    },
                )
                outcomes = workers.race(
                    [
                        _claim(user.pk, encounter),
                        walkover,
                        _rule(affairs[0].member.pk, case, fx.Fine(case.encounter.home_id, 100)),
                    ]
                )
                assert [outcome.error for outcome in outcomes] == ["", "", ""], outcomes
        assert ledger.first_break(LedgerChain.objects.get(season=season)) is None

    def test_a_fine_is_paid_while_its_ruling_is_mended(self) -> None:
        affairs = [Affair() for _ in range(TRIES)]
        with Workers(2) as workers:
            for affair in affairs:
                ruling = affair.rule(fx.Fine(affair.encounter.home_id, 3000))
                fine = Sanction.objects.get(ruling=ruling)
                settle: Call = (
                    "matches.services.sanctions.fine_settle",
                    {
                        "actor": affair.evening.organiser.pk,
                        "sanction_id": fine.pk,
                        "event": FineEvent.PAY,
                        "at": LATER,
                    },
                )
                outcomes = workers.race(
                    [
                        settle,
                        _rule(affair.member.pk, affair.case, fx.LeaveResult(), replaces=ruling.pk),
                    ]
                )
                # Revoked first, there is nothing to pay; paid first, it is revoked all the same.
                assert outcomes[0].code in {"", "fine.revoked"}, outcomes
                assert outcomes[1].error == "", outcomes
                fine.refresh_from_db()
                assert fine.state == "REVOKED"


@pytest.mark.regulation("M-D.15")
def test_a_season_closes_without_a_claim_or_stays_open_with_it() -> None:
    later = stage.END + timedelta(hours=25)
    with Workers(2) as workers:
        for _ in range(TRIES):
            evening = stage.evening()
            evening.signed()
            season = evening.season
            Season.objects.filter(pk=season.pk).update(state=SeasonState.RUNNING)
            name, claim = _claim(evening.home.pk, evening.encounter)
            close: Call = (
                "matches.services.seasons.season_close",
                {"actor": evening.organiser.pk, "season_id": season.pk, "at": later},
            )
            outcomes = workers.race([close, (name, claim | {"at": later})])
            codes = [outcome.code for outcome in outcomes]
            assert codes in (["", "season.closed"], ["season.still_open", ""]), outcomes
            season.refresh_from_db()
            closed = season.state == SeasonState.CLOSED
            assert Claim.objects.filter(season=season).exists() != closed
