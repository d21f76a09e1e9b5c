"""What the replay of a record comes to: stones, mistakes, and what the text leaves to decide."""

from dataclasses import dataclass

from rules.formats import Score
from rules.mus.awards import Award
from rules.mus.deal import Seat
from rules.mus.lances import Lance
from rules.mus.partida import Pair


@dataclass(frozen=True, slots=True)
class Mistake:
    """A fault found in a record. `code` is a line of MISTAKES, `clause` the ID that rules on it;
    `lance` where it belongs to one. `costs` is False for one that was put right in time, or that
    the cards do not bear out: then nothing follows from it."""

    code: str
    clause: str
    seat: Seat
    lance: Lance | None = None
    costs: bool = True


MISTAKES = frozenset(
    {
        "mus.error.not_announced",  # held it and did not say so
        "mus.error.announced_without",  # said so and did not hold it
        "mus.error.hand_void",  # a fault that voids the whole hand
        "mus.error.pass_ordered",  # the mano with 31 sent his partner to pass
        "mus.error.not_borne_out",  # a fault written down that the cards contradict
        "mus.error.told",  # a fault written down that the engine lays no penalty on
        "mus.error.illegal_call",  # a call that was not allowed; the replay leaves it out
    }
)


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to decide: the stones it gives for the lance, and what the deal comes to by it."""

    name: str
    awards: tuple[Award, ...]
    score: Score
    winner: Pair | None


@dataclass(frozen=True, slots=True)
class PendingDecision:
    """What the text does not decide. `clause` is the nearest one, `option` the field of Options
    that would decide it, None where only the committee can."""

    code: str
    clause: str
    lance: Lance
    alternatives: tuple[Alternative, ...]
    option: str | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """A deal replayed. `awards` are the stones of each line in the order in which they are counted,
    also those after the game was won; `uncounted` are the ones that came too late or fell with an
    órdago. `score` is (A, B) after the deal; lances in `pending` are not in it, and each of their
    alternatives leaves the other pending ones out."""

    awards: tuple[Award, ...]
    uncounted: tuple[Award, ...]
    score: Score
    winner: Pair | None
    findings: tuple[Mistake, ...]
    pending: tuple[PendingDecision, ...]
