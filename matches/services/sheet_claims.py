"""Claims during a match: by the captain in writing, ruled on at once, and then final.

C-20   the central referee lets the captains write on the back     done: and sees that they sign
C-22   with the signature of the captain who claims                done: session or code
C-23   settled during the match, without appeal                    done: the match ends with none
                                                                   open, and a ruling stays
"""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league import canonical, ledger
from league.models import User
from league.refusals import Refused
from league.services.versions import divisions_touch
from matches import policies, signing_code
from matches.models import Encounter, SheetClaim, SheetClaimCode
from matches.models.sheet_claims import LONGEST_CLAIM
from matches.selectors.scoresheets import BEFORE_END, acts_of, players_of
from matches.selectors.sheet_claims import claim_code
from matches.selectors.signing_codes import CodeState
from matches.services._locks import encounter_locked
from matches.services.scoresheets import official_locked, rules_of, sheet_opened
from matches.states.partida import Side
from rules.regulation import CLAUSES


@transaction.atomic
def sheet_claim(*, actor: User, encounter_id: int, text: str, at: datetime) -> SheetClaim:
    """The captain of the actor's side claims, in the session of its delegate.

    Sent twice, it is one claim. Refused `sheet.claim_too_late` once the match is over,
    `sheet.captain_missing`, `sheet.claim_waits` while the last one is not ruled on,
    `claim.without_text`, `claim.text_too_long`.
    """
    encounter = encounter_locked(encounter_id)
    side = policies.side_of(actor, encounter)
    if side is None:
        raise PermissionDenied
    return _claim(encounter, side, text=text, signer=actor, entered_by=None, at=at)


def sheet_claim_by_code(
    *, actor: User, encounter_id: int, side: Side | str, text: str, code: str, at: datetime
) -> SheetClaim:
    """The same on the scorer's device, with the code of the side for this claim.

    A wrong code counts even though it is refused: `code.wrong` (facts: left), `code.locked`,
    `code.expired`, `code.nobody_to_sign`.
    """
    with transaction.atomic():
        done = _claim_by_code(actor, encounter_id, Side(side), text=text, code=code, at=at)
    if isinstance(done, Refused):
        raise done
    return done


@transaction.atomic
def sheet_claim_rule(
    *,
    actor: User,
    encounter_id: int,
    number: int,
    upheld: bool,
    ruling: str,
    clause: str,
    at: datetime,
) -> SheetClaim:
    """The central referee rules on a claim at once; nothing changes it afterwards (C-23).

    Refused `sheet.claim_ruled`, `sheet.ruling_without_text`, `claim.text_too_long`,
    `incident.unknown_clause`. What is upheld is put right in the log, where it can be undone.
    """
    encounter = official_locked(actor, encounter_id)
    sheet = sheet_opened(encounter)
    _stop_if_over(encounter)
    claim = SheetClaim.objects.get(sheet=sheet, number=number)
    if claim.ruled_at is not None:
        raise Refused("sheet.claim_ruled", clause="C-23")
    if not ruling.strip():
        raise Refused("sheet.ruling_without_text", clause="C-23")
    _stop_if_too_long(ruling)
    if clause not in CLAUSES:
        raise Refused("incident.unknown_clause", given=clause)
    claim.upheld, claim.ruling, claim.clause = upheld, ruling.strip(), clause
    claim.ruled_by, claim.ruled_at = actor, at
    claim.save(update_fields=["upheld", "ruling", "clause", "ruled_by", "ruled_at"])
    divisions_touch([encounter.division_id])
    ledger.append(
        season=encounter.division.season_id,
        actor=actor,
        at=at,
        action="sheet.claim_ruled",
        subject=f"encounter:{encounter.pk}",
        claim=claim.number,
        upheld=upheld,
        clause=clause,
        ruling=canonical.digest(claim.ruling),
    )
    return claim


def stop_if_claims_wait(encounter: Encounter) -> None:
    """Refused `sheet.claim_unruled`: a match ends with every claim ruled on (C-23). For services of
    this package."""
    if SheetClaim.objects.filter(sheet__encounter=encounter, ruled_at__isnull=True).exists():
        raise Refused("sheet.claim_unruled", clause="C-23")


def _claim_by_code(
    actor: User, encounter_id: int, side: Side, *, text: str, code: str, at: datetime
) -> SheetClaim | Refused:
    """A refusal that must not undo the count of tries is returned, not raised."""
    encounter = official_locked(actor, encounter_id)
    sheet = sheet_opened(encounter)
    known = _same_as_last(encounter, side, text)
    if known is not None:
        return known
    _stop_unless_allowed(encounter, side, text)
    people = [one for one in policies.signers_of(encounter, side) if one.pk != actor.pk]
    if not people:
        raise Refused("code.nobody_to_sign")
    stand = claim_code(encounter, side, at=at)
    if stand.state != CodeState.LIVE:
        raise Refused(f"code.{stand.state.lower()}")
    number = 1 + SheetClaim.objects.filter(sheet=sheet, side=side).count()
    row, _made = SheetClaimCode.objects.get_or_create(sheet=sheet, side=side, number=number)
    if not signing_code.is_same(code, stand.digits):
        row.wrong_tries += 1
        row.save(update_fields=["wrong_tries"])
        left = stand.left - 1
        return Refused("code.wrong", left=left) if left else Refused("code.locked")
    row.used_at = at
    row.save(update_fields=["used_at"])
    return _claim(encounter, side, text=text, signer=people[0], entered_by=actor, at=at)


def _claim(
    encounter: Encounter,
    side: Side,
    *,
    text: str,
    signer: User,
    entered_by: User | None,
    at: datetime,
) -> SheetClaim:
    rules_of(encounter)
    sheet = sheet_opened(encounter)
    known = _same_as_last(encounter, side, text)
    if known is not None:
        return known
    _stop_unless_allowed(encounter, side, text)
    captain = players_of(sheet).filter(side=side, is_captain=True).first()
    assert captain is not None
    last = acts_of(sheet).last()
    claim = SheetClaim.objects.create(
        sheet=sheet,
        number=1 + SheetClaim.objects.filter(sheet=sheet).count(),
        side=side,
        registration=captain.registration,
        text=text.strip(),
        after_act=last.number if last else 0,
        signer=signer,
        method=SheetClaim.Method.CODE if entered_by else SheetClaim.Method.SESSION,
        entered_by=entered_by,
        signed_at=at,
    )
    divisions_touch([encounter.division_id])
    ledger.append(
        season=encounter.division.season_id,
        actor=entered_by or signer,
        at=at,
        action="sheet.claimed",
        subject=f"encounter:{encounter.pk}",
        claim=claim.number,
        side=side,
        text=canonical.digest(claim.text),
        signer=signer.pk,
        method=claim.method,
    )
    return claim


def _same_as_last(encounter: Encounter, side: Side, text: str) -> SheetClaim | None:
    """The claim that waits, when the same comes again: a button tapped twice."""
    waits = SheetClaim.objects.filter(
        sheet__encounter=encounter, side=side, ruled_at__isnull=True
    ).first()
    return waits if waits is not None and waits.text == text.strip() else None


def _stop_unless_allowed(encounter: Encounter, side: Side, text: str) -> None:
    sheet = sheet_opened(encounter)
    _stop_if_over(encounter)
    if not text.strip():
        raise Refused("claim.without_text", clause="C-23")
    _stop_if_too_long(text)
    if not sheet.players.filter(side=side, is_captain=True).exists():
        raise Refused("sheet.captain_missing", clause="C-8")
    if SheetClaim.objects.filter(sheet=sheet, side=side, ruled_at__isnull=True).exists():
        raise Refused("sheet.claim_waits", clause="C-23")


def _stop_if_over(encounter: Encounter) -> None:
    if encounter.state not in BEFORE_END:
        raise Refused("sheet.claim_too_late", clause="C-23")


def _stop_if_too_long(text: str) -> None:
    if len(text.strip()) > LONGEST_CLAIM:
        raise Refused("claim.text_too_long", most=LONGEST_CLAIM, length=len(text.strip()))
