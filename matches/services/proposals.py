"""Where the season asks for the agreement of several members: one proposes, the others agree.

A proposal is the committee's working paper. It lives in the case (`facts["proposal"]`) until enough
members stand behind the same text and effects; then it is issued as a ruling. Any change of it is a
new proposal, and nobody's agreement carries over.

M-E.1, M-D.21  the committee decides, with the season's quorum    done
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league import canonical, ledger
from league.models import User
from league.refusals import Refused
from matches import effects as fx
from matches import policies
from matches.models import Case, Ruling
from matches.services import _notices
from matches.services.cases import case_locked
from matches.services.rulings import PROPOSAL, exits_lock, issue, planned_ruling


@transaction.atomic
def ruling_propose(
    *,
    actor: User,
    case_id: int,
    clauses: Sequence[str],
    facts: str,
    decision: str,
    effects: Sequence[fx.Effect],
    replaces: int | None = None,
    at: datetime,
) -> str:
    """Put a ruling before the other members; it replaces what was proposed before. Returns its
    digest. Refused as `ruling_issue`, and `ruling.no_proposal_needed`."""
    case = case_locked(actor, case_id)
    if case.season.quorum <= 1:
        raise Refused("ruling.no_proposal_needed")
    planned_ruling(
        case=case,
        clauses=clauses,
        facts=facts,
        decision=decision,
        effects=effects,
        replaces=replaces,
        at=at,
    )
    paper: dict[str, Any] = {
        "clauses": list(clauses),
        "facts": facts.strip(),
        "decision": decision.strip(),
        "effects": [fx.to_mapping(effect) for effect in effects],
        "replaces": replaces,
        "author": actor.pk,
    }
    digest = canonical.digest(canonical.dumps(paper))
    case.facts = case.facts | {PROPOSAL: paper | {"digest": digest, "agreed": [actor.pk]}}
    case.save(update_fields=["facts"])
    _entry(case, actor, at, "ruling.proposed", digest)
    _notices.tell_members(
        case,
        kind="ruling.proposed",
        subject=_("Expediente %(number)s: propuesta de resolución") % {"number": case.number},
        body=_("Hay una propuesta de resolución que espera la conformidad de otros miembros."),
        key=f"proposal:{case.pk}:{digest}",
        at=at,
    )
    return digest


@transaction.atomic
def ruling_agree(
    *, actor: User, case_id: int, digest: str, seen: str = "", at: datetime
) -> Ruling | None:
    """Stand behind the proposal that the screen showed. With enough members it becomes the ruling,
    which is returned; None while more are needed. Agreeing twice counts once.

    Refused `ruling.proposal_changed`, and what `ruling_issue` refuses.
    """
    waits = Case.objects.get(pk=case_id).facts.get(PROPOSAL)
    if waits is not None:
        exits_lock(case_id, fx.all_from(waits["effects"]), waits["replaces"])
    case = case_locked(actor, case_id)
    paper = case.facts.get(PROPOSAL)
    if paper is None or paper["digest"] != digest:
        raise Refused("ruling.proposal_changed")
    # Who has left the committee since, or is tied to a peña of the case by now, no longer counts.
    members = User.objects.filter(pk__in={*paper["agreed"], actor.pk})
    agreed = sorted(user.pk for user in members if policies.may_decide(user, case))
    if len(agreed) < case.season.quorum:
        case.facts = case.facts | {PROPOSAL: paper | {"agreed": agreed}}
        case.save(update_fields=["facts"])
        if actor.pk not in paper["agreed"]:
            _entry(case, actor, at, "ruling.agreed", digest)
        return None
    # The last agreement is on record with the ruling itself, which names all of them.
    return issue(
        case=case,
        author=User.objects.get(pk=paper["author"]),
        clauses=paper["clauses"],
        facts=paper["facts"],
        decision=paper["decision"],
        effects=fx.all_from(paper["effects"]),
        replaces=paper["replaces"],
        seen=seen,
        agreed=agreed,
        at=at,
    )


def proposal_of(case: Case) -> dict[str, Any] | None:
    """The proposal that waits for members of the committee; for nobody else to see."""
    found: dict[str, Any] | None = case.facts.get(PROPOSAL)
    return found


def _entry(case: Case, actor: User, at: datetime, action: str, digest: str) -> None:
    ledger.append(
        season=case.season_id,
        actor=actor,
        at=at,
        action=action,
        subject=f"proposal:{case.pk}",
        case=case.pk,
        digest=digest,
    )
