"""What a delegate types about another date, and the organiser about the limits of them."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from league.forms.base import Choices, ServiceForm, date_input, id_field, moment_field
from matches.models import DateRule
from matches.services.dates import MOST_DATES, Offer

_DATES = range(1, MOST_DATES + 1)


def text_field(label: Any) -> forms.CharField:
    return forms.CharField(label=label, max_length=2000, widget=forms.Textarea(attrs={"rows": 3}))


class ProposeForm(ServiceForm):
    """Up to three dates, each with its bar; the first is asked for."""

    field_of_code = {"dates.without_reason": "reason"}

    def __init__(self, *args: Any, venues: Choices, venue_id: int | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in _DATES:
            self.fields[f"starts_at_{number}"] = moment_field(
                label=_now("Fecha y hora, opción %(number)s") % {"number": number},
                required=number == 1,
                help_text="" if number == 1 else _("Si se quiere ofrecer otra."),
            )
            self.fields[f"venue_{number}"] = id_field(
                venues,
                empty=_("Sin decidir"),
                label=_now("Local, opción %(number)s") % {"number": number},
                required=False,
                initial=venue_id,
            )
        self.fields["reason"] = text_field(_("Motivo"))

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The fields of each date together; the second and third open once something is in them."""
        groups = []
        for number in _DATES:
            when, venue = self[f"starts_at_{number}"], self[f"venue_{number}"]
            filled = bool(when.value() or when.errors or venue.errors)
            groups.append({"number": number, "fields": [when, venue], "is_open": filled})
        return groups

    @property
    def offers(self) -> list[Offer]:
        """What was typed, without the options left empty; only after `is_valid`."""
        found = []
        for number in _DATES:
            starts_at: datetime | None = self.cleaned_data[f"starts_at_{number}"]
            if starts_at is not None:
                found.append(Offer(starts_at, self.cleaned_data[f"venue_{number}"]))
        return found


class ReasonForm(ServiceForm):
    """A no, with its reason."""

    field_of_code = {"dates.refused_without_reason": "reason"}

    reason = text_field(_("Por qué no"))


class VenueForm(ServiceForm):
    """Another bar on the same date."""

    field_of_code = {
        "dates.without_reason": "reason",
        "dates.same_venue": "venue_id",
        "dates.venue_full": "venue_id",
    }

    venue_id = id_field([], empty="—", label=_("Local nuevo"))
    reason = text_field(_("Motivo"))

    def __init__(self, *args: Any, venues: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["venue_id"]
        field.choices = [("", "—"), *venues]


class DateRuleForm(ServiceForm):
    """Days to play on, days without play, or the last day of a leg."""

    field_of_code = {
        "date_rule.order": "last_on",
        "date_rule.leg_taken": "leg",
        "date_rule.without_first": "first_on",
        "date_rule.without_leg": "leg",
    }

    kind = forms.ChoiceField(
        label=_("Qué se pone"),
        # The harmless one first: with days to play on, no other day is left.
        choices=[
            (DateRule.Kind.BLOCKED, _("Días en que no se juega")),
            (DateRule.Kind.WINDOW, _("Días en que se puede, y en ningún otro")),
            (DateRule.Kind.LATEST, _("Último día de una vuelta")),
        ],
    )
    first_on = forms.DateField(
        label=_("Desde"),
        required=False,
        widget=date_input(),
        help_text=_("No hace falta para el último día de una vuelta."),
    )
    last_on = forms.DateField(label=_("Hasta, incluido"), widget=date_input())
    leg = forms.TypedChoiceField(
        label=_("Vuelta"),
        choices=[("", "—"), (1, _("primera")), (2, _("segunda"))],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("Solo para el último día de una vuelta."),
    )
    note = forms.CharField(
        label=_("Motivo"),
        max_length=120,
        required=False,
        help_text=_("Lo lee quien propone una fecha que no puede ser."),
    )
