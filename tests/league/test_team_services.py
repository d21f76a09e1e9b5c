"""Groups, teams, peñas and bars."""

from datetime import time
from typing import Any

import pytest
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied

from league.models import Club, Division, Team
from league.refusals import Refused
from league.services import clubs, divisions, teams
from league.services.teams import HomeNight
from league.states.season import SeasonState
from tests import factories
from tests.league.setting_up import AT, Stage, actions, stage, version

pytestmark = pytest.mark.django_db
FRIDAY = HomeNight(None, 4, time(22))


def _by(at: Stage) -> dict[str, Any]:
    return {"actor": at.organiser, "season_id": at.season.pk, "at": AT}


def _enter(at: Stage, **more: Any) -> Team:
    return teams.team_create(**_by(at), division_id=at.division.pk, home=FRIDAY, **more)


class TestDivisions:
    def test_are_added_at_the_end_renamed_and_removed(self) -> None:
        at = stage()
        division = divisions.division_create(**_by(at), name="  Grupo   B ", promoted=2)
        assert (division.name, division.slug) == ("Grupo B", "grupo-b")
        assert division.position == at.division.position + 1
        divisions.division_update(
            **_by(at), division_id=division.pk, name="Segunda", promoted=1, relegated=0
        )
        division.refresh_from_db()
        assert (division.name, division.slug) == ("Segunda", "grupo-b")
        divisions.division_delete(**_by(at), division_id=division.pk)
        assert actions(at.season) == ["division.created", "division.updated", "division.deleted"]

    def test_refuse_a_name_that_is_there_with_other_accents(self) -> None:
        at = stage()
        divisions.division_create(**_by(at), name="Única")
        with pytest.raises(Refused, match=r"division\.name_taken"):
            divisions.division_create(**_by(at), name="UNICA")

    def test_with_teams_stay(self) -> None:
        at = stage()
        with pytest.raises(Refused, match=r"division\.has_teams"):
            divisions.division_delete(**_by(at), division_id=at.division.pk)

    def test_are_settled_once_there_is_a_calendar(self) -> None:
        at = stage(SeasonState.SCHEDULED)
        with pytest.raises(Refused, match=r"season\.calendar_made"):
            divisions.division_create(**_by(at), name="Otra")
        assert Division.objects.filter(season=at.season).count() == 1

    def test_of_another_season_are_not_found(self) -> None:
        at, foreign = stage(), stage()
        with pytest.raises(ObjectDoesNotExist):
            divisions.division_delete(**_by(at), division_id=foreign.division.pk)


class TestTeams:
    def test_a_new_pena_enters(self) -> None:
        at = stage()
        before = version(at.division)
        team = _enter(at, club_name="Peña El Güertu")
        assert (team.club.slug, team.slug) == ("pena-el-guertu", "pena-el-guertu")
        assert version(at.division) == before + 1
        assert actions(at.season) == ["club.created", "team.entered"]

    def test_a_pena_may_enter_two_under_two_names(self) -> None:
        at = stage()
        with pytest.raises(Refused, match=r"team\.name_taken"):
            _enter(at, club_id=at.team.club_id)
        second = _enter(at, club_id=at.team.club_id, name="La Ñora B")
        assert second.club_id == at.team.club_id

    def test_a_pena_is_not_made_twice(self) -> None:
        at = stage()
        with pytest.raises(Refused, match=r"club\.name_taken"):
            _enter(at, club_name=at.team.club.name.upper())
        assert actions(at.season) == []

    def test_refuses_a_stranger_and_writes_nothing(self) -> None:
        at = stage()
        with pytest.raises(PermissionDenied):
            teams.team_create(
                actor=factories.user(),
                season_id=at.season.pk,
                division_id=at.division.pk,
                club_name="Peña Ayena",
                home=FRIDAY,
                at=AT,
            )
        assert not Club.objects.filter(name="Peña Ayena").exists()

    def test_changes_group_before_the_calendar_only(self) -> None:
        at = stage()
        other = factories.division(season=at.season)
        change: Any = {"team_id": at.team.pk, "name": "La Ñora", "home": FRIDAY}
        teams.team_update(**_by(at), division_id=other.pk, **change)
        at.team.refresh_from_db()
        assert (at.team.division_id, at.team.name, at.team.venue_id) == (other.pk, "La Ñora", None)
        factories.matchday(division=other)
        with pytest.raises(Refused, match=r"season\.calendar_made"):
            teams.team_update(**_by(at), division_id=at.division.pk, **change)

    def test_is_removed_unless_it_has_fichas(self) -> None:
        at = stage()
        at.register(1)
        with pytest.raises(Refused, match=r"team\.has_registrations"):
            teams.team_delete(**_by(at), team_id=at.team.pk)
        teams.team_delete(**_by(at), team_id=at.other.pk)
        assert actions(at.season)[-1] == "team.removed"


class TestClubsAndVenues:
    def test_are_made_and_corrected(self) -> None:
        at = stage()
        club = clubs.club_create(**_by(at), name="Peña Nueva", town="Corvera")
        clubs.club_update(**_by(at), club_id=club.pk, name="Peña Nueva de Corvera", town="")
        venue = clubs.venue_create(**_by(at), name="Bar Casín", tables=8)
        clubs.venue_update(
            **_by(at), venue_id=venue.pk, name="Bar Casín", address="", town="Luanco", tables=6
        )
        assert actions(at.season) == [
            "club.created",
            "club.updated",
            "venue.created",
            "venue.updated",
        ]

    def test_a_new_name_reaches_the_pages_of_the_pena(self) -> None:
        at = stage()
        before = version(at.division)
        clubs.club_update(**_by(at), club_id=at.team.club_id, name="Otra", town="")
        assert version(at.division) == before + 1

    def test_a_bars_new_name_reaches_every_encounter_played_there(self) -> None:
        at = stage()
        nobodys_own = clubs.venue_create(**_by(at), name="Bar Casín", tables=8)
        before = version(at.division)
        clubs.venue_update(
            **_by(at), venue_id=nobodys_own.pk, name="Casa Casín", address="", town="", tables=8
        )
        assert version(at.division) == before + 1

    def test_of_other_seasons_are_not_found(self) -> None:
        at, foreign = stage(), stage()
        with pytest.raises(ObjectDoesNotExist):
            clubs.club_update(**_by(at), club_id=foreign.team.club_id, name="Mía", town="")
        with pytest.raises(ObjectDoesNotExist):
            clubs.venue_update(
                **_by(at),
                venue_id=foreign.team.venue_id,
                name="Mío",
                address="",
                town="",
                tables=1,
            )

    def test_one_name_a_town(self) -> None:
        at = stage()
        clubs.venue_create(**_by(at), name="Bar Casín", town="Luanco")
        with pytest.raises(Refused, match=r"venue\.name_taken"):
            clubs.venue_create(**_by(at), name="Bar Casín", town="Luanco")
