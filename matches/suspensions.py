"""Who may not play yet: suspensions counted from facts. Pure.

A suspension starts after the encounter where it arose and is served in encounters that the player's
team really played: byes, walkovers, annulled and postponed ones do not count.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Suspension:
    """`encounters` to miss, of those that begin after `starts_at`."""

    ruling: int
    encounters: int
    starts_at: datetime


@dataclass(frozen=True, slots=True)
class Played:
    """An encounter of the player's team that was played."""

    encounter: int
    starts_at: datetime


def left(suspension: Suspension, played: Iterable[Played], *, before: datetime) -> int:
    """Encounters still to miss at the moment `before`."""
    served = sum(1 for encounter in played if suspension.starts_at < encounter.starts_at < before)
    return max(0, suspension.encounters - served)


@dataclass(frozen=True, slots=True)
class ToCome:
    """An encounter that the player's team has still to play; one without a date comes last."""

    encounter: int
    starts_at: datetime | None
    matchday: int


def to_miss(
    suspension: Suspension, played: Iterable[Played], to_come: Iterable[ToCome], *, now: datetime
) -> list[ToCome]:
    """The encounters in which the player cannot be fielded, should they be played as planned."""
    missing = left(suspension, played, before=now)
    coming = [
        encounter
        for encounter in to_come
        if encounter.starts_at is None or encounter.starts_at > suspension.starts_at
    ]
    return sorted(coming, key=_by_date)[:missing]


def _by_date(encounter: ToCome) -> tuple[bool, float, int, int]:
    starts_at = encounter.starts_at
    return (
        starts_at is None,
        starts_at.timestamp() if starts_at else 0.0,
        encounter.matchday,
        encounter.encounter,
    )
