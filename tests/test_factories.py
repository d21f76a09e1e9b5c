"""Every factory makes a whole object by itself, and twice."""

import pytest
from factory.django import DjangoModelFactory

from tests import factories

MADE = sorted(
    name
    for name, thing in vars(factories).items()
    if isinstance(thing, type) and issubclass(thing, DjangoModelFactory)
    if thing is not DjangoModelFactory
)


@pytest.mark.django_db
@pytest.mark.parametrize("name", MADE)
def test_makes_two(name: str) -> None:
    factory = getattr(factories, name)
    assert factory().pk != factory().pk


@pytest.mark.django_db
def test_an_encounter_takes_the_division_of_what_it_is_given() -> None:
    team = factories.team()
    encounter = factories.encounter(away=team)
    assert encounter.division == encounter.home.division == encounter.matchday.division
    assert encounter.division == team.division


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_", [1, 2])
def test_append_only_rows_do_not_survive_a_flush(round_: int) -> None:
    from matches.models import Ruling

    assert not Ruling.objects.exists()
    factories.ruling()


@pytest.mark.django_db
def test_an_encounter_of_cachibol_has_two_whole_teams() -> None:
    encounter = factories.cachibol_encounter()
    for team in (encounter.home, encounter.away):
        fichas = team.registrations.order_by("slot")
        assert [row.shirt for row in fichas] == list(range(1, 11))
        assert [row.is_captain for row in fichas] == [True, *[False] * 9]
        assert all(row.documents.count() == 1 for row in fichas)
        assert {row.post for row in team.staff.all()} == {"COACH", "ASSISTANT", "DOCTOR"}
    assert encounter.home.division == encounter.away.division
