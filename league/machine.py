"""State is one word, moves are one table. Pure: no Django, no clock."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Generic, TypeVar

S = TypeVar("S", bound=StrEnum)
E = TypeVar("E", bound=StrEnum)


class MoveRefused(Exception):
    """An event that the present state does not allow.

    Attributes: `machine` (its name), `state` and `event` (their words).
    """

    def __init__(self, machine: str, state: str, event: str) -> None:
        super().__init__(f"{machine}: {event} is not possible from {state}")
        self.machine = machine
        self.state = state
        self.event = event

    @property
    def code(self) -> str:
        return f"{self.machine}.move_refused"


class Machine(Generic[S, E]):
    """A finite state machine given by its table (state, event) → state."""

    def __init__(self, name: str, moves: Mapping[tuple[S, E], S]) -> None:
        self.name = name
        self.moves = dict(moves)

    def allows(self, state: S, event: E) -> bool:
        return (state, event) in self.moves

    def after(self, state: S, event: E) -> S:
        """The state that `event` leads to. Raises MoveRefused."""
        try:
            return self.moves[state, event]
        except KeyError:
            raise MoveRefused(self.name, state, event) from None

    def events(self, state: S) -> frozenset[E]:
        """What may happen now: the buttons of the page."""
        return frozenset(event for (source, event) in self.moves if source == state)
