"""The first deal: who deals it, and the deck that runs until somebody cuts the mus.

M-P.3   the first dealer, by the suit of a cut card                             done: `first_dealer`
M-P.5   the deck runs; no señas before the cut; four times mus, and the first
        mano discards first and deals the discards, so that he is served last   done: `FirstDeal`
M-P.6   who cuts the mus is mano                                                done
M-III.1 the mus may be cut without waiting for the turn                         done
M-III.3 who gave mus cannot cut it, or begin, before another has                done

After the discards the text goes on in silence. Read here: the deck is again with the player who
held it first, and runs once more. Whether every game has such a deal is the option `mus_corrido`.
"""

from dataclasses import dataclass, replace

from rules.errors import IllegalMove
from rules.mus.cards import Card
from rules.mus.deal import SEATS, Seat
from rules.mus.dealing import mano_of
from rules.mus.options import ASTURIAS, MusCorrido, Options


def first_dealer(cut_card: Card, cutter: Seat) -> Seat:
    """Who deals first: counting oros, copas, espadas, bastos from the right of whoever cut (M-P.3).

    The suit of the card has to be known; without it the deal cannot be given to anybody.
    """
    if cut_card.suit is None:
        raise IllegalMove("mus.first_deal.suit_unknown", clause="M-P.3", card=str(cut_card))
    return cutter.to_the_right(1 + cut_card.suit)


def runs(deals_before: int, games_before: int, options: Options = ASTURIAS) -> bool:
    """Whether the deck runs in a deal: `deals_before` it in its game, `games_before` in the
    partida."""
    of_each_game = options.mus_corrido is MusCorrido.FIRST_DEAL_OF_EACH_GAME
    return deals_before == 0 and (of_each_game or games_before == 0)


@dataclass(frozen=True, slots=True)
class FirstDeal:
    """Where a deal with running deck stands: who dealt it, how many have given mus since the cards
    were last served, and who cut it."""

    dealer: Seat
    given: int = 0
    mano: Seat | None = None

    @property
    def first_mano(self) -> Seat:
        return mano_of(self.dealer)

    @property
    def holder(self) -> Seat | None:
        """Who has the deck and is to give or cut the mus; None when all four have given it, or
        somebody has cut it."""
        if self.mano is not None or self.must_discard:
            return None
        return self.first_mano.to_the_right(self.given)

    @property
    def given_by(self) -> tuple[Seat, ...]:
        """Who has given mus since the cards were last served."""
        return self.first_mano.round()[: self.given]

    @property
    def must_discard(self) -> bool:
        """Whether all four have given mus, so that all discard."""
        return self.given == len(SEATS)

    @property
    def senas_allowed(self) -> bool:
        """No señas before somebody has cut the mus."""
        return self.mano is not None

    @property
    def discard_order(self) -> tuple[Seat, ...]:
        """The first mano discards first (M-P.5)."""
        return self.first_mano.round()

    @property
    def dealer_of_discards(self) -> Seat:
        """The first mano deals them from his right, so that he is served last (M-P.5)."""
        return self.first_mano

    def give(self, seat: Seat) -> "FirstDeal":
        """The deal after that player has given mus. Only who has the deck can (M-P.5)."""
        self._refuse_when_over()
        if seat is not self.holder:
            holder = self.holder
            raise IllegalMove(
                "mus.first_deal.not_the_holder",
                clause="M-P.5",
                seat=seat.value,
                holder=None if holder is None else holder.value,
            )
        return replace(self, given=self.given + 1)

    def cut(self, seat: Seat) -> "FirstDeal":
        """The deal after that player has cut the mus, which makes him mano (M-P.6).

        Anybody may, out of turn too (M-III.1), but for those who have given it (M-III.3).
        """
        self._refuse_when_over()
        if seat in self.given_by:
            raise IllegalMove("mus.first_deal.has_given_mus", clause="M-III.3", seat=seat.value)
        return replace(self, mano=seat)

    def served(self) -> "FirstDeal":
        """The deal after the discards have been served."""
        if not self.must_discard:
            raise IllegalMove("mus.first_deal.no_discards_now", clause="M-P.5", given=self.given)
        return replace(self, given=0)

    def _refuse_when_over(self) -> None:
        if self.mano is not None:
            raise IllegalMove("mus.first_deal.mus_is_cut", clause="M-P.6", mano=self.mano.value)
