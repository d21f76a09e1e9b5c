"""What is typed on every page that takes something: valid, so that only a permission says no."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from league import canonical
from league.models import Registration
from league.roster_file import read_roster
from league.services.roster_import import roster_preview
from matches.models import Encounter
from matches.selectors.scoresheets import sheet_stand
from matches.selectors.signing_codes import code_stand
from matches.services.calendars import calendar_preview
from tests import factories
from tests.contracts import permission_tournaments
from tests.contracts.permission_stage import ROSTER, Stage, calendar_settings, photo, season_draft
from tests.matches.stage import DECKS

Data = Mapping[str, Any]


def data_for(url: str, stage: Stage, role: str) -> Data:
    """The fields for a POST to the page, by somebody."""
    make = POSTS.get(url) or permission_tournaments.POSTS.get(url)
    return make(stage, role) if make else {}


def query_for(url: str, stage: Stage) -> str:
    """What the address itself says after its question mark."""
    if url == "matches:organise-tournament-preview":
        return permission_tournaments.query(stage)
    if url != "matches:organise-calendar-preview":
        return ""
    settings = calendar_settings(stage)
    return "?" + urlencode(
        {
            "divisions": stage["open division"].pk,
            "first_date": settings.first_date.isoformat(),
            "interval_days": settings.interval_days,
            "pause_weeks": settings.pause_weeks,
            "skip": "",
        }
    )


def typed(moment: datetime) -> str:
    return timezone.localtime(moment).strftime("%Y-%m-%dT%H:%M")


def _fichas(encounter: Encounter, role: str) -> list[int]:
    team = encounter.away_id if role == "a" else encounter.home_id
    return list(Registration.objects.filter(team_id=team).values_list("pk", flat=True))


def _presence(stage: Stage, role: str) -> Data:
    fichas = _fichas(stage["fresh"], role)
    return {"action": "close", "present": fichas, "plays": fichas}


def _presence_shared(stage: Stage, role: str) -> Data:
    fichas = _fichas(stage["half closed"], "a")
    return {"action": "close", "present": fichas, "plays": fichas}


def _by_hand(stage: Stage, role: str) -> Data:
    found = {}
    for side, asked in (("HOME", "h"), ("AWAY", "a")):
        for nth, pk in enumerate(_fichas(stage["closed"], asked)):
            found[f"{side}-{nth // 2 + 1}-{nth % 2 + 1}"] = pk
    return found


def _confirm(stage: Stage, role: str) -> Data:
    return {"digest": canonical.digest(stage["by hand"].draw.inputs)}


def _end(stage: Stage, role: str) -> Data:
    return {"ended_at": typed(stage.at), "replaces": "", "acknowledged": DECKS}


def _acta(name: str, **more: str) -> Callable[[Stage, str], Data]:
    def make(stage: Stage, role: str) -> Data:
        acta = stage[name].actas.get()
        return {"acta": acta.pk, "digest": acta.digest, **more}

    return make


def _by_code(stage: Stage, role: str) -> Data:
    code = code_stand(stage["half signed"], "AWAY", at=stage.at).digits
    return {**_acta("half signed")(stage, role), "code": code}


def _own_list(stage: Stage, role: str) -> Data:
    side = "AWAY" if role == "a" else "HOME"
    return {"digest": sheet_stand(stage["listed match"].pk).list_digest(side)}


def _correction(stage: Stage, role: str) -> Data:
    games = {1: (5, 3), 2: (5, 4), 3: (5, 0), 4: (4, 5)}
    return {
        "ended_at": typed(stage["signed"].ended_at),
        "note": "En la mesa 2 se apuntó al revés.",
        **{f"home-{board}": home for board, (home, _away) in games.items()},
        **{f"away-{board}": away for board, (_home, away) in games.items()},
        **{f"how-{board}": "PLAYED" for board in games},
    }


def _boards(stage: Stage) -> dict[str, str]:
    return {"ended_at": typed(stage.at)} | {
        f"board_{number}": f"PLAYED:5:{number - 1}" for number in range(1, 5)
    }


def _paper(stage: Stage, role: str) -> Data:
    found: dict[str, Any] = dict(_boards(stage))
    for side, asked in (("home", "h"), ("away", "a")):
        for nth, pk in enumerate(_fichas(stage["fresh"], asked)):
            found[f"seat_{nth // 2 + 1}_{side}_{nth % 2 + 1}"] = pk
    return found | {
        "started_at": typed(stage["fresh"].starts_at),
        "received_at": typed(stage.at),
        "photo": photo(),
    }


def _team(stage: Stage, **more: Any) -> dict[str, Any]:
    return {
        "division_id": stage["open division"].pk,
        "venue_id": "",
        "home_weekday": 4,
        "home_time": "22:00",
        **more,
    }


def _roster(stage: Stage, role: str) -> Data:
    file = ROSTER.format(team=stage["open team"].name).encode()
    plan = roster_preview(
        actor=stage.users["o"],
        season_id=stage["registering"].pk,
        rows=read_roster(file, "peña.csv"),
        at=timezone.now(),
    )
    return {"digest": plan.digest}


def _roster_file(stage: Stage, role: str) -> Data:
    file = ROSTER.format(team=stage["open team"].name).encode()
    return {"file": SimpleUploadedFile("peña.csv", file, "text/csv")}


def _calendar(stage: Stage, role: str) -> Data:
    division = stage["open division"]
    made = calendar_preview(division=division, settings=calendar_settings(stage))
    return {f"digest_{division.pk}": made.digest}


def _publish(stage: Stage, role: str) -> Data:
    stage["division"].refresh_from_db()
    return {"matchday_id": stage["matchday"].pk, "version": stage["division"].version}


def _lot(stage: Stage, role: str) -> Data:
    """The two that are still level stand third."""
    home, away = stage["level"]
    tie = f"{home.division_id}-3"
    return {"tie": tie, f"tie-{tie}-place_1": away.pk, f"tie-{tie}-place_2": home.pk}


def _days(stage: Stage, days: int) -> str:
    return typed(stage.at + timedelta(days=days))


NEW_PERSON = {"email": "nieves@example.org", "name": "Nieves Llera Pando"}
PLAYER = {"first_name": "Ramón", "last_name": "Piñera Güelles"}
RULING = {
    "step": "confirm",
    "facts": "En la mesa 2 se apuntó un juego de más.",
    "decision": "Se mantiene el resultado.",
    "clauses": "M-D.15",
    "result": "leave",
}


def _seat_change(stage: Stage, role: str) -> Data:
    side = "AWAY" if role == "a" else "HOME"
    seat = stage["board"].encounter.seats.filter(board=1, side=side).first()
    return {
        "leaves": seat.registration_id,
        "enters": stage["spare"][side].pk,
        "clause": "M-E.1",
        "text": "Se puso malo.",
    }


POSTS: Mapping[str, Callable[[Stage, str], Data]] = {
    "league:heads-mail": lambda s, r: {"wanted": "1"},
    "matches:verify-file": lambda s, r: {"file": SimpleUploadedFile("acta.pdf", b"%PDF-1.7")},
    # accounts
    "account_login": lambda s, r: {
        "login": s.users["u"].email,
        "password": factories.PASSWORD,
    },
    "account_signup": lambda s, r: NEW_PERSON | {"password1": factories.PASSWORD},
    "account_reauthenticate": lambda s, r: {"password": factories.PASSWORD},
    "account_request_login_code": lambda s, r: {"email": s.users["u"].email},
    "account_confirm_login_code": lambda s, r: {"code": "AAAA-1111"},
    "account_reset_password": lambda s, r: {"email": f"{r}@example.org"},
    "account_change_password": lambda s, r: {
        "oldpassword": factories.PASSWORD,
        "password1": "otra-contraseña-larga",
        "password2": "otra-contraseña-larga",
    },
    "admin:login": lambda s, r: {
        "username": s.users["s"].email,
        "password": factories.PASSWORD,
    },
    "admin:password_change": lambda s, r: {
        "old_password": factories.PASSWORD,
        "new_password1": "otra-contraseña-larga",
        "new_password2": "otra-contraseña-larga",
    },
    "admin:league_user_change": lambda s, r: {"name": "Otro Nombre", "is_active": ""},
    # the organiser's pages without encounters
    "league:season-new": lambda s, r: {
        name: values[0] for name, values in season_draft()["competicion"].items()
    },
    "league:season-edit": lambda s, r: {"name": "2026/27, edición de oro"},
    "league:window-new": lambda s, r: {
        "name": "Invierno",
        "opens_at": _days(s, 20),
        "closes_at": _days(s, 30),
    },
    "league:window-edit": lambda s, r: {
        "name": "Otoño",
        "opens_at": _days(s, -1),
        "closes_at": _days(s, 30),
    },
    "league:division-new": lambda s, r: {"name": "Segunda", "promoted": 1, "relegated": 0},
    "league:division-edit": lambda s, r: {"name": "Primera", "promoted": 0, "relegated": 2},
    "league:team-new": lambda s, r: _team(s, club_name="Peña Güeyu Prietu", name=""),
    "league:team-edit": lambda s, r: _team(s, name="El Quesu Cuayáu"),
    "league:delegate-new": lambda s, r: NEW_PERSON | {"kind": "SUBSTITUTE"},
    "league:club-new": lambda s, r: {"name": "Peña Güeyu Prietu", "town": "Corvera"},
    "league:club-edit": lambda s, r: {"name": "Peña La Xana", "town": "Corvera"},
    "league:venue-new": lambda s, r: {"name": "Sidrería El Gaitu", "tables": 8},
    "league:venue-edit": lambda s, r: {"name": "Sidrería El Gaitu", "tables": 8},
    "league:role-new": lambda s, r: NEW_PERSON | {"kind": "REFEREE"},
    "league:role-edit": lambda s, r: {"club_id": s["home peña"].pk},
    "league:registration-new": lambda s, r: (
        PLAYER | {"team_id": s["open team"].pk, "licence": "AST-90002"}
    ),
    "league:team-sheet": lambda s, r: {
        f"shirt_{s['shirts ficha'].pk}": 9,
        "captain": s["shirts ficha"].pk,
        "staff_COACH": "Delfina Cueto",
    },
    "league:documents": lambda s, r: {"issued_on": s.at.date()},
    "league:roster-import": _roster_file,
    "league:roster-preview": _roster,
    "league:player": lambda s, r: PLAYER | {"licence": s["player"].licence},
    # the evening
    "matches:evening-presence": _presence,
    "matches:evening-presence-shared": _presence_shared,
    "matches:evening-walkover": lambda s, r: {"who": "other-absent", "text": "No han venido."},
    "matches:evening-draw-by-hand": _by_hand,
    "matches:evening-draw-confirm": _confirm,
    "matches:evening-board": lambda s, r: {
        "board-1-home": 5,
        "board-1-away": 3,
        "board-1-revision": s["board"].revision,
    },
    "matches:evening-stones": lambda s, r: {"stones": 18, "stones-revision": 0},
    "matches:evening-seat": _seat_change,
    "matches:evening-refuse": lambda s, r: {
        "refuse-registration": _fichas_at(s),
        "refuse-text": "No quiso sentarse.",
    },
    "matches:evening-abandon": lambda s, r: {"abandon-text": "Se fue la luz."},
    "matches:evening-referee-end": lambda s, r: {"referee-awarded_to": "HOME"},
    "matches:evening-break": lambda s, r: {"kind": "RELAX", "side": "HOME"},
    "matches:evening-decks": lambda s, r: {"envelope": "opened", "sealed": "on"},
    "matches:evening-incidents": lambda s, r: {"kind": "OTHER", "text": "Faltó una silla."},
    "matches:evening-stop": lambda s, r: {"text": "Se fue la luz.", "ended_at": typed(s.at)},
    "matches:evening-end": _end,
    "matches:evening-sign": _acta("ended"),
    "matches:evening-sign-by-code": _by_code,
    "matches:evening-not-me": _acta("signed by code"),
    "matches:evening-file-alone": _acta("ended", reason="Se marcharon sin firmar."),
    "matches:evening-paper": lambda s, r: {"photos": photo()},
    "matches:evening-correction": _correction,
    # the sheet of a match
    "matches:sheet-prepare": lambda s, r: {
        "act": "check",
        "checks": ["net"],
        "scorer_name": "Delfina Cueto",
    },
    "matches:sheet-team": _own_list,
    "matches:sheet-acts": lambda s, r: {
        "base": sheet_stand(s["playing match"].pk).head,
        "acts": json.dumps([{"text": "L", "at": s.at.isoformat()}]),
    },
    "matches:sheet-back": lambda s, r: (
        {"act": "own", "text": "Tocó la antena."} if r in ("h", "a") else {}
    ),
    "matches:sheet-sign": lambda s, r: {
        "act": "own" if r in ("h", "a") else "official-CENTRAL",
        "digest": s["ended match"].actas.get().digest,
    },
    # another date
    "matches:date-propose": lambda s, r: {
        "starts_at_1": _days(s, 15),
        "reason": "El local está cerrado.",
    },
    "matches:date-venue": lambda s, r: {
        "venue_id": s["third team"].venue_id,
        "reason": "Obras en el bar.",
    },
    "matches:date-refuse": lambda s, r: {"reason": "Ese día no hay gente."},
    "matches:organise-date-rules": lambda s, r: {
        "kind": "BLOCKED",
        "first_on": "2027-01-05",
        "last_on": "2027-01-06",
    },
    # the organiser's pages with encounters
    "matches:organise-calendar-preview": _calendar,
    "matches:organise-encounter-move": lambda s, r: {
        "starts_at": _days(s, 7),
        "reason": "El local está cerrado.",
        "anyway": "on",
    },
    "matches:organise-encounter-postpone": lambda s, r: {"reason": "Nieve en el puerto."},
    "matches:organise-encounter-result": lambda s, r: _boards(s),
    "matches:organise-encounter-acta": _paper,
    "matches:organise-encounter-walkover": lambda s, r: {
        "absent": "AWAY",
        "reason": "ABSENT",
        "pairs_presented": 0,
        "text": "No vinieron.",
    },
    "matches:organise-encounter-claim": lambda s, r: {
        "team_id": s["signed"].home_id,
        "received_at": typed(s.at),
        "text": "Se apuntó un juego de más.",
        "photo": photo(),
        "key": uuid4(),
    },
    "matches:organise-withdraw": lambda s, r: {"reason": "Sin jugadores.", "sure": "on"},
    "matches:organise-adjustments": lambda s, r: {
        "team_id": s["third team"].pk,
        "points": -2,
        "reason": "Acta sin entregar",
    },
    "matches:organise-adjustment-reverse": lambda s, r: {"reason": "Se entregó a tiempo"},
    "matches:organise-lots": _lot,
    "matches:organise-publish": _publish,
    "matches:organise-encounter-referees": lambda s, r: {"referee_id": s.users["j"].pk},
    "matches:referee-encounter": lambda s, r: {
        "act": "warn",
        "kind": "WARN_TIME",
        "board": "1",
        "side": "HOME",
    },
    "matches:organise-prizes": lambda s, r: {"name": "Campeón: trofeo y jamón"},
    "matches:organise-prize-award": lambda s, r: {"team_id": s["third team"].pk},
    "matches:organise-prize-collect": lambda s, r: {"person": f"delegate-{s.users['t'].pk}"},
    # claims and cases
    "matches:claim-new": lambda s, r: {"text": "Se apuntó un juego de más.", "key": uuid4()},
    "matches:claim-draft": lambda s, r: {"text": "Se apuntó un juego", "key": uuid4()},
    "matches:claim-withdraw": lambda s, r: {"reason": "Arreglado entre las dos peñas."},
    "matches:case-open": lambda s, r: {
        "reason": "case.conduct",
        "encounter": s["signed"].pk,
        "text": "Insultos en la mesa 3.",
    },
    "matches:case-statement": lambda s, r: {"text": "Estábamos todos a la hora."},
    "matches:case-statement-draft": lambda s, r: {"text": "Estábamos todos a la"},
    "matches:case-evidence": lambda s, r: {"photos": photo()},
    "matches:case-note": lambda s, r: {"text": "Falta oír al juez-árbitro."},
    "matches:case-refuse": lambda s, r: {"clause": "M-D.15", "reason": "Fuera de plazo."},
    "matches:case-invite": lambda s, r: {"due_at": _days(s, 4)},
    "matches:case-deliberate": lambda s, r: {"due_at": ""},
    "matches:case-shelve": lambda s, r: {"reason": "Arreglado en buena armonía."},
    "matches:ruling-new": lambda s, r: RULING,
    "matches:ruling-texts": lambda s, r: {"reason": "claim", "decision": "Se estima."},
    "matches:ruling-agree": lambda s, r: {"digest": s["proposed case"].facts["proposal"]["digest"]},
    "matches:fine-reopen": lambda s, r: {"sure": "yes"},
    "matches:fine-pay": lambda s, r: {"sure": "yes"},
    "matches:fine-waive": lambda s, r: {"sure": "yes"},
}


def _fichas_at(stage: Stage) -> int:
    """Who sits first at board 1."""
    seat = stage["board"].encounter.seats.filter(board=1, side="HOME").first()
    return int(seat.registration_id)
