"""Founding and changing seasons."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from league.machine import MoveRefused
from league.models import Competition, Role, Season
from league.refusals import Refused
from league.season_scheme import (
    head_to_head_of,
    options_of,
    partida_format_of,
    read_scheme,
    scheme_of,
)
from league.selectors.seasons import competition_choices
from league.services.seasons import (
    Founding,
    season_create,
    season_hide,
    season_move,
    season_publish,
    season_update,
)
from league.services.windows import window_create, window_delete, window_update
from league.standings import ASTURIAS_CRITERIA, Scheme, StandingsError
from league.states.season import SeasonEvent, SeasonState
from rules.errors import RuleViolation
from rules.formats import PartidaFormat
from tests import factories
from tests.league.setting_up import AT, actions, options, stage, version

pytestmark = pytest.mark.django_db


def _create(actor: Any, **more: Any) -> Season:
    founding = more.pop("founding", Founding("2026/27", competition_name="Liga de la Ría"))
    more.setdefault("options", options())
    return season_create(
        actor=actor, founding=founding, discipline_code="mus", scheme={}, at=AT, **more
    )


class TestSeasonCreate:
    def test_makes_competition_season_and_organiser(self) -> None:
        founder = factories.user(is_staff=True)
        season = _create(founder, courtesy_minutes=20)
        assert (season.competition.slug, season.slug) == ("liga-de-la-ria", "2026-27")
        assert (season.state, season.is_public) == (SeasonState.DRAFT, False)
        assert (season.boards, season.courtesy_minutes) == (4, 20)
        assert Role.objects.get(season=season).user == founder
        assert actions(season) == ["season.created"]

    def test_keeps_words_out_of_the_ledger(self) -> None:
        season = _create(factories.user(is_staff=True), delivery_point="Café Colón")
        assert "Colón" not in season.ledger_chain.entries.get().payload

    @pytest.mark.regulation("M-D.1")
    def test_refuses_a_season_without_a_format(self) -> None:
        unchosen = options()
        del unchosen["partida_format"]
        with pytest.raises(Refused) as refused:
            _create(factories.user(is_staff=True), options=unchosen)
        assert refused.value.code == "options.format_not_chosen"
        assert refused.value.clause == "M-D.1"
        assert not Season.objects.exists()
        assert not Competition.objects.exists()

    def test_refuses_a_stranger(self) -> None:
        with pytest.raises(PermissionDenied):
            _create(factories.user())
        assert not Season.objects.exists()

    def test_an_organiser_adds_to_the_own_competitions_alone(self) -> None:
        at, foreign = stage(), stage()
        own = Founding("2028", competition_id=at.season.competition_id)
        assert _create(at.organiser, founding=own).competition == at.season.competition
        other = Founding("2028", competition_id=foreign.season.competition_id)
        with pytest.raises(PermissionDenied):
            _create(at.organiser, founding=other)
        assert [pk for pk, _name in competition_choices(at.organiser)] == [at.season.competition_id]

    def test_refuses_the_same_edition_twice(self) -> None:
        founder = factories.user(is_staff=True)
        season = _create(founder)
        again = Founding("2026/27", competition_id=season.competition_id)
        with pytest.raises(Refused, match=r"season\.name_taken"):
            _create(founder, founding=again)
        with pytest.raises(Refused, match=r"competition\.name_taken"):
            _create(founder, founding=Founding("2027", competition_name="LIGA de la Ría"))

    def test_gives_no_address_that_the_site_uses_itself(self) -> None:
        founding = Founding("2026", competition_name="Organización")
        season = _create(factories.user(is_staff=True), founding=founding)
        assert season.competition.slug == "organizacion-2"

    def test_the_boards_follow_the_options(self) -> None:
        season = _create(factories.user(is_staff=True), options=options(boards=3))
        assert season.boards == 3


class TestSeasonUpdate:
    def test_writes_what_changed_and_raises_the_version(self) -> None:
        at = stage()
        before = version(at.division)
        season_update(
            actor=at.organiser, season_id=at.season.pk, at=AT, courtesy_minutes=30, quorum=1
        )
        at.season.refresh_from_db()
        assert at.season.courtesy_minutes == 30
        assert version(at.division) == before + 1
        assert actions(at.season) == ["season.updated"]

    def test_the_same_again_writes_nothing(self) -> None:
        at = stage()
        season_update(actor=at.organiser, season_id=at.season.pk, at=AT, quorum=1)
        assert actions(at.season) == []

    @pytest.mark.parametrize(
        "change",
        [
            {"options": options(partida_format="best_of=5")},
            {"scheme": {"kind": "win_draw_loss"}},
            {"withdrawal_policy": "keep_first_leg"},
            {"courtesy_minutes": 45},
            {"max_duration_minutes": 200},
        ],
    )
    def test_what_changes_results_is_locked_while_it_is_played(self, change: Any) -> None:
        at = stage(SeasonState.RUNNING)
        with pytest.raises(Refused, match=r"season\.locked"):
            season_update(actor=at.organiser, season_id=at.season.pk, at=AT, **change)
        assert actions(at.season) == []

    def test_the_rest_is_not(self) -> None:
        at = stage(SeasonState.RUNNING, scheme=read_scheme({}))
        season_update(
            actor=at.organiser,
            season_id=at.season.pk,
            at=AT,
            options=options(),
            scheme={},
            quorum=3,
            name="XXII",
        )
        at.season.refresh_from_db()
        assert (at.season.quorum, at.season.name) == (3, "XXII")

    @pytest.mark.regulation("M-D.7")
    def test_the_cap_does_not_fall_below_a_given_ficha(self) -> None:
        at = stage()
        at.register(1, slot=12)
        with pytest.raises(Refused) as refused:
            season_update(actor=at.organiser, season_id=at.season.pk, at=AT, roster_cap=11)
        assert (refused.value.code, refused.value.facts["slot"]) == ("season.cap_below_used", 12)

    def test_refuses_a_stranger_and_a_closed_season(self) -> None:
        at = stage(SeasonState.CLOSED)
        with pytest.raises(PermissionDenied):
            season_update(actor=factories.user(), season_id=at.season.pk, at=AT, quorum=2)
        with pytest.raises(Refused, match=r"season\.closed"):
            season_update(actor=at.organiser, season_id=at.season.pk, at=AT, quorum=2)

    def test_refuses_an_impossible_scheme(self) -> None:
        at = stage()
        with pytest.raises(Refused, match=r"standings\.scheme\.points_order"):
            season_update(
                actor=at.organiser,
                season_id=at.season.pk,
                at=AT,
                scheme={"kind": "win_draw_loss", "win": 1, "draw": 2},
            )


class TestSeasonMoves:
    def test_opens_registration_once(self) -> None:
        at = stage(SeasonState.DRAFT)
        arguments: Any = {
            "actor": at.organiser,
            "season_id": at.season.pk,
            "event": SeasonEvent.OPEN_REGISTRATION,
            "at": AT,
        }
        assert season_move(**arguments).state == SeasonState.REGISTRATION
        with pytest.raises(MoveRefused):
            season_move(**arguments)
        assert actions(at.season) == ["season.moved"]

    def test_shows_and_hides_until_it_is_played(self) -> None:
        at = stage(is_public=False)
        arguments: Any = {"actor": at.organiser, "season_id": at.season.pk, "at": AT}
        assert season_publish(**arguments).is_public
        assert not season_hide(**arguments).is_public
        assert actions(at.season) == ["season.published", "season.hidden"]
        running = stage(SeasonState.RUNNING)
        with pytest.raises(Refused, match=r"season\.hide_running"):
            season_hide(actor=running.organiser, season_id=running.season.pk, at=AT)


class TestWindows:
    def test_made_changed_and_removed(self) -> None:
        at = stage()
        common: Any = {"actor": at.organiser, "season_id": at.season.pk, "at": AT}
        window = window_create(
            **common, name="Plazo", opens_at=AT, closes_at=AT + timedelta(days=1)
        )
        window_update(
            **common,
            window_id=window.pk,
            name="Segundo",
            opens_at=AT,
            closes_at=AT + timedelta(days=2),
        )
        window_delete(**common, window_id=window.pk)
        assert actions(at.season) == ["window.created", "window.updated", "window.deleted"]

    def test_refuses_one_that_closes_before_it_opens(self) -> None:
        at = stage()
        with pytest.raises(Refused, match=r"window\.order"):
            window_create(
                actor=at.organiser,
                season_id=at.season.pk,
                name="Plazo",
                opens_at=AT,
                closes_at=AT,
                at=AT,
            )


class TestSeasonScheme:
    @pytest.mark.regulation("M-D.2")
    def test_reads_asturias_from_nothing(self) -> None:
        season = factories.SeasonFactory.build(competition=None)
        assert scheme_of(season) == Scheme.sum_of_score(ASTURIAS_CRITERIA)
        assert head_to_head_of(season) == "always"

    def test_reads_what_was_stored(self) -> None:
        season = factories.SeasonFactory.build(
            competition=None,
            options=options(partida_format="best_of=5", boards=3),
            scheme=read_scheme(
                {
                    "kind": "win_draw_loss",
                    "win": 2,
                    "criteria": ["points", "wins"],
                    "walkover_score": [3, 0],
                    "head_to_head": "when_complete",
                }
            ),
        )
        assert scheme_of(season) == Scheme.win_draw_loss(
            2, 1, 0, criteria=("points", "wins"), walkover_score=(3, 0)
        )
        assert head_to_head_of(season) == "when_complete"
        assert partida_format_of(season) == PartidaFormat.parse("best_of=5")
        assert options_of(season)["boards"] == 3

    @pytest.mark.regulation("M-D.1")
    def test_assumes_no_format(self) -> None:
        with pytest.raises(RuleViolation, match=r"options\.format_not_chosen"):
            partida_format_of(factories.SeasonFactory.build(competition=None))

    @pytest.mark.parametrize(
        "wrong", [{"kind": "golf"}, {"head_to_head": "often"}, {"goals": 1}, {"criteria": []}]
    )
    def test_refuses_what_makes_no_scheme(self, wrong: Any) -> None:
        with pytest.raises(StandingsError):
            read_scheme(wrong)
