"""Words for people in a case: why it was opened, what happened in it, and the texts that a ruling
starts from."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from matches import labels
from matches.states.sanction import FineState, SanctionKind

Words = Promise | str

REASONS: Mapping[str, Words] = {
    "claim": _("Reclamación de una peña"),
    "acta.filed_alone": _("Acta entregada por un solo delegado"),
    "acta.signature_disowned": _("Firma que una peña no reconoce"),
    "acta.conduct": _("Malos modos anotados en el acta"),
    "acta.unforeseen": _("Algo que el reglamento no prevé"),
    "acta.slow_play": _("Juego lento después de avisar"),
    "acta.warned_time": _("Pareja amonestada otra vez por perder tiempo"),
    "acta.warned_breaks": _("Pareja amonestada otra vez por los descansos"),
    "mus.pairs.fewer_than_three": _("Menos de tres parejas"),
    "mus.partida.refused": _("Un jugador sorteado se negó a jugar"),
    "mus.partida.abandoned": _("Una partida no se pudo terminar"),
    "mus.player.other_club": _("Alineación de un jugador de otra peña"),
    "mus.break.breach_repeated": _("Descansos incumplidos otra vez"),
    "mus.time.over_maximum": _("Duración por encima del máximo"),
    "cachibol.default.recorded": _("Default: un equipo no estaba completo"),
    "cachibol.refusal.recorded": _("Un equipo no quiso jugar"),
    "cachibol.impersonation.recorded": _("Suplantación, o alguien sin registrar"),
    "cachibol.card.disqualified": _("Descalificación con las dos tarjetas"),
    "cachibol.aggression.recorded": _("Partido suspendido por agresión"),
    "late.result": _("Resultado comunicado fuera de plazo"),
    "late.acta": _("Acta firmada fuera de plazo"),
    "case.conduct": _("Comportamiento"),
    "case.ineligible": _("Alineación indebida"),
    "case.result": _("Resultado del encuentro"),
    "case.unforeseen": _("Asunto que el reglamento no prevé"),
    "case.other": _("Otro asunto"),
}
"""Reason of a case → its title."""

CLAUSE_OF_REASON: Mapping[str, str] = {
    "case.conduct": "M-D.11",
    "case.ineligible": "M-D.19",
    "case.unforeseen": "M-D.21",
}

EVENTS: Mapping[str, tuple[Words, str]] = {
    "claim.submitted": (_("Reclamación presentada."), "wait"),
    "claim.received": (_("Reclamación recibida en papel."), "wait"),
    "claim.admitted": (_("Reclamación admitida."), "ok"),
    "claim.refused": (_("Reclamación no admitida."), "stop"),
    "claim.withdrawn": (_("Reclamación retirada."), "stop"),
    "case.opened": (_("Expediente abierto."), "wait"),
    "case.refused": (_("Expediente no admitido."), "stop"),
    "case.shelved": (_("Expediente archivado."), "stop"),
    "case.statements_invited": (_("El comité pide alegaciones."), "wait"),
    "case.deliberated": (_("El comité delibera."), "wait"),
    "statement.added": (_("Alegaciones presentadas."), ""),
    "evidence.added": (_("Archivo añadido."), ""),
    "ruling.made": (_("Resolución dictada."), "ok"),
    "encounter.replay_ordered": (_("El encuentro se repetirá."), "wait"),
    "draw.made": (_("Sorteo hecho."), ""),
    "draw.set_aside": (_("El sorteo se deja sin efecto."), ""),
    "fine.paid": (_("Multa pagada."), "ok"),
    "fine.waived": (_("Multa perdonada."), "ok"),
    "fine.reopened": (_("Multa pendiente otra vez."), ""),
    "acta.in_force": (_("Acta en vigor."), "ok"),
}
"""Action of the ledger → its line in the timeline of a case, and the level of its mark."""


KINDS: Mapping[str, Words] = {
    SanctionKind.WARNING: _("Apercibimiento"),
    SanctionKind.SUSPENSION: _("Suspensión"),
    SanctionKind.FINE: _("Multa"),
    SanctionKind.POINTS: _("Puntos"),
    SanctionKind.DISQUALIFICATION: _("Descalificación"),
    SanctionKind.EXPULSION: _("Expulsión"),
}
FINES: Mapping[str, tuple[Words, str]] = {
    FineState.DUE: (_("pendiente"), "wait"),
    FineState.PAID: (_("pagada"), "ok"),
    FineState.WAIVED: (_("perdonada"), "plain"),
}


def reason_words(reason: str) -> Words:
    return REASONS.get(reason, reason)


def event_words(action: str) -> tuple[Words, str]:
    return EVENTS.get(action) or (labels.action_words(action), "")


@dataclass(frozen=True)
class Draft:
    """What the editor of a ruling starts from; `%(…)s` are the names of the encounter."""

    decision: Words
    clauses: tuple[str, ...]
    facts: Words = _("En el encuentro %(home)s – %(away)s (jornada %(matchday)s), ")


DRAFTS: Mapping[str, Draft] = {
    "claim": Draft(
        _(
            "Se estima [no se estima] la reclamación presentada. El resultado del encuentro queda "
            "[como estaba]."
        ),
        ("M-D.15",),
    ),
    "acta.filed_alone": Draft(
        _("Se da por válida el acta entregada por un solo delegado y se mantiene el resultado."),
        ("M-D.11",),
    ),
    "acta.signature_disowned": Draft(
        _(
            "[Se da por válida la firma hecha con la clave de la peña y el acta se mantiene | Se "
            "anula el acta firmada sin que lo hiciera nadie de la peña y vale el resultado que "
            "sigue]."
        ),
        ("M-D.11",),
    ),
    "acta.conduct": Draft(
        _("Se apercibe a [ficha | peña] por lo que consta en el acta [y se suspende por n]."),
        ("M-D.11",),
    ),
    "acta.unforeseen": Draft(
        _("Sobre lo que el reglamento no prevé y consta en el acta, se decide [qué]."), ("M-E.1",)
    ),
    "acta.slow_play": Draft(
        _("Se apercibe a la pareja que siguió retrasando el juego después del aviso."), ("M-T.3",)
    ),
    "acta.warned_time": Draft(
        _("Se descalifica a la pareja amonestada de nuevo por el juez-árbitro por perder tiempo."),
        ("M-T.3", "M-T.4"),
    ),
    "acta.warned_breaks": Draft(
        _("Se descalifica a la pareja amonestada de nuevo por el juez-árbitro por los descansos."),
        ("M-T.4",),
    ),
    "mus.pairs.fewer_than_three": Draft(
        _("Se confirma la pérdida del encuentro por 4–0 por presentar menos de tres parejas."),
        ("M-D.13",),
    ),
    "mus.partida.refused": Draft(
        _("Se confirma la pérdida del punto de la mesa y se apercibe al jugador que se negó."),
        ("M-D.14",),
    ),
    "mus.partida.abandoned": Draft(
        _("La partida que no se pudo terminar se adjudica a [la pareja local | la visitante]."),
        ("M-D.21",),
    ),
    "mus.player.other_club": Draft(
        _("Se sanciona a la peña por alinear a un jugador que ya había jugado con otra peña."),
        ("M-D.19",),
    ),
    "mus.break.breach_repeated": Draft(
        _("Se apercibe a la pareja que incumplió los descansos."), ("M-T.4",)
    ),
    "mus.time.over_maximum": Draft(
        _("Se mantiene el resultado y se recuerda que el final lo decide el juez-árbitro."),
        ("M-T.2",),
    ),
    "late.result": Draft(
        _("Por comunicar tarde el resultado, {sanción}."), ("M-D.9",), _("{retraso}")
    ),
    "late.acta": Draft(_("Por firmar tarde el acta, {sanción}."), ("M-D.10",), _("{retraso}")),
    "case.conduct": Draft(
        _("Se suspende a [ficha] por [n] encuentros por su comportamiento."), ("M-D.11",)
    ),
    "case.ineligible": Draft(
        _("Se da el encuentro por perdido a la peña que alineó indebidamente."), ("M-D.19",)
    ),
}
_GENERAL = Draft(_("El comité, en conciencia y sin recurso posible, decide que "), ("M-D.21",))


def draft_of(reason: str) -> Draft:
    """The texts that a ruling on such a case starts from."""
    return DRAFTS.get(reason, _GENERAL)


def span_words(span: timedelta) -> str:
    """A span as people say it: "2 días", "6 h 39 min", "menos de un minuto". Never negative."""
    minutes = int(abs(span).total_seconds()) // 60
    days, hours = minutes // 1440, minutes // 60
    if days >= 2:
        return _now("%(days)s días") % {"days": days}
    if hours:
        return _now("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes % 60}
    if minutes:
        return _now("%(minutes)s min") % {"minutes": minutes}
    return _now("menos de un minuto")


def euros(cents: int) -> str:
    """An amount as people write it: "30 €", "12,50 €"."""
    whole, rest = divmod(cents, 100)
    return f"{whole},{rest:02d} €" if rest else f"{whole} €"
