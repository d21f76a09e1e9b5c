"""Tonight's encounter with one next step, and the way to wherever an evening stands."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import User
from matches import policies
from matches.selectors import evening as selector
from matches.selectors.dates import waiting_for
from matches.selectors.evening import Stand, Step
from matches.selectors.scoresheets import has_sheet, sheet_of
from matches.states.encounter import EncounterState
from matches.states.partida import Side
from matches.views.evening.sending import phone_key
from matches.views.evening.visit import PAGES, keep, phone_pages, signed_in, steps_of, visit


@require_safe
@signed_in
def tonight(request: HttpRequest) -> HttpResponse:
    """Where a delegate lands: tonight's encounter, else the next, else one left unsigned."""
    found = selector.tonight_of(cast(User, request.user), now=timezone.now())
    first = found.first
    context = {
        "found": found,
        "others": [one for one in found.unsigned if one is not first],
        "dates_waiting": waiting_for(cast(User, request.user), now=timezone.now()),
        "stand": first,
        "steps": steps_of(first) if first and not _is_match(first) else [],
        "next": _next(first, policies.side_of(request.user, first.encounter)) if first else None,
    }
    phone = phone_key(cast(User, request.user))
    pages = phone_pages(first) if first else []
    response = render(
        request, "evening/tonight.html", context | {"phone": phone, "phone_pages": pages}
    )
    return keep(response, phone)


@require_safe
@signed_in
def evening(request: HttpRequest, pk: int) -> HttpResponse:
    """To the current step; to the sheet where an encounter is one match."""
    if has_sheet(pk):
        return redirect("matches:sheet", pk=pk)
    return redirect(PAGES[visit(request, pk).stand.step], pk=pk)


@require_safe
@signed_in
def pulse(request: HttpRequest, pk: int) -> HttpResponse:
    """Asked by a page that waits for the other side: nothing, until something has happened.

    A page with something half typed (`typing`) is told; one that only waits is loaded again.
    """
    came = visit(request, pk)
    if request.GET.get("visto") == came.stand.pulse:
        return HttpResponse(status=204)
    if "typing" in request.GET:
        return render(request, "evening/_changed.html", {"pk": pk})
    response = HttpResponse(status=200)
    response["HX-Refresh"] = "true"
    return response


def _is_match(stand: Stand) -> bool:
    return sheet_of(stand.encounter.division.season) is not None


def _next(stand: Stand, side: Side | None) -> dict[str, str]:
    """The one next step: what the button says, where it leads, and what is being waited for."""
    if _is_match(stand):
        return {
            "text": _("Ver la hoja del partido"),
            "url": reverse("matches:sheet", kwargs={"pk": stand.encounter.pk}),
            "hint": "",
        }
    step, hint = stand.step, ""
    words = {
        Step.PRESENCE: _("Marcar quién está"),
        Step.DRAW: _("Sortear las parejas"),
        Step.BOARDS: _("Anotar los juegos"),
        Step.SIGN: _("Leer y firmar el acta"),
        Step.DONE: _("Ver el acta"),
    }[step]
    if step == Step.PRESENCE and stand.closed(side):
        words, hint = _("Ver cómo va"), _("Falta que la otra peña cierre quién juega.")
    elif step == Step.DRAW and stand.tapped(side):
        words, hint = _("Ver el sorteo"), _("Falta que la otra peña pulse.")
    elif stand.encounter.state == EncounterState.POSTPONED:
        words, hint = _("Ver el encuentro"), _("Está aplazado sin fecha.")
    url = reverse("matches:evening", kwargs={"pk": stand.encounter.pk})
    return {"text": words, "url": url, "hint": hint}
