"""Encounters come into being with a sealed draw, and move to other dates."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league import ledger
from league.models import Matchday, Team, User, Venue
from league.policies import may_organise
from league.refusals import Refused
from league.services.notifications import notify
from league.services.versions import divisions_touch
from matches.addresses import encounter_path
from matches.draw import commitment
from matches.models import Draw, Encounter, Fixture, Postponement
from matches.services._date_notices import tell_overtaken
from matches.services._locks import encounter_locked
from matches.services._notices import delegates_of
from matches.states.encounter import ENCOUNTER, EncounterEvent, EncounterState
from matches.states.postponement import POSTPONEMENT, PostponementEvent, PostponementState


def encounters_create(rows: Sequence[Encounter]) -> list[Encounter]:
    """Save new encounters, each with the seed of its draw and the published commitment (M-D.5).

    Runs in the caller's transaction; the caller has checked rights and writes the ledger.
    """
    created = Encounter.objects.bulk_create(rows)
    draws = []
    for encounter in created:
        seed = secrets.token_hex(32)
        draws.append(Draw(encounter=encounter, seed=seed, commitment=commitment(seed)))
    Draw.objects.bulk_create(draws)
    return created


@transaction.atomic
def encounter_create(
    *,
    actor: User,
    matchday_id: int,
    home_id: int,
    away_id: int,
    starts_at: datetime | None,
    venue_id: int | None = None,
    at: datetime,
) -> Encounter:
    """Add a single encounter to a matchday. The venue is the home team's unless given."""
    matchday = Matchday.objects.select_related("division__season").get(pk=matchday_id)
    if not may_organise(actor, matchday.division.season):
        raise PermissionDenied
    home = Team.objects.get(pk=home_id)
    [encounter] = encounters_create(
        [
            Encounter(
                division=matchday.division,
                matchday=matchday,
                leg=matchday.leg,
                home=home,
                away_id=away_id,
                venue_id=venue_id or home.venue_id,
                starts_at=starts_at,
            )
        ]
    )
    divisions_touch([matchday.division_id])
    ledger.append(
        season=matchday.division.season_id,
        actor=actor,
        at=at,
        action="encounter.created",
        subject=f"encounter:{encounter.pk}",
        home=home_id,
        away=away_id,
        starts_at=starts_at,
        commitment=encounter.draw.commitment,
    )
    return encounter


@transaction.atomic
def encounter_move(
    *,
    actor: User,
    encounter_id: int,
    starts_at: datetime | None,
    venue_id: int | None,
    reason: str,
    tell: bool = True,
    at: datetime,
) -> Postponement:
    """The organiser gives an encounter another date or venue, with a reason.

    Without a date it waits as postponed. The history of its dates stays (M-D.16). The delegates of
    both teams are told, unless the organiser has done so (`tell`).
    """
    encounter = encounter_locked(encounter_id)
    season = encounter.division.season
    if not may_organise(actor, season):
        raise PermissionDenied
    if not reason.strip():
        raise Refused("encounter.move_without_reason", clause="M-D.16")
    if starts_at == encounter.starts_at and venue_id == encounter.venue_id:
        raise Refused("encounter.move_changes_nothing")
    event = EncounterEvent.RESCHEDULE if starts_at else EncounterEvent.POSTPONE
    state = ENCOUNTER.after(EncounterState(encounter.state), event)
    venue = Venue.objects.get(pk=venue_id) if venue_id else None
    move = Postponement.objects.create(
        encounter=encounter,
        state=PostponementState.DELIVERED,
        by_organiser=True,
        proposed_by=actor,
        proposed_at=at,
        delivered_at=at,
        old_starts_at=encounter.starts_at,
        new_starts_at=starts_at,
        old_venue_id=encounter.venue_id,
        new_venue=venue,
        reason=reason.strip(),
    )
    proposals_expire(encounter, actor=actor, at=at)
    encounter_put(encounter, state=state, starts_at=starts_at, venue=venue)
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="encounter.moved",
        subject=f"encounter:{encounter.pk}",
        postponement=move.pk,
        starts_at=starts_at,
        venue=venue_id,
    )
    if tell:
        _tell_of_move(encounter, move, at=at)
    return move


def proposals_expire(encounter: Encounter, *, actor: User, at: datetime) -> None:
    """What is still being talked about is of a date that no longer stands. For a locked encounter
    whose date changes by other hands."""
    for proposal in encounter.postponements.filter(state=PostponementState.PROPOSED):
        proposal.state = POSTPONEMENT.after(
            PostponementState(proposal.state), PostponementEvent.EXPIRE
        )
        proposal.answered_at, proposal.answered_by = at, actor
        proposal.save(update_fields=["state", "answered_at", "answered_by"])
        proposal.encounter = encounter
        tell_overtaken(proposal, at=at)


def encounter_put(
    encounter: Encounter, *, state: EncounterState, starts_at: datetime | None, venue: Venue | None
) -> None:
    """Write the new date and venue of a locked encounter; without a date it keeps the old one and
    waits. The caller has made the move and writes the ledger."""
    if encounter.state == EncounterState.LINE_UP:
        # Who was here tonight says nothing of the other night; neither does half a draw.
        encounter.presences.all().delete()
        encounter.side_records.all().delete()
        Draw.objects.filter(encounter=encounter).update(
            home_nonce="",
            away_nonce="",
            home_tapped_at=None,
            away_tapped_at=None,
            home_tapped_as="",
            away_tapped_as="",
            by_hand=False,
            inputs="",
        )
    encounter.state = state
    if starts_at:
        encounter.starts_at = starts_at
    encounter.venue = venue
    encounter.save(update_fields=["state", "starts_at", "venue"])
    # One of a tournament day leaves its court: it has none at its new time until somebody says so.
    Fixture.objects.filter(encounter=encounter).update(court=None, starts_at=None, until=None)
    divisions_touch([encounter.division_id])


def _tell_of_move(encounter: Encounter, move: Postponement, *, at: datetime) -> None:
    facts = {
        "match": str(encounter),
        "reason": move.reason,
        "venue": move.new_venue.name if move.new_venue else _("un local por decidir"),
    }
    if move.new_starts_at is None:
        subject = _("Aplazado sin fecha: %(match)s")
        body = _("El encuentro queda a la espera de fecha. Motivo: %(reason)s")
    else:
        facts["when"] = date_format(
            timezone.localtime(move.new_starts_at), r"l j \d\e F \d\e Y, H:i"
        )
        subject = _("Cambio de fecha o local: %(match)s")
        body = _("Se juega el %(when)s, en %(venue)s. Motivo: %(reason)s")
    notify(
        recipients=delegates_of([encounter.home_id, encounter.away_id]),
        kind="encounter.moved",
        subject=subject % facts,
        body=body % facts,
        path=encounter_path(encounter),
        deduplication_key=f"encounter-moved:{move.pk}",
        at=at,
        season=encounter.division.season,
    )
