"""Several callers at once, each on a connection of its own, started at the same moment."""

import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db import connection

T = TypeVar("T")


def at_once(calls: Sequence[Callable[[], T]]) -> list[T | Exception]:
    """What each call returned or raised, in the order of `calls`. For `transaction=True` tests."""
    outcomes: list[T | Exception] = [RuntimeError("did not run") for _ in calls]
    start = threading.Barrier(len(calls))

    def runner(number: int, call: Callable[[], T]) -> None:
        try:
            connection.ensure_connection()
            start.wait(timeout=30)
            outcomes[number] = call()
        except Exception as error:
            outcomes[number] = error
        finally:
            connection.close()

    threads = [
        threading.Thread(target=runner, args=(number, call)) for number, call in enumerate(calls)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    return outcomes
