"""Words for people for what this app stores as words: states, endings, acts of the record."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.states.acta import ActaState
from matches.states.case import CaseState
from matches.states.claim import ClaimState
from matches.states.encounter import EncounterState, EndedKind
from matches.states.partida import EndedAs
from matches.states.postponement import PostponementState

Words = Promise | str

ENCOUNTER_STATES: Mapping[str, tuple[Words, str]] = {
    EncounterState.SCHEDULED: (_("por jugar"), "plain"),
    EncounterState.POSTPONED: (_("aplazado sin fecha"), "wait"),
    EncounterState.LINE_UP: (_("alineando"), "info"),
    EncounterState.DRAWN: (_("sorteado"), "info"),
    EncounterState.PLAYING: (_("en juego"), "info"),
    EncounterState.ENDED: (_("sin firmar"), "wait"),
    EncounterState.SIGNED: (_("acta en vigor"), "ok"),
    EncounterState.NOT_PLAYED: (_("no jugado"), "stop"),
    EncounterState.RULED: (_("por resolución"), "info"),
}
"""State → words and the level of its chip."""

ENDED_KINDS: Mapping[str, Words] = {
    EndedKind.PLAYED: _("jugado"),
    EndedKind.WALKOVER_HOME: _("no se presentó la visita"),
    EndedKind.WALKOVER_AWAY: _("no se presentó el local"),
    EndedKind.DOUBLE_WALKOVER: _("no se presentó ninguno"),
    EndedKind.AWARDED: _("adjudicado"),
    EndedKind.ANNULLED: _("anulado"),
}

ACTA_STATES: Mapping[str, tuple[Words, str]] = {
    ActaState.DRAFT: (_("por firmar"), "wait"),
    ActaState.SIGNED_ONE: (_("con una firma"), "wait"),
    ActaState.SIGNED: (_("firmada por las dos partes"), "ok"),
    ActaState.FILED_ALONE: (_("entregada por una sola parte"), "wait"),
    ActaState.ISSUED: (_("sin firmas: de la organización o del comité"), "info"),
    ActaState.SUPERSEDED: (_("sustituida"), "plain"),
}

MOVE_STATES: Mapping[str, tuple[Words, str]] = {
    PostponementState.PROPOSED: (_("propuesto"), "wait"),
    PostponementState.AGREED: (_("acordado, sin entregar"), "wait"),
    PostponementState.DELIVERED: (_("en vigor"), "ok"),
    PostponementState.REFUSED: (_("rechazado"), "stop"),
    PostponementState.EXPIRED: (_("caducado"), "plain"),
    PostponementState.WITHDRAWN: (_("retirado"), "plain"),
    PostponementState.COUNTERED: (_("contestado con otras fechas"), "plain"),
}

BOARD_ENDINGS: Mapping[str, Words] = {
    EndedAs.PLAYED: "",
    EndedAs.FORFEIT_HOME: _("faltó la pareja local"),
    EndedAs.FORFEIT_AWAY: _("faltó la pareja visitante"),
    EndedAs.REFEREE: _("la terminó el juez-árbitro"),
    EndedAs.AWARDED: _("adjudicada por resolución"),
    EndedAs.ABANDONED: _("sin terminar"),
}

CLAIM_STATES: Mapping[str, tuple[Words, str]] = {
    ClaimState.SUBMITTED: (_("presentada"), "wait"),
    ClaimState.ADMITTED: (_("admitida"), "info"),
    ClaimState.INADMISSIBLE: (_("no admitida"), "stop"),
    ClaimState.RESOLVED: (_("resuelta"), "ok"),
    ClaimState.WITHDRAWN: (_("retirada"), "plain"),
}

CASE_STATES: Mapping[str, tuple[Words, str]] = {
    CaseState.OPEN: (_("abierto"), "wait"),
    CaseState.STATEMENTS: (_("en alegaciones"), "info"),
    CaseState.DELIBERATION: (_("en deliberación"), "info"),
    CaseState.RESOLVED: (_("resuelto"), "ok"),
    CaseState.INADMISSIBLE: (_("no admitido"), "stop"),
    CaseState.SHELVED: (_("archivado"), "plain"),
}

ACTIONS: Mapping[str, Words] = {
    "encounter.created": _("Encuentro añadido al calendario."),
    "encounter.moved": _("Cambio de fecha o de local por la organización."),
    "encounter.reopened": _("El encuentro se reabrió: vuelve a las mesas."),
    "line_up.closed": _("Una peña cerró su alineación."),
    "line_up.reopened": _("Una peña reabrió su alineación."),
    "draw.tapped": _("Una peña pulsó el sorteo."),
    "draw.drawn": _("Sorteo hecho."),
    "draw.entered": _("Sorteo a mano escrito."),
    "draw.confirmed": _("Sorteo a mano confirmado."),
    "draw.made": _("Sorteo hecho."),
    "seat.changed": _("Un jugador sorteado dejó la mesa, con su incidencia."),
    "date.proposed": _("Una peña propuso otra fecha."),
    "date.countered": _("La otra peña propuso otras fechas."),
    "date.delivered": _("Cambio de fecha acordado y entregado, con las dos firmas."),
    "date.late": _("Cambio de fecha aceptado fuera de plazo: no vale."),
    "date.refused": _("La otra peña no aceptó el cambio de fecha."),
    "date.withdrawn": _("Propuesta de cambio de fecha retirada."),
    "venue.changed": _("La peña que recibe cambió el local."),
    "result.reported": _("Resultado anotado por la organización."),
    "acta.drafted": _("Acta preparada."),
    "sheet.opened": _("Hoja de anotación abierta."),
    "sheet.claimed": _("Reclamación en el reverso de la hoja."),
    "sheet.claim_ruled": _("Reclamación de la hoja decidida por el árbitro central."),
    "sheet.list_signed": _("Lista firmada por capitán y entrenador."),
    "sheet.signed": _("Acta firmada por un oficial."),
    "acta.seen": _("Una peña ha visto el acta."),
    "acta.signed": _("Acta firmada por una peña."),
    "acta.signature_disowned": _("Una peña no reconoce su firma con clave."),
    "signing_code.issued": _("Clave de firma nueva."),
    "acta.in_force": _("Acta en vigor."),
    "acta.discarded": _("Corrección descartada."),
    "acta.confirmed": _("Una peña dice que el acta transcrita pone lo mismo que el papel."),
    "acta.contested": _("Una peña dice que el acta transcrita no coincide con el papel."),
    "claim.submitted": _("Reclamación presentada."),
    "claim.received": _("Reclamación recibida en papel."),
    "claim.admitted": _("Reclamación admitida."),
    "claim.refused": _("Reclamación no admitida."),
    "claim.withdrawn": _("Reclamación retirada."),
    "case.opened": _("Expediente abierto."),
    "case.shelved": _("Expediente archivado."),
    "ruling.made": _("Resolución dictada."),
    "tournament.published": _("Jornada de torneo publicada."),
    "tournament.discarded": _("Jornada de torneo deshecha."),
    "bracket.filled": _("Pasaron equipos al cuadro de eliminatorias."),
    "bracket.cleared": _("Se quitó a un equipo del cuadro."),
    "bracket.decided": _("Se dijo quién pasa de un partido empatado."),
    "fixture.moved": _("Partido cambiado de pista o de hora."),
    "courts.set": _("Pistas de un local."),
    "duty.assigned": _("Juez-árbitro nombrado para el encuentro."),
    "duty.dismissed": _("El juez-árbitro ya no va al encuentro."),
    "matchday.closed": _("Jornada cerrada."),
    "matchday.reopened": _("Jornada abierta otra vez."),
    "prize.defined": _("Premio añadido."),
    "prize.removed": _("Premio quitado."),
    "prize.awarded": _("Premio con ganador."),
    "prize.collected": _("Premio recogido."),
    "prize.renounced": _("Premio renunciado."),
    "prize.undone": _("Premio: se deshizo el último paso."),
    "evidence.added": _("Foto o documento guardado."),
}
"""Action of the ledger → a line of a timeline. Others show their code."""


def action_words(action: str) -> Words:
    return ACTIONS.get(action, action)
