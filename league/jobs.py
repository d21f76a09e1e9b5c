"""Which function does which kind of job. Pure registry: apps fill it in their `ready()`.

A handler may run more than once for one row (a worker that dies is replaced after its lease), so
it must be harmless to repeat.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class Work:
    """One run of a job: what it is about, its moment, and `progress(done, total)` for the page."""

    job_id: int
    key: str
    payload: Mapping[str, Any]
    at: datetime
    progress: Callable[[int, int], None]


# What a handler returns is stored as the job's result: plain JSON, or None.
Handler = Callable[[Work], Any]

HANDLERS: dict[str, Handler] = {}
PERIODS: dict[str, int] = {}


def register(kind: str, handler: Handler, *, every_seconds: int | None = None) -> None:
    """Name the handler of a kind. With `every_seconds` a row of that kind always exists."""
    HANDLERS[kind] = handler
    if every_seconds is not None:
        PERIODS[kind] = every_seconds
