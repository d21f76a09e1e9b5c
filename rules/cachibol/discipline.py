"""Cachibol behind the seam of `rules.discipline`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules import formats
from rules.cachibol.findings import MATCH_NOT_OVER, SET_UNREADABLE
from rules.cachibol.options import CACHIBOL, SCHEMA, CategoryD, Options
from rules.cachibol.sets import check_match, match_score
from rules.discipline import Option, Preset, Setting, SheetKind, SheetReading, Units
from rules.errors import RuleViolation
from rules.findings import Finding
from rules.formats import PartidaFormat, Score, Side
from rules.record_report import RecordReport
from rules.team_rules import (
    AgeBand,
    Branch,
    DocumentKind,
    DocumentRule,
    RosterLimits,
    StaffPost,
    TeamRules,
)


class Cachibol:
    """Cachibol, six a side (C-4.1, C-5, C-7.1 to C-7.3, C-10.2, C-10.3, C-12.1)."""

    code = "cachibol"
    clause_prefix = "C-"
    sheet = SheetKind.MATCH
    units = Units(score="sets", games="points")
    clauses: Mapping[str, str] = {
        "walkover": "C-19.2",
        "times": "C-19.2",
        "delivery": "C-22",
        "claims_at_match": "C-23",
        # Who is on no list cannot be on the sheet.
        "released": "C-4.2",
        "registered_late": "C-4.2",
        "suspended": "C-19.11",
    }
    boards = 1
    seats_per_side = 6
    # Eight to twelve (C-4.1). Twelve are who may be there, not who has ever been: nothing in the
    # text spends the place of somebody who leaves.
    roster = RosterLimits(minimum=8, maximum=12, clause="C-4.1", spends_places=False)
    expected_minutes = 60
    sets_the_grace = True
    presets = (Preset("cachibol", CACHIBOL.to_mapping()),)
    proposed_format = CACHIBOL.match_format
    # A record here is a whole match, not a deal somebody may ask about.
    takes_records = False

    def options_schema(self) -> tuple[Option, ...]:
        return SCHEMA

    def read_settings(self, settings: Mapping[str, Any]) -> dict[str, Setting]:
        return _chosen(settings).to_mapping()

    def boards_of(self, settings: Mapping[str, Any]) -> int:
        return self.boards

    def format_of(self, settings: Mapping[str, Any]) -> PartidaFormat:
        return Options.from_mapping(settings).match_format

    def game_points(self, settings: Mapping[str, Any]) -> int | None:
        return None

    def grace_of(self, settings: Mapping[str, Any]) -> int | None:
        return Options.from_mapping(settings).tolerance_minutes

    def standings(self, settings: Mapping[str, Any]) -> Mapping[str, Any]:
        """The text is one for a tournament and has no table of its own: these are the points and
        the order by which its sister leagues go. A default counts as it is recorded, every set to
        nil (C-19.2)."""
        options = Options.from_mapping(settings)
        needed = options.match_format.needed
        return {
            "kind": "win_draw_loss",
            "win": 2,
            "draw": 1,
            "loss": 1,
            "walkover_loss": 0,
            "criteria": ["points", "wins", "score_ratio", "games_ratio", "head_to_head_points"],
            "walkover_score": [needed, 0],
            "walkover_games": [needed * options.set_points, 0],
        }

    def team_rules(self, settings: Mapping[str, Any]) -> TeamRules:
        options = Options.from_mapping(settings)
        over_seventy = 70 if options.category_d is CategoryD.FROM_70 else 71
        return TeamRules(
            shirts=(1, 18),
            shirts_clause="C-5",
            captain_clause="C-5",
            staff=(StaffPost.COACH, StaffPost.ASSISTANT, StaffPost.DOCTOR),
            staff_clause="C-4.1",
            documents=(DocumentRule(DocumentKind.MEDICAL, "C-7.1", options.certificate_days),),
            branches=(Branch.WOMEN, Branch.MEN),
            branches_clause="C-7.2",
            bands=(
                AgeBand("open"),
                AgeBand("A", 40, 49),
                AgeBand("B", 50, 59),
                # Whoever "over 70" leaves out still has a category.
                AgeBand("C", 60, over_seventy - 1),
                AgeBand("D", over_seventy),
            ),
            bands_clause="C-7.3",
        )

    def check_partida(
        self, format: PartidaFormat, games: Any, settings: Mapping[str, Any]
    ) -> list[Finding]:
        """`games` are the sets won, or the points of every set in their order (C-10.2, C-10.3)."""
        options = replace(Options.from_mapping(settings), match_format=format)
        if not isinstance(games, Sequence) or isinstance(games, str):
            return [SET_UNREADABLE.found(value=repr(games)[:40])]
        if len(games) == 2 and all(isinstance(one, int) for one in games):
            home, away = games
            if (home, away) in formats.legal_results(format):
                return []
            return [MATCH_NOT_OVER.found(home=home, away=away)]
        return check_match([tuple(one) if isinstance(one, list) else one for one in games], options)

    def read_sheet(self, facts: Mapping[str, Any], settings: Mapping[str, Any]) -> SheetReading:
        """`facts["sets"]` are the points of every set in their order; of a match that was not
        played the one line under `partidas` says who lost it by default (C-19.2)."""
        if "sets" not in facts and facts.get("partidas"):
            return _not_played(facts["partidas"], Options.from_mapping(settings))
        sets = facts.get("sets")
        if not isinstance(sets, Sequence) or isinstance(sets, str):
            raise RuleViolation("cachibol.sheet.unreadable", clause="C-22")
        options = Options.from_mapping(settings)
        sets = [tuple(one) if isinstance(one, list) else one for one in sets]
        findings = tuple(check_match(sets, options))
        if findings:
            return SheetReading(findings=findings, score=(0, 0), winners={1: None})
        score = match_score([(home, away) for home, away in sets])
        return SheetReading(
            findings=(), score=score, winners={1: self.winner(options.match_format, score)}
        )

    def rule_on(self, text: str, settings: Mapping[str, Any]) -> RecordReport:
        raise RuleViolation("record.not_taken")

    def legal_results(self, format: PartidaFormat) -> tuple[Score, ...]:
        return formats.legal_results(format)

    def legal_partial(self, format: PartidaFormat) -> tuple[Score, ...]:
        return formats.legal_partial(format)

    def winner(self, format: PartidaFormat, score: Score) -> Side | None:
        return formats.winner(format, score)


def _not_played(lines: Sequence[Mapping[str, Any]], options: Options) -> SheetReading:
    """A match that a side, or both, lost without playing: every set to the other."""
    needed = options.match_format.needed
    scores: Mapping[str, Score] = {
        "FORFEIT_HOME": (0, needed),
        "FORFEIT_AWAY": (needed, 0),
        "ABANDONED": (0, 0),
    }
    score = scores.get(lines[0].get("ended_as", "")) if len(lines) == 1 else None
    if score is None:
        raise RuleViolation("cachibol.sheet.unreadable", clause="C-22")
    return SheetReading((), score, {1: formats.winner(options.match_format, score)})


def _chosen(settings: Mapping[str, Any]) -> Options:
    """Nobody may leave to a default what the source has lost."""
    options = Options.from_mapping(settings)
    for option in SCHEMA:
        if option.must_choose and option.key not in settings:
            raise RuleViolation("options.not_chosen", clause=option.clause, key=option.key)
    return options
