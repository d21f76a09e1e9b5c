"""What a discipline says about the record of one deal: plain values for every page.

A record is text in the discipline's own notation. The report carries codes, clauses and numbers,
never a sentence; `heading` is a part of the deal (a lance), `pair` and `seat` are the discipline's
names for who played. The pages know nothing else of the engine that ruled.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.findings import Fact
from rules.formats import Score

# A deal takes some four hundred characters; with comments and faults, ten times as much.
LONGEST_RECORD = 4_000


@dataclass(frozen=True, slots=True)
class ReportLine:
    """Points of one pair. `reason` is what for, `clause` the ID, `option` the reading that decided
    where the text is silent. `counted` is False for what came after the game was won, or fell."""

    heading: str
    pair: str
    stones: int
    reason: str
    clause: str
    option: str | None = None
    counted: bool = True


@dataclass(frozen=True, slots=True)
class ReportFinding:
    """Something that was found. `costs` is False where nothing follows from it; `seat` is empty
    where it is about nobody in particular."""

    code: str
    clause: str
    seat: str
    heading: str | None = None
    costs: bool = True
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class ReportWay:
    """One way to decide what is open: `name` is its code (parts joined by a dot), then the lines it
    gives and what the deal comes to by it."""

    name: str
    lines: tuple[ReportLine, ...]
    score: Score
    winner: str | None


@dataclass(frozen=True, slots=True)
class ReportPending:
    """What the text leaves open: the nearest clause, and the option that would decide it (None
    where only a committee can)."""

    code: str
    clause: str
    heading: str
    ways: tuple[ReportWay, ...]
    option: str | None = None


@dataclass(frozen=True, slots=True)
class ReportClaim:
    """What the record says is claimed against a player, and the code and facts of the answer; no
    code where there is nothing to answer."""

    clause: str
    seat: str
    text: str = ""
    answer: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class RecordReport:
    """A deal ruled upon.

    `record` is the record as the discipline writes it, `hands` every seat with its cards from the
    one who speaks first (`mano`), `settings` the options that the record names itself. `score` is
    after the deal without what is pending; `target` is what a game is played to. `written` compares
    what the table wrote down with the ruling; `decided` are the options that decided something,
    also those that no line names; `redeal` says that the deal does not count at all.
    """

    record: str
    mano: str
    hands: tuple[tuple[str, tuple[str, ...]], ...]
    before: Score
    target: int
    score: Score
    winner: str | None
    lines: tuple[ReportLine, ...]
    findings: tuple[ReportFinding, ...] = ()
    pending: tuple[ReportPending, ...] = ()
    claims: tuple[ReportClaim, ...] = ()
    settings: tuple[tuple[str, str | int], ...] = ()
    written: tuple[ReportFinding, ...] = ()
    decided: tuple[str, ...] = ()
    redeal: bool = False

    @property
    def options(self) -> tuple[str, ...]:
        """The options that decided something, each once, in the order of the lines."""
        named = [line.option for line in self.lines if line.option]
        return tuple(dict.fromkeys(named))

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the report rests on, each once."""
        cited = [found.clause for found in self.findings]
        cited += [line.clause for line in self.lines]
        cited += [pending.clause for pending in self.pending]
        return tuple(dict.fromkeys(cited))
