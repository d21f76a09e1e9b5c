"""What a hand is worth to the mano: typed, or put together card by card, or found in the list."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from league import hand_odds
from league.tables.odds import OddsTable
from rules.errors import NotationError
from rules.mus.deal import parse_hand
from rules.mus.hands import CARDS_IN_HAND, Hand, hand_classes
from rules.mus.odds import DEALS_LEFT, load

PER_PAGE = 25
PICKED = "RCS76541"  # one face of each rank, from the king down
LONGEST = 20


@require_safe
def odds(request: HttpRequest) -> HttpResponse:
    """The odds of the hand in the address, how to choose one, and the list of all."""
    typed = request.GET.get("mano", "").replace("\x00", "").strip()[:LONGEST]
    kind = request.GET.get("tipo", "")
    kind = kind if kind in hand_odds.KINDS else ""
    table = OddsTable(hand_odds.rows(kind))
    RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(table)
    context = {
        "table": table,
        "kind": kind,
        "kinds": hand_odds.KINDS.items(),
        "typed": typed,
        **_asked(typed),
    }
    return render(request, "odds.html", context)


def _asked(typed: str) -> dict[str, Any]:
    """What the page says of what was typed: the odds, or the cards so far, or what is wrong."""
    faces = "".join(typed.split())
    # "RoRc3e1b" has suits in lower case; without suits nobody needs to mind the case.
    faces = faces if len(faces) > CARDS_IN_HAND else faces.upper()
    part = faces if set(faces) <= set("1234567SCR") else ""
    picker = [(face, part + face) for face in PICKED] if len(part) < CARDS_IN_HAND else []
    context: dict[str, Any] = {"picker": picker, "part": part, "less": part[:-1]}
    if not typed:
        return {**context, "hand": None}
    if part and len(part) < CARDS_IN_HAND:
        missing = CARDS_IN_HAND - len(part)
        words = ngettext("Falta %(n)s carta.", "Faltan %(n)s cartas.", missing) % {"n": missing}
        return {**context, "hand": None, "missing": words}
    try:
        hand = parse_hand(faces)
        ranks = hand.ranks() if hand.shape is not None else None
    except NotationError as error:
        return {**context, "hand": None, "error": _wrong(error.code), "picker": _from_scratch()}
    if ranks is None:
        wrong = _wrong("mus.notation.card_unreadable")
        return {**context, "hand": None, "error": wrong, "picker": _from_scratch()}
    return {**context, **_shown(hand)}


def _from_scratch() -> list[tuple[str, str]]:
    return [(face, face) for face in PICKED]


def _wrong(code: str) -> str:
    if code == "mus.notation.not_four_cards":
        return _("Son cuatro cartas, ni más ni menos. Por ejemplo, RR31.")
    if code == "mus.notation.card_repeated":
        return _("No hay tantas cartas iguales en la baraja: como mucho cuatro de cada.")
    return _("No se entiende. Las cartas son del 1 al 7, S de sota, C de caballo y R de rey: RR31.")


def _shown(hand: Hand) -> dict[str, Any]:
    ranks = hand.ranks()
    found = load()[ranks]
    return {
        "hand": hand,
        "words": hand_odds.hand_words(ranks),
        "lances": hand_odds.lances(found),
        "stones": hand_odds.stones(found),
        "odds": found,
        "deals": DEALS_LEFT,
        "hands": hand_classes()[ranks],
    }
