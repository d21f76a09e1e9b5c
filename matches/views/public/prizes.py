"""Prizes of a season and the peñas that won them. Who collected them is nobody else's matter."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from matches import addresses
from matches.prize_words import place_words, state_words
from matches.selectors.prizes import prizes_of
from matches.states.prize import PrizeState
from matches.views.public.frame import page
from matches.views.public.season_of import Place, public_page


@public_page
def prizes(request: HttpRequest, place: Place) -> HttpResponse:
    lines = []
    for prize in prizes_of(place.season):
        words, level = state_words(prize.state)
        lines.append(
            {
                "name": prize.name,
                "place": place_words(prize),
                "team": prize.winner.name if prize.winner else "",
                "url": addresses.team_path(prize.winner, place.season) if prize.winner else "",
                "state": "" if prize.state == PrizeState.OPEN else words,
                "level": level,
            }
        )
    return page(request, place, "prizes", here=_("Premios"), lines=lines)
