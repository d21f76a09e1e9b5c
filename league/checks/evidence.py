"""A file that somebody sends as evidence: what it really is, and a copy without what it should not
carry. Pure.

The kind is read from the content, never believed from the name or the browser. Photos are decoded
and written anew: what travels beside the picture (place and time of the shot, comments, anything
hung behind the last byte) does not survive. For a PDF see `league.checks.pdf`.

Refused: `evidence.empty`, `evidence.too_big`, `evidence.kind`, `evidence.extension`,
`evidence.broken`, `evidence.too_many_pixels`, and what a PDF is refused for.
"""

import hashlib
import io
import warnings
from dataclasses import dataclass

from PIL import Image, ImageOps

from league.checks.pdf import read_pdf
from league.refusals import Refused

MAX_BYTES = 8 * 1024 * 1024
JPEG, PNG, PDF = "image/jpeg", "image/png", "application/pdf"
# A few bytes can unpack to a picture that fills the memory: a PNG always whole, a JPEG smaller.
MAX_PIXELS = {JPEG: 50_000_000, PNG: 25_000_000}
MAX_SIDE = 4096  # what is kept: enough to read an acta by
EXTENSIONS = {JPEG: ("jpg", "jpeg"), PNG: ("png",), PDF: ("pdf",)}

_MAGIC = ((b"\xff\xd8\xff", JPEG), (b"\x89PNG\r\n\x1a\n", PNG), (b"%PDF-", PDF))


@dataclass(frozen=True, slots=True)
class AcceptedFile:
    """What is stored: the bytes as they are served, their kind, extension and SHA-256."""

    data: bytes
    content_type: str
    extension: str
    digest: str


def read_file(name: str, data: bytes) -> AcceptedFile:
    """The file as it may be kept. Raises Refused."""
    if not data:
        raise Refused("evidence.empty", name=name)
    if len(data) > MAX_BYTES:
        raise Refused("evidence.too_big", name=name, megabytes=MAX_BYTES // (1024 * 1024))
    kind = next((kind for magic, kind in _MAGIC if data.startswith(magic)), None)
    if kind is None:
        raise Refused("evidence.kind", name=name)
    extension = name.rpartition(".")[2].lower()
    if extension not in EXTENSIONS[kind]:
        raise Refused("evidence.extension", name=name, expected=EXTENSIONS[kind][0])
    kept = read_pdf(name, data) if kind == PDF else _redrawn(name, data, kind)
    if len(kept) > MAX_BYTES:
        raise Refused("evidence.too_big", name=name, megabytes=MAX_BYTES // (1024 * 1024))
    return AcceptedFile(
        data=kept,
        content_type=kind,
        extension=EXTENSIONS[kind][0],
        digest=hashlib.sha256(kept).hexdigest(),
    )


def _redrawn(name: str, data: bytes, kind: str) -> bytes:
    form = "JPEG" if kind == JPEG else "PNG"
    most = MAX_PIXELS[kind]
    try:
        with warnings.catch_warnings():
            # Our own limit speaks; Pillow's warning would only be noise in the log.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=[form]) as opened:
                if opened.width * opened.height > most:
                    raise Refused("evidence.too_many_pixels", name=name, most=most // 10**6)
                opened.draft("RGB", (MAX_SIDE, MAX_SIDE))  # a big JPEG never gets whole
                opened.load()
                ImageOps.exif_transpose(opened, in_place=True)
                transparent = kind == PNG and (
                    "A" in opened.getbands() or "transparency" in opened.info
                )
                pixels = opened.convert("RGBA" if transparent else "RGB")
                pixels.thumbnail((MAX_SIDE, MAX_SIDE))
    except Image.DecompressionBombError:
        raise Refused("evidence.too_many_pixels", name=name, most=most // 10**6) from None
    except (OSError, SyntaxError, ValueError, EOFError):
        raise Refused("evidence.broken", name=name) from None
    # A picture made of the pixels alone: nothing of the old file's `info` can come along.
    clean = Image.frombytes(pixels.mode, pixels.size, pixels.tobytes())
    out = io.BytesIO()
    if kind == JPEG:
        clean.save(out, form, quality=88, optimize=True)
    else:
        clean.save(out, form, optimize=True)
    return out.getvalue()
