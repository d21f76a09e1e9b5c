"""A delegate's claim: the form with the clock, the receipt, taking it back. And the files."""

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.machine import MoveRefused
from league.refusals import Refused
from matches import addresses, deadlines, labels, moments, policies
from matches.case_words import span_words
from matches.checks.evidence import EXTENSIONS
from matches.forms.claims import ClaimForm, ClaimWithdrawForm
from matches.models import Claim, Encounter
from matches.selectors import cases as select
from matches.services.claims import claim_submit, claim_withdraw
from matches.states.claim import CLAIM, ClaimEvent, ClaimState


@login_required
def claim_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Claim about an encounter. What was typed stays when something is refused; files have to be
    chosen again."""
    encounter = _encounter(pk)
    team_id = policies.claim_team(request.user, encounter)
    if team_id is None:
        raise PermissionDenied
    now = timezone.now()
    form = ClaimForm(
        request.POST or None,
        request.FILES or None,
        incidents=select.incidents_of(encounter),
        discipline=encounter.division.season.discipline,
        initial={"key": uuid.uuid4(), "incident": ""},
    )
    if request.method == "POST" and form.is_valid():
        try:
            claim = claim_submit(
                actor=request.user,  # type: ignore[arg-type]
                encounter_id=encounter.pk,
                key=form.cleaned_data["key"],
                text=form.cleaned_data["text"],
                incident_id=form.cleaned_data["incident"],
                clause=form.cleaned_data["clause"],
                files=form.cleaned_data["photos"],
                at=now,
            )
        except (Refused, MoveRefused) as refusal:
            form.add_refusal(refusal)
        else:
            messages.success(request, _("La reclamación está presentada."))
            return redirect("matches:claim", pk=claim.pk)
    return render(
        request,
        "committee/claim_new.html",
        {
            "encounter": encounter,
            "season": encounter.division.season,
            "brand_name": encounter.division.season.competition.name,
            "team": encounter.home if team_id == encounter.home_id else encounter.away,
            "form": form,
            "clock": _clock(encounter, now),
            "back": addresses.evening_path(encounter),
            "had_files": bool(request.FILES),
            "role_label": (encounter.home if team_id == encounter.home_id else encounter.away).name,
        },
        status=422 if form.is_bound else 200,
    )


@login_required
@require_safe
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    """The receipt: number, moment, digest, and where it stands."""
    found = _claim(request, pk)
    may_withdraw = policies.claim_team(
        request.user, found.encounter
    ) == found.team_id and CLAIM.allows(ClaimState(found.state), ClaimEvent.WITHDRAW)
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
        },
    )


@login_required
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    found = _claim(request, pk)
    if policies.claim_team(request.user, found.encounter) != found.team_id:
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


def _encounter(pk: int) -> Encounter:
    try:
        return select.encounter_to_claim(pk)
    except ObjectDoesNotExist:
        raise Http404 from None


def _claim(request: HttpRequest, pk: int) -> Claim:
    try:
        found = select.claim_of(pk)
    except ObjectDoesNotExist:
        raise Http404 from None
    if not policies.may_see_claim(request.user, found):
        raise PermissionDenied
    return found


def _clock(encounter: Encounter, now: Any) -> dict[str, Any] | None:
    """How the 24 hours stand (M-D.15), in the server's own time (M-D.3)."""
    if encounter.ended_at is None:
        return None
    deadline = deadlines.claim_deadline(encounter.ended_at)
    return {
        "open": deadlines.claim_in_time(ended_at=encounter.ended_at, submitted_at=now),
        "ended_at": moments.whole(encounter.ended_at),
        "deadline": deadline,
        "deadline_text": moments.whole(deadline),
        "left": span_words(deadline - now),
        "now": moments.hour(now),
    }
