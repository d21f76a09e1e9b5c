"""The first mail that an invited person opens: short, in Spanish, with the code at once."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests import factories

pytestmark = pytest.mark.django_db


def sent(client: Client, name: str, email: str) -> Any:
    client.post(reverse(name), {"email": email})
    [message] = mail.outbox
    assert "¡" not in message.body + message.subject
    assert "{" not in message.body
    assert "[" not in message.subject
    return message


def test_the_code_stands_in_the_subject_and_alone_on_a_line(client: Client) -> None:
    message = sent(client, "account_request_login_code", factories.user().email)
    code, _space, words = message.subject.partition(" ")
    assert words == "es el código para entrar"
    assert code in message.body.splitlines()


def test_the_link_to_a_new_password(client: Client) -> None:
    message = sent(client, "account_reset_password", factories.user().email)
    assert message.subject == "Poner una contraseña nueva"
    [link] = [line for line in message.body.splitlines() if line.startswith("http")]
    assert client.get(link, follow=True).status_code == 200


def test_who_has_no_account_is_told_where_accounts_come_from(client: Client) -> None:
    message = sent(client, "account_request_login_code", "nadie@example.org")
    assert "nadie@example.org" in message.body
    assert "La organización" in message.body or "la organización" in message.body
