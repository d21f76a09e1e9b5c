"""The draw of pairs and boards by both delegates (M-D.5): by two taps, or by hand."""

import json
import secrets
from collections.abc import Sequence
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league import canonical, ledger
from league.models import User
from league.refusals import Refused
from league.services.versions import divisions_touch
from matches import draw as algorithm
from matches import policies
from matches.models import Draw, Encounter, Partida, Presence, Seat, SideRecord
from matches.services._locks import encounter_locked
from matches.states.encounter import ENCOUNTER, EncounterEvent, EncounterState
from matches.states.partida import EndedAs, Side

Pairs = Sequence[Sequence[int]]


@transaction.atomic
def draw_tap(*, actor: User, encounter_id: int, nonce: str = "", at: datetime) -> Draw:
    """A side's tap. `nonce` is what its phone chose; without one the server makes it.

    The second tap opens everything and seats the pairs. Tapping twice changes nothing.
    """
    encounter = encounter_locked(encounter_id)
    if _has_tapped(actor, encounter, by_hand=False):
        return encounter.draw
    side = _side_ready(actor, encounter)
    draw = encounter.draw
    _start_over_if_by_hand(draw)
    printable = "".join(filter(str.isprintable, nonce))  # a database takes no NUL
    setattr(draw, _field(side, "nonce"), printable[:64] or secrets.token_hex(16))
    setattr(draw, _field(side, "tapped_at"), at)
    draw.save()
    ledger_facts = {
        "side": side,
        "nonce": algorithm.commitment(getattr(draw, _field(side, "nonce"))),
    }
    _record(encounter, actor, at, "draw.tapped", **ledger_facts)
    if draw.home_nonce and draw.away_nonce:
        _draw(encounter, draw, actor, at)
    return draw


@transaction.atomic
def draw_by_hand_propose(
    *, actor: User, encounter_id: int, home: Pairs, away: Pairs, at: datetime
) -> Draw:
    """Without coverage: a side enters the pairs drawn on the table, board by board.

    `home` and `away` hold the registration ids of each pair, the first for board 1. They count once
    the other side confirms them. Refused: `draw.pairs_differ` when they are not the players named.
    """
    encounter = encounter_locked(encounter_id)
    side = _side_ready(actor, encounter)
    playing = _playing(encounter)
    for own, pairs in ((Side.HOME, home), (Side.AWAY, away)):
        seated = [player for pair in pairs for player in pair]
        if any(len(pair) != 2 for pair in pairs) or sorted(seated) != sorted(playing[own]):
            raise Refused("draw.pairs_differ", clause="M-D.5")
    draw = encounter.draw
    inputs = canonical.dumps({"HOME": home, "AWAY": away})
    if _has_tapped(actor, encounter, by_hand=True) and draw.inputs == inputs:
        return draw  # the same tap, twice
    draw.by_hand = True
    draw.home_nonce = draw.away_nonce = ""
    draw.home_tapped_at = draw.away_tapped_at = None
    setattr(draw, _field(side, "tapped_at"), at)
    draw.inputs = inputs
    draw.save()
    _record(encounter, actor, at, "draw.entered", side=side, digest=canonical.digest(draw.inputs))
    return draw


@transaction.atomic
def draw_by_hand_confirm(*, actor: User, encounter_id: int, digest: str, at: datetime) -> Draw:
    """The other side confirms the pairs it saw (named by their digest)."""
    encounter = encounter_locked(encounter_id)
    if encounter.draw.drawn_at is not None and _has_tapped(actor, encounter, by_hand=True):
        return encounter.draw
    side = _side_ready(actor, encounter)
    draw = encounter.draw
    if not draw.by_hand or getattr(draw, _field(side.other, "tapped_at")) is None:
        raise Refused("draw.nothing_to_confirm")
    if canonical.digest(draw.inputs) != digest:
        raise Refused("draw.entry_changed")
    setattr(draw, _field(side, "tapped_at"), at)
    pairs = json.loads(draw.inputs)
    slots = dict(
        Presence.objects.filter(encounter=encounter).values_list(
            "registration_id", "registration__slot"
        )
    )
    chairs = [
        {
            "board": board,
            "side": str(own),
            "position": place,
            "slot": slots[player],
            "registration": player,
        }
        for own in Side
        for board, pair in enumerate(pairs[own], start=1)
        for place, player in enumerate(pair, start=1)
    ]
    _seat(encounter, draw, chairs, actor, at)
    return draw


def _field(side: Side, name: str) -> str:
    return f"{side.lower()}_{name}"


def _start_over_if_by_hand(draw: Draw) -> None:
    if draw.by_hand:
        draw.by_hand, draw.inputs = False, ""
        draw.home_tapped_at = draw.away_tapped_at = None


def _has_tapped(actor: User, encounter: Encounter, *, by_hand: bool) -> bool:
    """Whether the actor's side has done its part of a draw of this kind: the same tap, twice."""
    side = policies.side_of(actor, encounter)
    draw = encounter.draw
    return (
        side is not None
        and draw.by_hand == by_hand
        and getattr(draw, _field(side, "tapped_at")) is not None
    )


def _side_ready(actor: User, encounter: Encounter) -> Side:
    side = policies.side_of(actor, encounter)
    if side is None:
        raise PermissionDenied
    if encounter.draw.drawn_at is not None:
        raise Refused("draw.already_drawn", clause="M-D.5")
    closed = SideRecord.objects.filter(encounter=encounter, locked_at__isnull=False)
    if closed.count() < 2:
        raise Refused("draw.line_ups_open", clause="M-D.5")
    ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.DRAW)
    return side


def _playing(encounter: Encounter) -> dict[Side, list[int]]:
    playing: dict[Side, list[int]] = {Side.HOME: [], Side.AWAY: []}
    rows = Presence.objects.filter(encounter=encounter, plays=True)
    for side, registration in rows.values_list("side", "registration_id"):
        playing[Side(side)].append(registration)
    return playing


def _draw(encounter: Encounter, draw: Draw, actor: User, at: datetime) -> None:
    rows = list(
        Presence.objects.filter(encounter=encounter, plays=True).values_list(
            "side", "registration__slot", "registration_id"
        )
    )
    fichas = {
        side: {slot: registration for own, slot, registration in rows if own == side}
        for side in Side
    }
    draw.inputs = canonical.dumps(
        {
            "algorithm": draw.algorithm,
            "encounter": encounter.pk,
            "home": sorted(fichas[Side.HOME]),
            "away": sorted(fichas[Side.AWAY]),
        }
    )
    chairs = algorithm.draw(
        encounter=encounter.pk,
        seed=draw.seed,
        home_nonce=draw.home_nonce,
        away_nonce=draw.away_nonce,
        home=sorted(fichas[Side.HOME]),
        away=sorted(fichas[Side.AWAY]),
    )
    _seat(
        encounter,
        draw,
        [
            {
                "board": chair.board,
                "side": chair.side,
                "position": chair.position,
                "slot": chair.player,
                "registration": fichas[Side(chair.side)][chair.player],
            }
            for chair in chairs
        ],
        actor,
        at,
    )


def _seat(
    encounter: Encounter, draw: Draw, chairs: list[dict[str, object]], actor: User, at: datetime
) -> None:
    Seat.objects.bulk_create(Seat(encounter=encounter, **_seat_fields(chair)) for chair in chairs)
    pairs = {side: sum(1 for chair in chairs if chair["side"] == side) // 2 for side in Side}
    Partida.objects.bulk_create(
        Partida(encounter=encounter, board=board, ended_as=_missing(board, pairs))
        for board in range(1, encounter.division.season.boards + 1)
    )
    draw.result = canonical.dumps(chairs)
    draw.drawn_at = at
    draw.save()
    encounter.state = ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.DRAW)
    encounter.started_at = encounter.started_at or at
    encounter.save(update_fields=["state", "started_at"])
    divisions_touch([encounter.division_id])
    _record(
        encounter,
        actor,
        at,
        "draw.made",
        by_hand=draw.by_hand,
        commitment=draw.commitment,
        inputs=canonical.digest(draw.inputs),
        result=canonical.digest(draw.result),
    )


def _seat_fields(chair: dict[str, object]) -> dict[str, object]:
    return {
        "board": chair["board"],
        "side": chair["side"],
        "position": chair["position"],
        "registration_id": chair["registration"],
    }


def _missing(board: int, pairs: dict[Side, int]) -> str:
    """With three pairs, board 4 is lost (M-D.13); where nobody sits, nobody wins."""
    home_missing, away_missing = board > pairs[Side.HOME], board > pairs[Side.AWAY]
    if home_missing and away_missing:
        return EndedAs.ABANDONED
    if home_missing:
        return EndedAs.FORFEIT_HOME
    return EndedAs.FORFEIT_AWAY if away_missing else ""


def _record(
    encounter: Encounter, actor: User, at: datetime, action: str, **payload: object
) -> None:
    ledger.append(
        season=encounter.division.season_id,
        actor=actor,
        at=at,
        action=action,
        subject=f"encounter:{encounter.pk}",
        **payload,
    )
