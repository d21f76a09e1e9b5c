"""The front page of a season: tonight, this week, the tables in short, the last rulings."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from matches import addresses
from matches.selectors.public_season import recent_rulings, season_now
from matches.selectors.standings import standings_of
from matches.views.public.frame import page
from matches.views.public.lines import lines
from matches.views.public.rulings import last_ruling, ruling_card
from matches.views.public.season_of import Place, by_night, public_page
from matches.views.public.standings import shown_rows

SHORT = 6
RULINGS = 3


def _find(place: Place, **kwargs: Any) -> tuple[Mapping[str, Any], str]:
    things, night = by_night(place, **kwargs)
    return things, f"{night}|{last_ruling(place.season)}"


@public_page(find=_find)
def season(request: HttpRequest, place: Place) -> HttpResponse:
    now = season_now(place.divisions, now=place.now)
    tables = standings_of(place.divisions)
    return page(
        request,
        place,
        "season",
        tab="season",
        tonight=lines(now.tonight, day=False),
        week=lines(now.week),
        next=lines(now.next),
        last=lines(now.last),
        tables=[
            {
                "division": division,
                "rows": shown_rows(tables[division.pk], place.season)[:SHORT],
                "more": max(0, len(tables[division.pk]) - SHORT),
                "url": addresses.standings_path(division),
            }
            for division in place.divisions
        ],
        rulings=[ruling_card(ruling) for ruling in recent_rulings(place.season, RULINGS)],
        rulings_url=addresses.rulings_path(place.season),
        several=len(place.divisions) > 1,
    )
