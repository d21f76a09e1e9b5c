"""The same bundle from a phone, sent four times at one moment by processes of their own."""

import uuid

import pytest
from django.db import connection

from matches.models import Incident, Partida, Sending
from tests.concurrency.workers import Call, Workers
from tests.matches import stage

# PostgreSQL has the full number; SQLite lets one writer in at a time, so fewer tell as much.
TRIES = 80 if connection.vendor == "postgresql" else 2
TIMES = 4

pytestmark = pytest.mark.django_db(transaction=True)


def _bundle(evening: stage.Evening, revision: int) -> list[tuple[str, str, dict[str, object]]]:
    """What a phone saved up: (key, path, what the form says), in the order it was tapped."""
    home = f"/acta/{evening.encounter.pk}"
    board: dict[str, object] = {
        "board-1-home": revision % 2 + 1,
        "board-1-away": 3,
        "board-1-revision": revision,
    }
    incident: dict[str, object] = {
        "kind": "SPECTATORS",
        "text": f"Se echó a dos que miraban, vez {revision}.",
    }
    sent = [(f"{home}/mesas/1/", board), (f"{home}/incidencias/", incident)]
    return [(str(uuid.uuid4()), path, fields) for path, fields in sent]


def _call(evening: stage.Evening, bundle: object) -> Call:
    return (
        "tests.concurrency.phones.bundle_send",
        {"actor": evening.home.pk, "bundle": bundle},
    )


def test_four_sendings_of_a_bundle_are_one_effect_and_one_answer() -> None:
    evening = stage.evening()
    evening.close_line_ups()
    evening.draw()
    with Workers(TIMES) as workers:
        for revision in range(TRIES):
            bundle = _bundle(evening, revision)
            outcomes = workers.race([_call(evening, bundle)] * TIMES)
            assert [one.error for one in outcomes] == [""] * TIMES, outcomes
            answers = [one.value for one in outcomes]
            for statuses, _revisions, _first in answers:
                assert statuses == [200, 200], answers
            assert {revisions for _statuses, revisions, _first in answers} == {revision + 1}
            # Of each thing one sending did it, three were told what had come of it.
            assert sum(first[0] for _statuses, _revisions, first in answers) == 1, answers
            assert sum(first[1] for _statuses, _revisions, first in answers) == 1, answers
    board = Partida.objects.get(encounter=evening.encounter, board=1)
    assert board.revision == TRIES
    assert Incident.objects.count() == TRIES
    assert Sending.objects.count() == 2 * TRIES
