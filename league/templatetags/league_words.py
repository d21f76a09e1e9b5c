"""Stored words as people read them."""

from typing import Any

from django import template

from league import labels

register = template.Library()


@register.filter
def season_state(state: str) -> Any:
    return labels.SEASON_STATES[state][0]


@register.filter
def season_state_level(state: str) -> str:
    return labels.SEASON_STATES[state][1]


@register.filter
def clause_who(who: str) -> Any:
    return labels.WHO[who]
