"""Seats, the four hands of a deal, and how a deal is written.

M-P.1  two pairs, seated alternately; play runs to the right       done: `Seat`
M-P.2  forty cards, each once                                      done: `Deal`
M-I.7  four cards each                                             done

`A1:RR31 CS64 5541 777S` is a deal: the mano, then four hands in talk order from the mano. A card is
its printed face `1-7 S C R`, with a suit `o c e b` where it is known; `??` is an unknown card.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from rules.errors import NotationError, RuleViolation
from rules.mus.cards import DECK, FACES, SUITS, UNKNOWN, Card, Suit
from rules.mus.hands import CARDS_IN_HAND, Hand
from rules.mus.partida import Pair


class Seat(StrEnum):
    """The four seats to the right: partner two on, the opponents beside."""

    A1 = "A1"
    B1 = "B1"
    A2 = "A2"
    B2 = "B2"

    @property
    def pair(self) -> Pair:
        return "A" if self in (Seat.A1, Seat.A2) else "B"

    def to_the_right(self, steps: int = 1) -> "Seat":
        """The seat so many steps to the right; negative steps go to the left."""
        return SEATS[(SEATS.index(self) + steps) % len(SEATS)]

    @property
    def partner(self) -> "Seat":
        return self.to_the_right(2)

    def round(self) -> tuple["Seat", ...]:
        """All four seats from this one to the right."""
        return tuple(self.to_the_right(steps) for steps in range(len(SEATS)))


SEATS = tuple(Seat)


@dataclass(frozen=True, slots=True)
class Deal:
    """Who is mano, and the four hands from the mano to the right.

    Raises RuleViolation for a card that the deck does not have (again): the same suit and face
    twice, or a fifth of one face. `shapes` are the hands' shapes (see Hand), None as long as a card
    is unknown.
    """

    mano: Seat
    hands: tuple[Hand, ...]
    shapes: tuple[int, ...] | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.hands) != len(SEATS):
            raise RuleViolation("mus.deal.not_four_hands", clause="M-P.1", hands=len(self.hands))
        cards = [card for hand in self.hands for card in hand.cards]
        wrong = _first_not_in_deck(cards)
        if wrong is not None:
            seat = self.mano.to_the_right(wrong // CARDS_IN_HAND)
            raise RuleViolation(
                "mus.deal.card_repeated", clause="M-P.2", seat=seat.value, card=str(cards[wrong])
            )
        shapes = tuple(hand.shape for hand in self.hands if hand.shape is not None)
        object.__setattr__(self, "shapes", shapes if len(shapes) == len(SEATS) else None)

    @classmethod
    def of_ids(cls, mano: Seat, ids: Sequence[int]) -> "Deal":
        """The deal of sixteen card ids, four a hand, from the mano to the right."""
        cards = tuple(DECK[id] for id in ids)
        starts = range(0, len(cards), CARDS_IN_HAND)
        return cls(mano, tuple(Hand(cards[start : start + CARDS_IN_HAND]) for start in starts))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in talk order, as the hands."""
        return self.mano.round()

    def hand(self, seat: Seat) -> Hand:
        """The hand of that seat."""
        return self.hands[self.seats.index(seat)]

    def __str__(self) -> str:
        return f"{self.mano}:" + " ".join(map(str, self.hands))


def _first_not_in_deck(cards: Sequence[Card]) -> int | None:
    """The place of the first card that cannot come from one deck beside those before it."""
    seen = 0  # a bit for each card id
    of_face = [0] * len(FACES)
    for place, card in enumerate(cards):
        face, suit = card.face, card.suit
        if face is None:
            continue
        of_face[face] += 1
        bit = 0 if suit is None else 1 << suit * len(FACES) + face
        if seen & bit or of_face[face] > len(SUITS):
            return place
        seen |= bit
    return None


_HEAD = re.compile(r"\s*(?P<mano>[^\s:]*)(?P<colon>:?)")
_HAND = re.compile(r"\S+")
_CARD = re.compile(r"(?P<face>[1-7SCR])(?P<suit>[oceb]?)|\?\?")


@dataclass(frozen=True, slots=True)
class _Text:
    """A text and where its first character stands, to tell where any other does."""

    text: str
    line: int
    column: int

    def line_of(self, offset: int) -> int:
        return self.line + self.text.count("\n", 0, offset)

    def column_of(self, offset: int) -> int:
        start = self.text.rfind("\n", 0, offset) + 1
        return offset - start + (self.column if start == 0 else 1)


def parse_deal(text: str, *, line: int = 1, column: int = 1) -> Deal:
    """Read a deal. `line` and `column` say where the text begins in what it is part of.

    Raises NotationError at the first thing that cannot be read or cannot be so.
    """
    source = _Text(text, line, column)
    head = _HEAD.match(text)
    assert head is not None  # it may be empty, so it always matches
    mano = _read_mano(source, head)
    words = list(_HAND.finditer(text, head.end()))
    if len(words) != len(SEATS):
        end = words[len(SEATS)].start() if len(words) > len(SEATS) else len(text.rstrip())
        raise NotationError(
            "mus.notation.not_four_hands",
            line=source.line_of(end),
            column=source.column_of(end),
            hands=len(words),
        )
    hands = [_read_hand(source, word.start(), word.end()) for word in words]
    cards = [card for hand in hands for card in hand]
    _refuse_repeated(source, cards)
    return Deal(mano, tuple(Hand(tuple(card for card, _offset in hand)) for hand in hands))


def parse_hand(text: str, *, line: int = 1, column: int = 1) -> Hand:
    """Read one hand, such as `RR31` or `RoRc3e1b`. Raises NotationError as `parse_deal` does."""
    source = _Text(text, line, column)
    cards = _read_hand(source, 0, len(text))
    _refuse_repeated(source, cards)
    return Hand(tuple(card for card, _offset in cards))


_SHOWN = 8  # characters of an unreadable word that the error repeats


def _read_mano(source: _Text, head: re.Match[str]) -> Seat:
    word = head["mano"]
    if word not in SEATS:
        raise NotationError(
            "mus.notation.seat_unreadable",
            line=source.line_of(head.start("mano")),
            column=source.column_of(head.start("mano")),
            value=word[:_SHOWN],
        )
    if not head["colon"]:
        raise NotationError(
            "mus.notation.colon_missing",
            line=source.line_of(head.end()),
            column=source.column_of(head.end()),
        )
    return Seat(word)


def _read_hand(source: _Text, start: int, end: int) -> list[tuple[Card, int]]:
    """The four cards between two offsets, each with its own."""
    cards: list[tuple[Card, int]] = []
    offset = start
    while offset < end:
        found = _CARD.match(source.text, offset, end)
        if found is None:
            raise NotationError(
                "mus.notation.card_unreadable",
                line=source.line_of(offset),
                column=source.column_of(offset),
                value=source.text[offset],
            )
        cards.append((_card(found), offset))
        offset = found.end()
    if len(cards) != CARDS_IN_HAND:
        raise NotationError(
            "mus.notation.not_four_cards",
            line=source.line_of(start),
            column=source.column_of(start),
            cards=len(cards),
        )
    return cards


def _refuse_repeated(source: _Text, cards: list[tuple[Card, int]]) -> None:
    wrong = _first_not_in_deck([card for card, _offset in cards])
    if wrong is not None:
        card, offset = cards[wrong]
        raise NotationError(
            "mus.notation.card_repeated",
            line=source.line_of(offset),
            column=source.column_of(offset),
            card=str(card),
        )


def _card(found: re.Match[str]) -> Card:
    if not found["face"]:
        return UNKNOWN
    suit = Suit(SUITS.index(found["suit"])) if found["suit"] else None
    return Card(FACES.index(found["face"]), suit)
