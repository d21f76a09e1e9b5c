"""Signing on one phone: the other side's code typed here, the own side's code to look at, and the
page that says that it was not oneself."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from league.models import User
from matches.forms.evening import NotMeForm
from matches.selectors.evening import Step
from matches.selectors.evening_acta import versions_of
from matches.selectors.signing_codes import code_stand, disavowable
from matches.services import signing_codes
from matches.states.partida import Side
from matches.views.evening.signing import code_form, of_encounter, sheet_lines, sign_page
from matches.views.evening.visit import (
    SAYS_NO,
    is_stale,
    refusal_of,
    show,
    signed_in,
    tell,
    to_step,
    visit,
)

_MOVED_ON = {"acta.already_signed", "acta.frozen", "acta.changed_meanwhile", "acta.final"}


@require_POST
@signed_in
def sign_by_code(request: HttpRequest, pk: int) -> HttpResponse:
    """The other side signs what is on this screen, with its code."""
    came = visit(request, pk, writes=True)
    if came.stand.step not in {Step.SIGN, Step.DONE}:
        return to_step(pk)
    found = versions_of(came.stand.encounter)
    form = code_form(came, request.POST)
    if not form.is_valid():
        return sign_page(came, found, by_code=form, status=422)
    try:
        signing_codes.acta_sign_by_code(
            actor=cast(User, request.user),
            acta_id=of_encounter(came, form),
            digest=form.cleaned_data["digest"],
            code=form.cleaned_data["code"],
            signer_id=form.cleaned_data.get("signer") or None,
            disagrees=form.cleaned_data["disagrees"],
            disagreement=form.cleaned_data["disagreement"],
            at=came.at,
        )
    except SAYS_NO as refusal:
        if is_stale(refusal) or getattr(refusal, "code", "") in _MOVED_ON:
            tell(request, refusal)
            return to_step(pk)
        return sign_page(came, found, by_code=form, refusal=refusal_of(refusal), status=422)
    return to_step(pk)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def code(request: HttpRequest, pk: int) -> HttpResponse:
    """The own side's code, for the case that it has to sign on the other's phone; a new one."""
    came = visit(request, pk, writes=True)
    if request.method == "POST":
        try:
            signing_codes.code_renew(actor=cast(User, request.user), encounter_id=pk, at=came.at)
        except SAYS_NO as refusal:
            tell(request, refusal)
        return redirect("matches:evening-code", pk=pk)
    stand = code_stand(came.stand.encounter, cast(Side, came.side), at=came.at)
    response = show(came, "code", step=came.stand.step, code=stand)
    # Not for the phone's own memory: the mail has it, and another may hold the phone.
    del response["X-Kept-For"]
    response["Cache-Control"] = "no-store"
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def not_me(request: HttpRequest, pk: int) -> HttpResponse:
    """“No fui yo”: asked once more before it freezes the acta and opens a case."""
    came = visit(request, pk, writes=True)
    signature = disavowable(came.stand.encounter, came.side)
    if request.method != "POST" and signature is None:
        return to_step(pk)
    form = NotMeForm(
        request.POST or None, initial={"acta": signature.acta_id if signature else None}
    )
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            signing_codes.signature_disavow(
                actor=cast(User, request.user),
                acta_id=of_encounter(came, form),
                text=form.cleaned_data["text"],
                at=came.at,
            )
        except SAYS_NO as said:
            refusal = refusal_of(said)
        else:
            return to_step(pk)
    sheet = versions_of(came.stand.encounter).in_force
    return show(
        came,
        "not_me",
        status=422 if form.errors or refusal else 200,
        step=Step.DONE,
        form=form,
        refusal=refusal,
        signature=signature,
        other=came.team(cast(Side, came.side).other),
        sheet=sheet,
        lines=sheet_lines(came, sheet) if sheet else {},
    )
