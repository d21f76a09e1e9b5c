"""The one map from refusal codes to what people read: what happened and what to do next.

Each app adds its own with `register`. A test holds every code raised in the project against it.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.machine import MoveRefused
from league.refusals import Refused

_SENTENCES: dict[str, Promise | str] = {}


def register(sentences: Mapping[str, Promise | str]) -> None:
    _SENTENCES.update(sentences)


def known() -> frozenset[str]:
    return frozenset(_SENTENCES)


def sentence(refusal: Refused | MoveRefused) -> str:
    """The refusal in Spanish. Raises KeyError for a code nobody wrote a sentence for."""
    if isinstance(refusal, MoveRefused):
        specific = f"{refusal.machine}.{refusal.event.lower()}.move_refused"
        text = _SENTENCES.get(specific) or _SENTENCES[refusal.code]
        return str(text)
    return str(_SENTENCES[refusal.code]) % refusal.facts


register(
    {
        "season.move_refused": _("La temporada no está en un momento que lo permita."),
        "season.closed": _("La temporada está cerrada y ya no admite cambios."),
    }
)
