"""Where the regulation of cachibol is silent, lost or at odds with itself: every option.

The source prints through a font that drops two digits, and whole spans of it are gone. What could
be restored in one way only is a default here; what could not has to be chosen. Nothing of it stands
as a number anywhere else.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from rules.discipline import Doubt, Option, OptionScope, Setting
from rules.errors import RuleViolation
from rules.formats import FormatKind, PartidaFormat
from rules.option_table import plain, read, row, schema


class Scoring(StrEnum):
    """Who can score in a rally (C-10.1): the serving team alone, or whoever wins it."""

    SIDE_OUT = "side_out"
    RALLY = "rally"


class LostPoint(StrEnum):
    """How the point that an offender "loses" is booked (C-19.4 to C-19.9)."""

    TO_THE_RIVAL = "to_the_rival"
    OFF_THE_OFFENDER = "off_the_offender"


class PositionFault(StrEnum):
    """What a team out of position loses: a point, and the serve if it has it (19.4), or only the
    ball (13.6)."""

    POINT_AND_SERVE = "point_and_serve"
    SERVE = "serve"


class Penalty(StrEnum):
    """What a red card, or both cards together, give the rival (C-19.11): the rally, which is a
    point or the serve as it stands, or a point whoever serves."""

    RALLY = "rally"
    POINT = "point"


class NextServe(StrEnum):
    """Who serves first in a set that no toss decides."""

    ALTERNATE = "alternate"
    LOSER = "loser"


class CategoryD(StrEnum):
    """Whether "over 70" takes in those who are 70."""

    FROM_70 = "from_70"
    FROM_71 = "from_71"


# What is decided rally by rally decides the result as well: every option is the season's to say.
_row = partial(row, scope=OptionScope.RESULT)


@dataclass(frozen=True, slots=True)
class Options:
    """The readings that a season plays by."""

    match_format: PartidaFormat = _row(
        PartidaFormat(FormatKind.BEST_OF, 3),
        "C-10.3",
        changes_winner=True,
        known=("best_of=1", "best_of=5"),
    )
    # The minutes of grace for a team that is short stood in a span that the source has lost.
    tolerance_minutes: int = _row(
        15, "C-19.2", known=(10, 20), between=(0, 60), must_choose=True, doubt=Doubt.LOST
    )
    second_default_minutes: int = _row(5, "C-19.2", between=(1, 30))
    set_points: int = _row(10, "C-10.2", known=(15,), between=(5, 30), doubt=Doubt.RESTORED)
    cap_points: int = _row(15, "C-10.2", between=(5, 40))
    deciding_points: int = _row(10, "C-10.3", between=(5, 30))
    scoring: Scoring = _row(
        Scoring.SIDE_OUT, "C-10.1", changes_winner=True, doubt=Doubt.CONTRADICTS
    )
    lost_point: LostPoint = _row(
        LostPoint.TO_THE_RIVAL, "C-19.4", changes_winner=True, doubt=Doubt.CONTRADICTS
    )
    position_fault: PositionFault = _row(
        PositionFault.POINT_AND_SERVE, "C-13", changes_winner=True, doubt=Doubt.CONTRADICTS
    )
    penalty: Penalty = _row(Penalty.RALLY, "C-19.11", changes_winner=True, doubt=Doubt.AMBIGUOUS)
    next_serve: NextServe = _row(NextServe.ALTERNATE, "C-11", doubt=Doubt.SILENT)
    substitutions: int = _row(6, "C-12.3", between=(0, 12))
    time_outs: int = _row(2, "C-16", between=(0, 4), doubt=Doubt.LOST)
    time_out_seconds: int = _row(30, "C-16", known=(60,), between=(15, 120), doubt=Doubt.LOST)
    category_d: CategoryD = _row(CategoryD.FROM_70, "C-7.3", doubt=Doubt.AMBIGUOUS)
    certificate_days: int = _row(15, "C-7.1", between=(1, 366))

    def __post_init__(self) -> None:
        for key in ("set_points", "deciding_points"):
            if getattr(self, key) > self.cap_points:
                raise RuleViolation(
                    "cachibol.options.cap_below_set",
                    clause="C-10.2",
                    key=key,
                    points=getattr(self, key),
                    cap=self.cap_points,
                )

    @classmethod
    def from_mapping(cls, settings: Mapping[str, Any]) -> "Options":
        """Read what a season stored; a missing key takes its default.

        Refused: an unknown key or value, a number out of range (`options.*`), a set that ends above
        its cap (`cachibol.options.cap_below_set`).
        """
        return cls(**read(cls, settings))

    def to_mapping(self) -> dict[str, Setting]:
        """Every option as text or number, for JSON; `from_mapping` reads it back."""
        return {option.key: plain(getattr(self, option.key)) for option in SCHEMA}

    def target(self, *, deciding: bool) -> int:
        """The points that win a set with a lead of two."""
        return self.deciding_points if deciding else self.set_points


SCHEMA: tuple[Option, ...] = schema(Options)

CACHIBOL = Options()
