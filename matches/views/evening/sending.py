"""Answers to a phone's script: JSON instead of a page, and once for each key.

A page sent by its script carries `Idempotency-Key`. The view runs as ever; here its answer becomes
what a script can act on: where to go next, or why not. 401 asks to sign in again, 409 says that
things have moved on, 422 that something has to be mended.
"""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, cast
from uuid import UUID

from django.contrib.messages import ERROR, get_messages
from django.contrib.messages.storage.base import BaseStorage
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from league.models import User
from league.refusals import Refused
from league.sentences import sentence
from matches.services.sendings import Answer, Clock, sending_once

_LONGEST_AWAY = timedelta(days=2)


def phone_key(user: User) -> str:
    """Whose things a phone keeps: names the person to the phone without saying who it is."""
    return salted_hmac("matches.phone", str(user.pk)).hexdigest()[:16]


def is_by_script(request: HttpRequest) -> bool:
    return request.method == "POST" and "Idempotency-Key" in request.headers


def ask_to_sign_in(request: HttpRequest) -> JsonResponse:
    return _json(
        Answer(
            401,
            {
                "error": _("La sesión ha caducado. Nada se ha perdido: hay que entrar otra vez."),
                "login": reverse("account_login"),
            },
        )
    )


def answer(request: HttpRequest, pk: int, act: Callable[[], HttpResponse]) -> JsonResponse:
    """The view's answer for a script; under a key that was answered before, the same again."""
    try:
        key = UUID(request.headers["Idempotency-Key"])
    except ValueError:
        return _json(Answer(422, {"error": _("Falta la clave del envío.")}))
    now = timezone.now()
    clock = _clock(request)
    if clock is not None:
        # What waited for coverage happened when it was noted, by the server's clock.
        noted = clock.noted_at - (clock.phone_at - now)
        request.noted_at = min(noted, now)  # type: ignore[attr-defined]
    digest = hashlib.sha256(request.POST.urlencode().encode()).hexdigest()
    try:
        found = sending_once(
            actor=cast(User, request.user),
            encounter_id=pk,
            key=key,
            path=request.path,
            digest=digest,
            clock=clock,
            at=now,
            act=lambda: _read(request, act),
        )
    except Refused as refusal:
        found = Answer(409, {"error": sentence(refusal)})
    return _json(found)


def tell_phone(response: HttpResponse, **data: Any) -> HttpResponse:
    """Leave something for the phone beside the page; a `conflict` becomes a choice there."""
    response.for_phone = {**getattr(response, "for_phone", {}), **data}  # type: ignore[attr-defined]
    return response


def _read(request: HttpRequest, act: Callable[[], HttpResponse]) -> Answer:
    try:
        response = act()
    except Http404:
        return Answer(404, {"error": _("Este encuentro ya no está.")})
    except PermissionDenied:
        return Answer(403, {"error": _("Esta cuenta no puede hacer eso en este encuentro.")})
    data: dict[str, Any] = dict(getattr(response, "for_phone", {}))
    if "Location" in response.headers:
        data["next"] = response.headers["Location"]
    error = _error_told(request)
    if error:
        return Answer(409, {"error": error, **data})
    if "conflict" in data:
        return Answer(409, data)
    if response.status_code >= 400 or not ("next" in data or "HX-Request" in request.headers):
        # A form with errors, or a page that asks something back: both have to be seen.
        return Answer(422, {"error": _("Falta algo por corregir o confirmar."), **data})
    if "next" not in data:
        data["html"] = response.content.decode()
    return Answer(200, data)


def _error_told(request: HttpRequest) -> str:
    """A refusal that the next page was to show; it still will."""
    storage = cast(BaseStorage, get_messages(request))
    found = [str(message) for message in storage if message.level >= ERROR]
    storage.used = False
    return found[-1] if found else ""


def _clock(request: HttpRequest) -> Clock | None:
    moments = []
    for name in ("X-Noted-At", "X-Phone-At"):
        with suppress(ValueError):
            moment = datetime.fromisoformat(request.headers.get(name, ""))
            if moment.tzinfo is not None:
                moments.append(moment)
    if len(moments) < 2 or not timedelta(0) <= moments[1] - moments[0] < _LONGEST_AWAY:
        return None
    return Clock(*moments)


def _json(found: Answer) -> JsonResponse:
    response = JsonResponse(found.data, status=found.status)
    response["Cache-Control"] = "no-store"
    return response
