"""A deal as it is played: what may be said now, and what it leads to.

M-P.5   while the deck runs whoever cuts the mus becomes mano            done, by `MusPhase`
M-P.6   grande, chica, pares, juego or no juego, one after the other     done: `apply`, `close`
M-III.3 who has given mus does not open                                  done, by `MusPhase`
M-IV.1  all four discard, in their order                                 done: `apply`
M-V.2   an answer in the singular leaves the lance open                  done: `close`
M-V.11  who takes no part does not bet, close or send on                 done, by `Betting`
M-V.12  nothing of juego before pares is closed                          done: `apply`
M-V.13  an accepted órdago ends the deal                                 done: `apply`
M-VII.1, M-VIII.1  an announcement put right before the bets             done: `apply`
M-V.3   "a las dos"                                                      NOT HERE: in a record

A wrong announcement is no illegal act: it may be made, and `replay` says what it costs. The cards
are those of the lances: discards are counted, not drawn.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.errors import IllegalMove
from rules.formats import Score
from rules.mus.betting import Betting, Call, Ending, Said
from rules.mus.betting import legal as legal_calls
from rules.mus.deal import SEATS, Deal, Seat
from rules.mus.dealing import check_discard, check_discard_order
from rules.mus.lances import Lance
from rules.mus.mus_phase import MusPhase
from rules.mus.options import ASTURIAS, Options
from rules.mus.record import Act, Acts, Announcement, Bet, Discards, Heading, MusAct, Record

HEADINGS = {
    Lance.GRANDE: Heading.GRANDE,
    Lance.CHICA: Heading.CHICA,
    Lance.PARES: Heading.PARES,
    Lance.JUEGO: Heading.JUEGO,
    Lance.PUNTO: Heading.PUNTO,
}
_ANNOUNCED = (Lance.PARES, Lance.JUEGO)


@dataclass(frozen=True, slots=True)
class DealState:
    """Where a deal stands. `lance` is None before the mus is cut and once the deal is over; `said`
    are the announcements of the lance, `betting` its bets once everybody has announced."""

    deal: Deal
    mus: MusPhase
    options: Options = ASTURIAS
    lance: Lance | None = None
    said: tuple[tuple[Seat, bool], ...] = ()
    betting: Betting | None = None
    over: bool = False
    lines: tuple[Acts, ...] = ()

    @property
    def may_close(self) -> bool:
        """Whether the bets of the lance end if nobody adds anything (M-V.2)."""
        betting = self.betting
        return betting is not None and bool(betting.accepted_by or betting.refused_by)

    def record(self, before: Score = (0, 0)) -> Record:
        """What has been played, as a record for `replay`."""
        tags = (("Tanteo", f"{before[0]}-{before[1]}"), ("Cartas", str(self.deal)))
        return Record(tags, self.deal, before, (), self.lines)


def start(deal: Deal, options: Options = ASTURIAS, *, runs: bool = False) -> DealState:
    """A deal that has been served; `runs` says whether the deck runs, whose first holder is then
    the mano of `deal`."""
    return DealState(deal, MusPhase(deal.mano.to_the_right(-1), runs=runs), options)


def legal(state: DealState) -> Iterator[Act]:
    """Every act that is legal now, a bet or raise without its number, an answer in the singular and
    in the plural, the discards of one card each. `close` may be possible besides."""
    if state.over:
        return
    if state.lance is None:
        yield from _legal_mus(state.mus, state.options)
    elif state.betting is None:
        seat = _to_announce(state)
        yield from (Announcement(seat, has) for has in (True, False))
    else:
        for seat, said in legal_calls(state.betting):
            yield Bet(Call(seat, said))
            if said in (Said.ACCEPT, Said.REFUSE):
                yield Bet(Call(seat, said, plural=True))


def apply(state: DealState, act: Act) -> DealState:
    """The deal after that act. Raises IllegalMove with the clause that forbids it."""
    if state.over:
        raise IllegalMove("mus.act.not_now", clause="M-P.6", act=str(act))
    if isinstance(act, MusAct | Discards):
        return _in_mus(state, act)
    if state.lance is None:
        raise IllegalMove("mus.act.not_now", clause="M-III.3", act=str(act))
    if isinstance(act, Announcement):
        return _announce(state, act)
    if state.betting is None or act.a_las_dos:
        raise IllegalMove("mus.act.not_now", clause="M-P.6", act=str(act))
    after = _written(state, act, betting=state.betting.after(act.call, state.options))
    return _closed(after)


def close(state: DealState) -> DealState:
    """The deal when nobody adds anything to an answer in the singular (M-V.2). Raises IllegalMove
    while a bet waits for one, or there is nothing to close."""
    if state.betting is None:
        raise IllegalMove("mus.act.not_now", clause="M-V.2", act="-")
    return _closed(replace(state, betting=state.betting.finished()))


def _legal_mus(mus: MusPhase, options: Options) -> Iterator[Act]:
    if mus.must_discard:
        yield Discards(tuple((seat, 1) for seat in mus.discard_order(options)))
        return
    if mus.turn is not None:
        yield MusAct(mus.turn, cuts=False)
    yield from (MusAct(seat, cuts=True) for seat in SEATS if seat not in mus.given_by)


def _in_mus(state: DealState, act: MusAct | Discards) -> DealState:
    if state.lance is not None:
        raise IllegalMove("mus.act.not_now", clause="M-P.6", act=str(act))
    mus = state.mus
    if isinstance(act, Discards):
        served = mus.served()
        for seat, cards in act.cards:
            check_discard(seat, cards)
        order = mus.discard_order(state.options)
        clause = "M-P.5" if mus.runs else "M-IV.1"
        check_discard_order([seat for seat, _cards in act.cards], order, clause)
        return replace(_written(state, act), mus=served)
    if not act.cuts:
        return replace(_written(state, act), mus=mus.give(act.seat))
    cut = mus.cut(act.seat)
    mano = cut.mano or state.deal.mano
    deal = Deal(mano, tuple(state.deal.hand(seat) for seat in mano.round()))
    return _begun(replace(_written(state, act), mus=cut, deal=deal), Lance.GRANDE)


def _to_announce(state: DealState) -> Seat:
    """Who has to announce next: from the mano to the right."""
    return state.deal.seats[len(state.said)]


def _announce(state: DealState, act: Announcement) -> DealState:
    """An announcement in turn, or one put right as long as nobody has spoken of stones."""
    lance, betting = state.lance, state.betting
    if lance not in _ANNOUNCED:
        raise IllegalMove("mus.act.not_now", clause="M-P.6", act=str(act))
    if betting is not None and (betting.bettor is not None or betting.passed):
        # What comes now is of the next lance, or too late.
        early = lance is Lance.PARES and act.seat not in betting.speakers
        raise IllegalMove("mus.act.not_now", clause="M-V.12" if early else "M-P.6", act=str(act))
    if act.rectified is not None and act.seat in dict(state.said):
        said = tuple((seat, act.has if seat is act.seat else has) for seat, has in state.said)
    elif betting is None and act.rectified is None and act.seat is _to_announce(state):
        said = (*state.said, (act.seat, act.has))
    else:
        raise IllegalMove("mus.act.not_now", clause="M-P.6", act=str(act))
    after = replace(_written(state, act), said=said)
    return after if len(said) < len(SEATS) else _all_announced(after)


def _all_announced(state: DealState) -> DealState:
    """The bets of a lance that everybody has announced, or the next one where there are none."""
    assert state.lance is not None  # somebody has just announced at it
    speakers = tuple(seat for seat, has in state.said if has)
    if not speakers and state.lance is Lance.JUEGO:
        return _begun(state, Lance.PUNTO)
    betting = Betting(state.lance, speakers)
    if not betting.disputed:
        return _next(state)
    return replace(state, betting=betting)


def _closed(state: DealState) -> DealState:
    """The next lance once the bets have ended; the end of the deal after an órdago (M-V.13)."""
    result = None if state.betting is None else state.betting.result
    if result is None:
        return state
    if result.ending is Ending.ORDAGO:
        return replace(state, lance=None, said=(), betting=None, over=True)
    return _next(state)


def _next(state: DealState) -> DealState:
    following = {Lance.GRANDE: Lance.CHICA, Lance.CHICA: Lance.PARES, Lance.PARES: Lance.JUEGO}
    lance = None if state.lance is None else following.get(state.lance)
    if lance is None:
        return replace(state, lance=None, said=(), betting=None, over=True)
    return _begun(state, lance)


def _begun(state: DealState, lance: Lance) -> DealState:
    betting = None if lance in _ANNOUNCED else Betting(lance, state.deal.seats)
    return replace(state, lance=lance, said=(), betting=betting)


def _written(state: DealState, act: Act, betting: Betting | None = None) -> DealState:
    """The state with the act on the line of its lance."""
    heading = Heading.MUS if state.lance is None else HEADINGS[state.lance]
    lines = state.lines
    if lines and lines[-1].heading is heading:
        lines = (*lines[:-1], Acts(heading, (*lines[-1].acts, act)))
    else:
        lines = (*lines, Acts(heading, (act,)))
    return replace(state, lines=lines, betting=betting or state.betting)
