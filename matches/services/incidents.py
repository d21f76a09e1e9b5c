"""Incidents, in writing on the acta (M-D.18).

M-T.3, M-T.4  a referee's warning, which nobody else notes
M-D.20  only delegates, or the organisers, remove spectators: nobody else notes that they did
"""

from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league.models import User
from league.policies import may_referee
from league.refusals import Refused
from league.services.versions import divisions_touch
from matches import policies
from matches.incident_kinds import KINDS, PLAY, REFEREE_WARNINGS, SPECTATORS
from matches.models import Encounter, Incident
from matches.services._deals import deal_read, deal_write
from matches.services._locks import encounter_locked
from matches.states.encounter import EncounterState
from rules.regulation import CLAUSES

_OPEN = {
    EncounterState.SCHEDULED,
    EncounterState.LINE_UP,
    EncounterState.DRAWN,
    EncounterState.PLAYING,
}


@transaction.atomic
def incident_add(
    *,
    actor: User,
    encounter_id: int,
    kind: str,
    text: str,
    clause: str = "",
    board: int | None = None,
    side: str = "",
    registration_id: int | None = None,
    friendly_settlement: bool = False,
    record: str = "",
    at: datetime,
) -> Incident:
    """Write an incident down; the same one twice stands once. `record` is the deal that a disputed
    play (`PLAY`) is about: it becomes part of the acta.

    Refused `incident.without_text`, `incident.unknown_clause`, `incident.deal_of_another_kind`,
    `incident.only_delegates_remove` (M-D.20), `warning.only_the_referee`, `deal.*`.
    """
    encounter = _open(actor, encounter_id)
    if kind == SPECTATORS and policies.side_of(actor, encounter) is None:
        raise Refused("incident.only_delegates_remove", clause="M-D.20")
    if kind in REFEREE_WARNINGS and not may_referee(actor, encounter.division.season_id):
        raise Refused("warning.only_the_referee", clause=KINDS[kind].clause)
    deal = deal_read(encounter.division.season, record)
    if deal is not None and kind != PLAY:
        raise Refused("incident.deal_of_another_kind")
    if not text.strip():
        raise Refused("incident.without_text", clause="M-D.18")
    if clause and clause not in CLAUSES:
        raise Refused("incident.unknown_clause", given=clause)
    told: dict[str, Any] = {
        "encounter": encounter,
        "kind": kind,
        "clause": clause,
        "board": board,
        "side": side,
        "registration_id": registration_id,
        "text": text.strip(),
        "friendly_settlement": friendly_settlement,
        "reported_by": actor,
    }
    deals = {"deal__isnull": True} if deal is None else {"deal__record": deal.record}
    standing = Incident.objects.filter(**told, **deals, withdrawn_at__isnull=True).first()
    if standing is not None:
        return standing  # the same tap, twice
    incident = Incident.objects.create(**told, at=at)
    if deal is not None:
        deal_write(deal, incident=incident, at=at)
    divisions_touch([encounter.division_id])
    return incident


@transaction.atomic
def incident_withdraw(
    *, actor: User, encounter_id: int, incident_id: int, at: datetime
) -> Incident:
    """Take back an incident written by mistake; it stays readable to both delegates."""
    encounter = _open(actor, encounter_id)
    incident = Incident.objects.get(pk=incident_id, encounter=encounter)
    if incident.reported_by_id != actor.pk:
        raise Refused("incident.of_somebody_else")
    if incident.seats.exists():
        raise Refused("incident.holds_a_seat", clause="M-D.5")
    if incident.withdrawn_at is None:
        incident.withdrawn_at = at
        incident.save(update_fields=["withdrawn_at"])
        divisions_touch([encounter.division_id])
    return incident


def _open(actor: User, encounter_id: int) -> Encounter:
    encounter = encounter_locked(encounter_id)
    if policies.side_of(actor, encounter) is None and not may_referee(
        actor, encounter.division.season_id
    ):
        raise PermissionDenied
    if encounter.state not in _OPEN:
        raise Refused("encounter.already_ended")
    return encounter
