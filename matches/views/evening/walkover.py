"""Nobody can play: fewer than three pairs, or a side that did not come (M-D.13)."""

from datetime import timedelta
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from league.models import User
from matches.forms.evening import WalkoverForm
from matches.selectors.evening import Step
from matches.services import ending
from matches.states.partida import Side
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
def walkover(request: HttpRequest, pk: int) -> HttpResponse:
    came = visit(request, pk, writes=True)
    if came.stand.step not in {Step.PRESENCE, Step.DRAW}:
        return to_step(pk)
    side = cast(Side, came.side)
    form = WalkoverForm(request.POST or None, side=side, teams=came.stand.teams)
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            ending.walkover_declare(
                actor=cast(User, request.user), encounter_id=pk, at=came.at, **form.facts()
            )
        except SAYS_NO as said:
            if is_stale(said):
                tell(request, said)
                return to_step(pk)
            refusal = refusal_of(said)
        else:
            return to_step(pk)
    encounter = came.stand.encounter
    courtesy = encounter.division.season.courtesy_minutes
    waits_until = None
    if encounter.starts_at is not None:
        waits_until = encounter.starts_at + timedelta(minutes=courtesy)
    return show(
        came,
        "walkover",
        status=422 if form.errors or refusal else 200,
        step=Step.PRESENCE,
        form=form,
        refusal=refusal,
        courtesy=courtesy,
        waits_until=waits_until,
        courtesy_runs=waits_until is None or came.at < waits_until,
        boards=encounter.division.season.boards,
    )
