"""Posts and delegates."""

from datetime import date
from typing import Any

import pytest
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied

from league.models import Delegate, DelegateKind, Notification, Role, RoleKind, User
from league.refusals import Refused
from league.services.inbox import notification_read, notification_retry, notifications_read_all
from league.services.staff import (
    delegate_dismiss,
    delegate_name,
    role_grant,
    role_revoke,
    role_update,
)
from tests import factories
from tests.league.setting_up import AT, Stage, actions, stage

pytestmark = pytest.mark.django_db


def _by(at: Stage) -> dict[str, Any]:
    return {"actor": at.organiser, "season_id": at.season.pk, "at": AT}


class TestRoles:
    def test_an_unknown_person_gets_an_account_without_password_and_a_mail(self) -> None:
        at = stage()
        role = role_grant(
            **_by(at),
            email=" Juez@Example.ORG",
            name="Lluisa Viña",
            kind=RoleKind.REFEREE,
        )
        assert role.user.email == "juez@example.org"
        assert not role.user.has_usable_password()
        message = Notification.objects.get(recipient=role.user)
        assert "juez-árbitro" in message.subject
        assert message.path == "/cuenta/login/code/"
        assert actions(at.season) == ["role.granted"]
        assert "example" not in at.season.ledger_chain.entries.get().payload

    def test_a_known_person_keeps_name_and_password(self) -> None:
        at, user = stage(), factories.user(name="Olaya Busto")
        role_grant(**_by(at), email=user.email, name="Otra", kind=RoleKind.COMMITTEE)
        user.refresh_from_db()
        assert user.name == "Olaya Busto"
        assert user.has_usable_password()

    def test_once_each(self) -> None:
        at = stage()
        role_grant(**_by(at), email="c@example.org", kind=RoleKind.COMMITTEE)
        with pytest.raises(Refused, match=r"role\.already"):
            role_grant(**_by(at), email="C@example.org", kind=RoleKind.COMMITTEE)
        assert Notification.objects.count() == 1

    def test_a_committee_member_is_tied_to_a_pena(self) -> None:
        at = stage()
        role = role_grant(**_by(at), email="c@example.org", kind=RoleKind.COMMITTEE)
        role_update(**_by(at), role_id=role.pk, club_id=at.team.club_id)
        role.refresh_from_db()
        assert role.club_id == at.team.club_id

    def test_the_last_organiser_stays(self) -> None:
        at = stage()
        own = Role.objects.get(season=at.season)
        with pytest.raises(Refused, match=r"role\.last_organiser"):
            role_revoke(**_by(at), role_id=own.pk)
        role_grant(**_by(at), email="otra@example.org", kind=RoleKind.ORGANISER)
        role_revoke(**_by(at), role_id=own.pk)
        assert actions(at.season) == ["role.granted", "role.revoked"]

    def test_refuses_a_stranger_and_makes_no_account(self) -> None:
        at = stage()
        with pytest.raises(PermissionDenied):
            role_grant(
                actor=factories.user(),
                season_id=at.season.pk,
                email="x@example.org",
                kind=RoleKind.REFEREE,
                at=AT,
            )
        assert not User.objects.filter(email="x@example.org").exists()

    def test_of_another_season_are_not_found(self) -> None:
        at, foreign = stage(), stage()
        role = Role.objects.get(season=foreign.season)
        with pytest.raises(ObjectDoesNotExist):
            role_revoke(**_by(at), role_id=role.pk)


class TestDelegates:
    def _name(self, at: Stage, email: str, kind: str, **more: Any) -> Delegate:
        return delegate_name(
            **_by(at), team_id=at.team.pk, email=email, kind=DelegateKind(kind), **more
        )

    def test_one_principal_and_any_number_of_substitutes(self) -> None:
        at = stage()
        self._name(at, "a@example.org", "PRINCIPAL")
        self._name(at, "b@example.org", "SUBSTITUTE")
        self._name(at, "c@example.org", "SUBSTITUTE")
        with pytest.raises(Refused) as refused:
            self._name(at, "d@example.org", "PRINCIPAL")
        assert refused.value.code == "delegate.principal_taken"
        assert refused.value.facts["person"] == "a@example.org"
        assert not User.objects.filter(email="d@example.org").exists()

    def test_for_one_night_needs_the_night(self) -> None:
        at = stage()
        with pytest.raises(Refused, match=r"delegate\.night_missing"):
            self._name(at, "a@example.org", "ONE_NIGHT")
        one = self._name(at, "a@example.org", "ONE_NIGHT", valid_on=date(2026, 11, 20))
        assert one.valid_on == date(2026, 11, 20)
        with pytest.raises(Refused, match=r"delegate\.already"):
            self._name(at, "a@example.org", "ONE_NIGHT", valid_on=date(2026, 11, 20))

    def test_a_night_is_dropped_for_the_others(self) -> None:
        at = stage()
        one = self._name(at, "a@example.org", "PRINCIPAL", valid_on=date(2026, 11, 20))
        assert one.valid_on is None

    def test_is_dismissed(self) -> None:
        at = stage()
        one = self._name(at, "a@example.org", "PRINCIPAL")
        delegate_dismiss(**_by(at), delegate_id=one.pk)
        assert actions(at.season) == ["delegate.named", "delegate.dismissed"]
        assert not Delegate.objects.exists()


class TestInbox:
    def test_only_ones_own(self) -> None:
        message = factories.notification()
        with pytest.raises(ObjectDoesNotExist):
            notification_read(actor=factories.user(), notification_id=message.pk, at=AT)
        read = notification_read(actor=message.recipient, notification_id=message.pk, at=AT)
        assert read.read_at == AT
        factories.notification(recipient=message.recipient)
        assert notifications_read_all(actor=message.recipient, at=AT) == 1

    def test_a_failed_mail_is_sent_again(self) -> None:
        at = stage()
        failed = factories.notification(
            season=at.season, state="FAILED", next_at=None, error="buzón lleno", attempts=8
        )
        notification_retry(**_by(at), notification_id=failed.pk)
        failed.refresh_from_db()
        assert (failed.state, failed.next_at, failed.attempts) == ("WAITING", AT, 0)
        with pytest.raises(Refused, match=r"notification\.not_failed"):
            notification_retry(**_by(at), notification_id=failed.pk)
