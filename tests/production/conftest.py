"""Starts the commands of `deploy/` on the test database, as systemd would."""

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import connection

from tests.deployed import command

ROOT = Path(__file__).resolve().parent.parent.parent
SECRET = "k3Jx9-QmZ0pLw7_tRv5Ny2Bc8Hd4Fg6Sa1Ue" * 2


@pytest.fixture(scope="session")
def variables(django_db_setup: None) -> dict[str, str]:
    """Production's variables, on the database of the tests."""
    assert os.environ.get("REDIS_URL"), "REDIS_URL must name the Redis of this run"
    assert connection.vendor == "postgresql", "DATABASE_URL must name a PostgreSQL"
    facts = connection.settings_dict
    password = f":{facts['PASSWORD']}" if facts["PASSWORD"] else ""
    address = f"{facts['USER']}{password}@{facts['HOST']}:{facts['PORT'] or 5432}"
    return {
        "PATH": os.environ["PATH"],
        "AMARRACO_ENV": "production",
        "SECRET_KEY": SECRET,
        "SIGNING_KEY": "c2lnbmluZy1rZXktb2YtdGhlLXRlc3RzLTMyYnl0ZXM",
        "ALLOWED_HOSTS": "mus.example.org",
        "DATABASE_URL": f"postgres://{address}/{facts['NAME']}",
        "REDIS_URL": os.environ["REDIS_URL"],
        "EMAIL_URL": "smtp://localhost:25",
        "LOG_LEVEL": "INFO",
    }


@pytest.fixture(scope="session")
def static_root(variables: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static files, collected and compressed once."""
    folder = tmp_path_factory.mktemp("static")
    subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"],
        cwd=ROOT,
        env=variables | {"STATIC_ROOT": str(folder), "AMARRACO_DATA": str(folder)},
        check=True,
    )
    return folder


@pytest.fixture
def environment(
    transactional_db: None, variables: dict[str, str], static_root: Path, tmp_path: Path
) -> dict[str, str]:
    """The same with a folder of the test's own, where mails go too."""
    return variables | {
        "STATIC_ROOT": str(static_root),
        "EMAIL_URL": f"filemail:///{tmp_path}/mail",
        "AMARRACO_DATA": str(tmp_path),
    }


@pytest.fixture
def running() -> list[subprocess.Popen[bytes]]:
    """The processes of the units, in the order of their start, each the head of its group."""
    return []


@pytest.fixture
def start(
    environment: dict[str, str], tmp_path: Path, running: list[subprocess.Popen[bytes]]
) -> Iterator[Callable[..., Path]]:
    """Starts a unit, with words to add to its command; returns its log. Ends all afterwards."""

    def run(unit: str, *more: str) -> Path:
        program, *words = shlex.split(command(unit))
        words = [word.replace("/var/lib/amarraco", str(tmp_path)) for word in words]
        log = tmp_path / f"{len(running)}-{unit}.log"
        process = subprocess.Popen(
            [str(Path(sys.executable).parent / Path(program).name), *words, *more],
            cwd=ROOT,
            env=environment,
            stdout=log.open("wb"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        running.append(process)
        return log

    yield run
    for process in running:
        process.terminate()
    for process in running:
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    # The flush that follows must not wait for a connection that a killed worker left behind.
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.fixture
def eventually(tmp_path: Path) -> Callable[..., None]:
    """Waits until a condition holds; fails with the logs of what was started."""

    def wait(condition: Callable[[], bool], seconds: float = 90) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            logs = "\n".join(log.read_text()[-2000:] for log in tmp_path.glob("*.log"))
            assert time.monotonic() < deadline, logs
            time.sleep(0.25)

    return wait
