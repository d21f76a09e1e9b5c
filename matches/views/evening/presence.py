"""Who is present and who plays."""

from collections.abc import Sequence
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.models import User
from matches.selectors.evening import Step
from matches.selectors.evening_line_up import LineUps, Named, line_ups_of
from matches.services import line_up
from matches.states.encounter import EncounterState
from matches.states.partida import Side
from matches.views.evening.ticks import chosen_pairs, faults_of, forms_pairs, ids_of, ticks_of
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


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def presence(request: HttpRequest, pk: int) -> HttpResponse:
    """The tick list of the own side; both sides once both are closed."""
    came = visit(request, pk, writes=request.method == "POST")
    if request.method != "POST":
        return _page(came)
    present, playing = ids_of(request, "present"), ids_of(request, "plays")
    action = request.POST.get("action", "save")
    pairs = len(playing) // 2
    chosen = chosen_pairs(request) if forms_pairs(came) else None
    if chosen is not None:
        playing = list(chosen)
        pairs = len(playing) // 2
    named: dict[str, Any] = {"present": present, "playing": playing, "pairs": chosen}
    short = line_up.FEWEST_PAIRS <= pairs < came.stand.encounter.division.season.boards
    if action == "close" and short and len(playing) % 2 == 0:
        # Three pairs can play, but the last board is lost: say so before, not after.
        return _page(came, typed=(present, playing), chosen=chosen, short=True)
    act = line_up.line_up_save if action == "save" else line_up.line_up_close
    try:
        act(actor=cast(User, request.user), encounter_id=pk, at=came.at, **named)
    except SAYS_NO as refusal:
        if is_stale(refusal):
            tell(request, refusal)
            return to_step(pk)
        fewer = getattr(refusal, "code", "") == "line_up.fewer_than_three"
        # Nobody ticked is a tap too soon, not a peña without players.
        return _page(
            came,
            typed=(present, playing),
            chosen=chosen,
            refusal=refusal_of(refusal),
            offers_walkover=fewer and bool(playing),
            status=422,
        )
    if action == "save":
        messages.success(request, _("Guardado. Falta cerrar para poder sortear."))
        return redirect("matches:evening-presence", pk=pk)
    return to_step(pk)


@require_POST
@signed_in
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    came = visit(request, pk, writes=True)
    try:
        line_up.line_up_reopen(actor=cast(User, request.user), encounter_id=pk, at=came.at)
    except SAYS_NO as refusal:
        tell(request, refusal)
    return redirect("matches:evening-presence", pk=pk)


def _page(
    came: Visit,
    *,
    typed: tuple[list[int], list[int]] | None = None,
    chosen: dict[int, int] | None = None,
    refusal: dict[str, str] | None = None,
    short: bool = False,
    offers_walkover: bool = False,
    status: int = 200,
) -> HttpResponse:
    stand, side = came.stand, came.side
    lists = line_ups_of(stand.encounter, side, both=stand.both_closed)
    open_states = {EncounterState.SCHEDULED, EncounterState.LINE_UP}
    may_tick = came.may_write and stand.encounter.state in open_states and not stand.closed(side)
    fichas = ticks_of(lists, typed, chosen, like_last="como" in came.request.GET)
    playing = sum(ficha["plays"] for ficha in fichas)
    boards = stand.encounter.division.season.boards
    in_pairs = forms_pairs(came)
    return show(
        came,
        "presence",
        status=status,
        step=Step.PRESENCE,
        may_tick=may_tick,
        fichas=fichas if may_tick else [],
        pair_numbers=range(1, boards + 1) if in_pairs else (),
        has_last=lists.has_last,
        named=_named(came, lists),
        playing=playing,
        most=2 * boards,
        pairs=playing // 2,
        boards=boards,
        waiting=stand.closed(side) and not stand.both_closed,
        other=came.team(side.other) if side else "",
        postponed=stand.encounter.state == EncounterState.POSTPONED,
        refusal=refusal,
        short=short,
        faults=faults_of(boards),
        blank={"id": 0},
        offers_walkover=offers_walkover,
    )


def _named(came: Visit, lists: LineUps) -> list[dict[str, Any]]:
    """Both closed line-ups, or the own one while the other is awaited."""
    if not came.stand.both_closed and not came.stand.closed(came.side):
        return []
    boards = came.stand.encounter.division.season.boards
    sides: list[Side] = (
        list(Side) if came.stand.both_closed else [s for s in Side if s == came.side]
    )
    shown = []
    for side in sides:
        named: Sequence[Named] = lists.named.get(side, ())
        pairs = sum(one.plays for one in named) // 2
        in_pairs = sorted(named, key=lambda one: one.pair or boards + 1)
        shown.append(
            {
                "team": came.team(side),
                "named": in_pairs,
                "lost": list(range(pairs + 1, boards + 1)) if pairs else [],
            }
        )
    return shown
