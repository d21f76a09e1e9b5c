"""The blank sheet of a match: front and back, to be filled in by hand where there is no device.

C-22       what a scorer writes down                       done: the front
C-20, C-23 room for what the captains claim, and for the decision    done: the back
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from league.models import Registration, Season, TeamStaff
from matches.models import Encounter
from matches.paper.qr import qr
from matches.paper.sheet_parts import checks_of, kicker_of, room_of, side_words, staff_of
from matches.paper.typeset import typeset
from matches.selectors.scoresheets import sheet_of
from matches.states.partida import Side

Values = dict[str, Any]


def blank_sheets_pdf(encounters: Iterable[Encounter], *, season: Season, at: datetime) -> bytes:
    """The blank sheets of the encounters, two pages each. Two queries for all the people."""
    with translation.override("es"):
        values = blank_sheet_values(list(encounters), season=season)
        return typeset("hoja", values, timestamp=int(at.timestamp()))


def blank_sheet_values(encounters: list[Encounter], *, season: Season) -> Values:
    """Everything that hoja.typ prints of blank sheets, in words."""
    rules = sheet_of(season)
    assert rules is not None
    room = rules.account([], season.options, {})
    teams = {pk for one in encounters for pk in (one.home_id, one.away_id)}
    players: dict[int, list[Values]] = {pk: [] for pk in teams}
    rows = Registration.objects.filter(team_id__in=teams, released_at__isnull=True)
    for row in rows.select_related("player").order_by("shirt", "slot"):
        shirt = "" if row.shirt is None else str(row.shirt)
        players[row.team_id].append(
            {"shirt": shirt, "name": str(row.player), "captain": row.is_captain}
        )
    staff: dict[int, dict[str, str]] = {pk: {} for pk in teams}
    for person in TeamStaff.objects.filter(team_id__in=teams, until__isnull=True):
        staff[person.team_id][person.post] = person.name

    def squad(encounter: Encounter, side: Side) -> Values:
        team = encounter.team(side)
        return {
            "side": side_words(side),
            "name": team.name,
            "players": players[team.pk],
            "staff": staff_of(staff[team.pk]),
        }

    def sheet(encounter: Encounter) -> Values:
        url = urljoin(settings.SITE_URL, reverse("matches:evening-paper", args=[encounter.pk]))
        names = [encounter.home.name, encounter.away.name]
        return {
            "kicker": kicker_of(encounter),
            "url": url,
            "qr": qr(url),
            "home": squad(encounter, Side.HOME),
            "away": squad(encounter, Side.AWAY),
            "sets": [
                {"number": number, "sides": [_blank_side(name) for name in names]}
                for number in range(1, room["most_sets"] + 1)
            ],
            "officials": [
                {"who": words} for words in (_("Árbitro central"), _("Auxiliar"), _("Anotador"))
            ],
            "captains": [{"who": _("Capitán de %(team)s") % {"team": name}} for name in names],
        }

    whole = _("Hojas en blanco") if len(encounters) != 1 else _("Hoja en blanco")
    return {
        "blank": True,
        "title": f"{whole}, {season.competition.name} {season.name}",
        "footer": f"{season.competition.name} · {season.name}",
        "league": season.competition.name,
        "season": season.name,
        "checks": checks_of(rules, season.branch, frozenset()),
        "toss": "",
        **room_of(room),
        "sheets": [sheet(one) for one in encounters],
    }


def _blank_side(name: str) -> Values:
    return {
        "team": name,
        "serves": False,
        "more": "",
        "slip": [],
        "turns": [],
        "points": None,
        "time-outs": [],
        "changes": [],
    }
