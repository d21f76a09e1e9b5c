"""Reads and writes roster files: CSV as spreadsheets save it, and XLSX.

Raises `league.refusals.Refused` (`roster.*`) for what cannot be read; what a row means is decided
in `league.roster_plan`.
"""

import csv
import io
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Any

import tablib

from league.collation import sort_key
from league.entry_rules import EntryTerms
from league.refusals import Refused
from league.roster_plan import RosterRow

MAX_BYTES = 1024 * 1024
MAX_ROWS = 1000
MAX_CELL = 200
# An XLSX is a zip: what it unpacks to is bounded before anything reads it.
MAX_UNPACKED = 20 * 1024 * 1024

COLUMNS = ("peña", "licencia", "nombre", "apellidos", "nacimiento", "ficha")
_FIELDS = {
    "team": ("peña", "equipo", "peña o equipo", "peña/equipo", "club"),
    "licence": ("licencia", "n licencia", "nº licencia", "num licencia", "número de licencia"),
    "first_name": ("nombre",),
    "last_name": ("apellidos", "apellido"),
    "birth": ("nacimiento", "fecha de nacimiento", "fecha nacimiento", "f nacimiento"),
    "slot": ("ficha", "n ficha", "nº ficha", "número de ficha"),
    "shirt": ("camiseta", "n camiseta", "nº camiseta", "dorsal"),
    "certificate": ("certificado", "certificado médico", "fecha del certificado"),
}
_HEADERS = {sort_key(name): field for field, names in _FIELDS.items() for name in names}
_REQUIRED = ("team", "licence")


def read_roster(content: bytes, filename: str) -> tuple[RosterRow, ...]:
    """The rows of a file with anything in them. Raises Refused `roster.*`."""
    if not content:
        raise Refused("roster.empty")
    if len(content) > MAX_BYTES:
        raise Refused("roster.too_big", megabytes=MAX_BYTES // 1024 // 1024)
    cells = _xlsx(content) if content.startswith(b"PK\x03\x04") else _csv(content, filename)
    lines = ((number, line) for number, line in enumerate(cells, 1) if any(line))
    header = next(lines, None)
    if header is None:
        raise Refused("roster.empty")
    fields = [_HEADERS.get(sort_key(name)) for name in header[1]]
    missing = [_FIELDS[name][0] for name in _REQUIRED if name not in fields]
    if missing:
        raise Refused("roster.no_header", missing=", ".join(missing), columns=", ".join(COLUMNS))
    rows: list[RosterRow] = []
    for number, line in lines:
        if len(rows) == MAX_ROWS:
            raise Refused("roster.too_many_rows", rows=MAX_ROWS)
        told = {
            field: cell[:MAX_CELL]
            for field, cell in zip(fields, line, strict=False)
            if field is not None
        }
        rows.append(RosterRow(line=number, **told))
    if not rows:
        raise Refused("roster.empty")
    return tuple(rows)


def template_columns(terms: EntryTerms | None = None) -> tuple[str, ...]:
    """The columns that a season has a use for."""
    if terms is None:
        return COLUMNS
    return (
        *COLUMNS[:-1],
        "camiseta" if terms.shirt_numbers else "ficha",
        *(("certificado",) if terms.document else ()),
    )


def template(terms: EntryTerms | None = None) -> str:
    """A file to fill in: the headings and one example, as CSV that a spreadsheet opens."""
    example = {
        "peña": "Peña La Ñora",
        "licencia": "AST-00001",
        "nombre": "Xuan",
        "apellidos": "Muñiz Ablanedo",
        "nacimiento": "31/12/1960",
        "ficha": "1",
        "camiseta": "7",
        "certificado": "01/09/2026",
    }
    columns = template_columns(terms)
    dataset = tablib.Dataset([example[name] for name in columns], headers=columns)
    return "\ufeff" + str(dataset.export("csv", delimiter=";"))


def _csv(content: bytes, filename: str) -> Iterator[list[str]]:
    if b"\x00" in content or filename.lower().endswith((".xls", ".ods", ".pdf")):
        raise Refused("roster.unreadable")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")  # latin-1 as Windows writes it
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(";,\t", key=first.count)
    try:
        for line in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
            yield [cell.strip() for cell in line]
    except csv.Error:
        raise Refused("roster.unreadable") from None


def _xlsx(content: bytes) -> Iterator[list[str]]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(part.file_size for part in archive.infolist()) > MAX_UNPACKED:
                raise Refused("roster.too_big", megabytes=MAX_BYTES // 1024 // 1024)
        dataset = tablib.Dataset()
        dataset.load(content, format="xlsx", headers=False)
    except Refused:
        raise
    except Exception:  # noqa: BLE001  a damaged workbook fails in many ways, all mean the same
        raise Refused("roster.unreadable") from None
    for line in dataset:
        yield [_text(cell) for cell in line]


def _text(cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()


def row_values(rows: Sequence[RosterRow]) -> list[list[Any]]:
    """Rows as plain lists, for the session between preview and confirmation."""
    return [
        [
            row.line,
            row.team,
            row.licence,
            row.first_name,
            row.last_name,
            row.birth,
            row.slot,
            row.shirt,
            row.certificate,
        ]
        for row in rows
    ]


def rows_from_values(values: Sequence[Sequence[Any]]) -> tuple[RosterRow, ...]:
    return tuple(RosterRow(*value) for value in values)
