"""Forms of the acta on paper, for delegates."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.forms.files import FilesField


class PhotosForm(forms.Form):
    photos = FilesField(label=_("Fotos del acta"))


class ConfirmForm(forms.Form):
    """Whether the transcription says what the paper says. `digest` is of the text on the screen."""

    acta = forms.IntegerField(widget=forms.HiddenInput)
    digest = forms.CharField(max_length=64, widget=forms.HiddenInput)
    agrees = forms.ChoiceField(
        label=_("Comparada con el papel"),
        widget=forms.RadioSelect,
        choices=[("yes", _("Pone lo mismo")), ("no", _("No pone lo mismo"))],
    )
    text = forms.CharField(
        label=_("Qué no coincide"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Lo lee la organización, que puede transcribirla de nuevo."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("agrees") == "no" and not cleaned.get("text", "").strip():
            self.add_error("text", _("Falta decir qué no coincide."))
        return cleaned
