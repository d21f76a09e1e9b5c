"""The courts of a venue, one name a line."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.forms.courts import CourtsForm
from league.models import Season
from league.selectors.seasons import venue_with_courts
from league.services.courts import courts_set
from league.views.pages import SignedIn, form_page, organiser_page


@organiser_page
def courts(request: SignedIn, season: Season, venue_id: int) -> HttpResponse:
    venue, names = venue_with_courts(season, venue_id)
    return form_page(
        request,
        form=CourtsForm(request.POST or None, initial={"names": "\n".join(names)}),
        act=lambda form: courts_set(
            actor=request.user,
            season_id=season.pk,
            venue_id=venue.pk,
            names=form.cleaned_data["names"].splitlines(),
            at=timezone.now(),
        ),
        said=_("Las pistas están guardadas."),
        back=reverse("league:venues", args=[season.pk]),
        context={
            "season": season,
            "tab": "teams",
            "title": _("Pistas de %(venue)s") % {"venue": venue.name},
        },
    )
