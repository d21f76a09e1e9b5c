"""Kinds of incident, in words, each with the clause that it usually touches (M-D.18).

`REFUSAL` and `ABANDONED` are written by their own services and read back by the acta, `SEAT_CHANGE`
by the change of a player who was drawn, the warnings by a referee alone; the others a delegate
chooses from.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PLAY = "PLAY"  # the one that may carry the record of a deal
CONDUCT = "CONDUCT"
SLOW_PLAY = "SLOW_PLAY"
REFUSAL = "REFUSAL"
SPECTATORS = "SPECTATORS"
UNFORESEEN = "OTHER"
ABANDONED = "ABANDONED"
SEAT_CHANGE = "SEAT_CHANGE"
WARN_TIME = "WARN_TIME"
WARN_BREAK = "WARN_BREAK"
REFEREE_WARNINGS = (WARN_TIME, WARN_BREAK)


@dataclass(frozen=True)
class IncidentKind:
    """What it is called and its clause. Only what is `offered` can be chosen from the list."""

    words: Promise | str
    clause: str
    offered: bool = True


KINDS: Mapping[str, IncidentKind] = {
    CONDUCT: IncidentKind(_("Malos modos o discusión"), "M-D.11"),
    SLOW_PLAY: IncidentKind(_("Juego lento"), "M-T.3"),
    "BREAK": IncidentKind(_("Descansos"), "M-T.4"),
    SPECTATORS: IncidentKind(_("Público al que se hizo salir"), "M-D.20"),
    "DECKS": IncidentKind(_("Barajas"), "M-D.6"),
    PLAY: IncidentKind(_("Una jugada discutida"), "M-D.18"),
    UNFORESEEN: IncidentKind(_("Algo que el reglamento no prevé"), "M-E.1"),
    REFUSAL: IncidentKind(_("Se negó a jugar"), "M-D.14", offered=False),
    ABANDONED: IncidentKind(_("No se pudo terminar"), "M-D.21", offered=False),
    SEAT_CHANGE: IncidentKind(_("Cambio de un jugador sorteado"), "M-D.5", offered=False),
    WARN_TIME: IncidentKind(
        _("Amonestación del juez-árbitro por perder tiempo"), "M-T.3", offered=False
    ),
    WARN_BREAK: IncidentKind(
        _("Amonestación del juez-árbitro por los descansos"), "M-T.4", offered=False
    ),
    "FEWER_PAIRS": IncidentKind(_("Menos de tres parejas"), "M-D.13", offered=False),
    "ABSENT": IncidentKind(_("No se presentó"), "M-D.13", offered=False),
}


def words_of(kind: str) -> Promise | str:
    """The kind in words; the word itself for one written before the list knew it."""
    return KINDS[kind].words if kind in KINDS else kind
