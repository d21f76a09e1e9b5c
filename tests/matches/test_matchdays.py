"""A matchday is closed when nothing in it is open, and then changes only by a ruling."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from league import jobs
from league.models import LedgerEntry, Matchday, Notification, Season
from league.refusals import Refused
from league.states.season import SeasonState
from matches import effects as fx
from matches.models import Claim
from matches.selectors.closing import days_of
from matches.services import actas, claims, matchdays, reports, rulings
from matches.services.encounters import encounter_move
from tests import factories
from tests.matches import stage

pytestmark = pytest.mark.django_db
AFTER = stage.END + timedelta(hours=24)  # the first moment at which nobody may claim any more


def close(evening: stage.Evening, *, at: datetime = AFTER) -> Matchday:
    return matchdays.matchday_close(
        actor=evening.organiser, matchday_id=evening.encounter.matchday_id, at=at
    )


def refused(code: str, act: Any, **facts: Any) -> None:
    with pytest.raises(Refused) as refusal:
        act(**facts)
    assert refusal.value.code == code


class TestClose:
    def test_waits_for_the_game_the_signatures_and_the_24_hours(self) -> None:
        evening = stage.evening()
        refused("matchday.still_open", close, evening=evening)
        acta = evening.ended()
        refused("matchday.still_open", close, evening=evening)
        for user in (evening.home, evening.away):
            actas.acta_sign(actor=user, acta_id=acta.pk, digest=acta.digest, at=stage.END)
        refused("matchday.still_open", close, evening=evening, at=AFTER - timedelta(microseconds=1))
        assert close(evening).closed_at == AFTER

    def test_waits_for_a_claim_and_its_case(self) -> None:
        evening = stage.evening()
        evening.signed()
        claims.claim_submit(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            key=uuid4(),
            text="Se apuntó un juego de más.",
            at=stage.END,
        )
        refused("matchday.still_open", close, evening=evening)

    def test_does_not_wait_for_another_matchday(self) -> None:
        evening = stage.evening()
        evening.signed()
        stage.encounter_of(evening.encounter.away, evening.encounter.home)
        assert close(evening).closed_at == AFTER

    def test_one_without_encounters_is_not_closed(self) -> None:
        matchday = factories.matchday()
        organiser = factories.role(season=matchday.division.season).user
        refused(
            "matchday.without_encounters",
            matchdays.matchday_close,
            actor=organiser,
            matchday_id=matchday.pk,
            at=AFTER,
        )

    def test_twice_is_once_and_reopened_it_may_be_closed_again(self) -> None:
        evening = stage.evening()
        evening.signed()
        close(evening)
        assert close(evening, at=AFTER + timedelta(days=1)).closed_at == AFTER
        told: dict[str, Any] = {
            "actor": evening.organiser,
            "matchday_id": evening.encounter.matchday_id,
        }
        assert matchdays.matchday_reopen(**told, at=AFTER).closed_at is None
        close(evening)
        acts = LedgerEntry.objects.filter(action__startswith="matchday.").order_by("sequence")
        assert [one.action for one in acts] == [
            "matchday.closed",
            "matchday.reopened",
            "matchday.closed",
        ]

    def test_only_by_the_organiser_and_not_in_a_closed_season(self) -> None:
        evening = stage.evening()
        evening.signed()
        told: dict[str, Any] = {"matchday_id": evening.encounter.matchday_id, "at": AFTER}
        with pytest.raises(PermissionDenied):
            matchdays.matchday_close(actor=evening.home, **told)
        Season.objects.filter(pk=evening.season.pk).update(state=SeasonState.CLOSED)
        refused("season.closed", matchdays.matchday_close, actor=evening.organiser, **told)


class TestClosed:
    def closed(self) -> stage.Evening:
        evening = stage.evening()
        evening.signed()
        close(evening)
        return evening

    def test_refuses_every_change(self) -> None:
        evening = self.closed()
        at = AFTER + timedelta(hours=1)
        encounter = evening.encounter.pk
        boards = {2: {"home_games": 5, "away_games": 3, "ended_as": "PLAYED"}}
        refused(
            "matchday.closed",
            actas.acta_correct,
            actor=evening.home,
            encounter_id=encounter,
            boards=boards,
            note="Al revés.",
            at=at,
        )
        refused(
            "matchday.closed",
            reports.result_report,
            actor=evening.organiser,
            encounter_id=encounter,
            boards=boards,
            ended_at=stage.END,
            at=at,
        )
        refused(
            "matchday.closed",
            encounter_move,
            actor=evening.organiser,
            encounter_id=encounter,
            starts_at=at + timedelta(days=7),
            venue_id=None,
            reason="Obras en el bar.",
            tell=False,
            at=at,
        )

    def test_still_hears_a_late_claim_and_is_changed_by_its_ruling(self) -> None:
        evening = self.closed()
        at = AFTER + timedelta(days=2)
        claim: Claim = claims.claim_submit(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            key=uuid4(),
            text="Nos enteramos ahora.",
            at=at,
        )
        rulings.ruling_issue(
            actor=factories.role(season=evening.season, kind="COMMITTEE").user,
            case_id=claim.case.pk,
            clauses=["M-D.15"],
            facts="La visita alineó indebidamente.",
            decision="Gana el equipo de casa.",
            effects=[fx.AwardResult(4, 0)],
            at=at,
        )
        evening.encounter.refresh_from_db()
        assert (evening.encounter.state, evening.encounter.home_score) == ("RULED", 4)
        [day] = days_of(evening.season, now=at)
        assert day.matchday.closed_at is not None

    def test_a_replay_by_ruling_may_be_played(self) -> None:
        evening = self.closed()
        at = AFTER + timedelta(days=2)
        claim = claims.claim_submit(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            key=uuid4(),
            text="Se fue la luz.",
            at=at,
        )
        rulings.ruling_issue(
            actor=factories.role(season=evening.season, kind="COMMITTEE").user,
            case_id=claim.case.pk,
            clauses=["M-D.21"],
            facts="No se pudo jugar.",
            decision="Se repite.",
            effects=[fx.OrderReplay(at + timedelta(days=7))],
            at=at,
        )
        evening.close_line_ups(at=at + timedelta(days=7))
        evening.encounter.refresh_from_db()
        assert evening.encounter.state == "LINE_UP"


class TestAnnounced:
    def told(self, at: datetime) -> int:
        matchdays.matchdays_announce(jobs.Work(1, "", {}, at, lambda done, total: None))
        return Notification.objects.filter(kind=matchdays.KIND).count()

    def test_once_when_it_can_be_closed_to_the_organiser(self) -> None:
        evening = stage.evening()
        evening.signed()
        assert self.told(AFTER - timedelta(microseconds=1)) == 0
        assert self.told(AFTER) == 1
        assert self.told(AFTER + timedelta(days=7)) == 1
        assert Notification.objects.get(kind=matchdays.KIND).recipient == evening.organiser

    def test_not_one_that_is_closed_nor_in_a_closed_season(self) -> None:
        evening = stage.evening()
        evening.signed()
        close(evening)
        assert self.told(AFTER) == 0
        Matchday.objects.update(closed_at=None)
        Season.objects.update(state=SeasonState.CLOSED)
        assert self.told(AFTER) == 0

    def test_a_job_that_never_ran_changes_no_right(self) -> None:
        evening = stage.evening()
        evening.signed()
        assert close(evening, at=AFTER + timedelta(days=30)).closed_at

    def test_has_its_row_in_the_queue(self) -> None:
        assert jobs.PERIODS[matchdays.KIND] == 3600


class TestPages:
    def test_what_is_open_is_listed_and_then_it_is_closed(self, client: Client) -> None:
        evening = stage.evening(starts_at=stage.AT - timedelta(days=300))
        client.force_login(evening.organiser)
        numbers = [evening.season.pk, evening.encounter.matchday_id]
        path = reverse("matches:organise-matchday-close", args=numbers)
        page = client.get(path)
        assert page.templates[0].name == "organiser/matchday_close.html"
        assert str(evening.encounter.home) in page.content.decode()
        said = client.post(path, follow=True).content.decode()
        assert "no se puede cerrar todavía" in said
        assert Matchday.objects.get(pk=numbers[1]).closed_at is None

    @pytest.mark.parametrize("many", [1, 4])
    def test_the_list_costs_the_same_for_any_number(
        self, client: Client, many: int, django_assert_max_num_queries: Any
    ) -> None:
        division = factories.division()
        for _ in range(many):
            factories.encounter(division=division)
        client.force_login(factories.role(season=division.season).user)
        path = reverse("matches:organise-matchdays", args=[division.season_id])
        with django_assert_max_num_queries(12):
            page = client.get(path)
        assert page.content.decode().count("1 cosa abierta") == many
