"""The address of a consulta, and whether a season's game has one at all."""

from typing import Any
from urllib.parse import quote

from django import template
from django.urls import reverse

from matches.consulta.writing import GAME, started_with
from rules.registry import DISCIPLINES

register = template.Library()


@register.filter
def consulta_address(record: str) -> str:
    """The page of the consulta with that record."""
    return f"{reverse('matches:consulta')}?jugada={quote(record)}"


@register.filter
def consulta_start(season: Any) -> str:
    """The page of the consulta to begin with; from a season that plays by other options than the
    proposed ones, with its own."""
    settings = getattr(season, "options", None) or {}
    start = started_with(settings) if getattr(season, "discipline", "") == GAME else ""
    return consulta_address(start) if start else reverse("matches:consulta")


@register.filter
def takes_records(season: Any) -> bool:
    """Whether deals of the season's game can be ruled on; without a season, of any game."""
    code = getattr(season, "discipline", None)
    if code is None:
        return any(game.takes_records for game in DISCIPLINES.values())
    return DISCIPLINES[code].takes_records
