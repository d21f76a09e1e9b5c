"""Processes that die and servers that go away, with the units of `deploy/`, PostgreSQL and Redis.

Nothing is lost, each mail leaves once, and every request is answered. Two waits are cut short: the
lease of a dead worker is moved into the past instead of sitting out its five minutes, and Redis is
away for seconds. AMARRACO_LONG_FAULTS=1 waits for both as long as they take in life.
"""

import http.client
import os
import signal
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.conf.celery import app
from league.models import Job, LedgerChain, Notification, User, WorkState
from league.services.jobs import job_enqueue
from league.services.notifications import LEASE, notify
from matches.models import Acta, Case, Encounter, Ruling, Sanction
from matches.services.verification import record_verify
from rules.mus import ASTURIAS
from tests import factories
from tests.matches import test_committee_pages as pages
from tests.matches.test_rulings import Affair
from tests.production.conftest import SECRET
from tests.production.smtp_sink import Sink

LONG = os.environ.get("AMARRACO_LONG_FAULTS") == "1"
AWAY = 60 if LONG else 4  # seconds without Redis
MAILS = 500
FILINGS = 50
PORT = 8474
TOKEN = "c" * 32
HEADERS = {
    "Host": "mus.example.org",
    "X-Forwarded-Proto": "https",
    "Referer": "https://mus.example.org/",
}


def people(count: int) -> list[User]:
    return User.objects.bulk_create(
        [User(email=f"delegado{n}@example.org", password="!") for n in range(count)]
    )


def tick() -> None:
    """Wake the workers as a beat does; the beat itself would do so every 15 seconds."""
    app.send_task("league.tasks.run_due")


def waiting() -> int:
    return Notification.objects.filter(state=WorkState.WAITING).count()


def test_a_worker_killed_in_the_middle_of_500_notices(
    start: Callable[..., Path],
    running: list[subprocess.Popen[bytes]],
    eventually: Callable[..., None],
    environment: dict[str, str],
    record_property: Callable[[str, object], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Killed between the mail server's acceptance and its own note of it: the worst moment."""
    died = threading.Event()

    def kill(count: int) -> None:
        if count == 200:
            os.killpg(running[0].pid, signal.SIGKILL)
            died.set()
        elif count > 200:
            died.wait(10)

    now = timezone.now()
    notify(
        recipients=people(MAILS),
        kind="test",
        subject="Encuentro de esta noche",
        body="Empieza a las 22:00.",
        path="/",
        deduplication_key="worst-moment",
        at=now,
    )
    with Sink(kill) as sink:
        environment["EMAIL_URL"] = f"smtp://127.0.0.1:{sink.port}"
        start("amarraco-worker.service", "--hostname", "first@%h")
        for _ in range(3):
            tick()
        eventually(died.is_set)
        running[0].wait(20)
        noted = Notification.objects.filter(state=WorkState.DONE).count()
        in_doubt = len(sink.accepted) - noted
        assert in_doubt >= 1

        held = Notification.objects.filter(state=WorkState.WAITING, attempts=1)
        leases = held.count()
        if LONG:
            time.sleep(LEASE.total_seconds())
        else:
            held.update(next_at=timezone.now() - timedelta(seconds=1))
        for number in (1, 2):
            start("amarraco-worker.service", "--hostname", f"again{number}@%h")
        for _ in range(6):
            tick()
        eventually(lambda: waiting() == 0)
    sent = Counter(sink.accepted)
    repeated = {key: times for key, times in sent.items() if times > 1}
    assert Notification.objects.filter(state=WorkState.DONE).count() == len(sent) == MAILS
    assert len(repeated) == in_doubt <= leases
    assert set(repeated.values()) == {2}
    record_property("repeated", in_doubt)
    with capsys.disabled():
        print(f"\n{MAILS} notices, worker killed: {in_doubt} repeated, with the same Message-ID")


@contextmanager
def own_redis(port: int, folder: Path) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    """A Redis that the test may stop; each call starts it (again)."""
    started: list[subprocess.Popen[bytes]] = []

    def run() -> subprocess.Popen[bytes]:
        started.append(
            subprocess.Popen(
                ["redis-server", "--port", str(port), "--bind", "127.0.0.1"]
                + ["--save", "", "--appendonly", "no", "--dir", str(folder)],
                stdout=subprocess.DEVNULL,
            )
        )
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return started[-1]
            time.sleep(0.05)
        raise AssertionError("redis-server does not start")

    yield run
    for process in started:
        if process.poll() is None:
            process.kill()
        process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def request(
    method: str, path: str, *, cookie: str = "", fields: dict[str, Any] | None = None
) -> http.client.HTTPResponse:
    link = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
    headers = HEADERS | {"Cookie": f"csrftoken={TOKEN}; sessionid={cookie}"}
    body = None
    if fields is not None:
        headers |= {"Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode(fields | {"csrfmiddlewaretoken": TOKEN}, doseq=True)
    link.request(method, path, body=body, headers=headers)
    response = link.getresponse()
    response.read()
    link.close()
    return response


def reachable() -> bool:
    try:
        return bool(request("GET", "/").status)
    except OSError:
        return False


def signed_in(user: User, settings: Any) -> str:
    """A session as the web unit made it: with its key, in the database."""
    settings.SECRET_KEY = SECRET
    client = Client()
    client.force_login(user)
    return str(client.cookies["sessionid"].value)


def test_redis_away_during_50_filings(
    start: Callable[..., Path],
    eventually: Callable[..., None],
    environment: dict[str, str],
    tmp_path: Path,
    settings: Any,
) -> None:
    """Web, worker and beat run on while Redis is stopped and started again under them."""
    season = factories.season(options=ASTURIAS.to_mapping())
    division = factories.division(season=season)
    organiser = factories.role(season=division.season).user
    rows = [factories.encounter(division=division) for _ in range(FILINGS)]
    for row in rows:
        factories.delegate(team=row.home)
    cookie = signed_in(organiser, settings)
    port = free_port()
    fields = {"absent": "AWAY", "reason": "ABSENT", "pairs_presented": 0, "text": "No vinieron."}
    with own_redis(port, tmp_path) as redis, Sink() as sink:
        environment["REDIS_URL"] = f"redis://127.0.0.1:{port}/0"
        environment["EMAIL_URL"] = f"smtp://127.0.0.1:{sink.port}"
        server = redis()
        for unit in ("amarraco-worker.service", "amarraco-beat.service"):
            start(unit)
        log = start("amarraco-web.service", "--bind", f"127.0.0.1:{PORT}")
        eventually(reachable)
        statuses = []
        stopped_at = 0.0
        for number, row in enumerate(rows):
            if number == 10:
                server.kill()
                server.wait()
                stopped_at = time.monotonic()
            if number == 40:
                time.sleep(max(0.0, stopped_at + AWAY - time.monotonic()))
                redis()
            path = reverse(
                "matches:organise-encounter-walkover",
                kwargs={"season_id": division.season_id, "pk": row.pk},
            )
            statuses.append(request("POST", path, cookie=cookie, fields=fields).status)
        assert statuses == [302] * FILINGS, log.read_text()[-3000:]
        eventually(lambda: waiting() == 0)
    assert Encounter.objects.filter(state="NOT_PLAYED").count() == FILINGS
    assert Acta.objects.filter(in_force=True).count() == FILINGS
    assert Case.objects.count() == FILINGS
    # Each case was told to the delegate and the organiser, and each was mailed once.
    told = Notification.objects.filter(kind="case.opened")
    assert told.count() == 2 * FILINGS
    assert not Notification.objects.exclude(state=WorkState.DONE).exists()
    assert len(sink.accepted) == len(set(sink.accepted)) == Notification.objects.count()
    assert not list(record_verify())


def test_two_schedulers_at_once(
    start: Callable[..., Path],
    eventually: Callable[..., None],
    environment: dict[str, str],
    tmp_path: Path,
) -> None:
    """Two beats with their workers: every fact is announced once, every mail leaves once."""
    now = timezone.now()
    row = factories.ended_encounter(
        state="SIGNED", starts_at=now - timedelta(hours=27), started_at=now - timedelta(hours=27),
        ended_at=now - timedelta(hours=25), reported_at=now - timedelta(hours=25),
    )  # fmt: skip
    for team in (row.home, row.away):
        factories.delegate(team=team)
    notify(
        recipients=people(60),
        kind="test",
        subject="Encuentro de esta noche",
        body="Empieza a las 22:00.",
        path="/",
        deduplication_key="two-schedulers",
        at=now,
    )
    job = job_enqueue(kind="sessions.clear", key="once", at=now)
    with Sink() as sink:
        environment["EMAIL_URL"] = f"smtp://127.0.0.1:{sink.port}"
        for number in (1, 2):
            start("amarraco-worker.service", "--hostname", f"worker{number}@%h")
            start("amarraco-beat.service", "--schedule", f"{tmp_path}/beat{number}")
        for _ in range(8):
            tick()  # in a heap, as two beats would after a pause
        eventually(
            lambda: (
                Notification.objects.filter(kind="encounter.final").count() == 2 and waiting() == 0
            )
        )
    assert Job.objects.get(pk=job.pk).state == WorkState.DONE
    assert Job.objects.filter(kind="reminders.tell").count() == 1
    assert Notification.objects.count() == 62
    assert len(sink.accepted) == len(set(sink.accepted)) == 62
    final = [text for text in sink.bodies if "Resultado definitivo" in text]
    assert len(final) == 2
    assert all("text/plain" in text and "text/html" in text for text in final)


def children(parent: int) -> list[int]:
    listed = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(pid) for pid in listed]


def blocked() -> bool:
    """Whether the ruling waits inside its transaction for the row that the test holds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # else one look lasts a transaction
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND wait_event_type = 'Lock' AND state = 'active'"
        )
        return bool(cursor.fetchone()[0])


def test_the_web_killed_during_a_ruling(
    start: Callable[..., Path],
    running: list[subprocess.Popen[bytes]],
    eventually: Callable[..., None],
    settings: Any,
) -> None:
    """Killed after the ruling, the acta and the sanctions were written and before the end of their
    transaction: none of it is there. Sent again, all of it is, once."""
    affair = Affair()
    path = pages.address("ruling-new", affair)
    fields = pages.TestRulingPages().change(affair) | {"step": "confirm"}
    cookie = signed_in(affair.member, settings)
    start("amarraco-web.service", "--bind", f"127.0.0.1:{PORT}")
    eventually(reachable)
    before = affair.count()
    told = Notification.objects.count()
    answers: list[object] = []

    def send() -> None:
        try:
            answers.append(request("POST", path, cookie=cookie, fields=fields).status)
        except (OSError, http.client.HTTPException) as error:
            answers.append(error)

    sender = threading.Thread(target=send)
    with transaction.atomic():
        LedgerChain.objects.select_for_update().get(season=affair.season)
        sender.start()
        eventually(lambda: blocked() or bool(answers), 30)
        assert not answers, answers
        for pid in children(running[0].pid):
            os.kill(pid, signal.SIGKILL)
        sender.join(30)
    # The proxy answers 502 for a process that died; to us it is a connection that was cut.
    assert len(answers) == 1 and isinstance(answers[0], Exception), answers
    eventually(reachable)  # the master has started others
    eventually(lambda: not blocked(), 10)
    assert affair.count() == before
    assert Notification.objects.count() == told
    assert (affair.now().state, affair.case.state) == ("SIGNED", "OPEN")
    assert not list(record_verify())

    assert request("POST", path, cookie=cookie, fields=fields).status == 302
    assert Ruling.objects.count() == 1
    assert Sanction.objects.count() == 2
    assert affair.now().state == "RULED"
    assert Notification.objects.filter(kind="ruling.made").exists()
    assert not list(record_verify())
    # A third time it is refused in words: the case has its ruling.
    assert request("POST", path, cookie=cookie, fields=fields).status in (302, 404, 409, 422)
    assert Ruling.objects.count() == 1
