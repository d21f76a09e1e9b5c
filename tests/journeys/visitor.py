"""Somebody in a browser: presses what is on the page, by its words, and looks at every page.

Each document that comes up is looked at by itself: no sideways scrolling at 390 and at 1280 px, and
axe in light and dark, once for every shape of page (its address without numbers, the kinds of
elements in it): nine forms for nine teams are one shape, the same form with an error another.
"""

import re
from importlib import resources
from typing import Any

from django.core import mail
from playwright.sync_api import Locator, Page

from tests.journeys.conftest import AXE_TAGS, no_sideways_scroll, targets_are_large

WIDTHS = (390, 1280)
_SHAPE = """() => [...new Set([...document.querySelectorAll("body *")].map(
    (one) => `${one.tagName}.${one.getAttribute("class") || ""}.${one.getAttribute("type") || ""}`
))].sort().join()"""
COLOURS = ["color-contrast", "link-in-text-block"]
_AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
_RUN = """async (options) => (await axe.run(document, options)).violations.map((one) => {
    const where = one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160));
    return `${one.id}: ${where.join(" | ")}`
})"""
_CODE = re.compile(r"^\s*([A-Z0-9]{3,}-?[A-Z0-9]{3,})\s*$", re.MULTILINE)


class Visitor:
    """A person, counting clicks. `seen` are the shapes that all visitors of a journey share."""

    def __init__(self, page: Page, seen: set[tuple[str, str]], *, thumb: bool = False) -> None:
        self.page, self.seen, self.thumb = page, seen, thumb
        self.clicks = self.pages = 0

    # ---- going and pressing ----

    def go(self, path: str) -> None:
        """Type an address."""
        self.page.goto(path)
        self.look()

    def follow(self, text: str | re.Pattern[str], *, within: str = "body") -> None:
        """Click a link, by its words."""
        link = self.page.locator(within).get_by_role("link", name=text, exact=_exact(text))
        self.leave(link.first)

    def press(self, text: str | re.Pattern[str], *, within: str = "main") -> None:
        """Click a button that sends a form, by its words."""
        button = self.page.locator(within).get_by_role("button", name=text, exact=_exact(text))
        self.leave(button.first)

    def tap(self, selector: str) -> None:
        """Click what stays on the page: a tick, a board, a summary."""
        self.page.click(selector)
        self.clicks += 1

    def unfold(self, text: str) -> None:
        self.page.locator("summary", has_text=text).first.click()
        self.clicks += 1

    # ---- filling in ----

    def fill(self, **fields: str) -> None:
        """Type into fields, by their names; a choice is taken by the words of its option."""
        for name, value in fields.items():
            field = self.page.locator(f"[name='{name}']").first
            if field.evaluate("one => one.tagName") == "SELECT":
                field.select_option(label=value)
                self.clicks += 1
            else:
                field.fill(value)

    def choose(self, text: str | re.Pattern[str]) -> None:
        """Tick a box or take one of several, by its words."""
        self.page.locator("main label").filter(has_text=text).first.click()
        self.clicks += 1

    # ---- signing in ----

    def sign_in_by_password(self, email: str, password: str) -> None:
        self.go("/cuenta/login/")
        self.fill(login=email, password=password)
        self.press("Entrar")

    def sign_in_by_code(self, email: str) -> None:
        """As somebody who was given a post and no password: with the code that comes by mail."""
        self.go("/cuenta/login/")
        self.follow("Recibir un código en el correo")
        self.fill(email=email)
        already = len(mail.outbox)
        self.press("Enviar el código")
        self.fill(code=code_for(email, mail.outbox[already:]))
        self.press("Entrar")

    # ---- looking ----

    def look(self) -> None:
        """All that must hold on every page."""
        page = self.page
        page.wait_for_load_state("load")
        self.pages += 1
        fits_both_widths(page)
        if self.thumb:
            targets_are_large(page)
        shape = (re.sub(r"\d+", "#", page.url.partition("?")[0]), page.evaluate(_SHAPE))
        if shape not in self.seen:
            faults = faults_of(page)
            assert faults == [], "\n".join(faults)
            self.seen.add(shape)

    def leave(self, target: Locator) -> None:
        """Click what brings another page up."""
        with self.page.expect_navigation():
            target.click()
        self.clicks += 1
        self.look()


def fits_both_widths(page: Page) -> None:
    """No sideways scrolling on a phone nor on a laptop; the window is put back."""
    own = page.viewport_size
    assert own is not None
    for width in sorted(WIDTHS, key=lambda width: width == own["width"]):
        page.set_viewport_size({"width": width, "height": own["height"]})
        no_sideways_scroll(page)
    page.set_viewport_size(own)


def faults_of(page: Page) -> list[str]:
    """What axe finds, in light and dark.

    The scheme changes colours alone: in the dark only the rules about colours are asked again. The
    window is as tall as the page meanwhile: what the button at the foot covers can be scrolled to.
    """
    own = page.viewport_size
    assert own is not None
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": own["width"], "height": max(own["height"], height)})
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_AXE)
    asked = {
        "light": {"type": "tag", "values": AXE_TAGS},
        "dark": {"type": "rule", "values": COLOURS},
    }
    found = []
    for scheme, rules in asked.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        answer = page.evaluate(_RUN, {"runOnly": rules, "resultTypes": ["violations"]})
        found += [f"{page.url} ({scheme}) {one}" for one in answer]
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(own)
    return found


def code_for(email: str, messages: list[Any]) -> str:
    """The code in the newest mail to the address."""
    for message in reversed(messages):
        if message.to == [email] and (found := _CODE.search(message.body)):
            return found.group(1)
    raise AssertionError(f"no code was sent to {email}: {[one.body for one in messages]}")


def _exact(text: str | re.Pattern[str]) -> bool:
    return isinstance(text, str)
