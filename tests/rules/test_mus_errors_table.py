"""`docs/mus-errors.md`, row by row: each has records of its clause that were bet as it says."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from rules.mus import parse_record, replay
from rules.mus.betting import Said
from rules.mus.record import Acts, Bet, Heading
from tests.rules.musr import ARTICLES, mirrored, texts

TABLE = Path(__file__).resolve().parents[2] / "docs" / "mus-errors.md"


@dataclass(frozen=True)
class Row:
    table: int
    number: int
    cells: dict[str, str]
    clauses: tuple[str, ...]
    examples: tuple[str, ...]


def rows():
    table, names = 0, []
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("|") or line.startswith("|---"):
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if "Cláusula" in cells:
            table, number, names, above = table + 1, 0, cells, {}
            continue
        number += 1
        told = dict(zip(names, cells, strict=True))
        # » is the word above.
        told = {name: re.sub("^»", above.get(name, ""), cell) for name, cell in told.items()}
        above = told
        clauses = tuple(re.findall(r"M-[IV]+\.\d+", told["Cláusula"]))
        yield Row(table, number, told, clauses, tuple(told["Ejemplos"].split(", ")))


ROWS = list(rows())
ERRORS = [row for row in ROWS if row.table in (1, 2)]


def record(example):
    article, number = example.split("-")
    return texts(article)[int(number) - 1]


def clauses_of(report):
    awards = [award.clause for award in report.awards]
    ways = [way for pending in report.pending for way in pending.alternatives]
    told = [one.clause for one in (*report.findings, *report.pending, *report.answers)]
    return {*awards, *told, *(award.clause for way in ways for award in way.awards)}


def named(row):
    return f"{row.table}.{row.number}"


def test_three_tables_are_read():
    assert [sum(row.table == table for row in ROWS) for table in (1, 2, 3)] == [19, 11, 17]
    assert {row.cells["Error"] for row in ROWS if row.table == 1 and row.number in (5, 6)} == {
        "Cantó sin tener; la jugada la hizo el compañero, o se pasó"
    }


@pytest.mark.parametrize("row", ROWS, ids=named)
def test_a_row_has_records_of_its_clauses(row):
    reports = {example: replay(parse_record(record(example))) for example in row.examples}
    for clause in row.clauses:
        article = clause.removeprefix("M-").split(".")[0]
        of_clause = [
            example for example in row.examples if row.table > 1 or example.split("-")[0] == article
        ]
        assert of_clause, f"no record of {clause}"
    for example, report in reports.items():
        if row.clauses and (row.table, row.number) != (3, 17):
            # An órdago that stands ends the deal, and M-VII.6 is the clause that lets it stand or
            # fall: it gives no stones of its own, no more than a refused bet gives by M-VII.7.
            by = {"M-VII.6": "M-VII.2"}
            wanted = {by.get(clause, clause) for clause in row.clauses}
            assert wanted & clauses_of(report), (example, clauses_of(report))


@pytest.mark.parametrize("row", ERRORS, ids=named)
def test_a_row_is_open_in_its_records_where_it_says_so(row):
    says_so = "**Pendiente**" in row.cells["Se apunta"]
    lances = {1: {"VII": {"pares"}, "VIII": {"juego"}}, 2: {"VII": {"juego", "punto"}}}[row.table]
    for example in row.examples:
        report = replay(parse_record(record(example)))
        of_lance = lances[example.split("-")[0]]
        assert any(pending.lance in of_lance for pending in report.pending) == says_so, example


BET = {Said.BET, Said.ORDAGO}


def how_it_was_bet(text, headings):
    """passed, accepted, ordago or refused: what the last calls of these lines come to."""
    calls = [
        act.call
        for line in parse_record(text).lines
        if isinstance(line, Acts) and line.heading in headings
        for act in line.acts
        if isinstance(act, Bet)
    ]
    if not any(call.said in BET for call in calls):
        return "passed", None
    last_bet = [call for call in calls if call.said in BET][-1]
    if calls[-1].said is Said.REFUSE:
        return "refused", last_bet.seat.pair
    return ("ordago" if last_bet.said is Said.ORDAGO else "accepted"), last_bet.seat.pair


EXPECTED = {
    "Pase": {"passed"},
    "Querido": {"accepted"},
    "Querido, órdago incluido": {"accepted", "ordago"},
    "Querido, gana la correcta": {"accepted"},
    "Órdago querido": {"ordago"},
    "Órdago querido, gana la correcta": {"ordago"},
    "Órdago querido, gana la errada": {"ordago"},
    "La errada no quiso": {"refused"},
    "La correcta no quiso": {"refused"},
    "Los hubo": {"accepted"},
}


@pytest.mark.parametrize("row", ERRORS, ids=named)
def test_its_records_were_bet_as_the_row_says(row):
    ways = EXPECTED.get(row.cells["Envites"])
    if ways is None:
        assert row.cells["Envites"] in {"—", "Los que hubo", "Nulos", "Cualesquiera", "Los demás"}
        return
    found = set()
    for example in row.examples:
        headings = {Heading.JUEGO, Heading.PUNTO}
        if row.table == 1 and example.startswith("VII-"):
            headings = {Heading.PARES}
        text = record(example)
        how, bettor = how_it_was_bet(text, headings)
        found.add(how)
        # A in these records is the pair that erred.
        if how == "refused":
            assert bettor == ("B" if row.cells["Envites"] == "La errada no quiso" else "A")
    assert found == ways


def test_errors_are_told_of_both_pairs_passed_bet_refused_and_with_an_ordago():
    """Every row of the errors holds for each pair: the records, and the records mirrored."""
    ways = {}
    for article, headings in (
        ("VII", {Heading.PARES}),
        ("VIII", {Heading.JUEGO}),
        ("IX", {Heading.GRANDE, Heading.PUNTO}),
    ):
        for text in texts(article):
            for one in (text, mirrored(text)):
                report = replay(parse_record(one))
                for found in report.findings:
                    if found.seat is not None and found.clause.startswith(f"M-{article}."):
                        ways.setdefault((article, found.seat.pair), set()).add(
                            how_it_was_bet(one, headings)[0]
                        )
    everything = {"passed", "accepted", "refused", "ordago"}
    assert ways == {
        (article, pair): everything for article in ("VII", "VIII", "IX") for pair in "AB"
    }


def test_every_record_that_a_row_names_exists():
    numbers = {f"{a}-{n}" for a in ARTICLES for n in range(1, len(texts(a)) + 1)}
    assert {example for row in ROWS for example in row.examples} <= numbers
