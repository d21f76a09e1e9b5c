"""The bets of one lance: who may say what, and how it ends.

M-V.1  more than forty counts as two, sums may pass forty          done: `Betting.after`
M-V.2  each speaks for himself unless in the plural; the partner
       may revoke a refusal or raise, never annul an acceptance     done
M-V.3  "a las dos", grande and chica at once                       NOT HERE: two lances at once
M-V.9  partners who bet differently, in an order nobody knows      NOT HERE: a ruling on a record
M-V.11 who takes no part may advise, not bet nor close             done: `speakers`
M-V.13 an accepted órdago ends the game                            done: rules.mus.played

`legal` is the only place that knows what may be said; `Betting.after` asks it. The text lays down
no order of speaking inside a lance, so none is asked for, but nobody passes or answers twice.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.errors import IllegalMove
from rules.mus.deal import Seat
from rules.mus.lances import Lance
from rules.mus.options import ASTURIAS, Options, RaiseWithoutNumber
from rules.mus.partida import Pair

MOST_STONES = 40  # in one bet or raise (M-V.1)
ORDINARY = 2  # an envite without a number, and one of too many stones


class Said(StrEnum):
    """What can be said in a lance."""

    PASS = "pass"  # noqa: S105  # what is said, no password
    BET = "bet"
    RAISE = "raise"
    ACCEPT = "accept"
    REFUSE = "refuse"
    ORDAGO = "ordago"


@dataclass(frozen=True, slots=True)
class Call:
    """What a player says. `stones` of a bet or raise, None without a number; `plural` of an answer
    that speaks for both ("queremos", "no queremos")."""

    seat: Seat
    said: Said
    stones: int | None = None
    plural: bool = False


class Ending(StrEnum):
    """How the bets of a lance end."""

    PASSED = "passed"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    ORDAGO = "ordago"  # accepted


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a lance's bets. `stones` are those accepted: when the last bet was refused, those
    that stood before it. `bettor` is the pair of the last bet, None where all passed."""

    ending: Ending
    stones: int = 0
    bettor: Pair | None = None


@dataclass(frozen=True, slots=True)
class Betting:
    """Where the bets of a lance stand.

    `speakers` take part, in talk order: all four at grande, chica and punto, those who have said
    that they hold pares or juego at these. `accepted` stones stand, `offered` ones (the sum with
    what stood before) wait for an answer of the pair that is not `bettor`'s; `refused_by` and
    `accepted_by` have answered for themselves.
    """

    lance: Lance
    speakers: tuple[Seat, ...]
    passed: tuple[Seat, ...] = ()
    bettor: Pair | None = None
    accepted: int = 0
    offered: int = 0
    ordago: bool = False
    refused_by: tuple[Seat, ...] = ()
    accepted_by: tuple[Seat, ...] = ()
    result: Result | None = None

    def after(self, call: Call, options: Options = ASTURIAS) -> "Betting":
        """The bets after that call. Raises IllegalMove with the clause that forbids it."""
        _refuse_illegal(self, call)
        if call.said is Said.PASS:
            passed = (*self.passed, call.seat)
            all_passed = len(passed) == len(self.speakers)
            return replace(
                self, passed=passed, result=Result(Ending.PASSED) if all_passed else None
            )
        if call.said in (Said.BET, Said.RAISE, Said.ORDAGO):
            return replace(
                self,
                bettor=call.seat.pair,
                accepted=self.offered,
                offered=self.offered + self._stones(call, options),
                ordago=call.said is Said.ORDAGO,
                refused_by=(),
                accepted_by=(),
            )
        answered = (
            replace(self, accepted_by=(*self.accepted_by, call.seat))
            if call.said is Said.ACCEPT
            else replace(self, refused_by=(*self.refused_by, call.seat))
        )
        return answered.finished() if call.plural or not answered.answering else answered

    def finished(self) -> "Betting":
        """The bets when nobody adds anything to what was answered in the singular (M-V.2)."""
        if self.result is not None:
            return self
        if not (self.accepted_by or self.refused_by):
            raise IllegalMove("mus.bet.unanswered", clause="M-V.2", lance=self.lance.value)
        if not self.accepted_by:
            return replace(self, result=Result(Ending.REFUSED, self.accepted, self.bettor))
        ending = Ending.ORDAGO if self.ordago else Ending.ACCEPTED
        return replace(self, result=Result(ending, self.offered, self.bettor))

    @property
    def disputed(self) -> bool:
        """Whether both pairs take part, so that there is something to bet on."""
        return len({seat.pair for seat in self.speakers}) > 1

    @property
    def answering(self) -> tuple[Seat, ...]:
        """Who may still answer the bet on the table."""
        if self.bettor is None or self.result is not None:
            return ()
        answered = self.accepted_by + self.refused_by
        return tuple(
            seat for seat in self.speakers if seat.pair != self.bettor and seat not in answered
        )

    def _stones(self, call: Call, options: Options) -> int:
        """The stones that a bet adds (M-V.1)."""
        if call.said is Said.ORDAGO:
            return 0
        if call.stones is not None:
            return call.stones if call.stones <= MOST_STONES else ORDINARY
        doubles = options.raise_without_number is RaiseWithoutNumber.DOUBLE
        return self.offered if doubles and call.said is Said.RAISE else ORDINARY


def legal(betting: Betting) -> Iterator[tuple[Seat, Said]]:
    """Everything that may be said now, and by whom."""
    if betting.result is not None or not betting.disputed:
        return
    if betting.bettor is None:
        for seat in betting.speakers:
            if seat not in betting.passed:
                yield from ((seat, said) for said in (Said.PASS, Said.BET, Said.ORDAGO))
        return
    for seat in betting.answering:
        yield seat, Said.ACCEPT
        if not betting.accepted_by:
            yield seat, Said.REFUSE
        if not betting.ordago:
            yield from ((seat, said) for said in (Said.RAISE, Said.ORDAGO))


def _refuse_illegal(betting: Betting, call: Call) -> None:
    if call.stones is not None and call.stones < 1:
        raise IllegalMove("mus.bet.no_stones", clause="M-V.1", stones=call.stones)
    if (call.seat, call.said) in legal(betting):
        return
    raise IllegalMove(
        "mus.bet.not_now",
        clause=_forbidding(betting, call),
        lance=betting.lance.value,
        seat=call.seat.value,
        said=call.said.value,
    )


def _forbidding(betting: Betting, call: Call) -> str:
    """The clause to cite against a call that is not legal."""
    if call.seat not in betting.speakers:
        return "M-V.11"
    return "M-V.9" if call.seat.pair == betting.bettor else "M-V.2"
