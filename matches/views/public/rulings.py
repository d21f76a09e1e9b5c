"""The board of rulings, its feed, and each of them: clauses, facts in brief, decision, effects."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed, get_tag_uri
from django.utils.html import linebreaks
from django.utils.translation import gettext as _

from league.models import Season
from matches import addresses
from matches.models import Ruling
from matches.selectors.public_rulings import ruling_of, touched_of
from matches.selectors.public_season import rulings_of
from matches.views.public.effects import told
from matches.views.public.frame import page
from matches.views.public.season_of import Place, public_page

FEED_LENGTH = 50  # rulings, the newest first


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
        encounter.division = next(one for one in place.phases if one.pk == encounter.division_id)
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


@public_page(find=_find)
def rulings_feed(request: HttpRequest, place: Place) -> HttpResponse:
    """The board for a feed reader (Atom): what it prints, and nothing of the file behind it.

    A ruling that a later one corrects comes again, saying so.
    """
    page = urljoin(settings.SITE_URL, addresses.rulings_path(place.season))
    feed = Atom1Feed(
        title=_("Resoluciones: %(season)s") % {"season": place.season},
        link=page,
        description="",
        language="es",
        author_name=_("Comité de competición"),
        feed_url=urljoin(settings.SITE_URL, addresses.rulings_feed_path(place.season)),
        feed_guid=get_tag_uri(page, place.season.created_at),
    )
    for found in rulings_of(place.season)[:FEED_LENGTH]:
        card = ruling_card(found)
        later = getattr(found, "replaced_by", None)
        title = f"{card['title']} · {card['about']}" if card["about"] else card["title"]
        url = urljoin(settings.SITE_URL, card["url"])
        feed.add_item(
            title=_("%(title)s (sustituida por la %(number)s)")
            % {"title": title, "number": later.number}
            if later
            else title,
            link=url,
            unique_id=get_tag_uri(url, found.ruled_at),
            description=linebreaks(
                "\n\n".join((found.facts, found.decision, ", ".join(found.clauses))),
                autoescape=True,
            ),
            pubdate=found.ruled_at,
            updateddate=later.ruled_at if later else found.ruled_at,
        )
    if not feed.items:  # Atom asks for the date of an empty one too
        feed.latest_post_date = lambda: place.season.created_at  # type: ignore[method-assign]
    response = HttpResponse(content_type="application/atom+xml; charset=utf-8")
    feed.write(response, "utf-8")
    return response


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
