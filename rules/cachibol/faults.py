"""The catalogue of playing faults: the rule broken, its clause and what it costs.

Most faults cost the rally: the serve if the offender serves, a point if the rival does (C-10.1,
C-16, C-19.5, C-19.6, C-19.7, C-19.8, C-19.9). A fault of position costs a point *and* the serve
(C-19.4). The text names some faults "doble falta" without saying what that costs more: it is a
fault, and the sheet says so (C-15). Rules 15.5, 15.7 and 15.8 are garbled in the source; rules 14
and 16 to 18 are lost but for 16.1 and cannot be cited.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Cost(StrEnum):
    """What a fault costs its side."""

    RALLY = "RALLY"  # a point or the serve, as it stands
    POINT_AND_SERVE = "POINT_AND_SERVE"  # a point in any case, and the serve if it has it


@dataclass(frozen=True, slots=True)
class FaultKind:
    """A line of the catalogue. `rule` is the number in the text, `doubtful` a rule that the source
    has garbled, `double` one that the text calls "doble falta"."""

    rule: str
    clause: str
    cost: Cost = Cost.RALLY
    double: bool = False
    doubtful: bool = False
    server_only: bool = False


POSITION = "19.4"

_KINDS = (
    FaultKind("13.5", "C-13"),  # screening the server
    FaultKind("15.1", "C-15"),  # three seconds, or control of the ball lost
    FaultKind("15.3", "C-15"),  # more than three receptions or two passes, received with two hands
    FaultKind("15.4", "C-15"),  # more than three steps or one jump, or not with both hands
    FaultKind("15.5", "C-15", doubtful=True),  # struck with the hand outside smash and serve
    FaultKind("15.6", "C-15"),  # a save that rebounds from the hands
    FaultKind("15.7", "C-15", doubtful=True),  # steps after catching
    FaultKind("15.8", "C-15", double=True, doubtful=True),  # the ball slips through the hands
    FaultKind("15.9", "C-15"),  # a rebound from the body that no partner catches
    FaultKind("15.10", "C-15"),  # a back player's pass with the feet off the ground
    FaultKind("15.12", "C-15"),  # two of a side touch at once
    FaultKind("15.13", "C-15", double=True),  # a block away from the net
    FaultKind("15.14", "C-15"),  # a save at the net struck as a smash
    FaultKind("15.15", "C-15"),  # a back player smashes or blocks in the attack zone
    FaultKind("15.16", "C-15"),  # the same player receives twice in a row
    FaultKind("15.17", "C-15", double=True),  # two strokes in one play
    FaultKind("15.18", "C-15"),  # a player touches the net
    FaultKind("16.1", "C-16"),  # the centre line crossed, but for the block above the net
    FaultKind(POSITION, "C-19.4", Cost.POINT_AND_SERVE),  # out of position
    FaultKind("19.5", "C-19.5", server_only=True),  # the serve: net, below it, out, roof, partner
    FaultKind("19.6", "C-19.6"),  # held too long, too many passes, rebound
    FaultKind("19.7", "C-19.7"),  # touched at once by two
    FaultKind("19.8", "C-19.8"),  # the net touched
    FaultKind("19.9", "C-19.9"),  # the centre line or the other court
)

CATALOGUE: Mapping[str, FaultKind] = {line.rule: line for line in _KINDS}
