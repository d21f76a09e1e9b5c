"""A calendar is made again while somebody moves one of its encounters."""

from datetime import timedelta

import pytest
from django.db import connection

from league import ledger
from league.models import LedgerChain
from league.states.season import SeasonState
from matches.models import Encounter, Postponement
from matches.services.calendars import CalendarSettings, calendar_preview
from tests import factories
from tests.concurrency.workers import Call, Workers
from tests.matches.organiser.test_calendars import AT, FIRST, group, save

TRIES = 8 if connection.vendor == "postgresql" else 2

pytestmark = pytest.mark.django_db(transaction=True)


def test_nobody_waits_in_a_circle() -> None:
    with Workers(2) as workers:
        for number in range(TRIES):
            season = factories.season(state=SeasonState.REGISTRATION, is_public=False)
            divisions = [group(4, season=season) for _ in range(2)]
            for division in divisions:
                save(division)
            organiser = factories.role(season=season).user
            moved = Encounter.objects.filter(division=divisions[-1]).order_by("pk")[number]
            settings = CalendarSettings(first_date=FIRST + timedelta(days=7))
            again: Call = (
                "matches.services.calendars.calendars_save",
                {
                    "actor": organiser.pk,
                    "season_id": season.pk,
                    "digests": {
                        one.pk: calendar_preview(division=one, settings=settings).digest
                        for one in divisions
                    },
                    "settings": settings,
                    "at": AT,
                },
            )
            move: Call = (
                "matches.services.encounters.encounter_move",
                {
                    "actor": organiser.pk,
                    "encounter_id": moved.pk,
                    "starts_at": AT + timedelta(days=40),
                    "venue_id": moved.venue_id,
                    "reason": "Fiesta en el local.",
                    "at": AT,
                },
            )
            outcomes = workers.race([again, move])
            # Whoever comes second finds what the first one did: a date with a history, or no more
            # such an encounter.
            codes = [
                outcome.code if outcome.error == "Refused" else outcome.error
                for outcome in outcomes
            ]
            assert codes in (["calendar.has_history", ""], ["", "DoesNotExist"]), outcomes
            kept = Postponement.objects.filter(encounter__division__season=season).count()
            assert kept == (codes[1] == "")
            chain = LedgerChain.objects.get(season=season)
            assert ledger.first_break(chain) is None
