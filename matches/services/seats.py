"""A player who was drawn leaves the chair, and another of the team takes it (M-D.5).

A drawn pair changes in no other way than by an incident with its clause, in writing on the acta:
the chair names it, and the database refuses another player without one.
"""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league import ledger
from league.models import User
from league.policies import may_referee
from league.refusals import Refused
from league.services.versions import divisions_touch
from matches import eligibility, policies
from matches.incident_kinds import SEAT_CHANGE
from matches.models import Encounter, Incident, Partida, Presence, Seat
from matches.services._eligible import stop_if_barred
from matches.services._locks import encounter_locked
from matches.states.encounter import EncounterState
from matches.states.partida import Side

CLAUSES = ("M-E.1", "M-D.11", "M-D.14", "M-D.21")
"""What may be the reason: unforeseen, conduct, a refusal, something the regulation lacks."""


@transaction.atomic
def seat_change(
    *,
    actor: User,
    encounter_id: int,
    leaves_id: int,
    enters_id: int,
    clause: str,
    text: str,
    at: datetime,
) -> Incident:
    """Seat `enters_id` where `leaves_id` was drawn, both registrations of the actor's side.

    The referee may do it for either. Refused: `seat.not_drawn_yet`, `seat.without_reason`,
    `seat.unknown_clause`, `seat.nobody_leaves`, `seat.sits_already`, `seat.board_has_ended`,
    `line_up.not_of_team` (M-D.7), `eligibility.*` (the first reason). The same change twice is one.
    """
    encounter = encounter_locked(encounter_id)
    own = policies.side_of(actor, encounter)
    if own is None and not may_referee(actor, encounter.division.season_id):
        raise PermissionDenied
    if encounter.state not in {EncounterState.DRAWN, EncounterState.PLAYING}:
        raise Refused("seat.not_drawn_yet", clause="M-D.5")
    if not text.strip():
        raise Refused("seat.without_reason", clause="M-D.5")
    if clause not in CLAUSES:
        raise Refused("seat.unknown_clause", clause="M-D.5")
    seats = {
        seat.registration_id: seat
        for seat in Seat.objects.filter(encounter=encounter).select_related("incident")
    }
    seat = seats.get(leaves_id)
    entered = seats.get(enters_id)
    if seat is None and entered is not None and entered.incident is not None:
        return entered.incident  # the same tap, twice
    if seat is None or (own is not None and seat.side != own):
        raise Refused("seat.nobody_leaves")
    if entered is not None:
        raise Refused("seat.sits_already", board=entered.board)
    if Partida.objects.filter(encounter=encounter, board=seat.board).exclude(ended_as="").exists():
        raise Refused("seat.board_has_ended", board=seat.board)
    _check_eligible(encounter, Side(seat.side), enters_id, at)
    incident = Incident.objects.create(
        encounter=encounter,
        kind=SEAT_CHANGE,
        clause=clause,
        board=seat.board,
        side=seat.side,
        registration_id=leaves_id,
        text=text.strip(),
        reported_by=actor,
        at=at,
    )
    Seat.objects.filter(pk=seat.pk).update(registration_id=enters_id, incident=incident)
    Presence.objects.get_or_create(
        encounter=encounter,
        registration_id=enters_id,
        defaults={"side": seat.side, "plays": False},
    )
    divisions_touch([encounter.division_id])
    ledger.append(
        season=encounter.division.season_id,
        actor=actor,
        at=at,
        action="seat.changed",
        subject=f"encounter:{encounter.pk}",
        board=seat.board,
        side=seat.side,
        leaves=leaves_id,
        enters=enters_id,
        incident=incident.pk,
        clause=clause,
    )
    return incident


def _check_eligible(encounter: Encounter, side: Side, enters_id: int, at: datetime) -> None:
    standings = eligibility.standings_of(encounter, side, now=at)
    entering = [one for one in standings if one.registration.pk == enters_id]
    if not entering:
        raise Refused("line_up.not_of_team", clause="M-D.7")
    stop_if_barred(entering)
