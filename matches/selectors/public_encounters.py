"""An encounter, its actas and its draw, as everybody may read them.

Public is what happened: the score, who sat where, incidents by clause, the acta once it counted.
Not public: line-ups before the draw, drafts of the acta, the words of incidents and disagreements.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import CharField, Exists, OuterRef, Prefetch, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from league.models import LedgerEntry, Registration, Season
from matches import deadlines, snapshot
from matches.deadlines import ClaimClock
from matches.models import (
    Acta,
    Case,
    Encounter,
    Incident,
    Partida,
    Postponement,
    Ruling,
    Seat,
    Signature,
)
from matches.selectors.claim_clocks import clock_of
from matches.states.case import OPEN_STATES
from matches.states.encounter import EncounterState
from matches.states.partida import Side
from matches.states.postponement import PostponementState
from matches.stones import noted_at, stones_played_to
from rules.formats import Score

SEATED = (EncounterState.DRAWN, EncounterState.PLAYING, EncounterState.ENDED)


@dataclass(frozen=True)
class Chair:
    """A player at a board: the number of the ficha and the name."""

    slot: int
    name: str


@dataclass(frozen=True)
class Board:
    """A board as it stands: games of both pairs, how it ended, who sits there."""

    number: int
    home: tuple[Chair, ...]
    away: tuple[Chair, ...]
    home_games: int
    away_games: int
    ended_as: str
    awarded_to: str
    stones: tuple[Score, ...] = ()  # of each game, where somebody noted them


@dataclass(frozen=True)
class PublicIncident:
    """What is public of an incident: its kind and clause, never its words."""

    kind: str
    clause: str
    board: int | None
    side: str
    friendly: bool


@dataclass(frozen=True)
class Standing:
    """How the clock of the claims stands (M-D.15), and whether the result is final."""

    now: datetime
    clock: ClaimClock | None
    claims_run: bool
    is_final: bool
    over: tuple[Side, ...]  # sides that may claim no more


@dataclass(frozen=True)
class EncounterReading:
    """Everything the page of an encounter prints."""

    encounter: Encounter
    boards: tuple[Board, ...]
    incidents: tuple[PublicIncident, ...]
    actas: tuple[Acta, ...]
    rulings: tuple[Ruling, ...]
    moves: tuple[Postponement, ...]
    open_cases: bool
    standing: Standing

    @property
    def in_force(self) -> Acta | None:
        return next((acta for acta in self.actas if acta.in_force), None)


def encounter_of(season: Season, pk: int) -> Encounter:
    """The encounter of the season, with what its pages name; `open_cases` says whether the
    committee is at it. Raises Encounter.DoesNotExist."""
    return (
        Encounter.objects.filter(division__season=season)
        .select_related("home", "away", "venue", "matchday", "draw", "fixture__court")
        .annotate(
            open_cases=Exists(Case.objects.filter(encounter=OuterRef("pk"), state__in=OPEN_STATES))
        )
        .get(pk=pk)
    )


def standing_of(encounter: Encounter, *, now: datetime) -> Standing:
    """One query at most."""
    open_cases: bool = encounter.open_cases  # type: ignore[attr-defined]
    clock = clock_of(encounter)
    runs = (
        encounter.state in {EncounterState.SIGNED, EncounterState.NOT_PLAYED}
        and clock is not None
        and clock.in_time(now)
    )
    return Standing(
        now=now,
        clock=clock,
        claims_run=runs,
        is_final=deadlines.is_final(
            state=encounter.state, clock=clock, now=now, open_cases=open_cases
        ),
        over=tuple(
            side for side in Side if clock is not None and not clock.in_time(now, side=side)
        ),
    )


def read_encounter(encounter: Encounter, *, now: datetime) -> EncounterReading:
    """At most six queries, whatever happened; one more while stones are noted at the boards."""
    actas = tuple(actas_of(encounter))
    current = next((acta for acta in actas if acta.in_force), None)
    if current is not None and encounter.home_score is not None:
        content = json.loads(current.content)
        boards = boards_of(content, names_of([content]))
        incidents = incidents_of(content)
    elif encounter.state in SEATED:
        boards = _working_boards(encounter)
        incidents = _working_incidents(encounter)
    else:
        boards, incidents = (), ()
    return EncounterReading(
        encounter=encounter,
        boards=boards,
        incidents=incidents,
        actas=actas,
        rulings=tuple(
            Ruling.objects.filter(case__encounter=encounter)
            .select_related("replaced_by")
            .order_by("ruled_at", "pk")
        ),
        moves=tuple(
            encounter.postponements.filter(state=PostponementState.DELIVERED)
            .select_related("old_venue", "new_venue")
            .order_by("delivered_at", "pk")
        ),
        open_cases=encounter.open_cases,  # type: ignore[attr-defined]
        standing=standing_of(encounter, now=now),
    )


def actas_of(encounter: Encounter) -> QuerySet[Acta]:
    """Versions that are in force or once were, with their signatures. A draft that nobody was
    bound by is not public, nor is one that was never signed by both."""
    entered = LedgerEntry.objects.filter(
        action="acta.in_force",
        subject=Concat(Value("acta:"), Cast(OuterRef("pk"), CharField())),
    )
    return (
        encounter.actas.filter(Q(in_force=True) | Exists(entered))
        .select_related("seal__key")
        .prefetch_related(Prefetch("signatures", Signature.objects.order_by("signed_at", "pk")))
        .order_by("number")
    )


def boards_of(content: Mapping[str, Any], names: Mapping[int, str]) -> tuple[Board, ...]:
    """The boards as an acta has them."""

    def chairs(seats: Iterable[Mapping[str, Any]]) -> tuple[Chair, ...]:
        return tuple(Chair(seat["slot"], names.get(seat["registration"], "")) for seat in seats)

    stones = snapshot.stones_of(content)
    return tuple(
        Board(
            number=board["board"],
            home=chairs(board["home"]),
            away=chairs(board["away"]),
            home_games=board["home_games"],
            away_games=board["away_games"],
            ended_as=board["ended_as"],
            awarded_to=board["awarded_to"],
            stones=stones.get(board["board"], ()),
        )
        for board in content["boards"]
    )


def incidents_of(content: Mapping[str, Any]) -> tuple[PublicIncident, ...]:
    return tuple(
        PublicIncident(
            kind=line["kind"],
            clause=line["clause"],
            board=line["board"],
            side=line["side"],
            friendly=line["friendly"],
        )
        for line in content["incidents"]
    )


def names_of(contents: Iterable[Mapping[str, Any]]) -> dict[int, str]:
    """Names of the players that actas speak of, by registration: one query."""
    ids = {
        seat["registration"]
        for content in contents
        for board in content["boards"]
        for seat in (*board["home"], *board["away"])
    } | {
        registration
        for content in contents
        for side in content["present"].values()
        for registration in side
    }
    rows = Registration.objects.filter(pk__in=ids).select_related("player")
    return {row.pk: str(row.player) for row in rows}


@dataclass(frozen=True)
class DrawReading:
    """The draw for whoever wants to run it again. Secrets are there only once it was made."""

    made: bool
    by_hand: bool
    commitment: str
    seed: str = ""
    home_nonce: str = ""
    away_nonce: str = ""
    algorithm: int = 1
    home: tuple[Chair, ...] = ()
    away: tuple[Chair, ...] = ()
    chairs: tuple[dict[str, Any], ...] = ()
    result: str = ""
    drawn_at: datetime | None = None
    inputs: Mapping[str, Any] = field(default_factory=dict)
    home_tap: str = ""
    away_tap: str = ""


def read_draw(encounter: Encounter) -> DrawReading:
    """What is public of the draw: before it is made, the commitment alone."""
    draw = encounter.draw
    if draw.drawn_at is None:
        return DrawReading(made=False, by_hand=False, commitment=draw.commitment)
    chairs = tuple(json.loads(draw.result))
    rows = Registration.objects.filter(
        pk__in=[chair["registration"] for chair in chairs]
    ).select_related("player")
    people = {row.pk: Chair(row.slot, str(row.player)) for row in rows}
    played: dict[str, list[Chair]] = {"HOME": [], "AWAY": []}
    for chair in chairs:
        played[chair["side"]].append(people[chair["registration"]])
    return DrawReading(
        made=True,
        by_hand=draw.by_hand,
        commitment=draw.commitment,
        seed="" if draw.by_hand else draw.seed,
        home_nonce=draw.home_nonce,
        away_nonce=draw.away_nonce,
        algorithm=draw.algorithm,
        home=tuple(sorted(played["HOME"], key=lambda chair: chair.slot)),
        away=tuple(sorted(played["AWAY"], key=lambda chair: chair.slot)),
        chairs=tuple(chair | {"seat": people[chair["registration"]]} for chair in chairs),
        result=draw.result,
        drawn_at=draw.drawn_at,
        inputs=json.loads(draw.inputs) if draw.inputs else {},
        home_tap=draw.home_tapped_as,
        away_tap=draw.away_tapped_as,
    )


def _working_boards(encounter: Encounter) -> tuple[Board, ...]:
    seats: dict[tuple[int, str], list[Chair]] = {}
    rows = Seat.objects.filter(encounter=encounter).select_related("registration__player")
    for seat in rows.order_by("board", "side", "position"):
        chair = Chair(seat.registration.slot, str(seat.registration.player))
        seats.setdefault((seat.board, seat.side), []).append(chair)
    target = stones_played_to(encounter.division.season)
    partidas = Partida.objects.filter(encounter=encounter).order_by("board")
    if target is not None:
        partidas = partidas.prefetch_related("stones")
    return tuple(
        Board(
            number=row.board,
            home=tuple(seats.get((row.board, Side.HOME), ())),
            away=tuple(seats.get((row.board, Side.AWAY), ())),
            home_games=row.home_games,
            away_games=row.away_games,
            ended_as=row.ended_as,
            awarded_to=row.awarded_to,
            stones=() if target is None else tuple(one.score(target) for one in noted_at(row)),
        )
        for row in partidas
    )


def _working_incidents(encounter: Encounter) -> tuple[PublicIncident, ...]:
    return tuple(
        PublicIncident(row.kind, row.clause, row.board, row.side, row.friendly_settlement)
        for row in Incident.objects.filter(encounter=encounter, withdrawn_at__isnull=True)
    )
