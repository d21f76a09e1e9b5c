"""Fines once they are imposed: paid or waived. Suspensions are served by themselves."""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league import ledger
from league.models import LedgerEntry, User
from league.policies import may_organise
from league.refusals import Refused
from league.services.versions import divisions_touch
from league.states.season import SeasonState
from matches.models import Sanction
from matches.services._locks import season_locked
from matches.states.sanction import FINE, FineEvent, FineState, SanctionKind, SanctionState

_ACTIONS = {
    FineEvent.PAY: "fine.paid",
    FineEvent.WAIVE: "fine.waived",
    FineEvent.REOPEN: "fine.reopened",
}


@transaction.atomic
def fine_settle(
    *, actor: User, sanction_id: int, event: FineEvent, note: str = "", at: datetime
) -> Sanction:
    """The organiser notes a fine as paid, which gives its receipt the next number of the season,
    waives it, or takes either back: a number that was given is never given again.

    Refused `season.closed` (but paying), `fine.revoked`, `fine.not_a_fine`; MoveRefused when it is
    settled already.
    """
    sanction = (
        Sanction.objects.select_for_update(of=("self",))
        .select_related("season", "ruling", "team")
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
    sanction.receipt = _next_receipt(sanction) if event is FineEvent.PAY else None
    open_again = event is FineEvent.REOPEN
    sanction.settled_at = None if open_again else at
    sanction.settled_by = None if open_again else actor
    sanction.settled_note = "" if open_again else note.strip()[:200]
    sanction.save(
        update_fields=["fine_state", "settled_at", "settled_by", "settled_note", "receipt"]
    )
    if sanction.team is not None:
        divisions_touch([sanction.team.division_id])
    ledger.append(
        season=sanction.season_id,
        actor=actor,
        at=at,
        action=_ACTIONS[event],
        subject=f"sanction:{sanction.pk}",
        ruling=sanction.ruling_id,
        receipt=sanction.receipt,
    )
    return sanction


def _next_receipt(sanction: Sanction) -> int:
    """One more than were ever given in the season, as its record has them. The chain is locked."""
    season = season_locked(sanction.season_id)
    given = LedgerEntry.objects.filter(chain__season=season, action=_ACTIONS[FineEvent.PAY])
    return given.count() + 1
