"""Rights that run out, computed from the clock when asked. Pure.

Spans are counted in seconds of real time, so that a change of the clocks that night neither
shortens nor lengthens them.
"""

from datetime import UTC, datetime, timedelta

CLAIM_WINDOW = timedelta(seconds=24 * 60 * 60)  # M-D.15
CASE_TERM = timedelta(days=10)  # the regulation sets none: after these a case is shown as overdue


def claim_deadline(ended_at: datetime) -> datetime:
    """The moment before which a claim must be submitted: the signed end + 24 hours (M-D.15)."""
    return ended_at.astimezone(UTC) + CLAIM_WINDOW


def claim_in_time(*, ended_at: datetime, submitted_at: datetime) -> bool:
    """Whether a claim came *before* 24 hours had passed (M-D.15)."""
    return submitted_at.astimezone(UTC) < claim_deadline(ended_at)


def is_final(*, state: str, ended_at: datetime | None, now: datetime, open_cases: bool) -> bool:
    """Whether nothing but a ruling can still change an encounter.

    Final is what a ruling settled, and what 24 hours after its end has no open case.
    """
    if open_cases or ended_at is None:
        return False
    if state == "RULED":
        return True
    return state in {"SIGNED", "NOT_PLAYED"} and now.astimezone(UTC) >= claim_deadline(ended_at)


def case_due(opened_at: datetime) -> datetime:
    """By when a case should be settled. Nothing expires with it: a late case is shown as late."""
    return opened_at + CASE_TERM
