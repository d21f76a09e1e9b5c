"""The report on a disputed deal as people read it: every code of `rules.record_report` in words.

M-VI.1  stones line by line, in the order in which they are counted      done: `DealWords.lines`
M-E.1   what the text leaves open, with its alternatives                 done: `DealWords.pending`

A page shows it with `components/record_report.html`. A test holds the words against every code that
the engine of mus can give. What cannot be read at all has its sentence in `record_refusals`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from matches.record_refusals import LANCES, card_name
from rules.findings import Fact
from rules.formats import Score
from rules.record_report import RecordReport, ReportFinding, ReportLine, ReportPending
from rules.registry import discipline

Words = Promise | str

HEADINGS: Mapping[str, Words] = {
    "grande": _("Grande"),
    "chica": _("Chica"),
    "pares": _("Pares"),
    "juego": _("Juego"),
    "punto": _("Punto"),
}

REASONS: Mapping[str, Words] = {
    "passed": _("en paso"),
    "value": _("lo que valen sus cartas"),
    "passed_extra": _("una más, por quedar en paso"),
    "accepted": _("envite querido"),
    "negada": _("envite no querido"),
    "penalty": _("negada por el error de la otra pareja"),
}
_VALUES: Mapping[str, Words] = {
    "pares": _("el valor de sus pares"),
    "juego": _("el valor de su juego"),
    "punto": _("el punto"),
}

FINDINGS: Mapping[str, Words] = {
    "mus.error.not_announced": _("%(seat)s tenía %(heading)s y no los cantó."),
    "mus.error.announced_without": _("%(seat)s cantó %(heading)s y no los tenía."),
    "mus.error.hand_void": _("La jugada de %(seat)s es nula."),
    "mus.error.pass_ordered": _(
        "%(seat)s, mano y con 31, mandó pasar a su compañero: el juego de su pareja es nulo."
    ),
    "mus.error.redeal": _("Hay que barajar y repartir otra vez: de esta jugada no cuenta nada."),
    "mus.error.stands": _(
        "Lo de %(seat)s se avisó tarde o está permitido: la jugada sigue y vale."
    ),
    "mus.error.hand_mended": _(
        "A %(seat)s le sobraban o le faltaban cartas, se arregló a tiempo y la jugada sigue."
    ),
    "mus.error.must_show": _("%(seat)s tiene que enseñar sus cuatro cartas. No cambia la cuenta."),
    "mus.error.committee_decides": _(
        "Se anotó una falta de %(seat)s a la que el texto no pone castigo: decide el comité."
    ),
    "mus.error.unknown_clause": _("La cláusula anotada contra %(seat)s no existe."),
    "mus.error.not_borne_out": _(
        "Se anotó una falta de %(seat)s que las cartas o lo cantado desmienten: no cuesta nada."
    ),
    "mus.error.told": _(
        "Se anotó un error de %(seat)s: cuenta lo que dicen las cartas y lo cantado."
    ),
    "mus.error.illegal_call": _(
        "%(seat)s no podía decir «%(act)s» a %(heading)s en ese momento: no se cuenta."
    ),
    "mus.error.illegal_mus_act": _(
        "%(seat)s no podía decir «%(act)s» en ese momento del mus: no se cuenta."
    ),
    "mus.error.mano_did_not_cut": _(
        "Con la baraja corrida es mano quien corta, y cortó %(cut_by)s, no %(seat)s."
    ),
    "mus.error.spoke_of_next_lance": _(
        "%(seat)s, sin pares, habló de %(heading)s («%(act)s») antes de cerrarse los pares."
    ),
    "mus.error.lance_out_of_order": _(
        "%(seat)s habló de %(heading)s («%(act)s») antes de cerrarse un lance anterior."
    ),
    "mus.error.competing_bets": _(
        "Los compañeros dijeron a %(heading)s cosas distintas a la vez (%(first)s y %(second)s): "
        "escoge la otra pareja."
    ),
    "mus.note.closed_with_33": _(
        "%(seat)s, el postre, podía cerrar el envite con 33: a la otra pareja le faltaba "
        "%(missing)s para acabar. Pierde lo aceptado: %(stones)s."
    ),
    "mus.note.deck_ran": _("La baraja corrió: es mano quien cortó."),
    "mus.note.deck_exhausted": _(
        "Se pidieron %(wanted)s cartas y quedaban %(left)s: se barajan los descartes."
    ),
    "mus.note.cards_unknown": _(
        "Faltan cartas por saber: %(seats)s. Se cuenta con lo que se sabe."
    ),
    "mus.series.score_not_carried": _(
        "La jugada %(deal)s empieza con %(written_a)s–%(written_b)s y la anterior acabó "
        "%(a)s–%(b)s."
    ),
    "mus.series.mano_not_next": _(
        "En la jugada %(deal)s es mano %(mano)s y le tocaba a %(expected)s."
    ),
    "mus.series.mano_again": _("En la jugada %(deal)s la misma pareja es mano otra vez: %(mano)s."),
    "mus.series.deal_after_end": _("La jugada %(deal)s va detrás del final del juego."),
}
_RECTIFIED: Words = _(
    "%(seat)s se equivocó al cantar %(heading)s y rectificó a tiempo: no cuesta nada."
)
# Juego is one thing, pares are several.
_ONE_HELD: Mapping[str, Words] = {
    "mus.error.not_announced": _("%(seat)s tenía juego y no lo cantó."),
    "mus.error.announced_without": _("%(seat)s cantó juego y no lo tenía."),
}

PENDING: Mapping[str, Words] = {
    "mus.pending.unanswered": _("El registro no dice cómo acabó el envite a %(heading)s."),
    "mus.pending.a_las_dos_raise": _(
        "Tras un «envido a las dos» se subió a chica, y el texto no dice qué pasa con la grande."
    ),
    "mus.pending.ordago_accepted_without": _(
        "Se quiso sin tener pares un órdago a pares, y el texto solo habla de quien lo echa."
    ),
    "mus.pending.both_pairs_erred": _(
        "Se equivocaron las dos parejas a %(heading)s, y el texto supone que una cantó bien."
    ),
    "mus.pending.refused_to_the_errant_pair": _(
        "No se quiso un envite de la pareja que cantó mal, y el texto no dice si cobra la negada."
    ),
    "mus.pending.la_real_against_errant_31": _(
        "La pareja que erró tiene el 31 de mano y la otra la Real: el texto no dice si también "
        "hay negada."
    ),
    "mus.pending.correct_pair_without_juego": _(
        "La pareja que cantó bien no tiene juego, y el texto no dice qué se apunta entonces."
    ),
    "mus.pending.bet_won_after_error_at_pares": _(
        "Tras un error a pares la otra pareja ganó un envite querido: el texto no dice si vale el "
        "envite o la negada."
    ),
    "mus.pending.errors_at_pares_and_juego": _(
        "Hubo un error a pares y otro a juego, y sus cláusulas dan cuentas distintas."
    ),
    "mus.pending.juego_played_by_nobody": _(
        "Se jugó a juego y nadie lo tenía: el texto no dice qué se apunta."
    ),
    "mus.pending.opponents_choose": _(
        "Los compañeros dijeron cosas distintas a la vez a %(heading)s: escoge la otra pareja."
    ),
    "mus.pending.cards_unknown": _(
        "Depende de cartas que no se saben: a %(heading)s puede salir de varias maneras."
    ),
}

ANSWERS: Mapping[str, Words] = {
    "mus.answer.written_matches": _("Lo apuntado a %(heading)s está bien."),
    "mus.answer.written_differs": _(
        "Lo de %(heading)s se apuntó a quien no era: %(stones)s para la otra pareja."
    ),
    "mus.answer.written_open": _("Lo apuntado a %(heading)s depende de algo sin decidir."),
    "mus.answer.written_omits": _("No se apuntó nada a %(heading)s y son %(stones)s."),
    "mus.answer.claim_holds": _("La reclamación contra %(seat)s es cierta: son %(stones)s."),
    "mus.answer.claim_fails": _(
        "La reclamación contra %(seat)s no se sostiene con estas cartas y lo que se dijo."
    ),
    "mus.answer.claim_open": _("La reclamación contra %(seat)s depende de algo sin decidir."),
    "mus.answer.claim_for_committee": _(
        "A lo que se reclama contra %(seat)s el texto no pone castigo: decide el comité."
    ),
    "mus.answer.claim_unknown_clause": _("La cláusula que se reclama contra %(seat)s no existe."),
    "mus.answer.omitted_too_late": _(
        "Se olvidaron %(stones)s, pero con las cartas ya en la baraja no se pueden apuntar."
    ),
    "mus.answer.nothing_omitted": _("No se olvidó apuntar nada."),
}
WAYS: Mapping[str, Words] = {
    "refused": _("el envite no se quiso"),
    "accepted": _("el envite se quiso"),
    "ordago_void": _("el órdago es nulo"),
    "ordago_stands_if_correct_wins": _("el órdago vale si gana la pareja que cantó bien"),
    "bets_fall": _("los envites caen y se cuenta en paso"),
    "bets_stand": _("se cuenta como se jugó"),
    "own_value_only": _("solo el valor de sus cartas"),
    "negada_stands": _("el valor de sus cartas y la negada"),
    "value": _("el valor de su juego, sin negada"),
    "value_and_negada": _("el valor de sus cartas y la negada"),
    "errant_pair_scores": _("apunta en paso la pareja que erró"),
    "negada_only": _("solo la negada"),
    "nobody_scores": _("no apunta nadie"),
    "bet_stands": _("vale el envite"),
    "own_clause": _("por la cláusula del error a juego"),
    "as_vii_7": _("por la del error a pares (M-VII.7)"),
    "punto_in_passing": _("el punto, en paso"),
}

# What the reading says, by its value; the option's name where the value speaks for itself.
OPTIONS: Mapping[str, Mapping[str, Words]] = {
    "negada": {
        "last_accepted": _("la negada de un reenvite son las piedras aceptadas antes; si no, una"),
        "always_one": _("la negada es siempre una piedra"),
    },
    "negada_when": {
        "at_once": _("la negada se apunta en el momento"),
        "in_lance_order": _("la negada se cuenta en su lance"),
    },
    "count_order": {
        "grande_chica_pares_juego": _("se cuenta por orden: grande, chica, pares, juego o punto"),
    },
    "ordago_voids_earlier": {
        "accepted_bets": _(
            "un órdago querido borra los envites de antes, no las negadas apuntadas"
        ),
        "negadas_too": _("un órdago querido borra todo lo de antes, también las negadas"),
        "nothing": _("lo de antes de un órdago querido se cuenta primero"),
    },
    "bets_over_forty": {"count_as_two": _("un envite de más de 40 cuenta como dos piedras")},
    "raise_without_number": {
        "two": _("subir sin decir cuánto son dos piedras"),
        "double": _("subir sin decir cuánto dobla el envite"),
    },
    "a_las_dos_raise": {
        "pending": _("si tras «a las dos» se sube a chica, decide el comité"),
        "grande_accepted": _("subir a chica tras «a las dos» da la grande por querida"),
        "grande_refused": _("subir a chica tras «a las dos» da la grande por no querida"),
    },
    "values": {
        "both_partners_add_up": _(
            "en paso, grande y chica valen una; par una, medias dos, duples tres; 31 tres, otro "
            "juego dos; punto una; los compañeros suman"
        ),
    },
    "passed_extra": {
        "none": _("pares y juego en paso no llevan piedra de más"),
        "one": _("pares y juego en paso llevan una piedra más"),
    },
    "refused_values": {
        "bettor_keeps": _(
            "si no se quiere un envite a pares, juego o punto, quien envidó cobra también lo suyo"
        ),
    },
    "juego_order": {"usual": _("a juego: la Real, 31, 32, 40, 37 y hacia abajo hasta 33")},
    "four_equal": {"duples": _("cuatro cartas iguales son duples")},
    "la_real": {
        "sevens_and_jack": _("la Real son tres sietes y una sota, gana desde cualquier asiento"),
        "off": _("no se juega la Real"),
        "sevens_and_king": _("la Real son tres sietes y un rey, gana desde cualquier asiento"),
    },
    "ties": {"nearer_to_mano": _("a igualdad gana quien está más cerca de la mano")},
    "void_hand": {
        "player": _("la jugada nula es la del jugador, no la de su pareja"),
        "pair": _("la jugada nula es la de toda la pareja"),
    },
    "void_hand_bets": {
        "stand_if_correct_wins": _(
            "lo envidado con una jugada nula vale solo si gana la otra pareja"
        ),
        "void": _("lo envidado con una jugada nula no vale"),
    },
    "jugada_completa": {
        "whole_hand": _("fingir con la jugada máxima anula los cuatro lances"),
        "that_lance": _("fingir con la jugada máxima anula ese lance"),
    },
    "errant_31": {
        "either_partner": _("el 31 de la pareja que erró vale en cualquiera de los dos"),
        "mano_himself": _("el 31 de la pareja que erró tiene que ser del propio mano"),
    },
    "posterior": {
        "after_partner": _("«posterior» es quien habla detrás del compañero"),
        "after_mano": _("«posterior» es quien habla detrás del mano"),
    },
    "unrectified_pares": {
        "as_vii_7": _(
            "callar los pares tiene a juego la misma consecuencia que cantarlos sin tener"
        ),
        "juego_void": _("quien calló los pares tiene el juego nulo"),
        "juego_stands": _("callar los pares no toca el juego"),
    },
    "best_juego": {
        "player_alone": _("el mejor juego cobra él solo"),
        "both_partners": _("el mejor juego cobra con su compañero"),
    },
    "first_to_discard": {
        "mano": _("descarta primero el mano"),
        "dealer": _("descarta primero quien reparte"),
    },
    "mus_corrido": {
        "first_deal_of_partida": _("mus corrido solo al empezar la partida"),
        "first_deal_of_each_game": _("mus corrido al empezar cada juego"),
    },
    "deck_exhausted": {"reshuffle_discards": _("si se acaba la baraja se barajan los descartes")},
    "kings_and_aces": {
        "eight": _("los treses son reyes y los doses ases"),
        "four": _("cuatro reyes y cuatro ases: treses y doses valen lo suyo"),
    },
    "senas": {"on": _("se permiten las señas"), "off": _("no se permiten las señas")},
}
NUMBERS: Mapping[str, Words] = {
    "stones": _("se juega a %(value)s piedras"),
    "about_to_go_out": _("«a punto de salir» son %(value)s piedras o menos"),
    "boards": _("hay %(value)s mesas"),
}


@dataclass(frozen=True, slots=True)
class LineWords:
    """A line of the table: `a` and `b` are the stones of each pair, empty for the other."""

    heading: str
    a: str
    b: str
    reason: str
    clause: str
    counted: bool


@dataclass(frozen=True, slots=True)
class FindingWords:
    text: str
    clause: str
    costs: bool


@dataclass(frozen=True, slots=True)
class ClaimWords:
    """What is claimed, and what the ruling says to it (empty where it says nothing)."""

    text: str
    clause: str
    answer: str


@dataclass(frozen=True, slots=True)
class WayWords:
    text: str
    stones: str
    score: str
    winner: str


@dataclass(frozen=True, slots=True)
class PendingWords:
    heading: str
    text: str
    clause: str
    ways: tuple[WayWords, ...]


@dataclass(frozen=True, slots=True)
class CardWords:
    sign: str
    name: str


@dataclass(frozen=True, slots=True)
class HandWords:
    seat: str
    pair: str
    is_mano: bool
    cards: tuple[CardWords, ...]

    @property
    def text(self) -> str:
        return ", ".join(card.name for card in self.cards)


@dataclass(frozen=True, slots=True)
class DealWords:
    """All that the component shows. `notes` are no faults, but needed to follow the ruling;
    `written` compares what the table wrote down; `readings` are the options that decided, each a
    sentence."""

    pair_a: str
    pair_b: str
    hands: tuple[HandWords, ...]
    before: Score
    score: Score
    target: int
    winner: str
    lines: tuple[LineWords, ...]
    findings: tuple[FindingWords, ...]
    notes: tuple[FindingWords, ...]
    pending: tuple[PendingWords, ...]
    written: tuple[FindingWords, ...]
    claims: tuple[ClaimWords, ...]
    readings: tuple[str, ...]
    record: str
    redeal: bool


def deal_words(
    report: RecordReport,
    *,
    code: str,
    settings: Mapping[str, Any],
    pairs: tuple[str, str] | None = None,
) -> DealWords:
    """The report in Spanish. `code` is the discipline's, `settings` those it was ruled on with;
    `pairs` are the names of A and B, "Pareja A" and "Pareja B" where nobody knows them."""
    a, b = pairs or (_now("Pareja A"), _now("Pareja B"))
    names = {"A": a, "B": b}
    return DealWords(
        pair_a=a,
        pair_b=b,
        hands=tuple(
            HandWords(
                seat=seat,
                pair=names[seat[:1]],
                is_mano=seat == report.mano,
                cards=tuple(CardWords(card, card_name(card)) for card in cards),
            )
            for seat, cards in report.hands
        ),
        before=report.before,
        score=report.score,
        target=report.target,
        winner=names.get(report.winner or "", ""),
        lines=tuple(_line(line) for line in report.lines),
        findings=tuple(_found(one) for one in report.findings if not _is_note(one)),
        notes=tuple(_found(one) for one in report.findings if _is_note(one)),
        pending=tuple(_pending(one, names) for one in report.pending),
        written=tuple(
            FindingWords(
                answer_words(one.code, one.facts, one.seat, one.heading), one.clause, one.costs
            )
            for one in report.written
        ),
        claims=tuple(
            ClaimWords(
                f"{one.seat}: {one.text}" if one.text else one.seat,
                one.clause,
                answer_words(one.answer, one.facts, one.seat) if one.answer else "",
            )
            for one in report.claims
        ),
        readings=tuple(_readings(report, code, settings)),
        record=report.record,
        redeal=report.redeal,
    )


def _is_note(finding: ReportFinding) -> bool:
    return ".note." in finding.code


def _found(finding: ReportFinding) -> FindingWords:
    return FindingWords(finding_words(finding), finding.clause, finding.costs)


def answer_words(
    code: str, facts: Mapping[str, Fact], seat: str, heading: str | None = None
) -> str:
    """What the ruling says to something written down or claimed."""
    return str(ANSWERS[code]) % _told(facts, seat, heading)


def finding_words(finding: ReportFinding) -> str:
    """What was wrong, in one sentence. Raises KeyError for a code nobody wrote one for."""
    text = FINDINGS[finding.code]
    if finding.heading == "juego":
        text = _ONE_HELD.get(finding.code, text)
    if finding.code == "mus.error.not_announced" and not finding.costs:
        text = _RECTIFIED
    return str(text) % _told(finding.facts, finding.seat, finding.heading)


def _told(facts: Mapping[str, Fact], seat: str, heading: str | None) -> dict[str, Any]:
    told: dict[str, Any] = {
        key: ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
        for key, value in facts.items()
    }
    for key in {"act", "first", "second"} & set(told):
        told[key] = act_words(str(told[key]))
    for key in {"stones", "missing"} & set(told):
        told[key] = ngettext("%(n)s piedra", "%(n)s piedras", told[key]) % {"n": told[key]}
    return {**told, "seat": seat, "heading": LANCES.get(heading or "", "")}


_ACT = re.compile(r"(?P<seat>[AB][12])(?P<sign>[-eqnoQNmxs+])(?P<stones>\d*)(?P<two>&?)")
_SIGNS: Mapping[str, Words] = {
    "-": _("paso"),
    "e": _("envido"),
    "+": _("subo"),
    "q": _("quiero"),
    "n": _("no quiero"),
    "o": _("órdago"),
    "Q": _("queremos"),
    "N": _("no queremos"),
    "m": _("mus"),
    "x": _("corto"),
    "s": _("sí"),
}
_ANNOUNCED: Mapping[str, Words] = {":s": _("sí"), ":n": _("no")}
_GIVES = re.compile(r"(?:(?P<pair>[AB])\+(?P<stones>\d+)|(?P<winner>[AB])!)")


def act_words(act: str) -> str:
    """An act as it is written (`A1e5`) as it was said: "envido 5"; `A1:n` is an announcement."""
    if act[2:] in _ANNOUNCED:
        return str(_ANNOUNCED[act[2:]])
    found = _ACT.fullmatch(act)
    if found is None:
        return act
    words = " ".join(filter(None, (str(_SIGNS[found["sign"]]), found["stones"])))
    return _now("%(bet)s a las dos") % {"bet": words} if found["two"] else words


def way_words(name: str, names: Mapping[str, str] | None = None) -> str:
    """A way to decide. Some are two decisions, one after the other; a part without words of its own
    is what somebody said, or what it gives to a pair."""
    return "; ".join(_way(part.split("/")[0], names or {}) for part in name.split("."))


def _way(part: str, names: Mapping[str, str]) -> str:
    if part in WAYS:
        return str(WAYS[part])
    if part == "+0":
        return _now("no apunta nadie")
    if said := _ACT.fullmatch(part):
        return _now("vale lo que dijo %(seat)s (%(act)s)") % {
            "seat": said["seat"],
            "act": act_words(part),
        }
    gives = [_GIVES.fullmatch(word) for word in part.split()]
    told = [_given(one, names) for one in gives if one is not None]
    return ", ".join(told) if told and len(told) == len(gives) else part


def _given(gives: re.Match[str], names: Mapping[str, str]) -> str:
    pair = gives["pair"] or gives["winner"]
    told = {"pair": names.get(pair, pair), "stones": gives["stones"]}
    if gives["winner"]:
        return _now("gana el juego %(pair)s") % told
    return _now("%(pair)s apunta %(stones)s") % told


def reading_words(option: str, value: Any) -> str:
    """What an option means with that value, as part of a sentence."""
    if option in NUMBERS:
        return str(NUMBERS[option]) % {"value": value}
    return str(OPTIONS[option][str(value)])


def _line(line: ReportLine) -> LineWords:
    reason = str(REASONS[line.reason])
    if line.reason == "value" or (line.reason, line.heading) == ("passed", "punto"):
        reason = str(_VALUES[line.heading])
    if line.option == "ties":
        reason = _now("%(reason)s; a igualdad, por la mano") % {"reason": reason}
    elif line.option == "la_real":
        reason = _now("%(reason)s; gana la Real") % {"reason": reason}
    return LineWords(
        heading=str(HEADINGS[line.heading]),
        a=f"+{line.stones}" if line.pair == "A" else "",
        b=f"+{line.stones}" if line.pair == "B" else "",
        reason=reason,
        clause=line.clause,
        counted=line.counted,
    )


def _pending(pending: ReportPending, names: Mapping[str, str]) -> PendingWords:
    return PendingWords(
        heading=str(HEADINGS[pending.heading]),
        text=str(PENDING[pending.code]) % {"heading": LANCES[pending.heading]},
        clause=pending.clause,
        ways=tuple(
            WayWords(
                text=way_words(way.name, names),
                stones=_stones(way.lines, names),
                score=f"{way.score[0]}–{way.score[1]}",
                winner=names.get(way.winner or "", ""),
            )
            for way in pending.ways
        ),
    )


def _stones(lines: Iterable[ReportLine], names: Mapping[str, str]) -> str:
    won: dict[str, int] = {}
    for line in lines:
        won[line.pair] = won.get(line.pair, 0) + line.stones
    told = [f"{names[pair]} +{stones}" for pair, stones in won.items()]
    return ", ".join(told) or _now("ninguna piedra")


def _readings(report: RecordReport, code: str, settings: Mapping[str, Any]) -> Iterable[str]:
    """The options that decided: "por defecto" for those of the regulation as proposed, otherwise
    as the season or the record says."""
    proposed = discipline(code).presets[0].settings
    named = dict(report.settings)
    pending = [one.option for one in report.pending if one.option]
    for option in dict.fromkeys((*report.options, *report.decided, *pending, *named)):
        value = named.get(option, settings.get(option, proposed[option]))
        if option in named:
            told = _now("Según este registro, %(reading)s.")
        elif value == proposed[option]:
            told = _now("Por defecto, %(reading)s.")
        else:
            told = _now("En esta temporada, %(reading)s.")
        if option in OPTIONS or option in NUMBERS:
            yield told % {"reading": reading_words(option, value)}
