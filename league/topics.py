"""What notices are about, for those who want some of them in the inbox only. Pure registry: apps
fill it in their `ready()`.

A kind that belongs to no topic always goes out by mail too: a right or a duty hangs on it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Topic:
    """`name` is what is stored; `label` and `text` are what people read."""

    name: str
    label: str | Promise
    text: str | Promise
    kinds: frozenset[str]


TOPICS: dict[str, Topic] = {}


def register(name: str, label: str | Promise, text: str | Promise, kinds: Iterable[str]) -> None:
    TOPICS[name] = Topic(name, label, text, frozenset(kinds))


def is_muted(kind: str, mail_off: Iterable[str]) -> bool:
    """Whether a notice of this kind stays in the inbox of someone who switched these topics off."""
    return any(kind in TOPICS[name].kinds for name in mail_off if name in TOPICS)
