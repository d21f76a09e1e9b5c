"""What a deal is worth once its bets are known, with cards that were announced as they are.

M-P.6  pares and juego are for those who hold them, punto where nobody has juego     done
M-V.13 an accepted órdago ends the game, whatever the stones                         done
M-VI.1 accepted bets and values, counted in order                                    done
M-VI.2 refused bets, and near the end at no juego                                    done
Wrong announcements (M-VII, M-VIII, M-IX.2) and void hands                           NOT HERE
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.errors import IllegalMove
from rules.formats import Score
from rules.mus.awards import Award, Reason
from rules.mus.betting import Ending, Result
from rules.mus.counting import Count, count, negada
from rules.mus.deal import Deal, Seat
from rules.mus.hands import has_juego
from rules.mus.lances import KEYS, Lance, juego_value, pares_value
from rules.mus.options import ASTURIAS, NegadaWhen, Options, OrdagoVoids
from rules.mus.partida import Pair
from rules.mus.settlement import settle

PASSED = Result(Ending.PASSED)


@dataclass(frozen=True, slots=True)
class Played:
    """The awards of a deal in the order of the lances, up to an accepted órdago if there was one:
    then who won it, and in which lance."""

    awards: tuple[Award, ...]
    ordago: Pair | None = None
    ordago_lance: Lance | None = None


def holders(deal: Deal, lance: Lance, options: Options = ASTURIAS) -> tuple[Seat, ...]:
    """Who takes part in a lance by the cards, in talk order."""
    ranks = [hand.ranks(options) for hand in deal.hands]
    if lance is Lance.PUNTO and any(map(has_juego, ranks)):
        return ()
    keys = [KEYS[lance](hand, options) for hand in ranks]
    return tuple(seat for seat, key in zip(deal.seats, keys, strict=True) if key is not None)


def play(
    deal: Deal, results: Mapping[Lance, Result], before: Score, options: Options = ASTURIAS
) -> Played:
    """The awards of a deal whose bets ended so; a lance that is not named was passed.

    `before` is the score (A, B) at the beginning of the deal, on which M-VI.2 depends. Raises
    RuleViolation as long as a card is unknown, and IllegalMove for a bet where not both pairs take
    part.
    """
    settled = settle(deal, options).awards
    awards: list[Award] = []
    for lance in Lance:
        result = results.get(lance, PASSED)
        if result.ending is not Ending.PASSED:
            _refuse_undisputed(deal, lance, options)
        if result.ending is Ending.ORDAGO:
            won = next(award.pair for award in settled if award.lance is lance)
            return Played(tuple(awards), won, lance)
        passed = [award for award in settled if award.lance is lance]
        if result.ending is Ending.PASSED:
            awards += passed
        elif result.ending is Ending.ACCEPTED:
            awards += _accepted(lance, result.stones, passed[0])
        else:
            awards += _refused(deal, lance, result, before, awards, options)
    return Played(tuple(awards))


def count_played(before: Score, played: Played, options: Options = ASTURIAS) -> Count:
    """The score after a deal, with the winner of an accepted órdago whatever the stones (M-V.13).

    Of what came before the órdago only the refused bets that were booked at once are left; by the
    option nothing is, or everything is counted first and may have ended the game.
    """
    if played.ordago is None:
        return count(before, played.awards, options)
    left: list[Award] = []
    if options.ordago_voids_earlier is OrdagoVoids.NOTHING:
        left = list(played.awards)
    elif (
        options.ordago_voids_earlier is OrdagoVoids.ACCEPTED_BETS
        and options.negada_when is NegadaWhen.AT_ONCE
    ):
        left = [award for award in played.awards if award.reason is Reason.NEGADA]
    counted = count(before, left, options)
    uncounted = tuple(award for award in played.awards if award not in counted.counted)
    return Count(counted.score, counted.winner or played.ordago, counted.counted, uncounted)


def _refuse_undisputed(deal: Deal, lance: Lance, options: Options) -> None:
    if len({seat.pair for seat in holders(deal, lance, options)}) < 2:
        raise IllegalMove("mus.bet.not_disputed", clause="M-P.6", lance=lance.value)


def _accepted(lance: Lance, stones: int, passed: Award) -> list[Award]:
    """The bet goes to the pair that has the better hand, and with it what the lance is worth
    besides: nothing at grande and chica, where the bet takes the place of the stone."""
    clause, option = "M-VI.1", None
    if passed.option != "values":  # a tie, or La Real, decided
        clause, option = passed.clause, passed.option
    bet = Award(lance, passed.pair, stones, Reason.ACCEPTED, clause, option)
    return [bet] if lance in (Lance.GRANDE, Lance.CHICA) else [bet, passed]


def _refused(
    deal: Deal,
    lance: Lance,
    result: Result,
    before: Score,
    earlier: list[Award],
    options: Options,
) -> list[Award]:
    """The bettor books the negada, and keeps his own pares, juego or punto even if lower."""
    bettor = result.bettor
    assert bettor is not None  # there is no refusal without a bet
    booked = sum(
        award.stones for award in earlier if award.pair == bettor and award.reason is Reason.NEGADA
    )
    missing = options.stones - before["AB".index(bettor)] - booked
    stones, option = negada(lance, accepted=result.stones, missing=missing, options=options)
    found = [Award(lance, bettor, stones, Reason.NEGADA, "M-VI.2", option)]
    own = own_value(deal, lance, bettor, options)
    if own:
        reason = Reason.PASSED if lance is Lance.PUNTO else Reason.VALUE
        found.append(Award(lance, bettor, own, reason, "M-VI.1", "refused_values"))
    return found


def own_value(deal: Deal, lance: Lance, pair: Pair, options: Options = ASTURIAS) -> int:
    """What a pair's own pares, juego or punto are worth, whoever has the better; 0 at grande and
    chica, where only the better hand is worth anything."""
    if lance is Lance.PUNTO:
        return 1
    value = {Lance.PARES: pares_value, Lance.JUEGO: juego_value}.get(lance)
    if value is None:
        return 0
    return sum(
        value(hand.ranks(options))
        for seat, hand in zip(deal.seats, deal.hands, strict=True)
        if seat.pair == pair
    )
