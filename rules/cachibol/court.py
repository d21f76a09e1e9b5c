"""Who stands where: positions 1 to 6, rotation and the players who may change
(C-12.2, C-12.3, C-13).

Position 1 serves; 2, 3 and 4 are the forwards from right to left, 1, 6 and 5 the backs. A team that
wins the serve turns clockwise: whoever stood at 2 goes to 1 and serves.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from rules.cachibol.acts import Shirts, Substitution

PLAYERS = 6
FORWARDS = (2, 3, 4)
BACKS = (1, 6, 5)


def rotated(shirts: Shirts) -> Shirts:
    """The shirts at positions 1 to 6 after one turn clockwise (C-13)."""
    return (*shirts[1:], shirts[0])


def position_of(shirts: Shirts, shirt: int) -> int | None:
    """The position from 1 to 6, None for one who is not on court."""
    return shirts.index(shirt) + 1 if shirt in shirts else None


def replaced(shirts: Shirts, change: Substitution) -> Shirts:
    """The substitute at the position of the one who left."""
    return tuple(change.into if shirt == change.out else shirt for shirt in shirts)


@dataclass(frozen=True, slots=True)
class Partners:
    """Who stands in for whom in this set: a substitute enters and leaves for the same player
    (C-12.3)."""

    pairs: tuple[tuple[int, int], ...]  # (the one who started, his substitute)

    @classmethod
    def after(cls, changes: Iterable[Substitution]) -> "Partners":
        """The pairs that ordinary changes have made; an emergency binds nobody."""
        pairs: list[tuple[int, int]] = []
        for change in changes:
            pair = (change.out, change.into)
            if not change.emergency and pair not in pairs and pair[::-1] not in pairs:
                pairs.append(pair)
        return cls(tuple(pairs))

    def allow(self, out: int, into: int) -> bool:
        """Whether neither is bound to somebody else."""
        bound = [pair for pair in self.pairs if out in pair or into in pair]
        return all(set(pair) == {out, into} for pair in bound)


def possible_changes(
    shirts: Shirts, bench: Collection[int], partners: Partners
) -> tuple[tuple[int, int], ...]:
    """Every (out, into) that binds nobody to a second partner, in the order of positions."""
    return tuple(
        (out, into) for out in shirts for into in sorted(bench) if partners.allow(out, into)
    )
