"""Every breach at the table that the engine can find in words, señas and bets: one line each.

A breach is no finding about an acta (`rules.mus.findings`): it costs the player his hand, where the
clause says so, and otherwise nothing that the text lays down.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.findings import Fact
from rules.mus.deal import Seat
from rules.mus.rulings import Ruling, RulingKind

_VOID = RulingKind.VOID_HAND

# code, clause, what the clause itself makes of it, facts
_LINES: tuple[tuple[str, str, RulingKind | None, str], ...] = (
    ("mus.word.not_firm", "M-III.2", None, ""),
    ("mus.word.asked_with_a_play", "M-III.2", _VOID, "play"),
    ("mus.word.alone_without_a_play", "M-III.4", None, ""),
    ("mus.question.conditional", "M-V.4", None, ""),
    ("mus.question.other_lance", "M-V.4", None, "asked lance"),
    ("mus.song.no_bet", "M-V.5", None, ""),
    ("mus.song.not_held", "M-V.5", None, "card"),
    ("mus.song.not_at_its_best", "M-V.5", None, "card expected"),
    ("mus.song.equal_omitted", "M-V.5", None, "card"),
    ("mus.song.more_than_three", "M-V.7", None, "cards"),
    ("mus.refusal.feigned", "M-V.14", _VOID, "lance"),
    ("mus.sena.off", "M-P.7", None, "sena"),
    ("mus.sena.before_close", "M-II.1", None, "sena until"),
    ("mus.sena.blind_with_sena", "M-II.1", None, "sena held"),
    ("mus.sena.false", "M-II.3", None, "sena"),
    ("mus.sena.incomplete", "M-II.4", None, "sena complete"),
    ("mus.sena.higher_play", "M-II.5", None, "sena higher"),
    ("mus.sena.medias_before_31", "M-II.7", _VOID, "sena until"),
    ("mus.sena.figures_before_close", "M-II.8", _VOID, "sena until"),
    ("mus.sena.earlier_lance", "M-VIII.6", None, "sena lance"),
)


@dataclass(frozen=True, slots=True)
class BreachKind:
    """A line of the table."""

    code: str
    clause: str
    penalty: RulingKind | None
    facts: frozenset[str]


BREACHES: Mapping[str, BreachKind] = {
    code: BreachKind(code, clause, penalty, frozenset(facts.split()))
    for code, clause, penalty, facts in _LINES
}


@dataclass(frozen=True, slots=True)
class Breach:
    """A breach: code, clause and facts, and the penalty that the clause lays down, None without."""

    code: str
    clause: str
    penalty: RulingKind | None
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)

    def ruling(self, seat: Seat) -> Ruling | None:
        """The penalty as a ruling on that player; None where the clause lays none down."""
        return None if self.penalty is None else Ruling(self.penalty, self.clause, seat)


def breach(code: str, **facts: Fact) -> Breach:
    """A breach of that line. A missing or undeclared fact is a fault of the program."""
    kind = BREACHES[code]
    if set(facts) != kind.facts:
        raise TypeError(f"{code} needs {sorted(kind.facts)}, got {sorted(facts)}")
    return Breach(code, kind.clause, kind.penalty, MappingProxyType(facts))
