"""A ruling with the names that its effects speak of."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from league.models import Player, Season, Team
from matches.models import Ruling
from matches.selectors.public_season import rulings_of


@dataclass(frozen=True)
class Touched:
    """Names of teams and players by id."""

    teams: Mapping[int, str]
    players: Mapping[int, str]


def ruling_of(season: Season, number: int) -> Ruling:
    """Raises Ruling.DoesNotExist."""
    found = rulings_of(season).get(number=number)
    found.season = season
    return found


def touched_of(ruling: Ruling) -> Touched:
    """Two queries, none for what no effect names."""
    effects: list[dict[str, Any]] = ruling.effects
    teams = {line["team"] for line in effects if line.get("team")}
    players = {line["player"] for line in effects if line.get("player")}
    return Touched(
        teams={row.pk: row.name for row in Team.objects.filter(pk__in=teams)} if teams else {},
        players={row.pk: str(row) for row in Player.objects.filter(pk__in=players)}
        if players
        else {},
    )
