"""The bets of a record, lance by lance, as `rules.mus.betting` lets them go.

M-V.1  bets of more than forty, raises without a number                 named: `options_of_calls`
M-V.2  who may answer, and when a lance is closed                       done: `Betting`
M-V.3  "a las dos": grande and chica at once                            done: `a_las_dos`
M-V.9  partners bet differently, one right after the other: the
       opponents choose                                                 done: `_competing`
M-V.11 who takes no part may not bet                                    done: left out

A call that was not allowed is a finding and changes nothing. A bet that nobody answered is left
open; so is grande when chica was raised after "a las dos" and no option says what becomes of it.
Which of two bets the opponents chose is told by a claim (`? M-V.9` with its seat); otherwise it is
left open too.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rules.errors import IllegalMove
from rules.mus.betting import MOST_STONES, Betting, Call, Ending, Result, Said
from rules.mus.deal import Seat
from rules.mus.lances import Lance
from rules.mus.options import ALasDosRaise
from rules.mus.record import Act, Bet
from rules.mus.report import Mistake
from rules.mus.standing import NOBODY, Bets, Table

_ACTIVE = (Said.BET, Said.RAISE, Said.ACCEPT, Said.ORDAGO)
_RAISES = (Said.RAISE, Said.ORDAGO)
_MOST_CHOICES = 3  # of one lance that are left open side by side


@dataclass(frozen=True, slots=True)
class Replayed:
    """The bets of a lance. `open_to` are the ways the bets may have gone that the record leaves
    open, by name; empty when they ended. `why` is the code of the question, `option` what would
    answer it, or answered it."""

    bets: Bets
    findings: tuple[Mistake, ...] = ()
    open_to: tuple[tuple[str, Bets], ...] = ()
    why: str = ""
    clause: str = ""
    option: str | None = None


@dataclass(slots=True)
class _Spoken:
    """The calls of a lance as they are fed to its bets, one after the other."""

    table: Table
    betting: Betting
    active: set[Seat] = field(default_factory=set)
    ordago_by: Seat | None = None
    closed_by: Seat | None = None
    findings: list[Mistake] = field(default_factory=list)
    last: tuple[int, Call] | None = None  # the last bet that stood, and its place

    def take(self, place: int, call: Call) -> IllegalMove | None:
        """Let a call stand, or say why it may not."""
        try:
            self.betting = self.betting.after(call, self.table.options)
        except IllegalMove as refused:
            return refused
        if call.said in _ACTIVE:
            self.active.add(call.seat)
        if call.said is Said.ORDAGO:
            self.ordago_by = call.seat
        if call.said is Said.ACCEPT:
            self.closed_by = call.seat
        if call.said in (Said.BET, *_RAISES):
            self.last = place, call
        return None

    def bets(self, result: Result) -> Bets:
        return Bets(result, frozenset(self.active), self.ordago_by, self.closed_by)


def replay_bets(
    table: Table,
    lance: Lance,
    speakers: tuple[Seat, ...],
    calls: Sequence[Call],
    chosen: frozenset[Seat] = NOBODY,
    choices: int = _MOST_CHOICES,
    places: Sequence[int] = (),
) -> Replayed:
    """Feed the calls of a lance to its bets. Where only one pair takes part there is nothing to
    bet on, and its passes are no fault. `chosen` are those whose bet the opponents chose (M-V.9),
    `choices` how many such questions may be left open, `places` the number of each call among the
    acts of its lance."""
    spoken = _Spoken(table, Betting(lance, speakers))
    places = places or range(1, len(calls) + 1)
    for place, call in enumerate(calls):
        if call.said is Said.PASS and not spoken.betting.disputed:
            continue
        refused = spoken.take(place, call)
        if refused is None:
            continue
        if choices and call.seat in speakers and _competing(spoken.last, place, call):
            return _chosen(table, lance, speakers, calls, place, chosen, choices, places)
        spoken.findings.append(
            Mistake(
                "mus.error.illegal_call",
                refused.clause or "M-V.2",
                call.seat,
                lance,
                facts={"act": str(Bet(call)), "place": places[place], "refusal": refused.code},
            )
        )
    return _ended(spoken)


def _ended(spoken: _Spoken) -> Replayed:
    """The bets once nothing more is said."""
    betting, findings = spoken.betting, tuple(spoken.findings)
    if betting.bettor is None:
        return Replayed(Bets(active=frozenset(spoken.active)), findings)
    try:
        result = betting.finished().result
        assert result is not None  # `finished` gives one or refuses
        return Replayed(spoken.bets(result), findings)
    except IllegalMove:
        accepted = Ending.ORDAGO if betting.ordago else Ending.ACCEPTED
        ways = (
            ("refused", Result(Ending.REFUSED, betting.accepted, betting.bettor)),
            ("accepted", Result(accepted, betting.offered, betting.bettor)),
        )
        open_to = tuple((name, spoken.bets(result)) for name, result in ways)
        bets = Bets(active=frozenset(spoken.active), ordago_by=spoken.ordago_by)
        return Replayed(bets, findings, open_to, "mus.pending.unanswered", "M-V.2")


def _competing(last: tuple[int, Call] | None, place: int, call: Call) -> bool:
    """Whether this call and the one right before it are bets of two partners that differ, so that
    nobody knows which was first (M-V.9)."""
    if last is None or last[0] != place - 1 or last[1].seat is not call.seat.partner:
        return False
    said = {last[1].said, call.said}
    alike = said <= {Said.BET, Said.ORDAGO} or said <= {Said.RAISE, Said.ORDAGO}
    return alike and (last[1].said, last[1].stones) != (call.said, call.stones)


def _chosen(
    table: Table,
    lance: Lance,
    speakers: tuple[Seat, ...],
    calls: Sequence[Call],
    place: int,
    chosen: frozenset[Seat],
    choices: int,
    places: Sequence[int],
) -> Replayed:
    """The bets when the opponents choose between the call there and the one before it."""
    first, second = calls[place - 1], calls[place]
    facts = {"first": str(Bet(first)), "second": str(Bet(second))}
    known = {call.seat for call in (first, second)} & chosen
    finding = Mistake("mus.error.competing_bets", "M-V.9", second.seat, lance, not known, facts)
    ways: list[tuple[str, Bets]] = []
    variants: list[Replayed] = []
    for kept, left_out in ((first, place), (second, place - 1)):
        if known and kept.seat not in known:
            continue
        rest = (*calls[:left_out], *calls[left_out + 1 :])
        at = (*places[:left_out], *places[left_out + 1 :])
        variant = replay_bets(table, lance, speakers, rest, chosen, choices - 1, at)
        variants.append(variant)
        name = str(Bet(kept))
        if variant.open_to:
            ways += [(f"{name}.{way}", bets) for way, bets in variant.open_to]
        else:
            ways.append((name, variant.bets))
    findings = (finding, *variants[0].findings)
    if len(variants) == 1:
        return replace(variants[0], findings=findings)
    return Replayed(
        variants[0].bets, findings, tuple(ways), "mus.pending.opponents_choose", "M-V.9"
    )


def options_of_calls(calls: Sequence[Call]) -> tuple[str, ...]:
    """The options that say what these calls are worth (M-V.1)."""
    found = []
    if any(call.stones is not None and call.stones > MOST_STONES for call in calls):
        found.append("bets_over_forty")
    if any(call.said is Said.RAISE and call.stones is None for call in calls):
        found.append("raise_without_number")
    return tuple(found)


def calls_of(acts: Sequence[Act]) -> tuple[Call, ...]:
    """The calls among the acts of a lance, without announcements."""
    return tuple(act.call for act in acts if isinstance(act, Bet))


def places_of(acts: Sequence[Act]) -> tuple[int, ...]:
    """The number of each call among the acts of a lance, from one."""
    return tuple(place for place, act in enumerate(acts, start=1) if isinstance(act, Bet))


def a_las_dos(
    table: Table,
    grande: Sequence[Act],
    chica: Sequence[Act],
    chosen: frozenset[Seat] = NOBODY,
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
            replay_bets(table, Lance.GRANDE, seats, grande_calls, chosen),
            replay_bets(table, Lance.CHICA, seats, chica_calls, chosen),
        )
    answers = grande_calls[grande_calls.index(both[0]) + 1 :]
    raised = [call for call in chica_calls if call.said in _RAISES]
    if not chica_calls:
        chica_calls = answers
    elif not answers and not raised:
        grande_calls = (*grande_calls, *chica_calls)
    replayed_grande = replay_bets(table, Lance.GRANDE, seats, grande_calls, chosen)
    replayed_chica = replay_bets(table, Lance.CHICA, seats, (both[0], *chica_calls), chosen)
    if not answers and raised:
        replayed_grande = _grande_after_raise(table, replayed_grande, raised[0])
    return replayed_grande, replayed_chica


def _grande_after_raise(table: Table, grande: Replayed, raised: Call) -> Replayed:
    """Grande when chica was raised: closed, and as the option says accepted or refused."""
    ways = dict(grande.open_to)
    if set(ways) != {"refused", "accepted"}:
        return grande
    option = table.options.a_las_dos_raise
    if option is ALasDosRaise.PENDING:
        return replace(
            grande, why="mus.pending.a_las_dos_raise", clause="M-V.3", option="a_las_dos_raise"
        )
    accepted = option is ALasDosRaise.GRANDE_ACCEPTED
    bets = ways["accepted" if accepted else "refused"]
    if accepted:
        bets = replace(bets, active=bets.active | {raised.seat})
    return Replayed(bets, grande.findings, option="a_las_dos_raise")
