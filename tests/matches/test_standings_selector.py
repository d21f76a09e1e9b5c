"""From rows of the database to the table, and its cache by version."""

from datetime import timedelta

import pytest

from league.models import Division
from league.season_scheme import Lot
from league.services.versions import divisions_touch
from league.standings import Result, table
from matches.models import Encounter
from matches.selectors import standings
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def division():
    return factories.division(promoted=1, relegated=1)


@pytest.fixture
def teams(division):
    return [
        factories.team(division=division, name=name)
        for name in ("Peña El Órdago", "Peña La Ñora", "Sidrería Les Xanes", "Peña Santolaya")
    ]


def play(home, away, home_score=3, away_score=1, **facts):
    return factories.ended_encounter(
        home=home, away=away, home_score=home_score, away_score=away_score, **facts
    )


class TestResultsOf:
    def test_brings_what_ended_and_leaves_out_what_did_not(self, division, teams):
        day = factories.matchday(division=division, number=3, leg=1)
        play(teams[0], teams[1], matchday=day, home_games=18, away_games=11)
        factories.encounter(home=teams[2], away=teams[3])
        assert standings.results_of(division) == [
            Result(
                str(teams[0].pk),
                str(teams[1].pk),
                3,
                1,
                kind="PLAYED",
                matchday=3,
                leg=1,
                home_games=18,
                away_games=11,
            )
        ]


class TestTableOf:
    def test_is_the_pure_table_of_its_results(self, division, teams):
        play(teams[0], teams[1], 3, 1)
        play(teams[2], teams[3], 4, 0, kind="WALKOVER_HOME", state="NOT_PLAYED")
        rows = standings.table_of(division)
        assert [(row.team, row.points) for row in rows] == [
            (str(teams[2].pk), 4),
            (str(teams[0].pk), 3),
            (str(teams[1].pk), 1),
            (str(teams[3].pk), 0),
        ]
        names = [str(team.pk) for team in sorted(teams, key=lambda team: team.sort_key)]
        assert rows == table(
            names, standings.results_of(division), standings.scheme_of(division.season)
        )

    def test_counts_adjustments_and_their_reversal(self, division, teams):
        wrong = factories.point_adjustment(team=teams[0], points=-2)
        factories.point_adjustment(team=teams[0], points=2, reverses=wrong)
        factories.point_adjustment(team=teams[1], points=-1)
        points = {row.team: row.points for row in standings.table_of(division)}
        assert (points[str(teams[0].pk)], points[str(teams[1].pk)]) == (0, -1)

    @pytest.mark.parametrize(("policy", "points"), [("annul", 0), ("keep_first_leg", 3)])
    def test_a_withdrawn_team_follows_the_policy_of_the_season(
        self, division, teams, policy, points
    ):
        play(teams[0], teams[1], 3, 1)
        teams[1].withdrawn_at = factories.AT
        teams[1].save()
        division.season.withdrawal_policy = policy
        division.season.save()
        rows = standings.table_of(division)
        assert rows[-1].team == str(teams[1].pk) and rows[-1].withdrawn
        assert {row.team: row.points for row in rows}[str(teams[0].pk)] == points

    def test_a_recorded_lot_decides_at_last(self, division, teams):
        season = division.season
        drawn = Lot(1, (teams[3].pk, teams[0].pk, teams[1].pk, teams[2].pk), "", "")
        season.scheme = {"lots": [drawn.to_mapping()]}
        season.save()
        rows = standings.table_of(division)
        assert [row.team for row in rows] == [str(pk) for pk in drawn.teams]
        assert {row.decided_by for row in rows[1:]} == {"lot"}

    def test_computes_what_would_be(self, division, teams):
        play(teams[0], teams[1], 3, 1)
        rows = standings.table_of(division, results=[], adjustments={str(teams[3].pk): 1})
        assert rows[0].team == str(teams[3].pk)
        assert sum(row.played for row in rows) == 0


class TestStandingsRows:
    def test_carries_form_zones_adjustments_and_rulings(self, division, teams):
        factories.point_adjustment(team=teams[1], points=-1, reason="Acta fuera de plazo")
        first, second, third, fourth = teams
        play(first, second, 3, 1)
        play(first, third, 2, 2, ended_at=factories.AT + timedelta(days=7))
        play(fourth, first, 1, 3, ended_at=factories.AT + timedelta(days=14))
        ruled = play(teams[2], teams[3], 4, 0, state="RULED", kind="AWARDED")
        ruling = factories.ruling(case=factories.case(encounter=ruled, season=division.season))
        rows = {row.team_id: row for row in standings.standings_rows(division)}
        assert rows[teams[0].pk].form == "GEG"
        assert rows[teams[0].pk].zone == "up"
        assert rows[teams[1].pk].adjustments[0].reason == "Acta fuera de plazo"
        assert [mark.ruling for mark in rows[teams[2].pk].ruled] == [ruling.number]
        assert rows[teams[0].pk].ruled == ()
        assert sorted(row.zone for row in rows.values()) == ["", "", "down", "up"]

    def test_takes_three_queries_and_then_none(self, division, teams, django_assert_num_queries):
        play(teams[0], teams[1])
        division = Division.objects.select_related("season").get(pk=division.pk)
        with django_assert_num_queries(3):
            standings.standings_rows(division)
        with django_assert_num_queries(0):
            standings.standings_rows(division)

    def test_shows_a_change_as_soon_as_the_version_rises(self, division, teams):
        play(teams[0], teams[1])
        assert standings.standings_rows(division)[0].row.points == 3
        Encounter.objects.update(home_score=4, away_score=0)
        divisions_touch([division.pk])
        division = Division.objects.select_related("season").get(pk=division.pk)
        assert standings.standings_rows(division)[0].row.points == 4

    def test_many_divisions_cost_no_more_than_one(self, teams, django_assert_num_queries):
        others = [factories.division(season=teams[0].division.season) for _ in range(3)]
        divisions = [teams[0].division, *others]
        with django_assert_num_queries(3):
            found = standings.standings_of(divisions)
        assert [len(found[division.pk]) for division in divisions] == [4, 0, 0, 0]
