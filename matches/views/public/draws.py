"""The report of a draw: what went in, what came out, and how anybody can run it again."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from matches import addresses
from matches import draw as algorithm
from matches.models import Draw, Encounter
from matches.selectors.public_encounters import DrawReading, read_draw
from matches.states.partida import Side
from matches.views.public.encounters import find, has_draw, kicker
from matches.views.public.frame import page
from matches.views.public.season_of import Place, public_page


@public_page(find=find)
def draw(request: HttpRequest, place: Place, found: Encounter) -> HttpResponse:
    if not has_draw(found):
        raise Draw.DoesNotExist
    reading = read_draw(found)
    return page(
        request,
        place,
        "draw",
        tab="calendar",
        crumbs=((f"{found.home} — {found.away}", addresses.encounter_path(found)),),
        here=_("Sorteo"),
        encounter=found,
        kicker=kicker(found, place),
        draw=reading,
        boards=_boards(reading),
        commitment_holds=reading.made
        and not reading.by_hand
        and algorithm.commitment(reading.seed) == reading.commitment,
        comes_out=comes_out(found, reading),
        key_text=_key_text(found, reading),
        home_slots=", ".join(str(chair.slot) for chair in reading.home),
        away_slots=", ".join(str(chair.slot) for chair in reading.away),
    )


def comes_out(found: Encounter, reading: DrawReading) -> bool:
    """Whether running the algorithm again on the inputs gives the pairs that sat down."""
    if not reading.made or reading.by_hand:
        return False
    again = algorithm.draw(
        encounter=found.pk,
        seed=reading.seed,
        home_nonce=reading.home_nonce,
        away_nonce=reading.away_nonce,
        home=reading.inputs["home"],
        away=reading.inputs["away"],
    )
    sat = {
        (chair["board"], chair["side"], chair["position"]): chair["seat"].slot
        for chair in reading.chairs
    }
    return sat == {(one.board, one.side, one.position): one.player for one in again}


def _boards(reading: DrawReading) -> list[dict[str, Any]]:
    boards: dict[int, dict[str, Any]] = {}
    for chair in reading.chairs:
        board = boards.setdefault(
            chair["board"], {"number": chair["board"], "HOME": [], "AWAY": []}
        )
        board[chair["side"]].append(chair["seat"])
    return [
        {
            "number": board["number"],
            "home": board[Side.HOME],
            "away": board[Side.AWAY],
        }
        for _number, board in sorted(boards.items())
    ]


def _key_text(found: Encounter, reading: DrawReading) -> str:
    """The text whose SHA-256 is the key of the draw (`matches.draw.key`)."""
    if not reading.made or reading.by_hand:
        return ""
    return (
        f"amarraco/draw/{reading.algorithm}|{found.pk}|{reading.seed}"
        f"|{reading.home_nonce}|{reading.away_nonce}"
    )
