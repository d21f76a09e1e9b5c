"""Every clause that is cited exists, and what the league and the committee carry out stays so."""

import csv
from io import StringIO
from pathlib import Path
from textwrap import dedent

import pytest
from django.core.management import CommandError, call_command

from league import regulation_matrix
from league.regulation_matrix import Row, carried_out, cited, docstrings, gaps, marks, matrix
from rules.regulation import CLAUSES, Who

ROOT = Path(__file__).resolve().parents[2]

# The clauses of the league and the committee with code and a test. One may be added, none taken
# away: what was carried out once stays so.
COVERED = (
    *("M-E.1", "M-D.1", "M-D.2", "M-D.3", "M-D.4", "M-D.5", "M-D.6", "M-D.7", "M-D.8", "M-D.9"),
    *("M-D.10", "M-D.11", "M-D.12", "M-D.13", "M-D.14", "M-D.15", "M-D.16", "M-D.18", "M-D.19"),
    *("M-D.21", "M-T.1", "M-T.2", "M-T.4"),
    *("C-4.1", "C-4.2", "C-5", "C-7.1", "C-7.2", "C-7.3", "C-19.2"),
)

C_19 = ("C-19.4", "C-19.5", "C-19.6")


@pytest.fixture(scope="module")
def rows() -> dict[str, Row]:
    return {row.clause.id: row for row in matrix(ROOT)}


class TestCitations:
    @pytest.mark.parametrize(
        ("text", "ids"),
        [
            ("A ficha (M-D.7).", ["M-D.7"]),
            ("M-D.5, M-D.7 and again M-D.5", ["M-D.5", "M-D.7"]),
            ("M-VII.1–M-VII.3", ["M-VII.1", "M-VII.2", "M-VII.3"]),
            ("M-VIII.1–VIII.3", ["M-VIII.1", "M-VIII.2", "M-VIII.3"]),
            ("M-I.2–3  shuffling", ["M-I.2", "M-I.3"]),
            ("M-I.2-3", ["M-I.2", "M-I.3"]),
            ("C-19.10", ["C-19.10"]),
            ("a rule without parts (C-13), C-1. And C-19.4–19.6", ["C-13", "C-1", *C_19]),
            ("UTF-8, SHA-256, row I-3 and C-3D", []),
            ("M-D.7–M-T.2", ["M-D.7", "M-T.2"]),
            ("M-D.13—15 minutes later", ["M-D.13"]),
            ("the article M-VII, 12.5 and XM-D.7", []),
        ],
    )
    def test_are_found_with_lists_and_ranges(self, text: str, ids: list[str]) -> None:
        assert list(cited(text)) == ids

    def test_of_what_is_done_elsewhere_do_not_count(self) -> None:
        text = """What a docstring says.

        M-D.7  sixteen fichas                 done
        M-D.8  a released ficha               NOT HERE: in fichas
        M-D.9  a clause told in
               two lines                      NOT HERE: elsewhere
        M-T.1  a moment                       done, in
               two lines
        """
        assert carried_out(text) == ("M-D.7", "M-T.1")

    def test_are_read_in_docstrings_of_modules_classes_and_functions_alone(self) -> None:
        source = '''
            """Of the module."""
            text = "M-D.1"
            class Ficha:
                """Of the class."""
                def free(self):
                    """Of the method."""
                    """No docstring."""
            async def wait():
                """Of the function."""
        '''
        assert set(docstrings(dedent(source).lstrip())) == {
            "Of the module.",
            "Of the class.",
            "Of the method.",
            "Of the function.",
        }


class TestMarks:
    @staticmethod
    def of(source: str) -> dict[str, tuple[str, ...]]:
        return marks("import pytest\n" + dedent(source))

    def test_stand_on_functions_and_classes(self) -> None:
        source = """
            @pytest.mark.regulation("M-D.7")
            class TestFicha:
                @pytest.mark.regulation("M-D.8", "M-D.7")
                def test_released(self): ...
                def test_taken(self): ...
                def helper(self): ...
            @pytest.mark.regulation(
                *("M-D.1", "M-D.2"),
            )
            async def test_score(): ...
            def test_unmarked(): ...
        """
        assert self.of(source) == {
            "TestFicha::test_released": ("M-D.7", "M-D.8"),
            "TestFicha::test_taken": ("M-D.7",),
            "test_score": ("M-D.1", "M-D.2"),
        }

    @pytest.mark.parametrize("mark", ["{}", "[pytest.mark.django_db, {}]"])
    def test_stand_in_pytestmark(self, mark: str) -> None:
        own = mark.format('pytest.mark.regulation("M-T.1")')
        whole = mark.format('pytest.mark.regulation("M-T.2")')
        source = f"""
            pytestmark = {whole}
            class TestStart:
                pytestmark = {own}
                def test_late(self): ...
            def test_end(): ...
        """
        assert self.of(source) == {
            "TestStart::test_late": ("M-T.2", "M-T.1"),
            "test_end": ("M-T.2",),
        }

    def test_stand_on_parameters_given_in_place_or_by_name(self) -> None:
        source = """
            CASES: list = [pytest.param(1, marks=pytest.mark.regulation("M-D.13"))]
            @pytest.mark.parametrize("n", CASES)
            def test_named(n): ...
            @pytest.mark.parametrize("n", [pytest.param(
                1, marks=[pytest.mark.regulation("M-D.14")]), 2])
            def test_given(n): ...
            @pytest.mark.parametrize("n", [3])
            def test_plain(n): ...
        """
        assert self.of(source) == {"test_named": ("M-D.13",), "test_given": ("M-D.14",)}

    def test_without_words_are_refused(self) -> None:
        with pytest.raises(ValueError, match="line 3: a mark without the ID"):
            self.of("""
                @pytest.mark.regulation(*ALL)
                def test_all(): ...
            """)


class TestMatrix:
    @pytest.fixture
    def checkout(self, tmp_path: Path) -> Path:
        """M-D.7 with code and test, M-D.8 with code, M-D.9 with a test, M-I.1 with neither."""
        for path, text in {
            "league/fichas/__init__.py": '"""Fichas (M-D.7)."""',
            "league/fichas/released.py": 'class A:\n  """M-D.8"""\nclass B:\n  """M-D.8"""',
            "league/migrations/0001.py": '"""M-D.9"""',
            "rules/regulation.py": '"""An example is M-D.9."""',
            "tests/league/test_fichas.py": (
                "@pytest.mark.regulation('M-D.7', 'M-D.9')\ndef test_taken(): ..."
            ),
        }.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        return tmp_path

    def test_joins_clause_modules_and_tests(self, checkout: Path) -> None:
        rows = {row.clause.id: row for row in matrix(checkout)}
        test = "tests/league/test_fichas.py::test_taken"
        assert list(rows) == list(CLAUSES)
        assert rows["M-D.7"] == Row(CLAUSES["M-D.7"], ("league.fichas",), (test,))
        assert rows["M-D.8"] == Row(CLAUSES["M-D.8"], ("league.fichas.released",), ())
        assert rows["M-D.9"] == Row(CLAUSES["M-D.9"], (), (test,))
        assert [rows[id].missing for id in ("M-D.7", "M-D.8", "M-D.9", "M-D.10")] == [
            (),
            ("test",),
            ("code",),
            ("code", "test"),
        ]

    def test_has_gaps_of_the_kinds_asked_for_and_never_of_the_table(self, checkout: Path) -> None:
        rows = matrix(checkout)
        league = {row.clause.id for row in gaps(rows, [Who.LEAGUE])}
        assert {"M-D.8", "M-D.9", "M-D.13"} <= league
        assert not {"M-D.7", "M-P.1", "M-D.21", "M-I.1"} & league
        assert {"M-D.13", "M-D.21"} <= {row.clause.id for row in gaps(rows, [Who.COMMITTEE])}
        assert not gaps(rows, [Who.TABLE])


class TestThisProject:
    @pytest.mark.parametrize("folder", [*regulation_matrix.CODE, "templates", "docs"])
    def test_cites_no_clause_that_does_not_exist(self, folder: str) -> None:
        """Docstrings, sentences, findings and comments of the code; pages; papers."""
        files = [
            path
            for path in sorted((ROOT / folder).rglob("*"))
            if path.suffix in {".py", ".html", ".txt", ".toml", ".md"}
        ]
        wrong = {
            (path.relative_to(ROOT).as_posix(), id)
            for path in files
            for id in cited(path.read_text(encoding="utf-8"))
            if id not in CLAUSES
        }
        assert files
        assert not wrong

    def test_marks_and_explains_no_test_with_a_clause_that_does_not_exist(self) -> None:
        wrong = set()
        for path in sorted((ROOT / "tests").rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            named = [id for ids in marks(source).values() for id in ids]
            named += [id for text in docstrings(source) for id in cited(text)]
            wrong |= {(path.relative_to(ROOT).as_posix(), id) for id in named if id not in CLAUSES}
        assert not wrong

    @pytest.mark.parametrize("id", COVERED)
    def test_still_covers_what_league_and_committee_carry_out(
        self, rows: dict[str, Row], id: str
    ) -> None:
        assert not rows[id].missing


class TestCommand:
    @staticmethod
    def run(*arguments: str) -> str:
        out = StringIO()
        call_command("regulation", *arguments, stdout=out, stderr=StringIO())
        return out.getvalue()

    def test_shows_every_clause(self) -> None:
        lines = self.run().splitlines()
        shown = [line.split()[0] for line in lines if line.startswith(("M-", "C-"))]
        assert shown == list(CLAUSES)

    def test_shows_one_clause_with_its_modules_and_tests(self, rows: dict[str, Row]) -> None:
        shown = self.run("--clause", "M-D.13")
        assert all(name in shown for name in (*rows["M-D.13"].modules, *rows["M-D.13"].tests))
        assert "M-D.14" not in shown

    def test_writes_csv_that_reads_back(self, rows: dict[str, Row]) -> None:
        read = list(csv.DictReader(StringIO(self.run("--format", "csv"))))
        assert [line["clause"] for line in read] == list(CLAUSES)
        (line,) = [line for line in read if line["clause"] == "M-D.13"]
        assert line["who"] == "league/committee"
        assert line["modules"].split() == list(rows["M-D.13"].modules)
        assert line["tests"].split() == list(rows["M-D.13"].tests)

    def test_writes_markdown_with_as_many_cells_as_headings(self) -> None:
        lines = self.run("--format", "markdown").splitlines()
        assert len(lines) == len(CLAUSES) + 2
        assert {line.count("|") for line in lines} == {6}

    def test_checks_and_lists_what_is_open(self, monkeypatch: pytest.MonkeyPatch) -> None:
        clause = CLAUSES["M-D.7"]
        monkeypatch.setattr(
            "matches.management.commands.regulation.matrix",
            lambda root: (Row(clause, (), ()), Row(CLAUSES["M-D.8"], ("league.x",), ("t",))),
        )
        err = StringIO()
        with pytest.raises(CommandError, match="1 of 2 clauses are not covered"):
            call_command("regulation", "--check", "--kinds", "league", stderr=err)
        assert err.getvalue().splitlines() == [f"M-D.7 (league): no code, no test — {clause.title}"]

    def test_checks_what_is_covered(self) -> None:
        assert self.run("--check", "--clause", "M-D.13") == "Covered: 1 of 1 clauses.\n"

    @pytest.mark.parametrize(
        ("arguments", "says"),
        [
            (["--clause", "M-D.99"], "no clause M-D.99"),
            (["--check", "--kinds", "league,judges"], "--kinds takes engine, league, committee"),
            (["--check", "--kinds", "table"], "never checked"),
            (["--check", "--clause", "M-I.1"], "no clause of these kinds"),
        ],
    )
    def test_refuses_what_it_cannot_answer(self, arguments: list[str], says: str) -> None:
        with pytest.raises(CommandError, match=says):
            self.run(*arguments)
