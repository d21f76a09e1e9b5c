"""Shirts, captain and staff of a team, and the papers of who plays in it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league import labels
from league.entry_rules import EntryTerms
from league.forms.base import ServiceForm, date_input, id_field
from league.models import Registration
from league.services.team_sheets import Certificate, TeamSheet
from rules.team_rules import DocumentRule

PAPER_CODES: Mapping[str, str] = {
    "registration.certificate_missing": "issued_on",
    "registration.certificate_old": "issued_on",
    "registration.certificate_ahead": "issued_on",
    "document.order": "expires_on",
    **dict.fromkeys(
        (
            "evidence.active",
            "evidence.broken",
            "evidence.empty",
            "evidence.extension",
            "evidence.kind",
            "evidence.locked",
            "evidence.too_big",
            "evidence.too_many_pixels",
            "evidence.two_kinds",
            "evidence.unpacks_too_big",
        ),
        "file",
    ),
}
"""Refusal of a paper → the field it is about."""


def shirt_field(terms: EntryTerms, **kwargs: Any) -> forms.IntegerField:
    """A number on a shirt. Out of range is for the service to refuse, with its clause."""
    numbers = terms.shirt_numbers
    return forms.IntegerField(
        label=_("Camiseta"),
        required=False,
        widget=forms.NumberInput(attrs={"min": numbers[0], "max": numbers[-1]}),
        **kwargs,
    )


def certificate_fields(rule: DocumentRule) -> dict[str, forms.Field]:
    """The fields of a paper: its day, its term, and the file, which may stay out."""
    return {
        "issued_on": forms.DateField(
            label=_("Certificado médico: expedido el"),
            widget=date_input(),
            error_messages={
                "required": _("Falta el certificado médico (%(clause)s).") % {"clause": rule.clause}
            },
            help_text=_("Al inscribir puede tener %(days)s días como mucho (%(clause)s).")
            % {"days": rule.days, "clause": rule.clause},
        ),
        "expires_on": forms.DateField(
            label=_("Vale hasta el"),
            required=False,
            widget=date_input(),
            help_text=_("En blanco, un año."),
        ),
        "file": forms.FileField(
            label=_("Foto o PDF del certificado"),
            required=False,
            widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,application/pdf"}),
            help_text=_(
                "No es obligatorio guardarlo: basta con haberlo visto. Solo lo abre la "
                "organización."
            ),
        ),
    }


def paper_of(data: Mapping[str, Any]) -> Certificate:
    """The paper that the fields tell of."""
    return Certificate(data["issued_on"], data["expires_on"], data["file"] or None)


class CertificateForm(ServiceForm):
    """Another certificate of somebody registered."""

    field_of_code = PAPER_CODES

    def __init__(self, *args: Any, rule: DocumentRule, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields |= certificate_fields(rule)
        self.fields["issued_on"].label = _("Expedido el")
        self.fields["issued_on"].help_text = ""

    @property
    def paper(self) -> Certificate:
        """Only after `is_valid`."""
        return paper_of(self.cleaned_data)


class TeamSheetForm(ServiceForm):
    """Shirts, captain and staff of a team, all on one page."""

    def __init__(
        self,
        *args: Any,
        fichas: Sequence[Registration],
        staff: Mapping[str, str],
        terms: EntryTerms,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fichas, self.terms = fichas, terms
        for row in fichas:
            field = shirt_field(terms)
            field.label = str(row.player)
            field.initial = row.shirt
            self.fields[f"shirt_{row.pk}"] = field
        self.fields["captain"] = id_field(
            [(row.pk, str(row.player)) for row in fichas],
            empty=_("Nadie todavía"),
            label=_("Capitana o capitán"),
            required=False,
            initial=next((row.pk for row in fichas if row.is_captain), None),
        )
        for post in terms.team.staff:
            self.fields[f"staff_{post}"] = forms.CharField(
                label=str(labels.STAFF_POSTS[post]),
                max_length=120,
                required=False,
                initial=staff.get(post, ""),
            )

    @property
    def shirt_fields(self) -> list[forms.BoundField]:
        return [self[f"shirt_{row.pk}"] for row in self.fichas]

    @property
    def staff_fields(self) -> list[forms.BoundField]:
        return [self[f"staff_{post}"] for post in self.terms.team.staff]

    @property
    def sheet(self) -> TeamSheet:
        """Only after `is_valid`."""
        data = self.cleaned_data
        return TeamSheet(
            shirts={row.pk: data[f"shirt_{row.pk}"] for row in self.fichas},
            captain=data["captain"],
            staff={str(post): data[f"staff_{post}"] for post in self.terms.team.staff},
        )
