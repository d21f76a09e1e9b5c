"""The tick list of a side: its lines, what was typed on it, and what may be said of it at once."""

from typing import Any

from django.http import HttpRequest

from league.http import whole_number
from league.models import DrawMode
from league.refusals import Refused
from league.sentences import sentence
from matches.eligibility_words import reason_words
from matches.selectors.evening_line_up import LineUps
from matches.views.evening.visit import Visit


def faults_of(boards: int) -> list[tuple[str, str]]:
    """What a phone says by itself of a line-up that cannot be closed, `{n}` to be filled in."""
    numbers: dict[str, Any] = {"players": "{n}", "pairs": "{n}", "most": 2 * boards}
    codes = ("odd", "too_many", "fewer_than_three", "pairs_open")
    return [(code, sentence(Refused(f"line_up.{code}", **numbers))) for code in codes]


def ticks_of(
    lists: LineUps,
    typed: tuple[list[int], list[int]] | None,
    chosen: dict[int, int] | None,
    *,
    like_last: bool,
) -> list[dict[str, Any]]:
    """The lines of the list, with what was typed, or what is noted, or who played last time."""
    lines = []
    for ficha in lists.fichas:
        present, plays, pair = ficha.present, ficha.plays, ficha.pair
        if typed is not None:
            present, plays = (ficha.registration in ids for ids in typed)
            pair = (chosen or {}).get(ficha.registration)
        elif like_last:
            present = plays = ficha.played_last and ficha.may_play
            pair = ficha.last_pair if plays else None
        lines.append(
            {
                "id": ficha.registration,
                "slot": ficha.slot,
                "name": ficha.name,
                "present": present or plays,
                "plays": plays,
                "pair": pair,
                "reasons": [
                    {"text": reason_words(reason), "clause": reason.clause}
                    for reason in ficha.reasons
                ],
            }
        )
    return lines


def forms_pairs(came: Visit) -> bool:
    """Whether the delegates form the pairs and only the boards are drawn (M-D.5)."""
    return came.stand.encounter.division.season.draw_mode == DrawMode.OPPONENTS


def chosen_pairs(request: HttpRequest) -> dict[int, int]:
    """Ficha → number of its pair, as the selects say."""
    found = {}
    for name in request.POST:
        ficha = whole_number(name.removeprefix("pair-")) if name.startswith("pair-") else None
        pair = whole_number(request.POST[name])
        if ficha is not None and pair is not None:
            found[ficha] = pair
    return found


def ids_of(request: HttpRequest, name: str) -> list[int]:
    numbers = map(whole_number, request.POST.getlist(name))
    return [number for number in numbers if number is not None]
