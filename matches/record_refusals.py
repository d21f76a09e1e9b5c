"""What people read when the rules cannot read or carry out something: a sentence a code of
`rules.errors.REFUSALS` that begins with `mus.`, with its facts put in words.

A record that cannot be read is shown to whoever pasted it, beside the line at fault; what the state
machines of the deal refuse, to whoever tries it.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from league.refusals import Refused
from league.sentences import register, sentence
from rules.errors import RuleViolation

SENTENCES: Mapping[str, Promise | str] = {
    # a record, where it cannot be read
    "mus.notation.seat_unreadable": _(
        "Aquí va quién es mano y pone «%(value)s». Los asientos son A1, B1, A2 y B2."
    ),
    "mus.notation.colon_missing": _("Detrás del asiento del mano van dos puntos, como en «A1:»."),
    "mus.notation.not_four_hands": _(
        "Hay cartas de %(hands)s jugadores y tienen que ser cuatro, separadas por espacios y "
        "empezando por el mano."
    ),
    "mus.notation.not_four_cards": _("Aquí hay %(cards)s cartas y cada jugador tiene cuatro."),
    "mus.notation.card_unreadable": _(
        "«%(value)s» no es una carta. Valen 1–7, S (sota), C (caballo) y R (rey), con el palo "
        "detrás si se sabe (o, c, e, b), y ?? si no se conoce."
    ),
    "mus.notation.card_repeated": _("No puede haber otra carta así: %(card)s."),
    "mus.record.tag_missing": _(
        'Falta la línea de las cartas, como [Cartas "A1:RR31 CS64 5541 777S"].'
    ),
    "mus.record.tag_unreadable": _(
        '«%(value)s» no se entiende. Aquí va un dato entre corchetes, como [Tanteo "20-22"].'
    ),
    "mus.record.tag_unknown_or_repeated": _(
        "El dato «%(tag)s» no existe o ya se ha dicho. Son: Reglamento, Encuentro, Mesa, Juego, "
        "Tanteo, Mano, Cartas y Opciones."
    ),
    "mus.record.mano_differs": _(
        "Aquí el mano es «%(value)s» y en las cartas es otro. Tienen que decir lo mismo."
    ),
    "mus.record.score_unreadable": _(
        "«%(value)s» no es un tanteo. Va el de la pareja A y el de la B, como 20-22."
    ),
    "mus.record.option_refused": _(
        "La opción «%(key)s» no existe o no admite ese valor. Se puede quitar."
    ),
    "mus.record.option_repeated": _("La opción «%(key)s» está dos veces. Sobra una."),
    "mus.record.line_unreadable": _(
        "«%(value)s» no se entiende. Una línea empieza por M:, G:, C:, P:, J: o N:, por # (una "
        "falta), por ? (lo que se reclama), por = (lo que se apuntó) o por ; (un comentario)."
    ),
    "mus.record.ambiguous": _(
        "«%(value)s» puede ser que no tiene o que no quiere. Escribe lo que cantó antes del "
        "envite, y así se sabe."
    ),
    "mus.record.act_unreadable": _(
        "«%(value)s» no se entiende. Va el asiento y lo que dijo: - paso, e envido (e5, cinco), "
        "+2 subo dos, q quiero, n no quiero, o órdago; a pares y juego, s tiene, n no tiene."
    ),
    # a record that can be read and not be ruled on
    "mus.deal.cards_unknown": _("Faltan cartas por saber: %(seats)s."),
    "mus.record.cards_unknown": _(
        "Faltan %(unknown)s cartas por saber, y con más de %(most)s no hay fallo que dar: se "
        "cuenta con palabras lo que pasó y decide el comité."
    ),
    "mus.record.said_at_length": _(
        "Faltan cartas por saber (%(unknown)s) y se habló más de %(most)s veces: es demasiado para "
        "repasar todo lo que pudo ser. Se cuenta con palabras y decide el comité."
    ),
    "mus.count.impossible_score": _(
        "Con %(a)s–%(b)s no se puede seguir jugando: se va a %(target)s piedras."
    ),
    # hands and deals
    "mus.hand.not_four_cards": _("Cada jugador tiene cuatro cartas y aquí hay %(cards)s."),
    "mus.hand.card_unknown": _("Falta alguna carta por saber: %(hand)s."),
    "mus.deal.not_four_hands": _("Hay cartas de %(hands)s jugadores y tienen que ser cuatro."),
    "mus.deal.card_repeated": _("%(seat)s no puede tener otra carta así: %(card)s."),
    "mus.batch.not_sixteen_cards": _(
        "Cada reparto son dieciséis cartas y las que hay son %(shape)s."
    ),
    "mus.batch.no_such_card": _(
        "Las cartas se numeran del 0 al 39 y las hay entre %(lowest)s y %(highest)s."
    ),
    # cutting, dealing, discarding
    "mus.cut.too_few": _(
        "Al cortar se levantan y se dejan al menos %(minimum)s cartas: se levantaron %(lifted)s y "
        "quedaron %(left)s."
    ),
    "mus.discard.not_one_to_four": _(
        "%(seat)s descarta %(cards)s cartas: tiene que ser entre una y cuatro."
    ),
    "mus.discard.not_all_yet": _("Todavía no han descartado todos: faltan %(seats)s."),
    "mus.discard.out_of_order": _("Descarta %(seat)s y le tocaba a %(expected)s."),
    "mus.discard.not_in_hand": _("%(seat)s no tiene esa carta: %(card)s."),
    "mus.pack.exhausted": _("Se piden %(wanted)s cartas y quedan %(left)s en la baraja."),
    "mus.first_deal.suit_unknown": _(
        "Para saber quién reparte hace falta el palo de la carta: %(card)s."
    ),
    # the mus
    "mus.phase.not_your_turn": _("A %(seat)s no le toca hablar ahora."),
    "mus.phase.has_given_mus": _("%(seat)s ya dio mus: no puede abrir hasta que alguien corte."),
    "mus.phase.cannot_send_partner": _(
        "%(seat)s no puede mandar cortar ni envidar a su compañero: solo el mano y el segundo."
    ),
    "mus.phase.no_discards_now": _(
        "Todavía no se descarta: han dado mus %(given)s y tienen que darlo los cuatro."
    ),
    "mus.phase.is_cut": _("El mus ya lo cortó %(seat)s."),
    # bets
    "mus.act.not_now": _("Ahora no se puede: %(act)s."),
    "mus.bet.no_stones": _("No se puede envidar %(stones)s: al menos una piedra."),
    "mus.bet.not_now": _("%(seat)s no puede decir «%(said)s» ahora, a %(lance)s."),
    "mus.bet.unanswered": _("A %(lance)s falta contestar al envite."),
    "mus.bet.not_disputed": _("A %(lance)s no hay envites: solo lo tiene una pareja."),
    # the games of a partida, the acta
    "mus.partida.unreadable_games": _("Los juegos de la partida no se entienden: %(value)s."),
    "mus.sheet.naive_moment": _("La hora de «%(field)s» no dice de qué huso es."),
    "mus.sheet.unreadable": _("El dato «%(field)s» del acta no se entiende: %(value)s."),
}

register(SENTENCES)

SAID: Mapping[str, Promise | str] = {
    "pass": _("paso"),
    "bet": _("envido"),
    "raise": _("subo"),
    "accept": _("quiero"),
    "refuse": _("no quiero"),
    "ordago": _("órdago"),
}
LANCES: Mapping[str, Promise | str] = {
    "grande": _("grande"),
    "chica": _("chica"),
    "pares": _("pares"),
    "juego": _("juego"),
    "punto": _("punto"),
}
_FACES: Mapping[str, Promise | str] = {
    "1": _("as"),
    "2": _("dos"),
    "3": _("tres"),
    "4": _("cuatro"),
    "5": _("cinco"),
    "6": _("seis"),
    "7": _("siete"),
    "S": _("sota"),
    "C": _("caballo"),
    "R": _("rey"),
}
_SUITS: Mapping[str, Promise | str] = {
    "o": _("oros"),
    "c": _("copas"),
    "e": _("espadas"),
    "b": _("bastos"),
}


def card_name(card: str) -> str:
    """A card as it is written (`Ro`, `R`, `??`) as people say it: "rey de oros"."""
    face = _FACES.get(card[:1])
    if face is None:
        return _now("carta sin saber")
    suit = _SUITS.get(card[1:2])
    return (
        str(face) if suit is None else _now("%(face)s de %(suit)s") % {"face": face, "suit": suit}
    )


def refusal_words(refusal: RuleViolation) -> str:
    """The refusal in Spanish."""
    return words_of(refusal.code, refusal.facts)


def words_of(code: str, facts: Mapping[str, Any]) -> str:
    """The sentence of a code with its facts, as they were raised or as they were stored. What is no
    matter of mus (`options.*`, `record.too_long`) has its sentence where the app's others are."""
    if code not in SENTENCES:
        return sentence(Refused(code, **facts))
    return str(SENTENCES[code]) % {key: _told(key, value) for key, value in facts.items()}


def _told(key: str, value: Any) -> Any:
    if key == "card":
        return card_name(str(value))
    if key == "said":
        return SAID.get(str(value), value)
    if key == "lance":
        return LANCES.get(str(value), value)
    if isinstance(value, list | tuple):
        return ", ".join(str(one) for one in value) or _now("nadie")
    return value
