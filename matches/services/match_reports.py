"""A result of one match, phoned in or read off a paper sheet, set by set, by the organiser.

C-10.2, C-10.3  only sets and matches that can end so   done: asked of the discipline
C-22            the sheet itself is still awaited       done: provisional, marked as the organiser's

Each set is kept as a row with its points, in the order in which they were played.
"""

from collections.abc import Sequence
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league import ledger
from league.models import User
from league.policies import may_organise
from league.refusals import Refused
from league.services.versions import divisions_touch
from matches.models import Encounter, Partida
from matches.services import actas
from matches.services._locks import encounter_locked
from matches.services._starts import start_told
from matches.states.encounter import ENCOUNTER, EncounterEvent, EncounterState, EndedKind, Origin
from matches.states.partida import EndedAs
from rules.formats import Score
from rules.registry import discipline


@transaction.atomic
def match_report(
    *,
    actor: User,
    encounter_id: int,
    sets: Sequence[Score],
    ended_at: datetime,
    at: datetime,
) -> Encounter:
    """Write down a finished match by the points of its sets; it counts as provisional at once.

    Raises PermissionDenied, MoveRefused, Refused (`acta.errors` with what the rules find,
    `acta.already_in_force`, `acta.waits_for_signatures`).
    """
    encounter = encounter_locked(encounter_id)
    season = encounter.division.season
    if not may_organise(actor, season):
        raise PermissionDenied
    if encounter.actas.filter(in_force=True).exists():
        raise Refused("acta.already_in_force")
    if encounter.actas.filter(state__in=actas.OPEN).exists():
        raise Refused("acta.waits_for_signatures")
    state = ENCOUNTER.after(EncounterState(encounter.state), EncounterEvent.END)
    reading = discipline(season.discipline).read_sheet(
        {"sets": [list(points) for points in sets]}, season.options
    )
    actas.stop_on_errors(reading)
    encounter.state = state
    encounter.kind, encounter.origin = EndedKind.PLAYED, Origin.ORGANISER
    encounter.home_score, encounter.away_score = reading.score
    encounter.home_games = sum(home for home, _away in sets)
    encounter.away_games = sum(away for _home, away in sets)
    encounter.started_at = encounter.started_at or start_told(encounter, ended_at)
    encounter.ended_at, encounter.reported_at = ended_at, at
    encounter.save()
    Partida.objects.filter(encounter=encounter, board__gt=len(sets)).delete()
    for number, (home, away) in enumerate(sets, start=1):
        Partida.objects.update_or_create(
            encounter=encounter,
            board=number,
            defaults={
                "home_games": home,
                "away_games": away,
                "ended_as": EndedAs.PLAYED,
                "awarded_to": "",
            },
        )
    divisions_touch([encounter.division_id])
    ledger.append(
        season=encounter.division.season_id,
        actor=actor,
        at=at,
        action="result.reported",
        subject=f"encounter:{encounter.pk}",
        score={"HOME": encounter.home_score, "AWAY": encounter.away_score},
        games={"HOME": encounter.home_games, "AWAY": encounter.away_games},
    )
    return encounter
