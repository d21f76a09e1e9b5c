"""The web unit serves in production: behind its proxy, to its own name, under a strict policy."""

import http.client
from collections.abc import Callable
from pathlib import Path

from django.urls import reverse

from tests import factories

PORT = 8473
PROXIED = {"Host": "mus.example.org", "X-Forwarded-Proto": "https"}


def answer(path: str, headers: dict[str, str]) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=20)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    response.body = response.read()  # type: ignore[attr-defined]
    connection.close()
    return response


def reachable() -> bool:
    try:
        return bool(answer("/", PROXIED).status)
    except OSError:
        return False


def test_the_web_unit(
    start: Callable[..., Path], eventually: Callable[..., None], environment: dict[str, str]
) -> None:
    log = start("amarraco-web.service", "--bind", f"127.0.0.1:{PORT}")
    eventually(reachable)

    page = answer(reverse("account_login"), PROXIED)
    assert page.status == 200, log.read_text()[-3000:]
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    assert page.headers["Strict-Transport-Security"]
    cookies = page.headers.get_all("Set-Cookie") or []
    assert cookies
    assert all("Secure" in cookie for cookie in cookies)

    home = answer(reverse("league:home"), PROXIED)
    assert home.status == 200, log.read_text()[-3000:]

    (sheet,) = list((Path(environment["STATIC_ROOT"]) / "css").glob("amarraco.*.css"))
    assert f"css/{sheet.name}".encode() in home.body  # type: ignore[attr-defined]
    styles = answer(f"/static/css/{sheet.name}", PROXIED | {"Accept-Encoding": "br"})
    assert (styles.status, styles.headers["Content-Encoding"]) == (200, "br")
    assert "immutable" in styles.headers["Cache-Control"]

    assert answer("/", PROXIED | {"Host": "other.example.org"}).status == 400
    plain = answer("/", {"Host": "mus.example.org"})
    assert (plain.status, plain.headers["Location"]) == (301, "https://mus.example.org/")


def test_public_pages_live_on_while_redis_is_down(
    start: Callable[..., Path], eventually: Callable[..., None], environment: dict[str, str]
) -> None:
    division = factories.division()
    season = division.season
    address = reverse(
        "matches:standings",
        kwargs={
            "competition": season.competition.slug,
            "season": season.slug,
            "division": division.slug,
        },
    )
    environment["REDIS_URL"] = "redis://127.0.0.1:1/0"
    log = start("amarraco-web.service", "--bind", f"127.0.0.1:{PORT}")
    eventually(reachable)
    for _ in range(2):
        assert answer(address, PROXIED).status == 200, log.read_text()[-3000:]
    assert "the page cache does not answer" in log.read_text()
