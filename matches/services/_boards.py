"""A board to write on, under lock."""

from django.core.exceptions import PermissionDenied

from league.models import User
from league.policies import may_referee
from league.refusals import Refused
from matches import policies
from matches.models import Encounter, Partida
from matches.services._locks import encounter_locked
from matches.states.encounter import ENCOUNTER, EncounterEvent, EncounterState


def board_locked(actor: User, encounter_id: int, board: int) -> tuple[Encounter, Partida]:
    """The encounter under lock and its board, while it is played and the actor may write on it:
    either delegate, for both sides, or a referee."""
    encounter = encounter_locked(encounter_id)
    if policies.side_of(actor, encounter) is None and not may_referee(
        actor, encounter.division.season_id
    ):
        raise PermissionDenied
    ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.PLAY)
    partida = encounter.partidas.filter(board=board).first()
    if partida is None:
        raise Refused("partida.unknown_board", board=board)
    return encounter, partida
