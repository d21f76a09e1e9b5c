"""Roster files as spreadsheets save them."""

import io
import zipfile
from datetime import date

import pytest
import tablib

from league.refusals import Refused
from league.roster_file import (
    MAX_BYTES,
    MAX_ROWS,
    read_roster,
    row_values,
    rows_from_values,
    template,
)
from league.roster_plan import RosterRow

ROW = RosterRow(2, "Peña La Ñora", "AST-1", "Xuan", "Muñiz", "31/12/1960", "3")
TEXT = (
    "Peña;Licencia;Nombre;Apellidos;Nacimiento;Ficha\nPeña La Ñora;AST-1;Xuan;Muñiz;31/12/1960;3\n"
)


def _code(content: bytes, name: str = "f.csv") -> str:
    with pytest.raises(Refused) as refused:
        read_roster(content, name)
    return refused.value.code


class TestCsv:
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252"])
    @pytest.mark.parametrize("separator", [";", ",", "\t"])
    def test_any_usual_encoding_and_separator(self, encoding: str, separator: str) -> None:
        content = TEXT.replace(";", separator).encode(encoding)
        assert read_roster(content, "f.csv") == (ROW,)

    @pytest.mark.parametrize(
        "header",
        [
            "EQUIPO;N.º licencia;NOMBRE;Apellido;Fecha de nacimiento;Nº ficha",
            "equipo;licencia;nombre;apellidos;F. Nacimiento;ficha",
            "Peña / Equipo;Número de licencia;nombre;APELLIDOS;nacimiento;Número de ficha",
        ],
    )
    def test_headings_as_people_write_them(self, header: str) -> None:
        content = "\n".join([header, TEXT.splitlines()[1]]).encode()
        assert read_roster(content, "f.csv") == (ROW,)

    def test_columns_in_any_order_unknown_ones_and_empty_lines(self) -> None:
        text = "\n\nlicencia;teléfono;peña\n;;\nAST-1;985;La Ñora\n"
        assert read_roster(text.encode(), "f.csv") == (
            RosterRow(line=5, team="La Ñora", licence="AST-1"),
        )

    def test_the_template_reads_itself(self) -> None:
        rows = read_roster(template().encode(), "plantilla.csv")
        assert [(row.licence, row.slot) for row in rows] == [("AST-00001", "1")]


class TestXlsx:
    def test_numbers_and_dates_of_a_spreadsheet(self) -> None:
        data = tablib.Dataset(
            ("Peña La Ñora", 10431, "Xuan", "Muñiz", date(1960, 12, 31), 3.0),
            headers=("peña", "licencia", "nombre", "apellidos", "nacimiento", "ficha"),
        )
        (row,) = read_roster(data.export("xlsx"), "f.xlsx")
        assert row == RosterRow(2, "Peña La Ñora", "10431", "Xuan", "Muñiz", "1960-12-31", "3")

    def test_a_damaged_one(self) -> None:
        assert _code(b"PK\x03\x04nothing", "f.xlsx") == "roster.unreadable"

    def test_one_that_unpacks_to_too_much(self) -> None:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("xl/worksheets/sheet1.xml", b"0" * (21 * 1024 * 1024))
        assert _code(packed.getvalue(), "f.xlsx") == "roster.too_big"


class TestRefused:
    def test_what_is_no_list(self) -> None:
        assert _code(b"") == "roster.empty"
        assert _code(TEXT.splitlines()[0].encode()) == "roster.empty"
        assert _code(b"nombre;apellidos\nXuan;Busto") == "roster.no_header"
        assert _code(b"%PDF-1.4", "lista.pdf") == "roster.unreadable"
        assert _code(b"\x00\x01;\x02") == "roster.unreadable"

    def test_too_much(self) -> None:
        assert _code(b"x" * (MAX_BYTES + 1)) == "roster.too_big"
        lines = ["licencia;peña", *(f"{number};a" for number in range(MAX_ROWS + 1))]
        assert _code("\n".join(lines).encode()) == "roster.too_many_rows"


def test_rows_travel_through_the_session() -> None:
    assert rows_from_values(row_values([ROW])) == (ROW,)
