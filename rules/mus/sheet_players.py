"""Who sat where on an acta: registered, live, free to play, in one pair, and as drawn.

M-P.1  two against two             done
M-D.5  pairs as drawn, one each    done; a recorded substitution has to be acknowledged
M-D.7  registered, and in time     done
M-D.8  not released                done
M-D.11 not suspended               done (the sanction itself comes from a ruling)
M-D.19 not of another peña         done: to the committee, since it has happened
"""

from collections import defaultdict
from collections.abc import Iterator

from rules.findings import Finding
from rules.formats import Side
from rules.mus.findings import found
from rules.mus.sheet_facts import EndedAs, PartidaFacts, PlayerFacts, SheetFacts

SEATS = 2  # players of a pair, M-P.1


def check_players(facts: SheetFacts) -> Iterator[Finding]:
    """Each seat, then each player who has more than one."""
    known = {player.registration: player for player in facts.players}
    boards: dict[int, list[int]] = defaultdict(list)
    if not facts.players_noted:
        yield found("mus.seats.not_noted")
    for partida in facts.partidas:
        for side in Side:
            seats = partida.seats(side)
            if len(seats) != SEATS and (
                seats or (facts.players_noted and _was_sat_down_to(partida))
            ):
                yield found(
                    "mus.seats.incomplete", board=partida.board, side=side.value, seated=len(seats)
                )
            for registration in seats:
                boards[registration].append(partida.board)
                for code in _faults(known.get(registration), side):
                    yield found(
                        f"mus.player.{code}",
                        board=partida.board,
                        side=side.value,
                        registration=registration,
                    )
    for registration, places in boards.items():
        if len(places) > 1:
            yield found("mus.player.two_seats", registration=registration, boards=tuple(places))


def _was_sat_down_to(partida: PartidaFacts) -> bool:
    if partida.ended_as in (EndedAs.PLAYED, EndedAs.REFEREE):
        return True
    return partida.score not in (None, (0, 0)) and partida.ended_as is EndedAs.ABANDONED


def _faults(player: PlayerFacts | None, side: Side) -> Iterator[str]:
    if player is None:
        yield "unknown"
        return
    if player.side is not side:
        yield "wrong_side"
    if not player.registered_in_time:
        yield "not_in_time"
    if not player.live:
        yield "not_live"
    if player.suspended:
        yield "suspended"
    if player.fielded_by_other_club:
        yield "other_club"


def check_draw(facts: SheetFacts) -> Iterator[Finding]:
    """M-D.5: every pair that sat down is the one drawn, but for recorded substitutions."""
    if facts.drawn is None:
        if any(_was_sat_down_to(partida) for partida in facts.partidas):
            yield found("mus.draw.not_recorded")
        return
    drawn = {(pair.board, pair.side): set(pair.players) for pair in facts.drawn}
    for change in facts.substitutions:
        yield found(
            "mus.draw.substitution",
            board=change.board,
            side=change.side.value,
            out=change.out,
            into=change.into,
        )
        pair = drawn.get((change.board, change.side), set())
        if change.out in pair:
            pair.remove(change.out)
            pair.add(change.into)
    for partida in facts.partidas:
        for side in Side:
            seats = set(partida.seats(side))
            if seats and seats != drawn.get((partida.board, side)):
                yield found("mus.draw.pair_differs", board=partida.board, side=side.value)
