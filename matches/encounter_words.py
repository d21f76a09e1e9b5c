"""What the public reads of an encounter: how a board ended, incidents, versions of the acta."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.models import Acta
from matches.states.acta import ActaState
from matches.states.partida import EndedAs

Words = Promise | str

BOARD_ENDINGS: Mapping[str, tuple[Words, str]] = {
    "": (_("en juego"), "wait"),
    EndedAs.PLAYED: (_("terminada"), "ok"),
    EndedAs.FORFEIT_HOME: (_("la pierde el local"), "stop"),
    EndedAs.FORFEIT_AWAY: (_("la pierde la visita"), "stop"),
    EndedAs.REFEREE: (_("la terminó el juez-árbitro"), "info"),
    EndedAs.AWARDED: (_("adjudicada"), "info"),
    EndedAs.ABANDONED: (_("sin terminar"), "stop"),
}
"""How a partida ended → words and level of the chip."""

INCIDENTS: Mapping[str, Words] = {
    "REFUSAL": _("Un jugador sorteado no quiso jugar."),
    "FEWER_PAIRS": _("Menos de tres parejas."),
    "ABSENT": _("Una peña no se presentó."),
    "ABANDONED": _("El encuentro no se pudo terminar."),
    "REFEREE": _("Decisión del juez-árbitro."),
    "WARN_TIME": _("Amonestación del juez-árbitro a una pareja."),
    "WARN_BREAK": _("Amonestación del juez-árbitro a una pareja."),
    "LATE": _("Retraso de una peña."),
    "CONDUCT": _("Conducta en la mesa."),
}

ACTA_REASONS: Mapping[str, Words] = {
    Acta.Reason.FILED: _("al terminar el encuentro"),
    Acta.Reason.CORRECTION: _("corrección acordada por las dos peñas"),
    Acta.Reason.ORGANISER: _("transcrita por la organización"),
    Acta.Reason.RULING: _("por resolución del comité"),
}

ACTA_STATES: Mapping[str, tuple[Words, str]] = {
    ActaState.SIGNED: (_("en vigor, firmada por las dos peñas"), "ok"),
    ActaState.FILED_ALONE: (_("en vigor, entregada por una sola peña"), "wait"),
    ActaState.ISSUED: (_("en vigor"), "ok"),
    ActaState.SUPERSEDED: (_("sustituida"), "plain"),
}
"""State of a version that is or was in force → words and level."""

KINDS: Mapping[str, Words] = {
    "PLAYED": _("jugado"),
    "WALKOVER_HOME": _("incomparecencia de la visita"),
    "WALKOVER_AWAY": _("incomparecencia del local"),
    "DOUBLE_WALKOVER": _("incomparecencia de las dos peñas"),
    "AWARDED": _("adjudicado"),
    "ANNULLED": _("anulado"),
}


def incident(kind: str) -> Words:
    return INCIDENTS.get(kind, _("Incidencia escrita en el acta."))
