"""What hangs on the wall, as PDF: the live table and the board of rulings."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from matches.paper.lists import rulings_pdf, standings_pdf
from matches.paper_responses import pdf_file
from matches.selectors.public_season import rulings_of
from matches.selectors.standings import standings_rows
from matches.views.public.rulings import last_ruling, ruling_card
from matches.views.public.season_of import Place, public_page
from matches.views.public.standings import shown_rows


@public_page
def standings(request: HttpRequest, place: Place) -> HttpResponse:
    rows = shown_rows(standings_rows(place.division), place.season)
    place.division.season = place.season
    data = standings_pdf(place.division, rows, at=place.now)
    return pdf_file(data, f"clasificacion-{place.season.slug}-{place.division.slug}")


def _find(place: Place, **kwargs: Any) -> tuple[Mapping[str, Any], str]:
    return kwargs, last_ruling(place.season)


@public_page(find=_find)
def rulings(request: HttpRequest, place: Place) -> HttpResponse:
    cards = [ruling_card(ruling) for ruling in rulings_of(place.season)]
    return pdf_file(
        rulings_pdf(place.season, cards, at=place.now), f"resoluciones-{place.season.slug}"
    )
