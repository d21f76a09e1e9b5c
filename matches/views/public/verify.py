"""Is this acta ours, and does it count? By the code printed on it, by its QR, or by its file."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from matches import addresses, bundles, verdict_words
from matches.encounter_words import ACTA_REASONS, KINDS
from matches.models import Acta
from matches.selectors import verdicts
from matches.selectors.verdicts import Standing, Verdict

MAX_FILE = 5 * 1024 * 1024


@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """The page with both ways; a typed code leads to its own address."""
    typed = request.GET.get("codigo", "").strip()
    if typed:
        code = bundles.code_read(typed)
        if code:
            return redirect("matches:verify-code", code=code)
        return _page(request, typed=typed, heading=verdict_words.NO_CODE)
    return _page(request)


@require_safe
def verify_code(request: HttpRequest, code: str) -> HttpResponse:
    """Where a QR leads."""
    read = bundles.code_read(code)
    verdict = verdicts.of_code(read, request.user)
    status = 200 if verdict.acta else 404
    typed = bundles.code_shown(read) if read else code[:40]
    return _page(request, verdict=verdict, typed=typed, status=status)


@csrf_exempt  # nothing is changed, and a visitor gets no cookie
@require_http_methods(["GET", "HEAD", "POST"])
def verify_file(request: HttpRequest) -> HttpResponse:
    """A file is read, judged and forgotten: nothing of it is kept."""
    if request.method != "POST":
        return redirect("matches:verify")
    sent = request.FILES.get("file")
    if sent is None or not sent.size:
        return _page(request, error=_("Falta el fichero: el PDF del acta o su JSON."))
    if sent.size > MAX_FILE:
        return _page(
            request, error=_("Es demasiado grande para ser un acta: las nuestras no pasan de 5 MB.")
        )
    verdict = verdicts.of_file(sent.read(), request.user)
    return _page(request, verdict=verdict, name=(sent.name or "")[:80])


def _page(
    request: HttpRequest,
    *,
    verdict: Verdict | None = None,
    heading: tuple[Any, Any, str] | None = None,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    if verdict is not None:
        heading = verdict_words.heading(verdict)
        context |= {"verdict": verdict, "standing": verdict_words.standing(verdict)}
        if verdict.acta is not None and (verdict.is_genuine or verdict.visible):
            context |= _facts(verdict, verdict.acta)
    response = render(
        request,
        "public/verify.html",
        {"heading": heading, "offline": reverse("league:keys"), **context},
        status=status,
    )
    response["Cache-Control"] = "private, no-store"
    return response


def _facts(verdict: Verdict, acta: Acta) -> dict[str, Any]:
    """What the public page of the version says, in a few lines."""
    content = json.loads(acta.content)
    unseen = verdict.standing in {Standing.DRAFT, Standing.DROPPED}
    seal = getattr(acta, "seal", None)
    found: dict[str, Any] = {
        "acta": acta,
        "teams": (content["home"]["name"], content["away"]["name"]),
        "code": bundles.code_shown(acta.code),
        "reason": ACTA_REASONS[acta.reason],
        "seal": seal,
        "unsigned": verdict_words.UNSIGNED,
    }
    if not unseen:
        found |= {
            "score": content["score"],
            "ending": KINDS[content["kind"]] if content["kind"] != "PLAYED" else "",
        }
        if verdict.visible:
            found["acta_url"] = addresses.acta_path(acta)
    if verdict.successor is not None:
        verdict.successor.encounter = acta.encounter
        found["successor"] = verdict.successor
        found["successor_reason"] = ACTA_REASONS[verdict.successor.reason]
        if verdict.visible:
            found["successor_url"] = addresses.acta_path(verdict.successor)
    if verdict.ruling is not None and verdict.visible:
        verdict.ruling.season = acta.encounter.division.season
        found["ruling_url"] = addresses.ruling_path(verdict.ruling)
    return found
