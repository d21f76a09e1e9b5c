"""What the organiser chooses for a calendar."""

import secrets
from datetime import date, datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from league.forms.base import Choices, ServiceForm, date_input
from matches.services.calendars import CalendarSettings

MOST_SKIPPED = 60
_FORMATS = ("%Y-%m-%d", "%d/%m/%Y", "%d-%m-%Y")


class DatesField(forms.CharField):
    """Several days, one a line or with commas: 24/12/2026."""

    widget = forms.Textarea(attrs={"rows": 3})

    def to_python(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return value
        days = []
        for word in str(value or "").replace(",", "\n").replace(";", "\n").split():
            day = _day(word)
            if day is None:
                raise forms.ValidationError(
                    _("«%(word)s» no es una fecha. Ejemplo: 24/12/2026."), params={"word": word}
                )
            days.append(day)
        if len(days) > MOST_SKIPPED:
            raise forms.ValidationError(
                _("Son demasiados días: caben %(most)s."), params={"most": MOST_SKIPPED}
            )
        return tuple(sorted(set(days)))

    def validate(self, value: Any) -> None:
        if self.required and not value:
            raise forms.ValidationError(self.error_messages["required"], code="required")

    def run_validators(self, value: Any) -> None:
        """Days are no text: the checks of a text field have nothing to look at."""


def _day(word: str) -> date | None:
    for form in _FORMATS:
        try:
            return datetime.strptime(word, form).date()  # noqa: DTZ007  a day has no hour
        except ValueError:
            continue
    return None


class CalendarForm(ServiceForm):
    """Read by GET: the preview has an address that can be kept, printed and sent."""

    field_of_code = {
        "calendar.interval_too_short": "interval_days",
        "calendar.pause_negative": "pause_weeks",
    }

    divisions = forms.TypedMultipleChoiceField(
        label=_("Grupos"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    first_date = forms.DateField(
        label=_("Primer día"),
        widget=date_input(),
        help_text=_("La primera semana empieza ese día; cada equipo juega su día de esa semana."),
    )
    interval_days = forms.TypedChoiceField(
        label=_("Una jornada cada"),
        coerce=int,
        initial=7,
        choices=[(7, _("semana")), (14, _("dos semanas")), (21, _("tres semanas"))],
    )
    pause_weeks = forms.IntegerField(
        label=_("Semanas de descanso entre las dos vueltas"),
        min_value=0,
        max_value=30,
        initial=0,
    )
    skip = DatesField(
        label=_("Días sin juego"),
        required=False,
        help_text=_(
            "Uno por línea, como 24/12/2026. El primer día de una semana quita la jornada entera y "
            "la pasa a la siguiente; otro día pasa ese encuentro a un día posterior de la semana."
        ),
    )
    shuffle = forms.BooleanField(
        label=_("Sortear el orden de los equipos"),
        required=False,
        help_text=_("Sin sortear, el calendario sigue el orden alfabético."),
    )
    seed = forms.IntegerField(
        required=False, min_value=0, max_value=2**31, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, divisions: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["divisions"]
        field.choices = divisions
        if len(divisions) == 1:
            field.widget = forms.MultipleHiddenInput()
        field.initial = [pk for pk, _name in divisions]

    def clean_first_date(self) -> date:
        day: date = self.cleaned_data["first_date"]
        if not 2000 <= day.year <= 2100:
            raise forms.ValidationError(_now("Ese año no puede ser."))
        return day

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not cleaned.get("shuffle"):
            cleaned["seed"] = None
        elif cleaned.get("seed") is None:
            cleaned["seed"] = secrets.randbelow(10**6)
        return cleaned

    def settings(self) -> CalendarSettings:
        values = self.cleaned_data
        return CalendarSettings(
            first_date=values["first_date"],
            interval_days=values["interval_days"],
            pause_weeks=values["pause_weeks"],
            skip=values["skip"],
            seed=values["seed"],
        )

    def query(self) -> list[tuple[str, str]]:
        """The choices as pairs for an address, with the seed fixed."""
        values = self.cleaned_data
        pairs = [("divisions", str(pk)) for pk in values["divisions"]]
        pairs += [
            ("first_date", values["first_date"].isoformat()),
            ("interval_days", str(values["interval_days"])),
            ("pause_weeks", str(values["pause_weeks"])),
            ("skip", ",".join(day.isoformat() for day in values["skip"])),
        ]
        if values["seed"] is not None:
            pairs += [("shuffle", "on"), ("seed", str(values["seed"]))]
        return pairs
