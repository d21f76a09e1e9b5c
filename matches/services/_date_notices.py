"""Who is told of what happens with a date: rows written in the transaction of the fact."""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.models import User
from league.services.notifications import notify
from matches.addresses import dates_path, encounter_path
from matches.models import Postponement
from matches.services._notices import delegates_of, organisers_of
from matches.states.partida import Side


def tell_proposed(proposal: Postponement, *, at: datetime) -> None:
    """The other side, which has to answer."""
    subject = (
        _("Otras fechas propuestas: %(match)s")
        if proposal.answers_id
        else _("Proponen otra fecha: %(match)s")
    )
    body = _(
        "%(team)s propone: %(dates)s. Motivo: %(reason)s. Se puede aceptar una, decir que no o "
        "proponer otras. El cambio vale si queda aceptado antes de la hora del encuentro."
    )
    facts = _facts(proposal) | {
        "dates": "; ".join(
            _when(date.starts_at) + (f" ({date.venue.name})" if date.venue else "")
            for date in proposal.dates.select_related("venue")
        )
    }
    _tell(proposal, _others(proposal), "date.proposed", subject % facts, body % facts, at)


def tell_delivered(proposal: Postponement, *, at: datetime) -> None:
    """Both sides and the organiser: the encounter has another date."""
    facts = _facts(proposal) | {
        "when": _when(proposal.new_starts_at),
        "venue": proposal.new_venue.name if proposal.new_venue else _("un local por decidir"),
    }
    _tell(
        proposal,
        _everybody(proposal),
        "date.delivered",
        _("Cambio de fecha acordado: %(match)s") % facts,
        _("Las dos peñas están de acuerdo. Se juega el %(when)s, en %(venue)s.") % facts,
        at,
        path=encounter_path(proposal.encounter),
    )


def tell_late(proposal: Postponement, *, at: datetime) -> None:
    """Both sides and the organiser: it was accepted, and too late (M-D.16)."""
    facts = _facts(proposal)
    _tell(
        proposal,
        _everybody(proposal),
        "date.late",
        _("Cambio de fecha fuera de plazo: %(match)s") % facts,
        _(
            "Se aceptó cuando ya había llegado la hora del encuentro: no vale (M-D.16). Queda "
            "guardado, y el encuentro sigue en su fecha."
        ),
        at,
    )


def tell_overtaken(proposal: Postponement, *, at: datetime) -> None:
    """Who proposed: the organiser gave the encounter another date meanwhile."""
    facts = _facts(proposal)
    _tell(
        proposal,
        delegates_of([proposal.encounter.team(proposal.side).pk]),
        "date.lapsed",
        _("La propuesta de otra fecha ya no vale: %(match)s") % facts,
        _(
            "La organización ha cambiado la fecha o el local del encuentro: lo que se había "
            "propuesto queda sin efecto (M-D.16)."
        ),
        at,
    )


def tell_refused(proposal: Postponement, *, at: datetime) -> None:
    facts = _facts(proposal) | {"answer": proposal.answer_reason}
    _tell(
        proposal,
        delegates_of([proposal.encounter.team(proposal.side).pk]),
        "date.refused",
        _("No aceptan el cambio de fecha: %(match)s") % facts,
        _("El encuentro sigue en su fecha. Motivo: %(answer)s") % facts,
        at,
    )


def tell_withdrawn(proposal: Postponement, *, at: datetime) -> None:
    facts = _facts(proposal)
    _tell(
        proposal,
        _others(proposal),
        "date.withdrawn",
        _("Retiran la propuesta de cambio de fecha: %(match)s") % facts,
        _("%(team)s ya no pide otra fecha. El encuentro sigue en la suya.") % facts,
        at,
    )


def tell_venue(change: Postponement, *, at: datetime) -> None:
    """The visitors and the organiser: the same date in another bar."""
    facts = _facts(change) | {
        "when": _when(change.new_starts_at),
        "venue": str(change.new_venue),
        "address": change.new_venue.address if change.new_venue else "",
    }
    _tell(
        change,
        [*_others(change), *organisers_of(change.encounter.division.season_id)],
        "venue.changed",
        _("Cambio de local: %(match)s") % facts,
        _("Se juega el %(when)s, como estaba, pero en %(venue)s. %(address)s\nMotivo: %(reason)s")
        % facts,
        at,
        path=encounter_path(change.encounter),
    )


def _others(change: Postponement) -> list[User]:
    other = Side(change.side).other
    return delegates_of([change.encounter.team(other).pk])


def _everybody(change: Postponement) -> list[User]:
    encounter = change.encounter
    return [
        *delegates_of([encounter.home_id, encounter.away_id]),
        *organisers_of(encounter.division.season_id),
    ]


def _facts(change: Postponement) -> dict[str, str]:
    return {
        "match": str(change.encounter),
        "team": change.encounter.team(change.side).name,
        "reason": change.reason,
    }


def _when(moment: datetime | None) -> str:
    if moment is None:
        return ""
    return date_format(timezone.localtime(moment), r"l j \d\e F, H:i")


def _tell(
    change: Postponement,
    people: Iterable[User],
    kind: str,
    subject: str,
    body: str,
    at: datetime,
    *,
    path: str = "",
) -> None:
    notify(
        recipients=people,
        kind=kind,
        subject=subject,
        body=body,
        path=path or dates_path(change.encounter),
        deduplication_key=f"{kind}:{change.pk}",
        at=at,
        season=change.encounter.division.season,
    )
