"""What partners may say to each other: words at the mus, questions at a bet, a feigned refusal.

M-III.2 only the firm words; no asking with medias, duples or 31       done: `check_word`
M-III.4 "I play alone" only with medias, duples or 31                  done: `check_word`
M-V.4   firm questions about the lance at hand, no conditional orders  done: `check_question`
M-V.10  asking what an órdago does to earlier stones                   NOT HERE: at the table
M-V.14  the mano with the top hand may not feign a refusal             done: `check_refusal`
"""

from dataclasses import replace
from enum import StrEnum

from rules.mus.breaches import Breach, breach
from rules.mus.cards import ACE, KING
from rules.mus.hands import CARDS_IN_HAND, JUEGO, Hand, ParesKind, Ranks, pares, points
from rules.mus.lances import Lance
from rules.mus.options import ASTURIAS, JugadaCompleta, Options
from rules.mus.rulings import RulingKind


class Word(StrEnum):
    """What is said at the mus; all but the last two are the firm words of M-III.2."""

    MUS = "mus"
    CUT = "quita"
    BET = "envida"
    ORDAGO = "mete_ordago"
    IT_CAME_TO_ME = "llego_a_mi"
    WHAT_DO_I_SAY = "que_digo"
    I_PLAY_ALONE = "yo_juego_solo"
    OTHER = "other"


class Play(StrEnum):
    """What makes a hand one to play with."""

    MEDIAS = "medias"
    DUPLES = "duples"
    THIRTY_ONE = "thirty_one"


def plays(ranks: Ranks) -> tuple[Play, ...]:
    """The medias, duples or thirty-one of a hand."""
    found = []
    held = pares(ranks)
    if held is not None and held.kind is not ParesKind.PAIR:
        found.append(Play.DUPLES if held.kind is ParesKind.DUPLES else Play.MEDIAS)
    if points(ranks) == JUEGO:
        found.append(Play.THIRTY_ONE)
    return tuple(found)


def check_word(word: Word, hand: Hand, options: Options = ASTURIAS) -> Breach | None:
    """What is wrong with saying that to one's partner before the mus is cut; None if nothing is."""
    if word is Word.OTHER:
        return breach("mus.word.not_firm")
    held = plays(hand.ranks(options))
    if word is Word.WHAT_DO_I_SAY and held:
        return breach("mus.word.asked_with_a_play", play=held[0].value)
    if word is Word.I_PLAY_ALONE and not held:
        return breach("mus.word.alone_without_a_play")
    return None


def check_question(asked: Lance | None, lance: Lance) -> Breach | None:
    """What is wrong with asking one's partner what he holds at the lance `asked` while `lance` is
    being played. None is a conditional order ("with king and knight, accept")."""
    if asked is None:
        return breach("mus.question.conditional")
    if asked is not lance:
        return breach("mus.question.other_lance", asked=asked.value, lance=lance.value)
    return None


def is_top_hand(ranks: Ranks, lance: Lance) -> bool:
    """Whether a mano with these cards has one of the top hands of M-V.14 in that lance."""
    if lance in (Lance.GRANDE, Lance.PARES):
        return ranks.count(KING) == CARDS_IN_HAND
    if lance is Lance.CHICA:
        return ranks.count(ACE) == CARDS_IN_HAND
    if lance is Lance.JUEGO:
        return points(ranks) == JUEGO and ranks.count(KING) == 3
    return points(ranks) == JUEGO - 1


def check_refusal(
    hand: Hand, lance: Lance, *, is_mano: bool, options: Options = ASTURIAS
) -> Breach | None:
    """What is wrong with saying "I do not accept", so that the partner may revoke it.

    The penalty is the whole hand, or that lance alone by the option `jugada_completa`.
    """
    if not is_mano or not is_top_hand(hand.ranks(options), lance):
        return None
    found = breach("mus.refusal.feigned", lance=lance.value)
    if options.jugada_completa is JugadaCompleta.THAT_LANCE:
        return replace(found, penalty=RulingKind.VOID_LANCE)
    return found
