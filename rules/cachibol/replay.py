"""Playing a record again: the match act by act, what it comes to, and everything wrong with it.

An act that the rules do not allow is told with its clause and left out; the match goes on without
it, so that one slip of the pencil does not hide the rest.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.cachibol.acts import (
    Act,
    Aggression,
    Card,
    CardKind,
    Default,
    Impersonation,
    PlayingFault,
    Refusal,
    Substitution,
)
from rules.cachibol.faults import CATALOGUE
from rules.cachibol.findings import (
    AGGRESSION,
    CARD_REPORTED,
    DEFAULTED,
    DISQUALIFIED,
    DOUBLE_FAULT,
    EMERGENCY,
    FORCED_SUBSTITUTION,
    IMPERSONATION,
    REFUSED_TO_PLAY,
)
from rules.cachibol.match import apply
from rules.cachibol.options import CACHIBOL, Options
from rules.cachibol.record import Acts, Record, written
from rules.cachibol.state import Match
from rules.errors import IllegalMove
from rules.findings import Finding
from rules.formats import Score, Side


@dataclass(frozen=True, slots=True)
class Refused:
    """An act that could not be: where it stands (line among the lines of acts, place on it, both
    from one) and why."""

    line: int
    place: int
    act: str
    move: IllegalMove


@dataclass(frozen=True, slots=True)
class Report:
    """What a record comes to. `moments` is the match after each act that was allowed."""

    match: Match
    moments: tuple[tuple[Act, Match], ...]
    findings: tuple[Finding, ...]
    refused: tuple[Refused, ...]

    @property
    def sets(self) -> tuple[Score, ...]:
        """The points of every set that is over."""
        return tuple(one.points for one in self.match.sets)

    @property
    def score(self) -> Score:
        """Sets won."""
        return self.match.score

    @property
    def winner(self) -> Side | None:
        return self.match.winner


def replay(record: Record, options: Options = CACHIBOL) -> Report:
    """The record played by the season's options and its own."""
    match = Match(options=record.options(options), home_roster=record.home, away_roster=record.away)
    moments: list[tuple[Act, Match]] = []
    findings: list[Finding] = []
    refused: list[Refused] = []
    lines = (line for line in record.lines if isinstance(line, Acts))
    for number, line in enumerate(lines, start=1):
        for place, act in enumerate(line.acts, start=1):
            try:
                after = apply(match, act)
            except IllegalMove as move:
                refused.append(Refused(number, place, written(act), move))
                continue
            findings += told(match, act)
            match = after
            moments.append((act, after))
    return Report(match, tuple(moments), tuple(findings), tuple(refused))


def told(before: Match, act: Act) -> Iterator[Finding]:
    """What the sheet has to say of an act (C-12.3, C-15, C-19.2, C-19.3, C-19.10 to C-19.12)."""
    match act:
        case PlayingFault() if CATALOGUE[act.rule].double:
            yield DOUBLE_FAULT.found(side=act.side.value, rule=act.rule)
        case Substitution() if act.emergency:
            yield EMERGENCY.found(side=act.side.value, set=before.number)
        case Substitution() if before.playing and (act.side, act.out) in before.playing.must_leave:
            yield FORCED_SUBSTITUTION.found(
                side=act.side.value, set=before.number, out=act.out, into=act.into
            )
        case Card(kind=CardKind.DISQUALIFICATION):
            yield DISQUALIFIED.found(side=act.side.value, person=str(act.person))
        case Card():
            yield CARD_REPORTED.found(
                side=act.side.value, card=act.kind.value, person=str(act.person)
            )
        case Default():
            yield DEFAULTED.found(side=act.side.value, default=act.number)
        case Refusal():
            yield REFUSED_TO_PLAY.found(side=act.side.value, loses=act.loses.value)
        case Impersonation():
            yield IMPERSONATION.found(side=act.side.value)
        case Aggression():
            yield AGGRESSION.found(side=act.side.value)
