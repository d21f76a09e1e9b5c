"""The disciplines there are, by code. A new one joins here and nowhere else."""

from collections.abc import Mapping

from rules.cachibol.discipline import Cachibol
from rules.cachibol.match_sheet import CachibolSheet
from rules.discipline import Discipline
from rules.errors import RuleViolation
from rules.match_sheet import MatchSheet
from rules.mus.discipline import Mus

DISCIPLINES: Mapping[str, Discipline] = {
    discipline.code: discipline for discipline in (Mus(), Cachibol())
}

# Those whose encounter is one match, written down act by act.
_MATCH_SHEETS: Mapping[str, MatchSheet] = {Cachibol.code: CachibolSheet()}


def match_sheet(code: str) -> MatchSheet | None:
    """The live sheet of the discipline; None where an encounter is played at boards."""
    return _MATCH_SHEETS.get(discipline(code).code)


def discipline(code: str) -> Discipline:
    """The discipline of that code. Raises RuleViolation `discipline.unknown`."""
    try:
        return DISCIPLINES[code]
    except KeyError:
        raise RuleViolation("discipline.unknown", code=code) from None
