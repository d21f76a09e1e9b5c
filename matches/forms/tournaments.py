"""What the organiser chooses for a tournament day, and says about its matches."""

import secrets
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from league.forms.base import DATETIME_LOCAL, Choices, ServiceForm, id_field, moment_field
from league.models import Court, Team
from league.tournament.timetable import MOST_COURTS
from matches.services.tournament_plans import TournamentSettings
from matches.states.partida import Side

MOST_GROUPS = 8


class TournamentForm(ServiceForm):
    """Read by GET: the preview has an address that can be kept, printed and sent."""

    field_of_code = {
        "tournament.groups": "groups",
        "tournament.qualify": "qualify",
        "tournament.one_qualifies": "qualify",
        "tournament.courts": "courts",
        "tournament.minutes": "minutes",
        "tournament.rest": "rest",
        "tournament.referees": "referees",
        "tournament.unknown_group": "divisions",
        "tournament.has_calendar": "divisions",
        "tournament.court_taken": "starts_at",
    }

    name = forms.CharField(
        label=_("Nombre"), max_length=60, help_text=_("Por ejemplo, Torneo de San Agustín.")
    )
    divisions = forms.TypedMultipleChoiceField(
        label=_("Grupos que participan"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    venue_id = id_field([], label=_("Local"))
    starts_at = moment_field(label=_("Comienzo"))
    courts = forms.IntegerField(
        label=_("Pistas"),
        min_value=1,
        max_value=MOST_COURTS,
        initial=3,
        help_text=_("Cuántos partidos se juegan a la vez. Las que el local no tenga se añaden."),
    )
    minutes = forms.IntegerField(
        label=_("Minutos por partido"),
        min_value=5,
        max_value=360,
        initial=30,
        help_text=_("Con el cambio de equipos incluido."),
    )
    rest = forms.IntegerField(
        label=_("Descanso mínimo de un equipo, en minutos"), min_value=0, max_value=360, initial=0
    )
    referees = forms.IntegerField(
        label=_("Partidos que se pueden arbitrar a la vez"),
        min_value=1,
        max_value=MOST_COURTS,
        required=False,
        help_text=_("Si faltan árbitros para todas las pistas."),
    )
    groups = forms.TypedChoiceField(
        label=_("Grupos"),
        coerce=int,
        initial=0,
    )
    qualify = forms.TypedChoiceField(
        label=_("Pasan a las eliminatorias"),
        coerce=int,
        initial=2,
        choices=[
            (0, _("Nadie: deciden los grupos")),
            (1, _("El primero de cada grupo")),
            (2, _("Los dos primeros")),
            (3, _("Los tres primeros")),
            (4, _("Los cuatro primeros")),
        ],
    )
    third_place = forms.BooleanField(label=_("Partido por el tercer puesto"), required=False)
    shuffle = forms.BooleanField(
        label=_("Sortear el orden de los que no son cabezas de serie"),
        required=False,
        help_text=_("Solo cuando se reparten los equipos. Sin sortear van por orden alfabético."),
    )
    seed = forms.IntegerField(
        required=False, min_value=0, max_value=2**31, widget=forms.HiddenInput
    )

    def __init__(
        self, *args: Any, divisions: Choices, venues: Choices, teams: Sequence[Team], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["divisions"]
        field.choices = divisions
        if len(divisions) == 1:
            field.widget = forms.MultipleHiddenInput()
        field.initial = [pk for pk, _name in divisions]
        venue: Any = self.fields["venue_id"]
        venue.choices = venues
        groups: Any = self.fields["groups"]
        groups.choices = [
            (0, _("Como están")),
            *(
                (many, _("Repartir los equipos en %(many)s grupos") % {"many": many})
                for many in range(2, MOST_GROUPS + 1)
            ),
        ]
        if len(divisions) == 1:
            groups.initial = max(2, min(MOST_GROUPS, len(teams) // 4 or 2))
        self.teams = teams
        for team in teams:
            self.fields[f"head_{team.pk}"] = forms.IntegerField(
                label=team.name, required=False, min_value=1, max_value=32
            )

    @property
    def main_fields(self) -> list[Any]:
        return [bound for bound in self if not bound.name.startswith("head_")]

    @property
    def head_fields(self) -> list[Any]:
        return [bound for bound in self if bound.name.startswith("head_")]

    @property
    def has_heads(self) -> bool:
        return any(bound.value() for bound in self.head_fields) or any(
            bound.errors for bound in self.head_fields
        )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        seen: dict[int, str] = {}
        for team in self.teams:
            number = cleaned.get(f"head_{team.pk}")
            if number is None:
                continue
            if number in seen:
                self.add_error(
                    f"head_{team.pk}",
                    _now("Ese número ya es de %(team)s.") % {"team": seen[number]},
                )
            seen[number] = team.name
        if not cleaned.get("groups"):
            cleaned["shuffle"] = False
        if not cleaned.get("shuffle"):
            cleaned["seed"] = None
        elif cleaned.get("seed") is None:
            cleaned["seed"] = secrets.randbelow(10**6)
        return cleaned

    @property
    def heads(self) -> list[tuple[int, int]]:
        """(number, team) of the seeded teams, best first. Only after `is_valid`."""
        numbered = [(self.cleaned_data.get(f"head_{team.pk}"), team.pk) for team in self.teams]
        return sorted((number, pk) for number, pk in numbered if number is not None)

    def settings(self) -> TournamentSettings:
        values = self.cleaned_data
        return TournamentSettings(
            name=values["name"],
            venue=values["venue_id"],
            starts_at=values["starts_at"],
            courts=values["courts"],
            minutes=values["minutes"],
            divisions=tuple(values["divisions"]),
            rest=values["rest"],
            referees=values["referees"],
            qualify=values["qualify"],
            third_place=values["third_place"],
            groups=values["groups"],
            heads=tuple(pk for _number, pk in self.heads),
            seed=values["seed"],
        )

    def query(self) -> list[tuple[str, str]]:
        """The choices as pairs for an address, with the seed fixed."""
        values = self.cleaned_data
        pairs = [("divisions", str(pk)) for pk in values["divisions"]]
        pairs += [
            ("name", values["name"]),
            ("venue_id", str(values["venue_id"])),
            ("starts_at", timezone.localtime(values["starts_at"]).strftime(DATETIME_LOCAL)),
        ]
        pairs += [
            (name, str(values[name]))
            for name in ("courts", "minutes", "rest", "referees", "groups", "qualify")
            if values[name] is not None
        ]
        if values["third_place"]:
            pairs.append(("third_place", "on"))
        pairs += [(f"head_{pk}", str(number)) for number, pk in self.heads]
        if values["seed"] is not None:
            pairs += [("shuffle", "on"), ("seed", str(values["seed"]))]
        return pairs


class FixtureMoveForm(ServiceForm):
    field_of_code = {
        "fixture.impossible": "starts_at",
        "fixture.doubtful": "accept",
        "tournament.court_taken": "court_id",
    }

    court_id = id_field([], label=_("Pista"))
    starts_at = moment_field(label=_("Hora"))
    accept = forms.BooleanField(
        label=_("Ponerlo así aunque el descanso o el orden no cuadren"), required=False
    )

    def __init__(self, *args: Any, courts: Sequence[Court], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["court_id"]
        field.choices = [(court.pk, court.name) for court in courts]


class FixtureDecideForm(ServiceForm):
    """Who goes on from a level match."""

    field_of_code = {"bracket.without_reason": "reason"}

    side = forms.ChoiceField(label=_("Quién pasa"), widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Cómo se decidió"),
        max_length=200,
        help_text=_("Por ejemplo, sorteo ante los dos delegados, o un set de desempate 10–7."),
    )

    def __init__(self, *args: Any, home: str, away: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["side"]
        field.choices = [(str(Side.HOME), home), (str(Side.AWAY), away)]
