"""The bets of a record, lance by lance, as `rules.mus.betting` lets them go.

M-V.2  who may answer, and when a lance is closed                       done: `Betting`
M-V.3  "a las dos": grande and chica at once                            done: `a_las_dos`
M-V.11 who takes no part may not bet                                    done: left out

A call that was not allowed is a finding and changes nothing. A bet that nobody answered is left
open; so is grande when chica was raised after "a las dos" and no option says what becomes of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.errors import IllegalMove
from rules.mus.betting import Betting, Call, Ending, Result, Said
from rules.mus.deal import Seat
from rules.mus.lances import Lance
from rules.mus.options import ALasDosRaise
from rules.mus.record import Act, Bet
from rules.mus.report import Mistake
from rules.mus.standing import Bets, Table

_ACTIVE = (Said.BET, Said.RAISE, Said.ACCEPT, Said.ORDAGO)
_RAISES = (Said.RAISE, Said.ORDAGO)


@dataclass(frozen=True, slots=True)
class Replayed:
    """The bets of a lance. `open_to` are the ways a bet may have ended that the record leaves
    open, by name; empty when it ended. `why` is the code of the question, `option` what would
    answer it."""

    bets: Bets
    findings: tuple[Mistake, ...] = ()
    open_to: tuple[tuple[str, Result], ...] = ()
    why: str = ""
    clause: str = ""
    option: str | None = None


def replay_bets(
    table: Table, lance: Lance, speakers: tuple[Seat, ...], calls: Sequence[Call]
) -> Replayed:
    """Feed the calls of a lance to its bets. Where only one pair takes part there is nothing to
    bet on, and its passes are no fault."""
    betting = Betting(lance, speakers)
    active: set[Seat] = set()
    ordago_by: Seat | None = None
    findings: list[Mistake] = []
    for call in calls:
        if call.said is Said.PASS and not betting.disputed:
            continue
        try:
            betting = betting.after(call, table.options)
        except IllegalMove as refused:
            clause = refused.clause or "M-V.2"
            findings.append(Mistake("mus.error.illegal_call", clause, call.seat, lance))
            continue
        if call.said in _ACTIVE:
            active.add(call.seat)
        if call.said is Said.ORDAGO:
            ordago_by = call.seat
    who = frozenset(active)
    if betting.bettor is None:
        return Replayed(Bets(active=who), tuple(findings))
    try:
        result = betting.finished().result
        assert result is not None  # `finished` gives one or refuses
        return Replayed(Bets(result, who, ordago_by), tuple(findings))
    except IllegalMove:
        accepted = Ending.ORDAGO if betting.ordago else Ending.ACCEPTED
        ways = (
            ("refused", Result(Ending.REFUSED, betting.accepted, betting.bettor)),
            ("accepted", Result(accepted, betting.offered, betting.bettor)),
        )
        bets = Bets(active=who, ordago_by=ordago_by)
        return Replayed(bets, tuple(findings), ways, "mus.pending.unanswered", "M-V.2")


def calls_of(acts: Sequence[Act]) -> tuple[Call, ...]:
    """The calls among the acts of a lance, without announcements."""
    return tuple(act.call for act in acts if isinstance(act, Bet))


def a_las_dos(
    table: Table, grande: Sequence[Act], chica: Sequence[Act]
) -> tuple[Replayed, Replayed]:
    """Grande and chica, bet at once or one after the other.

    A bet "a las dos" opens chica as it opened grande. Answers on one line alone are taken for both;
    chica raised while grande has no answer closes grande, and how is an option (M-V.3).
    """
    seats = table.deal.seats
    grande_calls, chica_calls = calls_of(grande), calls_of(chica)
    both = [act.call for act in grande if isinstance(act, Bet) and act.a_las_dos]
    if not both:
        return (
            replay_bets(table, Lance.GRANDE, seats, grande_calls),
            replay_bets(table, Lance.CHICA, seats, chica_calls),
        )
    answers = grande_calls[grande_calls.index(both[0]) + 1 :]
    raised = [call for call in chica_calls if call.said in _RAISES]
    if not chica_calls:
        chica_calls = answers
    elif not answers and not raised:
        grande_calls = (*grande_calls, *chica_calls)
    replayed_grande = replay_bets(table, Lance.GRANDE, seats, grande_calls)
    replayed_chica = replay_bets(table, Lance.CHICA, seats, (both[0], *chica_calls))
    if not answers and raised:
        replayed_grande = _grande_after_raise(table, replayed_grande, raised[0])
    return replayed_grande, replayed_chica


def _grande_after_raise(table: Table, grande: Replayed, raised: Call) -> Replayed:
    """Grande when chica was raised: closed, and as the option says accepted or refused."""
    ways = dict(grande.open_to)
    if not ways:
        return grande
    option = table.options.a_las_dos_raise
    if option is ALasDosRaise.PENDING:
        return Replayed(
            grande.bets,
            grande.findings,
            grande.open_to,
            "mus.pending.a_las_dos_raise",
            "M-V.3",
            "a_las_dos_raise",
        )
    accepted = option is ALasDosRaise.GRANDE_ACCEPTED
    result = ways["accepted" if accepted else "refused"]
    active = grande.bets.active | {raised.seat} if accepted else grande.bets.active
    return Replayed(Bets(result, active, grande.bets.ordago_by), grande.findings)
