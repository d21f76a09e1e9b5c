"""What people read of each finding of the rules: one sentence a code, with its facts put in words.

The facts are plain values (a side, a board, registration ids, moments as text); whoever shows a
finding brings the names. A test holds the map against every kind that the rules can find.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from matches import cachibol_words
from rules.findings import Finding
from rules.formats import FormatKind, PartidaFormat

SENTENCES: Mapping[str, Promise | str] = {
    "mus.partida.impossible_score": _(
        "Mesa %(board)s: %(home)s–%(away)s no puede ser. Se juega %(format)s."
    ),
    "mus.partida.too_many_games": _(
        "Mesa %(board)s: %(home)s–%(away)s son juegos de más. Se juega %(format)s."
    ),
    "mus.partida.unfinished": _(
        "Mesa %(board)s: con %(home)s–%(away)s la partida no ha terminado. Se juega %(format)s."
    ),
    "mus.game.impossible_score": _(
        "Juego %(game)s: %(home)s–%(away)s no puede ser; se juega a %(target)s piedras."
    ),
    "mus.game.unfinished": _(
        "Juego %(game)s: con %(home)s–%(away)s nadie ha llegado a %(target)s piedras."
    ),
    "mus.game.winner_contradicts_stones": _(
        "Juego %(game)s: con %(home)s–%(away)s no puede ganar %(winner)s."
    ),
    "mus.sheet.partida_missing": _("Falta la mesa %(board)s: las partidas se juegan completas."),
    "mus.sheet.partida_repeated": _("La mesa %(board)s está dos veces en el acta."),
    "mus.sheet.board_unknown": _(
        "La mesa %(board)s no existe: en este encuentro hay %(boards)s mesas."
    ),
    "mus.sheet.another_sitting": _(
        "La mesa %(board)s se jugó fuera de las horas del encuentro. Todas van en la misma sesión."
    ),
    "mus.partida.score_missing": _("Faltan los juegos de la mesa %(board)s."),
    "mus.partida.score_unreachable": _(
        "Mesa %(board)s: no se puede llegar a %(home)s–%(away)s. Se juega %(format)s."
    ),
    "mus.partida.forfeit_not_lost": _(
        "Mesa %(board)s: %(team)s la perdió sin jugarla y no puede tener su punto."
    ),
    "mus.partida.award_missing": _(
        "Mesa %(board)s (%(ended_as)s): falta decir qué pareja se lleva el punto."
    ),
    "mus.partida.award_contradicts_score": _(
        "Mesa %(board)s: el punto es para %(awarded_to)s, pero los juegos dicen %(home)s–%(away)s."
    ),
    "mus.partida.referee_decision_missing": _(
        "Mesa %(board)s: falta la decisión del juez-árbitro que la dio por terminada."
    ),
    "mus.partida.abandoned": _("La mesa %(board)s no se pudo terminar. Decide el comité."),
    "mus.partida.refused": _(
        "Mesa %(board)s: %(player)s (%(team)s) se negó a jugar. Su pareja pierde el punto y pasa "
        "al comité."
    ),
    "mus.partida.refusal_not_lost": _(
        "Mesa %(board)s: %(player)s se negó a jugar y su pareja tiene que perder el punto."
    ),
    "mus.partida.refusal_not_drawn": _(
        "Mesa %(board)s: %(player)s (%(team)s) no estaba sorteado en esa mesa."
    ),
    "mus.partida.forfeit_unexplained": _(
        "Mesa %(board)s: %(team)s la pierde sin jugar y el acta no dice por qué. Conviene anotarlo."
    ),
    "mus.pairs.fewer_than_three": _(
        "%(team)s presenta %(presented)s parejas: pierde el encuentro y pasa al comité."
    ),
    "mus.pairs.walkover_not_lost": _(
        "%(team)s presenta %(presented)s parejas y tiene que perder también la mesa %(board)s."
    ),
    "mus.pairs.board_lost": _("%(team)s presenta %(presented)s parejas: pierde la mesa %(board)s."),
    "mus.pairs.board_not_lost": _(
        "%(team)s presenta %(presented)s parejas y tiene que perder la mesa %(board)s."
    ),
    "mus.pairs.board_without_pairs": _(
        "En la mesa %(board)s no hay parejas: nadie se lleva el punto."
    ),
    "mus.pairs.board_played_without_pairs": _(
        "En la mesa %(board)s no había parejas: no puede tener resultado."
    ),
    "mus.seats.not_noted": _("No consta qué parejas jugaron: solo el resultado."),
    "mus.seats.incomplete": _(
        "Mesa %(board)s: la pareja de %(team)s tiene %(seated)s jugadores y son dos."
    ),
    "mus.player.unknown": _("Mesa %(board)s: %(player)s no tiene ficha en esta temporada."),
    "mus.player.wrong_side": _("Mesa %(board)s: %(player)s no es de %(team)s."),
    "mus.player.not_in_time": _(
        "Mesa %(board)s: %(player)s (%(team)s) se inscribió después de la hora del encuentro."
    ),
    "mus.player.not_live": _("Mesa %(board)s: la ficha de %(player)s (%(team)s) está de baja."),
    "mus.player.suspended": _("Mesa %(board)s: %(player)s (%(team)s) está suspendido."),
    "mus.player.other_club": _(
        "Mesa %(board)s: %(player)s (%(team)s) ya jugó con otra peña esta edición. Pasa al comité."
    ),
    "mus.player.two_seats": _("%(player)s está en más de una mesa: %(boards)s."),
    "mus.draw.not_recorded": _("El acta no recoge el sorteo de las parejas."),
    "mus.draw.pair_differs": _(
        "Mesa %(board)s: la pareja de %(team)s no es la que salió en el sorteo."
    ),
    "mus.draw.substitution": _("Mesa %(board)s: en %(team)s, %(into)s jugó en lugar de %(out)s."),
    "mus.break.impossible_times": _(
        "Mesa %(board)s: un descanso acaba antes de empezar o queda fuera del encuentro. Revisar "
        "la hora del final."
    ),
    "mus.break.without_third_lost": _(
        "Mesa %(board)s: hay un descanso del tercer juego y nadie ha perdido tres."
    ),
    "mus.break.no_play_left": _(
        "Mesa %(board)s: hay un descanso del tercer juego, pero con él acaba la partida "
        "(%(format)s)."
    ),
    "mus.break.after_third_lost": _(
        "Mesa %(board)s: el descanso del tercer juego se tomó con %(home)s–%(away)s, no al "
        "perderlo."
    ),
    "mus.break.third_lost_too_long": _(
        "Mesa %(board)s: el descanso del tercer juego duró %(seconds)s. El máximo es "
        "%(maximum_seconds)s."
    ),
    "mus.break.third_lost_repeated": _(
        "Mesa %(board)s: hubo %(taken)s descansos del tercer juego y solo cabe uno."
    ),
    "mus.break.side_missing": _("Mesa %(board)s: falta decir qué pareja pidió el descanso."),
    "mus.break.relax_too_long": _(
        "Mesa %(board)s: el descanso de la pareja de %(team)s duró %(seconds)s. El máximo es "
        "%(maximum_seconds)s."
    ),
    "mus.break.relax_repeated": _(
        "Mesa %(board)s: la pareja de %(team)s tomó %(taken)s descansos y solo cabe uno."
    ),
    "mus.break.breach_repeated": _(
        "Mesa %(board)s: la pareja de %(team)s incumplió los descansos %(breaches)s veces. Pasa al "
        "comité."
    ),
    "mus.time.start_missing": _("Falta la hora en que empezó el encuentro."),
    "mus.time.end_missing": _("Falta la hora en que terminó el encuentro."),
    "mus.time.end_before_start": _(
        "El final (%(ended_at)s) no puede ser anterior al comienzo (%(started_at)s)."
    ),
    "mus.time.in_future": _("El final (%(ended_at)s) no puede ser futuro: ahora son las %(now)s."),
    "mus.time.over_maximum": _(
        "El encuentro duró %(minutes)s minutos y el máximo son %(maximum)s, sin decisión del "
        "juez-árbitro. Pasa al comité."
    ),
    "mus.decks.not_confirmed": _("%(team)s no ha dicho nada de las barajas."),
    "mus.decks.not_opened_before_visitor": _(
        "%(team)s no confirma que las barajas se abrieran ante la visita."
    ),
    "mus.decks.not_sealed": _("%(team)s no confirma que las barajas queden en un sobre firmado."),
}

_ENDINGS: Mapping[str, Promise | str] = {
    "PLAYED": _("jugada"),
    "FORFEIT_HOME": _("perdida por los locales"),
    "FORFEIT_AWAY": _("perdida por los visitantes"),
    "REFEREE": _("terminada por el juez-árbitro"),
    "AWARDED": _("adjudicada"),
    "ABANDONED": _("sin terminar"),
}


def finding_sentence(
    finding: Finding | Mapping[str, Any],
    *,
    teams: Mapping[str, str],
    names: Mapping[int, str],
) -> str:
    """The finding in Spanish. `teams` by side (HOME, AWAY), `names` of players by registration id.

    Raises KeyError for a code nobody wrote a sentence for.
    """
    plain: Mapping[str, Any] = finding.to_mapping() if isinstance(finding, Finding) else finding
    facts: Mapping[str, Any] = plain["facts"]
    if plain["code"] in cachibol_words.FINDINGS:
        return cachibol_words.told(plain["code"], facts, teams)
    told = {key: _told(key, value, teams, names) for key, value in facts.items()}
    if "side" in facts:
        told["team"] = teams[facts["side"]]
    if "registration" in facts:
        told["player"] = names.get(facts["registration"], _now("un jugador"))
    return str(SENTENCES[plain["code"]]) % told


def format_words(text: str) -> str:
    """A partida format (`first_to=5`) as people say it."""
    format = PartidaFormat.parse(text)
    words = {
        FormatKind.FIRST_TO: _now("al primero que gana %(games)s juegos"),
        FormatKind.BEST_OF: _now("al mejor de %(games)s juegos"),
        FormatKind.ALL_PLAYED: _now("a %(games)s juegos, todos jugados"),
    }
    return words[format.kind] % {"games": format.games}


def _told(key: str, value: Any, teams: Mapping[str, str], names: Mapping[int, str]) -> Any:
    if key == "format":
        return format_words(value)
    if key == "ended_as":
        return _ENDINGS[value]
    if key in {"awarded_to", "winner"}:
        return teams.get(value, value)
    if key in {"out", "into"}:
        return names.get(value, _now("un jugador"))
    if key in {"seconds", "maximum_seconds"}:
        return _now("%(minutes)d min %(seconds)02d s") % {
            "minutes": value // 60,
            "seconds": value % 60,
        }
    if key in {"started_at", "ended_at", "now"}:
        return timezone.localtime(datetime.fromisoformat(value)).strftime("%H:%M")
    if key == "boards" and isinstance(value, list | tuple):
        return ", ".join(str(board) for board in value)
    return value
