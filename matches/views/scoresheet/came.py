"""What every page of a match's sheet starts from: who came, to which match, in which post."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.machine import MoveRefused
from league.models import User
from league.refusals import Refused
from matches import policies
from matches.models import Encounter
from matches.selectors.scoresheets import SheetStand, sheet_stand
from matches.sheet_words import sentence
from matches.states.encounter import EncounterState
from matches.states.partida import Side
from matches.views.evening.sending import phone_key
from matches.views.evening.visit import keep

SAYS_NO = (Refused, MoveRefused)


@dataclass(frozen=True)
class Came:
    """A person at a match. `side` is whose delegate they are; `scores` who may write the sheet."""

    request: HttpRequest
    stand: SheetStand
    side: Side | None
    scores: bool
    at: datetime

    @property
    def user(self) -> User:
        return cast(User, self.request.user)

    @property
    def pk(self) -> int:
        return self.stand.encounter.pk

    @property
    def phone(self) -> str:
        """Under which name the device keeps things for this person."""
        return phone_key(self.user)

    @property
    def step(self) -> str:
        """The page where the sheet stands now, by the name of its address."""
        state = self.stand.encounter.state
        if not self.scores:
            return "sheet-team"
        if state in (EncounterState.ENDED, EncounterState.SIGNED, EncounterState.RULED):
            return "sheet-sign"
        return "sheet-play" if self.stand.both_locked else "sheet-prepare"


def came(request: HttpRequest, pk: int, *, scores: bool = False) -> Came:
    """Who came. 404 for no such sheet; 403 for those who have nothing to do there. With `scores`,
    only those who write it."""
    try:
        stand = sheet_stand(pk)
    except Encounter.DoesNotExist:
        raise Http404 from None
    may_score = policies.may_score(request.user, stand.encounter)
    side = policies.side_of(request.user, stand.encounter)
    if not may_score and (scores or side is None):
        raise PermissionDenied
    return Came(request, stand, side, may_score, timezone.now())


def show(here: Came, template: str, *, status: int = 200, **context: Any) -> HttpResponse:
    """A page of the sheet with what all of them share."""
    stand = here.stand
    shared = {
        "here": here,
        "stand": stand,
        "encounter": stand.encounter,
        "teams": stand.teams,
        "sheet": stand.sheet,
        "season": stand.season,
    }
    response = render(here.request, f"scoresheet/{template}.html", shared | context, status=status)
    return keep(response, here.phone)


def told(request: HttpRequest, refusal: Refused | MoveRefused) -> None:
    """The refusal as a message on the page that follows; its clause travels as extra tag."""
    clause = getattr(refusal, "clause", "") or ""
    messages.error(request, sentence(refusal), extra_tags=clause)


def to(name: str, pk: int) -> HttpResponse:
    return redirect(f"matches:{name}", pk=pk)
