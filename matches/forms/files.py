"""Fields shared by the forms of claims and cases: several files at once, clauses by article."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from rules.registry import discipline
from rules.regulation import articles

FILES_HINT = _("JPEG, PNG o PDF, hasta 8 MB cada uno y seis a la vez. Se les quita la ubicación.")


class FilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """No file, one or several; what they are is for `league.checks.evidence` to say."""

    widget = FilesInput

    def __init__(self, **kwargs: Any) -> None:
        accept = "image/jpeg,image/png,application/pdf"
        kwargs.setdefault("widget", FilesInput(attrs={"accept": accept}))
        kwargs.setdefault("help_text", FILES_HINT)
        super().__init__(**kwargs)

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        sent = [one for one in (data if isinstance(data, list | tuple) else [data]) if one]
        if self.required and not sent:
            raise forms.ValidationError(self.error_messages["required"], code="required")
        return [super(FilesField, self).clean(one, initial) for one in sent]


Groups = list[tuple[Any, list[tuple[str, str]]]]


def clause_groups(discipline_code: str) -> Groups:
    """Every clause of the regulation under its article."""
    prefix = discipline(discipline_code).clause_prefix
    return [
        (
            f"{article.id} · {article.title}",
            [(clause.id, f"{clause.id} · {clause.title}") for clause in article.clauses],
        )
        for article in articles(prefix)
    ]


def clause_choices(discipline_code: str, empty: Any) -> list[Any]:
    return [("", empty), *clause_groups(discipline_code)]
