"""The site as `bench/acta.py` has it served: each answer says where its time went.

`X-Spent` holds milliseconds: all of the request, hashing (canonical JSON, SHA-256, Ed25519), and
the wait for the lock of the official record's chain.
"""

import os
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.conf.settings")

from django.core.wsgi import get_wsgi_application

_site = get_wsgi_application()

from league import canonical, ledger, seals  # noqa: E402

_spent = threading.local()


def _timed(module: Any, name: str, what: str) -> None:
    plain = getattr(module, name)

    def measured(*arguments: Any, **more: Any) -> Any:
        if getattr(_spent, "inside", False):
            return plain(*arguments, **more)
        _spent.inside = True
        began = time.perf_counter()
        try:
            return plain(*arguments, **more)
        finally:
            _spent.inside = False
            setattr(_spent, what, getattr(_spent, what, 0.0) + time.perf_counter() - began)

    setattr(module, name, measured)


for _name in ("dumps", "digest"):
    _timed(canonical, _name, "hashing")
_timed(seals, "sign", "hashing")
_timed(ledger, "_chain_locked", "lock")


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    _spent.hashing = _spent.lock = 0.0
    began = time.perf_counter()

    def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
        spent = (time.perf_counter() - began, _spent.hashing, _spent.lock)
        told = ";".join(f"{seconds * 1000:.3f}" for seconds in spent)
        return start_response(status, [*headers, ("X-Spent", told)], *more)

    return _site(environ, start)
