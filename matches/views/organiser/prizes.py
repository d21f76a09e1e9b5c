"""Prizes: what there is to win, who won it, and who took it home from the dinner (M-D.17)."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Season
from league.views.pages import confirm_page, form_page, organiser_page
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
def prizes(request: HttpRequest, season: Season) -> HttpResponse:
    """The list, and the form for one more."""
    divisions = list(season.divisions.values_list("pk", "name"))
    return form_page(
        request,
        form=PrizeForm(request.POST or None, divisions=divisions),
        act=lambda form: services.prize_define(
            actor=request.user,  # type: ignore[arg-type]
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
        act=lambda form: services.prize_award(
            actor=request.user,  # type: ignore[arg-type]
            prize_id=pk,
            at=timezone.now(),
            **form.cleaned_data,
        ),
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
        act=lambda form: services.prize_collect(
            actor=request.user,  # type: ignore[arg-type]
            prize_id=pk,
            at=timezone.now(),
            **form.facts(),
        ),
        said=_("Anotado: el premio está recogido."),
        back=_here(season),
        context=_context(season)
        | {
            "title": _("Entregar: %(prize)s") % {"prize": prize},
            "text": _("%(team)s. Lo recoge el delegado o alguien de la peña (M-D.17).")
            % {"team": prize.winner},
        },
    )


@organiser_page
def renounce(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    prize = prize_of(season, pk)
    return _asked(
        request,
        season,
        act=lambda: services.prize_renounce(
            actor=request.user,  # type: ignore[arg-type]
            prize_id=pk,
            at=timezone.now(),
        ),
        said=_("Anotado: nadie recogió el premio."),
        title=_("Nadie recogió: %(prize)s") % {"prize": prize},
        text=_("%(team)s no fue a la cena y se entiende que renuncia (M-D.17).")
        % {"team": prize.winner},
        submit=_("Anotar la renuncia"),
    )


@organiser_page
def undo(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    prize = prize_of(season, pk)
    awarded = prize.state == PrizeState.AWARDED
    return _asked(
        request,
        season,
        act=lambda: services.prize_undo(
            actor=request.user,  # type: ignore[arg-type]
            prize_id=pk,
            at=timezone.now(),
        ),
        said=_("Deshecho."),
        title=_("Deshacer: %(prize)s") % {"prize": prize},
        text=_("El premio vuelve a estar sin ganador.")
        if awarded
        else _("El premio vuelve a estar por recoger."),
        submit=_("Deshacer"),
    )


@organiser_page
def remove(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    prize = prize_of(season, pk)
    return _asked(
        request,
        season,
        act=lambda: services.prize_remove(
            actor=request.user,  # type: ignore[arg-type]
            prize_id=pk,
            at=timezone.now(),
        ),
        said=_("El premio ya no está en la lista."),
        title=_("Quitar: %(prize)s") % {"prize": prize},
        text=_("Nadie lo ha ganado todavía."),
        submit=_("Quitar el premio"),
    )


def _asked(
    request: HttpRequest,
    season: Season,
    *,
    act: Callable[[], Any],
    said: str,
    title: str,
    text: str,
    submit: str,
) -> HttpResponse:
    return confirm_page(
        request,
        act=act,
        said=said,
        back=_here(season),
        context=_context(season) | {"title": title, "text": text, "submit": submit, "calm": True},
    )


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
