"""Where the regulation is silent: every option with its alternatives, and the defaults of Asturias.

Each field of `Options` is one such point; its clause, its scope and whether it can change who wins
stand beside it, and `SCHEMA` is made from them. An enumeration with a single member is a reading
nobody disputes: it is a field so that a report and the season's page can name it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.discipline import Option, OptionScope, Setting
from rules.errors import RuleViolation
from rules.formats import FormatKind, PartidaFormat
from rules.option_table import plain, read, row, schema

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


@dataclass(frozen=True, slots=True)
class Options:
    """The readings a season plays by. Every default is the documented one of Asturias."""

    partida_format: PartidaFormat = row(
        PartidaFormat(FormatKind.FIRST_TO, 5),
        "M-D.1",
        changes_winner=True,
        scope=OptionScope.RESULT,
        known=("best_of=5", "all_played=5", "first_to=3", "first_to=4"),
        must_choose=True,
    )
    # Three pairs are the fewest a peña may present (M-D.13), so no encounter has fewer boards.
    boards: int = row(4, "M-D.13", scope=OptionScope.RESULT, known=(3,), between=(3, 8))
    stones: int = row(40, "M-VI.1", scope=OptionScope.RESULT, known=(30, 35), between=(20, 60))
    negada: Negada = row(Negada.LAST_ACCEPTED, "M-VI.2")
    negada_when: NegadaWhen = row(NegadaWhen.AT_ONCE, "M-VI.1", changes_winner=True)
    count_order: CountOrder = row(CountOrder.GRANDE_CHICA_PARES_JUEGO, "M-VI.1")
    ordago_voids_earlier: OrdagoVoids = row(
        OrdagoVoids.ACCEPTED_BETS, "M-V.13", changes_winner=True
    )
    bets_over_forty: BetsOverForty = row(BetsOverForty.COUNT_AS_TWO, "M-V.1")
    raise_without_number: RaiseWithoutNumber = row(RaiseWithoutNumber.TWO, "M-V.1")
    a_las_dos_raise: ALasDosRaise = row(ALasDosRaise.PENDING, "M-V.3")
    values: LanceValues = row(LanceValues.BOTH_PARTNERS_ADD_UP, "M-VI.1")
    passed_extra: PassedExtra = row(PassedExtra.NONE, "M-VI.1")
    refused_values: RefusedValues = row(RefusedValues.BETTOR_KEEPS, "M-VI.1", changes_winner=True)
    juego_order: JuegoOrder = row(JuegoOrder.USUAL, "M-VIII.4")
    four_equal: FourEqual = row(FourEqual.DUPLES, "M-II.1")
    la_real: LaReal = row(LaReal.SEVENS_AND_JACK, "M-VIII.4", changes_winner=True)
    ties: Ties = row(Ties.NEARER_TO_MANO, "M-P.6")
    void_hand: VoidHand = row(VoidHand.PLAYER, "M-II.7", changes_winner=True)
    void_hand_bets: VoidHandBets = row(
        VoidHandBets.STAND_IF_CORRECT_WINS, "M-II.7", changes_winner=True
    )
    jugada_completa: JugadaCompleta = row(JugadaCompleta.WHOLE_HAND, "M-V.14")
    errant_31: Errant31 = row(Errant31.EITHER_PARTNER, "M-VII.7", changes_winner=True)
    posterior: Posterior = row(Posterior.AFTER_PARTNER, "M-VIII.5", changes_winner=True)
    about_to_go_out: int = row(5, "M-VI.2", between=(1, 20))
    unrectified_pares: UnrectifiedPares = row(
        UnrectifiedPares.AS_VII_7, "M-VII.1", changes_winner=True
    )
    best_juego: BestJuego = row(BestJuego.PLAYER_ALONE, "M-IX.2")
    first_to_discard: FirstToDiscard = row(FirstToDiscard.MANO, "M-IV.1", changes_winner=True)
    mus_corrido: MusCorrido = row(MusCorrido.FIRST_DEAL_OF_PARTIDA, "M-P.5")
    deck_exhausted: DeckExhausted = row(DeckExhausted.RESHUFFLE_DISCARDS, "M-IV.1")
    kings_and_aces: KingsAndAces = row(KingsAndAces.EIGHT, "M-P.2")
    senas: Senas = row(Senas.ON, "M-P.7")

    @classmethod
    def from_mapping(cls, settings: Mapping[str, Any]) -> "Options":
        """Read what a season stored.

        A key that is missing takes its default, except the partida format: it is chosen or
        refused (`options.format_not_chosen`, M-D.1). Unknown keys and values are refused too.
        """
        known = read(cls, settings)
        if "partida_format" not in settings:
            raise RuleViolation("options.format_not_chosen", clause="M-D.1", key="partida_format")
        return cls(**known)

    def to_mapping(self) -> dict[str, Setting]:
        """Every option as text or number, for JSON; `from_mapping` reads it back."""
        return {option.key: plain(getattr(self, option.key)) for option in SCHEMA}


SCHEMA: tuple[Option, ...] = schema(Options)

ASTURIAS = Options()
