"""Words for people for what the code stores as words: states, options, criteria, posts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from league.states.season import SeasonState
from rules.formats import FormatKind, PartidaFormat, legal_results
from rules.team_rules import AgeBand

Words = Promise | str

SEASON_STATES: Mapping[str, tuple[Words, str]] = {
    SeasonState.DRAFT: (_("en preparación"), "plain"),
    SeasonState.REGISTRATION: (_("inscripción abierta"), "info"),
    SeasonState.SCHEDULED: (_("calendario hecho"), "info"),
    SeasonState.RUNNING: (_("en juego"), "ok"),
    SeasonState.CLOSED: (_("cerrada"), "plain"),
}
"""State → words and the level of its chip."""

DISCIPLINES: Mapping[str, Words] = {"mus": _("Mus"), "cachibol": _("Cachibol")}
PRESETS: Mapping[str, Words] = {
    "asturias": _("Normas generales de mus en Asturias"),
    "cachibol": _("Reglas de cachibol"),
}
BRANCHES: Mapping[str, Words] = {"WOMEN": _("Femenina"), "MEN": _("Varonil")}
BANDS: Mapping[str, Words] = {
    "open": _("Libre"),
    "A": _("A"),
    "B": _("B"),
    "C": _("C"),
    "D": _("D"),
}
STAFF_POSTS: Mapping[str, Words] = {
    "COACH": _("Entrenador o entrenadora"),
    "ASSISTANT": _("Asistente"),
    "DOCTOR": _("Médico o médica"),
}
DOCUMENTS: Mapping[str, Words] = {"MEDICAL": _("Certificado médico")}
DOUBTS: Mapping[str, Words] = {
    "LOST": _("La fuente que se conserva ha perdido este dato: el valor es una propuesta."),
    "RESTORED": _("La fuente ha perdido una cifra; se ha restituido la única que cabe."),
    "CONTRADICTS": _("La fuente se contradice aquí: la organización dice cuál de las dos vale."),
    "AMBIGUOUS": _("Lo que dice la fuente se puede leer de dos maneras."),
    "SILENT": _("La fuente no lo dice."),
}
"""What is wrong with the text at an option (`rules.discipline.Doubt`)."""
LOST_AND_ASKED: Words = _(
    "La fuente que se conserva ha perdido este dato: hay que decirlo. Se suele dar %(known)s."
)
"""The same where nothing is taken until somebody says it."""

CRITERIA: Mapping[str, Words] = {
    "points": _("Puntos"),
    "difference": _("Diferencia de partidas"),
    "score_for": _("Partidas a favor"),
    "wins": _("Encuentros ganados"),
    "fewer_played": _("Menos encuentros jugados"),
    "head_to_head_points": _("Puntos entre los empatados"),
    "head_to_head_difference": _("Diferencia de partidas entre los empatados"),
    "games_difference": _("Diferencia de juegos"),
    "games_for": _("Juegos a favor"),
    "away_score": _("Partidas ganadas fuera"),
    "score_ratio": _("Cociente de partidas"),
    "games_ratio": _("Cociente de juegos"),
    "lot": _("Sorteo anotado"),
}

SCHEME_KINDS: Mapping[str, Words] = {
    "sum_of_score": _("Un punto por cada partida ganada"),
    "win_draw_loss": _("Puntos por encuentro ganado, empatado o perdido"),
}

HEAD_TO_HEAD: Mapping[str, Words] = {
    "always": _("Con los encuentros jugados hasta el momento"),
    "when_complete": _("Solo cuando los empatados ya han jugado todos entre sí"),
}

WITHDRAWALS: Mapping[str, Words] = {
    "annul": _("Se anulan todos sus encuentros"),
    "keep_first_leg": _("Se conserva la primera vuelta"),
}

RULE_BOOKS: Mapping[str, Words] = {
    "M-": _("Normas generales de mus en Asturias"),
    "C-": _("Reglas de cachibol"),
}
"""Prefix of the clauses → what the regulation is called."""

WHO: Mapping[str, Words] = {
    "engine": _("lo comprueba el programa"),
    "league": _("lo lleva la organización"),
    "committee": _("lo decide el comité"),
    "table": _("se cuida en la mesa"),
}
WHO_SHORT: Mapping[str, Words] = {
    "engine": _("Motor"),
    "league": _("Acta y organización"),
    "committee": _("Comité"),
    "table": _("Mesa"),
}
WHO_DOES: Mapping[str, Words] = {
    "engine": _("lo comprueba el programa con las cartas, los envites y lo que se cantó"),
    "league": _("lo llevan el acta y las páginas de la organización"),
    "committee": _("lo decide una persona: el programa prepara el expediente y sus efectos"),
    "table": _("se cuida en la mesa: el programa solo enseña la norma y guarda la incidencia"),
}


@dataclass(frozen=True, slots=True)
class OptionWords:
    """How an option of the regulation is asked for."""

    label: Any
    help: Any = ""


OPTIONS: Mapping[str, OptionWords] = {
    "partida_format": OptionWords(_("Formato de la partida")),
    "boards": OptionWords(
        _("Mesas por encuentro"),
        _("Cuatro parejas por peña en Asturias; en Gijón hay ligas de tres."),
    ),
    "stones": OptionWords(
        _("Tantos de un juego"), _("Cuarenta: ocho amarracos. Otras ligas juegan a 30 o 35.")
    ),
    "match_format": OptionWords(_("Sets de un partido")),
    "tolerance_minutes": OptionWords(
        _("Minutos que se espera a un equipo incompleto"),
        _("Pasados, pierde el primer set por incomparecencia."),
    ),
    "second_default_minutes": OptionWords(
        _("Minutos más para perder el partido"), _("Se cuentan desde la primera incomparecencia.")
    ),
    "set_points": OptionWords(_("Tantos de un set"), _("Con dos de ventaja.")),
    "cap_points": OptionWords(
        _("Tope de un set"), _("A un tanto del tope los dos, gana quien haga el siguiente.")
    ),
    "deciding_points": OptionWords(_("Tantos del set decisivo")),
    "scoring": OptionWords(_("Quién suma en una jugada")),
    "lost_point": OptionWords(_("Cuando una falta hace «perder un tanto»")),
    "position_fault": OptionWords(_("Equipo fuera de posición")),
    "penalty": OptionWords(_("Lo que da la tarjeta roja al rival")),
    "next_serve": OptionWords(_("Quién saca primero en un set sin sorteo")),
    "substitutions": OptionWords(_("Cambios por set")),
    "time_outs": OptionWords(_("Tiempos por set y equipo")),
    "time_out_seconds": OptionWords(_("Segundos de un tiempo")),
    "category_d": OptionWords(_("«Mayores de 70»")),
    "certificate_days": OptionWords(
        _("Días que puede tener el certificado médico"), _("El día en que se inscribe.")
    ),
}

CHOICES: Mapping[str, Words] = {
    "scoring.side_out": _("Solo quien saca; si no, cambia el saque"),
    "scoring.rally": _("Quien gana la jugada, saque quien saque"),
    "lost_point.to_the_rival": _("Se apunta uno al rival"),
    "lost_point.off_the_offender": _("Se le quita uno a quien la hace"),
    "position_fault.point_and_serve": _("Pierde un tanto y, si sacaba, el saque"),
    "position_fault.serve": _("Solo cambia el saque"),
    "penalty.rally": _("La jugada: un tanto o el saque"),
    "penalty.point": _("Un tanto, saque quien saque"),
    "next_serve.alternate": _("El que no sacó primero en el anterior"),
    "next_serve.loser": _("El que perdió el anterior"),
    "category_d.from_70": _("Entra quien tiene 70 años"),
    "category_d.from_71": _("Entra quien ya tiene 71 años"),
}
"""Option and its value, where that is a word → what people read."""


DRAW_MODES: Mapping[str, Any] = {
    "PARTNERS": _("Las parejas y las mesas"),
    "OPPONENTS": _("Solo las mesas: cada peña forma sus parejas"),
}


def option_words(key: str) -> OptionWords:
    """The words of an option; its own name where nobody wrote them yet."""
    return OPTIONS.get(key) or OptionWords(key.replace("_", " ").capitalize())


def option_value(key: str, value: Any) -> Words:
    """A value of an option in words."""
    if key.endswith("_format"):
        format = PartidaFormat.parse(str(value))
        return format_words(format).label if key == "partida_format" else sets_words(format)
    return CHOICES.get(f"{key}.{value}", str(value))


def sets_words(format: PartidaFormat) -> str:
    """How many sets a match takes."""
    facts = {"games": format.games, "needed": format.needed}
    if format.kind is FormatKind.BEST_OF:
        return _now("Al mejor de %(games)s: gana quien llega a %(needed)s") % facts
    if format.kind is FormatKind.FIRST_TO:
        return _now("Gana quien llega a %(games)s sets") % facts
    return _now("Se juegan siempre los %(games)s sets") % facts


def band(one: AgeBand) -> str:
    """A proposed category with its ages."""
    name = str(BANDS[one.code])
    if one.start is None and one.end is None:
        return _now("%(name)s, sin límite de edad") % {"name": name}
    if one.end is None:
        return _now("%(name)s, desde %(start)s años") % {"name": name, "start": one.start}
    return _now("%(name)s, de %(start)s a %(end)s años") % {
        "name": name,
        "start": one.start,
        "end": one.end,
    }


@dataclass(frozen=True, slots=True)
class FormatWords:
    """A partida format in a line, and what follows from choosing it."""

    label: str
    consequence: str


def format_words(format: PartidaFormat) -> FormatWords:
    """Words for a format, made from the format itself."""
    results = legal_results(format)
    won = [f"{home}–{away}" for home, away in results if home > away]
    facts = {
        "games": format.games,
        "needed": format.needed,
        "results": ", ".join(won),
    }
    breaks = format.kind is FormatKind.ALL_PLAYED or format.needed > 3
    if format.kind is FormatKind.FIRST_TO:
        label = _now("Gana quien llega a %(games)s juegos")
        text = _now("Acaba en cuanto una pareja tiene %(games)s. Resultados: %(results)s.")
    elif format.kind is FormatKind.BEST_OF:
        label = _now("Al mejor de %(games)s juegos")
        text = _now("Acaba en cuanto una pareja gana %(needed)s. Resultados: %(results)s.")
    else:
        label = _now("Se juegan siempre los %(games)s juegos")
        text = _now(
            "Se juegan todos aunque ya haya ganador. Resultados: %(results)s. Los juegos de más "
            "cuentan en la diferencia de juegos."
        )
    pause = (
        _now("Tras el tercer juego perdido se sigue jugando, y cabe el descanso.")
        if breaks
        else _now("Con el tercer juego perdido ya ha acabado: el descanso no llega a darse.")
    )
    return FormatWords(label % facts, f"{text % facts} {pause}")
