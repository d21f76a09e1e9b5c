"""What a delegate types in an evening. Whether it may be is for the services to say."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.base import ServiceForm
from matches.forms.deals import DEAL_REFUSALS, record_field
from matches.incident_kinds import KINDS
from matches.selectors.evening_acta import BoardLine
from matches.selectors.evening_boards import Seated
from matches.services.ending import ABSENT, FEWER_PAIRS
from matches.services.seats import CLAUSES as SEAT_CLAUSES
from matches.signing_code import DIGITS
from matches.states.partida import EndedAs, Side
from rules.regulation import CLAUSES

MADRID = ZoneInfo("Europe/Madrid")  # M-D.3
_TEXTAREA = {"rows": 3}


def text_field(label: Any, **more: Any) -> forms.CharField:
    return forms.CharField(
        label=label, max_length=2000, widget=forms.Textarea(attrs=_TEXTAREA), **more
    )


class MomentField(forms.Field):
    """A date and hour of the league, to the minute, as an aware moment (M-D.3).

    In the hour that the clocks repeat in October the later one counts that is not after `latest`:
    what a delegate types has happened.
    """

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    default_error_messages = {"invalid": _("No se entiende la fecha y la hora.")}

    def __init__(self, *, latest: datetime, **more: Any) -> None:
        self.latest = latest
        super().__init__(**more)

    def prepare_value(self, value: Any) -> Any:
        return value.astimezone(MADRID).replace(tzinfo=None) if hasattr(value, "tzinfo") else value

    def to_python(self, value: Any) -> datetime | None:
        if value in self.empty_values:
            return None
        try:
            naive = datetime.fromisoformat(str(value)).replace(tzinfo=None)
        except ValueError:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from None
        later, earlier = (
            naive.replace(tzinfo=MADRID, fold=fold).astimezone(UTC) for fold in (1, 0)
        )
        return later if later <= self.latest else earlier


class EndForm(forms.Form):
    """The official time. Untouched, it is the moment proposed, to the second."""

    proposed = forms.CharField(required=False, widget=forms.HiddenInput)
    replaces = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *arguments: Any, now: datetime, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.fields["ended_at"] = MomentField(
            label=_("Fin del encuentro"),
            latest=now,
            help_text=_("Hora peninsular. Desde esta hora cuentan las 24 horas para reclamar."),
        )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        ended_at = cleaned.get("ended_at")
        proposed = _moment(cleaned.get("proposed", ""))
        if ended_at and proposed and proposed.replace(second=0, microsecond=0) == ended_at:
            cleaned["ended_at"] = proposed
        return cleaned


class StopForm(EndForm):
    """Why the encounter could not be finished, and when that was clear."""

    text = text_field(_("Qué ha pasado"))
    field_order = ("text", "ended_at")


class TextForm(forms.Form):
    """A reason in writing."""

    text = text_field(_("Qué ha pasado"))


class SeatChangeForm(forms.Form):
    """Who was drawn and leaves, who takes the chair, and why (M-D.5)."""

    leaves = forms.TypedChoiceField(label=_("Deja la mesa"), coerce=int)
    enters = forms.TypedChoiceField(label=_("Entra"), coerce=int)
    clause = forms.ChoiceField(label=_("Artículo"))
    text = text_field(_("Qué ha pasado"), help_text=_("Queda escrito en el acta."))

    def __init__(
        self,
        *arguments: Any,
        leaving: Sequence[tuple[int, str]],
        entering: Sequence[tuple[int, str]],
        **more: Any,
    ) -> None:
        super().__init__(*arguments, **more)
        clauses = [(clause, f"{clause} · {CLAUSES[clause].title}") for clause in SEAT_CLAUSES]
        for name, choices in (("leaves", leaving), ("enters", entering), ("clause", clauses)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [*choices] if name == "clause" else [("", "—"), *choices]


class WalkoverForm(forms.Form):
    """Which side cannot play, and why."""

    OWN_FEWER, OTHER_FEWER, OTHER_ABSENT = "own-fewer", "other-fewer", "other-absent"

    who = forms.ChoiceField(label=_("Por qué no se juega"), widget=forms.RadioSelect)
    pairs = forms.TypedChoiceField(
        label=_("Parejas que presenta"),
        coerce=int,
        required=False,
        choices=[(2, "2"), (1, "1"), (0, _("ninguna"))],
        help_text=_("Solo si tiene menos de tres."),
    )
    text = text_field(_("Qué ha pasado"), help_text=_("Queda escrito en el acta."))

    def __init__(self, *arguments: Any, side: Side, teams: Mapping[str, str], **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.side = side
        own, other = teams[side], teams[side.other]
        fewer, absent = _("%(team)s tiene menos de tres parejas"), _("%(team)s no ha venido")
        who = self.fields["who"]
        assert isinstance(who, forms.ChoiceField)
        who.choices = [
            (self.OWN_FEWER, str(fewer) % {"team": own}),
            (self.OTHER_FEWER, str(fewer) % {"team": other}),
            (self.OTHER_ABSENT, str(absent) % {"team": other}),
        ]

    def facts(self) -> dict[str, Any]:
        """As the service takes them."""
        who = self.cleaned_data["who"]
        absent = who == self.OTHER_ABSENT
        return {
            "absent": [self.side if who == self.OWN_FEWER else self.side.other],
            "reason": ABSENT if absent else FEWER_PAIRS,
            "pairs_presented": 0 if absent else int(self.cleaned_data["pairs"] or 0),
            "text": self.cleaned_data["text"],
        }


class BoardForm(forms.Form):
    """Games of a board and the revision that the screen showed."""

    home = forms.IntegerField(min_value=0, max_value=20)
    away = forms.IntegerField(min_value=0, max_value=20)
    revision = forms.IntegerField(min_value=0)
    seen = forms.CharField(required=False, max_length=5)

    def clean_seen(self) -> tuple[int, int] | None:
        """The games that the screen showed before, as `3-1`."""
        home, dash, away = self.cleaned_data["seen"].partition("-")
        if not dash or not (home.isdecimal() and away.isdecimal()):
            return None
        return int(home), int(away)


class StonesForm(forms.Form):
    """The stones of who lost a game, none to take them out, and the revision that was shown."""

    stones = forms.IntegerField(required=False, min_value=0, max_value=99)

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.fields["stones-revision"] = forms.IntegerField(min_value=0)


class BreakForm(forms.Form):
    kind = forms.CharField(max_length=10)
    side = forms.TypedChoiceField(coerce=Side, choices=[(side, side) for side in Side])


class RefusalForm(forms.Form):
    """Who refuses to play at a board (M-D.14)."""

    registration = forms.TypedChoiceField(
        label=_("Quién se niega a jugar"), coerce=int, widget=forms.RadioSelect
    )
    text = text_field(_("Qué ha pasado"), required=False)

    def __init__(self, *arguments: Any, players: Iterable[Seated], **more: Any) -> None:
        super().__init__(*arguments, **more)
        registration = self.fields["registration"]
        assert isinstance(registration, forms.ChoiceField)
        registration.choices = [(one.registration, f"{one.slot} · {one.name}") for one in players]


class RefereeForm(forms.Form):
    """Who gets the point when the games are level (M-T.2)."""

    awarded_to = forms.TypedChoiceField(
        label=_("Gana la mesa"),
        coerce=Side,
        required=False,
        empty_value=None,
        widget=forms.RadioSelect,
    )

    def __init__(self, *arguments: Any, teams: Mapping[str, str], **more: Any) -> None:
        super().__init__(*arguments, **more)
        awarded_to = self.fields["awarded_to"]
        assert isinstance(awarded_to, forms.ChoiceField)
        awarded_to.choices = [(side, teams[side]) for side in Side]


class IncidentForm(ServiceForm):
    """What happened, with the clause it touches (M-D.18), and the deal that a disputed play is
    about."""

    field_of_code = dict.fromkeys(DEAL_REFUSALS, "record") | {
        "incident.deal_of_another_kind": "record"
    }

    kind = forms.ChoiceField(
        label=_("De qué se trata"),
        choices=[("", _("Elegir…")), *((k, v.words) for k, v in KINDS.items() if v.offered)],
    )
    board = forms.TypedChoiceField(label=_("Mesa"), coerce=int, required=False, empty_value=None)
    side = forms.ChoiceField(label=_("De qué peña"), required=False)
    text = text_field(_("Qué ha pasado"))
    friendly_settlement = forms.BooleanField(
        label=_("Se arregló entre los jugadores"),
        required=False,
        help_text=_("Si no, los malos modos y lo que el reglamento no prevé van al comité."),
    )
    clause = forms.ChoiceField(
        label=_("Artículo"),
        required=False,
        help_text=_("En blanco, el que corresponde al tipo elegido."),
    )
    record = record_field()

    def __init__(
        self, *arguments: Any, boards: int, teams: Mapping[str, str], prefix_of: str, **more: Any
    ) -> None:
        super().__init__(*arguments, **more)
        numbers = [(number, str(number)) for number in range(1, boards + 1)]
        self._choose("board", [("", _("ninguna en concreto")), *numbers])
        self._choose("side", [("", _("ninguna en concreto")), *teams.items()])
        clauses = [
            (clause.id, f"{clause.id} · {clause.title}")
            for clause in CLAUSES.values()
            if clause.id.startswith(prefix_of)
        ]
        self._choose("clause", [("", _("El del tipo elegido")), *clauses])

    def _choose(self, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def facts(self) -> dict[str, Any]:
        cleaned = dict(self.cleaned_data)
        cleaned["clause"] = cleaned["clause"] or KINDS[cleaned["kind"]].clause
        return cleaned


class HandDrawForm(forms.Form):
    """The pairs that came out on the table: two players a board and side."""

    def __init__(
        self,
        *arguments: Any,
        players: Mapping[Side, Sequence[tuple[int, str]]],
        teams: Mapping[str, str],
        **more: Any,
    ) -> None:
        super().__init__(*arguments, **more)
        self.pairs = {side: len(players[side]) // 2 for side in Side}
        for side in Side:
            choices = [("", "—"), *players[side]]
            for board in range(1, self.pairs[side] + 1):
                for place in (1, 2):
                    self.fields[f"{side}-{board}-{place}"] = forms.TypedChoiceField(
                        label=_("%(team)s, mesa %(board)s, jugador %(place)s")
                        % {"team": teams[side], "board": board, "place": place},
                        coerce=int,
                        choices=choices,
                    )

    def drawn(self, side: Side) -> list[list[int]]:
        """The pairs of a side, the first for board 1."""
        return [
            [self.cleaned_data[f"{side}-{board}-{place}"] for place in (1, 2)]
            for board in range(1, self.pairs[side] + 1)
        ]


class SignForm(forms.Form):
    """Signing the text with this digest, agreeing or not (M-D.18)."""

    acta = forms.IntegerField(widget=forms.HiddenInput)
    digest = forms.CharField(max_length=64, widget=forms.HiddenInput)
    disagrees = forms.BooleanField(label=_("Firmar disconforme"), required=False)
    disagreement = text_field(
        _("Motivo de la disconformidad"),
        required=False,
        help_text=_("Queda en el acta y es en lo que se apoya una reclamación."),
    )


class SignByCodeForm(SignForm):
    """The other side signs here, with its code. `people` are its delegates: one of several says who
    it is."""

    code = forms.CharField(
        label=_("Clave de firma"),
        max_length=12,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code"}),
    )
    signer = forms.TypedChoiceField(label=_("Quién firma"), coerce=int, required=False)
    field_order = ("acta", "digest", "code", "signer", "disagrees", "disagreement")

    def __init__(
        self, *arguments: Any, team: str, people: Sequence[tuple[int, str]], **more: Any
    ) -> None:
        super().__init__(*arguments, **more)
        self.fields["code"].label = _("Clave de firma de %(team)s") % {"team": team}
        if len(people) < 2:
            del self.fields["signer"]
            return
        signer = self.fields["signer"]
        assert isinstance(signer, forms.ChoiceField)
        signer.choices = people

    def clean_code(self) -> str:
        code = "".join(str(self.cleaned_data["code"]).split())
        if len(code) != DIGITS or not code.isdecimal():
            raise forms.ValidationError(_("Son seis cifras."), code="invalid")
        return code


class NotMeForm(forms.Form):
    """Which version was not signed by anybody of this side, and what is known of it."""

    acta = forms.IntegerField(widget=forms.HiddenInput)
    text = text_field(_("Qué ha pasado"), required=False)


class FileAloneForm(forms.Form):
    acta = forms.IntegerField(widget=forms.HiddenInput)
    digest = forms.CharField(max_length=64, widget=forms.HiddenInput)
    reason = text_field(_("Por qué no firma la otra peña"))


class CorrectionForm(forms.Form):
    """The boards of the acta in force, to be put right."""

    def __init__(
        self,
        *arguments: Any,
        boards: Sequence[BoardLine],
        teams: Mapping[str, str],
        ended_at: datetime,
        most: int,
        now: datetime,
        **more: Any,
    ) -> None:
        super().__init__(*arguments, **more)
        self.boards, self.ended_at = boards, ended_at
        for line in boards:
            for name, team, games in (
                ("home", teams[Side.HOME], line.home_games),
                ("away", teams[Side.AWAY], line.away_games),
            ):
                self.fields[f"{name}-{line.number}"] = forms.IntegerField(
                    label=_("Juegos de %(team)s") % {"team": team},
                    min_value=0,
                    max_value=most,
                    initial=games,
                    widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
                    error_messages={
                        "max_value": _("En la mesa %(board)s nadie gana más de %(most)s juegos.")
                        % {"board": line.number, "most": most},
                    },
                )
            self.fields[f"how-{line.number}"] = forms.ChoiceField(
                label=_("Cómo acabó"),
                initial=_how(line),
                choices=[
                    ("PLAYED", _("con sus juegos")),
                    ("FORFEIT_HOME", _("la pierde %(team)s sin jugar") % {"team": teams["HOME"]}),
                    ("FORFEIT_AWAY", _("la pierde %(team)s sin jugar") % {"team": teams["AWAY"]}),
                    ("REFEREE-HOME", _("juez-árbitro: gana %(team)s") % {"team": teams["HOME"]}),
                    ("REFEREE-AWAY", _("juez-árbitro: gana %(team)s") % {"team": teams["AWAY"]}),
                    ("ABANDONED", _("sin terminar")),
                ],
            )
        self.fields["ended_at"] = MomentField(
            label=_("Fin del encuentro"), latest=now, initial=ended_at
        )
        self.fields["note"] = text_field(_("Qué se corrige y por qué"))

    def groups(self) -> list[dict[str, Any]]:
        """The fields of each board, for the page."""
        return [
            {"line": line} | {name: self[f"{name}-{line.number}"] for name in _BOARD_FIELDS}
            for line in self.boards
        ]

    def changed_boards(self) -> dict[int, dict[str, Any]]:
        """New values by board number, only where something differs."""
        found = {}
        for line in self.boards:
            how = self.cleaned_data[f"how-{line.number}"]
            ended_as, _sign, awarded_to = how.partition("-")
            values = {
                "home_games": self.cleaned_data[f"home-{line.number}"],
                "away_games": self.cleaned_data[f"away-{line.number}"],
                "ended_as": ended_as,
                "awarded_to": awarded_to,
            }
            if how == _how(line):
                values |= {"ended_as": line.ended_as, "awarded_to": line.awarded_to}
            found[line.number] = values
        return found

    def new_end(self) -> datetime | None:
        """The corrected end; None when its minute was left alone."""
        given: datetime = self.cleaned_data["ended_at"]
        same = self.ended_at.replace(second=0, microsecond=0) == given
        return None if same else given


_BOARD_FIELDS = ("home", "away", "how")


def _how(line: BoardLine) -> str:
    if line.ended_as == EndedAs.REFEREE:
        return f"REFEREE-{line.awarded_to}"
    return line.ended_as or EndedAs.PLAYED


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else None
