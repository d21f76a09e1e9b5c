"""The import carried out: what was shown is what is written."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from league import ledger
from league.models import Player, Registration
from league.refusals import Refused
from league.roster_plan import ImportPlan, RosterRow
from league.services.registrations import registration_release
from league.services.roster_import import roster_import, roster_preview
from tests import factories
from tests.league.setting_up import AT, Stage, actions, stage, version

pytestmark = pytest.mark.django_db


def _rows(at: Stage, many: int = 3) -> list[RosterRow]:
    return [
        RosterRow(line, at.team.name, f"A{line}", "Nel", "Busto Cué", "01/02/1960", "")
        for line in range(2, 2 + many)
    ]


def _preview(at: Stage, rows: list[RosterRow]) -> ImportPlan:
    return roster_preview(actor=at.organiser, season_id=at.season.pk, rows=rows, at=AT)


def _import(at: Stage, rows: list[RosterRow], digest: str) -> ImportPlan:
    return roster_import(
        actor=at.organiser, season_id=at.season.pk, rows=rows, digest=digest, at=AT
    )


class TestRosterImport:
    def test_writes_what_was_shown_and_twice_is_once(self) -> None:
        at = stage()
        rows = _rows(at)
        plan = _preview(at, rows)
        assert not Registration.objects.exists()
        _import(at, rows, plan.digest)
        fichas = Registration.objects.filter(team=at.team).order_by("slot")
        assert [(row.slot, row.player.licence) for row in fichas] == [
            (1, "A2"),
            (2, "A3"),
            (3, "A4"),
        ]
        assert actions(at.season).count("registration.created") == 3
        assert ledger.first_break(at.season.ledger_chain) is None
        again = _preview(at, rows)
        assert (again.created, again.updated, again.unchanged) == (0, 0, 3)
        written = len(actions(at.season))
        _import(at, rows, again.digest)
        assert len(actions(at.season)) == written

    def test_what_changes_nothing_renews_no_page(self) -> None:
        at = stage()
        rows = _rows(at)
        _import(at, rows, _preview(at, rows).digest)
        before = version(at.division)
        _import(at, rows, _preview(at, rows).digest)
        assert version(at.division) == before

    def test_refused_rows_stay_out_and_the_rest_goes_in(self) -> None:
        at = stage(roster_cap=2)
        rows = _rows(at)
        _import(at, rows, _preview(at, rows).digest)
        assert Registration.objects.count() == 2
        assert not Player.objects.filter(licence="A4").exists()

    def test_when_the_season_changed_meanwhile_nothing_is_written(self) -> None:
        at = stage()
        rows = _rows(at)
        digest = _preview(at, rows).digest
        at.register(1)
        with pytest.raises(Refused, match=r"roster\.plan_changed"):
            _import(at, rows, digest)
        assert Registration.objects.count() == 1

    def test_an_old_file_does_not_undo_a_release(self) -> None:
        at = stage()
        rows = _rows(at)
        _import(at, rows, _preview(at, rows).digest)
        registration_release(
            actor=at.organiser,
            season_id=at.season.pk,
            registration_id=Registration.objects.get(slot=2).pk,
            at=AT,
        )
        plan = _preview(at, rows)
        assert (plan.created, plan.unchanged, plan.refused) == (0, 2, 1)

    def test_outside_the_windows_only_corrections_are_made(self) -> None:
        at = stage()
        rows = _rows(at, 1)
        _import(at, rows, _preview(at, rows).digest)
        factories.registration_window(
            season=at.season, opens_at=AT - timedelta(days=9), closes_at=AT
        )
        corrected = [
            RosterRow(2, at.team.name, "A2", "Nel", "Busto Cueto", "", ""),
            RosterRow(3, at.team.name, "A3", "Xuan", "Viña", "", ""),
        ]
        plan = _preview(at, corrected)
        assert (plan.updated, plan.refused) == (1, 1)
        _import(at, corrected, plan.digest)
        assert Player.objects.get(licence="A2").last_name == "Busto Cueto"

    def test_refuses_a_stranger(self) -> None:
        at = stage()
        with pytest.raises(PermissionDenied):
            roster_preview(actor=factories.user(), season_id=at.season.pk, rows=[], at=AT)
        with pytest.raises(PermissionDenied):
            roster_import(actor=factories.user(), season_id=at.season.pk, rows=[], digest="", at=AT)

    @pytest.mark.parametrize("many", [2, 14])
    def test_the_preview_costs_the_same_for_any_size(
        self, many: int, django_assert_num_queries: Any
    ) -> None:
        at = stage()
        rows = _rows(at, many)
        with django_assert_num_queries(6):
            _preview(at, rows)
