"""Counting stones to the target, in the order of the lances, with the stop.

M-V.13 (an accepted órdago and what falls with it)     NOT HERE: with the bets
M-VI.1 grande, chica, pares, juego or no juego; the first pair there wins and counting stops    done
M-VI.2 a refused bet at no juego near the end of the game is one stone                          done
M-VI.3 what was not counted cannot be added later      NOT HERE: a matter of a claim

A refused bet is booked when it is refused, before any cards are shown, so it comes before what is
counted afterwards; the option `negada_when` puts it in its lance instead.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.errors import RuleViolation
from rules.formats import Score
from rules.mus.awards import Award, Reason
from rules.mus.lances import Lance
from rules.mus.options import ASTURIAS, Negada, NegadaWhen, Options
from rules.mus.partida import Pair

_ORDER = {lance: place for place, lance in enumerate(Lance)}


@dataclass(frozen=True, slots=True)
class Count:
    """A count of stones: the score (A, B) it ends at, who has won (None while the game goes on),
    and the awards that were counted and that were not, because the game was over."""

    score: Score
    winner: Pair | None
    counted: tuple[Award, ...]
    uncounted: tuple[Award, ...]


def in_counting_order(awards: Iterable[Award], options: Options = ASTURIAS) -> tuple[Award, ...]:
    """The awards in the order in which they are counted; those of one lance keep theirs."""
    at_once = options.negada_when is NegadaWhen.AT_ONCE

    def place(award: Award) -> tuple[bool, int]:
        booked_before = at_once and award.reason is Reason.NEGADA
        return not booked_before, _ORDER[award.lance]

    return tuple(sorted(awards, key=place))


def count(before: Score, awards: Iterable[Award], options: Options = ASTURIAS) -> Count:
    """Count a deal's awards on top of the score (A, B) before it.

    Raises RuleViolation `mus.count.impossible_score` when that is not the score of a game that
    goes on.
    """
    if not all(0 <= stones < options.stones for stones in before):
        raise RuleViolation(
            "mus.count.impossible_score",
            clause="M-VI.1",
            a=before[0],
            b=before[1],
            target=options.stones,
        )
    stones: dict[Pair, int] = {"A": before[0], "B": before[1]}
    ordered = in_counting_order(awards, options)
    winner: Pair | None = None
    counted = 0
    while winner is None and counted < len(ordered):
        award = ordered[counted]
        stones[award.pair] += award.stones
        counted += 1
        if stones[award.pair] >= options.stones:
            winner = award.pair
    return Count((stones["A"], stones["B"]), winner, ordered[:counted], ordered[counted:])


def negada(
    lance: Lance, *, accepted: int, missing: int, options: Options = ASTURIAS
) -> tuple[int, str]:
    """The stones of a refused bet, and the field of Options that gave them.

    `accepted` are the stones of the bet that stood before the refused raise, 0 when the first bet
    was refused; `missing` what the pair that books it lacks to win the game (M-VI.2).
    """
    if lance is Lance.PUNTO and missing <= options.about_to_go_out:
        return 1, "about_to_go_out"
    if options.negada is Negada.ALWAYS_ONE:
        return 1, "negada"
    return max(accepted, 1), "negada"
