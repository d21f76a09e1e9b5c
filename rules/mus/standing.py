"""What one lance brings when some hands do not count in it.

M-P.6  of equal hands the one nearer to the mano wins                     done: `best`
M-V.13 an accepted órdago ends the game                                   done: `Outcome.ordago`
M-VI.1 values, accepted bets                                              done: `as_bet`
M-VI.2 refused bets                                                       done: `as_bet`
M-II.7 bets made or accepted with a void hand stand only if the correct
       pair wins (II.8, III.2, V.14, VI.5, IX.1 likewise)                 done: `as_bet`

`void` are hands that count for nothing; `null` all that do not count in this lance, void or not.
"""

from dataclasses import dataclass, field

from rules.formats import Score
from rules.mus.awards import Award, Reason
from rules.mus.betting import Ending, Result
from rules.mus.counting import negada
from rules.mus.deal import Deal, Seat
from rules.mus.hands import Ranks, has_juego, is_la_real
from rules.mus.lances import KEYS, Lance, juego_value, pares_value
from rules.mus.options import ASTURIAS, Options, PassedExtra, VoidHandBets
from rules.mus.partida import Pair

PASSED = Result(Ending.PASSED)
NOBODY: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Bets:
    """How the bets of a lance ended; who bet, raised or accepted; who said the órdago; who
    accepted last."""

    result: Result = PASSED
    active: frozenset[Seat] = NOBODY
    ordago_by: Seat | None = None
    closed_by: Seat | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a lance brings; `ordago` is the pair that won the game by one."""

    awards: tuple[Award, ...] = ()
    ordago: Pair | None = None


@dataclass(frozen=True, slots=True)
class Undecided:
    """What the text leaves open, with what each way to decide brings."""

    code: str
    clause: str
    ways: tuple[tuple[str, Outcome], ...]
    option: str | None = None


Ruled = Outcome | Undecided


@dataclass(frozen=True, slots=True)
class Table:
    """A deal, the score before it, and the options: what every ruling needs."""

    deal: Deal
    before: Score = (0, 0)
    options: Options = ASTURIAS
    booked: tuple[Award, ...] = ()  # of the lances before
    hands: dict[Seat, Ranks] = field(default_factory=dict)

    def ranks(self, seat: Seat) -> Ranks:
        return self.hands[seat]

    def holders(self, lance: Lance, null: frozenset[Seat] = NOBODY) -> tuple[Seat, ...]:
        """Who takes part by the cards, in talk order."""
        key = KEYS[lance]
        return tuple(
            seat
            for seat in self.deal.seats
            if seat not in null and key(self.hands[seat], self.options) is not None
        )

    def anybody_has_juego(self) -> bool:
        return any(has_juego(hand) for hand in self.hands.values())


def other(pair: Pair) -> Pair:
    return "B" if pair == "A" else "A"


def best(
    table: Table, lance: Lance, null: frozenset[Seat] = NOBODY
) -> tuple[Seat, str, str] | None:
    """Who wins by the cards, with the clause and the option that decided; None where nobody takes
    part."""
    key = KEYS[lance]
    keys = {seat: key(table.hands[seat], table.options) for seat in table.holders(lance, null)}
    if not keys:
        return None
    highest = max(held for held in keys.values() if held is not None)
    first = [seat for seat, held in keys.items() if held == highest]
    if any(seat.pair != first[0].pair for seat in first):
        return first[0], "M-P.6", "ties"
    if lance is Lance.JUEGO and is_la_real(table.hands[first[0]], table.options):
        return first[0], "M-VIII.4", "la_real"
    return first[0], "M-VI.1", "values"


def value(table: Table, lance: Lance, pair: Pair, null: frozenset[Seat] = NOBODY) -> int:
    """What a pair's own pares, juego or punto are worth, whoever has the better."""
    seats = [seat for seat in table.holders(lance, null) if seat.pair == pair]
    if lance is Lance.PARES:
        return sum(pares_value(table.hands[seat]) for seat in seats)
    if lance is Lance.JUEGO:
        return sum(juego_value(table.hands[seat]) for seat in seats)
    return int(bool(seats))


def valued(
    table: Table,
    lance: Lance,
    pair: Pair,
    clause: str,
    null: frozenset[Seat] = NOBODY,
    *,
    option: str | None = "values",
    and_negada: bool = False,
) -> Outcome:
    """A pair's own value by a penalty clause, and the stone of negada where the clause gives it."""
    awards = []
    stones = value(table, lance, pair, null)
    if stones:
        reason = Reason.VALUE if lance in (Lance.PARES, Lance.JUEGO) else Reason.PASSED
        awards.append(Award(lance, pair, stones, reason, clause, option))
    if and_negada:
        awards.append(Award(lance, pair, 1, Reason.PENALTY, clause))
    return Outcome(tuple(awards))


def in_passing(table: Table, lance: Lance, null: frozenset[Seat] = NOBODY) -> Outcome:
    """What the lance brings without any bet."""
    won = best(table, lance, null)
    if won is None:
        return Outcome()
    seat, clause, option = won
    found = valued(table, lance, seat.pair, clause, null, option=option).awards
    if lance in (Lance.PARES, Lance.JUEGO) and table.options.passed_extra is PassedExtra.ONE:
        extra = Award(lance, seat.pair, 1, Reason.PASSED_EXTRA, "M-VI.1", "passed_extra")
        found = (*found, extra)
    return Outcome(found)


def as_bet(
    table: Table,
    lance: Lance,
    bets: Bets,
    null: frozenset[Seat] = NOBODY,
    void: frozenset[Seat] = NOBODY,
) -> Outcome:
    """What the lance brings by its bets and the cards that count."""
    ending = bets.result.ending
    won = best(table, lance, null)
    if ending is Ending.REFUSED:
        bettor = bets.result.bettor
        assert bettor is not None  # there is no refusal without a bet
        if any(seat in void and seat.pair == bettor for seat in bets.active):
            return in_passing(table, lance, null)
        return _refused(table, lance, bets.result, bettor, null)
    if ending is Ending.PASSED or won is None or _falls(table, bets, won[0].pair, void):
        return in_passing(table, lance, null)
    seat, clause, option = won
    if ending is Ending.ORDAGO:
        return Outcome(ordago=seat.pair)
    decided = None if option == "values" else option
    bet = Award(lance, seat.pair, bets.result.stones, Reason.ACCEPTED, clause, decided)
    if lance in (Lance.GRANDE, Lance.CHICA):
        return Outcome((bet,))
    own = valued(table, lance, seat.pair, clause, null, option=option)
    return Outcome((bet, *own.awards))


def _falls(table: Table, bets: Bets, winner: Pair, void: frozenset[Seat]) -> bool:
    """Whether a void hand that bet or accepted takes the bet with it."""
    with_void = bets.active & void
    if table.options.void_hand_bets is VoidHandBets.VOID:
        return bool(with_void)
    return any(seat.pair == winner for seat in with_void)


def _refused(
    table: Table, lance: Lance, result: Result, bettor: Pair, null: frozenset[Seat]
) -> Outcome:
    booked = sum(
        award.stones
        for award in table.booked
        if award.pair == bettor and award.reason is Reason.NEGADA
    )
    missing = table.options.stones - table.before["AB".index(bettor)] - booked
    stones, option = negada(lance, accepted=result.stones, missing=missing, options=table.options)
    refused = Award(lance, bettor, stones, Reason.NEGADA, "M-VI.2", option)
    if lance in (Lance.GRANDE, Lance.CHICA):
        return Outcome((refused,))
    own = valued(table, lance, bettor, "M-VI.1", null, option="refused_values")
    return Outcome((refused, *own.awards))
