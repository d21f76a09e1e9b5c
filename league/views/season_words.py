"""The settings of a season in words: for its settings page, and the summary of its founding."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from league import labels
from league.forms.regulation import asked_options, whom_lines
from league.models import LatePenalty
from league.season_scheme import DEFAULTS, SUM_OF_SCORE
from league.unit_words import UnitWords, unit_words
from rules.discipline import SheetKind
from rules.registry import discipline

Lines = list[tuple[str, Any]]


def regulation_lines(
    code: str, options: Mapping[str, Any], draw_mode: str, whom: Mapping[str, Any]
) -> Lines:
    """Discipline, whom the season is for, the options that touch results, and what is drawn."""
    rules = discipline(code)
    lines: Lines = [(_("Disciplina"), labels.DISCIPLINES.get(code, code)), *whom_lines(whom)]
    for option in asked_options(rules):
        value = options.get(option.key)
        if value is None:
            value = None if option.must_choose else option.default
        told = _("sin elegir") if value is None else labels.option_value(option.key, value)
        lines.append((str(labels.option_words(option.key).label), told))
    if rules.sheet is SheetKind.BOARDS:
        lines.append((_("Sorteo"), labels.DRAW_MODES[draw_mode]))
    return lines


def scheme_lines(code: str, scheme: Mapping[str, Any], withdrawal_policy: str) -> Lines:
    """What a result is worth, what decides a tie, walkovers and withdrawals."""
    whole = {**DEFAULTS, **scheme}
    words = unit_words(code)
    order = " → ".join(str(words.criteria[name]) for name in whole["criteria"])
    return [
        (_("Suma"), _worth(whole, words)),
        (_("Orden"), order),
        (_("Entre empatados"), labels.HEAD_TO_HEAD[whole["head_to_head"]]),
        (_("Incomparecencia"), _walkover(whole, words)),
        (_("Retirada"), labels.WITHDRAWALS[withdrawal_policy]),
    ]


def times_lines(values: Mapping[str, Any]) -> Lines:
    """Times of an encounter, fichas, delivery and quorum."""
    limit = values["max_duration_minutes"]
    return [
        *(
            [(_("Cortesía"), _minutes(values["courtesy_minutes"]))]
            if "courtesy_minutes" in values
            else []
        ),
        (_("Duración máxima"), _minutes(limit) if limit else _("sin límite")),
        (_("Duración prevista"), _minutes(values["expected_minutes"])),
        *(
            [(_("Tantos de cada juego"), _stones(noted=values["notes_stones"]))]
            if "notes_stones" in values
            else []
        ),
        (_("Fichas por equipo"), values["roster_cap"]),
        (_("Entrega de actas"), values["delivery_point"] or _("en esta aplicación")),
        (_("Quórum del comité"), values["quorum"]),
        *(
            [(_("Reclamaciones (M-D.15)"), _claims(from_sight=values["claims_from_sight"]))]
            if "claims_from_sight" in values
            else []
        ),
    ]


def _stones(*, noted: bool) -> str:
    return _("se pueden apuntar en la mesa") if noted else _("no se apuntan")


def _claims(*, from_sight: bool) -> str:
    if from_sight:
        return _("24 h desde el final; quien vea tarde el acta, 24 h desde que la vea")
    return _("24 h desde el final")


def lateness_lines(values: Mapping[str, Any]) -> Lines:
    """When a result and an acta are late, and what follows."""
    follows = {
        LatePenalty.NONE: _("solo se avisa"),
        LatePenalty.WARNING: _("al comité, con un apercibimiento propuesto"),
        LatePenalty.POINTS: _("al comité, con %(n)s puntos menos propuestos")
        % {"n": values["late_points"]},
    }
    return [
        (_("Resultado"), _minutes(values["late_result_minutes"])),
        (_("Firmas del acta"), _("%(n)s h") % {"n": values["late_acta_hours"]}),
        (_("Si se retrasa"), follows[values["late_penalty"]]),
    ]


def fines_lines(*, warnings: int | None, block: bool) -> Lines:
    """The ladder of warnings (None where there is none), and who owes a fine."""
    return [
        *([] if warnings is None else [(_("Amonestaciones antes del comité"), warnings)]),
        (_("Con multas pendientes"), _("no se inscribe") if block else _("se avisa")),
    ]


def _minutes(number: int) -> str:
    return _("%(n)s min") % {"n": number}


def _worth(scheme: Mapping[str, Any], words: UnitWords) -> Any:
    if scheme["kind"] == SUM_OF_SCORE:
        return words.kinds[SUM_OF_SCORE]
    if not words.draws:
        return _("Ganar %(win)s, perder %(loss)s, no presentarse %(default)s") % {
            "win": scheme["win"],
            "loss": scheme["loss"],
            "default": scheme["walkover_loss"] or 0,
        }
    return _("Ganar %(win)s, empatar %(draw)s, perder %(loss)s") % {
        "win": scheme["win"],
        "draw": scheme["draw"],
        "loss": scheme["loss"],
    }


def _walkover(scheme: Mapping[str, Any], words: UnitWords) -> str:
    score, games = scheme["walkover_score"], scheme["walkover_games"]
    parts = [
        words.of_score % {"score": f"{score[0]}–{score[1]}"} if score else words.as_recorded_score,
        words.of_games % {"score": f"{games[0]}–{games[1]}"} if games else words.as_recorded_games,
    ]
    return ", ".join(str(part) for part in parts)
