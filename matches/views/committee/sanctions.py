"""Sanctions and fines of a season, and what the organiser notes of a fine."""

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from league import exports
from league.policies import clubs_of
from league.views.pages import PER_PAGE
from matches.filters.cases import SanctionFilter
from matches.forms.cases import SettleForm
from matches.models import Sanction
from matches.selectors import cases as select
from matches.services.sanctions import fine_settle
from matches.states.sanction import FineEvent, SanctionKind
from matches.tables.cases import SanctionTable
from matches.views.committee.place import Place, committee_page, form_page, show


@require_safe
@committee_page
def sanctions(place: Place) -> HttpResponse:
    if not (place.is_committee or place.is_organiser):
        raise PermissionDenied
    request = place.request
    rows = select.sanctions_of(place.season)
    points = select.adjustments_of(place.season)
    if place.is_committee:
        # What a member may not read as a case is not read here either.
        own = clubs_of(request.user, place.season)
        cases = select.of_clubs(select.cases_of(place.season), own)
        hidden = set(cases.values_list("pk", flat=True))
        rows = rows.exclude(ruling__case_id__in=hidden)
        points = [row for row in points if row.ruling and row.ruling.case_id not in hidden]
    filtered = SanctionFilter(request.GET or None, queryset=rows)
    now = timezone.now()
    table = SanctionTable(
        filtered.qs,
        season_id=place.season.pk,
        may_settle=place.is_organiser,
        left=select.suspensions_left(place.season, now),
    )
    format = request.GET.get("_export", "")
    if format in exports.FORMATS:
        RequestConfig(request, paginate=False).configure(table)
        return exports.table_file(table, format, "sanciones")
    RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(table)
    return show(
        place,
        "sanctions",
        tab="sanctions",
        table=table,
        filter=filtered,
        narrowed=any(request.GET.get(name) for name in filtered.filters),
        is_empty=not rows.exists() and not points,
        has_sanctions=rows.exists(),
        totals=select.fines_by_team(rows),
        points=points,
    )


@committee_page
def pay(place: Place, pk: int) -> HttpResponse:
    return _settle(
        place,
        pk,
        FineEvent.PAY,
        title=_("Anotar la multa como pagada"),
        said=_("La multa está anotada como pagada."),
    )


@committee_page
def waive(place: Place, pk: int) -> HttpResponse:
    return _settle(
        place,
        pk,
        FineEvent.WAIVE,
        title=_("Perdonar la multa"),
        said=_("La multa está perdonada."),
    )


@committee_page
def reopen(place: Place, pk: int) -> HttpResponse:
    return _settle(
        place,
        pk,
        FineEvent.REOPEN,
        title=_("Dejar la multa pendiente otra vez"),
        said=_("La multa vuelve a estar pendiente. El número de su recibo no se da a otra."),
    )


def _settle(place: Place, pk: int, event: FineEvent, *, title: str, said: str) -> HttpResponse:
    if not place.is_organiser:
        raise PermissionDenied
    sanction: Sanction = select.sanctions_of(place.season).get(pk=pk, kind=SanctionKind.FINE)
    return form_page(
        place,
        form=SettleForm(place.request.POST or None),
        act=lambda form: fine_settle(
            actor=place.request.user,  # type: ignore[arg-type]
            sanction_id=sanction.pk,
            event=event,
            note=form.cleaned_data["note"],
            at=timezone.now(),
        ),
        said=said,
        back=reverse("matches:fines", kwargs={"season_id": place.season.pk}),
        tab="sanctions",
        title=title,
        text=_("%(team)s, %(amount)s €, resolución %(ruling)s.")
        % {
            "team": sanction.team,
            "amount": f"{sanction.amount:.2f}".replace(".", ","),
            "ruling": sanction.ruling.number,
        },
        submit=title,
    )
