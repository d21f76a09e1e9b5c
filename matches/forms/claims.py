"""Forms of a claim."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.base import ServiceForm, id_field
from matches.forms.deals import DEAL_REFUSALS, record_field
from matches.forms.files import FilesField, clause_choices
from matches.models import Incident
from matches.services.claims import LONGEST


class ClaimForm(ServiceForm):
    """`key` is made with the form: sent twice, it is one claim."""

    field_of_code = {
        "claim.without_text": "text",
        "claim.text_too_long": "text",
        "claim.incident_of_another": "incident",
        "incident.unknown_clause": "clause",
        "evidence.kind": "photos",
        "evidence.extension": "photos",
        "evidence.too_big": "photos",
        "evidence.broken": "photos",
        "evidence.empty": "photos",
        "evidence.too_many": "photos",
        "evidence.too_many_in_all": "photos",
        "evidence.too_many_pixels": "photos",
        "evidence.two_kinds": "photos",
        "evidence.active": "photos",
        "evidence.locked": "photos",
        "evidence.unpacks_too_big": "photos",
        **dict.fromkeys(DEAL_REFUSALS, "record"),
    }

    incident = id_field(
        [],
        label=_("Incidencia del acta en que se apoya"),
        required=False,
        widget=forms.RadioSelect,
    )
    clause = forms.ChoiceField(
        label=_("Artículo del reglamento"),
        required=False,
        help_text=_("Si no se sabe, se deja en blanco: el comité lo buscará."),
    )
    text = forms.CharField(
        label=_("Qué se reclama"),
        max_length=LONGEST,
        help_text=_("Qué pasó, en qué mesa, quién lo vio y qué se pide."),
        widget=forms.Textarea(attrs={"rows": 8}),
    )
    record = record_field()
    photos = FilesField(label=_("Fotos o documentos"), required=False)
    key = forms.UUIDField(widget=forms.HiddenInput)
    # Who had the page: what is typed after the session ran out goes back to nobody else.
    owner = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self, *args: Any, incidents: Iterable[Incident], discipline: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        incident: Any = self.fields["incident"]
        incident.choices = [
            *((row.pk, _incident_words(row)) for row in incidents),
            ("", _("Ninguna: no consta en el acta")),
        ]
        clause: Any = self.fields["clause"]
        clause.choices = clause_choices(discipline, _("Ninguno en concreto"))


class ClaimDraftForm(forms.Form):
    """What was typed so far, as it is."""

    key = forms.UUIDField()
    text = forms.CharField(required=False, strip=False)
    incident = forms.CharField(required=False)
    clause = forms.CharField(required=False)
    record = forms.CharField(required=False, strip=False)


class ClaimWithdrawForm(ServiceForm):
    field_of_code = {"claim.withdrawn_without_reason": "reason"}

    reason = forms.CharField(
        label=_("Motivo"), max_length=2000, widget=forms.Textarea(attrs={"rows": 4})
    )


def _incident_words(incident: Incident) -> str:
    where = f"{_('Mesa')} {incident.board}: " if incident.board else ""
    text = incident.text if len(incident.text) <= 160 else incident.text[:159] + "…"
    return f"{where}{text}" + (f" ({incident.clause})" if incident.clause else "")
