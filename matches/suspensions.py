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
