"""What every form of this app shares: refusals of a service shown at the field they are about."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league import sentences
from league.machine import MoveRefused
from league.refusals import Refused

Choices = list[tuple[Any, Any]]
DATETIME_LOCAL = "%Y-%m-%dT%H:%M"


class ServiceForm(forms.Form):
    """A form that ends in one service. `field_of_code` says where a refusal belongs."""

    field_of_code: ClassVar[Mapping[str, str]] = {}

    def add_refusal(self, refusal: Refused | MoveRefused) -> None:
        field = self.field_of_code.get(refusal.code)
        self.add_error(field if field in self.fields else None, refusal_text(refusal))


def refusal_text(refusal: Refused | MoveRefused) -> str:
    """The sentence of a refusal, with its clause when the regulation decides."""
    text = sentences.sentence(refusal)
    clause = getattr(refusal, "clause", "")
    return f"{text} ({clause})" if clause else text


def described(form: forms.Form) -> list[tuple[Any, Any]]:
    """Label and value in words of every field of a valid form, for a summary."""
    lines = []
    for bound in form:
        value = form.cleaned_data.get(bound.name)
        choices = dict(getattr(bound.field, "choices", ()) or ())
        if isinstance(value, bool):
            told: Any = _("sí") if value else _("no")
        elif value in (None, ""):
            told = choices.get("", "—") if choices else "—"
        else:
            told = choices.get(value, choices.get(str(value), value))
        lines.append((bound.label, told))
    return lines


def date_input() -> forms.DateInput:
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


def moment_field(**kwargs: Any) -> forms.DateTimeField:
    """A moment in the hour of the league, with the browser's own picker."""
    return forms.DateTimeField(
        widget=forms.DateTimeInput(format=DATETIME_LOCAL, attrs={"type": "datetime-local"}),
        input_formats=[DATETIME_LOCAL, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
        validators=[_refuse_other_centuries],
        **kwargs,
    )


def _refuse_other_centuries(moment: datetime) -> None:
    """A mistyped year; at the ends of the calendar, reckoning with it would overflow."""
    if not 2000 <= moment.year < 2100:
        raise ValidationError(_("El año tiene que estar entre 2000 y 2099."))


def id_field(choices: Choices, *, empty: Any = None, **kwargs: Any) -> forms.TypedChoiceField:
    """A choice of rows by their ids; `empty` words the choice of none (None when optional)."""
    head: Choices = [] if empty is None else [("", empty)]
    return forms.TypedChoiceField(choices=[*head, *choices], coerce=int, empty_value=None, **kwargs)
