"""Mus behind the seam of `rules.discipline`."""

from collections.abc import Mapping
from typing import Any

from rules import formats
from rules.discipline import Option, Preset, Setting, SheetKind, SheetReading, Units
from rules.findings import Finding
from rules.formats import PartidaFormat, Score, Side
from rules.mus import partida, ruled
from rules.mus.options import ASTURIAS, SCHEMA, Options
from rules.mus.sheet import check_sheet, encounter_score, partida_winner
from rules.mus.sheet_facts import SheetFacts
from rules.record_report import RecordReport
from rules.team_rules import RosterLimits, TeamRules


class Mus:
    """Mus by pairs as played in Asturias (M-P.1, M-D.1, M-D.2, M-D.7, M-D.13)."""

    code = "mus"
    clause_prefix = "M-"
    sheet = SheetKind.BOARDS
    units = Units(score="partidas", games="juegos")
    clauses: Mapping[str, str] = {
        "result": "M-D.2",
        "walkover": "M-D.13",
        "times": "M-T.1",
        "late_result": "M-D.9",
        "delivery": "M-D.10",
        "warnings": "M-T.4",
        "claims": "M-D.15",
        "team_out": "M-D.21",
        "released": "M-D.8",
        "registered_late": "M-D.7",
        "suspended": "M-D.11",
        "other_club": "M-D.19",
    }
    boards = ASTURIAS.boards
    seats_per_side = 2
    # Sixteen fichas (M-D.7). The text has no smallest roster, but with fewer than six players no
    # peña can ever present the three pairs of M-D.13.
    roster = RosterLimits(minimum=6, maximum=16, clause="M-D.7")
    expected_minutes = 150
    sets_the_grace = False
    presets = (Preset("asturias", ASTURIAS.to_mapping()),)
    proposed_format = ASTURIAS.partida_format
    takes_records = True

    def options_schema(self) -> tuple[Option, ...]:
        return SCHEMA

    def read_settings(self, settings: Mapping[str, Any]) -> dict[str, Setting]:
        return Options.from_mapping(settings).to_mapping()

    def boards_of(self, settings: Mapping[str, Any]) -> int:
        return Options.from_mapping(settings).boards

    def format_of(self, settings: Mapping[str, Any]) -> PartidaFormat:
        return Options.from_mapping(settings).partida_format

    def game_points(self, settings: Mapping[str, Any]) -> int | None:
        points = settings.get("stones", ASTURIAS.stones)  # also before a format is chosen
        return int(points)

    def grace_of(self, settings: Mapping[str, Any]) -> int | None:
        return None

    def standings(self, settings: Mapping[str, Any]) -> Mapping[str, Any]:
        """A point for every pair that wins its partida (M-D.2); who does not turn up loses them
        all, with all their games (M-D.13)."""
        options = Options.from_mapping(settings)
        return {
            "kind": "sum_of_score",
            "walkover_score": [options.boards, 0],
            "walkover_games": [options.boards * options.partida_format.needed, 0],
        }

    def team_rules(self, settings: Mapping[str, Any]) -> TeamRules:
        return TeamRules()

    def check_partida(
        self, format: PartidaFormat, games: Any, settings: Mapping[str, Any]
    ) -> list[Finding]:
        return partida.check_partida(format, games, Options.from_mapping(settings))

    def read_sheet(self, facts: Mapping[str, Any], settings: Mapping[str, Any]) -> SheetReading:
        """`facts` as `SheetFacts.from_mapping` takes them."""
        options = Options.from_mapping(settings)
        format = options.partida_format
        read = SheetFacts.from_mapping(facts)
        return SheetReading(
            findings=tuple(check_sheet(read, format, options)),
            score=encounter_score(read, format),
            winners={one.board: partida_winner(one, format) for one in read.partidas},
        )

    def rule_on(self, text: str, settings: Mapping[str, Any]) -> RecordReport:
        return ruled.rule_on(text, Options.from_mapping(settings))

    def legal_results(self, format: PartidaFormat) -> tuple[Score, ...]:
        return formats.legal_results(format)

    def legal_partial(self, format: PartidaFormat) -> tuple[Score, ...]:
        return formats.legal_partial(format)

    def winner(self, format: PartidaFormat, score: Score) -> Side | None:
        return formats.winner(format, score)
