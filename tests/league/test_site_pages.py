"""The front page, the rule book, and a person's own pages."""

from typing import Any

import pytest
from django.test import Client

from league.states.season import SeasonState
from tests import factories
from tests.league.setting_up import stage

pytestmark = pytest.mark.django_db


class TestHome:
    def test_shows_public_seasons_only(self, client: Client) -> None:
        shown = factories.season(is_public=True)
        hidden = factories.season(is_public=False)
        text = client.get("/").content.decode()
        assert shown.competition.name in text
        assert hidden.competition.name not in text
        assert f"/{shown.competition.slug}/{shown.slug}/" in text

    def test_without_any_says_so(self, client: Client) -> None:
        factories.season(is_public=False)
        assert "ninguna temporada publicada" in client.get("/").content.decode()

    @pytest.mark.parametrize("many", [2, 8])
    def test_costs_two_queries(
        self, many: int, client: Client, django_assert_num_queries: Any
    ) -> None:
        for _ in range(many):
            factories.division()
        with django_assert_num_queries(2):
            client.get("/")


class TestHeaders:
    """What a browser is told holds for errors too."""

    @pytest.mark.parametrize(
        ("address", "status"),
        [("/", 200), ("/no/hay/nada/", 404), ("/mi/", 302), ("/static/css/amarraco.css", 200)],
    )
    def test_of_every_answer(self, client: Client, address: str, status: int) -> None:
        self.check(client.get(address), status)

    def test_of_a_form_without_its_token(self) -> None:
        self.check(Client(enforce_csrf_checks=True).post("/cuenta/login/"), 403)

    def test_of_a_failure(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("league.views.site.select.public_competitions", lambda: 1 / 0)
        self.check(Client(raise_request_exception=False).get("/"), 500)

    @staticmethod
    def check(answer: Any, status: int) -> None:
        assert answer.status_code == status
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


class TestRegulation:
    def test_has_an_anchor_for_every_clause_and_says_who(
        self, client: Client, django_assert_num_queries: Any
    ) -> None:
        with django_assert_num_queries(0):
            text = client.get("/reglamento/").content.decode()
        assert 'id="M-D.7"' in text
        assert "Acta y organización" in text

    def test_is_searched_by_get(self, client: Client) -> None:
        response = client.get("/reglamento/", {"q": "m-d.7"})
        assert 'id="M-D.7"' in response.content.decode()
        assert 'id="M-D.9"' not in response.content.decode()
        nothing = client.get("/reglamento/", {"q": "<script>"})
        assert "Ninguna cláusula" in nothing.content.decode()
        assert "<script>" not in nothing.content.decode()


def test_the_style_guide_is_there(client: Client) -> None:
    assert client.get("/estilo/").status_code == 200


class TestMe:
    def _lands(self, client: Client, user: Any) -> str:
        client.force_login(user)
        response = client.get("/mi/")
        return str(response.headers.get("Location", response.status_code))

    def test_asks_a_stranger_to_sign_in(self, client: Client) -> None:
        assert client.get("/mi/").headers["Location"] == "/cuenta/login/?next=/mi/"

    def test_leads_each_to_their_work(self, client: Client) -> None:
        at = stage()
        assert self._lands(client, at.organiser) == f"/organizacion/{at.season.pk}/"
        delegate = factories.delegate(team=at.team).user
        assert self._lands(client, delegate) == "/esta-noche/"
        assert self._lands(client, factories.user(is_staff=True)) == "/organizacion/"

    def test_offers_a_choice_to_who_has_several_posts(self, client: Client) -> None:
        at = stage()
        factories.delegate(team=at.team, user=at.organiser)
        assert self._lands(client, at.organiser) == "200"
        text = client.get("/mi/").content.decode()
        assert at.team.name in text
        assert "/esta-noche/" in text

    def test_tells_who_has_none(self, client: Client) -> None:
        at = stage(SeasonState.CLOSED)
        client.force_login(factories.delegate(team=at.team).user)
        assert "no tiene ahora ningún cargo" in client.get("/mi/").content.decode()


class TestInbox:
    def test_shows_ones_own_and_opens_what_it_is_about(self, client: Client) -> None:
        own = factories.notification(path="/reglamento/")
        foreign = factories.notification(subject="De otra persona")
        client.force_login(own.recipient)
        text = client.get("/avisos/").content.decode()
        assert own.subject in text
        assert foreign.subject not in text
        response = client.post(f"/avisos/{own.pk}/")
        assert response.headers["Location"] == "/reglamento/"
        own.refresh_from_db()
        assert own.read_at is not None
        assert client.post(f"/avisos/{foreign.pk}/").status_code == 404

    def test_leads_nowhere_outside(self, client: Client) -> None:
        own = factories.notification(path="//example.com/")
        client.force_login(own.recipient)
        assert client.post(f"/avisos/{own.pk}/").headers["Location"] == "/avisos/"

    def test_all_are_marked_at_once(self, client: Client) -> None:
        own = factories.notification()
        client.force_login(own.recipient)
        client.post("/avisos/leidos/")
        own.refresh_from_db()
        assert own.read_at is not None

    @pytest.mark.parametrize("many", [2, 20])
    def test_costs_the_same(
        self, many: int, client: Client, django_assert_num_queries: Any
    ) -> None:
        user = factories.user()
        for _ in range(many):
            factories.notification(recipient=user, season=factories.season())
        client.force_login(user)
        client.get("/avisos/")
        with django_assert_num_queries(5):
            client.get("/avisos/")


class TestAdmin:
    def test_looks_accounts_up_and_removes_nobody(self, admin_client: Client) -> None:
        user = factories.user()
        assert user.email in admin_client.get("/administracion/league/user/").content.decode()
        assert admin_client.get("/administracion/league/user/add/").status_code == 403
        address = f"/administracion/league/user/{user.pk}/"
        assert admin_client.get(f"{address}delete/").status_code == 403
        assert admin_client.get(f"{address}change/").status_code == 200
