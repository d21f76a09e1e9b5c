"""Before the match: the checklist, both lists, and what closes them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.forms.scoresheet import CheckForm, ListForm, SignForm
from matches.selectors.scoresheet_codes import list_code
from matches.selectors.scoresheets import coach_of, fichas_of
from matches.services import scoresheets
from matches.services.signing_codes import code_renew
from matches.sheet_words import check_words
from matches.states.partida import Side
from matches.views.evening.visit import signed_in
from matches.views.scoresheet.came import SAYS_NO, Came, came, show, to, told
from matches.views.scoresheet.signing import team_page


@require_safe
@signed_in
def sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """To where the sheet stands."""
    return to(came(request, pk).step, pk)


@signed_in
def prepare(request: HttpRequest, pk: int) -> HttpResponse:
    """The checklist, the lists and their signatures, a form each."""
    here = came(request, pk, scores=True)
    if request.method == "POST":
        try:
            _act(here, request.POST.get("act", ""))
        except SAYS_NO as refusal:
            told(request, refusal)
        return to("sheet-prepare", pk)
    return _page(here)


@require_POST
@signed_in
def open_sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """Begin the sheet of a match."""
    here = came(request, pk, scores=True)
    try:
        scoresheets.sheet_open(actor=here.user, encounter_id=pk, at=here.at)
    except SAYS_NO as refusal:
        told(request, refusal)
    return to("sheet-prepare", pk)


def _act(here: Came, act: str) -> None:
    post, encounter = here.request.POST, here.stand.encounter
    who: dict[str, Any] = {"actor": here.user, "encounter_id": here.pk, "at": here.at}
    kind, _sign, side = act.partition("-")
    if kind == "check":
        form = CheckForm(post, items=_items(here))
        if form.is_valid():
            scoresheets.sheet_check(**who, **form.cleaned_data)
    elif kind == "list" and side in list(Side):
        listed = ListForm(post, fichas=fichas_of(encounter, side))
        if listed.is_valid():
            scoresheets.sheet_list(**who, side=side, **listed.cleaned_data)
    elif kind == "sign" and side in list(Side):
        signed = SignForm(post)
        if signed.is_valid():
            scoresheets.sheet_sign_list_by_code(
                **who,
                side=side,
                digest=signed.cleaned_data["digest"],
                code=signed.cleaned_data["code"],
            )


def _items(here: Came) -> list[tuple[str, str]]:
    return [(item.key, check_words(item)) for item in here.stand.rules.checklist(here.stand.branch)]


def _page(here: Came) -> HttpResponse:
    stand = here.stand
    opened = stand.sheet
    return show(
        here,
        "prepare",
        items=[
            {
                "key": item.key,
                "text": check_words(item),
                "clause": item.clause,
                "ticked": item.key in stand.checks,
            }
            for item in stand.rules.checklist(stand.branch)
        ],
        scorer_name=(opened.scorer_name if opened else "") or "",
        assistant_name=opened.assistant_name if opened else "",
        sides=[side_of_page(here, side) for side in Side] if opened else [],
    )


def side_of_page(here: Came, side: Side) -> dict[str, Any]:
    """One side's list with what is ticked on it, and how it is closed."""
    stand = here.stand
    listed = {one.registration_id: one for one in stand.side_players(side)}
    coach = coach_of(stand.encounter, side)
    captain = next((one for one in listed.values() if one.is_captain), None)
    return {
        "side": str(side),
        "team": stand.teams[side],
        "locked": stand.is_locked(side),
        "digest": stand.list_digest(side),
        "count": len(listed),
        "enough": len(listed) >= stand.rules.players_least and captain is not None,
        "least": stand.rules.players_least,
        "coach": coach.name if coach else "",
        "captain": str(captain.registration.player) if captain else "",
        "fichas": [
            {
                "row": row,
                "ticked": row.pk in listed,
                "captain": listed[row.pk].is_captain if row.pk in listed else row.is_captain,
            }
            for row in fichas_of(stand.encounter, side)
        ],
    }


@signed_in
def team(request: HttpRequest, pk: int) -> HttpResponse:
    """For the delegate of a side: its list to sign before, its codes, and its signature after."""
    here = came(request, pk)
    if here.side is None:
        return to(here.step, pk)
    if request.method == "POST":
        form = SignForm(request.POST)
        try:
            if request.POST.get("act") == "renew":
                code_renew(actor=here.user, encounter_id=pk, at=here.at)
            elif form.is_valid():
                scoresheets.sheet_sign_list(
                    actor=here.user,
                    encounter_id=pk,
                    digest=form.cleaned_data["digest"],
                    at=here.at,
                )
        except SAYS_NO as refusal:
            told(request, refusal)
        return to("sheet-team", pk)
    code = list_code(here.stand.encounter, here.side, at=here.at)
    return team_page(
        here,
        own=side_of_page(here, here.side) if here.stand.sheet else None,
        list_code=code.shown if code.is_live else "",
        kicker=_("Hoja de anotación"),
    )
