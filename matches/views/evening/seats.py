"""A player who was drawn leaves the table, and another takes the chair (M-D.5)."""

from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.models import User
from matches.forms.evening import SeatChangeForm
from matches.selectors.evening import Step
from matches.selectors.evening_boards import boards_of
from matches.selectors.evening_line_up import substitutes_of
from matches.services import seats
from matches.states.encounter import EncounterState
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
def change(request: HttpRequest, pk: int, board: int) -> HttpResponse:
    """Who leaves, who enters, with which clause, and what happened."""
    came = visit(request, pk, writes=True, referee=True)
    if came.stand.encounter.state not in {EncounterState.DRAWN, EncounterState.PLAYING}:
        return to_step(pk)
    found = boards_of(came.stand.encounter).board(board)
    if found is None:
        raise Http404
    sides: list[Side] = [came.side] if came.side else list(Side)
    pairs = {Side.HOME: found.home, Side.AWAY: found.away}
    form = SeatChangeForm(
        request.POST or None,
        leaving=[
            (one.registration, f"{one.slot} · {one.name}")
            for side in sides
            for one in pairs[side].players
        ],
        entering=[
            (one.registration, f"{one.slot} · {one.name}")
            for side in sides
            for one in substitutes_of(came.stand.encounter, side)
        ],
    )
    refusal = None
    if request.method == "POST" and form.is_valid():
        told = form.cleaned_data
        try:
            seats.seat_change(
                actor=cast(User, request.user),
                encounter_id=pk,
                leaves_id=told["leaves"],
                enters_id=told["enters"],
                clause=told["clause"],
                text=told["text"],
                at=came.at,
            )
        except SAYS_NO as said:
            if is_stale(said):
                tell(request, said)
                return to_step(pk)
            refusal = refusal_of(said)
        else:
            messages.success(request, _("Cambio anotado en el acta con su incidencia."))
            return redirect("matches:evening-table", pk=pk, board=board)
    return show(
        came,
        "seat_change",
        status=422 if form.errors or refusal else 200,
        step=Step.BOARDS,
        form=form,
        board=found,
        refusal=refusal,
    )
