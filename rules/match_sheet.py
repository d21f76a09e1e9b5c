"""The live sheet of a discipline whose encounter is one match, written act by act.

A sheet is a list of acts in the discipline's own notation, one text each; everything else follows
from them. What crosses the seam is plain: texts in, JSON out. Who keeps a sheet stores the acts and
asks again; undoing is asking without the last one.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from rules.findings import Fact, Finding
from rules.formats import Score, Side
from rules.team_rules import Branch

Rosters = Mapping[Side, Collection[int] | None]


@dataclass(frozen=True, slots=True)
class RefusedAct:
    """An act that could not be: its place among those given (from nought), and why."""

    place: int
    act: str
    code: str
    clause: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SheetState:
    """What a list of acts comes to. `state` is JSON, for the page and for its mirror on a phone;
    `sets` are the points of those that are over, `points` all points of the match."""

    state: Mapping[str, Any]
    findings: tuple[Finding, ...]
    refused: tuple[RefusedAct, ...]
    sets: tuple[Score, ...]
    score: Score
    points: Score
    winner: Side | None
    by_default: Side | None  # who lost the match by not being there

    @property
    def is_over(self) -> bool:
        return self.winner is not None


@dataclass(frozen=True, slots=True)
class CheckItem:
    """A line that is ticked before play: a key, its clause and the measures that its words name."""

    key: str
    clause: str
    facts: Mapping[str, str] = field(default_factory=dict)


class MatchSheet(Protocol):
    """What a discipline with a match sheet answers."""

    @property
    def players_least(self) -> int:
        """With fewer on its list a side cannot begin."""
        ...

    @property
    def players_most(self) -> int: ...

    def replay(
        self, acts: Sequence[str], settings: Mapping[str, Any], rosters: Rosters
    ) -> SheetState:
        """The match after the acts. One that is not allowed, or cannot be read, is told and left
        out. A roster holds the shirts on the list, None where it is not known."""
        ...

    def record(
        self, acts: Sequence[str], settings: Mapping[str, Any], rosters: Rosters, name: str
    ) -> str:
        """The whole match as one text in the discipline's notation."""
        ...

    def account(
        self, acts: Sequence[str], settings: Mapping[str, Any], rosters: Rosters
    ) -> Mapping[str, Any]:
        """The match set by set, for its sheet on paper: JSON. Without acts, what an empty sheet has
        room for (`most_sets`, `cap`, `players`, `changes`, `time_outs`).

        `sets` hold number, slips, first_server, turns of service (place in the slip, own points
        when it ended), time_outs and changes with the score at which they came, result, awarded (a
        clause) and played; `tosses` and `cards` are the match's.
        """
        ...

    def phone_rules(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """What a phone has to know to compute the same state: JSON."""
        ...

    def checklist(self, branch: Branch | None) -> tuple[CheckItem, ...]:
        """What the officials tick before play."""
        ...

    def needs_lists(self, act: str) -> bool:
        """Whether an act is one of play, for which both lists are signed; what happens when a team
        is not there or will not play is none."""
        ...

    def default_of(self, act: str) -> tuple[Side, int] | None:
        """The side and the number of a default, if the act is one."""
        ...

    def default_times(
        self, scheduled: datetime, settings: Mapping[str, Any]
    ) -> tuple[datetime, datetime]:
        """When a side that is short earns its first default, and when its second."""
        ...
