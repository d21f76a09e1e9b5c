"""Wrong announcements at pares and at juego: the same table for both, with its own clauses.

M-VII.1, M-VIII.1  held and not announced: does not score               done: `_not_announced`
M-VII.2, M-VIII.3  both announced, the partner had nothing              done: `_partner_without`
M-VII.3, M-VIII.2  played without holding                               done: `_played_without`
M-VII.5            accepted órdago at pares by one who has none         done: `rule_announced`

Read `docs/mus-errors.md` beside it: every function is a block of that table.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.mus.announced import Announced
from rules.mus.betting import Ending
from rules.mus.deal import Seat
from rules.mus.lances import Lance
from rules.mus.partida import Pair
from rules.mus.standing import (
    NOBODY,
    Bets,
    Outcome,
    Ruled,
    Table,
    Undecided,
    as_bet,
    best,
    in_passing,
    other,
    valued,
)


@dataclass(frozen=True, slots=True)
class Clauses:
    """Which clause rules on each kind of error at a lance."""

    not_announced: str
    partner_without: str
    played_without: str


CLAUSES: Mapping[Lance, Clauses] = {
    Lance.PARES: Clauses("M-VII.1", "M-VII.2", "M-VII.3"),
    Lance.JUEGO: Clauses("M-VIII.1", "M-VIII.3", "M-VIII.2"),
}


def errant_pairs(said: Announced) -> frozenset[Pair]:
    """The pairs that announced wrongly and did not put it right in time."""
    return frozenset(seat.pair for seat in said.wrong)


def played_without(said: Announced, bets: Bets, pair: Pair) -> bool:
    """Whether a player of the pair made the play without holding it: he bet, raised or accepted, or
    he alone of the pair announced. Otherwise his partner, who holds it, made the play."""
    false = {seat for seat in said.false if seat.pair == pair}
    with_it = [seat for seat in said.said if seat.pair == pair and seat not in false]
    return bool(false) and (bool(false & bets.active) or not with_it)


def clause_of(said: Announced, bets: Bets, lance: Lance, seat: Seat) -> str:
    """The clause that rules on that player's wrong announcement."""
    clauses = CLAUSES[lance]
    if seat in said.denied:
        return clauses.not_announced
    if played_without(said, bets, seat.pair):
        return _clause_of_play(lance, said, bets)
    return clauses.partner_without


def rule_announced(
    table: Table, lance: Lance, said: Announced, bets: Bets, void: frozenset[Seat] = NOBODY
) -> Ruled:
    """The stones of pares or juego as they were announced, bet and held."""
    null = void | said.denied
    errant = errant_pairs(said)
    if not errant:
        return as_bet(table, lance, bets, null, void)
    if len(errant) > 1:
        return _both_pairs(table, lance, bets, null, void)
    (pair,) = errant
    if not said.false:
        return _not_announced(table, lance, bets, pair, null, void)
    if played_without(said, bets, pair):
        without = _played_without(table, lance, said, bets, pair, null)
        of_correct = bets.ordago_by is not None and bets.ordago_by.pair != pair
        if lance is Lance.PARES and bets.result.ending is Ending.ORDAGO and of_correct:
            stands = _if_correct_wins(table, pair, null, without)
            if stands != without:
                return Undecided(
                    "mus.pending.ordago_accepted_without",
                    "M-VII.5",
                    (("ordago_void", without), ("ordago_stands_if_correct_wins", stands)),
                )
        return without
    return _partner_without(table, lance, said, bets, pair, null, void)


def ordago_fell_at_pares(said: Announced, bets: Bets) -> frozenset[Seat]:
    """Whose hand is void for juego too: his accepted órdago at pares was without any (M-VII.5)."""
    if bets.result.ending is Ending.ORDAGO and bets.ordago_by in said.false:
        return frozenset({bets.ordago_by})
    return NOBODY


def _clause_of_play(lance: Lance, said: Announced, bets: Bets) -> str:
    """Which clause voids a play without: at pares an accepted órdago has one of its own."""
    if lance is Lance.PARES and ordago_fell_at_pares(said, bets):
        return "M-VII.5"
    return CLAUSES[lance].played_without


def _both_pairs(
    table: Table, lance: Lance, bets: Bets, null: frozenset[Seat], void: frozenset[Seat]
) -> Ruled:
    """The clauses know one correct pair; with an error on both sides there is none."""
    passing = in_passing(table, lance, null)
    stands = as_bet(table, lance, bets, null, void)
    if passing == stands:
        return passing
    return Undecided(
        "mus.pending.both_pairs_erred",
        CLAUSES[lance].not_announced,
        (("bets_fall", passing), ("bets_stand", stands)),
    )


def _not_announced(
    table: Table,
    lance: Lance,
    bets: Bets,
    pair: Pair,
    null: frozenset[Seat],
    void: frozenset[Seat],
) -> Outcome:
    """The hand does not score. A partner who announced plays on; without him the correct pair
    scores its own and the negada, even if lower."""
    holding = table.holders(lance, null)
    if any(seat.pair == pair for seat in holding):
        return as_bet(table, lance, bets, null, void)
    if not holding:
        return Outcome()
    clause = CLAUSES[lance].not_announced
    return valued(table, lance, other(pair), clause, null, option=None, and_negada=True)


def _played_without(
    table: Table, lance: Lance, said: Announced, bets: Bets, pair: Pair, null: frozenset[Seat]
) -> Outcome:
    """The play is void, whatever was bet: the correct pair scores its own. A partner who holds it
    scores it in passing if he wins, and the correct pair adds the negada if it wins."""
    clause = _clause_of_play(lance, said, bets)
    won = best(table, lance, null)
    if won is None:
        return Outcome()
    if won[0].pair == pair:
        return valued(table, lance, pair, clause, null, option=None)
    partner_holds = any(seat.pair == pair for seat in table.holders(lance, null))
    partner_denied = any(seat.pair == pair for seat in said.denied)
    if partner_denied and not partner_holds:
        clause = CLAUSES[lance].not_announced
    and_negada = partner_holds or partner_denied
    return valued(table, lance, other(pair), clause, null, option=None, and_negada=and_negada)


def _if_correct_wins(
    table: Table, pair: Pair, null: frozenset[Seat], otherwise: Outcome
) -> Outcome:
    """The órdago of the correct pair, if its cards win; else as if it had not been."""
    won = best(table, Lance.PARES, null)
    if won is not None and won[0].pair != pair:
        return Outcome(ordago=won[0].pair)
    return otherwise


def _partner_without(
    table: Table,
    lance: Lance,
    said: Announced,
    bets: Bets,
    pair: Pair,
    null: frozenset[Seat],
    void: frozenset[Seat],
) -> Ruled:
    """The one who made the play holds it, his partner does not. Passed: the correct pair wins with
    a negada more. Bet: it stands if the correct pair wins; else the errant pair scores its own."""
    clause = CLAUSES[lance].partner_without
    won = best(table, lance, null)
    ending = bets.result.ending
    if won is None:
        return Outcome()
    own = valued(table, lance, pair, clause, null, option=None)
    if ending is Ending.REFUSED:
        stands = as_bet(table, lance, bets, null, void)
        if bets.result.bettor != pair:
            return stands
        return Undecided(
            "mus.pending.refused_to_the_errant_pair",
            clause,
            (("own_value_only", own), ("negada_stands", stands)),
        )
    if won[0].pair == pair:
        return own
    if ending is Ending.PASSED:
        return valued(table, lance, other(pair), clause, null, option=None, and_negada=True)
    return as_bet(table, lance, bets, null, void)
