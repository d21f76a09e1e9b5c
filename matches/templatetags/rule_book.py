"""What the rule book shows of the engine: the examples of a clause, ruled, and how its options
read. The clauses themselves are `league.rule_book`'s."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.translation import get_language

from league import labels
from matches.breach_words import SENAS as SENA_WORDS
from matches.breach_words import breach_words
from matches.deal_words import HEADINGS, CardWords, DealWords, deal_words, reading_words
from matches.record_refusals import LANCES, card_name
from rules.discipline import Option, OptionKind
from rules.formats import PartidaFormat
from rules.mus.breaches import Breach
from rules.mus.examples import Example, RecordExample, SenaExample, examples
from rules.mus.hands import Hand
from rules.mus.lances import Lance
from rules.mus.options import ASTURIAS
from rules.mus.senas import SENAS, Gesture, Sena
from rules.record_report import RecordReport

register = template.Library()

GESTURES = {
    Gesture.BITE_LOWER_LIP: "morderse el labio de abajo",
    Gesture.LIPS_TO_ONE_SIDE: "torcer los labios a un lado",
    Gesture.WRINKLE_NOSE: "arrugar la nariz",
    Gesture.TONGUE_TO_ONE_SIDE: "asomar la lengua a un lado",
    Gesture.RAISE_BROWS: "levantar las cejas",
    Gesture.WINK: "guiñar un ojo",
    Gesture.POUT: "sacar los labios",
    Gesture.LIFT_SHOULDER: "levantar un hombro",
    Gesture.CLOSE_BOTH_EYES: "cerrar los dos ojos",
}


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand: `seat` is empty where only the cards count."""

    cards: tuple[CardWords, ...]
    seat: str = ""
    is_mano: bool = False

    @property
    def signs(self) -> str:
        return " ".join(card.sign for card in self.cards)

    @property
    def names(self) -> str:
        return ", ".join(card.name for card in self.cards)


@dataclass(frozen=True, slots=True)
class Worked:
    """An example as the page shows it. Of a deal: `report` and `sums`, what each lance brought in
    the order of counting, and the address of the consulta. Of señas: what may be passed. Of those
    and of cards sung: what is wrong, empty where nothing is."""

    kind: str
    tells: str
    hands: tuple[HandShown, ...]
    report: DealWords | None = None
    sums: tuple[tuple[str, str], ...] = ()
    consult_url: str = ""
    closed: str = ""
    allowed: tuple[str, ...] = ()
    sung: str = ""
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class SenaShown:
    """A line of the table of señas."""

    name: str
    gesture: str
    after: str


@register.simple_tag
def worked_examples(clause: str) -> tuple[Worked, ...]:
    """The examples of a clause, each ruled by the engine."""
    return _worked(clause, get_language())


@cache
def _worked(clause: str, language: str | None) -> tuple[Worked, ...]:
    return tuple(_shown(one) for one in examples().get(clause, ()))


def _shown(example: Example) -> Worked:
    if isinstance(example, RecordExample):
        return _deal(example)
    hands = (HandShown(_cards(map(str, example.hand.cards))),)
    wrong = _told(example.found())
    if isinstance(example, SenaExample):
        return Worked(
            kind="senas",
            tells=example.tells,
            hands=hands,
            closed=", ".join(str(LANCES[lance]) for lance in example.closed),
            allowed=tuple(str(SENA_WORDS[sena]) for sena in Sena if sena in example.legal()),
            wrong=wrong,
        )
    sung = " y ".join(card_name(face) for face in example.sung)
    return Worked(kind="song", tells=example.tells, hands=hands, sung=sung, wrong=wrong)


def _deal(example: RecordExample) -> Worked:
    report = example.ruled()
    return Worked(
        kind="deal",
        tells=example.tells,
        hands=tuple(
            HandShown(_cards(cards), seat, is_mano=seat == report.mano)
            for seat, cards in report.hands
        ),
        report=deal_words(report, code="mus", settings=ASTURIAS.to_mapping()),
        sums=_sums(report),
        consult_url=_consult(report.record),
    )


def _sums(report: RecordReport) -> tuple[tuple[str, str], ...]:
    """Lance → what each pair got for it, as far as it was counted."""
    found: dict[str, dict[str, int]] = {}
    for line in report.lines:
        if line.counted:
            won = found.setdefault(line.heading, {})
            won[line.pair] = won.get(line.pair, 0) + line.stones
    return tuple(
        (str(HEADINGS[lance]), ", ".join(f"{pair} +{stones}" for pair, stones in won.items()))
        for lance, won in sorted(found.items(), key=lambda one: list(Lance).index(Lance(one[0])))
    )


def _cards(signs: Any) -> tuple[CardWords, ...]:
    return tuple(CardWords(sign, card_name(sign)) for sign in signs)


def _told(found: Breach | None) -> str:
    return "" if found is None else breach_words(found.code, found.facts)


def _consult(record: str) -> str:
    return f"{reverse('matches:consulta')}?{urlencode({'jugada': record})}"


@register.simple_tag
def sena_table() -> tuple[SenaShown, ...]:
    """Every seña with its gesture and the lance that has to be closed first."""
    return tuple(
        SenaShown(
            name=str(SENA_WORDS[sena]),
            gesture=GESTURES[line.gesture],
            after="" if line.after is None else str(LANCES[line.after]),
        )
        for sena, line in SENAS.items()
    )


@register.simple_tag
def readings(option: Option) -> list[str]:
    """How an option reads: by default first, then the other ways, each a part of a sentence."""
    if option.kind is OptionKind.FORMAT:
        return [
            labels.format_words(PartidaFormat.parse(str(value))).label
            for value in (option.default, *option.alternatives)
        ]
    values = option.alternatives if option.kind is OptionKind.CHOICE else ()
    return [_reading(option.key, value) for value in (option.default, *values)]


@register.simple_tag
def season_reading(option: Option, settings: Mapping[str, Any]) -> str:
    """How a season reads an option; empty for one that it does not have."""
    value = settings.get(option.key)
    if value is None:
        return ""
    if option.kind is OptionKind.FORMAT:
        return labels.format_words(PartidaFormat.parse(str(value))).label
    return _reading(option.key, value)


def _reading(key: str, value: Any) -> str:
    try:
        return reading_words(key, value)
    except KeyError:  # an option of a discipline whose readings have no words of their own
        return f"{labels.option_words(key).label}: {value}"


@register.simple_tag
def hand_shown(hand: Hand) -> HandShown:
    """The cards of a hand, for the component that draws them."""
    return HandShown(_cards(map(str, hand.cards)))


@register.simple_tag
def card_shown(face: str) -> CardWords:
    """One card without a suit, for the component that draws it."""
    return CardWords(face, card_name(face))
