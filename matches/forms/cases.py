"""Forms of a case before its ruling."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.base import Choices, ServiceForm, id_field, moment_field, refusal_text
from matches.case_words import REASONS
from matches.forms.files import FilesField, clause_choices
from matches.services import cases


def _text(label: Any, *, rows: int = 6, **kwargs: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=cases.LONGEST,
        widget=forms.Textarea(attrs={"rows": rows}),
        **kwargs,
    )


class CaseOpenForm(ServiceForm):
    field_of_code = {
        "case.without_text": "text",
        "case.without_teams": "teams",
        "case.already_open": "reason",
        "case.unknown_reason": "reason",
    }

    reason = forms.ChoiceField(
        label=_("Motivo"), choices=[(code, REASONS[code]) for code in cases.REASONS]
    )
    encounter = id_field([], label=_("Encuentro"), empty=_("Ninguno"), required=False)
    teams = forms.TypedMultipleChoiceField(
        label=_("Peñas del expediente"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Las del encuentro entran siempre. Sin encuentro hay que marcar alguna."),
    )
    clause = forms.ChoiceField(label=_("Artículo"), required=False)
    text = _text(_("Qué ha pasado"))

    def __init__(
        self,
        *args: Any,
        encounters: Choices,
        teams: Choices,
        discipline: str,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        choices: dict[str, Any] = dict(self.fields)
        choices["encounter"].choices = [("", _("Ninguno")), *encounters]
        choices["teams"].choices = teams
        choices["clause"].choices = clause_choices(discipline, _("Ninguno en concreto"))


class RefuseForm(ServiceForm):
    field_of_code = {
        "case.refused_without_clause": "clause",
        "case.closed_without_reason": "reason",
    }

    clause = forms.ChoiceField(label=_("Artículo en que se apoya"))
    reason = _text(_("Motivo"), rows=4, help_text=_("Lo leerán las peñas del expediente."))

    def __init__(self, *args: Any, discipline: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clause: Any = self.fields["clause"]
        clause.choices = clause_choices(discipline, _("Elegir uno"))


class ShelveForm(ServiceForm):
    field_of_code = {"case.closed_without_reason": "reason"}

    reason = _text(
        _("Motivo"),
        rows=4,
        help_text=_("Por ejemplo, que las peñas lo han arreglado en buena armonía (M-E.1)."),
    )


class InviteForm(ServiceForm):
    field_of_code = {"case.due_in_past": "due_at"}

    due_at = moment_field(label=_("Hasta cuándo"), help_text=_("Hora peninsular."))


class DeliberateForm(ServiceForm):
    field_of_code = {"case.due_in_past": "due_at"}

    due_at = moment_field(
        label=_("Se resolverá antes de"),
        required=False,
        help_text=_("En blanco, diez días desde ahora."),
    )


class RulingTemplateForm(ServiceForm):
    """What a ruling starts from; emptied, the text that comes with the product is taken again."""

    reason = forms.CharField(widget=forms.HiddenInput)
    facts = _text(_("Hechos"), rows=4, required=False)
    decision = _text(
        _("Decisión"),
        required=False,
        help_text=_("En blanco se vuelve al texto de serie."),
    )


class StatementForm(ServiceForm):
    field_of_code = {"statement.without_text": "text", "claim.text_too_long": "text"}

    text = _text(_("Alegaciones"))


class NoteForm(ServiceForm):
    field_of_code = {"statement.without_text": "text"}

    text = _text(_("Nota del comité"), rows=3)


class EvidenceForm(ServiceForm):
    photos = FilesField(label=_("Fotos o documentos"))

    def add_refusal(self, refusal: Any) -> None:
        field = "photos" if str(refusal.code).startswith("evidence.") else None
        self.add_error(field, refusal_text(refusal))


class ConfirmForm(ServiceForm):
    """A yes, on a page of its own."""

    sure = forms.CharField(widget=forms.HiddenInput, initial="yes")


class SettleForm(ConfirmForm):
    """A fine is paid, or let off."""

    note = forms.CharField(
        label=_("Nota"),
        required=False,
        max_length=200,
        help_text=_("Por ejemplo, cómo se pagó. Sale en el recibo."),
    )
