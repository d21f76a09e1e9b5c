"""How a partida ended. `FORFEIT_HOME`: the home pair forfeited, so the visitors win it."""

from enum import StrEnum


class EndedAs(StrEnum):
    PLAYED = "PLAYED"
    FORFEIT_HOME = "FORFEIT_HOME"
    FORFEIT_AWAY = "FORFEIT_AWAY"
    REFEREE = "REFEREE"
    AWARDED = "AWARDED"
    ABANDONED = "ABANDONED"


class Side(StrEnum):
    HOME = "HOME"
    AWAY = "AWAY"

    @property
    def other(self) -> "Side":
        return Side.AWAY if self is Side.HOME else Side.HOME


class Tap(StrEnum):
    """Where a side's number in the draw came from (M-D.5)."""

    OWN = "OWN"  # its own tap, on its own phone
    SHARED = "SHARED"  # tapped on the other side's phone
    SERVER = "SERVER"  # it never tapped: the server's number, after the wait
