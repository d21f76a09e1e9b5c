"""What the clock announces: each thing once, to whom it concerns, and honestly when it is late."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction

from league.jobs import Work
from league.models import Notification, Season
from league.services.seasons import season_update
from matches import deadlines
from matches.models import Case, Encounter, Postponement, Sanction
from matches.selectors.closing import open_things
from matches.services.reminders import EVERY, reminders_tell
from matches.views.committee.ruling_texts import start_of
from tests import factories
from tests.matches import stage
from tests.matches.stage import AT

pytestmark = pytest.mark.django_db
MADRID = ZoneInfo("Europe/Madrid")
TICK = timedelta(microseconds=1)
WEEK = timedelta(days=7)


def run(at: datetime) -> dict[str, int]:
    return reminders_tell(Work(0, "test", {}, at, lambda done, total: None))


def told(kind: str) -> set[str]:
    return {row.recipient.email for row in Notification.objects.filter(kind=kind)}


def body(kind: str) -> str:
    return Notification.objects.filter(kind=kind).first().body  # type: ignore[union-attr]


def assert_announced_at(moment: datetime, kind: str, people: set[str]) -> None:
    """Not a microsecond before, to these people, and never again."""
    run(moment - TICK)
    assert told(kind) == set()
    run(moment)
    assert told(kind) == people
    written = Notification.objects.count()
    for later in (timedelta(seconds=EVERY), timedelta(days=1)):
        run(moment + later)
    assert Notification.objects.filter(kind=kind).count() == len(people)
    assert written > 0


# The same evening on an ordinary night and on both nights when the clocks change.
STARTS = {
    "an ordinary night": AT,
    "clocks forward, 28 March 2027": datetime(2027, 3, 27, 22, 0, tzinfo=MADRID),
    "clocks back, 31 October 2027": datetime(2027, 10, 30, 22, 0, tzinfo=MADRID),
}
NIGHTS = pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)


@NIGHTS
class TestEveryDeadlineOnBothClockChanges:
    """Spans are real time; what is said of them is the hour on the wall."""

    @pytest.mark.regulation("M-D.9", "M-D.3")
    def test_a_result_that_nobody_told(self, start: datetime) -> None:
        evening = stage.evening(starts_at=start)
        due = start.astimezone(UTC) + timedelta(minutes=150 + 60)
        people = {evening.home.email, evening.away.email, evening.organiser.email}
        assert_announced_at(due, "result.missing", people)

    @pytest.mark.regulation("M-D.10", "M-D.3")
    def test_an_acta_without_its_signatures(self, start: datetime) -> None:
        row = ended(start, state="ENDED")
        due = row.ended_at.astimezone(UTC) + timedelta(hours=24)
        assert_announced_at(due, "acta.unsigned", people_of(row))

    @pytest.mark.regulation("M-D.15", "M-D.3")
    def test_the_window_of_claims(self, start: datetime) -> None:
        row = ended(start)
        until = deadlines.claim_deadline(row.ended_at)
        delegates = people_of(row) - {organiser(row)}
        assert_announced_at(until - timedelta(hours=4), "claim.closing", delegates)
        wall = until.astimezone(MADRID).strftime("%H:%M")
        assert wall in body("claim.closing")

    @pytest.mark.regulation("M-D.15", "M-D.3")
    def test_final(self, start: datetime) -> None:
        row = ended(start)
        assert_announced_at(
            deadlines.claim_deadline(row.ended_at), "encounter.final", people_of(row)
        )
        assert told("claim.closed") == set()

    @pytest.mark.regulation("M-D.16", "M-D.3")
    def test_a_proposal_without_an_answer(self, start: datetime) -> None:
        row = factories.encounter(starts_at=start + timedelta(days=9))
        rival = factories.delegate(team=row.away).user
        factories.delegate(team=row.home)
        factories.postponement(
            encounter=row, side="HOME", proposed_at=start, old_starts_at=row.starts_at
        )
        due = start.astimezone(UTC) + timedelta(hours=48)
        assert_announced_at(due, "date.unanswered", {rival.email})

    @pytest.mark.regulation("M-D.16", "M-D.3")
    def test_a_proposal_that_nobody_answered_before_the_start(self, start: datetime) -> None:
        row = factories.encounter(starts_at=start)
        proposer = factories.delegate(team=row.home).user
        factories.delegate(team=row.away)
        factories.postponement(
            encounter=row,
            side="HOME",
            proposed_at=start - timedelta(days=3),
            old_starts_at=row.starts_at,
        )
        assert_announced_at(start.astimezone(UTC), "date.lapsed", {proposer.email})
        notice = Notification.objects.get(kind="date.lapsed")
        assert notice.by_mail
        assert start.astimezone(MADRID).strftime("%H:%M") in notice.body
        assert row.away.name in notice.body

    def test_statements_and_cases(self, start: datetime) -> None:
        due = start.astimezone(UTC) + timedelta(hours=20)
        case = factories.case(state="STATEMENTS", due_at=due, opened_at=start - timedelta(days=3))
        case.teams.set([case.encounter.home, case.encounter.away])
        silent = factories.delegate(team=case.encounter.home).user
        spoken = factories.delegate(team=case.encounter.away).user
        factories.statement(case=case, team=case.encounter.away, author=spoken, at=start)
        member = factories.role(season=case.season, kind="COMMITTEE").user
        assert_announced_at(due - timedelta(hours=24), "statements.due", {silent.email})
        assert told("statements.over") == {member.email}
        Case.objects.update(state="OPEN", due_at=due + timedelta(days=3))
        everybody = {silent.email, spoken.email, member.email}
        assert_announced_at(due + timedelta(days=3), "case.overdue", everybody)


def ended(start: datetime, **facts: Any) -> Encounter:
    """Played from `start` for two hours, with two delegates and an organiser."""
    begin = start.astimezone(UTC)
    row = factories.ended_encounter(
        **{
            "state": "SIGNED",
            "starts_at": begin,
            "started_at": begin,
            "ended_at": begin + timedelta(hours=2),
            "reported_at": begin + timedelta(hours=2),
        }
        | facts
    )
    for team in (row.home, row.away):
        factories.delegate(team=team)
    factories.role(season=row.division.season)
    return row


def organiser(row: Encounter) -> str:
    return str(row.division.season.roles.get().user.email)


def people_of(row: Encounter) -> set[str]:
    delegates = {team.delegates.get().user.email for team in (row.home, row.away)}
    return delegates | {organiser(row)}


class TestWhatIsAnnounced:
    def test_a_result_that_came_is_not_asked_for(self) -> None:
        ended(AT)
        run(AT + timedelta(hours=5))
        assert not told("result.missing")

    def test_one_that_waits_for_a_date_or_was_annulled_is_left_alone(self) -> None:
        factories.delegate(team=factories.encounter(state="POSTPONED").home)
        annulled = ended(AT, kind="ANNULLED", state="NOT_PLAYED")
        run(AT + timedelta(days=3))
        assert not Notification.objects.exists(), annulled

    def test_with_a_case_open_the_window_closes_and_nothing_is_final_until_it_is_shut(self) -> None:
        row = ended(AT)
        case = factories.case(encounter=row, season=row.division.season, due_at=None)
        run(row.ended_at + timedelta(hours=24))
        assert told("claim.closed") == people_of(row)
        assert "expediente abierto" in body("claim.closed")
        assert not told("encounter.final")
        shut = row.ended_at + timedelta(days=5)
        Case.objects.filter(pk=case.pk).update(state="SHELVED", closed_at=shut)
        run(shut)
        assert told("encounter.final") == people_of(row)
        assert "con retraso" not in body("encounter.final")

    def test_an_answer_or_a_withdrawal_ends_the_wait_for_it(self) -> None:
        row = factories.encounter(starts_at=AT + timedelta(days=9))
        factories.delegate(team=row.away)
        move = factories.postponement(
            encounter=row, side="HOME", proposed_at=AT, old_starts_at=row.starts_at
        )
        Postponement.objects.filter(pk=move.pk).update(state="WITHDRAWN")
        run(AT + timedelta(days=3))
        assert not told("date.unanswered")

    @pytest.mark.regulation("M-D.11")
    def test_a_suspension_that_was_served(self) -> None:
        row = ended(AT)
        ficha = factories.registration(team=row.home)
        sanction = factories.sanction(
            kind="SUSPENSION",
            ruling=factories.ruling(case=factories.case(encounter=row)),
            team=row.home,
            player=ficha.player,
            encounters=1,
            starts_at=AT - timedelta(days=7),
        )
        run(AT)
        assert not told("suspension.served")
        run(AT + TICK)
        assert told("suspension.served") == people_of(row) - {row.away.delegates.get().user.email}
        assert str(ficha.player) in Notification.objects.filter(kind="suspension.served")[0].subject
        assert Sanction.objects.get(pk=sanction.pk).state == "IN_FORCE"

    def test_a_closed_season_is_silent(self) -> None:
        row = ended(AT)
        Season.objects.update(state="CLOSED")
        run(row.ended_at + timedelta(hours=24))
        assert not Notification.objects.exists()

    def test_asks_a_fixed_number_of_times_whatever_the_season_holds(
        self, django_assert_max_num_queries: Any
    ) -> None:
        first = ended(AT)
        for _ in range(12):
            ended(AT, division=first.division)
        run(AT + timedelta(days=2))
        with django_assert_max_num_queries(16):
            run(AT + timedelta(days=2, minutes=5))


class TestAJobThatHasNotRunForAWeek:
    """It changes no right: the same state, the same cases. Only the notices are late and say so."""

    def affairs(self) -> Season:
        season = factories.season(late_penalty="POINTS", late_since=AT - timedelta(days=1))
        division = factories.division(season=season)
        factories.role(season=season)
        ended(AT, division=division)
        ended(AT, division=division, state="ENDED")
        # Told eight hours late, while the job slept.
        ended(AT, division=division, reported_at=AT + timedelta(hours=8))
        silent = factories.encounter(division=division)
        factories.delegate(team=silent.home)
        return season

    def facts(self, season: Season, now: datetime) -> list[list[Any]]:
        """All that a right hangs on."""
        rows = Encounter.objects.order_by("pk").values_list("state", "home_score", "ended_at")
        opened = sorted(
            (case.facts["found"][0]["encounter"], case.reason, case.facts["found"][0]["due"])
            for case in Case.objects.all()
        )
        first = min((row[0] for row in opened), default=0)
        things = open_things(season, now=now)
        return [
            [(row[0], row[1]) for row in rows],
            [(encounter - first, reason, due) for encounter, reason, due in opened],
            [len(things.unplayed), len(things.unsigned), len(things.claimable)],
        ]

    def test_late_or_in_time_the_state_is_the_same(self) -> None:
        now = AT + WEEK
        with told_and_forgotten():
            season = self.affairs()
            for hours in range(32):
                run(AT + timedelta(hours=hours))
            run(now)
            in_time = self.facts(season, now)
            kinds = set(Notification.objects.values_list("kind", flat=True))
            bodies = " ".join(Notification.objects.values_list("body", flat=True))
            assert "con retraso" not in bodies
        late_season = self.affairs()
        run(now)
        assert self.facts(late_season, now) == in_time
        assert [reason for _n, reason, _due in in_time[1]].count("late.result") == 2
        late = Notification.objects.filter(kind="result.missing").first()
        assert late is not None and "Este aviso sale con retraso" in late.body
        # What it is too late to say is not said: the window is shut, so it is not about to be.
        assert kinds - set(Notification.objects.values_list("kind", flat=True)) == {"claim.closing"}

    def test_the_right_to_claim_asks_the_clock_and_not_the_job(self) -> None:
        row = ended(AT)
        clock = deadlines.ClaimClock(row.ended_at)
        until = clock.last
        for now, final in ((until - TICK, False), (until, True)):
            facts = {"state": row.state, "clock": clock, "open_cases": False}
            assert deadlines.is_final(now=now, **facts) is final
        assert not Notification.objects.exists()


@contextmanager
def told_and_forgotten() -> Iterator[None]:
    """A stage for the second run of the same story: what happens here is undone."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


class TestPenaltiesForLateness:
    def test_are_off_by_default(self) -> None:
        row = ended(AT, state="ENDED", reported_at=AT + timedelta(hours=9))
        run(AT + timedelta(days=3))
        assert not Case.objects.exists(), row

    def test_go_to_the_committee_once_and_take_nothing_by_themselves(self) -> None:
        row = ended(AT, state="ENDED", reported_at=AT + timedelta(hours=9))
        actor = row.division.season.roles.get().user
        update(row, actor, late_penalty="POINTS", late_points=2, at=AT - timedelta(days=1))
        for days in (3, 4, 5):
            run(AT + timedelta(days=days))
        found = {case.reason: case for case in Case.objects.all()}
        assert set(found) == {"late.result", "late.acta"}
        assert found["late.result"].clause == "M-D.9"
        assert found["late.result"].facts["found"][0]["points"] == 2
        assert "quitar puntos" in found["late.result"].facts["text"]
        assert told("case.opened") == people_of(row)
        assert not row.home.point_adjustments.exists()
        # Shelved once, it is not opened again.
        Case.objects.update(state="SHELVED", closed_at=AT + timedelta(days=6))
        run(AT + timedelta(days=7))
        assert Case.objects.count() == 2

    def test_are_what_the_ruling_starts_from(self) -> None:
        """A result either side could have told; of an acta, those that did not sign in time."""
        row = ended(AT, state="ENDED", reported_at=AT + timedelta(hours=9))
        home, away = row.home, row.away
        acta = factories.acta(encounter=row, state="SIGNED_ONE")
        factories.signature(acta=acta, side="AWAY", signed_at=AT + timedelta(hours=4))
        actor = row.division.season.roles.get().user
        update(row, actor, late_penalty="POINTS", late_points=2, at=AT - timedelta(days=1))
        run(AT + timedelta(days=3))
        result, acta_late = (
            start_of(Case.objects.get(reason=reason)) for reason in ("late.result", "late.acta")
        )
        assert result["points"] == [{"team": team.pk, "points": 2} for team in (home, away)]
        assert result["decision"] == (
            f"Por comunicar tarde el resultado, se quitan 2 puntos en la clasificación a "
            f"{home.name} y a {away.name}."
        )
        assert acta_late["points"] == [{"team": home.pk, "points": 2}]
        assert acta_late["facts"].startswith(f"El acta de {row} no se firmó a tiempo")
        assert "propone" not in acta_late["facts"]

    def test_hold_for_what_falls_due_from_then_on(self) -> None:
        row = ended(AT, state="ENDED", reported_at=AT + timedelta(hours=9))
        actor = row.division.season.roles.get().user
        update(row, actor, late_penalty="WARNING", at=AT + timedelta(hours=10))
        run(AT + timedelta(days=3))
        assert [case.reason for case in Case.objects.all()] == ["late.acta"]
        update(row, actor, late_penalty="NONE", at=AT + timedelta(days=3))
        row.division.season.refresh_from_db()
        assert row.division.season.late_since is None


def update(row: Encounter, actor: Any, *, at: datetime, **settings: Any) -> None:
    season_update(actor=actor, season_id=row.division.season_id, at=at, **settings)
