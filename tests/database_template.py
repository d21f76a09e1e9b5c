"""A migrated SQLite database, kept and copied: to run every migration takes longer than most tests.

What it was made from (the migrations, and what they call) is in its name, so a change makes a new
one. `make clean` removes them. PostgreSQL is always migrated from nothing.
"""

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".pytest_cache" / "databases"
SOURCES = (
    "requirements.txt",
    "league/migrations/*.py",
    "matches/migrations/*.py",
    "league/guards.py",
    "league/triggers.py",
    "league/models/fields.py",
    "league/states/*.py",
    "matches/guards.py",
    "matches/states/*.py",
)


def copy_to(path: Path) -> bool:
    """Put the template at `path`; False where there is none yet."""
    try:
        shutil.copyfile(_template(), path)
    except FileNotFoundError:
        return False
    return True


def keep(path: Path) -> None:
    """Make the database at `path`, migrated and without rows, the template. The last one to do so
    wins, and whoever reads meanwhile has a whole one."""
    template = _template()
    FOLDER.mkdir(parents=True, exist_ok=True)
    partial = template.with_suffix(f".{os.getpid()}")
    source, target = sqlite3.connect(path), sqlite3.connect(partial)
    with target:
        source.backup(target)
    source.close()
    target.close()
    partial.replace(template)
    for old in FOLDER.glob("*.sqlite3"):
        if old != template:
            old.unlink(missing_ok=True)


def _template() -> Path:
    digest = hashlib.sha256()
    for path in _sources():
        digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return FOLDER / f"{digest.hexdigest()[:32]}.sqlite3"


def _sources() -> Iterator[Path]:
    for pattern in SOURCES:
        yield from sorted(ROOT.glob(pattern))
