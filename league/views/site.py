"""The front page."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.models import Season
from league.selectors import seasons as select
from league.views.pages import address_of


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Public seasons, by competition; the only one stands out."""
    competitions: list[dict[str, Any]] = [
        {
            "competition": found.competition,
            "seasons": [_edition(season) for season in found.seasons],
        }
        for found in select.public_competitions()
    ]
    only = None
    if len(competitions) == 1 and len(competitions[0]["seasons"]) == 1:
        only = competitions[0]["seasons"][0]
    return render(request, "home.html", {"competitions": competitions, "only": only})


def _edition(season: Season) -> dict[str, Any]:
    """A season with the addresses of its page and of the tables of its groups."""
    of = {"competition": season.competition.slug, "season": season.slug}
    return {
        "season": season,
        "url": address_of("matches:season", **of),
        "tables": [
            {"name": each.name, "url": address_of("matches:standings", division=each.slug, **of)}
            for each in season.divisions.all()
        ],
    }
