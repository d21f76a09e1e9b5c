"""Effects of a ruling as sentences."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches import effects, moments
from matches.case_words import euros
from matches.models import Ruling
from matches.selectors.public_rulings import Touched


def told(ruling: Ruling, touched: Touched) -> list[str]:
    """A sentence an effect, in the order of the ruling."""
    return [_told(effect, touched) for effect in effects.all_from(ruling.effects)]


def _told(effect: effects.Effect, touched: Touched) -> str:
    if isinstance(effect, effects.ChangeResult):
        return _("Cambia el resultado: %(boards)s.") % {
            "boards": "; ".join(_board(board) for board in effect.boards)
        }
    if isinstance(effect, effects.AwardResult):
        return _("El resultado queda en %(home)s–%(away)s.") % {
            "home": effect.home_score,
            "away": effect.away_score,
        }
    if isinstance(effect, effects.AnnulResult):
        return _("El encuentro se anula y no cuenta.")
    if isinstance(effect, effects.OrderReplay):
        if effect.starts_at is None:
            return _("El encuentro se repite; la organización pondrá la fecha.")
        return _("El encuentro se repite: %(moment)s.") % {
            "moment": moments.whole(effect.starts_at)
        }
    if isinstance(effect, effects.LeaveResult):
        return _("El resultado se mantiene.")
    return _personal(effect, touched)


def _personal(effect: effects.PersonalEffect, touched: Touched) -> str:
    if isinstance(effect, effects.DeductPoints):
        text = ngettext(
            "%(team)s pierde %(points)s punto.", "%(team)s pierde %(points)s puntos.", effect.points
        )
        return text % {"team": _name(touched.teams, effect.team), "points": effect.points}
    if isinstance(effect, effects.SuspendPlayer):
        return _suspended(effect, _name(touched.players, effect.player))
    if isinstance(effect, effects.Disqualify):
        return _("%(player)s queda fuera el resto de la temporada.") % {
            "player": _name(touched.players, effect.player)
        }
    if isinstance(effect, effects.ExpelTeam):
        return _("%(team)s queda fuera de la competición.") % {
            "team": _name(touched.teams, effect.team)
        }
    if isinstance(effect, effects.Fine):
        return _("Multa de %(amount)s a %(team)s.") % {
            "amount": euros(effect.cents),
            "team": _name(touched.teams, effect.team),
        }
    if effect.player is not None:
        return _("Apercibimiento: %(player)s.") % {"player": _name(touched.players, effect.player)}
    return _("Apercibimiento a %(team)s.") % {"team": _name(touched.teams, effect.team)}


def _suspended(effect: effects.SuspendPlayer, player: str) -> str:
    if effect.until is not None:
        return _("%(player)s no puede jugar hasta pasado el %(day)s.") % {
            "player": player,
            "day": moments.day(effect.until),
        }
    text = ngettext(
        "%(player)s no puede jugar %(many)s encuentro.",
        "%(player)s no puede jugar %(many)s encuentros.",
        effect.encounters or 0,
    )
    return text % {"player": player, "many": effect.encounters}


def _board(board: effects.Board) -> str:
    return _("mesa %(board)s, %(home)s–%(away)s") % {
        "board": board.board,
        "home": board.home_games,
        "away": board.away_games,
    }


def _name(names: Mapping[int, str], pk: Any) -> str:
    return names.get(pk, "—")
