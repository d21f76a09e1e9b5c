"""A PDF that somebody hands in: kept to the byte, or refused. Pure.

It cannot be written anew without changing what was handed in. Refused is one that is something else
as well, that would do something when it is opened, that is locked (nobody can look into it), or
that grows out of all proportion when it is unpacked. Names are read as a reader would: written in
other ways (`/J#61vaScript`) or hidden in a packed object they are the same.

One thing is taken out, byte for byte by zeros and blanks: where the photos inside were taken.

Refused: `evidence.broken`, `evidence.two_kinds`, `evidence.active`, `evidence.locked`,
`evidence.unpacks_too_big`.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator

from PIL import Image
from PIL.ExifTags import IFD

from league.refusals import Refused

MAX_UNPACKED = 256 * 1024 * 1024

_END = 1024  # readers look for the end mark in the last kilobyte
_PIECE = 1024 * 1024
_HEAD = 4000  # how far before a stream its dictionary may begin
_BEGIN = re.compile(rb"(?<!end)stream\r?\n")
_ESCAPED = re.compile(rb"#([0-9A-Fa-f]{2})")
_ACTIVE = re.compile(
    rb"/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|XFA|Movie|Sound)"
    rb"(?![A-Za-z0-9])"
)
_EXIF = re.compile(rb"\xff\xe1(..)Exif\x00\x00", re.DOTALL)
_XMP_PLACE = re.compile(
    rb"(GPS(?:Latitude|Longitude|Altitude|Position|DestLatitude|DestLongitude)\s*"
    rb"(?:=\s*[\"']|>))([^\"'<]{1,80})"
)


def read_pdf(name: str, data: bytes) -> bytes:
    """The PDF as it may be kept. Raises Refused."""
    if b"%%EOF" not in data[-_END:]:
        raise Refused("evidence.broken", name=name)
    head, tail = data[:_END].lower(), data[data.rindex(b"%%EOF") + 5 :].strip()
    if zipfile.is_zipfile(io.BytesIO(data)) or b"<script" in head or b"<html" in head or tail:
        raise Refused("evidence.two_kinds", name=name)
    written, packed = _parts(name, data)
    if re.search(rb"/Encrypt\b", written):
        raise Refused("evidence.locked", name=name)
    if any(_ACTIVE.search(_unescaped(part)) for part in (written, *packed)):
        raise Refused("evidence.active", name=name)
    return _without_places(data)


def _parts(name: str, data: bytes) -> tuple[bytes, list[bytes]]:
    """What stands outside of streams, and the objects that are packed in streams."""
    written, packed = [], []
    left = MAX_UNPACKED
    for before, head, stream in _streams(data):
        written.append(before)
        if b"FlateDecode" not in head and not re.search(rb"/Fl\b", head):
            continue
        keeps = b"ObjStm" in head
        pieces = []
        for piece in _unpacked(stream):
            left -= len(piece)
            if left < 0:
                raise Refused("evidence.unpacks_too_big", name=name)
            if keeps:
                pieces.append(piece)
        packed.append(b"".join(pieces))
    return b"\n".join(written), packed


def _streams(data: bytes) -> Iterator[tuple[bytes, bytes, bytes]]:
    """What stands before each stream, its dictionary, and the stream; at last what is left."""
    at = 0
    for found in _BEGIN.finditer(data):
        if found.start() < at:
            continue  # inside of another
        end = data.find(b"endstream", found.end())
        end = len(data) if end < 0 else end
        head = data[max(at, found.start() - _HEAD) : found.start()]
        yield (
            data[at : found.start()],
            _unescaped(head[head.rfind(b"obj") + 3 :]),
            data[found.end() : end],
        )
        at = end
    yield data[at:], b"", b""


def _unpacked(data: bytes) -> Iterator[bytes]:
    """Piece by piece, so that nothing grows beyond what is asked for."""
    work = zlib.decompressobj()
    try:
        while data and not work.eof:
            piece = work.decompress(data, _PIECE)
            data = work.unconsumed_tail
            if piece:
                yield piece
    except zlib.error:
        return  # a broken stream shows nothing, to a reader neither


def _unescaped(data: bytes) -> bytes:
    return _ESCAPED.sub(lambda found: bytes([int(found[1], 16)]), data)


def _without_places(data: bytes) -> bytes:
    """The same file, as long as before, without where its photos were taken."""
    kept = bytearray(data)
    end = 0
    for found in _EXIF.finditer(data):
        start = found.start() + 4
        if start < end:
            continue
        end = found.start() + 2 + int.from_bytes(found[1], "big")
        if _tells_place(data[start:end]):
            kept[start:end] = bytes(len(kept[start:end]))
    return _XMP_PLACE.sub(lambda found: found[1] + b" " * len(found[2]), bytes(kept))


def _tells_place(exif: bytes) -> bool:
    told = Image.Exif()
    try:
        told.load(exif)
        return bool(told.get_ifd(IFD.GPSInfo))
    except Exception:  # noqa: BLE001  broken in more ways than can be named: better without it
        return True
