"""The settings of a season in words: for its settings page, and the summary of its founding."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from league import labels
from league.forms.seasons import asked_options
from league.models import LatePenalty
from league.season_scheme import DEFAULTS, SUM_OF_SCORE
from rules.formats import PartidaFormat
from rules.registry import discipline

Lines = list[tuple[str, Any]]


def regulation_lines(code: str, options: Mapping[str, Any], draw_mode: str) -> Lines:
    """Discipline, format, the options that touch results, and what is drawn."""
    lines: Lines = [(_("Disciplina"), labels.DISCIPLINES.get(code, code))]
    for option in asked_options(discipline(code)):
        value = options.get(option.key)
        told: Any = option.default if value is None else value
        if option.must_choose:
            told = _("sin elegir")
            if value:
                told = labels.format_words(PartidaFormat.parse(str(value))).label
        lines.append((str(labels.option_words(option.key).label), told))
    if code == "mus":
        lines.append((_("Sorteo"), labels.DRAW_MODES[draw_mode]))
    return lines


def scheme_lines(scheme: Mapping[str, Any], withdrawal_policy: str) -> Lines:
    """What a result is worth, what decides a tie, walkovers and withdrawals."""
    whole = {**DEFAULTS, **scheme}
    order = " → ".join(str(labels.CRITERIA[name]) for name in whole["criteria"])
    return [
        (_("Suma"), _worth(whole)),
        (_("Orden"), order),
        (_("Entre empatados"), labels.HEAD_TO_HEAD[whole["head_to_head"]]),
        (_("Incomparecencia"), _walkover(whole)),
        (_("Retirada"), labels.WITHDRAWALS[withdrawal_policy]),
    ]


def times_lines(values: Mapping[str, Any]) -> Lines:
    """Times of an encounter, fichas, delivery and quorum."""
    limit = values["max_duration_minutes"]
    return [
        (_("Cortesía"), _minutes(values["courtesy_minutes"])),
        (_("Duración máxima"), _minutes(limit) if limit else _("sin límite")),
        (_("Duración prevista"), _minutes(values["expected_minutes"])),
        (_("Fichas por equipo"), values["roster_cap"]),
        (_("Entrega de actas"), values["delivery_point"] or _("en esta aplicación")),
        (_("Quórum del comité"), values["quorum"]),
        (
            _("Reclamaciones (M-D.15)"),
            _("24 h desde el final; quien vea tarde el acta, 24 h desde que la vea")
            if values["claims_from_sight"]
            else _("24 h desde el final"),
        ),
    ]


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


def fines_lines(*, warnings: int, block: bool) -> Lines:
    """The ladder of warnings, and who owes a fine."""
    return [
        (_("Amonestaciones antes del comité"), warnings),
        (_("Con multas pendientes"), _("no se inscribe") if block else _("se avisa")),
    ]


def _minutes(number: int) -> str:
    return _("%(n)s min") % {"n": number}


def _worth(scheme: Mapping[str, Any]) -> Any:
    if scheme["kind"] == SUM_OF_SCORE:
        return labels.SCHEME_KINDS[SUM_OF_SCORE]
    return _("Ganar %(win)s, empatar %(draw)s, perder %(loss)s") % {
        "win": scheme["win"],
        "draw": scheme["draw"],
        "loss": scheme["loss"],
    }


def _walkover(scheme: Mapping[str, Any]) -> str:
    score, games = scheme["walkover_score"], scheme["walkover_games"]
    parts = [
        _("%(score)s en partidas") % {"score": f"{score[0]}–{score[1]}"}
        if score
        else _("las partidas del acta"),
        _("%(score)s en juegos") % {"score": f"{games[0]}–{games[1]}"}
        if games
        else _("los juegos del acta"),
    ]
    return ", ".join(parts)
