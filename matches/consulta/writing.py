"""A record changed by one tap: the card, the word or the fault goes where it belongs. Pure.

Every function takes a record and gives another one, or raises `Untappable`: a tap from a page that
is no longer true (or typed into the address by hand) changes nothing.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.errors import RuleViolation
from rules.mus import Deal, Hand, Record, Seat, parse_record
from rules.mus.cards import UNKNOWN, Card
from rules.mus.deal import SEATS, parse_hand
from rules.mus.hands import CARDS_IN_HAND
from rules.mus.options import ASTURIAS, SCHEMA
from rules.mus.record import (
    Act,
    Acts,
    Announcement,
    Bet,
    Claim,
    Comment,
    Fault,
    Heading,
    Line,
    WrittenDown,
    dump,
)

NOTHING = "?" * (2 * CARDS_IN_HAND)
START = f'[Cartas "A1:{" ".join([NOTHING] * len(SEATS))}"]\n'
_ORDER: Mapping[Heading, int] = {
    Heading.MUS: 0,
    Heading.GRANDE: 1,
    Heading.CHICA: 2,
    Heading.PARES: 3,
    Heading.JUEGO: 4,
    Heading.PUNTO: 5,
}
_TAGS = ("Reglamento", "Encuentro", "Mesa", "Juego", "Tanteo", "Mano", "Cartas", "Opciones")
DEFAULTS = {option.key: option.default for option in SCHEMA}
GAME = "mus"
_OF_THE_ENCOUNTER = {"partida_format", "boards"}  # nothing in a deal hangs on these


class Untappable(Exception):
    """A tap that cannot be carried out on this record."""


def started_with(settings: Mapping[str, Any]) -> str:
    """The record to begin with in a season: it names the options that are not the proposed ones.
    Empty where there are none."""
    named = [
        f"{key}={settings[key]}"
        for key in DEFAULTS
        if key not in _OF_THE_ENCOUNTER and settings.get(key, DEFAULTS[key]) != DEFAULTS[key]
    ]
    return f'{START.strip()}\n[Opciones "{"; ".join(named)}"]' if named else ""


def tagged(record: Record, **tags: str) -> Record:
    """With these tags in the place of what they said; an empty one goes."""
    said = dict(record.tags) | tags
    if "Mano" in said:
        said["Mano"] = said["Cartas"].split(":")[0]
    kept = tuple((name, said[name]) for name in _TAGS if said.get(name))
    return _read(dump(replace(record, tags=kept)))


def _read(text: str) -> Record:
    try:
        return parse_record(text)
    except RuleViolation as refused:
        raise Untappable from refused


def _dealt(record: Record, mano: Seat, hands: Mapping[Seat, tuple[Card, ...]]) -> Record:
    try:
        deal = Deal(mano, tuple(Hand(hands[seat]) for seat in mano.round()))
    except RuleViolation as refused:
        raise Untappable from refused
    return tagged(record, Cartas=str(deal))


def _hands(record: Record) -> dict[Seat, tuple[Card, ...]]:
    return {seat: record.deal.hand(seat).cards for seat in record.deal.seats}


def next_seat(record: Record) -> Seat | None:
    """Whose card is missing next, from the mano to the right."""
    return next(
        (seat for seat in record.deal.seats if UNKNOWN in record.deal.hand(seat).cards), None
    )


def card_put(record: Record, card: str) -> Record:
    """That card in the first empty place."""
    seat = next_seat(record)
    try:
        put = parse_hand(card + "??" * (CARDS_IN_HAND - 1)).cards[0]
    except RuleViolation as refused:
        raise Untappable from refused
    if seat is None or put == UNKNOWN:
        raise Untappable
    hands = _hands(record)
    cards = list(hands[seat])
    cards[cards.index(UNKNOWN)] = put
    return _dealt(record, record.deal.mano, hands | {seat: tuple(cards)})


def card_taken(record: Record, place: str) -> Record:
    """Without the card of that place, such as `A1.2`. The others close up."""
    seat, number = _place(place)
    hands = _hands(record)
    cards = [card for at, card in enumerate(hands[seat]) if at != number]
    return _dealt(record, record.deal.mano, hands | {seat: (*cards, UNKNOWN)})


def _place(place: str) -> tuple[Seat, int]:
    seat, _dot, number = place.partition(".")
    if number not in {str(at) for at in range(CARDS_IN_HAND)}:
        raise Untappable
    return seat_of(seat), int(number)


def seat_of(text: str) -> Seat:
    try:
        return Seat(text)
    except ValueError:
        raise Untappable from None


def can_put(record: Record, card: Card) -> bool:
    """Whether the deck has that card left."""
    try:
        card_put(record, str(card))
    except Untappable:
        return False
    return True


def mano_set(record: Record, mano: str) -> Record:
    """The same hands, with another mano."""
    return _dealt(record, seat_of(mano), _hands(record))


def score_set(record: Record, a: str, b: str) -> Record:
    stones = [text.strip() or "0" for text in (a, b)]
    if not all(text.isascii() and text.isdigit() and len(text) < 4 for text in stones):
        raise Untappable
    return tagged(record, Tanteo="-".join(str(int(text)) for text in stones))


def pairs_named(record: Record, a: str, b: str) -> Record:
    """The names of the pairs, as the tag of the encounter says them."""
    names = [
        " ".join("".join(sign for sign in name if sign not in '"[]–').split())[:40]
        for name in (a, b)
    ]
    return tagged(record, Encuentro=" – ".join(names) if all(names) else "")


def pairs_of(record: Record) -> tuple[str, str] | None:
    """The names of the pairs where the record tells them ("X – Y")."""
    a, _dash, b = dict(record.tags).get("Encuentro", "").partition(" – ")
    return (a.strip(), b.strip()) if a.strip() and b.strip() else None


def option_set(record: Record, settings: Mapping[str, str]) -> Record:
    """With these options; what is set to the proposed value is not written."""
    named: dict[str, str] = {key: str(value) for key, value in record.settings} | dict(settings)
    written = [f"{key}={value}" for key, value in named.items() if value != str(DEFAULTS.get(key))]
    return tagged(record, Opciones="; ".join(written))


def said(record: Record, heading: Heading, *acts: Act) -> Record:
    """With these acts at the end of what was said at that heading."""
    lines = list(record.lines)
    last = [at for at, line in enumerate(lines) if _is(line, heading)]
    if last:
        line = lines[last[-1]]
        assert isinstance(line, Acts)
        lines[last[-1]] = replace(line, acts=(*line.acts, *acts))
    else:
        lines.insert(_where(lines, heading), Acts(heading, acts))
    return _read(dump(replace(record, lines=tuple(lines))))


def _is(line: Line, heading: Heading) -> bool:
    return isinstance(line, Acts) and line.heading is heading


def _where(lines: list[Line], heading: Heading) -> int:
    """Before the first later lance; otherwise at the end, but for claims and what was written."""
    for at, line in enumerate(lines):
        if isinstance(line, Acts) and _ORDER[line.heading] > _ORDER[heading]:
            return at
    end = len(lines)
    while end and isinstance(lines[end - 1], Claim | WrittenDown | Comment):
        end -= 1
    return end


def unsaid(record: Record, heading: Heading) -> Record:
    """Without what was said at that heading."""
    lines = tuple(line for line in record.lines if not _is(line, heading))
    return _read(dump(replace(record, lines=lines)))


def last_unsaid(record: Record, heading: Heading) -> Record:
    """Without the last thing said at that heading."""
    lines = list(record.lines)
    for at in range(len(lines) - 1, -1, -1):
        line = lines[at]
        if isinstance(line, Acts) and line.heading is heading:
            acts = line.acts[:-1]
            lines[at : at + 1] = [Acts(heading, acts)] if acts else []
            return _read(dump(replace(record, lines=tuple(lines))))
    raise Untappable


def fault_told(record: Record, clause: str, seat: str, heading: Heading | None) -> Record:
    """With a fault, where the record stands now: after what was said at that heading."""
    fault = Fault(clause, seat_of(seat))
    lines = list(record.lines)
    at = len(lines) if heading is None else _where(lines, heading)
    for place, line in enumerate(lines):
        if heading is not None and _is(line, heading):
            at = place + 1
    lines.insert(at, fault)
    return _read(dump(replace(record, lines=tuple(lines))))


def fault_untold(record: Record, number: str) -> Record:
    """Without the fault of that number among the faults."""
    at = [place for place, line in enumerate(record.lines) if isinstance(line, Fault)]
    if number not in {str(place) for place in range(len(at))}:
        raise Untappable
    lines = tuple(line for place, line in enumerate(record.lines) if place != at[int(number)])
    return _read(dump(replace(record, lines=lines)))


def acts_of(record: Record, heading: Heading) -> tuple[Act, ...]:
    return tuple(
        act
        for line in record.lines
        if isinstance(line, Acts) and line.heading is heading
        for act in line.acts
    )


def act_read(record: Record, heading: Heading, text: str) -> Act:
    """An act as it would be read at the end of that heading."""
    before = acts_of(record, heading)
    written = " ".join([f"{heading}:", *map(str, before), text])
    read = acts_of(_read(f"{START}{written}\n"), heading)
    if len(read) != len(before) + 1 or not isinstance(read[-1], Bet | Announcement):
        raise Untappable
    return read[-1]


def is_dealt(record: Record) -> bool:
    return record.deal.shapes is not None


def target_of(record: Record) -> int:
    return record.options(ASTURIAS).stones
