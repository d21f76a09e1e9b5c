"""What the papers for people call a button is what the button is called."""

import re
from pathlib import Path

import pytest

from rules.regulation import CLAUSES

ROOT = Path(__file__).resolve().parents[2]
PAPERS = [ROOT / "docs" / name for name in ("organisers.md", "delegates.md")]
QUOTES = [
    (paper.name, " ".join(quote.split()))
    for paper in PAPERS
    for quote in re.findall("«([^»]+)»", paper.read_text())
    if quote != "comillas"
]


@pytest.fixture(scope="module")
def screens() -> str:
    """All that is written for a screen: templates, and the code that has words for people."""
    files = [*ROOT.glob("templates/**/*.html")]
    files += [file for app in ("league", "matches") for file in (ROOT / app).rglob("*.py")]
    return "\n".join(" ".join(file.read_text().split()) for file in files)


def test_there_is_something_to_hold() -> None:
    assert len(QUOTES) > 80


@pytest.mark.parametrize(("paper", "quote"), sorted(set(QUOTES)))
def test_what_is_quoted_is_on_a_screen(paper: str, quote: str, screens: str) -> None:
    assert re.search(rf"[\"'>«}}] ?{re.escape(quote)}[\"'.:<]", screens), f"{paper}: «{quote}»"


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_every_clause_exists(paper: Path) -> None:
    cited = set(re.findall(r"\b[MC]-[\w]+\.\d+", paper.read_text()))
    assert cited
    assert cited <= {clause.id for clause in CLAUSES.values()}
