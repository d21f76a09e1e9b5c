"""Claims: in time or not, kept always, sent once, received on paper, withdrawn."""

import io
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from PIL import Image

from league.machine import MoveRefused
from league.models import LedgerEntry, Notification
from league.refusals import Refused
from matches.models import Case, Claim, Evidence
from matches.policies import may_see_claim
from matches.selectors.cases import claim_digest, claim_of, timeliness
from matches.services import cases, claims
from tests import factories
from tests.matches import stage

pytestmark = pytest.mark.django_db

TEXT = "En la mesa 3 se apuntó un juego de más a la visita."


def photo(name: str = "acta.jpg") -> SimpleUploadedFile:
    out = io.BytesIO()
    Image.new("RGB", (40, 30), "green").save(out, "JPEG")
    return SimpleUploadedFile(name, out.getvalue(), "image/jpeg")


def submitted(evening: stage.Evening, *, at: datetime = stage.END, **facts: object) -> Claim:
    usual = {"actor": evening.home, "key": uuid4(), "text": TEXT, "at": at}
    return claims.claim_submit(
        encounter_id=evening.encounter.pk,
        **(usual | facts),  # type: ignore[arg-type]
    )


# The end of an evening whose 24 hours hold a change of the clocks, and one that does not.
ENDS = {
    "clocks go forward": datetime(2027, 3, 27, 23, 40, tzinfo=UTC),
    "clocks go back": datetime(2026, 10, 24, 22, 40, tzinfo=UTC),
    "an ordinary night": datetime(2026, 11, 20, 23, 10, tzinfo=UTC),
}


@pytest.mark.regulation("M-D.15", "M-D.3")
class TestClaimWindow:
    @pytest.mark.parametrize("ended_at", ENDS.values(), ids=ENDS.keys())
    def test_last_microsecond_is_in_time_and_the_next_is_not(self, ended_at: datetime) -> None:
        starts_at = ended_at - timedelta(hours=2)
        for late_by, in_time in ((timedelta(microseconds=-1), True), (timedelta(0), False)):
            encounter = factories.ended_encounter(
                starts_at=starts_at, started_at=starts_at, ended_at=ended_at
            )
            user = factories.delegate(team=encounter.away).user
            claim = claims.claim_submit(
                actor=user,
                encounter_id=encounter.pk,
                key=uuid4(),
                text=TEXT,
                at=ended_at + timedelta(hours=24) + late_by,
            )
            found = timeliness(claim_of(claim.pk))
            assert found is not None
            assert found.in_time is in_time
            assert found.margin == -late_by

    def test_one_out_of_time_is_kept_and_has_its_case(self) -> None:
        evening = stage.evening()
        evening.signed()
        claim = submitted(evening, at=stage.END + timedelta(days=3))
        assert claim.state == "SUBMITTED"
        assert Case.objects.get(claim=claim).state == "OPEN"

    def test_it_follows_a_corrected_end(self) -> None:
        """Nothing was stored: when both sign another end, the 24 hours count from that."""
        evening = stage.evening()
        evening.signed()
        claim = submitted(evening, at=stage.END + timedelta(hours=24, minutes=5))
        before = timeliness(claim_of(claim.pk))
        assert before is not None and not before.in_time
        evening.encounter.ended_at = stage.END + timedelta(minutes=10)
        evening.encounter.save(update_fields=["ended_at"])
        after = timeliness(claim_of(claim.pk))
        assert after is not None and after.in_time


class TestClaimSubmit:
    @pytest.mark.regulation("M-D.15")
    def test_is_numbered_recorded_and_opens_its_case(self) -> None:
        evening = stage.evening()
        evening.signed()
        first, second = submitted(evening), submitted(evening)
        assert (first.number, second.number) == (1, 2)
        entry = LedgerEntry.objects.get(subject=f"claim:{first.pk}")
        assert entry.action == "claim.submitted"
        assert claim_digest(first) in entry.payload
        assert TEXT not in entry.payload
        case = Case.objects.get(claim=first)
        assert (case.number, case.reason, case.opened_by) == (1, "claim", evening.home)
        assert set(case.teams.all()) == {evening.encounter.home, evening.encounter.away}
        assert case.due_at is not None

    def test_sent_twice_is_one(self) -> None:
        evening = stage.evening()
        evening.signed()
        key = uuid4()
        assert submitted(evening, key=key) == submitted(evening, key=key, text="Otra vez.")
        assert Claim.objects.count() == Case.objects.count() == 1

    def test_the_key_of_somebody_else_opens_nothing(self) -> None:
        evening = stage.evening()
        evening.signed()
        key = submitted(evening).key
        with pytest.raises(PermissionDenied):
            claims.claim_submit(
                actor=evening.away,
                encounter_id=evening.encounter.pk,
                key=UUID(str(key)),
                text=TEXT,
                at=stage.END,
            )

    @pytest.mark.regulation("M-D.18")
    def test_rests_on_an_incident_of_its_acta_alone(self) -> None:
        evening = stage.evening()
        evening.signed()
        own = factories.incident(encounter=evening.encounter)
        assert submitted(evening, incident_id=own.pk).incident == own
        with pytest.raises(Refused) as refusal:
            submitted(evening, incident_id=factories.incident().pk)
        assert refusal.value.code == "claim.incident_of_another"

    @pytest.mark.regulation("M-D.18")
    def test_without_an_incident_is_kept_and_marked(self) -> None:
        from matches.selectors.cases import case_file, case_of

        evening = stage.evening()
        evening.signed()
        claim = submitted(evening)
        case = case_of(evening.season, Case.objects.get(claim=claim).number)
        assert case_file(case, with_notes=False).without_incident

    @pytest.mark.regulation("M-D.15")
    def test_who_was_delegate_that_night_claims_and_takes_back_the_own(self) -> None:
        evening = stage.evening()
        evening.signed()
        night = timezone.localtime(evening.encounter.starts_at).date()
        users = [
            factories.delegate(team=evening.encounter.home, kind="ONE_NIGHT", valid_on=night).user
            for _ in range(2)
        ]
        own, others = (submitted(evening, actor=user) for user in users)
        assert may_see_claim(users[0], own) and may_see_claim(users[0], others)
        with pytest.raises(PermissionDenied):
            claims.claim_withdraw(
                actor=users[0], claim_id=others.pk, reason="Aclarado.", at=stage.END
            )
        claims.claim_withdraw(actor=users[0], claim_id=own.pk, reason="Aclarado.", at=stage.END)
        claims.claim_withdraw(
            actor=evening.home, claim_id=others.pk, reason="Aclarado.", at=stage.END
        )
        assert set(Claim.objects.values_list("state", flat=True)) == {"WITHDRAWN"}

    @pytest.mark.parametrize("who", ["stranger", "organiser", "another_night", "of_both"])
    def test_refuses_all_but_a_delegate_of_the_encounter(self, who: str) -> None:
        evening = stage.evening()
        evening.signed()
        encounter = evening.encounter
        night = timezone.localtime(encounter.starts_at).date()
        user = factories.user()
        if who == "organiser":
            user = evening.organiser
        elif who == "another_night":
            factories.delegate(
                team=encounter.home,
                user=user,
                kind="ONE_NIGHT",
                valid_on=night + timedelta(days=7),
            )
        elif who == "of_both":
            for team in (encounter.home, encounter.away):
                factories.delegate(team=team, user=user, kind="SUBSTITUTE")
        with pytest.raises(PermissionDenied):
            claims.claim_submit(
                actor=user, encounter_id=encounter.pk, key=uuid4(), text=TEXT, at=stage.END
            )
        assert not Claim.objects.exists()

    @pytest.mark.parametrize(
        ("facts", "code"),
        [
            ({"text": "  "}, "claim.without_text"),
            ({"text": "a" * 10_001}, "claim.text_too_long"),
            ({"clause": "M-X.9"}, "incident.unknown_clause"),
            ({"files": [SimpleUploadedFile("a.svg", b"<svg/>")]}, "evidence.kind"),
        ],
    )
    def test_a_refusal_writes_nothing(self, facts: dict[str, object], code: str) -> None:
        evening = stage.evening()
        evening.signed()
        before = LedgerEntry.objects.count()
        with pytest.raises(Refused) as refusal:
            submitted(evening, **facts)
        assert refusal.value.code == code
        assert not Claim.objects.exists() and not Case.objects.exists()
        assert not Evidence.objects.exists()
        assert LedgerEntry.objects.count() == before

    def test_needs_an_end(self) -> None:
        evening = stage.evening()
        with pytest.raises(Refused) as refusal:
            submitted(evening)
        assert refusal.value.code == "claim.not_ended"

    def test_keeps_its_photos(self) -> None:
        evening = stage.evening()
        evening.signed()
        claim = submitted(evening, files=[photo(), photo("otra.jpeg")])
        assert claim.evidence.count() == 2
        assert all(row.uploaded_by == evening.home for row in claim.evidence.all())

    def test_tells_the_other_peña_the_committee_and_nobody_recused(self) -> None:
        evening = stage.evening()
        evening.signed()
        member = factories.role(season=evening.season, kind="COMMITTEE").user
        tied = factories.role(
            season=evening.season, kind="COMMITTEE", club=evening.encounter.away.club
        ).user
        submitted(evening)
        told = set(
            Notification.objects.filter(kind="claim.submitted").values_list("recipient", flat=True)
        )
        assert {evening.away.pk, member.pk, evening.organiser.pk} <= told
        assert tied.pk not in told


class TestReceipt:
    """By mail, to those who claim: the number, the moment and the digest."""

    @pytest.mark.regulation("M-D.15", "M-D.18")
    @pytest.mark.parametrize(
        ("late", "told"),
        [
            (timedelta(hours=-3, minutes=-5), "En plazo: acababa el"),
            (timedelta(minutes=4), "4 min antes. Se guarda igual y decide el comité (M-D.15)."),
        ],
    )
    def test_says_number_digest_and_whether_it_was_in_time(
        self, late: timedelta, told: str
    ) -> None:
        evening = stage.evening()
        evening.signed()
        claim = submitted(evening, at=stage.END + timedelta(hours=24) + late)
        mail = Notification.objects.get(kind="claim.receipt")
        assert mail.recipient == evening.home
        assert mail.path == f"/reclamaciones/{claim.pk}/"
        assert f"reclamación {claim.number}:" in mail.subject
        assert claim_digest(claim) in mail.body
        assert told in mail.body
        assert "M-D.18" in mail.body
        assert TEXT not in mail.body
        assert not Notification.objects.filter(
            kind="claim.submitted", recipient=evening.home
        ).exists()

    def test_goes_to_all_who_stand_for_the_team_and_to_who_stood_that_night(self) -> None:
        evening = stage.evening()
        evening.signed()
        night = timezone.localtime(evening.encounter.starts_at).date()
        home = evening.encounter.home
        tonight = factories.delegate(team=home, kind="ONE_NIGHT", valid_on=night).user
        second = factories.delegate(team=home, kind="SUBSTITUTE").user
        submitted(evening, actor=tonight)
        told = Notification.objects.filter(kind="claim.receipt")
        assert set(told.values_list("recipient", flat=True)) == {
            tonight.pk,
            second.pk,
            evening.home.pk,
        }


class TestClaimOnPaper:
    def test_counts_from_the_moment_it_came(self) -> None:
        evening = stage.evening()
        evening.signed()
        claim = claims.claim_receive_on_paper(
            actor=evening.organiser,
            encounter_id=evening.encounter.pk,
            team_id=evening.encounter.away_id,
            key=uuid4(),
            text=TEXT,
            received_at=stage.END + timedelta(hours=20),
            files=[photo()],
            at=stage.END + timedelta(days=4),
        )
        found = timeliness(claim_of(claim.pk))
        assert found is not None and found.in_time
        assert claim.on_paper and claim.team == evening.encounter.away

    @pytest.mark.parametrize(
        ("received_at", "files", "code"),
        [
            (stage.END + timedelta(days=9), True, "claim.received_in_future"),
            (stage.END, False, "claim.photo_missing"),
        ],
    )
    def test_refuses_what_cannot_be(self, received_at: datetime, files: bool, code: str) -> None:
        evening = stage.evening()
        evening.signed()
        with pytest.raises(Refused) as refusal:
            claims.claim_receive_on_paper(
                actor=evening.organiser,
                encounter_id=evening.encounter.pk,
                team_id=evening.encounter.home_id,
                key=uuid4(),
                text=TEXT,
                received_at=received_at,
                files=[photo()] if files else [],
                at=stage.END + timedelta(days=1),
            )
        assert refusal.value.code == code

    def test_only_the_organiser(self) -> None:
        evening = stage.evening()
        evening.signed()
        with pytest.raises(PermissionDenied):
            claims.claim_receive_on_paper(
                actor=evening.home,
                encounter_id=evening.encounter.pk,
                team_id=evening.encounter.home_id,
                key=uuid4(),
                text=TEXT,
                received_at=stage.END,
                files=[photo()],
                at=stage.END,
            )


class TestClaimWithdraw:
    def test_shelves_its_case_and_stays_readable(self) -> None:
        evening = stage.evening()
        evening.signed()
        claim = submitted(evening)
        claims.claim_withdraw(
            actor=evening.home, claim_id=claim.pk, reason="Quedó aclarado.", at=stage.END
        )
        claim.refresh_from_db()
        assert (claim.state, claim.withdrawn_reason) == ("WITHDRAWN", "Quedó aclarado.")
        assert claim.text == TEXT
        assert Case.objects.get(claim=claim).state == "SHELVED"

    def test_needs_a_reason_and_the_own_team(self) -> None:
        evening = stage.evening()
        evening.signed()
        claim = submitted(evening)
        with pytest.raises(Refused) as refusal:
            claims.claim_withdraw(actor=evening.home, claim_id=claim.pk, reason=" ", at=stage.END)
        assert refusal.value.code == "claim.withdrawn_without_reason"
        with pytest.raises(PermissionDenied):
            claims.claim_withdraw(actor=evening.away, claim_id=claim.pk, reason="No", at=stage.END)

    def test_not_once_it_is_decided(self) -> None:
        evening = stage.evening()
        evening.signed()
        claim = submitted(evening)
        member = factories.role(season=evening.season, kind="COMMITTEE").user
        cases.case_refuse(
            actor=member,
            case_id=Case.objects.get(claim=claim).pk,
            clause="M-D.18",
            reason="No consta en el acta.",
            at=stage.END,
        )
        with pytest.raises(MoveRefused):
            claims.claim_withdraw(actor=evening.home, claim_id=claim.pk, reason="Ya", at=stage.END)
