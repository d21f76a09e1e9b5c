"""The command and the Celery task that drain the queue."""

import os
import signal
import subprocess
import sys
import threading
import time
from io import StringIO
from pathlib import Path

import pytest
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from league import tasks
from league.models import Notification, WorkState
from tests import factories

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.django_db
def test_once_says_what_it_did() -> None:
    factories.notification(next_at=timezone.now())
    out = StringIO()
    call_command("run_due_jobs", stdout=out)
    assert "Avisos enviados: 1." in out.getvalue()


@pytest.mark.django_db
def test_the_task_drains_the_tables() -> None:
    factories.notification(next_at=timezone.now())
    tasks.run_due()
    assert len(mail.outbox) == 1


@pytest.mark.django_db(transaction=True)
def test_the_loop_drains_and_stops_cleanly_when_told_to(tmp_path: Path) -> None:
    notification = factories.notification(next_at=timezone.now())
    process = subprocess.Popen(
        [sys.executable, "manage.py", "run_due_jobs", "--loop", "--interval", "0.2"],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": _url(), "AMARRACO_DATA": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
    )
    killer = threading.Timer(60, process.kill)
    killer.start()
    try:
        deadline = time.monotonic() + 40
        while time.monotonic() < deadline:
            notification = Notification.objects.get(pk=notification.pk)
            if notification.state == WorkState.DONE:
                break
            time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=20)
    finally:
        killer.cancel()
        if process.poll() is None:
            process.kill()
    assert notification.state == WorkState.DONE, errors
    assert (process.returncode, errors) == (0, "")
    assert notification.recipient.email in next((tmp_path / "mail").iterdir()).read_text()


def _url() -> str:
    """The address of the test database, for a process of its own."""
    facts = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{facts['NAME']}"
    password = f":{facts['PASSWORD']}" if facts["PASSWORD"] else ""
    return (
        f"postgres://{facts['USER']}{password}@{facts['HOST']}:{facts['PORT'] or 5432}"
        f"/{facts['NAME']}"
    )
