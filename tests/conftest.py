"""What every test starts from: no network, nothing written outside a temporary folder, and a
flush that the append-only triggers let through."""

import ipaddress
import os
import socket
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as project_settings
from django.core.cache import caches
from django.db import connections, transaction
from django.db.backends.base.operations import BaseDatabaseOperations
from django.test import override_settings

from league import triggers
from tests import database_template

# Collected only when they are asked for: they need a browser, or a worker that runs.
APART = ("journeys", "production")


def pytest_configure(config: pytest.Config) -> None:
    project_settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Every client of a test starts the middleware, which would look at each static file anew.
    project_settings.WHITENOISE_AUTOREFRESH = True
    if not os.environ.get("REDIS_URL"):
        memory = "django.core.cache.backends.locmem.LocMemCache"
        project_settings.CACHES = {
            "default": {"BACKEND": memory},
            "pages": {"BACKEND": memory, "LOCATION": "pages"},
        }


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    folder = collection_path.name
    if folder not in APART or collection_path.parent != Path(__file__).parent:
        return None
    asked = any(f"tests/{folder}" in str(argument) for argument in config.args)
    return None if asked else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests marked `postgresql` exist on PostgreSQL alone (the second pass of .ci/run). Of the
    others it takes those that ask a database: pytest-django lets no other one near it, so what
    they say does not depend on which it is."""
    if "postgresql" in project_settings.DATABASES["default"]["ENGINE"]:
        elsewhere = [item for item in items if not _asks_a_database(item)]
    else:
        elsewhere = [item for item in items if item.get_closest_marker("postgresql")]
    if elsewhere:
        config.hook.pytest_deselected(items=elsewhere)
        items[:] = [item for item in items if item not in elsewhere]


def _asks_a_database(item: pytest.Item) -> bool:
    fixtures = {"db", "transactional_db", "django_db_setup"} & set(
        getattr(item, "fixturenames", ())
    )
    return bool(fixtures) or item.get_closest_marker("django_db") is not None


@pytest.fixture(scope="session")
def sqlite_file(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """Where the SQLite database of this process lies; None on PostgreSQL."""
    if project_settings.DATABASES["default"]["ENGINE"] != "django.db.backends.sqlite3":
        return None
    return tmp_path_factory.mktemp("database") / "test.sqlite3"


@pytest.fixture(scope="session")
def copied(sqlite_file: Path | None) -> bool:
    """Whether the database begins as a copy of one that was migrated before."""
    return sqlite_file is not None and database_template.copy_to(sqlite_file)


@pytest.fixture(scope="session")
def django_db_keepdb(copied: bool) -> bool:
    return copied


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, sqlite_file: Path | None, copied: bool) -> None:
    if sqlite_file is not None and not copied:
        database_template.keep(sqlite_file)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, sqlite_file: Path | None
) -> None:
    """SQLite in a file: threads then meet as they do in production, each on its connection."""
    database = project_settings.DATABASES["default"]
    if sqlite_file is not None:
        database["TEST"]["NAME"] = str(sqlite_file)
        # Speed; the machine is not going to lose power in the middle of a test that we care for.
        database["OPTIONS"]["init_command"] = (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA busy_timeout=30000;"
        )


@pytest.fixture(scope="session", autouse=True)
def flush_without_append_only_triggers() -> Iterator[None]:
    """A flush between tests deletes rows, which the append-only triggers refuse."""
    original = BaseDatabaseOperations.execute_sql_flush

    def execute_sql_flush(self: Any, sql_list: list[str]) -> None:
        with (
            transaction.atomic(using=self.connection.alias),
            triggers.lifted(self.connection),
        ):
            original(self, sql_list)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseOperations, "execute_sql_flush", execute_sql_flush)
        yield


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """Tests talk to this machine alone."""
    original = socket.socket.connect

    def connect(self: socket.socket, address: Any) -> None:
        if isinstance(address, tuple) and not _is_here(address[0]):
            raise AssertionError(f"a test tried to reach {address}")
        original(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", connect)
        yield


def _is_here(host: Any) -> bool:
    if host in {"localhost", ""}:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@pytest.fixture(scope="session", autouse=True)
def own_files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("files")):
        yield


@pytest.fixture(autouse=True)
def own_cache() -> None:
    """No test finds what another left, on Redis neither."""
    for alias in caches:
        prefix = uuid.uuid4().hex
        caches.settings[alias]["KEY_PREFIX"] = prefix
        caches[alias].key_prefix = prefix


@pytest.fixture
def vendor() -> str:
    """`sqlite` or `postgresql`."""
    return str(connections["default"].vendor)
