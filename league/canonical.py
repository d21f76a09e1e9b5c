"""Canonical JSON, version 1, and its digest. Pure.

Keys sorted, no spaces, UTF-8 unescaped, no floats (they print differently from one machine to the
next), moments as ISO 8601 in UTC with microseconds. The same value always gives the same bytes.
"""

import hashlib
import json
from datetime import UTC, date, datetime
from typing import Any


def moment(value: datetime) -> str:
    """An aware moment as text. Raises ValueError for a naive one."""
    if value.tzinfo is None:
        raise ValueError("a naive moment has no place in the record")
    return value.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def _plain(value: Any) -> Any:
    if isinstance(value, bool) or value is None or isinstance(value, int):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, datetime):
        return moment(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    raise TypeError(f"{type(value).__name__} has no canonical form")


def dumps(value: Any) -> str:
    """Canonical text of a value made of dicts, lists, text, integers, booleans and moments."""
    return json.dumps(_plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(text: str) -> str:
    """SHA-256 of the text, in hex."""
    return hashlib.sha256(text.encode()).hexdigest()
