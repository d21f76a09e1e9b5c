"""A ruling on an encounter that was played, and settled, before its hour had come."""

from datetime import timedelta
from uuid import uuid4

import pytest

from matches import effects as fx
from matches import eligibility
from matches.models import Case
from matches.services import claims, rulings
from tests import factories
from tests.matches import stage

pytestmark = pytest.mark.django_db


@pytest.mark.regulation("M-D.11")
def test_a_suspension_is_not_served_in_the_encounter_where_it_arose() -> None:
    evening = stage.evening()
    evening.signed()
    encounter = evening.encounter
    encounter.starts_at = stage.END + timedelta(hours=6)
    encounter.save(update_fields=["starts_at"])
    claims.claim_submit(
        actor=evening.away,
        encounter_id=encounter.pk,
        key=uuid4(),
        text="Hubo palabras de más.",
        at=stage.END,
    )
    ficha = evening.home_fichas[0]
    rulings.ruling_issue(
        actor=factories.role(season=evening.season, kind="COMMITTEE").user,
        case_id=Case.objects.get(encounter=encounter).pk,
        clauses=["M-D.11"],
        facts="Un jugador faltó al respeto al delegado visitante.",
        decision="Se le suspende un encuentro.",
        effects=[fx.LeaveResult(), fx.SuspendPlayer(ficha.player_id, 1)],
        at=stage.END + timedelta(hours=1),
    )
    following = factories.encounter(
        division=encounter.division,
        home=encounter.home,
        starts_at=encounter.starts_at + timedelta(days=7),
    )
    [standing] = eligibility.judge(following, [ficha])
    assert [reason.code for reason in standing.reasons] == ["suspended"]
