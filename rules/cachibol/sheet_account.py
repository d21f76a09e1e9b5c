"""A match of cachibol told set by set, for its sheet on paper (C-22): the slips, who served when,
points, time-outs, changes and cards, each with the score at which it came."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.cachibol.acts import Act, Card, Slip, Substitution, TimeOut, Toss
from rules.cachibol.court import PLAYERS
from rules.cachibol.options import Options
from rules.cachibol.state import Match, OpenSet
from rules.formats import Side

Told = dict[str, Any]


@dataclass
class _SetTold:
    """A set while it is being told."""

    number: int
    slips: dict[Side, list[int]] = field(default_factory=dict)
    first_server: Side | None = None
    turned: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))
    turns: dict[Side, list[list[int]]] = field(default_factory=lambda: {s: [] for s in Side})
    time_outs: dict[Side, list[list[int]]] = field(default_factory=lambda: {s: [] for s in Side})
    changes: dict[Side, list[Told]] = field(default_factory=lambda: {s: [] for s in Side})
    result: list[int] | None = None
    awarded: str | None = None
    played: list[int] | None = None

    def served(self, side: Side, points: int) -> None:
        """A turn of service is over: of which place in the slip, at how many own points."""
        self.turns[side].append([self.turned[side] % PLAYERS, points])

    def to_mapping(self) -> Told:
        return {
            "number": self.number,
            "slips": {side.value: self.slips.get(side) for side in Side},
            "first_server": self.first_server.value if self.first_server else None,
            "turns": {side.value: self.turns[side] for side in Side},
            "time_outs": {side.value: self.time_outs[side] for side in Side},
            "changes": {side.value: self.changes[side] for side in Side},
            "result": self.result,
            "awarded": self.awarded,
            "played": self.played,
        }


def account(moments: Sequence[tuple[Act, Match]], options: Options) -> Mapping[str, Any]:
    """The match from its acts and how it stood after each. Without any, an empty sheet."""
    sets: list[_SetTold] = []
    tosses: list[list[str]] = []
    cards: list[Told] = []
    before = Match(options=options)
    for act, after in moments:
        if before.winner is None and (not sets or sets[-1].number < before.number):
            sets.append(_SetTold(before.number))
        now = sets[-1]
        at = list(before.playing.points) if before.playing else [0, 0]
        match act:
            case Toss():
                tosses.append([act.winner.value, act.choice.value, act.rival.value])
            case Slip():
                now.slips[act.side] = list(act.shirts)
            case TimeOut():
                now.time_outs[act.side].append(at)
            case Substitution():
                now.changes[act.side].append(
                    {"out": act.out, "into": act.into, "at": at, "emergency": act.emergency}
                )
            case Card():
                cards.append(
                    {
                        "side": act.side.value,
                        "kind": act.kind.value,
                        "person": str(act.person),
                        "set": before.number,
                        "at": at,
                    }
                )
        _follow(now, before.playing, after)
        for finished in after.sets[len(before.sets) :]:
            if sets[-1].result is not None:
                sets.append(_SetTold(sets[-1].number + 1))
            sets[-1].result = list(finished.points)
            sets[-1].awarded = finished.awarded
            sets[-1].played = list(finished.played) if finished.played else None
        before = after
    return {
        "tosses": tosses,
        "sets": [one.to_mapping() for one in sets],
        "cards": cards,
        "most_sets": 2 * options.match_format.needed - 1,
        "cap": options.cap_points,
        "players": PLAYERS,
        "changes": options.substitutions,
        "time_outs": options.time_outs,
    }


def _follow(now: _SetTold, was: OpenSet | None, after: Match) -> None:
    """Who serves, and at how many points a turn of service ended."""
    playing = after.playing
    if was is None:
        if playing is not None:
            now.first_server = playing.first_server
        return
    own = was.server is Side.AWAY
    if playing is None:
        ended = after.sets[-1].played or after.sets[-1].points
        now.served(was.server, ended[own])
    elif playing.server is not was.server:
        now.served(was.server, playing.points[own])
        now.turned[playing.server] += 1
