"""The acta on paper, from the bar's side: its photo handed in, its transcription confirmed.

M-D.10  an acta received, with its moment     done: the moment of the first photo stands with it
M-D.18  not agreeing, in writing              done: what the transcription says differently
"""

from collections.abc import Iterable
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from league import ledger
from league.models import User
from league.refusals import Refused
from league.services.files import Sent, written_files
from league.services.notifications import notify
from matches import policies
from matches.addresses import organise_acta_path, paper_path
from matches.models import Acta, Confirmation, Encounter, Evidence
from matches.services._locks import encounter_heard, encounter_locked
from matches.services._notices import delegates_of, organisers_of
from matches.services.acta_prints import print_order
from matches.services.evidence import evidence_write, files_read


def paper_hand_in(
    *, actor: User, encounter_id: int, files: Iterable[Sent], at: datetime
) -> list[Evidence]:
    """A delegate of either side hands in photos of the acta on paper; the organiser is told.

    Refused `evidence.none`, `evidence.*` (type, size, number), `acta.already_in_force`.
    """
    accepted = files_read(files)
    if not accepted:
        raise Refused("evidence.none")
    with written_files() as written, transaction.atomic():
        encounter = encounter_locked(encounter_id)
        if policies.side_of(actor, encounter) is None:
            raise PermissionDenied
        if encounter.actas.filter(in_force=True).exists():
            raise Refused("acta.already_in_force")
        rows = evidence_write(
            encounter=encounter,
            files=accepted,
            written=written,
            actor=actor,
            at=at,
            acta_on_paper=True,
        )
        _tell_organisers(
            encounter,
            kind="acta.paper",
            subject=_("Acta en papel: %(home)s — %(away)s"),
            body=_("Un delegado ha mandado la foto del acta en papel. Falta transcribirla."),
            key=f"acta.paper:{rows[0].pk}",
            at=at,
        )
        for row in rows:
            ledger.append(
                season=encounter.division.season_id,
                actor=actor,
                at=at,
                action="evidence.added",
                subject=f"encounter:{encounter.pk}",
                evidence=row.pk,
                digest=row.digest,
            )
    return rows


@transaction.atomic
def paper_confirm(
    *, actor: User, acta_id: int, digest: str, agrees: bool, text: str = "", at: datetime
) -> Confirmation:
    """A side reads what the organiser transcribed beside the photo: it says the same, or what it
    says differently. Once both agree the PDF is made anew and says so.

    The version is in force either way; a side that does not agree is heard by the organiser, and
    may claim. Refused `acta.changed_meanwhile`, `acta.not_transcribed`,
    `acta.one_person_two_sides`, `acta.disagreement_without_reason`.
    """
    encounter = encounter_heard(Acta.objects.values_list("encounter_id", flat=True).get(pk=acta_id))
    acta = Acta.objects.select_for_update().get(pk=acta_id)
    side = policies.side_of(actor, encounter)
    if side is None:
        raise PermissionDenied
    if acta.reason != Acta.Reason.ORGANISER:
        raise Refused("acta.not_transcribed")
    if not acta.in_force or acta.digest != digest:
        raise Refused("acta.changed_meanwhile")
    said = acta.confirmations.filter(side=side).first()
    if said is not None:
        return said  # the same tap, twice
    if acta.confirmations.filter(person=actor).exists():
        raise Refused("acta.one_person_two_sides")
    if not agrees and not text.strip():
        raise Refused("acta.disagreement_without_reason", clause="M-D.18")
    said = Confirmation.objects.create(
        acta=acta,
        side=side,
        person=actor,
        digest=digest,
        at=at,
        agrees=agrees,
        text="" if agrees else text.strip(),
    )
    acta.encounter = encounter
    if acta.confirmations.filter(agrees=True).count() == 2:
        print_order(acta=acta, at=at, again=True)
    if not agrees:
        _tell_organisers(
            encounter,
            kind="acta.paper",
            subject=_("La transcripción no coincide: %(home)s — %(away)s"),
            body=_(
                "Una peña dice que el acta transcrita no es lo que pone el papel. Se puede "
                "transcribir de nuevo."
            ),
            key=f"acta.paper.differs:{said.pk}",
            at=at,
        )
    ledger.append(
        season=encounter.division.season_id,
        actor=actor,
        at=at,
        action="acta.confirmed" if agrees else "acta.contested",
        subject=f"acta:{acta.pk}",
        side=side,
        digest=digest,
    )
    return said


def tell_transcribed(acta: Acta, *, at: datetime) -> None:
    """Ask both sides to read a transcription, in the transaction that made it."""
    encounter = acta.encounter
    notify(
        recipients=delegates_of([encounter.home_id, encounter.away_id]),
        kind="acta.paper",
        subject=_("Por confirmar: el acta en papel de %(home)s — %(away)s")
        % {"home": encounter.home.name, "away": encounter.away.name},
        body=_(
            "La organización ha transcrito el acta en papel y ya está en vigor. Falta que cada "
            "peña diga si pone lo mismo que el papel."
        ),
        path=paper_path(encounter),
        deduplication_key=f"acta.transcribed:{acta.pk}",
        at=at,
        season=encounter.division.season,
    )


def _tell_organisers(
    encounter: Encounter, *, kind: str, subject: str, body: str, key: str, at: datetime
) -> None:
    notify(
        recipients=organisers_of(encounter.division.season_id),
        kind=kind,
        subject=subject % {"home": encounter.home.name, "away": encounter.away.name},
        body=body,
        path=organise_acta_path(encounter),
        deduplication_key=key,
        at=at,
        season=encounter.division.season,
    )
