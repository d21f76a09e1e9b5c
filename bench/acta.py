"""How fast an evening gets into the record: `bench/acta.py [evenings] [phones at once]`.

On PostgreSQL, with two web workers (gunicorn, started here, on a database of its own that goes
at the end). `DATABASE_URL` names a server whose user may create databases; else the local one.
All evenings are of one season, so all wait for one chain of the official record, as on the busiest
Friday. For line-ups, boards, filing and signing: how many a second, median and 95th percentile as a
phone sees them, and the shares of the server's time in hashing and in waiting for the lock of the
chain. PDFs are made afterwards, by the queue: their time is told apart.
"""

import http.client
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from threading import local
from urllib.parse import urlencode, urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
SERVER = os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1/postgres")
DATABASE = "amarraco_bench_acta"
PORT = 8917
WORKERS = 2
TOKEN = "b" * 32
GAMES = ((5, 3), (3, 5), (5, 0), (4, 5))
ALL_READ = (
    "mus.decks.not_confirmed",
    "mus.decks.not_opened_before_visitor",
    "mus.decks.not_sealed",
)

Post = tuple[str, str, list[tuple[str, object]]]  # session, address, fields
_here = local()


@contextmanager
def database() -> Iterator[None]:
    """A database of the bench's own, gone afterwards."""
    import psycopg

    with closing(psycopg.connect(SERVER, autocommit=True)) as server:
        server.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
        server.execute(f"CREATE DATABASE {DATABASE}")
        try:
            yield
        finally:
            server.execute(f"DROP DATABASE {DATABASE} WITH (FORCE)")


@contextmanager
def site() -> Iterator[None]:
    """Two workers, as in `deploy/`, of the measured site."""
    command = [
        str(Path(sys.executable).parent / "gunicorn"),
        "acta_measured:application",
        *("--pythonpath", f"{ROOT}/bench,{ROOT}", "--bind", f"127.0.0.1:{PORT}"),
        *("--workers", str(WORKERS), "--worker-class", "gthread", "--threads", "4"),
        *("--log-level", "error"),
    ]
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        for _ in range(120):
            time.sleep(0.5)
            try:
                _ask("GET", "/sin-cobertura/", "", "")
                break
            except OSError:
                _here.__dict__.clear()
        yield
    finally:
        process.terminate()
        process.wait(20)


def _ask(method: str, path: str, session: str, body: str) -> tuple[int, str]:
    if not hasattr(_here, "connection"):
        _here.connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=120)
    headers = {
        "Cookie": f"sessionid={session}; csrftoken={TOKEN}",
        "X-CSRFToken": TOKEN,
        "Content-Type": "application/x-www-form-urlencoded",
    }
    _here.connection.request(method, path, body, headers)
    answer = _here.connection.getresponse()
    answer.read()
    return answer.status, answer.headers.get("X-Spent", "0;0;0")


def _post(post: Post) -> tuple[float, list[float]]:
    session, path, fields = post
    began = time.perf_counter()
    status, spent = _ask("POST", path, session, urlencode(fields, doseq=True))
    took = (time.perf_counter() - began) * 1000
    assert status < 400, f"{path}: {status}"
    return took, [float(one) for one in spent.split(";")]


def measure(name: str, posts: list[Post], phones: int) -> None:
    began = time.perf_counter()
    with ThreadPoolExecutor(phones) as pool:
        told = list(pool.map(_post, posts))
    wall = time.perf_counter() - began
    took = sorted(one for one, _ in told)
    whole, hashing, lock = (sum(spent[nth] for _, spent in told) for nth in range(3))
    print(
        f"{name:9} {len(posts):4} · {len(posts) / wall:6.1f} a second · "
        f"p50 {statistics.median(took):6.1f} ms · p95 {took[int(len(took) * 0.95)]:6.1f} ms · "
        f"hashing {hashing / whole:5.1%} · lock of the chain {lock / whole:5.1%}"
    )


def run(evenings: int, phones: int) -> None:
    import django

    django.setup()

    from django.core.management import call_command
    from django.test import Client
    from django.utils import timezone

    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)

    from matches.models import Acta, Encounter, Partida
    from matches.services.acta_prints import prints_make_missing
    from matches.states.partida import Side
    from tests import factories
    from tests.matches import stage

    def session(user: object) -> str:
        client = Client()
        client.force_login(user)  # type: ignore[arg-type]
        return str(client.cookies["sessionid"].value)

    starts_at = timezone.now().replace(microsecond=0) - timedelta(minutes=150)
    first = stage.evening(starts_at=starts_at)
    division, matchday = first.encounter.division, first.encounter.matchday
    people: dict[int, dict[str, tuple[str, list[int]]]] = {}
    for _ in range(evenings):
        home, away = (factories.TeamFactory(division=division) for _ in range(2))
        encounter = stage.encounters.encounter_create(
            actor=first.organiser,
            matchday_id=matchday.pk,
            home_id=home.pk,
            away_id=away.pk,
            starts_at=starts_at,
            at=starts_at - timedelta(days=20),
        )
        people[encounter.pk] = {
            side: (
                session(factories.DelegateFactory(team=encounter.team(side)).user),
                [factories.RegistrationFactory(team=encounter.team(side)).pk for _ in range(8)],
            )
            for side in Side
        }

    def posts(page: str, fields: dict[str, object], side: str, pk: int) -> Post:
        return people[pk][side][0], f"/acta/{pk}/{page}/", list(fields.items())

    def typed(moment: datetime) -> str:
        return timezone.localtime(moment).strftime("%Y-%m-%dT%H:%M")

    with site():
        line_ups = [
            posts("presentes", {"action": "close", "present": rows, "plays": rows}, side, pk)
            for pk, sides in people.items()
            for side, (_, rows) in sides.items()
        ]
        measure("line-up", line_ups, phones)
        taps = [posts("sorteo", {"nonce": f"{pk:064}"}, side, pk) for side in Side for pk in people]
        measure("draw", taps, phones)
        results = [
            posts(
                f"mesas/{row.board}",
                {
                    f"board-{row.board}-home": GAMES[row.board - 1][0],
                    f"board-{row.board}-away": GAMES[row.board - 1][1],
                    f"board-{row.board}-revision": row.revision,
                },
                Side.HOME,
                row.encounter_id,
            )
            for row in Partida.objects.order_by("board", "encounter")
        ]
        measure("results", results, phones)
        now = timezone.now()
        ends = {
            "ended_at": typed(now),
            "proposed": now.isoformat(),
            "replaces": "",
            "acknowledged": ALL_READ,
        }
        measure("filing", [posts("final", ends, Side.HOME, pk) for pk in people], phones)
        signatures = [
            posts("firmas", {"acta": acta.pk, "digest": acta.digest}, side, acta.encounter_id)
            for acta in Acta.objects.order_by("pk")
            for side in Side
        ]
        measure("signing", signatures, phones)
    signed = Encounter.objects.filter(state="SIGNED", actas__in_force=True).count()
    assert signed == evenings, f"{signed} of {evenings} are signed"
    began = time.perf_counter()
    files = prints_make_missing(at=timezone.now())
    each = (time.perf_counter() - began) * 1000 / max(files, 1)
    print(
        f"PDF       {files:4} · {each:.0f} ms a file, afterwards, in one process; none in a request"
    )


def main() -> int:
    evenings = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    phones = int(sys.argv[2]) if len(sys.argv) > 2 else 8
    print(
        f"{evenings} evenings, {phones} phones at once, {WORKERS} web workers, load average "
        f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
    )
    with tempfile.TemporaryDirectory() as folder, database():
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "league.conf.settings",
            "AMARRACO_DATA": folder,
            "DATABASE_URL": urlsplit(SERVER)._replace(path=f"/{DATABASE}").geturl(),
        }
        os.environ.pop("AMARRACO_ENV", None)
        run(evenings, phones)
        from django.db import connections

        connections.close_all()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
