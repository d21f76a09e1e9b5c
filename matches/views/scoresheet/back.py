"""The back of the sheet: a captain claims in writing, and the central referee rules at once."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from matches.forms.scoresheet import SheetClaimForm, SheetRulingForm
from matches.selectors.sheet_claims import claim_code
from matches.services import sheet_claims
from matches.states.partida import Side
from matches.views.evening.visit import signed_in
from matches.views.scoresheet.back_shown import claims_shown
from matches.views.scoresheet.came import SAYS_NO, Came, came, show, to, told


@signed_in
def back(request: HttpRequest, pk: int) -> HttpResponse:
    """Claims and their rulings. What was typed stays when something is refused."""
    here = came(request, pk)
    if here.stand.sheet is None:
        return to(here.step, pk)
    if request.method == "POST":
        try:
            done = _act(here, request.POST.get("act", ""))
        except SAYS_NO as refusal:
            told(request, refusal)
            done = False
        if done:
            return to("sheet-back", pk)
        return _page(came(request, pk), status=422)
    return _page(here)


def _act(here: Came, act: str) -> bool:
    post = here.request.POST
    who: dict[str, Any] = {"actor": here.user, "encounter_id": here.pk, "at": here.at}
    kind, _sign, side = act.partition("-")
    if kind == "rule":
        ruled = SheetRulingForm(post, discipline=here.stand.season.discipline)
        if ruled.is_valid():
            sheet_claims.sheet_claim_rule(**who, **ruled.cleaned_data)
            return True
    elif kind == "own":
        own = SheetClaimForm(post)
        if own.is_valid():
            sheet_claims.sheet_claim(**who, text=own.cleaned_data["text"])
            return True
    elif kind == "claim" and side in list(Side):
        form = SheetClaimForm(post)
        if form.is_valid():
            sheet_claims.sheet_claim_by_code(**who, side=side, **form.cleaned_data)
            return True
    return False


def _page(here: Came, *, status: int = 200) -> HttpResponse:
    stand, post = here.stand, here.request.POST
    claims = claims_shown(stand)
    act = post.get("act", "")
    waits = next((one for one in claims if one["waits"]), None)
    ruling = None
    if here.scores and waits is not None and stand.is_open:
        ruling = SheetRulingForm(
            post if act == "rule" else None, discipline=stand.season.discipline
        )
    code = claim_code(stand.encounter, here.side, at=here.at) if here.side is not None else None
    return show(
        here,
        "back",
        status=status,
        claims=claims,
        waits=waits,
        ruling=ruling,
        sides=[
            {
                "side": str(side),
                "team": stand.teams[side],
                "captain": next(
                    (str(o.registration.player) for o in stand.side_players(side) if o.is_captain),
                    "",
                ),
                "typed": post.get("text", "") if act == f"claim-{side}" else "",
                "opened": act == f"claim-{side}",
            }
            for side in Side
            if not any(one["waits"] and one["side"] == side for one in claims)
        ]
        if here.scores
        else [],
        own_typed=post.get("text", "") if act == "own" else "",
        own_code=code.shown if code is not None and code.is_live else "",
    )
