"""The sheet of a match of cachibol, behind the seam of `rules.match_sheet` (C-22).

C-1, C-2, C-3   what is ticked before play
C-19.1, C-19.2  when a team that is short loses a set, and when the match
C-22            points, time-outs, changes, the order of rotation and the last point
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from rules.cachibol.acts import (
    Act,
    Aggression,
    Card,
    Default,
    Impersonation,
    PlayingFault,
    Rally,
    Refusal,
    Slip,
    Substitution,
    TimeOut,
    Toss,
)
from rules.cachibol.court import PLAYERS
from rules.cachibol.faults import CATALOGUE
from rules.cachibol.match import LOSES_A_POINT, apply, legal
from rules.cachibol.options import Options
from rules.cachibol.record import Heading, Record, dump, lines_of
from rules.cachibol.record_parser import parse_record
from rules.cachibol.replay import told
from rules.cachibol.sheet_account import account
from rules.cachibol.state import (
    Match,
    changes_possible,
    set_point,
    substitutions_left,
    time_outs_left,
)
from rules.errors import NotationError, RuleViolation
from rules.findings import Finding
from rules.formats import Side
from rules.match_sheet import CheckItem, RefusedAct, Rosters, SheetState
from rules.team_rules import Branch

NET = {Branch.MEN: "2,25", Branch.WOMEN: "2,05"}  # metres (C-2)
KINDS: dict[type, str] = {
    Toss: "TOSS",
    Slip: "SLIP",
    Rally: "RALLY",
    PlayingFault: "FAULT",
    Substitution: "SUBSTITUTION",
    TimeOut: "TIME_OUT",
    Card: "CARD",
    Default: "DEFAULT",
    Refusal: "REFUSAL",
    Aggression: "AGGRESSION",
    Impersonation: "IMPERSONATION",
}
_WITHOUT_LISTS = (Default, Refusal, Aggression, Impersonation)


class CachibolSheet:
    """The live sheet of cachibol (C-22)."""

    players_least = PLAYERS
    players_most = 12

    def replay(
        self, acts: Sequence[str], settings: Mapping[str, Any], rosters: Rosters
    ) -> SheetState:
        match = _start(settings, rosters)
        findings: list[Finding] = []
        refused: list[RefusedAct] = []
        for place, text in enumerate(acts):
            try:
                act = read_act(text)
                after = apply(match, act)
            except RuleViolation as refusal:
                clause = getattr(refusal, "clause", None) or "C-22"
                refused.append(
                    RefusedAct(place, text, refusal.code, str(clause), dict(refusal.facts))
                )
                continue
            findings += told(match, act)
            match = after
        sets = tuple(one.points for one in match.sets)
        now = match.playing.points if match.playing else (0, 0)
        return SheetState(
            state=state_of(match),
            findings=tuple(findings),
            refused=tuple(refused),
            sets=sets,
            score=match.score,
            points=(
                sum(home for home, _away in sets) + now[0],
                sum(away for _home, away in sets) + now[1],
            ),
            winner=match.winner,
            by_default=_by_default(match),
        )

    def record(
        self, acts: Sequence[str], settings: Mapping[str, Any], rosters: Rosters, name: str
    ) -> str:
        options = Options.from_mapping(settings).to_mapping()
        shirts = {side: rosters.get(side) for side in Side}
        tags = [("Encuentro", name.replace('"', "'").replace("]", ")"))]
        tags += [
            (tag, " ".join(map(str, sorted(shirts[side] or ()))))
            for tag, side in (("Local", Side.HOME), ("Visitante", Side.AWAY))
            if shirts[side]
        ]
        tags.append(("Opciones", "; ".join(f"{key}={value}" for key, value in options.items())))
        lines = lines_of([read_act(text) for text in acts])
        rosters_read = (_frozen(shirts[Side.HOME]), _frozen(shirts[Side.AWAY]))
        return dump(Record(tuple(tags), *rosters_read, (), lines))

    def account(
        self, acts: Sequence[str], settings: Mapping[str, Any], rosters: Rosters
    ) -> Mapping[str, Any]:
        match = _start(settings, rosters)
        moments: list[tuple[Act, Match]] = []
        for text in acts:
            try:
                act = read_act(text)
                match = apply(match, act)
            except RuleViolation:
                continue  # told by `replay`
            moments.append((act, match))
        return account(moments, match.options)

    def phone_rules(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        options = Options.from_mapping(settings)
        return {
            "options": options.to_mapping(),
            "sets_needed": options.match_format.needed,
            "faults": [
                {
                    "rule": kind.rule,
                    "clause": kind.clause,
                    "cost": kind.cost.value,
                    "loses_a_point": kind.clause in LOSES_A_POINT,
                    "server_only": kind.server_only,
                    "double": kind.double,
                    "doubtful": kind.doubtful,
                }
                for kind in CATALOGUE.values()
            ],
        }

    def checklist(self, branch: Branch | None) -> tuple[CheckItem, ...]:
        nets = [NET[branch]] if branch else [NET[one] for one in (Branch.WOMEN, Branch.MEN)]
        return (
            CheckItem("court", "C-1"),
            CheckItem("net", "C-2", {"height": " / ".join(nets)}),
            CheckItem("ball", "C-3"),
        )

    def needs_lists(self, act: str) -> bool:
        return not isinstance(read_act(act), _WITHOUT_LISTS)

    def default_of(self, act: str) -> tuple[Side, int] | None:
        read = read_act(act)
        return (read.side, read.number) if isinstance(read, Default) else None

    def default_times(
        self, scheduled: datetime, settings: Mapping[str, Any]
    ) -> tuple[datetime, datetime]:
        options = Options.from_mapping(settings)
        first = scheduled + timedelta(minutes=options.tolerance_minutes)
        return first, first + timedelta(minutes=options.second_default_minutes)


def read_act(text: str) -> Act:
    """One act from its notation. Raises NotationError."""
    words = text.split()
    heading = Heading.SET
    if len(words) > 1:
        heading = Heading.SLIP if words[1].isdigit() else Heading.TOSS
    acts = parse_record(f"{heading}: {' '.join(words)}").acts
    if len(acts) != 1:
        raise NotationError("cachibol.record.act_unreadable", line=1, column=1, value=text[:12])
    return acts[0]


def state_of(match: Match) -> dict[str, Any]:
    """The match as JSON. The mirror on the phone (`js/scoresheet/engine.js`) gives the same."""
    now = match.playing
    return {
        "phase": match.phase.value,
        "set": match.number,
        "deciding": match.deciding,
        "sets": [
            {
                "points": list(one.points),
                "awarded": one.awarded,
                "played": list(one.played) if one.played else None,
            }
            for one in match.sets
        ],
        "score": list(match.score),
        "winner": match.winner.value if match.winner else None,
        "points": list(now.points) if now else None,
        "server": now.server.value if now else None,
        "shirts": _sides(lambda side: list(now.shirts(side)) if now else None),
        "slips": _sides(
            lambda side: next((list(one.shirts) for one in match.slips if one.side is side), None)
        ),
        "toss": [match.toss.winner.value, match.toss.choice.value, match.toss.rival.value]
        if match.toss
        else None,
        "first_servers": [side.value for side in match.first_servers],
        "left": match.left.value if match.left else None,
        "substitutions_left": _sides(lambda side: substitutions_left(match, side)),
        "emergency": _sides(lambda side: _may_emergency(match, side)),
        "changes": _sides(lambda side: [list(pair) for pair in changes_possible(match, side)]),
        "bench": _sides(lambda side: _listed(match.bench(side))),
        "time_outs_left": _sides(lambda side: time_outs_left(match, side)),
        "must_leave": _sides(
            lambda side: sorted(
                shirt for one, shirt in (now.must_leave if now else ()) if one is side
            )
        ),
        "out": _sides(lambda side: _out(match, side)),
        "cards": [[side.value, kind.value, str(person)] for side, kind, person in match.cards],
        "defaults": _sides(lambda side: sum(1 for one in match.defaults if one is side)),
        "set_point": [side.value for side in set_point(match)],
        "legal": sorted(KINDS[kind] for kind in legal(match)),
    }


def _sides(of: Any) -> dict[str, Any]:
    return {side.value: of(side) for side in Side}


def _may_emergency(match: Match, side: Side) -> bool:
    """The changes of the set are used up, and the emergency is not (C-12.3)."""
    now = match.playing
    if now is None or substitutions_left(match, side):
        return False
    return not any(change.emergency for change in now.changes_of(side))


def _out(match: Match, side: Side) -> list[str]:
    """Who may not play now, in the order in which they were sent off."""
    people: list[str] = []
    for one, _kind, person in match.cards:
        if one is side and match.is_out(side, person) and str(person) not in people:
            people.append(str(person))
    return people


def _listed(bench: Collection[int] | None) -> list[int] | None:
    return None if bench is None else sorted(bench)


def _by_default(match: Match) -> Side | None:
    """Who lost by two defaults (C-19.2)."""
    winner = match.winner
    if winner is None or sum(1 for side in match.defaults if side is winner.other) < 2:
        return None
    return winner.other


def _start(settings: Mapping[str, Any], rosters: Rosters) -> Match:
    return Match(
        options=Options.from_mapping(settings),
        home_roster=_frozen(rosters.get(Side.HOME)),
        away_roster=_frozen(rosters.get(Side.AWAY)),
    )


def _frozen(shirts: Collection[int] | None) -> frozenset[int] | None:
    return None if shirts is None else frozenset(shirts)
