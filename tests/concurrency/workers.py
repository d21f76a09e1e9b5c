"""Processes that call services at the same moment, each with its own connection.

They live for the whole test, so that eighty races cost eighty races and not eighty starts of
Django. A call is (dotted name of a service, keyword arguments); users travel as ids.
"""

import importlib
import multiprocessing
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

from django.db import connection

Call = tuple[str, dict[str, Any]]
_LEAD = 0.05  # seconds between handing out the calls and the moment they all start


@dataclass(frozen=True)
class Outcome:
    """What came of a call: `error` is empty or the exception's name, `code` a refusal's code."""

    value: Any = None
    error: str = ""
    code: str = ""
    sentence: str = ""


class Workers:
    """`with Workers(3) as workers: outcomes = workers.race([call, call, call])`."""

    def __init__(self, count: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes = []
        database = dict(connection.settings_dict)
        for _ in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs, database), daemon=True)
            process.start()
            self._pipes.append(ours)
            self._processes.append(process)

    def __enter__(self) -> "Workers":
        for pipe in self._pipes:
            assert pipe.recv() == "ready"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for pipe in self._pipes:
            pipe.send(None)
        for process in self._processes:
            process.join(10)

    def race(self, calls: Sequence[Call]) -> list[Outcome]:
        """Run the calls at one moment, one a process, and wait for all."""
        start = time.time() + _LEAD
        pipes = self._pipes[: len(calls)]
        assert len(pipes) == len(calls), "a process for each call"
        for pipe, call in zip(pipes, calls, strict=True):
            pipe.send((start, call))
        return [pipe.recv() for pipe in pipes]


def _work(pipe: Connection, database: dict[str, Any]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.conf.settings")
    from django.conf import settings

    settings.DATABASES["default"] = settings.DATABASES["default"] | {
        key: database[key] for key in ("NAME", "HOST", "PORT", "USER", "PASSWORD", "OPTIONS")
    }
    import django

    django.setup()
    pipe.send("ready")
    while (task := pipe.recv()) is not None:
        start, (name, arguments) = task
        module, _, function = name.rpartition(".")
        service = getattr(importlib.import_module(module), function)
        arguments = _with_users(arguments)
        time.sleep(max(0.0, start - time.time()))
        pipe.send(_outcome(service, arguments))


def _with_users(arguments: dict[str, Any]) -> dict[str, Any]:
    from league.models import User

    return arguments | {"actor": User.objects.get(pk=arguments["actor"])}


def _outcome(service: Any, arguments: dict[str, Any]) -> Outcome:
    from league.machine import MoveRefused
    from league.refusals import Refused
    from league.sentences import sentence

    try:
        value = service(**arguments)
    except (Refused, MoveRefused) as refusal:
        return Outcome(error=type(refusal).__name__, code=refusal.code, sentence=sentence(refusal))
    except Exception as error:  # the test wants to see every kind
        return Outcome(error=type(error).__name__, code=str(error))
    return Outcome(value=getattr(value, "pk", None))
