"""Another date (M-D.16): a delegate's encounters to come, the talk about one, and its answers."""

from collections.abc import Callable
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.forms.base import ServiceForm, refusal_text
from league.machine import MoveRefused
from league.models import User
from league.refusals import Refused
from league.selectors.seasons import venue_choices
from matches import addresses, moments, policies
from matches.forms.dates import ProposeForm, ReasonForm, VenueForm
from matches.labels import MOVE_STATES
from matches.models import Postponement
from matches.selectors.dates import Talk, date_rules_of, encounter_with_dates, talk_of, talks_of
from matches.services import dates
from matches.states.partida import Side
from matches.states.postponement import PostponementState

SAYS_NO = (Refused, MoveRefused)


@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """The encounters to come of the user's teams: their dates, and what waits for an answer."""
    talks = talks_of(cast(User, request.user), now=timezone.now())
    lines = [
        {
            "talk": talk,
            "encounter": talk.encounter,
            "url": addresses.dates_path(talk.encounter),
            "day": moments.month_day(talk.start),
            "under": _under(talk),
        }
        for talk in talks
    ]
    return render(request, "dates/mine.html", {"lines": lines})


@require_safe
@login_required
def talk(request: HttpRequest, pk: int) -> HttpResponse:
    """The date that stands, what is proposed, and all that was before."""
    return _page(request, _talk(request, pk))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def propose(request: HttpRequest, pk: int) -> HttpResponse:
    """Up to three dates; with one of the other side open, they answer it."""
    came = _talk(request, pk, acts=True)
    form = ProposeForm(
        request.POST or None, venues=venue_choices(), venue_id=came.encounter.venue_id
    )
    return _form(
        request,
        came,
        form,
        "propose",
        lambda: dates.date_propose(
            actor=cast(User, request.user),
            encounter_id=pk,
            offers=form.offers,
            reason=form.cleaned_data["reason"],
            at=came.now,
        ),
        _("Propuesta enviada. La otra peña ya tiene el aviso."),
        rules=date_rules_of(came.encounter.division.season_id),
    )


@require_POST
@login_required
def accept(request: HttpRequest, pk: int, proposal: int, number: int) -> HttpResponse:
    came = _talk(request, pk, acts=True)

    def act() -> None:
        change = dates.date_accept(
            actor=cast(User, request.user),
            encounter_id=pk,
            proposal_id=proposal,
            number=number,
            at=came.now,
        )
        if change.state == PostponementState.EXPIRED:
            late = Refused("dates.too_late", clause="M-D.16", start=change.old_starts_at)
            messages.error(request, refusal_text(late))
        else:
            messages.success(request, _("Cambio acordado y entregado, con las dos firmas."))

    return _do(request, pk, act)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def refuse(request: HttpRequest, pk: int, proposal: int) -> HttpResponse:
    """No, with a reason."""
    came = _talk(request, pk, acts=True)
    form = ReasonForm(request.POST or None)
    return _form(
        request,
        came,
        form,
        "refuse",
        lambda: dates.date_refuse(
            actor=cast(User, request.user),
            encounter_id=pk,
            proposal_id=proposal,
            reason=form.cleaned_data["reason"],
            at=came.now,
        ),
        _("Dicho que no. La otra peña ya tiene el aviso con el motivo."),
        proposal=_of(came, proposal),
    )


@require_POST
@login_required
def withdraw(request: HttpRequest, pk: int, proposal: int) -> HttpResponse:
    came = _talk(request, pk, acts=True)

    def act() -> None:
        dates.date_withdraw(
            actor=cast(User, request.user), encounter_id=pk, proposal_id=proposal, at=came.now
        )
        messages.success(request, _("Propuesta retirada. El encuentro sigue en su fecha."))

    return _do(request, pk, act)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def venue(request: HttpRequest, pk: int) -> HttpResponse:
    """The home peña plays elsewhere, on the same date."""
    came = _talk(request, pk, acts=True)
    if came.side != Side.HOME:
        raise PermissionDenied
    form = VenueForm(request.POST or None, venues=venue_choices())
    return _form(
        request,
        came,
        form,
        "venue",
        lambda: dates.venue_change(
            actor=cast(User, request.user),
            encounter_id=pk,
            venue_id=form.cleaned_data["venue_id"],
            reason=form.cleaned_data["reason"],
            at=came.now,
        ),
        _("Local cambiado. La otra peña y la organización ya tienen el aviso."),
    )


def _talk(request: HttpRequest, pk: int, *, acts: bool = False) -> Talk:
    """404 for no encounter; 403 for those who have nothing to agree on there."""
    try:
        encounter = encounter_with_dates(pk)
    except ObjectDoesNotExist:
        raise Http404 from None
    side = policies.standing_side(request.user, encounter)
    if side is None and (acts or not policies.may_follow_dates(request.user, encounter)):
        raise PermissionDenied
    return talk_of(encounter, side, now=timezone.now())


def _under(talk: Talk) -> str:
    """When and where, in a line."""
    parts = [moments.whole(talk.start)] if talk.start else []
    return " · ".join([*parts, *([str(talk.encounter.venue)] if talk.encounter.venue else [])])


def _of(came: Talk, proposal: int) -> Postponement:
    found = next((move for move in came.moves if move.pk == proposal and move.side), None)
    if found is None:
        raise Http404
    return found


def _do(request: HttpRequest, pk: int, act: Callable[[], None]) -> HttpResponse:
    """One tap: whatever came of it stands on the page that follows."""
    try:
        act()
    except ObjectDoesNotExist:
        raise Http404 from None
    except SAYS_NO as refusal:
        messages.error(request, refusal_text(refusal))
    return redirect("matches:dates", pk=pk)


def _form(
    request: HttpRequest,
    came: Talk,
    form: ServiceForm,
    template: str,
    act: Callable[[], Any],
    said: str,
    **context: Any,
) -> HttpResponse:
    """A page with a form: what was typed stays when it is refused."""
    if request.method == "POST" and form.is_valid():
        try:
            act()
        except ObjectDoesNotExist:
            raise Http404 from None
        except SAYS_NO as refusal:
            form.add_refusal(refusal)
        else:
            messages.success(request, said)
            return redirect("matches:dates", pk=came.encounter.pk)
    whole = _shared(came) | {"form": form} | context
    return render(request, f"dates/{template}.html", whole, status=422 if form.is_bound else 200)


def _page(request: HttpRequest, came: Talk) -> HttpResponse:
    return render(request, "dates/talk.html", _shared(came) | {"history": _history(came)})


def _shared(came: Talk) -> dict[str, Any]:
    encounter = came.encounter
    return {
        "talk": came,
        "encounter": encounter,
        "proposal": came.proposal,
        "other": encounter.team(came.side.other).name if came.side else "",
        "proposer": encounter.team(came.proposal.side).name if came.proposal else "",
        "public_url": addresses.encounter_path(encounter),
        "is_home": came.side == Side.HOME,
        "role_label": encounter.team(came.side).name if came.side else "",
    }


def _history(came: Talk) -> list[dict[str, Any]]:
    """Everything that was proposed, agreed or moved, in words, the newest first."""
    lines = []
    for move in came.moves:
        if move == came.proposal:
            continue
        words, level = MOVE_STATES[came.state_of(move)]
        is_venue = bool(move.side) and move.old_starts_at == move.new_starts_at
        lines.append(
            {
                "move": move,
                "who": came.encounter.team(move.side).name if move.side else _("La organización"),
                "state": words,
                "level": level,
                "is_venue": is_venue,
                "stands": move.state == PostponementState.DELIVERED,
                "too_late": move.state == PostponementState.EXPIRED and move.answered_at,
            }
        )
    return lines
