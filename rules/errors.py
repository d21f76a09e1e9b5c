"""Refusals: something asked of the rules that cannot be done or read.

A refusal is an exception with a code and facts. What is merely *wrong on a sheet* is no refusal:
see `rules.findings`. The deal engine adds its own kinds (a record that cannot be read, a move that
is not legal) below `RuleViolation`.
"""

from collections.abc import Mapping

from rules.findings import Fact

# Every code that `RuleViolation` may carry, with the facts that come with it. The pages map each
# to a sentence, and a test of theirs reads this table.
REFUSALS: Mapping[str, frozenset[str]] = {
    "format.unreadable": frozenset({"value"}),
    "format.games_out_of_range": frozenset({"games", "minimum", "maximum"}),
    "format.even_games": frozenset({"kind", "games"}),
    "options.unknown_key": frozenset({"key"}),
    "options.unknown_value": frozenset({"key", "value", "allowed"}),
    "options.number_out_of_range": frozenset({"key", "value", "minimum", "maximum"}),
    "options.format_not_chosen": frozenset({"key"}),
    "options.not_chosen": frozenset({"key"}),
    "mus.partida.unreadable_games": frozenset({"value"}),
    "mus.sheet.naive_moment": frozenset({"field"}),
    "mus.sheet.unreadable": frozenset({"field", "value"}),
    "mus.hand.not_four_cards": frozenset({"cards"}),
    "mus.hand.card_unknown": frozenset({"hand"}),
    "mus.deal.not_four_hands": frozenset({"hands"}),
    "mus.deal.card_repeated": frozenset({"seat", "card"}),
    "mus.deal.cards_unknown": frozenset({"seats"}),
    "mus.record.cards_unknown": frozenset({"unknown", "most"}),
    "mus.record.said_at_length": frozenset({"unknown", "most"}),
    "mus.count.impossible_score": frozenset({"a", "b", "target"}),
    "mus.cut.too_few": frozenset({"lifted", "left", "minimum"}),
    "mus.discard.not_one_to_four": frozenset({"seat", "cards"}),
    "mus.discard.not_all_yet": frozenset({"seats"}),
    "mus.discard.out_of_order": frozenset({"seat", "expected"}),
    "mus.discard.not_in_hand": frozenset({"seat", "card"}),
    "mus.pack.exhausted": frozenset({"wanted", "left"}),
    "mus.first_deal.suit_unknown": frozenset({"card"}),
    "mus.phase.not_your_turn": frozenset({"seat", "turn"}),
    "mus.phase.has_given_mus": frozenset({"seat"}),
    "mus.phase.cannot_send_partner": frozenset({"seat"}),
    "mus.phase.no_discards_now": frozenset({"given"}),
    "mus.phase.is_cut": frozenset({"seat"}),
    "mus.act.not_now": frozenset({"act"}),
    "mus.bet.no_stones": frozenset({"stones"}),
    "mus.bet.not_now": frozenset({"lance", "seat", "said"}),
    "mus.bet.unanswered": frozenset({"lance"}),
    "mus.bet.not_disputed": frozenset({"lance"}),
    "mus.batch.not_sixteen_cards": frozenset({"shape"}),
    "mus.batch.no_such_card": frozenset({"lowest", "highest"}),
    "mus.notation.seat_unreadable": frozenset({"line", "column", "value"}),
    "mus.notation.colon_missing": frozenset({"line", "column"}),
    "mus.notation.not_four_hands": frozenset({"line", "column", "hands"}),
    "mus.notation.not_four_cards": frozenset({"line", "column", "cards"}),
    "mus.notation.card_unreadable": frozenset({"line", "column", "value"}),
    "mus.notation.card_repeated": frozenset({"line", "column", "card"}),
    "mus.record.tag_missing": frozenset({"line", "column", "tag"}),
    "mus.record.tag_unreadable": frozenset({"line", "column", "value"}),
    "mus.record.tag_unknown_or_repeated": frozenset({"line", "column", "tag"}),
    "mus.record.mano_differs": frozenset({"line", "column", "value"}),
    "mus.record.score_unreadable": frozenset({"line", "column", "value"}),
    "mus.record.option_refused": frozenset({"line", "column", "key", "refusal"}),
    "mus.record.option_repeated": frozenset({"line", "column", "key"}),
    "mus.record.line_unreadable": frozenset({"line", "column", "value"}),
    "mus.record.ambiguous": frozenset({"line", "column", "value"}),
    "mus.record.act_unreadable": frozenset({"line", "column", "value"}),
    "cachibol.act.not_now": frozenset({"phase"}),
    "cachibol.card.already_sent_off": frozenset({"person"}),
    "cachibol.card.loses_nothing": frozenset({"card"}),
    "cachibol.card.no_set": frozenset({"card"}),
    "cachibol.card.not_on_the_sheet": frozenset({"shirt"}),
    "cachibol.change.already_on_court": frozenset({"shirt"}),
    "cachibol.change.emergency_used": frozenset({"side"}),
    "cachibol.change.no_emergency_yet": frozenset({"left"}),
    "cachibol.change.none_left": frozenset({"allowed", "side"}),
    "cachibol.change.not_on_court": frozenset({"shirt"}),
    "cachibol.change.not_on_the_sheet": frozenset({"shirt"}),
    "cachibol.change.other_partner": frozenset({"into", "out"}),
    "cachibol.change.sent_off": frozenset({"shirt"}),
    "cachibol.default.out_of_order": frozenset({"default"}),
    "cachibol.fault.only_the_server": frozenset({"side"}),
    "cachibol.fault.unknown": frozenset({"rule"}),
    "cachibol.options.cap_below_set": frozenset({"cap", "key", "points"}),
    "cachibol.play.replace_first": frozenset({"shirt", "side"}),
    "cachibol.record.act_unreadable": frozenset({"column", "line", "value"}),
    "cachibol.record.line_unreadable": frozenset({"column", "line", "value"}),
    "cachibol.record.option_refused": frozenset({"column", "line", "refusal"}),
    "cachibol.record.option_unreadable": frozenset({"column", "line", "value"}),
    "cachibol.record.roster_unreadable": frozenset({"column", "line", "value"}),
    "cachibol.record.tag_unknown_or_repeated": frozenset({"column", "line", "tag"}),
    "cachibol.record.tag_unreadable": frozenset({"column", "line", "value"}),
    "cachibol.slip.not_on_the_sheet": frozenset({"shirt"}),
    "cachibol.slip.not_six": frozenset({"players"}),
    "cachibol.slip.sent_off": frozenset({"shirt"}),
    "cachibol.time_out.none_left": frozenset({"allowed", "side"}),
    "cachibol.toss.same_choice": frozenset({"choice"}),
    "cachibol.sheet.unreadable": frozenset(),
    "record.too_long": frozenset({"characters", "maximum"}),
    "record.not_taken": frozenset(),
    "discipline.unknown": frozenset({"code"}),
    "regulation.unknown_clause": frozenset({"id"}),
}


class RuleViolation(Exception):
    """What was asked is against the rules, or cannot be read as them.

    `code` names the refusal, `clause` the ID of the regulation where there is one, and `facts`
    the numbers and words a sentence about it needs.
    """

    def __init__(self, code: str, /, *, clause: str | None = None, **facts: Fact) -> None:
        super().__init__(code)
        self.code = code
        self.clause = clause
        self.facts: Mapping[str, Fact] = facts

    def __str__(self) -> str:
        told = ", ".join(f"{key}={value!r}" for key, value in self.facts.items())
        return f"{self.code} ({told})" if told else self.code


class IllegalMove(RuleViolation):
    """A move the rules do not allow now; `clause` is always there and says which one."""

    def __init__(self, code: str, /, *, clause: str, **facts: Fact) -> None:
        super().__init__(code, clause=clause, **facts)


class NotationError(RuleViolation):
    """A text that cannot be read; `line` and `column` count from one and say where."""

    def __init__(self, code: str, /, *, line: int, column: int, **facts: Fact) -> None:
        super().__init__(code, clause=None, line=line, column=column, **facts)
        self.line = line
        self.column = column


class AmbiguousRecord(NotationError):
    """A text that can be read in more than one way; `candidates` are the readings, each of which,
    written down, can be read in one way only. Where the first doubt stands is told as of a text
    that cannot be read."""

    def __init__(
        self,
        code: str,
        /,
        *,
        candidates: tuple[object, ...],
        line: int,
        column: int,
        **facts: Fact,
    ) -> None:
        super().__init__(code, line=line, column=column, **facts)
        self.candidates = candidates
