"""What a phone needs to work without coverage: its worker, a sign of life, and a last page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.release import release
from matches.views.evening.sending import ask_to_sign_in, phone_key


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
def offline(request: HttpRequest) -> HttpResponse:
    """Kept by the phone for what it has not kept. The same for everybody: it names nobody."""
    return render(request, "evening/offline.html")
