"""What every page of the evening starts from: who came, to which encounter, on which side."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.machine import MoveRefused
from league.models import User
from league.policies import may_organise, may_referee
from league.refusals import Refused
from league.sentences import sentence
from matches import policies
from matches.selectors import evening
from matches.selectors.evening import Stand, Step
from matches.selectors.scoresheets import sheet_of
from matches.states.partida import Side
from matches.views.evening import sending

SAYS_NO = (Refused, MoveRefused)

PAGES: Mapping[Step, str] = {
    Step.PRESENCE: "matches:evening-presence",
    Step.DRAW: "matches:evening-draw",
    Step.BOARDS: "matches:evening-boards",
    Step.END: "matches:evening-end",
    Step.SIGN: "matches:evening-sign",
    Step.DONE: "matches:evening-done",
}


_PHONE_PAGES: Mapping[Step, tuple[str, ...]] = {
    Step.PRESENCE: ("evening-presence", "evening-walkover", "evening-incidents"),
    Step.DRAW: ("evening-draw", "evening-draw-by-hand", "evening-incidents"),
    Step.BOARDS: ("evening-boards", "evening-incidents", "evening-end", "evening-stop"),
    Step.END: (),
    Step.SIGN: ("evening-sign", "evening-file-alone", "evening-end", "claim-new"),
    Step.DONE: ("claim-new",),
}


def signed_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Ask strangers to sign in. A tap made after the session ran out leads back to the evening: its
    own address takes no GET, and a fragment must not fill with the page for signing in. What a
    phone's script sends is answered in its own way."""

    @wraps(view)
    def guarded(request: HttpRequest, *arguments: Any, **more: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            if sending.is_by_script(request) or "HX-Request" in request.headers:
                return sending.ask_to_sign_in(request)  # the page stays, with what is typed on it
            path = request.get_full_path()
            if request.method == "POST" and "pk" in more:
                path = reverse("matches:evening", args=[more["pk"]])
            response: HttpResponse = redirect_to_login(path)
            return response
        if sending.is_by_script(request):
            return sending.answer(request, more["pk"], lambda: view(request, *arguments, **more))
        return view(request, *arguments, **more)

    return guarded


@dataclass(frozen=True)
class Visit:
    """A person at an encounter's evening. `side` is whose delegate they are, None for others."""

    request: HttpRequest
    stand: Stand
    side: Side | None
    is_referee: bool
    at: datetime

    @property
    def pk(self) -> int:
        return self.stand.encounter.pk

    @property
    def noted_at(self) -> datetime:
        """When it was done: `at`, but for what waited on a phone without coverage. Not before play
        began, whatever a phone says."""
        noted: datetime = getattr(self.request, "noted_at", self.at)
        return max(noted, self.stand.encounter.started_at or noted)

    @property
    def phone(self) -> str:
        """Under which name the phone keeps things for this person."""
        return sending.phone_key(cast(User, self.request.user))

    @property
    def may_write(self) -> bool:
        return self.side is not None

    def team(self, side: Side | None = None) -> str:
        side = side or self.side
        return self.stand.teams[side] if side else ""


def visit(request: HttpRequest, pk: int, *, writes: bool = False, referee: bool = False) -> Visit:
    """Who came. 404 for no encounter; 403 for those who have nothing to do there.

    Delegates of both sides come in, the organiser to follow; the referee where `referee` says so.
    With `writes`, only those who may change something there.
    """
    try:
        stand = evening.stand_get(pk)
    except ObjectDoesNotExist:
        raise Http404 from None
    if sheet_of(stand.encounter.division.season) is not None:
        raise Http404  # one match, written down on its sheet: there is no evening of boards
    season_id = stand.encounter.division.season_id
    side = policies.side_of(request.user, stand.encounter)
    is_referee = referee and side is None and may_referee(request.user, season_id)
    if side is None and not is_referee and (writes or not may_organise(request.user, season_id)):
        raise PermissionDenied
    return Visit(request, stand, side, is_referee, timezone.now())


def show(visit: Visit, template: str, *, status: int = 200, **context: Any) -> HttpResponse:
    """A page of the evening with what all of them share."""
    encounter = visit.stand.encounter
    shared = {
        "visit": visit,
        "stand": visit.stand,
        "encounter": encounter,
        "teams": visit.stand.teams,
        "side": visit.side,
        "may_write": visit.may_write,
        "steps": steps_of(visit.stand, current=context.pop("step", None)),
        "phone_pages": phone_pages(visit.stand) if visit.may_write or visit.is_referee else [],
        "other_night": not evening.is_tonight(encounter, now=visit.at),
        "role_label": visit.team(),
    }
    response = render(visit.request, f"evening/{template}.html", shared | context, status=status)
    if refusal := context.get("refusal"):
        sending.tell_phone(response, error=refusal["text"], clause=refusal["clause"])
    return keep(response, visit.phone)


def phone_pages(stand: Stand) -> list[str]:
    """The pages that a phone fetches ahead at this step, in case there is no coverage later."""
    names = [*_PHONE_PAGES[stand.step]]
    if stand.step != Step.DONE:
        names = ["evening", "evening-data", *names]
    found = [reverse(f"matches:{name}", args=[stand.encounter.pk]) for name in names]
    if stand.step == Step.BOARDS:
        boards = range(1, stand.encounter.division.season.boards + 1)
        found += [reverse("matches:evening-table", args=[stand.encounter.pk, n]) for n in boards]
    return found


def keep(response: HttpResponse, phone: str) -> HttpResponse:
    """Let the phone keep this page, for the person of this name, to show it without coverage."""
    response["X-Kept-For"] = phone
    return response


def refusal_of(refusal: Refused | MoveRefused) -> dict[str, str]:
    """What a page shows of a refusal: sentence and clause."""
    return {"text": sentence(refusal), "clause": getattr(refusal, "clause", "")}


def tell(request: HttpRequest, refusal: Refused | MoveRefused) -> None:
    """The refusal as a message on the page that follows; its clause travels as extra tag."""
    told = refusal_of(refusal)
    messages.error(request, told["text"], extra_tags=told["clause"])


def to_step(pk: int) -> HttpResponse:
    """To where the evening stands now."""
    return redirect("matches:evening", pk=pk)


def is_stale(refusal: Refused | MoveRefused) -> bool:
    """Whether the evening has moved on: the page shown no longer says how it stands."""
    return isinstance(refusal, MoveRefused)


def steps_of(stand: Stand, *, current: Step | None = None) -> list[dict[str, str]]:
    """The five steps with what is done."""
    labels = (_("Presentes"), _("Sorteo"), _("Resultados"), _("Final"), _("Firmas"))
    order = list(Step)
    reached = order.index(stand.step)
    here = order.index(current or stand.step)
    steps = []
    for place, label in enumerate(labels):
        state = "done" if place < max(reached, here) else ""
        if place == here:
            state = "current"
        steps.append({"label": label, "state": state})
    return steps
