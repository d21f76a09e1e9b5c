"""Stored words as people read them."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league import labels
from league.rule_book import CITED

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


@register.filter
def clause_who_short(who: str) -> Any:
    return labels.WHO_SHORT[who]


@register.filter
def with_clauses(text: str) -> SafeString:
    """The text with each ID in it as a link to its clause."""
    book = reverse("league:regulation")
    parts: list[str] = []
    last = 0
    for found in CITED.finditer(text):
        parts.append(text[last : found.start()])
        parts.append(format_html('<a class="clause" href="{}#{}">{}</a>', book, found[0], found[0]))
        last = found.end()
    parts.append(text[last:])
    return format_html_join("", "{}", ((part,) for part in parts))


@register.filter
def staff_post(post: str) -> Any:
    """Who somebody of the staff is."""
    return labels.STAFF_POSTS[post]
