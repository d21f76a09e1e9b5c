"""What an account may not do to itself, and the one door by which everybody comes in."""

import pytest
from django.test import Client
from django.urls import NoReverseMatch, resolve, reverse

from tests import factories

pytestmark = pytest.mark.django_db


class TestAddress:
    """Posts are given by address: an account keeps the one that it was invited to."""

    @pytest.mark.parametrize(
        "name", ["account_email", "account_confirm_email", "account_email_verification_sent"]
    )
    def test_has_no_page_to_be_changed_on(self, name: str) -> None:
        with pytest.raises(NoReverseMatch):
            reverse(name, kwargs={"key": "x"} if name == "account_confirm_email" else None)

    def test_is_not_changed_by_posting_where_that_page_would_be(self, client: Client) -> None:
        user = factories.user(email="uno@example.org")
        client.force_login(user)
        for action in ("action_add", "action_primary"):
            answer = client.post("/cuenta/email/", {action: "", "email": "otra@example.org"})
            assert answer.status_code >= 400
        user.refresh_from_db()
        assert user.email == "uno@example.org"


class TestSignIn:
    def test_to_the_admin_goes_by_the_page_that_counts_failures(self, client: Client) -> None:
        user = factories.user(is_staff=True)
        answer = client.post(
            reverse("admin:login"), {"username": user.email, "password": factories.PASSWORD}
        )
        assert resolve(answer["Location"].partition("?")[0]).view_name == "account_login"
        assert "_auth_user_id" not in client.session

    def test_is_stopped_after_ten_failures_of_one_account(self, client: Client) -> None:
        user = factories.user()
        for _try in range(10):
            client.post(reverse("account_login"), {"login": user.email, "password": "no"})
        right = {"login": user.email, "password": factories.PASSWORD}
        assert client.post(reverse("account_login"), right).status_code == 200
        assert "_auth_user_id" not in client.session

    def test_that_fails_says_what_to_do(self, client: Client) -> None:
        user = factories.user()
        answer = client.post(reverse("account_login"), {"login": user.email, "password": "no"})
        page = answer.content.decode()
        assert "no coinciden" in page and "recibir un código" in page
        assert "No se ha guardado" not in page

    def test_puts_no_message_before_the_next_step(self, client: Client) -> None:
        user = factories.user()
        form = {"login": user.email, "password": factories.PASSWORD}
        page = client.post(reverse("account_login"), form, follow=True).content.decode()
        assert 'class="messages"' not in page
