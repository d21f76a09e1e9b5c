"""Cases that the acta itself opens, where the regulation sends something to the committee.

M-D.11  filed by one side alone; an anomaly        done
M-D.13  fewer than three pairs                     done
M-D.14  a drawn player refused                     done
M-D.19  fielded after playing for another peña     done
M-D.21  a partida that could not be finished       done
M-T.2, M-T.4  over time, repeated breaks           done
M-T.3   time wasted again after a warning          done
M-E.1   what the text does not foresee, not settled at the table   done
M-T.3, M-T.4  more warnings by a referee than the season allows    done
"""

import json
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from league import ledger
from league.models import Season, User
from matches import deadlines
from matches.case_words import reason_words
from matches.incident_kinds import (
    CONDUCT,
    KINDS,
    REFEREE_WARNINGS,
    SLOW_PLAY,
    UNFORESEEN,
    WARN_TIME,
)
from matches.models import Acta, Case, Claim, Encounter
from matches.services import _notices
from matches.services._locks import season_locked
from matches.states.acta import ActaState
from matches.states.case import OPEN_STATES
from matches.states.encounter import EndedKind
from rules.findings import Severity

BAD_CONDUCT = "acta.conduct"
NOT_FORESEEN = "acta.unforeseen"
TIME_WASTED = "acta.slow_play"
WARNED_FOR_TIME = "acta.warned_time"
WARNED_FOR_BREAKS = "acta.warned_breaks"


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
        found[("acta.filed_alone", content.get("alone_clause", "M-D.11"))] = [{"acta": acta.number}]
    found |= _from_incidents(
        content["incidents"],
        known=_incidents_heard(encounter),
        warnings=encounter.division.season.warnings,
    )
    opened = []
    for (code, clause), facts in found.items():
        case = case_open(
            season=encounter.division.season,
            encounter=encounter,
            reason=code,
            clause=clause,
            facts={"found": facts},
            actor=None,
            at=at,
        )
        if case is not None:
            _tell(case, at)
            opened.append(case)
    return opened


def _tell(case: Case, at: datetime) -> None:
    """Both peñas, the committee and the organiser hear of it (M-D.11)."""
    names = {
        "number": case.number,
        "reason": reason_words(case.reason),
        "clause": case.clause,
        "encounter": case.encounter,
    }
    _notices.tell_all(
        case,
        kind="case.opened",
        subject=_("Expediente %(number)s abierto por el acta") % names,
        body=_("%(encounter)s. %(reason)s (%(clause)s). Lo decide el comité de competición.")
        % names,
        key=f"case-opened:{case.pk}",
        at=at,
    )


def _incidents_heard(encounter: Encounter) -> set[int]:
    """Incidents of the encounter that went to the committee before."""
    reasons = (BAD_CONDUCT, NOT_FORESEEN, TIME_WASTED, WARNED_FOR_TIME, WARNED_FOR_BREAKS)
    rows = Case.objects.filter(encounter=encounter, reason__in=reasons)
    return {
        one["incident"] for facts in rows.values_list("facts", flat=True) for one in facts["found"]
    }


def _from_incidents(
    incidents: Iterable[Mapping[str, Any]], *, known: Container[int], warnings: int
) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """What stands on the acta in writing and was not settled at the table (M-E.1): bad conduct,
    what the text does not foresee, time wasted by a pair that had been warned for it once that
    night, and what the referee warned a pair of more often than the season allows (`warnings`).
    `known` had their case: a corrected acta opens none again."""
    conduct: list[dict[str, Any]] = []
    unforeseen: list[dict[str, Any]] = []
    warned: set[tuple[int | None, str]] = set()
    wasted: list[dict[str, Any]] = []
    times: Counter[tuple[str, int | None, str]] = Counter()
    repeated: dict[str, list[dict[str, Any]]] = {kind: [] for kind in REFEREE_WARNINGS}
    for one in incidents:
        if one["friendly"]:
            continue
        facts = {"incident": one["id"], "board": one["board"], "side": one["side"]}
        if one["kind"] == CONDUCT and one["id"] not in known:
            conduct.append(facts)
        elif one["kind"] == UNFORESEEN and one["id"] not in known:
            unforeseen.append(facts)
        elif one["kind"] == SLOW_PLAY and one["side"]:
            if (one["board"], one["side"]) in warned and one["id"] not in known:
                wasted.append(facts)
            warned.add((one["board"], one["side"]))
        elif one["kind"] in REFEREE_WARNINGS:
            pair = (one["kind"], one["board"], one["side"])
            times[pair] += 1
            if times[pair] > warnings and one["id"] not in known:
                repeated[one["kind"]].append(facts)
    found = {
        (BAD_CONDUCT, "M-D.11"): conduct,
        (NOT_FORESEEN, KINDS[UNFORESEEN].clause): unforeseen,
        (TIME_WASTED, "M-T.3"): wasted,
    }
    for kind, again in repeated.items():
        reason = WARNED_FOR_TIME if kind == WARN_TIME else WARNED_FOR_BREAKS
        found[(reason, KINDS[kind].clause)] = again
    return {reason: facts for reason, facts in found.items() if facts}


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
