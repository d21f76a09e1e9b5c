"""A disputed deal that goes with an incident of the acta or with a claim: its record, and what the
engine says of it with the options of the season. Advice: nothing follows from it by itself.

M-D.18  what happened, in writing        done: the record is part of the incident
M-E.1   the committee decides            done: the report only stands beside the case
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league import canonical
from league.models import Season
from league.refusals import Refused
from matches import deal_report
from matches.models import Claim, DisputedDeal, Incident
from matches.record_refusals import refusal_words
from rules.errors import NotationError, RuleViolation
from rules.record_report import LONGEST_RECORD
from rules.registry import discipline


@dataclass(frozen=True, slots=True)
class ReadDeal:
    """A record that can be ruled on, and its report as canonical JSON with its digest."""

    record: str
    report: str
    digest: str


def deal_read(season: Season, text: str) -> ReadDeal | None:
    """The record checked and ruled on with the options of the season; None where there is none.

    What it names itself goes before the season's options. Refused `deal.unreadable` (with line and
    column), `deal.cannot_be_ruled_on`, `deal.too_long`, `deal.not_taken`. Slow enough to run before
    a transaction.
    """
    record = text.replace("\r\n", "\n").strip()  # as browsers send the lines of a form
    if not record:
        return None
    rules = discipline(season.discipline)
    if not rules.takes_records:
        raise Refused("deal.not_taken")
    if len(record) > LONGEST_RECORD:
        raise Refused("deal.too_long", most=LONGEST_RECORD, length=len(record))
    try:
        report = rules.rule_on(record, season.options)
    except NotationError as error:
        raise Refused(
            "deal.unreadable", line=error.line, column=error.column, problem=refusal_words(error)
        ) from None
    except RuleViolation as error:
        raise Refused("deal.cannot_be_ruled_on", problem=refusal_words(error)) from None
    told = deal_report.written(report, discipline=season.discipline, settings=season.options)
    return ReadDeal(record=record, report=told, digest=canonical.digest(told))


def deal_write(
    read: ReadDeal, *, incident: Incident | None = None, claim: Claim | None = None, at: datetime
) -> DisputedDeal:
    """Keep it with its incident or claim. For services of this package."""
    return DisputedDeal.objects.create(
        incident=incident,
        claim=claim,
        record=read.record,
        report=read.report,
        digest=read.digest,
        at=at,
    )


def deal_facts(read: ReadDeal | DisputedDeal | None) -> Mapping[str, Any]:
    """What the official record says of it: digests, never the text."""
    return {} if read is None else {"deal": read.digest}
