"""Words for what the two numbers of a result count: partidas and juegos, or sets and points.

The units come through the seam as codes (`rules.discipline.Units`); here stands what people read
of them, by the unit of the score. What does not speak of units has its words elsewhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.labels import CRITERIA, SCHEME_KINDS
from rules.registry import discipline

Words = Promise | str


@dataclass(frozen=True, slots=True)
class UnitWords:
    """What pages call who plays, the score, what stands below it, and what is made of either.

    `criteria` begin with a capital, as a form lists them; `kinds` are those of a scheme.
    """

    team: Words
    score: Words
    score_for: Words
    score_against: Words
    games: Words
    games_for: Words
    games_against: Words
    games_both: Words
    point_each: Words
    walkover_score: Words
    walkover_games: Words
    criteria: Mapping[str, Words]
    kinds: Mapping[str, Words]
    of_score: Words
    of_games: Words
    as_recorded_score: Words
    as_recorded_games: Words
    draws: bool = True


WORDS: Mapping[str, UnitWords] = {
    "partidas": UnitWords(
        team=_("Peña"),
        score=_("Partidas"),
        score_for=_("Partidas a favor"),
        score_against=_("Partidas en contra"),
        games=_("Juegos"),
        games_for=_("Juegos a favor"),
        games_against=_("Juegos en contra"),
        games_both=_("Juegos a favor y en contra"),
        point_each=_("Un punto por cada partida ganada."),
        walkover_score=_("Partidas que se cuentan por incomparecencia"),
        walkover_games=_("Juegos que se cuentan por incomparecencia"),
        criteria=CRITERIA,
        kinds=SCHEME_KINDS,
        of_score=_("%(score)s en partidas"),
        of_games=_("%(score)s en juegos"),
        as_recorded_score=_("las partidas del acta"),
        as_recorded_games=_("los juegos del acta"),
    ),
    "sets": UnitWords(
        team=_("Equipo"),
        score=_("Sets"),
        score_for=_("Sets a favor"),
        score_against=_("Sets en contra"),
        games=_("Tantos"),
        games_for=_("Tantos a favor"),
        games_against=_("Tantos en contra"),
        games_both=_("Tantos a favor y en contra"),
        point_each=_("Un punto por cada set ganado."),
        walkover_score=_("Sets que se cuentan por incomparecencia"),
        walkover_games=_("Tantos que se cuentan por incomparecencia"),
        criteria={
            **CRITERIA,
            "difference": _("Diferencia de sets"),
            "score_for": _("Sets a favor"),
            "wins": _("Partidos ganados"),
            "fewer_played": _("Menos partidos jugados"),
            "head_to_head_points": _("El partido entre los empatados"),
            "head_to_head_difference": _("Diferencia de sets entre los empatados"),
            "games_difference": _("Diferencia de tantos"),
            "games_for": _("Tantos a favor"),
            "away_score": _("Sets ganados fuera"),
            "score_ratio": _("Cociente de sets"),
            "games_ratio": _("Cociente de tantos"),
        },
        kinds={
            **SCHEME_KINDS,
            "sum_of_score": _("Un punto por cada set ganado"),
            "win_draw_loss": _("Puntos por partido ganado o perdido"),
        },
        of_score=_("%(score)s en sets"),
        of_games=_("%(score)s en tantos"),
        as_recorded_score=_("los sets del acta"),
        as_recorded_games=_("los tantos del acta"),
        draws=False,
    ),
}


def unit_words(discipline_code: str) -> UnitWords:
    """The words of a discipline's units."""
    return WORDS[discipline(discipline_code).units.score]
