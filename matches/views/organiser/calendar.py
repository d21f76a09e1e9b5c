"""The calendar: choices, preview, saving it, taking it back."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from league import sentences
from league.calendar.plan import Conflict
from league.forms.base import refusal_text
from league.machine import MoveRefused
from league.models import Division, Season, Team
from league.refusals import Refused
from league.states.season import SeasonState
from league.views.pages import SignedIn, confirm_page, organiser_page
from matches.forms.calendar import CalendarForm
from matches.selectors.organiser import GroupState, groups_of
from matches.services.calendars import (
    CalendarPreview,
    calendar_discard,
    calendar_preview,
    calendars_save,
)

OPEN_STATES = (SeasonState.REGISTRATION, SeasonState.SCHEDULED, SeasonState.RUNNING)


@require_safe
@organiser_page
def calendar(request: HttpRequest, season: Season) -> HttpResponse:
    """The choices. With choices in the address, the form is filled with them."""
    groups = groups_of(season)
    form = _form(request, groups)
    return render(
        request,
        "organiser/calendar.html",
        {
            "season": season,
            "tab": "calendar",
            "form": form,
            "groups": groups,
            "may_plan": season.state in OPEN_STATES
            and any(
                group.teams and not group.touched and group.division.tournament_id is None
                for group in groups
            ),
            "may_discard": season.state in (SeasonState.REGISTRATION, SeasonState.SCHEDULED)
            and any(group.has_calendar for group in groups)
            and all(group.division.tournament_id is None for group in groups),
            "may_start": season.state == SeasonState.SCHEDULED,
            "is_draft": season.state == SeasonState.DRAFT,
        },
        status=422 if form.is_bound and not form.is_valid() else 200,
    )


@organiser_page
def preview(request: SignedIn, season: Season) -> HttpResponse:
    """The plan before it is saved; POST saves exactly what was shown."""
    groups = groups_of(season)
    form = _form(request, groups)
    back = reverse("matches:organise-calendar", args=[season.pk])
    if not form.is_bound or not form.is_valid():
        return redirect(f"{back}?{request.GET.urlencode()}")
    query = urlencode(form.query())
    if form.settings().seed is not None and not request.GET.get("seed"):
        # The draw of the order gets an address of its own: it is the same when asked again.
        return redirect(f"{request.path}?{query}")
    if request.method == "POST":
        digests = {
            pk: request.POST.get(f"digest_{pk}", "") for pk in form.cleaned_data["divisions"]
        }
        try:
            calendars_save(
                actor=request.user,
                season_id=season.pk,
                digests=digests,
                settings=form.settings(),
                at=timezone.now(),
            )
        except (Refused, MoveRefused) as refusal:
            messages.error(request, refusal_text(refusal))
            return redirect(f"{request.path}?{query}")
        messages.success(request, _("El calendario está guardado."))
        return redirect(back)
    chosen = [group for group in groups if group.division.pk in form.cleaned_data["divisions"]]
    plans, problems = [], []
    for group in chosen:
        group.division.season = season
        try:
            plans.append(
                _shown(calendar_preview(division=group.division, settings=form.settings()))
            )
        except Refused as refusal:
            problems.append((group.division.name, sentences.sentence(refusal)))
    return render(
        request,
        "organiser/calendar_preview.html",
        {
            "season": season,
            "tab": "calendar",
            "plans": plans,
            "problems": problems,
            "replaces": any(group.has_calendar for group in chosen),
            "query": query,
            "again": urlencode([pair for pair in form.query() if pair[0] != "seed"]),
            "shuffled": form.cleaned_data["seed"] is not None,
            "back": f"{back}?{query}",
            "settings": _chosen(form),
        },
    )


@organiser_page
def discard(request: SignedIn, season: Season) -> HttpResponse:
    back = reverse("matches:organise-calendar", args=[season.pk])
    return confirm_page(
        request,
        act=lambda: calendar_discard(
            actor=request.user,
            season_id=season.pk,
            at=timezone.now(),
        ),
        said=_("El calendario está deshecho. Los equipos se pueden cambiar otra vez."),
        back=back,
        context={
            "season": season,
            "tab": "calendar",
            "title": _("Deshacer el calendario"),
            "text": _("Se borran todas las jornadas y encuentros de la temporada."),
            "consequences": [
                _("La temporada vuelve a la inscripción: se pueden añadir y quitar equipos."),
                _("Después hay que hacer otro calendario."),
            ],
            "submit": _("Deshacer el calendario"),
            "danger": True,
        },
    )


def _form(request: HttpRequest, groups: list[GroupState]) -> CalendarForm:
    choices = [
        (
            group.division.pk,
            ngettext(
                "%(name)s (%(count)s equipo)",
                "%(name)s (%(count)s equipos)",
                len(_playing(group)),
            )
            % {"name": group.division.name, "count": len(_playing(group))},
        )
        for group in groups
        if not group.touched and group.division.tournament_id is None
    ]
    data = request.GET if "first_date" in request.GET else None
    return CalendarForm(data, divisions=choices)


def _playing(group: GroupState) -> list[Team]:
    return [team for team in group.teams if team.withdrawn_at is None]


def _chosen(form: CalendarForm) -> list[tuple[str, str]]:
    values = form.cleaned_data
    lines = [
        (_("Primer día"), _day(values["first_date"])),
        (_("Una jornada cada"), _("%(days)s días") % {"days": values["interval_days"]}),
        (_("Descanso entre vueltas"), _("%(weeks)s semanas") % {"weeks": values["pause_weeks"]}),
    ]
    if values["skip"]:
        lines.append((_("Días sin juego"), ", ".join(_day(day) for day in values["skip"])))
    if values["seed"] is not None:
        lines.append(
            (_("Orden de los equipos"), _("sorteo n.º %(seed)s") % {"seed": values["seed"]})
        )
    return lines


def _day(day: Any) -> str:
    return date_format(day, r"l j \d\e F \d\e Y")


def _shown(made: CalendarPreview) -> dict[str, Any]:
    """A plan as the page prints it: names for ids, sentences for conflicts."""
    plan = made.plan
    return {
        "division": made.division,
        "digest": made.digest,
        "rounds": [
            {
                "number": planned.number,
                "leg": planned.leg,
                "week_of": planned.week_of,
                "byes": [made.teams[int(team)] for team in planned.byes],
                "encounters": [
                    {
                        "home": made.teams[int(row.home)],
                        "away": made.teams[int(row.away)],
                        "starts_at": row.starts_at,
                        "venue": made.venues[int(row.venue)] if row.venue is not None else None,
                        "moved_from": row.moved_from,
                    }
                    for row in sorted(planned.encounters, key=lambda row: row.starts_at)
                ],
            }
            for planned in plan.rounds
        ],
        "conflicts": [conflict_sentence(conflict, made) for conflict in plan.conflicts],
        "quality": _quality(made),
    }


def _quality(made: CalendarPreview) -> list[str]:
    quality = made.plan.quality
    lines = [
        ngettext(
            "%(count)s jornada, %(encounters)s encuentros.",
            "%(count)s jornadas, %(encounters)s encuentros.",
            len(made.plan.rounds),
        )
        % {"count": len(made.plan.rounds), "encounters": len(made.plan.encounters)},
        _("En cada vuelta, todos los equipos juegan tantas veces en casa como fuera.")
        if not quality.widest_imbalance
        else _(
            "En cada vuelta, la diferencia entre encuentros en casa y fuera de un equipo es como "
            "mucho de %(widest)s."
        )
        % {"widest": quality.widest_imbalance},
    ]
    facts = {"breaks": quality.breaks, "fewest": quality.fewest_breaks}
    if quality.breaks == quality.fewest_breaks:
        lines.append(
            _(
                "Dos encuentros seguidos en casa o fuera: %(breaks)s veces entre todos los "
                "equipos. Son las menos que puede tener un calendario de este tamaño."
            )
            % facts
        )
    else:
        lines.append(
            _(
                "Dos encuentros seguidos en casa o fuera: %(breaks)s veces; lo mejor posible "
                "serían %(fewest)s."
            )
            % facts
        )
    lines.append(
        _("Nadie juega más de %(stretch)s encuentros seguidos en casa, ni fuera.")
        % {"stretch": quality.longest_stretch}
    )
    return lines


WEEKDAYS = dict(Team._meta.get_field("home_weekday").flatchoices)


def conflict_sentence(conflict: Conflict, made: CalendarPreview) -> str:
    """A conflict of the plan in words: names for ids, days as people write them."""
    facts: dict[str, Any] = dict(conflict.facts)
    for key in ("home", "away"):
        if key in facts:
            facts[key] = made.teams[facts[key]].name
    if "venue" in facts:
        facts["venue"] = made.venues[facts["venue"]].name
    if "weekday" in facts:
        facts["weekday"] = WEEKDAYS[facts["weekday"]]
    if "date" in facts:
        facts["date"] = date_format(facts["date"], r"l j \d\e F")
    if "teams" in facts:
        facts["teams"] = ", ".join(made.teams[team].name for team in facts["teams"])
    if "encounters" in facts:
        pairs = [(made.teams[home], made.teams[away]) for home, away in facts["encounters"]]
        facts["count"] = len(pairs)
        facts["encounters"] = "; ".join(f"{home} — {away}" for home, away in pairs)
    return sentences.sentence(Refused(conflict.code, **facts))


def division_choices(divisions: list[Division]) -> list[tuple[int, str]]:
    return [(division.pk, division.name) for division in divisions]
