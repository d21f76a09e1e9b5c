"""The board of rulings, and each of them: clauses, facts in brief, decision, effects."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from league.models import Season
from matches import addresses
from matches.models import Ruling
from matches.selectors.public_rulings import ruling_of, touched_of
from matches.selectors.public_season import rulings_of
from matches.views.public.effects import told
from matches.views.public.frame import page
from matches.views.public.season_of import Place, public_page


def last_ruling(season: Season) -> str:
    """Changes with each ruling: not all of them are about an encounter of a group."""
    return str(season.rulings.aggregate(last=Max("pk"))["last"] or 0)


def _find(place: Place, **kwargs: Any) -> tuple[Mapping[str, Any], str]:
    return kwargs, last_ruling(place.season)


@public_page(find=_find)
def rulings(request: HttpRequest, place: Place) -> HttpResponse:
    return page(
        request,
        place,
        "rulings",
        tab="rulings",
        here=_("Resoluciones"),
        rulings=[ruling_card(ruling) for ruling in rulings_of(place.season)],
    )


@public_page(find=_find)
def ruling(request: HttpRequest, place: Place, number: int) -> HttpResponse:
    found = ruling_of(place.season, number)
    card = ruling_card(found)
    encounter = found.case.encounter
    if encounter is not None:
        encounter.division = next(one for one in place.divisions if one.pk == encounter.division_id)
    return page(
        request,
        place,
        "ruling",
        tab="rulings",
        crumbs=((_("Resoluciones"), addresses.rulings_path(place.season)),),
        here=card["title"],
        **card,
        encounter=encounter,
        encounter_url=addresses.encounter_path(encounter) if encounter else "",
        effects=told(found, touched_of(found)),
    )


def ruling_card(found: Ruling) -> dict[str, Any]:
    """What the board and the page of a ruling both print."""
    encounter = found.case.encounter
    later = getattr(found, "replaced_by", None)
    return {
        "ruling": found,
        "url": addresses.ruling_path(found),
        "title": _("Resolución %(number)s") % {"number": found.number},
        "about": _about(encounter) if encounter else "",
        "replaces": _other(found.replaces, found) if found.replaces else None,
        "replaced_by": _other(later, found) if later else None,
    }


def _about(encounter: Any) -> str:
    return f"{encounter.home} — {encounter.away} ({encounter.matchday})"


def _other(other: Ruling, found: Ruling) -> dict[str, Any]:
    other.season = found.season
    return {"number": other.number, "url": addresses.ruling_path(other)}
