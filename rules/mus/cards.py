"""The Spanish deck of forty: printed faces, suits, and the ranks that they play as.

M-P.2  figures worth ten, treys are kings, deuces are aces      done: `RANKS`, `POINTS`

The printed card is kept; only its rank folds. A rank is the index of the face it plays as, so it
needs no table of its own: with eight kings and eight aces ranks 1 and 2 (deuce, trey) never occur.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from rules.mus.options import KingsAndAces

FACES = "1234567SCR"  # S sota, C caballo, R rey
SUITS = "oceb"
ACE, SEVEN, JACK, KNIGHT, KING = 0, 6, 7, 8, 9

POINTS = (1, 2, 3, 4, 5, 6, 7, 10, 10, 10)  # by rank
RANKS: Mapping[KingsAndAces, tuple[int, ...]] = {  # by face
    KingsAndAces.EIGHT: (ACE, ACE, KING, 3, 4, 5, SEVEN, JACK, KNIGHT, KING),
    KingsAndAces.FOUR: tuple(range(len(FACES))),
}


class Suit(IntEnum):
    """In the order in which the first dealer is counted (M-P.3)."""

    OROS = 0
    COPAS = 1
    ESPADAS = 2
    BASTOS = 3


@dataclass(frozen=True, slots=True)
class Card:
    """A printed card: `face` is an index into FACES. Without a suit where nobody wrote it down;
    without a face where nobody knows the card."""

    face: int | None
    suit: Suit | None = None

    @property
    def id(self) -> int | None:
        """`suit * 10 + face`, 0 to 39; None when either is not known."""
        if self.face is None or self.suit is None:
            return None
        return self.suit * len(FACES) + self.face

    def __str__(self) -> str:
        if self.face is None:
            return "??"
        return FACES[self.face] + ("" if self.suit is None else SUITS[self.suit])


UNKNOWN = Card(None)
DECK = tuple(Card(face, suit) for suit in Suit for face in range(len(FACES)))  # by card id


def copies(kings_and_aces: KingsAndAces) -> dict[int, int]:
    """How many cards of the deck play as each rank, lowest rank first."""
    ranks = RANKS[kings_and_aces]
    return {rank: len(SUITS) * ranks.count(rank) for rank in sorted(set(ranks))}
