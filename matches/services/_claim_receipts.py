"""The receipt of a claim, by mail to those who claim: number, moment, deadline and digest."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from league.models import User
from league.services.notifications import notify
from matches import moments
from matches.addresses import claim_path
from matches.case_words import span_words
from matches.models import Case, Claim
from matches.selectors.cases import claim_digest, timeliness
from matches.services._notices import delegates_of


def receipt_send(claim: Claim, case: Case, at: datetime) -> list[User]:
    """Write it in the caller's transaction. Returns whom it goes to: the delegates of the team and
    whoever submitted it (one that came on paper was typed by the organiser)."""
    people = delegates_of([claim.team_id])
    if not claim.on_paper:
        people.append(claim.submitted_by)
    notify(
        recipients=people,
        kind="claim.receipt",
        subject=_("Recibo de la reclamación %(number)s: %(home)s – %(away)s") % _names(claim),
        body="\n".join(_lines(claim, case)),
        path=claim_path(claim),
        deduplication_key=f"claim-receipt:{claim.pk}",
        at=at,
        season=claim.season,
    )
    return people


def _names(claim: Claim) -> dict[str, object]:
    return {
        "number": claim.number,
        "team": claim.team.name,
        "home": claim.encounter.home.name,
        "away": claim.encounter.away.name,
    }


def _lines(claim: Claim, case: Case) -> Iterator[str]:
    """What the mail says, line by line. The text of the claim itself stays on its page."""
    received = {"received": moments.dated(claim.submitted_at)}
    yield _("%(team)s reclama sobre el encuentro %(home)s – %(away)s.") % _names(claim)
    if claim.on_paper:
        yield _("Recibida en papel el %(received)s (hora peninsular).") % received
    else:
        yield _("Recibida el %(received)s (hora peninsular).") % received
    found = timeliness(claim)
    if found is not None:
        span = {"span": span_words(found.margin), "until": moments.whole(found.deadline)}
        if found.in_time:
            yield _("En plazo: acababa el %(until)s y quedaban %(span)s (M-D.15).") % span
        else:
            yield (
                _(
                    "Fuera de plazo: acabó el %(until)s, %(span)s antes. Se guarda igual y decide "
                    "el comité (M-D.15)."
                )
                % span
            )
    if claim.incident_id is None:
        yield _("No se apoya en nada escrito en el acta (M-D.18).")
    yield _("Número de la reclamación: %(number)s. Expediente: %(case)s.") % {
        "number": claim.number,
        "case": case.number,
    }
    yield _("Huella: %(digest)s") % {"digest": claim_digest(claim)}
    yield _("Mientras no haya resolución se puede retirar, con el motivo.")
