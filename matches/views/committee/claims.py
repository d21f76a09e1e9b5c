"""A delegate's claim once it is submitted: the receipt, taking it back. And the files."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.checks.evidence import EXTENSIONS
from league.machine import MoveRefused
from league.refusals import Refused
from matches import addresses, labels, moments, policies
from matches.case_words import span_words
from matches.forms.claims import ClaimWithdrawForm
from matches.models import Claim
from matches.selectors import cases as select
from matches.services.claims import claim_withdraw
from matches.states.claim import CLAIM, ClaimEvent, ClaimState
from matches.views.committee.claim_form import phone_key
from matches.views.deals import deal_shown


@login_required
@require_safe
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    """The receipt: number, moment, digest, and where it stands."""
    found = _claim(request, pk)
    may_withdraw = policies.may_withdraw(request.user, found) and CLAIM.allows(
        ClaimState(found.state), ClaimEvent.WITHDRAW
    )
    case = getattr(found, "case", None)
    words, level = labels.CLAIM_STATES[found.state]
    timeliness = select.timeliness(found)
    return render(
        request,
        "committee/claim.html",
        {
            "claim": found,
            "season": found.season,
            "brand_name": found.season.competition.name,
            "encounter": found.encounter,
            "case": case,
            "case_url": addresses.case_path(case)
            if case and policies.may_read_case(request.user, case)
            else "",
            "digest": select.claim_digest(found),
            "timeliness": timeliness,
            "margin": span_words(timeliness.margin) if timeliness else "",
            "deadline": moments.whole(timeliness.deadline) if timeliness else "",
            "received": moments.dated(found.submitted_at),
            "evidence": list(found.evidence.all()),
            "state": {"text": words, "level": level},
            "may_withdraw": may_withdraw,
            "deal": deal_shown(getattr(found, "deal", None)),
            "incident_deal": deal_shown(getattr(found.incident, "deal", None)),
            "phone_key": phone_key(found.encounter_id, request.user),
        },
    )


@login_required
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    found = _claim(request, pk)
    if not policies.may_withdraw(request.user, found):
        raise PermissionDenied
    form = ClaimWithdrawForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            claim_withdraw(
                actor=request.user,  # type: ignore[arg-type]
                claim_id=found.pk,
                reason=form.cleaned_data["reason"],
                at=timezone.now(),
            )
        except (Refused, MoveRefused) as refusal:
            form.add_refusal(refusal)
        else:
            messages.success(request, _("La reclamación está retirada."))
            return redirect("matches:claim", pk=found.pk)
    return render(
        request,
        "committee/claim_withdraw.html",
        {
            "claim": found,
            "season": found.season,
            "brand_name": found.season.competition.name,
            "form": form,
        },
        status=422 if form.is_bound else 200,
    )


@login_required
@require_safe
def evidence(request: HttpRequest, pk: int) -> FileResponse:
    """A file, to those who may see it: as a download, never as a page of ours."""
    try:
        found = select.evidence_of(pk)
    except ObjectDoesNotExist:
        raise Http404 from None
    if not policies.may_see_evidence(request.user, found):
        raise PermissionDenied
    try:
        opened = found.file.open("rb")
    except FileNotFoundError:
        raise Http404 from None
    extension = EXTENSIONS[found.content_type][0]
    response = FileResponse(
        opened,
        as_attachment=True,
        filename=f"prueba-{found.pk}.{extension}",
        content_type=found.content_type,
    )
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-store"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


def _claim(request: HttpRequest, pk: int) -> Claim:
    try:
        found = select.claim_of(pk)
    except ObjectDoesNotExist:
        raise Http404 from None
    if not policies.may_see_claim(request.user, found):
        raise PermissionDenied
    return found
