"""A record of mus ruled upon, put into the plain values of `rules.record_report`."""

from collections.abc import Iterable

from rules.errors import RuleViolation
from rules.mus.awards import Award
from rules.mus.options import Options
from rules.mus.record import Acts, Claim, Line, Record, dump
from rules.mus.record_parser import parse_record
from rules.mus.replay import replay
from rules.mus.report import Answer, Mistake, PendingDecision
from rules.record_report import (
    LONGEST_RECORD,
    RecordReport,
    ReportClaim,
    ReportFinding,
    ReportLine,
    ReportPending,
    ReportWay,
)

# Of cards that nobody knows every hand is gone through that they may have made, act by act: more of
# either takes seconds, whoever asks.
MOST_UNKNOWN, MOST_SAID = 2, 80


def rule_on(text: str, options: Options) -> RecordReport:
    """Read a record and rule on it. NotationError with line and column when it cannot be read,
    RuleViolation when it is too long, cannot be ruled on (see `replay`), or leaves so much unknown
    that it would take seconds (`mus.record.cards_unknown`, `mus.record.said_at_length`)."""
    if len(text) > LONGEST_RECORD:
        raise RuleViolation("record.too_long", characters=len(text), maximum=LONGEST_RECORD)
    record = parse_record(text.replace("\r\n", "\n"))
    _stop_if_too_open(record)
    report = replay(record, options)
    # What was not counted stands last among the awards.
    counted = len(report.awards) - len(report.uncounted)
    deal = record.deal
    return RecordReport(
        record=dump(record),
        mano=deal.mano.value,
        hands=tuple(
            (seat.value, tuple(map(str, hand.cards)))
            for seat, hand in zip(deal.seats, deal.hands, strict=True)
        ),
        before=record.before,
        target=record.options(options).stones,
        score=report.score,
        winner=report.winner,
        lines=(
            *_lines(report.awards[:counted], counted=True),
            *_lines(report.uncounted, counted=False),
        ),
        findings=tuple(_finding(found) for found in report.findings),
        pending=tuple(_pending(undecided) for undecided in report.pending),
        claims=tuple(_claims(record.lines, (one for one in report.answers if not one.of_written))),
        written=tuple(_written(one) for one in report.answers if one.of_written),
        decided=tuple(dict.fromkeys(one.option for one in report.options)),
        settings=record.settings,
        redeal=report.redeal,
    )


def unknown_cards(record: Record) -> int:
    """How many of the sixteen nobody knows."""
    return sum(card.face is None for hand in record.deal.hands for card in hand.cards)


def acts_said(record: Record) -> int:
    """How often somebody spoke, in all lances together."""
    return sum(len(line.acts) for line in record.lines if isinstance(line, Acts))


def _stop_if_too_open(record: Record) -> None:
    unknown = unknown_cards(record)
    if unknown > MOST_UNKNOWN:
        raise RuleViolation(
            "mus.record.cards_unknown", clause="M-E.1", unknown=unknown, most=MOST_UNKNOWN
        )
    if unknown and acts_said(record) > MOST_SAID:
        raise RuleViolation(
            "mus.record.said_at_length", clause="M-E.1", unknown=unknown, most=MOST_SAID
        )


def _lines(awards: Iterable[Award], *, counted: bool) -> Iterable[ReportLine]:
    for award in awards:
        yield ReportLine(
            heading=award.lance.value,
            pair=award.pair,
            stones=award.stones,
            reason=award.reason.value,
            clause=award.clause,
            option=award.option,
            counted=counted,
        )


def _finding(found: Mistake) -> ReportFinding:
    return ReportFinding(
        code=found.code,
        clause=found.clause,
        seat="" if found.seat is None else found.seat.value,
        heading=None if found.lance is None else found.lance.value,
        costs=found.costs,
        facts=dict(found.facts),
    )


def _written(answer: Answer) -> ReportFinding:
    """What was written down, compared with the ruling: it costs where they differ."""
    return ReportFinding(
        code=answer.code,
        clause=answer.clause,
        seat="" if answer.seat is None else answer.seat.value,
        heading=None if answer.lance is None else answer.lance.value,
        costs=answer.code != "mus.answer.written_matches",
        facts=dict(answer.facts),
    )


def _claims(lines: Iterable[Line], answers: Iterable[Answer]) -> Iterable[ReportClaim]:
    """The claims with their answers; the choice between two bets (M-V.9) needs none."""
    answered = iter(answers)
    for line in lines:
        if not isinstance(line, Claim):
            continue
        answer = None if line.clause == "M-V.9" else next(answered)
        yield ReportClaim(
            line.clause,
            line.seat.value,
            line.text,
            "" if answer is None else answer.code,
            {} if answer is None else dict(answer.facts),
        )


def _pending(undecided: PendingDecision) -> ReportPending:
    ways = tuple(
        ReportWay(way.name, tuple(_lines(way.awards, counted=True)), way.score, way.winner)
        for way in undecided.alternatives
    )
    return ReportPending(
        code=undecided.code,
        clause=undecided.clause,
        heading=undecided.lance.value,
        ways=ways,
        option=undecided.option,
    )
