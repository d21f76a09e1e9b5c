"""Blank actas of a whole matchday, to print before it."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Season
from league.views.pages import organiser_page
from matches.paper.blank import blank_pdf
from matches.paper_responses import pdf_response
from matches.selectors.paper import encounters_of_day


@require_safe
@organiser_page
def matchday(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    rows = encounters_of_day(season, pk)
    data = blank_pdf(rows, season=season, at=timezone.now())
    number = rows[0].matchday.number
    return pdf_response(data, _("actas-en-blanco-jornada-%(number)s") % {"number": number})
