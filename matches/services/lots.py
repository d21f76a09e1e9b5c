"""The lot drawn among teams that nothing else parts, recorded in the scheme of the season.

Drawn by hand, before whoever the organiser calls; what is recorded is the order that came out.
The rest of the scheme is locked while the season runs, a lot is only ever needed then. One that
was written wrong is undone and stays on record as such.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from league import canonical, ledger
from league.models import Division, Season, User
from league.refusals import Refused
from league.season_scheme import Lot, lots_of
from league.services.locks import row_get_locked, season_get_organised
from league.services.versions import divisions_touch
from league.states.season import SeasonState
from matches.selectors.lots import decides_by_lot, shared
from matches.selectors.standings import table_of


@transaction.atomic
def lots_record(
    *, actor: User, division_id: int, team_ids: Sequence[int], note: str, at: datetime
) -> Lot:
    """Record the order (`team_ids`, best first) drawn among all the teams of one shared position.

    Raises PermissionDenied, Division.DoesNotExist; Refused `season.closed`, `lots.not_running`,
    `lots.no_criterion` where the season's ties do not end in a lot, `lots.repeated_team`,
    `lots.already`, `lots.not_tied`, `lots.not_all`.
    """
    season_id = Division.objects.values_list("season_id", flat=True).get(pk=division_id)
    season = season_get_organised(actor=actor, season_id=season_id)
    # Who saves a result raises the division's version: from here on the table stands still.
    division = row_get_locked(Division.objects.all(), pk=division_id)
    division.season = season
    if season.state != SeasonState.RUNNING:
        raise Refused("lots.not_running")
    if not decides_by_lot(season):
        raise Refused("lots.no_criterion")
    drawn = tuple(team_ids)
    _check_drawn(division, drawn)
    lots = lots_of(season)
    lot = Lot(
        number=len(lots) + 1, teams=drawn, note=" ".join(note.split()), at=canonical.moment(at)
    )
    _write(season, (*lots, lot))
    divisions_touch([division.pk])
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="lots.recorded",
        subject=f"division:{division.pk}",
        number=lot.number,
        teams=list(lot.teams),
    )
    return lot


@transaction.atomic
def lots_forget(*, actor: User, season_id: int, number: int, at: datetime) -> Lot:
    """Undo a lot: it counts no more and stays on record. Raises PermissionDenied; Refused
    `season.closed`, `lots.unknown`, `lots.already_undone`."""
    season = season_get_organised(actor=actor, season_id=season_id)
    lots = lots_of(season)
    found = next((lot for lot in lots if lot.number == number), None)
    if found is None:
        raise Refused("lots.unknown")
    if found.undone_at:
        raise Refused("lots.already_undone")
    undone = replace(found, undone_at=canonical.moment(at))
    _write(season, tuple(undone if lot.number == number else lot for lot in lots))
    division_id = Division.objects.values_list("pk", flat=True).get(teams=found.teams[0])
    divisions_touch([division_id])
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="lots.undone",
        subject=f"division:{division_id}",
        number=number,
        teams=list(found.teams),
    )
    return undone


def _check_drawn(division: Division, drawn: tuple[int, ...]) -> None:
    teams = set(drawn)
    if len(teams) != len(drawn):
        raise Refused("lots.repeated_team")
    for lot in lots_of(division.season):
        if not lot.undone_at and teams and teams <= set(lot.teams):
            raise Refused("lots.already", number=lot.number)
    groups = [set(group) for group in shared(table_of(division))]
    if teams in groups:
        return
    if len(teams) > 1 and any(teams < group for group in groups):
        raise Refused("lots.not_all")
    raise Refused("lots.not_tied")


def _write(season: Season, lots: tuple[Lot, ...]) -> None:
    season.scheme = season.scheme | {"lots": [lot.to_mapping() for lot in lots]}
    season.save(update_fields=["scheme"])
