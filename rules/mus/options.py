"""Where the regulation is silent: every option with its alternatives, and the defaults of Asturias.

Each field of `Options` is one such point; its clause, its scope and whether it can change who wins
stand beside it, and `SCHEMA` is made from them. An enumeration with a single member is a reading
nobody disputes: it is a field so that a report and the season's page can name it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, TypeVar, cast, get_type_hints

from rules.discipline import Option, OptionKind, OptionScope, Setting
from rules.errors import RuleViolation
from rules.formats import FormatKind, PartidaFormat

__all__ = [
    "ASTURIAS",
    "SCHEMA",
    "ALasDosRaise",
    "BestJuego",
    "BetsOverForty",
    "CountOrder",
    "DeckExhausted",
    "Errant31",
    "FirstToDiscard",
    "FormatKind",
    "FourEqual",
    "JuegoOrder",
    "JugadaCompleta",
    "KingsAndAces",
    "LaReal",
    "LanceValues",
    "MusCorrido",
    "Negada",
    "NegadaWhen",
    "Options",
    "OrdagoVoids",
    "PartidaFormat",
    "PassedExtra",
    "Posterior",
    "RaiseWithoutNumber",
    "RefusedValues",
    "Senas",
    "Ties",
    "UnrectifiedPares",
    "VoidHand",
    "VoidHandBets",
]


class Negada(StrEnum):
    """What a refused bet is worth (near the end at no juego always one: M-VI.2)."""

    LAST_ACCEPTED = "last_accepted"
    ALWAYS_ONE = "always_one"


class NegadaWhen(StrEnum):
    """When a refused bet is booked. At once: taken back if the cards shown void that bet."""

    AT_ONCE = "at_once"
    IN_LANCE_ORDER = "in_lance_order"


class CountOrder(StrEnum):
    GRANDE_CHICA_PARES_JUEGO = "grande_chica_pares_juego"


class OrdagoVoids(StrEnum):
    """What an accepted órdago does to the lances before it."""

    ACCEPTED_BETS = "accepted_bets"
    NEGADAS_TOO = "negadas_too"
    NOTHING = "nothing"  # what came before is counted first


class BetsOverForty(StrEnum):
    COUNT_AS_TWO = "count_as_two"


class RaiseWithoutNumber(StrEnum):
    TWO = "two"
    DOUBLE = "double"


class ALasDosRaise(StrEnum):
    """What becomes of grande when chica is raised after "a las dos"."""

    PENDING = "pending"
    GRANDE_ACCEPTED = "grande_accepted"
    GRANDE_REFUSED = "grande_refused"


class LanceValues(StrEnum):
    """Grande, chica 1 in passing; pair 1, medias 2, duples 3; 31 3, other juego 2; punto 1."""

    BOTH_PARTNERS_ADD_UP = "both_partners_add_up"


class PassedExtra(StrEnum):
    """Whether pares or juego all passed bring a stone more."""

    NONE = "none"
    ONE = "one"


class RefusedValues(StrEnum):
    """At refused pares, juego or punto the bettor keeps negada and own values, even if lower."""

    BETTOR_KEEPS = "bettor_keeps"


class JuegoOrder(StrEnum):
    """La Real, 31, 32, 40, 37, 36, 35, 34, 33."""

    USUAL = "usual"


class FourEqual(StrEnum):
    DUPLES = "duples"


class LaReal(StrEnum):
    SEVENS_AND_JACK = "sevens_and_jack"
    OFF = "off"
    SEVENS_AND_KING = "sevens_and_king"


class Ties(StrEnum):
    NEARER_TO_MANO = "nearer_to_mano"


class VoidHand(StrEnum):
    """Whose hand falls when "the whole hand is void"."""

    PLAYER = "player"
    PAIR = "pair"


class VoidHandBets(StrEnum):
    """What becomes of bets made or accepted with a void hand."""

    STAND_IF_CORRECT_WINS = "stand_if_correct_wins"
    VOID = "void"


class JugadaCompleta(StrEnum):
    WHOLE_HAND = "whole_hand"
    THAT_LANCE = "that_lance"


class Errant31(StrEnum):
    """Who of the errant pair that is mano has to hold the 31."""

    EITHER_PARTNER = "either_partner"
    MANO_HIMSELF = "mano_himself"


class Posterior(StrEnum):
    AFTER_PARTNER = "after_partner"
    AFTER_MANO = "after_mano"


class UnrectifiedPares(StrEnum):
    """What follows at juego when pares were not announced and not rectified before it."""

    AS_VII_7 = "as_vii_7"
    JUEGO_VOID = "juego_void"
    JUEGO_STANDS = "juego_stands"


class BestJuego(StrEnum):
    PLAYER_ALONE = "player_alone"
    BOTH_PARTNERS = "both_partners"


class FirstToDiscard(StrEnum):
    MANO = "mano"
    DEALER = "dealer"


class MusCorrido(StrEnum):
    FIRST_DEAL_OF_PARTIDA = "first_deal_of_partida"
    FIRST_DEAL_OF_EACH_GAME = "first_deal_of_each_game"


class DeckExhausted(StrEnum):
    RESHUFFLE_DISCARDS = "reshuffle_discards"


class KingsAndAces(StrEnum):
    EIGHT = "eight"
    FOUR = "four"


class Senas(StrEnum):
    ON = "on"
    OFF = "off"


T = TypeVar("T")


def _row(
    default: T,
    clause: str,
    *,
    changes_winner: bool = False,
    result: bool = False,
    known: tuple[Setting, ...] = (),
    between: tuple[int, int] | None = None,
) -> T:
    """A field of Options and, in its metadata, the rest of its line in the table."""
    metadata = {
        "clause": clause,
        "changes_winner": changes_winner,
        "scope": OptionScope.RESULT if result else OptionScope.DEAL,
        "known": known,
        "between": between,
    }
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Options:
    """The readings a season plays by. Every default is the documented one of Asturias."""

    partida_format: PartidaFormat = _row(
        PartidaFormat(FormatKind.FIRST_TO, 5),
        "M-D.1",
        changes_winner=True,
        result=True,
        known=("best_of=5", "all_played=5", "first_to=3", "first_to=4"),
    )
    # Three pairs are the fewest a peña may present (M-D.13), so no encounter has fewer boards.
    boards: int = _row(4, "M-D.13", result=True, known=(3,), between=(3, 8))
    stones: int = _row(40, "M-VI.1", result=True, known=(30, 35), between=(20, 60))
    negada: Negada = _row(Negada.LAST_ACCEPTED, "M-VI.2")
    negada_when: NegadaWhen = _row(NegadaWhen.AT_ONCE, "M-VI.1", changes_winner=True)
    count_order: CountOrder = _row(CountOrder.GRANDE_CHICA_PARES_JUEGO, "M-VI.1")
    ordago_voids_earlier: OrdagoVoids = _row(
        OrdagoVoids.ACCEPTED_BETS, "M-V.13", changes_winner=True
    )
    bets_over_forty: BetsOverForty = _row(BetsOverForty.COUNT_AS_TWO, "M-V.1")
    raise_without_number: RaiseWithoutNumber = _row(RaiseWithoutNumber.TWO, "M-V.1")
    a_las_dos_raise: ALasDosRaise = _row(ALasDosRaise.PENDING, "M-V.3")
    values: LanceValues = _row(LanceValues.BOTH_PARTNERS_ADD_UP, "M-VI.1")
    passed_extra: PassedExtra = _row(PassedExtra.NONE, "M-VI.1")
    refused_values: RefusedValues = _row(RefusedValues.BETTOR_KEEPS, "M-VI.1", changes_winner=True)
    juego_order: JuegoOrder = _row(JuegoOrder.USUAL, "M-VIII.4")
    four_equal: FourEqual = _row(FourEqual.DUPLES, "M-II.1")
    la_real: LaReal = _row(LaReal.SEVENS_AND_JACK, "M-VIII.4", changes_winner=True)
    ties: Ties = _row(Ties.NEARER_TO_MANO, "M-P.6")
    void_hand: VoidHand = _row(VoidHand.PLAYER, "M-II.7", changes_winner=True)
    void_hand_bets: VoidHandBets = _row(
        VoidHandBets.STAND_IF_CORRECT_WINS, "M-II.7", changes_winner=True
    )
    jugada_completa: JugadaCompleta = _row(JugadaCompleta.WHOLE_HAND, "M-V.14")
    errant_31: Errant31 = _row(Errant31.EITHER_PARTNER, "M-VII.7", changes_winner=True)
    posterior: Posterior = _row(Posterior.AFTER_PARTNER, "M-VIII.5", changes_winner=True)
    about_to_go_out: int = _row(5, "M-VI.2", between=(1, 20))
    unrectified_pares: UnrectifiedPares = _row(
        UnrectifiedPares.AS_VII_7, "M-VII.1", changes_winner=True
    )
    best_juego: BestJuego = _row(BestJuego.PLAYER_ALONE, "M-IX.2")
    first_to_discard: FirstToDiscard = _row(FirstToDiscard.MANO, "M-IV.1", changes_winner=True)
    mus_corrido: MusCorrido = _row(MusCorrido.FIRST_DEAL_OF_PARTIDA, "M-P.5")
    deck_exhausted: DeckExhausted = _row(DeckExhausted.RESHUFFLE_DISCARDS, "M-IV.1")
    kings_and_aces: KingsAndAces = _row(KingsAndAces.EIGHT, "M-P.2")
    senas: Senas = _row(Senas.ON, "M-P.7")

    @classmethod
    def from_mapping(cls, settings: Mapping[str, Any]) -> "Options":
        """Read what a season stored.

        A key that is missing takes its default, except the partida format: it is chosen or
        refused (`options.format_not_chosen`, M-D.1). Unknown keys and values are refused too.
        """
        for key in settings:
            if key not in _OPTION:
                raise RuleViolation("options.unknown_key", key=str(key))
        if "partida_format" not in settings:
            raise RuleViolation("options.format_not_chosen", clause="M-D.1", key="partida_format")
        return cls(**{key: _read(_OPTION[key], value) for key, value in settings.items()})

    def to_mapping(self) -> dict[str, Setting]:
        """Every option as text or number, for JSON; `from_mapping` reads it back."""
        return {option.key: _plain(getattr(self, option.key)) for option in SCHEMA}


def _plain(value: StrEnum | PartidaFormat | int) -> Setting:
    if isinstance(value, StrEnum):
        return value.value
    return str(value) if isinstance(value, PartidaFormat) else value


def _read(option: Option, value: Any) -> Any:
    if option.kind is OptionKind.FORMAT:
        return value if isinstance(value, PartidaFormat) else PartidaFormat.parse(str(value))
    if option.kind is OptionKind.NUMBER:
        # True is an int to Python, but no number of boards.
        if not isinstance(value, int) or isinstance(value, bool):
            raise RuleViolation(
                "options.unknown_value",
                clause=option.clause,
                key=option.key,
                value=str(value),
                allowed=(option.default, *option.alternatives),
            )
        if not cast(int, option.minimum) <= value <= cast(int, option.maximum):
            raise RuleViolation(
                "options.number_out_of_range",
                clause=option.clause,
                key=option.key,
                value=value,
                minimum=option.minimum,
                maximum=option.maximum,
            )
        return value
    try:
        return _TYPES[option.key](value)
    except ValueError:
        raise RuleViolation(
            "options.unknown_value",
            clause=option.clause,
            key=option.key,
            value=str(value),
            allowed=(option.default, *option.alternatives),
        ) from None


_TYPES: Mapping[str, Any] = get_type_hints(Options)


def _schema() -> tuple[Option, ...]:
    lines = []
    for line in fields(Options):
        kind = _TYPES[line.name]
        default = _plain(line.default)  # type: ignore[arg-type]
        alternatives: tuple[Setting, ...] = line.metadata["known"]
        if issubclass(kind, StrEnum):
            alternatives = tuple(member.value for member in kind if member.value != default)
        minimum, maximum = line.metadata["between"] or (None, None)
        lines.append(
            Option(
                key=line.name,
                kind=_option_kind(kind),
                default=default,
                alternatives=alternatives,
                clause=line.metadata["clause"],
                changes_winner=line.metadata["changes_winner"],
                scope=line.metadata["scope"],
                must_choose=kind is PartidaFormat,
                minimum=minimum,
                maximum=maximum,
            )
        )
    return tuple(lines)


def _option_kind(kind: type) -> OptionKind:
    if kind is PartidaFormat:
        return OptionKind.FORMAT
    return OptionKind.NUMBER if kind is int else OptionKind.CHOICE


SCHEMA: tuple[Option, ...] = _schema()
_OPTION: Mapping[str, Option] = {option.key: option for option in SCHEMA}

ASTURIAS = Options()
