"""Rights that run out, computed from the clock when asked. Pure.

Spans are counted in seconds of real time, so that a change of the clocks that night neither
shortens nor lengthens them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from matches.states.partida import Side

CLAIM_WINDOW = timedelta(seconds=24 * 60 * 60)  # M-D.15
SIGHT_WITHIN = timedelta(days=7)  # for who has not seen the acta: nobody puts the end off for ever
CASE_TERM = timedelta(days=10)  # the regulation sets none: after these a case is shown as overdue


def claim_deadline(ended_at: datetime) -> datetime:
    """The moment before which a claim must be submitted: the signed end + 24 hours (M-D.15)."""
    return ended_at.astimezone(UTC) + CLAIM_WINDOW


@dataclass(frozen=True, slots=True)
class ClaimClock:
    """Until when each side may claim about an encounter that ended (M-D.15).

    Where the season counts from sight, a side has 24 hours from the end or, if it saw the acta
    later, from when it first did. `seen` says when; a side that has not seen it yet has until
    SIGHT_WITHIN after the end, and what it sees after that gives it no more time. Where claims are
    settled at the match (`at_match`), nothing can be claimed once it is over.
    """

    ended_at: datetime
    from_sight: bool = False
    seen: Mapping[Side, datetime] = field(default_factory=dict)
    at_match: bool = False

    def closes_at(self, side: Side) -> datetime:
        """The moment before which this side must submit."""
        if self.at_match:
            return self.ended_at.astimezone(UTC)
        plain = claim_deadline(self.ended_at)
        if not self.from_sight:
            return plain
        last_sight = self.ended_at.astimezone(UTC) + SIGHT_WITHIN
        seen_at = self.seen.get(side)
        if seen_at is None or seen_at.astimezone(UTC) >= last_sight:
            return last_sight
        return max(plain, claim_deadline(seen_at))

    @property
    def last(self) -> datetime:
        """When neither side may claim any more."""
        return max(self.closes_at(side) for side in Side)

    @property
    def is_shared(self) -> bool:
        """Whether both sides have the same time."""
        return len({self.closes_at(side) for side in Side}) == 1

    def in_time(self, submitted_at: datetime, *, side: Side | None = None) -> bool:
        """Whether a claim comes *before* the side's time is over; of no side, before the last."""
        closes_at = self.last if side is None else self.closes_at(side)
        return submitted_at.astimezone(UTC) < closes_at

    def waits_for(self, side: Side, *, now: datetime) -> bool:
        """Whether the side's 24 hours have not begun: it has yet to see the acta."""
        return self.from_sight and side not in self.seen and self.in_time(now, side=side)


def is_final(*, state: str, clock: ClaimClock | None, now: datetime, open_cases: bool) -> bool:
    """Whether nothing but a ruling can still change an encounter.

    Final is what a ruling settled, and what has no open case once nobody may claim any more: 24
    hours after its end, or later where the season counts from sight. Without an end, no `clock`.
    """
    if open_cases or clock is None:
        return False
    if state == "RULED":
        return True
    return state in {"SIGNED", "NOT_PLAYED"} and not clock.in_time(now)


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
