"""The match as a machine: what may happen now (`legal`), and what it changes (`apply`).

Undo is `apply` over the acts without the last one: nothing is kept but the acts.

C-10.1  the serving side scores, otherwise the serve changes; or every rally scores (option)
C-11    the toss, before the first set and before one that decides
C-4.2   only who is on the sheet plays
C-9     no set without the position slips of both
C-12.1  six on court, or the set is lost
C-13    whoever wins the serve turns clockwise
C-19.2  defaults, recorded as the points of a set to nil
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.cachibol.acts import (
    Act,
    Aggression,
    Card,
    CardKind,
    Choice,
    Default,
    Impersonation,
    Loses,
    PlayingFault,
    Rally,
    Refusal,
    Slip,
    Substitution,
    TimeOut,
    Toss,
)
from rules.cachibol.court import PLAYERS, rotated
from rules.cachibol.faults import CATALOGUE, POSITION, Cost, FaultKind
from rules.cachibol.options import LostPoint, NextServe, Penalty, PositionFault, Scoring
from rules.cachibol.sets import set_winner
from rules.cachibol.state import FinishedSet, Match, OpenSet, Phase, time_outs_left
from rules.cachibol.substitutions import substituted
from rules.errors import IllegalMove
from rules.formats import Score, Side

_PHASES: dict[type, tuple[Phase, ...]] = {
    Toss: (Phase.TOSS,),
    Slip: (Phase.SLIPS,),
    Rally: (Phase.PLAY,),
    PlayingFault: (Phase.PLAY,),
    Substitution: (Phase.PLAY,),
    TimeOut: (Phase.PLAY,),
    Card: (Phase.TOSS, Phase.SLIPS, Phase.PLAY),
    Default: (Phase.TOSS, Phase.SLIPS),
    Refusal: (Phase.TOSS, Phase.SLIPS, Phase.PLAY),
    Aggression: (Phase.TOSS, Phase.SLIPS, Phase.PLAY),
    Impersonation: (Phase.TOSS, Phase.SLIPS, Phase.PLAY),
}


def legal(match: Match) -> frozenset[type]:
    """The kinds of act that the match takes now; whom they may name, `apply` says."""
    kinds = {kind for kind, phases in _PHASES.items() if match.phase in phases}
    if match.playing is not None and match.playing.must_leave:
        kinds -= {Rally, PlayingFault, TimeOut}
    if not any(time_outs_left(match, side) for side in Side):
        kinds.discard(TimeOut)
    return frozenset(kinds)


def apply(match: Match, act: Act) -> Match:
    """The match after the act. Raises IllegalMove, with the clause, for one not allowed now."""
    if match.phase not in _PHASES[type(act)]:
        raise IllegalMove(
            "cachibol.act.not_now", clause=_CLAUSES[type(act)], phase=match.phase.value
        )
    return _MOVES[type(act)](match, act)


_CLAUSES: dict[type, str] = {
    Toss: "C-11",
    Slip: "C-9",
    Rally: "C-10.1",
    PlayingFault: "C-10.1",
    Substitution: "C-12.3",
    TimeOut: "C-16",
    Card: "C-19.11",
    Default: "C-19.2",
    Refusal: "C-19.3",
    Aggression: "C-19.12",
    Impersonation: "C-19.10",
}


def _ready(match: Match) -> Match:
    """Nobody who was sent off is on court any more."""
    assert match.playing is not None
    if match.playing.must_leave:
        side, shirt = min(match.playing.must_leave)
        raise IllegalMove(
            "cachibol.play.replace_first", clause="C-12.1", side=side.value, shirt=shirt
        )
    return match


# ---- before a set ----


def _toss(match: Match, act: Toss) -> Match:
    if act.choice.is_end == act.rival.is_end:
        raise IllegalMove("cachibol.toss.same_choice", clause="C-11", choice=act.choice.value)
    return replace(match, toss=act, tossed_before=match.number)


def _slip(match: Match, act: Slip) -> Match:
    wrong = [shirt for shirt in act.shirts if match.is_out(act.side, shirt)]
    if len(act.shirts) != PLAYERS or len(set(act.shirts)) != PLAYERS:
        raise IllegalMove("cachibol.slip.not_six", clause="C-12.1", players=len(set(act.shirts)))
    roster = match.roster(act.side)
    if roster is not None:
        unknown = [shirt for shirt in act.shirts if shirt not in roster]
        if unknown:
            raise IllegalMove("cachibol.slip.not_on_the_sheet", clause="C-4.2", shirt=unknown[0])
    if wrong:
        raise IllegalMove("cachibol.slip.sent_off", clause="C-19.11", shirt=wrong[0])
    # A slip can be handed in again until the set begins.
    slips = (*(slip for slip in match.slips if slip.side is not act.side), act)
    match = replace(match, slips=slips)
    return _begin(match) if len(slips) == len(Side) else match


def _begin(match: Match) -> Match:
    shirts = {slip.side: slip.shirts for slip in match.slips}
    server = _first_server(match)
    playing = OpenSet(
        number=match.number,
        deciding=match.deciding,
        first_server=server,
        server=server,
        home=shirts[Side.HOME],
        away=shirts[Side.AWAY],
    )
    return replace(match, slips=(), playing=playing, first_servers=(*match.first_servers, server))


def _first_server(match: Match) -> Side:
    """Who the toss gave the ball to, or whose turn it is (C-11, option `next_serve`)."""
    toss = match.toss
    assert toss is not None
    if match.tossed_before == match.number or not match.first_servers:
        ball = toss.rival if toss.choice.is_end else toss.choice
        taker = toss.winner.other if toss.choice.is_end else toss.winner
        return taker if ball is Choice.SERVE else taker.other
    if match.options.next_serve is NextServe.LOSER:
        home, away = match.sets[-1].points
        return Side.HOME if home < away else Side.AWAY
    return match.first_servers[-1].other


# ---- points and serves ----


def _rally_to(match: Match, winner: Side) -> Match:
    now = match.playing
    assert now is not None
    scores = now.server is winner or match.options.scoring is Scoring.RALLY
    if now.server is not winner:
        now = _serve_to(now, winner)
    return _settled(match, _point_to(now, winner) if scores else now)


def _serve_to(now: OpenSet, side: Side) -> OpenSet:
    """The side wins the serve and turns clockwise (C-13)."""
    return replace(now.with_shirts(side, rotated(now.shirts(side))), server=side)


def _point_to(now: OpenSet, side: Side) -> OpenSet:
    home, away = now.points
    return replace(now, points=(home + (side is Side.HOME), away + (side is Side.AWAY)))


def _point_lost(match: Match, now: OpenSet, offender: Side) -> OpenSet:
    """A point that an offender "loses" (option `lost_point`)."""
    if match.options.lost_point is LostPoint.TO_THE_RIVAL:
        return _point_to(now, offender.other)
    home, away = now.points
    less = (max(0, home - (offender is Side.HOME)), max(0, away - (offender is Side.AWAY)))
    return replace(now, points=less)


def _fault(match: Match, act: PlayingFault) -> Match:
    now = match.playing
    assert now is not None
    kind = CATALOGUE.get(act.rule)
    if kind is None:
        raise IllegalMove("cachibol.fault.unknown", clause="C-15", rule=act.rule)
    if kind.server_only and now.server is not act.side:
        raise IllegalMove("cachibol.fault.only_the_server", clause=kind.clause, side=act.side.value)
    if _costs_the_rally(match, kind):
        if now.server is act.side or kind.clause not in LOSES_A_POINT:
            return _rally_to(match, act.side.other)
        return _settled(match, _point_lost(match, now, act.side))
    lost = _point_lost(match, now, act.side)
    if now.server is act.side:
        lost = _serve_to(lost, act.side.other)
    return _settled(match, lost)


# Clauses by which a receiving side "loses a point"; by the others the serving side scores.
LOSES_A_POINT = ("C-19.8", "C-19.9")


def _costs_the_rally(match: Match, kind: FaultKind) -> bool:
    if kind.rule == POSITION and match.options.position_fault is PositionFault.SERVE:
        return True
    return kind.cost is Cost.RALLY


def _time_out(match: Match, side: Side) -> Match:
    if not time_outs_left(match, side):
        raise IllegalMove(
            "cachibol.time_out.none_left",
            clause="C-16",
            side=side.value,
            allowed=match.options.time_outs,
        )
    now = match.playing
    assert now is not None
    home, away = now.time_outs
    used = (home + (side is Side.HOME), away + (side is Side.AWAY))
    return replace(match, playing=replace(now, time_outs=used))


# ---- cards ----


def _card(match: Match, act: Card) -> Match:
    _check_card(match, act)
    match = replace(match, cards=(*match.cards, (act.side, act.kind, act.person)))
    if act.kind is CardKind.YELLOW:
        return match
    if act.loses is not None:
        return _lose(match, act.side, act.loses, "C-19.11")
    if act.kind is not CardKind.RED:
        match = _sent_off(match, act)
    # The text gives the rival something for a penalty and an expulsion, not for the rest.
    penalised = act.kind in (CardKind.RED, CardKind.EXPULSION)
    return _penalty(match, act.side) if penalised and match.playing is not None else match


def _check_card(match: Match, act: Card) -> None:
    roster = match.roster(act.side)
    if isinstance(act.person, int) and roster is not None and act.person not in roster:
        raise IllegalMove("cachibol.card.not_on_the_sheet", clause="C-4.2", shirt=act.person)
    if match.is_out(act.side, act.person):
        raise IllegalMove(
            "cachibol.card.already_sent_off", clause="C-19.11", person=str(act.person)
        )
    if act.loses is not None and act.kind is not CardKind.DISQUALIFICATION:
        raise IllegalMove("cachibol.card.loses_nothing", clause="C-19.11", card=act.kind.value)
    if act.kind is CardKind.EXPULSION and match.playing is None:
        raise IllegalMove("cachibol.card.no_set", clause="C-19.11", card=act.kind.value)


def _sent_off(match: Match, act: Card) -> Match:
    """Out for the set or the match; one on court has to be replaced, or the set is lost."""
    now = match.playing
    if now is None:
        return match
    now = replace(now, expelled=now.expelled | {(act.side, act.person)})
    if isinstance(act.person, int) and act.person in now.shirts(act.side):
        now = replace(now, must_leave=now.must_leave | {(act.side, act.person)})
    match = replace(match, playing=now)
    short = any(side is act.side for side, _shirt in now.must_leave)
    if short and match.bench(act.side) == frozenset():
        return _lose(match, act.side, Loses.SET, "C-12.1")
    return match


def _penalty(match: Match, offender: Side) -> Match:
    if match.options.penalty is Penalty.RALLY:
        return _rally_to(match, offender.other)
    assert match.playing is not None
    return _settled(match, _point_to(match.playing, offender.other))


# ---- ends ----


def _settled(match: Match, now: OpenSet) -> Match:
    """The set as it stands, or put away when these points end it."""
    target = match.options.target(deciding=now.deciding)
    if set_winner(now.points, target=target, cap=match.options.cap_points) is None:
        return replace(match, playing=now)
    return replace(match, playing=None, sets=(*match.sets, FinishedSet(now.points)))


def _default(match: Match, act: Default) -> Match:
    before = sum(1 for side in match.defaults if side is act.side)
    if act.number != before + 1:
        raise IllegalMove("cachibol.default.out_of_order", clause="C-19.2", default=before + 1)
    match = replace(match, defaults=(*match.defaults, act.side))
    return _lose(match, act.side, Loses.SET if act.number == 1 else Loses.MATCH, "C-19.2")


def _lose(match: Match, side: Side, loses: Loses, clause: str) -> Match:
    """The set, or all that are left, to the rival: its points to nil (C-19.2, C-19.3)."""
    match = _award(match, side.other, clause)
    while loses is Loses.MATCH and match.winner is None:
        match = _award(match, side.other, clause)
    return match


def _award(match: Match, winner: Side, clause: str) -> Match:
    points = match.options.target(deciding=match.deciding)
    score: Score = (points, 0) if winner is Side.HOME else (0, points)
    played = None if match.playing is None else match.playing.points
    done = FinishedSet(score, awarded=clause, played=played)
    return replace(match, playing=None, slips=(), sets=(*match.sets, done))


def _lost(clause: str) -> Callable[[Match, Any], Match]:
    """The match lost by the side of an act."""
    return lambda match, act: _lose(match, act.side, Loses.MATCH, clause)


_MOVES: dict[type, Callable[[Match, Any], Match]] = {
    Toss: _toss,
    Slip: _slip,
    Rally: lambda match, act: _rally_to(_ready(match), act.winner),
    PlayingFault: lambda match, act: _fault(_ready(match), act),
    Substitution: substituted,
    TimeOut: lambda match, act: _time_out(_ready(match), act.side),
    Card: _card,
    Default: _default,
    Refusal: lambda match, act: _lose(match, act.side, act.loses, "C-19.3"),
    Aggression: _lost("C-19.12"),
    Impersonation: _lost("C-19.10"),
}
