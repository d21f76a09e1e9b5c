"""A correction agreed by both before the encounter is final."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from league.models import User
from league.refusals import Refused
from matches.finding_sentences import finding_sentence
from matches.forms.evening import CorrectionForm
from matches.selectors.evening import Step
from matches.selectors.evening_acta import versions_of
from matches.selectors.evening_boards import games_of
from matches.services import actas
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


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def correction(request: HttpRequest, pk: int) -> HttpResponse:
    """The boards as the acta in force has them, to be put right with an explanation."""
    came = visit(request, pk, writes=True)
    found = versions_of(came.stand.encounter)
    sheet = found.in_force
    if sheet is None or sheet.ended_at is None:
        return to_step(pk)
    form = CorrectionForm(
        request.POST or None,
        boards=sheet.boards,
        teams=came.stand.teams,
        ended_at=sheet.ended_at,
        most=games_of(came.stand.encounter).choices[-1],
        now=came.at,
    )
    refusal = None
    errors: list[str] = []
    if request.method == "POST" and form.is_valid():
        try:
            actas.acta_correct(
                actor=cast(User, request.user),
                encounter_id=pk,
                boards=form.changed_boards(),
                ended_at=form.new_end(),
                note=form.cleaned_data["note"],
                at=came.at,
            )
        except SAYS_NO as said:
            if is_stale(said):
                tell(request, said)
                return to_step(pk)
            refusal = refusal_of(said)
            if isinstance(said, Refused):
                errors = [
                    finding_sentence(one, teams=came.stand.teams, names=sheet.names)
                    for one in said.facts.get("findings", ())
                ]
        else:
            return redirect("matches:evening-sign", pk=pk)
    return show(
        came,
        "correction",
        status=422 if form.errors or refusal else 200,
        step=Step.DONE,
        form=form,
        groups=form.groups(),
        refusal=refusal,
        errors=errors,
        is_final=found.is_final(came.stand.encounter, now=came.at),
        pending=found.open,
    )


@require_POST
@signed_in
def discard(request: HttpRequest, pk: int) -> HttpResponse:
    """Drop the proposal; the acta in force stays as it is."""
    came = visit(request, pk, writes=True)
    found = versions_of(came.stand.encounter)
    if found.open is None:
        return to_step(pk)
    try:
        actas.acta_discard(actor=cast(User, request.user), acta_id=found.open.acta.pk, at=came.at)
    except SAYS_NO as refusal:
        tell(request, refusal)
    return to_step(pk)
