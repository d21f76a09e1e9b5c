"""Real workers and a beat, over a real Redis, drain the tables. Run by `.ci/run` as
`pytest tests/production`; without REDIS_URL and PostgreSQL this fails, it is never skipped."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from django.contrib.sessions.models import Session
from django.utils import timezone

from league.models import Job, Notification, WorkState
from league.services.jobs import job_enqueue
from tests import factories

MAILS = 30


def test_two_workers_and_a_beat_drain_what_waited_for_them(
    start: Callable[..., Path], eventually: Callable[..., None], tmp_path: Path
) -> None:
    """The rows were written while nobody listened: nothing is lost, nothing is done twice."""
    now = timezone.now()
    Session.objects.create(session_key="old", session_data="", expire_date=now - timedelta(days=1))
    job = job_enqueue(kind="sessions.clear", key="smoke", at=now)
    for _ in range(MAILS):
        factories.notification(next_at=now)

    for number in (1, 2):
        start("amarraco-worker.service", "--hostname", f"worker{number}@%h")
    start("amarraco-beat.service")

    eventually(
        lambda: (
            not Notification.objects.filter(state=WorkState.WAITING).exists()
            and Job.objects.get(pk=job.pk).state == WorkState.DONE
        )
    )
    assert not Session.objects.exists()
    assert Notification.objects.filter(state=WorkState.DONE).count() == MAILS
    mails = "".join(file.read_text() for file in (tmp_path / "mail").iterdir())
    sent = re.findall(r"^Message-ID: (\S+)", mails, flags=re.MULTILINE)
    assert len(sent) == len(set(sent)) == MAILS
    assert "https://mus.example.org/" in mails
    periodic = Job.objects.get(key="periodic:sessions.clear")
    assert (periodic.state, periodic.next_at > now) == (WorkState.WAITING, True)
