"""Players and fichas: the list, the form, the release, the file."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from league import sentences
from league.entry_rules import terms_of
from league.filters.lists import RegistrationFilter
from league.forms.base import refusal_text
from league.forms.players import PlayerForm, RegistrationForm, RosterFileForm
from league.http import whole_number
from league.models import Registration, Season
from league.refusals import Refused
from league.registration_windows import opening_at
from league.roster_file import (
    read_roster,
    row_values,
    rows_from_values,
    template,
    template_columns,
)
from league.roster_plan import Fate, ImportPlan
from league.selectors import rosters
from league.selectors import seasons as select
from league.services import registrations as services
from league.services.roster_import import roster_import, roster_preview
from league.states.season import SeasonState
from league.tables.lists import RegistrationTable
from league.views.pages import SignedIn, confirm_page, form_page, list_page, organiser_page
from rules.registry import discipline

TAB = {"tab": "players"}
DRAFT = "roster_import"


def _to(name: str, season: Season, **kwargs: Any) -> str:
    return reverse(f"league:{name}", kwargs={"season_id": season.pk, **kwargs})


@require_safe
@organiser_page
def players(request: SignedIn, season: Season) -> HttpResponse:
    """Every ficha of the season."""
    teams = rosters.team_choices(season)
    terms = terms_of(season)
    opening = opening_at(select.windows_of(season), timezone.now())
    return list_page(
        request,
        rows=rosters.registrations_listed(season),
        table=lambda rows: RegistrationTable(
            rows, season_id=season.pk, terms=terms, today=timezone.localdate()
        ),
        filter_set=lambda data, queryset: RegistrationFilter(data, queryset=queryset, teams=teams),
        file_name=f"jugadores-{season.slug}",
        template="organiser/players.html",
        context={
            "season": season,
            "title": _("Jugadores"),
            "opening": opening,
            "is_draft": season.state == SeasonState.DRAFT,
            "actions": [
                {"text": _("Inscribir a un jugador"), "url": _to("registration-new", season)},
                {"text": _("Importar un archivo"), "url": _to("roster-import", season)},
            ],
            "empty": {
                "title": _("Todavía no hay fichas."),
                "text": _("Lo más rápido es importar el archivo de cada peña."),
                "url": _to("roster-import", season),
                "link": _("Importar un archivo"),
            },
            **TAB,
        },
    )


@organiser_page
def registration_new(request: SignedIn, season: Season) -> HttpResponse:
    team = whole_number(request.GET.get("equipo", ""))
    form = RegistrationForm(
        request.POST or None,
        request.FILES or None,
        teams=rosters.team_choices(season),
        terms=terms_of(season),
        cap=season.roster_cap,
        initial={"team_id": team},
    )

    def act(form: Any) -> None:
        services.player_register(
            actor=request.user,
            season_id=season.pk,
            team_id=form.cleaned_data["team_id"],
            person=form.person,
            **form.asked,
            at=timezone.now(),
        )

    return form_page(
        request,
        form=form,
        act=act,
        said=_("Jugador inscrito."),
        back=_to("players", season) if team is None else _to("team", season, team_id=team),
        context={
            "season": season,
            "title": _("Inscribir a un jugador"),
            **_registration_state(season),
            **TAB,
        },
        template="organiser/registration_new.html",
        again=_to("registration-new", season) + (f"?equipo={team}" if team else ""),
    )


@organiser_page
def registration_release(request: SignedIn, season: Season, registration_id: int) -> HttpResponse:
    found = rosters.registration_of(season, registration_id)
    return confirm_page(
        request,
        act=lambda: services.registration_release(
            actor=request.user,
            season_id=season.pk,
            registration_id=registration_id,
            at=timezone.now(),
        ),
        said=_("Baja anotada. La ficha queda gastada.")
        if season.spends_places
        else _("Baja anotada. Deja sitio para otra persona."),
        back=_to("team", season, team_id=found.team_id),
        context={
            "season": season,
            "title": _("Dar de baja a %(name)s") % {"name": found.player},
            **_release_words(season, found),
            "submit": _("Dar de baja"),
            **TAB,
        },
    )


def _release_words(season: Season, found: Registration) -> dict[str, Any]:
    """What a release means: a place that is spent, or one that is free again."""
    if season.spends_places:
        return {
            "text": _("La peña pierde la ficha %(slot)s: no se puede dar a nadie más.")
            % {"slot": found.slot},
            "clause": "M-D.8",
            "consequences": [
                _("%(team)s se queda con una ficha menos hasta el final de la temporada.")
                % {"team": found.team.name},
                _("No se puede deshacer. Si vuelve, tendrá otra ficha."),
            ],
        }
    return {
        "text": _("Deja el equipo y su camiseta: se le pueden dar a otra persona."),
        "consequences": [
            _("No se puede deshacer. Si vuelve, se inscribe de nuevo, con otro certificado."),
        ],
    }


@organiser_page
def player(request: SignedIn, season: Season, player_id: int) -> HttpResponse:
    """Correct a player's name, licence or birth date."""
    found = rosters.player_of(season, player_id)
    initial = {
        "licence": found.licence,
        "first_name": found.first_name,
        "last_name": found.last_name,
        "birth_date": found.birth_date,
    }
    return form_page(
        request,
        form=PlayerForm(request.POST or None, initial=initial),
        act=lambda form: services.player_update(
            actor=request.user,
            season_id=season.pk,
            player_id=player_id,
            person=form.person,
            at=timezone.now(),
        ),
        said=_("Jugador guardado."),
        back=_to("players", season),
        context={
            "season": season,
            "title": str(found),
            "fichas": list(rosters.registrations_of(season).filter(player=found)),
            **TAB,
        },
        template="organiser/player.html",
    )


@organiser_page
def roster_file(request: SignedIn, season: Season) -> HttpResponse:
    """Take a file, and show what it would do."""
    form = RosterFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            rows = read_roster(file.read(), file.name)
        except Refused as refusal:
            form.add_refusal(refusal)
        else:
            request.session[DRAFT] = {
                "season": season.pk,
                "name": file.name[:100],
                "rows": row_values(rows),
            }
            return redirect(_to("roster-preview", season))
    context = {
        "season": season,
        "form": form,
        "columns": template_columns(terms_of(season)),
        "roster_clause": discipline(season.discipline).roster.clause,
        "has_teams": bool(rosters.team_choices(season)),
        **_registration_state(season),
        **TAB,
    }
    return render(
        request, "organiser/roster_import.html", context, status=422 if form.is_bound else 200
    )


@organiser_page
def roster_review(request: SignedIn, season: Season) -> HttpResponse:
    """What the file would do, line by line; on POST it is done if nothing changed since."""
    draft = request.session.get(DRAFT)
    if draft is None or draft["season"] != season.pk:
        messages.error(request, sentences.sentence(Refused("roster.preview_gone")))
        return redirect(_to("roster-import", season))
    rows = rows_from_values(draft["rows"])
    at = timezone.now()
    if request.method == "POST":
        try:
            plan = roster_import(
                actor=request.user,
                season_id=season.pk,
                rows=rows,
                digest=request.POST.get("digest", ""),
                at=at,
            )
        except Refused as refusal:
            messages.error(request, refusal_text(refusal))
            return redirect(_to("roster-preview", season))
        del request.session[DRAFT]
        messages.success(request, _done(plan))
        return redirect(_to("players", season))
    plan = roster_preview(
        actor=request.user,
        season_id=season.pk,
        rows=rows,
        at=at,
    )
    context = {
        "season": season,
        "file_name": draft["name"],
        "has_shirts": bool(terms_of(season).shirt_numbers),
        "plan": plan,
        "groups": _groups(plan),
        "submit_text": _submit(plan),
        **_registration_state(season),
        **TAB,
    }
    return render(request, "organiser/roster_preview.html", context)


@require_safe
@organiser_page
def roster_template(request: SignedIn, season: Season) -> HttpResponse:
    """A file to fill in."""
    return HttpResponse(
        template(terms_of(season)),
        headers={
            "Content-Type": "text/csv; charset=utf-8",
            "Content-Disposition": 'attachment; filename="plantilla-jugadores.csv"',
        },
    )


def _registration_state(season: Season) -> dict[str, Any]:
    """As the notice takes it: whether fichas can be given now."""
    return {
        "opening": opening_at(select.windows_of(season), timezone.now()),
        "is_draft": season.state == SeasonState.DRAFT,
    }


def _groups(plan: ImportPlan) -> list[dict[str, Any]]:
    """The lines by fate, what needs attention first."""
    words = {
        Fate.REFUSED: (_("No se van a guardar"), "stop"),
        Fate.CREATED: (_("Fichas nuevas"), "ok"),
        Fate.UPDATED: (_("Datos que se corrigen"), "wait"),
        Fate.UNCHANGED: (_("Sin cambios"), "plain"),
    }
    return [
        {
            "fate": fate,
            "title": title,
            "level": level,
            "count": plan.count(fate),
            "lines": [
                {
                    "outcome": outcome,
                    "reason": _reason(outcome.refusal),
                    "clause": outcome.refusal.clause if outcome.refusal else "",
                    "changes": [
                        {"label": _FIELDS[change.field], "old": change.old, "new": change.new}
                        for change in outcome.changes
                    ],
                }
                for outcome in plan.outcomes
                if outcome.fate is fate
            ],
        }
        for fate, (title, level) in words.items()
    ]


_FIELDS = {
    "first_name": "nombre",
    "last_name": "apellidos",
    "birth_date": "nacimiento",
    "shirt": "camiseta",
}


def _reason(refusal: Any) -> str:
    if refusal is None:
        return ""
    return sentences.sentence(Refused(refusal.code, **refusal.facts))


def _submit(plan: ImportPlan) -> str:
    parts = []
    if plan.created:
        parts.append(
            ngettext("dar %(n)s ficha", "dar %(n)s fichas", plan.created) % {"n": plan.created}
        )
    if plan.updated:
        parts.append(
            ngettext("corregir %(n)s línea", "corregir %(n)s líneas", plan.updated)
            % {"n": plan.updated}
        )
    text = _(" y ").join(parts)
    return text[:1].upper() + text[1:]


def _done(plan: ImportPlan) -> str:
    created, updated, refused = plan.created, plan.updated, plan.refused
    parts = [
        ngettext("%(n)s ficha nueva", "%(n)s fichas nuevas", created) % {"n": created},
        ngettext("%(n)s corregida", "%(n)s corregidas", updated) % {"n": updated},
        ngettext("%(n)s rechazada", "%(n)s rechazadas", refused) % {"n": refused},
    ]
    return _("Importado: %(parts)s.") % {"parts": ", ".join(parts)}
