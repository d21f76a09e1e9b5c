"""What every public page has around it: tabs, the way back, the name of the league."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Division
from matches import addresses
from matches.views.public.season_of import Place

Crumb = tuple[Any, str]


def page(
    request: HttpRequest,
    place: Place,
    template: str,
    *,
    tab: str = "",
    crumbs: tuple[Crumb, ...] = (),
    here: Any = "",
    **context: Any,
) -> HttpResponse:
    """Render a page of the season. `tab` is the one it stands under; `crumbs` lead back from
    `here`."""
    way = [
        {"text": place.season.name, "url": addresses.season_path(place.season)},
        *({"text": text, "url": url} for text, url in crumbs),
        {"text": here},
    ]
    frame = {
        "place": place,
        "season": place.season,
        "division": place.chosen,
        "brand_name": place.season.competition.name,
        "tabs": tabs(place, tab),
        "breadcrumbs": way if here else [],
    }
    return render(request, f"public/{template}.html", frame | context)


def tabs(place: Place, current: str) -> list[dict[str, Any]]:
    """The tabs of the season; those of a group lead to the group at hand or the first."""
    season = place.season
    division = place.chosen or (place.divisions[0] if place.divisions else None)
    found = [("season", _("Portada"), addresses.season_path(season))]
    if division is not None:
        found += [
            ("standings", _("Clasificación"), addresses.standings_path(division)),
            ("calendar", _("Jornadas"), addresses.calendar_path(division)),
        ]
    days = place.tournaments
    if days:
        near = min(days, key=lambda day: abs(day.starts_at - place.now))
        found.append(("tournament", _("Torneo"), addresses.tournament_path(near)))
    found += [
        ("teams", _("Peñas"), addresses.teams_path(season)),
        ("rulings", _("Resoluciones"), addresses.rulings_path(season)),
        (
            "regulation",
            _("Reglamento"),
            f"{reverse('league:regulation')}?temporada={season.pk}",
        ),
    ]
    return [{"text": text, "url": url, "current": name == current} for name, text, url in found]


def group_links(place: Place, path: Any) -> list[dict[str, Any]]:
    """Links between the same page of each group, empty where there is only one."""
    if len(place.divisions) < 2:
        return []
    return [
        {"text": division.name, "url": path(division), "current": division == place.chosen}
        for division in place.divisions
    ]


def division_crumb(division: Division) -> Crumb:
    return division.name, addresses.standings_path(division)
