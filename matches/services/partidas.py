"""What happens at the boards: games, refusals, breaks, and partidas that end before their time.

M-D.1   only results the format allows                 done
M-D.4   break at the third lost game                   done
M-D.14  a drawn player refuses: the point is lost      done; the case opens with the acta
M-T.2   the referee decides the end                    done
M-T.4   a pair's own break                             done
"""

from datetime import datetime

from django.db import transaction

from league.models import User
from league.policies import may_referee
from league.refusals import Refused
from league.services.versions import divisions_touch
from matches.incident_kinds import ABANDONED, REFUSAL
from matches.models import Break, Encounter, Incident, Partida, Seat
from matches.selectors.sendings import wrote_last
from matches.services._boards import board_locked
from matches.states.encounter import ENCOUNTER, EncounterEvent, EncounterState
from matches.states.partida import EndedAs, Side
from rules.formats import Score
from rules.registry import discipline


@transaction.atomic
def partida_record(
    *,
    actor: User,
    encounter_id: int,
    board: int,
    home_games: int,
    away_games: int,
    revision: int | None = None,
    seen: Score | None = None,
    at: datetime,
) -> Partida:
    """Note the games of a board. Either delegate may, for both sides: both sign in the end.

    `revision` is the one the screen showed, `seen` the games: Refused `partida.changed_meanwhile`
    when another wrote since, with what stands now. Where that other was the actor's own second
    phone and each changed one pair's games, both changes stand. Refused `partida.impossible`
    (M-D.1).
    """
    encounter, partida = board_locked(actor, encounter_id, board)
    standing = (partida.home_games, partida.away_games)
    if revision is not None and revision != partida.revision:
        if standing == (home_games, away_games):
            return partida
        merged = None
        if seen is not None and wrote_last(
            actor_id=actor.pk,
            encounter_id=encounter_id,
            board=board,
            revision=partida.revision,
        ):
            merged = _merged(seen, typed=(home_games, away_games), standing=standing)
        if merged is not None:
            return partida_record(
                actor=actor,
                encounter_id=encounter_id,
                board=board,
                home_games=merged[0],
                away_games=merged[1],
                at=at,
            )
        raise Refused(
            "partida.changed_meanwhile",
            board=board,
            home=partida.home_games,
            away=partida.away_games,
        )
    _stop_if_decided(partida)
    season = encounter.division.season
    rules = discipline(season.discipline)
    format = rules.format_of(season.options)
    score = (home_games, away_games)
    finished = score in rules.legal_results(format)
    if not finished and score not in rules.legal_partial(format):
        raise Refused(
            "partida.impossible", clause="M-D.1", board=board, home=home_games, away=away_games
        )
    partida.home_games, partida.away_games = score
    partida.ended_as = EndedAs.PLAYED if finished else ""
    partida.awarded_to = ""
    _save(partida)
    _playing(encounter)
    return partida


@transaction.atomic
def partida_refuse(
    *, actor: User, encounter_id: int, board: int, registration_id: int, text: str, at: datetime
) -> Partida:
    """A drawn and present player refuses to play: his pair loses the point (M-D.14)."""
    encounter, partida = board_locked(actor, encounter_id, board)
    seat = Seat.objects.filter(
        encounter=encounter, board=board, registration_id=registration_id
    ).first()
    if seat is None:
        raise Refused("partida.not_seated_there", clause="M-D.14", board=board)
    if Incident.objects.filter(
        encounter=encounter,
        board=board,
        kind=REFUSAL,
        registration_id=registration_id,
        withdrawn_at__isnull=True,
    ).exists():
        return partida  # the same tap, twice
    _stop_if_decided(partida)
    Incident.objects.create(
        encounter=encounter,
        kind=REFUSAL,
        clause="M-D.14",
        board=board,
        side=seat.side,
        registration_id=registration_id,
        text=text,
        at=at,
        reported_by=actor,
    )
    partida.ended_as = EndedAs.FORFEIT_HOME if seat.side == Side.HOME else EndedAs.FORFEIT_AWAY
    partida.home_games = partida.away_games = 0
    partida.awarded_to = ""
    _save(partida)
    _playing(encounter)
    return partida


@transaction.atomic
def partida_resume(*, actor: User, encounter_id: int, board: int, at: datetime) -> Partida:
    """Undo a refusal, an abandonment or a referee's end noted by mistake: the board plays on."""
    encounter, partida = board_locked(actor, encounter_id, board)
    if partida.ended_as in {"", EndedAs.PLAYED}:
        raise Refused("partida.nothing_to_undo", board=board)
    sides = set(
        Seat.objects.filter(encounter=encounter, board=board).values_list("side", flat=True)
    )
    if len(sides) < 2:
        raise Refused("partida.no_rival", clause="M-D.13", board=board)
    Incident.objects.filter(
        encounter=encounter, board=board, kind__in=(REFUSAL, ABANDONED), withdrawn_at__isnull=True
    ).update(withdrawn_at=at)
    by_referee = partida.ended_as == EndedAs.REFEREE
    partida.ended_as = partida.awarded_to = ""
    _save(partida)
    if by_referee:
        encounter.over_time_decided = encounter.partidas.filter(ended_as=EndedAs.REFEREE).exists()
        encounter.save(update_fields=["over_time_decided"])
    divisions_touch([encounter.division_id])
    return partida


@transaction.atomic
def partida_abandon(
    *, actor: User, encounter_id: int, board: int, text: str, at: datetime
) -> Partida:
    """The board could not be finished: nobody has its point until the committee says (M-D.21)."""
    encounter, partida = board_locked(actor, encounter_id, board)
    if not text.strip():
        raise Refused("incident.without_text", clause="M-D.18")
    if partida.ended_as == EndedAs.ABANDONED:
        return partida
    _stop_if_decided(partida)
    _stop_if_finished(partida)
    Incident.objects.create(
        encounter=encounter,
        kind=ABANDONED,
        clause="M-D.21",
        board=board,
        text=text.strip(),
        at=at,
        reported_by=actor,
    )
    partida.ended_as, partida.awarded_to = EndedAs.ABANDONED, ""
    _save(partida)
    _playing(encounter)
    return partida


@transaction.atomic
def partida_end_by_referee(
    *, actor: User, encounter_id: int, board: int, awarded_to: Side | None, at: datetime
) -> Partida:
    """The referee ended an over-long partida (M-T.2). The games decide; level, he names a side."""
    encounter, partida = board_locked(actor, encounter_id, board)
    if partida.ended_as != EndedAs.REFEREE:
        _stop_if_decided(partida)
        _stop_if_finished(partida)
    if partida.home_games != partida.away_games:
        awarded_to = Side.HOME if partida.home_games > partida.away_games else Side.AWAY
    elif awarded_to is None:
        raise Refused("partida.referee_names_a_side", clause="M-T.2", board=board)
    partida.ended_as, partida.awarded_to = EndedAs.REFEREE, awarded_to
    _save(partida)
    encounter.over_time_decided = True
    encounter.save(update_fields=["over_time_decided"])
    _playing(encounter)
    return partida


@transaction.atomic
def break_start(
    *, actor: User, encounter_id: int, board: int, kind: str, side: Side, at: datetime
) -> Break:
    """Start the clock of a break: at the third lost game (M-D.4) or a pair's own (M-T.4)."""
    encounter, partida = board_locked(actor, encounter_id, board)
    open_break = partida.breaks.filter(ended_at__isnull=True).first()
    if open_break is not None:
        return open_break
    _stop_if_decided(partida)
    _stop_if_finished(partida)
    if kind == Break.Kind.THIRD_LOST and max(partida.home_games, partida.away_games) < 3:
        raise Refused("break.third_game_not_lost", clause="M-D.4", board=board)
    if kind == Break.Kind.REFEREE and not may_referee(actor, encounter.division.season_id):
        raise Refused("break.only_the_referee", clause="M-T.4")
    created: Break = partida.breaks.create(kind=kind, side=side, started_at=at)
    _playing(encounter)
    return created


@transaction.atomic
def break_end(*, actor: User, encounter_id: int, board: int, at: datetime) -> Break | None:
    """Stop the clock of the board's break, if one runs."""
    encounter, partida = board_locked(actor, encounter_id, board)
    running: Break | None = partida.breaks.filter(ended_at__isnull=True).first()
    if running is not None:
        running.ended_at = max(at, running.started_at)
        running.save(update_fields=["ended_at"])
        divisions_touch([encounter.division_id])
    return running


def _merged(seen: Score, *, typed: Score, standing: Score) -> Score | None:
    """Both changes to what was seen, unless they are about the same pair's games."""
    games = []
    for before, mine, theirs in zip(seen, typed, standing, strict=True):
        if mine != before and theirs not in {before, mine}:
            return None
        games.append(theirs if mine == before else mine)
    return games[0], games[1]


def _stop_if_decided(partida: Partida) -> None:
    """A refusal, a referee's end or an abandonment stands until it is undone."""
    if partida.ended_as not in {"", EndedAs.PLAYED}:
        raise Refused("partida.already_decided", board=partida.board)


def _stop_if_finished(partida: Partida) -> None:
    if partida.ended_as == EndedAs.PLAYED:
        raise Refused("partida.already_finished", board=partida.board)


def _save(partida: Partida) -> None:
    partida.revision += 1
    partida.save()


def _playing(encounter: Encounter) -> None:
    if encounter.state != EncounterState.PLAYING:
        encounter.state = ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.PLAY)
        encounter.save(update_fields=["state"])
    divisions_touch([encounter.division_id])
