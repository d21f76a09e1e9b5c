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

# code, clause, whether the whole hand is void, facts
_LINES: tuple[tuple[str, str, bool, str], ...] = (
    ("mus.sena.off", "M-P.7", False, "sena"),
    ("mus.sena.before_close", "M-II.1", False, "sena until"),
    ("mus.sena.blind_with_sena", "M-II.1", False, "sena held"),
    ("mus.sena.false", "M-II.3", False, "sena"),
    ("mus.sena.incomplete", "M-II.4", False, "sena complete"),
    ("mus.sena.higher_play", "M-II.5", False, "sena higher"),
    ("mus.sena.medias_before_31", "M-II.7", True, "sena until"),
    ("mus.sena.figures_before_close", "M-II.8", True, "sena until"),
    ("mus.sena.earlier_lance", "M-VIII.6", False, "sena lance"),
)


@dataclass(frozen=True, slots=True)
class BreachKind:
    """A line of the table."""

    code: str
    clause: str
    voids_hand: bool
    facts: frozenset[str]


BREACHES: Mapping[str, BreachKind] = {
    code: BreachKind(code, clause, voids_hand, frozenset(facts.split()))
    for code, clause, voids_hand, facts in _LINES
}


@dataclass(frozen=True, slots=True)
class Breach:
    """A breach: code, clause and facts, and whether the player's whole hand is void for it."""

    code: str
    clause: str
    voids_hand: bool
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)

    def ruling(self, seat: Seat) -> Ruling | None:
        """The penalty that the clause itself lays down for that player; None without one."""
        return Ruling(RulingKind.VOID_HAND, self.clause, seat) if self.voids_hand else None


def breach(code: str, **facts: Fact) -> Breach:
    """A breach of that line. A missing or undeclared fact is a fault of the program."""
    kind = BREACHES[code]
    if set(facts) != kind.facts:
        raise TypeError(f"{code} needs {sorted(kind.facts)}, got {sorted(facts)}")
    return Breach(code, kind.clause, kind.voids_hand, MappingProxyType(facts))
