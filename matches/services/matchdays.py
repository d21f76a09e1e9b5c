"""A matchday is closed when nothing in it can change any more, and opened again by mistake only.

A closed one changes by a ruling that comes later, and by nothing else: `_locks.encounter_locked`
says so to people, a trigger to everything else.
"""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from league import jobs, ledger
from league.models import Matchday, Season, User
from league.policies import may_organise
from league.refusals import Refused
from league.services.locks import row_get_locked
from league.services.notifications import notify
from league.services.versions import divisions_touch
from league.states.season import SeasonState
from matches.models import Encounter
from matches.selectors.closing import days_of, open_things
from matches.services._notices import organisers_of

KIND = "matchday.closable"
HOUR = 60 * 60


@transaction.atomic
def matchday_close(*, actor: User, matchday_id: int, at: datetime) -> Matchday:
    """Close it. Closing twice changes nothing.

    Refused `season.closed`, `matchday.without_encounters`, `matchday.still_open` while
    `open_things` finds anything in it (the page lists it first).
    """
    matchday = _locked(actor, matchday_id)
    if matchday.closed_at is not None:
        return matchday
    # Whoever claims or signs holds the encounter: nothing opens between the look and the close.
    rows = Encounter.objects.select_for_update(of=("self",)).filter(matchday=matchday)
    if not list(rows.order_by("pk")):
        raise Refused("matchday.without_encounters")
    left = open_things(matchday.division.season, now=at, matchday=matchday)
    if left.count:
        raise Refused("matchday.still_open", count=left.count)
    return _set(matchday, at, actor, "matchday.closed", at)


@transaction.atomic
def matchday_reopen(*, actor: User, matchday_id: int, at: datetime) -> Matchday:
    """Open one that was closed by mistake. Refused `season.closed`."""
    matchday = _locked(actor, matchday_id)
    if matchday.closed_at is None:
        return matchday
    return _set(matchday, None, actor, "matchday.reopened", at)


def matchdays_announce(work: jobs.Work) -> dict[str, int]:
    """Tell the organisers of each matchday that can be closed, once. Whether it can is computed
    when somebody closes it: told late or never, nothing changes."""
    told = 0
    with translation.override("es"):
        for season in Season.objects.filter(state=SeasonState.RUNNING).order_by("pk"):
            told += _announce(season, work.at)
    return {"told": told}


@transaction.atomic
def _announce(season: Season, at: datetime) -> int:
    ready = [day.matchday for day in days_of(season, now=at) if day.may_close]
    people = organisers_of(season.pk) if ready else []
    told = 0
    for matchday in ready:
        names = {"number": matchday.number, "division": matchday.division.name}
        told += notify(
            recipients=people,
            kind=KIND,
            subject=_("La jornada %(number)s de %(division)s se puede cerrar") % names,
            body=_(
                "No queda nada abierto: ni encuentros, ni firmas, ni reclamaciones, ni expedientes."
            ),
            path=reverse("matches:organise-matchday-close", args=[season.pk, matchday.pk]),
            deduplication_key=f"{KIND}:{matchday.pk}",
            at=at,
            season=season,
        )
    return told


def register_jobs() -> None:
    """Name the handler; called once, when the app is ready."""
    jobs.register(KIND, matchdays_announce, every_seconds=HOUR)


def _locked(actor: User, matchday_id: int) -> Matchday:
    """Season, then matchday under lock, for its organiser."""
    season_id = Matchday.objects.values_list("division__season_id", flat=True).get(pk=matchday_id)
    season = Season.objects.select_for_update(of=("self",), no_key=True).get(pk=season_id)
    if not may_organise(actor, season):
        raise PermissionDenied
    if season.state == SeasonState.CLOSED:
        raise Refused("season.closed")
    matchday = row_get_locked(Matchday.objects.select_related("division"), pk=matchday_id)
    matchday.division.season = season
    return matchday


def _set(
    matchday: Matchday, closed_at: datetime | None, actor: User, action: str, at: datetime
) -> Matchday:
    matchday.closed_at = closed_at
    matchday.save(update_fields=["closed_at"])
    divisions_touch([matchday.division_id])
    ledger.append(
        season=matchday.division.season_id,
        actor=actor,
        at=at,
        action=action,
        subject=f"matchday:{matchday.pk}",
        division=matchday.division_id,
        number=matchday.number,
    )
    return matchday
