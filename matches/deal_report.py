"""What is kept of a disputed deal: the engine's report as it was that day, format 1. Pure.

format      "amarraco-deal/1"
discipline  code of the discipline whose engine ruled
engine      digest of the engine's own code: another digest may rule otherwise
settings    the season's settings as they were
report      the fields of `rules.record_report.RecordReport`; the record is one of them
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from league import canonical
from rules.record_report import (
    RecordReport,
    ReportClaim,
    ReportFinding,
    ReportLine,
    ReportPending,
    ReportWay,
)

FORMAT = "amarraco-deal/1"


@dataclass(frozen=True, slots=True)
class KeptReport:
    """A report read back: what it said, by which engine, with which settings of the season."""

    report: RecordReport
    discipline: str
    engine: str
    settings: Mapping[str, Any]


def written(report: RecordReport, *, discipline: str, settings: Mapping[str, Any]) -> str:
    """The report as canonical JSON."""
    return canonical.dumps(
        {
            "format": FORMAT,
            "discipline": discipline,
            "engine": engine_digest(discipline),
            "settings": dict(settings),
            "report": asdict(report),
        }
    )


def read(text: str) -> KeptReport:
    """A report that was kept. Raises KeyError or ValueError for what is none."""
    kept = json.loads(text)
    return KeptReport(
        report=_report(kept["report"]),
        discipline=kept["discipline"],
        engine=kept["engine"],
        settings=kept["settings"],
    )


@cache
def engine_digest(discipline: str) -> str:
    """Twelve digits that change with the code of the discipline's rules, whatever its release is
    called."""
    whole = sha256()
    for name, data in sorted(_sources(resources.files("rules"), discipline)):
        whole.update(f"{name}:{sha256(data).hexdigest()}\n".encode())
    return whole.hexdigest()[:12]


def _sources(root: Traversable, discipline: str) -> list[tuple[str, bytes]]:
    """The modules that every discipline shares, and its own."""
    found = [(one.name, one.read_bytes()) for one in root.iterdir() if one.name.endswith(".py")]
    own = root.joinpath(discipline)
    if own.is_dir():
        found += [
            (f"{discipline}/{one.name}", one.read_bytes())
            for one in own.iterdir()
            if one.name.endswith(".py")
        ]
    return found


def _report(told: Mapping[str, Any]) -> RecordReport:
    return RecordReport(
        **{
            **told,
            "hands": tuple((seat, tuple(cards)) for seat, cards in told["hands"]),
            "before": _score(told["before"]),
            "score": _score(told["score"]),
            "lines": _lines(told["lines"]),
            "findings": tuple(ReportFinding(**one) for one in told["findings"]),
            "pending": tuple(_pending(one) for one in told["pending"]),
            "claims": tuple(ReportClaim(**one) for one in told["claims"]),
            "settings": tuple((name, value) for name, value in told["settings"]),
            "written": tuple(ReportFinding(**one) for one in told.get("written", ())),
            "decided": tuple(told.get("decided", ())),
        }
    )


def _pending(told: Mapping[str, Any]) -> ReportPending:
    ways = tuple(
        ReportWay(
            name=way["name"],
            lines=_lines(way["lines"]),
            score=_score(way["score"]),
            winner=way["winner"],
        )
        for way in told["ways"]
    )
    return ReportPending(**{**told, "ways": ways})


def _lines(told: list[dict[str, Any]]) -> tuple[ReportLine, ...]:
    return tuple(ReportLine(**one) for one in told)


def _score(told: list[int]) -> tuple[int, int]:
    first, second = told
    return first, second
