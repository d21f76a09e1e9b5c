"""The mus of a record, act by act, as `rules.mus.mus_phase` lets it go.

M-P.5   the deck runs in a first deal                                   done: `replay_mus`
M-P.6   who cut the mus while the deck ran is mano                      done: `_mano`
M-III.1 in turn to give mus, anybody to cut it                          done, by `MusPhase`
M-III.3 who gave mus neither cuts it nor opens the bets                 done: `_opening`
M-IV.1  who discards first, and all four of them                        done: `_discards`
M-IV.2  one card at least                                               done: `_discards`
M-P.8   one to four cards                                               done: `_discards`

An act that was not allowed is a finding and changes nothing. A record does not say whether the deck
ran. Without that knowledge it is taken to have run only at the beginning of a game, and only if the
record makes more sense so.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.errors import IllegalMove
from rules.mus.cards import DECK
from rules.mus.deal import SEATS, Seat
from rules.mus.dealing import check_discard, check_discard_order
from rules.mus.hands import CARDS_IN_HAND
from rules.mus.mus_phase import MusPhase
from rules.mus.options import Options
from rules.mus.record import Acts, Bet, Discards, Heading, MusAct, Record
from rules.mus.report import Mistake

IN_PACK = len(DECK) - len(SEATS) * CARDS_IN_HAND  # and in the discards, once there are any


@dataclass(slots=True)
class ReplayedMus:
    """The mus gone through: where it ended, what was found, and the options that decided."""

    options: Options
    phase: MusPhase
    findings: list[Mistake] = field(default_factory=list)
    decided: list[str] = field(default_factory=list)
    pack: int = IN_PACK
    place: int = 0

    def take(self, act: MusAct | Discards) -> None:
        """Let an act stand, or note why it may not."""
        self.place += 1
        try:
            if isinstance(act, Discards):
                self._discards(act)
            elif act.cuts:
                self.phase = self.phase.cut(act.seat)
            else:
                self.phase = self.phase.give(act.seat)
        except IllegalMove as refused:
            self.refuse(refused, _whose(act, refused), str(act))

    def refuse(self, refused: IllegalMove, seat: Seat | None, act: str) -> None:
        of_order = refused.code == "mus.discard.out_of_order" and refused.clause == "M-IV.1"
        self.findings.append(
            Mistake(
                "mus.error.illegal_mus_act",
                refused.clause or "M-III.1",
                seat,
                facts={"act": act, "place": self.place, "refusal": refused.code},
                option="first_to_discard" if of_order else None,
            )
        )

    def _discards(self, act: Discards) -> None:
        """Discards that cannot be served are noted; play went on with the next cards all the
        same."""
        served = self.phase.served()
        order = self.phase.discard_order(self.options)
        self.decided.append("first_to_discard")
        self.phase = served
        for seat, cards in act.cards:
            check_discard(seat, cards)
        clause = "M-P.5" if served.runs else "M-IV.1"
        check_discard_order([seat for seat, _cards in act.cards], order, clause)
        wanted = sum(cards for _seat, cards in act.cards)
        if wanted > self.pack:
            self.findings.append(
                Mistake(
                    "mus.note.deck_exhausted",
                    "M-IV.1",
                    None,
                    costs=False,
                    facts={"wanted": wanted, "left": self.pack},
                    option="deck_exhausted",
                )
            )
            self.pack = IN_PACK
        self.pack -= wanted


def _whose(act: MusAct | Discards, refused: IllegalMove) -> Seat | None:
    """Whose act was refused: of discards, that of the player who had none or a wrong number."""
    if isinstance(act, MusAct):
        return act.seat
    waiting = refused.facts.get("seats")
    named = waiting[0] if isinstance(waiting, tuple) and waiting else refused.facts.get("seat")
    if named is not None:
        return Seat(str(named))
    return act.cards[0][0] if act.cards else None


def replay_mus(record: Record, options: Options, *, runs: bool | None = None) -> ReplayedMus | None:
    """Go through the mus of a record; None when it has none. `runs` says whether the deck ran,
    None when nobody knows."""
    acts = [
        act
        for line in record.lines
        if isinstance(line, Acts) and line.heading is Heading.MUS
        for act in line.acts
        if isinstance(act, MusAct | Discards)
    ]
    if not acts:
        return None
    readings = []
    mano = record.deal.mano
    if not runs:
        readings.append(_walk(record, acts, MusPhase(mano.to_the_right(-1)), options))
    may_run = runs is None and record.before == (0, 0) and readings[0].findings
    if runs or may_run:
        readings += [_walk(record, acts, MusPhase(seat, runs=True), options) for seat in SEATS]
    best = min(readings, key=lambda walked: len(walked.findings))
    if best.phase.runs:
        best.decided.append("mus_corrido")
        best.findings.append(Mistake("mus.note.deck_ran", "M-P.5", best.phase.first, costs=False))
    return best


def _walk(
    record: Record, acts: Sequence[MusAct | Discards], phase: MusPhase, options: Options
) -> ReplayedMus:
    walked = ReplayedMus(options, phase)
    for act in acts:
        walked.take(act)
    _opening(record, walked)
    _mano(record, walked)
    return walked


def _opening(record: Record, walked: ReplayedMus) -> None:
    """Whether the bets may begin: who opens them cuts the mus by it, if nobody has, and may not
    have given it (M-III.3)."""
    if walked.phase.cut_by is not None:
        return
    for line in record.lines:
        if not isinstance(line, Acts) or line.heading is Heading.MUS:
            continue
        for act in line.acts:
            if not isinstance(act, Bet):
                continue
            try:
                walked.phase = walked.phase.cut(act.call.seat)
            except IllegalMove as refused:
                walked.refuse(refused, act.call.seat, str(act))
            return


def _mano(record: Record, walked: ReplayedMus) -> None:
    """While the deck runs, whoever cut the mus is mano (M-P.6)."""
    cut_by = walked.phase.cut_by
    if walked.phase.runs and cut_by is not None and cut_by is not record.deal.mano:
        walked.findings.append(
            Mistake(
                "mus.error.mano_did_not_cut",
                "M-P.6",
                record.deal.mano,
                facts={"cut_by": cut_by.value},
            )
        )
