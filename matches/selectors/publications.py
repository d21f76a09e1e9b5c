"""Publications of standings as the public reads them."""

from django.db.models import QuerySet

from league.models import Division
from matches.models import StandingsPublication


def publications_of(division: Division) -> QuerySet[StandingsPublication]:
    """Newest first, without their long texts."""
    return (
        division.publications.select_related("matchday", "author")
        .defer("content")
        .order_by("-number")
    )


def latest(division: Division) -> StandingsPublication | None:
    found = publications_of(division).first()
    if found is not None:
        found.division = division
    return found


def publication_of(division: Division, number: int) -> StandingsPublication:
    """Raises StandingsPublication.DoesNotExist."""
    found = division.publications.select_related("matchday", "author", "seal__key").get(
        number=number
    )
    found.division = division
    return found


def newest_number(division: Division) -> int:
    """The number of the latest publication."""
    return int(
        division.publications.order_by("-number").values_list("number", flat=True).first() or 0
    )
