"""The teams of a season, and each with its fichas, encounters and venue."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django_tables2 import RequestConfig

from league.entry_rules import terms_of
from league.unit_words import unit_words
from matches import addresses
from matches.selectors.public_season import teams_of
from matches.selectors.public_teams import encounters_of_team, roster_of, team_of
from matches.selectors.standings import standings_rows
from matches.tables.public import RosterTable, TeamsTable
from matches.views.public.frame import page
from matches.views.public.lines import lines
from matches.views.public.season_of import Place, public_page
from matches.views.public.standings import numbers

NEXT = 5


@public_page
def teams(request: HttpRequest, place: Place) -> HttpResponse:
    rows = teams_of(place.divisions)
    by_id = {division.pk: division for division in place.divisions}
    for row in rows:
        row.division = by_id[row.division_id]
    hidden = () if len(place.divisions) > 1 else ("division",)
    table = TeamsTable(rows, exclude=hidden)
    RequestConfig(request, paginate=False).configure(table)
    return page(request, place, "teams", tab="teams", here=_("Peñas"), table=table, many=len(rows))


@public_page
def team(request: HttpRequest, place: Place, pk: int) -> HttpResponse:
    found = team_of(place.season, pk)
    division = next(one for one in place.divisions if one.pk == found.division_id)
    roster = list(roster_of(found))
    table = RosterTable(
        roster,
        shirts=bool(terms_of(place.season).shirt_numbers),
        spent=place.season.spends_places,
    )
    RequestConfig(request, paginate=False).configure(table)
    encounters = encounters_of_team(found, place.phases)
    shown = lines(encounters)
    played = [row for row in shown if row["encounter"].home_score is not None]
    to_play = [row for row in shown if row["encounter"].home_score is None]
    return page(
        request,
        place,
        "team",
        tab="teams",
        crumbs=((_("Peñas"), addresses.teams_path(place.season)),),
        here=found.name,
        team=found,
        home=f"{found.get_home_weekday_display()}, {found.home_time:%H:%M}",
        table=table,
        roster=roster,
        draws=unit_words(place.season.discipline).draws,
        live=sum(1 for row in roster if row.released_at is None),
        cap=place.season.roster_cap,
        played=list(reversed(played)),
        to_play=to_play[:NEXT],
        more=max(0, len(to_play) - NEXT),
        calendar_url=addresses.calendar_path(division),
        feed_url=addresses.team_feed_path(found, place.season),
        standings_url=addresses.standings_path(division),
        standing=_standing(division, pk),
    )


def _standing(division: Any, pk: int) -> dict[str, Any] | None:
    for line in standings_rows(division):
        if line.team_id == pk and not line.row.withdrawn:
            return numbers(line.row) | {"form": line.form}
    return None
