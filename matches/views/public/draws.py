"""The report of a draw: what went in, what came out, and how anybody can run it again."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from league import canonical
from matches import addresses
from matches import draw as algorithm
from matches.models import Draw, Encounter
from matches.selectors.public_encounters import DrawReading, read_draw
from matches.states.partida import Side, Tap
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
        home_slots=_slots(reading, "home"),
        away_slots=_slots(reading, "away"),
        in_pairs=algorithm.mode_of(reading.inputs) == algorithm.OPPONENTS,
        taps=tap_words(reading, found),
        file_url=addresses.draw_file_path(found),
    )


@public_page(find=find)
def draw_file(request: HttpRequest, place: Place, found: Encounter) -> HttpResponse:
    """The draw as data, for `docs/verify_draw.py` and anybody's own program."""
    if not has_draw(found):
        raise Draw.DoesNotExist
    reading = read_draw(found)
    told: dict[str, Any] = {
        "format": "amarraco-draw/1",
        "encounter": found.pk,
        "made": reading.made,
        "commitment": reading.commitment,
    }
    if reading.made:
        told |= {
            "by_hand": reading.by_hand,
            "drawn_at": canonical.moment(reading.drawn_at) if reading.drawn_at else None,
            "seed": reading.seed,
            "home_nonce": reading.home_nonce,
            "away_nonce": reading.away_nonce,
            "taps": {"HOME": reading.home_tap, "AWAY": reading.away_tap},
            "inputs": {} if reading.by_hand else reading.inputs,
            "result": [
                {key: chair[key] for key in ("board", "side", "position", "slot")}
                for chair in reading.chairs
            ],
        }
    return HttpResponse(canonical.dumps(told), content_type="application/json; charset=utf-8")


def comes_out(found: Encounter, reading: DrawReading) -> bool:
    """Whether running the algorithm again on the inputs gives the pairs that sat down."""
    if not reading.made or reading.by_hand:
        return False
    again = algorithm.draw_of(
        reading.inputs,
        seed=reading.seed,
        home_nonce=reading.home_nonce,
        away_nonce=reading.away_nonce,
    )
    sat = {
        (chair["board"], chair["side"], chair["position"]): chair["slot"]
        for chair in reading.chairs
    }
    return sat == {(one.board, one.side, one.position): one.player for one in again}


def tap_words(reading: DrawReading, found: Encounter) -> list[str]:
    """What was not a tap of a side on its own phone, in sentences."""
    told = []
    taps = ((reading.home_tap, found.home, found.away), (reading.away_tap, found.away, found.home))
    for tap, own, other in taps:
        facts = {"team": own.name, "other": other.name}
        if tap == Tap.SHARED:
            told.append(
                _("Las dos peñas pulsaron en el teléfono de %(other)s, una detrás de otra.") % facts
            )
        if tap == Tap.SERVER:
            told.append(
                _(
                    "%(team)s no pulsó en el tiempo que había: en su lugar entró un número del "
                    "servidor, que nadie eligió."
                )
                % facts
            )
    return told


def _slots(reading: DrawReading, side: str) -> str:
    """The fichas that went in: one by one, or in the pairs that the delegate formed."""
    if reading.by_hand or not reading.made:
        return ""
    units = reading.inputs[side]
    if algorithm.mode_of(reading.inputs) == algorithm.PARTNERS:
        return ", ".join(str(slot) for slot in units)
    return " · ".join(_(" y ").join(str(slot) for slot in pair) for pair in units)


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
    """The text whose SHA-256 is the key of the draw."""
    if not reading.made or reading.by_hand:
        return ""
    return algorithm.key_text(
        found.pk,
        reading.seed,
        reading.home_nonce,
        reading.away_nonce,
        mode=algorithm.mode_of(reading.inputs),
    )
