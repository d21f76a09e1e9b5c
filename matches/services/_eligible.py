"""Nobody sits down whom a clause keeps away: the same question on every path to the table.

M-D.7, M-D.8, M-D.11, M-D.19  line-up, draw and substitution ask here    done
M-D.7, M-D.8, M-D.11, M-D.19  an acta on paper                           done: the rules' findings
"""

from collections.abc import Iterable

from league.refusals import Refused
from matches import eligibility


def stop_if_barred(standings: Iterable[eligibility.Standing]) -> None:
    """Refused `eligibility.*`, the first reason against the first who may not play."""
    for standing in standings:
        if standing.may_play:
            continue
        reason = standing.reasons[0]
        raise Refused(
            f"eligibility.{reason.code}",
            clause=reason.clause,
            player=str(standing.registration.player),
            **({"slot": standing.registration.slot} | reason.facts),
        )
