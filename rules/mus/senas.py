"""Señas: which a hand may pass now, and what is wrong with one that it may not.

M-P.7    señas are allowed or not, as the season says               done: option `senas`
M-II.1   the ten señas, their gestures, and those that have to wait done: `SENAS`
M-II.2   asking for señas                                           NOT HERE: at the table
M-II.3   a seña is true                                             done
M-II.4   a seña is complete: not two kings when there are three     done
M-II.5   duples that are juego, three kings: not the juego          done
M-II.6   three kings with 31: either, or both                       done
M-II.7   three knights, jacks or sevens with 31: medias wait        done, the hand is void
M-II.8   three knights or jacks without 31: medias and juego wait   done, the hand is void
M-IV.2   two kings that become two kings and two aces are duples    done: M-II.4 of the new hand
M-VIII.6 at juego or punto no señas of earlier lances               done

Before the mus is cut in a first deal there are none at all (M-P.5): see `rules.mus.first_deal`.
Thirty is told by a wink once pares is closed, since a wink is 31 before; lifting a shoulder cannot
be mistaken, and the text lets it be done at any time.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.mus.breaches import Breach, breach
from rules.mus.cards import ACE, JACK, KING, KNIGHT
from rules.mus.hands import JUEGO, Hand, ParesKind, Ranks, has_juego, pares, points
from rules.mus.lances import Lance
from rules.mus.options import ASTURIAS, Options, Senas


class Sena(StrEnum):
    """What a seña says. Thirty has two gestures, with a time of its own for each."""

    TWO_KINGS = "two_kings"
    THREE_KINGS = "three_kings"
    TWO_ACES = "two_aces"
    THREE_ACES = "three_aces"
    DUPLES = "duples"
    THIRTY_ONE = "thirty_one"
    JUEGO = "juego"  # 32 to 40
    MEDIAS = "medias"  # not of kings, not of aces
    THIRTY = "thirty"
    THIRTY_BY_SHOULDER = "thirty_by_shoulder"
    BLIND = "blind"


class Gesture(StrEnum):
    BITE_LOWER_LIP = "bite_lower_lip"
    LIPS_TO_ONE_SIDE = "lips_to_one_side"
    WRINKLE_NOSE = "wrinkle_nose"
    TONGUE_TO_ONE_SIDE = "tongue_to_one_side"
    RAISE_BROWS = "raise_brows"
    WINK = "wink"
    POUT = "pout"
    LIFT_SHOULDER = "lift_shoulder"
    CLOSE_BOTH_EYES = "close_both_eyes"


def _has(rank: int, cards: int) -> Callable[[Ranks], bool]:
    return lambda ranks: ranks.count(rank) >= cards


def _medias(*of: int) -> Callable[[Ranks], bool]:
    return lambda ranks: any(ranks.count(rank) >= 3 for rank in of)


def _duples(ranks: Ranks) -> bool:
    held = pares(ranks)
    return held is not None and held.kind is ParesKind.DUPLES


def _has_thirty(ranks: Ranks) -> bool:
    return points(ranks) == JUEGO - 1


def _has_thirty_one(ranks: Ranks) -> bool:
    return points(ranks) == JUEGO


@dataclass(frozen=True, slots=True)
class SenaLine:
    """A line of M-II.1: the gesture, whether it is true of a hand, the lance that has to be closed
    first, and the last lance that it is about (M-VIII.6)."""

    gesture: Gesture
    is_true: Callable[[Ranks], bool]
    after: Lance | None
    about: Lance


_FIGURES = _medias(KNIGHT, JACK)
_OTHER_RANKS = tuple(rank for rank in range(KING) if rank != ACE)

SENAS: Mapping[Sena, SenaLine] = {
    Sena.TWO_KINGS: SenaLine(Gesture.BITE_LOWER_LIP, _has(KING, 2), None, Lance.PARES),
    Sena.THREE_KINGS: SenaLine(Gesture.LIPS_TO_ONE_SIDE, _has(KING, 3), None, Lance.PARES),
    Sena.TWO_ACES: SenaLine(Gesture.WRINKLE_NOSE, _has(ACE, 2), None, Lance.PARES),
    Sena.THREE_ACES: SenaLine(Gesture.TONGUE_TO_ONE_SIDE, _has(ACE, 3), None, Lance.PARES),
    Sena.DUPLES: SenaLine(Gesture.RAISE_BROWS, _duples, None, Lance.PARES),
    Sena.THIRTY_ONE: SenaLine(Gesture.WINK, _has_thirty_one, None, Lance.JUEGO),
    Sena.JUEGO: SenaLine(
        Gesture.POUT,
        lambda ranks: has_juego(ranks) and not _has_thirty_one(ranks),
        None,
        Lance.JUEGO,
    ),
    Sena.MEDIAS: SenaLine(
        Gesture.LIPS_TO_ONE_SIDE, _medias(*_OTHER_RANKS), Lance.GRANDE, Lance.PARES
    ),
    Sena.THIRTY: SenaLine(Gesture.WINK, _has_thirty, Lance.PARES, Lance.PUNTO),
    Sena.THIRTY_BY_SHOULDER: SenaLine(Gesture.LIFT_SHOULDER, _has_thirty, None, Lance.PUNTO),
    Sena.BLIND: SenaLine(
        Gesture.CLOSE_BOTH_EYES, lambda ranks: not _held(ranks), None, Lance.PUNTO
    ),
}

# M-II.4: what else a hand holds makes these only part of the truth.
_COMPLETE: Mapping[Sena, tuple[Sena, ...]] = {
    Sena.TWO_KINGS: (Sena.DUPLES, Sena.THREE_KINGS),
    Sena.THREE_KINGS: (Sena.DUPLES,),
    Sena.TWO_ACES: (Sena.DUPLES, Sena.THREE_ACES),
    Sena.THREE_ACES: (Sena.DUPLES,),
    Sena.MEDIAS: (Sena.DUPLES,),
}
# M-II.5: the higher play is passed instead.
_HIGHER: Mapping[Sena, tuple[Sena, ...]] = {Sena.JUEGO: (Sena.DUPLES, Sena.THREE_KINGS)}


def legal_senas(
    hand: Hand, closed_lances: Collection[Lance] = (), options: Options = ASTURIAS
) -> frozenset[Sena]:
    """Every seña that a player with these cards may pass now."""
    return frozenset(
        sena for sena in Sena if check_sena(hand, sena, closed_lances, options) is None
    )


def check_sena(
    hand: Hand,
    sena: Sena,
    closed_lances: Collection[Lance] = (),
    options: Options = ASTURIAS,
) -> Breach | None:
    """What is wrong with passing that seña now; None when it may be passed.

    All four cards have to be known, since a seña is passed once they are seen (M-II.4).
    """
    if options.senas is Senas.OFF:
        return breach("mus.sena.off", sena=sena.value)
    ranks = hand.ranks(options)
    return next(_faults(ranks, sena, closed_lances), None)


def _held(ranks: Ranks) -> list[Sena]:
    """The señas that are true of a hand, now or later; without any it is blind."""
    return [sena for sena in Sena if sena is not Sena.BLIND and SENAS[sena].is_true(ranks)]


def _faults(ranks: Ranks, sena: Sena, closed: Collection[Lance]) -> Iterator[Breach]:
    """What is wrong, the gravest first: what it says, then when it says it."""
    line = SENAS[sena]
    if not line.is_true(ranks):
        if sena is Sena.BLIND:
            held = tuple(found.value for found in _held(ranks))
            yield breach("mus.sena.blind_with_sena", sena=sena.value, held=held)
        yield breach("mus.sena.false", sena=sena.value)
    for complete in _COMPLETE.get(sena, ()):
        if SENAS[complete].is_true(ranks):
            yield breach("mus.sena.incomplete", sena=sena.value, complete=complete.value)
    for higher in _HIGHER.get(sena, ()):
        if SENAS[higher].is_true(ranks):
            yield breach("mus.sena.higher_play", sena=sena.value, higher=higher.value)
    if line.about in closed or Lance.PUNTO in closed:
        yield breach("mus.sena.earlier_lance", sena=sena.value, lance=line.about.value)
    yield from _too_early(ranks, sena, closed)


def _too_early(ranks: Ranks, sena: Sena, closed: Collection[Lance]) -> Iterator[Breach]:
    """A seña that has to wait for a lance to be closed (M-II.1, M-II.7, M-II.8)."""
    after = SENAS[sena].after
    if sena is Sena.JUEGO and _FIGURES(ranks):
        after = Lance.PARES
    if after is None or after in closed:
        return
    if sena is Sena.MEDIAS and _has_thirty_one(ranks):
        yield breach("mus.sena.medias_before_31", sena=sena.value, until=after.value)
    elif sena in (Sena.MEDIAS, Sena.JUEGO) and _FIGURES(ranks):
        yield breach("mus.sena.figures_before_close", sena=sena.value, until=after.value)
    else:
        yield breach("mus.sena.before_close", sena=sena.value, until=after.value)
