"""The texts that rulings start from: as they come, in the season's own words, and back again."""

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from league.refusals import Refused
from matches.case_words import REASONS
from matches.models import RulingTemplate
from matches.services.ruling_templates import ruling_template_save
from matches.views.committee.ruling_texts import start_of
from tests import factories
from tests.matches import stage
from tests.matches.test_deals import client_of
from tests.matches.test_rulings import Affair

pytestmark = pytest.mark.django_db

OWN = "El comité estima [no estima] lo que reclama {reclama} contra {local} en la {jornada}."


def save(affair: Affair, decision: str = OWN, reason: str = "claim") -> RulingTemplate | None:
    return ruling_template_save(
        actor=affair.member,
        season_id=affair.season.pk,
        reason=reason,
        facts="Expediente {expediente}: {local} – {visitante}.",
        decision=decision,
        at=stage.END,
    )


class TestText:
    def test_the_editor_starts_from_the_seasons_own_words(self) -> None:
        affair = Affair()
        before = start_of(affair.case)
        save(affair)
        start = start_of(affair.case)
        encounter = affair.encounter
        assert start["decision"] == (
            f"El comité estima [no estima] lo que reclama {affair.claim.team.name} contra "
            f"{encounter.home.name} en la {encounter.matchday.number}."
        )
        assert start["facts"] == (
            f"Expediente {affair.case.number}: {encounter.home.name} – {encounter.away.name}."
        )
        assert start["clauses"] == before["clauses"] == ["M-D.15"]

    def test_another_season_and_another_reason_keep_theirs(self) -> None:
        affair, other = Affair(), Affair()
        usual = start_of(other.case)
        save(affair)
        save(other, reason="case.conduct")
        assert start_of(other.case) == usual

    def test_emptied_it_is_the_usual_one_again(self) -> None:
        affair = Affair()
        usual = start_of(affair.case)
        save(affair)
        assert save(affair, "  ") is None
        assert start_of(affair.case) == usual

    def test_is_for_the_committee_of_the_season(self) -> None:
        affair = Affair()
        for user in (affair.evening.organiser, factories.role(kind="COMMITTEE").user):
            affair.member = user
            with pytest.raises(PermissionDenied):
                save(affair)

    def test_of_a_reason_that_there_is(self) -> None:
        with pytest.raises(Refused) as refusal:
            save(Affair(), reason="case.weather")
        assert refusal.value.code == "case.unknown_reason"


class TestPage:
    def test_lists_every_reason_and_changes_one(self) -> None:
        affair = Affair()
        client = client_of(affair.member)
        path = reverse("matches:ruling-texts", kwargs={"season_id": affair.season.pk})
        assert len(client.get(path).context["rows"]) == len(REASONS)
        page = client.get(path, {"motivo": "claim"})
        assert "{local}" in page.context["form"]["facts"].value()
        assert client.get(path, {"motivo": "nada"}).status_code == 404
        form = {"reason": "claim", "facts": "", "decision": OWN}
        page = client.post(path, form, follow=True)
        assert "texto propio" in page.content.decode()
        editor = client.get(
            reverse(
                "matches:ruling-new",
                kwargs={"season_id": affair.season.pk, "number": affair.case.number},
            )
        )
        assert f"lo que reclama {affair.claim.team.name}" in editor.content.decode()
