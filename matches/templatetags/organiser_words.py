"""Stored words and moments as the organiser reads them, and the address of a case."""

from datetime import datetime
from typing import Any

from django import template

from matches import labels
from matches.addresses import case_path
from matches.models import Case

register = template.Library()


@register.filter
def encounter_state(state: str) -> Any:
    return labels.ENCOUNTER_STATES[state][0]


@register.filter
def encounter_level(state: str) -> str:
    return labels.ENCOUNTER_STATES[state][1]


@register.filter
def case_state(state: str) -> Any:
    return labels.CASE_STATES[state][0]


@register.filter
def case_level(state: str) -> str:
    return labels.CASE_STATES[state][1]


@register.filter
def board_ending(ended_as: str) -> Any:
    return labels.BOARD_ENDINGS.get(ended_as, "")


@register.filter
def case_url(case: Case) -> str:
    return case_path(case)


@register.filter
def moment_of(stored: str) -> datetime:
    """A canonical moment as a moment again."""
    return datetime.fromisoformat(stored)
