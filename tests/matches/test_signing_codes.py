"""Signing on one phone with the other side's code: what it opens, what undoes it."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.test import Client, override_settings
from django.utils import timezone

from league.models import LedgerEntry, Notification
from league.refusals import Refused
from league.services.notifications import notifications_send_due
from matches import signing_code
from matches.models import Acta, Case, Disavowal, Signature, SigningCode
from matches.selectors.signing_codes import MOST_IN_ALL, CodeState, code_stand
from matches.services import actas, ending, signing_codes
from matches.services.verification import record_verify
from tests import factories, tampering
from tests.matches import stage
from tests.matches.stage import END, Evening

pytestmark = pytest.mark.django_db


def digits(evening: Evening, side: str = "AWAY", at: datetime = END) -> str:
    return code_stand(evening.encounter, side, at=at).digits


def wrong(evening: Evening) -> str:
    return "000000" if digits(evening) != "000000" else "000001"


def by_code(evening: Evening, acta: Acta, code: str | None = None, **more: object) -> Acta:
    given: dict[str, object] = {
        "actor": evening.home,
        "acta_id": acta.pk,
        "digest": acta.digest,
        "code": code or digits(evening),
        "at": END,
    }
    return signing_codes.acta_sign_by_code(**(given | more))  # type: ignore[arg-type]


def half_signed() -> tuple[Evening, Acta]:
    evening = stage.evening()
    acta = evening.ended()
    actas.acta_sign(actor=evening.home, acta_id=acta.pk, digest=acta.digest, at=END)
    return evening, acta


def signed_by_code(**more: object) -> tuple[Evening, Acta]:
    evening, acta = half_signed()
    return evening, by_code(evening, acta, **more)


class TestTheCode:
    def test_it_is_another_for_every_encounter_side_number_and_pepper(self) -> None:
        given = {"encounter": 1, "side": "HOME", "number": 1}
        codes = {
            signing_code.code_of(pepper, **(given | changed))  # type: ignore[arg-type]
            for pepper, changed in (
                (b"a", {}),
                (b"b", {}),
                (b"a", {"encounter": 2}),
                (b"a", {"side": "AWAY"}),
                (b"a", {"number": 2}),
            )
        }
        assert len(codes) == 5
        assert all(len(code) == 6 and code.isdecimal() for code in codes)

    def test_the_algorithm_stays(self) -> None:
        """Codes are printed and mailed before: another algorithm would make them void."""
        assert signing_code.code_of(b"pepper", encounter=7, side="AWAY", number=1) == "404727"

    def test_no_table_holds_it(self) -> None:
        evening, _acta = half_signed()
        signing_codes.codes_mail(at=END - timedelta(hours=4))
        code = digits(evening)
        for model in (SigningCode, Notification, LedgerEntry):
            for row in model._default_manager.values():
                assert code not in repr(row), model

    @override_settings(CODE_PEPPER="another pepper, that somebody set")
    def test_the_pepper_is_of_the_settings(self) -> None:
        evening = stage.evening()
        one = digits(evening)
        with override_settings(CODE_PEPPER="and another one"):
            assert digits(evening) != one

    @pytest.mark.parametrize(
        ("at", "state"),
        [("2026-11-21 06:59:59+01:00", "LIVE"), ("2026-11-21 07:00:00+01:00", "EXPIRED")],
    )
    def test_it_dies_on_the_next_day(self, at: str, state: str) -> None:
        evening = stage.evening(starts_at=datetime.fromisoformat("2026-11-20 22:00:00+01:00"))
        moment = datetime.fromisoformat(at)
        assert code_stand(evening.encounter, "AWAY", at=moment).state == state

    def test_not_under_the_hands_of_who_plays_across_seven(self) -> None:
        evening = stage.evening(starts_at=datetime.fromisoformat("2026-11-21 06:45:00+01:00"))
        moment = datetime.fromisoformat("2026-11-21 09:00:00+01:00")
        assert code_stand(evening.encounter, "AWAY", at=moment).is_live


class TestSigning:
    @pytest.mark.regulation("M-D.10")
    def test_it_puts_the_acta_in_force_and_says_how_it_was_signed(self) -> None:
        evening, acta = signed_by_code()
        assert (acta.state, acta.in_force) == ("SIGNED", True)
        signature = Signature.objects.get(acta=acta, side="AWAY")
        assert (signature.method, signature.signer, signature.entered_by) == (
            "CODE",
            evening.away,
            evening.home,
        )
        entry = LedgerEntry.objects.filter(action="acta.signed").order_by("sequence").last()
        assert entry is not None and entry.actor_id == evening.home.pk
        assert f'"signer":{evening.away.pk}' in entry.payload
        assert '"method":"CODE"' in entry.payload
        assert '"method":"CODE"' in acta.seal.statement
        assert not record_verify()

    def test_a_signature_given_another_signer_is_found(self) -> None:
        evening, acta = signed_by_code()
        tampering.triggers_off()
        Signature.objects.filter(acta=acta, side="AWAY").update(signer=evening.organiser)
        assert {found.kind for found in record_verify()} >= {"signature"}

    def test_the_side_whose_phone_it_is_signs_first(self) -> None:
        evening = stage.evening()
        acta = evening.ended()
        with pytest.raises(Refused, match="own_signature_first"):
            by_code(evening, acta)
        assert not SigningCode.objects.exists()

    def test_of_several_delegates_the_one_who_is_named(self) -> None:
        evening, acta = half_signed()
        tonight = factories.delegate(
            team=evening.encounter.away,
            valid_on=timezone.localtime(stage.AT).date(),
            kind="ONE_NIGHT",
        ).user
        by_code(evening, acta, signer_id=tonight.pk)
        assert Signature.objects.get(acta=acta, side="AWAY").signer == tonight

    def test_nobody_of_another_peña_signs(self) -> None:
        evening, acta = half_signed()
        with pytest.raises(PermissionDenied):
            by_code(evening, acta, signer_id=evening.organiser.pk)

    @pytest.mark.regulation("M-D.18")
    def test_disagreeing_needs_its_reason_and_does_not_cost_the_code(self) -> None:
        evening, acta = half_signed()
        with pytest.raises(Refused, match="disagreement_without_reason"):
            by_code(evening, acta, disagrees=True)
        acta = by_code(evening, acta, disagrees=True, disagreement="La mesa 4 acabó 5–4.")
        assert Signature.objects.get(acta=acta, side="AWAY").disagrees

    def test_the_code_of_the_own_side_opens_nothing(self) -> None:
        evening, acta = half_signed()
        with pytest.raises(Refused, match=r"code\.wrong"):
            by_code(evening, acta, digits(evening, "HOME"))

    def test_one_that_was_used_is_dead(self) -> None:
        evening, acta = signed_by_code()
        code = SigningCode.objects.get()
        assert code.used_for == acta
        correction = actas.acta_correct(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            boards={4: {"home_games": 5, "away_games": 4}},
            note="Se apuntó al revés.",
            at=END,
        )
        actas.acta_sign(actor=evening.home, acta_id=correction.pk, digest=correction.digest, at=END)
        with pytest.raises(Refused, match=r"code\.used"):
            by_code(evening, correction, digits(evening))
        new = signing_codes.code_renew(
            actor=evening.away, encounter_id=evening.encounter.pk, at=END
        )
        assert new.number == 2
        assert by_code(evening, correction).in_force


class TestWrongCodes:
    def test_five_and_it_is_dead(self) -> None:
        evening, acta = half_signed()
        for left in (4, 3, 2, 1):
            with pytest.raises(Refused, match=r"code\.wrong") as refusal:
                by_code(evening, acta, wrong(evening))
            assert refusal.value.facts["left"] == left
        for code in (wrong(evening), digits(evening)):
            with pytest.raises(Refused, match=r"code\.locked"):
                by_code(evening, acta, code)
        assert not Signature.objects.filter(acta=acta, side="AWAY").exists()

    def test_a_new_one_kills_the_old_one(self) -> None:
        evening, acta = half_signed()
        old = digits(evening)
        signing_codes.code_renew(actor=evening.away, encounter_id=evening.encounter.pk, at=END)
        with pytest.raises(Refused, match=r"code\.wrong"):
            by_code(evening, acta, old)
        assert by_code(evening, acta).in_force

    def test_new_ones_do_not_give_tries_without_end(self) -> None:
        evening, acta = half_signed()
        for _ in range(MOST_IN_ALL):
            stand = code_stand(evening.encounter, "AWAY", at=END)
            if not stand.left:
                signing_codes.code_renew(
                    actor=evening.away, encounter_id=evening.encounter.pk, at=END
                )
            with pytest.raises(Refused):
                by_code(evening, acta, wrong(evening))
        with pytest.raises(Refused, match="too_many_wrong"):
            signing_codes.code_renew(actor=evening.away, encounter_id=evening.encounter.pk, at=END)
        assert code_stand(evening.encounter, "AWAY", at=END).state == CodeState.LOCKED
        # The own session is always open.
        acta = actas.acta_sign(actor=evening.away, acta_id=acta.pk, digest=acta.digest, at=END)
        assert acta.in_force

    def test_only_its_side_asks_for_a_new_one(self) -> None:
        evening, _acta = half_signed()
        with pytest.raises(PermissionDenied):
            signing_codes.code_renew(
                actor=evening.organiser, encounter_id=evening.encounter.pk, at=END
            )


class TestNotMe:
    @pytest.mark.regulation("M-D.11")
    def test_it_opens_a_case_and_nothing_but_a_ruling_changes_the_acta(self) -> None:
        evening, acta = signed_by_code()
        case = signing_codes.signature_disavow(
            actor=evening.away, acta_id=acta.pk, text="Ya me había ido.", at=END
        )
        assert (case.reason, case.clause) == ("acta.signature_disowned", "M-D.11")
        assert case == signing_codes.signature_disavow(actor=evening.away, acta_id=acta.pk, at=END)
        assert Disavowal.objects.count() == Case.objects.count() == 1
        with pytest.raises(Refused, match=r"acta\.frozen"):
            actas.acta_correct(
                actor=evening.home,
                encounter_id=evening.encounter.pk,
                boards={4: {"home_games": 5, "away_games": 4}},
                note="Se apuntó al revés.",
                at=END,
            )
        told = Notification.objects.filter(subject__startswith="Firma no reconocida")
        assert {row.recipient for row in told} >= {evening.home, evening.away, evening.organiser}
        assert not record_verify()

    def test_what_was_being_corrected_waits_too(self) -> None:
        evening, acta = signed_by_code()
        correction = actas.acta_correct(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            boards={4: {"home_games": 5, "away_games": 4}},
            note="Se apuntó al revés.",
            at=END,
        )
        signing_codes.signature_disavow(actor=evening.away, acta_id=acta.pk, at=END)
        with pytest.raises(Refused, match="changed_meanwhile"):
            actas.acta_sign(
                actor=evening.away, acta_id=correction.pk, digest=correction.digest, at=END
            )
        acta.refresh_from_db()
        assert acta.in_force

    def test_only_the_side_that_signed_and_only_by_code(self) -> None:
        evening, acta = signed_by_code()
        with pytest.raises(Refused, match="not_by_code"):
            signing_codes.signature_disavow(actor=evening.home, acta_id=acta.pk, at=END)
        with pytest.raises(PermissionDenied):
            signing_codes.signature_disavow(actor=evening.organiser, acta_id=acta.pk, at=END)

    @pytest.mark.regulation("M-D.15")
    def test_not_once_it_is_final(self) -> None:
        evening, acta = signed_by_code()
        with pytest.raises(Refused, match=r"acta\.final"):
            signing_codes.signature_disavow(
                actor=evening.away, acta_id=acta.pk, at=END + timedelta(hours=24)
            )


class TestMail:
    def test_each_side_gets_its_own_once_and_the_code_is_in_the_mail_alone(self) -> None:
        evening = stage.evening()
        at = stage.AT - timedelta(hours=3)
        assert signing_codes.codes_mail(at=at) == 2
        signing_codes.codes_mail(at=at + timedelta(minutes=15))
        assert Notification.objects.filter(kind="signing_code").count() == 2
        notifications_send_due(at=at)
        sent = {message.to[0]: str(message.body) for message in mail.outbox}
        for user, side in ((evening.home, "HOME"), (evening.away, "AWAY")):
            shown = signing_code.shown(digits(evening, side, at))
            assert shown in sent[user.email]
        assert signing_code.shown(digits(evening, "HOME", at)) not in sent[evening.away.email]

    def test_not_days_before_nor_afterwards(self) -> None:
        stage.evening()
        assert signing_codes.codes_mail(at=stage.AT - timedelta(hours=13)) == 0
        assert signing_codes.codes_mail(at=stage.AT + timedelta(minutes=1)) == 0

    def test_who_signed_by_code_is_told_and_led_to_say_no(self) -> None:
        evening, _acta = signed_by_code()
        told = Notification.objects.get(kind="acta.signed_by_code")
        assert told.recipient == evening.away
        assert told.path == f"/acta/{evening.encounter.pk}/no-fui-yo/"


class TestPages:
    def client(self, user: object) -> Client:
        client = Client()
        client.force_login(user)  # type: ignore[arg-type]
        return client

    def test_the_whole_way_on_one_phone(self) -> None:
        evening, acta = half_signed()
        with time_machine.travel(END, tick=False):
            away = self.client(evening.away)
            shown = signing_code.shown(digits(evening))
            page = f"/acta/{evening.encounter.pk}/"
            own = away.get(f"{page}clave/")
            assert shown in own.content.decode()
            assert own["Cache-Control"] == "no-store" and "X-Kept-For" not in own
            home = self.client(evening.home)
            assert shown not in home.get(f"{page}clave/").content.decode()
            assert "firma aquí" in home.get(f"{page}firmas/").content.decode()
            fields = {"acta": acta.pk, "digest": acta.digest}
            for code, said in (("12", "seis cifras"), (wrong(evening), "Quedan 4 intentos")):
                answer = home.post(f"{page}firmas/clave/", {**fields, "code": code})
                assert answer.status_code == 422
                assert said in answer.content.decode()
            answer = home.post(f"{page}firmas/clave/", {**fields, "code": shown}, follow=True)
            assert "Acta en vigor" in answer.content.decode()
            assert "con la clave de su peña" in answer.content.decode()
            # The same tap twice.
            again = home.post(f"{page}firmas/clave/", {**fields, "code": shown}, follow=True)
            assert "ya está firmada" in again.content.decode()
            # Not me: asked first, done by a POST alone.
            assert "No fui yo" in away.get(f"{page}hecho/").content.decode()
            assert "No se puede deshacer" in away.get(f"{page}no-fui-yo/").content.decode()
            assert not Case.objects.exists()
            said_no = away.post(f"{page}no-fui-yo/", {"acta": acta.pk}, follow=True)
            assert "no reconocida" in said_no.content.decode()
            assert Case.objects.count() == 1

    def test_a_try_counts_when_a_script_sends_it_too(self) -> None:
        evening, acta = half_signed()
        with time_machine.travel(END, tick=False):
            answer = self.client(evening.home).post(
                f"/acta/{evening.encounter.pk}/firmas/clave/",
                {"acta": acta.pk, "digest": acta.digest, "code": wrong(evening)},
                headers={"Idempotency-Key": "7f8a4f0e-0000-4000-8000-000000000001"},
            )
        assert answer.status_code == 422
        assert SigningCode.objects.get().wrong_tries == 1

    def test_the_printed_blank_acta_carries_the_own_code_alone(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        evening = stage.evening()
        seen: list[object] = []
        monkeypatch.setattr(
            "matches.views.evening.paper.blank_pdf",
            lambda *_, codes, **__: seen.append(codes) or b"%PDF",
        )
        with time_machine.travel(stage.AT, tick=False):
            for user in (evening.away, evening.organiser):
                self.client(user).get(f"/acta/{evening.encounter.pk}/en-blanco.pdf")
        shown = signing_code.shown(digits(evening))
        assert seen == [{(evening.encounter.pk, "AWAY"): shown}, {}]

    def test_the_draft_of_a_reopened_acta_is_not_the_one_that_was_read(self) -> None:
        evening, acta = half_signed()
        ending.encounter_reopen(actor=evening.home, encounter_id=evening.encounter.pk, at=END)
        with pytest.raises(Refused, match="changed_meanwhile"):
            by_code(evening, acta)
        assert not SigningCode.objects.exists()
