"""What people read of each breach in words, señas and songs: a sentence a code of
`rules.mus.breaches`, with its facts put in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.record_refusals import LANCES, card_name

Words = Promise | str

SENTENCES: Mapping[str, Words] = {
    "mus.word.not_firm": _("Al dar o cortar el mus solo se dicen las palabras firmes."),
    "mus.word.asked_with_a_play": _("Llevando %(play)s no se pregunta al compañero."),
    "mus.word.alone_without_a_play": _("«Juego solo» se dice con medias, duples o 31."),
    "mus.question.conditional": _(
        "No se dan órdenes con condición, como «con rey y caballo, quiere»."
    ),
    "mus.question.other_lance": _(
        "Se preguntó por %(asked)s y se juega a %(lance)s: solo se pregunta por el lance en juego."
    ),
    "mus.song.no_bet": _("Solo se cantan cartas para querer o no querer un envite."),
    "mus.song.not_held": _("Se cantó una carta que no se llevaba: %(card)s."),
    "mus.song.not_at_its_best": _(
        "Se cantó %(card)s y antes va %(expected)s: se canta primero lo mejor para el lance."
    ),
    "mus.song.equal_omitted": _("Hay otra carta que vale lo mismo y no se cantó: %(card)s."),
    "mus.song.more_than_three": _("A grande se cantan tres cartas y se cantaron %(cards)s."),
    "mus.refusal.feigned": _("Con la jugada máxima de mano a %(lance)s no se finge no querer."),
    "mus.sena.off": _("En esta temporada no se permiten señas."),
    "mus.sena.before_close": _("La seña de %(sena)s no se pasa hasta cerrar %(until)s."),
    "mus.sena.blind_with_sena": _("Pasó la seña de ciego y llevaba %(held)s."),
    "mus.sena.false": _("Pasó la seña de %(sena)s y no la llevaba."),
    "mus.sena.incomplete": _("Pasó la seña de %(sena)s y llevaba más: %(complete)s."),
    "mus.sena.higher_play": _("Pasó la seña de %(sena)s y tenía otra mayor: %(higher)s."),
    "mus.sena.medias_before_31": _(
        "Con tres iguales y 31, la seña de %(sena)s no se pasa hasta cerrar %(until)s."
    ),
    "mus.sena.figures_before_close": _(
        "Con tres caballos o tres sotas, la seña de %(sena)s no se pasa hasta cerrar %(until)s."
    ),
    "mus.sena.earlier_lance": _(
        "La seña de %(sena)s es de un lance ya cerrado: no se vuelve a %(lance)s."
    ),
}

SENAS: Mapping[str, Words] = {
    "two_kings": _("dos reyes"),
    "three_kings": _("tres reyes"),
    "two_aces": _("dos ases"),
    "three_aces": _("tres ases"),
    "duples": _("duples"),
    "thirty_one": _("treinta y una"),
    "juego": _("juego"),
    "medias": _("medias"),
    "thirty": _("treinta"),
    "thirty_by_shoulder": _("treinta, con el hombro"),
    "blind": _("ciego"),
}


def breach_words(code: str, facts: Mapping[str, Any]) -> str:
    """The breach in Spanish. Raises KeyError for a code nobody wrote a sentence for."""
    return str(SENTENCES[code]) % {key: _told(key, value) for key, value in facts.items()}


def _told(key: str, value: Any) -> Any:
    if key in {"card", "expected"}:
        return card_name(str(value))
    if key in {"lance", "asked", "until"}:
        return LANCES[str(value)]
    if isinstance(value, list | tuple):
        return ", ".join(str(SENAS[str(one)]) for one in value)
    return SENAS.get(str(value), value)
