"""What every template and the stylesheet must keep: read from the files, no server."""

import gzip
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted(ROOT.glob("templates/**/*.html"))
COMPONENTS = sorted(ROOT.glob("templates/components/*.html"))
STYLESHEET = ROOT / "league/static/css/amarraco.css"


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", COMPONENTS, ids=name)
def test_a_component_says_in_its_first_line_what_it_takes(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert re.fullmatch(r"\{# .+ Takes: .+ #\}", first)


@pytest.mark.parametrize("path", COMPONENTS, ids=name)
def test_a_component_is_shown_in_the_style_guide_or_inside_another(path: Path) -> None:
    apart = {"htmx_config.html"}  # a meta tag: nothing to see
    others = [ROOT / "templates/style_guide.html", *(p for p in TEMPLATES if p != path)]
    used = any(f"components/{path.name}" in p.read_text(encoding="utf-8") for p in others)
    assert used or path.name in apart


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_nothing_that_the_content_security_policy_refuses(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=|javascript:", text)
    for script in re.findall(r"<script\b[^>]*>", text):
        assert "src=" in script or "application/json" in script


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_nothing_is_let_through_unescaped(path: Path) -> None:
    assert not re.search(r"\|safe\b|autoescape off", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_an_include_of_a_component_passes_only_what_it_takes(path: Path) -> None:
    for include in re.findall(
        r'\{% include "components/[^%]+%\}', path.read_text(encoding="utf-8")
    ):
        assert " only %}" in include or "match_parts" in include, include


def test_the_stylesheet_stays_small_and_fetches_nothing() -> None:
    css = STYLESHEET.read_bytes()
    assert len(gzip.compress(css, 9)) < 7_000
    assert b"url(" not in css
    assert b"@import" not in css


def test_no_text_is_set_below_eighteen_pixels() -> None:
    css = STYLESHEET.read_text(encoding="utf-8").split("/* 13 print")[0]
    sizes = re.findall(r"font(?:-size)?:[^;]*?(\d*\.?\d+)rem", css)
    assert sizes
    assert min(float(size) for size in sizes) >= 1
