"""Every address that the resolver knows, by a name of its own."""

from collections import Counter
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

Rows = list[URLPattern | URLResolver]
Pattern = tuple[str, str, tuple[str, ...]]


def patterns() -> list[Pattern]:
    """(key, name, arguments) of every named address; the key tells two of one name apart by their
    arguments: "league:season-new step"."""
    found = list(_walk(get_resolver().url_patterns, ""))
    many = Counter(name for name, _wanted in found)
    return [
        (" ".join([name, *wanted]) if many[name] > 1 else name, name, wanted)
        for name, wanted in found
    ]


def _walk(
    rows: list[URLPattern | URLResolver], space: str
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for row in rows:
        if isinstance(row, URLResolver):
            inner = f"{space}{row.namespace}:" if row.namespace else space
            yield from _walk(row.url_patterns, inner)
        elif row.name is not None:
            yield f"{space}{row.name}", _arguments(row)


def _arguments(row: URLPattern) -> tuple[str, ...]:
    pattern = row.pattern
    named = getattr(pattern, "converters", None) or pattern.regex.groupindex
    return tuple(named)
