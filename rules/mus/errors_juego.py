"""What an error at pares costs at juego and no juego, and the errors of juego that are no wrong
announcement of one player.

M-VII.6  accepted órdago after an error at pares              done: `after_pares`
M-VII.7  what the errant pair may still score                 done: `after_pares`, `protected`
M-VIII.5 the mano with 31 sends his partner to pass           done: `rule_ordered`
M-IX.2   all four said no juego, and one had it               done: `rule_all_denied`
"""

from rules.mus.awards import Award, Reason
from rules.mus.betting import Ending
from rules.mus.deal import Seat
from rules.mus.hands import JUEGO, is_la_real, points
from rules.mus.lances import Lance, juego_value
from rules.mus.options import BestJuego, Errant31, Posterior
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

BEST_PUNTO = 30


def protected(table: Table, lance: Lance, pair: Pair, null: frozenset[Seat] = NOBODY) -> bool:
    """Whether the errant pair is mano and holds the best there is: 31 in either hand (or the
    mano's, by the option), 30 in the mano's at no juego."""
    mano = table.deal.mano
    if mano.pair != pair:
        return False
    if lance is Lance.PUNTO:
        return mano not in null and points(table.ranks(mano)) == BEST_PUNTO
    seats = [mano]
    if table.options.errant_31 is Errant31.EITHER_PARTNER:
        seats.append(mano.partner)
    return any(seat not in null and points(table.ranks(seat)) == JUEGO for seat in seats)


def holds_la_real(table: Table, pair: Pair, null: frozenset[Seat] = NOBODY) -> bool:
    """Whether a hand of the pair is La Real."""
    return any(
        seat.pair == pair and seat not in null and is_la_real(hand, table.options)
        for seat, hand in table.hands.items()
    )


def after_pares(
    table: Table,
    lance: Lance,
    bets: Bets,
    pair: Pair,
    null: frozenset[Seat] = NOBODY,
    void: frozenset[Seat] = NOBODY,
) -> Ruled:
    """Juego or no juego after that pair's error at pares. A bet refused to the correct pair is its
    own; an órdago stands if the correct pair wins; the rest is M-VII.7."""
    correct = other(pair)
    ending = bets.result.ending
    won = best(table, lance, null)
    if won is None:
        return Outcome()
    if ending is Ending.REFUSED and bets.result.bettor == correct:
        return as_bet(table, lance, bets, null, void)
    if ending is Ending.ORDAGO and won[0].pair == correct:
        return as_bet(table, lance, bets, null, void)
    safe = protected(table, lance, pair, null)
    if safe and lance is Lance.JUEGO and holds_la_real(table, correct, null):
        return Undecided(
            "mus.pending.la_real_against_errant_31",
            "M-VII.7",
            (
                ("value", valued(table, lance, correct, "M-VII.7", null, option=None)),
                ("value_and_negada", _unprotected(table, lance, correct, null)),
            ),
        )
    if safe:
        stones = 1 if lance is Lance.PUNTO else 3
        reason = Reason.PASSED if lance is Lance.PUNTO else Reason.VALUE
        option = None if lance is Lance.PUNTO else "errant_31"
        return Outcome((Award(lance, pair, stones, reason, "M-VII.7", option),))
    if not any(seat.pair == correct for seat in table.holders(lance, null)):
        return Undecided(
            "mus.pending.correct_pair_without_juego",
            "M-VII.7",
            (
                ("errant_pair_scores", in_passing(table, lance, null)),
                ("negada_only", _unprotected(table, lance, correct, null)),
                ("nobody_scores", Outcome()),
            ),
        )
    by_clause = _unprotected(table, lance, correct, null)
    if ending is Ending.ACCEPTED and won[0].pair == correct:
        return Undecided(
            "mus.pending.bet_won_after_error_at_pares",
            "M-VII.7",
            (
                ("value_and_negada", by_clause),
                ("bet_stands", as_bet(table, lance, bets, null, void)),
            ),
        )
    return by_clause


def _unprotected(table: Table, lance: Lance, correct: Pair, null: frozenset[Seat]) -> Outcome:
    return valued(table, lance, correct, "M-VII.7", null, option=None, and_negada=True)


def pass_was_ordered(table: Table, seat: Seat) -> bool:
    """Whether sending the partner to pass at juego was forbidden to that player: he is mano with
    31, and no opponent after his partner (or after himself, by the option) has juego. With four
    juegos one always has, so what the clause allows then needs no line of its own."""
    if seat is not table.deal.mano or points(table.ranks(seat)) != JUEGO:
        return False
    after = {seat.to_the_right(3)}
    if table.options.posterior is Posterior.AFTER_MANO:
        after.add(seat.to_the_right(1))
    return after.isdisjoint(table.holders(Lance.JUEGO))


def rule_ordered(table: Table, pair: Pair, null: frozenset[Seat] = NOBODY) -> Outcome:
    """The juego of the pair that ordered the pass is void; the other scores its own, no negada."""
    return valued(table, Lance.JUEGO, other(pair), "M-VIII.5", null, option="posterior")


def rule_all_denied(table: Table, void: frozenset[Seat] = NOBODY) -> Outcome:
    """No bet of no juego stands, refused or not; the best juego scores, without negada."""
    won = best(table, Lance.JUEGO, void)
    if won is None:
        return Outcome()
    seat = won[0]
    if table.options.best_juego is BestJuego.BOTH_PARTNERS:
        return valued(table, Lance.JUEGO, seat.pair, "M-IX.2", void, option="best_juego")
    stones = juego_value(table.ranks(seat))
    award = Award(Lance.JUEGO, seat.pair, stones, Reason.VALUE, "M-IX.2", "best_juego")
    return Outcome((award,))
