"""A version of the acta as a PDF: the whole one for who may read it so, the public one for
everybody else; the same bytes each time."""

from collections.abc import Mapping
from typing import Any

from django.core.files.storage import default_storage
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from matches import addresses, policies
from matches.models import Acta, ActaPrint
from matches.selectors.acta_prints import (
    acta_of,
    in_force_number,
    print_name,
    print_of,
    public_print,
)
from matches.selectors.scoresheets import sheet_of
from matches.views.public.frame import page
from matches.views.public.season_of import Place, public_page


def _find(place: Place, pk: int, number: int) -> tuple[Mapping[str, Any], str]:
    """Which print of the version everybody gets: the page changes when one is made."""
    printed = public_print(place.season, pk, number)
    word = printed.digest if printed else "none"
    return {"pk": pk, "number": number, "printed": printed}, word


@public_page(find=_find)
def acta_pdf(
    request: HttpRequest, place: Place, pk: int, number: int, printed: ActaPrint | None
) -> HttpResponse:
    return _printed(request, place, pk, number, printed)


def _printed(
    request: HttpRequest, place: Place, pk: int, number: int, printed: ActaPrint | None
) -> HttpResponse:
    if printed is not None and not request.user.is_authenticated:
        return _file(printed.acta, printed)
    found = acta_of(place.season, pk, number)
    if policies.may_read_acta(request.user, found.encounter):
        printed = print_of(found, whole=True)
    return _not_yet(request, place, found) if printed is None else _file(found, printed)


def _find_sheet(place: Place, pk: int) -> tuple[Mapping[str, Any], str]:
    """The version in force of a match's sheet. Raises Acta.DoesNotExist where there is none."""
    if sheet_of(place.season) is None:
        raise Acta.DoesNotExist
    number = in_force_number(place.season, pk)
    return _find(place, pk, number)


@public_page(find=_find_sheet)
def sheet_pdf(
    request: HttpRequest, place: Place, pk: int, number: int, printed: ActaPrint | None
) -> HttpResponse:
    """The sheet of a match, front and back, in its version in force."""
    return _printed(request, place, pk, number, printed)


def _file(found: Acta, printed: ActaPrint) -> HttpResponse:
    with default_storage.open(print_name(printed.digest)) as file:
        data = file.read()
    name = _("acta-%(encounter)s-v%(number)s") % {
        "encounter": found.encounter_id,
        "number": found.number,
    }
    return HttpResponse(
        data,
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}.pdf"'},
    )


def _not_yet(request: HttpRequest, place: Place, found: Acta) -> HttpResponse:
    encounter = found.encounter
    return page(
        request,
        place,
        "acta_pdf_wait",
        tab="calendar",
        crumbs=(
            (f"{encounter.home} — {encounter.away}", addresses.encounter_path(encounter)),
            (_("Acta, versión %(number)s") % {"number": found.number}, addresses.acta_path(found)),
        ),
        here=_("PDF"),
        acta=found,
        encounter=encounter,
        acta_url=addresses.acta_path(found),
        again_url=addresses.acta_pdf_path(found),
    )
