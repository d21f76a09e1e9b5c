"""What a deal is worth when all its lances are passed.

M-P.6    lances in their order; of equal hands the one nearer to the mano     done
M-VI.1   stones of each lance, both partners' values together                 done
M-VIII.4 La Real                                                              done

Hands are compared by the numbers of `rules.mus.orders`, with the nearness to the mano in two more
low bits, so that no two hands of a deal are ever equal. There are only some thousand different
settlements, so each is made once and given out again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from rules.errors import RuleViolation
from rules.formats import Score
from rules.mus.awards import Award, Reason
from rules.mus.deal import SEATS, Deal
from rules.mus.lances import Lance
from rules.mus.options import ASTURIAS, KingsAndAces, LaReal, Options, PassedExtra
from rules.mus.orders import orders
from rules.mus.partida import Pair

# How a lance went: bit 0 the winning pair (0 the mano's), bit 1 set where the two best hands were
# equal, bit 2 where La Real won.
_PAIR, _TIE, _REAL = 1, 2, 4

# Who is mano (pair A or B), grande, chica, pares, stones of pares, juego, stones of juego.
_Outcome = tuple[int, int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Settlement:
    """The awards of a deal in the order of the lances, and the stones of (A, B) they add up to."""

    awards: tuple[Award, ...]
    stones: Score


def settle(deal: Deal, options: Options = ASTURIAS) -> Settlement:
    """Settle a deal in which all four lances were passed.

    Raises RuleViolation `mus.deal.cards_unknown` as long as a card is not known.
    """
    book = _asturias() if options is ASTURIAS else _book_of(options)
    shapes = deal.shapes
    if shapes is None:
        raise RuleViolation("mus.deal.cards_unknown", seats=_seats_unknown(deal))
    rows0, rows1, rows2, rows3 = book.rows
    shape0, shape1, shape2, shape3 = shapes
    grande0, chica0, pares0, juego0, pares_stones0, juego_stones0 = rows0[shape0]
    grande1, chica1, pares1, juego1, pares_stones1, juego_stones1 = rows1[shape1]
    grande2, chica2, pares2, juego2, pares_stones2, juego_stones2 = rows2[shape2]
    grande3, chica3, pares3, juego3, pares_stones3, juego_stones3 = rows3[shape3]
    # The better of each pair, written out: this is the part that runs a million times a second.
    ours = grande0 if grande0 > grande2 else grande2
    theirs = grande1 if grande1 > grande3 else grande3
    grande = (theirs > ours) + (((ours ^ theirs) < 4) << 1)
    ours = chica0 if chica0 > chica2 else chica2
    theirs = chica1 if chica1 > chica3 else chica3
    chica = (theirs > ours) + (((ours ^ theirs) < 4) << 1)
    ours = pares0 if pares0 > pares2 else pares2
    theirs = pares1 if pares1 > pares3 else pares3
    pares = (theirs > ours) + (((ours ^ theirs) < 4) << 1)
    pares_stones = pares_stones1 + pares_stones3 if theirs > ours else pares_stones0 + pares_stones2
    ours = juego0 if juego0 > juego2 else juego2
    theirs = juego1 if juego1 > juego3 else juego3
    juego = (theirs > ours) + (((ours ^ theirs) < 4) << 1)
    if theirs > ours:
        juego_stones = juego_stones1 + juego_stones3
        if theirs >= book.la_real:
            juego |= _REAL
    else:
        juego_stones = juego_stones0 + juego_stones2
        if ours >= book.la_real:
            juego |= _REAL
    outcome = (_MANO_OF[deal.mano], grande, chica, pares, pares_stones, juego, juego_stones)
    try:
        return book.settled[outcome]
    except KeyError:
        return book.settled.setdefault(outcome, _settlement(outcome, extra=book.extra))


_MANO_OF: Mapping[str, int] = {seat.value: "AB".index(seat.pair) for seat in SEATS}


def _seats_unknown(deal: Deal) -> tuple[str, ...]:
    return tuple(
        seat.value for seat, hand in zip(deal.seats, deal.hands, strict=True) if hand.shape is None
    )


# A hand in numbers, as it is compared at one seat: its places in grande, chica, pares and juego (or
# punto), each times four plus the nearness to the mano; then the stones of its pares and juego.
_Row = tuple[int, int, int, int, int, int]
_NEVER = 1 << 30


@dataclass(frozen=True, slots=True)
class _Book:
    """The rows of all hands by shape for each seat from the mano on; the place from which a juego
    is La Real; the stone more of a passed lance; and the settlements made so far."""

    rows: tuple[list[_Row], list[_Row], list[_Row], list[_Row]]
    la_real: int
    extra: int
    settled: dict[_Outcome, Settlement] = field(default_factory=dict)


@cache
def _asturias() -> _Book:
    return _book_of(ASTURIAS)


def _book_of(options: Options) -> _Book:
    extra = int(options.passed_extra is PassedExtra.ONE)
    return _book(options.kings_and_aces, options.la_real, extra)


@cache
def _book(kings_and_aces: KingsAndAces, la_real: LaReal, extra: int) -> _Book:
    table = orders(replace(ASTURIAS, kings_and_aces=kings_and_aces, la_real=la_real))
    rows = []
    for nearness in (3, 2, 1, 0):
        of_seat: list[_Row] = [(0, 0, 0, 0, 0, 0)] * (max(table.by_shape) + 1)
        for shape, order in table.by_shape.items():
            of_seat[shape] = (
                order.grande << 2 | nearness,
                order.chica << 2 | nearness,
                order.pares << 2 | nearness,
                order.juego << 2 | nearness,
                order.pares_stones,
                order.juego_stones,
            )
        rows.append(of_seat)
    mano, second, third, postre = rows
    real = _NEVER if table.la_real is None else table.la_real << 2
    return _Book((mano, second, third, postre), real, extra)


def _settlement(outcome: _Outcome, *, extra: int) -> Settlement:
    """The awards of an outcome. Lances in which nobody takes part bring none."""
    mano, grande, chica, pares, pares_stones, juego, juego_stones = outcome
    awards = [
        _award(Lance.GRANDE, grande, mano, 1, Reason.PASSED),
        _award(Lance.CHICA, chica, mano, 1, Reason.PASSED),
    ]
    if pares_stones:
        awards.append(_award(Lance.PARES, pares, mano, pares_stones, Reason.VALUE))
        awards += _extra(Lance.PARES, pares, mano, extra)
    if juego_stones:
        awards.append(_award(Lance.JUEGO, juego, mano, juego_stones, Reason.VALUE))
        awards += _extra(Lance.JUEGO, juego, mano, extra)
    else:
        awards.append(_award(Lance.PUNTO, juego, mano, 1, Reason.PASSED))
    stones = [sum(award.stones for award in awards if award.pair == pair) for pair in ("A", "B")]
    return Settlement(tuple(awards), (stones[0], stones[1]))


def _award(lance: Lance, how: int, mano: int, stones: int, reason: Reason) -> Award:
    clause, option = "M-VI.1", "values"
    if how & _TIE:
        clause, option = "M-P.6", "ties"
    elif how & _REAL:
        clause, option = "M-VIII.4", "la_real"
    return Award(lance, _pair(how, mano), stones, reason, clause, option)


def _extra(lance: Lance, how: int, mano: int, stones: int) -> list[Award]:
    if not stones:
        return []
    pair = _pair(how, mano)
    return [Award(lance, pair, stones, Reason.PASSED_EXTRA, "M-VI.1", "passed_extra")]


def _pair(how: int, mano: int) -> Pair:
    return "B" if (how ^ mano) & _PAIR else "A"
