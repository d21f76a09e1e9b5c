"""The end: official time, findings, and the encounter that could not be finished."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.models import User
from league.refusals import Refused
from matches import content
from matches.content import Review
from matches.finding_sentences import finding_sentence
from matches.forms.evening import EndForm, StopForm
from matches.selectors.evening import Step
from matches.selectors.evening_boards import short_name
from matches.services import ending, line_up
from matches.states.encounter import EncounterState
from matches.views.evening.visit import (
    SAYS_NO,
    Visit,
    is_stale,
    refusal_of,
    show,
    signed_in,
    tell,
    to_step,
    visit,
)
from rules.findings import Finding, Severity

_MAY_END = {EncounterState.DRAWN, EncounterState.PLAYING, EncounterState.ENDED}


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def end(request: HttpRequest, pk: int) -> HttpResponse:
    """Propose the official time; what the rules find is read before anything is filed."""
    came = visit(request, pk, writes=request.method == "POST")
    if came.stand.encounter.state not in _MAY_END or not came.stand.is_drawn:
        return to_step(pk)
    if request.method != "POST":
        return _page(came, EndForm(now=came.at, initial=_initial(came)))
    form = EndForm(request.POST, now=came.at)
    accepted = request.POST.getlist("acknowledged")
    decks = _decks_typed(request)
    only_decks = request.POST.get("action") == "decks"
    if not form.is_valid() and not only_decks:
        return _page(came, form, accepted=accepted, decks=decks, status=422)
    try:
        if decks:
            line_up.decks_confirm(
                actor=cast(User, request.user), encounter_id=pk, at=came.at, **decks
            )
        if only_decks:
            ended_at = form.cleaned_data.get("ended_at")
            return _page(came, form, ended_at=ended_at, accepted=accepted)
        ending.encounter_end(
            actor=cast(User, request.user),
            encounter_id=pk,
            ended_at=form.cleaned_data["ended_at"],
            acknowledged=accepted,
            replaces=form.cleaned_data["replaces"],
            at=came.at,
        )
    except SAYS_NO as refusal:
        if is_stale(refusal) or getattr(refusal, "code", "") == "acta.changed_meanwhile":
            tell(request, refusal)
            return to_step(pk)
        return _page(
            came,
            form,
            ended_at=form.cleaned_data.get("ended_at"),
            accepted=accepted,
            decks=decks,
            refusal=refusal_of(refusal),
            status=422,
        )
    return redirect("matches:evening-sign", pk=pk)


@require_POST
@signed_in
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Ended by mistake: back to the boards."""
    came = visit(request, pk, writes=True)
    if came.stand.step == Step.BOARDS:
        return to_step(pk)  # the same tap, twice
    try:
        ending.encounter_reopen(actor=cast(User, request.user), encounter_id=pk, at=came.at)
    except SAYS_NO as refusal:
        tell(request, refusal)
    return to_step(pk)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def stop(request: HttpRequest, pk: int) -> HttpResponse:
    """The encounter could not be finished: the open boards are abandoned, the committee decides."""
    came = visit(request, pk, writes=True)
    if came.stand.step != Step.BOARDS:
        return to_step(pk)
    form = StopForm(request.POST or None, now=came.at, initial=_initial(came))
    refusal: dict[str, Any] | None = None
    if request.method == "POST" and form.is_valid():
        try:
            ending.encounter_stop(
                actor=cast(User, request.user),
                encounter_id=pk,
                text=form.cleaned_data["text"],
                ended_at=form.cleaned_data["ended_at"],
                at=came.at,
            )
        except SAYS_NO as said:
            if is_stale(said):
                tell(request, said)
                return to_step(pk)
            refusal = refusal_of(said) | {"findings": _refused(came, said)}
        else:
            return redirect("matches:evening-sign", pk=pk)
    return show(
        came,
        "stop",
        status=422 if form.errors or refusal else 200,
        step=Step.END,
        form=form,
        refusal=refusal,
    )


def _decks_typed(request: HttpRequest) -> dict[str, bool] | None:
    """What the side states of its decks, where the page asked for it."""
    if "decks" not in request.POST:
        return None
    envelope = request.POST.get("envelope")
    return {
        "opened": envelope == "opened",
        "new": envelope == "new",
        "sealed": "sealed" in request.POST,
    }


def _initial(came: Visit) -> dict[str, Any]:
    """The moment proposed: of the version that stands open, else now."""
    encounter = came.stand.encounter
    ended_at = came.at.replace(microsecond=0)
    if encounter.state == EncounterState.ENDED and encounter.ended_at:
        ended_at = encounter.ended_at
    return {
        "ended_at": ended_at,
        "proposed": ended_at.isoformat(),
        "replaces": came.stand.open_digest,
    }


def _page(
    came: Visit,
    form: EndForm,
    *,
    ended_at: datetime | None = None,
    accepted: Iterable[str] = (),
    decks: dict[str, bool] | None = None,
    refusal: dict[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    review = content.review(
        came.stand.encounter,
        ended_at=ended_at or form.initial.get("ended_at") or came.at,
        now=came.at,
    )
    stated = review.content["decks"].get(came.side or "") or {"opened": False, "sealed": False}
    is_new = stated["opened"] is None
    return show(
        came,
        "end",
        status=status,
        step=Step.END,
        form=form,
        refusal=refusal,
        score=review.reading.score,
        decks=decks
        or {"opened": bool(stated["opened"]), "new": is_new, "sealed": stated["sealed"]},
        decks_left=came.stand.encounter.state != EncounterState.ENDED
        and not ((stated["opened"] or is_new) and stated["sealed"]),
        started_at=came.stand.encounter.started_at,
        **_sorted(came, review, set(accepted)),
    )


def _sorted(came: Visit, review: Review, accepted: set[str]) -> dict[str, Any]:
    """Findings by what they do; those to acknowledge together under one tick for each code."""
    names = {
        row.pk: short_name(row.player.first_name, row.player.last_name)
        for row in review.registrations
    }
    errors: list[dict[str, Any]] = []
    groups: dict[str, dict[str, Any]] = {}
    for finding in review.reading.findings:
        text = finding_sentence(finding, teams=came.stand.teams, names=names)
        if finding.severity is Severity.ERROR:
            errors.append({"text": text, "clause": finding.clause} | _mend(came, finding))
            continue
        group = groups.setdefault(
            finding.code,
            {
                "code": finding.code,
                "clause": finding.clause,
                "texts": [],
                "accepted": finding.code in accepted,
                "committee": finding.severity is Severity.COMMITTEE,
            },
        )
        group["texts"].append(text)
    return {
        "errors": errors,
        "warnings": [group for group in groups.values() if not group["committee"]],
        "committee": [group for group in groups.values() if group["committee"]],
    }


def _mend(came: Visit, finding: Finding) -> dict[str, str]:
    """Where an error is put right."""
    board = finding.facts.get("board")
    if finding.code.startswith("mus.time.") or not isinstance(board, int):
        return {"url": "#id_ended_at", "link": _("Corregir la hora")}
    page = reverse("matches:evening-boards", args=[came.pk])
    return {"url": f"{page}#mesa-{board}", "link": _("Ir a la mesa %(n)s") % {"n": board}}


def _refused(came: Visit, refusal: Any) -> list[str]:
    if not isinstance(refusal, Refused):
        return []
    return [
        finding_sentence(finding, teams=came.stand.teams, names={})
        for finding in refusal.facts.get("findings", ())
    ]
