"""The organiser's front page: what is late, what is tonight, what a new season lacks; and the two
moves of a season that its encounters decide: start and close."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from league.models import Season
from league.states.season import SEASON, SeasonEvent, SeasonState
from league.views.pages import SignedIn, address_of, confirm_page, organiser_page
from matches.selectors.closing import Day, OpenThings, days_of, open_things
from matches.selectors.late import SHOWN, LateThings, late_things
from matches.selectors.organiser import SeasonCounts, season_counts
from matches.services.calendars import groups_without_calendar
from matches.services.seasons import season_close, season_start


@require_safe
@organiser_page
def dashboard(request: HttpRequest, season: Season) -> HttpResponse:
    now = timezone.now()
    late = late_things(season, now=now)
    running = season.state == SeasonState.RUNNING
    hints = [] if running or season.state == SeasonState.CLOSED else _hints(season)
    days = [day for day in days_of(season, now=now) if day.may_close] if running else []
    return render(
        request,
        "organiser/dashboard.html",
        {
            "season": season,
            "tab": "dashboard",
            "late": late,
            "stats": _stats(late) if running or late.count else [],
            "shown": SHOWN,
            "hints": hints,
            "may_close": running and not late.count,
            "closable": _closable(days),
            "matchdays_url": reverse("matches:organise-matchdays", args=[season.pk]),
            "encounters_url": reverse("matches:organise-encounters", args=[season.pk]),
            "cases_url": address_of("matches:cases", season_id=season.pk),
        },
    )


@organiser_page
def start(request: SignedIn, season: Season) -> HttpResponse:
    return confirm_page(
        request,
        act=lambda: season_start(
            actor=request.user,
            season_id=season.pk,
            at=timezone.now(),
        ),
        said=_("La temporada ha empezado y ya la ve todo el mundo."),
        back=_home(season),
        context={
            "season": season,
            "tab": "dashboard",
            "title": _("Empezar la temporada"),
            "text": _("%(season)s pasa a estar en juego.") % {"season": season},
            "consequences": [
                _("La temporada, su calendario y sus equipos los ve todo el mundo."),
                _("El formato, la puntuación y los desempates ya no se cambian."),
                _("El calendario ya no se rehace: cada encuentro se cambia por separado."),
            ],
            "submit": _("Empezar"),
        },
    )


@organiser_page
def close(request: SignedIn, season: Season) -> HttpResponse:
    left = open_things(season, now=timezone.now())
    if request.method == "POST" or (
        not left.count and SEASON.allows(SeasonState(season.state), SeasonEvent.CLOSE)
    ):
        return confirm_page(
            request,
            act=lambda: season_close(
                actor=request.user,
                season_id=season.pk,
                at=timezone.now(),
            ),
            said=_("La temporada está cerrada."),
            back=_home(season),
            context={
                "season": season,
                "tab": "dashboard",
                "title": _("Cerrar la temporada"),
                "text": _("No queda nada abierto en %(season)s.") % {"season": season},
                "consequences": _closing_consequences(left),
                "submit": _("Cerrar la temporada"),
                "danger": True,
            },
        )
    return render(
        request,
        "organiser/season_close.html",
        {
            "season": season,
            "tab": "dashboard",
            "left": left,
            "encounters_url": reverse("matches:organise-encounters", args=[season.pk]),
            "back": _home(season),
        },
    )


def _home(season: Season) -> str:
    return reverse("matches:organise-dashboard", args=[season.pk])


def _closable(days: list[Day]) -> str:
    """That matchdays can be closed; the organiser need not."""
    if not days:
        return ""
    told = ngettext(
        "Se puede cerrar una jornada: no queda nada abierto en ella.",
        "Se pueden cerrar %(count)s jornadas: no queda nada abierto en ellas.",
        len(days),
    )
    return told % {"count": len(days)}


def _closing_consequences(left: OpenThings) -> list[str]:
    lines = [
        _("Los resultados, las actas y las clasificaciones quedan como están y a la vista."),
        _("Ya no se admiten cambios, reclamaciones ni correcciones."),
    ]
    if left.fines:
        lines.append(
            ngettext(
                "Queda una multa por cobrar: cerrar no la borra.",
                "Quedan %(count)s multas por cobrar: cerrar no las borra.",
                len(left.fines),
            )
            % {"count": len(left.fines)}
        )
    return lines


def _stats(late: LateThings) -> list[dict[str, Any]]:
    stop = any(row.late for row in late.unsigned)
    overdue = any(row.overdue for row in late.cases)
    slow = any(row.late for row in late.claims)
    return [
        _stat(len(late.results), "results", _("resultados sin llegar"), stop=True),
        _stat(len(late.unsigned), "unsigned", _("actas sin firmar"), stop=stop),
        _stat(len(late.on_paper), "paper", _("actas en papel por transcribir"), stop=False),
        _stat(len(late.alone), "alone", _("actas de una sola parte"), stop=False),
        _stat(len(late.claims), "claims", _("reclamaciones abiertas"), stop=slow),
        _stat(len(late.cases), "cases", _("expedientes abiertos"), stop=overdue),
        _stat(len(late.undated), "undated", _("aplazados sin fecha"), stop=False),
        {
            "value": len(late.tonight),
            "label": _("encuentros hoy"),
            "level": "",
            "url": "#tonight" if late.tonight else "",
        },
    ]


def _stat(count: int, anchor: str, label: str, *, stop: bool) -> dict[str, Any]:
    level = "ok" if not count else "stop" if stop else "wait"
    return {"value": count, "label": label, "level": level, "url": f"#{anchor}" if count else ""}


def _hints(season: Season) -> list[dict[str, Any]]:
    """What a season that has not begun needs, in order; the first not done is the next step."""
    counts = season_counts(season)
    steps = [
        _step(
            _("Grupos"),
            _("Todavía no hay ningún grupo."),
            address_of("league:divisions", season_id=season.pk),
            _("Añadir grupos"),
            done=counts.divisions > 0,
        ),
        _step(
            _("Equipos"),
            _("Todavía no hay equipos que puedan jugar."),
            address_of("league:teams", season_id=season.pk),
            _("Añadir equipos"),
            done=counts.teams > 1,
        ),
        _step(
            _("Inscripción"),
            _("La inscripción no está abierta: se abre en Ajustes."),
            address_of("league:season-settings", season_id=season.pk),
            _("Abrir la inscripción"),
            done=season.state != SeasonState.DRAFT,
        ),
        _step(
            _("Jugadores"),
            _("Todavía no hay fichas."),
            address_of("league:players", season_id=season.pk),
            _("Inscribir jugadores"),
            done=counts.players > 0,
        ),
        _step(
            _("Locales y delegados"),
            _missing(counts),
            address_of("league:teams", season_id=season.pk),
            _("Completar los equipos"),
            done=counts.teams > 0
            and not (counts.teams_without_venue or counts.teams_without_delegate),
            optional=True,
        ),
        _step(
            _("Calendario"),
            _("Falta el calendario de algún grupo."),
            reverse("matches:organise-calendar", args=[season.pk]),
            _("Hacer el calendario"),
            done=counts.encounters > 0 and not groups_without_calendar(season),
        ),
        _step(
            _("Empezar"),
            _("Con el calendario hecho, la temporada puede empezar."),
            reverse("matches:organise-start", args=[season.pk]),
            _("Empezar la temporada"),
            done=False,
        ),
    ]
    if not counts.teams:
        steps = [step for step in steps if not step["optional"]]
    current = next((step for step in steps if not step["done"] and not step["optional"]), steps[-1])
    for step in steps:
        step["state"] = "done" if step["done"] else "current" if step is current else ""
    return steps


def _step(
    label: str, text: str, url: str, link: str, *, done: bool, optional: bool = False
) -> dict[str, Any]:
    return {
        "label": label,
        "done": done,
        "text": text,
        "url": url,
        "link": link,
        "optional": optional,
    }


def _missing(counts: SeasonCounts) -> str:
    return _(
        "Equipos sin local: %(venues)s. Equipos sin delegado: %(delegates)s. Se puede seguir sin "
        "ello, pero hará falta para jugar."
    ) % {"venues": counts.teams_without_venue, "delegates": counts.teams_without_delegate}
