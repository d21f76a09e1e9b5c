"""Whom the organiser sends to an encounter as its referee."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Season
from league.views.pages import SignedIn, confirm_page, form_page, organiser_page
from matches.forms.referee import RefereeDutyForm
from matches.selectors.organiser import encounter_of
from matches.selectors.referee import duties_of, duty_of, referees_of
from matches.services.referees import referee_assign, referee_dismiss
from matches.views.organiser.frame import context_of, page_of


@organiser_page
def referees(request: SignedIn, season: Season, pk: int) -> HttpResponse:
    """Who is named, and the form for one more."""
    row = encounter_of(season, pk)
    people = referees_of(season)
    return form_page(
        request,
        form=RefereeDutyForm(request.POST or None, referees=people),
        act=lambda form: referee_assign(
            actor=request.user,
            encounter_id=row.pk,
            at=timezone.now(),
            **form.cleaned_data,
        ),
        said=_("Nombrado. Se le avisa por correo."),
        back=page_of(season, row),
        template="organiser/encounter_referees.html",
        context=context_of(season, row, _("Juez-árbitro"))
        | {
            "duties": duties_of(row),
            "nobody": not people,
            "staff_url": reverse("league:staff", args=[season.pk]),
        },
    )


@organiser_page
def dismiss(request: SignedIn, season: Season, pk: int, duty: int) -> HttpResponse:
    row = encounter_of(season, pk)
    found = duty_of(row, duty)
    return confirm_page(
        request,
        act=lambda: referee_dismiss(
            actor=request.user,
            encounter_id=row.pk,
            duty_id=duty,
            at=timezone.now(),
        ),
        said=_("%(person)s ya no va a este encuentro.") % {"person": found.referee},
        back=reverse("matches:organise-encounter-referees", args=[season.pk, row.pk]),
        context=context_of(season, row, _("Quitar al juez-árbitro"))
        | {
            "text": _("%(person)s deja de estar nombrado. Lo que haya anotado sigue en el acta.")
            % {"person": found.referee},
            "submit": _("Quitar"),
            "calm": True,
        },
    )
