"""A lot parts what nothing else does: recorded, counted, undone, and kept by the scheme."""

import json

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Division, LedgerEntry
from league.refusals import Refused
from league.season_scheme import lots_of, read_scheme
from league.services.seasons import season_update
from league.states.season import SeasonState
from matches import publication_content
from matches.selectors.lots import shared
from matches.selectors.standings import publication_draft, standings_rows, table_of
from matches.services.lots import lots_forget, lots_record
from rules.mus import ASTURIAS
from tests import factories

pytestmark = pytest.mark.django_db
AT = factories.AT
NAMES = ("Peña El Órdago", "Peña La Ñora", "Peña Santolaya", "Sidrería Les Xanes")


@pytest.fixture
def season():
    return factories.season(
        state=SeasonState.RUNNING, options=ASTURIAS.to_mapping(), scheme=read_scheme({})
    )


@pytest.fixture
def division(season):
    return factories.division(season=season)


def drawn_round(division, names=NAMES):
    """The first two of the division level at the top, with a game more than the other two, who are
    level too."""
    teams = [factories.team(division=division, name=name) for name in names]
    day = factories.matchday(division=division)
    for home, away, games in ((teams[0], teams[1], 16), (teams[2], teams[3], 15)):
        factories.ended_encounter(
            home=home,
            away=away,
            matchday=day,
            home_score=2,
            away_score=2,
            home_games=games,
            away_games=games,
        )
    return teams


@pytest.fixture
def teams(division):
    return drawn_round(division)


@pytest.fixture
def actor(season):
    return factories.role(season=season).user


def record(actor, division, teams, **facts):
    return lots_record(
        **{
            "actor": actor,
            "division_id": division.pk,
            "team_ids": [team.pk for team in teams],
            "note": "Con papeletas,  ante los dos delegados",
            "at": AT,
        }
        | facts
    )


def table_now(division):
    fresh = Division.objects.select_related("season").get(pk=division.pk)
    return [(row.position, int(row.team), row.decided_by) for row in table_of(fresh)]


def refused(code, act, *args, **facts):
    with pytest.raises(Refused) as refusal:
        act(*args, **facts)
    assert refusal.value.code == code


class TestLotsRecord:
    def test_parts_those_who_shared_a_position_and_nobody_else(self, actor, division, teams):
        first, second, third, fourth = (team.pk for team in teams)
        assert table_now(division) == [
            (1, first, None),
            (1, second, None),
            (3, third, "games_for"),
            (3, fourth, None),
        ]
        lot = record(actor, division, [teams[1], teams[0]])
        assert (lot.number, lot.teams) == (1, (second, first))
        assert table_now(division) == [
            (1, second, None),
            (2, first, "lot"),
            (3, third, "games_for"),
            (3, fourth, None),
        ]

    def test_shows_at_once_and_goes_into_what_is_published(self, actor, division, teams):
        standings_rows(Division.objects.select_related("season").get(pk=division.pk))
        record(actor, division, [teams[1], teams[0]])
        record(actor, division, [teams[3], teams[2]])
        fresh = Division.objects.select_related("season").get(pk=division.pk)
        assert [line.name for line in standings_rows(fresh)] == [NAMES[n] for n in (1, 0, 3, 2)]
        content = publication_draft(fresh, fresh.matchdays.get(), number=1)
        assert content["lots"] == [
            [teams[1].pk, teams[0].pk],
            [teams[3].pk, teams[2].pk],
        ]
        assert publication_content.is_reproducible(content)

    def test_is_on_record_without_words(self, actor, division, teams):
        record(actor, division, [teams[1], teams[0]])
        [entry] = LedgerEntry.objects.all()
        assert (entry.action, entry.subject) == ("lots.recorded", f"division:{division.pk}")
        assert json.loads(entry.payload)["teams"] == [teams[1].pk, teams[0].pk]
        assert "papeletas" not in entry.payload
        division.season.refresh_from_db()
        [lot] = lots_of(division.season)
        assert lot.note == "Con papeletas, ante los dos delegados"

    @pytest.mark.parametrize(
        ("code", "chosen"),
        [
            ("lots.not_tied", (0, 2)),
            ("lots.not_tied", (0, 1, 2)),
            ("lots.not_tied", (0,)),
            ("lots.not_tied", ()),
            ("lots.repeated_team", (0, 0)),
        ],
    )
    def test_refuses_and_writes_nothing(self, actor, division, teams, code, chosen):
        refused(code, record, actor, division, [teams[nth] for nth in chosen])
        division.season.refresh_from_db()
        assert not lots_of(division.season)
        assert not LedgerEntry.objects.exists()

    def test_all_who_share_the_position_enter(self, actor, division):
        teams = drawn_round(division)
        for row in division.encounters.all():
            row.home_games = row.away_games = 15
            row.save()
        refused("lots.not_all", record, actor, division, teams[:3])
        record(actor, division, teams[::-1])
        assert [team for _position, team, _why in table_now(division)] == [
            team.pk for team in teams[::-1]
        ]

    def test_the_same_lot_twice(self, actor, division, teams):
        record(actor, division, teams[:2])
        refused("lots.already", record, actor, division, teams[:2])
        refused("lots.already", record, actor, division, teams[1::-1])

    def test_teams_of_another_division_are_not_tied_with_these(self, actor, division, teams):
        other = factories.division(season=division.season)
        refused("lots.not_tied", record, actor, other, teams[:2])

    def test_nothing_is_drawn_among_those_who_have_not_played(self, actor, division):
        teams = [factories.team(division=division) for _ in range(2)]
        assert [position for position, _team, _why in table_now(division)] == [1, 1]
        refused("lots.not_tied", record, actor, division, teams)

    def test_nor_among_those_who_left(self, division, teams):
        for team in teams[:2]:
            team.withdrawn_at = AT
            team.save()
        assert shared(table_of(division)) == [(teams[2].pk, teams[3].pk)]

    @pytest.mark.parametrize(
        ("state", "code"),
        [
            (SeasonState.REGISTRATION, "lots.not_running"),
            (SeasonState.SCHEDULED, "lots.not_running"),
            (SeasonState.CLOSED, "season.closed"),
        ],
    )
    def test_only_while_the_season_runs(self, actor, season, division, teams, state, code):
        season.state = state
        season.save()
        refused(code, record, actor, division, teams[:2])

    def test_not_where_ties_do_not_end_in_a_lot(self, actor, season, division, teams):
        season.scheme = read_scheme({"criteria": ["points"]})
        season.save()
        refused("lots.no_criterion", record, actor, division, teams)

    @pytest.mark.parametrize("kind", ["COMMITTEE", "REFEREE"])
    def test_refuses_other_posts(self, season, division, teams, actor, kind):
        user = factories.role(season=season, kind=kind).user
        with pytest.raises(PermissionDenied):
            record(user, division, teams[:2])
        record(actor, division, teams[:2])
        with pytest.raises(PermissionDenied):
            lots_forget(actor=user, season_id=season.pk, number=1, at=AT)


class TestLotsForget:
    def forget(self, actor, season, number=1):
        return lots_forget(actor=actor, season_id=season.pk, number=number, at=AT)

    def test_shares_the_position_again_and_keeps_what_was_drawn(
        self, actor, season, division, teams
    ):
        before = table_now(division)
        record(actor, division, teams[1::-1])
        version = Division.objects.get(pk=division.pk).version
        self.forget(actor, season)
        assert table_now(division) == before
        assert Division.objects.get(pk=division.pk).version == version + 1
        season.refresh_from_db()
        [lot] = lots_of(season)
        assert lot.undone_at and lot.teams == (teams[1].pk, teams[0].pk)
        entry = LedgerEntry.objects.last()
        assert entry.action == "lots.undone" and json.loads(entry.payload)["number"] == 1

    def test_can_be_drawn_again(self, actor, season, division, teams):
        record(actor, division, teams[:2])
        self.forget(actor, season)
        assert record(actor, division, teams[1::-1]).number == 2
        assert [team for _p, team, _w in table_now(division)][:2] == [teams[1].pk, teams[0].pk]

    def test_once(self, actor, season, division, teams):
        refused("lots.unknown", self.forget, actor, season)
        record(actor, division, teams[:2])
        self.forget(actor, season)
        refused("lots.already_undone", self.forget, actor, season)
        season.state = SeasonState.CLOSED
        season.save()
        refused("season.closed", self.forget, actor, season)


class TestSeasonUpdate:
    def test_keeps_the_lots_that_a_form_of_the_scheme_does_not_know(
        self, actor, season, division, teams
    ):
        record(actor, division, teams[:2])
        season_update(actor=actor, season_id=season.pk, at=AT, scheme={}, quorum=2)
        season.refresh_from_db()
        assert [lot.teams for lot in lots_of(season)] == [(teams[0].pk, teams[1].pk)]
        refused(
            "season.locked",
            season_update,
            actor=actor,
            season_id=season.pk,
            at=AT,
            scheme={"criteria": ["points"]},
        )

    def test_keeps_them_out_of_its_entry_in_the_record(self, actor, season, division, teams):
        record(actor, division, teams[:2])
        season.refresh_from_db()
        season.state = SeasonState.SCHEDULED
        season.save()
        season_update(actor=actor, season_id=season.pk, at=AT, scheme={"kind": "win_draw_loss"})
        season.refresh_from_db()
        assert len(lots_of(season)) == 1 and season.scheme["kind"] == "win_draw_loss"
        entry = LedgerEntry.objects.last()
        assert entry.action == "season.updated" and "papeletas" not in entry.payload


class TestPage:
    @pytest.fixture
    def page(self, client, actor, season):
        client.force_login(actor)
        return reverse("matches:organise-lots", args=[season.pk])

    def test_shows_who_is_level_and_records_the_order(self, client, page, division, teams):
        top, bottom = client.get(page).context["ties"]
        assert [name for _pk, name in top["tie"].teams] == list(NAMES[:2])
        assert [field.label for field in bottom["form"]][:2] == ["3.º", "4.º"]
        prefix, key = top["form"].prefix, top["tie"].key
        form = {
            "tie": key,
            f"{prefix}-place_1": teams[1].pk,
            f"{prefix}-place_2": teams[0].pk,
            f"{prefix}-note": "Con papeletas",
        }
        answer = client.post(page, form, follow=True)
        text = answer.content.decode()
        assert "El sorteo está anotado" in text and "Con papeletas" in text
        assert [line["tie"].position for line in answer.context["ties"]] == [3]
        assert [team for _p, team, _w in table_now(division)][:2] == [teams[1].pk, teams[0].pk]
        again = client.post(page, form, follow=True)
        assert "ya no comparten puesto" in again.content.decode()
        assert LedgerEntry.objects.count() == 1

    def test_keeps_what_was_typed(self, client, page, teams):
        top, _bottom = client.get(page).context["ties"]
        prefix = top["form"].prefix
        answer = client.post(
            page,
            {
                "tie": top["tie"].key,
                f"{prefix}-place_1": teams[1].pk,
                f"{prefix}-place_2": teams[1].pk,
                f"{prefix}-note": "Con papeletas",
            },
        )
        text = answer.content.decode()
        assert answer.status_code == 422
        assert "Ya está más arriba" in text and 'value="Con papeletas"' in text
        assert not answer.context["ties"][1]["form"].is_bound

    def test_undoes_after_asking(self, client, page, actor, season, division, teams):
        record(actor, division, teams[1::-1])
        address = reverse("matches:organise-lot-undo", args=[season.pk, 1])
        assert address in client.get(page).content.decode()
        assert f"{NAMES[1]}, {NAMES[0]}" in client.get(address).content.decode()
        text = client.post(address, follow=True).content.decode()
        assert "El sorteo está deshecho" in text and address not in text
        assert client.get(
            reverse("matches:organise-lot-undo", args=[season.pk, 9])
        ).status_code == (404)

    @pytest.mark.parametrize(
        ("facts", "words"),
        [
            ({}, "No hay nada que sortear"),
            ({"state": SeasonState.SCHEDULED}, "con la temporada en juego"),
            ({"scheme": {"criteria": ["points"]}}, "no acaban en sorteo"),
        ],
    )
    def test_says_why_there_is_nothing(self, client, page, season, facts, words):
        for name, value in facts.items():
            setattr(season, name, value)
        season.save()
        assert words in client.get(page).content.decode()

    def test_is_found_from_the_publications_and_the_front_page(
        self, client, page, season, division
    ):
        publish = reverse("matches:organise-publish", args=[season.pk, division.pk])
        dashboard = reverse("matches:organise-dashboard", args=[season.pk])
        assert page in client.get(publish).content.decode()
        assert page in client.get(dashboard).content.decode()
        factories.division(season=season)
        groups = reverse("matches:organise-publications", args=[season.pk])
        assert page in client.get(groups).content.decode()

    def test_is_the_organisers(self, client, page, season, teams):
        for user in (factories.user(), factories.role().user):
            client.force_login(user)
            assert client.get(page).status_code == 403
            undo = reverse("matches:organise-lot-undo", args=[season.pk, 1])
            assert client.post(undo).status_code == 403

    def test_costs_the_same_for_any_number_of_groups(
        self, client, page, actor, season, division, teams
    ):
        record(actor, division, teams[:2])
        counts = []
        for more in (0, 3):
            for _ in range(more):
                drawn_round(factories.division(season=season))
            client.get(page)
            with CaptureQueriesContext(connection) as found:
                assert client.get(page).status_code == 200
            counts.append(len(found))
        assert counts[0] == counts[1] <= 10
