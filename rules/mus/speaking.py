"""Who may speak of a lance, send on to the next one, or close a bet that he will lose.

M-V.8  the postre with 33, near the end, may close any bet of stones      done: `may_close_with_33`
M-V.11 without pares or juego one may not send on while it is open        done: `may_send_on`
M-V.12 without pares one may not speak of the next lance before pares is
       closed                                                             done: `early_acts`
M-P.6  grande, chica, pares, juego, in this order                         done: `early_acts`

The text gives neither of the last three a penalty, so what was said counts as it was said.
"""

from collections.abc import Collection, Iterator, Sequence

from rules.mus.deal import Seat
from rules.mus.hands import Ranks, points
from rules.mus.lances import Lance
from rules.mus.record import Act, Acts, Announcement, Bet, Heading, Line
from rules.mus.report import Mistake

THIRTY_THREE = 33
FEW_STONES = 5  # "a falta de cinco piedras o menos"; the text has no other number here

_ORDER = {
    Heading.GRANDE: 0,
    Heading.CHICA: 1,
    Heading.PARES: 2,
    Heading.JUEGO: 3,
    Heading.PUNTO: 3,
}
_LANCES = {
    Heading.CHICA: Lance.CHICA,
    Heading.PARES: Lance.PARES,
    Heading.JUEGO: Lance.JUEGO,
    Heading.PUNTO: Lance.PUNTO,
}


def may_close_with_33(
    seat: Seat, ranks: Ranks, *, mano: Seat, missing: int, is_ordago: bool
) -> bool:
    """Whether that player may accept a bet at juego for the sake of the negada (M-V.8): he is the
    last to speak, holds 33, it is no órdago, and the pair that is nearer to the end of the game
    misses five stones or fewer."""
    last = mano.to_the_right(-1)
    near = 0 < missing <= FEW_STONES
    return seat is last and points(ranks) == THIRTY_THREE and near and not is_ordago


def may_send_on(seat: Seat, holders: Collection[Seat], *, closed: bool) -> bool:
    """Whether a player may speak of the next lance or send his partner on to it, when `holders`
    take part in this one (M-V.11, M-V.12): not without holding it, as long as it is open."""
    return closed or seat in holders


def early_acts(lines: Sequence[Line], with_pares: Collection[Seat]) -> Iterator[Mistake]:
    """What was said of a lance before the bets of an earlier one were over. A bet on both grande
    and chica opens the two at once (M-III.1), so these may cross."""
    said = [line for line in lines if isinstance(line, Acts) and line.heading in _ORDER]
    both = any(isinstance(act, Bet) and act.a_las_dos for line in said for act in line.acts)
    place: dict[Heading, int] = dict.fromkeys(_ORDER, 0)
    for number, line in enumerate(said):
        still_open = {
            later.heading
            for later in said[number + 1 :]
            if _ORDER[later.heading] < _ORDER[line.heading]
            and any(isinstance(act, Bet) for act in later.acts)
            and not (both and later.heading is Heading.GRANDE)
        }
        for act in line.acts:
            place[line.heading] += 1
            seat = getattr(act, "seat", None) or (act.call.seat if isinstance(act, Bet) else None)
            if not still_open or seat is None:
                continue
            before_pares = Heading.PARES in still_open
            sent = before_pares and not may_send_on(seat, with_pares, closed=False)
            yield Mistake(
                "mus.error.spoke_of_next_lance" if sent else "mus.error.lance_out_of_order",
                "M-V.12" if sent else "M-P.6",
                seat,
                _LANCES[line.heading],
                costs=False,
                facts={"act": _written(act), "place": place[line.heading]},
            )


def _written(act: Act) -> str:
    """An act as it is written; `A1:n` for an announcement, since `A1n` is a refusal too."""
    if isinstance(act, Announcement):
        return f"{act.seat}:{'s' if act.has else 'n'}"
    return str(act)
