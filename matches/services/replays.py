"""An encounter is played again: everything of the first sitting goes, except the record of it.

The acta that was in force, its signatures and the ledger stay readable; seats, presences and
boards begin anew, with a draw of its own: a drawn draw never changes, so there is a new one with a
new seed (M-D.5). The old one's opened seed and digests go into the ledger, from where, with the
acta's pairs, anybody can still check it.
"""

import re
import secrets
from datetime import datetime

from league import canonical, ledger
from league.models import User
from matches.draw import commitment
from matches.models import (
    Draw,
    Encounter,
    Incident,
    Partida,
    Postponement,
    Presence,
    Ruling,
    Seat,
    SideRecord,
)
from matches.services.actas import OPEN
from matches.services.scoresheets import sheet_set_aside
from matches.states.acta import ACTA, ActaEvent, ActaState
from matches.states.encounter import ENCOUNTER, EncounterEvent, EncounterState, Origin
from matches.states.postponement import PostponementState

_HEX = re.compile(r"[0-9a-f]{8,64}")


def replay_order(
    *,
    encounter: Encounter,
    ruling: Ruling,
    starts_at: datetime | None,
    reason: str,
    actor: User,
    at: datetime,
) -> None:
    """Bring the encounter back to before its line-up. For `matches.services.rulings`: the encounter
    is locked, rights are checked."""
    for acta in encounter.actas.filter(in_force=True) | encounter.actas.filter(state__in=OPEN):
        acta.state = ACTA.after(ActaState(acta.state), ActaEvent.SUPERSEDE)
        acta.in_force = False
        acta.save(update_fields=["state", "in_force"])
    _draw_anew(encounter, ruling, actor, at)
    sheet_set_aside(encounter)
    # What was written of the first sitting is not of the second; it stays readable in the old acta.
    Incident.objects.filter(encounter=encounter, withdrawn_at__isnull=True).update(withdrawn_at=at)
    for rows in (Partida, Seat, Presence, SideRecord):
        rows.objects.filter(encounter=encounter).delete()
    Postponement.objects.create(
        encounter=encounter,
        state=PostponementState.DELIVERED,
        by_organiser=True,
        proposed_by=actor,
        proposed_at=at,
        delivered_at=at,
        old_starts_at=encounter.starts_at,
        new_starts_at=starts_at,
        old_venue_id=encounter.venue_id,
        new_venue_id=encounter.venue_id,
        reason=reason,
    )
    encounter.state = ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.REPLAY)
    encounter.kind = ""
    encounter.origin = Origin.ACTA
    encounter.home_score = encounter.away_score = None
    encounter.home_games = encounter.away_games = None
    encounter.starts_at = starts_at
    encounter.started_at = encounter.ended_at = encounter.reported_at = None
    encounter.over_time_decided = False
    encounter.save()
    ledger.append(
        season=encounter.division.season_id,
        actor=actor,
        at=at,
        action="encounter.replay_ordered",
        subject=f"encounter:{encounter.pk}",
        ruling=ruling.pk,
        starts_at=starts_at,
    )


def _draw_anew(encounter: Encounter, ruling: Ruling, actor: User, at: datetime) -> None:
    old = Draw.objects.filter(encounter=encounter).first()
    if old is not None:
        ledger.append(
            season=encounter.division.season_id,
            actor=actor,
            at=at,
            action="draw.set_aside",
            subject=f"encounter:{encounter.pk}",
            ruling=ruling.pk,
            algorithm=old.algorithm,
            commitment=old.commitment,
            # The secret of a draw that never happened stays secret; it is not used again either.
            seed=old.seed if old.drawn_at else "",
            nonces=[
                nonce if _HEX.fullmatch(nonce) else commitment(nonce) if nonce else ""
                for nonce in (old.home_nonce, old.away_nonce)
            ],
            by_hand=old.by_hand,
            drawn_at=old.drawn_at,
            inputs=canonical.digest(old.inputs) if old.inputs else "",
            result=canonical.digest(old.result) if old.result else "",
        )
        old.delete()
    seed = secrets.token_hex(32)
    encounter.draw = Draw.objects.create(
        encounter=encounter, seed=seed, commitment=commitment(seed)
    )
