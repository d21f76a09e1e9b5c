"""Published tables: the list, one of them, and the page that computes one again."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from league import canonical, seals
from league.models import Division, LedgerEntry, Season, Team
from league.season_scheme import scheme_of_mapping
from league.unit_words import unit_words
from matches import addresses, publication_content
from matches.models import StandingsPublication
from matches.selectors.publications import newest_number, publication_of, publications_of
from matches.selectors.record import publication_entry
from matches.selectors.standings import zones_of
from matches.standings_words import adjustment, why
from matches.views.public.frame import division_crumb, page
from matches.views.public.season_of import Place, public_page
from matches.views.public.standings import numbers, rules_of, units_of


@public_page
def publications(request: HttpRequest, place: Place) -> HttpResponse:
    division = place.division
    rows = list(publications_of(division))
    for row in rows:
        row.division = division
    return page(
        request,
        place,
        "publications",
        tab="standings",
        crumbs=(division_crumb(division),),
        here=_("Publicaciones"),
        publications=[{"publication": row, "url": addresses.publication_path(row)} for row in rows],
        standings_url=addresses.standings_path(division),
    )


@public_page
def publication(request: HttpRequest, place: Place, number: int) -> HttpResponse:
    division = place.division
    found = publication_of(division, number)
    content = json.loads(found.content)
    newest = newest_number(division)
    return page(
        request,
        place,
        "publication",
        tab="standings",
        crumbs=_crumbs(division),
        here=_title(found),
        publication=found,
        title=_title(found),
        rows=published_rows(content, division, place.season),
        with_games=_has_games(content),
        units=unit_words(place.season.discipline),
        rules=rules_of(scheme_of_mapping(content["scheme"]), place.season),
        newest=None if newest == number else newest,
        newest_url=addresses.publication_path(
            StandingsPublication(division=division, number=newest)
        ),
        check_url=addresses.publication_check_path(found),
        standings_url=addresses.standings_path(division),
        publications_url=addresses.publications_path(division),
    )


@public_page
def publication_check(request: HttpRequest, place: Place, number: int) -> HttpResponse:
    """Compute the digest and the table again, from what was stored, and say what came out."""
    division = place.division
    found = publication_of(division, number)
    digest = canonical.digest(found.content)
    content = json.loads(found.content)
    names = {team["id"]: team["name"] for team in content["teams"]}
    entry = publication_entry(found)
    return page(
        request,
        place,
        "publication_check",
        tab="standings",
        crumbs=(*_crumbs(division), (_title(found), addresses.publication_path(found))),
        here=_("Comprobar"),
        publication=found,
        title=_title(found),
        digest=digest,
        digest_holds=digest == found.digest,
        table_holds=publication_content.is_reproducible(content),
        entry=entry,
        entry_holds=_entry_holds(entry, found),
        seal=getattr(found, "seal", None),
        seal_holds=_seal_holds(found),
        units=unit_words(place.season.discipline),
        results=[
            line | {"home_name": names[line["home"]], "away_name": names[line["away"]]}
            for line in content["results"]
        ],
        adjustments=[line | {"name": names[line["team"]]} for line in content["adjustments"]],
        content=found.content,
    )


def published_rows(
    content: Mapping[str, Any], division: Division, season: Season
) -> list[dict[str, Any]]:
    """The rows of a publication as the table takes them. Only their looks come from today."""
    rows = publication_content.rows_of(content)
    zones = zones_of(rows, division)
    names = {str(line["team"]): line["name"] for line in content["rows"]}
    units = units_of(season)
    shown = []
    for above, row in zip([None, *rows], rows, strict=False):
        shown.append(
            numbers(row)
            | {
                "team": names[row.team],
                "url": addresses.team_path(Team(pk=int(row.team)), season),
                "why": why(row, units, shares=above is not None and above.position == row.position),
                "zone": zones.get(row.team, ""),
                "withdrawn": row.withdrawn,
                "notes": [
                    {"text": adjustment(line["points"], line["reason"])}
                    for line in content["adjustments"]
                    if str(line["team"]) == row.team
                ],
            }
        )
    return shown


def _has_games(content: Mapping[str, Any]) -> bool:
    return any(
        line["games_for"] and line["games_for"] != line["score_for"] for line in content["rows"]
    )


def _entry_holds(entry: LedgerEntry | None, found: StandingsPublication) -> bool:
    return entry is not None and json.loads(entry.payload)["digest"] == found.digest


def _seal_holds(found: StandingsPublication) -> bool:
    """Whether the server signed this table, as it is stored."""
    seal = getattr(found, "seal", None)
    if seal is None or not seals.holds(
        public_key=seal.key.public_key, text=seal.statement, signature=seal.signature
    ):
        return False
    return bool(json.loads(seal.statement)["digest"] == found.digest)


def _crumbs(division: Division) -> tuple[tuple[Any, str], ...]:
    return (
        division_crumb(division),
        (_("Publicaciones"), addresses.publications_path(division)),
    )


def _title(found: StandingsPublication) -> str:
    return _("Publicación n.º %(number)s") % {"number": found.number}
