"""What every journey needs: the system's Chromium, people who sign in, and what must hold on every
page they see."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Error, Page

from league.models import User
from tests import factories

# Playwright runs a loop in this thread; the tests' own queries are meant.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
SCREENS = Path(__file__).resolve().parents[2] / "test-results"  # of the pages of a failed test
FAILED = pytest.StashKey[bool]()
PHONE = {"width": 390, "height": 844}
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/journeys" in str(item.path):
            item.add_marker(pytest.mark.journey)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Fixtures ask the item whether its test failed, to keep the screens."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "executable_path": CHROMIUM,
        "args": ["--no-sandbox", "--disable-dev-shm-usage"],
    }


@pytest.fixture
def no_console_errors() -> Iterator[Callable[[Page], None]]:
    """Watch a page: errors on its console and answers above 499 fail the test at its end."""
    noise: list[str] = []
    yield lambda page: watch_console(page, noise)
    assert noise == []


@pytest.fixture
def new_page(
    browser: Browser,
    live_server: Any,
    no_console_errors: Callable[[Page], None],
    request: pytest.FixtureRequest,
) -> Iterator[Callable[..., Page]]:
    """A watched page in a context of its own (another phone), 390 px wide unless told otherwise."""
    contexts: list[BrowserContext] = []

    def make(**options: Any) -> Page:
        options = {"viewport": PHONE, "locale": "es-ES", "timezone_id": "Europe/Madrid"} | options
        context = browser.new_context(base_url=live_server.url, **options)
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        no_console_errors(page)
        steady(page)
        return page

    yield make
    for number, context in enumerate(contexts, start=1):
        if request.node.stash.get(FAILED, False):
            for page in context.pages:
                name = f"{request.node.originalname}-{number}.png"
                page.screenshot(path=SCREENS / name, full_page=True)
        context.close()


def steady(page: Page) -> None:
    """Let an address typed while the page is reloading itself win, as it does for a person.

    The pages of an evening keep themselves fresh: when such a reload and `goto` meet, Chromium
    drops one of the two and Playwright reports it as an error of the address.
    """
    once = page.goto

    def goto(url: str, **options: Any) -> Any:
        try:
            return once(url, **options)
        except Error as error:
            if "net::ERR_ABORTED" not in str(error):
                raise
        page.wait_for_load_state()
        return once(url, **options)

    page.goto = goto  # type: ignore[method-assign, assignment]


def watch_console(page: Page, noise: list[str]) -> None:
    """Collect what the console complains of. A 422 is a form with errors, a 409 says that somebody
    else was quicker: shown, no fault; and who cuts the network means it."""
    meant = ("422", "409", "ERR_INTERNET_DISCONNECTED")

    def heard(message: Any) -> None:
        if message.type == "error" and not any(one in message.text for one in meant):
            noise.append(f"{page.url}: {message.text}")

    page.on("console", heard)
    page.on("pageerror", lambda error: noise.append(f"{page.url}: {error}"))
    page.on(
        "response",
        lambda answer: (
            noise.append(f"{answer.url}: {answer.status}") if answer.status >= 500 else None
        ),
    )


@pytest.fixture
def login() -> Callable[[Page, User], None]:
    """Sign in through the form, with the password of the factories."""

    def enter(page: Page, user: User) -> None:
        page.goto("/cuenta/login/")
        page.fill("input[name=login]", user.email)
        page.fill("input[name=password]", factories.PASSWORD)
        page.press("input[name=password]", "Enter")
        page.wait_for_url(lambda url: "/login/" not in url)

    return enter


def no_sideways_scroll(page: Page) -> None:
    wide, seen = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert wide <= seen, f"{page.url} is {wide} px wide on {seen}"


def axe_clean(page: Page) -> None:
    """No violation of WCAG 2.2 AA, light and dark."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        found = Axe().run(page, options={"runOnly": {"type": "tag", "values": AXE_TAGS}})
        assert found.violations_count == 0, f"{page.url} ({scheme})\n{found.generate_report()}"
    page.emulate_media(color_scheme="light")


def targets_are_large(page: Page) -> None:
    """Every visible control is at least 44 px high (or its label is)."""
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, a.btn, select, input, summary")]
          .filter((one) => one.type !== "hidden" && one.checkVisibility())
          .map((one) => one.closest("label") || one)
          .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
          .filter(([html, box]) => box.height > 1 && box.height < 44)
          .map(([html, box]) => `${Math.round(box.height)} px: ${html}`)"""
    )
    assert small == [], f"{page.url}: {small}"


def looks_right(page: Page) -> None:
    """All that must hold on every page of a journey."""
    page.wait_for_load_state("load")
    no_sideways_scroll(page)
    targets_are_large(page)
    axe_clean(page)
