"""Prizes: proposed by the table, confirmed, collected at the dinner or renounced (M-D.17)."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from league.machine import MoveRefused
from league.models import LedgerEntry, Notification, Season, Team
from league.refusals import Refused
from league.states.season import SeasonState
from matches.addresses import prizes_path
from matches.models import Prize
from matches.selectors.prizes import proposals_of
from matches.services import prizes
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.regulation("M-D.17")]
AT = factories.AT


class Dinner:
    """A season of two teams, the first of which won its encounter."""

    def __init__(self) -> None:
        encounter = factories.ended_encounter(home_score=4, away_score=0)
        self.first: Team = encounter.home
        self.second: Team = encounter.away
        self.season: Season = encounter.division.season
        self.organiser = factories.role(season=self.season).user
        self.delegate = factories.delegate(team=self.first).user
        self.member = factories.registration(team=self.first)

    def prize(self, **facts: Any) -> Prize:
        told: dict[str, Any] = {
            "name": "Campeón",
            "division_id": self.first.division_id,
            "position": 1,
        } | facts
        return prizes.prize_define(actor=self.organiser, season_id=self.season.pk, at=AT, **told)

    def won(self) -> Prize:
        return self.act("award", self.prize(), team_id=self.first.pk)

    def act(self, verb: str, prize: Prize, **facts: Any) -> Any:
        told = {"actor": self.organiser, "at": AT} | facts
        return getattr(prizes, f"prize_{verb}")(prize_id=prize.pk, **told)


def refused(code: str, act: Any, *args: Any, **facts: Any) -> None:
    with pytest.raises(Refused) as refusal:
        act(*args, **facts)
    assert refusal.value.code == code


class TestProposal:
    def test_is_who_stands_in_the_place(self) -> None:
        dinner = Dinner()
        dinner.prize()
        dinner.prize(name="Subcampeón", position=2)
        dinner.prize(name="Simpatía", division_id=None, position=None)
        proposed = proposals_of(dinner.season)
        found = {one.prize.name: [name for _pk, name in one.teams] for one in proposed}
        assert found == {
            "Campeón": [dinner.first.name],
            "Subcampeón": [dinner.second.name],
            "Simpatía": [],
        }

    def test_is_nobody_before_anything_was_played_and_says_what_is_to_come(self) -> None:
        encounter = factories.encounter()
        factories.prize_of_a_place(division=encounter.division)
        [found] = proposals_of(encounter.division.season)
        assert (found.teams, found.to_come) == ((), 1)

    def test_is_not_who_left(self) -> None:
        dinner = Dinner()
        dinner.prize()
        Team.objects.filter(pk=dinner.first.pk).update(withdrawn_at=AT)
        [found] = proposals_of(dinner.season)
        assert dinner.first.pk not in dict(found.teams)


class TestDefine:
    @pytest.mark.parametrize(
        ("facts", "code"),
        [
            ({"name": "  "}, "prize.without_name"),
            ({"division_id": None}, "prize.place_without_group"),
        ],
    )
    def test_refuses(self, facts: dict[str, Any], code: str) -> None:
        refused(code, Dinner().prize, **facts)

    def test_a_name_stands_once_in_a_group(self) -> None:
        dinner = Dinner()
        dinner.prize()
        refused("prize.name_taken", dinner.prize)
        dinner.prize(division_id=None, position=None)

    def test_only_the_organiser(self) -> None:
        dinner = Dinner()
        with pytest.raises(PermissionDenied):
            prizes.prize_define(
                actor=dinner.delegate, season_id=dinner.season.pk, name="Copa", at=AT
            )

    def test_is_removed_until_somebody_won_it(self) -> None:
        dinner = Dinner()
        dinner.act("remove", dinner.prize())
        won = dinner.won()
        refused("prize.already_won", dinner.act, "remove", won)
        assert Prize.objects.get() == won


class TestWonAndCollected:
    def test_the_winner_hears_of_it_and_how_it_is_collected(self) -> None:
        dinner = Dinner()
        prize = dinner.won()
        assert (prize.state, prize.winner) == ("AWARDED", dinner.first)
        told = Notification.objects.get(kind="prize.awarded")
        assert told.recipient == dinner.delegate and "M-D.17" in told.body

    @pytest.mark.parametrize(
        ("gone", "code"), [(False, "prize.team_of_another"), (True, "prize.team_withdrawn")]
    )
    def test_not_by_a_team_of_another_season_nor_one_that_left(
        self, *, gone: bool, code: str
    ) -> None:
        dinner = Dinner()
        team = factories.team(division=dinner.first.division) if gone else factories.team()
        Team.objects.filter(pk=team.pk).update(withdrawn_at=AT if gone else None)
        refused(code, dinner.act, "award", dinner.prize(), team_id=team.pk)

    def test_collected_by_a_member_with_its_moment(self) -> None:
        dinner = Dinner()
        later = AT + timedelta(days=60)
        prize = dinner.act("collect", dinner.won(), member_id=dinner.member.pk, at=later)
        assert (prize.state, prize.member, prize.settled_at) == (
            "COLLECTED",
            dinner.member,
            later,
        )

    def test_collected_by_the_delegate_after_the_season_was_closed(self) -> None:
        dinner = Dinner()
        prize = dinner.won()
        Season.objects.filter(pk=dinner.season.pk).update(state=SeasonState.CLOSED)
        prize = dinner.act("collect", prize, delegate_id=dinner.delegate.pk)
        assert prize.delegate == dinner.delegate

    def test_not_by_somebody_else_nor_by_nobody(self) -> None:
        dinner = Dinner()
        prize = dinner.won()
        stranger = factories.registration(team=dinner.second)
        code = "prize.collected_by_another"
        refused(code, dinner.act, "collect", prize, member_id=stranger.pk)
        refused(code, dinner.act, "collect", prize, delegate_id=dinner.organiser.pk)
        refused("prize.collected_by_nobody", dinner.act, "collect", prize)

    def test_renounced_is_not_collected_until_it_is_undone(self) -> None:
        dinner = Dinner()
        prize = dinner.act("renounce", dinner.won())
        assert (prize.state, prize.settled_at) == ("RENOUNCED", AT)
        with pytest.raises(MoveRefused):
            dinner.act("collect", prize, member_id=dinner.member.pk)
        dinner.act("undo", prize)
        assert dinner.act("collect", prize, member_id=dinner.member.pk).state == "COLLECTED"

    def test_undone_twice_it_has_no_winner(self) -> None:
        dinner = Dinner()
        prize = dinner.act("collect", dinner.won(), member_id=dinner.member.pk)
        dinner.act("undo", prize)
        prize = dinner.act("undo", prize)
        assert (prize.state, prize.winner, prize.member) == ("OPEN", None, None)

    def test_every_step_stands_in_the_record_without_a_name(self) -> None:
        dinner = Dinner()
        dinner.act("collect", dinner.won(), member_id=dinner.member.pk)
        entries = LedgerEntry.objects.filter(action__startswith="prize.").order_by("sequence")
        assert [one.action for one in entries] == [
            "prize.defined",
            "prize.awarded",
            "prize.collected",
        ]
        assert not any("Campeón" in one.payload for one in entries)


class TestPages:
    def test_the_proposal_is_chosen_beforehand_and_confirmed(self, client: Client) -> None:
        dinner = Dinner()
        prize = dinner.prize()
        client.force_login(dinner.organiser)
        path = reverse("matches:organise-prize-award", args=[dinner.season.pk, prize.pk])
        page = client.get(path)
        assert page.context["form"].initial == {"team_id": dinner.first.pk}
        assert client.post(path, {"team_id": dinner.first.pk}).status_code == 302
        prize.refresh_from_db()
        assert prize.winner == dinner.first

    def test_who_collected_it_is_on_the_list_and_not_on_the_public_page(
        self, client: Client
    ) -> None:
        dinner = Dinner()
        prize = dinner.won()
        client.force_login(dinner.organiser)
        path = reverse("matches:organise-prize-collect", args=[dinner.season.pk, prize.pk])
        assert client.post(path, {"person": ""}).status_code == 422
        client.post(path, {"person": f"member-{dinner.member.pk}"})
        name = str(dinner.member.player)
        listed = reverse("matches:organise-prizes-print", args=[dinner.season.pk])
        assert name in client.get(listed).content.decode()
        client.logout()
        public = client.get(prizes_path(dinner.season)).content.decode()
        assert dinner.first.name in public and "recogido" in public and name not in public

    def test_the_public_page_changes_with_a_prize(self, client: Client) -> None:
        dinner = Dinner()
        prize = dinner.prize()
        before = client.get(prizes_path(dinner.season))
        dinner.act("award", prize, team_id=dinner.first.pk)
        after = client.get(prizes_path(dinner.season))
        assert before["ETag"] != after["ETag"]
        assert dinner.first.name in after.content.decode()

    def test_the_front_page_leads_there_once_there_are_any(self, client: Client) -> None:
        dinner = Dinner()
        path = reverse(
            "matches:season",
            kwargs={
                "competition": dinner.season.competition.slug,
                "season": dinner.season.slug,
            },
        )
        assert prizes_path(dinner.season) not in client.get(path).content.decode()
        dinner.prize()
        assert prizes_path(dinner.season) in client.get(path).content.decode()
