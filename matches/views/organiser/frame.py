"""What the pages about one encounter share: where they lead back to, and what they print above."""

from typing import Any

from django.urls import reverse

from league.models import Season
from matches.models import Encounter, Fixture


def page_of(season: Season, row: Encounter) -> str:
    """The page of the encounter; of one of a tournament day, the board of the day."""
    fixture: Fixture | None = getattr(row, "fixture", None)
    if fixture is not None:
        return reverse("matches:organise-tournament", args=[season.pk, fixture.tournament_id])
    return reverse("matches:organise-encounter", args=[season.pk, row.pk])


def context_of(season: Season, row: Encounter, title: str) -> dict[str, Any]:
    return {"season": season, "tab": "results", "encounter": row, "title": title}
