"""Posts in a season and delegates of a team, given by e-mail."""

from datetime import date, datetime

from django.db import IntegrityError, transaction

from league import ledger
from league.models import Club, Delegate, DelegateKind, Role, RoleKind, Season, Team, User
from league.refusals import Refused
from league.services import invitations
from league.services.accounts import account_for_email
from league.services.locks import row_get_locked, season_get_organised, team_get_locked


@transaction.atomic
def role_grant(
    *,
    actor: User,
    season_id: int,
    email: str,
    kind: RoleKind,
    at: datetime,
    name: str = "",
    club_id: int | None = None,
) -> Role:
    """Give a post. `club_id`: the peña the person is tied to, which keeps a committee member out
    of its cases. Raises PermissionDenied, Refused `role.already`."""
    season = season_get_organised(actor=actor, season_id=season_id)
    club = None if club_id is None else Club.objects.get(pk=club_id)
    user = account_for_email(email=email, name=name)
    try:
        with transaction.atomic():
            role = Role.objects.create(season=season, user=user, kind=kind, club=club)
    except IntegrityError:
        raise Refused("role.already", email=user.email) from None
    invitations.post_given(season=season, user=user, post=kind, key=f"role:{role.pk}", at=at)
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="role.granted",
        subject=f"role:{role.pk}",
        user=user.pk,
        kind=kind,
        club=club_id,
    )
    return role


@transaction.atomic
def role_update(
    *, actor: User, season_id: int, role_id: int, club_id: int | None, at: datetime
) -> Role:
    """Change the peña the person is tied to. Raises PermissionDenied."""
    season = season_get_organised(actor=actor, season_id=season_id)
    role = row_get_locked(season.roles.all(), pk=role_id)
    role.club = None if club_id is None else Club.objects.get(pk=club_id)
    role.save(update_fields=["club"])
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="role.updated",
        subject=f"role:{role.pk}",
        user=role.user_id,
        club=club_id,
    )
    return role


@transaction.atomic
def role_revoke(*, actor: User, season_id: int, role_id: int, at: datetime) -> None:
    """Take a post away. Raises PermissionDenied, Refused `role.last_organiser`."""
    season = season_get_organised(actor=actor, season_id=season_id)
    role = row_get_locked(season.roles.all(), pk=role_id)
    if role.kind == RoleKind.ORGANISER and not _another_organiser(season, role):
        raise Refused("role.last_organiser")
    user_id, kind = role.user_id, role.kind
    role.delete()
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="role.revoked",
        subject=f"role:{role_id}",
        user=user_id,
        kind=kind,
    )


@transaction.atomic
def delegate_name(
    *,
    actor: User,
    season_id: int,
    team_id: int,
    email: str,
    kind: DelegateKind,
    at: datetime,
    name: str = "",
    valid_on: date | None = None,
) -> Delegate:
    """Name a delegate: one principal a team, any number of substitutes, and for one night.

    Raises PermissionDenied, Refused (`delegate.principal_taken`, `delegate.already`,
    `delegate.night_missing`, `team.withdrawn`).
    """
    season = season_get_organised(actor=actor, season_id=season_id)
    team = team_get_locked(season=season, team_id=team_id)
    if team.withdrawn_at is not None:
        raise Refused("team.withdrawn", team=team.name)
    if kind == DelegateKind.ONE_NIGHT and valid_on is None:
        raise Refused("delegate.night_missing")
    night = valid_on if kind == DelegateKind.ONE_NIGHT else None
    user = account_for_email(email=email, name=name)
    _refuse_second(team, user, kind, night)
    try:
        with transaction.atomic():
            delegate = Delegate.objects.create(team=team, user=user, kind=kind, valid_on=night)
    except IntegrityError:
        raise Refused("delegate.already", email=user.email, team=team.name) from None
    invitations.delegate_named(
        season=season, team=team, user=user, night=night, key=f"delegate:{delegate.pk}", at=at
    )
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="delegate.named",
        subject=f"delegate:{delegate.pk}",
        team=team.pk,
        user=user.pk,
        kind=kind,
        valid_on=night,
    )
    return delegate


@transaction.atomic
def delegate_dismiss(*, actor: User, season_id: int, delegate_id: int, at: datetime) -> None:
    """Raises PermissionDenied."""
    season = season_get_organised(actor=actor, season_id=season_id)
    delegate = row_get_locked(
        Delegate.objects.filter(team__division__season=season), pk=delegate_id
    )
    team_id, user_id, kind = delegate.team_id, delegate.user_id, delegate.kind
    delegate.delete()
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="delegate.dismissed",
        subject=f"delegate:{delegate_id}",
        team=team_id,
        user=user_id,
        kind=kind,
    )


def _another_organiser(season: Season, role: Role) -> bool:
    return (
        season.roles.filter(kind=RoleKind.ORGANISER, user__is_active=True)
        .exclude(pk=role.pk)
        .exists()
    )


def _refuse_second(team: Team, user: User, kind: DelegateKind, night: date | None) -> None:
    if kind == DelegateKind.PRINCIPAL:
        principal = team.delegates.filter(kind=kind).select_related("user").first()
        if principal is not None:
            raise Refused("delegate.principal_taken", team=team.name, person=str(principal.user))
    if team.delegates.filter(user=user, valid_on=night).exists():
        raise Refused("delegate.already", email=user.email, team=team.name)
