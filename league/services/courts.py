"""Courts of a venue."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import ProtectedError

from league import ledger
from league.collation import sort_key
from league.models import Court, Division, User, Venue
from league.refusals import Refused
from league.services.locks import season_get_organised
from league.services.versions import divisions_touch

MOST = 12


@transaction.atomic
def courts_set(
    *, actor: User, season_id: int, venue_id: int, names: Sequence[str], at: datetime
) -> list[Court]:
    """Name the courts of a venue, in their order: the first keeps being the first under another
    name, more names are more courts, fewer take the last ones away.

    Refused `courts.none`, `courts.too_many`, `courts.repeated`, `courts.in_use`.
    """
    season = season_get_organised(actor=actor, season_id=season_id)
    wanted = [name for name in (" ".join(each.split()) for each in names) if name]
    if not wanted:
        raise Refused("courts.none")
    if len(wanted) > MOST:
        raise Refused("courts.too_many", most=MOST)
    seen: set[str] = set()
    for name in wanted:
        if sort_key(name) in seen:
            raise Refused("courts.repeated", court=name)
        seen.add(sort_key(name))
    venue = Venue.objects.select_for_update(of=("self",), no_key=True).get(pk=venue_id)
    courts = list(Court.objects.select_for_update().filter(venue=venue))
    for court in courts[len(wanted) :]:
        try:
            court.delete()
        except ProtectedError:
            raise Refused("courts.in_use", court=court.name) from None
    kept = courts[: len(wanted)]
    # Two that change names with each other would stand on the same one in between.
    for court in kept:
        court.name = f"\x1f{court.pk}"
        court.save(update_fields=["name"])
    for position, (court, name) in enumerate(zip(kept, wanted, strict=False), start=1):
        court.name, court.position = name, position
        court.save(update_fields=["name", "position"])
    kept += [
        Court.objects.create(venue=venue, name=name, position=position)
        for position, name in enumerate(wanted[len(kept) :], start=len(kept) + 1)
    ]
    divisions_touch(Division.phases.filter(tournament__venue=venue).values_list("pk", flat=True))
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="courts.set",
        subject=f"venue:{venue.pk}",
        courts=[court.pk for court in kept],
    )
    return kept
