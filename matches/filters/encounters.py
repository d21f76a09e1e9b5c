"""Search and filters of the organiser's list of encounters."""

from typing import Any

import django_filters
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.filters.lists import Search
from league.forms.base import Choices
from matches import labels
from matches.models import Encounter
from matches.selectors.late import late_query


class EncounterFilter(Search):
    names = ("home__sort_key", "away__sort_key", "venue__sort_key")

    matchday = django_filters.NumberFilter(
        field_name="matchday__number", label=_("Jornada"), min_value=1, max_value=99
    )
    division = django_filters.ChoiceFilter(
        field_name="division_id", label=_("Grupo"), empty_label=_("Todos")
    )
    team = django_filters.ChoiceFilter(label=_("Equipo"), empty_label=_("Todos"), method="of_team")
    state = django_filters.ChoiceFilter(
        label=_("Estado"),
        empty_label=_("Todos"),
        choices=[(state, words) for state, (words, _level) in labels.ENCOUNTER_STATES.items()],
    )
    late = django_filters.ChoiceFilter(
        label=_("Retraso"),
        method="only_late",
        empty_label=_("Con y sin retraso"),
        choices=[("on", _("Solo con retraso"))],
    )

    def __init__(
        self,
        *args: Any,
        divisions: Choices,
        teams: Choices,
        expected_minutes: int,
        acta_hours: int,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.filters["division"].extra["choices"] = divisions
        self.filters["team"].extra["choices"] = teams
        if len(divisions) < 2:
            del self.filters["division"]
        self.expected_minutes, self.acta_hours = expected_minutes, acta_hours

    def of_team(self, rows: QuerySet[Encounter], name: str, value: str) -> QuerySet[Encounter]:
        return rows.filter(Q(home_id=value) | Q(away_id=value))

    def only_late(self, rows: QuerySet[Encounter], name: str, value: str) -> QuerySet[Encounter]:
        return rows.filter(late_query(self.expected_minutes, timezone.now(), self.acta_hours))
