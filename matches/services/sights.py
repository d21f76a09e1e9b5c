"""The moment a side first saw a version of the acta, once and for ever.

M-D.15  who saw the acta late has 24 hours from then    done: a season's option, off by default
"""

from datetime import datetime

from django.db import transaction

from league import ledger
from league.models import User
from league.services.versions import divisions_touch
from matches import policies
from matches.models import Acta, Sight
from matches.services._locks import encounter_heard
from matches.states.partida import Side


def acta_see(*, actor: User, acta_id: int, at: datetime) -> Sight | None:
    """A delegate has the version before his eyes: it counts for his side, the first time.

    Nothing is written for other people, in a season that does not count from sight, or for what
    was seen already.
    """
    acta = Acta.objects.select_related("encounter__division__season").get(pk=acta_id)
    if not acta.encounter.division.season.claims_from_sight:
        return None
    side = policies.side_of(actor, acta.encounter)
    if side is None or acta.sights.filter(side=side).exists():
        return None
    with transaction.atomic():
        acta.encounter = encounter_heard(acta.encounter_id)
        return sight_write(acta, side=side, person=actor, at=at)


def sight_write(acta: Acta, *, side: Side, person: User, at: datetime) -> Sight | None:
    """For services of this package: the encounter is locked and rights are checked."""
    if not acta.encounter.division.season.claims_from_sight:
        return None
    if acta.sights.filter(side=side).exists():
        return None
    sight = Sight.objects.create(acta=acta, side=side, person=person, seen_at=at)
    divisions_touch([acta.encounter.division_id])  # pages say until when one may claim
    ledger.append(
        season=acta.encounter.division.season_id,
        actor=person,
        at=at,
        action="acta.seen",
        subject=f"acta:{acta.pk}",
        side=side,
        digest=acta.digest,
    )
    return sight
