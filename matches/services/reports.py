"""What the organiser writes down of an encounter: a result by telephone, an acta on paper.

M-D.4   the break at the third lost game                    done: as the paper has it
M-D.9   the result is known as soon as the partidas end     done: provisional until the acta comes
M-D.10  an acta received, with its moment                   done: in force at once, marked as such
M-D.19  who was fielded                                     done: a paper that names nobody says so
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league import canonical, ledger
from league.models import User
from league.policies import may_organise
from league.refusals import Refused
from league.services.files import Sent, written_files
from league.services.versions import divisions_touch
from matches import content as contents
from matches import snapshot
from matches.models import Acta, Break, Encounter, Seat
from matches.services import actas
from matches.services._locks import encounter_locked
from matches.services._starts import start_told
from matches.services.automatic_cases import cases_open_for
from matches.services.evidence import evidence_write, files_read
from matches.services.paper import tell_transcribed
from matches.states.encounter import ENCOUNTER, EncounterEvent, EncounterState, EndedKind, Origin
from matches.states.partida import EndedAs, Side


@transaction.atomic
def result_report(
    *,
    actor: User,
    encounter_id: int,
    boards: Mapping[int, Mapping[str, Any]],
    ended_at: datetime,
    at: datetime,
) -> Encounter:
    """The organiser writes down a result that was phoned in (M-D.9); the acta is still awaited.

    `boards` gives home_games and away_games (and ended_as, awarded_to) by board number.
    """
    encounter = encounter_locked(encounter_id)
    if not may_organise(actor, encounter.division.season):
        raise PermissionDenied
    if encounter.actas.filter(in_force=True).exists():
        raise Refused("acta.already_in_force")
    if encounter.actas.filter(state__in=actas.OPEN).exists():
        raise Refused("acta.waits_for_signatures")
    state = ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.END)
    content = _reported(encounter, boards, ended_at, at)
    encounter.state = state
    actas.result_apply(encounter, content)
    encounter.reported_at = at
    encounter.save()
    actas.partidas_apply(encounter, content)
    divisions_touch([encounter.division_id])
    ledger.append(
        season=encounter.division.season_id,
        actor=actor,
        at=at,
        action="result.reported",
        subject=f"encounter:{encounter.pk}",
        score=content["score"],
        games=content["games"],
    )
    return encounter


def acta_transcribe(
    *,
    actor: User,
    encounter_id: int,
    boards: Mapping[int, Mapping[str, Any]],
    started_at: datetime | None,
    ended_at: datetime,
    received_at: datetime,
    note: str,
    without_names: bool = False,
    files: Iterable[Sent] = (),
    at: datetime,
) -> Acta:
    """The organiser transcribes an acta received on paper, with its moment of reception (M-D.10).

    `boards` name the pairs too (home, away: registration and slot); they count as fielded
    (M-D.19), and so do those of the draw made here where the paper names none. `breaks` of a board
    are {kind, side, started_at, ended_at}. `files` are its photos. The version is in force at once,
    marked as the organiser's; both sides are asked to confirm it, and what the rules send to the
    committee opens its case. One that was transcribed before is transcribed anew while it is not
    final, with the reason in `note`.

    Refused `acta.already_in_force`, `acta.received_in_future`, `acta.final`,
    `acta.correction_without_reason`, `acta.correction_changes_nothing`, `acta.errors`, and
    `acta.paper_without_players` unless `without_names` says that the paper names nobody.
    """
    accepted = files_read(files)
    with written_files() as written, transaction.atomic():
        encounter = encounter_locked(encounter_id)
        if not may_organise(actor, encounter.division.season):
            raise PermissionDenied
        before = _transcribed_before(encounter, note, at)
        if received_at > at:
            raise Refused("acta.received_in_future")
        state = EncounterState(encounter.state)
        if before is None:
            state = ENCOUNTER.after(state, EncounterEvent.END)
        content = _reported(
            encounter, _with_drawn_pairs(encounter, boards), ended_at, at, started_at=started_at
        )
        if not without_names:
            _stop_without_players(content)
        if before is not None and canonical.dumps(content) == before.content:
            raise Refused("acta.correction_changes_nothing")
        encounter.state = state
        actas.result_apply(encounter, content)
        encounter.reported_at = encounter.reported_at or received_at
        encounter.save()
        _seats_apply(encounter, content)
        acta = actas.issue(
            encounter=encounter,
            content=content,
            reason=Acta.Reason.ORGANISER,
            event=EncounterEvent.SIGN,
            actor=actor,
            at=at,
            note=note,
        )
        _breaks_apply(encounter, content)
        tell_transcribed(acta, at=at)
        for photo in evidence_write(
            encounter=encounter,
            files=accepted,
            written=written,
            actor=actor,
            at=at,
            acta=acta,
            acta_on_paper=True,
        ):
            ledger.append(
                season=encounter.division.season_id,
                actor=actor,
                at=at,
                action="evidence.added",
                subject=f"acta:{acta.pk}",
                evidence=photo.pk,
                digest=photo.digest,
            )
        cases_open_for(encounter, acta=acta, at=at)
        return acta


def _transcribed_before(encounter: Encounter, note: str, at: datetime) -> Acta | None:
    """The transcription in force, to be done anew. Refused for any other version in force."""
    current = encounter.actas.filter(in_force=True).first()
    if current is None:
        return None
    if current.reason != Acta.Reason.ORGANISER:
        raise Refused("acta.already_in_force")
    actas.stop_if_final(encounter, at)
    if not note.strip():
        raise Refused("acta.correction_without_reason")
    return current


def _with_drawn_pairs(
    encounter: Encounter, boards: Mapping[int, Mapping[str, Any]]
) -> dict[int, dict[str, Any]]:
    """The boards, with the pairs that were drawn here where the paper names none."""
    drawn: dict[tuple[int, str], list[dict[str, int]]] = {}
    chairs = Seat.objects.filter(encounter=encounter).select_related("registration")
    for chair in chairs.order_by("board", "side", "position"):
        drawn.setdefault((chair.board, chair.side), []).append(
            {"registration": chair.registration_id, "slot": chair.registration.slot}
        )
    return {
        number: dict(board)
        | {
            side.lower(): board.get(side.lower()) or drawn.get((number, str(side)), [])
            for side in Side
        }
        for number, board in boards.items()
    }


def _stop_without_players(content: snapshot.Content) -> None:
    """Who played is part of an acta: eligibility and M-D.19 hang from it."""
    unnamed = [
        board["board"]
        for board in content["boards"]
        if board["ended_as"] in {EndedAs.PLAYED, EndedAs.REFEREE}
        and not (board["home"] and board["away"])
    ]
    if unnamed:
        raise Refused("acta.paper_without_players", clause="M-D.19", boards=unnamed)


def _breaks_apply(encounter: Encounter, content: snapshot.Content) -> None:
    """The breaks that the paper has, in place of any that were timed on a phone."""
    partidas = {row.board: row for row in encounter.partidas.all()}
    Break.objects.filter(partida__encounter=encounter).delete()
    Break.objects.bulk_create(
        Break(
            partida=partidas[board["board"]],
            kind=pause["kind"],
            side=pause["side"],
            started_at=datetime.fromisoformat(pause["started_at"]),
            ended_at=datetime.fromisoformat(pause["ended_at"]),
        )
        for board in content["boards"]
        for pause in board["breaks"]
    )


def _seats_apply(encounter: Encounter, content: snapshot.Content) -> None:
    """Who sat where by the paper, for every check that asks who was fielded (M-D.19)."""
    seats = [
        Seat(
            encounter=encounter,
            board=board["board"],
            side=side,
            position=position,
            registration_id=seat["registration"],
        )
        for board in content["boards"]
        for side in Side
        for position, seat in enumerate(board[side.lower()], start=1)
    ]
    if seats:
        Seat.objects.filter(encounter=encounter).delete()
        Seat.objects.bulk_create(seats)


def _reported(
    encounter: Encounter,
    boards: Mapping[int, Mapping[str, Any]],
    ended_at: datetime,
    at: datetime,
    started_at: datetime | None = None,
) -> snapshot.Content:
    expected = encounter.division.season.boards
    written = [
        snapshot.empty_board(number) | dict(boards.get(number, {}))
        for number in range(1, expected + 1)
    ]
    for board in written:
        board["ended_as"] = board["ended_as"] or EndedAs.PLAYED
        board["breaks"] = [
            dict(pause)
            | {name: canonical.moment(pause[name]) for name in ("started_at", "ended_at")}
            for pause in board["breaks"]
        ]
    content = contents.of_report(
        encounter,
        kind=EndedKind.PLAYED,
        origin=Origin.ORGANISER,
        boards=written,
        started_at=started_at or start_told(encounter, ended_at),
        ended_at=ended_at,
    )
    return actas.check(encounter, content, at=at)
