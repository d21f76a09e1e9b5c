"""Nobody sits down whom a ruling keeps out: line-up, draw, substitution and the acta on paper all
refuse, with the clause, whatever way the ruling keeps him out."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from league.models import Registration
from league.refusals import Refused
from matches.models import Ruling, Sanction, Seat
from matches.services import draws, line_up, seats
from tests import factories
from tests.matches import stage
from tests.matches.organiser.test_paper_acta import boards, transcribe

pytestmark = [pytest.mark.django_db, pytest.mark.regulation("M-D.11")]
WAYS: dict[str, dict[str, Any]] = {
    "suspended": {"kind": "SUSPENSION", "encounters": 1},
    "suspended_until": {"kind": "SUSPENSION", "until": stage.AT.date()},
    "disqualified": {"kind": "DISQUALIFICATION"},
}


def out(ficha: Registration, way: str, *, since: datetime) -> Sanction:
    """A ruling, of another matter, that keeps the player out."""
    case = factories.case(encounter=None, season=ficha.season, number=1 + Ruling.objects.count())
    ruling = factories.ruling(case=case, ruled_at=since)
    return factories.sanction(ruling=ruling, team=ficha.team, player=ficha.player, **WAYS[way])


def refused(act: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as refusal:
        act()
    return refusal.value


@pytest.mark.parametrize("way", WAYS)
def test_every_path_refuses_with_the_clause(way: str) -> None:
    evening = stage.evening(fichas=10)
    named, waits = evening.home_fichas[0], evening.home_fichas[9]
    out(waits, way, since=stage.AT - timedelta(days=2))

    def close(playing: list[Registration]) -> object:
        return line_up.line_up_close(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            present=[],
            playing=[row.pk for row in playing],
            at=stage.AT,
        )

    no = refused(lambda: close(evening.home_fichas[2:]))
    assert (no.code, no.clause) == (f"eligibility.{way}", "M-D.11")
    no = refused(lambda: transcribe(evening, boards=paper_with(evening, waits)))
    assert (no.code, no.clause) == ("acta.errors", "M-D.11")

    evening.close_line_ups()
    ban = out(named, way, since=stage.AT + timedelta(minutes=3))
    for act in draws_of(evening, at=stage.AT + timedelta(minutes=5)):
        no = refused(act)
        assert (no.code, no.clause) == (f"eligibility.{way}", "M-D.11")
    assert not Seat.objects.exists()

    # The side names another in his place, and the draw goes on.
    late = stage.AT + timedelta(minutes=6)
    line_up.line_up_reopen(actor=evening.home, encounter_id=evening.encounter.pk, at=late)
    close([*evening.home_fichas[1:8], evening.home_fichas[8]])
    evening.draw(at=late)
    assert not Seat.objects.filter(registration=named).exists()

    no = refused(
        lambda: seats.seat_change(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            leaves_id=evening.home_fichas[1].pk,
            enters_id=waits.pk,
            clause="M-D.14",
            text="Se puso enfermo.",
            at=late,
        )
    )
    assert (no.code, no.clause) == (f"eligibility.{way}", "M-D.11")
    assert ban.state == "IN_FORCE"


def test_a_closed_line_up_without_anybody_barred_stays_closed() -> None:
    evening = stage.evening()
    evening.close_line_ups()
    no = refused(
        lambda: line_up.line_up_reopen(
            actor=evening.home, encounter_id=evening.encounter.pk, at=stage.AT
        )
    )
    assert no.code == "line_up.both_closed"


def test_pairs_drawn_by_hand_are_written_anew_once_others_are_named() -> None:
    evening = stage.evening()
    evening.close_line_ups()
    pairs = [
        [[row.pk for row in fichas[2 * nth : 2 * nth + 2]] for nth in range(4)]
        for fichas in (evening.home_fichas, evening.away_fichas)
    ]
    draws.draw_by_hand_propose(
        actor=evening.away,
        encounter_id=evening.encounter.pk,
        home=pairs[0],
        away=pairs[1],
        at=stage.AT,
    )
    out(evening.home_fichas[0], "suspended", since=stage.AT)
    late = stage.AT + timedelta(minutes=6)
    line_up.line_up_reopen(actor=evening.home, encounter_id=evening.encounter.pk, at=late)
    draw = evening.encounter.draw
    draw.refresh_from_db()
    assert (draw.by_hand, draw.inputs, draw.away_tapped_at) == (False, "", None)


def draws_of(evening: stage.Evening, *, at: datetime) -> list[Callable[[], object]]:
    pk = evening.encounter.pk
    pairs = [
        [[row.pk for row in fichas[2 * nth : 2 * nth + 2]] for nth in range(4)]
        for fichas in (evening.home_fichas, evening.away_fichas)
    ]
    return [
        lambda: draws.draw_tap(actor=evening.home, encounter_id=pk, nonce="a", at=at),
        lambda: draws.draw_tap_shared(actor=evening.away, encounter_id=pk, nonce="b", at=at),
        lambda: draws.draw_complete(actor=evening.organiser, encounter_id=pk, at=at),
        lambda: draws.draw_by_hand_propose(
            actor=evening.away, encounter_id=pk, home=pairs[0], away=pairs[1], at=at
        ),
    ]


def paper_with(evening: stage.Evening, ficha: Registration) -> dict[int, dict[str, Any]]:
    """The acta on paper, on which this one played at board 1."""
    written: dict[int, dict[str, Any]] = boards(evening)
    written[1]["home"][0] = {"registration": ficha.pk, "slot": ficha.slot}
    return written
