"""What a form of the consulta asks for, carried out on its record. Pure.

Each form sends the record (`jugada`) and one of the words below; whatever it does not understand,
or no longer fits, leaves the record as it was.

carta, quita     a card put in the first empty place; the card of a place taken back
mano, tanteo     who is mano; the score before (with `a` and `b`), the pairs' names (`pa`, `pb`)
di, piedras      `G.A1e` said, with a number of stones where it takes one (`otras` goes first)
pasan, cantan    all who are left pass at that heading; all who are left say what they hold
borra, atras     all that was said at a heading taken back, or the last of it
falta, de        a fault by clause and seat;  `sinfalta` its number, taken back
opciones         the options of the form (`o_` and the option's key)
"""

from collections.abc import Callable, Mapping

from matches.consulta import writing
from matches.consulta.speaking import Talk, talks
from matches.consulta.writing import Untappable
from rules.mus import ASTURIAS, Record
from rules.mus.record import Heading

Query = Mapping[str, str]
OPTION = "o_"


def tap_of(query: Query) -> str:
    """The word of the tap in a query; empty when there is none."""
    return next((word for word in _TAPS if word in query), "")


def tapped(record: Record, query: Query) -> Record:
    """The record after the tap; itself where the tap does not fit."""
    word = tap_of(query)
    if not word:
        return record
    try:
        return _TAPS[word](record, query)
    except Untappable:
        return record


def current(record: Record) -> Talk | None:
    """The first lance about which something is left to say."""
    if not writing.is_dealt(record):
        return None
    return next((talk for talk in talks(record, ASTURIAS) if not talk.done), None)


def _heading(text: str) -> Heading:
    try:
        return Heading(text)
    except ValueError:
        raise Untappable from None


def _talk(record: Record, text: str) -> Talk:
    heading = _heading(text)
    if writing.is_dealt(record):
        for talk in talks(record, ASTURIAS):
            if talk.heading is heading:
                return talk
    raise Untappable


def _say(record: Record, query: Query) -> Record:
    heading, _dot, word = query["di"].partition(".")
    stones = (query.get("otras") or query.get("piedras") or "").strip()
    if word[2:3] in ("e", "+") and word[3:] in ("", "&"):
        if not (stones.isascii() and stones.isdigit() and 0 < len(stones) < 4 and int(stones)):
            raise Untappable
        word = f"{word[:3]}{int(stones)}{word[3:]}"
    act = writing.act_read(record, _heading(heading), word)
    return writing.said(record, _heading(heading), act)


def _all_pass(record: Record, query: Query) -> Record:
    talk = _talk(record, query["pasan"])
    if not talk.all_pass:
        raise Untappable
    return writing.said(record, talk.heading, *talk.all_pass)


def _all_as_held(record: Record, query: Query) -> Record:
    talk = _talk(record, query["cantan"])
    if not talk.as_held:
        raise Untappable
    return writing.said(record, talk.heading, *talk.as_held)


def _score(record: Record, query: Query) -> Record:
    scored = writing.score_set(record, query.get("a", ""), query.get("b", ""))
    if "mano" in query:
        scored = writing.mano_set(scored, query["mano"])
    return writing.pairs_named(scored, query.get("pa", ""), query.get("pb", ""))


def _fault(record: Record, query: Query) -> Record:
    talk = current(record)
    heading = None if talk is None else talk.heading
    return writing.fault_told(record, query["falta"], query.get("de", ""), heading)


def _options(record: Record, query: Query) -> Record:
    named = {
        key.removeprefix(OPTION): value
        for key, value in query.items()
        if key.startswith(OPTION) and key.removeprefix(OPTION) in writing.DEFAULTS
    }
    return writing.option_set(record, named)


_TAPS: Mapping[str, Callable[[Record, Query], Record]] = {
    "carta": lambda record, query: writing.card_put(record, query["carta"]),
    "quita": lambda record, query: writing.card_taken(record, query["quita"]),
    "tanteo": _score,
    "di": _say,
    "pasan": _all_pass,
    "cantan": _all_as_held,
    "borra": lambda record, query: writing.unsaid(record, _heading(query["borra"])),
    "atras": lambda record, query: writing.last_unsaid(record, _heading(query["atras"])),
    "falta": _fault,
    "sinfalta": lambda record, query: writing.fault_untold(record, query["sinfalta"]),
    "opciones": _options,
}
