"""The code with which a side closes its list on the scorer's device (C-4.2, C-8).

Like the code of the acta it is computed and stands nowhere; it is another one, since each is used
once.
"""

from dataclasses import dataclass
from datetime import datetime

from matches import signing_code
from matches.models import Encounter, SheetCode
from matches.models.scoresheets import MOST_TRIES
from matches.selectors.signing_codes import CodeState, pepper
from matches.states.partida import Side


@dataclass(frozen=True)
class ListCode:
    """A side's code for its list. `digits` must reach nobody but that side."""

    digits: str
    state: CodeState
    left: int

    @property
    def shown(self) -> str:
        return signing_code.shown(self.digits)

    @property
    def is_live(self) -> bool:
        return self.state == CodeState.LIVE


def list_code(encounter: Encounter, side: Side | str, *, at: datetime) -> ListCode:
    """The code of the side, in two queries."""
    row = SheetCode.objects.filter(sheet__encounter=encounter, side=side).first()
    left = MOST_TRIES - (row.wrong_tries if row else 0)
    expires = signing_code.expires_at(encounter.starts_at)
    state = CodeState.LIVE
    if row is not None and row.used_at is not None:
        state = CodeState.USED
    elif expires is not None and at >= expires:
        state = CodeState.EXPIRED
    elif left <= 0:
        state = CodeState.LOCKED
    number = 1 + encounter.sheets_set_aside.count()  # played again, with another code
    digits = signing_code.code_of(
        pepper(), encounter=encounter.pk, side=f"{side}/list", number=number
    )
    return ListCode(digits, state, max(left, 0))
