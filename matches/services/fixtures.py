"""A match of a tournament day moves to another court or another time."""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league import ledger
from league.models import Court, Tournament, User
from league.refusals import Refused
from league.services.locks import season_get_organised
from league.services.notifications import notify
from league.services.versions import divisions_touch
from matches import moments
from matches.addresses import encounter_path
from matches.models import Encounter, Fixture
from matches.selectors.tournaments import read_tournament
from matches.services._locks import encounter_locked
from matches.services._notices import delegates_of
from matches.states.encounter import ENCOUNTER, EncounterEvent, EncounterState
from matches.tournament_words import flaw_sentence

STILL_TO_COME = (EncounterState.SCHEDULED, EncounterState.POSTPONED, EncounterState.LINE_UP)
HARD = frozenset({"court", "team"})
"""Flaws that no word of the organiser mends: nobody is in two places."""


@transaction.atomic
def fixture_move(
    *,
    actor: User,
    tournament_id: int,
    number: int,
    court_id: int,
    starts_at: datetime,
    accept: bool,
    at: datetime,
) -> Fixture:
    """Put a match on another court or at another time; its encounter follows.

    Refused `season.closed`, `fixture.already_begun`, `fixture.changes_nothing`,
    `fixture.impossible` (court or team taken) and, unless `accept`, `fixture.doubtful` (a rest that
    is too short, a match before those that decide its teams); both say which.
    """
    season_id = Tournament.objects.values_list("season_id", flat=True).get(pk=tournament_id)
    season = season_get_organised(actor=actor, season_id=season_id)
    fixture = Fixture.objects.get(tournament=tournament_id, number=number)
    encounter = encounter_locked(fixture.encounter_id) if fixture.encounter_id else None
    tournament = (
        Tournament.objects.select_for_update(of=("self",))
        .select_related("season__competition", "venue")
        .get(pk=tournament_id)
    )
    court = Court.objects.select_for_update(of=("self",)).get(
        pk=court_id, venue=tournament.venue_id
    )
    if encounter is not None and encounter.state not in STILL_TO_COME:
        raise Refused("fixture.already_begun", number=number)
    if (fixture.court_id, fixture.starts_at) == (court.pk, starts_at):
        raise Refused("fixture.changes_nothing")
    reading = read_tournament(tournament)
    found = reading.flaws_of_move(fixture, court.pk, starts_at)
    hard = [flaw for flaw in found if flaw.code in HARD]
    if hard:
        raise Refused("fixture.impossible", why=flaw_sentence(hard[0], reading))
    if found and not accept:
        raise Refused("fixture.doubtful", why=flaw_sentence(found[0], reading))
    before = fixture.court_id, fixture.starts_at
    fixture.court, fixture.starts_at = court, starts_at
    fixture.until = starts_at + timedelta(minutes=tournament.minutes)
    try:
        with transaction.atomic():
            fixture.save(update_fields=["court", "starts_at", "until"])
    except IntegrityError:
        # Another tournament has the court; the matches of this one were looked at above.
        raise Refused("tournament.court_taken", venue=tournament.venue.name) from None
    if encounter is not None:
        _follow(encounter, tournament, starts_at)
    divisions_touch([fixture.division_id])
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="fixture.moved",
        subject=f"fixture:{fixture.pk}",
        number=number,
        court=court.pk,
        starts_at=starts_at,
        court_before=before[0],
        starts_at_before=before[1],
    )
    if encounter is not None:
        _tell_moved(fixture, encounter, tournament, at=at)
    return fixture


def _follow(encounter: Encounter, tournament: Tournament, starts_at: datetime) -> None:
    """The encounter's date and venue are those of its match; who is already here stays here."""
    if encounter.state == EncounterState.POSTPONED:
        encounter.state = ENCOUNTER.after(EncounterState.POSTPONED, EncounterEvent.RESCHEDULE)
    encounter.starts_at, encounter.venue_id = starts_at, tournament.venue_id
    encounter.save(update_fields=["state", "starts_at", "venue"])


def _tell_moved(
    fixture: Fixture, encounter: Encounter, tournament: Tournament, *, at: datetime
) -> None:
    facts = {
        "match": str(encounter),
        "when": moments.whole(fixture.starts_at),
        "court": fixture.court.name if fixture.court else "",
    }
    encounter.division.season = tournament.season
    notify(
        recipients=delegates_of([encounter.home_id, encounter.away_id]),
        kind="fixture.moved",
        subject=_("Cambio de pista o de hora: %(match)s") % facts,
        body=_("Se juega el %(when)s, %(court)s.") % facts,
        path=encounter_path(encounter),
        deduplication_key=f"fixture-moved:{fixture.pk}:{at.isoformat()}",
        at=at,
        season=tournament.season,
    )
