"""Why a row stands where it stands, in Spanish: the criterion and the two values it compared.

What speaks of partidas and juegos has other words where a result counts something else: `units` is
the code of the score's unit (`rules.discipline.Units`).
"""

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from league.standings import Ratio, Row, Value

_SIGNED = frozenset(("difference", "games_difference", "head_to_head_difference"))

WHY: Mapping[str, Promise | str] = {
    "difference": _("por diferencia de partidas (%(own)s frente a %(above)s)"),
    "score_for": _("por partidas a favor (%(own)s frente a %(above)s)"),
    "wins": _("por encuentros ganados (%(own)s frente a %(above)s)"),
    "fewer_played": _("por llevar más encuentros jugados (%(own)s frente a %(above)s)"),
    "head_to_head_points": _("por enfrentamiento directo (%(own)s–%(above)s)"),
    "head_to_head_difference": _(
        "por diferencia en el enfrentamiento directo (%(own)s frente a %(above)s)"
    ),
    "games_difference": _("por diferencia de juegos (%(own)s frente a %(above)s)"),
    "games_for": _("por juegos ganados (%(own)s frente a %(above)s)"),
    "away_score": _("por partidas ganadas fuera de casa (%(own)s frente a %(above)s)"),
    "score_ratio": _("por cociente de partidas (%(own)s frente a %(above)s)"),
    "games_ratio": _("por cociente de juegos (%(own)s frente a %(above)s)"),
    "lot": _("por sorteo"),
}
"""Criterion → sentence. `points` and `withdrawn` need none: the table shows them."""

WHY_OF: Mapping[str, Mapping[str, Promise | str]] = {
    "sets": {
        "difference": _("por diferencia de sets (%(own)s frente a %(above)s)"),
        "score_for": _("por sets a favor (%(own)s frente a %(above)s)"),
        "wins": _("por partidos ganados (%(own)s frente a %(above)s)"),
        "fewer_played": _("por llevar más partidos jugados (%(own)s frente a %(above)s)"),
        "head_to_head_points": _("por el partido entre los dos (%(own)s–%(above)s)"),
        "games_difference": _("por diferencia de tantos (%(own)s frente a %(above)s)"),
        "games_for": _("por tantos a favor (%(own)s frente a %(above)s)"),
        "away_score": _("por sets ganados fuera de casa (%(own)s frente a %(above)s)"),
        "score_ratio": _("por cociente de sets (%(own)s frente a %(above)s)"),
        "games_ratio": _("por cociente de tantos (%(own)s frente a %(above)s)"),
    }
}
"""The same by the unit of the score, where its words are others."""

AMONG: Mapping[str, Promise | str] = {
    "head_to_head_points": _("por los encuentros entre %(many)s empatados (%(own)s–%(above)s)"),
    "head_to_head_difference": _(
        "por diferencia en los encuentros entre %(many)s empatados (%(own)s frente a %(above)s)"
    ),
}
"""The same for a mini-league of three or more."""

CRITERIA: Mapping[str, Promise | str] = {
    "points": _("puntos"),
    "difference": _("diferencia de partidas"),
    "score_for": _("partidas a favor"),
    "wins": _("encuentros ganados"),
    "fewer_played": _("menos encuentros jugados"),
    "head_to_head_points": _("enfrentamiento directo"),
    "head_to_head_difference": _("diferencia en el enfrentamiento directo"),
    "games_difference": _("diferencia de juegos"),
    "games_for": _("juegos ganados"),
    "away_score": _("partidas ganadas fuera de casa"),
    "score_ratio": _("cociente de partidas"),
    "games_ratio": _("cociente de juegos"),
    "lot": _("sorteo"),
}

CRITERIA_OF: Mapping[str, Mapping[str, Promise | str]] = {
    "sets": {
        "difference": _("diferencia de sets"),
        "score_for": _("sets a favor"),
        "wins": _("partidos ganados"),
        "fewer_played": _("menos partidos jugados"),
        "head_to_head_points": _("el partido entre los empatados"),
        "games_difference": _("diferencia de tantos"),
        "games_for": _("tantos a favor"),
        "away_score": _("sets ganados fuera de casa"),
        "score_ratio": _("cociente de sets"),
        "games_ratio": _("cociente de tantos"),
    }
}


def criteria(names: Iterable[str], units: str) -> str:
    """The order of a table in a line."""
    words = {**CRITERIA, **CRITERIA_OF.get(units, {})}
    return ", ".join(str(words[name]) for name in names)


def why(row: Row, units: str = "partidas", *, shares: bool = False) -> str:
    """What put the row below the one above; empty where the points say it."""
    if shares and not row.played:
        return ""  # before the first matchday everybody is level with everybody
    if shares:
        return _now("igualada en todo con la de arriba")
    sentences = {**WHY, **WHY_OF.get(units, {})}
    if row.decided_by is None or row.decided_by not in sentences or row.decided_value is None:
        return ""
    told = {
        "own": _told(row.decided_value.own, row.decided_by),
        "above": _told(row.decided_value.above, row.decided_by),
        "many": len(row.mini_league),
    }
    if len(row.mini_league) > 2:
        sentences = {**sentences, **AMONG}
    return str(sentences[row.decided_by]) % told


def _told(value: Value, criterion: str) -> str:
    if isinstance(value, Ratio):
        return ratio(value)
    return signed(value) if criterion in _SIGNED else str(value)


def ratio(value: Ratio) -> str:
    """The two numbers with what they come to, in three decimals cut off: "7/3 = 2,333…".

    The order comes from the fraction; the decimals only help to see it. Who has lost none has a
    ratio that no number says.
    """
    if not value.lost:
        return _now("%(won)s a cero") % {"won": value.won} if value.won else "0/0"
    units, rest = divmod(value.won, value.lost)
    decimals, left = divmod(rest * 1000, value.lost)
    number = (
        f"{units},{decimals:03d}".rstrip("0").rstrip(",")
        if not left
        else (f"{units},{decimals:03d}…")
    )
    return f"{value.won}/{value.lost} = {number}"


def adjustment(points: int, reason: str) -> str:
    """Points added or taken with their reason: "−1 punto: acta fuera de plazo"."""
    text = ngettext("%(points)s punto: %(reason)s", "%(points)s puntos: %(reason)s", abs(points))
    return text % {"points": signed(points), "reason": reason}


def signed(number: int) -> str:
    """With its sign, minus as in print."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"
