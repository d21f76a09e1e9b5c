"""That what each side saw, and when, is what the ledger has (M-D.15): a right hangs on it."""

from collections.abc import Iterator

from matches.models import Sight
from matches.services._record_checks import Break, Record, Told, differing


def sights(record: Record) -> Iterator[Break]:
    entered: dict[tuple[int, str], Told] = {
        (told.pk, told.payload.get("side", "")): told for told in record.of("acta.seen")
    }
    for sight in Sight.objects.select_related("acta").order_by("pk").iterator():
        place = f"encounter {sight.acta.encounter_id}, version {sight.acta.number}, {sight.side}"
        told = entered.pop((sight.acta_id, sight.side), None)
        if told is None:
            yield Break("sight", place, "is not in the ledger")
        elif differing({"digest": sight.acta.digest}, told.payload) or (
            (told.actor, told.at) != (sight.person_id, sight.seen_at)
        ):
            yield Break("sight", place, "is not as the ledger has it")
    for told in entered.values():
        yield Break("sight", told.place, "speaks of a sight that is no longer there")
