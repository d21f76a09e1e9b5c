"""How fast the standings are: `python bench/standings.py [part ...]`.

Parts are functions from (teams, matchdays) to the columns they measured; `PARTS` names them. The
part `table` is the pure function alone and needs neither Django nor a database; `page` asks the
whole product for its public page, as `make run` sets it up, on a database made for the occasion.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from league.standings import Result, Scheme, table

SIZES = ((10, 18), (20, 38), (60, 8))
SECONDS_PER_MEASURE = 1.0

Part = Callable[[int, int], Mapping[str, str]]


def fixtures(teams: int, matchdays: int) -> list[tuple[int, int, int, int]]:
    """(matchday, leg, home, away) of the first matchdays of a double round robin, by the circle."""
    rounds = teams - 1
    circle = list(range(teams))
    found = []
    for matchday in range(1, matchdays + 1):
        leg, nth_round = 1 + (matchday - 1) // rounds, (matchday - 1) % rounds
        for nth in range(teams // 2):
            one, other = circle[nth], circle[-1 - nth]
            home, away = (one, other) if (nth_round + leg) % 2 else (other, one)
            found.append((matchday, leg, home, away))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return found


def season(teams: int, matchdays: int, *, level: bool = False) -> tuple[list[str], list[Result]]:
    """A season of mus with the same random scores at every run; `level`: all end 2–2."""
    chance = random.Random(f"{teams}x{matchdays}")
    names = [f"Peña {nth:02}" for nth in range(teams)]
    results = []
    for matchday, leg, home, away in fixtures(teams, matchdays):
        won = 2 if level else chance.randint(0, 4)
        lost_games = (0, 0) if level else (chance.randint(0, 16), chance.randint(0, 16))
        results.append(
            Result(
                names[home],
                names[away],
                won,
                4 - won,
                matchday=matchday,
                leg=leg,
                home_games=5 * won + lost_games[0] * (won < 4),
                away_games=5 * (4 - won) + lost_games[1] * (won > 0),
            )
        )
    return names, results


def seconds(work: Callable[[], object]) -> float:
    """The median time of one call."""
    taken: list[float] = []
    until = time.perf_counter() + SECONDS_PER_MEASURE
    while time.perf_counter() < until or len(taken) < 5:
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return sorted(taken)[len(taken) // 2]


def table_part(teams: int, matchdays: int) -> Mapping[str, str]:
    """Rows a second of `table` under the Asturian criteria; `level` is a division where all are
    tied with all and the mini-league is the whole of it."""
    columns = {}
    for name, level in (("", False), ("level ", True)):
        names, results = season(teams, matchdays, level=level)
        took = seconds(partial(table, names, results, Scheme.sum_of_score()))
        columns[f"{name}ms"] = f"{took * 1000:.2f}"
        columns[f"{name}rows/s"] = f"{teams / took:,.0f}"
    return columns


@cache
def product() -> None:
    """Django on a new SQLite database in a folder of its own, thrown away at the end."""
    folder = tempfile.TemporaryDirectory(prefix="amarraco-bench-")
    product.folder = folder  # type: ignore[attr-defined]  # lives as long as the process
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "league.conf.settings",
        "AMARRACO_DATA": folder.name,
        "AMARRACO_ENV": "embedded",
        "LOG_LEVEL": "ERROR",
    }
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)


def page_of(teams: int, matchdays: int) -> str:
    """A season of this size in the database, and the address of its table."""
    from league import models as league
    from matches import addresses
    from matches.models import Encounter

    name = f"{teams} × {matchdays}"
    competition = league.Competition.objects.create(name=name, slug=f"b-{teams}-{matchdays}")
    season_row = league.Season.objects.create(
        competition=competition, name="2026/27", slug="2026-27", state="RUNNING", is_public=True
    )
    division = league.Division.objects.create(season=season_row, name="Primera", slug="primera")
    names, results = season(teams, matchdays)
    rows = {}
    for nth, label in enumerate(names):
        club, _created = league.Club.objects.get_or_create(name=label, slug=f"pena-{nth}")
        rows[label] = league.Team.objects.create(
            division=division, club=club, name=label, slug=f"pena-{nth}"
        )
    days = {
        number: league.Matchday.objects.create(division=division, number=number, leg=leg)
        for number, leg in {(result.matchday, result.leg) for result in results}
    }
    first = datetime(2026, 9, 4, 20, 0, tzinfo=UTC)
    Encounter.objects.bulk_create(
        Encounter(
            division=division,
            matchday=days[result.matchday],
            leg=result.leg,
            home=rows[result.home],
            away=rows[result.away],
            starts_at=first + timedelta(weeks=result.matchday),
            ended_at=first + timedelta(weeks=result.matchday, hours=2),
            state="SIGNED",
            kind="PLAYED",
            home_score=result.home_score,
            away_score=result.away_score,
            home_games=result.home_games,
            away_games=result.away_games,
        )
        for result in results
    )
    return addresses.standings_path(division)


def page_part(teams: int, matchdays: int) -> Mapping[str, str]:
    """Queries and milliseconds of the public table: made anew, kept, and asked for again (304)."""
    product()
    from django.core.cache import caches
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    address = page_of(teams, matchdays)
    client = Client(SERVER_NAME="localhost")

    def made() -> None:
        caches["pages"].clear()
        assert client.get(address).status_code == 200

    def kept() -> None:
        assert client.get(address).status_code == 200

    made()
    tag = client.get(address)["ETag"]

    def again() -> None:
        assert client.get(address, headers={"if-none-match": tag}).status_code == 304

    columns = {}
    for name, work in (("made", made), ("kept", kept), ("304", again)):
        with CaptureQueriesContext(connection) as captured:
            work()
        asked = [
            query["sql"]
            for query in captured.captured_queries
            if query["sql"].startswith("SELECT") and "amarraco_cache" not in query["sql"]
        ]
        columns[f"{name} queries"] = str(len(asked))
        columns[f"{name} ms"] = f"{seconds(work) * 1000:.2f}"
    return columns


PARTS: dict[str, Part] = {"table": table_part, "page": page_part}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="*", help=f"of: {', '.join(PARTS)} (default: all)")
    asked = parser.parse_args().parts or list(PARTS)
    for part in asked:
        if part not in PARTS:
            parser.error(f"no part {part!r}; there are: {', '.join(PARTS)}")
    for part in asked:
        print(part)
        for nth, (teams, matchdays) in enumerate(SIZES):
            columns = PARTS[part](teams, matchdays)
            if nth == 0:
                print(f"{'teams × matchdays':>18}", *(f"{name:>14}" for name in columns))
            size = f"{teams} × {matchdays}"
            print(f"{size:>18}", *(f"{value:>14}" for value in columns.values()))


if __name__ == "__main__":
    main()
