"""Who of the other side is present and plays, told on the one phone that there is (M-D.5)."""

from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from league.models import User
from matches.selectors.evening import Step
from matches.selectors.evening_line_up import line_ups_of
from matches.services import line_up
from matches.states.partida import Side
from matches.views.evening.ticks import chosen_pairs, forms_pairs, ids_of, ticks_of
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

_NOBODY: tuple[list[int], list[int]] = ([], [])


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def shared_presence(request: HttpRequest, pk: int) -> HttpResponse:
    """The tick list of the other side, handed over to whoever came for it."""
    came = visit(request, pk, writes=True)
    stand = came.stand
    if stand.step != Step.PRESENCE or not stand.closed(came.side):
        return to_step(pk)
    if request.method != "POST":
        return _page(came)
    present, playing = ids_of(request, "present"), ids_of(request, "plays")
    chosen = chosen_pairs(request) if forms_pairs(came) else None
    if chosen is not None:
        playing = list(chosen)
    pairs = len(playing) // 2
    typed: dict[str, Any] = {"typed": (present, playing), "chosen": chosen}
    short = line_up.FEWEST_PAIRS <= pairs < stand.encounter.division.season.boards
    if request.POST.get("action") != "close-short" and short and len(playing) % 2 == 0:
        return _page(came, short=True, **typed)
    try:
        line_up.line_up_close_shared(
            actor=cast(User, request.user),
            encounter_id=pk,
            present=present,
            playing=playing,
            pairs=chosen,
            at=came.at,
        )
    except SAYS_NO as refusal:
        if is_stale(refusal):
            tell(request, refusal)
            return to_step(pk)
        return _page(came, refusal=refusal_of(refusal), status=422, **typed)
    return to_step(pk)


def _page(
    came: Visit,
    *,
    typed: tuple[list[int], list[int]] | None = None,
    chosen: dict[int, int] | None = None,
    refusal: dict[str, str] | None = None,
    short: bool = False,
    status: int = 200,
) -> HttpResponse:
    other = cast(Side, came.side).other
    lists = line_ups_of(came.stand.encounter, other, both=False)
    like_last = typed is None and "como" in came.request.GET
    # What that side has noted on a phone of its own is not for this one.
    fichas = ticks_of(lists, None if like_last else typed or _NOBODY, chosen, like_last=like_last)
    playing = sum(ficha["plays"] for ficha in fichas)
    boards = came.stand.encounter.division.season.boards
    response = show(
        came,
        "presence_shared",
        status=status,
        step=Step.PRESENCE,
        other=came.team(other),
        fichas=fichas,
        pair_numbers=range(1, boards + 1) if forms_pairs(came) else (),
        has_last=lists.has_last,
        playing=playing,
        most=2 * boards,
        pairs=playing // 2,
        boards=boards,
        refusal=refusal,
        short=short,
    )
    # It is another's: not for this phone's memory.
    del response["X-Kept-For"]
    response["Cache-Control"] = "no-store"
    return response
