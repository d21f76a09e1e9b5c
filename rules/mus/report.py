"""What the replay of a record comes to: stones, mistakes, answers, and what is left to decide.

Every code that a report may carry stands here, with the facts that come with it: MISTAKES of
`Mistake`, ANSWERS of `Answer`, PENDING of `PendingDecision`. Sentences about them are the pages'.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.findings import Fact
from rules.formats import Score
from rules.mus.awards import Award
from rules.mus.deal import Seat
from rules.mus.lances import Lance
from rules.mus.partida import Pair


def _table(*lines: tuple[str, str]) -> Mapping[str, frozenset[str]]:
    return {code: frozenset(words.split()) for code, words in lines}


MISTAKES: Mapping[str, frozenset[str]] = _table(
    # announcements against the cards
    ("mus.error.not_announced", ""),  # held it and did not say so
    ("mus.error.announced_without", ""),  # said so and did not hold it
    # faults that the record tells
    ("mus.error.hand_void", ""),  # voids the whole hand
    ("mus.error.pass_ordered", ""),  # the mano with 31 sent his partner to pass
    ("mus.error.redeal", ""),  # shuffle and deal again: nothing of this deal counts
    ("mus.error.stands", ""),  # noticed too late, or allowed there: play goes on
    ("mus.error.hand_mended", ""),  # a card drawn or given before grande was closed
    ("mus.error.must_show", ""),  # has to show the four cards; nothing else follows
    ("mus.error.committee_decides", ""),  # a breach to which the text gives no penalty
    ("mus.error.unknown_clause", ""),  # no such clause
    ("mus.error.not_borne_out", ""),  # the cards or the announcements contradict it
    ("mus.error.told", ""),  # ruled on by announcements and cards, as the other findings say
    # acts that were not allowed; the replay leaves the illegal ones out. `act` as it is written,
    # `place` its number among the acts of its lance, `refusal` a code of rules.errors.REFUSALS; an
    # announcement is written `A1:n`
    ("mus.error.illegal_call", "act place refusal"),
    ("mus.error.illegal_mus_act", "act place refusal"),
    ("mus.error.mano_did_not_cut", "cut_by"),  # the deck ran, and who cut the mus is mano
    ("mus.error.spoke_of_next_lance", "act place"),  # without pares, before pares was closed
    ("mus.error.lance_out_of_order", "act place"),  # before an earlier lance was closed
    ("mus.error.competing_bets", "first second"),  # partners bet differently, order unknown
    # what is no fault, but had to be known to follow the ruling
    ("mus.note.closed_with_33", "missing stones"),
    ("mus.note.deck_ran", ""),
    ("mus.note.deck_exhausted", "wanted left"),
    ("mus.note.cards_unknown", "seats"),
    # a game told deal by deal (rules.mus.game); `deal` counts from one
    ("mus.series.score_not_carried", "deal a b written_a written_b"),
    ("mus.series.mano_not_next", "deal mano expected"),
    ("mus.series.mano_again", "deal mano"),
    ("mus.series.deal_after_end", "deal"),
)

ANSWERS: Mapping[str, frozenset[str]] = _table(
    # `=`: who won which lance, as the table wrote it down
    ("mus.answer.written_matches", "stones"),
    ("mus.answer.written_differs", "stones"),  # stones that go to the other pair
    ("mus.answer.written_open", ""),  # that lance is pending
    ("mus.answer.written_omits", "pair stones"),  # stones of a lance that is not written down
    # `?`: what is claimed
    ("mus.answer.claim_holds", "stones"),  # stones that the clause gives
    ("mus.answer.claim_fails", ""),
    ("mus.answer.claim_open", ""),
    ("mus.answer.claim_for_committee", ""),
    ("mus.answer.claim_unknown_clause", ""),
    ("mus.answer.omitted_too_late", "stones"),  # M-VI.3
    ("mus.answer.nothing_omitted", ""),
)

# The names of the ways to decide; none where the names are what was said or what it gives
# (`A1e5`, `A+3`, `B+0`, `A!` for a game won).
PENDING: Mapping[str, frozenset[str]] = _table(
    ("mus.pending.unanswered", "refused accepted"),
    ("mus.pending.a_las_dos_raise", "refused accepted"),
    ("mus.pending.opponents_choose", ""),
    ("mus.pending.ordago_accepted_without", "ordago_void ordago_stands_if_correct_wins"),
    ("mus.pending.both_pairs_erred", "bets_fall bets_stand"),
    ("mus.pending.refused_to_the_errant_pair", "own_value_only negada_stands"),
    ("mus.pending.juego_played_by_nobody", "nobody_scores punto_in_passing"),
    ("mus.pending.la_real_against_errant_31", "value value_and_negada"),
    (
        "mus.pending.correct_pair_without_juego",
        "errant_pair_scores negada_only nobody_scores",
    ),
    ("mus.pending.bet_won_after_error_at_pares", "value_and_negada bet_stands"),
    ("mus.pending.errors_at_pares_and_juego", "own_clause as_vii_7"),
    ("mus.pending.cards_unknown", ""),
)


@dataclass(frozen=True, slots=True)
class Mistake:
    """Something found in a record. `code` is a line of MISTAKES, `clause` the ID that rules on it;
    `lance` where it belongs to one. `costs` is False for one that was put right in time, or that
    the cards do not bear out: then nothing follows from it. `option` is the field of Options by
    which it was found."""

    code: str
    clause: str
    seat: Seat | None
    lance: Lance | None = None
    costs: bool = True
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)
    option: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What the ruling says to something written down or claimed. `code` is a line of ANSWERS,
    `clause` the one claimed, or that gives the stones of the lance; `seat` whom the line names."""

    code: str
    clause: str
    seat: Seat | None
    lance: Lance | None = None
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)

    @property
    def of_written(self) -> bool:
        """Whether it is about what was written down, and not about a claim."""
        return self.code.startswith("mus.answer.written_")


@dataclass(frozen=True, slots=True)
class Decided:
    """An option that decided something: its field, the word or number it was set to, the clause it
    belongs to, and the lance where it belongs to one."""

    option: str
    value: str | int
    clause: str
    lance: Lance | None = None


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to decide: the stones it gives for the lance, and what the deal comes to by it."""

    name: str
    awards: tuple[Award, ...]
    score: Score
    winner: Pair | None


@dataclass(frozen=True, slots=True)
class PendingDecision:
    """What the text does not decide. `code` is a line of PENDING, `clause` the nearest one,
    `option` the field of Options that would decide it, None where only the committee can."""

    code: str
    clause: str
    lance: Lance
    alternatives: tuple[Alternative, ...]
    option: str | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """A deal replayed. `awards` are the stones of each line in the order in which they are counted,
    also those after the game was won; `uncounted` are the ones that came too late or fell with an
    órdago. `score` is (A, B) after the deal; lances in `pending` are not in it, and each of their
    alternatives leaves the other pending ones out. `answers` compare what was written down and
    claimed with the ruling; `options` are those that decided; `redeal` says that the deal does not
    count at all."""

    awards: tuple[Award, ...]
    uncounted: tuple[Award, ...]
    score: Score
    winner: Pair | None
    findings: tuple[Mistake, ...]
    pending: tuple[PendingDecision, ...]
    answers: tuple[Answer, ...] = ()
    options: tuple[Decided, ...] = ()
    redeal: bool = False
