"""Players: a ficha, a correction, a file."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.entry_rules import EntryTerms
from league.forms.base import Choices, ServiceForm, date_input, id_field
from league.forms.regulation import ages
from league.forms.team_sheets import PAPER_CODES, certificate_fields, paper_of, shirt_field
from league.roster_file import MAX_BYTES
from league.services.registrations import Person

_WHO = {
    "player.licence_is_other": "licence",
    "player.licence_taken": "licence",
    "player.name_missing": "first_name",
}


class PlayerForm(ServiceForm):
    """Who somebody is."""

    field_of_code = _WHO

    licence = forms.CharField(label=_("Licencia"), max_length=30)
    first_name = forms.CharField(label=_("Nombre"), max_length=60)
    last_name = forms.CharField(label=_("Apellidos"), max_length=90)
    birth_date = forms.DateField(
        label=_("Fecha de nacimiento"), required=False, widget=date_input()
    )

    def clean_birth_date(self) -> Any:
        birth = self.cleaned_data["birth_date"]
        if birth is not None and not 1900 <= birth.year <= timezone.localdate().year:
            raise ValidationError(_("Esa fecha no puede ser."))
        if birth is not None and birth > timezone.localdate():
            raise ValidationError(_("Esa fecha no puede ser."))
        return birth

    @property
    def person(self) -> Person:
        """Only after `is_valid`."""
        data = self.cleaned_data
        return Person(data["licence"], data["first_name"], data["last_name"], data["birth_date"])


class RegistrationForm(PlayerForm):
    """A ficha for a new player, or for one whose licence is known."""

    field_of_code = {
        **_WHO,
        "registration.no_free_slot": "team_id",
        "registration.team_withdrawn": "team_id",
        "registration.slot_taken": "slot",
        "registration.slot_just_taken": "slot",
        "registration.slot_spent": "slot",
        "registration.slot_over_cap": "slot",
        "registration.live_elsewhere": "licence",
        "registration.team_full": "team_id",
        "registration.birth_date_missing": "birth_date",
        "registration.age_out": "birth_date",
        "registration.shirt_out_of_range": "shirt",
        "registration.shirt_taken": "shirt",
        **PAPER_CODES,
    }

    team_id = id_field([], empty=_("Elegir"), label=_("Equipo"))
    slot = forms.IntegerField(
        label=_("Ficha"),
        min_value=1,
        required=False,
        help_text=_("En blanco, la primera libre."),
    )
    field_order = ["team_id", "licence", "first_name", "last_name", "birth_date", "slot"]

    def __init__(
        self, *args: Any, teams: Choices, terms: EntryTerms, cap: int = 16, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.terms = terms
        team = self.fields["team_id"]
        team.choices = [*team.choices, *teams]  # type: ignore[attr-defined]
        self.fields["slot"].widget.attrs["max"] = cap
        if terms.shirt_numbers:
            # The number people know somebody by is the one on the shirt.
            del self.fields["slot"]
            self.fields["shirt"] = shirt_field(terms, help_text=_("En blanco, la primera libre."))
        if terms.document is not None:
            self.fields |= certificate_fields(terms.document)
        if terms.asks_age:
            self.fields["birth_date"].help_text = _(
                "Hace falta si no está ya en el fichero: la categoría es de %(ages)s."
            ) % {"ages": ages(terms.ages.start, terms.ages.end)}
        self.fields["licence"].help_text = _(
            "Si ya está en el fichero de jugadores, basta con la licencia."
        )
        for name in ("first_name", "last_name"):
            self.fields[name].required = False

    @property
    def asked(self) -> dict[str, Any]:
        """Ficha, shirt and paper as `player_register` takes them; only after `is_valid`."""
        data = self.cleaned_data
        told: dict[str, Any] = {"slot": data.get("slot"), "shirt": data.get("shirt")}
        if self.terms.document is not None:
            told["paper"] = paper_of(data)
        return told


class RosterFileForm(ServiceForm):
    field_of_code = dict.fromkeys(
        (
            "roster.empty",
            "roster.unreadable",
            "roster.too_big",
            "roster.too_many_rows",
            "roster.no_header",
        ),
        "file",
    )

    file = forms.FileField(
        label=_("Archivo de jugadores"),
        help_text=_("CSV o XLSX, hasta 1 MB. Antes de guardar nada se enseña qué haría."),
        widget=forms.FileInput(attrs={"accept": ".csv,.xlsx"}),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MAX_BYTES:
            raise ValidationError(_("El archivo pasa de 1 MB. Partirlo en varios."))
        return file
