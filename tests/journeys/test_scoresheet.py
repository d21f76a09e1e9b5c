"""A whole match on a tablet in landscape, from the checklist to the signatures; and a default."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import User
from matches.models import Case, Encounter, SheetAct, Signature
from matches.selectors.scoresheet_codes import list_code
from matches.selectors.signing_codes import code_stand
from matches.states.encounter import EncounterState, EndedKind
from tests.journeys.conftest import axe_clean, no_sideways_scroll, targets_are_large
from tests.matches import sheet_stage
from tests.matches.sheet_stage import Match

pytestmark = pytest.mark.django_db(transaction=True)

TABLET = {"width": 1180, "height": 820}
PHONE_ACROSS = {"width": 844, "height": 390}
MOST_TAPS = 90
# Seven times the visitors win the serve, score now and then, and lose it, and the home side scores.
EXCHANGES = "".join("V" * (1 + points) + "LL" for points in (1, 0, 2, 0, 1, 0, 1))
Login = Callable[[Page, User], None]


class Scorer:
    """Somebody at the table with a tablet, counting taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, name: str | re.Pattern[str], *, exact: bool = True) -> None:
        exact = exact and isinstance(name, str)
        self.page.get_by_role("button", name=name, exact=exact).first.click()
        self.taps += 1

    def key(self, key: str) -> None:
        """A button by what it does: `rally-HOME`."""
        self.page.locator(f"[data-key='{key}']").click()
        self.taps += 1

    def tick(self, name: str) -> None:
        self.page.get_by_label(name).check()
        self.taps += 1

    def rallies(self, winners: str) -> None:
        for sign in winners:
            self.key("rally-HOME" if sign == "L" else "rally-AWAY")

    def slip(self, side: str, *shirts: int) -> None:
        for shirt in shirts:
            self.key(f"slip-{side}-{shirt}")

    def points(self) -> tuple[str, str]:
        points = self.page.locator(".rally .points").all_inner_texts()
        return points[0], points[1]

    def all_sent(self) -> None:
        expect(self.page.locator("#status[data-state=sent]")).to_have_text("Enviado")


def fits(page: Page) -> None:
    """Nothing to scroll on the scorer's page, and everything large enough to hit."""
    for size in (TABLET, PHONE_ACROSS):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        no_sideways_scroll(page)
        targets_are_large(page)
        tall, seen = page.evaluate(
            "[document.documentElement.scrollHeight, document.documentElement.clientHeight]"
        )
        assert tall <= seen, f"{tall} px high on {seen}"
        for lines in page.locator(".court-lines").all():
            box = lines.bounding_box()
            assert box is not None
            assert box["height"] > 120, f"a court of {box}"
    page.set_viewport_size(TABLET)  # type: ignore[arg-type]


@pytest.fixture
def match() -> Match:
    return sheet_stage.match(starts_at=timezone.now() + timedelta(minutes=5))


def prepared(page: Page, match: Match, *, sides: tuple[str, ...] = ("HOME", "AWAY")) -> None:
    """Checklist, lists with every ID seen, and the codes of the teams typed at the table."""
    page.goto(f"/acta/{match.encounter.pk}/hoja/")
    page.get_by_role("button", name="Abrir la hoja").click()
    for box in page.locator("input[name=checks]").all():
        box.check()
    page.get_by_label("Anotador").fill("Delfina Cueto")
    page.get_by_role("button", name="Guardar comprobaciones").click()
    for side in sides:
        team = match.encounter.team(side).name
        region = page.get_by_role("region", name=team)
        for box in region.locator("input[name=registrations]").all():
            box.check()
        region.get_by_role("button", name="Guardar la lista").click()
        region = page.get_by_role("region", name=team)
        region.get_by_label("Clave del equipo").fill(
            list_code(match.encounter, side, at=timezone.now()).shown
        )
        region.get_by_role("button", name=f"Firmar la lista de {team}").click()
        expect(page.get_by_role("region", name=team)).to_contain_text("Lista firmada")


@pytest.mark.regulation("C-8", "C-9", "C-11", "C-12.3", "C-19.11", "C-20", "C-22")
def test_a_match_on_a_tablet(new_page: Callable[..., Page], login: Login, match: Match) -> None:
    page = new_page(viewport=TABLET, has_touch=True)
    login(page, match.referee)
    prepared(page, match)
    axe_clean(page)
    page.get_by_role("link", name="Al partido").click()

    scorer = Scorer(page)
    home, away = match.encounter.home.name, match.encounter.away.name
    axe_clean(page)
    fits(page)
    scorer.key("toss-HOME-SERVE")
    scorer.key("toss-AWAY-LEFT")
    expect(page.locator("#left h2")).to_have_text(away)  # the rival took the left end
    axe_clean(page)
    scorer.slip("HOME", 1, 2, 3, 4, 5, 6)
    scorer.slip("AWAY", 1, 2, 3, 4, 5, 6)
    expect(page.locator(".man.serves")).to_have_text("1")
    axe_clean(page)
    fits(page)

    # First set, side-out: 27 rallies, a time-out, an undo, six changes and the emergency.
    scorer.rallies("LLLVL")
    assert scorer.points() == ("0", "3")  # the visitors stand on the left
    scorer.key("timeout-AWAY")
    expect(page.locator("#call")).to_contain_text("Tiempo de")
    scorer.rallies("V")
    scorer.key("undo")
    scorer.rallies("LL")
    assert scorer.points() == ("0", "5")
    cut(page, scorer, match)
    scorer.rallies("LLLL")
    expect(page.locator("#call")).to_contain_text("¡Último tanto!")
    scorer.rallies("L")
    expect(page.locator("#call")).to_contain_text("Cambio de campo")
    expect(page.locator("#left h2")).to_have_text(home)
    scorer.key("same-HOME")
    scorer.key("same-AWAY")

    # Second set: the visitors serve first. All six changes, then the seventh in an emergency.
    scorer.rallies("VVVV")
    scorer.all_sent()
    before = len(live(match))
    for out, into in ((1, 7), (7, 1), (2, 8), (8, 2), (3, 9), (9, 3)):
        change(scorer, "HOME", out, into)
    extra = scorer.taps
    page.locator("[data-key=man-HOME-4]").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Cambio de emergencia")
    axe_clean(page)
    dialog.get_by_role("button", name=re.compile("^7")).click()
    for team in (home, away):
        dialog.get_by_label(f"{team}: su capitán está de acuerdo").check()
    dialog.get_by_role("button", name="Hacer el cambio de emergencia").click()
    scorer.taps = extra + 5
    scorer.key("card-AWAY")
    dialog.get_by_role("button", name=re.compile("^Roja")).click()
    axe_clean(page)
    dialog.get_by_role("button", name=re.compile("^1 ")).click()
    scorer.taps += 2
    scorer.all_sent()
    assert live(match)[before:] == [
        *("Lc1>7", "Lc7>1", "Lc2>8", "Lc8>2", "Lc3>9", "Lc9>3", "Lc4>7!", "Vr1"),
    ]
    scorer.rallies("L" * 9)
    expect(page.locator("#call")).to_contain_text("Punto de partido")
    scorer.rallies("L")
    expect(page.locator("#middle")).to_contain_text(f"Gana {home}")
    axe_clean(page)
    scorer.all_sent()
    scorer.tap("Cerrar el partido y firmar")

    # The acta: officials first, then both captains with the codes of their teams.
    page.get_by_role("button", name="Firmar como árbitro central").click()
    page.get_by_role("button", name="Firmar como anotador").click()
    axe_clean(page)
    for side in ("HOME", "AWAY"):
        team = match.encounter.team(side).name
        page.get_by_label(f"Clave de {team}").fill(
            code_stand(match.encounter, side, at=timezone.now()).shown
        )
        page.get_by_role("button", name=f"Firma el capitán de {team}").click()
    expect(page.get_by_role("status")).to_contain_text("Acta en vigor")
    axe_clean(page)
    found = Encounter.objects.get(pk=match.encounter.pk)
    assert (found.state, found.home_score, found.away_score) == (EncounterState.SIGNED, 2, 0)
    assert Signature.objects.filter(acta__encounter=found, method="CODE").count() == 2


def live(match: Match) -> list[str]:
    return [one.text for one in match.stand.live_acts]


def change(scorer: Scorer, side: str, out: int, into: int) -> None:
    scorer.key(f"man-{side}-{out}")
    scorer.tap(re.compile(f"^{into} "))


def cut(page: Page, scorer: Scorer, match: Match) -> None:
    """No coverage for a while, and the page loaded again meanwhile: nothing is lost. Another
    scorer has written in between, and both are shown."""
    scorer.all_sent()
    for _ in range(100):  # wait_for_function takes the promise of an answer for an answer
        if page.evaluate("async () => Boolean(await caches.match(location.pathname))"):
            break
        page.wait_for_timeout(100)
    page.context.set_offline(True)
    before = scorer.points()
    scorer.rallies("VL")
    expect(page.locator("#status")).to_contain_text("guardadas aquí")
    page.reload()
    expect(page.locator("#status")).to_contain_text("guardadas aquí")
    assert scorer.points() == before
    match.record(["Lt"])
    page.context.set_offline(False)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Otra persona ha anotado en esta hoja")
    axe_clean(page)
    dialog.get_by_role("button", name="Poner lo mío detrás").click()
    scorer.all_sent()
    assert live(match)[-3:] == ["Lt", "V", "L"]
    assert scorer.points() == before


@pytest.mark.regulation("C-10.1", "C-22")
def test_sixty_rallies_and_eight_other_events_take_ninety_taps_at_most(
    new_page: Callable[..., Page], login: Login, match: Match
) -> None:
    page = new_page(viewport=PHONE_ACROSS, has_touch=True)
    match.ready()
    login(page, match.referee)
    page.goto(f"/acta/{match.encounter.pk}/hoja/")
    scorer = Scorer(page)
    scorer.key("toss-HOME-SERVE")
    scorer.key("toss-AWAY-RIGHT")
    scorer.slip("HOME", 1, 2, 3, 4, 5, 6)
    scorer.slip("AWAY", 1, 2, 3, 4, 5, 6)
    # A set of twenty-eight rallies: ten points at home, one of them by a card, five away.
    scorer.rallies("L" + EXCHANGES[:13])
    scorer.key("timeout-HOME")
    change(scorer, "AWAY", 3, 7)
    scorer.rallies("V")
    scorer.key("undo")
    scorer.rallies(EXCHANGES[13:])
    scorer.key("card-AWAY")
    scorer.tap(re.compile("^Roja"))
    scorer.tap(re.compile("^9 "))
    scorer.rallies("L")
    scorer.key("same-both")
    # And one of thirty-two, which the visitors begin.
    scorer.rallies("VVL" + EXCHANGES[:10])
    scorer.key("timeout-AWAY")
    change(scorer, "HOME", 2, 8)
    scorer.rallies(EXCHANGES[10:])
    change(scorer, "HOME", 8, 2)
    scorer.key("fault-AWAY")
    scorer.tap(re.compile("^15.3 "))
    scorer.rallies("LL")
    expect(page.locator("#middle")).to_contain_text(f"Gana {match.encounter.home.name}")
    scorer.all_sent()
    scorer.tap("Cerrar el partido y firmar")
    page.wait_for_url("**/firmas/")
    acts = live(match)
    faults = [one for one in acts if one.startswith("Vx")]
    assert len([one for one in acts if one in ("L", "V")]) + len(faults) == 60
    assert match.stand.state.sets == ((10, 5), (10, 7))
    undone = SheetAct.objects.filter(sheet__encounter=match.encounter, undoes__isnull=False)
    others = [one for one in acts if re.match("[LV][tcr]", one)]
    assert len(others) + len(faults) + undone.count() == 8
    assert scorer.taps <= MOST_TAPS


@pytest.mark.regulation("C-19.1", "C-19.2")
def test_a_team_that_does_not_come(new_page: Callable[..., Page], login: Login) -> None:
    match = sheet_stage.match(starts_at=timezone.now() - timedelta(minutes=14, seconds=57))
    away = match.encounter.away.name
    page = new_page(viewport=TABLET)
    login(page, match.referee)
    prepared(page, match, sides=("HOME",))
    page.get_by_role("link", name=re.compile("tolerancia y default")).click()
    first = page.locator("[data-key=default-AWAY]")
    axe_clean(page)
    expect(first).to_be_enabled(timeout=10_000)  # the tolerance ends while one looks
    first.click()
    page.get_by_role("button", name="Sí, anotarlo").click()
    expect(first).to_be_disabled()
    expect(first).to_contain_text("Default 2")
    # Five minutes later, by the clock of the match.
    Encounter.objects.filter(pk=match.encounter.pk).update(
        starts_at=timezone.now() - timedelta(minutes=20)
    )
    page.reload()
    page.locator("[data-key=default-AWAY]").click()
    page.get_by_role("button", name="Sí, anotarlo").click()
    expect(page.locator("#middle")).to_contain_text(f"Gana {match.encounter.home.name}")
    page.get_by_role("button", name="Cerrar el partido y firmar").click()
    page.get_by_role("button", name="Firmar como árbitro central").click()
    page.get_by_role("button", name="Firmar como anotador").click()
    team = match.encounter.home.name
    page.get_by_label(f"Clave de {team}").fill(
        code_stand(match.encounter, "HOME", at=timezone.now()).shown
    )
    page.get_by_role("button", name=f"Firma el capitán de {team}").click()
    page.get_by_text("Un capitán no firma o no está").click()
    page.get_by_label("Por qué falta la firma").fill(f"{away} no se presentó.")
    page.get_by_role("button", name="Cerrar el acta sin esa firma").click()
    expect(page.get_by_role("status")).to_contain_text("Acta en vigor")
    found = Encounter.objects.get(pk=match.encounter.pk)
    assert (found.kind, found.home_score, found.home_games) == (EndedKind.WALKOVER_HOME, 2, 20)
    assert Case.objects.filter(encounter=found, clause="C-19.2").exists()
