"""What a phone needs to work without coverage: its worker, a sign of life, what it reckons with,
and a last page."""

import hashlib
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league import canonical
from league.models import DrawMode
from league.release import release
from matches.eligibility_words import reason_words
from matches.selectors.evening_boards import BREAK, THIRD, games_of
from matches.selectors.evening_line_up import line_ups_of
from matches.services.line_up import FEWEST_PAIRS
from matches.views.evening.sending import ask_to_sign_in, phone_key
from matches.views.evening.visit import Visit, keep, visit


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. At the root, since it may serve only what lies below its address."""
    response = render(
        request,
        "sw.js",
        {"release": release(), "static_url": settings.STATIC_URL},
        content_type="text/javascript; charset=utf-8",
    )
    response["Cache-Control"] = "no-cache"
    response["Service-Worker-Allowed"] = "/"
    return response


@never_cache
@require_safe
def signal(request: HttpRequest) -> HttpResponse:
    """There is coverage: whose session this is, a fresh CSRF token, and the official time."""
    if not request.user.is_authenticated:
        return ask_to_sign_in(request)
    now = timezone.now().isoformat()
    return JsonResponse({"user": phone_key(request.user), "csrf": get_token(request), "now": now})


@require_safe
def data(request: HttpRequest, pk: int) -> HttpResponse:
    """What the phone reckons with while no server answers: the games that the format allows, the
    terms of a break, and of the own side alone who may play. The rules themselves stay here."""
    if not request.user.is_authenticated:
        return ask_to_sign_in(request)
    came = visit(request, pk, referee=True)
    body = canonical.dumps(_facts(came)).encode()
    etag = quote_etag(hashlib.sha256(body).hexdigest()[:32])
    response: HttpResponse = HttpResponse(body, content_type="application/json")
    response["ETag"] = etag
    # The worker keeps it, under this person's name, and forgets it when they sign out: no other
    # cache does.
    response["Cache-Control"] = "private, no-store"
    keep(response, came.phone)
    found = get_conditional_response(request, etag=etag, response=response)
    return cast(HttpResponse, found)


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Kept by the phone for what it has not kept. The same for everybody: it names nobody."""
    return render(request, "evening/offline.html")


def _facts(came: Visit) -> dict[str, Any]:
    encounter = came.stand.encounter
    season = encounter.division.season
    games = games_of(encounter)
    return {
        "format": "amarraco-phone/1",
        "encounter": encounter.pk,
        "side": came.side,
        "legal": sorted(games.legal),
        "finished": sorted(games.finished),
        "break": {"minutes": BREAK.seconds // 60, "lost": THIRD},
        "line_up": None
        if came.side is None
        else {
            "boards": season.boards,
            "fewest": min(FEWEST_PAIRS, season.boards),
            "in_pairs": season.draw_mode == DrawMode.OPPONENTS,
            "fichas": [
                {
                    "id": ficha.registration,
                    "slot": ficha.slot,
                    "name": ficha.name,
                    "last": ficha.played_last and ficha.may_play,
                    "last_pair": ficha.last_pair,
                    "reasons": [
                        {"text": reason_words(reason), "clause": reason.clause}
                        for reason in ficha.reasons
                    ],
                }
                for ficha in line_ups_of(encounter, came.side, both=False).fichas
            ],
        },
    }
