"""Every change of a fact raises the version of its division: ETag and cache key of its pages."""

from collections.abc import Iterable

from django.db.models import F

from league.models import Division


def divisions_touch(ids: Iterable[int]) -> None:
    """Raise the version of these divisions, in a fixed order of locks."""
    for division_id in sorted(set(ids)):
        Division.phases.filter(pk=division_id).update(version=F("version") + 1)
