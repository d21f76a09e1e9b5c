"""Rows re-read under lock.

The order in which everybody locks: season (where it is locked), encounters, acta, case, claim,
players, teams, sanctions, divisions, ledger chain; several rows of a kind by their id.
"""

from collections.abc import Iterable

from league.models import LedgerChain, Matchday, Season
from league.refusals import Refused
from league.states.season import SeasonState
from matches.models import Encounter, Ruling


def encounter_locked(encounter_id: int) -> Encounter:
    """The encounter under lock, to be changed. Refused in a closed season, and in a closed matchday
    (`matchday.closed`) unless a ruling on the encounter came after the closing."""
    encounter = encounter_heard(encounter_id)
    closed_at = Matchday.objects.values_list("closed_at", flat=True).get(pk=encounter.matchday_id)
    if (
        closed_at is not None
        and not Ruling.objects.filter(
            case__encounter=encounter_id, ruled_at__gte=closed_at
        ).exists()
    ):
        raise Refused("matchday.closed", number=encounter.matchday.number)
    return encounter


def encounter_heard(encounter_id: int) -> Encounter:
    """The encounter under lock, with its teams and season, for what is said of it and decided about
    it afterwards: claims, cases, rulings. Refused in a closed season.

    What changes beside it (the draw, the state of the season) is read after the lock: a joined row
    is as old as the question, and the lock may have taken a while.
    """
    encounter = (
        Encounter.objects.select_for_update(of=("self",))
        .select_related("home", "away", "matchday", "division__season")
        .get(pk=encounter_id)
    )
    if Season.objects.filter(divisions=encounter.division_id, state=SeasonState.CLOSED).exists():
        raise Refused("season.closed")
    return encounter


def encounters_locked(divisions: Iterable[int]) -> list[Encounter]:
    """The encounters of the groups under lock, in the order of their ids."""
    rows = Encounter.objects.select_for_update(of=("self",)).filter(division__in=list(divisions))
    return list(rows.order_by("pk"))


def season_locked(season_id: int) -> Season:
    """The season, its ledger chain under lock: whoever numbers claims, cases or rulings holds it.

    The chain is everybody's last lock, so who numbers something after having written to the record
    waits for nobody. Teams and divisions are locked before.
    """
    LedgerChain.objects.get_or_create(season_id=season_id)
    LedgerChain.objects.select_for_update().get(season_id=season_id)
    return Season.objects.get(pk=season_id)
