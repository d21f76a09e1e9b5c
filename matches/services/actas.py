"""Versions of the acta: made, signed, filed alone, corrected, issued.

A version's content never changes. Any edit makes a new version and leaves the signatures on the old
one, which is superseded. At most one version is open for signing and at most one is in force; the
result of the encounter is always that of the version in force.

M-D.9   the result is public at once      done: `matches.services.ending`
M-D.10  filing with moment and receipt    done: the signed version and its ledger entry
M-D.12  no partial acta                   done: the rules' errors stop it
M-D.18  "disconforme" with a reason       done
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league import canonical, ledger
from league.models import User
from league.refusals import Refused
from league.services.versions import divisions_touch
from matches import content as contents
from matches import deadlines, policies
from matches.bundles import code_of
from matches.models import Acta, Case, Disavowal, Encounter, Partida, Signature
from matches.selectors.claim_clocks import at_match_clause, clock_of
from matches.services._locks import encounter_locked
from matches.services.acta_prints import print_order
from matches.services.automatic_cases import cases_open_for
from matches.services.seals import acta_seal
from matches.services.sights import sight_write
from matches.snapshot import Content
from matches.states.acta import ACTA, ActaEvent, ActaState
from matches.states.case import OPEN_STATES
from matches.states.encounter import ENCOUNTER, EncounterEvent, EncounterState
from matches.states.partida import EndedAs, Side
from rules.discipline import SheetReading
from rules.findings import Severity

OPEN = (ActaState.DRAFT, ActaState.SIGNED_ONE)


def version_make(
    *,
    encounter: Encounter,
    content: Content,
    reason: str,
    actor: User,
    at: datetime,
    note: str = "",
) -> Acta:
    """A new version with this content. An open one, and the signatures on it, are superseded.

    For services of this package: the encounter is locked and rights are checked.
    """
    divisions_touch([encounter.division_id])  # before the chain: the order in which all lock
    for old in encounter.actas.filter(state__in=OPEN):
        old.state = ACTA.after(ActaState(old.state), ActaEvent.SUPERSEDE)
        old.save(update_fields=["state"])
    text = canonical.dumps(content)
    last = encounter.actas.order_by("-number").values_list("number", flat=True).first()
    number, digest = (last or 0) + 1, canonical.digest(text)
    acta = Acta.objects.create(
        encounter=encounter,
        number=number,
        reason=reason,
        content=text,
        digest=digest,
        code=code_of(encounter=encounter.pk, number=number, digest=digest),
        created_at=at,
        created_by=actor,
        note=note,
    )
    ledger.append(
        season=encounter.division.season_id,
        actor=actor,
        at=at,
        action="acta.drafted",
        subject=f"acta:{acta.pk}",
        encounter=encounter.pk,
        number=acta.number,
        reason=reason,
        digest=acta.digest,
        note=canonical.digest(note),
    )
    return acta


@transaction.atomic
def acta_sign(
    *,
    actor: User,
    acta_id: int,
    digest: str,
    disagrees: bool = False,
    disagreement: str = "",
    at: datetime,
) -> Acta:
    """Sign for the actor's side the text whose digest the screen showed.

    The second signature puts the version in force. Signing twice changes nothing. Refused:
    `acta.changed_meanwhile` when another version is open now, `acta.final` for a correction that
    comes too late (M-D.15), `acta.one_person_two_sides`, `acta.disagreement_without_reason`
    (M-D.18).
    """
    acta = open_acta(acta_id, digest)
    side = policies.side_of(actor, acta.encounter)
    if side is None:
        raise PermissionDenied
    if Signature.objects.filter(acta=acta, side=side).exists():
        return acta
    stop_if_late_correction(acta, at)
    if Signature.objects.filter(acta=acta, signer=actor).exists():
        raise Refused("acta.one_person_two_sides")
    if disagrees and not disagreement.strip():
        raise Refused("acta.disagreement_without_reason", clause="M-D.18")
    return sign_for(
        acta, side=side, signer=actor, disagrees=disagrees, disagreement=disagreement, at=at
    )


def sign_for(
    acta: Acta,
    *,
    side: Side,
    signer: User,
    entered_by: User | None = None,
    disagrees: bool,
    disagreement: str,
    at: datetime,
) -> Acta:
    """A side's signature on an open version; the second puts it in force.

    For services of this package: the version is locked and rights are checked. With `entered_by` it
    was typed by code on that person's phone.
    """
    signature = Signature.objects.create(
        acta=acta,
        side=side,
        signer=signer,
        method=Signature.Method.CODE if entered_by else Signature.Method.SESSION,
        entered_by=entered_by,
        digest=acta.digest,
        signed_at=at,
        disagrees=disagrees,
        disagreement=disagreement.strip(),
    )
    sight_write(acta, side=side, person=signer, at=at)
    first = acta.state == ActaState.DRAFT
    acta.state = ACTA.after(
        ActaState(acta.state), ActaEvent.SIGN_FIRST if first else ActaEvent.SIGN_SECOND
    )
    if first:
        acta.save(update_fields=["state"])
    else:
        _put_in_force(acta, EncounterEvent.SIGN)
    _sign_entry(acta, signature)
    if not first:
        in_force_entry(acta, entered_by or signer, at)
        cases_open_for(acta.encounter, acta=acta, at=at)
    return acta


@transaction.atomic
def acta_file_alone(*, actor: User, acta_id: int, digest: str, reason: str, at: datetime) -> Acta:
    """The other side refuses to sign or has left: this side files alone, with the reason, and a
    case opens (M-D.11)."""
    if not reason.strip():
        raise Refused("acta.alone_without_reason")
    acta = open_acta(acta_id, digest)
    encounter = acta.encounter
    side = policies.side_of(actor, encounter)
    if side is None:
        raise PermissionDenied
    if acta.reason == Acta.Reason.CORRECTION:
        raise Refused("acta.correction_needs_both")
    if Signature.objects.filter(acta=acta, side=side.other).exists():
        raise Refused("acta.other_side_has_signed")
    if not Signature.objects.filter(acta=acta, side=side).exists():
        signature = Signature.objects.create(
            acta=acta, side=side, signer=actor, digest=acta.digest, signed_at=at
        )
        acta.state = ACTA.after(ActaState(acta.state), ActaEvent.SIGN_FIRST)
        sight_write(acta, side=side, person=actor, at=at)
        _sign_entry(acta, signature)
    return close_alone(acta, actor=actor, reason=reason.strip(), at=at)


def close_alone(acta: Acta, *, actor: User, reason: str, at: datetime) -> Acta:
    """Put a version in force with one signature and the reason.

    For services of this package: the version is locked and rights are checked.
    """
    acta.state = ACTA.after(ActaState(acta.state), ActaEvent.FILE_ALONE)
    acta.filed_alone_reason = reason
    _put_in_force(acta, EncounterEvent.SIGN)
    in_force_entry(acta, actor, at)
    cases_open_for(acta.encounter, acta=acta, at=at)
    return acta


@transaction.atomic
def acta_correct(
    *,
    actor: User,
    encounter_id: int,
    boards: Mapping[int, Mapping[str, Any]],
    ended_at: datetime | None = None,
    note: str,
    at: datetime,
) -> Acta:
    """Propose a correction of the acta in force, to be signed by both before it counts.

    `boards` gives new values (home_games, away_games, ended_as, awarded_to) by board number.
    Refused once the encounter is final, without an explanation, when nothing changes, or when the
    rules find an error (`acta.errors`).
    """
    encounter = encounter_locked(encounter_id)
    if policies.side_of(actor, encounter) is None:
        raise PermissionDenied
    current = encounter.actas.filter(in_force=True).first()
    if current is None:
        raise Refused("acta.none_in_force")
    stop_if_frozen(encounter)
    stop_if_final(encounter, at)
    if not note.strip():
        raise Refused("acta.correction_without_reason")
    old = content_of(current)
    new = corrected(old, boards, ended_at)
    if new == old:
        raise Refused("acta.correction_changes_nothing")
    new = check(encounter, new, at=at)
    proposed = encounter.actas.filter(state__in=OPEN, content=canonical.dumps(new)).first()
    if proposed is not None and proposed.note == note.strip():
        return proposed  # the same tap, twice
    return version_make(
        encounter=encounter,
        content=new,
        reason=Acta.Reason.CORRECTION,
        actor=actor,
        at=at,
        note=note.strip(),
    )


@transaction.atomic
def acta_discard(*, actor: User, acta_id: int, at: datetime) -> Acta:
    """Drop a proposed correction; the version in force stays as it is."""
    acta = open_acta(acta_id, None)
    if policies.side_of(actor, acta.encounter) is None:
        raise PermissionDenied
    if acta.reason != Acta.Reason.CORRECTION:
        raise Refused("acta.not_a_correction")
    acta.state = ACTA.after(ActaState(acta.state), ActaEvent.SUPERSEDE)
    acta.save(update_fields=["state"])
    divisions_touch([acta.encounter.division_id])
    ledger.append(
        season=acta.encounter.division.season_id,
        actor=actor,
        at=at,
        action="acta.discarded",
        subject=f"acta:{acta.pk}",
        digest=acta.digest,
    )
    return acta


def issue(
    *,
    encounter: Encounter,
    content: Content,
    reason: str,
    event: EncounterEvent,
    actor: User,
    at: datetime,
    note: str,
) -> Acta:
    """A version nobody signs, in force at once: of the organiser or of a ruling.

    For services of this package: the encounter is locked and rights are checked.
    """
    acta = version_make(
        encounter=encounter, content=content, reason=reason, actor=actor, at=at, note=note
    )
    acta.state = ACTA.after(ActaState(acta.state), ActaEvent.ISSUE)
    _put_in_force(acta, event)
    in_force_entry(acta, actor, at)
    return acta


def content_of(acta: Acta) -> Content:
    content: Content = json.loads(acta.content)
    return content


def corrected(
    content: Content, boards: Mapping[int, Mapping[str, Any]], ended_at: datetime | None = None
) -> Content:
    """The content with other values at some boards, and possibly another end."""
    new = content | {
        "boards": [board | dict(boards.get(board["board"], {})) for board in content["boards"]]
    }
    if ended_at is not None:
        new["ended_at"] = canonical.moment(ended_at)
    return new


def check(encounter: Encounter, content: Content, *, at: datetime) -> Content:
    """The content with what the rules say of it. Refused `acta.errors` (facts: findings)."""
    reading = contents.read(encounter, content, now=at)
    stop_on_errors(reading)
    return contents.judged(content, reading)


def stop_on_errors(reading: SheetReading) -> None:
    errors = [finding for finding in reading.findings if finding.severity is Severity.ERROR]
    if errors:
        raise Refused("acta.errors", clause=errors[0].clause, findings=errors)


def result_apply(encounter: Encounter, content: Content) -> None:
    """Write the result of a content into the encounter's columns (not its state)."""
    encounter.kind = content["kind"]
    encounter.origin = content["origin"]
    encounter.home_score, encounter.away_score = content["score"]["HOME"], content["score"]["AWAY"]
    encounter.home_games, encounter.away_games = content["games"]["HOME"], content["games"]["AWAY"]
    encounter.ended_at = datetime.fromisoformat(content["ended_at"])
    if content["started_at"]:
        encounter.started_at = datetime.fromisoformat(content["started_at"])
    encounter.over_time_decided = content["over_time_decided"]


def partidas_apply(encounter: Encounter, content: Content) -> None:
    """Bring the working copy of the boards to what a content says."""
    for board in content["boards"]:
        Partida.objects.update_or_create(
            encounter=encounter,
            board=board["board"],
            defaults={
                "home_games": board["home_games"],
                "away_games": board["away_games"],
                "ended_as": board["ended_as"] or EndedAs.PLAYED,
                "awarded_to": board["awarded_to"],
            },
        )


def open_acta(acta_id: int, digest: str | None) -> Acta:
    """The version open for signing, under lock with its encounter, if its digest is the one seen.

    For services of this package. Refused `acta.changed_meanwhile`, `acta.already_signed`,
    `acta.frozen`.
    """
    encounter_id = Acta.objects.values_list("encounter_id", flat=True).get(pk=acta_id)
    encounter = encounter_locked(encounter_id)
    acta = Acta.objects.select_for_update().get(pk=acta_id)
    acta.encounter = encounter
    if acta.state not in OPEN or (digest is not None and digest != acta.digest):
        if acta.in_force and digest == acta.digest:
            raise Refused("acta.already_signed")
        raise Refused("acta.changed_meanwhile")
    stop_if_frozen(encounter)
    return acta


def stop_if_frozen(encounter: Encounter) -> None:
    """Refused `acta.frozen` while a side disowns a signature by code and its case is open: nothing
    but a ruling changes that acta (M-D.11)."""
    if Disavowal.objects.filter(
        signature__acta__encounter=encounter, case__state__in=OPEN_STATES
    ).exists():
        raise Refused("acta.frozen", clause="M-D.11")


def stop_if_late_correction(acta: Acta, at: datetime) -> None:
    """Refused `acta.final` for the signature on a correction that comes too late (M-D.15)."""
    if acta.reason == Acta.Reason.CORRECTION:
        stop_if_final(acta.encounter, at)


def superseded(acta: Acta) -> None:
    """A version that is open no more. For services of this package."""
    acta.state = ACTA.after(ActaState(acta.state), ActaEvent.SUPERSEDE)
    acta.save(update_fields=["state"])


def stop_if_final(encounter: Encounter, at: datetime) -> None:
    """Refused `acta.final` once nothing can change it but a ruling (M-D.15); `acta.final_at_once`
    where claims are settled at the match (C-23)."""
    if deadlines.is_final(
        state=encounter.state,
        clock=clock_of(encounter),
        now=at,
        open_cases=Case.objects.filter(encounter=encounter, state__in=OPEN_STATES).exists(),
    ):
        if settled := at_match_clause(encounter):
            raise Refused("acta.final_at_once", clause=settled)
        raise Refused("acta.final", clause="M-D.15")


def _put_in_force(acta: Acta, event: EncounterEvent) -> None:
    encounter = acta.encounter
    for old in encounter.actas.filter(in_force=True):
        old.state = ACTA.after(ActaState(old.state), ActaEvent.SUPERSEDE)
        old.in_force = False
        old.save(update_fields=["state", "in_force"])
    acta.in_force = True
    acta.save(update_fields=["state", "in_force", "filed_alone_reason"])
    content = content_of(acta)
    encounter.state = ENCOUNTER.after(EncounterState(encounter.state), event)
    result_apply(encounter, content)
    encounter.save()
    partidas_apply(encounter, content)
    divisions_touch([encounter.division_id])


def _sign_entry(acta: Acta, signature: Signature) -> None:
    """By code the one who signs is not the one whose session it was: the entry names both."""
    by_code = {"signer": signature.signer_id} if signature.entered_by else {}
    ledger.append(
        season=acta.encounter.division.season_id,
        actor=signature.entered_by or signature.signer,
        at=signature.signed_at,
        action="acta.signed",
        subject=f"acta:{acta.pk}",
        side=signature.side,
        digest=signature.digest,
        method=signature.method,
        disagrees=signature.disagrees,
        disagreement=canonical.digest(signature.disagreement),
        **by_code,
    )


def in_force_entry(acta: Acta, actor: User, at: datetime) -> None:
    """Sign the version that came into force for the server, have it printed afterwards, and put
    both signatures on the record."""
    print_order(acta=acta, at=at)
    seal = acta_seal(acta=acta, at=at)
    ledger.append(
        season=acta.encounter.division.season_id,
        actor=actor,
        at=at,
        action="acta.in_force",
        subject=f"acta:{acta.pk}",
        encounter=acta.encounter_id,
        number=acta.number,
        state=acta.state,
        digest=acta.digest,
        **seal,
    )
