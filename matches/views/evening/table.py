"""What seldom happens at a board: breaks, a refusal, an abandonment, the referee's end, undoing."""

from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from league.models import User
from matches.forms.evening import RefereeForm, RefusalForm, TextForm
from matches.selectors.evening import Step
from matches.selectors.evening_boards import Board, boards_of
from matches.services import partidas
from matches.states.encounter import EncounterState
from matches.states.partida import Side
from matches.views.evening.boards import board_line
from matches.views.evening.clocks import breaks_noted_away
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


@require_safe
@signed_in
def table(request: HttpRequest, pk: int, board: int) -> HttpResponse:
    """Everything that may be noted at one board."""
    came = visit(request, pk, referee=True)
    return _page(came, _board(came, board))


@require_POST
@signed_in
def refuse(request: HttpRequest, pk: int, board: int) -> HttpResponse:
    """A drawn player refuses to play (M-D.14)."""
    came = visit(request, pk, writes=True, referee=True)
    found = _board(came, board)
    form = RefusalForm(request.POST, players=found.players, prefix="refuse")
    return _act(
        came,
        found,
        "refuse",
        form,
        lambda: partidas.partida_refuse(
            actor=cast(User, request.user),
            encounter_id=pk,
            board=board,
            registration_id=form.cleaned_data["registration"],
            text=form.cleaned_data["text"],
            at=came.at,
        ),
    )


@require_POST
@signed_in
def abandon(request: HttpRequest, pk: int, board: int) -> HttpResponse:
    """The board cannot be finished (M-D.21)."""
    came = visit(request, pk, writes=True, referee=True)
    form = TextForm(request.POST, prefix="abandon")
    return _act(
        came,
        _board(came, board),
        "abandon",
        form,
        lambda: partidas.partida_abandon(
            actor=cast(User, request.user),
            encounter_id=pk,
            board=board,
            text=form.cleaned_data["text"],
            at=came.at,
        ),
    )


@require_POST
@signed_in
def referee_end(request: HttpRequest, pk: int, board: int) -> HttpResponse:
    """The referee ended an over-long partida (M-T.2)."""
    came = visit(request, pk, writes=True, referee=True)
    form = RefereeForm(request.POST, teams=came.stand.teams, prefix="referee")
    return _act(
        came,
        _board(came, board),
        "referee",
        form,
        lambda: partidas.partida_end_by_referee(
            actor=cast(User, request.user),
            encounter_id=pk,
            board=board,
            awarded_to=form.cleaned_data["awarded_to"],
            at=came.at,
        ),
    )


@require_POST
@signed_in
def resume(request: HttpRequest, pk: int, board: int) -> HttpResponse:
    """Noted by mistake: the board plays on."""
    came = visit(request, pk, writes=True, referee=True)
    try:
        partidas.partida_resume(
            actor=cast(User, request.user), encounter_id=pk, board=board, at=came.at
        )
    except SAYS_NO as refusal:
        tell(request, refusal)
        if is_stale(refusal):
            return to_step(pk)
    return _back(pk, board)


def _act(
    came: Visit, board: Board, name: str, form: forms.Form, act: Callable[[], Any]
) -> HttpResponse:
    """Run one act of this page; what was typed stays when it is refused."""
    refusal = None
    if form.is_valid():
        try:
            act()
        except SAYS_NO as said:
            if is_stale(said):
                tell(came.request, said)
                return to_step(came.pk)
            refusal = refusal_of(said)
        else:
            return _back(came.pk, board.number)
    return _page(came, board, status=422, refusal=refusal, **{f"{name}_form": form})


def _page(came: Visit, board: Board, *, status: int = 200, **context: Any) -> HttpResponse:
    shared = {
        "line": board_line(came, board),
        "breaks": _breaks(came, board),
        "board": board,
        "is_open": came.stand.encounter.state in {EncounterState.DRAWN, EncounterState.PLAYING},
        "may_note": came.may_write or came.is_referee,
        "sides": [(side, came.team(side)) for side in Side],
        "level": board.home.games == board.away.games,
        "refuse_form": RefusalForm(players=board.players, prefix="refuse"),
        "abandon_form": TextForm(prefix="abandon"),
        "referee_form": RefereeForm(teams=came.stand.teams, prefix="referee"),
    }
    return show(came, "table", status=status, step=Step.BOARDS, **(shared | context))


def _breaks(came: Visit, board: Board) -> list[dict[str, Any]]:
    """The breaks of the board, with what a phone noted of them without coverage."""
    told = breaks_noted_away(came) if board.breaks else []
    return [
        {"pause": pause, "told": [line for pk, line in told if pk == pause.pk]}
        for pause in board.breaks
    ]


def _board(came: Visit, number: int) -> Board:
    board = boards_of(came.stand.encounter).board(number)
    if board is None:
        raise Http404
    return board


def _back(pk: int, board: int) -> HttpResponse:
    return redirect(f"{reverse('matches:evening-boards', args=[pk])}#mesa-{board}")
