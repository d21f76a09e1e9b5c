"""The calendar of a group as it is saved, made again and taken back."""

import json
from collections import Counter
from datetime import date, time, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from league import sentences
from league.calendar import errors, plan
from league.machine import MoveRefused
from league.models import Division, LedgerEntry, Matchday, Season
from league.refusals import Refused
from league.states.season import SeasonState
from matches.models import Draw, Encounter
from matches.services.calendars import (
    CalendarSettings,
    calendar_discard,
    calendar_preview,
    calendar_save,
    calendars_save,
    groups_without_calendar,
)
from matches.services.encounters import encounter_move
from matches.services.seasons import season_start
from tests import factories

pytestmark = pytest.mark.django_db
AT = factories.AT
FIRST = date(2026, 10, 2)
SETTINGS = CalendarSettings(first_date=FIRST)


def group(size, *, season=None, together=0):
    """A group of `size` teams; the first `together` of them share a bar."""
    season = season or factories.season(state=SeasonState.REGISTRATION, is_public=False)
    division = factories.division(season=season)
    bar = factories.venue(tables=4)
    for nth in range(size):
        factories.team(
            division=division,
            home_weekday=4,
            home_time=time(22, 0),
            **({"venue": bar} if nth < together else {}),
        )
    return division


def organiser_of(division):
    return factories.role(season=division.season).user


def save(division, *, actor=None, settings=SETTINGS, at=AT):
    preview = calendar_preview(division=division, settings=settings)
    return calendar_save(
        actor=actor or organiser_of(division),
        division_id=division.pk,
        settings=settings,
        digest=preview.digest,
        at=at,
    )


class TestCalendarSave:
    def test_twelve_teams_two_in_one_bar(self):
        division = group(12, together=2)
        save(division)
        rows = Encounter.objects.filter(division=division).select_related("matchday")
        assert len(rows) == 132
        assert Matchday.objects.filter(division=division).count() == 22
        assert Draw.objects.filter(encounter__division=division).count() == 132
        evenings = Counter((row.venue_id, timezone.localdate(row.starts_at)) for row in rows)
        assert max(evenings.values()) == 1
        assert {timezone.localtime(row.starts_at).strftime("%H:%M") for row in rows} == {"22:00"}
        assert min(timezone.localdate(row.starts_at) for row in rows) == FIRST
        assert Season.objects.get(pk=division.season_id).state == SeasonState.SCHEDULED

    def test_writes_one_entry_with_the_digest_of_the_plan(self):
        division = group(4)
        preview = calendar_preview(division=division, settings=SETTINGS)
        save(division)
        [entry] = LedgerEntry.objects.filter(action="calendar.saved")
        payload = json.loads(entry.payload)
        assert payload["digest"] == preview.digest
        assert payload["encounters"] == 12
        assert payload["first_date"] == "2026-10-02"

    def test_dates_to_skip_and_the_pause_between_legs(self):
        division = group(4)
        settings = CalendarSettings(
            first_date=FIRST, pause_weeks=3, skip=(FIRST + timedelta(days=7),)
        )
        save(division, settings=settings)
        days = list(division.matchdays.values_list("starts_on", flat=True))
        assert [(day - FIRST).days for day in days] == [0, 14, 21, 49, 56, 63]

    def test_refuses_what_was_not_seen_and_writes_nothing(self):
        division = group(4)
        actor = organiser_of(division)
        digest = calendar_preview(division=division, settings=SETTINGS).digest
        team = division.teams.first()
        team.home_weekday = 2
        team.save()
        with pytest.raises(Refused) as refusal:
            calendar_save(
                actor=actor, division_id=division.pk, settings=SETTINGS, digest=digest, at=AT
            )
        assert refusal.value.code == "calendar.changed_meanwhile"
        assert division.name in sentences.sentence(refusal.value)
        assert not Encounter.objects.exists()
        assert not LedgerEntry.objects.exists()

    @pytest.mark.parametrize("role", ["COMMITTEE", "REFEREE", None])
    def test_refuses_everybody_but_the_organiser(self, role):
        division = group(4)
        user = factories.role(season=division.season, kind=role).user if role else factories.user()
        with pytest.raises(PermissionDenied):
            save(division, actor=user)
        assert not Matchday.objects.exists()

    def test_refuses_the_organiser_of_another_season(self):
        division = group(4)
        with pytest.raises(PermissionDenied):
            save(division, actor=factories.role().user)

    def test_waits_for_the_registration(self):
        division = group(4, season=factories.season(state=SeasonState.DRAFT))
        with pytest.raises(Refused, match=r"calendar\.registration_first"):
            save(division)

    def test_one_team_makes_no_calendar(self):
        with pytest.raises(Refused) as refusal:
            calendar_preview(division=group(1), settings=SETTINGS)
        assert refusal.value.code == "calendar.size"
        assert "entre 2 y 24" in sentences.sentence(refusal.value)

    def test_season_is_scheduled_when_its_last_group_is(self):
        first = group(4)
        second = group(5, season=first.season)
        actor = organiser_of(first)
        save(first, actor=actor)
        assert Season.objects.get().state == SeasonState.REGISTRATION
        assert groups_without_calendar(first.season) == [second]
        save(second, actor=actor)
        assert Season.objects.get().state == SeasonState.SCHEDULED

    def test_all_groups_or_none(self):
        first = group(4)
        second = group(4, season=first.season)
        digest = calendar_preview(division=first, settings=SETTINGS).digest
        with pytest.raises(Refused):
            calendars_save(
                actor=organiser_of(first),
                season_id=first.season_id,
                digests={first.pk: digest, second.pk: "0" * 64},
                settings=SETTINGS,
                at=AT,
            )
        assert not Encounter.objects.exists()

    def test_a_group_of_another_season_is_not_found(self):
        mine, other = group(4), group(4)
        with pytest.raises(Division.DoesNotExist):
            calendars_save(
                actor=organiser_of(mine),
                season_id=mine.season_id,
                digests={other.pk: ""},
                settings=SETTINGS,
                at=AT,
            )

    def test_made_again_it_replaces_the_one_before(self):
        division = group(6)
        save(division)
        old = set(Encounter.objects.values_list("pk", flat=True))
        save(division, settings=CalendarSettings(first_date=FIRST, seed=7))
        assert Encounter.objects.count() == 30
        assert not old & set(Encounter.objects.values_list("pk", flat=True))
        assert Season.objects.get().state == SeasonState.SCHEDULED

    def test_is_not_made_again_once_something_was_played(self):
        division = group(4)
        save(division)
        row = Encounter.objects.first()
        row.state = "LINE_UP"
        row.save()
        with pytest.raises(Refused, match=r"calendar\.already_played"):
            save(division)
        assert Encounter.objects.count() == 12

    def test_keeps_the_history_of_a_date(self):
        division = group(4)
        actor = organiser_of(division)
        row = save(division, actor=actor)[0]
        encounter_move(
            actor=actor,
            encounter_id=row.pk,
            starts_at=AT + timedelta(days=1),
            venue_id=row.venue_id,
            reason="fiestas",
            at=AT,
        )
        with pytest.raises(Refused, match=r"calendar\.has_history"):
            save(division)
        assert Encounter.objects.count() == 12


class TestCalendarDiscard:
    def test_goes_back_to_registration(self):
        division = group(4)
        actor = organiser_of(division)
        save(division, actor=actor)
        calendar_discard(actor=actor, season_id=division.season_id, at=AT)
        assert not Encounter.objects.exists()
        assert not Matchday.objects.exists()
        assert Season.objects.get().state == SeasonState.REGISTRATION

    def test_is_refused_once_the_season_runs(self):
        division = group(4)
        actor = organiser_of(division)
        save(division, actor=actor)
        season_start(actor=actor, season_id=division.season_id, at=AT)
        with pytest.raises(MoveRefused):
            calendar_discard(actor=actor, season_id=division.season_id, at=AT)
        assert Encounter.objects.count() == 12


class TestSeasonStart:
    def test_shows_the_season_to_everybody(self):
        division = group(4)
        actor = organiser_of(division)
        save(division, actor=actor)
        season = season_start(actor=actor, season_id=division.season_id, at=AT)
        assert (season.state, season.is_public) == (SeasonState.RUNNING, True)

    def test_asks_for_a_calendar_of_every_group(self):
        division = group(4)
        actor = organiser_of(division)
        save(division, actor=actor)
        factories.team(division=division)
        with pytest.raises(Refused, match=r"season\.calendar_incomplete"):
            season_start(actor=actor, season_id=division.season_id, at=AT)


@pytest.mark.parametrize("size", range(4, 25))
def test_saved_encounters_hold_what_the_regulation_of_a_calendar_promises(size):
    """Every pair at home once each; home and away within one a leg; nobody twice a matchday."""
    division = group(size, together=2)
    save(division)
    rows = list(
        Encounter.objects.filter(division=division).values_list(
            "leg", "matchday__number", "home_id", "away_id", "starts_at"
        )
    )
    teams = set(division.teams.values_list("pk", flat=True))
    met = Counter((home, away) for _leg, _number, home, away, _at in rows)
    assert met == {(a, b): 1 for a in teams for b in teams if a != b}
    for leg in (1, 2):
        home = Counter(row[2] for row in rows if row[0] == leg)
        away = Counter(row[3] for row in rows if row[0] == leg)
        assert all(abs(home[team] - away[team]) <= 1 for team in teams)
    evenings = Counter((number, team) for _l, number, h, a, _at in rows for team in (h, a))
    assert set(evenings.values()) == {1}
    a, b = division.teams.order_by("pk")[:2]
    at_home = {team.pk: {row[1] for row in rows if row[2] == team.pk} for team in (a, b)}
    assert not at_home[a.pk] & at_home[b.pk]


def test_every_refusal_and_conflict_of_the_calendar_has_its_sentence():
    assert sentences.known() >= errors.REFUSALS | plan.CONFLICTS
