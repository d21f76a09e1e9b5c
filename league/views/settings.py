"""Settings of a season: what it plays by, its moments, its registration windows."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league import labels
from league.forms.base import ServiceForm, refusal_text
from league.forms.seasons import (
    NameForm,
    RegulationForm,
    SchemeForm,
    TimesForm,
    asked_options,
    format_choices,
    scheme_initial,
)
from league.forms.setup import WindowForm
from league.machine import MoveRefused
from league.models import Season
from league.refusals import Refused
from league.registration_windows import opening_at
from league.season_scheme import DEFAULTS
from league.selectors import seasons as select
from league.services.seasons import (
    LOCKED_WHILE_RUNNING,
    season_hide,
    season_move,
    season_publish,
    season_update,
)
from league.services.windows import window_create, window_delete, window_update
from league.states.season import SEASON, SeasonEvent, SeasonState
from league.views.pages import SignedIn, confirm_page, form_page, organiser_page
from rules.formats import PartidaFormat
from rules.registry import discipline

TAB = {"tab": "settings"}


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
    locked = season.state == SeasonState.RUNNING
    if locked:
        _lock(form, section)

    def act(form: Any) -> None:
        season_update(actor=request.user, season_id=season.pk, at=timezone.now(), **values(form))

    context = {
        "season": season,
        "title": form.title,
        "locked": locked and section != "nombre",
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


def _name(request: SignedIn, season: Season) -> Made:
    form = NameForm(request.POST or None, initial={"name": season.name})
    return form, lambda form: {"name": form.cleaned_data["name"]}


def _regulation(request: SignedIn, season: Season) -> Made:
    form = RegulationForm(
        request.POST or None, initial=dict(season.options), discipline_code=season.discipline
    )
    # Both are fixed when a season is founded.
    del form.fields["discipline"], form.fields["preset"]

    def values(form: Any) -> dict[str, Any]:
        told = {option.key: form.cleaned_data[option.key] for option in asked_options(form.rules)}
        return {"options": {**season.options, **told}}

    return form, values


def _scheme(request: SignedIn, season: Season) -> Made:
    initial = scheme_initial(season.scheme, season.withdrawal_policy)
    form = SchemeForm(request.POST or None, initial=initial)
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
)


def _times(request: SignedIn, season: Season) -> Made:
    form = TimesForm(
        request.POST or None,
        initial={name: getattr(season, name) for name in _TIMES},
        cap=discipline(season.discipline).roster.maximum,
    )
    return form, lambda form: dict(form.cleaned_data)


_FORMS: dict[str, Callable[[SignedIn, Season], Made]] = {
    "nombre": _name,
    "reglamento": _regulation,
    "clasificacion": _scheme,
    "tiempos": _times,
}


def _lock(form: ServiceForm, section: str) -> None:
    """Once the season is played, fields that would change results show but do not move."""
    for name, field in form.fields.items():
        if section in ("reglamento", "clasificacion") or name in LOCKED_WHILE_RUNNING:
            field.disabled = True


def _sections(season: Season) -> list[dict[str, Any]]:
    """The settings in words."""
    scheme = {**DEFAULTS, **season.scheme}
    limit = season.max_duration_minutes
    walkover = scheme["walkover_score"]
    games = scheme["walkover_games"]
    return [
        _section(
            season,
            "nombre",
            _("Nombre"),
            [(_("Competición"), season.competition.name), (_("Edición"), season.name)],
        ),
        _section(season, "reglamento", _("Reglamento"), _regulation_lines(season)),
        _section(
            season,
            "clasificacion",
            _("Clasificación"),
            [
                (_("Suma"), _worth(scheme)),
                (
                    _("Orden"),
                    " → ".join(str(labels.CRITERIA[name]) for name in scheme["criteria"]),
                ),
                (_("Entre empatados"), labels.HEAD_TO_HEAD[scheme["head_to_head"]]),
                (
                    _("Incomparecencia"),
                    _("%(score)s partidas, %(games)s juegos")
                    % {
                        "score": f"{walkover[0]}–{walkover[1]}" if walkover else _("las del acta,"),
                        "games": f"{games[0]}–{games[1]}" if games else _("los del acta"),
                    },
                ),
                (_("Retirada"), labels.WITHDRAWALS[season.withdrawal_policy]),
            ],
        ),
        _section(
            season,
            "tiempos",
            _("Tiempos, fichas y comité"),
            [
                (_("Cortesía"), _("%(n)s min") % {"n": season.courtesy_minutes}),
                (
                    _("Duración máxima"),
                    _("%(n)s min") % {"n": limit} if limit else _("sin límite"),
                ),
                (_("Duración prevista"), _("%(n)s min") % {"n": season.expected_minutes}),
                (_("Fichas por equipo"), season.roster_cap),
                (_("Entrega de actas"), season.delivery_point or _("en esta aplicación")),
                (_("Quórum del comité"), season.quorum),
            ],
        ),
    ]


def _section(season: Season, key: str, title: str, lines: list[tuple[str, Any]]) -> dict[str, Any]:
    return {
        "key": key,
        "title": title,
        "lines": lines,
        "url": reverse("league:season-edit", kwargs={"season_id": season.pk, "section": key}),
    }


def _regulation_lines(season: Season) -> list[tuple[str, Any]]:
    rules = discipline(season.discipline)
    lines: list[tuple[str, Any]] = [
        (_("Disciplina"), labels.DISCIPLINES.get(season.discipline, season.discipline)),
    ]
    for option in asked_options(rules):
        value = season.options.get(option.key)
        label = str(labels.option_words(option.key).label)
        if option.must_choose:
            told = (
                labels.format_words(PartidaFormat.parse(str(value))).label
                if value
                else _("sin elegir")
            )
            lines.append((label, told))
        else:
            lines.append((label, option.default if value is None else value))
    return lines


def _worth(scheme: dict[str, Any]) -> Any:
    if scheme["kind"] == "sum_of_score":
        return labels.SCHEME_KINDS["sum_of_score"]
    return _("Ganar %(win)s, empatar %(draw)s, perder %(loss)s") % {
        "win": scheme["win"],
        "draw": scheme["draw"],
        "loss": scheme["loss"],
    }
