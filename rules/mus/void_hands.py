"""Faults that the cards alone cannot show, and the hands they void.

M-I.9   wrong number of cards after the deal, told once grande is closed         done: `voids`
M-I.10  wrong number of cards after a discard, told once grande is closed        done: `voids`
M-II.7  three of a kind with 31: its seña as medias before grande is closed      done: `borne_out`
M-II.8  three knights or jacks without 31: seña before its time                  done
M-III.2 asked the partner, holding medias, duples or 31                          done
M-V.14  mano with the top hand, feigned a refusal                                done
M-VI.5  put the cards back unshown                                               done
M-IX.1  mano with 30 and nobody with juego, sent the partner to pass             done

The record tells the fault; the cards say whether the clause applies to that hand at all. The option
`void_hand` says whose hand falls, `jugada_completa` whether M-V.14 takes one lance or all.
"""

from collections.abc import Mapping, Sequence

from rules.mus.cards import ACE, JACK, KING, KNIGHT, SEVEN
from rules.mus.deal import Seat
from rules.mus.hands import CARDS_IN_HAND, JUEGO, ParesKind, pares, points
from rules.mus.lances import Lance
from rules.mus.options import JugadaCompleta, Options, Senas, VoidHand
from rules.mus.record import Fault, Heading
from rules.mus.standing import Table
from rules.mus.told import Told

VOIDING = frozenset({"M-II.7", "M-II.8", "M-III.2", "M-V.14", "M-VI.5", "M-IX.1"})
WRONG_NUMBER = frozenset({"M-I.9", "M-I.10"})

LANCES: Mapping[Heading, Lance] = {
    Heading.GRANDE: Lance.GRANDE,
    Heading.CHICA: Lance.CHICA,
    Heading.PARES: Lance.PARES,
    Heading.JUEGO: Lance.JUEGO,
    Heading.PUNTO: Lance.PUNTO,
}


def borne_out(table: Table, fault: Fault) -> bool:
    """Whether the cards allow what the fault says: a hand that the clause speaks of."""
    ranks = table.ranks(fault.seat)
    held = pares(ranks)
    threes = {rank for rank in ranks if ranks.count(rank) == 3}
    mano = fault.seat is table.deal.mano
    if fault.clause == "M-II.7":
        return bool(threes & {KNIGHT, JACK, SEVEN}) and points(ranks) == JUEGO
    if fault.clause == "M-II.8":
        return bool(threes & {KNIGHT, JACK}) and points(ranks) != JUEGO
    if fault.clause == "M-III.2":
        strong = held is not None and held.kind is not ParesKind.PAIR
        return strong or points(ranks) == JUEGO
    if fault.clause == "M-V.14":
        four = any(ranks.count(rank) == CARDS_IN_HAND for rank in (KING, ACE))
        best_juego = ranks.count(KING) == 3 and points(ranks) == JUEGO
        best_punto = points(ranks) == JUEGO - 1 and not table.anybody_has_juego()
        return mano and (four or best_juego or best_punto)
    if fault.clause == "M-IX.1":
        return mano and points(ranks) == JUEGO - 1 and not table.anybody_has_juego()
    return fault.clause == "M-VI.5"


def is_sena_without_senas(clause: str, options: Options) -> bool:
    """Whether a fault against article II was told where no señas are allowed (M-P.7): then the
    article does not say what it costs."""
    return clause.startswith("M-II.") and options.senas is Senas.OFF


def voids(table: Table, told: Told) -> bool:
    """Whether a fault that was told voids a hand: the cards bear it out, and with a wrong number of
    cards nobody said so before grande was closed."""
    fault = told.fault
    if is_sena_without_senas(fault.clause, table.options):
        return False
    if fault.clause in WRONG_NUMBER:
        return told.grande_closed
    return fault.clause in VOIDING and borne_out(table, fault)


def void_by_lance(table: Table, faults: Sequence[Told]) -> Mapping[Lance, frozenset[Seat]]:
    """Whose hands do not count, for each lance."""
    void: dict[Lance, set[Seat]] = {lance: set() for lance in Lance}
    for told in faults:
        if not voids(table, told):
            continue
        fault, heading = told.fault, told.heading
        seats = {fault.seat}
        if table.options.void_hand is VoidHand.PAIR:
            seats.add(fault.seat.partner)
        one_lance = (
            fault.clause == "M-V.14"
            and table.options.jugada_completa is JugadaCompleta.THAT_LANCE
            and heading in LANCES
        )
        for lance in [LANCES[heading]] if one_lance else list(Lance):
            void[lance] |= seats
    return {lance: frozenset(seats) for lance, seats in void.items()}
