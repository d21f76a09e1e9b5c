"""An encounter gets another date or bar, or waits without one (M-D.16)."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Season, Venue
from league.selectors.seasons import venue_choices
from league.views.pages import SignedIn, form_page, organiser_page
from matches.date_limits import day_problem
from matches.forms.organiser import MoveForm, PostponeForm
from matches.models import Encounter
from matches.selectors.organiser import MoveWarnings, encounter_of, move_warnings, venue_by_id
from matches.services.dates import limits_of
from matches.services.encounters import encounter_move
from matches.views.organiser.frame import context_of, page_of


@organiser_page
def move(request: SignedIn, season: Season, pk: int) -> HttpResponse:
    """Another date or bar. What stands in the way is shown first and can be overruled."""
    row = encounter_of(season, pk)
    form = MoveForm(
        request.POST or None,
        venues=venue_choices(),
        initial={
            "starts_at": timezone.localtime(row.starts_at) if row.starts_at else None,
            "venue_id": row.venue_id,
        },
    )
    warned: list[str] = []
    if form.is_bound and form.is_valid() and "anyway" not in request.POST:
        warned = _warnings(season, row, form)
    context = context_of(season, row, _("Cambiar fecha o local")) | {
        "warnings": warned,
        "submit": _("Guardar el cambio"),
    }
    if warned:
        page = {"form": form, "back": page_of(season, row), **context}
        return render(request, "organiser/encounter_move.html", page, status=422)
    return form_page(
        request,
        form=form,
        act=lambda form: encounter_move(
            actor=request.user,
            encounter_id=row.pk,
            starts_at=form.cleaned_data["starts_at"],
            venue_id=form.cleaned_data["venue_id"],
            reason=form.cleaned_data["reason"],
            tell=form.cleaned_data["tell"],
            at=timezone.now(),
        ),
        said=_("La fecha nueva está guardada. La anterior queda en la historia."),
        back=page_of(season, row),
        template="organiser/encounter_move.html",
        context=context,
    )


@organiser_page
def postpone(request: SignedIn, season: Season, pk: int) -> HttpResponse:
    row = encounter_of(season, pk)
    return form_page(
        request,
        form=PostponeForm(request.POST or None),
        act=lambda form: encounter_move(
            actor=request.user,
            encounter_id=row.pk,
            starts_at=None,
            venue_id=row.venue_id,
            reason=form.cleaned_data["reason"],
            tell=form.cleaned_data["tell"],
            at=timezone.now(),
        ),
        said=_("El encuentro queda aplazado, a la espera de fecha."),
        back=page_of(season, row),
        template="organiser/encounter_form.html",
        context=context_of(season, row, _("Aplazar sin fecha"))
        | {
            "clause": "M-D.16",
            "text": _("El encuentro sale en el Resumen hasta que tenga fecha."),
            "submit": _("Aplazar"),
        },
    )


def _warnings(season: Season, row: Encounter, form: MoveForm) -> list[str]:
    venue_id = form.cleaned_data["venue_id"]
    venue = venue_by_id(venue_id) if venue_id else None
    starts_at = form.cleaned_data["starts_at"]
    lines = _warning_lines(
        move_warnings(row, starts_at=starts_at, venue=venue, boards=season.boards), venue
    )
    day = timezone.localtime(starts_at).date()
    limit = day_problem(limits_of(season.pk), leg=row.leg, day=day)
    if limit is not None:
        lines.append(_("Ese día está fuera de los límites puestos para los cambios de fecha."))
    if starts_at < timezone.now():
        lines.insert(0, _("Esa fecha ya ha pasado."))
    return lines


def _warning_lines(found: MoveWarnings, venue: Venue | None) -> list[str]:
    lines = []
    if found.venue_full and venue:
        lines.append(
            ngettext(
                "En %(venue)s cabe %(capacity)s encuentro y ese día ya está: %(others)s.",
                "En %(venue)s caben %(capacity)s encuentros y ese día ya están: %(others)s.",
                found.capacity,
            )
            % {
                "venue": venue.name,
                "capacity": found.capacity,
                "others": _several(found.venue_full),
            }
        )
    if found.same_day:
        lines.append(
            _("Ese mismo día ya juegan: %(others)s.") % {"others": _several(found.same_day)}
        )
    if found.same_week:
        lines.append(
            _("Esa misma semana ya juegan: %(others)s.") % {"others": _several(found.same_week)}
        )
    return lines


def _several(rows: tuple[Encounter, ...]) -> str:
    return "; ".join(
        f"{row.home} — {row.away} ({date_format(timezone.localtime(row.starts_at), 'D j, H:i')})"
        for row in rows
    )
