"""The organiser's own seasons, and founding one in five steps.

The draft lives in the session as it was typed, step by step: going back loses nothing, and nothing
is written before the summary is confirmed.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league import policies
from league.forms.base import ServiceForm, described
from league.forms.regulation import RegulationForm, format_choices, proposed_for
from league.forms.seasons import FoundingForm, FoundingTimesForm, SchemeForm, scheme_initial
from league.models import Season, User
from league.refusals import Refused
from league.selectors import seasons as select
from league.services.seasons import Founding, season_create
from league.services.windows import window_create
from league.views.pages import SignedIn, season_home
from league.views.season_words import regulation_lines, scheme_lines, times_lines
from rules.registry import DISCIPLINES, discipline

DRAFT = "season_draft"
STEPS = ("competicion", "reglamento", "clasificacion", "tiempos")
SUMMARY = "resumen"
Draft = dict[str, dict[str, list[str]]]


@require_safe
@login_required
def organise(request: SignedIn) -> HttpResponse:
    """Own seasons."""
    seasons = [
        {"season": season, "url": season_home(season)}
        for season in select.organised_seasons(request.user)
    ]
    if not seasons and not policies.may_found_season(request.user):
        raise PermissionDenied
    return render(request, "organiser/seasons.html", {"seasons": seasons})


@login_required
def season_new(request: SignedIn, step: str = STEPS[0]) -> HttpResponse:
    """A step of founding a season, or its summary."""
    if not policies.may_found_season(request.user):
        raise PermissionDenied
    if step not in (*STEPS, SUMMARY):
        raise Http404
    draft: Draft = request.session.get(DRAFT, {})
    if step == SUMMARY:
        return _summary(request, draft)
    if request.method == "POST":
        before = _code(draft)
        draft[step] = {
            name: request.POST.getlist(name)
            for name in request.POST
            if name not in ("csrfmiddlewaretoken", "action")
        }
        request.session[DRAFT] = draft
        if step == "reglamento" and _discipline_changed(draft, before):
            return _with_another_discipline(request, draft)
        if request.POST.get("action") == "back":
            return redirect(_address(STEPS[max(STEPS.index(step) - 1, 0)]))
        form = _bound(request.user, step, draft)
        if form.is_valid():
            return redirect(_address((*STEPS, SUMMARY)[STEPS.index(step) + 1]))
        return _show(request, step, form, draft, status=422)
    return _show(request, step, _unbound(request.user, step, draft), draft)


@require_POST
@login_required
def season_new_discard(request: SignedIn) -> HttpResponse:
    """Forget the draft and begin again."""
    if not policies.may_found_season(request.user):
        raise PermissionDenied
    request.session.pop(DRAFT, None)
    return redirect(_address(STEPS[0]))


def _discipline_changed(draft: Draft, before: str) -> bool:
    return _code(draft) != before


def _with_another_discipline(request: SignedIn, draft: Draft) -> HttpResponse:
    """The same step with the questions of the discipline just chosen; what was said of the other
    one goes."""
    kept = {step: draft[step] for step in STEPS[:1] if step in draft}
    request.session[DRAFT] = kept | {"reglamento": {"discipline": [_code(draft)]}}
    return redirect(_address("reglamento"))


def _summary(request: SignedIn, draft: Draft) -> HttpResponse:
    forms: dict[str, Any] = {}
    for step in STEPS:
        form = _bound(request.user, step, draft)
        if step not in draft or not form.is_valid():
            messages.info(request, _("Falta completar este paso."))
            return redirect(_address(step))
        forms[step] = form
    if request.method == "POST":
        try:
            season = _create(request, forms)
        except Refused as refusal:
            step, form = _step_of(refusal, forms)
            form.add_refusal(refusal)
            return _show(request, step, form, draft, status=422)
        except ObjectDoesNotExist:
            messages.error(request, _("Esa competición ya no existe. Elegir otra."))
            return redirect(_address(STEPS[0]))
        del request.session[DRAFT]
        messages.success(request, _("Temporada creada. Ahora, los grupos y los equipos."))
        return redirect("league:divisions", season_id=season.pk)
    sections = [
        {"title": form.title, "lines": _lines(step, form), "url": _address(step)}
        for step, form in forms.items()
    ]
    context = {"sections": sections, "steps": _steps(SUMMARY, draft), "back": _address(STEPS[-1])}
    return render(request, "organiser/season_new_summary.html", context)


def _lines(step: str, form: Any) -> list[tuple[Any, Any]]:
    """A valid step in words."""
    told = form.cleaned_data
    if step == "reglamento":
        return [*regulation_lines(form.rules.code, form.settings, form.draw_mode, form.whom)]
    if step == "clasificacion":
        return [*scheme_lines(form.rules.code, form.scheme, told["withdrawal_policy"])]
    if step == "tiempos":
        opens_at, closes_at = told["opens_at"], told["closes_at"]
        window = _("sin plazo")
        if opens_at is not None:
            window = f"{localtime(opens_at):%d/%m/%Y %H:%M} – {localtime(closes_at):%d/%m/%Y %H:%M}"
        return [*times_lines(told), (_("Plazo de fichas"), window)]
    return [line for line in described(form) if line[1] != "—"]


def _create(request: SignedIn, forms: dict[str, Any]) -> Season:
    told, at = forms["competicion"].cleaned_data, timezone.now()
    times = dict(forms["tiempos"].cleaned_data)
    opens_at, closes_at = times.pop("opens_at"), times.pop("closes_at")
    season = season_create(
        actor=request.user,
        founding=Founding(
            season_name=told["season_name"],
            competition_id=told.get("competition_id"),
            competition_name=told["competition_name"],
            organiser_name=told["organiser_name"],
        ),
        discipline_code=forms["reglamento"].cleaned_data["discipline"],
        options=forms["reglamento"].settings,
        draw_mode=forms["reglamento"].draw_mode,
        **forms["reglamento"].whom,
        scheme=forms["clasificacion"].scheme,
        withdrawal_policy=forms["clasificacion"].cleaned_data["withdrawal_policy"],
        at=at,
        **times,
    )
    if opens_at is not None:
        window_create(
            actor=request.user,
            season_id=season.pk,
            name=_("Plazo de fichas"),
            opens_at=opens_at,
            closes_at=closes_at,
            at=at,
        )
    return season


def _step_of(refusal: Refused, forms: dict[str, Any]) -> tuple[str, Any]:
    for step, form in forms.items():
        if refusal.code in form.field_of_code:
            return step, form
    return STEPS[0], forms[STEPS[0]]


def _show(
    request: SignedIn, step: str, form: ServiceForm, draft: Draft, *, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        "form": form,
        "step": step,
        "steps": _steps(step, draft),
        "is_first": step == STEPS[0],
        "has_draft": bool(draft),
    }
    if isinstance(form, RegulationForm):
        context["formats"] = format_choices(form.rules)
    return render(request, f"organiser/season_new_{step}.html", context, status=status)


def _steps(current: str, draft: Draft) -> list[dict[str, Any]]:
    labels = {
        "competicion": _("Edición"),
        "reglamento": _("Reglas"),
        "clasificacion": _("Tabla"),
        "tiempos": _("Tiempos"),
        SUMMARY: _("Resumen"),
    }
    lines = []
    for step, label in labels.items():
        line: dict[str, Any] = {"label": label}
        if step == current:
            line["state"] = "current"
        elif step in draft:
            line["state"] = "done"
        lines.append(line)
    return lines


def _address(step: str) -> str:
    return reverse("league:season-new", kwargs={"step": step})


def _bound(user: User, step: str, draft: Draft) -> Any:
    data = QueryDict(mutable=True)
    for name, values in draft.get(step, {}).items():
        data.setlist(name, values)
    return _form(user, step, draft, data)


def _unbound(user: User, step: str, draft: Draft) -> Any:
    """The form with what the draft says, without judging it yet."""
    form = _form(user, step, draft, None)
    if set(draft.get(step, {})) - {"discipline"}:
        typed = _bound(user, step, draft)
        for name, field in form.fields.items():
            form.initial[name] = field.widget.value_from_datadict(typed.data, {}, name)
    return form


def _form(user: User, step: str, draft: Draft, data: QueryDict | None) -> Any:
    rules = discipline(_code(draft))
    if step == "competicion":
        return FoundingForm(data, competitions=select.competition_choices(user))
    if step == "reglamento":
        return RegulationForm(data, discipline_code=rules.code)
    if step == "clasificacion":
        return SchemeForm(data, initial=_proposed(user, draft), discipline_code=rules.code)
    return FoundingTimesForm(data, rules=rules)


def _proposed(user: User, draft: Draft) -> dict[str, Any]:
    """The scheme that follows from the regulation chosen, nothing while there is none."""
    regulation = _bound(user, "reglamento", draft)
    if not regulation.is_valid():
        return {}
    return scheme_initial(proposed_for(regulation.rules, regulation.settings), "annul")


def _code(draft: Draft) -> str:
    """The discipline of the draft; mus until somebody says another."""
    code = _told(draft, "reglamento", "discipline")
    return code if code in DISCIPLINES else "mus"


def _told(draft: Draft, step: str, name: str) -> str:
    values = draft.get(step, {}).get(name) or [""]
    return values[-1]
