"""The matrix clause → who → modules → tests, read from the sources; nothing is run or imported.

A module carries a clause out when a docstring in it (its own, a class's, a function's) names the
ID. A line of a docstring that says NOT HERE names clauses that are carried out elsewhere, or
nowhere. A test holds the code to a clause when it is marked with the ID.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.regulation import CLAUSES, Clause, Who

CODE = ("rules", "league", "matches")
TESTS = "tests"
NOT_HERE = "NOT HERE"

# These speak of the regulation itself, and give IDs as examples.
_ABOUT = ("rules.regulation", "league.regulation_matrix", "matches.management.commands.regulation")

_DASH = "[-\N{EN DASH}]"
_CITED = re.compile(
    r"(?<![\w-])(?P<prefix>[A-Z]-)(?P<article>[A-Z]+|\d+)\.(?P<first>\d+)"
    rf"(?:{_DASH}(?:(?P=prefix)?(?P=article)\.)?(?P<last>\d+)(?![\w.]))?"
    r"|(?<![\w-])(?P<whole>C-\d+)(?!\w|\.\d)"  # rules of cachibol have no parts
)


@dataclass(frozen=True, slots=True)
class Row:
    """A clause, the modules that carry it out and the tests marked with it, both in order."""

    clause: Clause
    modules: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """`code`, `test`, both, or nothing when the clause is covered."""
        found = (("code", self.modules), ("test", self.tests))
        return tuple(word for word, there in found if not there)


def cited(text: str) -> tuple[str, ...]:
    """The IDs in a text, in order, each once, ranges written out.

    `M-I.2–3`, `M-I.2–I.3` and `M-I.2–M-I.3` are ranges, with a dash or a hyphen. What looks like an
    ID counts, whether the regulation has it or not.
    """
    ids: dict[str, None] = {}
    for match in _CITED.finditer(text):
        if match["whole"]:
            ids[match["whole"]] = None
            continue
        first, last = int(match["first"]), int(match["last"] or match["first"])
        for number in range(first, max(first, last) + 1):
            ids[f"{match['prefix']}{match['article']}.{number}"] = None
    return tuple(ids)


def carried_out(docstring: str) -> tuple[str, ...]:
    """The IDs that a docstring names as carried out: those of its lines without NOT HERE.

    A line that says NOT HERE and names no clause goes on with the last one that did.
    """
    entries: list[str] = []
    for line in docstring.splitlines():
        if NOT_HERE in line and not cited(line):
            while entries and not cited(entries.pop()):
                pass
        elif NOT_HERE not in line:
            entries.append(line)
    return cited("\n".join(entries))


def docstrings(source: str) -> Iterator[str]:
    """The docstrings of a module: its own, its classes', its functions'."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield text


def _is_mark(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "regulation"
        and isinstance(node.func.value, ast.Attribute)
        and node.func.value.attr == "mark"
    )


def _ids(mark: ast.AST) -> Iterator[str]:
    """The words of a mark. ValueError when it has none: its clauses cannot be read here."""
    words = [
        node.value
        for node in ast.walk(mark)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    if not words:
        raise ValueError(f"line {getattr(mark, 'lineno', 0)}: a mark without the ID in words")
    yield from words


def _marked(nodes: Iterable[ast.AST], constants: Mapping[str, ast.AST]) -> dict[str, None]:
    """The IDs marked within the nodes, and within the module's constants that they name."""
    ids: dict[str, None] = {}
    for node in nodes:
        for inner in ast.walk(node):
            if _is_mark(inner):
                ids.update(dict.fromkeys(_ids(inner)))
            elif isinstance(inner, ast.Name) and inner.id in constants:
                rest = {name: value for name, value in constants.items() if name != inner.id}
                ids.update(_marked([constants[inner.id]], rest))
    return ids


def _constants(body: Iterable[ast.stmt]) -> dict[str, ast.AST]:
    """What the names set at the head of a module or class stand for."""
    found: dict[str, ast.AST] = {}
    for node in body:
        if isinstance(node, ast.Assign):
            found.update(
                {target.id: node.value for target in node.targets if isinstance(target, ast.Name)}
            )
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            found[node.target.id] = node.value
    return found


def marks(source: str) -> dict[str, tuple[str, ...]]:
    """Test (`TestCut::test_three_cards`) → the IDs it is marked with, in order.

    Marks stand on the function, on one of its parameters, on the class, or in `pytestmark`. Tests
    without any are left out. ValueError when a mark does not give its IDs in words.
    """
    found: dict[str, tuple[str, ...]] = {}

    def read(
        body: list[ast.stmt], above: dict[str, None], known: dict[str, ast.AST], path: str
    ) -> None:
        own = _constants(body)
        known = known | own
        if "pytestmark" in own:
            above = above | _marked([own["pytestmark"]], known)
        for node in body:
            if isinstance(node, ast.ClassDef):
                on_class = _marked(node.decorator_list, known)
                read(node.body, above | on_class, known, f"{path}{node.name}::")
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                ids = above | _marked(node.decorator_list, known)
                if ids and node.name.startswith("test"):
                    found[path + node.name] = tuple(ids)

    read(ast.parse(source).body, {}, {}, "")
    return found


def _sources(root: Path, folder: str) -> Iterator[tuple[str, str]]:
    """Path from the root, and text, of every Python file of a folder. Migrations are left out."""
    for path in sorted((root / folder).rglob("*.py")):
        if "migrations" not in path.parts:
            yield path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


# Reading a source takes longer than finding it: what was read once is kept while the process lives.
@cache
def _carried_out_by(source: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(id for text in docstrings(source) for id in carried_out(text)))


@cache
def _marked_in(source: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((name, tuple(ids)) for name, ids in marks(source).items())


def matrix(root: Path) -> tuple[Row, ...]:
    """A row for every clause, in the order of the regulation, from the checkout at `root`."""
    modules: dict[str, list[str]] = {id: [] for id in CLAUSES}
    tests: dict[str, list[str]] = {id: [] for id in CLAUSES}
    for folder in CODE:
        for path, source in _sources(root, folder):
            module = _module(path)
            if module in _ABOUT:
                continue
            for id in _carried_out_by(source):
                modules.setdefault(id, []).append(module)
    for path, source in _sources(root, TESTS):
        for name, ids in _marked_in(source):
            for id in ids:
                tests.setdefault(id, []).append(f"{path}::{name}")
    return tuple(
        Row(clause, tuple(modules[id]), tuple(tests[id])) for id, clause in CLAUSES.items()
    )


def gaps(rows: Iterable[Row], kinds: Iterable[Who]) -> tuple[Row, ...]:
    """The rows of these kinds without code or without a test. What is the table's alone is none."""
    asked = set(kinds) - {Who.TABLE}
    return tuple(row for row in rows if asked & set(row.clause.who) and row.missing)
