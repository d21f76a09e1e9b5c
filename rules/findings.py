"""What a check finds: a code, how grave it is, the clause, and the facts. No sentences.

`FindingKind` is a line in a table of kinds; each discipline keeps one table, and a finding is made
from a line of it, so that a code never appears with two severities or two clauses.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

_Plain = str | int | bool | None
Fact = _Plain | tuple[_Plain, ...]


class Severity(StrEnum):
    """What a finding does to the acta."""

    ERROR = "ERROR"  # stops the filing
    WARNING = "WARNING"  # has to be acknowledged
    COMMITTEE = "COMMITTEE"  # the filing goes on and opens a case


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found. `facts` are plain values, so a finding can be stored as JSON."""

    code: str
    severity: Severity
    clause: str
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "facts", MappingProxyType(dict(self.facts)))

    def with_facts(self, **more: Fact) -> "Finding":
        """The same finding with more facts, e.g. the board it was found on."""
        return Finding(self.code, self.severity, self.clause, {**self.facts, **more})

    def to_mapping(self) -> dict[str, object]:
        """Plain dict for JSON."""
        return {
            "code": self.code,
            "severity": self.severity.value,
            "clause": self.clause,
            "facts": {
                key: list(value) if isinstance(value, tuple) else value
                for key, value in self.facts.items()
            },
        }


@dataclass(frozen=True, slots=True)
class FindingKind:
    """A line of a table of findings: the code with its severity, clause and the facts it brings."""

    code: str
    severity: Severity
    clause: str
    facts: frozenset[str] = frozenset()

    def found(self, **facts: Fact) -> Finding:
        """A finding of this kind. A missing or undeclared fact is a fault of the program."""
        if set(facts) != self.facts:
            raise TypeError(f"{self.code} needs {sorted(self.facts)}, got {sorted(facts)}")
        return Finding(self.code, self.severity, self.clause, facts)


def stops_filing(findings: Iterable[Finding]) -> bool:
    """Whether any of the findings is an error."""
    return any(finding.severity is Severity.ERROR for finding in findings)


def of_severity(findings: Iterable[Finding], severity: Severity) -> list[Finding]:
    """The findings of one severity, in their order."""
    return [finding for finding in findings if finding.severity is severity]
