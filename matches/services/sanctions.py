"""Fines once they are imposed: paid or waived. Suspensions are served by themselves."""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league import ledger
from league.models import User
from league.policies import may_organise
from league.refusals import Refused
from league.states.season import SeasonState
from matches.models import Sanction
from matches.states.sanction import FINE, FineEvent, FineState, SanctionKind, SanctionState


@transaction.atomic
def fine_settle(*, actor: User, sanction_id: int, event: FineEvent, at: datetime) -> Sanction:
    """The organiser notes a fine as paid, or waives it. Refused `fine.revoked`, `fine.not_a_fine`,
    MoveRefused when it is settled already."""
    sanction = (
        Sanction.objects.select_for_update(of=("self",))
        .select_related("season", "ruling")
        .get(pk=sanction_id)
    )
    if not may_organise(actor, sanction.season):
        raise PermissionDenied
    if sanction.season.state == SeasonState.CLOSED and event is not FineEvent.PAY:
        raise Refused("season.closed")
    if sanction.kind != SanctionKind.FINE:
        raise Refused("fine.not_a_fine")
    if sanction.state == SanctionState.REVOKED:
        raise Refused("fine.revoked")
    sanction.fine_state = FINE.after(FineState(sanction.fine_state), event)
    sanction.settled_at = at
    sanction.save(update_fields=["fine_state", "settled_at"])
    ledger.append(
        season=sanction.season_id,
        actor=actor,
        at=at,
        action="fine.paid" if event is FineEvent.PAY else "fine.waived",
        subject=f"sanction:{sanction.pk}",
        ruling=sanction.ruling_id,
    )
    return sanction
