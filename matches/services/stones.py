"""The stones of a game, where a season notes them. No result and no table looks at them.

M-VI.1  a game is played to the season's stones   done: who lost had fewer
"""

from datetime import datetime

from django.db import transaction

from league.models import User
from league.refusals import Refused
from league.services.versions import divisions_touch
from matches.models import GameStones
from matches.services._boards import board_locked
from matches.states.partida import Side
from matches.stones import stones_played_to


@transaction.atomic
def stones_note(
    *,
    actor: User,
    encounter_id: int,
    board: int,
    winner: Side,
    game: int,
    lost: int | None,
    revision: int | None = None,
    at: datetime,
) -> GameStones:
    """Note the stones of who lost the `game`-th game that `winner` won; None takes them out again.

    `revision` is the one the screen showed: Refused `stones.changed_meanwhile` when another wrote
    something else since, with what stands now. Refused `stones.not_noted` in a season that does not
    note them, `stones.game_not_won`, `stones.impossible`.
    """
    encounter, partida = board_locked(actor, encounter_id, board)
    target = stones_played_to(encounter.division.season)
    if target is None:
        raise Refused("stones.not_noted")
    games = partida.home_games if winner == Side.HOME else partida.away_games
    if not 1 <= game <= games:
        raise Refused("stones.game_not_won", board=board, game=game)
    if lost is not None and not 0 <= lost < target:
        raise Refused("stones.impossible", clause="M-VI.1", most=target - 1)
    row = partida.stones.filter(winner=winner, game=game).first() or GameStones(
        partida=partida, winner=winner, game=game
    )
    if row.lost == lost:
        return row
    if revision is not None and revision != row.revision:
        raise Refused(
            "stones.changed_meanwhile",
            board=board,
            lost=row.lost,
            revision=row.revision,
        )
    row.lost = lost
    row.revision += 1
    row.save()
    divisions_touch([encounter.division_id])
    return row
