"""Writing a claim: the form with the clock, and the draft that is kept while it is typed.

What was typed is lost neither by a reload nor by a session that ran out: the server keeps a draft,
the phone another (`js/claim.js`), and what somebody sends after being signed out waits in the
session until the same person has signed in again.
"""

import uuid
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core import signing
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.forms.base import refusal_text
from league.machine import MoveRefused
from league.refusals import Refused
from matches import addresses, moments, policies
from matches.case_words import span_words
from matches.forms.claims import ClaimDraftForm, ClaimForm
from matches.models import ClaimDraft, Encounter
from matches.selectors import cases as select
from matches.selectors.claim_clocks import at_match_clause, clock_of
from matches.selectors.claims import draft_of
from matches.services.claim_drafts import claim_draft_discard, claim_draft_save
from matches.services.claims import LONGEST, claim_submit
from matches.states.partida import Side
from matches.views.deals import consult_path, deal_given, takes_deals
from matches.views.evening.sending import phone_key as evening_phone_key
from matches.views.evening.visit import keep
from rules.record_report import LONGEST_RECORD

BY_SCRIPT = "X-Draft"
_STASH = "claim-typed"  # in the session of somebody who is signed out
_TYPED = {"text": LONGEST, "record": LONGEST_RECORD, "incident": 20, "clause": 12, "key": 36}


def claim_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Claim about an encounter. What was typed stays when something is refused; files have to be
    chosen again."""
    if not request.user.is_authenticated:
        return _sign_in(request, pk)
    user = request.user
    encounter = _encounter(pk)
    team_id = policies.claim_team(user, encounter)
    if team_id is None:
        raise PermissionDenied
    if clause := at_match_clause(encounter):
        return _settled_at_the_match(request, encounter, clause)
    now = timezone.now()
    draft = draft_of(user, encounter)
    typed = _typed_while_signed_out(request, pk)
    form = ClaimForm(
        request.POST or None,
        request.FILES or None,
        incidents=select.incidents_of(encounter),
        discipline=encounter.division.season.discipline,
        initial=_initial(request, draft, typed),
    )
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            claim = claim_submit(
                actor=user,
                encounter_id=encounter.pk,
                key=data["key"],
                text=data["text"],
                incident_id=data["incident"],
                clause=data["clause"],
                record=data["record"],
                files=data["photos"],
                at=now,
            )
        except (Refused, MoveRefused) as refusal:
            form.add_refusal(refusal)
        else:
            request.session.pop(_STASH, None)
            messages.success(request, _("La reclamación está presentada."))
            return redirect("matches:claim", pk=claim.pk)
    side = Side.HOME if team_id == encounter.home_id else Side.AWAY
    team = encounter.team(side)
    season = encounter.division.season
    page = render(
        request,
        "committee/claim_new.html",
        {
            "encounter": encounter,
            "season": season,
            "brand_name": season.competition.name,
            "team": team,
            "form": form,
            "clock": _clock(encounter, side, now),
            "back": addresses.evening_path(encounter),
            "had_files": bool(request.FILES),
            "role_label": team.name,
            "draft": draft,
            "draft_saved": moments.short(draft.saved_at) if draft else "",
            "typed": bool(typed) and not form.is_bound,
            "phone_key": phone_key(encounter.pk, user),
            "asks_for_deal": takes_deals(season),
            "opens_deal": bool(form["record"].errors or form["record"].value()),
            "consult_url": consult_path(),
        },
        status=422 if form.is_bound else 200,
    )
    # Without coverage the phone shows it as it was, and keeps what is typed on it.
    return keep(page, evening_phone_key(user))


def _settled_at_the_match(request: HttpRequest, encounter: Encounter, clause: str) -> HttpResponse:
    """No claims afterwards: the sentence that says why, where there would be a form."""
    refusal = Refused("claim.settled_at_the_match", clause=clause)
    messages.info(request, refusal_text(refusal), extra_tags=clause)
    return redirect(addresses.encounter_path(encounter))


@require_POST
def draft(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep what was typed so far, or throw it away. A script gets 204, or the reason with 422."""
    by_script = BY_SCRIPT in request.headers
    if not request.user.is_authenticated:
        return HttpResponse(status=401) if by_script else _sign_in(request, pk)
    encounter = _encounter(pk)
    user = request.user
    if policies.claim_team(user, encounter) is None:
        raise PermissionDenied
    form = ClaimDraftForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=422)
    if "discard" in request.POST:
        claim_draft_discard(actor=user, encounter_id=encounter.pk, at=timezone.now())
        request.session.pop(_STASH, None)
        messages.success(request, _("El borrador está borrado."))
        return redirect("matches:claim-new", pk=pk)
    try:
        claim_draft_save(
            actor=user, encounter_id=encounter.pk, at=timezone.now(), **form.cleaned_data
        )
    except Refused as refusal:
        if by_script:
            return HttpResponse(refusal_text(refusal), status=422, content_type="text/plain")
        messages.error(request, refusal_text(refusal))
    else:
        if by_script:
            return HttpResponse(status=204)
        request.session.pop(_STASH, None)
        messages.success(request, _("El borrador está guardado. Todavía no se ha reclamado."))
    return redirect("matches:claim-new", pk=pk)


def phone_key(encounter_id: int, user: Any) -> str:
    """Under what name the phone keeps what is typed."""
    return f"claim:{encounter_id}:{user.pk}"


def _initial(
    request: HttpRequest, draft: ClaimDraft | None, typed: dict[str, str]
) -> dict[str, Any]:
    """What the form starts with: what was typed after the session ran out, else the draft. A deal
    that a link brings along goes before the one written so far."""
    initial: dict[str, Any] = {"key": uuid.uuid4(), "incident": ""}
    if draft is not None:
        initial |= {
            "key": draft.key,
            "text": draft.text,
            "incident": draft.incident,
            "clause": draft.clause,
            "record": draft.record,
        }
    initial |= typed
    if record := deal_given(request):
        initial["record"] = record
    return initial | {"owner": signing.dumps(request.user.pk, salt=_STASH)}


def _sign_in(request: HttpRequest, pk: int) -> HttpResponse:
    """To the page for signing in, and back. What was sent without a session waits in the next one,
    for the person whose page it was."""
    if request.method == "POST" and "discard" not in request.POST:
        request.session[_STASH] = {
            "encounter": pk,
            "owner": request.POST.get("owner", ""),
            "typed": {name: request.POST.get(name, "")[:most] for name, most in _TYPED.items()},
        }
    path = reverse("matches:claim-new", args=[pk])
    if request.method != "POST":
        path = request.get_full_path()
    return redirect_to_login(path)


def _typed_while_signed_out(request: HttpRequest, pk: int) -> dict[str, str]:
    """What waits in the session for this person and this encounter."""
    stash = request.session.get(_STASH)
    if not stash or stash["encounter"] != pk:
        return {}
    try:
        owner = signing.loads(stash["owner"], salt=_STASH)
        uuid.UUID(stash["typed"]["key"])
    except (signing.BadSignature, ValueError):
        owner = None
    if owner != request.user.pk:
        return {}
    typed: dict[str, str] = stash["typed"]
    return typed


def _encounter(pk: int) -> Encounter:
    try:
        return select.encounter_to_claim(pk)
    except ObjectDoesNotExist:
        raise Http404 from None


def _clock(encounter: Encounter, side: Side, now: datetime) -> dict[str, Any] | None:
    """How the side's 24 hours stand (M-D.15), in the server's own time (M-D.3)."""
    clock = clock_of(encounter)
    if clock is None:
        return None
    deadline = clock.closes_at(side)
    return {
        "open": clock.in_time(now, side=side),
        "unseen": clock.waits_for(side, now=now),
        "ended_at": moments.whole(clock.ended_at),
        "deadline": deadline,
        "deadline_text": moments.whole(deadline),
        "left": span_words(deadline - now),
        "now": moments.hour(now),
        "acta": addresses.evening_path(encounter),
    }
