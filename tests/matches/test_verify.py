"""Checking an acta: by code, by file, by command, and with the script alone."""

import io
import json
import random
import re
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from hypothesis import given, settings
from hypothesis import strategies as st

from league import seals
from league.models import Season, SigningKey
from league.services.signing_keys import key_in_use, key_retire
from matches import bundles, proof
from matches.models import Acta
from matches.selectors.verdicts import Kind, Origin, Standing, of_code, of_file
from matches.services import actas
from matches.services.ending import encounter_reopen
from matches.services.seals import file_issue
from tests import factories, tampering
from tests.matches import stage
from tests.matches.stage import END, Evening
from tests.matches.test_rulings import LATER, MESA_2, Affair

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "verify_acta.py"
WORDS = "Se levantó de la mesa y no quiso seguir."


VISITOR = AnonymousUser()


def pdf(*attachments: bytes, deflated: bool = True) -> bytes:
    """A file with the attachments as a PDF has them, and a stream that is none."""
    streams = [zlib.compress(b"q 1 0 0 1 0 0 cm BT /F1 12 Tf (Acta) Tj ET Q")]
    streams += [zlib.compress(one) if deflated else one for one in attachments]
    body = b"".join(
        b"%d 0 obj\n<< /Length %d >>\nstream\n%b\nendstream\nendobj\n" % (nth, len(one), one)
        for nth, one in enumerate(streams, start=1)
    )
    return b"%PDF-1.7\n" + body + b"trailer\n<< >>\n%%EOF\n"


@pytest.fixture
def evening() -> Evening:
    made = stage.evening()
    Season.objects.filter(pk=made.season.pk).update(is_public=True)
    return made


@pytest.fixture
def acta(evening: Evening) -> Acta:
    return evening.signed()


def test_a_code_is_read_however_it_is_typed() -> None:
    code = bundles.code_of(encounter=7, number=2, digest="a" * 64)
    assert len(code) == bundles.CODE_LENGTH
    assert bundles.code_read(f" {bundles.code_shown(code).lower()} ") == code
    misread = code.replace("0", "o").replace("1", "l")
    assert bundles.code_read(misread) == code
    assert bundles.code_read(code[:-1]) == bundles.code_read("U" * 12) == ""


@given(st.integers(1, 10**6), st.integers(1, 99))
def test_codes_differ_by_encounter_and_version(encounter: int, number: int) -> None:
    one = bundles.code_of(encounter=encounter, number=number, digest="a" * 64)
    assert one != bundles.code_of(encounter=encounter, number=number + 1, digest="a" * 64)
    assert one != bundles.code_of(encounter=encounter + 1, number=number, digest="a" * 64)


@pytest.mark.django_db
class TestByCode:
    def test_in_force(self, acta: Acta, client: Client) -> None:
        answer = client.get(f"/v/{acta.code}/")
        assert answer.status_code == 200
        assert "Está en vigor." in answer.content.decode()
        assert str(acta.encounter.home) in answer.content.decode()

    def test_typed_with_dashes_leads_to_its_address(self, acta: Acta, client: Client) -> None:
        answer = client.get("/verificar/", {"codigo": bundles.code_shown(acta.code).lower()})
        assert (answer.status_code, answer["Location"]) == (302, f"/v/{acta.code}/")

    @pytest.mark.parametrize("code", ["K7QM2XN49PTA", "nada", "%00", "ñ" * 200])
    def test_of_nobody(self, client: Client, db: None, code: str) -> None:
        assert client.get(f"/v/{code}/").status_code == 404
        assert (
            "No hay ningún acta" in client.get("/verificar/", {"codigo": "nada"}).content.decode()
        )

    def test_superseded_names_the_version_and_the_ruling(self, client: Client) -> None:
        affair = Affair()
        Season.objects.filter(pk=affair.season.pk).update(is_public=True)
        first = Acta.objects.get(in_force=True)
        ruling = affair.rule(MESA_2)
        verdict = of_code(first.code, VISITOR)
        assert verdict.standing is Standing.SUPERSEDED
        assert verdict.successor == Acta.objects.get(in_force=True)
        assert verdict.ruling == ruling
        page = client.get(f"/v/{first.code}/").content.decode()
        assert "Ya no vale." in page
        assert f"resolución {ruling.number} del comité" in page

    def test_a_draft_is_told_without_its_result(self, evening: Evening, client: Client) -> None:
        draft = evening.ended(((5, 0), (5, 0), (5, 0), (5, 0)))
        page = client.get(f"/v/{draft.code}/").content.decode()
        assert "Es un borrador" in page
        assert "4–0" not in page

    def test_a_draft_that_was_dropped_never_counted(self, evening: Evening) -> None:
        draft = evening.ended()
        encounter_reopen(actor=evening.home, encounter_id=evening.encounter.pk, at=END)
        assert of_code(draft.code, VISITOR).standing is Standing.DROPPED

    def test_a_season_that_is_not_public_has_no_code_yet(self, evening: Evening) -> None:
        acta = evening.signed()
        Season.objects.filter(pk=evening.season.pk).update(is_public=False)
        assert of_code(acta.code, VISITOR).acta is None


@pytest.mark.django_db
class TestByFile:
    def test_the_json_that_anybody_downloads(self, acta: Acta) -> None:
        data = proof.bundle(acta)
        verdict = of_file(data, VISITOR)
        assert (verdict.kind, verdict.origin) == (Kind.JSON, Origin.SIGNED)
        assert (verdict.acta, verdict.standing) == (acta, Standing.IN_FORCE)

    def test_both_disclosures_have_one_signature(self, evening: Evening) -> None:
        encounter = evening.encounter
        evening.close_line_ups()
        evening.draw()
        evening.play()
        factories.incident(encounter=encounter, text=WORDS, reported_by=evening.home)
        acta = evening.end()
        for user in (evening.home, evening.away):
            acta = actas.acta_sign(actor=user, acta_id=acta.pk, digest=acta.digest, at=END)
        public, whole = proof.bundle(acta), proof.bundle(acta, whole=True)
        assert WORDS in whole.decode()
        assert WORDS not in public.decode()
        assert json.loads(public)["signature"] == json.loads(whole)["signature"]
        assert {of_file(one, VISITOR).origin for one in (public, whole)} == {Origin.SIGNED}

    def test_the_same_bytes_for_ever(self, evening: Evening, acta: Acta) -> None:
        before = proof.bundle(acta)
        new = actas.acta_correct(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            boards={4: {"home_games": 5, "away_games": 4}},
            note="Estaba al revés.",
            at=END,
        )
        for user in (evening.home, evening.away):
            actas.acta_sign(actor=user, acta_id=new.pk, digest=new.digest, at=END)
        acta = Acta.objects.get(pk=acta.pk)
        assert acta.state == "SUPERSEDED"
        assert proof.bundle(acta) == before
        verdict = of_file(before, VISITOR)
        assert (verdict.origin, verdict.standing) == (Origin.SIGNED, Standing.SUPERSEDED)
        assert verdict.successor == new

    def test_every_byte_counts(self, acta: Acta) -> None:
        """A hundred random bytes of the JSON, each changed to another: never genuine."""
        chance = random.Random(2026)
        data = proof.bundle(acta)
        for _ in range(100):
            changed = bytearray(data)
            place = chance.randrange(len(data))
            changed[place] ^= chance.randrange(1, 256)
            verdict = of_file(bytes(changed), VISITOR)
            assert not verdict.is_genuine, place
        words = (b'"public"', b'"pub1ic"'), (b'"note":', b'"a":1,"note":')
        for was, now in words:
            assert not of_file(data.replace(was, now), VISITOR).is_genuine
        for extra in (data + b"\n", b" " + data, data.replace(b'"note":""', b'"note" :""')):
            assert not of_file(extra, VISITOR).is_genuine

    def test_a_pdf_of_ours_to_the_byte(self, acta: Acta) -> None:
        data = pdf(proof.bundle(acta))
        file_issue(acta=acta, data=data, at=END)
        verdict = of_file(data, VISITOR)
        assert (verdict.origin, verdict.acta) == (Origin.ISSUED, acta)
        chance = random.Random(2026)
        for _ in range(100):
            changed = bytearray(data)
            changed[chance.randrange(len(data))] ^= chance.randrange(1, 256)
            assert of_file(bytes(changed), VISITOR).origin is not Origin.ISSUED

    @pytest.mark.parametrize("deflated", [True, False])
    def test_a_pdf_saved_again_carries_genuine_data_and_is_not_ours(
        self, acta: Acta, deflated: bool
    ) -> None:
        verdict = of_file(pdf(proof.bundle(acta), deflated=deflated), VISITOR)
        assert (verdict.origin, verdict.acta) == (Origin.CARRIED, acta)

    def test_a_pdf_with_two_actas_is_none(self, acta: Acta) -> None:
        other = proof.bundle(acta).replace(b'"disclosure":"public"', b'"disclosure":"whole"')
        assert of_file(pdf(proof.bundle(acta), other), VISITOR).origin is Origin.FOREIGN

    def test_a_signature_by_a_key_that_is_not_ours(self, acta: Acta) -> None:
        facts = json.loads(proof.bundle(acta))
        with tampering.another_key():
            forged = tampering.sealed_again(facts)
        assert of_file(forged, VISITOR).origin is Origin.UNKNOWN_KEY

    def test_what_our_key_signed_and_the_record_does_not_have(self, acta: Acta) -> None:
        facts = json.loads(proof.bundle(acta))
        facts["content"]["score"] = {"HOME": 4, "AWAY": 0}
        verdict = of_file(tampering.sealed_again(facts), VISITOR)
        assert (verdict.origin, verdict.problem) == (Origin.ALTERED, "not_recorded")

    def test_a_retired_key_still_vouches_for_what_it_signed(self, acta: Acta) -> None:
        old = SigningKey.objects.get()
        with override_settings(SIGNING_KEY=seals.private_key_new()):
            key_in_use(at=LATER)
            key_retire(key_id=old.key_id, at=LATER)
        assert of_file(proof.bundle(acta), VISITOR).origin is Origin.SIGNED

    def test_what_is_older_than_signatures_says_so(self, acta: Acta, client: Client) -> None:
        tampering.triggers_off()
        tampering.sql("DELETE FROM matches_seal")
        acta = Acta.objects.get(pk=acta.pk)
        data = proof.bundle(acta)
        assert json.loads(data)["signature"] is None
        assert of_file(data, VISITOR).origin is Origin.RECORDED
        assert of_file(data.replace(b'"home_games":5', b'"home_games":4'), VISITOR).origin is (
            Origin.ALTERED
        )
        assert "anterior a que las hubiera" in client.get(f"/v/{acta.code}/").content.decode()

    @pytest.mark.parametrize(
        "data",
        [
            b"x",
            b"{",
            b"{}",
            b"[" * 100_000,
            b'{"format":"amarraco-bundle/1"}',
            b'{"format":"amarraco-bundle/1","statement":{},"content":{}}',
            b'{"format":"amarraco-bundle/1","statement":{"public_digest":[]},"content":{"a":1.5}}',
            b'{"a":' * 5000 + b"1" + b"}" * 5000,
            b'{"format":"amarraco-bundle/1","statement":{"key":[1]},"content":{},"note":9}',
            b"%PDF-1.7\nstream\n" + zlib.compress(b"0" * 20_000_000),
            b"%PDF-1.7\n" + b"stream\n" * 5000,
            b"\xff\xfe{\x00}\x00",
            b'{"format":"amarraco-bundle/1","statement":{"encounter":' + b"9" * 5000 + b"}}",
        ],
        ids=lambda data: data[:20].decode("latin-1"),
    )
    def test_a_hostile_file_gets_an_answer(self, client: Client, data: bytes) -> None:
        sent = SimpleUploadedFile("acta.pdf", data)
        answer = client.post("/verificar/fichero/", {"file": sent})
        assert answer.status_code == 200
        assert "verdict stop" in answer.content.decode() or "wait" in answer.content.decode()

    def test_nothing_and_too_much_are_said(self, client: Client) -> None:
        assert "Falta el fichero" in client.post("/verificar/fichero/").content.decode()
        big = SimpleUploadedFile("acta.pdf", b"%PDF-" + b"0" * (5 * 1024 * 1024))
        page = client.post("/verificar/fichero/", {"file": big}).content.decode()
        assert "demasiado grande" in page

    def test_the_page_names_nobody(self, evening: Evening, acta: Acta, client: Client) -> None:
        sent = SimpleUploadedFile("acta.json", proof.bundle(acta))
        page = client.post("/verificar/fichero/", {"file": sent}).content.decode()
        assert "Es auténtico." in page
        for person in (evening.home, evening.away):
            assert person.email not in page
            assert str(person) not in page


@settings(deadline=None)
@given(st.binary(max_size=400))
@pytest.mark.django_db
def test_whatever_follows_the_mark_of_a_pdf_is_answered(data: bytes) -> None:
    assert of_file(b"%PDF-1.7\nstream\n" + data, VISITOR).origin is Origin.FOREIGN


@pytest.mark.django_db
class TestCommands:
    def test_verify_acta(self, acta: Acta, tmp_path: Path) -> None:
        file = tmp_path / "acta.json"
        file.write_bytes(proof.bundle(acta))
        out = io.StringIO()
        call_command("verify_acta", str(file), stdout=out)
        assert "Es auténtico." in out.getvalue()
        assert bundles.code_shown(acta.code) in out.getvalue()
        for changed in (proof.bundle(acta)[:-1], pdf(proof.bundle(acta))):
            file.write_bytes(changed)
            with pytest.raises(CommandError, match="1 of 1"):
                call_command("verify_acta", str(file), stdout=out)

    def test_signing_key(self, acta: Acta) -> None:
        out = io.StringIO()
        call_command("signing_key", stdout=out)
        key = SigningKey.objects.get()
        assert f"{key.key_id}  {key.public_key}  in use" in out.getvalue()
        with pytest.raises(CommandError, match="es la que firma ahora"):
            call_command("signing_key", "--retire", key.key_id)
        with override_settings(SIGNING_KEY=seals.private_key_new()):
            call_command("signing_key", "--retire", key.key_id, stdout=out)
        assert SigningKey.objects.get(pk=key.pk).retired_at is not None
        with pytest.raises(CommandError, match="retirada"):
            call_command("signing_key", stdout=out)

    def test_rotating_the_embedded_key(
        self, acta: Acta, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("SIGNING_KEY", raising=False)
        path = tmp_path / "signing.key"
        path.write_text("the old one")
        old = SigningKey.objects.get().key_id
        out = io.StringIO()
        with override_settings(DATA_DIR=tmp_path):
            call_command("signing_key", "--rotate", stdout=out)
        assert f"--retire {old}" in out.getvalue()
        assert (tmp_path / f"signing.{old}.old").read_text() == "the old one"
        assert path.stat().st_mode & 0o777 == 0o600
        with override_settings(SIGNING_KEY=path.read_text()):
            assert key_in_use(at=LATER).key_id != old

    def test_rotating_one_that_is_in_the_environment_is_refused(
        self, db: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("SIGNING_KEY", "x")
        with pytest.raises(CommandError, match="change SIGNING_KEY there"):
            call_command("signing_key", "--rotate")


@pytest.mark.django_db
class TestScript:
    """`docs/verify_acta.py`, run on its own: no Django, no library."""

    def run(self, tmp_path: Path, data: bytes, key: str) -> subprocess.CompletedProcess[str]:
        file = tmp_path / "acta"
        file.write_bytes(data)
        return subprocess.run(
            [sys.executable, "-I", "-S", str(SCRIPT), str(file), "--key", key],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )

    def test_agrees_with_us(self, acta: Acta, tmp_path: Path, client: Client) -> None:
        key = SigningKey.objects.get().public_key
        data = proof.bundle(acta)
        keys = tmp_path / "keys.json"
        keys.write_bytes(client.get("/verificar/claves.json").content)
        for sent, given_key in ((data, key), (pdf(data), key), (data, str(keys))):
            done = self.run(tmp_path, sent, given_key)
            assert done.returncode == 0, done.stdout + done.stderr
            assert done.stdout.startswith("GENUINE")
            assert bundles.code_shown(acta.code) in done.stdout
        stranger = seals.public_key_of(seals.private_key_of(seals.private_key_new()))
        assert "none of those given" in self.run(tmp_path, data, stranger).stdout

    def test_finds_a_changed_byte_and_a_changed_signature(self, acta: Acta, tmp_path: Path) -> None:
        key = SigningKey.objects.get().public_key
        data = proof.bundle(acta)
        signature = json.loads(data)["signature"]
        other = signature[:-1] + ("0" if signature[-1] != "0" else "1")
        wrong = (
            data.replace(b'"home_games":5', b'"home_games":4', 1),
            data.replace(signature.encode(), other.encode()),
            data + b"\n",
            data.replace(b'"public"', b'"pub1ic"'),
            b"%PDF-1.7",
            b"nada",
        )
        for changed in wrong:
            done = self.run(tmp_path, changed, key)
            assert done.returncode == 1, done.stdout + done.stderr
            assert done.stdout.startswith("NOT GENUINE")

    def test_is_served_as_it_is(self, client: Client) -> None:
        answer = client.get("/verificar/verify_acta.py")
        assert b"".join(answer.streaming_content) == SCRIPT.read_bytes()  # type: ignore[attr-defined]

    def test_needs_nothing_but_python(self) -> None:
        imported = set(re.findall(r"^import (\w+)", SCRIPT.read_text(), re.MULTILINE))
        assert imported <= set(sys.stdlib_module_names)
        assert "from " not in re.sub(r'"""[\s\S]*?"""', "", SCRIPT.read_text()).split("def ")[0]


@pytest.mark.django_db
def test_the_public_page_offers_file_code_and_signature(
    evening: Evening, acta: Acta, client: Client
) -> None:
    season = evening.season
    base = f"/{season.competition.slug}/{season.slug}/encuentros/{evening.encounter.pk}/acta/1"
    page = client.get(f"{base}/").content.decode()
    assert acta.seal.signature in page
    assert f"/v/{acta.code}/" in page
    download = client.get(f"{base}.json")
    assert download.content == proof.bundle(acta)
