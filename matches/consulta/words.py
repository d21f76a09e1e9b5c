"""What stands on the page of the consulta, in words: the talk of each lance, the cards to tap, the
options, the faults."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from matches.consulta import writing
from matches.consulta.speaking import Talk, Turn, rectifying, talks
from matches.deal_words import HEADINGS
from matches.record_refusals import card_name
from rules import regulation
from rules.mus import ASTURIAS, Record
from rules.mus.betting import Said
from rules.mus.cards import FACES, SUITS, Card, Suit
from rules.mus.options import SCHEMA
from rules.mus.record import Act, Announcement, Bet, Fault, Heading
from rules.mus.void_hands import VOIDING

Words = Promise | str

LANCE: Mapping[Heading, str] = {
    Heading.GRANDE: "grande",
    Heading.CHICA: "chica",
    Heading.PARES: "pares",
    Heading.JUEGO: "juego",
    Heading.PUNTO: "punto",
}
KINDS: Mapping[str, Words] = {
    "pass": _("Paso"),
    "bet": _("Envido"),
    "bet_both": _("Envido a las dos"),
    "raise": _("Subo"),
    "accept": _("Quiero"),
    "refuse": _("No quiero"),
    "ordago": _("Órdago"),
    "has": _("Sí"),
    "has_not": _("No"),
}
_SAID: Mapping[Said, Words] = {
    Said.PASS: _("pasa"),
    Said.BET: _("envida"),
    Said.RAISE: _("sube"),
    Said.ACCEPT: _("quiere"),
    Said.REFUSE: _("no quiere"),
    Said.ORDAGO: _("echa órdago"),
}
# The options that change most disputes, in few words; the rest stand in the season's settings.
OPTIONS: Mapping[str, tuple[Words, Mapping[str, Words]]] = {
    "stones": (_("Piedras de un juego"), {}),
    "la_real": (
        _("La Real"),
        {
            "sevens_and_jack": _("Tres sietes y sota"),
            "off": _("No se juega"),
            "sevens_and_king": _("Tres sietes y rey"),
        },
    ),
    "negada_when": (
        _("Cuándo se apunta la negada"),
        {"at_once": _("En el momento"), "in_lance_order": _("En su lance")},
    ),
    "passed_extra": (
        _("Pares y juego en paso"),
        {"none": _("Sin piedra de más"), "one": _("Una piedra más")},
    ),
    "ordago_voids_earlier": (
        _("Lo de antes de un órdago"),
        {
            "accepted_bets": _("Caen los envites"),
            "negadas_too": _("Cae todo"),
            "nothing": _("Se cuenta primero"),
        },
    ),
    "void_hand": (
        _("Jugada nula"),
        {"player": _("La del jugador"), "pair": _("La de la pareja")},
    ),
    "errant_31": (
        _("El 31 tras un error a pares"),
        {"either_partner": _("De cualquiera de los dos"), "mano_himself": _("Del propio mano")},
    ),
    "unrectified_pares": (
        _("El juego de quien calla los pares"),
        {
            "as_vii_7": _("Como si cantara sin tener"),
            "juego_void": _("Su juego es nulo"),
            "juego_stands": _("No se toca"),
        },
    ),
}
FAULTS = (*sorted(VOIDING), "M-VIII.5")


@dataclass(frozen=True, slots=True)
class CardChoice:
    sign: str
    name: str
    left: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a hand: `at` names it for the tap that takes its card back."""

    at: str
    sign: str
    name: str


@dataclass(frozen=True, slots=True)
class HandChoice:
    seat: str
    is_mano: bool
    is_next: bool
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class OfferWords:
    act: str
    text: str
    label: str
    counts: bool


@dataclass(frozen=True, slots=True)
class TurnWords:
    seat: str
    offers: tuple[OfferWords, ...]


@dataclass(frozen=True, slots=True)
class TalkWords:
    """A lance on the page. `turns` are those whose turn it is, `others` who may speak besides."""

    code: str
    name: str
    done: bool
    current: bool
    asks: str
    said: tuple[str, ...]
    turns: tuple[TurnWords, ...]
    others: tuple[TurnWords, ...]
    all_pass: bool
    as_held: bool
    rectify: tuple[OfferWords, ...]
    counts: bool


def suits() -> Iterator[tuple[str, tuple[Card, ...]]]:
    """The cards to tap: first without a suit, since it never counts, then suit by suit."""
    yield _now("Sin palo (el palo nunca cuenta)"), tuple(Card(at) for at in range(len(FACES)))
    names = {"o": _now("Oros"), "c": _now("Copas"), "e": _now("Espadas"), "b": _now("Bastos")}
    for suit in Suit:
        yield names[SUITS[suit]], tuple(Card(at, suit) for at in range(len(FACES)))


def choices(record: Record) -> list[dict[str, Any]]:
    """Every card of the deck, by suit, and whether it is left."""
    return [
        {
            "name": name,
            "cards": [
                CardChoice(str(card), card_name(str(card)), writing.can_put(record, card))
                for card in cards
            ],
        }
        for name, cards in suits()
    ]


def hands(record: Record) -> list[HandChoice]:
    """The four hands from the mano to the right."""
    following = writing.next_seat(record)
    return [
        HandChoice(
            seat=seat.value,
            is_mano=seat is record.deal.mano,
            is_next=seat is following,
            places=tuple(
                Place(f"{seat}.{at}", str(card), card_name(str(card)))
                for at, card in enumerate(record.deal.hand(seat).cards)
            ),
        )
        for seat in record.deal.seats
    ]


def cards_left(record: Record) -> str:
    """How many cards are still to be given, and to whom: "Faltan 3 cartas de A1"."""
    seat = writing.next_seat(record)
    if seat is None:
        return ""
    count = sum(card.face is None for card in record.deal.hand(seat).cards)
    return ngettext("Falta %(n)s carta de %(seat)s", "Faltan %(n)s cartas de %(seat)s", count) % {
        "n": count,
        "seat": seat,
    }


def lances(record: Record) -> list[TalkWords]:
    """Every lance that is played, with what was said and what may be said."""
    if not writing.is_dealt(record):
        return []
    found = talks(record, ASTURIAS)
    first = next((talk.heading for talk in found if not talk.done), None)
    return [_talk(talk, is_current=talk.heading is first) for talk in found]


def _talk(talk: Talk, *, is_current: bool) -> TalkWords:
    expected = [turn for turn in talk.turns if turn.expected]
    others = [turn for turn in talk.turns if not turn.expected]
    return TalkWords(
        code=talk.heading.value,
        name=str(HEADINGS[LANCE[talk.heading]]),
        done=talk.done,
        current=is_current,
        asks=_asks(talk),
        said=tuple(act_words(act, LANCE[talk.heading]) for act in talk.acts),
        turns=tuple(_turn(talk, turn) for turn in expected),
        others=tuple(_turn(talk, turn) for turn in others),
        all_pass=bool(talk.all_pass),
        as_held=bool(talk.as_held),
        rectify=tuple(
            OfferWords(
                f"{talk.heading}.{word}",
                _now("%(seat)s rectifica: %(word)s")
                % {"seat": word.seat, "word": _now("sí") if word.has else _now("no")},
                "",
                counts=False,
            )
            for word in rectifying(talk)
        ),
        counts=any(offer.counts for turn in talk.turns for offer in turn.offers),
    )


def _asks(talk: Talk) -> str:
    if talk.as_held:
        if talk.heading is Heading.PARES:
            return _now("¿Quién dice que tiene pares?")
        return _now("¿Quién dice que tiene juego?")
    return _now("¿Qué contestan?") if talk.answering else _now("¿Quién envida?")


def _turn(talk: Talk, turn: Turn) -> TurnWords:
    return TurnWords(
        seat=turn.seat.value,
        offers=tuple(
            OfferWords(
                f"{talk.heading}.{offer.act}",
                str(KINDS[offer.kind]),
                f"{turn.seat}: {KINDS[offer.kind]}",
                offer.counts,
            )
            for offer in turn.offers
        ),
    )


def act_words(act: Act, lance: str) -> str:
    """An act as it is told afterwards: "A1 envida 5"."""
    if isinstance(act, Announcement):
        told = {"seat": act.seat, "lance": lance}
        if act.rectified is not None:
            return _now("%(seat)s rectifica") % told
        return (_now("%(seat)s dice que sí") if act.has else _now("%(seat)s dice que no")) % told
    if not isinstance(act, Bet):
        return str(act)
    call = act.call
    words = f"{call.seat} {_SAID[call.said]}"
    if call.stones is not None:
        words += f" {call.stones}"
    if act.a_las_dos:
        words += " " + _now("a las dos")
    return words + (" " + _now("(los dos)") if call.plural else "")


def options(record: Record) -> list[dict[str, Any]]:
    """The options that a form offers, each with its values in words."""
    named = {key: str(value) for key, value in record.settings}
    found = []
    for option in SCHEMA:
        if option.key in OPTIONS:
            name, in_short = OPTIONS[option.key]
            chosen = named.get(option.key, str(option.default))
            values = dict.fromkeys(map(str, (option.default, *option.alternatives, chosen)))
            found.append(
                {
                    "key": option.key,
                    "name": name,
                    "clause": option.clause,
                    "values": [
                        {
                            "value": value,
                            "text": in_short.get(value, value),
                            "chosen": value == chosen,
                        }
                        for value in values
                    ],
                }
            )
    return found


def faults(record: Record) -> list[dict[str, Any]]:
    """The faults that the record tells."""
    told = [line for line in record.lines if isinstance(line, Fault)]
    return [
        {"number": at, "seat": fault.seat, "clause": fault.clause, "text": fault.text}
        for at, fault in enumerate(told)
    ]


def fault_choices() -> list[dict[str, str]]:
    """The faults that the cards cannot show and the engine rules on."""
    return [
        {"clause": id, "title": regulation.clause(id).title}
        for id in FAULTS
        if id in regulation.CLAUSES
    ]
