"""Cases that the acta itself opens, where the regulation sends something to the committee.

M-D.11  filed by one side alone                    done
M-D.13  fewer than three pairs                     done
M-D.14  a drawn player refused                     done
M-D.19  fielded after playing for another peña     done
M-D.21  a partida that could not be finished       done
M-T.2, M-T.4  over time, repeated breaks           done
"""

import json
from datetime import datetime
from typing import Any

from django.db.models import Max

from league import ledger
from league.models import Season, User
from matches import deadlines
from matches.models import Acta, Case, Claim, Encounter
from matches.services._locks import season_locked
from matches.states.acta import ActaState
from matches.states.case import OPEN_STATES
from matches.states.encounter import EndedKind
from rules.findings import Severity


def cases_open_for(encounter: Encounter, *, acta: Acta, at: datetime) -> list[Case]:
    """Open a case for each kind of thing in the acta that goes to the committee. Runs in the
    caller's transaction; a reason that has an open case already gets no second."""
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    content = json.loads(acta.content)
    for finding in content["findings"]:
        if finding["severity"] == Severity.COMMITTEE:
            found.setdefault((finding["code"], finding["clause"]), []).append(finding["facts"])
    if acta.state == ActaState.FILED_ALONE and content["kind"] == EndedKind.PLAYED:
        # A walkover is told by the side that is there; its own finding opens the case.
        found[("acta.filed_alone", "M-D.11")] = [{"acta": acta.number}]
    return [
        case
        for (code, clause), facts in found.items()
        if (
            case := case_open(
                season=encounter.division.season,
                encounter=encounter,
                reason=code,
                clause=clause,
                facts={"found": facts},
                actor=None,
                at=at,
            )
        )
    ]


def case_open(
    *,
    season: Season,
    encounter: Encounter | None,
    reason: str,
    clause: str,
    facts: dict[str, Any],
    actor: User | None,
    claim: Claim | None = None,
    at: datetime,
) -> Case | None:
    """Open a numbered case in the caller's transaction; None when one for this is open already.
    A claim always gets its own."""
    locked = season_locked(season.pk)
    if (
        encounter is not None
        and claim is None
        and Case.objects.filter(
            encounter=encounter, reason=reason, claim__isnull=True, state__in=OPEN_STATES
        ).exists()
    ):
        return None
    number = (locked.cases.aggregate(last=Max("number"))["last"] or 0) + 1
    case = Case.objects.create(
        season=locked,
        number=number,
        encounter=encounter,
        claim=claim,
        reason=reason,
        clause=clause,
        facts=facts,
        opened_at=at,
        opened_by=actor,
        due_at=deadlines.case_due(at),
    )
    if encounter is not None:
        case.teams.set([encounter.home_id, encounter.away_id])
    ledger.append(
        season=locked,
        actor=actor,
        at=at,
        action="case.opened",
        subject=f"case:{case.pk}",
        number=number,
        encounter=encounter.pk if encounter else None,
        claim=claim.pk if claim else None,
        reason=reason,
        clause=clause,
        due_at=case.due_at,
    )
    return case
