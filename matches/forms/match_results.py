"""The result of a match, set by set."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from league.forms.base import ServiceForm, moment_field
from rules.formats import PartidaFormat, Score


class MatchResultForm(ServiceForm):
    """The points of every set that was played; what cannot be, the rules say."""

    ended_at = moment_field(label=_("Hora del final"))

    def __init__(self, *args: Any, match_format: PartidaFormat, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sets = range(1, match_format.longest + 1)
        for number in self.sets:
            must = number <= match_format.needed
            for side, word in (("home", _("local")), ("away", _("visita"))):
                self.fields[f"set_{number}_{side}"] = forms.IntegerField(
                    label=_now("Set %(number)s, %(side)s") % {"number": number, "side": word},
                    min_value=0,
                    max_value=99,
                    required=must,
                    widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
                )
        self.order_fields(
            [f"set_{number}_{side}" for number in self.sets for side in ("home", "away")]
        )

    @property
    def rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """Number, home and away of every set."""
        return [
            (number, self[f"set_{number}_home"], self[f"set_{number}_away"]) for number in self.sets
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for number in self.sets:
            home, away = data.get(f"set_{number}_home"), data.get(f"set_{number}_away")
            if (home is None) != (away is None) and not self.errors:
                missing = f"set_{number}_{'home' if home is None else 'away'}"
                self.add_error(missing, _("Faltan los tantos de uno de los dos."))
        return data

    def written(self) -> list[Score]:
        """The sets in their order, those left blank out; only after `is_valid`."""
        data = self.cleaned_data
        played = [(data[f"set_{number}_home"], data[f"set_{number}_away"]) for number in self.sets]
        return [(home, away) for home, away in played if home is not None and away is not None]
