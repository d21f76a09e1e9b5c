"""The live table of a group, always there and always provisional."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from league.models import Season, Team
from league.season_scheme import scheme_of
from league.standings import Scheme
from league.unit_words import unit_words
from matches import addresses
from matches.models import Ruling
from matches.selectors.public_season import last_matchday, listed
from matches.selectors.publications import latest
from matches.selectors.standings import StandingsRow, standings_rows
from matches.standings_words import adjustment, criteria, why
from matches.views.public.frame import group_links, page
from matches.views.public.lines import lines
from matches.views.public.season_of import Place, public_page
from rules.registry import discipline


@public_page
def standings(request: HttpRequest, place: Place) -> HttpResponse:
    division = place.division
    rows = standings_rows(division)
    encounters = listed(last_matchday(division), place.divisions)
    day = encounters[0].matchday if encounters else None
    if day is not None:
        day.division = division
    return page(
        request,
        place,
        "standings",
        tab="standings",
        here=_("Clasificación"),
        rows=shown_rows(rows, place.season),
        with_games=has_games(rows),
        units=unit_words(place.season.discipline),
        groups=group_links(place, addresses.standings_path),
        publication=latest(division),
        publications_url=addresses.publications_path(division),
        file_url=addresses.standings_file_path(division),
        rules=rules_of(scheme_of(place.season), place.season),
        day=day,
        day_url=addresses.matchday_path(day) if day else "",
        lines=lines(encounters),
    )


def shown_rows(rows: Sequence[StandingsRow], season: Season) -> list[dict[str, Any]]:
    """The rows as `components/standings_table.html` takes them."""
    units = units_of(season)
    return [
        numbers(line.row)
        | {
            "team": line.name,
            "url": addresses.team_path(Team(pk=line.team_id), season),
            "why": why(line.row, units, shares=line.shares),
            "form": line.form,
            "zone": line.zone,
            "withdrawn": line.row.withdrawn,
            "notes": notes_of(line, season),
        }
        for line in rows
    ]


def numbers(row: Any) -> dict[str, Any]:
    """The numbers of a row by the names the table prints."""
    names = (
        "position",
        "played",
        "won",
        "drawn",
        "lost",
        "score_for",
        "score_against",
        "difference",
        "points",
        "games_for",
        "games_against",
    )
    return {name: getattr(row, name) for name in names}


def notes_of(line: StandingsRow, season: Season) -> list[dict[str, str]]:
    """Sanctions and results by ruling, each with a link to the ruling that is behind it."""
    notes = []
    for one in line.adjustments:
        note = {"text": adjustment(one.points, one.reason)}
        if one.ruling is not None:
            note = {"text": f"{note['text']} ·"} | _link(season, one.ruling)
        notes.append(note)
    for mark in line.ruled:
        text = _("resultado de la jornada %(number)s por la") % {"number": mark.matchday}
        notes.append({"text": text} | _link(season, mark.ruling))
    return notes


def has_games(rows: Sequence[StandingsRow]) -> bool:
    """Whether the games below the score say more than the score itself."""
    return any(line.row.games_for and line.row.games_for != line.row.score_for for line in rows)


def rules_of(scheme: Scheme, season: Season) -> dict[str, Any]:
    """How the table is made, in a sentence: what a result is worth and what decides a tie."""
    rules = discipline(season.discipline)
    words = unit_words(season.discipline)
    return {
        "by_partida": scheme.points_are_score,
        "point_each": words.point_each,
        "draws": words.draws,
        "win": scheme.win,
        "draw": scheme.draw,
        "loss": scheme.loss,
        "default": scheme.walkover_loss,
        "criteria": criteria(
            (name for name in scheme.criteria if name != "points"), units_of(season)
        ),
        "clause": rules.clauses.get("result", ""),
    }


def units_of(season: Season) -> str:
    """The code of what a result of the season counts."""
    return discipline(season.discipline).units.score


def _link(season: Season, number: int) -> dict[str, str]:
    return {
        "url": addresses.ruling_path(Ruling(season=season, number=number)),
        "link": _("resolución %(number)s") % {"number": number},
    }
