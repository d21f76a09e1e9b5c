"""Giving and cutting the mus, in a first deal whose deck runs and in every later one.

M-P.5   the deck runs: who gives mus passes it to the right; no señas before
        the cut; four times mus, and the first mano discards first and deals
        the discards, so that he is served last                              done: `runs`
M-P.6   who cuts the mus while the deck runs is mano                         done: `mano`
M-P.7   later the deck does not run; señas as the season says                done
M-III.1 the mus may be cut without waiting for the turn                      done: `cut`
M-III.3 who gave mus cannot cut it himself, but mano and second may tell
        their partners to                                                    done: `check_sending`

After the discards of a running deck the text goes on in silence. Read here: the deck is again with
the player who held it first, and runs once more.
"""

from dataclasses import dataclass, replace

from rules.errors import IllegalMove
from rules.mus.deal import SEATS, Seat
from rules.mus.dealing import discard_order, mano_of
from rules.mus.options import ASTURIAS, Options, Senas


@dataclass(frozen=True, slots=True)
class MusPhase:
    """Where the mus stands: who dealt, whether the deck runs, how many have given mus since the
    cards were last served, and who has cut it."""

    dealer: Seat
    runs: bool = False
    given: int = 0
    cut_by: Seat | None = None

    @property
    def first(self) -> Seat:
        """Who speaks first: the player at the dealer's right."""
        return mano_of(self.dealer)

    @property
    def mano(self) -> Seat | None:
        """Who is mano; while the deck runs None until somebody has cut the mus (M-P.6)."""
        return self.cut_by if self.runs else self.first

    @property
    def turn(self) -> Seat | None:
        """Who is to give or cut the mus, and holds the deck if it runs; None once all four have
        given it or somebody has cut it."""
        if self.cut_by is not None or self.must_discard:
            return None
        return self.first.to_the_right(self.given)

    @property
    def given_by(self) -> tuple[Seat, ...]:
        """Who has given mus since the cards were last served."""
        return self.first.round()[: self.given]

    @property
    def must_discard(self) -> bool:
        """Whether all four have given mus, so that all discard."""
        return self.given == len(SEATS)

    @property
    def dealer_of_discards(self) -> Seat:
        """Who serves the discards: the dealer, or while the deck runs the first mano (M-P.5)."""
        return self.first if self.runs else self.dealer

    def discard_order(self, options: Options = ASTURIAS) -> tuple[Seat, ...]:
        """Who discards first, second, … (M-IV.1; M-P.5 while the deck runs)."""
        if self.runs:
            return self.first.round()
        return discard_order(self.first, self.dealer, options)

    def senas_allowed(self, options: Options = ASTURIAS) -> bool:
        """Whether señas may be passed: while the deck runs not before the cut (M-P.5, M-P.7)."""
        return options.senas is Senas.ON and (self.cut_by is not None or not self.runs)

    def give(self, seat: Seat) -> "MusPhase":
        """The phase after that player has given mus, which is done in turn. Raises IllegalMove."""
        self._refuse_when_cut()
        if seat is not self.turn:
            turn = self.turn
            raise IllegalMove(
                "mus.phase.not_your_turn",
                clause="M-P.5" if self.runs else "M-III.1",
                seat=seat.value,
                turn=None if turn is None else turn.value,
            )
        return replace(self, given=self.given + 1)

    def cut(self, seat: Seat) -> "MusPhase":
        """The phase after that player has cut the mus: anybody, out of turn too (M-III.1), but for
        those who have given it (M-III.3). Raises IllegalMove."""
        self._refuse_when_cut()
        if seat in self.given_by:
            raise IllegalMove("mus.phase.has_given_mus", clause="M-III.3", seat=seat.value)
        return replace(self, cut_by=seat)

    def check_sending(self, seat: Seat) -> None:
        """Refuse telling one's partner to cut the mus or bet, but by the mano or second who has
        given mus himself and whose partner has not spoken (M-III.3). Raises IllegalMove."""
        self._refuse_when_cut()
        if seat not in self.given_by[:2] or seat.partner in self.given_by:
            raise IllegalMove("mus.phase.cannot_send_partner", clause="M-III.3", seat=seat.value)

    def served(self) -> "MusPhase":
        """The phase after the discards have been served. Raises IllegalMove before four times
        mus."""
        if not self.must_discard:
            raise IllegalMove("mus.phase.no_discards_now", clause="M-IV.1", given=self.given)
        return replace(self, given=0)

    def _refuse_when_cut(self) -> None:
        if self.cut_by is not None:
            raise IllegalMove("mus.phase.is_cut", clause="M-III.1", seat=self.cut_by.value)
