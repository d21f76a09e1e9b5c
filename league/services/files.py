"""Files as they come from a form: checked by their content, and gone again from the disk when the
transaction that wrote them is refused."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db.models.fields.files import FieldFile

from league.checks.evidence import MAX_BYTES, AcceptedFile, read_file
from league.refusals import Refused


class Sent(Protocol):
    """A file as a form hands it over."""

    name: str | None
    size: int | None

    def read(self) -> bytes: ...


def sent_read(sent: Sent) -> AcceptedFile:
    """The file as it may be kept. Refused `evidence.*`. Nothing is written."""
    name = (sent.name or "")[-120:]
    if sent.size is not None and sent.size > MAX_BYTES:
        raise Refused("evidence.too_big", name=name, megabytes=MAX_BYTES // (1024 * 1024))
    return read_file(name, sent.read())


@contextmanager
def written_files() -> Iterator[list[str]]:
    """Around the transaction that writes files: if it is refused, they go."""
    names: list[str] = []
    try:
        yield names
    except BaseException:
        for name in names:
            default_storage.delete(name)
        raise


def file_keep(field: FieldFile, accepted: AcceptedFile, written: list[str]) -> None:
    """Write the file under a name that says nothing of whose it is."""
    field.save(f"{uuid.uuid4().hex}.{accepted.extension}", ContentFile(accepted.data), save=False)
    written.append(str(field.name))
