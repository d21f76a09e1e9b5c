"""Files sent as evidence: what they really are, what is taken out of them, who may fetch them."""

import io
import struct
import zipfile
import zlib
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image
from PIL.ExifTags import GPS, IFD, Base

from league.checks import pdf
from league.checks.evidence import MAX_BYTES, MAX_SIDE, read_file
from league.refusals import Refused
from matches.models import Case, Evidence
from matches.services import evidence as services
from tests import factories
from tests.matches import stage
from tests.matches.test_rulings import Affair

PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"


def jpeg(size: tuple[int, int] = (64, 48), *, gps: bool = False) -> bytes:
    out = io.BytesIO()
    exif = Image.Exif()
    if gps:
        exif[Base.Make] = "Cámara"
        exif[Base.Orientation] = 6
        exif.get_ifd(IFD.GPSInfo)[GPS.GPSLatitudeRef] = "N"
        exif.get_ifd(IFD.GPSInfo)[GPS.GPSLatitude] = (43.0, 33.0, 0.0)
    Image.new("RGB", size, "green").save(out, "JPEG", exif=exif, comment=b"casa de Pelayo")
    return out.getvalue()


def png(size: tuple[int, int] = (64, 48)) -> bytes:
    out = io.BytesIO()
    Image.new("RGBA", size, (0, 80, 0, 120)).save(out, "PNG")
    return out.getvalue()


def zipped() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("virus.exe", b"MZ" * 100)
    return out.getvalue()


def bomb(side: int = 50_000) -> bytes:
    """A PNG of so many points each way in a few bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        checksum = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + checksum

    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\x00" * 100_000))
        + chunk(b"IEND", b"")
    )


def packed_pdf(packed: bytes, kind: bytes = b"/Type/ObjStm") -> bytes:
    """A PDF with a packed stream in it."""
    body = zlib.compress(packed, 9)
    head = b"3 0 obj<<" + kind + b"/Filter/FlateDecode/Length %d>>stream\n" % len(body)
    return PDF.replace(b"trailer", head + body + b"\nendstream endobj\ntrailer")


def photo_in_pdf(picture: bytes) -> bytes:
    head = b"3 0 obj<</Subtype/Image/Filter/DCTDecode/Length %d>>stream\n" % len(picture)
    return PDF.replace(b"trailer", head + picture + b"\nendstream endobj\ntrailer")


class TestReadFile:
    def test_a_photo_loses_place_camera_comment_and_thumbnail(self) -> None:
        sent = jpeg(gps=True)
        assert Image.open(io.BytesIO(sent)).getexif().get_ifd(IFD.GPSInfo)
        kept = read_file("IMG_0001.JPG", sent)
        picture = Image.open(io.BytesIO(kept.data))
        assert not picture.getexif() and "comment" not in picture.info
        assert b"Exif" not in kept.data and b"Pelayo" not in kept.data
        assert kept.content_type == "image/jpeg"

    def test_it_keeps_standing_upright(self) -> None:
        """The turn was written beside the picture; it goes into the picture."""
        kept = read_file("a.jpg", jpeg((64, 48), gps=True))
        assert Image.open(io.BytesIO(kept.data)).size == (48, 64)

    def test_a_drawing_keeps_what_can_be_seen_through(self) -> None:
        kept = read_file("a.png", png())
        assert Image.open(io.BytesIO(kept.data)).mode == "RGBA"

    def test_what_hangs_behind_a_photo_falls_off(self) -> None:
        for sent, name in ((jpeg(), "a.jpg"), (png(), "a.png")):
            kept = read_file(name, sent + zipped() + b"<script>alert(1)</script>")
            assert not zipfile.is_zipfile(io.BytesIO(kept.data))
            assert b"<script>" not in kept.data

    def test_a_pdf_is_kept_to_the_byte(self) -> None:
        assert read_file("escrito.pdf", PDF).data == PDF

    def test_a_pdf_keeps_what_only_looks_like_a_program(self) -> None:
        """Three letters in the bytes of a picture are no program."""
        harmless = packed_pdf(b"/JS (x) in a drawing", kind=b"/Subtype/Image")
        assert read_file("plano.pdf", harmless).data == harmless

    def test_a_photo_in_a_pdf_loses_its_place_and_nothing_moves(self) -> None:
        sent = photo_in_pdf(jpeg(gps=True))
        xmp = sent.replace(b"%%EOF", b'<x exif:GPSLatitude="43,33.1N"/>\n%%EOF')
        kept = read_file("escrito.pdf", xmp).data
        assert len(kept) == len(xmp)
        assert b"Exif" not in kept and b"43,33.1N" not in kept
        start = kept.index(b"\xff\xd8")
        picture = Image.open(io.BytesIO(kept[start : kept.index(b"\nendstream")]))
        assert picture.size == (64, 48) and not picture.getexif()
        other = photo_in_pdf(jpeg())
        assert read_file("escrito.pdf", other).data == other

    def test_a_pdf_that_swells_is_refused_before_it_has(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        swelling = packed_pdf(bytes(3_000_000), kind=b"/Subtype/Image")
        assert len(swelling) < 5_000 and read_file("hinchado.pdf", swelling).data == swelling
        monkeypatch.setattr(pdf, "MAX_UNPACKED", 2_000_000)
        with pytest.raises(Refused) as refusal:
            read_file("hinchado.pdf", swelling)
        assert refusal.value.code == "evidence.unpacks_too_big"

    def test_a_big_photo_is_kept_smaller(self) -> None:
        kept = read_file("panorama.jpg", jpeg((9000, 300)))
        assert Image.open(io.BytesIO(kept.data)).size == (MAX_SIDE, 137)

    @pytest.mark.parametrize(
        ("name", "data", "code"),
        [
            ("vacio.jpg", b"", "evidence.empty"),
            ("grande.jpg", b"\xff\xd8\xff" + b"0" * MAX_BYTES, "evidence.too_big"),
            ("dibujo.svg", b"<svg onload='alert(1)'/>", "evidence.kind"),
            ("pagina.jpg", b"<html><script>alert(1)</script>", "evidence.kind"),
            ("animada.gif", b"GIF89a" + b"0" * 50, "evidence.kind"),
            ("fotos.zip", zipped(), "evidence.kind"),
            ("foto.png", jpeg(), "evidence.extension"),
            ("foto.jpg.exe", jpeg(), "evidence.extension"),
            ("foto", jpeg(), "evidence.extension"),
            ("foto.pdf", png(), "evidence.extension"),
            ("rota.jpg", jpeg()[:300], "evidence.broken"),
            ("mentira.png", b"\x89PNG\r\n\x1a\n" + b"x" * 100, "evidence.broken"),
            ("bomba.png", bomb(), "evidence.too_many_pixels"),
            ("sabana.png", bomb(side=5_001), "evidence.too_many_pixels"),
            ("corto.pdf", b"%PDF-1.4\nhola", "evidence.broken"),
            ("doble.pdf", PDF + zipped(), "evidence.two_kinds"),
            ("web.pdf", PDF.replace(b"\n1 0", b"\n<html><script>1 0"), "evidence.two_kinds"),
            ("escondido.pdf", PDF.replace(b"/Type", b"/J#61vaScript(x)/Type"), "evidence.active"),
            ("corto.pdf", PDF.replace(b"/Type", b"/AA<</O<</JS(x)>>>>/Type"), "evidence.active"),
            ("guardado.pdf", packed_pdf(b"4 0 <</S/JavaScript/JS(x)>>"), "evidence.active"),
            ("cerrado.pdf", PDF.replace(b"/Root", b"/Encrypt 9 0 R/Root"), "evidence.locked"),
            ("listo.pdf", PDF.replace(b"/Type", b"/JavaScript(x)/Type"), "evidence.active"),
        ],
        # Names alone: the bytes of a zip hold the moment, and two workers would differ.
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_refuses_with_a_reason(self, name: str, data: bytes, code: str) -> None:
        with pytest.raises(Refused) as refusal:
            read_file(name, data)
        assert refusal.value.code == code
        assert refusal.value.facts["name"] == name


def files_on_disk() -> set[Path]:
    return {path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()}


def sent(name: str = "foto.jpg", data: bytes | None = None) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, jpeg() if data is None else data)


@pytest.mark.django_db
class TestEvidenceAdd:
    def test_is_of_the_claim_and_says_nothing_in_its_name(self) -> None:
        affair = Affair()
        [row] = services.evidence_add(
            actor=affair.evening.away,
            case_id=affair.case.pk,
            files=[sent("DNI de Pelayo.jpg")],
            at=stage.END,
        )
        assert row.claim == affair.claim and "Pelayo" not in str(row.file.name)
        assert len(row.digest) == 64

    def test_one_bad_file_refuses_all_and_leaves_none_behind(self) -> None:
        affair = Affair()
        before = files_on_disk()
        with pytest.raises(Refused) as refusal:
            services.evidence_add(
                actor=affair.evening.away,
                case_id=affair.case.pk,
                files=[sent(), sent("mala.jpg", b"<svg/>")],
                at=stage.END,
            )
        assert refusal.value.code == "evidence.kind"
        assert not Evidence.objects.exists() and files_on_disk() == before

    def test_a_refusal_after_writing_takes_the_files_away(self) -> None:
        affair = Affair()
        for _ in range(3):
            services.evidence_add(
                actor=affair.evening.away,
                case_id=affair.case.pk,
                files=[sent() for _ in range(6)],
                at=stage.END,
            )
        before = files_on_disk()
        with pytest.raises(Refused) as refusal:
            services.evidence_add(
                actor=affair.evening.away,
                case_id=affair.case.pk,
                files=[sent() for _ in range(3)],
                at=stage.END,
            )
        assert refusal.value.code == "evidence.too_many_in_all"
        assert files_on_disk() == before

    def test_not_in_a_closed_case_nor_by_strangers(self) -> None:
        affair = Affair()
        stranger = factories.user()
        with pytest.raises(PermissionDenied):
            services.evidence_add(
                actor=stranger, case_id=affair.case.pk, files=[sent()], at=stage.END
            )
        Case.objects.update(state="SHELVED")
        with pytest.raises(Refused) as refusal:
            services.evidence_add(
                actor=affair.member, case_id=affair.case.pk, files=[sent()], at=stage.END
            )
        assert refusal.value.code == "case.closed"


@pytest.mark.django_db
class TestEvidencePage:
    def fetched(self, affair: Affair, user: object) -> tuple[int, dict[str, str]]:
        row = Evidence.objects.first()
        assert row is not None
        client = Client()
        if user is not None:
            client.force_login(user)  # type: ignore[arg-type]
        response = client.get(reverse("matches:evidence", kwargs={"pk": row.pk}))
        return response.status_code, dict(response.headers)

    def test_parties_organiser_and_committee_and_nobody_else(self) -> None:
        affair = Affair()
        services.evidence_add(
            actor=affair.evening.home, case_id=affair.case.pk, files=[sent()], at=stage.END
        )
        for user in (
            affair.evening.home,
            affair.evening.away,
            affair.evening.organiser,
            affair.member,
        ):
            assert self.fetched(affair, user)[0] == 200
        recused = factories.role(
            season=affair.season, kind="COMMITTEE", club=affair.encounter.home.club
        ).user
        other = factories.delegate(team=factories.team(division=affair.encounter.division)).user
        for user in (recused, other, factories.role(kind="COMMITTEE").user, factories.user()):
            assert self.fetched(affair, user)[0] == 403
        assert self.fetched(affair, None)[0] == 302

    def test_lies_outside_of_all_that_is_served_by_its_name(self) -> None:
        affair = Affair()
        [row] = services.evidence_add(
            actor=affair.evening.home, case_id=affair.case.pk, files=[sent()], at=stage.END
        )
        served = [settings.STATIC_ROOT, *(one for one in settings.STATICFILES_DIRS)]
        kept = Path(row.file.path).resolve()
        assert not any(kept.is_relative_to(Path(folder).resolve()) for folder in served)
        client = Client()
        client.force_login(affair.member)
        for prefix in ("/", "/media/", "/files/", settings.STATIC_URL):
            assert client.get(f"{prefix}{row.file.name}").status_code == 404

    def test_comes_as_a_download_that_nothing_keeps_or_runs(self) -> None:
        affair = Affair()
        services.evidence_add(
            actor=affair.evening.home, case_id=affair.case.pk, files=[sent()], at=stage.END
        )
        _status, headers = self.fetched(affair, affair.member)
        assert headers["Content-Disposition"].startswith("attachment;")
        assert headers["Content-Type"] == "image/jpeg"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "private, no-store"
        assert "sandbox" in headers["Content-Security-Policy"]
