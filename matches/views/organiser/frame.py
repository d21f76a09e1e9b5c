"""What the pages about one encounter share: where they lead back to, and what they print above."""

from typing import Any

from django.urls import reverse

from league.models import Season
from matches.models import Encounter


def page_of(season: Season, row: Encounter) -> str:
    return reverse("matches:organise-encounter", args=[season.pk, row.pk])


def context_of(season: Season, row: Encounter, title: str) -> dict[str, Any]:
    return {"season": season, "tab": "results", "encounter": row, "title": title}
