"""Announcements of pares and juego against the cards: who held it and did not say so, who said so
and did not hold it, and who put it right in time.

M-VII.1, M-VIII.1 to be put right before the bets of the lance begin     done: `announced`
M-VII.4           an error at pares put right before the bets of juego   done: `repaired`

Where a lance has no bet, the time ends with the last announcement: a word said after the first pass
comes too late.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.mus.betting import Said
from rules.mus.deal import Seat
from rules.mus.lances import Lance
from rules.mus.record import Act, Announcement, Bet
from rules.mus.standing import Table


@dataclass(frozen=True, slots=True)
class Announced:
    """What was announced at a lance. `said` are those who take part by their own word; `denied`
    hold it and did not say so, `false` said so and do not hold it; `rectified` put theirs right in
    time."""

    said: tuple[Seat, ...]
    denied: frozenset[Seat] = frozenset()
    false: frozenset[Seat] = frozenset()
    rectified: frozenset[Seat] = frozenset()

    @property
    def wrong(self) -> frozenset[Seat]:
        return self.denied | self.false


def _time_of(acts: Sequence[Act]) -> int:
    """The place among the acts from which an announcement comes too late."""
    calls = [place for place, act in enumerate(acts) if isinstance(act, Bet)]
    bets = [
        place
        for place in calls
        if isinstance(act := acts[place], Bet) and act.call.said is not Said.PASS
    ]
    return (bets or calls or [len(acts)])[0]


def announced(table: Table, lance: Lance, acts: Sequence[Act]) -> Announced:
    """Compare the announcements on the lines of a lance with the cards. Who said nothing at all is
    taken to have said what he holds."""
    time = _time_of(acts)
    held = table.holders(lance)
    words: dict[Seat, bool] = {}
    rectified = set()
    for place, act in enumerate(acts):
        if not isinstance(act, Announcement):
            continue
        if act.seat not in words:
            words[act.seat] = act.has
        elif place < time:
            if act.has != words[act.seat]:
                rectified.add(act.seat)
            words[act.seat] = act.has
    said = tuple(seat for seat in table.deal.seats if words.get(seat, seat in held))
    return Announced(
        said=said,
        denied=frozenset(held) - frozenset(said),
        false=frozenset(said) - frozenset(held),
        rectified=frozenset(rectified) - (frozenset(held) ^ frozenset(said)),
    )


def repaired(acts: Sequence[Act]) -> frozenset[Seat]:
    """Who told his whole hand on the lines of juego before its bets began (M-VII.4)."""
    early = acts[: _time_of(acts)]
    return frozenset(
        act.seat for act in early if isinstance(act, Announcement) and act.rectified is not None
    )
