"""The table of a division: a pure function of its results.

Here: what a result is worth, who stands above whom, and why. Not here: where results come from
(`matches` hands them over as plain values), publication, sentences for people.

    values   what goes in and out: Result, Scheme, Row, StandingsError
    tally    what every result counts for each side, and the sums by team
    order    criteria, mini-leagues, shared positions

M-D.2   a point for every pair that wins its partida → Scheme.sum_of_score           done
M-D.13  fewer than three pairs: loses 4–0            → WALKOVER_SCORE                done
M-D.14  a drawn player refuses: loses that point     → part of the score handed over NOT HERE
"""

from league.standings.order import table
from league.standings.tally import WALKOVER_SCORE
from league.standings.values import (
    ASTURIAS_CRITERIA,
    CRITERIA,
    WITHDRAWALS,
    WITHDRAWN,
    DecidedValue,
    Kind,
    Ratio,
    Result,
    Row,
    Scheme,
    StandingsError,
    Value,
)

__all__ = [
    "ASTURIAS_CRITERIA",
    "CRITERIA",
    "WALKOVER_SCORE",
    "WITHDRAWALS",
    "WITHDRAWN",
    "DecidedValue",
    "Kind",
    "Ratio",
    "Result",
    "Row",
    "Scheme",
    "StandingsError",
    "Value",
    "table",
]
