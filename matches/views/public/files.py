"""Standings and calendar as files for a spreadsheet."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from league import exports
from league.unit_words import unit_words
from matches.labels import ENCOUNTER_STATES
from matches.selectors.public_season import encounters_of
from matches.selectors.standings import standings_rows
from matches.standings_words import adjustment, why
from matches.views.public.season_of import Place, public_page
from matches.views.public.standings import numbers, units_of


@public_page
def standings_file(request: HttpRequest, place: Place) -> HttpResponse:
    words, units = unit_words(place.season.discipline), units_of(place.season)
    headers = [
        _("Pos."),
        _("Peña"),
        _("Jugados"),
        _("Ganados"),
        _("Empatados"),
        _("Perdidos"),
        _("A favor"),
        _("En contra"),
        _("Diferencia"),
        str(words.games_for),
        str(words.games_against),
        _("Puntos"),
        _("Desempate"),
        _("Ajustes"),
        _("Retirada"),
    ]
    lines = []
    for line in standings_rows(place.division):
        row = numbers(line.row)
        lines.append(
            [
                row["position"],
                line.name,
                row["played"],
                row["won"],
                row["drawn"],
                row["lost"],
                row["score_for"],
                row["score_against"],
                row["difference"],
                row["games_for"],
                row["games_against"],
                row["points"],
                why(line.row, units, shares=line.shares),
                "; ".join(adjustment(one.points, one.reason) for one in line.adjustments),
                _("sí") if line.row.withdrawn else "",
            ]
        )
    return _file(headers, lines, place, _("clasificacion"))


@public_page
def calendar_file(request: HttpRequest, place: Place) -> HttpResponse:
    words = unit_words(place.season.discipline)
    headers = [
        _("Vuelta"),
        _("Jornada"),
        _("Fecha"),
        _("Hora"),
        _("Local"),
        _("Visitante"),
        _("Lugar"),
        _("%(what)s local") % {"what": words.score},
        _("%(what)s visitante") % {"what": words.score},
        _("%(what)s local") % {"what": words.games},
        _("%(what)s visitante") % {"what": words.games},
        _("Estado"),
    ]
    rows = encounters_of([place.division]).order_by("matchday__number", "starts_at", "pk")
    lines: list[list[Any]] = []
    for row in rows:
        starts = timezone.localtime(row.starts_at) if row.starts_at else None
        lines.append(
            [
                row.leg,
                row.matchday.number,
                f"{starts:%Y-%m-%d}" if starts else "",
                f"{starts:%H:%M}" if starts else "",
                row.home.name,
                row.away.name,
                row.venue.name if row.venue else "",
                row.home_score,
                row.away_score,
                row.home_games,
                row.away_games,
                ENCOUNTER_STATES[row.state][0],
            ]
        )
    return _file(headers, lines, place, _("calendario"))


def _file(
    headers: Sequence[str], lines: Sequence[Sequence[Any]], place: Place, name: str
) -> HttpResponse:
    return exports.lines_file(
        [headers, *lines], "csv", f"{name}-{place.season.slug}-{place.division.slug}"
    )
