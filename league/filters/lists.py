"""Search and filters of the organiser's lists."""

from typing import Any

import django_filters
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from league.collation import sort_key
from league.forms.base import Choices
from league.models import WorkState


def _by_name(rows: QuerySet[Any], text: str, *paths: str, plain: tuple[str, ...] = ()) -> Any:
    """Rows where every word of the text is in a name, whatever its accents, or in a plain column.

    Sort keys are hex digits two a letter; a hit that begins in the middle of a letter is no word,
    but such a chance match only shows a line too many.
    """
    for word in text.split():
        found = Q()
        key = sort_key(word)
        for path in paths:
            if key:
                found |= Q(**{f"{path}__contains": key})
        for path in plain:
            found |= Q(**{f"{path}__icontains": word})
        rows = rows.filter(found)
    return rows


class Search(django_filters.FilterSet):
    """A search box; subclasses say where it looks."""

    names: tuple[str, ...] = ("sort_key",)
    plain: tuple[str, ...] = ()

    q = django_filters.CharFilter(label=_("Buscar"), method="search")

    def search(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        found: QuerySet[Any] = _by_name(rows, value, *self.names, plain=self.plain)
        return found


class RegistrationFilter(Search):
    names = ("player__sort_key", "team__sort_key")
    plain = ("player__licence",)

    team = django_filters.ChoiceFilter(
        field_name="team_id", label=_("Equipo"), empty_label=_("Todos")
    )
    state = django_filters.ChoiceFilter(
        label=_("Estado"),
        method="by_state",
        empty_label=_("Todas"),
        choices=[("live", _("En vigor")), ("spent", _("De baja"))],
    )

    def __init__(self, *args: Any, teams: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.filters["team"].extra["choices"] = teams

    def by_state(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        return rows.filter(released_at__isnull=value == "live")


class TeamFilter(Search):
    names = ("sort_key", "club__sort_key", "venue__sort_key")

    division = django_filters.ChoiceFilter(
        field_name="division_id", label=_("Grupo"), empty_label=_("Todos")
    )

    def __init__(self, *args: Any, divisions: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.filters["division"].extra["choices"] = divisions


class ClubFilter(Search):
    plain = ("town",)


class VenueFilter(Search):
    plain = ("town", "address")


class DelegateFilter(Search):
    names = ("team__sort_key",)
    plain = ("user__name", "user__email")


class OutboxFilter(Search):
    names = ()
    plain = ("subject", "recipient__name", "recipient__email")

    state = django_filters.ChoiceFilter(
        label=_("Estado"),
        empty_label=_("Todos"),
        choices=[
            (WorkState.WAITING, _("En espera")),
            (WorkState.DONE, _("Enviado")),
            (WorkState.FAILED, _("Fallido")),
            ("QUIET", _("Solo en la página")),
        ],
        method="by_state",
    )

    def by_state(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        if value == "QUIET":
            return rows.filter(by_mail=False)
        return rows.filter(state=value, by_mail=True)
