"""The queue of jobs: rows, claimed by compare-and-set on `next_at`.

A claim moves `next_at` to the end of a lease. Whoever claimed owns the job until then; if the
worker dies the row falls due again. Progress extends the lease. Every later write asks for the
lease it knows, so that a worker that was given up for dead changes nothing.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from league import jobs
from league.models import Job, Season, WorkState

logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=10)
MAX_ATTEMPTS = 6
Clock = Callable[[], datetime]


class LeaseLost(Exception):
    """The job took longer than its lease without a sign of progress."""


def backoff(attempts: int) -> timedelta:
    """How long to wait after so many failures: 30 s, then double each time, an hour at most."""
    return min(timedelta(seconds=30 * 2 ** (attempts - 1)), timedelta(hours=1))


@transaction.atomic
def job_enqueue(
    *,
    kind: str,
    key: str,
    at: datetime,
    payload: Mapping[str, Any] | None = None,
    season: Season | None = None,
    period_seconds: int | None = None,
) -> Job:
    """Put work in the queue, in the caller's transaction, due at `at`.

    One row a key: while it waits or runs, asking again changes nothing; once it is done or has
    failed, asking again starts it anew with the new payload.
    """
    fresh = Job(
        kind=kind,
        key=key,
        payload=dict(payload or {}),
        season=season,
        next_at=at,
        period_seconds=period_seconds,
    )
    Job.objects.bulk_create([fresh], ignore_conflicts=True)
    job = Job.objects.select_for_update().get(key=key)
    if job.state != WorkState.WAITING:
        job.kind, job.payload, job.season = kind, fresh.payload, season
        job.state, job.next_at, job.period_seconds = WorkState.WAITING, at, period_seconds
        job.attempts = job.done = job.total = 0
        job.result, job.error = None, ""
        job.save()
    return job


def jobs_arm_periodic(*, at: datetime) -> None:
    """Make sure that every kind with a period has its row; a row of its kind keeps its turn."""
    Job.objects.bulk_create(
        [
            Job(kind=kind, key=f"periodic:{kind}", next_at=at, period_seconds=seconds)
            for kind, seconds in jobs.PERIODS.items()
        ],
        ignore_conflicts=True,
    )


def jobs_run_due(*, at: datetime, clock: Clock = timezone.now, limit: int = 100) -> int:
    """Run what is due at `at`, one job after another, each of them once among all workers.

    `clock` says when a job that takes its time makes progress. Returns how many were run.
    """
    due = Job.objects.filter(state=WorkState.WAITING, next_at__lte=at).order_by("next_at", "id")
    ran = 0
    for job in list(due[:limit]):
        lease = max(at, clock()) + LEASE
        if _claim(job, lease):
            _run(job, lease, at, clock)
            ran += 1
    return ran


def _claim(job: Job, lease: datetime) -> bool:
    claimed = Job.objects.filter(pk=job.pk, state=WorkState.WAITING, next_at=job.next_at).update(
        next_at=lease, attempts=job.attempts + 1
    )
    return claimed == 1


def _run(job: Job, lease: datetime, at: datetime, clock: Clock) -> None:
    held = [lease]

    def progress(done: int, total: int) -> None:
        extended = clock() + LEASE
        if not _own(job, held[0]).update(done=done, total=total, next_at=extended):
            raise LeaseLost(f"job {job.key} was given to another worker")
        held[0] = extended

    work = jobs.Work(job.pk, job.key, job.payload, at, progress)
    try:
        handler = jobs.HANDLERS[job.kind]
        result = handler(work)
    except LeaseLost:
        logger.warning("job %s: its lease ran out, another worker has it", job.key)
    except Exception as error:
        logger.exception("job %s failed", job.key)
        _own(job, held[0]).update(**_after_failure(job, max(at, clock()), error))
    else:
        _own(job, held[0]).update(**_after_success(job, at, result))


def _own(job: Job, lease: datetime) -> Any:
    return Job.objects.filter(pk=job.pk, state=WorkState.WAITING, next_at=lease)


def _after_success(job: Job, at: datetime, result: Any) -> dict[str, Any]:
    facts: dict[str, Any] = {"result": result, "error": "", "attempts": 0}
    if job.period_seconds:
        return facts | {"next_at": next_turn(job.next_at or at, job.period_seconds, at)}
    return facts | {"state": WorkState.DONE, "next_at": None}


def _after_failure(job: Job, now: datetime, error: Exception) -> dict[str, Any]:
    attempts = job.attempts + 1
    facts: dict[str, Any] = {"error": f"{type(error).__name__}: {error}"[:2000]}
    if attempts < MAX_ATTEMPTS:
        return facts | {"next_at": now + backoff(attempts)}
    if job.period_seconds:  # tonight failed; tomorrow is another night
        next_at = next_turn(job.next_at or now, job.period_seconds, now)
        return facts | {"next_at": next_at, "attempts": 0}
    return facts | {"state": WorkState.FAILED, "next_at": None}


def next_turn(last: datetime, period_seconds: int, now: datetime) -> datetime:
    """The first turn after `now` on the grid of `last`: turns that were missed are not made up."""
    period = timedelta(seconds=period_seconds)
    return last + period * max(1, (now - last) // period + 1)
