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


CLAIM_CLOSING = timedelta(hours=4)  # how long before its end the window of claims is recalled
STATEMENTS_CLOSING = timedelta(hours=24)
ANSWER_WITHIN = timedelta(hours=48)
ANSWER_BEFORE_START = timedelta(hours=24)
ANSWER_AT_LEAST = timedelta(hours=6)


def result_due(starts_at: datetime, *, expected_minutes: int, grace_minutes: int) -> datetime:
    """When a result that nobody has told is asked for: some minutes after the expected end."""
    return starts_at.astimezone(UTC) + timedelta(minutes=expected_minutes + grace_minutes)


def acta_due(ended_at: datetime, *, hours: int) -> datetime:
    """By when an acta should carry its signatures (M-D.10)."""
    return ended_at.astimezone(UTC) + timedelta(hours=hours)


def answer_due(*, proposed_at: datetime, starts_at: datetime | None) -> datetime:
    """When a side that has not answered a proposal of dates is reminded: two days after it, or a
    day before the start that it would move, but never in the same hours as the proposal itself."""
    proposed = proposed_at.astimezone(UTC)
    due = proposed + ANSWER_WITHIN
    if starts_at is not None:
        due = min(due, starts_at.astimezone(UTC) - ANSWER_BEFORE_START)
    return max(due, proposed + ANSWER_AT_LEAST)
