"""What everybody may read of the official record: heads of each day, and keys."""

from collections.abc import Iterable
from datetime import date, datetime

from django.db.models import Q, QuerySet

from league.models import DayHead, LedgerEntry, SigningKey

DAYS_SHOWN = 60
HEAD_PRINTED = 16  # of its 64 letters, as many as a PDF prints: enough to find it again
_PUBLIC = Q(chain__season__isnull=True) | Q(chain__season__is_public=True)


def heads_by_day(*, days: int = DAYS_SHOWN) -> list[tuple[date, list[DayHead]]]:
    """The latest days with their heads, of chains that are public; the newest first."""
    rows = (
        DayHead.objects.filter(_PUBLIC)
        .select_related("chain__season__competition")
        .order_by("-day", "chain_id")
    )
    found: dict[date, list[DayHead]] = {}
    for row in rows.iterator():
        if row.day not in found and len(found) == days:
            break
        found.setdefault(row.day, []).append(row)
    return list(found.items())


def last_head(season_id: int) -> DayHead | None:
    """The head of a season's chain that was published last."""
    return DayHead.objects.filter(chain__season=season_id).order_by("-day").first()


def entry_of_head(head: str) -> LedgerEntry | None:
    """The act of a public chain whose digest this is, or begins like this (a PDF prints
    HEAD_PRINTED letters of it); None when there is none."""
    return (
        LedgerEntry.objects.filter(_PUBLIC, digest__startswith=head)
        .select_related("chain__season__competition")
        .first()
    )


def signing_keys() -> QuerySet[SigningKey]:
    """Every key that was ever published, the newest first."""
    return SigningKey.objects.order_by("-published_at", "-pk")


def last_noted(heads: Iterable[tuple[date, list[DayHead]]]) -> datetime | None:
    return max((row.noted_at for _day, rows in heads for row in rows), default=None)
