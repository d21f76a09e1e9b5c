"""A new prize, who won it, and who collected it (M-D.17)."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from league.forms.base import Choices, ServiceForm, id_field
from league.models import Registration, Team, User


class PrizeForm(ServiceForm):
    field_of_code = {
        "prize.without_name": "name",
        "prize.name_taken": "name",
        "prize.place_without_group": "division_id",
    }

    name = forms.CharField(
        label=_("Premio"),
        max_length=120,
        help_text=_("Lo que se entrega, por ejemplo «Campeón: trofeo y jamón»."),
    )
    division_id = id_field([], empty=_("Toda la temporada"), label=_("Grupo"), required=False)
    position = forms.IntegerField(
        label=_("Puesto"),
        required=False,
        min_value=1,
        max_value=99,
        help_text=_(
            "Con él la clasificación propone quién lo gana. En blanco, lo elige la organización."
        ),
    )

    def __init__(self, *args: Any, divisions: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["division_id"]
        field.choices = [("", _("Toda la temporada")), *divisions]


class AwardForm(ServiceForm):
    field_of_code = {"prize.team_of_another": "team_id", "prize.team_withdrawn": "team_id"}

    team_id = id_field([], label=_("Quién lo gana"), empty=_("Elegir…"))

    def __init__(self, *args: Any, teams: Sequence[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["team_id"]
        field.choices = [("", _("Elegir…")), *((team.pk, team.name) for team in teams)]


class CollectForm(ServiceForm):
    field_of_code = {
        "prize.collected_by_nobody": "person",
        "prize.collected_by_another": "person",
    }

    person = forms.ChoiceField(label=_("Quién lo recoge"))

    def __init__(
        self, *args: Any, delegates: Iterable[User], members: Iterable[Registration], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["person"]
        field.choices = [
            ("", _("Elegir…")),
            (_now("Delegados"), [(f"delegate-{one.pk}", str(one)) for one in delegates]),
            (
                _now("Jugadores"),
                [(f"member-{one.pk}", f"{one.slot} · {one.player}") for one in members],
            ),
        ]

    def facts(self) -> dict[str, int]:
        """As the service takes it."""
        kind, _dash, pk = self.cleaned_data["person"].partition("-")
        return {f"{kind}_id": int(pk)}
