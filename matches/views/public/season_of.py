"""The one guard of every public page: which season, who may see it, and whether it has changed.

A season that is not public, a group or a thing of another season, and a competition that does not
exist all answer 404: nobody learns what is being prepared.

A visitor without account gets the same page as every other: it is kept under the versions of the
groups (never by time), answered 304 before anything is rendered, and changes the moment a fact
does. Signed-in people get theirs made anew each time.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import caches
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from league import canonical
from league.models import Division, Season, Tournament
from league.policies import may_see_season
from league.release import release
from matches.moments import night_of
from matches.selectors.public_season import phases_of, season_by_slugs

KEPT_SECONDS = 24 * 3600  # room in the cache; what is correct follows from the key alone
KEPT_HEADERS = ("Content-Type", "Content-Disposition")

View = Callable[..., HttpResponse]
Find = Callable[..., tuple[Mapping[str, Any], str]]


@dataclass(frozen=True)
class Place:
    """The season a page is of, its groups, and the group in the address, if any. `phases` are the
    groups and the knock-outs of tournament days."""

    season: Season
    phases: Sequence[Division]
    divisions: Sequence[Division]
    chosen: Division | None
    now: datetime

    @property
    def division(self) -> Division:
        """The group of the address. Raises Division.DoesNotExist."""
        if self.chosen is None:
            raise Division.DoesNotExist
        return self.chosen

    @property
    def tournaments(self) -> list[Tournament]:
        """The tournament days of the season, in the order of their groups."""
        found = {one.tournament.pk: one.tournament for one in self.phases if one.tournament}
        return list(found.values())

    @property
    def version(self) -> str:
        """Changes with every fact that the page may print."""
        season = self.season
        moving = self.phases if self.chosen is None else [self.chosen]
        return canonical.digest(
            canonical.dumps(
                {
                    "versions": [(one.pk, one.version) for one in moving],
                    "divisions": [
                        (one.pk, one.name, one.slug, one.promoted, one.relegated)
                        for one in self.divisions
                    ],
                    "season": [
                        season.competition.name,
                        season.name,
                        season.state,
                        season.is_public,
                        season.options,
                        season.scheme,
                        season.withdrawal_policy,
                        season.boards,
                    ],
                }
            )
        )


def public_page(view: View | None = None, *, find: Find | None = None) -> Any:
    """Give the view its place.

    `find(place, **kwargs)` brings the thing the page is about, which takes the place of the
    address's arguments, and a word for what the page reads off the clock (M-D.3), such as whether
    claims are still in time: the page changes when the word does.
    """

    def decorate(inner_view: View) -> View:
        @require_safe
        @wraps(inner_view)
        def inner(
            request: HttpRequest, competition: str, season: str, **kwargs: Any
        ) -> HttpResponse:
            try:
                place = _place(request, competition, season, kwargs.pop("division", None))
                things, word = find(place, **kwargs) if find else (kwargs, "")
                return _answer(
                    request,
                    f"{place.version}|{word}",
                    lambda: inner_view(request, place, **things),
                )
            except ObjectDoesNotExist:
                raise Http404 from None

        return inner

    return decorate if view is None else decorate(view)


def by_night(place: Place, **kwargs: Any) -> tuple[Mapping[str, Any], str]:
    """For a page that says what is tonight and this week."""
    return kwargs, night_of(place.now).isoformat()


def _place(request: HttpRequest, competition: str, season: str, division: str | None) -> Place:
    found = season_by_slugs(competition, season)
    if not may_see_season(request.user, found):
        raise Season.DoesNotExist
    phases = phases_of(found)
    divisions = [one for one in phases if not one.is_knockout]
    chosen = None
    if division is not None:
        chosen = next((one for one in divisions if one.slug == division), None)
        if chosen is None:
            raise Division.DoesNotExist
    return Place(
        season=found, phases=phases, divisions=divisions, chosen=chosen, now=timezone.now()
    )


def _answer(request: HttpRequest, version: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    if settings.DEBUG or request.user.is_authenticated or len(get_messages(request)):
        response = make()
        response["Cache-Control"] = "private, no-cache"
        return response
    cache = caches["pages"]
    tag = _tag(request, version)
    kept = f"page:{tag}" if not request.GET else None
    unchanged: HttpResponse | None = get_conditional_response(request, etag=f'W/"{tag}"')
    if unchanged is not None:  # 304, or 412 for who asked for another one
        return _revalidated(unchanged, tag)
    body: Mapping[str, Any] | None = cache.get(kept) if kept else None
    if body is not None:
        response = HttpResponse(body["content"], headers=body["headers"])
        return _revalidated(response, tag)
    response = make()
    if response.status_code == 200:
        if kept:
            headers = {name: response[name] for name in KEPT_HEADERS if name in response}
            cache.set(kept, {"content": response.content, "headers": headers}, KEPT_SECONDS)
        _revalidated(response, tag)
    return response


def _tag(request: HttpRequest, version: str) -> str:
    whole = "|".join((release(), get_language() or "", request.get_full_path(), version))
    return hashlib.sha256(whole.encode()).hexdigest()[:32]


def _revalidated(response: HttpResponse, tag: str) -> HttpResponse:
    """Anybody may keep it, nobody may show it again without asking."""
    response["ETag"] = f'W/"{tag}"'
    response["Cache-Control"] = "public, no-cache"
    patch_vary_headers(response, ("Cookie",))
    return response
