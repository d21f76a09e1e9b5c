"""Fichas: given, refused, released."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied

from league import sentences
from league.models import Player, Registration
from league.refusals import Refused
from league.registration_windows import Opening, opening_at
from league.services.registrations import (
    Person,
    player_register,
    player_update,
    registration_release,
)
from league.states.season import SeasonState
from tests import factories
from tests.league.setting_up import AT, Stage, actions, stage, version

pytestmark = pytest.mark.django_db


def _release(at: Stage, registration: Registration) -> Registration:
    return registration_release(
        actor=at.organiser, season_id=at.season.pk, registration_id=registration.pk, at=AT
    )


def _refused(act: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        act()
    assert sentences.sentence(refused.value)
    return refused.value


class TestPlayerRegister:
    def test_gives_the_lowest_free_number(self) -> None:
        at = stage()
        before = version(at.division)
        at.register(1, slot=1)
        at.register(2, slot=3)
        assert at.register(3).slot == 2
        assert at.register(4).slot == 4
        assert version(at.division) == before + 4
        assert actions(at.season)[:2] == ["player.created", "registration.created"]

    def test_knows_a_player_by_the_licence_however_it_is_typed(self) -> None:
        at = stage()
        known = factories.player(licence="LIC-00012", first_name="Olaya", last_name="Cué")
        ficha = player_register(
            actor=at.organiser,
            season_id=at.season.pk,
            team_id=at.team.pk,
            person=Person(" lic-00012 "),
            at=AT,
        )
        assert ficha.player == known

    def test_refuses_a_licence_of_somebody_else(self) -> None:
        at = stage()
        factories.player(licence="LIC-00012", first_name="Olaya", last_name="Cué")
        refused = _refused(lambda: at.register(12))
        assert refused.code == "player.licence_is_other"
        assert refused.facts["name"] == "Olaya Cué"
        assert not Registration.objects.exists()

    def test_a_new_licence_needs_a_name(self) -> None:
        at = stage()
        refused = _refused(
            lambda: player_register(
                actor=at.organiser,
                season_id=at.season.pk,
                team_id=at.team.pk,
                person=Person("AST-9"),
                at=AT,
            )
        )
        assert refused.code == "player.name_missing"
        assert not Player.objects.exists()

    @pytest.mark.regulation("M-D.7")
    def test_refuses_the_seventeenth(self) -> None:
        at = stage()
        for number in range(16):
            at.register(number)
        refused = _refused(lambda: at.register(16))
        assert (refused.code, refused.clause) == ("registration.no_free_slot", "M-D.7")
        assert not Player.objects.filter(licence="LIC-00016").exists()

    @pytest.mark.regulation("M-D.7")
    def test_respects_a_lower_cap(self) -> None:
        at = stage(roster_cap=2)
        at.register(1)
        assert _refused(lambda: at.register(2, slot=3)).code == "registration.slot_over_cap"
        at.register(2)
        assert _refused(lambda: at.register(3)).code == "registration.no_free_slot"

    def test_says_whose_a_taken_ficha_is(self) -> None:
        at = stage()
        at.register(1, slot=5)
        refused = _refused(lambda: at.register(2, slot=5))
        assert refused.code == "registration.slot_taken"
        assert refused.facts["player"] == "Nel Ñembro Peláez 1"

    def test_names_the_team_where_the_player_is(self) -> None:
        at = stage()
        at.register(1, team=at.other)
        refused = _refused(lambda: at.register(1))
        assert refused.code == "registration.live_elsewhere"
        assert refused.facts["team"] == at.other.name

    def test_another_season_is_another_matter(self) -> None:
        one, two = stage(), stage()
        one.register(1)
        two.register(1)
        assert Registration.objects.count() == 2

    def test_refuses_a_withdrawn_team(self) -> None:
        at = stage()
        at.team.withdrawn_at = AT
        at.team.save()
        assert _refused(lambda: at.register(1)).code == "registration.team_withdrawn"

    def test_refuses_a_stranger_and_a_team_of_another_season(self) -> None:
        at, foreign = stage(), stage()
        arguments: Any = {"person": Person("A", "B", "C"), "at": AT}
        with pytest.raises(PermissionDenied):
            player_register(
                actor=foreign.organiser, season_id=at.season.pk, team_id=at.team.pk, **arguments
            )
        with pytest.raises(ObjectDoesNotExist):
            player_register(
                actor=at.organiser, season_id=at.season.pk, team_id=foreign.team.pk, **arguments
            )
        assert not Player.objects.exists()


class TestWindows:
    def test_shut_says_when_it_opens(self) -> None:
        at = stage()
        factories.registration_window(
            season=at.season,
            opens_at=AT + timedelta(days=2),
            closes_at=AT + timedelta(days=9),
        )
        refused = _refused(lambda: at.register(1))
        assert refused.code == "registration.window_ahead"
        assert "22 de noviembre de 2026 a las 22:00" in sentences.sentence(refused)

    def test_over_says_so(self) -> None:
        at = stage()
        factories.registration_window(
            season=at.season, opens_at=AT - timedelta(days=9), closes_at=AT
        )
        assert _refused(lambda: at.register(1)).code == "registration.window_over"

    def test_a_draft_takes_nobody(self) -> None:
        at = stage(SeasonState.DRAFT)
        assert _refused(lambda: at.register(1)).code == "registration.not_open"

    def test_a_running_season_takes_players_in_its_windows(self) -> None:
        at = stage(SeasonState.RUNNING)
        factories.registration_window(season=at.season)
        assert at.register(1).slot == 1

    def test_half_open(self) -> None:
        window = factories.RegistrationWindowFactory.build(
            season=None, opens_at=AT, closes_at=AT + timedelta(hours=1)
        )
        tick = timedelta(microseconds=1)
        assert opening_at([window], AT - tick) == Opening(is_open=False, opens_at=AT)
        assert opening_at([window], AT).is_open
        assert opening_at([window], window.closes_at - tick).is_open
        assert opening_at([window], window.closes_at) == Opening(is_open=False)
        assert opening_at([], AT) == Opening(is_open=True)


class TestRelease:
    @pytest.mark.regulation("M-D.8")
    def test_spends_the_ficha_for_good(self) -> None:
        at = stage(roster_cap=2)
        first = at.register(1)
        _release(at, first)
        refused = _refused(lambda: at.register(2, slot=1))
        assert (refused.code, refused.clause) == ("registration.slot_spent", "M-D.8")
        assert at.register(2).slot == 2
        assert _refused(lambda: at.register(3)).code == "registration.no_free_slot"
        assert "registration.released" in actions(at.season)

    def test_lets_the_player_go_elsewhere_or_come_back(self) -> None:
        at = stage()
        _release(at, at.register(1))
        second = at.register(1, team=at.other)
        _release(at, second)
        assert at.register(1).slot == 2

    def test_once(self) -> None:
        at = stage()
        first = at.register(1)
        _release(at, first)
        assert _refused(lambda: _release(at, first)).code == "registration.released_already"

    def test_refuses_a_stranger(self) -> None:
        at = stage()
        first = at.register(1)
        with pytest.raises(PermissionDenied):
            registration_release(
                actor=factories.user(),
                season_id=at.season.pk,
                registration_id=first.pk,
                at=AT,
            )
        first.refresh_from_db()
        assert first.is_live


class TestPlayerUpdate:
    def test_corrects_and_tells_the_pages(self) -> None:
        at = stage()
        player = at.register(1).player
        before = version(at.division)
        player_update(
            actor=at.organiser,
            season_id=at.season.pk,
            player_id=player.pk,
            person=Person("ast-7", "Manuel", "Ñembro", date(1960, 12, 31)),
            at=AT,
        )
        player.refresh_from_db()
        assert (player.licence, player.first_name) == ("AST-7", "Manuel")
        assert version(at.division) == before + 1
        entry = at.season.ledger_chain.entries.order_by("sequence").last()
        assert entry.action == "player.updated"
        assert "Manuel" not in entry.payload

    def test_refuses_a_licence_that_is_taken_and_a_player_of_elsewhere(self) -> None:
        at = stage()
        player, other = at.register(1).player, at.register(2).player
        arguments: Any = {"actor": at.organiser, "season_id": at.season.pk, "at": AT}
        with pytest.raises(Refused, match=r"player\.licence_taken"):
            player_update(**arguments, player_id=player.pk, person=Person(other.licence, "A", "B"))
        stranger = factories.player()
        with pytest.raises(ObjectDoesNotExist):
            player_update(**arguments, player_id=stranger.pk, person=Person("Z", "A", "B"))
