"""The regulation a season plays by: its discipline's options, and whom the season is for.

The options are asked as the discipline describes them (its `Option` rows): an option that joins the
rules joins the form. Where the source has lost something or says two things, the form says so at
the field, by the `Doubt` that comes through the seam.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django import forms
from django.urls import reverse_lazy
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.text import get_text_list
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from league import labels
from league.forms.base import ServiceForm, date_input
from league.models import DrawMode
from rules.discipline import Discipline, Doubt, Option, OptionKind, OptionScope, SheetKind
from rules.errors import RuleViolation
from rules.formats import PartidaFormat
from rules.registry import DISCIPLINES, discipline
from rules.team_rules import AgeBand, TeamRules

OTHER_AGES = "other"

_GROUPS: tuple[tuple[Promise | str, frozenset[Doubt | None]], ...] = (
    (_("Lo que la fuente ha perdido"), frozenset({Doubt.LOST})),
    (
        _("Donde la fuente dice dos cosas"),
        frozenset({Doubt.CONTRADICTS, Doubt.AMBIGUOUS}),
    ),
    (_("Lo que la fuente dice"), frozenset({None, Doubt.RESTORED, Doubt.SILENT})),
)


class RegulationForm(ServiceForm):
    """Step 2: discipline, preset, the options that touch results, branch and category.

    M-D.1, M-D.4: the format has no value until somebody chooses one; each shows its consequence.
    C-19.2: neither have the minutes that the source has lost.
    C-7.2, C-7.3: branch, and the ages of a category on a day.
    """

    title = _("Reglamento")
    field_of_code = {
        "options.format_not_chosen": "partida_format",
        "options.not_chosen": "tolerance_minutes",
        "cachibol.options.cap_below_set": "cap_points",
        "format.unreadable": "partida_format",
        "season.branch_missing": "branch",
        "season.ages_order": "age_to",
        "season.reference_date_missing": "reference_date",
    }

    def __init__(self, *args: Any, discipline_code: str = "mus", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = discipline(discipline_code)
        self.team_rules = proposed_team_rules(self.rules)
        self.fields["discipline"] = forms.ChoiceField(
            label=_("Disciplina"),
            choices=[(code, labels.DISCIPLINES.get(code, code)) for code in DISCIPLINES],
            initial=discipline_code,
        )
        self.fields["preset"] = forms.ChoiceField(
            label=_("Reglamento de partida"),
            choices=[
                (preset.code, labels.PRESETS.get(preset.code, preset.code))
                for preset in self.rules.presets
            ],
            help_text=_("Propone el resto de los valores; aquí se puede cambiar lo que sea."),
        )
        for option in asked_options(self.rules):
            self.fields[option.key] = option_field(option)
            if option.doubt is not None:
                self.fields[option.key].help_text = _with_doubt(option)
        if self.rules.sheet is SheetKind.BOARDS:
            self.fields["draw_mode"] = forms.ChoiceField(
                label=_("Qué se sortea la noche del encuentro"),
                choices=list(labels.DRAW_MODES.items()),
                initial=DrawMode.PARTNERS,
                required=False,
                help_text=_("Lo dice la liga y vale para toda la temporada (M-D.5)."),
            )
        self._ask_whom()

    def _ask_whom(self) -> None:
        """The fields of branch and category, where the discipline has them."""
        if self.team_rules.branches:
            self.fields["branch"] = forms.ChoiceField(
                label=_("Rama"),
                widget=forms.RadioSelect,
                choices=[(one, labels.BRANCHES[one]) for one in self.team_rules.branches],
            )
        if self.team_rules.bands:
            self.fields["category"] = forms.ChoiceField(
                label=_("Categoría"),
                choices=[
                    *((band.code, labels.band(band)) for band in self.team_rules.bands),
                    (OTHER_AGES, _("Otras edades")),
                ],
            )
            self.fields["category_name"] = forms.CharField(
                label=_("Nombre de la categoría"),
                max_length=30,
                required=False,
                help_text=_("Si es de otras edades."),
            )
            for name, label in (("age_from", _("Desde los años")), ("age_to", _("Hasta los años"))):
                self.fields[name] = forms.IntegerField(
                    label=label,
                    min_value=1,
                    max_value=120,
                    required=False,
                    help_text=_("En blanco, los de la categoría elegida."),
                )
            self.fields["reference_date"] = forms.DateField(
                label=_("Día en que se mira la edad"),
                widget=date_input(),
                required=False,
                help_text=_(
                    "Hace falta si la categoría tiene edades: cuenta la que se tenga ese día, no "
                    "la del día del partido."
                ),
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.team_rules.bands or self.errors:
            return data
        whom = self.whom
        start, end = whom["age_from"], whom["age_to"]
        if start is not None and end is not None and end < start:
            self.add_error("age_to", _("No puede ser menos que la primera edad."))
        if (start is not None or end is not None) and whom["reference_date"] is None:
            self.add_error("reference_date", _("Decir el día: la edad cambia con él."))
        if data["category"] == OTHER_AGES and not data.get("category_name", "").strip():
            self.add_error("category_name", _("Poner un nombre a la categoría."))
        return data

    @property
    def draw_mode(self) -> str:
        """What the delegates draw; only after `is_valid`."""
        return self.cleaned_data.get("draw_mode") or DrawMode.PARTNERS

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the preset with what the form says; only after `is_valid`."""
        preset = next(
            (one for one in self.rules.presets if one.code == self.cleaned_data["preset"]),
            self.rules.presets[0],
        )
        told = {option.key: self.cleaned_data[option.key] for option in asked_options(self.rules)}
        return {**preset.settings, **told}

    @property
    def whom(self) -> dict[str, Any]:
        """Whom the season is for, as `season_create` takes it; nothing where nobody is asked."""
        data = self.cleaned_data
        told: dict[str, Any] = {}
        if self.team_rules.branches:
            told["branch"] = data["branch"]
        if self.team_rules.bands:
            band = next(
                (one for one in self.team_rules.bands if one.code == data["category"]),
                AgeBand(OTHER_AGES),
            )
            name = data["category_name"] if band.code == OTHER_AGES else labels.BANDS[band.code]
            told |= {
                "category": " ".join(str(name).split()),
                "age_from": band.start if data["age_from"] is None else data["age_from"],
                "age_to": band.end if data["age_to"] is None else data["age_to"],
                "reference_date": data["reference_date"],
            }
            if told["age_from"] is None and told["age_to"] is None:
                told["reference_date"] = None
        return told

    @property
    def plain_fields(self) -> list[forms.BoundField]:
        """Every field but those that stand apart on the page: what must be chosen, options with
        their doubts, and whom the season is for."""
        apart = {option.key for option in asked_options(self.rules) if option.must_choose}
        apart |= set(WHOM)
        if self.asked_groups:
            apart |= {option.key for option in asked_options(self.rules)}
        return [field for field in self if field.name not in apart]

    @property
    def whom_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in WHOM if name in self.fields]

    @property
    def asked_groups(self) -> list[tuple[Promise | str, list[forms.BoundField]]]:
        """The options by what the text says of them; none where it says nothing wrong."""
        options = [one for one in asked_options(self.rules) if one.key in self.fields]
        if not any(option.doubt for option in options):
            return []
        return [
            (title, [self[option.key] for option in options if option.doubt in doubts])
            for title, doubts in _GROUPS
        ]


WHOM = ("branch", "category", "category_name", "age_from", "age_to", "reference_date")


def whom_initial(rules: TeamRules, season: Mapping[str, Any]) -> dict[str, Any]:
    """What a season says of whom it is for, as the form shows it."""
    stored = AgeBand("", season["age_from"], season["age_to"])
    band = next(
        (
            one
            for one in rules.bands
            if str(labels.BANDS[one.code]) == season["category"]
            and (one.start, one.end) == (stored.start, stored.end)
        ),
        None,
    )
    told = {"branch": season["branch"], "reference_date": season["reference_date"]}
    if band is not None:
        return told | {"category": band.code}
    return told | {
        "category": OTHER_AGES,
        "category_name": season["category"],
        "age_from": stored.start,
        "age_to": stored.end,
    }


def proposed_team_rules(rules: Discipline) -> TeamRules:
    """How teams are made up by the first preset."""
    return rules.team_rules(rules.presets[0].settings)


def asked_options(rules: Discipline) -> list[Option]:
    """The options that touch results and leave a choice."""
    return [
        option
        for option in rules.options_schema()
        if option.scope is OptionScope.RESULT and not option.is_fixed
    ]


def option_field(option: Option) -> forms.Field:
    """The field an option describes. What must be chosen begins empty."""
    words = labels.option_words(option.key)
    values = (option.default, *option.alternatives)
    if option.kind is OptionKind.FORMAT:
        return forms.ChoiceField(
            label=words.label,
            widget=forms.RadioSelect if option.must_choose else forms.Select,
            initial=None if option.must_choose else option.default,
            choices=[(value, labels.option_value(option.key, value)) for value in values],
            error_messages={"required": _("Elegir un formato: no hay ninguno por defecto.")},
        )
    if option.kind is OptionKind.NUMBER:
        return forms.IntegerField(
            label=words.label,
            help_text=words.help,
            initial=None if option.must_choose else option.default,
            min_value=option.minimum,
            max_value=option.maximum,
            error_messages={
                "required": _(
                    "Decir un número: la fuente lo ha perdido y no hay ninguno por defecto."
                )
                if option.doubt is Doubt.LOST
                else _("Decir un número.")
            },
        )
    return forms.ChoiceField(
        label=words.label,
        help_text=words.help,
        initial=option.default,
        choices=[(value, labels.option_value(option.key, value)) for value in values],
    )


def _with_doubt(option: Option) -> str:
    """What is said at a field whose text is lost or doubtful: help, doubt, and the clause."""
    assert option.doubt is not None  # the caller asks for no other
    doubt = str(labels.DOUBTS[option.doubt])
    if option.must_choose:
        known = sorted((option.default, *option.alternatives), key=str)
        doubt = str(labels.LOST_AND_ASKED) % {
            "known": get_text_list(list(map(str, known)), _now("o"))
        }
    return format_html(
        '{} {} <a class="clause" href="{}#{}">{}</a>',
        labels.option_words(option.key).help,
        doubt,
        reverse_lazy("league:regulation"),
        option.clause,
        option.clause,
    )


def format_choices(rules: Discipline) -> list[dict[str, Any]]:
    """The formats to choose from, each with what follows; the proposed one is marked. None where
    the format is no choice that has to be made."""
    lines = []
    for option in asked_options(rules):
        if not (option.must_choose and option.kind is OptionKind.FORMAT):
            continue
        for value in (option.default, *option.alternatives):
            words = labels.format_words(PartidaFormat.parse(str(value)))
            lines.append(
                {
                    "value": value,
                    "label": words.label,
                    "consequence": words.consequence,
                    "proposed": value == option.default,
                }
            )
    return lines


def proposed_for(rules: Discipline, settings: Mapping[str, Any]) -> Mapping[str, Any]:
    """The scheme that the discipline proposes for these settings, {} while they cannot be read."""
    try:
        return rules.standings(settings)
    except RuleViolation:
        return {}


def ages(start: int | None, end: int | None) -> str:
    """Ages in words, empty for everybody."""
    if start is None and end is None:
        return ""
    if end is None:
        return _now("desde %(start)s años") % {"start": start}
    if start is None:
        return _now("hasta %(end)s años") % {"end": end}
    return _now("%(start)s–%(end)s años") % {"start": start, "end": end}


def whom_lines(season: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    """Whom a season is for, in words; nothing where it is for everybody."""
    if season.get("branch"):
        yield _now("Rama"), labels.BRANCHES[season["branch"]]
    if season.get("category"):
        told = ages(season["age_from"], season["age_to"])
        yield _now("Categoría"), f"{season['category']} · {told}" if told else season["category"]
    day: date | None = season.get("reference_date")
    if day is not None:
        yield _now("La edad se mira el"), f"{day:%d/%m/%Y}"
