"""Breaks, start and end, and the decks of an acta.

M-D.3  the end is not in the future                         done
M-D.4  the table's break at the third lost game, ten minutes done
M-D.6  decks opened before the visitor, sealed, confirmed    done
M-T.1  end after start                                       done
M-T.2  over the maximum duration only by the referee         done: otherwise to the committee
M-T.4  one break of ten minutes a pair; a second breach      done: to the committee

Moments are compared as instants: two moments of one zone would otherwise be compared by the clock
on the wall, which is wrong on the night the clocks change.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from rules.findings import Finding
from rules.formats import FormatKind, PartidaFormat, Side
from rules.mus.findings import found
from rules.mus.partida import THIRD
from rules.mus.sheet_facts import BreakFacts, BreakKind, SheetFacts

LONGEST_BREAK = 10 * 60  # seconds, M-D.4 and M-T.4


def _seconds(earlier: datetime, later: datetime) -> float:
    return later.timestamp() - earlier.timestamp()


def check_times(facts: SheetFacts) -> Iterator[Finding]:
    """Start, end and duration."""
    started, ended = facts.started_at, facts.ended_at
    if started is None:
        yield found("mus.time.start_missing")
    if ended is None:
        yield found("mus.time.end_missing")
        return
    if _seconds(ended, facts.now) < 0:
        yield found("mus.time.in_future", ended_at=ended.isoformat(), now=facts.now.isoformat())
    if started is None:
        return
    lasted = _seconds(started, ended)
    if lasted <= 0:
        yield found(
            "mus.time.end_before_start",
            started_at=started.isoformat(),
            ended_at=ended.isoformat(),
        )
    maximum = facts.max_duration_minutes
    if maximum is not None and lasted > maximum * 60 and not facts.referee_decision:
        yield found("mus.time.over_maximum", minutes=_rounded_up(lasted), maximum=maximum)


def _rounded_up(seconds: float) -> int:
    """Whole minutes, so that a second too much never reads as just the maximum."""
    return int(-(-seconds // 60))


def check_decks(facts: SheetFacts) -> Iterator[Finding]:
    """M-D.6, asked of each delegate."""
    for side in Side:
        decks = facts.decks(side)
        if decks is None:
            yield found("mus.decks.not_confirmed", side=side.value)
            continue
        if decks.opened is False:
            yield found("mus.decks.not_opened_before_visitor", side=side.value)
        if not decks.sealed:
            yield found("mus.decks.not_sealed", side=side.value)


def check_breaks(facts: SheetFacts, format: PartidaFormat) -> Iterator[Finding]:
    """Each break, then how many were taken, then who has breached the rule twice."""
    breaches: Counter[tuple[int, Side]] = Counter()
    taken: Counter[tuple[int, Side | None]] = Counter()
    for pause in facts.breaks:
        if _impossible(facts, pause):
            yield found("mus.break.impossible_times", board=pause.board)
            continue
        if pause.kind is BreakKind.RELAX and pause.side is None:
            yield found("mus.break.side_missing", board=pause.board)
            continue
        if pause.kind is BreakKind.THIRD_LOST:
            yield from _check_third_lost(facts, pause, format)
        place = (pause.board, pause.side if pause.kind is BreakKind.RELAX else None)
        taken[place] += not pause.authorised
        breached = list(_check_measure(pause, taken[place]))
        yield from breached
        if breached and pause.side is not None:
            breaches[pause.board, pause.side] += 1
    for (board, side), count in breaches.items():
        if count > 1:
            yield found("mus.break.breach_repeated", board=board, side=side.value, breaches=count)


def _impossible(facts: SheetFacts, pause: BreakFacts) -> bool:
    """A break that ends before it starts, at no board, or outside the encounter."""
    return (
        not 1 <= pause.board <= facts.boards
        or _seconds(pause.started_at, pause.ended_at) < 0
        or (facts.started_at is not None and _seconds(facts.started_at, pause.started_at) < 0)
        or (facts.ended_at is not None and _seconds(pause.ended_at, facts.ended_at) < 0)
    )


def _check_third_lost(
    facts: SheetFacts, pause: BreakFacts, format: PartidaFormat
) -> Iterator[Finding]:
    """M-D.4: the third lost game has been reached, and only just."""
    if format.kind is not FormatKind.ALL_PLAYED and format.needed <= THIRD:
        # The third lost game ends such a partida (a best of five): nothing is left to rest for.
        yield found("mus.break.no_play_left", board=pause.board, format=str(format))
        return
    if pause.home_games is not None and pause.away_games is not None:
        games = pause.home_games, pause.away_games
        if max(games) >= THIRD and THIRD not in games:
            yield found(
                "mus.break.after_third_lost", board=pause.board, home=games[0], away=games[1]
            )
    else:
        scores = [partida.score for partida in facts.partidas if partida.board == pause.board]
        games = next((score for score in scores if score is not None), (0, 0))
    if max(games) < THIRD:
        yield found("mus.break.without_third_lost", board=pause.board)


def _check_measure(pause: BreakFacts, taken: int) -> Iterator[Finding]:
    """Length and number, unless the referee has authorised the time (M-T.4)."""
    if pause.authorised:
        return
    seconds = _seconds(pause.started_at, pause.ended_at)
    if pause.kind is BreakKind.THIRD_LOST:
        if seconds > LONGEST_BREAK:
            yield found(
                "mus.break.third_lost_too_long",
                board=pause.board,
                seconds=int(-(-seconds // 1)),
                maximum_seconds=LONGEST_BREAK,
            )
        if taken > 1:
            yield found("mus.break.third_lost_repeated", board=pause.board, taken=taken)
        return
    side = str(pause.side)
    if seconds > LONGEST_BREAK:
        yield found(
            "mus.break.relax_too_long",
            board=pause.board,
            side=side,
            seconds=int(-(-seconds // 1)),
            maximum_seconds=LONGEST_BREAK,
        )
    if taken > 1:
        yield found("mus.break.relax_repeated", board=pause.board, side=side, taken=taken)
