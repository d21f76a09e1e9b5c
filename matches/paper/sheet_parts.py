"""Parts that a filled and a blank sheet of a match share on paper."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from matches import moments
from matches.models import Encounter
from matches.sheet_words import check_words
from matches.states.partida import Side
from rules.match_sheet import MatchSheet
from rules.team_rules import Branch

Values = dict[str, Any]
_STAFF = ("COACH", "ASSISTANT", "DOCTOR")


def kicker_of(encounter: Encounter) -> str:
    """ "Grupo A · Jornada 5 · viernes 4 de diciembre, 19:00 · Polideportivo, Xixón"."""
    parts = [encounter.division.name, str(encounter.matchday)]
    if encounter.starts_at is not None:
        parts.append(moments.dated(encounter.starts_at))
    if encounter.venue is not None:
        parts.append(", ".join(filter(None, (encounter.venue.name, encounter.venue.town))))
    return " · ".join(parts)


def side_words(side: Side) -> str:
    return _("Local") if side is Side.HOME else _("Visitante")


def checks_of(rules: MatchSheet, branch: str, ticked: frozenset[str]) -> list[Values]:
    """The checklist, with what was ticked (C-1, C-2, C-3)."""
    return [
        {"text": check_words(item), "clause": item.clause, "on": item.key in ticked}
        for item in rules.checklist(Branch(branch) if branch else None)
    ]


def staff_of(rows: Mapping[str, str]) -> list[Values]:
    """Coach, assistant and doctor (C-4.1), the name "" where there is none."""
    words = {"COACH": _("Entrenador"), "ASSISTANT": _("Asistente"), "DOCTOR": _("Médico")}
    return [{"post": words[post], "name": rows.get(post, "")} for post in _STAFF]


def room_of(account: Mapping[str, Any]) -> Values:
    """How much a sheet has room for."""
    return {
        "cap": account["cap"],
        "time-outs": account["time_outs"],
        "changes": account["changes"],
    }
