"""Who is told of what happens in a case: rows written in the transaction of the fact."""

from collections.abc import Iterable
from datetime import datetime

from league.models import Delegate, Role, RoleKind, User
from league.services.notifications import notify
from matches import policies
from matches.addresses import case_path
from matches.models import Case


def delegates_of(teams: Iterable[int]) -> list[User]:
    """The standing delegates of the teams."""
    rows = Delegate.objects.filter(team_id__in=list(teams), valid_on__isnull=True)
    return [row.user for row in rows.select_related("user").order_by("pk")]


def committee_of(case: Case) -> list[User]:
    """The members who may decide the case: those tied to a peña of it are not told."""
    rows = Role.objects.filter(season_id=case.season_id, kind=RoleKind.COMMITTEE)
    members = [row.user for row in rows.select_related("user").order_by("pk")]
    return [user for user in members if not policies.is_recused(user, case)]


def organisers_of(season_id: int) -> list[User]:
    rows = Role.objects.filter(season_id=season_id, kind=RoleKind.ORGANISER)
    return [row.user for row in rows.select_related("user").order_by("pk")]


def tell_committee(
    case: Case, *, kind: str, subject: str, body: str, key: str, at: datetime
) -> None:
    """Tell the members who may decide, and the organiser."""
    people = [*committee_of(case), *organisers_of(case.season_id)]
    _tell(case, people, kind, subject, body, key, at)


def tell_members(case: Case, *, kind: str, subject: str, body: str, key: str, at: datetime) -> None:
    """Tell the members who may decide, and nobody else."""
    _tell(case, committee_of(case), kind, subject, body, key, at)


def tell_all(
    case: Case,
    *,
    kind: str,
    subject: str,
    body: str,
    key: str,
    at: datetime,
    told_otherwise: Iterable[User] = (),
) -> None:
    """Tell the parties, the committee and the organiser, but those who are told otherwise."""
    left_out = {user.pk for user in told_otherwise}
    people = [
        *delegates_of(team.pk for team in case.teams.all()),
        *committee_of(case),
        *organisers_of(case.season_id),
    ]
    _tell(case, [user for user in people if user.pk not in left_out], kind, subject, body, key, at)


def _tell(
    case: Case,
    people: Iterable[User],
    kind: str,
    subject: str,
    body: str,
    key: str,
    at: datetime,
) -> None:
    notify(
        recipients=people,
        kind=kind,
        subject=subject,
        body=body,
        path=case_path(case),
        deduplication_key=key,
        at=at,
        season=case.season,
    )
