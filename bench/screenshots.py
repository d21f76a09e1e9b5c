"""Pictures for README, taken of the demo season: `make screenshots`.

Builds the demo season in a folder of its own as of a quarter to eleven at night, serves it on that
clock, signs in as its people and looks at their pages with the system's Chromium. Writes
docs/screenshots/.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import time_machine

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "screenshots"
PHONE, LAPTOP, TABLET, WALL = (390, 844), (1280, 900), (1180, 820), (1920, 1080)
NIGHT = datetime.now(ZoneInfo("Europe/Madrid")).replace(hour=22, minute=47, second=0)
SERVER = """
import sys, time_machine
from datetime import datetime
time_machine.travel(datetime.fromisoformat(sys.argv.pop(1)), tick=True).start()
from gunicorn.app.wsgiapp import run
run()
"""


@dataclass(frozen=True)
class Picture:
    """A page, who looks at it (None: everybody) and on what."""

    name: str
    path: Callable[[], str]
    account: str | None = None
    size: tuple[int, int] = LAPTOP
    dark: bool = False


def pictures() -> list[Picture]:
    """What is worth showing, asked of the demo season itself."""
    from django.urls import reverse

    from league.models import Division, Tournament
    from matches.demo.names import COMPETITION
    from matches.demo.season import DOMAIN
    from matches.models import Case, Encounter

    division = Division.objects.select_related("season__competition").get(
        season__competition__name=COMPETITION
    )
    season = division.season
    place = {"competition": season.competition.slug, "season": season.slug}
    played = Encounter.objects.select_related("home").get(division=division, state="PLAYING")
    match = Encounter.objects.get(scoresheet__isnull=False, state="PLAYING")
    day = Tournament.objects.select_related("season__competition").get()
    delegate = played.home.delegates.get(kind="PRINCIPAL").user.email
    case = Case.objects.filter(season=season, state="RESOLVED").latest("opened_at")

    def standings() -> str:
        return reverse("matches:standings", kwargs=place | {"division": division.slug})

    def dashboard() -> str:
        return reverse("matches:organise-dashboard", kwargs={"season_id": season.pk})

    def file() -> str:
        return reverse("matches:case", kwargs={"season_id": season.pk, "number": case.number})

    def tonight() -> str:
        return reverse("matches:evening-boards", kwargs={"pk": played.pk})

    def sheet() -> str:
        return reverse("matches:sheet-play", kwargs={"pk": match.pk})

    def wall() -> str:
        where = {"competition": day.season.competition.slug, "season": day.season.slug}
        return reverse("matches:tournament-screen", kwargs=where | {"tournament": day.slug})

    return [
        Picture("standings-1280", standings),
        Picture("standings-390", standings, size=PHONE),
        Picture("tonight-390", tonight, delegate, PHONE),
        Picture("tonight-390-dark", tonight, delegate, PHONE, dark=True),
        Picture("organiser-1280", dashboard, f"organizacion@{DOMAIN}"),
        Picture("case-1280", file, f"comite@{DOMAIN}"),
        Picture("sheet-1180", sheet, f"arbitro@{DOMAIN}", TABLET),
        Picture("wall-1920-dark", wall, size=WALL, dark=True),
    ]


@contextmanager
def served() -> Iterator[str]:
    """The product on a free port; yields its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    options = ["league.conf.wsgi", "--bind", f"127.0.0.1:{port}", "--threads", "4"]
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, NIGHT.isoformat(), *options],
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(60):
            try:
                urllib.request.urlopen(address, timeout=5).close()
                break
            except OSError:
                time.sleep(0.5)
        yield address
    finally:
        server.terminate()
        server.wait(timeout=20)


def take(address: str, wanted: list[Picture]) -> None:
    from django.urls import reverse
    from playwright.sync_api import sync_playwright

    from matches.demo.season import PASSWORD

    login = reverse("account_login")
    paths = {picture.name: picture.path() for picture in wanted}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("chromium-browser"),
            args=["--no-sandbox", "--disable-dev-shm-usage"],
        )
        for picture in wanted:
            width, height = picture.size
            context = browser.new_context(
                viewport={"width": width, "height": height},
                locale="es-ES",
                timezone_id="Europe/Madrid",
                color_scheme="dark" if picture.dark else "light",
            )
            page = context.new_page()
            if picture.account:
                page.goto(address + login)
                page.fill("input[name=login]", picture.account)
                page.fill("input[name=password]", PASSWORD)
                page.click("main form button[type=submit]")
                page.wait_for_load_state()
            response = page.goto(address + paths[picture.name])
            if response is None or not response.ok:
                raise SystemExit(f"{picture.name}: {paths[picture.name]} did not answer")
            page.screenshot(path=TARGET / f"{picture.name}.png")
            print(f"docs/screenshots/{picture.name}.png")
            context.close()
        browser.close()


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            AMARRACO_DATA=folder,
            DJANGO_SETTINGS_MODULE="league.conf.settings",
            DJANGO_ALLOW_ASYNC_UNSAFE="true",
        )
        sys.path.insert(0, str(ROOT))
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("createcachetable", verbosity=0)
        with time_machine.travel(NIGHT):
            call_command("demo")
            wanted = pictures()
        with served() as address:
            take(address, wanted)


if __name__ == "__main__":
    main()
