"""A prize in words: its place, how it stands, who took it home."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from matches.models import Prize
from matches.states.prize import PrizeState

STATES: Mapping[PrizeState, tuple[Promise | str, str]] = {
    PrizeState.OPEN: (_("sin ganador"), "plain"),
    PrizeState.AWARDED: (_("por recoger"), "wait"),
    PrizeState.COLLECTED: (_("recogido"), "ok"),
    PrizeState.RENOUNCED: (_("renunciado"), "stop"),
}


def state_words(state: str) -> tuple[Promise | str, str]:
    """The word and the level of its chip."""
    return STATES[PrizeState(state)]


def place_words(prize: Prize) -> str:
    """ "Grupo 1, puesto 2", the group alone, or nothing for one of the season."""
    if prize.division is None:
        return ""
    if prize.position is None:
        return prize.division.name
    return _now("%(division)s, puesto %(place)s") % {
        "division": prize.division.name,
        "place": prize.position,
    }


def collector_words(prize: Prize) -> str:
    """For the organiser alone: the person who collected it."""
    if prize.member is not None:
        return _now("%(player)s, ficha %(slot)s") % {
            "player": prize.member.player,
            "slot": prize.member.slot,
        }
    if prize.delegate is not None:
        return _now("%(person)s, delegado") % {"person": prize.delegate}
    return ""
