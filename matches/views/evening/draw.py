"""The draw: one tap a side, or by hand."""

import json
from collections.abc import Mapping
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from league import canonical
from league.models import User
from matches.draw import commitment
from matches.forms.evening import HandDrawForm
from matches.selectors.evening import Step
from matches.selectors.evening_boards import boards_of
from matches.selectors.evening_line_up import Named, line_ups_of, names_barred
from matches.services import draws
from matches.states.partida import Side, Tap
from matches.views.evening.ticks import forms_pairs
from matches.views.evening.visit import (
    PAGES,
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
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    """The tap, the wait for the other side's, and what came out. With `shared` the tap is the other
    side's, made on this phone."""
    came = visit(request, pk, writes=request.method == "POST", referee=True)
    if request.method == "POST":
        tap = draws.draw_tap_shared if "shared" in request.POST else draws.draw_tap
        nonce = request.POST.get("nonce", "")
        try:
            tap(actor=cast(User, request.user), encounter_id=pk, nonce=nonce, at=came.at)
        except SAYS_NO as refusal:
            tell(request, refusal)
            return to_step(pk)
        return redirect("matches:evening-draw", pk=pk)
    if came.stand.step == Step.PRESENCE:
        return to_step(pk)
    return _page(came)


@require_POST
@signed_in
def complete(request: HttpRequest, pk: int) -> HttpResponse:
    """The other side never tapped: on with the server's number in its place."""
    came = visit(request, pk, writes=False, referee=True)
    try:
        draws.draw_complete(actor=cast(User, request.user), encounter_id=pk, at=came.at)
    except SAYS_NO as refusal:
        tell(request, refusal)
        return to_step(pk)
    return redirect("matches:evening-draw", pk=pk)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def by_hand(request: HttpRequest, pk: int) -> HttpResponse:
    """Without coverage: the pairs that were drawn on the table, entered by one side."""
    came = visit(request, pk, writes=True)
    if came.stand.step != Step.DRAW:
        return to_step(pk)
    named = line_ups_of(came.stand.encounter, None, both=True).named
    form = HandDrawForm(request.POST or None, players=_choices(named), teams=came.stand.teams)
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            draws.draw_by_hand_propose(
                actor=cast(User, request.user),
                encounter_id=pk,
                home=form.drawn(Side.HOME),
                away=form.drawn(Side.AWAY),
                at=came.at,
            )
        except SAYS_NO as said:
            if is_stale(said):
                tell(request, said)
                return to_step(pk)
            refusal = refusal_of(said)
        else:
            return redirect("matches:evening-draw", pk=pk)
    return show(
        came,
        "draw_by_hand",
        status=422 if form.errors or refusal else 200,
        step=Step.DRAW,
        form=form,
        refusal=refusal,
        groups=_groups(came, form),
    )


@require_POST
@signed_in
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """The other side confirms the pairs it saw."""
    came = visit(request, pk, writes=True)
    try:
        draws.draw_by_hand_confirm(
            actor=cast(User, request.user),
            encounter_id=pk,
            digest=request.POST.get("digest", ""),
            at=came.at,
        )
    except SAYS_NO as refusal:
        tell(request, refusal)
        return to_step(pk)
    return redirect(PAGES[Step.DRAW], pk=pk)


def _page(came: Visit) -> HttpResponse:
    stand = came.stand
    row = stand.encounter.draw
    drawn = boards_of(stand.encounter).boards if stand.is_drawn else ()
    tapped = came.side is not None and stand.tapped(came.side)
    entered = row.by_hand and not stand.is_drawn
    missing = [side for side in Side if not stand.tapped(side)]
    # One side's number is in: the other may tap here, or be passed over after the wait.
    waits_for = missing[0] if len(missing) == 1 and not row.by_hand else None
    opens = draws.completion_at(stand.encounter) if waits_for and not stand.is_drawn else None
    return show(
        came,
        "draw",
        step=Step.DRAW,
        draw=row,
        drawn=drawn,
        tapped=tapped,
        # What the other entered is for this side to read and confirm; its own it waits for.
        entered=_entered(came) if entered else [],
        entry_digest=canonical.digest(row.inputs) if entered else "",
        waiting=came.may_write and tapped and not stand.is_drawn,
        other=came.team(waits_for) if waits_for else "",
        opens=opens,
        may_complete=opens is not None and waits_for != came.side and came.at >= opens,
        shared_on=_phone_of_both(came),
        passed_over=_passed_over(came),
        in_pairs=forms_pairs(came),
        barred=came.side is not None
        and not stand.is_drawn
        and names_barred(stand.encounter, came.side, now=came.at),
        digests=[
            {"team": stand.teams[side], "digest": commitment(nonce) if nonce else ""}
            for side, nonce in (("HOME", row.home_nonce), ("AWAY", row.away_nonce))
        ],
    )


def _phone_of_both(came: Visit) -> str:
    """The team on whose phone both tapped, if they did."""
    row = came.stand.encounter.draw
    if row.home_tapped_as == Tap.SHARED:
        return came.team(Side.AWAY)
    return came.team(Side.HOME) if row.away_tapped_as == Tap.SHARED else ""


def _passed_over(came: Visit) -> str:
    """The team that never tapped, if the draw went on without it."""
    row = came.stand.encounter.draw
    if row.home_tapped_as == Tap.SERVER:
        return came.team(Side.HOME)
    return came.team(Side.AWAY) if row.away_tapped_as == Tap.SERVER else ""


def _entered(came: Visit) -> list[dict[str, object]]:
    """The pairs entered by hand, board by board, in names."""
    named = line_ups_of(came.stand.encounter, None, both=True).named
    names = {one.registration: one for side in Side for one in named.get(side, ())}
    pairs: Mapping[str, list[list[int]]] = json.loads(came.stand.encounter.draw.inputs)
    boards = max(len(pairs[side]) for side in Side)
    return [
        {
            "board": board + 1,
            "pairs": [
                [names[pk] for pk in pairs[side][board]] if board < len(pairs[side]) else []
                for side in Side
            ],
        }
        for board in range(boards)
    ]


def _choices(named: Mapping[Side, tuple[Named, ...]]) -> dict[Side, list[tuple[int, str]]]:
    return {
        side: [
            (one.registration, f"{one.slot} · {one.name}")
            for one in named.get(side, ())
            if one.plays
        ]
        for side in Side
    }


def _groups(came: Visit, form: HandDrawForm) -> list[dict[str, object]]:
    """The selects by board, both sides."""
    boards = max(form.pairs.values())
    return [
        {
            "board": board,
            "sides": [
                {
                    "team": came.team(side),
                    "fields": [form[f"{side}-{board}-{place}"] for place in (1, 2)],
                }
                for side in Side
                if board <= form.pairs[side]
            ],
        }
        for board in range(1, boards + 1)
    ]
