"""A ruling with the names that its effects speak of."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from league.models import Registration, Season, Team
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
    """For everybody: players are told by ficha and peña, never by name. Two queries at most."""
    return _touched(ruling, named=False)


def named_of(ruling: Ruling) -> Touched:
    """For those who may read the case: players by name."""
    return _touched(ruling, named=True)


def _touched(ruling: Ruling, *, named: bool) -> Touched:
    effects: list[dict[str, Any]] = ruling.effects
    teams = {line["team"] for line in effects if line.get("team")}
    players = {line["player"] for line in effects if line.get("player")}
    fichas = Registration.objects.filter(
        player_id__in=players, team__in=ruling.case.teams.all()
    ).select_related("team", "player")
    return Touched(
        teams={row.pk: row.name for row in Team.objects.filter(pk__in=teams)} if teams else {},
        players={
            row.player_id: f"{row.player} ({row.team.name})"
            if named
            else _("Ficha %(slot)s (%(team)s)") % {"slot": row.slot, "team": row.team.name}
            for row in fichas.order_by("registered_at", "pk")
        }
        if players
        else {},
    )
