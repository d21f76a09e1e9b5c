"""Lots: teams that nothing parts, the order that was drawn, and undoing one written wrong."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.forms.base import refusal_text
from league.models import Season
from league.refusals import Refused
from league.states.season import SeasonState
from league.views.pages import SignedIn, confirm_page, organiser_page
from matches.forms.organiser import LotForm
from matches.selectors.lots import Tie, decides_by_lot, recorded_lots, ties_of
from matches.services.lots import lots_forget, lots_record


@organiser_page
def lots(request: SignedIn, season: Season) -> HttpResponse:
    """A form for each shared position; `tie` says which of them was sent."""
    running = season.state == SeasonState.RUNNING
    by_lot = decides_by_lot(season)
    ties = _ties(season) if running and by_lot else []
    sent = request.POST.get("tie") if request.method == "POST" else None
    forms = [(tie, _form(request if tie.key == sent else None, tie)) for tie in ties]
    if request.method == "POST":
        done = next((one for one in forms if one[0].key == sent), None)
        if done is None:
            refusal = Refused("lots.not_tied") if running else Refused("lots.not_running")
            messages.error(request, refusal_text(refusal))
            return redirect(_here(season))
        tie, form = done
        if form.is_valid() and _record(request, tie, form):
            return redirect(_here(season))
    return render(
        request,
        "organiser/lots.html",
        {
            "season": season,
            "tab": "publications",
            "running": running,
            "by_lot": by_lot,
            "ties": [{"tie": tie, "form": form} for tie, form in forms],
            "recorded": recorded_lots(season),
        },
        status=422 if request.method == "POST" else 200,
    )


@organiser_page
def lot_undo(request: SignedIn, season: Season, number: int) -> HttpResponse:
    found = next((one for one in recorded_lots(season) if one.lot.number == number), None)
    if found is None:
        raise Http404
    return confirm_page(
        request,
        act=lambda: lots_forget(
            actor=request.user,
            season_id=season.pk,
            number=number,
            at=timezone.now(),
        ),
        said=_("El sorteo está deshecho y ya no cuenta en la clasificación."),
        back=_here(season),
        context={
            "season": season,
            "tab": "publications",
            "title": _("Deshacer el sorteo %(number)s") % {"number": number},
            "text": _("Salió este orden: %(teams)s.") % {"teams": ", ".join(found.teams)},
            "consequences": [
                _("Los equipos que siguen empatados en todo vuelven a compartir el puesto."),
                _("El sorteo deshecho queda a la vista, y en el registro."),
            ],
            "submit": _("Deshacer el sorteo"),
        },
    )


def _record(request: SignedIn, tie: Tie, form: LotForm) -> bool:
    try:
        lots_record(
            actor=request.user,
            division_id=tie.division.pk,
            team_ids=form.team_ids,
            note=form.cleaned_data["note"],
            at=timezone.now(),
        )
    except Refused as refusal:
        form.add_refusal(refusal)
        return False
    messages.success(request, _("El sorteo está anotado y ya cuenta en la clasificación."))
    return True


def _ties(season: Season) -> list[Tie]:
    divisions = list(season.divisions.all())
    for division in divisions:
        division.season = season
    return ties_of(divisions)


def _form(request: SignedIn | None, tie: Tie) -> LotForm:
    sent: Any = None if request is None else request.POST
    return LotForm(sent, prefix=f"tie-{tie.key}", teams=tie.teams, first=tie.position)


def _here(season: Season) -> str:
    return reverse("matches:organise-lots", args=[season.pk])
