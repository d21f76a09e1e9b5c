"""The texts that the committee of a season has put into its own words."""

from matches.models import RulingTemplate


def templates_of(season_id: int) -> dict[str, RulingTemplate]:
    """Reason of a case → the season's own text. One query."""
    return {row.reason: row for row in RulingTemplate.objects.filter(season_id=season_id)}
