"""Every page with something on it: on a phone and on a laptop, light and dark, without a fault.

The public pages show a season half played (`tests.played`); the pages of the organiser, of the
committee and of accounts stand on the stage of the permission matrix, which has one of everything.
A fault does not stop the walk: the test ends with all of them.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from league.services.seasons import season_publish
from tests import played
from tests.contracts import permission_stage
from tests.contracts.permission_data import query_for
from tests.contracts.permission_urls import patterns
from tests.journeys.conftest import no_sideways_scroll
from tests.journeys.visitor import WIDTHS, faults_of

pytestmark = pytest.mark.django_db(transaction=True)

_LINKS = """() => [...document.querySelectorAll("a[href^='/'], a[href^='?']")].map((link) => {
    const found = new URL(link.href); return found.pathname + found.search })"""
_NUMBER = re.compile(r"\d+")
NewPage = Callable[..., Page]


@dataclass(frozen=True)
class Stop:
    """A page to look at: its address, and who asks for it."""

    path: str
    role: str = "n"


def walk(new_page: NewPage, stops: Iterable[Stop], sessions: dict[str, str]) -> list[str]:
    """Look at every page as whoever may see it; returns the faults."""
    pages: dict[str, Page] = {}
    faults = []
    links: dict[tuple[str, str], str] = {}
    for stop in stops:
        if stop.role not in pages:
            page = pages[stop.role] = new_page(viewport={"width": WIDTHS[0], "height": 844})
            if stop.role in sessions:
                page.context.add_cookies([cookie(page, sessions[stop.role])])
        page = pages[stop.role]
        answer = page.goto(stop.path)
        assert answer is not None
        if answer.status != 200 or not page.url.endswith(stop.path):
            faults.append(f"{stop.path} as {stop.role}: {answer.status} at {page.url}")
            continue
        for link in page.evaluate(_LINKS):
            links[stop.role, _NUMBER.sub("#", link.partition("?")[0])] = link
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            try:
                no_sideways_scroll(page)
            except AssertionError as error:
                faults.append(str(error))
            faults += [f"{fault} at {width} px" for fault in faults_of(page)]
    return [*faults, *dead_ends(links, sessions)]


def dead_ends(links: Mapping[tuple[str, str], str], sessions: dict[str, str]) -> list[str]:
    """Links that somebody was shown and that lead nowhere, one of every kind of address."""
    faults = []
    for (role, _kind), link in links.items():
        client = Client()
        if role in sessions:
            client.cookies["sessionid"] = sessions[role]
        status = client.get(link).status_code
        if status >= 400:
            faults.append(f"a link to {link}, shown to {role}, answers {status}")
    return faults


def cookie(page: Page, session: str) -> Any:
    page.goto("/estilo/")
    host = urlsplit(page.url).hostname
    return {"name": "sessionid", "value": session, "domain": host, "path": "/"}


def test_the_checks_find_what_is_wrong(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/estilo/")
    page.evaluate(
        """() => { const bad = document.createElement("p"); bad.textContent = "apenas se lee";
        bad.style = "color: light-dark(#000, #444); background: light-dark(#fff, #333);"
            + " width: 1400px"; document.querySelector("main").append(bad) }"""
    )
    assert [fault.partition(" ")[2][:22] for fault in faults_of(page)] == ["(dark) color-contrast:"]
    with pytest.raises(AssertionError):
        no_sideways_scroll(page)


def test_public_pages(new_page: NewPage) -> None:
    with transaction.atomic():
        season = played.played()
    assert walk(new_page, public_stops(season), {}) == []


def public_stops(stage: played.Played) -> Iterator[Stop]:
    of = {"competition": stage.season.competition.slug, "season": stage.season.slug}
    group = of | {"division": stage.division.slug}
    published = group | {"number": stage.publication.number}
    one = of | {"pk": stage.encounter.pk}
    yield Stop("/")
    yield Stop("/reglamento/")
    yield Stop("/reglamento/?q=pares")
    yield Stop("/reglamento/?q=zzzz")
    yield from map(Stop, ("/reglamento/M-VII.1/", "/reglamento/M-II.1/", "/reglamento/M-V.5/"))
    yield from (Stop(f"/reglamento/probabilidades/?mano={typed}") for typed in ("RR31", "RR", "8"))
    yield Stop("/estilo/")
    for name, kwargs in (
        ("season", of),
        ("standings", group),
        ("publications", group),
        ("publication", published),
        ("publication-check", published),
        ("calendar", group),
        ("matchday", group | {"number": stage.encounter.matchday.number}),
        ("matchday", group | {"number": 5}),
        ("encounter", one),
        ("encounter", of | {"pk": stage.playing.pk}),
        ("encounter", of | {"pk": stage.playing.pk + 1}),
        ("acta", one | {"number": 1}),
        ("acta", one | {"number": 2}),
        ("draw", of | {"pk": stage.playing.pk}),
        ("teams", of),
        ("team", of | {"pk": stage.teams[0].pk}),
        ("prizes", of),
        ("rulings", of),
        ("ruling", of | {"number": stage.ruling.number}),
    ):
        yield Stop(reverse(f"matches:{name}", kwargs=kwargs))
    for name in ("account_login", "account_request_login_code", "account_reset_password"):
        yield Stop(reverse(name))


# Page → what it is about on the stage, and who asks: o organiser, c committee, h and a delegates,
# j referee.
PAGES = """
league:organise                       playing         o
league:season-new                     playing         o
league:season-new reglamento          playing         o
league:season-new clasificacion       playing         o
league:season-new tiempos             playing         o
league:season-new resumen             playing         o
league:season-settings                draft           o
league:season-settings                registering     o
league:season-settings                playing         o
league:season-edit nombre             registering     o
league:season-edit reglamento         registering     o
league:season-edit reglamento         playing         o
league:season-edit clasificacion      registering     o
league:season-edit tiempos            registering     o
league:window-new                     registering     o
league:window-edit                    window          o
league:window-delete                  window          o
league:divisions                      draft           o
league:divisions                      registering     o
league:divisions                      playing         o
league:division-new                   registering     o
league:division-edit                  open_division   o
league:division-delete                empty_division  o
league:teams                          registering     o
league:teams                          draft           o
league:team-new                       registering     o
league:team-new                       draft           o
league:team                           open_team       o
league:team                           third_team      o
league:team-edit                      open_team       o
league:team-delete                    empty_team      o
league:roster-print                   open_team       o
league:rosters-print                  registering     o
league:delegate-new                   empty_team      o
league:delegate-dismiss               substitute      o
league:clubs                          registering     o
league:club-new                       registering     o
league:club-edit                      club            o
league:venues                         registering     o
league:venue-new                      registering     o
league:venue-edit                     venue           o
league:staff                          playing         o
league:staff                          draft           o
league:role-new                       playing         o
league:role-edit                      role            o
league:role-revoke                    role            o
league:outbox                         playing         o
league:outbox                         draft           o
league:outbox-retry                   failed_mail     o
league:players                        registering     o
league:players                        draft           o
league:players                        playing         o
league:registration-new               registering     o
league:registration-new               draft           o
league:roster-import                  registering     o
league:roster-preview                 registering     o
league:player                         player          o
league:registration-release           ficha           o
matches:organise-dashboard            draft           o
matches:organise-dashboard            registering     o
matches:organise-dashboard            scheduled       o
matches:organise-dashboard            playing         o
matches:organise-start                scheduled       o
matches:organise-close                finished        o
matches:organise-close                playing         o
matches:organise-calendar             draft           o
matches:organise-calendar             registering     o
matches:organise-calendar             playing         o
matches:organise-calendar-preview     registering     o
matches:organise-calendar-discard     scheduled       o
matches:organise-encounters           playing         o
matches:organise-encounters           draft           o
matches:organise-encounter            fresh           o
matches:organise-encounter            signed          o
matches:organise-encounter            disputed        o
matches:organise-encounter-move       fresh           o
matches:organise-encounter-postpone   fresh           o
matches:organise-encounter-result     fresh           o
matches:organise-encounter-acta       fresh           o
matches:organise-encounter-walkover   fresh           o
matches:organise-encounter-claim      signed          o
matches:organise-withdrawals          playing         o
matches:organise-withdraw             third_team      o
matches:organise-adjustments          playing         o
matches:organise-adjustments          draft           o
matches:organise-adjustment-reverse   adjustment      o
matches:organise-publications         registering     o
matches:organise-publications         draft           o
matches:organise-publish              division        o
matches:organise-prizes               playing         o
matches:organise-prizes               draft           o
matches:organise-prizes-print         playing         o
matches:organise-prize-award          prize           o
matches:organise-prize-collect        won_prize       o
matches:organise-prize-renounce       won_prize       o
matches:organise-matchdays            playing         o
matches:organise-matchdays            draft           o
matches:organise-matchday-close       done_day        o
matches:organise-matchday-close       matchday        o
matches:organise-encounter-referees   fresh           o
league:season-edit retrasos           playing         o
league:season-edit multas             playing         o
matches:cases                         playing         c
matches:cases                         draft           c
matches:cases                         playing         r
matches:cases                         playing         o
matches:cases                         playing         h
matches:case-open                     playing         c
matches:case                          case            c
matches:case                          invited_case    c
matches:case                          invited_case    h
matches:case                          ruled_case      c
matches:case-refuse                   case            c
matches:case-invite                   case            c
matches:case-deliberate               case            c
matches:case-shelve                   case            c
matches:ruling-new                    case            c
matches:ruling-new                    ruled_case      c
matches:sanctions                     playing         c
matches:sanctions                     draft           c
matches:sanctions                     playing         o
matches:fines                         playing         o
matches:fines                         playing         h
matches:fines                         draft           o
matches:fine-receipt                  paid_fine       o
matches:referee                       playing         j
matches:referee-encounter             drawn           j
matches:fine-pay                      fine            o
matches:fine-waive                    fine            o
matches:claim-new                     signed          h
matches:claim                         claim           h
matches:claim-withdraw                claim           h
matches:tonight                       playing         h
matches:tonight                       playing         u
league:me                             playing         u
league:inbox                          playing         h
league:inbox                          playing         f
account_logout                        playing         u
account_change_password               playing         u
account_reauthenticate                playing         u
"""


def test_pages_of_people_with_a_post(new_page: NewPage) -> None:
    with transaction.atomic():
        stage = permission_stage.build()
    stage.own["ruled case"] = stage["ruling"].case
    season_publish(actor=stage.users["o"], season_id=stage["draft"].pk, at=stage.at)
    assert walk(new_page, stops_on(stage), stage.sessions) == []


def stops_on(stage: permission_stage.Stage) -> Iterator[Stop]:
    wanted = {(name, arguments) for _key, name, arguments in patterns()}
    for line in PAGES.strip().splitlines():
        name, *words, thing, role = line.split()
        arguments = max((found for known, found in wanted if known == name), key=len)
        if name == "league:season-new":
            arguments = ("step",) if words else ()
        kwargs = {key: words[0] for key in arguments if key in {"step", "section"}}
        rest = [key for key in arguments if key not in kwargs]
        kwargs |= stage.kwargs(stage[thing.replace("_", " ")], rest)
        yield Stop(reverse(name, kwargs=kwargs) + query_for(name, stage), role)
