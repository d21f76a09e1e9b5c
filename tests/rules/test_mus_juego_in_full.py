"""What a report says of juego and punto to the last field: the lance, and whether a note costs."""

import pytest

from rules.mus import parse_record, replay
from rules.mus.deal import Seat
from rules.mus.lances import Lance
from rules.mus.report import Mistake

CLOSED = """[Tanteo "39-36"] [Mano "A1"] [Cartas "A1:CCS1 RR11 7654 SC76"]
J: A1s B1n A2n B2s A1e B2Q
"""
PUNTO = """[Tanteo "10-10"] [Mano "A1"] [Cartas "A1:RR64 CC54 7654 SS61"]
N: A1e3 A2e5 B1Q
"""
DENIED = """[Tanteo "10-10"] [Mano "A1"] [Cartas "A1:RRS1 CC54 7654 SS61"]
J: A1n B1n A2n B2n
N: B1e A1q
"""


def notes(text):
    return [one for one in replay(parse_record(text)).findings if one.clause == "M-V.8"]


@pytest.mark.regulation("M-V.8")
def test_the_note_on_the_postre_with_33_stands_at_juego_and_costs_nothing():
    facts = {"missing": 1, "stones": 2}
    assert notes(CLOSED) == [
        Mistake("mus.note.closed_with_33", "M-V.8", Seat.B2, Lance.JUEGO, costs=False, facts=facts)
    ]


@pytest.mark.regulation("M-V.8")
@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("A1e B2Q", "A1e B2N"),  # refused: nothing was closed
        ("A1e B2Q", "A1- B2-"),  # no bet
        ("A1e B2Q", "A1o B2Q"),  # an órdago may not be closed so
        ("SC76", "SC1S"),  # 31: he closes as anybody may
        ("39-36", "10-10"),  # far from the end
    ],
)
def test_there_is_no_note_where_the_clause_is_not_about_it(was, becomes):
    assert notes(CLOSED.replace(was, becomes)) == []


@pytest.mark.regulation("M-V.9")
def test_the_opponents_choose_among_competing_bets_at_punto_too():
    open_ = replay(parse_record(PUNTO))
    (pending,) = open_.pending
    assert pending.lance is Lance.PUNTO
    chosen = replay(parse_record(PUNTO + "? M-V.9 A1 el primero\n"))
    assert not chosen.pending
    other = replay(parse_record(PUNTO + "? M-V.9 A2 el segundo\n"))
    assert other.score[0] - chosen.score[0] == 2


@pytest.mark.regulation("M-IX.2")
def test_a_juego_denied_by_all_is_an_error_at_juego():
    found = [one for one in replay(parse_record(DENIED)).findings if one.clause == "M-IX.2"]
    assert [(one.seat, one.lance) for one in found] == [(Seat.A1, Lance.JUEGO)]
