"""The permission matrix: every address, by every method, as everybody; where a redirect leads, and
which rows changed."""

import logging
from collections.abc import Iterator
from csv import reader
from html import unescape
from io import StringIO
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils.html import strip_tags

from league.models import Season
from tests.contracts import permission_stage
from tests.contracts.permission_data import data_for, query_for
from tests.contracts.permission_matrix import MATRIX, Row
from tests.contracts.permission_stage import BOOKKEEPING, ROLES, Answer, Stage
from tests.contracts.permission_urls import patterns

# Every test stands in a savepoint of the transaction that holds the stage.
pytestmark = pytest.mark.django_db

ARGUMENTS = {key: wanted for key, _name, wanted in patterns()}
METHODS = ("GET", "POST")
# Of an address's arguments, those that say which season; the others name things of it.
OF_SEASON = {"season_id", "competition", "season"}
INSIDERS = "hatocrjs"


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    """Built once; every request is undone, and at the end nothing has leaked."""
    logging.disable(logging.CRITICAL)  # a thousand refusals are the point, not news
    with django_db_blocker.unblock(), permission_stage.undone():
        with transaction.atomic():
            found = permission_stage.build()
        yield found
        assert found.changes() == frozenset()
    logging.disable(logging.NOTSET)


def path_of(stage: Stage, row: Row, *, foreign: bool = False) -> str:
    """The address of the row's thing; with `foreign`, of the other season's under the own one."""
    thing = stage[row.about]
    kwargs = stage.kwargs(thing, ARGUMENTS[row.key])
    if foreign:
        others = [key for key in kwargs if key not in OF_SEASON]
        kwargs |= stage.kwargs(stage.foreign[type(thing)], others)
    return reverse(row.name, kwargs=kwargs) + query_for(row.name, stage)


def ask(stage: Stage, row: Row, method: str, role: str, path: str) -> Answer:
    data = data_for(row.name, stage, role) if method == "POST" else None
    return stage.ask(role, method, path, data)


def cases(rows: Any, methods: tuple[str, ...] = METHODS) -> list[Any]:
    return [
        pytest.param(row, method, id=f"{row.key}-{method}") for row in rows for method in methods
    ]


def test_every_address_has_one_row_and_every_row_an_address() -> None:
    assert sorted(row.key for row in MATRIX) == sorted(ARGUMENTS)


@pytest.mark.parametrize(("row", "method"), cases(MATRIX))
def test_answers(stage: Stage, row: Row, method: str) -> None:
    path = path_of(stage, row)
    seen = {ROLES[role]: ask(stage, row, method, role, path) for role in ROLES}
    assert {who: answer.outcome for who, answer in seen.items()} == {
        ROLES[role]: _expected(row, method, role, seen[ROLES[role]]) for role in ROLES
    }
    wrote = {who: answer.changed - BOOKKEEPING for who, answer in seen.items() if answer.changed}
    acting = row.acting if method == "POST" else ""
    assert wrote == {ROLES[role]: row.changes - BOOKKEEPING for role in acting}
    for role in acting:
        assert row.changes <= seen[ROLES[role]].changed, ROLES[role]


def _expected(row: Row, method: str, role: str, answer: Answer) -> str:
    """What the row says; for a method that is not taken 405, or what turns a stranger away."""
    if method in row.expected:
        return row.expected[method].get(role, row.turned_away[role])
    other = row.expected["GET" if method == "POST" else "POST"]
    is_stranger = role not in other and answer.outcome == row.turned_away[role]
    return answer.outcome if is_stranger else "405"


OF_A_SEASON = [row for row in MATRIX if row.is_public and "season" in ARGUMENTS[row.key]]


@pytest.mark.parametrize("row", OF_A_SEASON, ids=lambda row: row.key)
def test_a_season_that_is_not_public_is_there_for_its_own_people_alone(
    stage: Stage, row: Row
) -> None:
    path = path_of(stage, row)
    with permission_stage.undone():
        Season.objects.update(is_public=False)  # a row may be about another discipline's
        seen = {role: ask(stage, row, "GET", role, path).outcome for role in ROLES}
    assert seen == {role: "200" if role in INSIDERS else "404" for role in ROLES}


OF_A_THING = [
    (row, method)
    for row in MATRIX
    for method in row.expected
    if OF_SEASON & set(ARGUMENTS[row.key])
    and set(ARGUMENTS[row.key]) - OF_SEASON - {"section", "step"}
]


@pytest.mark.parametrize(
    ("row", "method"), OF_A_THING, ids=[f"{row.key}-{method}" for row, method in OF_A_THING]
)
def test_a_thing_of_another_season_is_not_found_under_this_one(
    stage: Stage, row: Row, method: str
) -> None:
    path = path_of(stage, row, foreign=True)
    answer = ask(stage, row, method, row.first(method), path)
    assert answer == Answer("404")


# The lists that are files as well (`?_export=csv`).
EXPORTED = [
    *(f"league:{name}" for name in ("clubs", "outbox", "players", "staff", "teams", "venues")),
    *(f"matches:{name}" for name in ("cases", "organise-encounters", "sanctions")),
]


@pytest.mark.parametrize("name", EXPORTED)
def test_a_list_as_a_file_is_for_who_may_read_it_and_says_no_more(stage: Stage, name: str) -> None:
    [row] = [row for row in MATRIX if row.name == name]
    path = path_of(stage, row)
    assert "?" not in path
    for role in ROLES:
        page, file = stage.fetch(role, path), stage.fetch(role, path + "?_export=csv")
        assert file.status_code == page.status_code, ROLES[role]
        is_file = file.headers.get("Content-Type", "").startswith("text/csv")
        assert is_file == (page.status_code == 200), ROLES[role]
        if is_file:
            shown = unescape(strip_tags(page.content.decode()))
            lines = list(reader(StringIO(file.content.decode()), delimiter=";"))[1:]
            assert all(line[0].lstrip("'") in shown for line in lines), ROLES[role]
