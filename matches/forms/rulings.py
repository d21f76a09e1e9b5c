"""The editor of a ruling: texts, clauses, and effects in lines that can be added.

It is one thing to the page: it starts from the case (or from the ruling that is to be mended), it
can be shown again with what was typed, and it gives the effects.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from league.forms.base import Choices, ServiceForm, date_input, moment_field
from matches import effects as fx
from matches.forms.files import clause_groups
from matches.services.rulings import LONGEST
from matches.states.partida import EndedAs, Side

RESULTS = [
    ("leave", _("Dejar el resultado como está")),
    ("change", _("Cambiar los juegos de alguna mesa")),
    ("award", _("Adjudicar el encuentro con un resultado")),
    ("annul", _("Anular el encuentro: no cuenta")),
    ("replay", _("Repetir el encuentro")),
]
ENDINGS = [
    (EndedAs.PLAYED, _("jugada")),
    (EndedAs.FORFEIT_HOME, _("la pierde el local: no jugó o está descalificado")),
    (EndedAs.FORFEIT_AWAY, _("la pierde la visita: no jugó o está descalificada")),
    (EndedAs.AWARDED, _("adjudicada")),
    (EndedAs.REFEREE, _("terminada por el juez-árbitro")),
    (EndedAs.ABANDONED, _("sin terminar")),
]
SIDES = [("", "—"), (Side.HOME, _("local")), (Side.AWAY, _("visita"))]
_MOST_LINES = 40
_GAP = re.compile(r"\[[^\]]*\]")  # what the texts that a ruling starts from leave open


class RulingForm(ServiceForm):
    field_of_code = {
        "ruling.without_clauses": "clauses",
        "incident.unknown_clause": "clauses",
        "effect.score": "home_score",
        "effect.replay_past": "replay_at",
    }

    facts = forms.CharField(
        label=_("Hechos, en breve"),
        max_length=LONGEST,
        help_text=_("Se publican en el tablón: sin nombres de personas, con fichas y mesas."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    decision = forms.CharField(
        label=_("Decisión"),
        max_length=LONGEST,
        help_text=_("Se publica. Es inapelable (M-E.1, M-D.21)."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    clauses = forms.MultipleChoiceField(label=_("Artículos"), widget=forms.CheckboxSelectMultiple)
    result = forms.ChoiceField(
        label=_("Qué pasa con el resultado"), choices=RESULTS, widget=forms.RadioSelect
    )
    home_score = forms.IntegerField(label=_("Mesas del local"), min_value=0, required=False)
    away_score = forms.IntegerField(label=_("Mesas de la visita"), min_value=0, required=False)
    replay_at = moment_field(
        label=_("Fecha de la repetición"),
        required=False,
        help_text=_("En blanco, la pondrá la organización."),
    )

    def __init__(self, *args: Any, discipline: str, has_result: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = dict(self.fields)
        fields["clauses"].choices = clause_groups(discipline)
        if not has_result:
            fields["result"].choices = RESULTS[:1]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name in ("facts", "decision"):
            gap = _GAP.search(data.get(name) or "")
            if gap:
                self.add_error(name, _("Falta completar «%(gap)s».") % {"gap": gap.group()})
        if data.get("result") == "award":
            for name in ("home_score", "away_score"):
                if data.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Falta el número de mesas."))
        return data


class BoardForm(forms.Form):
    board = forms.IntegerField(widget=forms.HiddenInput)
    home_games = forms.IntegerField(label=_("Juegos del local"), min_value=0, max_value=20)
    away_games = forms.IntegerField(label=_("Juegos de la visita"), min_value=0, max_value=20)
    ended_as = forms.ChoiceField(label=_("Cómo acabó"), choices=ENDINGS)
    awarded_to = forms.ChoiceField(label=_("El punto, para"), choices=SIDES, required=False)


class _Line(forms.Form):
    """A line of a kind of effect; left empty it says nothing."""

    needs: tuple[str, ...] = ()

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        filled = [name for name in self.fields if data.get(name) not in (None, "")]
        if filled and not self.errors:
            for name in self.needs:
                if data.get(name) in (None, ""):
                    self.add_error(name, _("Falta este dato."))
        return data

    @property
    def is_filled(self) -> bool:
        return bool(self.is_valid() and self.cleaned_data.get(self.needs[0]) not in (None, ""))

    def effect(self) -> fx.Effect:
        raise NotImplementedError


def _pick(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, coerce=int, empty_value=None, required=False)


class SuspensionLine(_Line):
    needs = ("player",)
    player = _pick(_("Jugador"))
    encounters = forms.IntegerField(
        label=_("Encuentros"), min_value=1, max_value=fx.MOST_ENCOUNTERS, required=False
    )
    until = forms.DateField(
        label=_("O hasta el día, incluido"), widget=date_input(), required=False
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        spans = [data.get(name) for name in ("encounters", "until")]
        if data.get("player") and not self.errors and all(span is None for span in spans):
            self.add_error("encounters", _("Falta por cuántos encuentros, o hasta qué día."))
        if all(span is not None for span in spans):
            self.add_error("until", _("O por encuentros o hasta un día: una de las dos cosas."))
        return data

    def effect(self) -> fx.Effect:
        data = self.cleaned_data
        return fx.SuspendPlayer(data["player"], data["encounters"], data["until"])


class DisqualificationLine(_Line):
    needs = ("player",)
    player = _pick(_("Jugador"))

    def effect(self) -> fx.Effect:
        return fx.Disqualify(self.cleaned_data["player"])


class ExpulsionLine(_Line):
    needs = ("team",)
    team = _pick(_("Peña"))

    def effect(self) -> fx.Effect:
        return fx.ExpelTeam(self.cleaned_data["team"])


class FineLine(_Line):
    needs = ("team", "euros")
    team = _pick(_("Peña"))
    euros = forms.DecimalField(
        label=_("Euros"),
        min_value=Decimal("0.01"),
        max_value=Decimal("99999.99"),
        decimal_places=2,
        required=False,
    )

    def effect(self) -> fx.Effect:
        return fx.Fine(self.cleaned_data["team"], int(self.cleaned_data["euros"] * 100))


class PointsLine(_Line):
    needs = ("team", "points")
    team = _pick(_("Peña"))
    points = forms.IntegerField(
        label=_("Puntos que pierde"), min_value=1, max_value=fx.MOST_POINTS, required=False
    )

    def effect(self) -> fx.Effect:
        return fx.DeductPoints(self.cleaned_data["team"], self.cleaned_data["points"])


class WarningLine(_Line):
    needs = ("subject",)
    subject = forms.ChoiceField(label=_("A quién"), required=False)

    def effect(self) -> fx.Effect:
        kind, _sep, pk = str(self.cleaned_data["subject"]).partition(":")
        if kind == "team":
            return fx.Warn(team=int(pk))
        team, _sep, player = pk.partition(":")
        return fx.Warn(team=int(team), player=int(player))


LINES: Mapping[str, type[_Line]] = {
    "suspensions": SuspensionLine,
    "disqualifications": DisqualificationLine,
    "fines": FineLine,
    "points": PointsLine,
    "warnings": WarningLine,
    "expulsions": ExpulsionLine,
}
TITLES: Mapping[str, Any] = {
    "suspensions": _("Suspensiones"),
    "disqualifications": _("Descalificados el resto de la temporada"),
    "fines": _("Multas"),
    "points": _("Puntos de la clasificación"),
    "warnings": _("Apercibimientos"),
    "expulsions": _("Peñas expulsadas de la competición"),
}


class Parties:
    """What the lines may name: teams and their players, as choices."""

    def __init__(self, teams: Iterable[Any], registrations: Iterable[Any]) -> None:
        rows = list(registrations)
        self.teams: Choices = [("", "—"), *((team.pk, team.name) for team in teams)]
        self.players: Choices = [
            ("", "—"),
            *((row.player_id, f"{row.team.name}, {row.slot} · {row.player}") for row in rows),
        ]
        self.subjects: Choices = [
            ("", "—"),
            *((f"team:{pk}", name) for pk, name in self.teams[1:]),
            *(
                (
                    f"player:{row.team_id}:{row.player_id}",
                    f"{row.team.name}, {row.slot} · {row.player}",
                )
                for row in rows
            ),
        ]

    def fill(self, line: forms.Form) -> None:
        fields: dict[str, Any] = dict(line.fields)
        for name, choices in (
            ("team", self.teams),
            ("player", self.players),
            ("subject", self.subjects),
        ):
            if name in fields:
                fields[name].choices = choices


class Editor:
    """The form, its boards and its lines. `data` is a POST; `typed` shows it without judging."""

    def __init__(
        self,
        *,
        parties: Parties,
        discipline: str,
        base: Mapping[str, Any] | None,
        initial: Mapping[str, Any] | None = None,
        data: QueryDict | None = None,
        typed: QueryDict | None = None,
        more: str = "",
    ) -> None:
        self.base = base
        source = typed if typed is not None else data
        first = dict(initial or {})
        if typed is not None:
            first = typed.dict() | {"clauses": typed.getlist("clauses")}
        self.form = RulingForm(
            data, initial=first, discipline=discipline, has_result=base is not None
        )
        boards = base["boards"] if base else []
        self.boards = []
        for board in boards:
            prefix = f"board-{board['board']}"
            start = board if typed is None else _row(typed, prefix, BoardForm)
            if typed is None and initial is not None:
                start = dict(start) | initial.get("boards", {}).get(board["board"], {})
            self.boards.append(
                BoardForm(data, prefix=prefix, initial={"board": board["board"]} | dict(start))
            )
        self.lines: dict[str, list[_Line]] = {}
        for name, kind in LINES.items():
            told = [] if initial is None else initial.get(name, [])
            count = min(_count(source, name), _MOST_LINES) if source is not None else len(told) + 1
            made = []
            for number in range(count + (1 if more == name else 0)):
                prefix = f"{name}-{number}"
                start = _row(typed, prefix, kind) if typed is not None else None
                if start is None and number < len(told):
                    start = told[number]
                line = kind(data, prefix=prefix, initial=start)
                parties.fill(line)
                made.append(line)
            self.lines[name] = made

    @property
    def kinds(self) -> list[dict[str, Any]]:
        """The lines as the page shows them."""
        return [
            {"name": name, "title": TITLES[name], "lines": lines, "count": len(lines)}
            for name, lines in self.lines.items()
        ]

    @property
    def clause_groups(self) -> list[dict[str, Any]]:
        """The clauses by article; an article with a chosen clause stands open."""
        chosen = {str(value) for value in (self.form["clauses"].value() or [])}
        boxes = {box.data["value"]: box for box in self.form["clauses"]}
        field: Any = self.form.fields["clauses"]
        return [
            {
                "title": title,
                "boxes": [boxes[value] for value, _label in group],
                "open": any(value in chosen for value, _label in group),
            }
            for title, group in field.choices
        ]

    def is_valid(self) -> bool:
        parts: list[forms.Form] = [self.form]
        if self.form.is_valid() and self.form.cleaned_data["result"] == "change":
            parts += self.boards
        for lines in self.lines.values():
            parts += lines
        judged = [part.is_valid() for part in parts]  # every part, so that all errors are shown
        return all(judged)

    def effects(self) -> list[fx.Effect]:
        """What the ruling would do. The editor is valid."""
        found: list[fx.Effect] = [self._result()]
        for lines in self.lines.values():
            found += [line.effect() for line in lines if line.is_filled]
        return found

    def _result(self) -> fx.Effect:
        data = self.form.cleaned_data
        if data["result"] == "award":
            return fx.AwardResult(data["home_score"], data["away_score"])
        if data["result"] == "annul":
            return fx.AnnulResult()
        if data["result"] == "replay":
            return fx.OrderReplay(data["replay_at"])
        if data["result"] == "change":
            return fx.ChangeResult(tuple(self._changed()))
        return fx.LeaveResult()

    def _changed(self) -> Iterable[fx.Board]:
        was = {board["board"]: board for board in (self.base or {"boards": []})["boards"]}
        for form in self.boards:
            new = form.cleaned_data
            old = was[new["board"]]
            keys = ("home_games", "away_games", "ended_as", "awarded_to")
            if any((old[key] or "") != (new[key] or "") for key in keys):
                yield fx.Board(new["board"], *(new[key] for key in keys))


def initial_of(effects: Iterable[fx.Effect]) -> dict[str, Any]:
    """The effects of a ruling as the editor starts from them."""
    start: dict[str, Any] = {"result": "leave", **{name: [] for name in LINES}}
    for effect in effects:
        if isinstance(effect, fx.SuspendPlayer):
            line = {
                "player": effect.player,
                "encounters": effect.encounters,
                "until": effect.until,
            }
            start["suspensions"].append(line)
        elif isinstance(effect, fx.Disqualify):
            start["disqualifications"].append({"player": effect.player})
        elif isinstance(effect, fx.ExpelTeam):
            start["expulsions"].append({"team": effect.team})
        elif isinstance(effect, fx.Fine):
            euros = Decimal(effect.cents) / 100
            start["fines"].append({"team": effect.team, "euros": euros})
        elif isinstance(effect, fx.DeductPoints):
            start["points"].append({"team": effect.team, "points": effect.points})
        elif isinstance(effect, fx.Warn):
            named = f"player:{effect.team}:{effect.player}" if effect.player else ""
            start["warnings"].append({"subject": named or f"team:{effect.team}"})
        else:
            start["result"] = fx.word(effect)
            if isinstance(effect, fx.ChangeResult):
                start["boards"] = {board.board: asdict(board) for board in effect.boards}
            if isinstance(effect, fx.AwardResult):
                start |= {"home_score": effect.home_score, "away_score": effect.away_score}
            if isinstance(effect, fx.OrderReplay):
                start["replay_at"] = effect.starts_at
    return start


def _count(data: QueryDict, name: str) -> int:
    text = data.get(f"{name}-count") or ""
    return int(text) if text.isdecimal() else 1


def _row(data: QueryDict, prefix: str, kind: type[forms.Form]) -> dict[str, Any]:
    return {name: data.get(f"{prefix}-{name}", "") for name in kind.base_fields}
