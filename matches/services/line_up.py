"""Who is present and who plays, each side its own; both see both once both are closed.

M-D.7, M-D.8, M-D.11, M-D.19  only eligible fichas      done, see `matches.eligibility`
M-D.13                        three pairs at least       done: fewer go the way of the walkover
M-D.5                         pairs that delegates form  done: `pairs`, where the season says so
M-D.5                         one phone for both sides   done: `line_up_close_shared`, marked
M-D.6                         decks opened               done: `decks_confirm`
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from league import ledger
from league.models import DrawMode, User
from league.refusals import Refused
from league.services.notifications import notify
from league.services.versions import divisions_touch
from matches import eligibility, policies
from matches.addresses import evening_path
from matches.models import Draw, Encounter, Presence, SideRecord
from matches.selectors.evening_line_up import names_barred
from matches.services._eligible import stop_if_barred
from matches.services._locks import encounter_locked
from matches.services._notices import delegates_of
from matches.states.encounter import ENCOUNTER, EncounterEvent, EncounterState
from matches.states.partida import Side, Tap

FEWEST_PAIRS = 3  # M-D.13
IN_THE_BAR = timedelta(hours=1)  # before the start: from then on one phone may do for both sides


@transaction.atomic
def line_up_save(
    *,
    actor: User,
    encounter_id: int,
    present: Iterable[int],
    playing: Iterable[int],
    pairs: Mapping[int, int] | None = None,
    at: datetime,
) -> Encounter:
    """Note who is present and who plays, without closing. Replaces what the side noted before.

    `pairs`: number of the pair of each who plays, where the delegates form them.
    """
    encounter = encounter_locked(encounter_id)
    side = _own_side(actor, encounter)
    _write(encounter, side, set(present), set(playing), _pairs_of(encounter, pairs), at)
    _open(encounter)
    return encounter


@transaction.atomic
def line_up_close(
    *,
    actor: User,
    encounter_id: int,
    present: Iterable[int],
    playing: Iterable[int],
    pairs: Mapping[int, int] | None = None,
    at: datetime,
) -> Encounter:
    """Note and close the side's line-up: whole pairs, three at least, at most one a board.

    Refused: `line_up.fewer_than_three` (M-D.13: the walkover has its own way),
    `line_up.odd`, `line_up.too_many`, `line_up.pairs_open` (M-D.5: somebody who plays has no
    partner), `eligibility.*` (the first reason). Closing twice with the same players and pairs
    changes nothing.
    """
    encounter = encounter_locked(encounter_id)
    side = _own_side(actor, encounter)
    _close(encounter, side, Tap.OWN, actor, present, playing, pairs, at)
    return encounter


@transaction.atomic
def line_up_close_shared(
    *,
    actor: User,
    encounter_id: int,
    present: Iterable[int],
    playing: Iterable[int],
    pairs: Mapping[int, int] | None = None,
    at: datetime,
) -> Encounter:
    """Close the other side's line-up on the phone of the actor's side, which has closed its own.

    Whoever comes for the other side does it in the bar; it is marked, stands on the acta that both
    sign, and the delegates of that side are told at once: until somebody taps the draw they may
    open it again (`line_up_reopen`). Refused `line_up.own_first`, `line_up.shared_too_early`, and
    as `line_up_close`. The same tap twice is one.
    """
    encounter = encounter_locked(encounter_id)
    own = _own_side(actor, encounter)
    if not _is_closed(encounter, own):
        raise Refused("line_up.own_first", clause="M-D.5")
    opens = _shared_from(encounter)
    if opens is None or at < opens:
        raise Refused("line_up.shared_too_early", clause="M-D.5", opens=opens)
    if not _close(encounter, own.other, Tap.SHARED, actor, present, playing, pairs, at):
        return encounter
    facts = {"match": str(encounter), "team": encounter.team(own).name}
    notify(
        recipients=delegates_of([encounter.team(own.other).pk]),
        kind="line_up.shared",
        subject=_("Quién juega, dicho en un solo teléfono: %(match)s") % facts,
        body=_(
            "Quién está y quién juega se marcó en el teléfono de %(team)s. Queda dicho en el acta, "
            "y la firma lo confirma. Si no fue así, se puede reabrir antes del sorteo; después hay "
            "que anotarlo como incidencia antes de firmar."
        )
        % facts,
        path=evening_path(encounter),
        deduplication_key=f"line-up-shared:{encounter.pk}:{at.isoformat()}",
        at=at,
        season=encounter.division.season,
    )
    return encounter


def _shared_from(encounter: Encounter) -> datetime | None:
    """From when a side's line-up may be taken on the other's phone: both are in the bar by then."""
    return None if encounter.starts_at is None else encounter.starts_at - IN_THE_BAR


@transaction.atomic
def line_up_reopen(*, actor: User, encounter_id: int, at: datetime) -> Encounter:
    """Take the side's closed line-up back; possible until the other side has closed its own, and
    after that while it names somebody who may not play any more, so that the draw waits for it.

    One that was closed on the other side's phone may be opened after that too, until somebody
    taps the draw. Then both are open again: each side has seen the other's.
    """
    encounter = encounter_locked(encounter_id)
    side = _own_side(actor, encounter)
    records = SideRecord.objects.filter(encounter=encounter, locked_at__isnull=False)
    closed = {row.side: row.closed_as for row in records}
    disowns = closed.get(side) == Tap.SHARED and not _is_begun(encounter.draw)
    if side.other in closed and not (disowns or names_barred(encounter, side, now=at)):
        raise Refused("line_up.both_closed", clause="M-D.5")
    both = disowns and side.other in closed
    opened = records if both else records.filter(side=side)
    if opened.update(locked_at=None, locked_by=None, closed_as=""):
        # What was written down of a draw by hand names the players of before.
        Draw.objects.filter(encounter=encounter, by_hand=True).update(
            by_hand=False,
            inputs="",
            home_tapped_at=None,
            away_tapped_at=None,
            home_tapped_as="",
            away_tapped_as="",
        )
        ledger.append(
            season=encounter.division.season_id,
            actor=actor,
            at=at,
            action="line_up.reopened",
            subject=f"encounter:{encounter.pk}",
            side=side,
            **({"both": True} if both else {}),
        )
    return encounter


@transaction.atomic
def decks_confirm(
    *,
    actor: User,
    encounter_id: int,
    opened: bool,
    sealed: bool,
    new: bool = False,
    at: datetime,
) -> SideRecord:
    """The side states whether the decks were opened before the visitor and sealed (M-D.6).

    `new`: new decks, there was no envelope to open, as on the first matchday. Refused
    `decks.opened_and_new`: one excludes the other.
    """
    encounter = encounter_locked(encounter_id)
    side = policies.side_of(actor, encounter)
    if side is None:
        raise PermissionDenied
    if encounter.state not in {"SCHEDULED", "LINE_UP", "DRAWN", "PLAYING"}:
        raise Refused("encounter.already_ended")
    if opened and new:
        raise Refused("decks.opened_and_new", clause="M-D.6")
    record, _created = SideRecord.objects.get_or_create(encounter=encounter, side=side)
    record.decks_opened, record.decks_sealed, record.decks_new = opened, sealed, new
    record.save(update_fields=["decks_opened", "decks_sealed", "decks_new"])
    return record


def _is_closed(encounter: Encounter, side: Side) -> bool:
    return SideRecord.objects.filter(
        encounter=encounter, side=side, locked_at__isnull=False
    ).exists()


def _close(
    encounter: Encounter,
    side: Side,
    tap: Tap,
    actor: User,
    present: Iterable[int],
    playing: Iterable[int],
    pairs: Mapping[int, int] | None,
    at: datetime,
) -> bool:
    """Note and close a side's line-up; False where it is closed with these players already."""
    chosen = set(playing)
    formed = _pairs_of(encounter, pairs)
    if _closed_as(encounter, side, chosen, formed):
        return False  # the same tap, twice
    _write(encounter, side, set(present), chosen, formed, at)
    boards = encounter.division.season.boards
    if len(chosen) % 2:
        raise Refused("line_up.odd", players=len(chosen))
    if len(chosen) > 2 * boards:
        raise Refused("line_up.too_many", players=len(chosen), most=2 * boards)
    if len(chosen) // 2 < min(FEWEST_PAIRS, boards):
        raise Refused("line_up.fewer_than_three", clause="M-D.13", pairs=len(chosen) // 2)
    if formed is not None:
        sizes = Counter(formed.values())
        if set(formed) != chosen or any(size != 2 for size in sizes.values()):
            raise Refused("line_up.pairs_open", clause="M-D.5")
    record, _created = SideRecord.objects.get_or_create(encounter=encounter, side=side)
    record.locked_at, record.locked_by, record.closed_as = at, actor, tap
    record.save(update_fields=["locked_at", "locked_by", "closed_as"])
    _open(encounter)
    divisions_touch([encounter.division_id])
    ledger.append(
        season=encounter.division.season_id,
        actor=actor,
        at=at,
        action="line_up.closed",
        subject=f"encounter:{encounter.pk}",
        side=side,
        playing=sorted(chosen),
        **({"tap": tap} if tap != Tap.OWN else {}),
        **({} if formed is None else {"pairs": _in_pairs(formed)}),
    )
    return True


def _is_begun(draw: Draw) -> bool:
    """Whether somebody has tapped, or written down what came out on the table."""
    return bool(draw.home_nonce or draw.away_nonce or draw.by_hand)


def _own_side(actor: User, encounter: Encounter) -> Side:
    side = policies.side_of(actor, encounter)
    if side is None:
        raise PermissionDenied
    ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.OPEN_LINE_UP)
    return side


def _open(encounter: Encounter) -> None:
    if encounter.state == EncounterState.SCHEDULED:
        encounter.state = EncounterState.LINE_UP
        encounter.save(update_fields=["state"])
        divisions_touch([encounter.division_id])


def _pairs_of(encounter: Encounter, pairs: Mapping[int, int] | None) -> dict[int, int] | None:
    """The pairs told, where the delegates form them; None where they are drawn."""
    if encounter.division.season.draw_mode != DrawMode.OPPONENTS:
        return None
    return dict(pairs or {})


def _in_pairs(formed: Mapping[int, int]) -> list[list[int]]:
    together: dict[int, list[int]] = {}
    for registration, pair in sorted(formed.items()):
        together.setdefault(pair, []).append(registration)
    return sorted(together.values())


def _closed_as(
    encounter: Encounter, side: Side, playing: set[int], formed: Mapping[int, int] | None
) -> bool:
    """Whether the side is closed already, with these who play and in these pairs."""
    closed = SideRecord.objects.filter(encounter=encounter, side=side, locked_at__isnull=False)
    if not closed.exists():
        return False
    named = dict(
        Presence.objects.filter(encounter=encounter, side=side, plays=True).values_list(
            "registration_id", "pair"
        )
    )
    if set(named) != playing:
        return False
    return formed is None or _in_pairs(formed) == _in_pairs(
        {registration: pair for registration, pair in named.items() if pair is not None}
    )


def _write(
    encounter: Encounter,
    side: Side,
    present: set[int],
    playing: set[int],
    formed: Mapping[int, int] | None,
    at: datetime,
) -> None:
    if SideRecord.objects.filter(encounter=encounter, side=side, locked_at__isnull=False).exists():
        raise Refused("line_up.closed")
    formed = {pk: pair for pk, pair in (formed or {}).items() if pk in playing}
    for pair, size in sorted(Counter(formed.values()).items()):
        if size > 2:
            raise Refused("line_up.pair_of_more", clause="M-D.5", pair=pair, players=size)
        if not 1 <= pair <= encounter.division.season.boards:
            raise Refused("line_up.pairs_open", clause="M-D.5")
    present |= playing
    standings = {
        standing.registration.pk: standing
        for standing in eligibility.standings_of(encounter, side, now=at)
    }
    unknown = present - set(standings)
    if unknown:
        raise Refused("line_up.not_of_team", clause="M-D.7")
    stop_if_barred(standings[pk] for pk in sorted(playing))
    Presence.objects.filter(encounter=encounter, side=side).delete()
    Presence.objects.bulk_create(
        Presence(
            encounter=encounter,
            side=side,
            registration_id=pk,
            plays=pk in playing,
            pair=formed.get(pk),
        )
        for pk in sorted(present)
    )
