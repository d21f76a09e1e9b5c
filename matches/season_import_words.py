"""What is wrong in a line of an imported file, in Spanish."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from matches.season_import_plan import LineError

SENTENCES: Mapping[str, Promise | str] = {
    "columns_missing": _("faltan columnas: %(columns)s"),
    "empty": _("la columna %(column)s está vacía"),
    "too_long": _("la columna %(column)s pasa de %(longest)s letras"),
    "same_team": _("%(team)s no puede jugar contra sí misma"),
    "half_a_score": _("falta %(column)s: un resultado tiene dos números"),
    "games_without_score": _("hay juegos y no hay resultado en partidas"),
    "not_a_number": _("%(column)s: «%(value)s» no es un número entero"),
    "out_of_range": _("%(column)s: %(value)s no está entre %(least)s y %(most)s"),
    "date": _("la fecha «%(value)s» no se entiende; se escribe 2026-09-14"),
    "time": _("la hora «%(value)s» no se entiende; se escribe 22:00"),
    "kind": _("«%(value)s» no es una manera de terminar un encuentro"),
    "kind_without_score": _("dice cómo terminó y no trae el resultado"),
    "walkover_score": _("la incomparecencia dice lo contrario que el %(home)s–%(away)s"),
    "met_twice": _("ya jugaron en ese campo en la misma vuelta, en la línea %(other)s"),
    "twice_a_round": _(
        "%(team)s juega dos veces en la jornada %(round)s; también en la línea %(other)s"
    ),
    "unknown_division": _("el grupo «%(division)s» no sale en los resultados"),
    "unknown_team": _("%(team)s no sale en los resultados de «%(division)s»"),
    "repeated_team": _("%(team)s está dos veces"),
    "status": _("el estado «%(value)s» no es active ni withdrawn"),
    "other_round": _("ese encuentro ya está en la jornada %(round)s"),
    "has_acta": _("ese encuentro ya tiene un resultado que no vino de un archivo"),
    "withdrawn": _("%(team)s está retirada y el archivo trae un resultado nuevo"),
}

FILES: Mapping[str, Promise | str] = {"results": _("resultados"), "table": _("tabla")}


def told(error: LineError) -> str:
    """ "resultados, línea 12: …" """
    return _now("%(file)s, línea %(line)s: %(text)s") % {
        "file": FILES[error.file],
        "line": error.line,
        "text": str(SENTENCES[error.code]) % dict(error.facts),
    }
