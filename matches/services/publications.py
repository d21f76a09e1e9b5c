"""Publications of standings: frozen, numbered, each with the results it was computed from."""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Max

from league import canonical, ledger
from league.models import Division, Matchday, User
from league.policies import may_organise
from league.refusals import Refused
from league.services.versions import divisions_touch
from league.states.season import SeasonState
from matches.models import StandingsPublication
from matches.selectors.standings import publication_draft
from matches.services.seals import publication_seal


@transaction.atomic
def publication_publish(
    *,
    actor: User,
    division_id: int,
    matchday_id: int,
    note: str = "",
    seen: int | None = None,
    at: datetime,
) -> StandingsPublication:
    """Freeze the table after a matchday under the next number.

    `seen` is the division's version that the difference on the screen was computed from. Raises
    PermissionDenied, Matchday.DoesNotExist for one of another division; Refused `season.closed`,
    `publication.changed_meanwhile` when a fact has changed since.
    """
    division = (
        Division.objects.select_for_update(of=("self",), no_key=True)
        .select_related("season__competition")
        .get(pk=division_id)
    )
    if not may_organise(actor, division.season):
        raise PermissionDenied
    if division.season.state == SeasonState.CLOSED:
        raise Refused("season.closed")
    if seen is not None and seen != division.version:
        raise Refused("publication.changed_meanwhile")
    matchday = Matchday.objects.get(pk=matchday_id, division=division)
    number = (division.publications.aggregate(last=Max("number"))["last"] or 0) + 1
    text = canonical.dumps(publication_draft(division, matchday, number=number))
    publication = StandingsPublication.objects.create(
        division=division,
        number=number,
        matchday=matchday,
        published_at=at,
        author=actor,
        note=note.strip(),
        content=text,
        digest=canonical.digest(text),
    )
    divisions_touch([division.pk])
    seal = publication_seal(publication=publication, at=at)
    ledger.append(
        season=division.season_id,
        actor=actor,
        at=at,
        action="standings.published",
        subject=f"publication:{publication.pk}",
        division=division.pk,
        number=number,
        matchday=matchday.number,
        digest=publication.digest,
        note=canonical.digest(publication.note),
        **seal,
    )
    return publication
