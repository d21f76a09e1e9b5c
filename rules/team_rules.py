"""What a discipline asks of a team and of who enters it: plain values that cross the seam.

Shirts, captain, staff, papers, branches and bands of age are all "none" where a game knows nothing
of them. Codes are stored as they stand here; the words for them are the pages'.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class StaffPost(StrEnum):
    """Who belongs to a team without playing."""

    COACH = "COACH"
    ASSISTANT = "ASSISTANT"
    DOCTOR = "DOCTOR"


class DocumentKind(StrEnum):
    """Papers of a player that a season asks for."""

    MEDICAL = "MEDICAL"


class Branch(StrEnum):
    """Who a season is for, and with it the height of the net and where the serve is from."""

    WOMEN = "WOMEN"
    MEN = "MEN"


@dataclass(frozen=True, slots=True)
class RosterLimits:
    """`maximum` players a team may hold; with fewer than `minimum` it cannot take the field.

    `spends_places`: whoever leaves takes the place along, so that the team never has more than
    `maximum` people in a season. Otherwise only those who are there are counted.
    """

    minimum: int
    maximum: int
    clause: str
    spends_places: bool = True


@dataclass(frozen=True, slots=True)
class DocumentRule:
    """A paper without which nobody is registered, and how many days old it may be then."""

    kind: DocumentKind
    clause: str
    days: int


@dataclass(frozen=True, slots=True)
class AgeBand:
    """Ages from `start` to `end`, both included; None leaves that side open."""

    code: str
    start: int | None = None
    end: int | None = None

    def takes(self, age: int) -> bool:
        """Whether somebody of that age belongs to it."""
        return (self.start is None or age >= self.start) and (self.end is None or age <= self.end)


@dataclass(frozen=True, slots=True)
class TeamRules:
    """How a team is made up. `shirts` are the first and the last number that may be worn, None
    where nobody wears any; an empty clause means that the regulation asks nothing of it."""

    shirts: tuple[int, int] | None = None
    shirts_clause: str = ""
    captain_clause: str = ""
    staff: tuple[StaffPost, ...] = ()
    staff_clause: str = ""
    documents: tuple[DocumentRule, ...] = ()
    branches: tuple[Branch, ...] = ()
    branches_clause: str = ""
    bands: tuple[AgeBand, ...] = ()
    bands_clause: str = ""

    @property
    def has_captain(self) -> bool:
        return bool(self.captain_clause)


def age_on(born: date, day: date) -> int:
    """Whole years on that day. Born on 29 February, one is a year older on 1 March."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))
