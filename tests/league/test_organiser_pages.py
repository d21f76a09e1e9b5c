"""The organiser's pages: who comes in, what they show, what they keep."""

import io
from datetime import timedelta
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from league.models import (
    Club,
    Delegate,
    Division,
    Notification,
    Player,
    Registration,
    Role,
    Season,
    Team,
    Venue,
)
from league.services.registrations import registration_release
from league.states.season import SeasonState
from tests import factories
from tests.league.setting_up import AT, Stage, stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def at() -> Stage:
    return stage()


@pytest.fixture
def organiser(at: Stage, client: Client) -> Client:
    client.force_login(at.organiser)
    return client


def url(name: str, at: Stage, **kwargs: Any) -> str:
    return reverse(f"league:{name}", kwargs={"season_id": at.season.pk, **kwargs})


def said(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def pages(at: Stage) -> dict[str, str]:
    """Every page that a GET shows, with things of this season."""
    registration = Registration.objects.filter(season=at.season).first() or at.register(900)
    window = factories.registration_window(season=at.season)
    delegate = factories.delegate(team=at.team)
    role = Role.objects.filter(season=at.season).first()
    message = factories.notification(season=at.season, state="FAILED", next_at=None)
    assert role is not None
    plain = (
        "season-settings window-new divisions division-new teams team-new rosters-print clubs "
        "club-new venues venue-new staff role-new outbox players registration-new roster-import "
        "roster-template"
    )
    found = {name: url(name, at) for name in plain.split()}
    sections = "competicion nombre reglamento clasificacion tiempos retrasos"
    for section in sections.split():
        found[f"season-edit {section}"] = url("season-edit", at, section=section)
    with_id = {
        "window-edit": {"window_id": window.pk},
        "window-delete": {"window_id": window.pk},
        "division-edit": {"division_id": at.division.pk},
        "division-delete": {"division_id": at.division.pk},
        "team": {"team_id": at.team.pk},
        "team-edit": {"team_id": at.team.pk},
        "team-delete": {"team_id": at.team.pk},
        "roster-print": {"team_id": at.team.pk},
        "delegate-new": {"team_id": at.team.pk},
        "delegate-dismiss": {"delegate_id": delegate.pk},
        "club-edit": {"club_id": at.team.club_id},
        "venue-edit": {"venue_id": at.team.venue_id},
        "role-edit": {"role_id": role.pk},
        "role-revoke": {"role_id": role.pk},
        "outbox-retry": {"notification_id": message.pk},
        "player": {"player_id": registration.player_id},
        "registration-release": {"registration_id": registration.pk},
    }
    return found | {name: url(name, at, **kwargs) for name, kwargs in with_id.items()}


class TestWhoComesIn:
    def test_the_organiser(self, at: Stage, organiser: Client) -> None:
        for name, address in pages(at).items():
            assert organiser.get(address).status_code == 200, name

    def test_nobody_else(self, at: Stage, client: Client) -> None:
        addresses = pages(at)
        for name, address in addresses.items():
            response = client.get(address)
            assert response.status_code == 302, name
            assert response.headers["Location"].startswith("/cuenta/login/"), name
        for user in (
            factories.user(),
            factories.delegate(team=at.other).user,
            factories.role(season=at.season, kind="COMMITTEE").user,
            factories.role(season=at.season, kind="REFEREE").user,
            stage().organiser,
        ):
            client.force_login(user)
            for name, address in addresses.items():
                assert client.get(address).status_code == 403, name

    def test_things_of_another_season_are_not_found(self, at: Stage, organiser: Client) -> None:
        foreign = stage()
        own = f"/organizacion/{at.season.pk}/"
        without_id = set(pages(at).values())
        for name, address in pages(foreign).items():
            moved = address.replace(f"/organizacion/{foreign.season.pk}/", own)
            if moved in without_id:
                continue
            response = organiser.get(moved)
            assert response.status_code == 404, name

    def test_a_season_that_is_not_there(self, organiser: Client) -> None:
        assert organiser.get("/organizacion/987654/grupos/").status_code == 404

    def test_moves_only_by_post(self, at: Stage, organiser: Client) -> None:
        for name in ("season-open", "season-publish", "season-hide"):
            assert organiser.get(url(name, at)).status_code == 405


class TestForms:
    def test_an_error_keeps_what_was_typed_and_stands_at_its_field(
        self, at: Stage, organiser: Client
    ) -> None:
        at.register(1, slot=4)
        response = organiser.post(
            url("registration-new", at),
            {
                "team_id": at.team.pk,
                "licence": "LIC-9",
                "first_name": "Covadonga",
                "last_name": "Viña",
                "birth_date": "1960-12-31",
                "slot": "4",
            },
        )
        assert response.status_code == 422
        form = response.context["form"]
        assert "es de Nel Ñembro Peláez 1" in form.errors["slot"][0]
        assert "(M-D.7)" in form.errors["slot"][0]
        assert b'value="Covadonga"' in response.content
        assert b'value="1960-12-31"' in response.content
        assert not Player.objects.filter(licence="LIC-9").exists()

    def test_a_player_is_registered(self, at: Stage, organiser: Client) -> None:
        response = organiser.post(
            url("registration-new", at) + f"?equipo={at.team.pk}",
            {
                "team_id": at.team.pk,
                "licence": "lic-9",
                "first_name": "Covadonga",
                "last_name": "Viña",
            },
        )
        assert response.headers["Location"] == url("team", at, team_id=at.team.pk)
        assert Registration.objects.get().player.licence == "LIC-9"

    def test_a_group_a_pena_a_bar_and_a_team(self, at: Stage, organiser: Client) -> None:
        organiser.post(url("division-new", at), {"name": "Segunda", "promoted": 1, "relegated": 0})
        division = Division.objects.get(name="Segunda")
        organiser.post(url("club-new", at), {"name": "Peña El Güertu", "town": "Gozón"})
        organiser.post(url("venue-new", at), {"name": "Bar Pumarín", "tables": 8})
        response = organiser.post(
            url("team-new", at),
            {
                "club_id": Club.objects.get(name="Peña El Güertu").pk,
                "division_id": division.pk,
                "venue_id": Venue.objects.get(name="Bar Pumarín").pk,
                "home_weekday": 5,
                "home_time": "21:30",
            },
        )
        assert response.status_code == 302
        team = Team.objects.get(division=division)
        assert (team.name, team.home_weekday, f"{team.home_time:%H:%M}") == (
            "Peña El Güertu",
            5,
            "21:30",
        )

    def test_many_are_added_one_after_another(self, at: Stage, organiser: Client) -> None:
        address = url("team-new", at) + f"?grupo={at.division.pk}"
        form = {"division_id": at.division.pk, "home_weekday": 4, "home_time": "22:00"}
        response = organiser.post(address, form | {"club_name": "Peña Uno", "again": "1"})
        assert response.headers["Location"] == address
        assert "Guardar y añadir otro" in organiser.get(address).content.decode()

    def test_a_new_pena_needs_a_name(self, at: Stage, organiser: Client) -> None:
        response = organiser.post(
            url("team-new", at),
            {"division_id": at.division.pk, "home_weekday": 4, "home_time": "22:00"},
        )
        assert response.status_code == 422
        assert "club_name" in response.context["form"].errors

    def test_a_delegate_for_one_night_needs_the_night(self, at: Stage, organiser: Client) -> None:
        address = url("delegate-new", at, team_id=at.team.pk)
        told = {"email": "noche@example.org", "kind": "ONE_NIGHT"}
        response = organiser.post(address, told)
        assert "valid_on" in response.context["form"].errors
        organiser.post(address, {**told, "valid_on": "2026-11-27"})
        assert Delegate.objects.get().kind == "ONE_NIGHT"
        assert Notification.objects.get().recipient.email == "noche@example.org"

    def test_a_post_is_given_and_taken(self, at: Stage, organiser: Client) -> None:
        organiser.post(url("role-new", at), {"email": "c@example.org", "kind": "COMMITTEE"})
        role = Role.objects.get(kind="COMMITTEE")
        organiser.post(url("role-edit", at, role_id=role.pk), {"club_id": at.team.club_id})
        role.refresh_from_db()
        assert role.club_id == at.team.club_id
        organiser.post(url("role-revoke", at, role_id=role.pk))
        assert not Role.objects.filter(pk=role.pk).exists()

    def test_the_last_organiser_is_told_why(self, at: Stage, organiser: Client) -> None:
        own = Role.objects.get(season=at.season)
        response = organiser.post(url("role-revoke", at, role_id=own.pk), follow=True)
        assert "Nombrar antes a otra" in response.content.decode()
        assert Role.objects.filter(pk=own.pk).exists()


class TestSettings:
    def test_a_season_is_opened_shown_and_hidden(self, client: Client) -> None:
        at = stage(SeasonState.DRAFT, is_public=False)
        client.force_login(at.organiser)
        client.post(url("season-open", at))
        client.post(url("season-publish", at))
        at.season.refresh_from_db()
        assert (at.season.state, at.season.is_public) == ("REGISTRATION", True)
        client.post(url("season-hide", at))
        at.season.refresh_from_db()
        assert not at.season.is_public
        response = client.post(url("season-open", at), follow=True)
        assert "ya se abrió" in said(response)[-1]

    def test_the_competition_is_renamed_but_not_as_another(
        self, at: Stage, organiser: Client
    ) -> None:
        other = factories.competition()
        address = url("season-edit", at, section="competicion")
        assert organiser.post(address, {"name": other.name.upper()}).status_code == 422
        organiser.post(address, {"name": "Liga de la Ría", "organiser_name": "Federación"})
        at.season.competition.refresh_from_db()
        assert at.season.competition.name == "Liga de la Ría"

    def test_the_standings_are_changed(self, at: Stage, organiser: Client) -> None:
        response = organiser.post(
            url("season-edit", at, section="clasificacion"),
            {
                "kind": "win_draw_loss",
                "win": 2,
                "draw": 1,
                "loss": 0,
                "criterion_1": "points",
                "criterion_2": "wins",
                "head_to_head": "when_complete",
                "walkover_score": 4,
                "withdrawal_policy": "keep_first_leg",
            },
        )
        assert response.status_code == 302
        at.season.refresh_from_db()
        assert at.season.scheme["criteria"] == ["points", "wins"]
        assert at.season.scheme["walkover_score"] == [4, 0]
        assert at.season.withdrawal_policy == "keep_first_leg"

    def test_a_criterion_twice_is_refused(self, at: Stage, organiser: Client) -> None:
        form = organiser.get(url("season-edit", at, section="clasificacion")).context["form"]
        data = {
            name: "" if form[name].value() is None else form[name].value() for name in form.fields
        }
        response = organiser.post(
            url("season-edit", at, section="clasificacion"), {**data, "criterion_2": "points"}
        )
        assert "criterion_2" in response.context["form"].errors

    def test_the_format_and_the_boards_are_changed(self, at: Stage, organiser: Client) -> None:
        address = url("season-edit", at, section="reglamento")
        told = {"partida_format": "best_of=5", "boards": 3, "stones": 40}
        assert organiser.post(address, told).status_code == 302
        at.season.refresh_from_db()
        assert (at.season.options["partida_format"], at.season.boards) == ("best_of=5", 3)
        assert organiser.post(address, {**told, "boards": 2}).status_code == 422

    def test_what_changes_results_does_not_move_while_it_is_played(self, client: Client) -> None:
        at = stage(SeasonState.RUNNING)
        client.force_login(at.organiser)
        for section in ("reglamento", "clasificacion", "tiempos"):
            page = client.get(url("season-edit", at, section=section))
            assert "ya se juega" in page.content.decode()
        client.post(
            url("season-edit", at, section="reglamento"),
            {"partida_format": "best_of=5", "boards": 3, "stones": 30},
        )
        client.post(
            url("season-edit", at, section="tiempos"),
            {"courtesy_minutes": 90, "expected_minutes": 120, "roster_cap": 16, "quorum": 3},
        )
        at.season.refresh_from_db()
        assert at.season.options["partida_format"] == "first_to=5"
        assert (at.season.courtesy_minutes, at.season.quorum) == (15, 3)

    def test_windows(self, at: Stage, organiser: Client) -> None:
        told = {"name": "Plazo", "opens_at": "2026-10-01T00:00", "closes_at": "2026-09-01T00:00"}
        response = organiser.post(url("window-new", at), told)
        assert "closes_at" in response.context["form"].errors
        organiser.post(url("window-new", at), {**told, "closes_at": "2026-10-31T23:59"})
        window = at.season.registration_windows.get()
        assert f"{window.opens_at:%d %H:%M}" == "30 22:00"  # UTC; Madrid is two hours ahead
        organiser.post(url("window-delete", at, window_id=window.pk))
        assert not at.season.registration_windows.exists()


class TestLists:
    def test_search_finds_without_accents_and_by_licence(
        self, at: Stage, organiser: Client
    ) -> None:
        factories.registration(
            team=at.team,
            player=factories.player(licence="ZZ-1", first_name="Íñigo", last_name="Álvarez"),
        )
        at.register(2)

        def rows(**query: str) -> list[str]:
            response = organiser.get(url("players", at), query)
            return [row.record.player.licence for row in response.context["table"].rows]

        assert rows(q="inigo") == []
        assert rows(q="iñigo alvarez") == ["ZZ-1"]
        assert rows(q="zz-1") == ["ZZ-1"]
        assert rows(team=str(at.other.pk)) == []
        assert len(rows(team=str(at.team.pk))) == 2

    def test_spent_fichas_are_marked_and_filtered(self, at: Stage, organiser: Client) -> None:
        first = at.register(1)
        at.register(2)
        registration_release(
            actor=at.organiser, season_id=at.season.pk, registration_id=first.pk, at=AT
        )
        response = organiser.get(url("players", at), {"state": "spent"})
        assert [row.record.pk for row in response.context["table"].rows] == [first.pk]
        assert "gastada, baja el 20/11/2026" in response.content.decode()
        team = organiser.get(url("team", at, team_id=at.team.pk)).content.decode()
        assert "gastada, baja el 20/11/2026" in team
        paper = organiser.get(url("roster-print", at, team_id=at.team.pk)).content.decode()
        assert "(gastada, M-D.8)" in paper

    def test_spanish_order(self, at: Stage, organiser: Client) -> None:
        names = ("Nuño", "Ñembro", "Oliva", "Álvarez")
        for name in names:
            factories.registration(team=at.team, player=factories.player(last_name=name))
        response = organiser.get(url("players", at), {"sort": "player"})
        shown = [row.record.player.last_name for row in response.context["table"].rows]
        assert shown == ["Álvarez", "Nuño", "Ñembro", "Oliva"]

    def test_the_file_has_every_line_of_the_filter_and_no_formula(
        self, at: Stage, organiser: Client
    ) -> None:
        factories.registration(team=at.team, player=factories.player(last_name="=1+1"))
        for number in range(3):
            at.register(number, team=at.other)
        response = organiser.get(url("players", at), {"_export": "csv", "team": at.team.pk})
        text = response.content.decode("utf-8-sig")
        assert response.headers["Content-Type"].startswith("text/csv")
        assert text.splitlines()[0] == "Ficha;Jugador;Licencia;Equipo;Estado;Nacimiento"
        assert "'=1+1" in text
        assert len(text.splitlines()) == 2
        book = openpyxl.load_workbook(
            io.BytesIO(organiser.get(url("players", at), {"_export": "xlsx"}).content)
        )
        cells = [cell for line in book.active.iter_rows() for cell in line]
        assert len(cells) == 5 * 6
        assert not any(cell.data_type == "f" for cell in cells)

    def test_a_filter_that_makes_no_sense_is_no_error(self, at: Stage, organiser: Client) -> None:
        assert organiser.get(url("players", at), {"team": "x", "page": "99"}).status_code == 200

    @pytest.mark.parametrize("name", ["players", "teams", "clubs", "venues", "outbox"])
    def test_empty_says_what_to_do_next(self, name: str, client: Client) -> None:
        season = factories.season(state=SeasonState.REGISTRATION)
        role = factories.role(season=season)
        client.force_login(role.user)
        response = client.get(reverse(f"league:{name}", kwargs={"season_id": season.pk}))
        assert response.context["is_empty"]
        assert str(response.context["empty"]["title"]) in response.content.decode()

    @pytest.mark.parametrize(
        "name",
        ["players", "teams", "divisions", "staff", "outbox", "clubs", "venues", "rosters-print"],
    )
    def test_cost_the_same_at_two_sizes(
        self, name: str, at: Stage, organiser: Client, django_assert_max_num_queries: Any
    ) -> None:
        def measure() -> int:
            with django_assert_max_num_queries(16) as queries:
                organiser.get(url(name, at))
            return len(queries)

        def grow(many: int) -> None:
            for _ in range(many):
                team = factories.team(division=at.division)
                factories.registration(team=team)
                factories.delegate(team=team)
                factories.role(season=at.season, kind="REFEREE")
                factories.notification(season=at.season)

        grow(2)
        organiser.get(url(name, at))
        small = measure()
        grow(14)
        assert measure() == small

    def test_the_team_page_costs_the_same_at_two_sizes(
        self, at: Stage, organiser: Client, django_assert_num_queries: Any
    ) -> None:
        address = url("team", at, team_id=at.team.pk)
        at.register(1)
        factories.delegate(team=at.team)
        organiser.get(address)
        with django_assert_num_queries(7):
            organiser.get(address)
        for number in range(2, 12):
            at.register(number)
        factories.delegate(team=at.team, kind="SUBSTITUTE")
        with django_assert_num_queries(7):
            organiser.get(address)


HEADER = "peña;licencia;nombre;apellidos;nacimiento;ficha"


class TestImport:
    def _send(self, at: Stage, client: Client, *lines: str) -> Any:
        content = "\n".join([HEADER, *lines]).encode()
        file = SimpleUploadedFile("lista.csv", content, content_type="text/csv")
        return client.post(url("roster-import", at), {"file": file})

    def test_shows_then_writes_with_one_click_and_twice_is_once(
        self, at: Stage, organiser: Client
    ) -> None:
        lines = (
            f"{at.team.name};A1;Xuan;Muñiz;31/12/1960;",
            f"{at.team.name};A2;Nel;Cué;mal;",
            "Peña Ayena;A3;Nel;Busto;;",
        )
        response = self._send(at, organiser, *lines)
        assert response.headers["Location"] == url("roster-preview", at)
        page = organiser.get(url("roster-preview", at))
        text = page.content.decode()
        assert "Dar 1 ficha" in text
        assert "La fecha «mal» no se entiende" in text
        assert "No hay ninguna peña «Peña Ayena»" in text
        assert not Registration.objects.exists()
        done = organiser.post(
            url("roster-preview", at), {"digest": page.context["plan"].digest}, follow=True
        )
        assert said(done) == ["Importado: 1 ficha nueva, 0 corregidas, 2 rechazadas."]
        assert Registration.objects.get().player.licence == "A1"
        self._send(at, organiser, *lines)
        again = organiser.get(url("roster-preview", at))
        assert not again.context["plan"].changes_something
        assert "no se va a guardar nada" in again.content.decode()
        self._send(at, organiser, lines[0])
        assert "no cambia nada" in organiser.get(url("roster-preview", at)).content.decode()

    def test_when_something_changed_the_new_plan_is_shown(
        self, at: Stage, organiser: Client
    ) -> None:
        self._send(at, organiser, f"{at.team.name};A1;Xuan;Muñiz;;")
        digest = organiser.get(url("roster-preview", at)).context["plan"].digest
        at.register(1)
        response = organiser.post(url("roster-preview", at), {"digest": digest}, follow=True)
        assert "Algo ha cambiado" in said(response)[0]
        assert response.context["plan"].outcomes[0].slot == 2
        assert Registration.objects.count() == 1

    def test_an_unreadable_file_says_why_at_its_field(self, at: Stage, organiser: Client) -> None:
        file = SimpleUploadedFile("lista.csv", b"nombre\nXuan")
        response = organiser.post(url("roster-import", at), {"file": file})
        assert response.status_code == 422
        assert "faltan estas columnas" in response.context["form"].errors["file"][0]

    def test_a_preview_belongs_to_its_season(self, at: Stage, organiser: Client) -> None:
        self._send(at, organiser, f"{at.team.name};A1;Xuan;Muñiz;;")
        other = stage()
        factories.role(season=other.season, user=at.organiser)
        response = organiser.get(url("roster-preview", other))
        assert response.headers["Location"] == url("roster-import", other)


class TestRelease:
    @pytest.mark.regulation("M-D.8")
    def test_asks_first_and_says_what_it_costs(self, at: Stage, organiser: Client) -> None:
        ficha = at.register(1)
        address = url("registration-release", at, registration_id=ficha.pk)
        page = organiser.get(address).content.decode()
        assert "M-D.8" in page
        assert "No se puede deshacer" in page
        organiser.post(address)
        ficha.refresh_from_db()
        assert not ficha.is_live
        response = organiser.post(address, follow=True)
        assert "ya está de baja" in said(response)[-1]


class TestOwnSeasons:
    def test_lists_only_those_one_organises(self, at: Stage, organiser: Client) -> None:
        foreign = stage()
        text = organiser.get("/organizacion/").content.decode()
        assert at.season.competition.name in text
        assert foreign.season.competition.name not in text
        assert Season.objects.count() == 2

    def test_is_closed_to_others(self, client: Client) -> None:
        client.force_login(factories.user())
        assert client.get("/organizacion/").status_code == 403
        assert client.get("/organizacion/nueva/").status_code == 403


def test_the_registration_page_says_when_the_window_opens(at: Stage, organiser: Client) -> None:
    far = AT + timedelta(days=4000)
    factories.registration_window(season=at.season, opens_at=far, closes_at=far + timedelta(days=1))
    assert "Fuera de plazo" in organiser.get(url("registration-new", at)).content.decode()
