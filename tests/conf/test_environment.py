"""What production refuses to start on, and what it says then."""

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from league.conf import environment

ROOT = Path(__file__).resolve().parent.parent.parent
SECRET = "k3Jx9-QmZ0pLw7_tRv5Ny2Bc8Hd4Fg6Sa1Ue" * 2
SIGNING_KEY = "c2lnbmluZy1rZXktb2YtdGhlLXRlc3RzLTMyYnl0ZXM"
SAFE: dict[str, Any] = {
    "secret": SECRET,
    "hosts": ["mus.example.org"],
    "debug": False,
    "database": "postgres://amarraco:x@db/amarraco",
    "mail": "smtp://localhost:25",
    "signing_key": SIGNING_KEY,
}


class TestProduction:
    def test_starts_on_what_is_safe(self) -> None:
        environment.refuse_unsafe_production(**SAFE)

    @pytest.mark.parametrize(
        ("facts", "sentence"),
        [
            ({"secret": ""}, "SECRET_KEY is missing. Set it to at least 50 random characters"),
            ({"secret": SECRET[:49]}, "SECRET_KEY is weak. Set it to at least 50"),
            ({"secret": "abcabcabc" * 9}, "SECRET_KEY is weak"),
            ({"secret": "django-insecure-" + SECRET}, "SECRET_KEY is weak"),
            ({"hosts": []}, "ALLOWED_HOSTS is missing. Set it to the names"),
            ({"hosts": ["*"]}, "ALLOWED_HOSTS is open to every name. List the names"),
            ({"hosts": ["mus.example.org", "*"]}, "ALLOWED_HOSTS is open to every name"),
            ({"hosts": ["*.example.org"]}, "ALLOWED_HOSTS is open to every name"),
            ({"debug": True}, "DEBUG is on. Remove DEBUG"),
            ({"database": ""}, "DATABASE_URL is missing or not PostgreSQL. Set it"),
            ({"database": "sqlite:///x"}, "DATABASE_URL is missing or not PostgreSQL"),
            ({"mail": ""}, "EMAIL_URL is missing"),
            ({"signing_key": ""}, "SIGNING_KEY is missing or no key"),
            ({"signing_key": SIGNING_KEY[:-2]}, "SIGNING_KEY is missing or no key"),
        ],
    )
    def test_refuses_and_says_what_to_set(self, facts: dict[str, Any], sentence: str) -> None:
        with pytest.raises(ImproperlyConfigured, match=sentence.replace("*", r"\*")):
            environment.refuse_unsafe_production(**(SAFE | facts))


class TestMode:
    def test_knows_two_words(self) -> None:
        assert environment.is_production("production")
        assert not environment.is_production("embedded")

    @pytest.mark.parametrize("mode", ["prod", "Production", ""])
    def test_a_slip_is_no_embedded_set_up(self, mode: str) -> None:
        with pytest.raises(ImproperlyConfigured, match='Set it to "production"'):
            environment.is_production(mode)


class TestEmbedded:
    def test_answers_to_this_machine_alone(self) -> None:
        environment.refuse_open_embedded(["localhost", "127.0.0.1"])
        with pytest.raises(ImproperlyConfigured, match=r"names mus\.example\.org, but"):
            environment.refuse_open_embedded(["localhost", "mus.example.org"])

    def test_makes_its_secret_once_and_for_the_owner_alone(self, tmp_path: Path) -> None:
        secret = environment.embedded_secret(tmp_path / "var")
        assert not environment.secret_is_weak(secret)
        assert environment.embedded_secret(tmp_path / "var") == secret
        (file,) = (tmp_path / "var").iterdir()
        assert file.stat().st_mode & 0o777 == 0o600

    def test_processes_that_start_at_once_share_one_secret(self, tmp_path: Path) -> None:
        with multiprocessing.get_context("spawn").Pool(4) as pool:
            secrets = pool.map(environment.embedded_secret, [tmp_path / "var"] * 16)
        assert len(set(secrets)) == 1


def start(tmp_path: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """`manage.py check` in a process whose environment holds these variables and no others."""
    clean = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=clean | {"AMARRACO_DATA": str(tmp_path)} | variables,
        capture_output=True,
        text=True,
        timeout=60,
    )


PRODUCTION = {
    "AMARRACO_ENV": "production",
    "SECRET_KEY": SECRET,
    "ALLOWED_HOSTS": "mus.example.org",
    "DATABASE_URL": SAFE["database"],
    "EMAIL_URL": SAFE["mail"],
    "SIGNING_KEY": SIGNING_KEY,
}


class TestStarting:
    def test_embedded_needs_no_variable(self, tmp_path: Path) -> None:
        assert start(tmp_path).returncode == 0

    def test_production_starts(self, tmp_path: Path) -> None:
        done = start(tmp_path, **PRODUCTION)
        assert done.returncode == 0, done.stderr

    @pytest.mark.parametrize(
        ("variables", "sentence"),
        [
            ({"SECRET_KEY": ""}, "SECRET_KEY is missing"),
            ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS is open"),
            ({"DEBUG": "true"}, "DEBUG is on"),
            ({"DATABASE_URL": "sqlite:////tmp/x"}, "DATABASE_URL is missing or not PostgreSQL"),
            ({"AMARRACO_ENV": "prod"}, 'AMARRACO_ENV is "prod"'),
        ],
    )
    def test_production_does_not_start(
        self, tmp_path: Path, variables: dict[str, str], sentence: str
    ) -> None:
        done = start(tmp_path, **(PRODUCTION | variables))
        assert done.returncode != 0
        assert sentence in done.stderr.splitlines()[-1]
