"""The referee's phone: his evenings, and the acts that are his at one of them.

M-T.2  ends an over-long partida                    M-T.3  warns for time wasted
M-T.4  authorises time, warns for breaks beyond
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.models import Season, User
from league.policies import may_referee
from league.refusals import Refused
from league.selectors.seasons import season_by_id
from matches import moments
from matches.forms.evening import BreakForm, RefereeForm
from matches.forms.referee import WarningForm
from matches.incident_kinds import words_of
from matches.labels import ENCOUNTER_STATES
from matches.models import Break, Encounter
from matches.selectors.evening import Stand, stand_get
from matches.selectors.evening_boards import Board, boards_of
from matches.selectors.referee import evenings_of, warnings_of
from matches.selectors.scoresheets import sheet_of
from matches.services import incidents, partidas, referees
from matches.states.encounter import EncounterState
from matches.states.partida import EndedAs, Side
from matches.views.evening.visit import SAYS_NO, tell

AT_THE_TABLE = (EncounterState.DRAWN, EncounterState.PLAYING)


def referee_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give the view its season; 403 for whoever is no referee of it."""

    @login_required
    @wraps(view)
    def inner(request: HttpRequest, season_id: int, **kwargs: Any) -> HttpResponse:
        try:
            season = season_by_id(season_id)
            if not may_referee(request.user, season):
                raise PermissionDenied
            return view(request, season, **kwargs)
        except ObjectDoesNotExist:
            raise Http404 from None

    return inner


@require_safe
@referee_page
def evenings(request: HttpRequest, season: Season) -> HttpResponse:
    """Tonight, next, past."""
    found = evenings_of(cast(User, request.user), season, now=timezone.now())
    parts = (
        (_("Esta noche"), found.tonight, moments.hour, None),
        (_("Próximos"), found.next, moments.month_day, moments.short),
        (_("Anteriores"), found.past, moments.month_day, moments.night),
    )
    return render(
        request,
        "evening/referee_evenings.html",
        {
            "season": season,
            "found": found,
            "parts": [
                {
                    "title": title,
                    "rows": [
                        {
                            "encounter": row,
                            "when": told(row.starts_at),
                            "under": " · ".join(
                                part
                                for part in (under and under(row.starts_at), _venue(row))
                                if part
                            ),
                            "url": _path(season, row.pk),
                            "state": ENCOUNTER_STATES[row.state],
                        }
                        for row in rows
                    ],
                }
                for title, rows, told, under in parts
                if rows
            ],
            "role_label": _("Juez-árbitro"),
        },
    )


def _venue(row: Encounter) -> str:
    return row.venue.name if row.venue else ""


@require_http_methods(["GET", "HEAD", "POST"])
@referee_page
def encounter(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    """The boards with what the referee may do at each; one act a POST, named by `act`."""
    stand = stand_get(pk)
    if stand.encounter.division.season_id != season.pk:
        raise Http404
    if sheet_of(season) is not None:
        return redirect("matches:sheet", pk=pk)  # one match: the referee has its sheet
    if request.method == "POST":
        act = _ACTS.get(request.POST.get("act", ""))
        if act is None:
            raise Http404
        try:
            act(request, stand, timezone.now())
        except SAYS_NO as refusal:
            tell(request, refusal)
        return redirect(_back(request, season, pk))
    now = timezone.now()
    boards = boards_of(stand.encounter)
    warnings = warnings_of(stand.encounter)
    return render(
        request,
        "evening/referee_encounter.html",
        {
            "season": season,
            "encounter": stand.encounter,
            "teams": stand.teams,
            "state": ENCOUNTER_STATES[stand.encounter.state],
            "is_open": stand.encounter.state in AT_THE_TABLE,
            "boards": [_card(board, stand) for board in boards.boards],
            "warnings": [
                {
                    "row": row,
                    "words": words_of(row.kind),
                    "team": stand.teams.get(Side(row.side), "") if row.side else "",
                    "mine": row.reported_by_id == request.user.pk,
                }
                for row in warnings
            ],
            "allowed": season.warnings,
            "clock": _clock(stand, season, now),
            "evening_url": reverse("matches:evening-boards", args=[pk]),
            "back": reverse("matches:referee", args=[season.pk]),
            "role_label": _("Juez-árbitro"),
        },
    )


def _card(board: Board, stand: Stand) -> dict[str, Any]:
    """A board, with the forms of what may be done at it now."""
    pairs = {
        side: f"{stand.teams[side]}: {pair.names}"
        for side, pair in ((Side.HOME, board.home), (Side.AWAY, board.away))
    }
    return {
        "board": board,
        "level": board.home.games == board.away.games,
        "by_referee": board.ended_as == EndedAs.REFEREE,
        "sides": [(side, stand.teams[side]) for side in Side],
        "warning": WarningForm(
            pairs=pairs, initial={"board": board.number}, auto_id=f"id_{board.number}_%s"
        ),
    }


def _clock(stand: Stand, season: Season, now: datetime) -> dict[str, Any] | None:
    """How long they have played, against the longest the season allows (M-T.1, M-T.2)."""
    started = stand.encounter.started_at
    if started is None or stand.encounter.state not in AT_THE_TABLE:
        return None
    minutes = max(0, int((now - started).total_seconds()) // 60)
    limit = season.max_duration_minutes
    return {
        "minutes": minutes,
        "limit": limit,
        "over": limit is not None and minutes > limit,
    }


def _end(request: HttpRequest, stand: Stand, at: datetime) -> None:
    """The referee ends an over-long partida (M-T.2)."""
    form = RefereeForm(request.POST, teams=stand.teams)
    partidas.partida_end_by_referee(
        actor=cast(User, request.user),
        encounter_id=stand.encounter.pk,
        board=_board(request),
        awarded_to=form.cleaned_data["awarded_to"] if form.is_valid() else None,
        at=at,
    )
    messages.success(request, _("La mesa queda terminada por decisión del juez-árbitro."))


def _resume(request: HttpRequest, stand: Stand, at: datetime) -> None:
    partidas.partida_resume(
        actor=cast(User, request.user),
        encounter_id=stand.encounter.pk,
        board=_board(request),
        at=at,
    )
    messages.success(request, _("La mesa sigue en juego."))


def _break(request: HttpRequest, stand: Stand, at: datetime) -> None:
    """Time beyond what a pair may take (M-T.4)."""
    form = BreakForm({"kind": Break.Kind.REFEREE, "side": request.POST.get("side", "")})
    if not form.is_valid():
        raise Refused("warning.of_no_pair", clause="M-T.4")
    partidas.break_start(
        actor=cast(User, request.user),
        encounter_id=stand.encounter.pk,
        board=_board(request),
        kind=Break.Kind.REFEREE,
        side=form.cleaned_data["side"],
        at=at,
    )
    messages.success(request, _("Tiempo autorizado: el reloj está en marcha."))


def _break_end(request: HttpRequest, stand: Stand, at: datetime) -> None:
    partidas.break_end(
        actor=cast(User, request.user),
        encounter_id=stand.encounter.pk,
        board=_board(request),
        at=at,
    )


def _warn(request: HttpRequest, stand: Stand, at: datetime) -> None:
    """A warning to a pair (M-T.3, M-T.4)."""
    form = WarningForm(request.POST, pairs={side: stand.teams[side] for side in Side})
    if not form.is_valid():
        raise Refused("warning.of_no_pair", clause="M-T.3")
    warned = referees.referee_warn(
        actor=cast(User, request.user), encounter_id=stand.encounter.pk, at=at, **form.cleaned_data
    )
    if warned.to_committee:
        messages.warning(
            request,
            _(
                "Amonestación anotada. La pareja ya lleva %(times)s: al entrar en vigor el acta "
                "decide el comité."
            )
            % {"times": warned.times},
        )
    else:
        messages.success(request, _("Amonestación anotada en el acta."))


def _withdraw(request: HttpRequest, stand: Stand, at: datetime) -> None:
    incidents.incident_withdraw(
        actor=cast(User, request.user),
        encounter_id=stand.encounter.pk,
        incident_id=_number(request, "incident"),
        at=at,
    )
    messages.success(request, _("Retirada. Sigue leyéndose, tachada, en las incidencias."))


_ACTS: Mapping[str, Callable[[HttpRequest, Stand, datetime], None]] = {
    "end": _end,
    "resume": _resume,
    "break": _break,
    "break-end": _break_end,
    "warn": _warn,
    "withdraw": _withdraw,
}


def _board(request: HttpRequest) -> int:
    return _number(request, "board")


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Http404
    return int(text)


def _path(season: Season, pk: int) -> str:
    return reverse("matches:referee-encounter", args=[season.pk, pk])


def _back(request: HttpRequest, season: Season, pk: int) -> str:
    """To the board that the act was about."""
    board = request.POST.get("board", "")
    return _path(season, pk) + (f"#mesa-{board}" if board.isdecimal() else "")
