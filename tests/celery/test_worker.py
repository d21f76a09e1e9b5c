"""A real worker and beat, over a real Redis, drain the tables. Run by `.ci/run` as
`pytest tests/celery`; without REDIS_URL and PostgreSQL it fails, it is never skipped."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from league.models import Job, Notification, WorkState
from league.services.jobs import job_enqueue
from tests import factories

ROOT = Path(__file__).resolve().parent.parent.parent
MAILS = 30

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_services_of_production_are_there() -> None:
    assert os.environ.get("REDIS_URL"), "REDIS_URL must name the Redis of this run"
    assert connection.vendor == "postgresql"


@pytest.fixture
def production(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Starts Celery commands on the test database; ends them all afterwards."""
    facts = connection.settings_dict
    password = f":{facts['PASSWORD']}" if facts["PASSWORD"] else ""
    address = f"{facts['USER']}{password}@{facts['HOST']}:{facts['PORT'] or 5432}"
    environment = os.environ | {
        "DATABASE_URL": f"postgres://{address}/{facts['NAME']}",
        "AMARRACO_DATA": str(tmp_path),
    }
    running: list[subprocess.Popen[bytes]] = []

    def start(*arguments: str) -> subprocess.Popen[bytes]:
        log = (tmp_path / f"celery-{len(running)}.log").open("wb")
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "league.conf.celery", *arguments],
            cwd=ROOT,
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        running.append(process)
        return process

    yield start
    for process in running:
        process.terminate()
    for process in running:
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    # The flush that follows must not meet a connection that a killed worker left behind.
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def logs(folder: Path) -> str:
    return "\n".join(log.read_text()[-2000:] for log in sorted(folder.glob("celery-*.log")))


def eventually(condition: Callable[[], bool], folder: Path, seconds: float = 90) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, logs(folder)
        time.sleep(0.25)


def test_two_workers_and_a_beat_drain_what_waited_for_them(
    production: Callable[..., subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    """The rows were written while nobody listened: nothing is lost, nothing is done twice."""
    now = timezone.now()
    Session.objects.create(session_key="old", session_data="", expire_date=now - timedelta(days=1))
    job = job_enqueue(kind="sessions.clear", key="smoke", at=now)
    for _ in range(MAILS):
        factories.notification(next_at=now)

    for number in (1, 2):
        production("worker", "--concurrency", "2", "-n", f"smoke{number}@%h", "-l", "INFO")
    production("beat", "--schedule", str(tmp_path / "beat"), "-l", "INFO")

    eventually(
        lambda: (
            not Notification.objects.filter(state=WorkState.WAITING).exists()
            and Job.objects.get(pk=job.pk).state == WorkState.DONE
        ),
        tmp_path,
    )
    assert not Session.objects.exists()
    assert Notification.objects.filter(state=WorkState.DONE).count() == MAILS
    mails = "".join(file.read_text() for file in (tmp_path / "mail").iterdir())
    sent = re.findall(r"^Message-ID: (\S+)", mails, flags=re.MULTILINE)
    assert len(sent) == len(set(sent)) == MAILS
    periodic = Job.objects.get(key="periodic:sessions.clear")
    assert periodic.state == WorkState.WAITING
    assert periodic.next_at > now
