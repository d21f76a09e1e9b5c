"""Every finding mus can make about a partida or an acta: one line each.

Errors are what the acta may not say, because it cannot be so or because the regulation refuses it
beforehand; they stop the filing. What did happen and is a breach, but cannot be undone by typing
something else, is a warning or goes to the committee.
"""

from collections.abc import Mapping

from rules.findings import Fact, Finding, FindingKind, Severity

_E, _W, _C = Severity.ERROR, Severity.WARNING, Severity.COMMITTEE

_LINES: tuple[tuple[str, Severity, str, str], ...] = (
    # games of one partida; within an acta `board` is added
    ("mus.partida.impossible_score", _E, "M-D.1", "home away format"),
    ("mus.partida.too_many_games", _E, "M-D.1", "home away format decided_after"),
    ("mus.partida.unfinished", _E, "M-D.1", "home away format"),
    ("mus.game.impossible_score", _E, "M-VI.1", "game home away target"),
    ("mus.game.unfinished", _E, "M-VI.1", "game home away target"),
    ("mus.game.winner_contradicts_stones", _E, "M-VI.1", "game home away target winner"),
    # the partidas of an acta
    ("mus.sheet.partida_missing", _E, "M-D.12", "board"),
    ("mus.sheet.partida_repeated", _E, "M-D.12", "board"),
    ("mus.sheet.board_unknown", _E, "M-D.12", "board boards"),
    ("mus.sheet.another_sitting", _E, "M-D.12", "board"),
    ("mus.partida.score_missing", _E, "M-D.1", "board"),
    ("mus.partida.score_unreachable", _E, "M-D.1", "board home away format"),
    ("mus.partida.forfeit_not_lost", _E, "M-D.2", "board side"),
    ("mus.partida.award_missing", _E, "M-D.2", "board ended_as"),
    ("mus.partida.award_contradicts_score", _E, "M-D.2", "board awarded_to home away"),
    ("mus.partida.referee_decision_missing", _E, "M-T.2", "board"),
    ("mus.partida.abandoned", _C, "M-D.21", "board"),
    ("mus.partida.refused", _C, "M-D.14", "board side registration"),
    ("mus.partida.refusal_not_lost", _E, "M-D.14", "board registration"),
    ("mus.partida.refusal_not_drawn", _E, "M-D.14", "board side registration"),
    ("mus.partida.forfeit_unexplained", _W, "M-D.18", "board side"),
    # pairs presented
    ("mus.pairs.fewer_than_three", _C, "M-D.13", "side presented boards"),
    ("mus.pairs.walkover_not_lost", _E, "M-D.13", "side presented board"),
    ("mus.pairs.board_lost", _W, "M-D.13", "side presented board"),
    ("mus.pairs.board_not_lost", _E, "M-D.13", "side presented board"),
    ("mus.pairs.board_without_pairs", _W, "M-D.13", "board"),
    ("mus.pairs.board_played_without_pairs", _E, "M-D.13", "board"),
    # players and draw
    ("mus.seats.incomplete", _E, "M-P.1", "board side seated"),
    ("mus.seats.not_noted", _W, "M-D.5", ""),
    ("mus.player.unknown", _E, "M-D.7", "board side registration"),
    ("mus.player.wrong_side", _E, "M-D.7", "board side registration"),
    ("mus.player.not_in_time", _E, "M-D.7", "board side registration"),
    ("mus.player.not_live", _E, "M-D.8", "board side registration"),
    ("mus.player.suspended", _E, "M-D.11", "board side registration"),
    ("mus.player.other_club", _C, "M-D.19", "board side registration"),
    ("mus.player.two_seats", _E, "M-D.5", "registration boards"),
    ("mus.draw.not_recorded", _W, "M-D.5", ""),
    ("mus.draw.pair_differs", _E, "M-D.5", "board side"),
    ("mus.draw.substitution", _W, "M-D.5", "board side out into"),
    # the breaks taken
    ("mus.break.impossible_times", _E, "M-T.4", "board"),
    ("mus.break.without_third_lost", _E, "M-D.4", "board"),
    ("mus.break.no_play_left", _E, "M-D.4", "board format"),
    ("mus.break.after_third_lost", _W, "M-D.4", "board home away"),
    ("mus.break.third_lost_too_long", _W, "M-D.4", "board seconds maximum_seconds"),
    ("mus.break.third_lost_repeated", _W, "M-D.4", "board taken"),
    ("mus.break.side_missing", _E, "M-T.4", "board"),
    ("mus.break.relax_too_long", _W, "M-T.4", "board side seconds maximum_seconds"),
    ("mus.break.relax_repeated", _W, "M-T.4", "board side taken"),
    ("mus.break.breach_repeated", _C, "M-T.4", "board side breaches"),
    # when it started and ended
    ("mus.time.start_missing", _E, "M-T.1", ""),
    ("mus.time.end_missing", _E, "M-D.15", ""),
    ("mus.time.end_before_start", _E, "M-T.1", "started_at ended_at"),
    ("mus.time.in_future", _E, "M-D.3", "ended_at now"),
    ("mus.time.over_maximum", _C, "M-T.2", "minutes maximum"),
    # decks
    ("mus.decks.not_confirmed", _W, "M-D.6", "side"),
    ("mus.decks.not_opened_before_visitor", _W, "M-D.6", "side"),
    ("mus.decks.not_sealed", _W, "M-D.6", "side"),
)

KINDS: Mapping[str, FindingKind] = {
    code: FindingKind(code, severity, clause, frozenset(facts.split()))
    for code, severity, clause, facts in _LINES
}


def found(code: str, **facts: Fact) -> Finding:
    """A finding of that line of the table."""
    return KINDS[code].found(**facts)
