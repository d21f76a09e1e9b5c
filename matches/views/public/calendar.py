"""The calendar of a group and each of its matchdays."""

from datetime import date
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Matchday, Team
from matches import addresses
from matches.models import Encounter
from matches.selectors.public_season import encounters_of, listed, matchdays_of, teams_of
from matches.views.public.frame import group_links, page
from matches.views.public.lines import lines
from matches.views.public.season_of import Place, public_page


@public_page
def calendar(request: HttpRequest, place: Place) -> HttpResponse:
    division = place.division
    by_matchday = _by_matchday(place)
    teams = teams_of([division])
    days: list[dict[str, Any]] = []
    for day in matchdays_of(division):
        day.division = division
        rows = by_matchday.get(day.pk, [])
        days.append(
            {
                "matchday": day,
                "url": addresses.matchday_path(day),
                "lines": rows,
                "byes": byes_of(rows, teams),
            }
        )
    return page(
        request,
        place,
        "calendar",
        tab="calendar",
        here=_("Calendario"),
        legs=[
            {"number": number, "days": list(found)}
            for number, found in groupby(days, key=lambda day: day["matchday"].leg)
        ],
        groups=group_links(place, addresses.calendar_path),
        file_url=addresses.calendar_file_path(division),
        feed_url=addresses.calendar_feed_path(division),
    )


@public_page
def matchday(request: HttpRequest, place: Place, number: int) -> HttpResponse:
    division = place.division
    days = matchdays_of(division)
    found = next((day for day in days if day.number == number), None)
    if found is None:
        raise Matchday.DoesNotExist
    for day in days:
        day.division = division
    encounters = listed(
        encounters_of([division]).filter(matchday=found).order_by("starts_at", "pk"),
        place.divisions,
    )
    shown = sorted(
        lines(encounters, day=False), key=lambda row: _date(row["encounter"]) or date.max
    )
    place_in = days.index(found)
    return page(
        request,
        place,
        "matchday",
        tab="calendar",
        crumbs=((_("Calendario"), addresses.calendar_path(division)),),
        here=str(found),
        matchday=found,
        nights=[
            {"date": night, "lines": list(rows)}
            for night, rows in groupby(shown, key=lambda row: _date(row["encounter"]))
        ],
        byes=byes_of(shown, teams_of([division])),
        before=_step(days, place_in - 1),
        after=_step(days, place_in + 1),
        standings_url=addresses.standings_path(division),
        groups=[],
    )


def byes_of(rows: list[dict[str, Any]], teams: list[Team]) -> list[str]:
    """Teams that rest: in no encounter of the matchday, and not withdrawn."""
    busy = {pk for row in rows for pk in (row["encounter"].home_id, row["encounter"].away_id)}
    if not rows:
        return []
    return [team.name for team in teams if team.pk not in busy and team.withdrawn_at is None]


def _by_matchday(place: Place) -> dict[int, list[dict[str, Any]]]:
    rows = listed(
        encounters_of([place.division]).order_by("matchday__number", "starts_at", "pk"),
        place.divisions,
    )
    found: dict[int, list[dict[str, Any]]] = {}
    for line in lines(rows, place=False):
        found.setdefault(line["encounter"].matchday_id, []).append(line)
    return found


def _date(encounter: Encounter) -> date | None:
    if encounter.starts_at is None or encounter.state == "POSTPONED":
        return None
    return timezone.localtime(encounter.starts_at).date()


def _step(days: list[Matchday], nth: int) -> dict[str, str] | None:
    if not 0 <= nth < len(days):
        return None
    return {"text": str(days[nth]), "url": addresses.matchday_path(days[nth])}
