"""The stones of the games of a board, in numbers and in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.models import Season
from matches.models import Partida
from matches.states.partida import Side
from rules.formats import Score
from rules.registry import discipline


def stones_played_to(season: Season) -> int | None:
    """The stones that win a game, where the season notes those of who loses it; else None."""
    if not season.notes_stones:
        return None
    return discipline(season.discipline).game_points(season.options)


@dataclass(frozen=True)
class Noted:
    """The `game`-th game that `winner` won, and what its loser had."""

    winner: Side
    game: int
    lost: int

    def score(self, target: int) -> Score:
        """The game in stones, the home pair's first."""
        return (target, self.lost) if self.winner is Side.HOME else (self.lost, target)


def noted_at(partida: Partida) -> list[Noted]:
    """What is noted of the games that stand: the home pair's first, each in its order."""
    games = {Side.HOME: partida.home_games, Side.AWAY: partida.away_games}
    rows = sorted(partida.stones.all(), key=lambda row: row.game)
    return [
        Noted(side, row.game, row.lost)
        for side in Side
        for row in rows
        if row.winner == side and row.lost is not None and row.game <= games[side]
    ]


def stones_words(games: Iterable[Score]) -> str:
    """«Tantos: 40–32, 25–40»; empty where nothing was noted."""
    told = ", ".join(f"{home}–{away}" for home, away in games)
    return _("Tantos: %(games)s") % {"games": told} if told else ""
