"""Another date by agreement of both delegates, and another bar by the home peña (M-D.16).

M-D.16  proposed by either side: up to three dates with their bars   done: `date_propose`
M-D.16  accepted, refused with a reason, or countered                done: `date_accept`, …
M-D.16  the change acta carries both signatures                      done: `DateSignature`
M-D.16  delivered before the scheduled start, to the second          done: `date_accept`; a later
                                                                     one is kept as expired
M-D.10  filed electronically is delivered                            done: accepted is delivered
M-D.16  the organiser moves an encounter, with a reason              see `encounters.encounter_move`

An encounter that waits without a date has no start to be late for.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from league import canonical, ledger
from league.models import User, Venue
from league.refusals import Refused
from league.services.versions import divisions_touch
from matches import date_limits, policies
from matches.models import DateRule, DateSignature, Encounter, Postponement, ProposedDate
from matches.selectors.organiser import move_warnings
from matches.services import _date_notices as notices
from matches.services._locks import encounter_locked
from matches.services.encounters import encounter_put
from matches.states.encounter import ENCOUNTER, EncounterEvent, EncounterState
from matches.states.partida import Side
from matches.states.postponement import POSTPONEMENT, PostponementEvent, PostponementState

MOST_DATES = 3
PROPOSAL, CHANGE = "amarraco-date-proposal/1", "amarraco-date-change/1"


@dataclass(frozen=True, slots=True)
class Offer:
    """A date with its bar (none: to be decided)."""

    starts_at: datetime
    venue_id: int | None = None


@transaction.atomic
def date_propose(
    *, actor: User, encounter_id: int, offers: Sequence[Offer], reason: str, at: datetime
) -> Postponement:
    """Propose dates, signed by the actor's side. With one of the other side open, it counters it.

    Refused: `dates.too_late`, `dates.without_reason`, `dates.none`, `dates.too_many`,
    `dates.repeated`, `dates.already_proposed`, and what `_check` says of each date.
    """
    encounter, side = _locked(actor, encounter_id)
    ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.RESCHEDULE)
    if is_late(encounter, at):
        raise Refused("dates.too_late", clause="M-D.16", start=encounter.starts_at)
    if not reason.strip():
        raise Refused("dates.without_reason", clause="M-D.16")
    if not offers:
        raise Refused("dates.none", clause="M-D.16")
    if len(offers) > MOST_DATES:
        raise Refused("dates.too_many", most=MOST_DATES)
    if len({offer.starts_at for offer in offers}) < len(offers):
        raise Refused("dates.repeated")
    for offer in offers:
        _check(encounter, offer, at)
    answered = _open_of(encounter)
    if answered is not None and _is_stale(answered, encounter):
        _settle(answered, PostponementEvent.EXPIRE, actor, at)
        answered = None
    if answered is not None:
        if answered.side == side:
            raise Refused("dates.already_proposed")
        _settle(answered, PostponementEvent.COUNTER, actor, at)
    content = canonical.dumps(_proposal(encounter, side, offers, answered, at))
    proposal = Postponement.objects.create(
        encounter=encounter,
        side=side,
        answers=answered,
        proposed_by=actor,
        proposed_at=at,
        old_starts_at=_scheduled(encounter),
        old_venue_id=encounter.venue_id,
        reason=reason.strip(),
        content=content,
        digest=canonical.digest(content),
    )
    ProposedDate.objects.bulk_create(
        ProposedDate(
            postponement=proposal,
            number=number,
            starts_at=offer.starts_at,
            venue_id=offer.venue_id,
        )
        for number, offer in enumerate(offers, start=1)
    )
    _sign(proposal, side, actor, proposal.digest, at)
    action = "date.countered" if answered else "date.proposed"
    _record(proposal, actor, at, action, side=side, digest=proposal.digest)
    notices.tell_proposed(proposal, at=at)
    return proposal


@transaction.atomic
def date_accept(
    *, actor: User, encounter_id: int, proposal_id: int, number: int, at: datetime
) -> Postponement:
    """Agree to one of the dates: signed by both, the change acta is delivered at this moment.

    At the scheduled start or later it counts no more: the proposal comes back EXPIRED, with who
    came and when. Accepting the same date again changes nothing. Refused: `dates.own_proposal`,
    `dates.already_answered`, `dates.unknown`, and what `_check` says of the date.
    """
    encounter, side = _locked(actor, encounter_id)
    proposal = _proposal_of(encounter, proposal_id)
    chosen = proposal.dates.filter(number=number).select_related("venue").first()
    if chosen is None:
        raise Refused("dates.unknown")
    agreed_before = proposal.state == PostponementState.DELIVERED and side != proposal.side
    if agreed_before and proposal.new_starts_at == chosen.starts_at:
        return proposal  # the same tap, twice
    _check_to_answer(proposal, encounter, side)
    if is_late(encounter, at):
        _settle(proposal, PostponementEvent.EXPIRE, actor, at)
        _record(proposal, actor, at, "date.late", side=side, number=number)
        notices.tell_late(proposal, at=at)
        return proposal
    state = ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.RESCHEDULE)
    _check(encounter, Offer(chosen.starts_at, chosen.venue_id), at)
    content = canonical.dumps(
        {
            "format": CHANGE,
            "proposal": json.loads(proposal.content),
            "chosen": number,
            "starts_at": chosen.starts_at,
            "venue": chosen.venue_id,
            "agreed_by": side,
            "delivered_at": at,
        }
    )
    digest = canonical.digest(content)
    _sign(proposal, side, actor, digest, at)
    agreed = POSTPONEMENT.after(PostponementState(proposal.state), PostponementEvent.AGREE)
    proposal.state = POSTPONEMENT.after(agreed, PostponementEvent.DELIVER)
    proposal.answered_by, proposal.answered_at = actor, at
    proposal.new_starts_at, proposal.new_venue = chosen.starts_at, chosen.venue
    proposal.content, proposal.digest, proposal.delivered_at = content, digest, at
    proposal.save()
    encounter_put(encounter, state=state, starts_at=chosen.starts_at, venue=chosen.venue)
    _record(
        proposal,
        actor,
        at,
        "date.delivered",
        side=side,
        digest=digest,
        starts_at=chosen.starts_at,
        venue=chosen.venue_id,
    )
    notices.tell_delivered(proposal, at=at)
    return proposal


@transaction.atomic
def date_refuse(
    *, actor: User, encounter_id: int, proposal_id: int, reason: str, at: datetime
) -> Postponement:
    """Say no, with a reason. Refused: `dates.refused_without_reason`, and as in `date_accept`."""
    encounter, side = _locked(actor, encounter_id)
    proposal = _proposal_of(encounter, proposal_id)
    if proposal.state == PostponementState.REFUSED and side != proposal.side:
        return proposal  # the same tap, twice
    _check_to_answer(proposal, encounter, side)
    if not reason.strip():
        raise Refused("dates.refused_without_reason", clause="M-D.16")
    proposal.answer_reason = reason.strip()
    _settle(proposal, PostponementEvent.REFUSE, actor, at)
    _record(proposal, actor, at, "date.refused", side=side)
    notices.tell_refused(proposal, at=at)
    return proposal


@transaction.atomic
def date_withdraw(
    *, actor: User, encounter_id: int, proposal_id: int, at: datetime
) -> Postponement:
    """Take the own proposal back while nobody has answered. Refused: `dates.of_the_other`,
    `dates.already_answered`."""
    encounter, side = _locked(actor, encounter_id)
    proposal = _proposal_of(encounter, proposal_id)
    if proposal.side != side:
        raise Refused("dates.of_the_other")
    if proposal.state == PostponementState.WITHDRAWN:
        return proposal  # the same tap, twice
    if proposal.state != PostponementState.PROPOSED:
        raise Refused("dates.already_answered")
    _settle(proposal, PostponementEvent.WITHDRAW, actor, at)
    _record(proposal, actor, at, "date.withdrawn", side=side)
    notices.tell_withdrawn(proposal, at=at)
    return proposal


@transaction.atomic
def venue_change(
    *, actor: User, encounter_id: int, venue_id: int, reason: str, at: datetime
) -> Postponement:
    """The home peña plays elsewhere, on the same date: it says so, nobody has to agree.

    Refused: `dates.only_home`, `dates.too_late`, `dates.no_date_yet`, `dates.without_reason`,
    `dates.same_venue`, `dates.venue_full`.
    """
    encounter, side = _locked(actor, encounter_id)
    if side != Side.HOME:
        raise Refused("dates.only_home", clause="M-D.16")
    ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.RESCHEDULE)
    start = _scheduled(encounter)
    if start is None:
        raise Refused("dates.no_date_yet")
    if is_late(encounter, at):
        raise Refused("dates.too_late", clause="M-D.16", start=start)
    if not reason.strip():
        raise Refused("dates.without_reason", clause="M-D.16")
    if venue_id == encounter.venue_id:
        raise Refused("dates.same_venue")
    venue = Venue.objects.get(pk=venue_id)
    _check_room(encounter, start, venue)
    change = Postponement.objects.create(
        encounter=encounter,
        state=PostponementState.DELIVERED,
        side=side,
        proposed_by=actor,
        proposed_at=at,
        delivered_at=at,
        old_starts_at=start,
        new_starts_at=start,
        old_venue_id=encounter.venue_id,
        new_venue=venue,
        reason=reason.strip(),
    )
    encounter.venue = venue
    encounter.save(update_fields=["venue"])
    divisions_touch([encounter.division_id])
    _record(change, actor, at, "venue.changed", side=side, venue=venue_id)
    notices.tell_venue(change, at=at)
    return change


def is_late(encounter: Encounter, at: datetime) -> bool:
    """Whether the scheduled start has come: a change acta counts *before* it, to the second."""
    start = _scheduled(encounter)
    return start is not None and at >= start


def limits_of(season_id: int) -> list[date_limits.Limit]:
    """What the organiser set, as plain values."""
    return [
        date_limits.Limit(
            kind=row.kind, last_on=row.last_on, first_on=row.first_on, leg=row.leg, note=row.note
        )
        for row in DateRule.objects.filter(season=season_id)
    ]


def change_problem(change: Postponement) -> str:
    """What is wrong with a proposal's or change acta's text and signatures; empty when whole."""
    if not change.content:
        return ""
    if canonical.digest(change.content) != change.digest:
        return "text and digest disagree"
    told = json.loads(change.content)
    agreed = told["format"] == CHANGE
    proposal = told["proposal"] if agreed else told
    if proposal["encounter"] != change.encounter_id:
        return "speaks of another encounter"
    expected = {change.side: canonical.digest(canonical.dumps(proposal))}
    if agreed:
        expected[told["agreed_by"]] = change.digest
        if (told["starts_at"], told["venue"]) != (
            canonical.moment(change.new_starts_at) if change.new_starts_at else None,
            change.new_venue_id,
        ):
            return "the date is not the one that was agreed"
    signed = {one.side: one.digest for one in change.signatures.all()}
    return "" if signed == expected else "a signature is not of this text"


def _locked(actor: User, encounter_id: int) -> tuple[Encounter, Side]:
    encounter = encounter_locked(encounter_id)
    side = policies.standing_side(actor, encounter)
    if side is None:
        raise PermissionDenied
    return encounter, side


def _scheduled(encounter: Encounter) -> datetime | None:
    """The start that stands; none for an encounter that waits without a date."""
    if encounter.state == EncounterState.POSTPONED:
        return None
    return encounter.starts_at


def _open_of(encounter: Encounter) -> Postponement | None:
    return encounter.postponements.filter(state=PostponementState.PROPOSED).first()


def _is_stale(proposal: Postponement, encounter: Encounter) -> bool:
    """Whether it speaks of a date that no longer stands."""
    return proposal.old_starts_at != _scheduled(encounter)


def _proposal_of(encounter: Encounter, proposal_id: int) -> Postponement:
    """The proposal under lock. Raises Postponement.DoesNotExist for one of another encounter."""
    proposal: Postponement = (
        Postponement.objects.select_for_update(of=("self",))
        .exclude(side="")
        .get(pk=proposal_id, encounter=encounter)
    )
    proposal.encounter = encounter
    return proposal


def _check_to_answer(proposal: Postponement, encounter: Encounter, side: Side) -> None:
    if proposal.side == side:
        raise Refused("dates.own_proposal")
    if proposal.state != PostponementState.PROPOSED or _is_stale(proposal, encounter):
        raise Refused("dates.already_answered")


def _settle(proposal: Postponement, event: PostponementEvent, actor: User, at: datetime) -> None:
    proposal.state = POSTPONEMENT.after(PostponementState(proposal.state), event)
    proposal.answered_by, proposal.answered_at = actor, at
    proposal.save(update_fields=["state", "answered_by", "answered_at", "answer_reason"])


def _check(encounter: Encounter, offer: Offer, at: datetime) -> None:
    """Refused: `dates.in_past`, `dates.same_moment`, `dates.blocked`, `dates.outside_windows`,
    `dates.after_latest`, `dates.team_busy`, `dates.venue_full`."""
    told: dict[str, Any] = {"when": offer.starts_at}
    if offer.starts_at <= at:
        raise Refused("dates.in_past", **told)
    if offer.starts_at == _scheduled(encounter):
        raise Refused("dates.same_moment", **told)
    season = encounter.division.season
    day = timezone.localtime(offer.starts_at).date()
    problem = date_limits.day_problem(limits_of(season.pk), leg=encounter.leg, day=day)
    if problem is not None:
        limit = problem.limit
        raise Refused(
            problem.code,
            **told,
            note=limit.note if limit else "",
            last=f"{limit.last_on:%d/%m/%Y}" if limit else "",
        )
    venue = None if offer.venue_id is None else Venue.objects.get(pk=offer.venue_id)
    _check_room(encounter, offer.starts_at, venue, whole_day=True)


def _check_room(
    encounter: Encounter, starts_at: datetime, venue: Venue | None, *, whole_day: bool = False
) -> None:
    found = move_warnings(
        encounter, starts_at=starts_at, venue=venue, boards=encounter.division.season.boards
    )
    if whole_day and found.same_day:
        raise Refused("dates.team_busy", when=starts_at, match=str(found.same_day[0]))
    if found.venue_full and venue is not None:
        raise Refused("dates.venue_full", when=starts_at, venue=venue.name)


def _proposal(
    encounter: Encounter,
    side: Side,
    offers: Sequence[Offer],
    answered: Postponement | None,
    at: datetime,
) -> dict[str, Any]:
    """What the proposing side signs. The reason stays outside: a text can name people."""
    return {
        "format": PROPOSAL,
        "season": encounter.division.season_id,
        "encounter": encounter.pk,
        "home": encounter.home_id,
        "away": encounter.away_id,
        "side": side,
        "starts_at": _scheduled(encounter),
        "venue": encounter.venue_id,
        "dates": [
            {"number": number, "starts_at": offer.starts_at, "venue": offer.venue_id}
            for number, offer in enumerate(offers, start=1)
        ],
        "answers": answered.digest if answered else None,
        "proposed_at": at,
    }


def _sign(proposal: Postponement, side: Side, actor: User, digest: str, at: datetime) -> None:
    DateSignature.objects.create(
        postponement=proposal, side=side, signer=actor, signed_at=at, digest=digest
    )


def _record(
    change: Postponement, actor: User, at: datetime, action: str, **payload: object
) -> None:
    ledger.append(
        season=change.encounter.division.season_id,
        actor=actor,
        at=at,
        action=action,
        subject=f"encounter:{change.encounter_id}",
        postponement=change.pk,
        **payload,
    )
