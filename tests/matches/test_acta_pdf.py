"""The acta on paper: typeset and tagged, sealed, with its proof inside, made after the signing."""

import hashlib
import io
import json
from datetime import timedelta

import pytest
from asn1crypto import x509
from cryptography.hazmat.primitives.serialization import Encoding
from django.contrib.auth.models import AnonymousUser
from django.core.files.storage import default_storage
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

from league.jobs import Work
from league.models import DayHead, Job, LedgerEntry, Notification
from league.services.heads import heads_note
from league.services.jobs import jobs_run_due
from matches import addresses, bundles, proof
from matches.models import Acta, ActaPrint, IssuedFile
from matches.paper.acta import acta_pdf, acta_values
from matches.paper.certificates import certificate, certificate_make
from matches.paper.typeset import MISSING, printable
from matches.selectors.acta_prints import print_name, print_of
from matches.selectors.verdicts import Origin, of_file
from matches.services import actas, incidents
from matches.services.acta_prints import print_order, prints_order_missing
from matches.services.verification import record_verify
from tests import factories
from tests.matches import evening_stage, stage

pytestmark = pytest.mark.django_db
SOON = stage.END + timedelta(minutes=1)
TRICKY = 'Dijo "#eval(1)" y *nada*, @fulano \\ $x$ // `y` = <ñ> 𝔘 🂡\n#pagebreak() ~ -- ¡Ñu!'


@pytest.fixture(autouse=True, scope="module")
def own_certificate(tmp_path_factory, request):
    """One key for all tests here: making one takes longer than a PDF."""
    from django.conf import settings

    before = settings.PDF_CERTIFICATE
    path = tmp_path_factory.mktemp("certificate") / "sello.p12"
    certificate_make(path, name="Liga de pruebas")
    settings.PDF_CERTIFICATE = path
    yield
    settings.PDF_CERTIFICATE = before


def signed_evening(text=TRICKY):
    """Signed by both, one of them disagreeing; the names and the words are awkward."""
    evening = evening_stage.evening()
    player = evening.home_fichas[0].player
    player.last_name = ("de la Ñora #let x = [*] " + "y González-Villamil " * 6)[:90].strip()
    player.save()
    evening.close_line_ups()
    evening.draw()
    evening.play()
    incidents.incident_add(
        actor=evening.home,
        encounter_id=evening.encounter.pk,
        kind="CONDUCT",
        text=text,
        board=2,
        at=stage.END,
    )
    acta = evening.end()
    actas.acta_sign(actor=evening.home, acta_id=acta.pk, digest=acta.digest, at=stage.END)
    actas.acta_sign(
        actor=evening.away,
        acta_id=acta.pk,
        digest=acta.digest,
        disagrees=True,
        disagreement=text,
        at=stage.END,
    )
    return evening, Acta.objects.select_related(
        "encounter__division__season__competition", "encounter__matchday", "encounter__venue"
    ).get(pk=acta.pk)


def names_of_proof(acta):
    return {row["name"]: row["text"] for row in acta_values(acta, whole=True)["proof"]["rows"]}


def attachments(pdf):
    names = PdfFileReader(io.BytesIO(pdf)).root["/Names"]["/EmbeddedFiles"]["/Names"]
    return {
        str(names[nth]): names[nth + 1].get_object()["/EF"]["/F"].get_object().data
        for nth in range(0, len(names), 2)
    }


class TestThePdf:
    @pytest.mark.regulation("M-D.10")
    def test_is_tagged_sealed_and_carries_its_bundle(self):
        _evening, acta = signed_evening()
        pdf = acta_pdf(acta, whole=True, at=SOON)
        reader = PdfFileReader(io.BytesIO(pdf))
        assert reader.root["/MarkInfo"]["/Marked"]
        assert reader.root["/Lang"].startswith("es")
        assert b"pdfuaid" in reader.root["/Metadata"].get_object().data
        assert attachments(pdf) == {"acta.json": proof.bundle(acta, whole=True)}
        [found] = bundles.found_in_pdf(pdf)
        assert json.loads(found)["content"]["encounter"] == acta.encounter_id
        [seal] = reader.embedded_signatures
        root = x509.Certificate.load(certificate().cert.certificate.public_bytes(Encoding.DER))
        status = validate_pdf_signature(seal, ValidationContext(trust_roots=[root]))
        assert status.bottom_line
        assert status.coverage.name == "ENTIRE_FILE"

    def test_prints_the_head_that_was_published_last(self):
        """Once on paper in other hands, what came before it cannot be written anew."""
        evening, acta = signed_evening()
        assert "Cabeza publicada" not in names_of_proof(acta)
        heads_note(Work(0, "test", {}, SOON + timedelta(days=1), lambda done, total: None))
        published = DayHead.objects.get(chain__season=evening.season)
        printed = names_of_proof(acta)["Cabeza publicada"]
        day, _act, head = printed.split(", ")
        assert day == f"la del {published.day:%d/%m/%Y}"
        assert published.head.startswith("".join(head.rstrip("…").split()))
        assert record_verify([head]) == []
        for broken in (head[:-4], "0000" + head[4:]):
            assert [found.kind for found in record_verify([broken])] == ["head"]
        pdf = acta_pdf(acta, whole=True, at=SOON)
        assert attachments(pdf) == {"acta.json": proof.bundle(acta, whole=True)}

    def test_a_changed_byte_breaks_the_seal(self):
        _evening, acta = signed_evening()
        pdf = bytearray(acta_pdf(acta, whole=True, at=SOON))
        place = pdf.find(b"acta.json")
        pdf[place] ^= 1
        [seal] = PdfFileReader(io.BytesIO(bytes(pdf))).embedded_signatures
        status = validate_pdf_signature(seal, ValidationContext(trust_roots=[]))
        assert not status.intact

    def test_the_public_one_keeps_back_the_words(self, monkeypatch):
        told = []
        monkeypatch.setattr(
            "matches.paper.acta.typeset",
            lambda *args, **kwargs: told.append((args, kwargs)) or b"",
        )
        monkeypatch.setattr("matches.paper.acta.sealed", lambda pdf, **_kwargs: pdf)
        _evening, acta = signed_evening("Lo llamó tramposu")
        for whole in (True, False):
            acta_pdf(acta, whole=whole, at=SOON)
        whole, public = (repr(one) for one in told)
        assert whole.count("tramposu") == 3  # incident, disagreement, bundle
        assert "tramposu" not in public
        assert "Covadonga" in public  # who sat down is public


class TestMadeAfterwards:
    def test_the_signing_only_orders_it(self):
        _evening, acta = signed_evening()
        assert not ActaPrint.objects.exists()
        assert Job.objects.filter(kind="acta.print", payload={"acta": acta.pk, "again": False})

    def test_the_job_keeps_the_file_under_its_digest_and_tells_both_sides(self):
        evening, acta = signed_evening("Sin más.")
        jobs_run_due(at=SOON, clock=lambda: SOON)
        prints = {row.whole: row for row in ActaPrint.objects.filter(acta=acta)}
        assert set(prints) == {True, False}
        for row in prints.values():
            with default_storage.open(print_name(row.digest)) as file:
                data = file.read()
            assert hashlib.sha256(data).hexdigest() == row.digest
            assert IssuedFile.objects.get(digest=row.digest).acta == acta
            # The verification page knows it to the byte.
            assert of_file(data, AnonymousUser()).origin is Origin.ISSUED
            other = bytearray(data)
            other[len(data) // 2] ^= 1
            assert of_file(bytes(other), AnonymousUser()).origin is not Origin.ISSUED
        assert LedgerEntry.objects.filter(action="acta.file_issued").count() == 2
        told = Notification.objects.filter(kind="acta.printed")
        assert {row.recipient for row in told} == {evening.home, evening.away}
        # Once made it is not made again, by whatever asks.
        print_order(acta=acta, at=SOON)
        jobs_run_due(at=SOON + timedelta(seconds=1), clock=lambda: SOON)
        assert ActaPrint.objects.filter(acta=acta).count() == 2
        # Lost from the disk, it has a later edition.
        default_storage.delete(print_name(prints[False].digest))
        assert print_of(acta, whole=False) is None
        print_order(acta=acta, at=SOON)
        jobs_run_due(at=SOON + timedelta(seconds=2), clock=lambda: SOON)
        again = print_of(acta, whole=False)
        assert (again.edition, print_of(acta, whole=True)) == (2, prints[True])

    def test_what_has_none_is_ordered_by_the_hour(self):
        _evening, acta = signed_evening("Sin más.")
        Job.objects.all().delete()
        assert prints_order_missing(at=SOON) == 1
        [job] = Job.objects.all()
        assert job.payload["acta"] == acta.pk


class TestThePage:
    def address(self, acta):
        return addresses.acta_pdf_path(acta)

    def test_says_that_it_is_not_ready_then_gives_each_its_own(self, client):
        evening, acta = signed_evening("Sin más.")
        waiting = client.get(self.address(acta))
        assert "se está preparando" in waiting.content.decode()
        jobs_run_due(at=SOON, clock=lambda: SOON)
        digests = {}
        for who in (None, evening.home, evening.organiser, factories.user()):
            if who is not None:
                client.force_login(who)
            response = client.get(self.address(acta))
            assert response["Content-Type"] == "application/pdf"
            digests[who] = hashlib.sha256(response.content).hexdigest()
        whole, public = (print_of(acta, whole=one).digest for one in (True, False))
        assert list(digests.values()) == [public, whole, whole, public]

    def test_a_version_that_never_counted_has_none(self, client):
        evening = evening_stage.evening()
        acta = evening.ended()
        acta.encounter = evening.encounter
        assert client.get(self.address(acta)).status_code == 404


def test_letters_that_no_font_has_become_a_sign():
    assert printable({"a": ["Ñoño 🂡", 3, None]}) == {"a": [f"Ñoño {MISSING}", 3, None]}
    assert printable("a\tb\r\nc") == "a b\nc"


def test_a_certificate_is_never_written_over(tmp_path):
    path = tmp_path / "sello.p12"
    assert certificate_make(path, name="Liga")
    before = path.read_bytes()
    assert path.stat().st_mode & 0o077 == 0
    assert not certificate_make(path, name="Otra")
    assert path.read_bytes() == before
