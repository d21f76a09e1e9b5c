"""Which release of the code answers: part of the ETag and of every cache key of a public page.

A deployed change of a template then shows at once. Computed from the files themselves, so that all
processes and machines of one release agree on it.
"""

import hashlib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_SHOWN = ("league/**/*.py", "matches/**/*.py", "rules/**/*.py", "templates/**/*", "locale/**/*.mo")
_SHOWN_STATIC = ("league/static/**/*.css",)


@cache
def release() -> str:
    """Twelve hex digits that change with any file a page is made of."""
    digest = hashlib.sha256()
    for pattern in (*_SHOWN, *_SHOWN_STATIC):
        for path in sorted(ROOT.glob(pattern)):
            if path.is_file():
                digest.update(str(path.relative_to(ROOT)).encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
