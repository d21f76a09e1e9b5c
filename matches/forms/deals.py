"""The field in which a disputed deal is written, for incidents and claims."""

from django import forms
from django.utils.translation import gettext_lazy as _

DEAL_REFUSALS = ("deal.unreadable", "deal.cannot_be_ruled_on", "deal.too_long", "deal.not_taken")


class RecordField(forms.CharField):
    """Text in the discipline's notation. How long it may be is for the service to say: a browser
    that cuts it short would change what it tells."""

    widget = forms.Textarea(
        attrs={"rows": 7, "spellcheck": "false", "autocapitalize": "off", "class": "code"}
    )


def record_field() -> RecordField:
    return RecordField(
        label=_("La jugada, escrita"),
        required=False,
        help_text=_("Cartas y lances, como los escribe la consulta del reglamento."),
    )
