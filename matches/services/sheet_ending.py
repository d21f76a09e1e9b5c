"""After a match that was written down act by act: its acta, signed by officials and captains.

C-8, C-22   referees, scorer and captains sign the result     done: the second captain's signature,
                                                              after the officials', puts it in force
C-19.2      recorded with the points of a set to nil          done: by the discipline
C-19.3 to C-19.12  what goes to the committee opens its case  done: as the acta comes into force
"""

from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from league import ledger
from league.models import User
from league.refusals import Refused
from league.services.notifications import notify
from league.services.versions import divisions_touch
from matches import policies, sheet_content
from matches.models import Acta, Encounter, Scoresheet, SheetRole, SheetSignature, Signature
from matches.selectors.scoresheets import SheetStand, stand_of
from matches.selectors.sheet_claims import claim_facts, claims_of
from matches.services import actas
from matches.services.scoresheets import official_locked, rules_of, sheet_opened
from matches.services.sheet_claims import stop_if_claims_wait
from matches.services.signing_codes import code_spend
from matches.states.encounter import ENCOUNTER, EncounterEvent, EncounterState, EndedKind
from matches.states.partida import Side


@transaction.atomic
def sheet_end(
    *, actor: User, encounter_id: int, ended_at: datetime | None = None, at: datetime
) -> Acta:
    """The match is over: its acta is drawn up and the provisional result is public at once.

    Refused `sheet.not_over` (C-10.3), `sheet.claim_unruled` (C-23). Ending again what stands
    changes nothing.
    """
    encounter = official_locked(actor, encounter_id)
    rules_of(encounter)
    stand = stand_of(encounter)
    if stand.acta is not None and stand.acta.state in actas.OPEN:
        return stand.acta
    sheet = sheet_opened(encounter)
    state = ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.END)
    if not stand.state.is_over:
        raise Refused("sheet.not_over", clause="C-10.3")
    stop_if_claims_wait(encounter)
    content = _content(stand, sheet, ended_at or _last_moment(stand) or at)
    encounter.state = state
    actas.result_apply(encounter, content)
    encounter.reported_at = at
    encounter.save()
    divisions_touch([encounter.division_id])
    return actas.version_make(
        encounter=encounter, content=content, reason=Acta.Reason.FILED, actor=actor, at=at
    )


@transaction.atomic
def sheet_reopen(*, actor: User, encounter_id: int, at: datetime) -> Scoresheet:
    """Ended by mistake: back to the log. The signatures on the acta are void.

    Refused once the acta is in force.
    """
    encounter = official_locked(actor, encounter_id)
    rules_of(encounter)
    sheet = sheet_opened(encounter)
    encounter.state = ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.REOPEN)
    for acta in encounter.actas.filter(state__in=actas.OPEN):
        actas.superseded(acta)
    encounter.kind = ""
    encounter.home_score = encounter.away_score = None
    encounter.home_games = encounter.away_games = None
    encounter.ended_at = None
    encounter.save()
    divisions_touch([encounter.division_id])
    ledger.append(
        season=encounter.division.season_id,
        actor=actor,
        at=at,
        action="encounter.reopened",
        subject=f"encounter:{encounter.pk}",
    )
    return sheet


@transaction.atomic
def sheet_sign_official(
    *, actor: User, acta_id: int, role: str, digest: str, name: str = "", at: datetime
) -> Acta:
    """An official signs the acta: in the own session, or under a name at the table. The central
    referee always signs in a session.

    Signing twice changes nothing. Refused `acta.changed_meanwhile`, `sheet.one_role_each` (one
    session, one role), `sheet.central_in_session`.
    """
    acta = actas.open_acta(acta_id, digest)
    if not policies.may_score(actor, acta.encounter):
        raise PermissionDenied
    sheet = sheet_opened(acta.encounter)
    if role not in (SheetRole.CENTRAL, SheetRole.ASSISTANT, SheetRole.SCORER):
        raise PermissionDenied
    done = SheetSignature.objects.filter(acta=acta)
    if done.filter(role=role).exists():
        return acta
    at_table = bool(name.strip())
    if at_table and role == SheetRole.CENTRAL:
        raise Refused("sheet.central_in_session", clause="C-20")
    if not at_table and done.filter(signer=actor).exists():
        raise Refused("sheet.one_role_each", clause="C-22")
    signature = SheetSignature.objects.create(
        sheet=sheet,
        acta=acta,
        role=role,
        digest=acta.digest,
        signer=None if at_table else actor,
        name=name.strip(),
        method=SheetSignature.Method.TABLE if at_table else SheetSignature.Method.SESSION,
        entered_by=actor if at_table else None,
        signed_at=at,
    )
    ledger.append(
        season=acta.encounter.division.season_id,
        actor=actor,
        at=at,
        action="sheet.signed",
        subject=f"acta:{acta.pk}",
        role=role,
        digest=acta.digest,
        method=signature.method,
    )
    return acta


@transaction.atomic
def sheet_sign_captain(
    *,
    actor: User,
    acta_id: int,
    digest: str,
    disagrees: bool = False,
    disagreement: str = "",
    at: datetime,
) -> Acta:
    """The captain of the actor's side signs the result, in the session of its delegate (C-8).

    Refused `sheet.officials_first`, and all that signing an acta of boards says.
    """
    _stop_before_officials(actas.open_acta(acta_id, digest))
    return actas.acta_sign(
        actor=actor,
        acta_id=acta_id,
        digest=digest,
        disagrees=disagrees,
        disagreement=disagreement,
        at=at,
    )


def sheet_sign_captain_by_code(
    *,
    actor: User,
    acta_id: int,
    side: Side | str,
    digest: str,
    code: str,
    disagrees: bool = False,
    disagreement: str = "",
    at: datetime,
) -> Acta:
    """The same on the scorer's device, with the code of the side for the acta. Wrong codes count
    (see `signing_codes.acta_sign_by_code`)."""
    with transaction.atomic():
        acta = actas.open_acta(acta_id, digest)
        if not policies.may_score(actor, acta.encounter):
            raise PermissionDenied
        _stop_before_officials(acta)
        if Signature.objects.filter(acta=acta, side=side).exists():
            return acta
        if disagrees and not disagreement.strip():
            raise Refused("acta.disagreement_without_reason", clause="C-23")
        people = [
            one for one in policies.signers_of(acta.encounter, Side(side)) if one.pk != actor.pk
        ]
        if not people:
            raise Refused("code.nobody_to_sign")
        refused = code_spend(acta, Side(side), code, at=at)
        if refused is None:
            acta = actas.sign_for(
                acta,
                side=Side(side),
                signer=people[0],
                entered_by=actor,
                disagrees=disagrees,
                disagreement=disagreement,
                at=at,
            )
            _tell_signed(acta, Side(side), at)
    if refused is not None:
        raise refused
    return acta


@transaction.atomic
def sheet_close_alone(*, actor: User, acta_id: int, digest: str, reason: str, at: datetime) -> Acta:
    """A captain refuses to sign or is not there: the referee closes the acta with one captain's
    signature and the reason (C-8, C-20)."""
    acta = actas.open_acta(acta_id, digest)
    if not policies.may_score(actor, acta.encounter):
        raise PermissionDenied
    if not reason.strip():
        raise Refused("acta.alone_without_reason")
    _stop_before_officials(acta)
    return actas.close_alone(acta, actor=actor, reason=reason.strip(), at=at)


def _tell_signed(acta: Acta, side: Side, at: datetime) -> None:
    """The side hears that its code was used (see `signing_codes`)."""
    encounter = acta.encounter
    notify(
        recipients=policies.signers_of(encounter, side),
        kind="acta.signed_by_code",
        subject=_("Resultado firmado con la clave del equipo: %(match)s") % {"match": encounter},
        body=_(
            "El resultado se ha firmado por %(team)s en la mesa, con la clave de un solo uso. Si "
            "no fue nadie del equipo, hay que decírselo enseguida a la organización."
        )
        % {"team": encounter.team(side).name},
        path=reverse("matches:sheet-team", args=[encounter.pk]),
        deduplication_key=f"signed-by-code:{acta.pk}:{side}",
        at=at,
        season=encounter.division.season,
    )


def _stop_before_officials(acta: Acta) -> None:
    """The captains sign what the officials have signed (C-20, C-22)."""
    sheet = sheet_opened(acta.encounter)
    wanted = {SheetRole.CENTRAL, SheetRole.SCORER}
    if sheet.assistant_name:
        wanted.add(SheetRole.ASSISTANT)
    signed = set(SheetSignature.objects.filter(acta=acta).values_list("role", flat=True))
    if not wanted <= signed:
        raise Refused("sheet.officials_first", clause="C-22")


def _content(stand: SheetStand, sheet: Scoresheet, ended_at: datetime) -> dict[str, Any]:
    encounter = stand.encounter
    live = stand.live_acts
    lists = {str(side): stand.list_digest(side) if stand.is_locked(side) else "" for side in Side}
    return sheet_content.of_match(
        _frame(encounter),
        stand.state,
        kind=_kind(stand),
        settings=stand.season.options,
        players={str(side): stand.list_of(side) for side in Side},
        lists=lists,
        checks=sorted(stand.checks),
        acts=[one.text for one in live],
        claims=claim_facts(claims_of(sheet), live),
        undone=sum(1 for one in stand.acts if one.undoes_id),
        started_at=encounter.started_at,
        ended_at=max(ended_at, encounter.started_at or ended_at),
    )


def _frame(encounter: Encounter) -> dict[str, Any]:
    division = encounter.division
    return {
        "encounter": encounter.pk,
        "season": division.season_id,
        "division": division.pk,
        "matchday": encounter.matchday.number,
        "leg": encounter.leg,
        "home": {"team": encounter.home_id, "name": encounter.home.name},
        "away": {"team": encounter.away_id, "name": encounter.away.name},
    }


def _kind(stand: SheetStand) -> str:
    """A match lost by two defaults was not played; everything else was (C-19.2)."""
    absent = stand.state.by_default
    if absent is None:
        return str(EndedKind.PLAYED)
    return str(EndedKind.WALKOVER_AWAY if absent.value == "HOME" else EndedKind.WALKOVER_HOME)


def _last_moment(stand: SheetStand) -> datetime | None:
    last = stand.live_acts[-1] if stand.live_acts else None
    return None if last is None else min(last.noted_at or last.at, last.at)
