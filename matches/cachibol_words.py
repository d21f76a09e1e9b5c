"""What people read of cachibol: its refusals, what its sheets say, the cards and the faults."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.sentences import register
from rules.cachibol.acts import CardKind
from rules.cachibol.faults import CATALOGUE, FaultKind
from rules.cachibol.state import Phase
from rules.errors import RuleViolation
from rules.findings import Finding

REFUSALS: Mapping[str, Promise | str] = {
    # a record that cannot be read
    "cachibol.record.tag_unreadable": _(
        '«%(value)s» no se entiende. Aquí va un dato entre corchetes, como [Local "1 2 3 4 5 6"].'
    ),
    "cachibol.record.tag_unknown_or_repeated": _("«%(tag)s» no es un dato del acta, o ya estaba."),
    "cachibol.record.roster_unreadable": _(
        "«%(value)s» no es una lista de camisetas: números distintos, separados por espacios."
    ),
    "cachibol.record.option_unreadable": _(
        "«%(value)s» no es una opción. Se escriben como clave=valor, separadas por punto y coma."
    ),
    "cachibol.record.option_refused": _("Una de las opciones no vale (%(refusal)s)."),
    "cachibol.record.line_unreadable": _(
        "«%(value)s» no se entiende. Cada línea empieza por T: (sorteo), F: (ficha de posiciones), "
        "S: (set) o ; (comentario)."
    ),
    "cachibol.record.act_unreadable": _(
        "«%(value)s» no se entiende. En un set valen L y V (quién gana la jugada) y lo que cuelga "
        "de ellas: Lx15.3, Lc7>9, Lt, Ly7…"
    ),
    "cachibol.options.cap_below_set": _(
        "El tope (%(cap)s) no puede ser menor que los tantos con los que se gana (%(points)s)."
    ),
    "cachibol.sheet.unreadable": _("El acta no dice los tantos de cada set."),
    # what cannot happen now
    "cachibol.act.not_now": _("Eso no toca ahora: %(phase)s."),
    "cachibol.toss.same_choice": _(
        "Si uno elige saque o recepción, el otro elige campo, y al revés."
    ),
    "cachibol.slip.not_six": _("La ficha de posiciones lleva seis camisetas distintas."),
    "cachibol.slip.not_on_the_sheet": _("La camiseta %(shirt)s no está en la hoja de anotación."),
    "cachibol.slip.sent_off": _("La camiseta %(shirt)s está descalificada y no puede jugar."),
    "cachibol.play.replace_first": _(
        "Antes de seguir hay que sustituir a la camiseta %(shirt)s: está fuera del juego."
    ),
    "cachibol.change.not_on_court": _("La camiseta %(shirt)s no está en la cancha."),
    "cachibol.change.already_on_court": _("La camiseta %(shirt)s ya está en la cancha."),
    "cachibol.change.not_on_the_sheet": _("La camiseta %(shirt)s no está en la hoja de anotación."),
    "cachibol.change.sent_off": _("La camiseta %(shirt)s está fuera del juego y no puede entrar."),
    "cachibol.change.none_left": _(
        "Este equipo ya hizo sus %(allowed)s cambios del set. Solo cabe uno más por emergencia."
    ),
    "cachibol.change.no_emergency_yet": _(
        "Aún quedan cambios normales (%(left)s): la emergencia es para cuando se acaban."
    ),
    "cachibol.change.emergency_used": _("El cambio de emergencia de este set ya se usó."),
    "cachibol.change.other_partner": _(
        "%(into)s no puede entrar por %(out)s: en un set, cada suplente entra y sale por el mismo "
        "jugador."
    ),
    "cachibol.time_out.none_left": _("Este equipo ya pidió sus %(allowed)s descansos del set."),
    "cachibol.fault.unknown": _("La regla %(rule)s no está en la lista de faltas."),
    "cachibol.fault.only_the_server": _("Esa falta es del saque, y este equipo no sacaba."),
    "cachibol.card.not_on_the_sheet": _("La camiseta %(shirt)s no está en la hoja de anotación."),
    "cachibol.card.already_sent_off": _("Esa persona (%(person)s) ya está fuera del juego."),
    "cachibol.card.loses_nothing": _(
        "Solo con las dos tarjetas por separado pueden los árbitros dar por perdido el set o el "
        "partido."
    ),
    "cachibol.card.no_set": _("Se expulsa de un set, y ahora no se juega ninguno."),
    "cachibol.default.out_of_order": _(
        "A este equipo le toca ahora el default número %(default)s."
    ),
}

PHASES: Mapping[Phase, Promise | str] = {
    Phase.TOSS: _("falta el sorteo"),
    Phase.SLIPS: _("faltan las fichas de posiciones"),
    Phase.PLAY: _("el set está en juego"),
    Phase.OVER: _("el partido ha terminado"),
}

CARDS: Mapping[CardKind, Promise | str] = {
    CardKind.YELLOW: _("amarilla (amonestación)"),
    CardKind.RED: _("roja (castigo)"),
    CardKind.EXPULSION: _("amarilla y roja juntas (expulsión del set)"),
    CardKind.DISQUALIFICATION: _("amarilla y roja separadas (descalificación)"),
}

FAULTS: Mapping[str, Promise | str] = {
    "13.5": _("Tapar al que saca"),
    "15.1": _("Más de tres segundos con el balón, o sin control"),
    "15.3": _("Más de tres recepciones o dos pases"),
    "15.4": _("Más de tres pasos y un salto, o no lanzar con las dos manos"),
    "15.5": _("Golpear con la mano fuera de saque o clavada"),
    "15.6": _("Al salvar, el balón rebota en las manos"),
    "15.7": _("Pasos de más después de atrapar"),
    "15.8": _("El balón se escurre de las manos"),
    "15.9": _("Rebote en el cuerpo que ningún compañero atrapa"),
    "15.10": _("Pase del zaguero sin los dos pies en el suelo"),
    "15.12": _("Dos del mismo equipo tocan el balón a la vez"),
    "15.13": _("Bloqueo despegado de la red"),
    "15.14": _("Rematar al salvar un balón en la red"),
    "15.15": _("Un zaguero remata o bloquea en la zona de ataque"),
    "15.16": _("El mismo jugador recibe dos veces seguidas"),
    "15.17": _("Dos golpes en la misma jugada"),
    "15.18": _("Tocar la red durante la jugada"),
    "16.1": _("Pisar más allá de la línea central"),
    "19.4": _("Fuera de posición"),
    "19.5": _("Saque fallado: red, por debajo, fuera, techo o compañero"),
    "19.6": _("Retener, demasiados pases o rebote"),
    "19.7": _("Toque simultáneo"),
    "19.8": _("Tocar la red"),
    "19.9": _("Invadir el campo contrario"),
}

FINDINGS: Mapping[str, Promise | str] = {
    "cachibol.set.unreadable": _("Los tantos del set %(set)s no se entienden: %(value)s."),
    "cachibol.set.not_reachable": _(
        "El set %(set)s no puede acabar %(home)s–%(away)s: se gana con %(target)s y dos de "
        "diferencia, y el %(cap)s lo decide."
    ),
    "cachibol.match.set_after_the_end": _("El set %(set)s sobra: el partido ya estaba decidido."),
    "cachibol.match.not_over": _("Con %(home)s–%(away)s en sets el partido no ha terminado."),
    "cachibol.toss.missing": _("No consta el sorteo."),
    "cachibol.card.reported": _("Tarjeta %(card)s a %(person)s (%(side)s)."),
    "cachibol.card.disqualified": _("%(person)s (%(side)s), descalificado. Pasa al comité."),
    "cachibol.fault.double": _(
        "«Doble falta» (%(rule)s) de %(side)s: el texto no dice qué cuesta de más; se cuenta una."
    ),
    "cachibol.substitution.emergency": _(
        "Cambio de emergencia de %(side)s en el set %(set)s, con el acuerdo de los dos capitanes."
    ),
    "cachibol.substitution.forced": _(
        "En el set %(set)s, %(into)s entra por %(out)s (%(side)s), que quedó fuera del juego."
    ),
    "cachibol.default.recorded": _("Default número %(default)s de %(side)s. Pasa al comité."),
    "cachibol.refusal.recorded": _("%(side)s no quiso jugar y pierde %(loses)s. Pasa al comité."),
    "cachibol.impersonation.recorded": _(
        "%(side)s jugó, o lo intentó, con alguien suplantado o sin registrar. Pasa al comité."
    ),
    "cachibol.aggression.recorded": _(
        "Partido suspendido por agresión de %(side)s. Pasa al comité."
    ),
}

_LOSES = {"SET": _("el set"), "MATCH": _("el partido")}

register(REFUSALS)


def refusal(refused: RuleViolation) -> str:
    """A refusal of the rules of cachibol in Spanish."""
    told: dict[str, Any] = dict(refused.facts)
    if "phase" in told:
        told["phase"] = PHASES[Phase(told["phase"])]
    return str(REFUSALS[refused.code]) % told


def finding(found: Finding, sides: Mapping[str, str]) -> str:
    """A finding in Spanish; `sides` are the names of the teams by side."""
    return told(found.code, found.facts, sides)


def told(code: str, facts: Mapping[str, Any], sides: Mapping[str, str]) -> str:
    """The same from what an acta keeps of it."""
    told: dict[str, Any] = {"set": "?", **facts}
    if "side" in told:
        told["side"] = sides[str(told["side"])]
    if "card" in told:
        told["card"] = CARDS[CardKind(told["card"])]
    if "loses" in told:
        told["loses"] = _LOSES[str(told["loses"])]
    return str(FINDINGS[code]) % told


def fault(rule: str) -> str:
    """A fault with its rule, and whether the source can be trusted on it."""
    kind: FaultKind = CATALOGUE[rule]
    text = f"{rule} · {FAULTS[rule]}"
    return f"{text} ({_('texto dañado en la fuente')})" if kind.doubtful else text
