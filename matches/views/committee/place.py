"""What the committee's pages start from: the season, the case, and in which capacity one came."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.forms.base import ServiceForm, refusal_text
from league.machine import MoveRefused
from league.models import Season
from league.policies import may_organise, may_rule, may_see_season
from league.refusals import Refused
from matches import policies
from matches.models import Case
from matches.selectors import cases as select

View = Callable[..., HttpResponse]


@dataclass(frozen=True)
class Place:
    """A person in a season, as far as cases go. On the pages of one, `rights` are those in it."""

    request: HttpRequest
    season: Season
    is_organiser: bool
    is_committee: bool
    rights: policies.CaseRights = policies.CaseRights(reads=False, decides=False, side=None)

    @property
    def sees_fines(self) -> bool:
        """The organiser those of all, a delegate those of the own peña."""
        return self.is_organiser or not self.is_committee

    @property
    def role_label(self) -> str:
        if self.is_committee:
            return _("Comité")
        return _("Organización") if self.is_organiser else _("Delegado")


def committee_page(view: View) -> View:
    """Give the view its place. A season that one may not see, or that is not there, is a 404."""

    @login_required
    @wraps(view)
    def inner(request: HttpRequest, season_id: int, **kwargs: Any) -> HttpResponse:
        try:
            return view(place_of(request, season_id), **kwargs)
        except ObjectDoesNotExist:
            raise Http404 from None

    return inner


def case_page(view: View) -> View:
    """Give the view its place and case: 404 for a case of another season, 403 for those who may not
    read it (a committee member tied to a peña of it among them)."""

    @committee_page
    @wraps(view)
    def inner(place: Place, number: int, **kwargs: Any) -> HttpResponse:
        case = select.case_of(place.season, number)
        rights = policies.case_rights(
            place.request.user, case, rules=place.is_committee, organises=place.is_organiser
        )
        if not rights.reads:
            raise PermissionDenied
        return view(replace(place, rights=rights), case, **kwargs)

    return inner


def decision_page(view: View) -> View:
    """For those who decide the case."""

    @case_page
    @wraps(view)
    def inner(place: Place, case: Case, **kwargs: Any) -> HttpResponse:
        if not place.rights.decides:
            raise PermissionDenied
        return view(place, case, **kwargs)

    return inner


def place_of(request: HttpRequest, season_id: int) -> Place:
    season = select.season_of_cases(season_id)
    if not may_see_season(request.user, season):
        raise Http404
    return Place(
        request=request,
        season=season,
        is_organiser=may_organise(request.user, season),
        is_committee=may_rule(request.user, season),
    )


def show(place: Place, template: str, *, status: int = 200, **context: Any) -> HttpResponse:
    """A page of the committee with what all of them share."""
    shared = {
        "place": place,
        "season": place.season,
        "role_label": place.role_label,
        "brand_name": place.season.competition.name,
    }
    return render(place.request, f"committee/{template}.html", shared | context, status=status)


def form_page(
    place: Place,
    *,
    form: ServiceForm,
    act: Callable[[Any], Any],
    said: Any,
    back: str,
    template: str = "form",
    **context: Any,
) -> HttpResponse:
    """Show the form; on a good answer `act` on it, say so and go `back`. A refusal appears at its
    field with everything that was typed."""
    request = place.request
    if request.method == "POST" and form.is_valid():
        try:
            act(form)
        except (Refused, MoveRefused) as refusal:
            form.add_refusal(refusal)
        else:
            messages.success(request, said)
            return redirect(back)
    status = 422 if form.is_bound else 200
    return show(place, template, status=status, form=form, back=back, **context)


def act_page(place: Place, *, act: Callable[[], Any], said: Any, back: str) -> HttpResponse:
    """Something of one tap: do it, say so (or why not) and go `back`. Only by POST."""
    try:
        act()
    except (Refused, MoveRefused) as refusal:
        messages.error(place.request, refusal_text(refusal))
    else:
        messages.success(place.request, said)
    return redirect(back)
