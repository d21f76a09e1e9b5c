"""Referees: who goes where, what they do there, and a warning that is repeated (M-T.2 to M-T.4)."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import Notification, Season, User
from league.refusals import Refused
from matches.models import Break, Case, Incident, RefereeDuty
from matches.selectors.referee import evenings_of
from matches.services import actas, incidents, referees
from matches.states.partida import Side
from tests import factories
from tests.matches import stage

pytestmark = pytest.mark.django_db
AT = stage.AT


class Night(stage.Evening):
    """An evening at the boards with its referee."""

    referee: User


def at_the_table() -> Night:
    night = Night(**vars(stage.evening()))
    night.close_line_ups()
    night.draw()
    night.referee = factories.role(season=night.season, kind="REFEREE").user
    return night


def warn(night: Night, **facts: Any) -> referees.Warned:
    told: dict[str, Any] = {"kind": "WARN_TIME", "board": 2, "side": Side.AWAY, "at": AT} | facts
    return referees.referee_warn(actor=night.referee, encounter_id=night.encounter.pk, **told)


def cases_after(night: Night) -> dict[str, Case]:
    """Boards, end and signatures, and the cases that the acta opened."""
    night.play()
    acta = night.end()
    for user in (night.home, night.away):
        acta = actas.acta_sign(actor=user, acta_id=acta.pk, digest=acta.digest, at=stage.END)
    return {case.reason: case for case in Case.objects.filter(encounter=night.encounter)}


def refused(code: str, act: Any, *args: Any, **facts: Any) -> None:
    with pytest.raises(Refused) as refusal:
        act(*args, **facts)
    assert refusal.value.code == code


class TestAssign:
    def test_names_a_referee_of_the_season_who_is_told_once(self) -> None:
        night = at_the_table()
        told: dict[str, Any] = {
            "encounter_id": night.encounter.pk,
            "referee_id": night.referee.pk,
            "at": AT,
        }
        for _ in range(2):
            referees.referee_assign(actor=night.organiser, **told)
        assert RefereeDuty.objects.get().referee == night.referee
        assert Notification.objects.get(kind="duty.assigned").recipient == night.referee

    def test_refuses_a_stranger_and_who_is_no_organiser(self) -> None:
        night = at_the_table()
        told: dict[str, Any] = {"encounter_id": night.encounter.pk, "at": AT}
        refused(
            "duty.no_referee",
            referees.referee_assign,
            actor=night.organiser,
            referee_id=night.home.pk,
            **told,
        )
        with pytest.raises(PermissionDenied):
            referees.referee_assign(actor=night.home, referee_id=night.referee.pk, **told)

    def test_dismissed_he_has_no_evening_any_more(self) -> None:
        night = at_the_table()
        duty = factories.referee_duty(encounter=night.encounter, referee=night.referee)
        assert evenings_of(night.referee, night.season, now=AT).tonight == [night.encounter]
        referees.referee_dismiss(
            actor=night.organiser, encounter_id=night.encounter.pk, duty_id=duty.pk, at=AT
        )
        assert not evenings_of(night.referee, night.season, now=AT)


class TestEvenings:
    def test_tonight_next_and_past_and_none_of_another(self) -> None:
        season = factories.season()
        division = factories.division(season=season)
        referee = factories.role(season=season, kind="REFEREE").user
        rows = {
            name: factories.encounter(division=division, starts_at=at)
            for name, at in {
                "past": AT - timedelta(days=7),
                "tonight": AT,
                "next": AT + timedelta(days=7),
                "undated": None,
            }.items()
        }
        for row in rows.values():
            factories.referee_duty(encounter=row, referee=referee)
        factories.referee_duty(encounter=factories.encounter(division=division))
        found = evenings_of(referee, season, now=AT + timedelta(hours=4))
        assert (found.past, found.tonight) == ([rows["past"]], [rows["tonight"]])
        assert found.next == [rows["next"], rows["undated"]]


class TestWarn:
    @pytest.mark.regulation("M-T.3")
    def test_the_first_stands_on_the_acta_and_opens_nothing(self) -> None:
        night = at_the_table()
        warned = warn(night, text="Dos minutos para descartar.")
        incident = warned.incident
        assert (incident.clause, incident.board, incident.side) == ("M-T.3", 2, "AWAY")
        assert (warned.times, warned.to_committee) == (1, False)
        assert not cases_after(night)

    @pytest.mark.regulation("M-T.3")
    @pytest.mark.regulation("M-T.4")
    @pytest.mark.parametrize(
        ("kind", "reason", "clause"),
        [
            ("WARN_TIME", "acta.warned_time", "M-T.3"),
            ("WARN_BREAK", "acta.warned_breaks", "M-T.4"),
        ],
    )
    def test_repeated_it_goes_to_the_committee(self, kind: str, reason: str, clause: str) -> None:
        night = at_the_table()
        warn(night, kind=kind)
        assert warn(night, kind=kind, at=AT + timedelta(minutes=20)).to_committee
        [case] = cases_after(night).values()
        assert (case.reason, case.clause, len(case.facts["found"])) == (reason, clause, 1)

    def test_of_another_pair_or_for_something_else_is_no_repetition(self) -> None:
        night = at_the_table()
        warn(night)
        warn(night, side=Side.HOME)
        warn(night, board=3)
        warn(night, kind="WARN_BREAK")
        assert not cases_after(night)

    def test_one_that_was_withdrawn_does_not_count(self) -> None:
        night = at_the_table()
        first = warn(night).incident
        incidents.incident_withdraw(
            actor=night.referee, encounter_id=night.encounter.pk, incident_id=first.pk, at=AT
        )
        assert not warn(night, text="Ahora sí.").to_committee
        assert not cases_after(night)

    def test_the_season_says_how_many_come_before_the_committee(self) -> None:
        night = at_the_table()
        Season.objects.filter(pk=night.season.pk).update(warnings=2)
        warn(night)
        assert not warn(night).to_committee
        assert not cases_after(night)

    def test_nobody_else_warns_by_any_door(self) -> None:
        night = at_the_table()
        told: dict[str, Any] = {"encounter_id": night.encounter.pk, "kind": "WARN_TIME", "at": AT}
        with pytest.raises(PermissionDenied):
            referees.referee_warn(actor=night.home, board=1, side=Side.AWAY, **told)
        refused(
            "warning.only_the_referee",
            incidents.incident_add,
            actor=night.home,
            text="Que sí.",
            **told,
        )
        refused(
            "warning.of_no_pair",
            referees.referee_warn,
            actor=night.referee,
            board=1,
            side=None,
            **told,
        )
        assert not Incident.objects.exists()


class TestPages:
    def opened(self, client: Client) -> tuple[Night, str]:
        night = at_the_table()
        client.force_login(night.referee)
        numbers = [night.season.pk, night.encounter.pk]
        return night, reverse("matches:referee-encounter", args=numbers)

    @pytest.mark.regulation("M-T.2")
    def test_ends_a_level_board_for_a_side_and_undoes_it(self, client: Client) -> None:
        night, path = self.opened(client)
        client.post(path, {"act": "end", "board": "1"})
        partida = night.encounter.partidas.get(board=1)
        assert partida.ended_as == ""  # level, and no side was named
        client.post(path, {"act": "end", "board": "1", "awarded_to": "AWAY"})
        partida.refresh_from_db()
        assert (partida.ended_as, partida.awarded_to) == ("REFEREE", "AWAY")
        client.post(path, {"act": "resume", "board": "1"})
        partida.refresh_from_db()
        assert partida.ended_as == ""

    @pytest.mark.regulation("M-T.4")
    def test_authorises_time_and_ends_it(self, client: Client) -> None:
        _night, path = self.opened(client)
        client.post(path, {"act": "break", "board": "3", "side": "HOME"})
        pause = Break.objects.get()
        assert (pause.kind, pause.side, pause.partida.board) == ("REFEREE", "HOME", 3)
        client.post(path, {"act": "break-end", "board": "3"})
        pause.refresh_from_db()
        assert pause.ended_at is not None

    def test_warns_and_says_when_the_committee_will_hear_of_it(self, client: Client) -> None:
        _night, path = self.opened(client)
        sent = {"act": "warn", "kind": "WARN_BREAK", "board": "2", "side": "AWAY"}
        assert "anotada en el acta" in client.post(path, sent, follow=True).content.decode()
        assert "decide el comité" in client.post(path, sent, follow=True).content.decode()
        assert Incident.objects.count() == 2

    def test_the_list_leads_to_the_evening(self, client: Client) -> None:
        night, path = self.opened(client)
        factories.referee_duty(
            encounter=factories.encounter(
                division=night.encounter.division, starts_at=timezone.now()
            ),
            referee=night.referee,
        )
        factories.referee_duty(encounter=night.encounter, referee=night.referee)
        page = client.get(reverse("matches:referee", args=[night.season.pk])).content.decode()
        assert path in page and "Esta noche" in page

    @pytest.mark.parametrize("act", ["", "nada"])
    def test_an_act_that_is_none_is_not_found(self, client: Client, act: str) -> None:
        _night, path = self.opened(client)
        assert client.post(path, {"act": act}).status_code == 404
