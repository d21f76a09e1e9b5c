"""Settings of a season: what it plays by, its moments, its registration windows."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.forms.base import ServiceForm, refusal_text
from league.forms.regulation import (
    WHOM,
    RegulationForm,
    asked_options,
    format_choices,
    whom_initial,
)
from league.forms.seasons import (
    CompetitionForm,
    FinesForm,
    LatenessForm,
    NameForm,
    SchemeForm,
    TimesForm,
    scheme_initial,
    unasked_times,
)
from league.forms.setup import WindowForm
from league.machine import MoveRefused
from league.models import Season
from league.refusals import Refused
from league.registration_windows import opening_at
from league.selectors import seasons as select
from league.services.seasons import (
    LOCKED_WHILE_RUNNING,
    competition_update,
    season_hide,
    season_move,
    season_publish,
    season_update,
)
from league.services.windows import window_create, window_delete, window_update
from league.states.season import SEASON, SeasonEvent, SeasonState
from league.views.pages import SignedIn, confirm_page, form_page, organiser_page
from league.views.season_words import (
    fines_lines,
    lateness_lines,
    regulation_lines,
    scheme_lines,
    times_lines,
)
from rules.discipline import SheetKind
from rules.registry import discipline

TAB = {"tab": "settings"}


@require_safe
@organiser_page
def season_settings(request: SignedIn, season: Season) -> HttpResponse:
    """Everything the season is set to, with a way to change each part."""
    windows = select.windows_of(season)
    context = {
        "season": season,
        "sections": _sections(season),
        "windows": windows,
        "opening": opening_at(windows, timezone.now()),
        "can_open": SEASON.allows(SeasonState(season.state), SeasonEvent.OPEN_REGISTRATION),
        "can_hide": season.is_public
        and season.state not in (SeasonState.RUNNING, SeasonState.CLOSED),
        "is_closed": season.state == SeasonState.CLOSED,
        **TAB,
    }
    return render(request, "organiser/settings.html", context)


@organiser_page
def season_edit(request: SignedIn, season: Season, section: str) -> HttpResponse:
    """Change one part of the settings."""
    if section not in _FORMS:
        raise Http404
    form, values = _FORMS[section](request, season)
    locked = season.state == SeasonState.RUNNING and section not in _FREE
    if locked:
        _lock(form, section)
    service: Callable[..., Any] = competition_update if section == "competicion" else season_update

    def act(form: Any) -> None:
        service(actor=request.user, season_id=season.pk, at=timezone.now(), **values(form))

    context = {
        "season": season,
        "title": form.title,
        "locked": locked,
        "rules": discipline(season.discipline),
        "formats": format_choices(form.rules) if isinstance(form, RegulationForm) else None,
        **TAB,
    }
    return form_page(
        request,
        form=form,
        act=act,
        said=_("Ajustes guardados."),
        back=_settings(season),
        context=context,
        template=f"organiser/season_edit_{section}.html",
    )


@require_POST
@organiser_page
def season_open(request: SignedIn, season: Season) -> HttpResponse:
    """Open registration."""
    return _do(
        request,
        season,
        lambda: season_move(
            actor=request.user,
            season_id=season.pk,
            event=SeasonEvent.OPEN_REGISTRATION,
            at=timezone.now(),
        ),
        _("Inscripción abierta: ya se pueden dar fichas."),
    )


@require_POST
@organiser_page
def season_show(request: SignedIn, season: Season) -> HttpResponse:
    """Publish the season's pages."""
    return _do(
        request,
        season,
        lambda: season_publish(
            actor=request.user,
            season_id=season.pk,
            at=timezone.now(),
        ),
        _("La temporada ya se ve sin entrar."),
    )


@require_POST
@organiser_page
def season_unshow(request: SignedIn, season: Season) -> HttpResponse:
    """Take the season's pages off the public site."""
    return _do(
        request,
        season,
        lambda: season_hide(
            actor=request.user,
            season_id=season.pk,
            at=timezone.now(),
        ),
        _("La temporada ya no se ve sin entrar."),
    )


@organiser_page
def window_new(request: SignedIn, season: Season) -> HttpResponse:
    return form_page(
        request,
        form=WindowForm(request.POST or None),
        act=lambda form: window_create(
            actor=request.user,
            season_id=season.pk,
            at=timezone.now(),
            **form.cleaned_data,
        ),
        said=_("Plazo añadido."),
        back=_settings(season),
        context={"season": season, "title": _("Plazo de fichas nuevo"), **TAB},
    )


@organiser_page
def window_edit(request: SignedIn, season: Season, window_id: int) -> HttpResponse:
    window = select.window_of(season, window_id)
    initial = {
        "name": window.name,
        "opens_at": timezone.localtime(window.opens_at),
        "closes_at": timezone.localtime(window.closes_at),
    }
    return form_page(
        request,
        form=WindowForm(request.POST or None, initial=initial),
        act=lambda form: window_update(
            actor=request.user,
            season_id=season.pk,
            window_id=window_id,
            at=timezone.now(),
            **form.cleaned_data,
        ),
        said=_("Plazo guardado."),
        back=_settings(season),
        context={
            "season": season,
            "title": window.name,
            "danger_url": reverse(
                "league:window-delete", kwargs={"season_id": season.pk, "window_id": window_id}
            ),
            "danger_text": _("Quitar el plazo"),
            **TAB,
        },
    )


@organiser_page
def window_remove(request: SignedIn, season: Season, window_id: int) -> HttpResponse:
    window = select.window_of(season, window_id)
    return confirm_page(
        request,
        act=lambda: window_delete(
            actor=request.user,
            season_id=season.pk,
            window_id=window_id,
            at=timezone.now(),
        ),
        said=_("Plazo quitado."),
        back=_settings(season),
        context={
            "season": season,
            "title": _("Quitar «%(name)s»") % {"name": window.name},
            "text": _("Las fichas ya dadas no cambian."),
            "consequences": [_("Si no queda ningún plazo, la inscripción está siempre abierta.")],
            "submit": _("Quitar el plazo"),
            **TAB,
        },
    )


def _settings(season: Season) -> str:
    return reverse("league:season-settings", kwargs={"season_id": season.pk})


def _do(request: SignedIn, season: Season, act: Callable[[], Any], said: str) -> HttpResponse:
    try:
        act()
    except (Refused, MoveRefused) as refusal:
        messages.error(request, refusal_text(refusal))
    else:
        messages.success(request, said)
    return redirect(_settings(season))


Made = tuple[Any, Callable[[Any], dict[str, Any]]]


def _competition(request: SignedIn, season: Season) -> Made:
    competition = season.competition
    initial = {"name": competition.name, "organiser_name": competition.organiser}
    return CompetitionForm(request.POST or None, initial=initial), lambda form: form.cleaned_data


def _name(request: SignedIn, season: Season) -> Made:
    form = NameForm(request.POST or None, initial={"name": season.name})
    return form, lambda form: {"name": form.cleaned_data["name"]}


def _regulation(request: SignedIn, season: Season) -> Made:
    form = RegulationForm(
        request.POST or None,
        discipline_code=season.discipline,
    )
    form.initial = dict(season.options) | {"draw_mode": season.draw_mode}
    form.initial |= whom_initial(form.team_rules, _whom(season))
    # Both are fixed when a season is founded.
    del form.fields["discipline"], form.fields["preset"]

    def values(form: Any) -> dict[str, Any]:
        told = {option.key: form.cleaned_data[option.key] for option in asked_options(form.rules)}
        return {
            "options": {**season.options, **told},
            "draw_mode": form.draw_mode,
            **form.whom,
        }

    return form, values


def _scheme(request: SignedIn, season: Season) -> Made:
    initial = scheme_initial(season.scheme, season.withdrawal_policy)
    form = SchemeForm(request.POST or None, initial=initial, discipline_code=season.discipline)
    return form, lambda form: {
        "scheme": form.scheme,
        "withdrawal_policy": form.cleaned_data["withdrawal_policy"],
    }


_TIMES = (
    "courtesy_minutes",
    "max_duration_minutes",
    "expected_minutes",
    "roster_cap",
    "delivery_point",
    "quorum",
    "notes_stones",
    "claims_from_sight",
)


def _times(request: SignedIn, season: Season) -> Made:
    form = TimesForm(
        request.POST or None,
        initial={name: getattr(season, name) for name in _TIMES},
        rules=discipline(season.discipline),
    )
    return form, lambda form: dict(form.cleaned_data)


_LATENESS = ("late_result_minutes", "late_acta_hours", "late_penalty", "late_points")


def _lateness(request: SignedIn, season: Season) -> Made:
    initial = {name: getattr(season, name) for name in _LATENESS}
    return LatenessForm(request.POST or None, initial=initial), lambda form: form.cleaned_data


_FINES = ("warnings", "fines_block")


def _fines(request: SignedIn, season: Season) -> Made:
    initial = {name: getattr(season, name) for name in _FINES}
    form = FinesForm(request.POST or None, initial=initial, rules=discipline(season.discipline))
    return form, lambda form: form.cleaned_data


def _whom(season: Season) -> dict[str, Any]:
    return {name: getattr(season, name) for name in WHOM if name != "category_name"}


_FORMS: dict[str, Callable[[SignedIn, Season], Made]] = {
    "competicion": _competition,
    "nombre": _name,
    "reglamento": _regulation,
    "clasificacion": _scheme,
    "tiempos": _times,
    "retrasos": _lateness,
    "multas": _fines,
}


# Parts that change no result.
_FREE = ("competicion", "nombre", "retrasos")


def _lock(form: ServiceForm, section: str) -> None:
    """Once the season is played, fields that would change results show but do not move."""
    for name, field in form.fields.items():
        if section in ("reglamento", "clasificacion") or name in LOCKED_WHILE_RUNNING:
            field.disabled = True


def _sections(season: Season) -> list[dict[str, Any]]:
    """The settings in words, each part with its page."""
    competition = season.competition
    rules = discipline(season.discipline)
    parts: list[tuple[str, str, Any]] = [
        (
            "competicion",
            _("Competición"),
            [
                (_("Nombre"), competition.name),
                (_("Organiza"), competition.organiser or "—"),
            ],
        ),
        ("nombre", _("Edición"), [(_("Nombre"), season.name)]),
        (
            "reglamento",
            _("Reglamento"),
            regulation_lines(season.discipline, season.options, season.draw_mode, _whom(season)),
        ),
        (
            "clasificacion",
            _("Clasificación"),
            scheme_lines(season.discipline, season.scheme, season.withdrawal_policy),
        ),
        (
            "tiempos",
            _("Tiempos, fichas y comité"),
            times_lines(
                {name: getattr(season, name) for name in _TIMES if name not in unasked_times(rules)}
            ),
        ),
        (
            "retrasos",
            _("Retrasos"),
            lateness_lines({name: getattr(season, name) for name in _LATENESS}),
        ),
        (
            "multas",
            _("Amonestaciones y multas"),
            fines_lines(
                warnings=season.warnings if rules.sheet is SheetKind.BOARDS else None,
                block=season.fines_block,
            ),
        ),
    ]
    return [
        {
            "title": title,
            "lines": lines,
            "url": reverse("league:season-edit", kwargs={"season_id": season.pk, "section": key}),
        }
        for key, title, lines in parts
    ]
