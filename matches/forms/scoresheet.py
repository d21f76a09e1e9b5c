"""What is typed around a match's sheet: the checklist, the lists, the signatures."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.models import Registration
from matches.forms.files import clause_choices
from matches.models.sheet_claims import LONGEST_CLAIM


class CheckForm(forms.Form):
    """The checklist and who is at the table."""

    checks = forms.MultipleChoiceField(
        label=_("Comprobado"), required=False, widget=forms.CheckboxSelectMultiple
    )
    scorer_name = forms.CharField(label=_("Anotador"), max_length=80, required=False)
    assistant_name = forms.CharField(label=_("Árbitro auxiliar"), max_length=80, required=False)

    def __init__(self, *args: Any, items: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        checks = self.fields["checks"]
        assert isinstance(checks, forms.MultipleChoiceField)
        checks.choices = items


class ListForm(forms.Form):
    """A side's list: who is here with the ID seen, and who is captain on court."""

    registrations = forms.TypedMultipleChoiceField(coerce=int, required=False)
    captain = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)

    def __init__(self, *args: Any, fichas: Iterable[Registration], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(row.pk, str(row.player)) for row in fichas]
        for name in ("registrations", "captain"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices


class SignForm(forms.Form):
    """A signature by code at the table, or in a session: the digest of what was shown."""

    digest = forms.CharField(max_length=64, widget=forms.HiddenInput)
    code = forms.CharField(
        label=_("Clave del equipo"),
        max_length=10,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code"}),
    )
    disagrees = forms.BooleanField(label=_("Firmo disconforme"), required=False)
    disagreement = forms.CharField(
        label=_("Motivo"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )


class OfficialForm(forms.Form):
    """An official signs: the scorer and the assistant under a name, where they have no account."""

    digest = forms.CharField(max_length=64, widget=forms.HiddenInput)
    name = forms.CharField(label=_("Nombre"), max_length=80, required=False)


class AloneForm(forms.Form):
    """The referee closes without a captain."""

    digest = forms.CharField(max_length=64, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Por qué falta la firma"), max_length=2000, widget=forms.Textarea(attrs={"rows": 3})
    )


class SheetClaimForm(forms.Form):
    """A captain claims: by code at the table, or in the session of the side."""

    text = forms.CharField(
        label=_("Qué se reclama"),
        max_length=LONGEST_CLAIM,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    code = forms.CharField(label=_("Clave del equipo"), max_length=10, required=False)


class SheetRulingForm(forms.Form):
    """The central referee rules on a claim."""

    number = forms.IntegerField(min_value=1)
    upheld = forms.TypedChoiceField(
        label=_("Decisión"),
        choices=[("yes", _("Procede")), ("no", _("No procede"))],
        coerce=lambda word: word == "yes",
    )
    clause = forms.ChoiceField(label=_("Artículo"))
    ruling = forms.CharField(
        label=_("Qué se decide y por qué"),
        max_length=LONGEST_CLAIM,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, discipline: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clause: Any = self.fields["clause"]
        clause.choices = clause_choices(discipline, _("Elegir uno"))
