"""Points by hand, with a reason, answered by their opposite."""

import json

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from league.models import LedgerEntry
from league.refusals import Refused
from league.states.season import SeasonState
from matches.models import PointAdjustment
from matches.selectors.standings import table_of
from matches.services.adjustments import adjustment_add, adjustment_reverse
from tests import factories

pytestmark = pytest.mark.django_db
AT = factories.AT


@pytest.fixture
def team():
    return factories.team()


@pytest.fixture
def actor(team):
    return factories.role(season=team.division.season).user


def add(actor, team, **facts):
    return adjustment_add(
        **{"actor": actor, "team_id": team.pk, "points": -2, "reason": "Acta tardía", "at": AT}
        | facts
    )


def test_it_counts_in_the_table_and_is_on_record(actor, team):
    row = add(actor, team)
    [line] = table_of(team.division)
    assert line.points == -2
    [entry] = LedgerEntry.objects.all()
    assert (entry.action, entry.subject) == ("adjustment.added", f"adjustment:{row.pk}")
    assert "Acta" not in entry.payload


def test_its_opposite_names_it(actor, team):
    row = add(actor, team)
    back = adjustment_reverse(actor=actor, adjustment_id=row.pk, reason="En plazo", at=AT)
    assert (back.points, back.reverses_id) == (2, row.pk)
    assert table_of(team.division)[0].points == 0
    assert json.loads(LedgerEntry.objects.last().payload)["reverses"] == row.pk


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("adjustment.zero", {"points": 0}),
        ("adjustment.too_many", {"points": 100}),
        ("adjustment.without_reason", {"reason": "\n"}),
    ],
)
def test_refuses_and_writes_nothing(actor, team, code, facts):
    with pytest.raises(Refused) as refusal:
        add(actor, team, **facts)
    assert refusal.value.code == code
    assert not PointAdjustment.objects.exists()
    assert not LedgerEntry.objects.exists()


def test_refuses_in_a_closed_season(actor, team):
    season = team.division.season
    season.state = SeasonState.CLOSED
    season.save()
    with pytest.raises(Refused, match=r"season\.closed"):
        add(actor, team)


def test_is_reversed_once_and_a_reversal_never(actor, team):
    row = add(actor, team)
    back = adjustment_reverse(actor=actor, adjustment_id=row.pk, reason="En plazo", at=AT)
    for pk, code in ((row.pk, "adjustment.already_reversed"), (back.pk, "adjustment.is_reversal")):
        with pytest.raises(Refused) as refusal:
            adjustment_reverse(actor=actor, adjustment_id=pk, reason="Otra vez", at=AT)
        assert refusal.value.code == code
    with pytest.raises(IntegrityError), transaction.atomic():
        factories.point_adjustment(team=team, reverses=row)


def test_what_a_ruling_deducted_is_not_the_organisers(actor, team):
    ruling = factories.ruling()
    row = factories.point_adjustment(team=team, ruling=ruling)
    with pytest.raises(Refused, match=r"adjustment\.of_ruling"):
        adjustment_reverse(actor=actor, adjustment_id=row.pk, reason="No", at=AT)


@pytest.mark.parametrize("kind", ["COMMITTEE", "REFEREE"])
def test_refuses_other_posts(team, kind):
    user = factories.role(season=team.division.season, kind=kind).user
    with pytest.raises(PermissionDenied):
        add(user, team)
    row = factories.point_adjustment(team=team)
    with pytest.raises(PermissionDenied):
        adjustment_reverse(actor=user, adjustment_id=row.pk, reason="No", at=AT)
