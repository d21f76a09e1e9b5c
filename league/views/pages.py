"""What the organiser's pages share: who may come in, and the three shapes they have (a form, a
question before something that cannot be undone, a list)."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

import django_filters
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django_tables2 import RequestConfig, Table

from league import exports, policies
from league.forms.base import ServiceForm, refusal_text
from league.machine import MoveRefused
from league.models import Season, User
from league.refusals import Refused
from league.selectors import seasons as select

PER_PAGE = 50


class SignedIn(HttpRequest):
    """A request behind `login_required` or `organiser_page`."""

    user: User


def organiser_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give the view its season. Others get 403, and 404 for a thing of another season."""

    @login_required
    @wraps(view)
    def inner(request: HttpRequest, season_id: int, **kwargs: Any) -> HttpResponse:
        try:
            season = select.season_by_id(season_id)
            if not policies.may_organise(request.user, season):
                raise PermissionDenied
            return view(request, season, **kwargs)
        except ObjectDoesNotExist:
            raise Http404 from None

    return inner


def form_page(
    request: HttpRequest,
    *,
    form: ServiceForm,
    act: Callable[[Any], Any],
    said: Any,
    back: str,
    context: Mapping[str, Any],
    template: str = "organiser/form.html",
    again: str = "",
) -> HttpResponse:
    """Show the form; on a good answer `act` on it, say so and go `back`, or to `again` for the
    next of many where that button was pressed.

    A refusal of the service appears at its field, with everything that was typed.
    """
    if request.method == "POST" and form.is_valid():
        try:
            act(form)
        except (Refused, MoveRefused) as refusal:
            form.add_refusal(refusal)
        else:
            messages.success(request, said)
            return redirect(again if again and "again" in request.POST else back)
    whole = {"form": form, "back": back, "again": again, **context}
    return render(request, template, whole, status=422 if form.is_bound else 200)


def confirm_page(
    request: HttpRequest,
    *,
    act: Callable[[], Any],
    said: Any,
    back: str,
    context: Mapping[str, Any],
) -> HttpResponse:
    """Ask on a page of its own; on POST do it, say so (or why not) and go `back`."""
    if request.method == "POST":
        try:
            act()
        except (Refused, MoveRefused) as refusal:
            messages.error(request, refusal_text(refusal))
        else:
            messages.success(request, said)
        return redirect(back)
    return render(request, "organiser/confirm.html", {"back": back, **context})


def list_page(
    request: HttpRequest,
    *,
    rows: QuerySet[Any],
    table: Callable[[Any], Table],
    filter_set: Callable[..., django_filters.FilterSet],
    file_name: str,
    context: Mapping[str, Any],
    template: str = "organiser/list.html",
) -> HttpResponse:
    """A list with search, filters, sorting and pages; `?_export=csv` is the same as a file."""
    filtered = filter_set(request.GET or None, queryset=rows)
    shown = table(filtered.qs)
    format = request.GET.get("_export", "")
    if format in exports.FORMATS:
        RequestConfig(request, paginate=False).configure(shown)
        for column in shown.export_only:
            shown.columns.show(column)
        return exports.table_file(shown, format, file_name)
    RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(shown)
    narrowed = any(value for name, value in request.GET.items() if name in filtered.filters)
    whole = {
        "table": shown,
        "filter": filtered,
        "narrowed": narrowed,
        "is_empty": not narrowed and not shown.paginator.count,
        **context,
    }
    return render(request, template, whole)


def address_of(name: str, **kwargs: Any) -> str:
    """The address of a page of the other app, empty where there is none."""
    try:
        return reverse(name, kwargs=kwargs)
    except NoReverseMatch:
        return ""


def season_home(season: Season) -> str:
    """Where the organiser of a season begins."""
    return address_of("matches:organise-dashboard", season_id=season.pk) or reverse(
        "league:season-settings", kwargs={"season_id": season.pk}
    )
