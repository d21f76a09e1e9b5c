"""Encounters for a calendar app: one that subscribes follows every change of date (M-D.16).

An event keeps its identity when its encounter moves and counts its changes (SEQUENCE), so that the
app moves it too; one that waits without a date is cancelled until it has one.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from icalendar import Calendar, Event

from matches import addresses
from matches.models import Encounter, Fixture
from matches.selectors.dates import with_changes
from matches.selectors.public_season import encounters_of, listed
from matches.selectors.public_teams import team_of
from matches.states.encounter import EncounterState, EndedKind
from matches.views.public.lines import court_of
from matches.views.public.season_of import Place, public_page


@public_page
def calendar_feed(request: HttpRequest, place: Place) -> HttpResponse:
    """The encounters of a group."""
    division = place.division
    rows = listed(
        with_changes(encounters_of([division]).order_by("starts_at", "pk")), place.divisions
    )
    return feed(f"{place.season} · {division.name}", rows, place, division.slug)


@public_page
def team_feed(request: HttpRequest, place: Place, pk: int) -> HttpResponse:
    """The encounters of a team."""
    team = team_of(place.season, pk)
    own = encounters_of(place.phases).filter(Q(home=team) | Q(away=team))
    rows = with_changes(own.order_by("starts_at", "pk"))
    return feed(f"{team.name} · {place.season}", listed(rows, place.phases), place, f"{team.pk}")


def feed(name: str, rows: Iterable[Encounter], place: Place, slug: str) -> HttpResponse:
    """The file. The rows come with their changes (`with_changes`)."""
    calendar = Calendar()
    calendar.add("prodid", "-//Amarraco//Calendario//ES")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    calendar.add("x-wr-timezone", "Europe/Madrid")
    for row in rows:
        if row.starts_at is not None:
            calendar.add_component(_event(row, place))
    response = HttpResponse(calendar.to_ical(), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{place.season.slug}-{slug}.ics"'
    return response


def _event(row: Encounter, place: Place) -> Event:
    facts = vars(row)
    starts_at = row.starts_at
    assert starts_at is not None  # by the caller
    event = Event()
    event.add("uid", f"encuentro-{row.pk}@{urlsplit(settings.SITE_URL).hostname or 'localhost'}")
    event.add("dtstamp", facts["changed_at"] or place.season.created_at)
    fixture: Fixture | None = getattr(row, "fixture", None)
    # A match of a tournament day moves without a history of its own: the version of its group or
    # knock-out rises with every change.
    event.add("sequence", facts["changes"] + (row.division.version if fixture else 0))
    event.add("dtstart", starts_at)
    lasts = timedelta(minutes=place.season.expected_minutes)
    event.add("dtend", (fixture.until if fixture else None) or starts_at + lasts)
    event.add("summary", _summary(row))
    event.add("url", urljoin(settings.SITE_URL, addresses.encounter_path(row)))
    cancelled = row.state == EncounterState.POSTPONED or row.kind == EndedKind.ANNULLED
    event.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    if row.venue is not None:
        told: list[Any] = [court_of(row), row.venue.name, row.venue.address, row.venue.town]
        event.add("location", ", ".join(str(part) for part in told if part))
    return event


def _summary(row: Encounter) -> str:
    if row.home_score is None or row.kind == EndedKind.ANNULLED:
        return f"{row.home} — {row.away}"
    return f"{row.home} {row.home_score}–{row.away_score} {row.away}"
