"""Publications: what they hold, that they can be computed again, and who may make one."""

import json

import pytest
from django.core.exceptions import PermissionDenied

from league import canonical
from league.models import LedgerEntry, Matchday, RoleKind
from league.refusals import Refused
from matches import publication_content
from matches.models import StandingsPublication
from matches.services.publications import publication_publish
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def division():
    return factories.division()


@pytest.fixture
def teams(division):
    return [factories.team(division=division) for _ in range(4)]


@pytest.fixture
def matchdays(division):
    return [factories.matchday(division=division, number=number) for number in (1, 2)]


@pytest.fixture
def organiser(division):
    return factories.role(season=division.season, kind=RoleKind.ORGANISER).user


@pytest.fixture
def played(teams, matchdays):
    home, away, third, fourth = teams
    return [
        factories.ended_encounter(home=home, away=away, matchday=matchdays[0]),
        factories.ended_encounter(
            home=third, away=fourth, matchday=matchdays[0], home_score=4, away_score=0
        ),
        factories.ended_encounter(
            home=away, away=third, matchday=matchdays[1], home_score=0, away_score=4
        ),
    ]


def publish(actor, matchday, **facts):
    return publication_publish(
        actor=actor,
        division_id=matchday.division_id,
        matchday_id=matchday.pk,
        at=factories.AT,
        **facts,
    )


class TestPublicationPublish:
    def test_freezes_the_table_with_its_results_and_enters_the_record(
        self, organiser, matchdays, played, teams
    ):
        publication = publish(organiser, matchdays[0], note="Revisada por el comité")
        content = json.loads(publication.content)
        assert (publication.number, publication.note) == (1, "Revisada por el comité")
        assert publication.digest == canonical.digest(publication.content)
        assert content["format"] == "amarraco-table/1"
        assert [row["team"] for row in content["rows"]][:2] == [teams[2].pk, teams[0].pk]
        assert publication_content.is_reproducible(content)
        entry = LedgerEntry.objects.get(action="standings.published")
        assert json.loads(entry.payload)["digest"] == publication.digest

    def test_leaves_later_matchdays_out(self, organiser, matchdays, played):
        content = json.loads(publish(organiser, matchdays[0]).content)
        assert [line["encounter"] for line in content["results"]] == [
            encounter.pk for encounter in played[:2]
        ]

    def test_numbers_follow_each_other_and_the_old_one_stays(self, organiser, matchdays, played):
        first = publish(organiser, matchdays[0])
        second = publish(organiser, matchdays[1])
        assert [first.number, second.number] == [1, 2]
        assert StandingsPublication.objects.count() == 2

    def test_raises_the_version(self, organiser, matchdays, division):
        before = division.version
        publish(organiser, matchdays[0])
        division.refresh_from_db()
        assert division.version == before + 1

    def test_refuses_who_does_not_organise_and_writes_nothing(self, matchdays):
        for user in (factories.user(), factories.role(kind=RoleKind.ORGANISER).user):
            with pytest.raises(PermissionDenied):
                publish(user, matchdays[0])
        assert not StandingsPublication.objects.exists()
        assert not LedgerEntry.objects.exists()

    def test_refuses_a_matchday_of_another_division(self, organiser, division):
        other = factories.matchday()
        with pytest.raises(Matchday.DoesNotExist):
            publication_publish(
                actor=organiser, division_id=division.pk, matchday_id=other.pk, at=factories.AT
            )

    def test_refuses_in_a_closed_season(self, organiser, matchdays, division):
        division.season.state = "CLOSED"
        division.season.save()
        with pytest.raises(Refused, match=r"season\.closed"):
            publish(organiser, matchdays[0])


class TestDifference:
    def test_names_moves_corrections_and_adjustments(self, organiser, matchdays, played, teams):
        old = json.loads(publish(organiser, matchdays[0]).content)
        first = played[0]
        first.home_score, first.away_score, first.state = 0, 4, "RULED"
        first.save()
        factories.point_adjustment(team=teams[2], points=-3, reason="Alineación indebida")
        new = json.loads(publish(organiser, matchdays[0]).content)
        found = publication_content.difference(old, new)
        rows = {row.team: row for row in found.rows}
        assert (rows[teams[1].pk].old_position, rows[teams[1].pk].new_position) == (3, 1)
        assert [change.encounter for change in found.corrected] == [first.pk]
        assert [line["points"] for line in found.adjustments_added] == [-3]
        assert found.scheme == ()

    def test_of_the_first_publication_has_no_old_values(self, organiser, matchdays, played):
        new = json.loads(publish(organiser, matchdays[0]).content)
        found = publication_content.difference(None, new)
        assert {row.old_position for row in found.rows} == {None}
        assert all(row.is_change for row in found.rows)
        assert found.corrected == ()

    def test_of_equal_contents_is_empty(self, organiser, matchdays, played):
        content = json.loads(publish(organiser, matchdays[0]).content)
        found = publication_content.difference(content, content)
        assert not any(row.is_change for row in found.rows)
        assert (found.results, found.adjustments_added, found.adjustments_removed) == ((), (), ())


def test_a_forged_row_is_noticed(organiser, matchdays, played):
    content = json.loads(publish(organiser, matchdays[0]).content)
    content["rows"][0]["points"] += 1
    assert not publication_content.is_reproducible(content)
