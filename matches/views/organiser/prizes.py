"""Prizes: what there is to win, who won it, and who took it home from the dinner (M-D.17)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _later
from django.views.decorators.http import require_safe

from league.models import Season
from league.views.pages import SignedIn, confirm_page, form_page, organiser_page
from matches.addresses import prizes_path
from matches.forms.prizes import AwardForm, CollectForm, PrizeForm
from matches.models import Prize
from matches.prize_words import collector_words, place_words, state_words
from matches.selectors.prizes import (
    Proposed,
    collectors_of,
    prize_of,
    proposal_of,
    proposals_of,
    teams_for,
)
from matches.services import prizes as services
from matches.states.prize import PRIZE, PrizeEvent, PrizeState


@organiser_page
def prizes(request: SignedIn, season: Season) -> HttpResponse:
    """The list, and the form for one more."""
    divisions = list(season.divisions.values_list("pk", "name"))
    return form_page(
        request,
        form=PrizeForm(request.POST or None, divisions=divisions),
        act=lambda form: services.prize_define(
            actor=request.user,
            season_id=season.pk,
            at=timezone.now(),
            **form.cleaned_data,
        ),
        said=_("El premio está en la lista."),
        back=_here(season),
        template="organiser/prizes.html",
        context=_context(season)
        | {
            "lines": [_line(found) for found in proposals_of(season)],
            "public_url": prizes_path(season),
        },
    )


@require_safe
@organiser_page
def printed(request: HttpRequest, season: Season) -> HttpResponse:
    """The list that is taken to the dinner, with room for a signature."""
    lines = [_line(found) for found in proposals_of(season)]
    return render(request, "organiser/prizes_print.html", _context(season) | {"lines": lines})


@organiser_page
def award(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    found = proposal_of(season, pk)
    initial = {"team_id": found.teams[0][0]} if len(found.teams) == 1 else {}
    return form_page(
        request,
        form=AwardForm(request.POST or None, teams=teams_for(found.prize), initial=initial),
        act=lambda form: _do(request, pk, services.prize_award, **form.cleaned_data),
        said=_("El premio ya tiene quien lo gane, y se avisa a su delegado."),
        back=_here(season),
        context=_context(season)
        | {"title": _("Quién gana: %(prize)s") % {"prize": found.prize}, "text": _why(found)},
    )


@organiser_page
def collect(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    prize = prize_of(season, pk)
    delegates, members = collectors_of(prize.winner) if prize.winner else ([], [])
    return form_page(
        request,
        form=CollectForm(request.POST or None, delegates=delegates, members=members),
        act=lambda form: _do(request, pk, services.prize_collect, **form.facts()),
        said=_("Anotado: el premio está recogido."),
        back=_here(season),
        context=_context(season)
        | {
            "title": _("Entregar: %(prize)s") % {"prize": prize},
            "text": _("%(team)s. Lo recoge el delegado o alguien de la peña (M-D.17).")
            % {"team": prize.winner},
        },
    )


@dataclass(frozen=True)
class Step:
    """An act on a prize that only asks whether one is sure, in words."""

    act: Callable[..., Any]
    title: Any
    text: Callable[[Prize], Any]
    submit: Any
    said: Any


STEPS = {
    "renounce": Step(
        services.prize_renounce,
        title=_later("Nadie recogió: %(prize)s"),
        text=lambda prize: (
            _("%(team)s no fue a la cena y se entiende que renuncia (M-D.17).")
            % {"team": prize.winner}
        ),
        submit=_later("Anotar la renuncia"),
        said=_later("Anotado: nadie recogió el premio."),
    ),
    "undo": Step(
        services.prize_undo,
        title=_later("Deshacer: %(prize)s"),
        text=lambda prize: (
            _("El premio vuelve a estar sin ganador.")
            if prize.state == PrizeState.AWARDED
            else _("El premio vuelve a estar por recoger.")
        ),
        submit=_later("Deshacer"),
        said=_later("Deshecho."),
    ),
    "remove": Step(
        services.prize_remove,
        title=_later("Quitar: %(prize)s"),
        text=lambda prize: _("Nadie lo ha ganado todavía."),
        submit=_later("Quitar el premio"),
        said=_later("El premio ya no está en la lista."),
    ),
}


@organiser_page
def step(request: HttpRequest, season: Season, pk: int, name: str) -> HttpResponse:
    """One of `STEPS`, which the address names."""
    prize, asked = prize_of(season, pk), STEPS[name]
    return confirm_page(
        request,
        act=lambda: _do(request, pk, asked.act),
        said=asked.said,
        back=_here(season),
        context=_context(season)
        | {
            "title": asked.title % {"prize": prize},
            "text": asked.text(prize),
            "submit": asked.submit,
            "calm": True,
        },
    )


def _do(request: HttpRequest, pk: int, act: Callable[..., Any], **facts: Any) -> None:
    act(actor=request.user, prize_id=pk, at=timezone.now(), **facts)


def _line(found: Proposed) -> dict[str, Any]:
    """A prize as the list prints it, with what may be done with it now."""
    prize, state = found.prize, PrizeState(found.prize.state)
    words, level = state_words(state)
    return {
        "prize": prize,
        "place": place_words(prize),
        "state": words,
        "level": level,
        "teams": [name for _pk, name in found.teams],
        "to_come": found.to_come,
        "collector": collector_words(prize),
        "may": {str(event).lower(): PRIZE.allows(state, event) for event in PrizeEvent},
        "may_remove": state == PrizeState.OPEN,
    }


def _why(found: Proposed) -> str:
    """What the table says of its place."""
    prize: Prize = found.prize
    if prize.position is None:
        return _("Es un premio libre: lo elige la organización.")
    if not found.teams:
        return _("En %(place)s todavía no hay nadie.") % {"place": place_words(prize)}
    said = _("En %(place)s está %(teams)s.") % {
        "place": place_words(prize),
        "teams": ", ".join(name for _pk, name in found.teams),
    }
    if found.to_come:
        said += " " + _("Al grupo le quedan encuentros por jugar: %(left)s.") % {
            "left": found.to_come
        }
    return said


def _context(season: Season) -> dict[str, Any]:
    return {"season": season, "tab": "publications"}


def _here(season: Season) -> str:
    return reverse("matches:organise-prizes", args=[season.pk])
