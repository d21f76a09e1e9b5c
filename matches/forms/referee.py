"""What a referee notes, and whom the organiser sends."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.base import ServiceForm, id_field
from league.models import User
from matches.incident_kinds import KINDS, REFEREE_WARNINGS
from matches.states.partida import Side


class WarningForm(ServiceForm):
    """A warning to a pair (M-T.3, M-T.4)."""

    kind = forms.ChoiceField(
        label=_("Por qué"),
        choices=[(kind, KINDS[kind].words) for kind in REFEREE_WARNINGS],
        widget=forms.RadioSelect,
    )
    side = forms.TypedChoiceField(label=_("A qué pareja"), coerce=Side, widget=forms.RadioSelect)
    board = forms.IntegerField(min_value=1, max_value=20, widget=forms.HiddenInput)
    text = forms.CharField(
        label=_("Qué pasó"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Queda en el acta. Puede ir en blanco."),
    )

    def __init__(self, *args: Any, pairs: Mapping[Side, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["side"]
        field.choices = list(pairs.items())


class RefereeDutyForm(ServiceForm):
    field_of_code = {"duty.no_referee": "referee_id"}

    referee_id = id_field([], label=_("Juez-árbitro"), empty=_("Elegir…"))

    def __init__(self, *args: Any, referees: Iterable[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["referee_id"]
        field.choices = [("", _("Elegir…")), *((one.pk, str(one)) for one in referees)]
