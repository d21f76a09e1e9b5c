"""Where the talk of a deal stands: what was said at each lance, and what may be said now. Pure.

M-V.2  who may answer, out of turn too       done: `Betting` of the engine is asked, nobody else
M-V.3  "a las dos" opens chica as it opened grande       done: `_bets`
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from matches.consulta.writing import acts_of
from rules.errors import IllegalMove
from rules.mus import Lance, Options, Record, Seat
from rules.mus.announced import announced
from rules.mus.betting import Betting, Call, Ending, Said, legal
from rules.mus.record import SIGNS, Act, Announcement, Bet, Heading
from rules.mus.standing import Table

LANCES: Mapping[Heading, Lance] = {
    Heading.GRANDE: Lance.GRANDE,
    Heading.CHICA: Lance.CHICA,
    Heading.PARES: Lance.PARES,
    Heading.JUEGO: Lance.JUEGO,
    Heading.PUNTO: Lance.PUNTO,
}
ANNOUNCING = (Heading.PARES, Heading.JUEGO)


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that may be said: the act as it is written, and what kind of word it is; `counts`
    for one that takes a number of stones."""

    act: str
    kind: str
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """What one player may say; `expected` if it is his turn, or his to answer."""

    seat: Seat
    expected: bool
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Talk:
    """One heading: what was said, what may be said, and whether there is nothing more to ask for.
    `all_pass` and `as_held` are the acts of the two short cuts, empty where they do not apply."""

    heading: Heading
    acts: tuple[Act, ...]
    done: bool
    turns: tuple[Turn, ...]
    all_pass: tuple[Act, ...] = ()
    as_held: tuple[Act, ...] = ()
    ended_deal: bool = False
    answering: bool = False


def talks(record: Record, season: Options) -> tuple[Talk, ...]:
    """Every heading of a deal whose cards are all known, up to an accepted órdago."""
    options = record.options(season)
    hands = {seat: record.deal.hand(seat).ranks(options) for seat in record.deal.seats}
    table = Table(record.deal, record.before, options, hands=hands)
    found: list[Talk] = []
    for heading in (Heading.GRANDE, Heading.CHICA, Heading.PARES, Heading.JUEGO):
        found.append(_talk(record, table, heading))
        if found[-1].ended_deal:
            return tuple(found)
    juego = found[-1]
    said = announced(table, Lance.JUEGO, juego.acts).said
    if (juego.done and not said) or acts_of(record, Heading.PUNTO):
        found.append(_talk(record, table, Heading.PUNTO))
    return tuple(found)


def _talk(record: Record, table: Table, heading: Heading) -> Talk:
    acts = acts_of(record, heading)
    lance = LANCES[heading]
    seats = record.deal.seats
    speakers = seats
    if heading in ANNOUNCING:
        silent = _silent(seats, acts)
        if silent and not any(isinstance(act, Bet) for act in acts):
            held = table.holders(lance)
            return Talk(
                heading,
                acts,
                done=False,
                turns=tuple(_announcing(seats, silent)),
                as_held=tuple(Announcement(seat, seat in held) for seat in silent),
            )
        speakers = announced(table, lance, acts).said
    betting = _bets(record, table, heading, speakers)
    answered = bool(betting.accepted_by or betting.refused_by)
    ending = betting.finished().result if answered or betting.result is not None else None
    opening = betting.bettor is None and ending is None and betting.disputed
    left = [seat for seat in speakers if seat not in betting.passed]
    return Talk(
        heading,
        acts,
        done=ending is not None or not betting.disputed,
        turns=tuple(_turns(betting, left, heading, opening=opening)),
        all_pass=tuple(Bet(Call(seat, Said.PASS)) for seat in left) if opening else (),
        ended_deal=ending is not None and ending.ending is Ending.ORDAGO,
        answering=betting.bettor is not None,
    )


def _silent(seats: Sequence[Seat], acts: Sequence[Act]) -> list[Seat]:
    spoken = {act.seat for act in acts if isinstance(act, Announcement)}
    return [seat for seat in seats if seat not in spoken]


def _announcing(seats: Sequence[Seat], silent: Sequence[Seat]) -> Iterator[Turn]:
    for seat in seats:
        if seat in silent:
            offers = (Offer(f"{seat}s", "has"), Offer(f"{seat}n", "has_not"))
            yield Turn(seat, seat == silent[0], offers)


def _bets(record: Record, table: Table, heading: Heading, speakers: Sequence[Seat]) -> Betting:
    """The bets as far as they went; what was not allowed is left out, as the engine does."""
    betting = Betting(LANCES[heading], tuple(speakers))
    calls = [act.call for act in acts_of(record, heading) if isinstance(act, Bet)]
    if heading is Heading.CHICA:
        grande = [act for act in acts_of(record, Heading.GRANDE) if isinstance(act, Bet)]
        both = [at for at, act in enumerate(grande) if act.a_las_dos]
        if both:
            # One answer on grande alone is taken for both.
            answers = calls or [act.call for act in grande[both[0] + 1 :]]
            calls = [grande[both[0]].call, *answers]
    for call in calls:
        try:
            betting = betting.after(call, table.options)
        except IllegalMove:
            continue
    return betting


_KINDS = {
    Said.PASS: "pass",
    Said.BET: "bet",
    Said.RAISE: "raise",
    Said.ACCEPT: "accept",
    Said.REFUSE: "refuse",
    Said.ORDAGO: "ordago",
}


def _turns(
    betting: Betting, left: Sequence[Seat], heading: Heading, *, opening: bool
) -> Iterator[Turn]:
    offers: dict[Seat, list[Offer]] = {}
    for seat, said in legal(betting):
        counts = said in (Said.BET, Said.RAISE)
        offers.setdefault(seat, []).append(Offer(f"{seat}{SIGNS[said]}", _KINDS[said], counts))
        if said is Said.BET and heading is Heading.GRANDE:
            offers[seat].append(Offer(f"{seat}e&", "bet_both", counts=True))
    first = left[:1] if opening else betting.answering
    closed = bool(betting.accepted_by or betting.refused_by)
    for seat in betting.speakers:
        if seat in offers:
            yield Turn(seat, seat in first and not closed, tuple(offers[seat]))


def rectifying(talk: Talk) -> tuple[Announcement, ...]:
    """The announcements that may still be put right: until the lance's bets begin (M-VII.1)."""
    if talk.heading not in ANNOUNCING or any(isinstance(act, Bet) for act in talk.acts):
        return ()
    words: dict[Seat, bool] = {}
    for act in talk.acts:
        if isinstance(act, Announcement):
            words[act.seat] = act.has
    return tuple(Announcement(seat, not has, "rectifica") for seat, has in words.items())
