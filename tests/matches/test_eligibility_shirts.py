"""Who may play where teams wear shirts and bring papers, each reason with its clause."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client

from league.models import Document, Registration
from league.refusals import Refused
from league.sentences import sentence
from matches import eligibility
from matches.eligibility_words import reason_words
from matches.models import Encounter
from matches.states.partida import Side
from tests import factories
from tests.factories import AT

pytestmark = pytest.mark.django_db


@pytest.fixture
def encounter() -> Encounter:
    return factories.cachibol_encounter()


def reasons(encounter: Encounter, ficha: Registration) -> list[tuple[str, str]]:
    found = {one.registration.pk: one for one in eligibility.standings_of(encounter, Side.HOME)}[
        ficha.pk
    ]
    for reason in found.reasons:
        assert reason_words(reason)
        refused = Refused(f"eligibility.{reason.code}", player="X", **reason.facts)
        assert sentence(refused)
    return [(reason.code, reason.clause) for reason in found.reasons]


def ficha(encounter: Encounter, **facts: Any) -> Registration:
    row: Registration = encounter.home.registrations.order_by("slot")[2]
    Registration.objects.filter(pk=row.pk).update(**facts)
    return row


def test_a_whole_team_may_play(encounter: Encounter) -> None:
    assert all(one.may_play for one in eligibility.standings_of(encounter, Side.HOME))


@pytest.mark.regulation("C-5")
def test_who_has_no_shirt_may_not(encounter: Encounter) -> None:
    assert reasons(encounter, ficha(encounter, shirt=None)) == [("no_shirt", "C-5")]


@pytest.mark.regulation("C-7.1")
def test_a_certificate_has_to_serve_on_the_day(encounter: Encounter) -> None:
    row = ficha(encounter)
    papers = Document.objects.filter(registration=row)
    papers.update(expires_on=AT.date())
    assert reasons(encounter, row) == []
    papers.update(expires_on=AT.date() - timedelta(days=1))
    assert reasons(encounter, row) == [("certificate_over", "C-7.1")]
    # The one that serves longest counts, whatever came after it.
    factories.document(registration=row)
    factories.document(registration=row, issued_on=date(2025, 1, 1), expires_on=date(2025, 1, 2))
    assert reasons(encounter, row) == []
    other: Registration = factories.registration(
        team=encounter.home, shirt=17, player=factories.player(birth_date=date(1970, 1, 1))
    )
    assert reasons(encounter, other) == [("no_certificate", "C-7.1")]


@pytest.mark.regulation("C-7.3")
@pytest.mark.parametrize(
    ("birth", "code"), [(None, "no_birth_date"), (date(1980, 1, 1), "out_of_category")]
)
def test_who_is_not_of_the_category_may_not(
    encounter: Encounter, birth: date | None, code: str
) -> None:
    row = ficha(encounter)
    row.player.birth_date = birth
    row.player.save()
    assert reasons(encounter, row) == [(code, "C-7.3")]


@pytest.mark.regulation("C-4.2")
def test_reasons_that_mus_knows_too_have_the_clauses_of_cachibol(encounter: Encounter) -> None:
    late = ficha(encounter)
    Registration.objects.filter(pk=late.pk).update(released_at=AT - timedelta(days=1))
    assert reasons(encounter, late) == [("released", "C-4.2")]


def test_the_page_tells_organiser_and_delegate_alike(client: Client) -> None:
    at = factories.cachibol_encounter(starts_at=AT.replace(year=2090))
    Document.objects.filter(registration__team=at.home).update(expires_on=date(2090, 12, 31))
    row = ficha(at, shirt=None)
    address = f"/organizacion/{at.division.season_id}/equipos/{at.home_id}/quien-juega/"
    for user in (
        factories.role(season=at.division.season).user,
        factories.delegate(team=at.home).user,
    ):
        client.force_login(user)
        page = client.get(address).content.decode()
        assert "Ahora mismo pueden jugar 9." in page
        assert "No tiene número de camiseta." in page and str(row.player) in page
    client.force_login(factories.delegate(team=at.away).user)
    assert client.get(address).status_code == 403
