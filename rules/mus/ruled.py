"""A record of mus ruled upon, put into the plain values of `rules.record_report`."""

from collections.abc import Iterable

from rules.errors import RuleViolation
from rules.mus.awards import Award
from rules.mus.options import Options
from rules.mus.record import Claim, dump
from rules.mus.record_parser import parse_record
from rules.mus.replay import replay
from rules.mus.report import Mistake, PendingDecision
from rules.record_report import (
    LONGEST_RECORD,
    RecordReport,
    ReportClaim,
    ReportFinding,
    ReportLine,
    ReportPending,
    ReportWay,
)


def rule_on(text: str, options: Options) -> RecordReport:
    """Read a record and rule on it. NotationError with line and column when it cannot be read,
    RuleViolation when it is too long or cannot be ruled on (see `replay`)."""
    if len(text) > LONGEST_RECORD:
        raise RuleViolation("record.too_long", characters=len(text), maximum=LONGEST_RECORD)
    record = parse_record(text.replace("\r\n", "\n"))
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
        claims=tuple(
            ReportClaim(line.clause, line.seat.value, line.text)
            for line in record.lines
            if isinstance(line, Claim)
        ),
        settings=record.settings,
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
        seat=found.seat.value,
        heading=None if found.lance is None else found.lance.value,
        costs=found.costs,
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
