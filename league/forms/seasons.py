"""The steps of founding a season; its settings are changed later with the same forms.

The step of the regulation is `league.forms.regulation`. What a discipline has no use for is not
asked: forms take its `rules` and ask them, never which discipline it is.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league import labels
from league.forms.base import Choices, ServiceForm, id_field, moment_field
from league.models import LatePenalty
from league.season_scheme import DEFAULTS, HEAD_TO_HEAD, KINDS, SUM_OF_SCORE
from league.standings import CRITERIA
from league.unit_words import unit_words
from rules.discipline import Discipline, SheetKind
from rules.registry import discipline

PLACES = 6
_RATIOS = ("score_ratio", "games_ratio")


class FoundingForm(ServiceForm):
    """Step 1: whose season it is."""

    title = _("Competición y edición")
    field_of_code = {
        "competition.name_taken": "competition_name",
        "season.name_taken": "season_name",
    }

    competition_id = id_field(
        [], empty=_("Una competición nueva"), label=_("Competición"), required=False
    )
    competition_name = forms.CharField(
        label=_("Nombre de la competición nueva"),
        max_length=120,
        required=False,
        help_text=_("Por ejemplo, Liga de mus de Avilés y comarca."),
    )
    organiser_name = forms.CharField(
        label=_("Entidad que la organiza"), max_length=120, required=False
    )
    season_name = forms.CharField(
        label=_("Edición"), max_length=60, help_text=_("Por ejemplo, 2026/27.")
    )

    def __init__(self, *args: Any, competitions: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["competition_id"]
        if competitions:
            field.choices = [*field.choices, *competitions]  # type: ignore[attr-defined]
        else:
            del self.fields["competition_id"]
            self.fields["competition_name"].label = _("Nombre de la competición")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("competition_id") is None and not data.get("competition_name", "").strip():
            self.add_error("competition_name", _("Poner un nombre, o elegir una de la lista."))
        return data


class CompetitionForm(ServiceForm):
    """The name of a competition, shared by its seasons."""

    title = _("Competición")
    field_of_code = {"competition.name_taken": "name"}

    name = forms.CharField(
        label=_("Nombre"), max_length=120, help_text=_("Cambia en todas sus ediciones.")
    )
    organiser_name = forms.CharField(
        label=_("Entidad que la organiza"), max_length=120, required=False
    )


class NameForm(ServiceForm):
    """The name of an edition that exists."""

    title = _("Nombre de la edición")
    field_of_code = {"season.name_taken": "name"}

    name = forms.CharField(label=_("Edición"), max_length=60)


class SchemeForm(ServiceForm):
    """Step 3: what a result is worth, what decides a tie, what walkovers count (M-D.2)."""

    title = _("Clasificación")
    field_of_code = {
        "standings.scheme.points_order": "win",
        "standings.scheme.repeated_criterion": "criterion_1",
        "standings.scheme.no_criteria": "criterion_1",
        "standings.scheme.walkover": "walkover_score",
    }

    kind = forms.ChoiceField(
        label=_("Qué suma"),
        choices=[(kind, kind) for kind in KINDS],
        initial=SUM_OF_SCORE,
        widget=forms.RadioSelect,
    )
    win = forms.IntegerField(label=_("Por ganar"), min_value=0, max_value=20, initial=3)
    draw = forms.IntegerField(label=_("Por empatar"), min_value=0, max_value=20, initial=1)
    loss = forms.IntegerField(label=_("Por perder"), min_value=0, max_value=20, initial=0)
    walkover_loss = forms.IntegerField(
        label=_("Por no presentarse"), min_value=0, max_value=20, initial=0
    )
    head_to_head = forms.ChoiceField(
        label=_("Enfrentamiento entre empatados"),
        choices=[(word, labels.HEAD_TO_HEAD[word]) for word in HEAD_TO_HEAD],
        initial="always",
        widget=forms.RadioSelect,
    )
    walkover_score = forms.IntegerField(
        min_value=1,
        max_value=20,
        required=False,
        help_text=_("Para quien se presenta; el otro, cero. En blanco, las que diga el acta."),
    )
    walkover_games = forms.IntegerField(
        min_value=0,
        max_value=200,
        required=False,
        help_text=_("Para quien se presenta; el otro, cero. En blanco, los que diga el acta."),
    )
    walkovers_in_head_to_head = forms.BooleanField(
        label=_("Las incomparecencias cuentan entre los empatados"), required=False, initial=True
    )
    withdrawal_policy = forms.ChoiceField(
        label=_("Si una peña se retira"),
        choices=list(labels.WITHDRAWALS.items()),
        initial="annul",
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, discipline_code: str = "mus", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = discipline(discipline_code)
        words = unit_words(discipline_code)
        kind = self.fields["kind"]
        assert isinstance(kind, forms.ChoiceField)
        kind.choices = list(words.kinds.items())
        self.fields["walkover_score"].label = str(words.walkover_score)
        self.fields["walkover_games"].label = str(words.walkover_games)
        # Where no match is drawn a loss is said apart from not turning up.
        del self.fields["walkover_loss" if words.draws else "draw"]
        choices: Choices = [("", _("nada más"))]
        choices += [
            (name, words.criteria[name])
            for name in CRITERIA
            if not (words.draws and name in _RATIOS)
        ]
        proposed = [*DEFAULTS["criteria"], *[""] * PLACES][:PLACES]
        for place in range(1, PLACES + 1):
            self.fields[f"criterion_{place}"] = forms.ChoiceField(
                label=_("Primero, por") if place == 1 else _("Después, por"),
                choices=choices,
                required=place == 1,
                initial=proposed[place - 1],
            )

    @property
    def criterion_fields(self) -> list[forms.BoundField]:
        return [self[f"criterion_{place}"] for place in range(1, PLACES + 1)]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        seen: set[str] = set()
        for place in range(1, PLACES + 1):
            name = data.get(f"criterion_{place}", "")
            if name and name in seen:
                self.add_error(f"criterion_{place}", _("Ya está más arriba: elegir otro."))
            seen.add(name)
        return data

    @property
    def scheme(self) -> dict[str, Any]:
        """As `league.season_scheme.read_scheme` takes it; only after `is_valid`."""
        data = self.cleaned_data
        names = [data[f"criterion_{place}"] for place in range(1, PLACES + 1)]
        return {
            "kind": data["kind"],
            "win": data["win"],
            "draw": data.get("draw", data["loss"]),
            "loss": data["loss"],
            "walkover_loss": data.get("walkover_loss"),
            "criteria": [name for name in names if name],
            "walkover_score": _against_none(data["walkover_score"]),
            "walkover_games": _against_none(data["walkover_games"]),
            "walkovers_in_head_to_head": data["walkovers_in_head_to_head"],
            "head_to_head": data["head_to_head"],
        }


def scheme_initial(scheme: Mapping[str, Any], withdrawal_policy: str) -> dict[str, Any]:
    """A stored scheme as the form shows it."""
    whole = {**DEFAULTS, **scheme}
    criteria = [*whole.pop("criteria"), *[""] * PLACES][:PLACES]
    for name in ("walkover_score", "walkover_games"):
        whole[name] = None if whole[name] is None else whole[name][0]
    return {
        **whole,
        **{f"criterion_{place}": name for place, name in enumerate(criteria, 1)},
        "withdrawal_policy": withdrawal_policy,
    }


class TimesForm(ServiceForm):
    """Step 4: times of an encounter, fichas, where the actas go, the committee (M-D.7, M-D.10),
    from when claims are counted (M-D.15)."""

    title = _("Tiempos, fichas y comité")
    field_of_code = {"season.cap_below_used": "roster_cap"}

    courtesy_minutes = forms.IntegerField(
        label=_("Minutos de cortesía"),
        min_value=0,
        max_value=120,
        initial=15,
        help_text=_("Lo que se espera a quien no ha llegado antes de darle por no presentado."),
    )
    max_duration_minutes = forms.IntegerField(
        label=_("Duración máxima, en minutos"),
        min_value=30,
        max_value=720,
        required=False,
        help_text=_("Pasada esta, decide el juez-árbitro. En blanco, sin límite."),
    )
    expected_minutes = forms.IntegerField(
        label=_("Duración prevista, en minutos"),
        min_value=30,
        max_value=720,
        initial=150,
        help_text=_("Sirve para saber cuándo un resultado se retrasa."),
    )
    roster_cap = forms.IntegerField(label=_("Fichas por equipo"), min_value=1, max_value=16)
    delivery_point = forms.CharField(
        label=_("Lugar de entrega de las actas en papel"),
        max_length=200,
        required=False,
        help_text=_("Presentarla aquí con las dos firmas también es entregarla."),
    )
    quorum = forms.IntegerField(
        label=_("Miembros del comité para resolver"), min_value=1, max_value=15, initial=1
    )
    notes_stones = forms.BooleanField(
        label=_("En cada juego se pueden apuntar los tantos de quien lo pierde"),
        required=False,
        help_text=_(
            "Quien quiera los pone en la mesa, al tocar el juego; nadie está obligado. Salen en el "
            "acta y en la página del encuentro, y no cambian ningún resultado."
        ),
    )
    claims_from_sight = forms.BooleanField(
        label=_("Quien vea tarde el acta tiene 24 horas desde entonces para reclamar"),
        required=False,
        help_text=_(
            "Cuenta desde que su delegado la firma o la abre aquí por primera vez, si es después "
            "del final. Si no la ve, el plazo acaba a los siete días. Sin marcar, todos tienen "
            "24 horas desde el final."
        ),
    )

    def __init__(self, *args: Any, rules: Discipline, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        cap = rules.roster.maximum
        self.fields["expected_minutes"].initial = rules.expected_minutes
        for name in unasked_times(rules):
            del self.fields[name]
        self.fields["roster_cap"].initial = cap
        self.fields["roster_cap"].max_value = cap  # type: ignore[attr-defined]
        self.fields["roster_cap"].widget.attrs["max"] = cap

    def clean_roster_cap(self) -> int:
        cap: int = self.cleaned_data["roster_cap"]
        highest = self.fields["roster_cap"].max_value  # type: ignore[attr-defined]
        if cap > highest:
            raise ValidationError(_("No pueden ser más de %(cap)s."), params={"cap": highest})
        return cap


def unasked_times(rules: Discipline) -> tuple[str, ...]:
    """What a discipline has no use for in this step: its options say how long a team is waited
    for, its games have no points of their own, or its claims are settled on the spot."""
    return (
        *(("courtesy_minutes",) if rules.sets_the_grace else ()),
        *(() if rules.game_points({}) is not None else ("notes_stones",)),
        *(() if "claims" in rules.clauses else ("claims_from_sight",)),
    )


class LatenessForm(ServiceForm):
    """When a result and an acta are late, and whether it goes to the committee (M-D.9, M-D.10)."""

    title = _("Retrasos")

    late_result_minutes = forms.IntegerField(
        label=_("Minutos para comunicar el resultado"),
        min_value=0,
        max_value=10080,
        help_text=_("Se cuentan desde el final previsto. Pasados, se avisa a los dos delegados."),
    )
    late_acta_hours = forms.IntegerField(
        label=_("Horas para firmar el acta"),
        min_value=1,
        max_value=720,
        help_text=_("Se cuentan desde el final del encuentro. Pasadas, se avisa a quien falte."),
    )
    late_penalty = forms.ChoiceField(
        label=_("Si algo se retrasa"),
        widget=forms.RadioSelect,
        choices=[
            (LatePenalty.NONE, _("Solo se avisa")),
            (LatePenalty.WARNING, _("Se abre expediente: se propone un apercibimiento")),
            (LatePenalty.POINTS, _("Se abre expediente: se propone quitar puntos")),
        ],
        help_text=_(
            "Nada se aplica solo: lo decide el comité. Vale para lo que venza desde que se guarda."
        ),
    )
    late_points = forms.IntegerField(
        label=_("Puntos que se propone quitar"), min_value=1, max_value=20
    )


class FinesForm(ServiceForm):
    """The ladder of warnings (M-T.3, M-T.4), and whether who owes a fine may enter."""

    title = _("Amonestaciones y multas")

    warnings = forms.IntegerField(
        label=_("Amonestaciones antes del comité"),
        min_value=1,
        max_value=20,
        help_text=_(
            "Las que da el juez-árbitro a una pareja por lo mismo en una noche. Con una más, el "
            "comité decide si la descalifica."
        ),
    )
    fines_block = forms.BooleanField(
        label=_("No inscribir a una peña con multas pendientes de otras temporadas"),
        required=False,
        help_text=_("Sin marcar, se avisa y se inscribe."),
    )

    def __init__(self, *args: Any, rules: Discipline, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if rules.sheet is not SheetKind.BOARDS:
            # No ladder of warnings: cards have their own effects.
            del self.fields["warnings"]


class FoundingTimesForm(TimesForm):
    """Step 4 of founding, which also asks for the first registration window."""

    opens_at = moment_field(
        label=_("Las fichas se abren"),
        required=False,
        help_text=_("En blanco las dos fechas, la inscripción no tiene plazo."),
    )
    closes_at = moment_field(label=_("Las fichas se cierran"), required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        opens_at, closes_at = data.get("opens_at"), data.get("closes_at")
        if "opens_at" in self.errors or "closes_at" in self.errors:
            return data
        if (opens_at is None) != (closes_at is None):
            missing = "opens_at" if opens_at is None else "closes_at"
            self.add_error(missing, _("Poner las dos fechas, o ninguna."))
        elif opens_at is not None and closes_at is not None and closes_at <= opens_at:
            self.add_error("closes_at", _("Tiene que cerrar después de abrir."))
        return data


def _against_none(value: int | None) -> list[int] | None:
    return None if value is None else [value, 0]
