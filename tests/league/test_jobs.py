"""The queue of jobs: claimed once, repeated after failures, lost by nobody."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import transaction

from league import jobs
from league.jobs import Work
from league.models import Job, WorkState
from league.services import housekeeping
from league.services.background import run_due
from league.services.jobs import (
    LEASE,
    MAX_ATTEMPTS,
    backoff,
    job_enqueue,
    jobs_run_due,
    next_turn,
)
from tests import factories
from tests.factories import AT
from tests.racing import at_once


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[Work]:
    """Runs of the kind `test.count`; nothing else is registered."""
    runs: list[Work] = []

    def count(work: Work) -> dict[str, int]:
        runs.append(work)
        return {"run": len(runs)}

    monkeypatch.setattr(jobs, "HANDLERS", {"test.count": count})
    monkeypatch.setattr(jobs, "PERIODS", {})
    return runs


def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(work: Work) -> None:
        raise ValueError("the printer is on fire")

    monkeypatch.setitem(jobs.HANDLERS, "test.fail", fail)


def run(at: datetime = AT) -> int:
    return jobs_run_due(at=at, clock=lambda: at)


@pytest.mark.django_db
class TestJobEnqueue:
    def test_is_due_from_its_moment_on(self, ran: list[Work]) -> None:
        job_enqueue(kind="test.count", key="a", at=AT)
        assert run(AT - timedelta(microseconds=1)) == 0
        assert run(AT) == 1

    def test_asking_twice_while_it_waits_changes_nothing(self, ran: list[Work]) -> None:
        first = job_enqueue(kind="test.count", key="a", at=AT, payload={"n": 1})
        again = job_enqueue(
            kind="test.count", key="a", at=AT + timedelta(hours=1), payload={"n": 2}
        )
        assert again.pk == first.pk
        assert (again.payload, again.next_at) == ({"n": 1}, AT)

    def test_asking_after_it_is_done_starts_it_anew(self, ran: list[Work]) -> None:
        job_enqueue(kind="test.count", key="a", at=AT, payload={"n": 1})
        run()
        again = job_enqueue(kind="test.count", key="a", at=AT, payload={"n": 2})
        assert (again.state, again.result) == (WorkState.WAITING, None)
        run()
        assert [work.payload for work in ran] == [{"n": 1}, {"n": 2}]

    def test_goes_with_the_callers_transaction(self, ran: list[Work]) -> None:
        with pytest.raises(RuntimeError), transaction.atomic():
            job_enqueue(kind="test.count", key="a", at=AT)
            raise RuntimeError
        assert not Job.objects.exists()


@pytest.mark.django_db
class TestJobsRunDue:
    def test_stores_the_result_and_does_not_run_again(self, ran: list[Work]) -> None:
        job = factories.job(kind="test.count")
        assert run() == 1
        job.refresh_from_db()
        assert (job.state, job.next_at, job.result) == (WorkState.DONE, None, {"run": 1})
        assert run(AT + timedelta(days=1)) == 0

    def test_runs_the_earliest_first(self, ran: list[Work]) -> None:
        factories.job(kind="test.count", key="later", next_at=AT)
        factories.job(kind="test.count", key="earlier", next_at=AT - timedelta(hours=1))
        run()
        assert [work.key for work in ran] == ["earlier", "later"]

    def test_a_claimed_job_is_not_due_until_its_lease_ends(self, ran: list[Work]) -> None:
        job = factories.job(kind="test.count")
        # As a worker leaves it that died in the middle.
        Job.objects.filter(pk=job.pk).update(next_at=AT + LEASE, attempts=1)
        assert run(AT + LEASE - timedelta(seconds=1)) == 0
        assert run(AT + LEASE) == 1

    def test_a_failure_waits_longer_each_time_and_is_at_last_final(
        self, ran: list[Work], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        failing(monkeypatch)
        job = factories.job(kind="test.fail")
        moment, waits = AT, []
        for _ in range(MAX_ATTEMPTS - 1):
            assert run(moment) == 1
            job.refresh_from_db()
            assert job.state == WorkState.WAITING
            waits.append((job.next_at - moment).total_seconds())
            moment = job.next_at
        assert waits == [30, 60, 120, 240, 480]
        assert run(moment) == 1
        job.refresh_from_db()
        assert (job.state, job.next_at) == (WorkState.FAILED, None)
        assert job.error == "ValueError: the printer is on fire"
        assert run(moment + timedelta(days=9)) == 0

    def test_one_failure_does_not_stop_the_others(
        self, ran: list[Work], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        failing(monkeypatch)
        factories.job(kind="test.fail", next_at=AT - timedelta(hours=1))
        factories.job(kind="test.count")
        assert run() == 2
        assert len(ran) == 1

    def test_an_unknown_kind_fails_with_its_name(self, ran: list[Work]) -> None:
        job = factories.job(kind="test.forgotten")
        run()
        job.refresh_from_db()
        assert (job.state, job.error) == (WorkState.WAITING, "KeyError: 'test.forgotten'")

    def test_progress_is_seen_while_it_runs_and_extends_the_lease(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seen: list[tuple[int, int, Any]] = []

        def count_to_two(work: Work) -> None:
            for done in (1, 2):
                work.progress(done, 2)
                job = Job.objects.get(pk=work.job_id)
                seen.append((job.done, job.total, job.next_at))

        monkeypatch.setitem(jobs.HANDLERS, "test.slow", count_to_two)
        job = factories.job(kind="test.slow")
        moments = iter([AT, AT + timedelta(minutes=8), AT + timedelta(minutes=16)])
        jobs_run_due(at=AT, clock=lambda: next(moments))
        assert seen == [
            (1, 2, AT + timedelta(minutes=8) + LEASE),
            (2, 2, AT + timedelta(minutes=16) + LEASE),
        ]
        job.refresh_from_db()
        assert job.state == WorkState.DONE

    def test_a_worker_that_lost_its_lease_changes_nothing(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def too_slow(work: Work) -> None:
            Job.objects.filter(pk=work.job_id).update(next_at=AT + timedelta(days=1), attempts=2)
            work.progress(1, 2)

        monkeypatch.setitem(jobs.HANDLERS, "test.slow", too_slow)
        job = factories.job(kind="test.slow")
        run()
        job.refresh_from_db()
        assert (job.state, job.done, job.attempts) == (WorkState.WAITING, 0, 2)
        assert (job.next_at, job.error) == (AT + timedelta(days=1), "")


@pytest.mark.django_db
class TestPeriodicJobs:
    def test_come_back_on_their_grid(self, ran: list[Work]) -> None:
        job = factories.job(kind="test.count", period_seconds=3600)
        run(AT + timedelta(minutes=5))
        job.refresh_from_db()
        assert (job.state, job.next_at) == (WorkState.WAITING, AT + timedelta(hours=1))

    def test_turns_that_were_missed_are_not_made_up(self, ran: list[Work]) -> None:
        factories.job(kind="test.count", period_seconds=3600)
        late = AT + timedelta(hours=7, minutes=1)
        assert run(late) == 1
        assert run(late) == 0
        assert Job.objects.get().next_at == AT + timedelta(hours=8)

    def test_one_that_failed_for_good_has_its_next_turn(
        self, ran: list[Work], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        failing(monkeypatch)
        job = factories.job(kind="test.fail", period_seconds=86400, attempts=MAX_ATTEMPTS - 1)
        run()
        job.refresh_from_db()
        assert (job.state, job.attempts) == (WorkState.WAITING, 0)
        assert job.next_at == AT + timedelta(days=1)
        assert "printer" in job.error

    def test_have_their_row_from_the_first_run_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(jobs, "HANDLERS", {})
        monkeypatch.setattr(jobs, "PERIODS", {})
        housekeeping.register_jobs()
        Session.objects.create(session_key="old", session_data="", expire_date=AT)
        Session.objects.create(
            session_key="new", session_data="", expire_date=AT + timedelta(days=9)
        )
        moment = AT + timedelta(hours=1)
        assert run_due(at=moment, clock=lambda: moment).ran == 1
        assert run_due(at=moment, clock=lambda: moment).ran == 0
        job = Job.objects.get()
        assert (job.kind, job.result) == ("sessions.clear", {"removed": 1})
        assert [session.session_key for session in Session.objects.all()] == ["new"]


class TestArithmetic:
    def test_the_wait_doubles_up_to_an_hour(self) -> None:
        assert [backoff(n).total_seconds() for n in (1, 2, 3, 8, 20)] == [30, 60, 120, 3600, 3600]

    def test_the_next_turn_is_after_now(self) -> None:
        hour = timedelta(hours=1)
        assert next_turn(AT, 3600, AT) == AT + hour
        assert next_turn(AT, 3600, AT + hour) == AT + 2 * hour
        assert next_turn(AT + hour, 3600, AT) == AT + 2 * hour


@pytest.mark.django_db(transaction=True)
class TestManyWorkersAtOnce:
    def test_every_job_runs_exactly_once(self, ran: list[Work]) -> None:
        for number in range(12):
            factories.job(kind="test.count", key=f"job-{number}")
        outcomes = at_once([run] * 4)
        assert sum(outcomes) == 12, outcomes  # type: ignore[arg-type]
        assert sorted(work.key for work in ran) == sorted(f"job-{n}" for n in range(12))

    def test_one_row_for_a_key(self, ran: list[Work]) -> None:
        outcomes = at_once([lambda: job_enqueue(kind="test.count", key="a", at=AT).pk] * 6)
        assert set(outcomes) == {Job.objects.get().pk}, outcomes
