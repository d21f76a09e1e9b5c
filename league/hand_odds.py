"""The odds of a hand in words and shares: what the page of probabilities shows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from rules.mus.hands import (
    JUEGO,
    ParesKind,
    Ranks,
    hand_classes,
    is_la_real,
    pares,
    points,
)
from rules.mus.odds import DEALS_LEFT, Odds, hand_name, load

Words = Promise | str

PLURALS: Mapping[int, Words] = {
    9: _("reyes"),
    8: _("caballos"),
    7: _("sotas"),
    6: _("sietes"),
    5: _("seises"),
    4: _("cincos"),
    3: _("cuatros"),
    0: _("ases"),
}

KINDS: Mapping[str, Words] = {
    "duples": _("Duples"),
    "medias": _("Medias"),
    "par": _("Par"),
    "sin-pares": _("Sin pares"),
    "31": _("Treinta y una"),
    "juego": _("Juego"),
    "30": _("Treinta al punto"),
    "sin-juego": _("Sin juego"),
}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a bar: `level` is its colour, `start` and `width` are hundredths of the whole."""

    text: Any
    share: str
    level: str
    start: float
    width: float


@dataclass(frozen=True, slots=True)
class LanceOdds:
    """A lance: how often the pair wins it, and everything that can happen."""

    name: Any
    won: str
    parts: tuple[Part, ...]
    note: Any = ""


def share(deals: int) -> str:
    """So many of all deals in per cent with one decimal; never 0 or 100 where it is not."""
    if deals in (0, DEALS_LEFT):
        return f"{100 * deals // DEALS_LEFT} %"
    tenths = (deals * 2000 + DEALS_LEFT) // (2 * DEALS_LEFT)
    if tenths == 0:
        return _now("menos de 0,1 %")
    if tenths == 1000:
        return _now("más de 99,9 %")
    return f"{tenths // 10},{tenths % 10} %"


def stones(odds: Odds) -> str:
    """The stones of the pair on average, with two decimals."""
    hundredths = (odds.stones * 200 + DEALS_LEFT) // (2 * DEALS_LEFT)
    return f"{hundredths // 100},{hundredths % 100:02}"


def lances(odds: Odds) -> tuple[LanceOdds, ...]:
    """The four lances of a hand."""
    return (
        _two(_("Grande"), odds.grande),
        _two(_("Chica"), odds.chica),
        LanceOdds(
            _("Pares"),
            share(odds.pares_won),
            _parts(
                (_("los gana"), odds.pares_won, "won"),
                (_("no los tiene nadie"), odds.pares_nobody, "nobody"),
                (_("los pierde"), odds.pares_lost, "lost"),
            ),
            _now("Las dos parejas tienen pares, y puede haber envites, en el %(share)s.")
            % {"share": share(odds.pares_both)},
        ),
        LanceOdds(
            _("Juego o punto"),
            share(odds.last_won),
            _parts(
                (_("gana el juego"), odds.juego_won, "won"),
                (_("gana el punto"), odds.punto_won, "won2"),
                (_("pierde el punto"), odds.punto_lost, "nobody"),
                (_("pierde el juego"), odds.juego_lost, "lost"),
            ),
            _now("Alguien tiene juego en el %(share)s.") % {"share": share(odds.juego)}
            if odds.punto
            else "",
        ),
    )


def _two(name: Any, won: int) -> LanceOdds:
    return LanceOdds(
        name,
        share(won),
        _parts((_("la gana"), won, "won"), (_("la pierde"), DEALS_LEFT - won, "lost")),
    )


def _parts(*lines: tuple[Any, int, str]) -> tuple[Part, ...]:
    found, start = [], 0
    for text, deals, level in lines:
        if deals:
            found.append(
                Part(
                    text,
                    share(deals),
                    level,
                    round(100 * start / DEALS_LEFT, 3),
                    round(100 * deals / DEALS_LEFT, 3),
                )
            )
        start += deals
    return tuple(found)


def hand_words(ranks: Ranks) -> str:
    """What a hand is: its pares, then its juego or points."""
    held = pares(ranks)
    if held is None:
        first = _now("sin pares")
    else:
        one = PLURALS[held.rank]
        if held.kind is ParesKind.PAIR:
            first = _now("par de %(rank)s") % {"rank": one}
        elif held.kind is ParesKind.MEDIAS:
            first = _now("medias de %(rank)s") % {"rank": one}
        elif held.second == held.rank:
            first = _now("duples de %(rank)s") % {"rank": one}
        else:
            second = PLURALS[held.second or 0]
            first = _now("duples de %(rank)s y %(second)s") % {"rank": one, "second": second}
    number = points(ranks)
    if is_la_real(ranks):
        last = _now("la Real")
    elif number >= JUEGO:
        last = _now("juego de %(points)s") % {"points": number}
    else:
        last = _now("%(points)s al punto") % {"points": number}
    return f"{first[:1].upper()}{first[1:]}, {last}"


def rows(kind: str = "") -> list[dict[str, Any]]:
    """A line for every class of hands of that kind, with what a list sorts by."""
    hands = hand_classes()
    return [
        {
            "hand": hand_name(ranks),
            "words": hand_words(ranks),
            "place": place,
            "hands": hands[ranks],
            "grande": odds.grande,
            "chica": odds.chica,
            "pares": odds.pares_won,
            "last": odds.last_won,
            "stones": odds.stones,
            "average": stones(odds),
        }
        for place, (ranks, odds) in enumerate(_of_kind(kind))
    ]


def _of_kind(kind: str) -> Iterable[tuple[Ranks, Odds]]:
    wanted = {
        "duples": ParesKind.DUPLES,
        "medias": ParesKind.MEDIAS,
        "par": ParesKind.PAIR,
    }
    for ranks, odds in load().items():
        held, number = pares(ranks), points(ranks)
        belongs = {
            "sin-pares": held is None,
            "31": number == JUEGO,
            "juego": number >= JUEGO,
            "30": number == JUEGO - 1,
            "sin-juego": number < JUEGO,
        }
        if kind in wanted:
            if held is not None and held.kind is wanted[kind]:
                yield ranks, odds
        elif belongs.get(kind, True):
            yield ranks, odds
