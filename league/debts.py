"""What a peña still owes from earlier seasons. Pure registry: whoever keeps a ledger of debts names
a function here, and the entry of a team asks them all."""

from collections.abc import Callable, Mapping

# (competition id, season id to leave out) → cents by club id
Source = Callable[[int, int], Mapping[int, int]]

SOURCES: list[Source] = []


def register(source: Source) -> None:
    if source not in SOURCES:
        SOURCES.append(source)


def due(competition_id: int, *, but_season: int) -> dict[int, int]:
    """Cents by club id, of the other seasons of the competition."""
    found: dict[int, int] = {}
    for source in SOURCES:
        for club, cents in source(competition_id, but_season).items():
            found[club] = found.get(club, 0) + cents
    return found
