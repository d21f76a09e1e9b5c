"""A tournament day is published, and taken back.

The page shows a plan with its digest; publishing plans again and compares, so that what is
published is what was seen. From then on the matches of the groups are encounters like all others;
those of the knock-out become so when their teams are known (`matches.services.brackets`).
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league import ledger
from league.models import Court, Division, PhaseKind, Season, Tournament, User
from league.refusals import Refused
from league.services.locks import season_get_organised
from league.services.notifications import notify
from league.services.seasons import season_move
from league.services.versions import divisions_touch
from league.slugs import free_slug
from league.states.season import SeasonEvent, SeasonState
from matches import moments
from matches.addresses import tournament_path
from matches.models import Fixture
from matches.services._locks import encounters_locked
from matches.services._notices import delegates_of
from matches.services._tournament_rows import RowsWriter, groups_arranged
from matches.services.calendars import encounters_clear, groups_without_calendar
from matches.services.tournament_plans import TournamentSettings, tournament_preview


@transaction.atomic
def tournament_publish(
    *, actor: User, season_id: int, settings: TournamentSettings, digest: str, at: datetime
) -> Tournament:
    """Publish the day that the page with this digest showed: groups, matches, courts and times.

    When every group of the season has its encounters, it moves from REGISTRATION to SCHEDULED.
    Refused: `calendar.registration_first`, `tournament.changed_meanwhile`,
    `tournament.has_calendar` (a group has encounters already), `tournament.court_taken`.
    """
    season = season_get_organised(actor=actor, season_id=season_id)
    if season.state == SeasonState.DRAFT:
        raise Refused("calendar.registration_first")
    # Who plans on the same courts waits here.
    list(Court.objects.select_for_update().filter(venue_id=settings.venue).order_by("pk"))
    preview = tournament_preview(season=season, settings=settings)
    if preview.digest != digest:
        raise Refused("tournament.changed_meanwhile")
    if preview.clashes:
        raise Refused("tournament.court_taken", venue=preview.venue.name)
    divisions = list(season.divisions.filter(pk__in=settings.divisions).order_by("position", "pk"))
    for division in divisions:
        if division.matchdays.exists():
            raise Refused("tournament.has_calendar", division=division.name)
    taken = set(Division.phases.filter(season=season).values_list("slug", flat=True))
    taken |= set(season.tournaments.values_list("slug", flat=True))
    tournament = Tournament.objects.create(
        season=season,
        name=" ".join(settings.name.split()),
        slug=free_slug(settings.name, taken),
        venue=preview.venue,
        starts_at=settings.starts_at,
        minutes=settings.minutes,
        rest_minutes=settings.rest,
        qualify=settings.qualify,
        third_place=settings.third_place,
        published_at=at,
    )
    groups = groups_arranged(season, divisions, preview)
    fixtures = RowsWriter(tournament, preview, groups).write()
    divisions_touch(Division.phases.filter(season=season).values_list("pk", flat=True))
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="tournament.published",
        subject=f"tournament:{tournament.pk}",
        digest=digest,
        matches=len(fixtures),
        # The seeds are sealed; this binds their commitments to the record (M-D.5).
        commitments=hashlib.sha256(
            "".join(
                sorted(row.encounter.draw.commitment for row in fixtures if row.encounter)
            ).encode()
        ).hexdigest(),
        **settings.facts(),
    )
    _tell_published(tournament, [team.pk for team in preview.teams.values()], at=at)
    if season.state == SeasonState.REGISTRATION and not groups_without_calendar(season):
        season_move(actor=actor, season_id=season.pk, event=SeasonEvent.SCHEDULE, at=at)
    return tournament


@transaction.atomic
def tournament_discard(*, actor: User, tournament_id: int, at: datetime) -> Season:
    """Take a day back that nobody has played yet, to make it again. The groups stay as they are.

    Refused as `calendar_discard`; a season that was ready to begin goes back to REGISTRATION.
    """
    season_id = Tournament.objects.values_list("season_id", flat=True).get(pk=tournament_id)
    season = season_get_organised(actor=actor, season_id=season_id)
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    phases = list(Division.phases.filter(tournament=tournament).order_by("pk"))
    ids = [phase.pk for phase in phases]
    encounters_locked(ids)
    Fixture.objects.filter(tournament=tournament).update(encounter=None)
    # From the final backwards: a slot holds the match it is fed by.
    for fixture in Fixture.objects.filter(tournament=tournament).order_by("-round", "-pk"):
        fixture.slots.all().delete()
    Fixture.objects.filter(tournament=tournament).delete()
    removed = sum(encounters_clear(phase) for phase in phases)
    divisions_touch(Division.phases.filter(season=season).values_list("pk", flat=True))
    Division.phases.filter(tournament=tournament, kind=PhaseKind.KNOCKOUT).delete()
    Division.objects.filter(tournament=tournament).update(tournament=None)
    tournament.delete()
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="tournament.discarded",
        subject=f"tournament:{tournament_id}",
        encounters=removed,
    )
    if season.state == SeasonState.SCHEDULED:
        return season_move(actor=actor, season_id=season.pk, event=SeasonEvent.UNSCHEDULE, at=at)
    return season


def _tell_published(tournament: Tournament, teams: Sequence[int], *, at: datetime) -> None:
    facts = {"name": tournament.name, "when": moments.whole(tournament.starts_at)}
    facts["venue"] = tournament.venue.name
    notify(
        recipients=delegates_of(teams),
        kind="tournament.published",
        subject=_("Horarios de %(name)s") % facts,
        body=_(
            "Se juega el %(when)s, en %(venue)s. Están puestos los grupos, las pistas y las horas."
        )
        % facts,
        path=tournament_path(tournament),
        deduplication_key=f"tournament-published:{tournament.pk}",
        at=at,
        season=tournament.season,
    )
