"""When players may be registered. Pure.

Without any window registration is always open. Windows are half open: the moment of opening
belongs to them, the moment of closing does not.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


class Window(Protocol):
    opens_at: datetime
    closes_at: datetime


@dataclass(frozen=True, slots=True)
class Opening:
    """Whether registration is open at a moment, and the next change that matters.

    `closes_at`: when it is open, its end (None: never). `opens_at`: when it is shut, the next
    opening (None: no window is left).
    """

    is_open: bool
    closes_at: datetime | None = None
    opens_at: datetime | None = None


def opening_at(windows: Iterable[Window], at: datetime) -> Opening:
    """How registration stands at that moment."""
    spans = sorted((window.opens_at, window.closes_at) for window in windows)
    if not spans:
        return Opening(is_open=True)
    now = [closes for opens, closes in spans if opens <= at < closes]
    if now:
        return Opening(is_open=True, closes_at=max(now))
    later = [opens for opens, _ in spans if opens > at]
    return Opening(is_open=False, opens_at=later[0] if later else None)
