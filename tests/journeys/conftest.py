"""The browser of the journeys: the system's Chromium, in Spanish, at the hour of the league."""

import os
import shutil
from typing import Any

import pytest

# Playwright runs an event loop in the thread of the test; its ORM calls are no mistake.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/journeys" in item.path.as_posix():
            item.add_marker(pytest.mark.journey)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.fail("Chromium is not installed: apt install chromium")
    return browser_type_launch_args | {
        "executable_path": chromium,
        "args": ["--no-sandbox", "--disable-dev-shm-usage"],
    }


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"locale": "es-ES", "timezone_id": "Europe/Madrid"}
