"""The tables of moves, drawn as grids: every cell that is not a move is refused."""

from enum import StrEnum
from typing import Any

import pytest

from league.machine import Machine, MoveRefused
from league.states.season import SEASON, SeasonEvent, SeasonState
from matches.states.acta import ACTA, IN_FORCE_STATES, ActaEvent, ActaState
from matches.states.case import CASE, OPEN_STATES, CaseEvent, CaseState
from matches.states.claim import CLAIM, ClaimEvent, ClaimState
from matches.states.encounter import ENCOUNTER, EncounterEvent, EncounterState
from matches.states.postponement import POSTPONEMENT, PostponementEvent, PostponementState
from matches.states.prize import PRIZE, PrizeEvent, PrizeState
from matches.states.sanction import (
    FINE,
    SANCTION,
    FineEvent,
    FineState,
    SanctionEvent,
    SanctionState,
)

# A line or two a state; in them, "EVENT>STATE" for each event that it allows.
GRIDS: dict[str, tuple[Machine[Any, Any], type[StrEnum], type[StrEnum], str]] = {
    "season": (
        SEASON,
        SeasonState,
        SeasonEvent,
        """
        DRAFT         OPEN_REGISTRATION>REGISTRATION
        REGISTRATION  SCHEDULE>SCHEDULED
        SCHEDULED     UNSCHEDULE>REGISTRATION  START>RUNNING
        RUNNING       CLOSE>CLOSED
        CLOSED
        """,
    ),
    "encounter": (
        ENCOUNTER,
        EncounterState,
        EncounterEvent,
        """
        SCHEDULED   OPEN_LINE_UP>LINE_UP  END>ENDED  NOT_PLAYED>NOT_PLAYED
        SCHEDULED   POSTPONE>POSTPONED  RESCHEDULE>SCHEDULED
        POSTPONED   RESCHEDULE>SCHEDULED  NOT_PLAYED>NOT_PLAYED
        LINE_UP     OPEN_LINE_UP>LINE_UP  DRAW>DRAWN  END>ENDED  NOT_PLAYED>NOT_PLAYED
        LINE_UP     POSTPONE>POSTPONED  RESCHEDULE>SCHEDULED
        DRAWN       PLAY>PLAYING  END>ENDED  NOT_PLAYED>NOT_PLAYED
        PLAYING     PLAY>PLAYING  END>ENDED  NOT_PLAYED>NOT_PLAYED
        ENDED       END>ENDED  REOPEN>PLAYING  SIGN>SIGNED  RULE>RULED  REPLAY>SCHEDULED
        SIGNED      SIGN>SIGNED  RULE>RULED  REPLAY>SCHEDULED
        NOT_PLAYED  SIGN>SIGNED  RULE>RULED  REPLAY>SCHEDULED
        RULED       RULE>RULED  REPLAY>SCHEDULED
        """,
    ),
    "acta": (
        ACTA,
        ActaState,
        ActaEvent,
        """
        DRAFT        SIGN_FIRST>SIGNED_ONE  ISSUE>ISSUED  SUPERSEDE>SUPERSEDED
        SIGNED_ONE   SIGN_SECOND>SIGNED  FILE_ALONE>FILED_ALONE  SUPERSEDE>SUPERSEDED
        SIGNED       SUPERSEDE>SUPERSEDED
        FILED_ALONE  SUPERSEDE>SUPERSEDED
        ISSUED       SUPERSEDE>SUPERSEDED
        SUPERSEDED
        """,
    ),
    "claim": (
        CLAIM,
        ClaimState,
        ClaimEvent,
        """
        SUBMITTED     ADMIT>ADMITTED  REFUSE>INADMISSIBLE  WITHDRAW>WITHDRAWN
        ADMITTED      RESOLVE>RESOLVED  WITHDRAW>WITHDRAWN
        INADMISSIBLE
        RESOLVED
        WITHDRAWN
        """,
    ),
    "case": (
        CASE,
        CaseState,
        CaseEvent,
        """
        OPEN          INVITE_STATEMENTS>STATEMENTS  DELIBERATE>DELIBERATION
        OPEN          RULE>RESOLVED  REFUSE>INADMISSIBLE  SHELVE>SHELVED
        STATEMENTS    DELIBERATE>DELIBERATION  RULE>RESOLVED  SHELVE>SHELVED
        DELIBERATION  RULE>RESOLVED  SHELVE>SHELVED
        RESOLVED      RULE>RESOLVED
        INADMISSIBLE
        SHELVED
        """,
    ),
    "postponement": (
        POSTPONEMENT,
        PostponementState,
        PostponementEvent,
        """
        PROPOSED   AGREE>AGREED  REFUSE>REFUSED  EXPIRE>EXPIRED  WITHDRAW>WITHDRAWN
        PROPOSED   COUNTER>COUNTERED
        AGREED     DELIVER>DELIVERED  EXPIRE>EXPIRED  WITHDRAW>WITHDRAWN
        DELIVERED
        REFUSED
        EXPIRED
        WITHDRAWN
        COUNTERED
        """,
    ),
    "sanction": (
        SANCTION,
        SanctionState,
        SanctionEvent,
        """
        IN_FORCE  REVOKE>REVOKED
        REVOKED
        """,
    ),
    "fine": (
        FINE,
        FineState,
        FineEvent,
        """
        NONE
        DUE     PAY>PAID  WAIVE>WAIVED
        PAID    REOPEN>DUE
        WAIVED  REOPEN>DUE
        """,
    ),
    "prize": (
        PRIZE,
        PrizeState,
        PrizeEvent,
        """
        OPEN       AWARD>AWARDED
        AWARDED    COLLECT>COLLECTED  RENOUNCE>RENOUNCED  UNDO>OPEN
        COLLECTED  UNDO>AWARDED
        RENOUNCED  UNDO>AWARDED
        """,
    ),
}


def _cells() -> list[Any]:
    cells = []
    for name, (machine, states, events, text) in GRIDS.items():
        lines: dict[str, list[str]] = {}
        for line in text.strip().splitlines():
            lines.setdefault(line.split()[0], []).extend(line.split()[1:])
        assert set(lines) == {str(state) for state in states}, f"{name}: a line for each state"
        for state in states:
            moves = dict(move.split(">") for move in lines[state])
            for event in events:
                cells.append(
                    pytest.param(
                        machine, state, event, moves.get(event), id=f"{name}-{state}-{event}"
                    )
                )
    return cells


@pytest.mark.parametrize(("machine", "state", "event", "target"), _cells())
def test_every_cell(machine: Machine[Any, Any], state: Any, event: Any, target: str | None) -> None:
    assert machine.allows(state, event) is (target is not None)
    if target is None:
        with pytest.raises(MoveRefused) as refusal:
            machine.after(state, event)
        assert refusal.value.code == f"{machine.name}.move_refused"
    else:
        assert machine.after(state, event) == target
        assert event in machine.events(state)


def test_what_is_in_force_can_only_be_superseded() -> None:
    for state in IN_FORCE_STATES:
        assert ACTA.events(state) == {ActaEvent.SUPERSEDE}


def test_open_cases_can_all_be_ruled_upon() -> None:
    assert all(CASE.allows(state, CaseEvent.RULE) for state in OPEN_STATES)
