"""A version of the acta of a match on paper: the sheet itself, front and back.

Like the acta of boards there are two, one for everybody without the words of claims and
disagreements.

C-22       points, time-outs, changes, rotation, signatures     done: the front
C-20, C-23 what the captains wrote, and what was decided        done: the back
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from league.models import Registration
from matches import moments
from matches.encounter_words import ACTA_REASONS, ACTA_STATES, KINDS
from matches.models import Acta, SheetRole, SheetSignature
from matches.paper.sheet_parts import checks_of, kicker_of, room_of, side_words, staff_of
from matches.selectors.scoresheets import sheet_of
from matches.selectors.sheet_claims import moment_of
from matches.sheet_claim_words import moment_words, ruling_words
from matches.sheet_words import ROLES, findings_words, phone_words
from matches.states.partida import Side
from rules.formats import Side as RulesSide
from rules.match_sheet import MatchSheet

_LEVELS = {"WARNING": "wait", "COMMITTEE": "stop", "ERROR": "stop"}
_CARDS = {"YELLOW": "wait", "RED": "stop", "EXPULSION": "stop", "DISQUALIFICATION": "stop"}
Values = dict[str, Any]


def sheet_values(acta: Acta, *, whole: bool) -> Values:
    """Everything that hoja.typ prints of a version, in words, its proof apart."""
    encounter = acta.encounter
    season = encounter.division.season
    content: Mapping[str, Any] = json.loads(acta.content)
    kept = content["sheet"]
    rules = sheet_of(season)
    assert rules is not None  # who wrote such an acta has such a sheet
    teams = {str(side): content[side.lower()]["name"] for side in Side}
    rosters = {
        one: [row["shirt"] for row in kept["players"][one.value]]
        for one in RulesSide
        if one.value in kept["players"]
    }
    told = rules.account(kept["acts"], kept["settings"], rosters)
    names = _names(content)
    people = {
        side: {str(row["shirt"]): names.get(row["registration"], "") for row in rows}
        for side, rows in kept["players"].items()
    }
    # The sheet of a match that was played again is set aside, and keeps whose it was.
    of_match = Q(sheet__encounter=encounter) | Q(sheet__was_of=encounter)
    signed = list(SheetSignature.objects.filter(of_match).select_related("signer", "staff"))
    pair = f"{teams['HOME']} — {teams['AWAY']}"
    state, level = ACTA_STATES.get(acta.state, (_("sin efecto"), "plain"))
    return {
        "blank": False,
        "league": season.competition.name,
        "season": season.name,
        "title": _("Hoja de anotación: %(pair)s, versión %(number)s")
        % {"pair": pair, "number": acta.number},
        "footer": _("%(pair)s · acta versión %(number)s · huella %(digest)s")
        % {"pair": pair, "number": acta.number, "digest": _grouped(acta.digest[:12])},
        "version": acta.number,
        "checks": checks_of(rules, season.branch, frozenset(kept["checks"])),
        "toss": "; ".join(_toss(toss, teams) for toss in told["tosses"]),
        **room_of(told),
        "cards": [_card(card, teams, people) for card in told["cards"]],
        "claims": [
            _claim(one, content, rules, teams, names, whole=whole) for one in kept.get("claims", [])
        ],
        "findings": [
            {
                "text": text,
                "clause": row["clause"],
                "level": _LEVELS[row["severity"]],
                "committee": row["severity"] == "COMMITTEE",
            }
            for row, text in zip(
                content["findings"], findings_words(content["findings"], teams), strict=True
            )
        ],
        "disagreements": [
            {"team": teams[row.side], "text": row.disagreement if whole else _("firmó disconforme")}
            for row in acta.signatures.all()
            if row.disagrees
        ],
        "note": acta.note,
        "alone": _alone(acta, whole=whole),
        "public": not whole,
        "sheets": [
            {
                "kicker": kicker_of(encounter),
                "state": {"text": str(state), "level": level},
                "reason": str(ACTA_REASONS[acta.reason]),
                "kind": "" if content["kind"] == "PLAYED" else str(KINDS[content["kind"]]),
                "times": _times(content),
                "score": f"{content['score']['HOME']}–{content['score']['AWAY']}",
                "home": _squad(Side.HOME, content, names, signed, whole=whole),
                "away": _squad(Side.AWAY, content, names, signed, whole=whole),
                "sets": [_set(one, teams) for one in told["sets"]],
                "officials": _officials(acta, signed, whole=whole),
                "captains": _captains(acta, teams, whole=whole),
            }
        ],
    }


def _squad(
    side: Side,
    content: Mapping[str, Any],
    names: Mapping[int, str],
    signed: list[SheetSignature],
    *,
    whole: bool,
) -> Values:
    digest = content["sheet"]["lists"][side]
    before = [one for one in signed if one.acta_id is None and one.digest == digest]
    coach = next((one.staff for one in before if one.staff is not None), None)
    locked = ""
    if before:
        locked = _("Lista firmada a las %(hour)s por capitán y entrenador") % {
            "hour": moments.hour(before[0].signed_at)
        }
        if coach is None:
            locked = _("Lista firmada a las %(hour)s por el capitán") % {
                "hour": moments.hour(before[0].signed_at)
            }
    return {
        "side": side_words(side),
        "name": content[side.lower()]["name"],
        "sets": content["score"][side],
        "players": [
            {
                "shirt": str(row["shirt"]),
                "name": names.get(row["registration"], _("sin nombre")),
                "captain": row["captain"],
            }
            for row in content["sheet"]["players"][side]
        ],
        "staff": [
            one for one in staff_of({"COACH": coach.name if coach and whole else ""}) if one["name"]
        ],
        "locked": locked,
    }


def _set(one: Mapping[str, Any], teams: Mapping[str, str]) -> Values:
    points = one["played"] or one["result"] or [0, 0]
    unplayed = one["awarded"] and not one["played"]
    result = one["result"] or points
    about = ""
    if one["awarded"]:
        about = (
            _("no se jugó")
            if unplayed
            else _("se paró %(home)s–%(away)s")
            % {
                "home": points[0],
                "away": points[1],
            }
        )
    return {
        "number": one["number"],
        "about": about,
        "awarded": one["awarded"] or "",
        "result": f"{result[0]}–{result[1]}",
        "sides": [
            {
                "team": teams[side],
                "serves": one["first_server"] == side,
                "slip": [str(shirt) for shirt in one["slips"][side] or []],
                "turns": _turns(one["turns"][side]),
                "points": 0 if unplayed else points[side == Side.AWAY],
                "time-outs": [_at(at) for at in one["time_outs"][side]],
                "changes": [_change(row) for row in one["changes"][side] if not row["emergency"]],
                "more": "; ".join(
                    _("Emergencia: %(who)s, %(at)s")
                    % {"who": _change(row)["who"], "at": _at(row["at"])}
                    for row in one["changes"][side]
                    if row["emergency"]
                ),
            }
            for side in map(str, Side)
        ],
    }


def _turns(turns: list[list[int]]) -> list[str]:
    """Under each place of the slip, the points at which its turns of service ended."""
    places: list[list[str]] = [[] for _place in range(6)]
    for place, points in turns:
        places[place].append(str(points))
    return [" · ".join(one) for one in places]


def _change(row: Mapping[str, Any]) -> Values:
    return {"who": f"{row['out']}→{row['into']}", "at": _at(row["at"])}


def _at(points: list[int]) -> str:
    return f"{points[0]}–{points[1]}"


def _toss(toss: list[str], teams: Mapping[str, str]) -> str:
    winner, choice, rival = toss
    other = "AWAY" if winner == "HOME" else "HOME"
    words = phone_words()["choices"]
    return _("gana %(team)s, que elige %(choice)s; %(other)s, %(rival)s") % {
        "team": teams[winner],
        "choice": words[choice].lower(),
        "other": teams[other],
        "rival": words[rival].lower(),
    }


def _card(
    card: Mapping[str, Any], teams: Mapping[str, str], people: Mapping[str, Mapping[str, str]]
) -> Values:
    words = phone_words()
    person = card["person"]
    name = words["staff"].get(person) or f"{person} {people[card['side']].get(person, '')}".strip()
    return {
        "words": words["cards"][card["kind"]],
        "level": _CARDS[card["kind"]],
        "about": _("%(person)s (%(team)s), set %(set)s, %(at)s")
        % {"person": name, "team": teams[card["side"]], "set": card["set"], "at": _at(card["at"])},
    }


def _claim(
    one: Mapping[str, Any],
    content: Mapping[str, Any],
    rules: MatchSheet,
    teams: Mapping[str, str],
    names: Mapping[int, str],
    *,
    whole: bool,
) -> Values:
    kept = content["sheet"]
    moment = moment_of(rules, kept["acts"][: one["after"]], kept["settings"])
    words, level = ruling_words(upheld=one["upheld"])
    signed_at, ruled_at = (datetime.fromisoformat(one[key]) for key in ("signed_at", "ruled_at"))
    return {
        "title": _("%(number)s. %(team)s") % {"number": one["number"], "team": teams[one["side"]]},
        "about": _("%(captain)s, capitán · %(moment)s · %(hour)s")
        % {
            "captain": names.get(one["registration"], _("sin nombre")),
            "moment": moment_words(moment),
            "hour": moments.hour(signed_at),
        },
        "text": one["text"] if whole else "",
        "words": words,
        "level": level,
        "clause": one["clause"],
        "ruling": one["ruling"] if whole else "",
        "ruled": _("Firmada por el capitán; decidida por el árbitro central a las %(hour)s.")
        % {"hour": moments.hour(ruled_at)},
    }


def _officials(acta: Acta, signed: list[SheetSignature], *, whole: bool) -> list[Values]:
    found = {one.role: one for one in signed if one.acta_id == acta.pk}
    rows = []
    for role in (SheetRole.CENTRAL, SheetRole.ASSISTANT, SheetRole.SCORER):
        one = found.get(role)
        if one is None and role == SheetRole.ASSISTANT:
            continue
        who = str(ROLES[role]).capitalize()
        if one is None:
            rows.append({"who": who, "signed": False, "absent": _("Sin firma.")})
            continue
        signer = one.name or (
            (one.signer.get_full_name() or one.signer.email) if one.signer is not None else ""
        )
        rows.append(
            {
                "who": who,
                "signed": True,
                "name": signer if whole else _("Firmada"),
                "chip": "",
                "moment": moments.whole(one.signed_at),
            }
        )
    return rows


def _captains(acta: Acta, teams: Mapping[str, str], *, whole: bool) -> list[Values]:
    found = {row.side: row for row in acta.signatures.select_related("signer")}
    rows = []
    for side in map(str, Side):
        who = _("Por el capitán de %(team)s") % {"team": teams[side]}
        one = found.get(side)
        if one is None:
            rows.append({"who": who, "signed": False, "absent": _("No firmó.")})
            continue
        signer = one.signer.get_full_name() or one.signer.email
        rows.append(
            {
                "who": who,
                "signed": True,
                "name": signer if whole else _("Su delegado"),
                "chip": _("disconforme") if one.disagrees else "",
                "moment": moments.whole(one.signed_at),
            }
        )
    return rows


def _alone(acta: Acta, *, whole: bool) -> str:
    if not acta.filed_alone_reason:
        return ""
    return acta.filed_alone_reason if whole else _("el motivo lo lee el comité.")


def _times(content: Mapping[str, Any]) -> str:
    began, ended = (content[key] for key in ("started_at", "ended_at"))
    hours = [moments.hour(datetime.fromisoformat(one)) if one else "–" for one in (began, ended)]
    return _("Comienzo %(began)s · final %(ended)s") % {"began": hours[0], "ended": hours[1]}


def _names(content: Mapping[str, Any]) -> dict[int, str]:
    wanted = {row["registration"] for rows in content["sheet"]["players"].values() for row in rows}
    rows = Registration.objects.filter(pk__in=wanted).select_related("player")
    return {row.pk: str(row.player) for row in rows}


def _grouped(text: str, size: int = 4) -> str:
    return " ".join(text[at : at + size] for at in range(0, len(text), size))
