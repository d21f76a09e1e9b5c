"""Search and filters of the committee's lists."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.filters.lists import Search
from matches import labels
from matches.case_words import KINDS
from matches.states.case import OPEN_STATES
from matches.states.sanction import FineState, SanctionKind, SanctionState


class CaseFilter(Search):
    names = ("teams__sort_key",)

    state = django_filters.ChoiceFilter(
        label=_("Estado"),
        empty_label=_("Todos"),
        method="by_state",
        choices=[
            ("open", _("Sin resolver")),
            ("overdue", _("Vencidos")),
            *((state, words) for state, (words, _level) in labels.CASE_STATES.items()),
        ],
    )

    def by_state(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        if value == "open":
            return rows.filter(state__in=OPEN_STATES)
        if value == "overdue":
            return rows.filter(state__in=OPEN_STATES, due_at__lte=timezone.now())
        return rows.filter(state=value)

    def search(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        if value.strip().isdecimal():
            return rows.filter(number=int(value))
        return super().search(rows, name, value).distinct()


class SanctionFilter(Search):
    names = ("team__sort_key", "player__sort_key")

    kind = django_filters.ChoiceFilter(
        label=_("Clase"),
        empty_label=_("Todas"),
        choices=[(kind, KINDS[kind]) for kind in SanctionKind if kind != SanctionKind.POINTS],
    )
    state = django_filters.ChoiceFilter(
        label=_("Estado"),
        empty_label=_("Todos"),
        method="by_state",
        choices=[
            ("in_force", _("En vigor")),
            ("revoked", _("Revocadas")),
            ("due", _("Multas pendientes")),
        ],
    )

    def by_state(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        if value == "due":
            return rows.filter(fine_state=FineState.DUE, state=SanctionState.IN_FORCE)
        wanted = SanctionState.REVOKED if value == "revoked" else SanctionState.IN_FORCE
        return rows.filter(state=wanted)
