"""Twenty people register a player for the last ficha at the same moment (M-D.7)."""

from typing import Any

import pytest
from django.db import connection

from league import ledger
from league.models import LedgerChain, LedgerEntry, Player, Registration
from league.services.registrations import Person
from tests import factories
from tests.concurrency.workers import Call, Workers
from tests.league.setting_up import AT, Stage, stage

RIVALS = 20
# SQLite lets one writer in at a time: fewer processes say as much there.
PROCESSES = RIVALS if connection.vendor == "postgresql" else 6

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.regulation("M-D.7")]


def _register(at: Stage, number: int, **more: Any) -> Call:
    arguments = {
        "actor": at.organiser.pk,
        "season_id": at.season.pk,
        "team_id": at.team.pk,
        "person": Person(f"RACE-{number:02d}", "Nel", f"Ñembro Peláez {number}"),
        "at": AT,
    }
    return ("league.services.registrations.player_register", arguments | more)


def _full_but_one() -> Stage:
    at = stage()
    for slot in range(1, 16):
        factories.registration(team=at.team, slot=slot)
    return at


class TestLastFicha:
    def test_one_wins_and_the_others_are_told(self) -> None:
        at = _full_but_one()
        with Workers(PROCESSES) as workers:
            outcomes = workers.race([_register(at, number) for number in range(PROCESSES)])
        lost = [outcome for outcome in outcomes if outcome.error]
        assert len(lost) == PROCESSES - 1, outcomes
        assert {outcome.code for outcome in lost} == {"registration.no_free_slot"}
        assert all(at.team.name in outcome.sentence for outcome in lost)
        assert Registration.objects.filter(team=at.team).count() == 16
        # Nothing of the losers is left behind: no player, no act.
        assert Player.objects.filter(licence__startswith="RACE").count() == 1
        acts = LedgerEntry.objects.filter(chain__season=at.season, action="registration.created")
        assert acts.count() == 1
        assert ledger.first_break(LedgerChain.objects.get(season=at.season)) is None

    def test_the_same_number_goes_to_one(self) -> None:
        at = stage()
        with Workers(PROCESSES) as workers:
            outcomes = workers.race([_register(at, number, slot=7) for number in range(PROCESSES)])
        lost = [outcome for outcome in outcomes if outcome.error]
        assert len(lost) == PROCESSES - 1, outcomes
        assert {outcome.code for outcome in lost} <= {
            "registration.slot_taken",
            "registration.slot_just_taken",
        }
        assert Registration.objects.filter(team=at.team, slot=7).count() == 1

    def test_one_player_two_teams(self) -> None:
        at = stage()
        calls = [_register(at, 1), _register(at, 1, team_id=at.other.pk)] * 3
        with Workers(len(calls)) as workers:
            outcomes = workers.race(calls)
        lost = [outcome for outcome in outcomes if outcome.error]
        assert {outcome.code for outcome in lost} == {"registration.live_elsewhere"}, outcomes
        assert Registration.objects.filter(player__licence="RACE-01").count() == 1
