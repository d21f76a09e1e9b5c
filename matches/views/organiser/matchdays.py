"""Matchdays: which can be closed, what keeps the others open, and closing one."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Matchday, Season
from league.states.season import SeasonState
from league.views.pages import SignedIn, confirm_page, organiser_page
from matches.selectors.closing import day_of, days_of, open_things
from matches.services.matchdays import matchday_close, matchday_reopen


@require_safe
@organiser_page
def matchdays(request: HttpRequest, season: Season) -> HttpResponse:
    today = timezone.localdate()
    groups: dict[int, dict[str, Any]] = {}
    for day in days_of(season, now=timezone.now()):
        division = day.matchday.division
        group = groups.setdefault(
            division.pk, {"division": division, "now": [], "closed": [], "ahead": []}
        )
        to_come = not day.may_close and (day.matchday.starts_on or today) > today
        part = "closed" if day.matchday.closed_at else "ahead" if to_come else "now"
        group[part].append(day)
    return render(
        request,
        "organiser/matchdays.html",
        {
            "season": season,
            "tab": "results",
            "groups": list(groups.values()),
            "is_closed": season.state == SeasonState.CLOSED,
        },
    )


@organiser_page
def close(request: SignedIn, season: Season, pk: int) -> HttpResponse:
    """Asks; or, while something is open, lists it."""
    matchday = day_of(season, pk)
    left = open_things(season, now=timezone.now(), matchday=matchday)
    if request.method != "POST" and left.count:
        return render(
            request,
            "organiser/matchday_close.html",
            {
                "season": season,
                "tab": "results",
                "title": _title(matchday),
                "left": left,
                "encounters_url": reverse("matches:organise-encounters", args=[season.pk]),
                "back": _here(season),
            },
        )
    return confirm_page(
        request,
        act=lambda: matchday_close(
            actor=request.user,
            matchday_id=pk,
            at=timezone.now(),
        ),
        said=_("%(day)s cerrada.") % {"day": matchday},
        back=_here(season),
        context={
            "season": season,
            "tab": "results",
            "title": _title(matchday),
            "text": _("No queda nada abierto en ella."),
            "consequences": [
                _("Sus resultados, actas y fechas ya no se cambian."),
                _("Una resolución del comité sí puede cambiarlos."),
            ],
            "submit": _("Cerrar la jornada"),
            "calm": True,
        },
    )


@organiser_page
def reopen(request: SignedIn, season: Season, pk: int) -> HttpResponse:
    matchday = day_of(season, pk)
    return confirm_page(
        request,
        act=lambda: matchday_reopen(
            actor=request.user,
            matchday_id=pk,
            at=timezone.now(),
        ),
        said=_("%(day)s abierta otra vez.") % {"day": matchday},
        back=_here(season),
        context={
            "season": season,
            "tab": "results",
            "title": _("Abrir otra vez: %(day)s, %(division)s")
            % {"day": matchday, "division": matchday.division.name},
            "text": _("Para cuando se cerró por error. Queda escrito en el registro."),
            "submit": _("Abrir la jornada"),
            "calm": True,
        },
    )


def _title(matchday: Matchday) -> str:
    return _("Cerrar: %(day)s, %(division)s") % {
        "day": matchday,
        "division": matchday.division.name,
    }


def _here(season: Season) -> str:
    return reverse("matches:organise-matchdays", args=[season.pk])
