"""Where several members must agree: proposed by one, agreed by others, issued with the last."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from league.models import LedgerEntry, Notification, Role, Season, User
from league.refusals import Refused
from matches import effects as fx
from matches.models import Ruling
from matches.services.proposals import proposal_of, ruling_agree, ruling_propose
from matches.services.verification import record_verify
from tests import factories
from tests.matches.test_committee_pages import address, client, page, typed
from tests.matches.test_rulings import LATER, MESA_2, Affair

pytestmark = [pytest.mark.django_db, pytest.mark.regulation("M-E.1", "M-D.21")]


def affair_of(quorum: int) -> tuple[Affair, list[User]]:
    affair = Affair()
    Season.objects.filter(pk=affair.season.pk).update(quorum=quorum)
    others = [factories.role(season=affair.season, kind="COMMITTEE").user for _ in range(2)]
    return affair, [affair.member, *others]


def propose(affair: Affair, actor: User, *effects: fx.Effect) -> str:
    return ruling_propose(
        actor=actor,
        case_id=affair.case.pk,
        clauses=["M-D.15"],
        facts="En la mesa 2 se apuntó un juego de más.",
        decision="Se corrige el resultado.",
        effects=effects or (MESA_2,),
        at=LATER,
    )


def agree(affair: Affair, actor: User, digest: str, **facts: Any) -> Ruling | None:
    whole = {"actor": actor, "case_id": affair.case.pk, "digest": digest, "at": LATER} | facts
    return ruling_agree(**whole)


class TestProposal:
    def test_is_a_ruling_once_enough_agree(self) -> None:
        affair, (first, second, third) = affair_of(3)
        digest = propose(affair, first)
        assert not Ruling.objects.exists()
        assert agree(affair, second, digest) is None
        assert agree(affair, second, digest) is None  # twice counts once
        assert affair.now().home_score == 2
        ruling = agree(affair, third, digest)
        assert ruling is not None and ruling.author == first
        assert affair.now().home_score == 3 and affair.case.state == "RESOLVED"
        assert proposal_of(affair.case) is None
        made = LedgerEntry.objects.get(action="ruling.made")
        assert (
            f'"agreed":{sorted([first.pk, second.pk, third.pk])}'.replace(" ", "") in made.payload
        )
        assert LedgerEntry.objects.filter(action="ruling.agreed").count() == 1
        assert not record_verify()

    def test_another_one_takes_its_place_with_no_agreement(self) -> None:
        affair, (first, second, _third) = affair_of(2)
        old = propose(affair, first)
        propose(affair, second, fx.AnnulResult())
        with pytest.raises(Refused) as refusal:
            agree(affair, first, old)
        assert refusal.value.code == "ruling.proposal_changed"
        paper = proposal_of(affair.case)
        assert paper is not None and paper["agreed"] == [second.pk]

    def test_who_left_the_committee_no_longer_counts(self) -> None:
        affair, (first, second, third) = affair_of(2)
        digest = propose(affair, first)
        Role.objects.filter(user=first).delete()
        assert agree(affair, second, digest) is None
        assert agree(affair, third, digest) is not None

    def test_the_recused_and_strangers_neither_propose_nor_agree(self) -> None:
        affair, (first, *_rest) = affair_of(2)
        recused = factories.role(
            season=affair.season, kind="COMMITTEE", club=affair.encounter.home.club
        ).user
        digest = propose(affair, first)
        for user in (recused, affair.evening.organiser, affair.evening.home):
            with pytest.raises(PermissionDenied):
                propose(affair, user)
            with pytest.raises(PermissionDenied):
                agree(affair, user, digest)
        assert not Ruling.objects.exists()
        told = Notification.objects.filter(kind="ruling.proposed").values_list(
            "recipient", flat=True
        )
        assert recused.pk not in told and affair.evening.home.pk not in told

    def test_consequences_that_changed_ask_to_look_again(self) -> None:
        affair, (first, second, _third) = affair_of(2)
        digest = propose(affair, first)
        with pytest.raises(Refused) as refusal:
            agree(affair, second, digest, seen="f" * 64)
        assert refusal.value.code == "ruling.preview_changed"
        assert proposal_of(affair.case) is not None and not Ruling.objects.exists()

    def test_where_one_is_enough_there_is_nothing_to_propose(self) -> None:
        affair, (first, *_rest) = affair_of(1)
        with pytest.raises(Refused) as refusal:
            propose(affair, first)
        assert refusal.value.code == "ruling.no_proposal_needed"


class TestPages:
    def test_from_the_editor_to_the_last_agreement(self) -> None:
        affair, (first, second, _third) = affair_of(2)
        path, data = address("ruling-new", affair), typed(affair, result="annul")
        seen = client(first).post(path, data | {"step": "preview"}).context["preview"].digest
        client(first).post(path, data | {"step": "confirm", "seen": seen})
        assert not Ruling.objects.exists()
        case = address("case", affair)
        assert "1 de 2 conformes" in page(second, case).content.decode()
        for user in (affair.evening.home, affair.evening.organiser):
            assert "conformes" not in page(user, case).content.decode()
        agree_path = address("ruling-agree", affair)
        shown = page(second, agree_path)
        assert shown.status_code == 200
        response = client(second).post(
            agree_path,
            dict(shown.context["kept"]) | {"seen": shown.context["preview"].digest},
        )
        assert response.status_code == 302
        assert Ruling.objects.get().author == first
        assert affair.now().kind == "ANNULLED"

    def test_is_for_those_who_decide(self) -> None:
        affair, (first, *_rest) = affair_of(2)
        propose(affair, first)
        path = address("ruling-agree", affair)
        for user in (affair.evening.home, affair.evening.organiser):
            assert page(user, path).status_code == 403
        assert Client().get(path).status_code == 302
        assert page(first, path).status_code == 200

    def test_without_a_proposal_one_is_sent_back(self) -> None:
        affair, (first, *_rest) = affair_of(2)
        path = address("ruling-agree", affair)
        assert page(first, path).url == reverse(
            "matches:case", kwargs={"season_id": affair.season.pk, "number": affair.case.number}
        )
