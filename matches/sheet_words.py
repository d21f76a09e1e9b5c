"""What people read of a match's sheet: what it refuses, what is ticked before play, its acts, and
everything that the page says while it has no coverage."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.machine import MoveRefused
from league.refusals import Refused
from league.sentences import register
from league.sentences import sentence as plain_sentence
from matches import cachibol_words
from matches.models import SheetRole
from rules.cachibol.acts import (
    Card,
    Default,
    PlayingFault,
    Rally,
    Slip,
    Substitution,
    TimeOut,
    Toss,
)
from rules.cachibol.match_sheet import read_act
from rules.cachibol.state import Phase
from rules.errors import RuleViolation
from rules.match_sheet import CheckItem

Words = Promise | str

register(
    {
        "sheet.not_of_this_game": _("En esta competición no hay hoja de anotación en directo."),
        "sheet.not_open": _("Todavía no se ha abierto la hoja de este partido."),
        "sheet.closed": _("La hoja está cerrada: el partido ya ha terminado."),
        "sheet.list_closed": _(
            "La lista ya está firmada por capitán y entrenador: no se puede cambiar."
        ),
        "sheet.list_changed": _(
            "La lista ha cambiado desde que se abrió esta página. Hay que mirarla antes de firmar."
        ),
        "sheet.too_many": _("En la hoja caben %(most)s jugadores."),
        "sheet.too_few": _(
            "Para empezar hacen falta %(least)s jugadores y en la lista hay %(players)s."
        ),
        "sheet.no_shirt": _("%(player)s no tiene número de camiseta: se pone en la plantilla."),
        "sheet.captain_missing": _("Falta decir quién es capitán en la cancha."),
        "sheet.captain_not_listed": _("Quien hace de capitán tiene que estar en la lista."),
        "sheet.lists_first": _("Antes de jugar firman las dos listas capitán y entrenador."),
        "sheet.default_too_early": _(
            "La tolerancia no ha terminado: el default se anota desde el %(due)s."
        ),
        "sheet.nothing_to_undo": _("No hay nada que deshacer."),
        "sheet.too_much_at_once": _("Son demasiadas anotaciones de una vez (máximo %(most)s)."),
        "sheet.changed_meanwhile": _("Otra persona ha anotado en esta hoja desde entonces."),
        "sheet.not_over": _("El partido no ha terminado: no se puede cerrar."),
        "sheet.claim_too_late": _(
            "El partido ya ha terminado: se reclama mientras se juega, y lo resuelve el árbitro "
            "central sin apelación."
        ),
        "sheet.claim_waits": _("La reclamación anterior de este equipo espera su decisión."),
        "sheet.claim_ruled": _("Esa reclamación ya está decidida, y no hay apelación."),
        "sheet.claim_unruled": _(
            "Hay una reclamación sin decidir: el árbitro central la resuelve antes de cerrar."
        ),
        "sheet.ruling_without_text": _("Hace falta escribir qué decide el árbitro y por qué."),
        "claim.settled_at_the_match": _(
            "En este juego se reclama durante el partido, al árbitro central, que resuelve en el "
            "acto y sin apelación. Después no hay plazo para reclamar."
        ),
        "sheet.one_role_each": _(
            "Esta cuenta ya ha firmado en otro puesto. Quien falta firma con la suya o con su "
            "nombre en la mesa."
        ),
        "sheet.central_in_session": _("El árbitro central firma con su propia cuenta."),
        "sheet.officials_first": _(
            "Primero firman el árbitro central, el auxiliar y el anotador; después, los capitanes."
        ),
    }
)

CHECKS: Mapping[str, Words] = {
    "court": _("Cancha de 18 × 9 m, libre y segura; líneas y zona de ataque marcadas"),
    "net": _("Red a %(height)s m, con antenas y bandas"),
    "ball": _("Balones iguales: 65–67 cm, 260–280 g"),
}

ROLES: Mapping[str, Words] = {
    SheetRole.COACH: _("entrenador"),
    SheetRole.CAPTAIN: _("capitán"),
    SheetRole.CENTRAL: _("árbitro central"),
    SheetRole.ASSISTANT: _("árbitro auxiliar"),
    SheetRole.SCORER: _("anotador"),
}


def check_words(item: CheckItem) -> str:
    """A line of the checklist."""
    return str(CHECKS[item.key]) % item.facts


def sentence(refusal: Refused | MoveRefused) -> str:
    """A refusal in Spanish, those of the game included."""
    if isinstance(refusal, Refused) and refusal.code in cachibol_words.REFUSALS:
        return cachibol_words.refusal(RuleViolation(refusal.code, **refusal.facts))
    return plain_sentence(refusal)


def findings_words(findings: list[Mapping[str, Any]], teams: Mapping[str, str]) -> list[str]:
    """What an acta says was found, in sentences."""
    return [cachibol_words.told(one["code"], one["facts"], teams) for one in findings]


def act_words(text: str, teams: Mapping[str, str]) -> str:
    """An act in words, as the page of the scorer has it."""
    act = read_act(text)
    name = teams[str(getattr(act, "side", None) or getattr(act, "winner", ""))]
    match act:
        case Toss():
            return str(_PAGE["phase_titles"][Phase.TOSS])
        case Slip():
            told = _PAGE["slip_of"]
        case Rally():
            told = _PAGE["rally"]
        case PlayingFault():
            return f"{_PAGE['fault']} {act.rule}, {name}: {cachibol_words.FAULTS[act.rule]}"
        case Substitution():
            change = str(_PAGE["change_of"]).format(out=act.out, into=act.into)
            return f"{change}, {name}"
        case TimeOut():
            return f"{_PAGE['time_out']}, {name}"
        case Card():
            person = _PAGE["staff"].get(str(act.person), act.person)
            return f"{_PAGE['card']} {_PAGE['cards'][act.kind]}: {person}, {name}"
        case Default():
            return str(_PAGE["default_due"]).format(n=act.number, team=name)
        case _:
            told = _PAGE[type(act).__name__.lower()]
            return f"{told}, {name}"
    return str(told).format(team=name)


def phone_words() -> dict[str, Any]:
    """What the page says by itself, without coverage."""
    return {
        "faults": {rule: str(words) for rule, words in cachibol_words.FAULTS.items()},
        "refusals": {code: str(words) for code, words in cachibol_words.REFUSALS.items()},
        "phases": {str(phase): str(words) for phase, words in cachibol_words.PHASES.items()},
        **{key: _plain(value) for key, value in _PAGE.items()},
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return str(value)


_PAGE: Mapping[str, Any] = {
    "cards": {
        "YELLOW": _("Amarilla"),
        "RED": _("Roja"),
        "EXPULSION": _("Las dos juntas"),
        "DISQUALIFICATION": _("Las dos separadas"),
    },
    "card_effects": {
        "YELLOW": _("Amonestación"),
        "RED": _("Castigo: jugada para el rival"),
        "EXPULSION": _("Expulsión del set, y jugada para el rival"),
        "DISQUALIFICATION": _("Descalificación: fuera todo el partido"),
    },
    "staff": {"E": _("Entrenador"), "A": _("Asistente"), "M": _("Médico")},
    "choices": {
        "SERVE": _("Saque"),
        "RECEIVE": _("Recepción"),
        "LEFT": _("Campo izquierdo"),
        "RIGHT": _("Campo derecho"),
    },
    "phase_titles": {
        Phase.TOSS: _("Sorteo"),
        Phase.SLIPS: _("Fichas de posiciones"),
        Phase.OVER: _("Partido terminado"),
    },
    "set": _("Set {n}"),
    "set_over": _("Set {n} para {team}: {points}. Cambio de campo."),
    "set_won": _("Set {n} para {team}: {points}."),
    "set_point": _("¡Último tanto! Punto de set: {team}"),
    "match_point": _("¡Último tanto! Punto de partido: {team}"),
    "last_for_both": _("¡Último tanto! Quien gane esta jugada gana el set"),
    "rally": _("Jugada para {team}"),
    "serves": _("saca"),
    "serving": _("Saca el {shirt}, {name}."),
    "serving_next": _("Después, el {shirt}."),
    "serve_change": _("Cambio de saque"),
    "time_out": _("Tiempo"),
    "time_out_left": _("Tiempo: quedan {n}"),
    "time_out_running": _("Tiempo de {team}"),
    "changes": _("Cambio"),
    "changes_left": _("quedan {n}"),
    "change_of": _("{out} sale, {into} entra"),
    "who_enters": _("¿Quién entra por el {shirt}?"),
    "who_leaves": _("¿Quién sale?"),
    "nobody": _("No puede entrar nadie por el {shirt}."),
    "emergency": _("Cambio de emergencia (séptimo)"),
    "emergency_text": _(
        "Los {n} cambios del set están hechos. Solo cabe uno más, por emergencia, si están de "
        "acuerdo los árbitros y los dos capitanes."
    ),
    "agree": _("{team}: su capitán está de acuerdo"),
    "emergency_do": _("Hacer el cambio de emergencia"),
    "emergency_used": _("El cambio de emergencia de este set ya se usó."),
    "must_leave": _("{shirt} está fuera: ¿quién entra?"),
    "card": _("Tarjeta"),
    "card_who": _("¿A quién?"),
    "card_loses": _("¿Qué pierde el equipo?"),
    "loses_nothing": _("Nada más"),
    "loses": {"SET": _("El set"), "MATCH": _("El partido")},
    "fault": _("Falta"),
    "fault_of": _("Falta de {team}"),
    "double": _("doble falta"),
    "doubtful": _("texto dañado en la fuente"),
    "more": _("Más"),
    "undo": _("Deshacer"),
    "undo_what": _("Deshacer: {what}"),
    "default": _("Default"),
    "default_text": _("Equipo incompleto. Hora del partido: {at}."),
    "default_due": _("Default {n} de {team}"),
    "default_in": _("Default {n} en {time}"),
    "default_what": {"1": _("pierde el set"), "2": _("pierde el partido")},
    "refusal": _("No quiere jugar"),
    "refusal_text": _("Los árbitros deciden qué pierde quien se niega a empezar o a seguir."),
    "aggression": _("Agresión: se suspende el partido"),
    "aggression_text": _("Pierde el partido el equipo agresor. Pasa al comité."),
    "impersonation": _("Suplantación o alguien sin registrar"),
    "impersonation_text": _("Pierde lo ganado y pasa al comité."),
    "who_did": _("¿Qué equipo?"),
    "sure": _("Sí, anotarlo"),
    "back": _("Volver"),
    "toss_winner": _("¿Quién gana el sorteo y qué elige?"),
    "toss_text": _("Saque o recepción, o un campo: visto desde la mesa."),
    "toss_rival": _("{team} elige…"),
    "slip_of": _("Ficha de {team}"),
    "slip_next": _("Posición {n}"),
    "slip_same": _("Como en el set anterior"),
    "slip_same_both": _("Los dos equipos como en el set anterior"),
    "slip_clear": _("Empezar de nuevo"),
    "slip_done": _("Entregada"),
    "end": _("Cerrar el partido y firmar"),
    "won_by": _("Gana {team}"),
    "awarded": _("por {clause}"),
    "captain": _("capitán"),
    "yellow_short": _("amarilla"),
    "red_short": _("roja"),
    "out": _("fuera"),
    "state_sent": _("Enviado"),
    "state_waiting": _("{n} guardadas aquí, esperando cobertura"),
    "state_saved": _("Guardado en este aparato"),
    "state_sending": _("Enviando…"),
    "state_signin": _("La sesión ha caducado: nada se ha perdido"),
    "signin": _("Entrar otra vez"),
    "refused": _("El servidor no admite «{act}»: {why}"),
    "drop_refused": _("Quitar lo no admitido"),
    "conflict": _("Otra persona ha anotado en esta hoja"),
    "conflict_theirs": _("En el servidor"),
    "conflict_mine": _("En este aparato"),
    "conflict_after": _("Poner lo mío detrás"),
    "conflict_drop": _("Quitar lo mío"),
    "undone": _("(deshacer)"),
    "log": _("Lo último"),
    "not_now": _("Eso no toca ahora."),
    "position": _("posición {n}"),
}
