"""Reads the environment and refuses to start on what is not safe.

Without any environment the project runs embedded: one machine, SQLite, localhost, a secret made on
the first run. `AMARRACO_ENV=production` asks for everything that a public server needs.
"""

import base64
import os
import secrets
from collections.abc import Callable
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]", "testserver")
MIN_SECRET_LENGTH = 50
MIN_SECRET_SYMBOLS = 10
SIGNING_KEY_BYTES = 32


def secret_is_weak(secret: str) -> bool:
    """Whether a secret key is too short, too monotonous, or one of Django's own samples."""
    return (
        len(secret) < MIN_SECRET_LENGTH
        or len(set(secret)) < MIN_SECRET_SYMBOLS
        or secret.startswith("django-insecure-")
    )


def embedded_secret(folder: Path) -> str:
    """The secret of a one-machine installation: made once, kept in an ignored file."""
    return made_once(folder / "secret.key", lambda: secrets.token_urlsafe(64))


def embedded_signing_key(folder: Path) -> str:
    """The key that a one-machine installation signs actas with, made and kept likewise."""
    return made_once(folder / "signing.key", lambda: secrets.token_urlsafe(SIGNING_KEY_BYTES))


def made_once(path: Path, make: Callable[[], str]) -> str:
    """What a file of the owner's alone holds, written now if there is none.

    Two processes may start at once: the file is made exclusively, the loser reads the winner's.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.stem}.{os.getpid()}.{secrets.token_hex(4)}")
    if not path.exists():
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as handle:
            handle.write(make())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink(missing_ok=True)
    return path.read_text().strip()


def is_signing_key(text: str) -> bool:
    """Whether the text is a private key as `manage.py signing_key --new` prints it."""
    try:
        seed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return False
    return len(seed) == SIGNING_KEY_BYTES


def is_production(mode: str) -> bool:
    """What AMARRACO_ENV asks for; a word that it does not know must not pass for embedded."""
    if mode not in {"embedded", "production"}:
        raise ImproperlyConfigured(
            f'AMARRACO_ENV is "{mode}". Set it to "production", or remove it '
            "for the embedded set-up."
        )
    return mode == "production"


def refuse_unsafe_production(
    *, secret: str, hosts: list[str], debug: bool, database: str, mail: str, signing_key: str
) -> None:
    """Raise ImproperlyConfigured with a sentence that says what to set."""
    if not secret:
        raise ImproperlyConfigured(
            "SECRET_KEY is missing. Set it to at least 50 random characters, for example the "
            'output of: python -c "import secrets; print(secrets.token_urlsafe(64))"'
        )
    if secret_is_weak(secret):
        raise ImproperlyConfigured(
            "SECRET_KEY is weak. Set it to at least 50 random characters (10 different ones)."
        )
    if not hosts:
        raise ImproperlyConfigured(
            "ALLOWED_HOSTS is missing. Set it to the names the site answers to, "
            "separated by commas, for example ALLOWED_HOSTS=mus.example.org"
        )
    if any(host in {"*", "."} or host.startswith("*") for host in hosts):
        raise ImproperlyConfigured(
            "ALLOWED_HOSTS is open to every name. List the names the site answers to instead."
        )
    if debug:
        raise ImproperlyConfigured("DEBUG is on. Remove DEBUG from the environment in production.")
    if not database.startswith(("postgres://", "postgresql://")):
        raise ImproperlyConfigured(
            "DATABASE_URL is missing or not PostgreSQL. "
            "Set it, for example DATABASE_URL=postgres://user:password@host:5432/amarraco"
        )
    if not mail:
        raise ImproperlyConfigured(
            "EMAIL_URL is missing: notices would be written to a folder that nobody reads. "
            "Set it, for example EMAIL_URL=smtp+tls://user:password@mail.example.org:587"
        )
    if not is_signing_key(signing_key):
        raise ImproperlyConfigured(
            "SIGNING_KEY is missing or no key: actas are signed with it. Set it to the output of: "
            'python -c "import secrets; print(secrets.token_urlsafe(32))"'
        )


def refuse_open_embedded(hosts: list[str]) -> None:
    """The embedded set-up has a secret on disk and no TLS: it answers to this machine alone."""
    foreign = [host for host in hosts if host not in LOCAL_HOSTS]
    if foreign:
        raise ImproperlyConfigured(
            f"ALLOWED_HOSTS names {', '.join(foreign)}, but the embedded set-up is for this "
            "machine alone. To serve other hosts set AMARRACO_ENV=production and what it asks for."
        )
