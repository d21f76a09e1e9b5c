"""Why a row stands where it stands, in Spanish: the criterion and the two numbers it compared."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from league.standings import Row

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
    "lot": _("por sorteo"),
}
"""Criterion → sentence. `points` and `withdrawn` need none: the table shows them."""

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
    "lot": _("sorteo"),
}


def why(row: Row, *, shares: bool = False) -> str:
    """What put the row below the one above; empty where the points say it."""
    if shares and not row.played:
        return ""  # before the first matchday everybody is level with everybody
    if shares:
        return _now("igualada en todo con la de arriba")
    if row.decided_by is None or row.decided_by not in WHY or row.decided_value is None:
        return ""
    told = {
        "own": signed(row.decided_value.own)
        if row.decided_by in _SIGNED
        else row.decided_value.own,
        "above": signed(row.decided_value.above)
        if row.decided_by in _SIGNED
        else row.decided_value.above,
        "many": len(row.mini_league),
    }
    many = len(row.mini_league) > 2
    return str((AMONG if many else WHY)[row.decided_by]) % told


def adjustment(points: int, reason: str) -> str:
    """Points added or taken with their reason: "−1 punto: acta fuera de plazo"."""
    text = ngettext("%(points)s punto: %(reason)s", "%(points)s puntos: %(reason)s", abs(points))
    return text % {"points": signed(points), "reason": reason}


def signed(number: int) -> str:
    """With its sign, minus as in print."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"
