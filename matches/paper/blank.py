"""The blank acta: what the two peñas fill in by hand where there is no telephone.

M-D.10  an acta that reaches the organisation whatever happens    done: with a QR for its photo
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from league.models import Registration, Season
from league.season_scheme import partida_format_of
from matches import moments
from matches.finding_sentences import format_words
from matches.models import Encounter
from matches.paper.blank_sheet import blank_sheets_pdf
from matches.paper.qr import qr
from matches.paper.typeset import typeset
from matches.selectors.scoresheets import sheet_of
from matches.states.partida import Side
from rules.formats import FormatKind


def blank_pdf(
    encounters: Iterable[Encounter],
    *,
    season: Season,
    at: datetime,
    codes: Mapping[tuple[int, str], str] | None = None,
) -> bytes:
    """The blank actas of the encounters, a page each. One query for all the fichas.

    `codes` are single-use codes to sign with, by encounter and side: only on the copy of who may
    see them.
    """
    if sheet_of(season) is not None:
        return blank_sheets_pdf(encounters, season=season, at=at)
    with translation.override("es"):
        return typeset(
            "blank",
            blank_values(list(encounters), season=season, codes=codes or {}),
            timestamp=int(at.timestamp()),
        )


def blank_values(
    encounters: list[Encounter], *, season: Season, codes: Mapping[tuple[int, str], str]
) -> dict[str, Any]:
    """Everything that blank.typ prints, in words."""
    chosen = partida_format_of(season)
    teams = {pk for one in encounters for pk in (one.home_id, one.away_id)}
    fichas: dict[int, list[dict[str, str]]] = {pk: [] for pk in teams}
    rows = Registration.objects.filter(team_id__in=teams, released_at__isnull=True)
    for row in rows.select_related("player").order_by("slot"):
        fichas[row.team_id].append({"slot": str(row.slot), "name": str(row.player)})
    whole = _("Actas en blanco") if len(encounters) != 1 else _("Acta en blanco")
    return {
        "title": f"{whole}, {season.competition.name} {season.name}",
        "footer": f"{season.competition.name} · {season.name}",
        "league": season.competition.name,
        "season": season.name,
        "boards": season.boards,
        "games": chosen.games if chosen.kind is FormatKind.ALL_PLAYED else chosen.needed,
        "format": format_words(str(chosen)),
        "sheets": [_sheet(one, fichas, codes) for one in encounters],
    }


def _sheet(
    encounter: Encounter,
    fichas: Mapping[int, list[dict[str, str]]],
    codes: Mapping[tuple[int, str], str],
) -> dict[str, Any]:
    url = urljoin(settings.SITE_URL, reverse("matches:evening-paper", args=[encounter.pk]))
    parts = [encounter.division.name, str(encounter.matchday), moments.short(encounter.starts_at)]
    if encounter.starts_at is not None:
        parts[-1] = moments.dated(encounter.starts_at)
    if encounter.venue is not None:
        parts.append(", ".join(filter(None, (encounter.venue.name, encounter.venue.town))))

    def team(side: Side) -> dict[str, Any]:
        found = encounter.team(side)
        return {
            "side": _("Local") if side is Side.HOME else _("Visitante"),
            "name": found.name,
            "players": fichas[found.pk],
            "code": codes.get((encounter.pk, str(side)), ""),
        }

    return {
        "kicker": " · ".join(parts),
        "home": team(Side.HOME),
        "away": team(Side.AWAY),
        "url": url,
        "qr": qr(url),
    }
