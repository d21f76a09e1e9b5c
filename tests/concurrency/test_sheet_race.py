"""Two scorers write on one sheet at the same moment: one is first, the other is told."""

import pytest

from league.refusals import Refused
from matches.models import Scoresheet, SheetAct
from matches.services.sheet_acts import Noted, sheet_acts_record
from tests.matches import sheet_stage
from tests.matches.sheet_stage import AT, START
from tests.racing import at_once

TRIES = 6

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_scorers_one_is_first_and_nothing_is_lost() -> None:
    match = sheet_stage.match().ready()
    match.record(START)

    def written(base: int, text: str) -> Scoresheet:
        actor = match.referee if text == "L" else match.organiser
        return sheet_acts_record(
            actor=actor, encounter_id=match.encounter.pk, base=base, acts=[Noted(text)], at=AT
        )

    for nth in range(TRIES):
        base = len(START) + nth
        outcomes = at_once([lambda b=base: written(b, "L"), lambda b=base: written(b, "V")])  # type: ignore[misc]
        [late] = [one for one in outcomes if isinstance(one, Exception)]
        assert isinstance(late, Refused)
        assert (late.code, late.facts) == (
            "sheet.changed_meanwhile",
            {"base": base, "head": base + 1},
        )
    rows = SheetAct.objects.filter(sheet__encounter=match.encounter).order_by("number")
    assert [one.number for one in rows] == list(range(1, len(START) + TRIES + 1))
