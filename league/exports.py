"""Lists as files for a spreadsheet.

A cell that a spreadsheet would run as a formula is written with an apostrophe before it: names
and notes come from people.
"""

from collections.abc import Sequence
from typing import Any

import tablib
from django.http import HttpResponse
from django_tables2 import Table

FORMATS = ("csv", "xlsx")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def harmless(value: Any) -> Any:
    """The value as it may stand in a spreadsheet's cell."""
    if value is None:
        return ""
    if isinstance(value, int | float):
        return value
    text = str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text


def table_file(table: Table, format: str, name: str) -> HttpResponse:
    """Every line of the table, filtered and sorted as it is, not just the page in sight."""
    return lines_file(list(table.as_values()), format, name)


def lines_file(lines: Sequence[Sequence[Any]], format: str, name: str) -> HttpResponse:
    """Lines of cells, the first of them the headings."""
    safe = [[harmless(cell) for cell in line] for line in lines]
    dataset = tablib.Dataset(*safe[1:], headers=safe[0])
    content: Any
    if format == "csv":
        # Semicolons and the mark of UTF-8: what a Spanish spreadsheet opens with two clicks.
        content = "\ufeff" + str(dataset.export("csv", delimiter=";"))
    else:
        content = dataset.export("xlsx")
    return HttpResponse(
        content,
        headers={
            "Content-Type": _TYPES[format],
            "Content-Disposition": f'attachment; filename="{name}.{format}"',
        },
    )
