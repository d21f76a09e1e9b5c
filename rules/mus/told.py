"""The faults that a record tells, each with when it happened.

M-I.9, M-I.10, M-I.11 whether grande was closed by then                     done: `told_faults`
M-I.8                 whether it was in the deal or in a discard             done: `told_faults`

A fault stands on a line of its own where it happened. Grande is closed once its bets have ended, or
once another lance has begun.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.errors import IllegalMove
from rules.mus.betting import Betting, Said
from rules.mus.deal import SEATS
from rules.mus.lances import Lance
from rules.mus.options import Options
from rules.mus.record import Acts, Bet, Discards, Fault, Heading, Line


@dataclass(frozen=True, slots=True)
class Told:
    """A fault; the heading under which it stands; whether grande was closed by then, and whether
    cards had been discarded."""

    fault: Fault
    heading: Heading
    grande_closed: bool
    after_discard: bool


def told_faults(lines: Sequence[Line], options: Options) -> tuple[Told, ...]:
    """The faults of a record, in their order."""
    found: list[Told] = []
    heading = Heading.MUS
    discarded = later_lance = False
    for number, line in enumerate(lines):
        if isinstance(line, Acts):
            heading = line.heading
            later_lance |= heading not in (Heading.MUS, Heading.GRANDE)
            discarded |= any(isinstance(act, Discards) for act in line.acts)
        elif isinstance(line, Fault):
            closed = later_lance or _grande_over(lines, number, options)
            found.append(Told(line, heading, closed, discarded))
    return tuple(found)


def _grande_over(lines: Sequence[Line], place: int, options: Options) -> bool:
    """Whether the bets of grande were over at that line, with nothing more written of them."""
    before, after = (
        [
            act.call
            for line in part
            if isinstance(line, Acts) and line.heading is Heading.GRANDE
            for act in line.acts
            if isinstance(act, Bet)
        ]
        for part in (lines[:place], lines[place:])
    )
    betting = Betting(Lance.GRANDE, SEATS)
    for call in before:
        try:
            betting = betting.after(call, options)
        except IllegalMove:
            continue
    if betting.result is not None:
        return True
    return not after and any(call.said in (Said.ACCEPT, Said.REFUSE) for call in before)
