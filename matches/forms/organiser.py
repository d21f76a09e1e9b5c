"""What the organiser writes about an encounter, a team or a table."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from league.forms.base import Choices, ServiceForm, id_field, moment_field
from league.models import Registration, Team
from matches.forms.deals import DEAL_REFUSALS, record_field
from matches.forms.files import clause_choices
from matches.models import Break
from matches.services.claims import LONGEST
from matches.services.ending import ABSENT, FEWER_PAIRS
from matches.states.partida import EndedAs, Side
from rules.discipline import Discipline
from rules.formats import PartidaFormat


def text_field(**kwargs: Any) -> forms.CharField:
    """A few lines in somebody's own words."""
    return forms.CharField(widget=forms.Textarea(attrs={"rows": 3}), max_length=2000, **kwargs)


_PHOTO = {
    f"evidence.{word}": "photo"
    for word in (
        "active",
        "broken",
        "empty",
        "extension",
        "kind",
        "locked",
        "too_big",
        "too_many_pixels",
        "two_kinds",
        "unpacks_too_big",
    )
}


class MoveForm(ServiceForm):
    field_of_code = {"encounter.move_without_reason": "reason"}

    starts_at = moment_field(label=_("Nueva fecha y hora"))
    venue_id = id_field([], empty=_("Sin decidir"), label=_("Local"), required=False)
    reason = text_field(label=_("Motivo"), help_text=_("Queda en la historia del encuentro."))
    tell = forms.BooleanField(
        label=_("Avisar a los delegados de los dos equipos"), required=False, initial=True
    )

    def __init__(self, *args: Any, venues: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["venue_id"]
        field.choices = [("", _("Sin decidir")), *venues]


class PostponeForm(ServiceForm):
    field_of_code = {"encounter.move_without_reason": "reason"}

    reason = text_field(label=_("Motivo"), help_text=_("Queda en la historia del encuentro."))
    tell = forms.BooleanField(
        label=_("Avisar a los delegados de los dos equipos"), required=False, initial=True
    )


class ResultForm(ServiceForm):
    """The result of every board, only what the season's format allows, and the end."""

    ended_at = moment_field(
        label=_("Hora del final"), help_text=_("Desde ella cuentan las 24 horas para reclamar.")
    )

    def __init__(
        self,
        *args: Any,
        boards: int,
        discipline: Discipline,
        partida_format: PartidaFormat,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.boards = range(1, boards + 1)
        choices = result_choices(discipline, partida_format)
        for number in self.boards:
            self.fields[f"board_{number}"] = forms.ChoiceField(
                label=_now("Mesa %(number)s (local–visita)") % {"number": number},
                choices=choices,
            )
        self.order_fields([f"board_{number}" for number in self.boards])

    def written(self) -> dict[int, dict[str, Any]]:
        """Board number → what the services take."""
        return {
            number: board_values(self.cleaned_data[f"board_{number}"]) for number in self.boards
        }


class ActaForm(ResultForm):
    """An acta received on paper: besides the results who sat where, breaks, and its moments.

    A break is typed by the clock; one before the hour of the start was after midnight.
    """

    BREAKS = 2  # a board takes one of each kind as a rule (M-D.4, M-T.4)
    field_of_code = {
        "acta.received_in_future": "received_at",
        "acta.paper_without_players": "without_names",
        "acta.correction_without_reason": "note",
        **_PHOTO,
    }

    started_at = moment_field(label=_("Hora del comienzo"), required=False)
    received_at = moment_field(
        label=_("Cuándo se recibió"), help_text=_("El momento en que se entregó el papel.")
    )
    note = text_field(
        label=_("Observaciones del acta"),
        required=False,
        help_text=_("Lo que está escrito en el papel: incidencias, disconformidades."),
    )
    without_names = forms.BooleanField(
        label=_("El papel no trae los nombres de quienes jugaron"),
        required=False,
        help_text=_("Sin ellos no se comprueba quién jugó (M-D.19)."),
    )
    photo = forms.FileField(
        label=_("Foto o escaneado del acta"),
        required=False,
        help_text=_("JPEG, PNG o PDF, hasta 8 MB."),
    )

    def __init__(
        self,
        *args: Any,
        fichas: dict[str, Sequence[Registration]],
        teams: dict[str, Team],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.slots = {row.pk: row.slot for rows in fichas.values() for row in rows}
        names = []
        for number in self.boards:
            for side in Side:
                for position in (1, 2):
                    name = seat_name(number, side, position)
                    names.append(name)
                    self.fields[name] = id_field(
                        [(row.pk, _ficha(row)) for row in fichas[side]],
                        empty=_("—"),
                        required=False,
                        label=_now("%(team)s, jugador %(position)s")
                        % {"team": teams[side].name, "position": position},
                    )
            self._add_breaks(number, teams)

    def _add_breaks(self, number: int, teams: dict[str, Team]) -> None:
        kinds = [
            (f"{kind}:{side}", f"{kind.label.capitalize()} · {teams[side].name}")
            for kind in Break.Kind
            for side in Side
        ]
        for nth in range(1, self.BREAKS + 1):
            self.fields[break_name(number, nth, "kind")] = forms.ChoiceField(
                label=_now("Descanso"), choices=[("", "—"), *kinds], required=False
            )
            for name, label in (("from", _now("Desde las")), ("to", _now("Hasta las"))):
                self.fields[break_name(number, nth, name)] = forms.TimeField(
                    label=label,
                    required=False,
                    widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
                )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for number in self.boards:
            for nth in range(1, self.BREAKS + 1):
                names = [break_name(number, nth, name) for name in ("kind", "from", "to")]
                typed = [name for name in names if cleaned.get(name) not in (None, "")]
                for name in names if typed else ():
                    if name not in typed and name not in self.errors:
                        self.add_error(name, _("Falta este dato del descanso."))
            for side in Side:
                first, second = (seat_name(number, side, place) for place in (1, 2))
                if bool(cleaned.get(first)) != bool(cleaned.get(second)):
                    empty = second if cleaned.get(first) else first
                    self.add_error(empty, _("Falta este jugador de la pareja de la mesa."))
        return cleaned

    def written(self) -> dict[int, dict[str, Any]]:
        boards = super().written()
        for number, values in boards.items():
            for side in Side:
                values[side.lower()] = [
                    {"registration": pk, "slot": self.slots[pk]}
                    for position in (1, 2)
                    if (pk := self.cleaned_data[seat_name(number, side, position)])
                ]
            values["breaks"] = self._breaks(number)
        return boards

    def _breaks(self, number: int) -> list[dict[str, Any]]:
        began = self.cleaned_data.get("started_at") or self.cleaned_data["ended_at"]
        found = []
        for nth in range(1, self.BREAKS + 1):
            kind, starts, ends = (
                self.cleaned_data[break_name(number, nth, name)] for name in ("kind", "from", "to")
            )
            if not kind:
                continue
            word, side = kind.split(":")
            started_at = moment_after(began, starts)
            found.append(
                {
                    "kind": word,
                    "side": side,
                    "started_at": started_at,
                    "ended_at": moment_after(started_at, ends),
                }
            )
        return found

    def board_fields(self) -> list[dict[str, Any]]:
        """The fields of each board, for the page."""
        return [
            {
                "number": number,
                "result": self[f"board_{number}"],
                "home": [self[seat_name(number, Side.HOME, place)] for place in (1, 2)],
                "away": [self[seat_name(number, Side.AWAY, place)] for place in (1, 2)],
                "breaks": [
                    [self[break_name(number, nth, name)] for name in ("kind", "from", "to")]
                    for nth in range(1, self.BREAKS + 1)
                ],
                "has_breaks": any(
                    self[break_name(number, nth, name)].value()
                    for nth in range(1, self.BREAKS + 1)
                    for name in ("kind", "from", "to")
                ),
            }
            for number in self.boards
        ]


def seat_name(board: int, side: Side, position: int) -> str:
    return f"seat_{board}_{side.lower()}_{position}"


def break_name(board: int, nth: int, name: str) -> str:
    return f"break_{board}_{nth}_{name}"


def moment_after(moment: datetime, clock: time) -> datetime:
    """The first time that the clock shows this hour, not before the moment (to the minute)."""
    local = timezone.localtime(moment).replace(second=0, microsecond=0)
    found = local.replace(hour=clock.hour, minute=clock.minute, fold=0)
    return found if found >= local else found + timedelta(days=1)


def _ficha(row: Registration) -> str:
    text = f"{row.slot} · {row.player}"
    if row.released_at is not None:
        return _now("%(ficha)s (de baja)") % {"ficha": text}
    return text


def result_choices(discipline: Discipline, partida_format: PartidaFormat) -> list[Any]:
    """Everything a board of this format can end as; `board_values` reads it back."""
    finished = [
        (f"PLAYED:{home}:{away}", f"{home}–{away}")
        for home, away in discipline.legal_results(partida_format)
    ]
    stopped: Choices = []
    for home, away in discipline.legal_partial(partida_format):
        for side, words in (
            (Side.HOME, _now("gana el local")),
            (Side.AWAY, _now("gana la visita")),
        ):
            leads = Side.HOME if home > away else Side.AWAY
            if home == away or side == leads:
                stopped.append((f"REFEREE:{home}:{away}:{side}", f"{home}–{away}, {words}"))
    return [
        ("", _("Elegir")),
        (_("Terminada"), finished),
        (
            _("No se jugó"),
            [
                ("FORFEIT_HOME:0:0", _("Faltó la pareja local: gana la visita")),
                ("FORFEIT_AWAY:0:0", _("Faltó la pareja visitante: gana el local")),
                ("ABANDONED:0:0", _("No se pudo terminar: decide el comité")),
            ],
        ),
        (_("La terminó el juez-árbitro"), stopped),
    ]


def board_values(choice: str) -> dict[str, Any]:
    ended_as, home, away, *awarded = choice.split(":")
    return {
        "home_games": int(home),
        "away_games": int(away),
        "ended_as": EndedAs(ended_as),
        "awarded_to": Side(awarded[0]) if awarded else "",
    }


class WalkoverForm(ServiceForm):
    field_of_code = {"incident.without_text": "text", "walkover.names_one_side": "absent"}

    absent = forms.ChoiceField(label=_("Quién no puede jugar"), widget=forms.RadioSelect)
    reason = forms.ChoiceField(
        label=_("Por qué"),
        widget=forms.RadioSelect,
        choices=[
            (ABSENT, _("No se presentó")),
            (FEWER_PAIRS, _("Tenía menos de tres parejas")),
        ],
    )
    pairs_presented = forms.IntegerField(
        label=_("Parejas que presentó"), min_value=0, max_value=2, initial=0
    )
    text = text_field(label=_("Qué pasó"))

    def __init__(
        self, *args: Any, home: str, away: str, in_pairs: bool = True, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["absent"]
        field.choices = [("HOME", home), ("AWAY", away), ("BOTH", _("Ninguno de los dos"))]
        if not in_pairs:
            # A team is there or it is not: there are no pairs to be short of.
            del self.fields["pairs_presented"], self.fields["reason"]

    def sides(self) -> list[Side]:
        absent = self.cleaned_data["absent"]
        return list(Side) if absent == "BOTH" else [Side(absent)]


class ClaimOnPaperForm(ServiceForm):
    """`key` is made with the form: sent twice, it is one claim."""

    field_of_code = {
        "claim.received_in_future": "received_at",
        "claim.without_text": "text",
        "claim.text_too_long": "text",
        "claim.photo_missing": "photo",
        "claim.incident_of_another": "incident_id",
        "incident.unknown_clause": "clause",
        **dict.fromkeys(DEAL_REFUSALS, "record"),
        **_PHOTO,
    }

    team_id = id_field([], label=_("Quién reclama"), widget=forms.RadioSelect)
    received_at = moment_field(label=_("Cuándo se recibió"))
    incident_id = id_field(
        [],
        empty=_("Ninguna: no consta en el acta"),
        label=_("Incidencia del acta a la que se refiere"),
        required=False,
    )
    clause = forms.ChoiceField(
        label=_("Artículo del reglamento"),
        required=False,
        help_text=_("El que diga el papel. Si no dice ninguno, se deja en blanco."),
    )
    text = forms.CharField(
        label=_("Qué dice la reclamación"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    record = record_field()
    photo = forms.FileField(
        label=_("Foto o escaneado del papel"), help_text=_("JPEG, PNG o PDF, hasta 8 MB.")
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        teams: Choices,
        incidents: Choices,
        discipline: str,
        takes_deals: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if not takes_deals:
            del self.fields["record"]
        team: Any = self.fields["team_id"]
        team.choices = teams
        clause: Any = self.fields["clause"]
        clause.choices = clause_choices(discipline, _("Ninguno en concreto"))
        incident: Any = self.fields["incident_id"]
        incident.choices = [incident.choices[0], *incidents]


class WithdrawForm(ServiceForm):
    field_of_code = {"withdrawal.without_reason": "reason"}

    reason = forms.CharField(
        label=_("Motivo"), max_length=200, help_text=_("Se ve en los encuentros que no se juegan.")
    )
    sure = forms.BooleanField(label=_("Se ha comprobado lo que cambia"))


class AdjustmentForm(ServiceForm):
    field_of_code = {
        "adjustment.zero": "points",
        "adjustment.too_many": "points",
        "adjustment.without_reason": "reason",
    }

    team_id = id_field([], label=_("Equipo"))
    points = forms.IntegerField(
        label=_("Puntos"),
        min_value=-99,
        max_value=99,
        help_text=_("Con signo menos si se quitan: −1."),
    )
    reason = forms.CharField(
        label=_("Motivo"), max_length=200, help_text=_("Se ve en la clasificación.")
    )

    def __init__(self, *args: Any, teams: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["team_id"]
        field.choices = teams


class ReverseForm(ServiceForm):
    field_of_code = {"adjustment.without_reason": "reason"}

    reason = forms.CharField(label=_("Por qué se anula"), max_length=200)


class LotForm(ServiceForm):
    """The order drawn among teams (id, name) that are level: a field for each place."""

    def __init__(self, *args: Any, teams: Sequence[tuple[int, str]], first: int, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.places = [f"place_{nth}" for nth in range(1, len(teams) + 1)]
        for position, name in enumerate(self.places, start=first):
            self.fields[name] = id_field(
                list(teams), empty=_("Elegir"), label=_now("%(nth)s.º") % {"nth": position}
            )
        self.fields["note"] = forms.CharField(
            label=_("Cómo se hizo"),
            max_length=300,
            required=False,
            help_text=_("Por ejemplo, con papeletas y ante los dos delegados."),
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        seen: set[int] = set()
        for name in self.places:
            team = data.get(name)
            if team is None:
                continue
            if team in seen:
                self.add_error(name, _("Ya está más arriba: elegir otro."))
            seen.add(team)
        return data

    @property
    def team_ids(self) -> list[int]:
        return [self.cleaned_data[name] for name in self.places]


class PublishForm(ServiceForm):
    """`version` is the division's when the difference was shown: what is published is what was
    seen."""

    matchday_id = id_field([], label=_("Después de la jornada"))
    note = forms.CharField(
        label=_("Nota"),
        max_length=300,
        required=False,
        help_text=_("Sale debajo de la clasificación publicada."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, matchdays: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["matchday_id"]
        field.choices = matchdays


def moment_before(moment: datetime, now: datetime) -> datetime:
    """A proposal for an hour that cannot be in the future, to the minute."""
    return min(moment, now).replace(second=0, microsecond=0)
