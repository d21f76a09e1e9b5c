"""The demo season holds everything that it promises, whatever the hour it is made at."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.db.models import Q

from league.models import Delegate, Matchday, Registration, Team, User
from matches import eligibility
from matches.deadlines import ClaimClock
from matches.demo.season import accounts, demo_build
from matches.models import (
    Acta,
    Case,
    Claim,
    Encounter,
    Postponement,
    Prize,
    Sanction,
    StandingsPublication,
)
from matches.moments import night_of
from matches.selectors.closing import days_of
from matches.selectors.referee import evenings_of
from matches.services.verification import record_verify
from matches.states.partida import Side

pytestmark = pytest.mark.django_db

MADRID = ZoneInfo("Europe/Madrid")
EVENING = datetime(2026, 11, 30, 22, 40, tzinfo=MADRID)
AFTER_MIDNIGHT = datetime(2026, 12, 1, 4, 10, tzinfo=MADRID)


@pytest.mark.parametrize("now", [EVENING, AFTER_MIDNIGHT], ids=["evening", "after-midnight"])
def test_holds_what_it_promises(now: datetime, time_machine) -> None:
    time_machine.move_to(now, tick=False)
    listed = demo_build(now=now)

    teams = list(Team.objects.all())
    assert len(teams) == 12
    assert {9, 16} <= {team.registrations.count() for team in teams}
    assert sum(team.withdrawn_at is not None for team in teams) == 1
    assert Registration.objects.filter(released_at__isnull=False).count() == 1
    assert Encounter.objects.filter(kind="WALKOVER_HOME").count() == 1
    assert Postponement.objects.filter(by_organiser=True).exists()
    assert StandingsPublication.objects.count() == 2
    assert {row.state for row in Prize.objects.all()} == {"OPEN", "AWARDED"}
    assert set(Sanction.objects.filter(kind="FINE").values_list("fine_state", flat=True)) == {
        "DUE",
        "PAID",
    }
    assert Matchday.objects.filter(closed_at__isnull=False).exists()
    season = teams[0].division.season
    assert any(day.may_close for day in days_of(season, now=now))
    duties = evenings_of(User.objects.get(email="arbitro@demo.example"), season, now=now)
    assert duties.tonight and duties.next and duties.past

    played = Encounter.objects.filter(kind="PLAYED").values_list("matchday__number", flat=True)
    assert set(played) == set(range(1, 13))

    claim = Claim.objects.get(state="SUBMITTED")
    assert claim.encounter.ended_at is not None
    assert ClaimClock(claim.encounter.ended_at).in_time(claim.submitted_at)
    assert Case.objects.filter(state="RESOLVED").count() == 2
    assert Acta.objects.filter(in_force=True, reason="RULING").exists()

    tonight = Encounter.objects.select_related("division__season", "home", "away").get(
        state="SCHEDULED", starts_at__lt=now if now == AFTER_MIDNIGHT else "2026-12-01T00:00Z"
    )
    assert tonight.starts_at is not None
    assert night_of(tonight.starts_at) == night_of(now)
    delegates = Delegate.objects.filter(team__in=[tonight.home, tonight.away], kind="PRINCIPAL")
    assert {one.user.email for one in delegates} == {account.email for account in listed[:2]}
    assert listed == accounts(tonight.division.season)

    ban = Sanction.objects.get(kind="SUSPENSION")
    assert ban.player is not None
    ficha = ban.player.registrations.get()
    following = (
        Encounter.objects.filter(state="SCHEDULED")
        .filter(Q(home=ficha.team) | Q(away=ficha.team))
        .earliest("starts_at")
    )
    side = Side.HOME if following.home_id == ficha.team_id else Side.AWAY
    standing = next(
        found
        for found in eligibility.standings_of(following, side)
        if found.registration.pk == ficha.pk
    )
    assert [reason.code for reason in standing.reasons] == ["suspended"]

    assert record_verify() == []
