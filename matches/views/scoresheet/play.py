"""During the match: the page with one big button a team, and the log that it sends."""

import json
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.timezone import localtime
from django.views.decorators.http import require_POST, require_safe

from league import canonical
from league.refusals import Refused
from matches.selectors.scoresheets import SheetStand, sheet_stand
from matches.services import sheet_acts, sheet_ending
from matches.services.sheet_acts import Noted
from matches.sheet_words import phone_words, sentence
from matches.states.partida import Side
from matches.views.evening.sending import tell_phone
from matches.views.evening.visit import signed_in
from matches.views.scoresheet.came import SAYS_NO, Came, came, show, to, told


@require_safe
@signed_in
def play(request: HttpRequest, pk: int) -> HttpResponse:
    """The court, the two buttons and everything else that happens in a match."""
    here = came(request, pk, scores=True)
    if here.stand.sheet is None:
        return to("sheet-prepare", pk)
    if not here.stand.is_open:
        return to("sheet-sign", pk)
    return show(here, "play", data=phone_data(here))


@signed_in
def acts(request: HttpRequest, pk: int) -> HttpResponse:
    """The log for a device: as it stands, or with what the device did added to it."""
    here = came(request, pk, scores=True)
    if request.method != "POST":
        response = JsonResponse(log_of(here.stand))
        response["Cache-Control"] = "no-store"
        return response
    try:
        base = int(request.POST["base"])
        noted = [_noted(one, here) for one in json.loads(request.POST["acts"])]
    except (KeyError, ValueError, TypeError):
        return tell_phone(HttpResponse(status=422), error="acts")
    try:
        sheet_acts.sheet_acts_record(
            actor=here.user, encounter_id=pk, base=base, acts=noted, at=here.at
        )
    except SAYS_NO as refusal:
        return _refused(refusal, pk, base)
    return tell_phone(HttpResponse(), next="", **log_of(sheet_stand(pk)))


def _refused(refusal: Any, pk: int, base: int) -> HttpResponse:
    """Somebody else has written: both are shown. What the rules refuse is told with its place."""
    stand = sheet_stand(pk)
    if isinstance(refusal, Refused) and refusal.code == "sheet.changed_meanwhile":
        theirs = [
            {
                "text": one.text,
                "by": str(one.by),
                "at": localtime(one.at).strftime("%H:%M"),
            }
            for one in stand.acts
            if one.number > base
        ]
        return tell_phone(HttpResponse(), conflict={"theirs": theirs, **log_of(stand)})
    code = refusal.code if isinstance(refusal, Refused) else "moved"
    return tell_phone(HttpResponse(status=422), error=sentence(refusal), code=code, **log_of(stand))


def _noted(one: dict[str, Any], here: Came) -> Noted:
    """What a device wrote, its hour set right by the difference of the two clocks."""
    text = str(one["text"])
    moment = None
    sent = here.request.headers.get("X-Phone-At", "")
    if sent and one.get("at"):
        by_phone = datetime.fromisoformat(str(one["at"]))
        moment = min(here.at - (datetime.fromisoformat(sent) - by_phone), here.at)
    return Noted(text, moment)


@require_POST
@signed_in
def end(request: HttpRequest, pk: int) -> HttpResponse:
    """The match is over: draw up its acta."""
    here = came(request, pk, scores=True)
    try:
        sheet_ending.sheet_end(actor=here.user, encounter_id=pk, at=here.at)
    except SAYS_NO as refusal:
        told(request, refusal)
        return to("sheet-play", pk)
    return to("sheet-sign", pk)


@require_POST
@signed_in
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Ended by mistake."""
    here = came(request, pk, scores=True)
    try:
        sheet_ending.sheet_reopen(actor=here.user, encounter_id=pk, at=here.at)
    except SAYS_NO as refusal:
        told(request, refusal)
    return to("sheet", pk)


def log_of(stand: SheetStand) -> dict[str, Any]:
    """What counts of the log, and the row that the next one stands on."""
    return {"head": stand.head, "acts": [one.text for one in stand.live_acts]}


def phone_data(here: Came) -> dict[str, Any]:
    """Everything that the page needs to go on without coverage."""
    stand = here.stand
    times = stand.default_times()
    starts_at = stand.encounter.starts_at
    return {
        "pk": here.pk,
        "person": here.phone,
        "now": canonical.moment(here.at),
        "rules": stand.rules.phone_rules(stand.settings),
        "rosters": {str(side): shirts for side, shirts in stand.rosters.items()},
        "players": {
            str(side): {
                one.shirt: {"name": str(one.registration.player), "captain": one.is_captain}
                for one in stand.side_players(side)
            }
            for side in Side
        },
        "teams": stand.teams,
        "ready": stand.both_locked,
        "scheduled": canonical.moment(starts_at) if starts_at else None,
        "scheduled_shown": localtime(starts_at).strftime("%H:%M") if starts_at else "",
        "defaults": [canonical.moment(one) for one in times] if times else [],
        "words": phone_words(),
        "urls": {
            "acts": reverse("matches:sheet-acts", args=[here.pk]),
            "sheet": reverse("matches:sheet", args=[here.pk]),
        },
        **log_of(stand),
    }
