"""The acta on paper: the blank one to print, its photo sent, the organiser's copy confirmed."""

from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.models import User
from matches.forms.paper import ConfirmForm, PhotosForm
from matches.models import Acta
from matches.paper.blank import blank_pdf
from matches.paper_responses import pdf_response
from matches.selectors.evening import Step
from matches.selectors.evening_acta import Sheet, versions_of
from matches.selectors.paper import confirmations_of, photos_of
from matches.selectors.signing_codes import codes_of
from matches.services import paper as services
from matches.views.evening.seen import seen
from matches.views.evening.signing import sheet_lines
from matches.views.evening.visit import (
    SAYS_NO,
    Visit,
    refusal_of,
    show,
    signed_in,
    visit,
)


@require_safe
@signed_in
def blank(request: HttpRequest, pk: int) -> HttpResponse:
    """The blank acta of the encounter, to print; a side's copy carries its code to sign with."""
    came = visit(request, pk)
    encounter = came.stand.encounter
    codes = codes_of([encounter], came.side, at=came.at) if came.side else {}
    data = blank_pdf([encounter], season=encounter.division.season, at=came.at, codes=codes)
    return pdf_response(data, _("acta-en-blanco-%(pk)s") % {"pk": pk})


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def paper(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the photo of the acta on paper; once it is transcribed, say whether it is the same."""
    came = visit(request, pk, writes=request.method == "POST")
    sheet = versions_of(came.stand.encounter).in_force
    if request.method != "POST":
        seen(came, sheet)
        return _page(came, sheet)
    if request.POST.get("action") == "confirm":
        return _confirm(came, sheet)
    form = PhotosForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(came, sheet, form=form, status=422)
    try:
        services.paper_hand_in(
            actor=cast(User, request.user),
            encounter_id=pk,
            files=form.cleaned_data["photos"],
            at=came.at,
        )
    except SAYS_NO as refusal:
        return _page(came, sheet, form=form, refusal=refusal_of(refusal), status=422)
    return redirect("matches:evening-paper", pk=pk)


def _confirm(came: Visit, sheet: Sheet | None) -> HttpResponse:
    form = ConfirmForm(came.request.POST)
    if not form.is_valid():
        return _page(came, sheet, confirm=form, status=422)
    known = {sheet.acta.pk} if sheet else set()
    try:
        acta_id = form.cleaned_data["acta"]
        services.paper_confirm(
            actor=cast(User, came.request.user),
            acta_id=acta_id if acta_id in known else max(known, default=0),
            digest=form.cleaned_data["digest"],
            agrees=form.cleaned_data["agrees"] == "yes",
            text=form.cleaned_data["text"],
            at=came.at,
        )
    except Acta.DoesNotExist:
        return _page(came, sheet, status=422)
    except SAYS_NO as refusal:
        return _page(came, sheet, confirm=form, refusal=refusal_of(refusal), status=422)
    return redirect("matches:evening-paper", pk=came.pk)


def _page(
    came: Visit,
    sheet: Sheet | None,
    *,
    form: PhotosForm | None = None,
    confirm: ConfirmForm | None = None,
    refusal: dict[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    transcribed = sheet is not None and sheet.acta.reason == Acta.Reason.ORGANISER
    context: dict[str, Any] = {"transcribed": transcribed, "in_force": sheet is not None}
    if sheet is not None and transcribed:
        said = confirmations_of(sheet.acta)
        context |= {
            "sheet": sheet,
            "lines": sheet_lines(came, sheet),
            "said": [{"team": came.team(side), "row": row} for side, row in said.items()],
            "may_confirm": came.side is not None and said[came.side] is None,
            "confirm": confirm
            or ConfirmForm(initial={"acta": sheet.acta.pk, "digest": sheet.acta.digest}),
        }
    return show(
        came,
        "paper",
        status=status,
        step=Step.DONE if sheet else came.stand.step,
        photos=photos_of(came.stand.encounter),
        form=form or PhotosForm(),
        refusal=refusal,
        **context,
    )
