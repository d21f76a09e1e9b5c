"""What follows from each fault that a record tells: the clause's own penalty, or a finding that
says who decides.

M-I.8   a card exposed in the deal: deal again, but not in a discard       done: `_dealing`
M-I.9   wrong number of cards after the deal                               done: `_dealing`
M-I.10  wrong number of cards after a discard                              done: `_dealing`
M-I.11  the same pair mano twice in a row                                  done: `_dealing`
M-VI.4  the cards have to be shown                                         done: `consequence`
M-V.8   a bet closed by the postre with 33                                 done: `_not_allowed`
M-III.4, M-V.11, M-V.12, M-VIII.4  breaches without a penalty              done: `_APPLIES`

A clause that the regulation does not have is a finding, and so is one that gives no penalty: the
committee then decides (M-E.1). Errors of announcement are derived from the cards, so telling them
adds nothing; when the cards contradict it, that is said. With cards that nobody knows a fault may
apply or not: that is for the committee too (`unsure`).
"""

from collections.abc import Callable, Collection, Mapping

from rules.mus.after_play import unshown
from rules.mus.cards import KING
from rules.mus.clauses import carried_out_by
from rules.mus.dealing import exposed_card
from rules.mus.errors_juego import pass_was_ordered
from rules.mus.hands import ParesKind, has_juego, is_la_real, pares
from rules.mus.lances import Lance
from rules.mus.report import Mistake
from rules.mus.rulings import RulingKind
from rules.mus.speaking import may_close_with_33
from rules.mus.standing import Table
from rules.mus.told import Told
from rules.mus.void_hands import VOIDING, is_sena_without_senas, voids
from rules.mus.words import plays

# What the replay derives from announcements and cards.
DERIVED = frozenset(
    {
        *(f"M-VII.{number}" for number in range(1, 8)),
        *("M-VIII.1", "M-VIII.2", "M-VIII.3", "M-IX.2"),
    }
)
_DEALING = frozenset({"M-I.8", "M-I.9", "M-I.10", "M-I.11"})


def consequence(table: Table, told: Told, derived: Collection[Mistake]) -> Mistake:
    """The finding about a fault. `derived` are those found in announcements and cards."""
    fault = told.fault
    code, costs = _code(table, told, derived)
    option = None
    if code == "mus.error.hand_void":
        option = "jugada_completa" if fault.clause == "M-V.14" else "void_hand"
    elif fault.clause == "M-VIII.5":
        option = "posterior"
    return Mistake(code, fault.clause, fault.seat, costs=costs, option=option)


def unsure(told: Told) -> Mistake:
    """The finding about a fault that some of the possible cards bear out and others do not."""
    fault = told.fault
    return Mistake("mus.error.committee_decides", fault.clause, fault.seat, costs=False)


def calls_for_redeal(told: Told) -> bool:
    """Whether the deal does not count at all, because it is dealt again."""
    return told.fault.clause in _DEALING and _dealing(told) == "mus.error.redeal"


def _code(table: Table, told: Told, derived: Collection[Mistake]) -> tuple[str, bool]:
    """The code of the finding, and whether something follows from it."""
    fault = told.fault
    if not carried_out_by(fault.clause):
        return "mus.error.unknown_clause", False
    if fault.clause in _DEALING:
        code = _dealing(told)
        return code, code in ("mus.error.redeal", "mus.error.hand_void")
    if is_sena_without_senas(fault.clause, table.options):
        return "mus.error.committee_decides", False
    if fault.clause in VOIDING:
        void = voids(table, told)
        return ("mus.error.hand_void" if void else "mus.error.not_borne_out"), void
    if fault.clause == "M-VI.4":
        (_show,) = unshown(fault.seat, cards_in_deck=False)  # no penalty beside the duty
        return "mus.error.must_show", False
    if fault.clause == "M-VIII.5":
        ordered = pass_was_ordered(table, fault.seat)
        return ("mus.error.pass_ordered" if ordered else "mus.error.not_borne_out"), ordered
    if fault.clause in DERIVED:
        return _told_or_not(told, derived), False
    if _found(told, derived):
        return "mus.error.told", False
    applies = _APPLIES.get(fault.clause)
    if applies is not None and not applies(table, told):
        return "mus.error.not_borne_out", False
    return "mus.error.committee_decides", False


def _found(told: Told, derived: Collection[Mistake]) -> bool:
    """Whether the replay has found the same; two bets at once are of both partners (M-V.9). What it
    notes that was allowed is no fault (M-V.8)."""
    fault = told.fault
    seats = {fault.seat, fault.seat.partner} if fault.clause == "M-V.9" else {fault.seat}
    return any(
        found.clause == fault.clause and found.seat in seats
        for found in derived
        if not found.code.startswith("mus.note.")
    )


def _told_or_not(told: Told, derived: Collection[Mistake]) -> str:
    """M-VII.4 to M-VII.7 follow from an error at pares of anybody; the others are of one player."""
    follow = {"M-VII.4", "M-VII.6", "M-VII.7"}
    if told.fault.clause in follow:
        seen = any(found.lance is Lance.PARES for found in derived)
    else:
        seen = _found(told, derived)
    return "mus.error.told" if seen else "mus.error.not_borne_out"


def _dealing(told: Told) -> str:
    clause, closed = told.fault.clause, told.grande_closed
    if clause == "M-I.8":
        ruling = exposed_card(in_discards=told.after_discard)
        return "mus.error.redeal" if ruling.kind is RulingKind.REDEAL else "mus.error.stands"
    if clause == "M-I.11":
        return "mus.error.stands" if closed else "mus.error.redeal"
    if closed:
        return "mus.error.hand_void"
    return "mus.error.redeal" if clause == "M-I.9" else "mus.error.hand_mended"


def _lacks_what_his_partner_holds(table: Table, told: Told) -> bool:
    seat = told.fault.seat
    return any(
        seat not in holders and seat.partner in holders
        for holders in (table.holders(Lance.PARES), table.holders(Lance.JUEGO))
    )


def _is_of_several_senas(table: Table, told: Told) -> bool:
    """Duples that are juego, or three kings with juego (M-II.5)."""
    ranks = table.ranks(told.fault.seat)
    held = pares(ranks)
    if held is None or not has_juego(ranks):
        return False
    three_kings = held.kind is ParesKind.MEDIAS and held.rank == KING
    return held.kind is ParesKind.DUPLES or three_kings


def _not_allowed(table: Table, told: Told) -> bool:
    """Whether closing a bet with 33 was not allowed to that player (M-V.8)."""
    missing = table.options.stones - max(table.before)
    return not may_close_with_33(
        told.fault.seat,
        table.ranks(told.fault.seat),
        mano=table.deal.mano,
        missing=missing,
        is_ordago=False,
    )


# Whether a breach without a penalty can be what it is told to be, by the cards.
_APPLIES: Mapping[str, Callable[[Table, Told], bool]] = {
    "M-II.5": _is_of_several_senas,
    "M-III.4": lambda table, told: not plays(table.ranks(told.fault.seat)),
    "M-V.8": _not_allowed,
    "M-V.11": _lacks_what_his_partner_holds,
    "M-V.12": lambda table, told: told.fault.seat not in table.holders(Lance.PARES),
    "M-VIII.4": lambda table, told: is_la_real(table.ranks(told.fault.seat), table.options),
}
