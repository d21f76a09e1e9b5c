"""A phone's script in a process of its own, for `workers`: the whole way, from the request on."""

from functools import cache
from typing import Any

from django.test import Client

from league.models import User

Sent = list[tuple[str, str, dict[str, object]]]


@cache
def _signed_in(actor: User) -> Client:
    client = Client()
    client.force_login(actor)
    return client


class Told(tuple[list[int], int, list[bool]]):
    """Statuses, the revision of the board, and of each thing whether this sending did it."""

    @property
    def pk(self) -> "Told":
        return self  # what `workers` hands back


def bundle_send(*, actor: User, bundle: Sent) -> Told:
    """Send everything, in order."""
    client = _signed_in(actor)
    answers: list[Any] = [
        client.post(path, fields, headers={"Idempotency-Key": key}) for key, path, fields in bundle
    ]
    revision = answers[0].json().get("revision", 0)
    first = ["again" not in answer.json() for answer in answers]
    return Told(([answer.status_code for answer in answers], revision, first))
