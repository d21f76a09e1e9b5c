"""The options that decided something in a deal, each with the lance where it did.

Awards, pending decisions and findings name most of them; what shows only in the cards and in the
count is found here. `Options` says which clause each of them belongs to.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.formats import Score
from rules.mus.awards import Award
from rules.mus.cards import FACES
from rules.mus.counting import Count, count
from rules.mus.deal import Deal
from rules.mus.hands import REALES, Ranks, has_juego, points
from rules.mus.lances import JUEGO_ORDER, Lance
from rules.mus.options import SCHEMA, NegadaWhen, Options
from rules.mus.report import Decided

Named = tuple[str, Lance | None]

_CLAUSES = {option.key: option.clause for option in SCHEMA}


def decided(options: Options, named: Iterable[Named]) -> tuple[Decided, ...]:
    """Every option named, each once a lance, in the order of `Options`."""
    settings = options.to_mapping()
    order = list(settings)
    lances = [None, *Lance]
    found = sorted(set(named), key=lambda one: (order.index(one[0]), lances.index(one[1])))
    return tuple(Decided(key, settings[key], _CLAUSES[key], lance) for key, lance in found)


def by_cards(deal: Deal, hands: Iterable[Ranks], awards: Iterable[Award]) -> Iterator[Named]:
    """Options that say what the cards are: the folding of deuces and treys, four equal cards, the
    order of juego, La Real held whether it counts or not."""
    hands = tuple(hands)
    faces = {
        FACES[card.face] for hand in deal.hands for card in hand.cards if card.face is not None
    }
    if faces & {"2", "3"}:
        yield "kings_and_aces", None
    lances = {award.lance for award in awards}
    if Lance.PARES in lances and any(len(set(hand)) == 1 for hand in hands):
        yield "four_equal", Lance.PARES
    if Lance.JUEGO in lances:
        if any(hand in REALES.values() for hand in hands):
            yield "la_real", Lance.JUEGO
        held = sorted({points(hand) for hand in hands if has_juego(hand)}, key=JUEGO_ORDER.index)
        if held != sorted(held):
            yield "juego_order", Lance.JUEGO


def by_count(
    before: Score, awards: tuple[Award, ...], counted: Count, options: Options
) -> Iterator[Named]:
    """Options that say in which order stones are counted, and up to what. They decide when a game
    ends and something comes too late."""
    if counted.winner is None:
        return
    yield "stones", None
    if counted.uncounted:
        yield "count_order", None
    other = next(way for way in NegadaWhen if way is not options.negada_when)
    swapped = count(before, awards, replace(options, negada_when=other))
    if (swapped.score, swapped.winner) != (counted.score, counted.winner):
        yield "negada_when", None
