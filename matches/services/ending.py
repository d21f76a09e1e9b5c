"""How an encounter ends: played, stopped, or never begun. What the organiser writes down of one is
in `matches.services.reports`.

M-D.9   the result is known as soon as the partidas end     done: provisional and public at once
M-D.13  fewer than three pairs: 4–0, and to the committee   done
M-D.15  the end from which 24 hours run                     done: what both sign
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league import canonical, ledger
from league.models import User
from league.policies import may_organise
from league.refusals import Refused
from league.services.versions import divisions_touch
from matches import content as contents
from matches import policies
from matches.incident_kinds import ABANDONED
from matches.models import Acta, Break, Encounter, Incident, Presence
from matches.services import actas
from matches.services._locks import encounter_locked
from matches.services.automatic_cases import cases_open_for
from matches.states.acta import ACTA, ActaEvent, ActaState
from matches.states.encounter import (
    ENCOUNTER,
    EncounterEvent,
    EncounterState,
    EndedKind,
    Origin,
)
from matches.states.partida import EndedAs, Side
from rules.findings import Severity
from rules.registry import discipline

FEWER_PAIRS = "FEWER_PAIRS"
ABSENT = "ABSENT"


@transaction.atomic
def encounter_end(
    *,
    actor: User,
    encounter_id: int,
    ended_at: datetime,
    acknowledged: Iterable[str] = (),
    replaces: str | None = None,
    at: datetime,
) -> Acta:
    """End the encounter: the acta is drawn up and the provisional result is public at once.

    Refused `acta.errors` while the rules find an error, `acta.warnings` while a warning was not
    acknowledged by its code (both carry the findings). Ending again with other values makes a new
    version and voids what was signed on the old one; with the same values it changes nothing.
    `replaces` is the digest of the open version that the screen showed ("" for none): Refused
    `acta.changed_meanwhile` when another has been drawn up since.
    """
    encounter = encounter_locked(encounter_id)
    if policies.side_of(actor, encounter) is None:
        raise PermissionDenied
    state = ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.END)
    _stop_unless_drawn(encounter)
    for pause in Break.objects.filter(partida__encounter=encounter, ended_at__isnull=True):
        # Nobody rests after the end.
        pause.ended_at = max(pause.started_at, min(at, ended_at))
        pause.save(update_fields=["ended_at"])
    content = contents.of_working_copy(
        encounter, started_at=encounter.started_at, ended_at=ended_at
    )
    reading = contents.read(encounter, content, now=at)
    standing = encounter.actas.filter(state__in=actas.OPEN).first()
    if standing is not None and standing.content == canonical.dumps(
        contents.judged(content, reading)
    ):
        return standing
    if replaces is not None and replaces != (standing.digest if standing else ""):
        raise Refused("acta.changed_meanwhile")
    actas.stop_on_errors(reading)
    accepted = set(acknowledged)
    warnings = [
        finding
        for finding in reading.findings
        if finding.severity is not Severity.ERROR and finding.code not in accepted
    ]
    if warnings:
        raise Refused("acta.warnings", clause=warnings[0].clause, findings=warnings)
    content = contents.judged(content, reading)
    encounter.state = state
    actas.result_apply(encounter, content)
    encounter.reported_at = at
    encounter.save()
    divisions_touch([encounter.division_id])
    return actas.version_make(
        encounter=encounter, content=content, reason=Acta.Reason.FILED, actor=actor, at=at
    )


@transaction.atomic
def encounter_reopen(*, actor: User, encounter_id: int, at: datetime) -> Encounter:
    """Back to the boards: ended by mistake. Possible while the acta is not in force; signatures
    already given are void, since they stand on a text that no longer holds.

    Refused `encounter.not_drawn` for a result told from outside (phoned in, imported): there are no
    boards to go back to.
    """
    encounter = encounter_locked(encounter_id)
    if policies.side_of(actor, encounter) is None:
        raise PermissionDenied
    state = ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.REOPEN)
    _stop_unless_drawn(encounter)
    encounter.state = state
    for acta in encounter.actas.filter(state__in=actas.OPEN):
        acta.state = ACTA.after(ActaState(acta.state), ActaEvent.SUPERSEDE)
        acta.save(update_fields=["state"])
    _without_result(encounter)
    encounter.save()
    divisions_touch([encounter.division_id])
    ledger.append(
        season=encounter.division.season_id,
        actor=actor,
        at=at,
        action="encounter.reopened",
        subject=f"encounter:{encounter.pk}",
    )
    return encounter


@transaction.atomic
def walkover_declare(
    *,
    actor: User,
    encounter_id: int,
    absent: Iterable[Side],
    reason: str,
    text: str,
    pairs_presented: int = 0,
    at: datetime,
) -> Acta:
    """Nobody can play: a side has fewer than three pairs (`FEWER_PAIRS`) or is `ABSENT`.

    The encounter is lost 4–0 (M-D.13) and goes to the committee. A delegate may declare it until
    the draw is made; what the other side lacks, only once the season's courtesy minutes have
    passed. The organiser may declare either, and that both were absent.
    """
    encounter = encounter_locked(encounter_id)
    season = encounter.division.season
    sides = sorted(set(absent))
    own = policies.side_of(actor, encounter)
    organiser = may_organise(actor, season)
    if own is None and not organiser:
        raise PermissionDenied
    if not sides or (len(sides) == 2 and not organiser):
        raise Refused("walkover.names_one_side")
    if not text.strip():
        raise Refused("incident.without_text", clause="M-D.18")
    if not organiser:
        if _is_drawn(encounter):
            raise Refused("draw.already_drawn", clause="M-D.5")
        if own not in sides:
            _courtesy_over(encounter, at)
        elif reason == ABSENT:
            raise Refused("walkover.own_absence")
    state = ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.NOT_PLAYED)
    for side in sides:
        Incident.objects.create(
            encounter=encounter,
            kind=reason,
            clause=discipline(season.discipline).clauses.get("walkover", ""),
            side=side,
            text=text.strip(),
            at=at,
            reported_by=actor,
        )
    kind = EndedKind.DOUBLE_WALKOVER
    if len(sides) == 1:
        kind = EndedKind.WALKOVER_AWAY if sides[0] == Side.HOME else EndedKind.WALKOVER_HOME
    pairs: dict[str, int | None] = {
        str(side): (pairs_presented if side in sides else season.boards) for side in Side
    }
    content = contents.of_report(
        encounter,
        kind=kind,
        origin=Origin.ACTA if own else Origin.ORGANISER,
        boards=[],
        started_at=None,
        ended_at=at,
        pairs=pairs,
    )
    content = actas.check(encounter, content, at=at)
    encounter.state = state
    actas.result_apply(encounter, content)
    encounter.reported_at = at
    encounter.save()
    Presence.objects.filter(encounter=encounter, side__in=sides).update(plays=False)
    divisions_touch([encounter.division_id])
    acta = actas.version_make(
        encounter=encounter, content=content, reason=Acta.Reason.FILED, actor=actor, at=at
    )
    if own is None:
        # The organiser's word needs no signature.
        return _issued(encounter, acta, actor, at)
    return actas.acta_file_alone(
        actor=actor, acta_id=acta.pk, digest=acta.digest, reason=text.strip(), at=at
    )


@transaction.atomic
def encounter_stop(
    *, actor: User, encounter_id: int, text: str, ended_at: datetime, at: datetime
) -> Acta:
    """The encounter could not be finished (M-D.12, M-D.21): the boards still open are abandoned,
    the rest stands, and the committee decides."""
    encounter = encounter_locked(encounter_id)
    if policies.side_of(actor, encounter) is None:
        raise PermissionDenied
    if not text.strip():
        raise Refused("incident.without_text", clause="M-D.18")
    ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.PLAY)
    Incident.objects.create(
        encounter=encounter,
        kind=ABANDONED,
        clause="M-D.12",
        text=text.strip(),
        at=at,
        reported_by=actor,
    )
    for partida in encounter.partidas.filter(ended_as=""):
        partida.ended_as = EndedAs.ABANDONED
        partida.revision += 1
        partida.save()
    content = contents.of_working_copy(
        encounter, started_at=encounter.started_at, ended_at=ended_at
    )
    reading = contents.read(encounter, content, now=at)
    acknowledged = {finding.code for finding in reading.findings}
    return encounter_end(
        actor=actor,
        encounter_id=encounter_id,
        ended_at=ended_at,
        acknowledged=acknowledged,
        at=at,
    )


def _issued(encounter: Encounter, acta: Acta, actor: User, at: datetime) -> Acta:
    acta.encounter = encounter
    acta.state = ACTA.after(ActaState(acta.state), ActaEvent.ISSUE)
    acta.in_force = True
    acta.save(update_fields=["state", "in_force"])
    actas.in_force_entry(acta, actor, at)
    cases_open_for(encounter, acta=acta, at=at)
    return acta


def _is_drawn(encounter: Encounter) -> bool:
    return encounter.draw.drawn_at is not None


def _stop_unless_drawn(encounter: Encounter) -> None:
    if not _is_drawn(encounter):
        raise Refused("encounter.not_drawn", clause="M-D.5")


def _courtesy_over(encounter: Encounter, at: datetime) -> None:
    """Nobody is missing before the hour; an encounter that waits for a date has none."""
    minutes = encounter.division.season.courtesy_minutes
    starts_at = None if encounter.state == EncounterState.POSTPONED else encounter.starts_at
    if starts_at is None or at < starts_at + timedelta(minutes=minutes):
        raise Refused("walkover.courtesy_runs", clause="M-D.13", minutes=minutes)


def _without_result(encounter: Encounter) -> None:
    encounter.kind = ""
    encounter.home_score = encounter.away_score = None
    encounter.home_games = encounter.away_games = None
    encounter.ended_at = None
