"""Signing on one phone: the other side types its single-use code for the encounter.

M-D.10  an acta that both delegates sign        done: with one telephone too
M-D.11  what is not in order, to the committee  done: a signature that its side disowns
M-D.18  "disconforme" with a reason             done: by code as well
"""

from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _

from league import canonical, jobs, ledger
from league.models import Notification, User
from league.refusals import Refused
from league.services.notifications import mail_adds, notify
from league.services.versions import divisions_touch
from matches import moments, policies, signing_code
from matches.models import Acta, Case, Disavowal, Encounter, Signature, SigningCode
from matches.selectors.scoresheets import sheet_of
from matches.selectors.signing_codes import (
    MOST_IN_ALL,
    CodeState,
    code_stand,
    nights_ahead,
)
from matches.services import actas
from matches.services._locks import encounter_locked
from matches.services._notices import tell_all
from matches.services.automatic_cases import case_open
from matches.states.case import OPEN_STATES
from matches.states.partida import Side

MAIL, JOB = "signing_code", "signing-codes.mail"
AHEAD = timedelta(hours=12)
PERIOD = 15 * 60
DISOWNED = "acta.signature_disowned"


def acta_sign_by_code(
    *,
    actor: User,
    acta_id: int,
    digest: str,
    code: str,
    signer_id: int | None = None,
    disagrees: bool = False,
    disagreement: str = "",
    at: datetime,
) -> Acta:
    """Sign for the side that is not the actor's, on the actor's phone, with that side's code.

    The actor's side has signed before. `signer_id` says who of the other side types where it has
    several delegates. A wrong code counts even though it is refused: `code.wrong` (facts: left),
    `code.locked`, `code.used`, `code.expired`. Refused too: `acta.own_signature_first`,
    `code.nobody_to_sign`, and all that `acta_sign` says. The other side's delegates are told, and
    can say that it was not them.
    """
    with transaction.atomic():
        done = _sign_by_code(
            actor=actor,
            acta=actas.open_acta(acta_id, digest),
            code=code,
            signer_id=signer_id,
            disagreement=disagreement.strip() if disagrees else None,
            at=at,
        )
    if isinstance(done, Refused):
        raise done
    return done


def _sign_by_code(
    *,
    actor: User,
    acta: Acta,
    code: str,
    signer_id: int | None,
    disagreement: str | None,
    at: datetime,
) -> Acta | Refused:
    """A refusal that must not undo the count of tries is returned, not raised."""
    encounter = acta.encounter
    own = policies.side_of(actor, encounter)
    if own is None:
        raise PermissionDenied
    side = own.other
    if not Signature.objects.filter(acta=acta, side=own).exists():
        raise Refused("acta.own_signature_first")
    actas.stop_if_late_correction(acta, at)
    signer = _signer(encounter, side, signer_id)
    refused = code_spend(acta, side, code, at=at)
    if refused is not None:
        return refused
    if disagreement == "":
        raise Refused("acta.disagreement_without_reason", clause="M-D.18")
    signed = actas.sign_for(
        acta,
        side=side,
        signer=signer,
        entered_by=actor,
        disagrees=disagreement is not None,
        disagreement=disagreement or "",
        at=at,
    )
    _tell_signed(signed, side, signer, own, at)
    return signed


def code_spend(acta: Acta, side: Side, code: str, *, at: datetime) -> Refused | None:
    """Spend the side's code on this version. A wrong one counts: the refusal that must not undo the
    count is returned. For services of this package: the version is locked and rights are checked.
    """
    encounter = acta.encounter
    stand = code_stand(encounter, side, at=at)
    if stand.state != CodeState.LIVE:
        raise _dead(stand.state)
    row, _made = SigningCode.objects.get_or_create(
        encounter=encounter, side=side, number=stand.number, defaults={"issued_at": at}
    )
    if not signing_code.is_same(code, stand.digits):
        row.wrong_tries += 1
        row.save(update_fields=["wrong_tries"])
        left = stand.left - 1
        return Refused("code.wrong", left=left) if left else Refused("code.locked")
    row.used_at, row.used_for = at, acta
    row.save(update_fields=["used_at", "used_for"])
    return None


@transaction.atomic
def code_renew(*, actor: User, encounter_id: int, at: datetime) -> SigningCode:
    """A new code for the actor's own side; the one before is worth nothing from now on.

    Refused `code.too_many_wrong` when it has been mistyped too often in all.
    """
    encounter = encounter_locked(encounter_id)
    side = policies.side_of(actor, encounter)
    if side is None:
        raise PermissionDenied
    stand = code_stand(encounter, side, at=at)
    if stand.wrong_in_all >= MOST_IN_ALL:
        raise Refused("code.too_many_wrong")
    row, _made = SigningCode.objects.get_or_create(
        encounter=encounter, side=side, number=stand.number, defaults={"issued_at": at}
    )
    if row.used_at is None:
        row.replaced_at = at
        row.save(update_fields=["replaced_at"])
    new = SigningCode.objects.create(
        encounter=encounter, side=side, number=stand.number + 1, issued_at=at
    )
    ledger.append(
        season=encounter.division.season_id,
        actor=actor,
        at=at,
        action="signing_code.issued",
        subject=f"encounter:{encounter.pk}",
        side=side,
        number=new.number,
    )
    return new


@transaction.atomic
def signature_disavow(*, actor: User, acta_id: int, text: str = "", at: datetime) -> Case:
    """“No fui yo”: nobody of the actor's side typed that code. The version stays as it is until the
    committee has decided (M-D.11). Saying it twice is saying it once.

    Refused `signature.not_by_code`, `acta.changed_meanwhile` for a version that is no longer in
    force, `acta.final` (M-D.15).
    """
    encounter = encounter_locked(
        Acta.objects.values_list("encounter_id", flat=True).get(pk=acta_id)
    )
    acta = Acta.objects.select_for_update().get(pk=acta_id)
    side = policies.side_of(actor, encounter)
    if side is None:
        raise PermissionDenied
    signature = acta.signatures.filter(side=side, method=Signature.Method.CODE).first()
    if signature is None:
        raise Refused("signature.not_by_code")
    said = Disavowal.objects.filter(signature=signature).select_related("case").first()
    if said is not None:
        return said.case
    if not acta.in_force:
        raise Refused("acta.changed_meanwhile")
    actas.stop_if_final(encounter, at)
    for correction in encounter.actas.filter(state__in=actas.OPEN):
        actas.superseded(correction)  # what was being agreed waits for the committee too
    divisions_touch([encounter.division_id])
    season = encounter.division.season
    case = case_open(
        season=season,
        encounter=encounter,
        reason=DISOWNED,
        clause="M-D.11",
        facts={"found": [{"acta": acta.number, "side": side}]},
        actor=actor,
        at=at,
    ) or Case.objects.get(
        encounter=encounter, reason=DISOWNED, claim__isnull=True, state__in=OPEN_STATES
    )
    Disavowal.objects.create(signature=signature, person=actor, at=at, text=text.strip(), case=case)
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action=DISOWNED,
        subject=f"acta:{acta.pk}",
        side=side,
        signature=signature.pk,
        case=case.pk,
        text=canonical.digest(text.strip()),
    )
    tell_all(
        case,
        kind="case.opened",
        subject=_("Firma no reconocida: %(match)s") % {"match": encounter},
        body=_(
            "%(team)s dice que nadie de la peña firmó con su clave. El acta queda como está y lo "
            "decide el comité de competición: expediente %(number)s."
        )
        % {"team": encounter.team(side).name, "number": case.number},
        key=f"disavowed:{signature.pk}",
        at=at,
    )
    return case


def codes_mail(*, at: datetime) -> int:
    """Send each side its code in the hours before its evening. Returns to how many people."""
    told = 0
    for encounter in nights_ahead(after=at, before=at + AHEAD):
        for side in Side:
            if not code_stand(encounter, side, at=at).is_live:
                continue
            told += notify(
                recipients=policies.signers_of(encounter, side),
                kind=MAIL,
                subject=_("Clave de firma: %(match)s") % {"match": encounter},
                body=_(
                    "Para firmar el acta en el teléfono de la otra peña, si hace falta: %(when)s. "
                    "Vale una sola vez y hasta la mañana siguiente. No se le dice a nadie: la "
                    "escribe quien firma por %(team)s, después de leer el acta."
                )
                % {
                    "when": moments.whole(encounter.starts_at),
                    "team": encounter.team(side).name,
                },
                path=code_path(encounter),
                deduplication_key=f"signing-code:{encounter.pk}:{side}:{encounter.starts_at:%Y%m%d}",
                at=at,
                season=encounter.division.season,
            )
    return told


def code_path(encounter: Encounter) -> str:
    """Where a side sees its own code."""
    season = encounter.division.season
    name = "evening-code" if sheet_of(season) is None else "sheet-team"
    return reverse(f"matches:{name}", args=[encounter.pk])


def register() -> None:
    """Name the job, and what its mails say that no row keeps; called once, as the app is ready."""
    jobs.register(JOB, _work, every_seconds=PERIOD)
    mail_adds(MAIL, _mailed)


def _work(work: jobs.Work) -> dict[str, Any]:
    return {"told": codes_mail(at=work.at)}


def _mailed(notification: Notification, at: datetime) -> str:
    """The code as it is when the mail leaves, for whoever gets it."""
    try:
        pk = resolve(notification.path).kwargs["pk"]
    except (Resolver404, KeyError):
        return ""
    encounter = (
        Encounter.objects.filter(pk=pk).select_related("home", "away", "division__season").first()
    )
    side = policies.side_of(notification.recipient, encounter) if encounter else None
    if encounter is None or side is None:
        return ""
    stand = code_stand(encounter, side, at=at)
    return _("Clave: %(code)s") % {"code": stand.shown} if stand.is_live else ""


def _dead(state: CodeState) -> Refused:
    if state == CodeState.USED:
        return Refused("code.used")
    return Refused("code.expired") if state == CodeState.EXPIRED else Refused("code.locked")


def _signer(encounter: Encounter, side: Side, signer_id: int | None) -> User:
    people = policies.signers_of(encounter, side)
    if not people:
        raise Refused("code.nobody_to_sign")
    if signer_id is None:
        return people[0]
    chosen = [user for user in people if user.pk == signer_id]
    if not chosen:
        raise PermissionDenied
    return chosen[0]


def _tell_signed(acta: Acta, side: Side, signer: User, own: Side, at: datetime) -> None:
    encounter = acta.encounter
    notify(
        recipients=policies.signers_of(encounter, side),
        kind="acta.signed_by_code",
        subject=_("Acta firmada con la clave de la peña: %(match)s") % {"match": encounter},
        body=_(
            "El acta se ha firmado por %(team)s en el teléfono de %(other)s, con la clave de un "
            "solo uso, a nombre de %(signer)s. Si no fue nadie de la peña, se dice aquí: «No fui "
            "yo». El acta queda como está y lo decide el comité."
        )
        % {
            "team": encounter.team(side).name,
            "other": encounter.team(own).name,
            "signer": signer,
        },
        path=reverse("matches:evening-not-me", args=[encounter.pk]),
        deduplication_key=f"signed-by-code:{acta.pk}:{side}",
        at=at,
        season=encounter.division.season,
    )
