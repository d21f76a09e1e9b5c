"""The boards: games by taps, breaks, decks. Also the fragment that both phones keep fresh."""

from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe
from django_htmx.middleware import HtmxDetails

from league.models import User
from league.refusals import Refused
from matches.finding_sentences import format_words
from matches.forms.evening import BoardForm, BreakForm
from matches.selectors.evening import Step
from matches.selectors.evening_boards import Board, Boards, Pair, boards_of, games_of
from matches.services import line_up, partidas
from matches.states.encounter import EncounterState
from matches.states.partida import EndedAs
from matches.views.evening.sending import tell_phone
from matches.views.evening.stone_fields import stone_fields
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

_OPEN = {EncounterState.DRAWN, EncounterState.PLAYING}


@require_safe
@signed_in
def boards(request: HttpRequest, pk: int) -> HttpResponse:
    """The boards as they stand; to htmx only when they differ from what it shows (`visto`)."""
    came = visit(request, pk, referee=True)
    if not came.stand.is_drawn:
        return to_step(pk)
    found = boards_of(came.stand.encounter)
    if _is_htmx(request):
        if request.GET.get("visto") == found.stamp:
            return HttpResponse(status=204)
        if came.stand.encounter.state not in _OPEN:
            response = HttpResponse(status=200)
            response["HX-Refresh"] = "true"
            return response
        return _show(came, found, "_boards")
    return _show(came, found, "boards")


@require_POST
@signed_in
def record(request: HttpRequest, pk: int, board: int) -> HttpResponse:
    """Note the games of a board."""
    came = visit(request, pk, writes=True, referee=True)
    form = BoardForm(request.POST, prefix=_prefix(board))
    if not form.is_valid():
        error = _("Faltan los juegos de una de las dos parejas.")
        return board_answer(came, board, {"text": error, "clause": ""})
    home, away = form.cleaned_data["home"], form.cleaned_data["away"]
    try:
        noted = partidas.partida_record(
            actor=cast(User, request.user),
            encounter_id=pk,
            board=board,
            home_games=home,
            away_games=away,
            revision=form.cleaned_data["revision"],
            seen=form.cleaned_data["seen"],
            at=came.at,
        )
    except SAYS_NO as refusal:
        if is_stale(refusal):
            return moved_on(came, refusal)
        typed = (home, away)
        return board_answer(came, board, refusal_of(refusal), typed=typed, refusal=refusal)
    return tell_phone(board_answer(came, board), revision=noted.revision)


@require_POST
@signed_in
def break_start(request: HttpRequest, pk: int, board: int) -> HttpResponse:
    came = visit(request, pk, writes=True, referee=True)
    form = BreakForm(request.POST)
    if not form.is_valid():
        return board_answer(
            came, board, {"text": _("Falta decir qué pareja descansa."), "clause": ""}
        )
    try:
        pause = partidas.break_start(
            actor=cast(User, request.user),
            encounter_id=pk,
            board=board,
            kind=form.cleaned_data["kind"],
            side=form.cleaned_data["side"],
            at=came.noted_at,
        )
    except SAYS_NO as refusal:
        if is_stale(refusal):
            return moved_on(came, refusal)
        return board_answer(came, board, refusal_of(refusal))
    return tell_phone(board_answer(came, board), pause=pause.pk)


@require_POST
@signed_in
def break_end(request: HttpRequest, pk: int, board: int) -> HttpResponse:
    came = visit(request, pk, writes=True, referee=True)
    try:
        pause = partidas.break_end(
            actor=cast(User, request.user), encounter_id=pk, board=board, at=came.noted_at
        )
    except SAYS_NO as refusal:
        if is_stale(refusal):
            return moved_on(came, refusal)
        return board_answer(came, board, refusal_of(refusal))
    return tell_phone(board_answer(came, board), **({} if pause is None else {"pause": pause.pk}))


@require_POST
@signed_in
def decks(request: HttpRequest, pk: int) -> HttpResponse:
    """The own side's word on the decks (M-D.6)."""
    came = visit(request, pk, writes=True)
    try:
        line_up.decks_confirm(
            actor=cast(User, request.user),
            encounter_id=pk,
            opened=request.POST.get("envelope") == "opened",
            sealed="sealed" in request.POST,
            new=request.POST.get("envelope") == "new",
            at=came.at,
        )
    except SAYS_NO as refusal:
        tell(request, refusal)
    page = "evening-end" if request.POST.get("from") == "end" else "evening-boards"
    return redirect(f"matches:{page}", pk=pk)


def board_answer(
    came: Visit,
    number: int,
    error: dict[str, str] | None = None,
    *,
    typed: tuple[int, int] | None = None,
    refusal: Any = None,
) -> HttpResponse:
    """After a save: the fresh fragment to htmx, else the page; a refusal stands at its board."""
    if error is None and not _is_htmx(came.request):
        return redirect(f"{reverse('matches:evening-boards', args=[came.pk])}#mesa-{number}")
    conflict = None
    if isinstance(refusal, Refused) and refusal.code == "partida.changed_meanwhile":
        conflict = typed
    found = boards_of(came.stand.encounter)
    template = "_boards" if _is_htmx(came.request) else "boards"
    response = _show(
        came,
        found,
        template,
        status=422 if error else 200,
        touched=number,
        error=error,
        typed=typed if error else None,
        conflict=conflict,
    )
    if error:
        tell_phone(response, error=error["text"])
    stands = found.board(number)
    if conflict and stands:
        theirs = (stands.home.games, stands.away.games)
        choice = {"mine": conflict, "theirs": theirs, "revision": stands.revision}
        tell_phone(response, conflict=choice)
    return response


def moved_on(came: Visit, refusal: Any) -> HttpResponse:
    """The evening is at another step: on to that, with what the refusal says."""
    tell(came.request, refusal)
    if _is_htmx(came.request):
        response = HttpResponse(status=200)
        response["HX-Refresh"] = "true"
        return response
    return to_step(came.pk)


def _show(
    came: Visit,
    found: Boards,
    template: str,
    *,
    status: int = 200,
    touched: int | None = None,
    error: dict[str, str] | None = None,
    typed: tuple[int, int] | None = None,
    conflict: tuple[int, int] | None = None,
) -> HttpResponse:
    is_open = came.stand.encounter.state in _OPEN
    may_note = is_open and (came.may_write or came.is_referee)
    lines = []
    for board in found.boards:
        here = board.number == touched
        lines.append(
            board_line(came, board)
            | {
                "error": error if here else None,
                "conflict": conflict if here else None,
                "saved": here and error is None,
                "may_note": may_note,
                "home": _pair(
                    came, board.home, typed[0] if here and typed and not conflict else None
                ),
                "away": _pair(
                    came, board.away, typed[1] if here and typed and not conflict else None
                ),
                "stones": stone_fields(came, found, board),
            }
        )
    left = found.left
    return show(
        came,
        template,
        status=status,
        step=Step.BOARDS,
        found=found,
        lines=lines,
        is_open=is_open,
        may_note=may_note,
        format=format_words(str(games_of(came.stand.encounter).format)),
        hint=ngettext("Falta una mesa.", "Faltan %(left)s mesas.", left) % {"left": left}
        if left
        else "",
        decks=_decks(found, came.side or ""),
        incidents=sum(row.withdrawn_at is None for row in found.incidents),
    )


def board_line(came: Visit, board: Board) -> dict[str, Any]:
    """A board in the words of the page: its state, its level, and the sentence under it."""
    state, level = _("sin empezar"), "plain"
    if board.running:
        state, level = _("descanso"), "wait"
    elif board.is_open and board.is_started:
        state, level = _("en juego"), "info"
    elif board.ended_as == EndedAs.ABANDONED:
        state, level = _("sin terminar"), "stop"
    elif board.winner is not None:
        state, level = _("gana %(team)s") % {"team": came.team(board.winner)}, "ok"
    return {
        "board": board,
        "prefix": _prefix(board.number),
        "state": state,
        "level": level,
        "under": _under(came, board),
    }


def _under(came: Visit, board: Board) -> dict[str, str] | None:
    if board.lacks_pair:
        sides = [pair.side for pair in (board.home, board.away) if not pair.players]
        if len(sides) == 2:
            text = _("No hay parejas: nadie se lleva el punto.")
        else:
            text = _("%(team)s no presenta pareja: pierde esta mesa.") % {
                "team": came.team(sides[0])
            }
        return {"text": text, "clause": "M-D.13"}
    if board.refused_by:
        text = _("%(player)s se negó a jugar. Su pareja pierde el punto y decide el comité.")
        return {"text": text % {"player": board.refused_by.name}, "clause": "M-D.14"}
    if board.ended_as == EndedAs.REFEREE:
        return {"text": _("La terminó el juez-árbitro."), "clause": "M-T.2"}
    if board.ended_as == EndedAs.ABANDONED:
        return {"text": _("No se pudo terminar. Decide el comité."), "clause": "M-D.21"}
    return None


def _decks(found: Boards, side: str) -> dict[str, bool]:
    """As the fields of the decks take them."""
    row = found.decks.get(side)
    if row is None:
        return {}
    return {"opened": row.decks_opened, "new": row.decks_new, "sealed": row.decks_sealed}


def _prefix(number: int) -> str:
    """Of the fields of a board."""
    return f"board-{number}"


def _pair(came: Visit, pair: Pair, typed: int | None) -> dict[str, Any]:
    """As the component of the stones takes it."""
    words = came.team(pair.side)
    if pair.slots:
        slots = _(" y ").join(str(slot) for slot in pair.slots)
        words = _("%(team)s, fichas %(slots)s") % {"team": words, "slots": slots}
    return {
        "names": pair.names or _("sin pareja"),
        "slots": words,
        "games": pair.games if typed is None else typed,
        "disabled": pair.disabled if typed is None else (),
    }


def _is_htmx(request: HttpRequest) -> bool:
    return bool(cast(HtmxDetails, request.htmx))  # type: ignore[attr-defined]
