"""From a template of templates/acta and plain values to a tagged PDF (PDF/UA-1).

Values travel as JSON beside the template and are never spliced into its text: what people write is
set as letters, whatever it looks like. Only the fonts shipped with the templates are used, so the
same values give the same page on every machine.
"""

import json
import threading
from bisect import bisect_right
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import typst
from django.conf import settings

STANDARD: Final = "ua-1"
MISSING = "☐"
_one_at_a_time = threading.Lock()  # a compiler is one world: its inputs belong to one document


def typeset(
    template: str,
    values: Mapping[str, Any],
    *,
    files: Mapping[str, str] | None = None,
    timestamp: int,
) -> bytes:
    """The PDF of a template (`acta`, `blank`).

    `values` are plain JSON, `files` texts that the template takes whole (a QR, an attachment),
    `timestamp` the second that the document says it was made. Raises typst.TypstError.
    """
    inputs = {"data": json.dumps(printable(values), ensure_ascii=False), **(files or {})}
    folder = templates()
    with _one_at_a_time:
        made = _compiler(folder).compile(
            input=str(folder / f"{template}.typ"),
            format="pdf",
            pdf_standards=STANDARD,
            sys_inputs=inputs,
            timestamp=timestamp,
        )
    assert isinstance(made, bytes)  # one file, since it is no picture a page
    return made


def templates() -> Path:
    return Path(settings.BASE_DIR) / "templates" / "acta"


@cache
def _compiler(folder: Path) -> typst.Compiler:
    """One a process: it reads the fonts once."""
    return typst.Compiler(
        root=str(folder), font_paths=[str(folder / "fonts")], ignore_system_fonts=True
    )


def printable(value: Any) -> Any:
    """The same value with a sign in place of each letter that the fonts lack: a tagged PDF with an
    unknown letter is refused whole."""
    if isinstance(value, str):
        return "".join(letter if _has_glyph(letter) else MISSING for letter in _tidy(value))
    if isinstance(value, Mapping):
        return {key: printable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [printable(item) for item in value]
    return value


def _tidy(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")


def _has_glyph(letter: str) -> bool:
    if letter == "\n":
        return True
    starts, ends = _covered()
    place = bisect_right(starts, ord(letter)) - 1
    return place >= 0 and ord(letter) <= ends[place]


@cache
def _covered() -> tuple[list[int], list[int]]:
    """Ranges of letters that all the fonts have (fonts/coverage.txt)."""
    words = (templates() / "fonts" / "coverage.txt").read_text().split()
    ranges = [word.partition("-") for word in words]
    return (
        [int(first, 16) for first, _dash, _last in ranges],
        [int(last or first, 16) for first, _dash, last in ranges],
    )
