"""The acta as a whole: everything the engine has to say about it before it is filed.

M-D.1  results possible                                       done
M-D.2  a point per pair                                       done: `encounter_score`
M-D.12 every partida, of one sitting                          done
M-D.13 fewer than three pairs; three pairs, board 4 is lost   done
M-D.14 a drawn player refuses                                 done
M-D.5, M-D.7, M-D.8, M-D.19 players, pairs and draw           in `sheet_players`
M-D.4, M-D.6, M-T.1, M-T.2, M-T.4 breaks, times, decks        in `sheet_times`
M-T.3  slow play                                              NOT HERE: an incident of the table
"""

from collections import Counter
from collections.abc import Iterator

from rules import formats
from rules.findings import Finding
from rules.formats import PartidaFormat, Score, Side, legal_partial, legal_results
from rules.mus.findings import found
from rules.mus.options import ASTURIAS, Options
from rules.mus.partida import check_score
from rules.mus.sheet_facts import (
    BreakFacts,
    BreakKind,
    DeckConfirmation,
    DrawnPair,
    EndedAs,
    PartidaFacts,
    PlayerFacts,
    SheetFacts,
    Substitution,
)
from rules.mus.sheet_players import check_draw, check_players
from rules.mus.sheet_times import check_breaks, check_decks, check_times

__all__ = [
    "BreakFacts",
    "BreakKind",
    "DeckConfirmation",
    "DrawnPair",
    "EndedAs",
    "PartidaFacts",
    "PlayerFacts",
    "SheetFacts",
    "Substitution",
    "check_sheet",
    "encounter_score",
    "partida_winner",
]

FEWEST_PAIRS = 3  # M-D.13


def check_sheet(
    facts: SheetFacts, format: PartidaFormat | None = None, options: Options = ASTURIAS
) -> list[Finding]:
    """Everything found on the acta, in the order in which a delegate would go through it.

    The format is the season's own unless another is given. Empty when all is well.
    """
    format = format or options.partida_format
    findings = [
        *_check_pairs(facts),
        *_check_presence(facts),
        *(
            finding
            for partida in facts.partidas
            for finding in _check_partida(facts, partida, format)
        ),
        *check_players(facts),
        *check_draw(facts),
    ]
    if not _nobody_played(facts):
        findings += [*check_breaks(facts, format), *check_times(facts), *check_decks(facts)]
    return findings


def partida_winner(partida: PartidaFacts, format: PartidaFormat) -> Side | None:
    """Who gets the point of that board; None when nobody does (yet)."""
    forfeited_by = partida.ended_as.forfeited_by
    if forfeited_by is not None:
        return forfeited_by.other
    if partida.awarded_to is not None:
        return partida.awarded_to
    if partida.score is None or partida.ended_as in (EndedAs.AWARDED, EndedAs.ABANDONED):
        return None
    if partida.ended_as is EndedAs.REFEREE:
        return _leader(partida.score)
    return formats.winner(format, partida.score)


def encounter_score(facts: SheetFacts, format: PartidaFormat) -> Score:
    """Points of the encounter (home, away): one per partida won (M-D.2), or the 4-0 of M-D.13."""
    short = [side for side in Side if facts.pairs(side) < FEWEST_PAIRS]
    if len(short) == 2:
        return 0, 0
    if short:
        return (0, facts.boards) if short[0] is Side.HOME else (facts.boards, 0)
    winners = [partida_winner(partida, format) for partida in facts.partidas]
    return winners.count(Side.HOME), winners.count(Side.AWAY)


def _leader(score: Score) -> Side | None:
    if score[0] == score[1]:
        return None
    return Side.HOME if score[0] > score[1] else Side.AWAY


def _is_walkover(facts: SheetFacts) -> bool:
    return any(facts.pairs(side) < FEWEST_PAIRS for side in Side)


def _nobody_played(facts: SheetFacts) -> bool:
    """No board was sat down to: then there is no start, no break and no deck to ask about."""
    unplayed = (EndedAs.FORFEIT_HOME, EndedAs.FORFEIT_AWAY, EndedAs.AWARDED, EndedAs.ABANDONED)
    return all(
        partida.ended_as in unplayed and partida.score in (None, (0, 0))
        for partida in facts.partidas
    ) and (_is_walkover(facts) or len(facts.partidas) == facts.boards)


def _check_pairs(facts: SheetFacts) -> Iterator[Finding]:
    """M-D.13: three pairs at least; with three the boards beyond the third are lost (M-D.2)."""
    short = [side for side in Side if facts.pairs(side) < FEWEST_PAIRS]
    for side in short:
        presented = facts.pairs(side)
        yield found(
            "mus.pairs.fewer_than_three", side=side.value, presented=presented, boards=facts.boards
        )
        for partida in facts.partidas if len(short) == 1 else ():
            if partida.ended_as is not EndedAs.forfeit_by(side):
                yield found(
                    "mus.pairs.walkover_not_lost",
                    side=side.value,
                    presented=presented,
                    board=partida.board,
                )
    if short:
        return
    for partida in facts.partidas:
        yield from _check_missing_pairs(facts, partida)


def _missing_at(facts: SheetFacts, board: int) -> list[Side]:
    """The sides that have no pair for that board: pairs fill the boards from the first."""
    return [side for side in Side if facts.pairs(side) < board <= facts.boards]


def _check_missing_pairs(facts: SheetFacts, partida: PartidaFacts) -> Iterator[Finding]:
    missing = _missing_at(facts, partida.board)
    if len(missing) == 2:
        # Nobody is there to win it: neither side gets the point.
        unplayed = partida.ended_as is EndedAs.ABANDONED and partida.awarded_to is None
        code = "board_without_pairs" if unplayed else "board_played_without_pairs"
        yield found(f"mus.pairs.{code}", board=partida.board)
        return
    for side in missing:
        lost = partida.ended_as is EndedAs.forfeit_by(side)
        yield found(
            "mus.pairs.board_lost" if lost else "mus.pairs.board_not_lost",
            side=side.value,
            presented=facts.pairs(side),
            board=partida.board,
        )


def _check_presence(facts: SheetFacts) -> Iterator[Finding]:
    """M-D.12: an acta has all its partidas, each once."""
    times = Counter(partida.board for partida in facts.partidas)
    for board in range(1, facts.boards + 1):
        if times[board] == 0 and not _is_walkover(facts):
            yield found("mus.sheet.partida_missing", board=board)
    for board, count in sorted(times.items()):
        if not 1 <= board <= facts.boards:
            yield found("mus.sheet.board_unknown", board=board, boards=facts.boards)
        elif count > 1:
            yield found("mus.sheet.partida_repeated", board=board)


def _check_partida(
    facts: SheetFacts, partida: PartidaFacts, format: PartidaFormat
) -> Iterator[Finding]:
    if _in_another_sitting(facts, partida):
        yield found("mus.sheet.another_sitting", board=partida.board)
    yield from _check_refusal(facts, partida)
    if partida.ended_as is EndedAs.PLAYED:
        yield from _check_played(partida, format)
        return
    score = partida.score
    if score is not None and score not in legal_results(format) + legal_partial(format):
        yield found(
            "mus.partida.score_unreachable",
            board=partida.board,
            home=score[0],
            away=score[1],
            format=str(format),
        )
    if partida.ended_as.forfeited_by is not None:
        yield from _check_forfeit(facts, partida, format, partida.ended_as.forfeited_by)
    elif partida.ended_as is EndedAs.ABANDONED:
        if len(_missing_at(facts, partida.board)) < 2 and not _is_walkover(facts):
            yield found("mus.partida.abandoned", board=partida.board)
    elif partida_winner(partida, format) is None:
        yield found(
            "mus.partida.award_missing", board=partida.board, ended_as=partida.ended_as.value
        )
    if partida.ended_as is EndedAs.REFEREE and not facts.referee_decision:
        yield found("mus.partida.referee_decision_missing", board=partida.board)


def _check_played(partida: PartidaFacts, format: PartidaFormat) -> Iterator[Finding]:
    """M-D.1: a legal final score, and the point to who won it."""
    score = partida.score
    if score is None:
        yield found("mus.partida.score_missing", board=partida.board)
        return
    for finding in check_score(format, score):
        yield finding.with_facts(board=partida.board)
    won_by = formats.winner(format, score)
    if won_by is not None and partida.awarded_to not in (None, won_by):
        yield found(
            "mus.partida.award_contradicts_score",
            board=partida.board,
            awarded_to=str(partida.awarded_to),
            home=score[0],
            away=score[1],
        )


def _check_refusal(facts: SheetFacts, partida: PartidaFacts) -> Iterator[Finding]:
    """M-D.14: who was drawn, is present and will not play loses the point; the committee hears."""
    if partida.refused_by is None:
        return
    side = _side_of(facts, partida.refused_by)
    if side is None or partida.ended_as is not EndedAs.forfeit_by(side):
        yield found(
            "mus.partida.refusal_not_lost",
            board=partida.board,
            registration=partida.refused_by,
        )
    elif not _was_drawn(facts, partida.board, side, partida.refused_by):
        yield found(
            "mus.partida.refusal_not_drawn",
            board=partida.board,
            side=side.value,
            registration=partida.refused_by,
        )
    else:
        yield found(
            "mus.partida.refused",
            board=partida.board,
            side=side.value,
            registration=partida.refused_by,
        )


def _was_drawn(facts: SheetFacts, board: int, side: Side, registration: int) -> bool:
    """Whether the draw put the player there; without a recorded draw nobody can say no."""
    return facts.drawn is None or any(
        (pair.board, pair.side) == (board, side) and registration in pair.players
        for pair in facts.drawn
    )


def _side_of(facts: SheetFacts, registration: int) -> Side | None:
    for player in facts.players:
        if player.registration == registration:
            return player.side
    return None


def _check_forfeit(
    facts: SheetFacts, partida: PartidaFacts, format: PartidaFormat, side: Side
) -> Iterator[Finding]:
    won_by = None if partida.score is None else formats.winner(format, partida.score)
    if side in (won_by, partida.awarded_to):
        yield found("mus.partida.forfeit_not_lost", board=partida.board, side=side.value)
    explained = (
        partida.refused_by is not None
        or side in _missing_at(facts, partida.board)
        or _is_walkover(facts)
    )
    if not explained:
        # Any anomaly has to be on the acta in writing.
        yield found("mus.partida.forfeit_unexplained", board=partida.board, side=side.value)


def _in_another_sitting(facts: SheetFacts, partida: PartidaFacts) -> bool:
    """Whether the board's own times lie outside those of the encounter."""
    moments = [moment for moment in (partida.started_at, partida.ended_at) if moment is not None]
    return any(
        (facts.started_at is not None and moment.timestamp() < facts.started_at.timestamp())
        or (facts.ended_at is not None and moment.timestamp() > facts.ended_at.timestamp())
        for moment in moments
    )
