"""The courts of a venue."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.base import ServiceForm


class CourtsForm(ServiceForm):
    field_of_code = {
        f"courts.{word}": "names" for word in ("none", "too_many", "repeated", "in_use")
    }

    names = forms.CharField(
        label=_("Pistas"),
        widget=forms.Textarea(attrs={"rows": 6}),
        max_length=600,
        help_text=_("Una por línea, en su orden. Cambiar una línea le cambia el nombre."),
    )
