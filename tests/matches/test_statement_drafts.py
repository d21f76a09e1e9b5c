"""A statement while it is typed: its author's alone, gone once it is made, swept when it is old."""

from datetime import datetime, timedelta
from uuid import UUID

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from league.jobs import Work
from league.models import User
from league.refusals import Refused
from matches.models import Case, ClaimDraft, Statement, StatementDraft
from matches.services import cases
from matches.services.claim_drafts import claim_draft_save
from matches.services.housekeeping import KEPT, drafts_sweep
from matches.services.statement_drafts import statement_draft_save
from tests import factories
from tests.matches import stage
from tests.matches.test_deals import client_of
from tests.matches.test_rulings import Affair

pytestmark = pytest.mark.django_db
TEXT = "Estábamos todos a la hora"


@pytest.fixture
def affair() -> Affair:
    """A case whose parties are asked what they have to say."""
    made = Affair()
    cases.statements_invite(
        actor=made.member,
        case_id=made.case.pk,
        due_at=stage.END + timedelta(days=2),
        at=stage.END,
    )
    return made


def save(
    affair: Affair, user: User, text: str = TEXT, *, at: datetime = stage.END
) -> StatementDraft | None:
    return statement_draft_save(actor=user, case_id=affair.case.pk, text=text, at=at)


class TestDraft:
    def test_is_one_a_person_and_emptied_it_goes(self, affair: Affair) -> None:
        evening = affair.evening
        save(affair, evening.home)
        save(affair, evening.home, TEXT + " y media.")
        save(affair, evening.away, "Al contrario.")
        kept = StatementDraft.objects.get(author=evening.home)
        assert kept.text == TEXT + " y media."
        assert save(affair, evening.home, "  ") is None
        assert [row.author for row in StatementDraft.objects.all()] == [evening.away]

    def test_stands_on_its_authors_page_alone_until_the_statement_is_made(
        self, affair: Affair
    ) -> None:
        evening = affair.evening
        save(affair, evening.home)
        path = reverse("matches:case", args=[affair.season.pk, affair.case.number])
        for user, sees in (
            (evening.home, True),
            (evening.away, False),
            (affair.member, False),
            (evening.organiser, False),
        ):
            assert (TEXT in client_of(user).get(path).content.decode()) is sees, user
        client = client_of(evening.home)
        shown = client.post(f"{path}alegar/", {"text": TEXT}, follow=True).content.decode()
        assert Statement.objects.get().text == TEXT
        assert not StatementDraft.objects.exists()
        assert f'data-forget-now="statement:{affair.case.pk}:{evening.home.pk}"' in shown

    def test_a_script_is_told_whether_it_is_kept(self, affair: Affair) -> None:
        path = reverse("matches:case-statement-draft", args=[affair.season.pk, affair.case.number])
        client = client_of(affair.evening.home)
        answer = client.post(path, {"text": TEXT}, headers={"X-Draft": "1"})
        assert (answer.status_code, answer.content) == (204, b"")
        answer = client.post(path, {"text": "x" * 10_001}, headers={"X-Draft": "1"})
        assert answer.status_code == 422 and "10000" in answer.content.decode()
        assert StatementDraft.objects.get().text == TEXT

    def test_is_for_the_parties_while_statements_are_taken(self, affair: Affair) -> None:
        for user in (affair.member, affair.evening.organiser, factories.delegate().user):
            with pytest.raises(PermissionDenied):
                save(affair, user)
        Case.objects.update(state="DELIBERATION")
        with pytest.raises(Refused) as refusal:
            save(affair, affair.evening.home)
        assert refusal.value.code == "statement.closed"


class TestSweep:
    def sweep(self, at: datetime) -> dict[str, int]:
        return drafts_sweep(Work(0, "test", {}, at, lambda done, total: None))

    def test_takes_what_is_a_month_old(self, affair: Affair) -> None:
        save(affair, affair.evening.home)
        claim_draft_save(
            actor=affair.evening.away,
            encounter_id=affair.encounter.pk,
            key=UUID(int=7),
            text="A medias.",
            at=stage.END,
        )
        assert self.sweep(stage.END + KEPT) == {"claims": 0, "statements": 0}
        assert self.sweep(stage.END + KEPT + timedelta(seconds=1)) == {"claims": 1, "statements": 1}
        assert not ClaimDraft.objects.exists() and not StatementDraft.objects.exists()

    def test_takes_a_statement_that_comes_too_late_to_be_made(self, affair: Affair) -> None:
        save(affair, affair.evening.home)
        Case.objects.update(state="DELIBERATION")
        assert self.sweep(stage.END) == {"claims": 0, "statements": 1}
