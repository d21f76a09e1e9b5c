"""Groups, peñas, bars, teams and registration windows."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.base import Choices, ServiceForm, id_field, moment_field
from league.models import Team
from league.services.teams import HomeNight


class DivisionForm(ServiceForm):
    field_of_code = {"division.name_taken": "name"}

    name = forms.CharField(
        label=_("Nombre"), max_length=60, help_text=_("Por ejemplo, Primera o Grupo A.")
    )
    promoted = forms.IntegerField(
        label=_("Cuántos ascienden"), min_value=0, max_value=24, initial=0
    )
    relegated = forms.IntegerField(
        label=_("Cuántos descienden"), min_value=0, max_value=24, initial=0
    )


class ClubForm(ServiceForm):
    field_of_code = {"club.name_taken": "name"}

    name = forms.CharField(label=_("Nombre de la peña"), max_length=80)
    town = forms.CharField(label=_("Localidad"), max_length=80, required=False)


class VenueForm(ServiceForm):
    field_of_code = {"venue.name_taken": "name"}

    name = forms.CharField(label=_("Nombre del local"), max_length=80)
    address = forms.CharField(label=_("Dirección"), max_length=160, required=False)
    town = forms.CharField(label=_("Localidad"), max_length=80, required=False)
    tables = forms.IntegerField(
        label=_("Mesas"),
        min_value=1,
        max_value=60,
        initial=4,
        help_text=_("Con menos de ocho no caben dos encuentros de cuatro mesas la misma noche."),
    )


class TeamForm(ServiceForm):
    """A team that exists: its name, its group, where and when it receives."""

    field_of_code = {"team.name_taken": "name", "season.calendar_made": "division_id"}

    name = forms.CharField(label=_("Nombre del equipo"), max_length=80)
    division_id = id_field([], label=_("Grupo"))
    venue_id = id_field([], empty=_("Sin decidir"), label=_("Local"), required=False)
    home_weekday = forms.TypedChoiceField(
        label=_("Día en que juega en casa"),
        coerce=int,
        choices=list(Team._meta.get_field("home_weekday").flatchoices),
        initial=4,
    )
    home_time = forms.TimeField(
        label=_("Hora"),
        initial="22:00",
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )

    def __init__(self, *args: Any, divisions: Choices, venues: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["division_id"].choices = divisions  # type: ignore[attr-defined]
        venue = self.fields["venue_id"]
        venue.choices = [*venue.choices, *venues]  # type: ignore[attr-defined]

    @property
    def home(self) -> HomeNight:
        """Only after `is_valid`."""
        data = self.cleaned_data
        return HomeNight(data["venue_id"], data["home_weekday"], data["home_time"])


class TeamCreateForm(TeamForm):
    """A peña enters: one that is known, or a new one."""

    field_of_code = {
        "team.name_taken": "name",
        "club.name_taken": "club_name",
    }

    club_id = id_field([], empty=_("Una peña nueva"), label=_("Peña"), required=False)
    club_name = forms.CharField(label=_("Nombre de la peña nueva"), max_length=80, required=False)
    field_order = ["club_id", "club_name", "name"]

    def __init__(self, *args: Any, clubs: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club = self.fields["club_id"]
        if clubs:
            club.choices = [*club.choices, *clubs]  # type: ignore[attr-defined]
        else:
            del self.fields["club_id"]
            self.fields["club_name"].label = _("Nombre de la peña")
        self.fields["name"].required = False
        self.fields["name"].help_text = _(
            "Solo si no se llama como la peña, por ejemplo cuando inscribe dos equipos."
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("club_id") is None and not data.get("club_name", "").strip():
            self.add_error("club_name", _("Poner un nombre, o elegir una de la lista."))
        return data


class WindowForm(ServiceForm):
    field_of_code = {"window.order": "closes_at"}

    name = forms.CharField(label=_("Nombre"), max_length=60, initial=_("Plazo de fichas"))
    opens_at = moment_field(label=_("Abre"))
    closes_at = moment_field(label=_("Cierra"))
