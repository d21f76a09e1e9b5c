"""Posts and delegates, given by e-mail."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.base import Choices, ServiceForm, date_input, id_field
from league.models import DelegateKind, RoleKind


class RoleForm(ServiceForm):
    field_of_code = {"role.already": "email"}

    email = forms.EmailField(
        label=_("Correo"),
        help_text=_("Si no tiene cuenta se le abre una. Entra con un código que llega al correo."),
    )
    name = forms.CharField(label=_("Nombre y apellidos"), max_length=120, required=False)
    kind = forms.ChoiceField(label=_("Cargo"), choices=RoleKind.choices, widget=forms.RadioSelect)
    club_id = id_field(
        [],
        empty=_("Ninguna"),
        label=_("Peña propia"),
        required=False,
        help_text=_("Quien es de una peña no resuelve los expedientes de esa peña."),
    )

    def __init__(self, *args: Any, clubs: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club = self.fields["club_id"]
        club.choices = [*club.choices, *clubs]  # type: ignore[attr-defined]


class RoleClubForm(ServiceForm):
    club_id = id_field([], empty=_("Ninguna"), label=_("Peña propia"), required=False)

    def __init__(self, *args: Any, clubs: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club = self.fields["club_id"]
        club.choices = [*club.choices, *clubs]  # type: ignore[attr-defined]


class DelegateForm(ServiceForm):
    field_of_code = {
        "delegate.already": "email",
        "delegate.principal_taken": "kind",
        "delegate.night_missing": "valid_on",
    }

    email = forms.EmailField(
        label=_("Correo"),
        help_text=_("Si no tiene cuenta se le abre una. Entra con un código que llega al correo."),
    )
    name = forms.CharField(label=_("Nombre y apellidos"), max_length=120, required=False)
    kind = forms.ChoiceField(
        label=_("Tipo"),
        choices=DelegateKind.choices,
        initial=DelegateKind.PRINCIPAL,
        widget=forms.RadioSelect,
    )
    valid_on = forms.DateField(
        label=_("Noche"),
        required=False,
        widget=date_input(),
        help_text=_("Solo para quien lo es por una noche."),
    )
