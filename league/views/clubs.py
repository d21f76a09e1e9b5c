"""Peñas and bars: they outlive a season and are shared by all of them."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.filters.lists import ClubFilter, VenueFilter
from league.forms.setup import ClubForm, VenueForm
from league.models import Season
from league.selectors import seasons as select
from league.services import clubs as services
from league.tables.lists import ClubTable, VenueTable
from league.views.pages import SignedIn, form_page, list_page, organiser_page

TAB = {"tab": "teams"}


def _to(name: str, season: Season) -> str:
    return reverse(f"league:{name}", kwargs={"season_id": season.pk})


@require_safe
@organiser_page
def clubs(request: SignedIn, season: Season) -> HttpResponse:
    return list_page(
        request,
        rows=select.clubs_here(season),
        table=lambda rows: ClubTable(rows, season_id=season.pk),
        filter_set=lambda data, queryset: ClubFilter(data, queryset=queryset),
        file_name=f"penas-{season.slug}",
        context={
            "season": season,
            "title": _("Peñas"),
            "actions": [{"text": _("Añadir una peña"), "url": _to("club-new", season)}],
            "empty": {
                "title": _("Todavía no hay peñas."),
                "text": _("También se dan de alta al inscribir un equipo."),
                "url": _to("club-new", season),
                "link": _("Añadir la primera"),
            },
            "part": "clubs",
            **TAB,
        },
    )


@organiser_page
def club_new(request: SignedIn, season: Season) -> HttpResponse:
    return form_page(
        request,
        form=ClubForm(request.POST or None),
        act=lambda form: services.club_create(
            actor=request.user,
            season_id=season.pk,
            at=timezone.now(),
            **form.cleaned_data,
        ),
        said=_("Peña añadida."),
        back=_to("clubs", season),
        context={"season": season, "title": _("Peña nueva"), **TAB},
    )


@organiser_page
def club_edit(request: SignedIn, season: Season, club_id: int) -> HttpResponse:
    club = select.clubs_here(season).get(pk=club_id)
    return form_page(
        request,
        form=ClubForm(request.POST or None, initial={"name": club.name, "town": club.town}),
        act=lambda form: services.club_update(
            actor=request.user,
            season_id=season.pk,
            club_id=club_id,
            at=timezone.now(),
            **form.cleaned_data,
        ),
        said=_("Peña guardada."),
        back=_to("clubs", season),
        context={
            "season": season,
            "title": club.name,
            "text": _("El nombre de sus equipos no cambia con el de la peña."),
            **TAB,
        },
    )


@require_safe
@organiser_page
def venues(request: SignedIn, season: Season) -> HttpResponse:
    return list_page(
        request,
        rows=select.venues_here(season),
        table=lambda rows: VenueTable(rows, season_id=season.pk),
        filter_set=lambda data, queryset: VenueFilter(data, queryset=queryset),
        file_name=f"locales-{season.slug}",
        context={
            "season": season,
            "title": _("Locales"),
            "actions": [{"text": _("Añadir un local"), "url": _to("venue-new", season)}],
            "empty": {
                "title": _("Todavía no hay locales."),
                "text": _("El local de cada equipo decide dónde se juega y cuántas mesas caben."),
                "url": _to("venue-new", season),
                "link": _("Añadir el primero"),
            },
            "part": "venues",
            **TAB,
        },
    )


@organiser_page
def venue_new(request: SignedIn, season: Season) -> HttpResponse:
    return form_page(
        request,
        form=VenueForm(request.POST or None),
        act=lambda form: services.venue_create(
            actor=request.user,
            season_id=season.pk,
            at=timezone.now(),
            **form.cleaned_data,
        ),
        said=_("Local añadido."),
        back=_to("venues", season),
        context={"season": season, "title": _("Local nuevo"), **TAB},
    )


@organiser_page
def venue_edit(request: SignedIn, season: Season, venue_id: int) -> HttpResponse:
    venue = select.venues_here(season).get(pk=venue_id)
    initial = {
        "name": venue.name,
        "address": venue.address,
        "town": venue.town,
        "tables": venue.tables,
    }
    return form_page(
        request,
        form=VenueForm(request.POST or None, initial=initial),
        act=lambda form: services.venue_update(
            actor=request.user,
            season_id=season.pk,
            venue_id=venue_id,
            at=timezone.now(),
            **form.cleaned_data,
        ),
        said=_("Local guardado."),
        back=_to("venues", season),
        context={
            "season": season,
            "title": venue.name,
            "danger_url": reverse("league:courts", args=[season.pk, venue_id]),
            "danger_text": _("Pistas, para los torneos"),
            **TAB,
        },
    )
