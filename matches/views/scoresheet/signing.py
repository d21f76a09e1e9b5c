"""After the match: its acta to read, signed by the officials and then by both captains."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from matches import addresses
from matches.forms.scoresheet import AloneForm, OfficialForm, SignForm
from matches.models import SheetRole
from matches.selectors.signing_codes import code_stand
from matches.services import sheet_ending
from matches.services.actas import OPEN, content_of
from matches.sheet_words import ROLES, findings_words
from matches.states.partida import Side
from matches.views.evening.visit import signed_in
from matches.views.scoresheet.back_shown import claims_shown
from matches.views.scoresheet.came import SAYS_NO, Came, came, show, to, told


@signed_in
def sign(request: HttpRequest, pk: int) -> HttpResponse:
    """The acta of the match and who has signed it."""
    here = came(request, pk)
    if here.stand.acta is None:
        return to(here.step, pk) if here.step != "sheet-sign" else to("sheet-play", pk)
    if request.method == "POST":
        try:
            _act(here, request.POST.get("act", ""))
        except SAYS_NO as refusal:
            told(request, refusal)
        return to("sheet-sign" if here.scores else "sheet-team", pk)
    if not here.scores:
        return to("sheet-team", pk)
    return show(here, "sign", **acta_parts(here))


def _act(here: Came, act: str) -> None:
    post, acta = here.request.POST, here.stand.acta
    assert acta is not None
    who: dict[str, Any] = {"actor": here.user, "acta_id": acta.pk, "at": here.at}
    kind, _sign, word = act.partition("-")
    if kind == "official" and word in (SheetRole.CENTRAL, SheetRole.SCORER, SheetRole.ASSISTANT):
        official = OfficialForm(post)
        if official.is_valid():
            sheet_ending.sheet_sign_official(**who, role=word, **official.cleaned_data)
    elif kind == "captain" and word in list(Side):
        form = SignForm(post)
        if form.is_valid():
            sheet_ending.sheet_sign_captain_by_code(**who, side=word, **form.cleaned_data)
    elif kind == "own":
        own = SignForm(post)
        if own.is_valid():
            facts = {key: value for key, value in own.cleaned_data.items() if key != "code"}
            sheet_ending.sheet_sign_captain(**who, **facts)
    elif kind == "alone":
        alone = AloneForm(post)
        if alone.is_valid():
            sheet_ending.sheet_close_alone(**who, **alone.cleaned_data)


def acta_parts(here: Came) -> dict[str, Any]:
    """The acta in words: sets, what was found, who signed."""
    stand, acta = here.stand, here.stand.acta
    assert acta is not None
    content = content_of(acta)
    sheet = stand.sheet
    names = {
        SheetRole.SCORER: sheet.scorer_name if sheet else "",
        SheetRole.ASSISTANT: sheet.assistant_name if sheet else "",
    }
    captains = [
        {
            "side": str(side),
            "team": stand.teams[side],
            "signed": stand.captain(side),
        }
        for side in Side
    ]
    return {
        "acta": acta,
        "is_open": acta.state in OPEN,
        "score": content["score"],
        "sets": content["sheet"]["sets"],
        "points": content["games"],
        "findings": [
            {"text": text, "clause": one["clause"], "level": _LEVELS[one["severity"]]}
            for one, text in zip(
                content["findings"], findings_words(content["findings"], stand.teams), strict=True
            )
        ],
        "claims": claims_shown(stand),
        "officials": [
            {
                "role": role,
                "words": ROLES[role],
                "signed": stand.official(role),
                "by_name": role != SheetRole.CENTRAL,
                "name": names.get(SheetRole(role), ""),
            }
            for role in stand.officials
        ],
        "officials_signed": stand.officials_signed,
        "captains": captains,
        "may_close_alone": acta.state in OPEN
        and stand.officials_signed
        and any(one["signed"] for one in captains),
        "acta_url": addresses.acta_path(acta) if acta.in_force else "",
    }


_LEVELS = {"WARNING": "wait", "COMMITTEE": "stop", "ERROR": "stop"}


def team_page(here: Came, **context: Any) -> HttpResponse:
    """The page of one side's delegate."""
    stand = here.stand
    assert here.side is not None
    code = code_stand(stand.encounter, here.side, at=here.at)
    if stand.acta is not None:
        context |= acta_parts(here)
        context["own_signed"] = stand.captain(here.side)
        context["other_words"] = _("Falta el otro equipo.")
    return show(here, "team", acta_code=code.shown if code.is_live else "", **context)
