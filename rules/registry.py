"""The disciplines there are, by code. A new one joins here and nowhere else."""

from collections.abc import Mapping

from rules.cachibol.discipline import Cachibol
from rules.discipline import Discipline
from rules.errors import RuleViolation
from rules.mus.discipline import Mus

DISCIPLINES: Mapping[str, Discipline] = {
    discipline.code: discipline for discipline in (Mus(), Cachibol())
}


def discipline(code: str) -> Discipline:
    """The discipline of that code. Raises RuleViolation `discipline.unknown`."""
    try:
        return DISCIPLINES[code]
    except KeyError:
        raise RuleViolation("discipline.unknown", code=code) from None
