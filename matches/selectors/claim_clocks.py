"""Until when each side may claim, from the facts (M-D.15, C-23)."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from matches.deadlines import ClaimClock
from matches.models import Encounter, Sight
from matches.states.encounter import EndedKind, Origin
from matches.states.partida import Side
from rules.registry import discipline

Sights = Mapping[int, list[tuple[Side, datetime]]]


def at_match_clause(row: Encounter) -> str:
    """The clause by which claims are settled at the match, without appeal; "" where they are handed
    in afterwards. Needs the season loaded."""
    return discipline(row.division.season.discipline).clauses.get("claims_at_match", "")


def clock_of(encounter: Encounter, *, ended_at: datetime | None = None) -> ClaimClock | None:
    """The clock of one encounter; None without an end. With `ended_at`, of an end that was its own
    before a replay was ordered."""
    if ended_at is None:
        return clocks_of([encounter]).get(encounter.pk)
    return _clock(encounter, ended_at, _sights([encounter]))


def clocks_of(encounters: Iterable[Encounter]) -> dict[int, ClaimClock]:
    """The clocks of those that ended, by id. No query where no season counts from sight, else one:
    the seasons come with the encounters."""
    rows = [row for row in encounters if row.ended_at is not None]
    sights = _sights(rows)
    return {row.pk: _clock(row, row.ended_at, sights) for row in rows if row.ended_at is not None}


def _clock(row: Encounter, ended_at: datetime, sights: Sights) -> ClaimClock:
    if at_match_clause(row):
        return ClaimClock(ended_at, at_match=True)
    if not _counts_from_sight(row):
        return ClaimClock(ended_at)
    seen: dict[Side, datetime] = {}
    for side, seen_at in sights.get(row.pk, []):
        # What was seen before this end was another text: reopened, replayed or corrected since.
        if seen_at >= ended_at:
            seen.setdefault(side, seen_at)
    return ClaimClock(ended_at, from_sight=True, seen=seen)


def _counts_from_sight(row: Encounter) -> bool:
    """Of an annulled or imported encounter there is no acta to see."""
    return (
        row.division.season.claims_from_sight
        and not at_match_clause(row)
        and row.kind != EndedKind.ANNULLED
        and row.origin != Origin.IMPORTED
    )


def _sights(rows: Iterable[Encounter]) -> Sights:
    wanted = [row.pk for row in rows if _counts_from_sight(row)]
    found: dict[int, list[tuple[Side, datetime]]] = {}
    if wanted:
        for encounter_id, side, seen_at in (
            Sight.objects.filter(acta__encounter__in=wanted)
            .order_by("seen_at", "pk")
            .values_list("acta__encounter_id", "side", "seen_at")
        ):
            found.setdefault(encounter_id, []).append((Side(side), seen_at))
    return found
