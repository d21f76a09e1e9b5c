"""The papers say what is there: folders, variables, models, units."""

import re
import shlex
from pathlib import Path

import pytest
from django.apps import apps

from league.models import DelegateKind, RoleKind
from tests.deployed import UNITS, command, environment_example

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = (ROOT / "league/conf/settings.py").read_text()
README = (ROOT / "README.md").read_text()
OPERATORS = (ROOT / "docs/operators.md").read_text()
GLOSSARY = (ROOT / "docs/glossary.md").read_text()
VARIABLES = sorted(set(re.findall(r"env(?:\.\w+)?\(\s*\"(\w+)\"", SETTINGS)))
IGNORED = {line.strip("/") for line in (ROOT / ".gitignore").read_text().split()} | {".git"}
FOLDERS = sorted(path.name for path in ROOT.iterdir() if path.is_dir() if path.name not in IGNORED)


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_map_has_every_top_folder(folder: str) -> None:
    assert f"| `{folder}/` |" in README


@pytest.mark.parametrize("path", re.findall(r"`([a-z.]+/[\w./]*)`", README))
def test_the_map_names_what_exists(path: str) -> None:
    assert (ROOT / path).exists()


def test_every_make_target_of_the_readme_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"make ([a-z-]+)", README)) <= targets


def test_variables_were_found() -> None:
    assert {"AMARRACO_ENV", "SECRET_KEY", "DATABASE_URL"} <= set(VARIABLES)


@pytest.mark.parametrize("variable", VARIABLES)
def test_every_variable_is_explained(variable: str) -> None:
    assert f"| `{variable}` |" in OPERATORS


def test_no_variable_is_explained_that_nobody_reads() -> None:
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", OPERATORS, re.MULTILINE)) == set(VARIABLES)


MODELS = [
    model.__name__
    for app in ("league", "matches")
    for model in apps.get_app_config(app).get_models()
]


@pytest.mark.parametrize("name", [*MODELS, DelegateKind.__name__, RoleKind.__name__])
def test_the_glossary_has_every_model(name: str) -> None:
    assert f"`{name}`" in GLOSSARY


def test_decisions_are_numbered_and_say_context_choice_and_price() -> None:
    records = sorted((ROOT / "docs/decisions").glob("*.md"))
    assert [record.name[:4] for record in records] == [
        f"{number:04d}" for number in range(1, len(records) + 1)
    ]
    for record in records:
        text = record.read_text()
        assert text.startswith(f"# {record.name[:4]} "), record
        for word in ("**Context.**", "**Choice.**", "**Price.**"):
            assert word in text, (record, word)


class TestDeploy:
    @pytest.mark.parametrize("unit", UNITS)
    def test_a_unit_runs_a_program_of_the_requirements(self, unit: str) -> None:
        program = Path(shlex.split(command(unit))[0])
        assert program.parent == Path("/srv/amarraco/.venv/bin")
        assert f"{program.name}==" in (ROOT / "requirements.txt").read_text()

    @pytest.mark.parametrize("unit", UNITS)
    def test_a_unit_reads_the_environment_that_the_example_is_for(self, unit: str) -> None:
        text = (ROOT / "deploy" / unit).read_text()
        assert "EnvironmentFile=/etc/amarraco.env" in text
        assert "User=amarraco" in text

    def test_the_example_sets_nothing_that_nobody_reads(self) -> None:
        assert set(environment_example()) <= set(VARIABLES)

    def test_the_example_leaves_only_the_secrets_empty(self) -> None:
        empty = [name for name, value in environment_example().items() if not value]
        assert empty == ["SECRET_KEY", "SIGNING_KEY"]
