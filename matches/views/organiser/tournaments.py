"""The organiser's tournament days: choices, preview, publishing, taking back, and the board of one
that is being played."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from league import sentences
from league.forms.base import refusal_text
from league.machine import MoveRefused
from league.models import Season, Tournament
from league.refusals import Refused
from league.selectors.seasons import venue_choices
from league.states.season import SeasonState
from league.tournament.advance import Outcome
from league.views.pages import SignedIn, confirm_page, form_page, organiser_page
from matches import addresses, moments
from matches.forms.tournaments import FixtureDecideForm, FixtureMoveForm, TournamentForm
from matches.models import BracketSlot, Fixture
from matches.selectors.organiser import GroupState, groups_of
from matches.selectors.tournaments import (
    Claim,
    TournamentReading,
    courts_of,
    fixture_of,
    read_tournament,
    tournament_of,
    tournaments_of,
)
from matches.services.brackets import bracket_digest, bracket_fill, fixture_decide, slot_clear
from matches.services.fixtures import STILL_TO_COME, fixture_move
from matches.services.tournament_plans import TournamentPreview, tournament_preview
from matches.services.tournaments import tournament_discard, tournament_publish
from matches.tournament_words import source_words
from matches.views.organiser.planned_day import shown_plan
from matches.views.tournament_shown import (
    board_of,
    match_name,
    shown_bracket,
    shown_courts,
    shown_fixture,
    shown_groups,
    shown_timetable,
)

OPEN_STATES = (SeasonState.REGISTRATION, SeasonState.SCHEDULED, SeasonState.RUNNING)
TAB = {"tab": "calendar"}


@require_safe
@organiser_page
def tournaments(request: HttpRequest, season: Season) -> HttpResponse:
    """The days there are, and the choices for another. With choices in the address, the form is
    filled with them."""
    groups = _free(season)
    form = _form(request, season, groups)
    return render(
        request,
        "organiser/tournaments.html",
        {
            "season": season,
            "days": [
                {
                    "tournament": one,
                    "when": moments.whole(one.starts_at),
                    "url": addresses.organise_tournament_path(one),
                }
                for one in tournaments_of(season)
            ],
            "form": form,
            "may_plan": season.state in OPEN_STATES and any(group.teams for group in groups),
            "is_draft": season.state == SeasonState.DRAFT,
            "venues": bool(venue_choices()),
            **TAB,
        },
        status=422 if form.is_bound and not form.is_valid() else 200,
    )


@organiser_page
def preview(request: SignedIn, season: Season) -> HttpResponse:
    """The day before it is published; POST publishes exactly what was shown."""
    groups = _free(season)
    form = _form(request, season, groups)
    back = reverse("matches:organise-tournaments", args=[season.pk])
    if not form.is_bound or not form.is_valid():
        return redirect(f"{back}?{request.GET.urlencode()}")
    query = urlencode(form.query())
    settings = form.settings()
    if settings.seed is not None and not request.GET.get("seed"):
        # The draw of the order gets an address of its own: it is the same when asked again.
        return redirect(f"{request.path}?{query}")
    if request.method == "POST":
        try:
            made = tournament_publish(
                actor=request.user,
                season_id=season.pk,
                settings=settings,
                digest=request.POST.get("digest", ""),
                at=timezone.now(),
            )
        except (Refused, MoveRefused) as refusal:
            messages.error(request, refusal_text(refusal))
            return redirect(f"{request.path}?{query}")
        messages.success(request, _("La jornada está publicada."))
        return redirect(addresses.organise_tournament_path(made))
    plan: TournamentPreview | None = None
    problem = ""
    try:
        plan = tournament_preview(season=season, settings=settings)
    except Refused as refusal:
        problem = sentences.sentence(refusal)
    return render(
        request,
        "organiser/tournament_preview.html",
        {
            "season": season,
            "settings": settings,
            "shown": shown_plan(plan) if plan else None,
            "problem": problem,
            "digest": plan.digest if plan else "",
            "query": query,
            "again": urlencode([pair for pair in form.query() if pair[0] != "seed"]),
            "shuffled": settings.seed is not None,
            "back": f"{back}?{query}",
            **TAB,
        },
    )


@require_safe
@organiser_page
def tournament(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    """What goes on, what is ready to go on, and every match with what can be done about it."""
    found = tournament_of(season, pk)
    reading = read_tournament(found)
    board = board_of(reading, now=timezone.now())

    def link(fixture: Fixture) -> str:
        if fixture.encounter_id is None:
            return ""
        return reverse("matches:organise-encounter", args=[season.pk, fixture.encounter_id])

    return render(
        request,
        "organiser/tournament.html",
        {
            "season": season,
            "tournament": found,
            "when": moments.whole(found.starts_at),
            "champion": reading.champion,
            "courts": [_with_result(season, court) for court in shown_courts(board, link=link)],
            "groups": shown_groups(reading),
            "bracket": shown_bracket(board, link),
            "timetable": shown_timetable(board, link),
            "ready": [_told(slot, claim, reading) for slot, claim in reading.ready],
            "ready_digest": bracket_digest(reading.ready),
            "blocked": _blocked(season, reading),
            "stale": [
                _told(slot, claim, reading) | {"url": _slot_url(found, slot)}
                for slot, claim in reading.stale
            ],
            "movable": [
                shown_fixture(one, board, link) | _acts(found, one, reading)
                for one in reading.fixtures
                if one.encounter is None or one.encounter.state in STILL_TO_COME
            ],
            "filled": [
                _told(slot, reading.claim(slot), reading)
                | {"url": _slot_url(found, slot), "name": _slot_team(slot, reading)}
                for pair in reading.slots.values()
                for slot in pair
                if slot.filled_at is not None
            ],
            "page_url": addresses.tournament_path(found),
            "screen_url": addresses.tournament_screen_path(found),
            "begun": any(
                one.encounter is not None and one.encounter.state not in STILL_TO_COME
                for one in reading.fixtures
            ),
            **TAB,
        },
    )


@organiser_page
def fill(request: SignedIn, season: Season, pk: int) -> HttpResponse:
    """Asks with the names of who goes on; what is filled is what was shown."""
    found = tournament_of(season, pk)
    ready = read_tournament(found)
    digest = request.POST.get("digest") or bracket_digest(ready.ready)
    lines = [_told(slot, claim, ready) for slot, claim in ready.ready]
    here = addresses.organise_tournament_path(found)
    return confirm_page(
        request,
        act=lambda: bracket_fill(
            actor=request.user,
            tournament_id=found.pk,
            digest=digest,
            at=timezone.now(),
        ),
        said=_("El cuadro está al día."),
        back=here,
        context={
            "season": season,
            "title": _("Pasar al cuadro"),
            "text": _("Pasan los que ya están decididos:")
            if lines
            else _("Todavía no hay nadie que pase."),
            "consequences": [line["sentence"] for line in lines],
            "submit": _("Pasarlos al cuadro"),
            "calm": True,
            **TAB,
        },
    )


@organiser_page
def slot_empty(request: SignedIn, season: Season, pk: int, slot: int) -> HttpResponse:
    found = tournament_of(season, pk)
    reading = read_tournament(found)
    own = next((one for pair in reading.slots.values() for one in pair if one.pk == slot), None)
    if own is None:
        raise BracketSlot.DoesNotExist
    return confirm_page(
        request,
        act=lambda: slot_clear(
            actor=request.user,
            tournament_id=found.pk,
            slot_id=slot,
            at=timezone.now(),
        ),
        said=_("La plaza está libre otra vez."),
        back=addresses.organise_tournament_path(found),
        context={
            "season": season,
            "title": _("Quitar del cuadro"),
            "text": _("%(team)s deja la plaza «%(source)s».")
            % {"team": _slot_team(own, reading), "source": source_words(own)},
            "consequences": [
                _("Si su cruce ya está hecho y nadie lo ha empezado, se deshace."),
                _("La plaza se puede volver a llenar con lo que digan los resultados."),
            ],
            "submit": _("Quitar del cuadro"),
            **TAB,
        },
    )


@organiser_page
def move(request: SignedIn, season: Season, pk: int, number: int) -> HttpResponse:
    found = tournament_of(season, pk)
    fixture = fixture_of(found, number)
    begins = fixture.starts_at or found.starts_at
    initial = {"court_id": fixture.court_id, "starts_at": timezone.localtime(begins)}
    return form_page(
        request,
        form=FixtureMoveForm(request.POST or None, initial=initial, courts=courts_of(found)),
        act=lambda form: fixture_move(
            actor=request.user,
            tournament_id=found.pk,
            number=number,
            at=timezone.now(),
            **form.cleaned_data,
        ),
        said=_("El partido %(number)s está en su sitio nuevo.") % {"number": number},
        back=addresses.organise_tournament_path(found),
        context={
            "season": season,
            "title": _("Mover el partido %(number)s") % {"number": number},
            "text": str(fixture.encounter or ""),
            **TAB,
        },
    )


@organiser_page
def decide(request: SignedIn, season: Season, pk: int, number: int) -> HttpResponse:
    found = tournament_of(season, pk)
    reading = read_tournament(found)
    fixture = next((one for one in reading.fixtures if one.number == number), None)
    if fixture is None or fixture.encounter is None:
        raise Fixture.DoesNotExist
    return form_page(
        request,
        form=FixtureDecideForm(
            request.POST or None, home=fixture.encounter.home.name, away=fixture.encounter.away.name
        ),
        act=lambda form: fixture_decide(
            actor=request.user,
            tournament_id=found.pk,
            number=number,
            at=timezone.now(),
            **form.cleaned_data,
        ),
        said=_("Queda dicho quién pasa."),
        back=addresses.organise_tournament_path(found),
        context={
            "season": season,
            "title": _("Partido %(number)s: quién pasa") % {"number": number},
            "text": _("El resultado los deja empatados y aquí tiene que pasar uno."),
            **TAB,
        },
    )


@organiser_page
def discard(request: SignedIn, season: Season, pk: int) -> HttpResponse:
    found = tournament_of(season, pk)
    return confirm_page(
        request,
        act=lambda: tournament_discard(
            actor=request.user,
            tournament_id=found.pk,
            at=timezone.now(),
        ),
        said=_("La jornada está deshecha. Se puede preparar otra."),
        back=reverse("matches:organise-tournaments", args=[season.pk]),
        context={
            "season": season,
            "title": _("Deshacer la jornada"),
            "text": _("Se borran los partidos, las horas y el cuadro de %(name)s.")
            % {"name": found.name},
            "consequences": [
                _("Los grupos se quedan con sus equipos."),
                _("Solo se puede mientras nadie haya jugado."),
            ],
            "submit": _("Deshacer la jornada"),
            **TAB,
        },
    )


def _free(season: Season) -> list[GroupState]:
    """Groups that may still play a tournament."""
    return [group for group in groups_of(season) if not group.has_calendar and not group.touched]


def _form(request: HttpRequest, season: Season, groups: list[GroupState]) -> TournamentForm:
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
    ]
    data = request.GET if "starts_at" in request.GET else None
    teams = [team for group in groups for team in _playing(group)]
    return TournamentForm(data, divisions=choices, venues=venue_choices(), teams=teams)


def _playing(group: GroupState) -> list[Any]:
    return [team for team in group.teams if team.withdrawn_at is None]


def _told(slot: BracketSlot, claim: Claim, reading: TournamentReading) -> dict[str, Any]:
    """A slot and who would take it, in words."""
    team = reading.teams[claim.team].name if claim.team is not None else _("nadie")
    fixture = next(one for one in reading.fixtures if one.pk == slot.fixture_id)
    facts = {
        "source": source_words(slot),
        "team": team,
        "match": match_name(fixture, reading),
        "number": fixture.number,
    }
    sentence = _("%(source)s: %(team)s, a %(match)s (partido %(number)s)") % facts
    if claim.provisional:
        sentence += ". " + _("Con resultados sin firmar: pasa con la palabra de la organización.")
    return facts | {"sentence": sentence, "provisional": claim.provisional}


def _slot_team(slot: BracketSlot, reading: TournamentReading) -> str:
    return reading.teams[slot.team_id].name if slot.team_id is not None else _("nadie")


def _slot_url(found: Tournament, slot: BracketSlot) -> str:
    return reverse("matches:organise-slot-empty", args=[found.season_id, found.pk, slot.pk])


def _blocked(season: Season, reading: TournamentReading) -> list[dict[str, str]]:
    """What somebody has to decide before the bracket goes on, each thing once."""
    found: dict[str, dict[str, str]] = {}
    for slot, claim in reading.blocked:
        if claim.why == "tied":
            names = ", ".join(reading.teams[team].name for team in claim.tied)
            text = _("Empatados en todo: %(teams)s. Hay que sortear su orden.") % {"teams": names}
            found[text] = {
                "text": text,
                "url": reverse("matches:organise-lots", args=[season.pk]),
                "link": _("Anotar el sorteo"),
            }
        else:
            number = next(
                one.number
                for one in reading.fixtures
                if one.pk in (slot.winner_of_id, slot.loser_of_id)
            )
            text = _("El partido %(number)s acabó empatado.") % {"number": number}
            found[text] = {
                "text": text,
                "url": reverse(
                    "matches:organise-fixture-decide",
                    args=[season.pk, reading.tournament.pk, number],
                ),
                "link": _("Decir quién pasa"),
            }
    return list(found.values())


def _with_result(season: Season, court: dict[str, Any]) -> dict[str, Any]:
    """Where the result of the court's match is typed."""
    now = court["now"]
    if now is None or not now["encounter"] or season.state != SeasonState.RUNNING:
        return court
    url = reverse("matches:organise-encounter-result", args=[season.pk, now["encounter"]])
    return court | {"result_url": url}


def _acts(found: Tournament, fixture: Fixture, reading: TournamentReading) -> dict[str, str]:
    alone = fixture.encounter is None and fixture.pk in reading.slots
    if alone and reading.outcome(fixture) is not Outcome.OPEN:
        return {"move_url": ""}
    return {
        "move_url": reverse(
            "matches:organise-fixture-move", args=[found.season_id, found.pk, fixture.number]
        )
    }
