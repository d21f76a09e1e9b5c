"""The one seam between the league and a game: what every discipline answers.

The league and the pages ask only this Protocol; implementations live in `rules.mus` and its
sisters, and `rules.registry` puts them together. Settings cross the seam as plain mappings (the
season stores them as JSON); each discipline turns them into its own typed options.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from rules.findings import Finding
from rules.formats import PartidaFormat, Score, Side
from rules.record_report import RecordReport
from rules.team_rules import RosterLimits, TeamRules

Setting = str | int


class OptionKind(StrEnum):
    """How an option is asked for."""

    CHOICE = "CHOICE"  # one of default and alternatives
    NUMBER = "NUMBER"  # any whole number from minimum to maximum; alternatives are known uses
    FORMAT = "FORMAT"  # a partida format as text; alternatives are known uses


class OptionScope(StrEnum):
    """What an option touches."""

    RESULT = "RESULT"  # encounters, partidas and their results
    DEAL = "DEAL"  # what happens within a deal: the rules engine


class Doubt(StrEnum):
    """What is wrong with the text at an option; the page says it beside the choice."""

    LOST = "LOST"  # the source has lost it
    RESTORED = "RESTORED"  # lost in part, and restored
    CONTRADICTS = "CONTRADICTS"  # it says two things
    AMBIGUOUS = "AMBIGUOUS"  # what it says can be read in two ways
    SILENT = "SILENT"  # it says nothing


@dataclass(frozen=True, slots=True)
class Option:
    """A point where the text is silent: what is taken, and what other leagues take.

    `must_choose` options have a proposal but no silent default: whoever creates a season says it.
    An option without alternatives is shown, not asked. Words for key and values are the pages'.
    """

    key: str
    kind: OptionKind
    default: Setting
    alternatives: tuple[Setting, ...]
    clause: str
    changes_winner: bool
    scope: OptionScope
    must_choose: bool = False
    minimum: int | None = None
    maximum: int | None = None
    doubt: Doubt | None = None

    @property
    def is_fixed(self) -> bool:
        return self.kind is OptionKind.CHOICE and not self.alternatives


class SheetKind(StrEnum):
    """How an encounter gets written down."""

    BOARDS = "BOARDS"  # an acta of several partidas, drawn and entered board by board
    MATCH = "MATCH"  # one match, written down rally by rally on a scoresheet


@dataclass(frozen=True, slots=True)
class Units:
    """What the two numbers of a result count, as codes: `score` decides the encounter, `games` is
    what stands below it."""

    score: str
    games: str


@dataclass(frozen=True, slots=True)
class Preset:
    """A known regulation: proposed settings under a code."""

    code: str
    settings: Mapping[str, Setting]


@dataclass(frozen=True, slots=True)
class SheetReading:
    """What an acta says: everything found on it, the points, and who won each board (if anyone)."""

    findings: tuple[Finding, ...]
    score: Score
    winners: Mapping[int, Side | None]


class Discipline(Protocol):
    """What the league asks of a game."""

    @property
    def code(self) -> str: ...

    @property
    def clause_prefix(self) -> str:
        """How the IDs of its clauses begin, e.g. `M-`."""
        ...

    @property
    def sheet(self) -> SheetKind: ...

    @property
    def units(self) -> Units: ...

    @property
    def clauses(self) -> Mapping[str, str]:
        """Which clause rules a matter that the league knows by name, for pages that show it:
        `result`, `walkover`, `times`, `late_result`, `delivery`, `warnings`, `claims`
        (those handed in afterwards), `claims_at_match` (those settled while it lasts, without
        appeal: then there are none afterwards), and why somebody may not play: `team_out`,
        `released`, `registered_late`, `suspended`, `other_club`. A matter without a clause is not
        in it, and where somebody has played before (`other_club`) is then not asked."""
        ...

    @property
    def boards(self) -> int:
        """Partidas in an encounter, as the regulation proposes; a season may differ."""
        ...

    @property
    def seats_per_side(self) -> int:
        """Players of one side at one board."""
        ...

    @property
    def roster(self) -> RosterLimits: ...

    @property
    def expected_minutes(self) -> int:
        """How long an encounter takes, as a proposal."""
        ...

    @property
    def sets_the_grace(self) -> bool:
        """Whether the settings say how long a team is waited for (`grace_of`); else the season."""
        ...

    def game_points(self, settings: Mapping[str, Any]) -> int | None:
        """What a game of a partida is played to, where games count points of their own that may be
        noted beside the result (the stones of mus); None where they have none."""
        ...

    def grace_of(self, settings: Mapping[str, Any]) -> int | None:
        """Minutes that a team which is short is waited for; None where the season says it."""
        ...

    @property
    def presets(self) -> tuple[Preset, ...]:
        """The first is the one proposed."""
        ...

    @property
    def proposed_format(self) -> PartidaFormat: ...

    def standings(self, settings: Mapping[str, Any]) -> Mapping[str, Any]:
        """The proposal for what results are worth and what decides a tie, as
        `league.season_scheme` reads it; what it does not say is the league's own default."""
        ...

    def team_rules(self, settings: Mapping[str, Any]) -> TeamRules:
        """How the teams of a season with these settings are made up."""
        ...

    def options_schema(self) -> tuple[Option, ...]:
        """Every setting of a season, in the order in which a page should show them."""
        ...

    def read_settings(self, settings: Mapping[str, Any]) -> dict[str, Setting]:
        """The settings complete and checked. RuleViolation (`options.*`, `format.*`) otherwise."""
        ...

    def boards_of(self, settings: Mapping[str, Any]) -> int:
        """Partidas in an encounter of a season with these settings."""
        ...

    def format_of(self, settings: Mapping[str, Any]) -> PartidaFormat:
        """The format of a partida in a season with these settings."""
        ...

    def check_partida(
        self, format: PartidaFormat, games: Any, settings: Mapping[str, Any]
    ) -> list[Finding]:
        """What is wrong with the games of one partida taken as finished; empty when all is well."""
        ...

    def read_sheet(self, facts: Mapping[str, Any], settings: Mapping[str, Any]) -> SheetReading:
        """The acta judged. `facts` is the JSON form of the discipline's own sheet; RuleViolation
        when it cannot be read."""
        ...

    @property
    def takes_records(self) -> bool:
        """Whether there is a notation for a single deal, so that `rule_on` can rule on one."""
        ...

    def rule_on(self, text: str, settings: Mapping[str, Any]) -> RecordReport:
        """The record of one deal read and ruled on; what it names itself goes before `settings`.

        NotationError, with line and column, when it cannot be read; any other RuleViolation when it
        can be read but not ruled on (`record.too_long`; `record.not_taken` by a discipline without
        a notation).
        """
        ...

    def legal_results(self, format: PartidaFormat) -> tuple[Score, ...]: ...

    def legal_partial(self, format: PartidaFormat) -> tuple[Score, ...]: ...

    def winner(self, format: PartidaFormat, score: Score) -> Side | None: ...
