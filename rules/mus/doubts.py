"""The readings of a record in which "no" may be "I have none" or "I do not accept".

A player who has not announced and says no once somebody has bet may mean either. A reading settles
it by what he announced before the bets: that he has none, or that he has it and then refused. So
each reading, written down, is clear.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from rules.mus.betting import Said
from rules.mus.deal import Seat
from rules.mus.record import Act, Acts, Announcement, Bet, Heading, Line, Record


@dataclass(frozen=True, slots=True)
class Doubt:
    """A word that may be either, where it stands, and whose it is."""

    heading: Heading
    seat: Seat
    line: int
    column: int
    word: str


def readings_of(record: Record, doubts: Sequence[Doubt]) -> tuple[Record, ...]:
    """Every reading of a record in which those words were taken for refusals: two for a doubt. A
    player has one doubt at pares and one at juego at most, and who settles it first has none."""
    found = []
    for choice in product((False, True), repeat=len(doubts)):
        lines = record.lines
        for doubt, has in zip(doubts, choice, strict=True):
            lines = _settled(lines, doubt, has=has)
        found.append(replace(record, lines=lines))
    return tuple(found)


def _settled(lines: tuple[Line, ...], doubt: Doubt, *, has: bool) -> tuple[Line, ...]:
    """The lines with the announcement before the bets; without the refusal where he has none."""
    settled: list[Line] = []
    announced = refused = False
    for line in lines:
        if not isinstance(line, Acts) or line.heading is not doubt.heading:
            settled.append(line)
            continue
        acts: list[Act] = []
        for act in line.acts:
            if isinstance(act, Bet) and not announced:
                acts.append(Announcement(doubt.seat, has))
                announced = True
            if not has and not refused and _is_refusal(act, doubt.seat):
                refused = True
                continue
            acts.append(act)
        settled.append(replace(line, acts=tuple(acts)))
    return tuple(settled)


def _is_refusal(act: Act, seat: Seat) -> bool:
    return (
        isinstance(act, Bet)
        and act.call.seat is seat
        and act.call.said is Said.REFUSE
        and not act.call.plural
    )
