"""`manage.py regulation`: which modules carry out a clause, and which tests hold them to it."""

import csv
import textwrap
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from league.regulation_matrix import TESTS, Row, gaps, matrix
from rules.regulation import CLAUSES, Who

HEADINGS = ("clause", "who", "title", "modules", "tests")
WIDTHS = (9, 18, 34, 36, 0)
CHECKED = tuple(who for who in Who if who is not Who.TABLE)


def _who(row: Row) -> str:
    return "/".join(row.clause.who)


def _by_file(tests: Sequence[str]) -> list[str]:
    """`tests/rules/test_mus_sheet.py (3)` for each file."""
    files = Counter(test.partition("::")[0] for test in tests)
    return [f"{file} ({number})" for file, number in files.items()]


def _line(cells: Sequence[str]) -> str:
    return " ".join(f"{cell:{width}}" for cell, width in zip(cells, WIDTHS, strict=True)).rstrip()


def _table(rows: Sequence[Row], *, each_test: bool) -> Iterator[str]:
    yield _line(HEADINGS)
    yield "-" * 120
    for row in rows:
        title = textwrap.wrap(row.clause.title, WIDTHS[2] - 1)
        tests = row.tests if each_test else _by_file(row.tests)
        columns = ([row.clause.id], [_who(row)], title, row.modules or ["-"], tests or ["-"])
        for cells in zip_longest(*columns, fillvalue=""):
            yield _line(cells)


def _markdown(rows: Sequence[Row]) -> Iterator[str]:
    yield f"| {' | '.join(HEADINGS)} |"
    yield "|---" * len(HEADINGS) + "|"
    for row in rows:
        modules = "<br>".join(f"`{module}`" for module in row.modules)
        cells = (row.clause.id, _who(row), row.clause.title, modules)
        yield f"| {' | '.join(cells)} | {'<br>'.join(_by_file(row.tests))} |"


class Command(BaseCommand):
    help = (
        "The regulation clause by clause: who carries it out, in which modules, with which tests."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", choices=["table", "csv", "markdown"], default="table")
        parser.add_argument("--clause", metavar="ID", help="this clause alone, with every test")
        parser.add_argument(
            "--check", action="store_true", help="fail when a clause has no code or no test"
        )
        parser.add_argument(
            "--kinds",
            default=",".join(CHECKED),
            help="with --check, whose clauses: engine, league, committee (all when not given)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not (settings.BASE_DIR / TESTS).is_dir():
            raise CommandError("The tests are not here: the matrix is read in a checkout.")
        rows = matrix(settings.BASE_DIR)
        if options["clause"]:
            if options["clause"] not in CLAUSES:
                raise CommandError(f"The regulation has no clause {options['clause']}.")
            rows = tuple(row for row in rows if row.clause.id == options["clause"])
        if options["check"]:
            self._check(rows, _kinds(options["kinds"]))
        elif options["format"] == "csv":
            writer = csv.writer(self.stdout, lineterminator="\n")
            writer.writerow(HEADINGS)
            for row in rows:
                lists = (" ".join(row.modules), " ".join(row.tests))
                writer.writerow([row.clause.id, _who(row), row.clause.title, *lists])
        elif options["format"] == "markdown":
            self.stdout.write("\n".join(_markdown(rows)))
        else:
            self.stdout.write("\n".join(_table(rows, each_test=bool(options["clause"]))))

    def _check(self, rows: Sequence[Row], kinds: Sequence[Who]) -> None:
        """One line a gap, and a refusal when there is any."""
        asked = [row for row in rows if set(kinds) & set(row.clause.who)]
        if not asked:
            raise CommandError("There is no clause of these kinds to check.")
        open_rows = gaps(rows, kinds)
        for row in open_rows:
            self.stderr.write(
                f"{row.clause.id} ({_who(row)}): no {', no '.join(row.missing)}"
                f" — {row.clause.title}"
            )
        if open_rows:
            raise CommandError(f"{len(open_rows)} of {len(asked)} clauses are not covered.")
        self.stdout.write(f"Covered: {len(asked)} of {len(asked)} clauses.")


def _kinds(words: str) -> list[Who]:
    try:
        kinds = [Who(word.strip()) for word in words.split(",")]
    except ValueError as error:
        raise CommandError(f"--kinds takes {', '.join(CHECKED)}.") from error
    if Who.TABLE in kinds:
        raise CommandError("What is the table's alone is shown and never checked.")
    return kinds
