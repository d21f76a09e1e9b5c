"""A tournament day for everybody: its page, the same for a screen on the wall, its calendar."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.models import Tournament
from matches import addresses, moments
from matches.selectors.dates import with_changes
from matches.selectors.public_season import encounters_of, listed
from matches.selectors.tournaments import clock_word, read_tournament
from matches.views.public.feeds import feed
from matches.views.public.frame import page
from matches.views.public.season_of import Place, public_page
from matches.views.tournament_shown import (
    NEXT_SHOWN,
    Board,
    board_of,
    shown_bracket,
    shown_courts,
    shown_groups,
    shown_teams,
    shown_timetable,
)


def _named(place: Place, slug: str) -> Tournament:
    """Raises Tournament.DoesNotExist."""
    found = next((one for one in place.tournaments if one.slug == slug), None)
    if found is None:
        raise Tournament.DoesNotExist
    return found


def _find(place: Place, tournament: str, **kwargs: Any) -> tuple[Mapping[str, Any], str]:
    found = _named(place, tournament)
    return {"found": found} | kwargs, clock_word(found, now=place.now)


def _board(place: Place, found: Tournament) -> Board:
    phases = [one for one in place.phases if one.tournament_id == found.pk]
    return board_of(read_tournament(found, phases), now=place.now)


@public_page(find=_find)
def tournament(request: HttpRequest, place: Place, found: Tournament) -> HttpResponse:
    board = _board(place, found)
    return page(
        request,
        place,
        "tournament",
        tab="tournament",
        here=found.name,
        when=moments.whole(found.starts_at),
        screen_url=addresses.tournament_screen_path(found),
        feed_url=addresses.tournament_feed_path(found),
        teams=shown_teams(board),
        **_context(board),
    )


@public_page(find=_find)
def screen(request: HttpRequest, place: Place, found: Tournament) -> HttpResponse:
    """Courts in large, tables and bracket below: read from across the hall, and fresh by itself."""
    context = _context(_board(place, found), many=1) | {
        "season": place.season,
        "page_url": addresses.tournament_path(found),
    }
    return render(request, "public/tournament_screen.html", context)


@public_page
def tournament_feed(request: HttpRequest, place: Place, tournament: str) -> HttpResponse:
    """The matches of the day whose teams are known, for a calendar app."""
    found = _named(place, tournament)
    phases = [one for one in place.phases if one.tournament_id == found.pk]
    rows = with_changes(encounters_of(phases).order_by("starts_at", "pk"))
    return feed(f"{found.name} · {place.season}", listed(rows, phases), place, found.slug)


def _context(board: Board, *, many: int = NEXT_SHOWN) -> dict[str, Any]:
    champion = board.reading.champion
    return {
        "tournament": board.reading.tournament,
        "champion": champion.name if champion else "",
        "courts": shown_courts(board, many=many),
        "groups": shown_groups(board.reading),
        "bracket": shown_bracket(board),
        "timetable": shown_timetable(board),
    }
