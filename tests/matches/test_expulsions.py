"""The committee expels a team: as one that withdraws, and undone by the ruling that mends it."""

import json
from datetime import timedelta
from typing import Any

import pytest

from league.models import LedgerEntry, Matchday, Notification, Season, Team
from league.refusals import Refused
from matches import effects as fx
from matches.models import Encounter, Ruling, Sanction
from matches.selectors.standings import table_of
from matches.services.plans import plan
from matches.services.preview import preview
from matches.services.verification import record_verify
from matches.services.withdrawals import team_withdraw
from tests import factories
from tests.matches.test_rulings import LATER, Affair

pytestmark = [pytest.mark.django_db, pytest.mark.regulation("M-D.21")]


class Group(Affair):
    """The affair of two teams, with what the visitors have still to play: a date that stays, one
    that passes, one put off."""

    def __init__(self, policy: str = "annul") -> None:
        super().__init__()
        Season.objects.filter(pk=self.season.pk).update(withdrawal_policy=policy)
        self.gone = self.encounter.away
        self.other = factories.team(division=self.encounter.division)
        dates = [("SCHEDULED", 30), ("LINE_UP", 1), ("POSTPONED", 20)]
        self.coming = [
            factories.encounter(
                home=self.gone if nth % 2 else self.other,
                away=self.other if nth % 2 else self.gone,
                matchday=factories.matchday(division=self.encounter.division, leg=1 + nth // 2),
                starts_at=LATER + timedelta(days=days),
                state=state,
            )
            for nth, (state, days) in enumerate(dates)
        ]
        factories.side_record(encounter=self.coming[1], side="HOME", locked_at=LATER)

    def expel(self, **facts: Any) -> Ruling:
        return self.rule(fx.ExpelTeam(self.gone.pk), **facts)

    def states(self) -> list[tuple[str, str]]:
        rows = Encounter.objects.filter(pk__in=[row.pk for row in self.coming]).order_by("pk")
        return [(row.state, row.kind) for row in rows]


@pytest.mark.parametrize(("policy", "points"), [("annul", 0), ("keep_first_leg", 2)])
def test_what_it_played_counts_by_the_policy_and_the_rest_is_not_played(
    policy: str, points: int
) -> None:
    group = Group(policy)
    effects = (fx.ExpelTeam(group.gone.pk), fx.Fine(group.gone.pk, 6000))
    shown = preview(plan(group.case, effects, at=LATER), at=LATER)
    assert [line.encounters for line in shown.expelled] == [tuple(group.coming)]
    group.rule(*effects, seen=shown.digest)
    assert tuple(table_of(group.division)) == shown.tables[0].rows
    assert group.points()[group.encounter.home_id] == points
    assert group.states() == [("NOT_PLAYED", "ANNULLED")] * 3
    assert Team.objects.get(pk=group.gone.pk).withdrawn_at == LATER
    assert Sanction.objects.get(kind="EXPULSION").team == group.gone
    entry = json.loads(LedgerEntry.objects.get(action="team.withdrawn").payload)
    assert entry["policy"] == policy and entry["ruling"] == Ruling.objects.get().pk
    told = Notification.objects.filter(kind="team.withdrawn").values_list("subject", flat=True)
    assert set(told) == {f"{group.gone} queda expulsada"}
    assert not record_verify()


def test_a_ruling_that_mends_it_brings_the_team_back() -> None:
    group = Group()
    table = table_of(group.division)
    first = group.expel()
    later = LATER + timedelta(days=2)
    effects = (fx.Warn(group.gone.pk),)
    planned = plan(group.case, effects, replaces=first, at=later)
    shown = preview(planned, at=later)
    assert [line.team for line in shown.readmitted] == [group.gone]
    group.rule(*effects, replaces=first.pk, at=later, seen=shown.digest)
    assert table_of(group.division) == table == list(shown.tables[0].rows)
    assert group.states() == [("SCHEDULED", "")] * 3
    starts = Encounter.objects.filter(pk__in=[row.pk for row in group.coming]).order_by("pk")
    # The date that has passed, and the one that was none any more, are to be set anew.
    assert [row.starts_at for row in starts] == [group.coming[0].starts_at, None, None]
    assert not group.coming[1].side_records.exists()
    assert Sanction.objects.get(kind="EXPULSION").state == "REVOKED"
    assert not record_verify()


def test_a_closed_matchday_is_opened_first_for_a_team_to_come_back() -> None:
    group = Group()
    first = group.expel()
    Matchday.objects.filter(pk=group.coming[1].matchday_id).update(closed_at=LATER)
    before = group.count()
    with pytest.raises(Refused) as refusal:
        group.rule(fx.LeaveResult(), replaces=first.pk, at=LATER + timedelta(days=2))
    assert refusal.value.code == "ruling.matchday_closed"
    assert group.count() == before


def test_a_replay_is_not_for_yesterday() -> None:
    with pytest.raises(Refused) as refusal:
        Group().rule(fx.OrderReplay(LATER))
    assert refusal.value.code == "effect.replay_past"


def test_a_ruling_that_mends_another_line_leaves_it_out() -> None:
    group = Group()
    first = group.expel()
    later = LATER + timedelta(days=2)
    fine = fx.Fine(group.gone.pk, 500)
    second = group.rule(fx.ExpelTeam(group.gone.pk), fine, replaces=first.pk, at=later)
    assert Team.objects.get(pk=group.gone.pk).withdrawn_at == LATER
    states = {row.ruling_id: row.state for row in Sanction.objects.filter(kind="EXPULSION")}
    assert states == {first.pk: "REVOKED", second.pk: "IN_FORCE"}
    assert LedgerEntry.objects.filter(action="team.withdrawn").count() == 1


@pytest.mark.parametrize(
    ("code", "effects"),
    [
        ("effect.not_a_party", lambda group: [fx.ExpelTeam(group.other.pk)]),
        ("effect.twice", lambda group: [fx.ExpelTeam(group.gone.pk)] * 2),
        (
            "effect.replay_of_withdrawn",
            lambda group: [fx.OrderReplay(), fx.ExpelTeam(group.gone.pk)],
        ),
    ],
)
def test_refuses_what_cannot_be(code: str, effects: Any) -> None:
    group = Group()
    before = group.count()
    with pytest.raises(Refused) as refusal:
        group.rule(*effects(group))
    assert refusal.value.code == code
    assert group.count() == before


def test_not_one_that_has_gone_already_nor_one_at_the_table() -> None:
    group = Group()
    Encounter.objects.filter(pk=group.coming[1].pk).update(state="DRAWN")
    with pytest.raises(Refused) as refusal:
        group.expel()
    assert refusal.value.code == "withdrawal.at_the_table"
    Encounter.objects.filter(pk=group.coming[1].pk).update(state="LINE_UP")
    team_withdraw(
        actor=group.evening.organiser, team_id=group.gone.pk, reason="Sin gente", at=LATER
    )
    with pytest.raises(Refused) as refusal:
        group.expel()
    assert refusal.value.code == "withdrawal.already"


def test_nobody_replays_with_a_team_that_is_gone() -> None:
    group = Group()
    team_withdraw(
        actor=group.evening.organiser, team_id=group.gone.pk, reason="Sin gente", at=LATER
    )
    with pytest.raises(Refused) as refusal:
        group.rule(fx.OrderReplay())
    assert refusal.value.code == "effect.replay_of_withdrawn"
