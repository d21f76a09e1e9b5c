"""A team leaves: what stays, what will not be played, what the table says."""

import json
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied

from league.models import LedgerEntry, Notification
from league.refusals import Refused
from league.states.season import SeasonState
from matches.models import Encounter
from matches.selectors.standings import table_of
from matches.services.withdrawals import team_withdraw, withdrawal_preview
from tests import factories

pytestmark = pytest.mark.django_db
AT = factories.AT


class Group:
    """Three teams, both legs; the first leg of the first team is played, 3–1 at home and away."""

    def __init__(self, policy="annul", state=SeasonState.RUNNING):
        self.season = factories.season(withdrawal_policy=policy, state=state)
        self.actor = factories.role(season=self.season).user
        self.division = factories.division(season=self.season)
        self.teams = [
            factories.team(division=self.division, name=name) for name in ("Ñora", "Puertu", "Xana")
        ]
        leaving, b, c = self.teams
        days = [factories.matchday(division=self.division, leg=1 + nth // 3) for nth in range(6)]
        pairs = [(leaving, b), (c, leaving), (b, c), (b, leaving), (leaving, c), (c, b)]
        self.rows = []
        for day, (home, away) in zip(days, pairs, strict=True):
            played = leaving in (home, away) and day.number <= 2
            make = factories.ended_encounter if played else factories.encounter
            facts = {"state": "SIGNED"} if played else {}
            self.rows.append(make(matchday=day, home=home, away=away, **facts))

    @property
    def leaving(self):
        return self.teams[0]

    def withdraw(self, **facts):
        return team_withdraw(
            **{"actor": self.actor, "team_id": self.leaving.pk, "reason": "Sin gente", "at": AT}
            | facts
        )

    def points(self):
        return {row.team: row.points for row in table_of(self.division)}


class TestTeamWithdraw:
    def test_what_was_to_come_is_not_played_and_nobody_wins_it(self):
        group = Group()
        done = group.withdraw()
        assert {row.pk for row in done.cancelled} == {group.rows[3].pk, group.rows[4].pk}
        for row in Encounter.objects.filter(pk__in=[row.pk for row in done.cancelled]):
            assert (row.state, row.kind, row.origin) == ("NOT_PLAYED", "ANNULLED", "ORGANISER")
            assert (row.home_score, row.away_score) == (0, 0)
            assert row.note == "Sin gente"
        others = Encounter.objects.filter(pk__in=[group.rows[2].pk, group.rows[5].pk])
        assert {row.state for row in others} == {"SCHEDULED"}

    def test_what_was_played_stays_as_it_was(self):
        group = Group()
        before = Encounter.objects.filter(pk=group.rows[0].pk).values().get()
        group.withdraw()
        assert Encounter.objects.filter(pk=group.rows[0].pk).values().get() == before

    @pytest.mark.parametrize(("policy", "points"), [("annul", 0), ("keep_first_leg", 1)])
    def test_the_table_counts_by_the_policy(self, policy, points):
        group = Group(policy)
        assert group.points()[str(group.teams[1].pk)] == 1
        group.withdraw()
        assert group.points()[str(group.teams[1].pk)] == points
        last = table_of(group.division)[-1]
        assert (last.team, last.withdrawn) == (str(group.leaving.pk), True)

    @pytest.mark.parametrize("policy", ["annul", "keep_first_leg"])
    def test_the_dry_run_says_what_then_happens_and_writes_nothing(self, policy):
        group = Group(policy)
        preview = withdrawal_preview(group.leaving)
        group.leaving.refresh_from_db()
        assert group.leaving.withdrawn_at is None
        assert list(preview.before) == table_of(group.division)
        group.withdraw()
        assert list(preview.after) == table_of(group.division)

    def test_one_entry_without_names(self):
        group = Group()
        group.withdraw()
        [entry] = LedgerEntry.objects.all()
        assert entry.action == "team.withdrawn"
        assert json.loads(entry.payload) == {
            "policy": "annul",
            "cancelled": [group.rows[3].pk, group.rows[4].pk],
        }

    def test_tells_the_delegates_of_the_group(self):
        group = Group()
        delegate = factories.delegate(team=group.teams[1])
        group.withdraw()
        [told] = Notification.objects.all()
        assert (told.recipient, told.subject) == (delegate.user, "Ñora se retira")

    def test_raises_the_version_of_the_division(self):
        group = Group()
        before = group.division.version
        group.withdraw()
        group.division.refresh_from_db()
        assert group.division.version > before

    def test_takes_back_a_proposed_date(self):
        group = Group()
        move = factories.postponement(encounter=group.rows[3])
        group.withdraw()
        move.refresh_from_db()
        assert move.state == "WITHDRAWN"

    @pytest.mark.parametrize(
        ("code", "change"),
        [
            ("withdrawal.without_reason", {"reason": "  "}),
            ("withdrawal.at_the_table", {}),
            ("withdrawal.already", {}),
            ("withdrawal.before_calendar", {}),
            ("season.closed", {}),
        ],
    )
    def test_refuses_and_writes_nothing(self, code, change):
        group = Group()
        if code == "withdrawal.at_the_table":
            Encounter.objects.filter(pk=group.rows[3].pk).update(state="PLAYING")
        elif code == "withdrawal.already":
            group.leaving.withdrawn_at = AT - timedelta(days=1)
            group.leaving.save()
        elif code == "withdrawal.before_calendar":
            group.season.state = SeasonState.REGISTRATION
            group.season.save()
        elif code == "season.closed":
            group.season.state = SeasonState.CLOSED
            group.season.save()
        with pytest.raises(Refused) as refusal:
            group.withdraw(**change)
        assert refusal.value.code == code
        assert not LedgerEntry.objects.exists()
        assert not Encounter.objects.filter(kind="ANNULLED").exists()

    def test_refuses_a_delegate(self):
        group = Group()
        user = factories.delegate(team=group.leaving).user
        with pytest.raises(PermissionDenied):
            group.withdraw(actor=user)
        assert not LedgerEntry.objects.exists()
