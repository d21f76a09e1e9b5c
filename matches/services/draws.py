"""The draw of pairs and boards by both delegates (M-D.5): by two taps, or by hand.

M-D.5  a tap a side, on two phones                     done: `draw_tap`
M-D.5  both taps on one phone, one after the other     done: `draw_tap_shared`
M-D.5  a side that never taps undoes nothing           done: `draw_complete`
M-D.5  without coverage, on the table                  done: `draw_by_hand_propose`, `…_confirm`
M-D.11 a ruling that came since the line-ups closed    done: nobody is drawn who may not play
M-D.5  a pair that was drawn is changed                see `matches.services.seats`
"""

import json
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from league import canonical, ledger
from league.models import User
from league.policies import may_organise, may_referee
from league.refusals import Refused
from league.services.notifications import notify
from league.services.versions import divisions_touch
from matches import draw as algorithm
from matches import policies
from matches.addresses import draw_path
from matches.models import Draw, Encounter, Partida, Presence, Seat, SideRecord
from matches.selectors.evening_line_up import named_standings
from matches.services._eligible import stop_if_barred
from matches.services._locks import encounter_locked
from matches.services._notices import delegates_of
from matches.states.encounter import ENCOUNTER, EncounterEvent, EncounterState
from matches.states.partida import EndedAs, Side, Tap

Pairs = Sequence[Sequence[int]]
AFTER_THE_OTHER = timedelta(minutes=5)  # at least so long a side that tapped waits for the other


@transaction.atomic
def draw_tap(*, actor: User, encounter_id: int, nonce: str = "", at: datetime) -> Draw:
    """A side's tap. `nonce` is what its phone chose; without one the server makes it.

    The second tap opens everything and seats the pairs. Tapping twice changes nothing.
    """
    encounter = encounter_locked(encounter_id)
    if _has_tapped(actor, encounter, by_hand=False):
        return encounter.draw
    side = _side_ready(actor, encounter, at)
    _start_over_if_by_hand(encounter.draw)
    return _tap(encounter, side, Tap.OWN, nonce, actor, at)


@transaction.atomic
def draw_tap_shared(*, actor: User, encounter_id: int, nonce: str = "", at: datetime) -> Draw:
    """The other side's tap, on the phone of the actor's side, which has tapped before.

    It is marked as made there and stands on the acta, so that the other side's signature confirms
    it; its delegates are told at once. Refused `draw.own_tap_first`. The same tap twice is one.
    """
    encounter = encounter_locked(encounter_id)
    draw = encounter.draw
    own = policies.side_of(actor, encounter)
    if own is None:
        raise PermissionDenied
    if draw.drawn_at is not None and _tapped_as(draw, own.other) == Tap.SHARED:
        return draw
    own = _side_ready(actor, encounter, at)
    if draw.by_hand or not getattr(draw, _field(own, "nonce")):
        raise Refused("draw.own_tap_first", clause="M-D.5")
    drawn = _tap(encounter, own.other, Tap.SHARED, nonce, actor, at)
    team = encounter.team(own.other)
    facts = {"match": str(encounter), "team": encounter.team(own).name}
    notify(
        recipients=delegates_of([team.pk]),
        kind="draw.shared",
        subject=_("Sorteo hecho en un solo teléfono: %(match)s") % facts,
        body=_(
            "Las dos pulsaciones se hicieron en el teléfono de %(team)s. Queda dicho en el acta, y "
            "la firma lo confirma. Si no fue así, hay que anotarlo como incidencia antes de firmar."
        )
        % facts,
        path=draw_path(encounter),
        deduplication_key=f"draw-shared:{draw.pk}:{draw.commitment[:16]}",
        at=at,
        season=encounter.division.season,
    )
    return drawn


@transaction.atomic
def draw_complete(*, actor: User, encounter_id: int, at: datetime) -> Draw:
    """A side tapped and the other stays away: the server's number takes the place of its own.

    By the side that tapped, the referee or the organiser, and not before the moment that
    `completion_at` says. Nobody gains by staying away: the result follows from the sealed seed, the
    number that is in and one that nobody chose. Refused `draw.nobody_tapped`, `draw.wait`.
    """
    encounter = encounter_locked(encounter_id)
    draw = encounter.draw
    if draw.drawn_at is not None and Tap.SERVER in {draw.home_tapped_as, draw.away_tapped_as}:
        return draw
    season = encounter.division.season_id
    own = policies.side_of(actor, encounter)
    if own is None and not (may_referee(actor, season) or may_organise(actor, season)):
        raise PermissionDenied
    _check_ready(encounter, at)
    tapped = [side for side in Side if getattr(draw, _field(side, "nonce"))]
    if draw.by_hand or len(tapped) != 1 or (own is not None and own not in tapped):
        raise Refused("draw.nobody_tapped", clause="M-D.5")
    opens = completion_at(encounter)
    if at < opens:
        raise Refused("draw.wait", clause="M-D.5", opens=opens)
    return _tap(encounter, tapped[0].other, Tap.SERVER, "", actor, at)


def completion_at(encounter: Encounter) -> datetime:
    """From when the draw may go on without the side that has not tapped: the courtesy of the league
    after the scheduled start, and a while after the other's tap."""
    draw = encounter.draw
    taps = [moment for moment in (draw.home_tapped_at, draw.away_tapped_at) if moment is not None]
    courtesy = timedelta(minutes=encounter.division.season.courtesy_minutes)
    moments = [moment + AFTER_THE_OTHER for moment in taps]
    if encounter.starts_at is not None:
        moments.append(encounter.starts_at + courtesy)
    return max(moments)


def _tap(encounter: Encounter, side: Side, tap: Tap, nonce: str, actor: User, at: datetime) -> Draw:
    """Seal a side's number; with both in, open everything and seat the pairs."""
    draw = encounter.draw
    printable = "".join(filter(str.isprintable, nonce))  # a database takes no NUL
    sealed = printable[:64] or secrets.token_hex(16)
    setattr(draw, _field(side, "nonce"), sealed)
    setattr(draw, _field(side, "tapped_at"), at)
    setattr(draw, _field(side, "tapped_as"), tap)
    draw.save()
    told = {"side": side, "tap": tap, "nonce": algorithm.commitment(sealed)}
    _record(encounter, actor, at, "draw.tapped", **told)
    if draw.home_nonce and draw.away_nonce:
        _draw(encounter, draw, actor, at)
    return draw


def _tapped_as(draw: Draw, side: Side) -> str:
    return str(getattr(draw, _field(side, "tapped_as")))


@transaction.atomic
def draw_by_hand_propose(
    *, actor: User, encounter_id: int, home: Pairs, away: Pairs, at: datetime
) -> Draw:
    """Without coverage: a side enters the pairs drawn on the table, board by board.

    `home` and `away` hold the registration ids of each pair, the first for board 1. They count once
    the other side confirms them. Refused: `draw.pairs_differ` when they are not the players named.
    """
    encounter = encounter_locked(encounter_id)
    side = _side_ready(actor, encounter, at)
    playing = _playing(encounter)
    for own, pairs in ((Side.HOME, home), (Side.AWAY, away)):
        seated = [player for pair in pairs for player in pair]
        if any(len(pair) != 2 for pair in pairs) or sorted(seated) != sorted(playing[own]):
            raise Refused("draw.pairs_differ", clause="M-D.5")
        formed = _formed(encounter, own)
        if formed is not None and {frozenset(pair) for pair in pairs} != formed:
            raise Refused("draw.pairs_were_formed", clause="M-D.5")
    draw = encounter.draw
    inputs = canonical.dumps({"HOME": home, "AWAY": away})
    if _has_tapped(actor, encounter, by_hand=True) and draw.inputs == inputs:
        return draw  # the same tap, twice
    draw.by_hand = True
    draw.home_nonce = draw.away_nonce = ""
    draw.home_tapped_at = draw.away_tapped_at = None
    draw.home_tapped_as = draw.away_tapped_as = ""
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
    side = _side_ready(actor, encounter, at)
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
        draw.home_tapped_as = draw.away_tapped_as = ""


def _has_tapped(actor: User, encounter: Encounter, *, by_hand: bool) -> bool:
    """Whether the actor's side has done its part of a draw of this kind: the same tap, twice."""
    side = policies.side_of(actor, encounter)
    draw = encounter.draw
    return (
        side is not None
        and draw.by_hand == by_hand
        and getattr(draw, _field(side, "tapped_at")) is not None
    )


def _side_ready(actor: User, encounter: Encounter, at: datetime) -> Side:
    side = policies.side_of(actor, encounter)
    if side is None:
        raise PermissionDenied
    _check_ready(encounter, at)
    return side


def _check_ready(encounter: Encounter, at: datetime) -> None:
    if encounter.draw.drawn_at is not None:
        raise Refused("draw.already_drawn", clause="M-D.5")
    closed = SideRecord.objects.filter(encounter=encounter, locked_at__isnull=False)
    if closed.count() < 2:
        raise Refused("draw.line_ups_open", clause="M-D.5")
    ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.DRAW)
    stop_if_barred(named_standings(encounter, now=at))


def _playing(encounter: Encounter) -> dict[Side, list[int]]:
    playing: dict[Side, list[int]] = {Side.HOME: [], Side.AWAY: []}
    rows = Presence.objects.filter(encounter=encounter, plays=True)
    for side, registration in rows.values_list("side", "registration_id"):
        playing[Side(side)].append(registration)
    return playing


def _formed(encounter: Encounter, side: Side) -> set[frozenset[int]] | None:
    """The pairs of a side as its delegate formed them, by registration; None where they are drawn.

    The line-up says which: how it was closed is how it is drawn.
    """
    pairs: dict[int | None, list[int]] = {}
    rows = Presence.objects.filter(encounter=encounter, plays=True, side=side)
    for pair, registration in rows.values_list("pair", "registration_id"):
        pairs.setdefault(pair, []).append(registration)
    return None if None in pairs else {frozenset(pair) for pair in pairs.values()}


def _draw(encounter: Encounter, draw: Draw, actor: User, at: datetime) -> None:
    fichas: dict[Side, dict[int, int]] = {side: {} for side in Side}
    rows = Presence.objects.filter(encounter=encounter, plays=True)
    for own, slot, registration in rows.values_list(
        "side", "registration__slot", "registration_id"
    ):
        fichas[Side(own)][slot] = registration
    formed = {side: _formed(encounter, side) for side in Side}
    mode = algorithm.PARTNERS if None in formed.values() else algorithm.OPPONENTS
    inputs: dict[str, Any] = {
        "algorithm": draw.algorithm,
        "mode": mode,
        "encounter": encounter.pk,
    }
    for side in Side:
        slots = {registration: slot for slot, registration in fichas[side].items()}
        pairs = formed[side]
        inputs[side.lower()] = (
            sorted(fichas[side])
            if mode == algorithm.PARTNERS or pairs is None
            else sorted(sorted(slots[player] for player in pair) for pair in pairs)
        )
    draw.inputs = canonical.dumps(inputs)
    chairs = algorithm.draw_of(
        inputs, seed=draw.seed, home_nonce=draw.home_nonce, away_nonce=draw.away_nonce
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
        taps={"HOME": draw.home_tapped_as, "AWAY": draw.away_tapped_as},
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
