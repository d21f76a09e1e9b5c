"""The front page of a season: tonight, this week, the tables in short, the last rulings."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse

from matches import addresses, moments
from matches.models import Ruling
from matches.selectors.prizes import has_prizes
from matches.selectors.public_season import live_of, recent_rulings, season_now
from matches.selectors.standings import standings_of
from matches.views.public.frame import page
from matches.views.public.lines import line
from matches.views.public.rulings import ruling_card
from matches.views.public.season_of import Place, by_night, public_page
from matches.views.public.standings import shown_rows

SHORT = 6
RULINGS = 3


def _find(place: Place, **kwargs: Any) -> tuple[Mapping[str, Any], str]:
    things, night = by_night(place, **kwargs)
    rulings = recent_rulings(place.season, RULINGS)
    return {**things, "rulings": rulings}, f"{night}|{rulings[0].pk if rulings else 0}"


@public_page(find=_find)
def season(request: HttpRequest, place: Place, rulings: Sequence[Ruling]) -> HttpResponse:
    now = season_now(place.phases, now=place.now)
    live = live_of([*now.tonight, *now.week, *now.next])
    tables = standings_of(place.divisions)
    return page(
        request,
        place,
        "season",
        tab="season",
        tonight=[line(row, live, day=False) for row in now.tonight],
        week=[line(row, live) for row in now.week],
        next=[line(row, live) for row in now.next],
        last=[line(row, live) for row in now.last],
        tables=[
            {
                "division": division,
                "rows": shown_rows(tables[division.pk], place.season)[:SHORT],
                "more": max(0, len(tables[division.pk]) - SHORT),
                "url": addresses.standings_path(division),
            }
            for division in place.divisions
        ],
        rulings=[ruling_card(ruling) for ruling in rulings],
        rulings_url=addresses.rulings_path(place.season),
        prizes_url=addresses.prizes_path(place.season) if has_prizes(place.season) else "",
        several=len(place.divisions) > 1,
        tournaments=[
            {
                "name": one.name,
                "when": moments.whole(one.starts_at),
                "url": addresses.tournament_path(one),
            }
            for one in place.tournaments
        ],
    )
