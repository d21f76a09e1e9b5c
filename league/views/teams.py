"""Groups and teams of a season."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.filters.lists import TeamFilter
from league.forms.setup import DivisionForm, TeamCreateForm, TeamForm
from league.http import whole_number
from league.models import Season
from league.selectors import rosters
from league.selectors import seasons as select
from league.services import divisions as division_services
from league.services import teams as team_services
from league.states.season import SeasonState
from league.tables.lists import TeamTable
from league.views.pages import SignedIn, confirm_page, form_page, list_page, organiser_page

TAB = {"tab": "teams"}


def _to(name: str, season: Season, **kwargs: Any) -> str:
    return reverse(f"league:{name}", kwargs={"season_id": season.pk, **kwargs})


@require_safe
@organiser_page
def divisions(request: SignedIn, season: Season) -> HttpResponse:
    """The groups with their teams."""
    context = {
        "season": season,
        "divisions": select.divisions_with_teams(season),
        "is_open": season.state in (SeasonState.DRAFT, SeasonState.REGISTRATION),
        "part": "divisions",
        **TAB,
    }
    return render(request, "organiser/divisions.html", context)


@organiser_page
def division_new(request: SignedIn, season: Season) -> HttpResponse:
    return form_page(
        request,
        form=DivisionForm(request.POST or None),
        act=lambda form: division_services.division_create(
            actor=request.user,
            season_id=season.pk,
            at=timezone.now(),
            **form.cleaned_data,
        ),
        said=_("Grupo añadido."),
        back=_to("divisions", season),
        context={"season": season, "title": _("Grupo nuevo"), **TAB},
    )


@organiser_page
def division_edit(request: SignedIn, season: Season, division_id: int) -> HttpResponse:
    division = select.division_of(season, division_id)
    initial = {
        "name": division.name,
        "promoted": division.promoted,
        "relegated": division.relegated,
    }
    return form_page(
        request,
        form=DivisionForm(request.POST or None, initial=initial),
        act=lambda form: division_services.division_update(
            actor=request.user,
            season_id=season.pk,
            division_id=division_id,
            at=timezone.now(),
            **form.cleaned_data,
        ),
        said=_("Grupo guardado."),
        back=_to("divisions", season),
        context={
            "season": season,
            "title": division.name,
            "danger_url": _to("division-delete", season, division_id=division_id),
            "danger_text": _("Quitar el grupo"),
            **TAB,
        },
    )


@organiser_page
def division_remove(request: SignedIn, season: Season, division_id: int) -> HttpResponse:
    division = select.division_of(season, division_id)
    return confirm_page(
        request,
        act=lambda: division_services.division_delete(
            actor=request.user,
            season_id=season.pk,
            division_id=division_id,
            at=timezone.now(),
        ),
        said=_("Grupo quitado."),
        back=_to("divisions", season),
        context={
            "season": season,
            "title": _("Quitar «%(name)s»") % {"name": division.name},
            "text": _("Solo se puede quitar un grupo sin equipos y sin calendario."),
            "submit": _("Quitar el grupo"),
            **TAB,
        },
    )


@require_safe
@organiser_page
def teams(request: SignedIn, season: Season) -> HttpResponse:
    """The teams as a list to search, sort and download."""
    choices = select.division_choices(season)
    return list_page(
        request,
        rows=rosters.teams_of(season),
        table=lambda rows: TeamTable(rows, season_id=season.pk),
        filter_set=lambda data, queryset: TeamFilter(data, queryset=queryset, divisions=choices),
        file_name=f"equipos-{season.slug}",
        context={
            "season": season,
            "title": _("Equipos"),
            "actions": [
                {"text": _("Añadir un equipo"), "url": _to("team-new", season)},
                {"text": _("Imprimir plantillas"), "url": _to("rosters-print", season)},
            ],
            "empty": {
                "title": _("Todavía no hay equipos."),
                "text": _("Un equipo es la inscripción de una peña en un grupo."),
                "url": _to("team-new", season),
                "link": _("Añadir el primero"),
            },
            "part": "teams",
            **TAB,
        },
    )


@organiser_page
def team_new(request: SignedIn, season: Season) -> HttpResponse:
    groups = select.division_choices(season)
    chosen = whole_number(request.GET.get("grupo", ""))
    form = TeamCreateForm(
        request.POST or None,
        clubs=select.club_choices(),
        divisions=groups,
        venues=select.venue_choices(),
        initial={"division_id": chosen},
    )

    def act(form: Any) -> None:
        told = form.cleaned_data
        team_services.team_create(
            actor=request.user,
            season_id=season.pk,
            division_id=told["division_id"],
            club_id=told.get("club_id"),
            club_name=told["club_name"],
            name=told["name"],
            home=form.home,
            at=timezone.now(),
        )

    context = {
        "season": season,
        "title": _("Equipo nuevo"),
        "no_groups": not groups,
        "in_debt": select.clubs_in_debt(season),
        **TAB,
    }
    return form_page(
        request,
        form=form,
        act=act,
        said=_("Equipo añadido."),
        back=_to("divisions", season),
        context=context,
        template="organiser/team_new.html",
        again=_to("team-new", season) + (f"?grupo={chosen}" if chosen else ""),
    )


@require_safe
@organiser_page
def team(request: SignedIn, season: Season, team_id: int) -> HttpResponse:
    """A team: its fichas, its delegates, where it plays."""
    context = {
        "season": season,
        "roster": rosters.roster_of(season, team_id),
        "today": timezone.localdate(),
        **TAB,
    }
    return render(request, "organiser/team.html", context)


@organiser_page
def team_edit(request: SignedIn, season: Season, team_id: int) -> HttpResponse:
    found = rosters.teams_of(season).get(pk=team_id)
    form = TeamForm(
        request.POST or None,
        divisions=select.division_choices(season),
        venues=select.venue_choices(),
        initial={
            "name": found.name,
            "division_id": found.division_id,
            "venue_id": found.venue_id,
            "home_weekday": found.home_weekday,
            "home_time": found.home_time,
        },
    )
    return form_page(
        request,
        form=form,
        act=lambda form: team_services.team_update(
            actor=request.user,
            season_id=season.pk,
            team_id=team_id,
            division_id=form.cleaned_data["division_id"],
            name=form.cleaned_data["name"],
            home=form.home,
            at=timezone.now(),
        ),
        said=_("Equipo guardado."),
        back=_to("team", season, team_id=team_id),
        context={
            "season": season,
            "title": found.name,
            "danger_url": _to("team-delete", season, team_id=team_id),
            "danger_text": _("Quitar el equipo"),
            **TAB,
        },
    )


@organiser_page
def team_remove(request: SignedIn, season: Season, team_id: int) -> HttpResponse:
    found = rosters.teams_of(season).get(pk=team_id)
    return confirm_page(
        request,
        act=lambda: team_services.team_delete(
            actor=request.user,
            season_id=season.pk,
            team_id=team_id,
            at=timezone.now(),
        ),
        said=_("Equipo quitado."),
        back=_to("divisions", season),
        context={
            "season": season,
            "title": _("Quitar «%(name)s»") % {"name": found.name},
            "text": _("Es para deshacer una inscripción hecha por error, antes del calendario."),
            "consequences": [
                _("Se quitan sus delegados."),
                _("Con fichas dadas no se puede quitar: se tramita como retirada."),
            ],
            "submit": _("Quitar el equipo"),
            **TAB,
        },
    )


@require_safe
@organiser_page
def roster_print(request: SignedIn, season: Season, team_id: int) -> HttpResponse:
    """The roster of a team for paper."""
    context = {"season": season, "rosters": [rosters.roster_of(season, team_id)], **TAB}
    return render(request, "organiser/roster_print.html", context)


@require_safe
@organiser_page
def rosters_print(request: SignedIn, season: Season) -> HttpResponse:
    """Every roster, a page each."""
    context = {"season": season, "rosters": rosters.rosters_of(season), **TAB}
    return render(request, "organiser/roster_print.html", context)
