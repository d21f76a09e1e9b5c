"""What the official record says of a thing that everybody may check."""

from league.models import LedgerEntry
from matches.models import StandingsPublication


def publication_entry(publication: StandingsPublication) -> LedgerEntry | None:
    return (
        LedgerEntry.objects.filter(
            action="standings.published", subject=f"publication:{publication.pk}"
        )
        .order_by("pk")
        .first()
    )
