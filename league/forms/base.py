"""What every form of this app shares: refusals of a service shown at the field they are about."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms

from league import sentences
from league.machine import MoveRefused
from league.refusals import Refused

Choices = list[tuple[Any, Any]]
DATETIME_LOCAL = "%Y-%m-%dT%H:%M"


class ServiceForm(forms.Form):
    """A form that ends in one service. `field_of_code` says where a refusal belongs."""

    field_of_code: ClassVar[Mapping[str, str]] = {}
    required_css_class = ""

    def add_refusal(self, refusal: Refused | MoveRefused) -> None:
        self.add_error(self.field_of_code.get(refusal.code), sentences.sentence(refusal))


def date_input() -> forms.DateInput:
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


def moment_field(**kwargs: Any) -> forms.DateTimeField:
    """A moment in the hour of the league, with the browser's own picker."""
    return forms.DateTimeField(
        widget=forms.DateTimeInput(format=DATETIME_LOCAL, attrs={"type": "datetime-local"}),
        input_formats=[DATETIME_LOCAL, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
        **kwargs,
    )


def id_field(choices: Choices, *, empty: Any = None, **kwargs: Any) -> forms.TypedChoiceField:
    """A choice of rows by their ids; `empty` words the choice of none (None when optional)."""
    head: Choices = [] if empty is None else [("", empty)]
    return forms.TypedChoiceField(choices=[*head, *choices], coerce=int, empty_value=None, **kwargs)
