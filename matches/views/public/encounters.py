"""The page of an encounter: live while it is played, then its acta."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from matches import addresses, moments, policies
from matches.claim_words import clock_words
from matches.encounter_words import ACTA_REASONS, ACTA_STATES, BOARD_ENDINGS, incident
from matches.models import Acta, Encounter, Ruling
from matches.selectors.dates import MOVABLE
from matches.selectors.public_encounters import (
    Board,
    Chair,
    EncounterReading,
    PublicIncident,
    encounter_of,
    read_encounter,
    standing_of,
)
from matches.selectors.public_season import BEING_PLAYED, Live, listed, point_of
from matches.selectors.scoresheets import sheet_of
from matches.selectors.sheet_claims import public_claims
from matches.sheet_claim_words import moment_words, ruling_words
from matches.states.encounter import EncounterState, EndedKind, Origin
from matches.states.partida import EndedAs
from matches.stones import stones_words
from matches.views.public.frame import page
from matches.views.public.lines import being_played, court_of, is_provisional, when
from matches.views.public.matches import match
from matches.views.public.season_of import Place, public_page

Notice = dict[str, Any]
WALKOVERS = (EndedKind.WALKOVER_HOME, EndedKind.WALKOVER_AWAY, EndedKind.DOUBLE_WALKOVER)
MOST_STONES = 8


def find(place: Place, pk: int, **kwargs: Any) -> tuple[Mapping[str, Any], str]:
    """The encounter, and where its clock stands."""
    [encounter] = listed([encounter_of(place.season, pk)], place.phases)
    stands = standing_of(encounter, now=place.now)
    open_cases: bool = encounter.open_cases  # type: ignore[attr-defined]
    mark = f"{stands.claims_run}{stands.is_final}{open_cases}{len(stands.over)}"
    return {"found": encounter} | kwargs, mark


@public_page(find=find)
def encounter(request: HttpRequest, place: Place, found: Encounter) -> HttpResponse:
    reading = read_encounter(found, now=place.now)
    if sheet_of(place.season) is not None:
        return match(
            request,
            place,
            found,
            reading,
            kicker=kicker(found, place),
            home_score=_shown(found, found.home_score),
            away_score=_shown(found, found.away_score),
            live=is_provisional(found),
            when="–" if found.kind == EndedKind.ANNULLED else when(found),
            home_url=addresses.team_path(found.home, place.season),
            away_url=addresses.team_path(found.away, place.season),
            notices=notices(reading, ""),
            claims=sheet_claims(found),
            actas=[shown_acta(acta, found) for acta in reversed(reading.actas)],
            evening_url=_evening(request, found),
        )
    live = _live(reading.boards) if found.state in BEING_PLAYED else None
    day = found.matchday
    day.division = found.division
    return page(
        request,
        place,
        "encounter",
        tab="calendar",
        crumbs=(
            (_("Calendario"), addresses.calendar_path(found.division)),
            (str(day), addresses.matchday_path(day)),
        ),
        here=f"{found.home} — {found.away}",
        encounter=found,
        reading=reading,
        kicker=kicker(found, place),
        home_score=live.home if live else _shown(found, found.home_score),
        away_score=live.away if live else _shown(found, found.away_score),
        live=live is not None or is_provisional(found),
        when="–" if found.kind == EndedKind.ANNULLED else when(found),
        home_url=addresses.team_path(found.home, place.season),
        away_url=addresses.team_path(found.away, place.season),
        notices=notices(reading, being_played(live) if live else ""),
        boards=shown_boards(reading.boards),
        target=stones(reading.boards),
        incidents=[shown_incident(one, found) for one in reading.incidents],
        actas=[shown_acta(acta, found) for acta in reversed(reading.actas)],
        draw_url=addresses.draw_path(found) if shows_draw(found) else "",
        draw_made=has_draw(found) and found.draw.drawn_at is not None,
        evening_url=_evening(request, found),
        dates_url=_dates(request, found),
    )


def kicker(found: Encounter, place: Place) -> str:
    """ "Jornada 5 · viernes 4 de diciembre, 22:00 · Bar El Puertu"."""
    parts = [str(found.matchday)]
    if len(place.divisions) > 1:
        parts.insert(0, found.division.name)
    parts.append(when(found) if found.starts_at is None else moments.whole(found.starts_at))
    if found.venue is not None:
        parts.append(found.venue.name)
    if court := court_of(found):
        parts.append(court)
    return " · ".join(parts)


def notices(reading: EncounterReading, playing: str) -> list[Notice]:
    """Where the result stands, in sentences, the most important first."""
    found = reading.encounter
    told: list[Notice] = [
        _ruled(ruling, found)
        for ruling in reading.rulings
        if getattr(ruling, "replaced_by", None) is None
    ]
    if found.state == EncounterState.POSTPONED:
        told.append({"text": _("Aplazado: falta la nueva fecha."), "level": "info"})
    if playing:
        told.append({"text": playing.capitalize() + ".", "level": "wait"})
    if found.kind == EndedKind.ANNULLED:
        told.append({"text": _("Anulado: no cuenta para nadie."), "level": "stop"})
    if found.kind in WALKOVERS:
        told.append({"text": _walkover(found), "level": "stop", "clause": "M-D.13"})
    if is_provisional(found):
        told.append(_provisional(found))
    if reading.open_cases:
        told.append(
            {
                "text": _("Hay un expediente abierto en el comité: todavía puede cambiar."),
                "level": "wait",
                "clause": "M-E.1",
            }
        )
    if found.home_score is not None and found.origin != Origin.IMPORTED:
        told += _clock(reading)
    return told


def shown_boards(boards: Iterable[Board]) -> list[dict[str, Any]]:
    """The boards, none where nobody sat down and nothing was played (a walkover)."""
    rows = list(boards)
    if not any(row.home or row.away or row.home_games or row.away_games for row in rows):
        return []
    return [shown_board(row) for row in rows]


def shown_board(board: Board) -> dict[str, Any]:
    """A board as `components/board.html` takes it."""
    state, level = BOARD_ENDINGS[board.ended_as]
    return {
        "number": board.number,
        "state": state,
        "level": level,
        "home": shown_pair(board.home, board.home_games, board),
        "away": shown_pair(board.away, board.away_games, board),
        "under": " ".join(filter(None, (_awarded(board), stones_words(board.stones)))),
    }


def shown_pair(chairs: tuple[Chair, ...], games: int, board: Board) -> dict[str, Any]:
    names = " · ".join(chair.name for chair in chairs)
    if chairs:
        slots = _("fichas %(slots)s") % {
            "slots": _(" y ").join(str(chair.slot) for chair in chairs)
        }
    else:
        slots = ""
    unplayed = board.ended_as not in {"", EndedAs.PLAYED} and not (
        board.home_games or board.away_games
    )
    return {
        "names": names or _("sin pareja anotada"),
        "slots": slots,
        "games": None if unplayed else games,
    }


def stones(boards: Iterable[Board]) -> range:
    """Stones to show beside a pair: as many as the most games of any."""
    most = max(
        (games for board in boards for games in (board.home_games, board.away_games)), default=0
    )
    return range(1, min(max(most, 1), MOST_STONES) + 1)


def shown_incident(one: PublicIncident, found: Encounter) -> dict[str, Any]:
    where = _("Mesa %(board)s") % {"board": one.board} if one.board else ""
    team = found.team(one.side).name if one.side else ""
    return {
        "text": incident(one.kind),
        "where": " · ".join(part for part in (where, team) if part),
        "clause": one.clause,
        "friendly": one.friendly,
    }


def shown_acta(acta: Acta, found: Encounter) -> dict[str, Any]:
    """A version as a line of the list of versions."""
    acta.encounter = found
    state, level = ACTA_STATES.get(acta.state, ("", "plain"))
    return {
        "acta": acta,
        "url": addresses.acta_path(acta),
        "pdf_url": addresses.acta_pdf_path(acta),
        "state": state,
        "level": level,
        "reason": ACTA_REASONS[acta.reason],
        "disagrees": [
            found.team(signature.side).name
            for signature in acta.signatures.all()
            if signature.disagrees
        ],
    }


def sheet_claims(found: Encounter) -> list[dict[str, Any]]:
    """What everybody reads of the claims on the back of a match's sheet (C-23)."""
    season = found.division.season
    rules = sheet_of(season)
    if rules is None:
        return []
    shown = []
    for one in public_claims(found, rules=rules, settings=season.options):
        words, level = ruling_words(upheld=one.upheld)
        shown.append(
            {
                "team": found.team(one.side).name,
                "moment": moment_words(one.moment),
                "at": moments.hour(one.signed_at),
                "words": words,
                "level": level,
                "clause": one.clause,
            }
        )
    return shown


def shows_draw(found: Encounter) -> bool:
    """A draw that was made, or may still be; none for what ended without one."""
    return has_draw(found) and (found.draw.drawn_at is not None or found.home_score is None)


def has_draw(found: Encounter) -> bool:
    return getattr(found, "draw", None) is not None


def _live(boards: Iterable[Board]) -> Live:
    """Points so far, from the boards at hand."""
    rows = list(boards)
    points = [point_of(row) for row in rows]
    return Live(
        home=sum(home for home, _away in points),
        away=sum(away for _home, away in points),
        ended=sum(1 for row in rows if row.ended_as),
    )


def _shown(found: Encounter, score: int | None) -> int | None:
    """An annulled encounter has no score to show."""
    return None if found.kind == EndedKind.ANNULLED else score


def _awarded(board: Board) -> str:
    if board.ended_as not in {EndedAs.AWARDED, EndedAs.REFEREE, EndedAs.ABANDONED}:
        return ""
    if not board.awarded_to:
        return ""
    return (
        _("El punto es del local.")
        if board.awarded_to == "HOME"
        else _("El punto es de la visita.")
    )


def _ruled(ruling: Ruling, found: Encounter) -> Notice:
    ruling.season = found.division.season
    replay = found.state == EncounterState.SCHEDULED
    text = (
        _("El comité mandó repetir el encuentro.")
        if replay
        else _("El comité resolvió sobre este encuentro.")
    )
    return {
        "text": text,
        "level": "info",
        "url": addresses.ruling_path(ruling),
        "link": _("Leer la resolución %(number)s") % {"number": ruling.number},
    }


def _walkover(found: Encounter) -> str:
    if found.kind == EndedKind.DOUBLE_WALKOVER:
        return _("Ninguna de las dos peñas se presentó con tres parejas.")
    absent = found.away if found.kind == EndedKind.WALKOVER_HOME else found.home
    return _("%(team)s no presentó las parejas necesarias y pierde el encuentro.") % {
        "team": absent.name
    }


def _provisional(found: Encounter) -> Notice:
    if found.origin == Origin.ORGANISER:
        text = _(
            "Comunicado a la organización: el resultado es provisional hasta que llegue el acta."
        )
        return {"text": text, "level": "wait", "clause": "M-D.9"}
    text = _("Resultado provisional: el acta todavía no está firmada por las dos peñas.")
    return {"text": text, "level": "wait", "clause": "M-D.9"}


def _clock(reading: EncounterReading) -> list[Notice]:
    stands, row = reading.standing, reading.encounter
    if stands.claims_run and stands.clock is not None:
        teams = {"HOME": row.home.name, "AWAY": row.away.name}
        text = clock_words(stands.clock, teams, now=stands.now)
        return [{"text": text, "level": "info", "clause": "M-D.15"}]
    if stands.is_final:
        return [{"text": _("El resultado es definitivo."), "level": "ok"}]
    return []


def _evening(request: HttpRequest, found: Encounter) -> str:
    """The way to tonight's work, for who has it."""
    if not request.user.is_authenticated:
        return ""
    if policies.side_of(request.user, found) is None and not (
        sheet_of(found.division.season) is not None and policies.may_score(request.user, found)
    ):
        return ""
    return addresses.evening_path(found)


def _dates(request: HttpRequest, found: Encounter) -> str:
    """The way to another date, for the standing delegates while one may be agreed on (M-D.16)."""
    if found.state not in MOVABLE or not request.user.is_authenticated:
        return ""
    return addresses.dates_path(found) if policies.standing_side(request.user, found) else ""
