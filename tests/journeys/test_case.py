"""What happens after the whistle, through the pages alone: a claim from a phone until its ruling
has moved the table; two pairs presented; a claim too late; a member who is kept out."""

import io
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Page, expect

from league.models import Role, User
from league.services.notifications import notifications_send_due
from matches import addresses
from matches.models import Encounter, Evidence
from matches.services import actas, ending, incidents
from rules.mus.findings import KINDS
from tests import factories
from tests.journeys.visitor import Visitor
from tests.matches import evening_stage, stage
from tests.matches.stage import Evening
from tests.matches.test_deals import RECORD

pytestmark = pytest.mark.django_db(transaction=True)

NewPage = Callable[..., Page]
LAPTOP = {"viewport": {"width": 1280, "height": 900}}
DISPUTE = "En la mesa 2 no se contó la Real de la pareja local."
TOLD_BY_HOME = "La Real se enseñó antes de recoger las cartas."
TOLD_BY_AWAY = "Nadie de la mesa vio la Real."
NOTE = "Preguntar al camarero, que estaba mirando."
SEEN: set[tuple[str, str]] = set()  # shapes that went through axe, in any test of this file


@dataclass
class League:
    """Two peñas, an evening that is over, and the people who are told of it."""

    new_page: NewPage
    evening: Evening
    member: User
    tied: User
    later: Encounter | None = None
    open: dict[str, Visitor] = field(default_factory=dict)

    def visitor(self, user: User | None, *, phone: bool = False) -> Visitor:
        """Somebody at a screen of their own, signed in by password; nobody is the public."""
        name = user.email if user else "public"
        if name not in self.open:
            page = self.new_page(**({} if phone else LAPTOP))
            self.open[name] = Visitor(page, SEEN, thumb=phone)
            if user is not None:
                self.open[name].sign_in_by_password(user.email, factories.PASSWORD)
        return self.open[name]

    @property
    def encounter(self) -> Encounter:
        return self.evening.encounter


def league_of(new_page: NewPage, *, starts_at: datetime) -> League:
    """The second member of the committee is of the home peña."""
    evening = evening_stage.evening(starts_at=starts_at)
    member, tied = (factories.role(season=evening.season, kind="COMMITTEE") for _ in range(2))
    Role.objects.filter(pk=tied.pk).update(club=evening.encounter.home.club)
    return League(new_page, evening, member.user, tied.user)


def played(league: League, *, ended_at: datetime) -> None:
    """Two boards each, with the dispute on the acta, signed by both."""
    evening, began = league.evening, ended_at - timedelta(hours=2)
    evening.close_line_ups(at=began)
    evening.draw(at=began)
    evening.play(stage.GAMES, at=began)
    incidents.incident_add(
        actor=evening.home,
        encounter_id=evening.encounter.pk,
        kind="PLAY",
        board=2,
        text=DISPUTE,
        at=ended_at,
    )
    signed(evening, ended_at=ended_at)


def signed(evening: Evening, *, ended_at: datetime) -> None:
    acta = ending.encounter_end(
        actor=evening.home,
        encounter_id=evening.encounter.pk,
        ended_at=ended_at,
        acknowledged=tuple(KINDS),
        at=ended_at,
    )
    for user in (evening.home, evening.away):
        acta = actas.acta_sign(actor=user, acta_id=acta.pk, digest=acta.digest, at=ended_at)


def photo() -> dict[str, Any]:
    out = io.BytesIO()
    Image.new("RGB", (640, 480), "green").save(out, "JPEG")
    return {"name": "mesa.jpg", "mimeType": "image/jpeg", "buffer": out.getvalue()}


def case_path(league: League, number: int = 1) -> str:
    return f"/comite/{league.evening.season.pk}/expedientes/{number}/"


def test_a_claim_from_a_phone_until_its_ruling_has_moved_the_table(new_page: NewPage) -> None:
    now = timezone.now()
    league = league_of(new_page, starts_at=now - timedelta(hours=5))
    played(league, ended_at=now - timedelta(hours=3))
    encounter, evening = league.encounter, league.evening
    league.later = stage.encounter_of(
        encounter.away, encounter.home, starts_at=now + timedelta(days=6)
    )
    home = league.visitor(evening.home, phone=True)
    away = league.visitor(evening.away, phone=True)
    member = league.visitor(league.member)
    public = league.visitor(None)
    assert table_of(league, public) == {"Peña El Órdago": 2, "Sidrería Les Xanes": 2}

    claim(home)
    read_the_file(league, member)
    hear(member, home, away)
    kept_out(league, league.visitor(league.tied))
    suspended = rule(league, member)

    assert table_of(league, public) == {"Peña El Órdago": 3, "Sidrería Les Xanes": 0}
    read_the_board(public)
    cannot_play(league, away, suspended)
    read_the_mails(league)


def claim(home: Visitor) -> None:
    """From the evening's page, with the incident, a deal and a photo; a receipt with its number."""
    page = home.page
    home.go("/esta-noche/")
    home.leave(page.locator("main a.match, .dock .btn").first)
    home.follow("Reclamar")
    expect(page.locator("time[data-until]")).to_have_text(re.compile(r"^20:\d\d:\d\d$|^21:0"))
    home.choose(DISPUTE)
    home.fill(text=DISPUTE + " Se pide el juego para la peña local.")
    home.unfold("Adjuntar la jugada")
    home.fill(record=RECORD)
    page.set_input_files("[name=photos]", photo())
    home.press("Presentar la reclamación")
    expect(page.locator("main")).to_contain_text("La reclamación está presentada.")
    expect(page.locator("main .chip", has_text="en plazo")).to_be_visible()


def read_the_file(league: League, member: Visitor) -> None:
    """The committee finds the case, the engine's report, the photo; and notes what nobody reads."""
    page = member.page
    member.go("/mi/")
    member.follow(re.compile("Reclamación"), within="main table")
    expect(page.locator("main")).to_contain_text("Consejo del motor, no es una resolución")
    expect(page.locator("main")).to_contain_text("En plazo: quedaban 2")
    answer = page.request.get(f"/pruebas/{Evidence.objects.get().pk}/")
    assert answer.headers["content-type"] == "image/jpeg"
    member.unfold("Añadir una nota")
    page.locator("form[action$='/nota/'] textarea").fill(NOTE)
    member.press("Guardar la nota")
    member.press("Admitir")
    member.follow("Pedir alegaciones")
    member.press("Pedir alegaciones")
    expect(page.locator("main")).to_contain_text("El plazo de alegaciones está abierto.")


def hear(member: Visitor, home: Visitor, away: Visitor) -> None:
    """Each side is told, opens the case from its notices and says its own; both read both."""
    for phone, text in ((home, TOLD_BY_HOME), (away, TOLD_BY_AWAY)):
        phone.go("/avisos/")
        phone.press(re.compile("^Abrir Expediente 1: plazo de alegaciones"))
        expect(phone.page.locator("main")).not_to_contain_text(NOTE)
        field = phone.page.locator("form[action$='/alegar/'] textarea")
        field.fill(text)
        if phone is home:  # kept while it is typed
            expect(phone.page.locator("[data-draft-status]")).to_contain_text("Borrador guardado a")
            phone.page.reload()
            expect(field).to_have_value(text)
        phone.press("Presentar alegaciones")
        expect(phone.page.locator("main")).to_contain_text("Las alegaciones están presentadas.")
    expect(away.page.locator("main")).to_contain_text(TOLD_BY_HOME)
    page = member.page
    page.reload()
    for text in (TOLD_BY_HOME, TOLD_BY_AWAY, NOTE):
        expect(page.locator("main")).to_contain_text(text)
    member.follow("Pasar a deliberar")
    member.press("Pasar a deliberar")
    expect(page.locator("main")).to_contain_text("El expediente está en deliberación.")


def kept_out(league: League, tied: Visitor) -> None:
    """The member of a peña of the case reads that there is one, and neither reads nor rules."""
    page = tied.page
    tied.go("/mi/")
    expect(page.locator("main")).to_contain_text("Hay 1 expediente de la propia peña que no se")
    assert page.locator("main a", has_text="Reclamación").count() == 0
    for path in ("", "resolucion/"):
        answer = page.request.get(case_path(league) + path)
        assert answer.status == 403
        assert DISPUTE not in answer.text()
    for evidence in Evidence.objects.all():
        assert page.request.get(f"/pruebas/{evidence.pk}/").status == 403


def rule(league: League, member: Visitor) -> str:
    """Board 2 for the home peña, a player out for two encounters, a fine, points, a warning: each
    consequence is read before it is final. Returns the player."""
    page = member.page
    player = league.evening.away_fichas[0].player
    member.follow("Dictar resolución")
    member.fill(
        facts="En la mesa 2 no se contó la Real. La ficha 1 de la visita tiró la baraja.",
        decision="La mesa 2 es de la peña local. Se suspende a la ficha 1 por dos encuentros.",
    )
    member.choose("Cambiar los juegos de alguna mesa")
    member.unfold("Juegos de cada mesa")
    member.fill(**{"board-2-home_games": "5", "board-2-away_games": "4"})
    rival = league.encounter.away.name
    options = page.locator("[name='suspensions-0-player'] option")
    member.fill(
        **{
            "suspensions-0-player": options.filter(has_text=str(player)).first.inner_text(),
            "suspensions-0-encounters": "2",
            "fines-0-team": rival,
            "fines-0-euros": "12.50",
            "points-0-team": rival,
            "points-0-points": "1",
            "warnings-0-subject": rival,
        }
    )
    member.press("Ver qué pasará", within="main .toolbar")
    changes = page.locator("main .diff").first
    for told in (
        "antes 2–2 ahora 3–1",
        re.compile(rf"{rival}\s+antes 2 ahora 0\s"),
        f"{player}",
        f"{rival} – {league.encounter.home.name}",
        "Queda además 1 encuentro",
        f"12,50 € a {rival}, pendiente",
        "Apercibimientos",
    ):
        expect(changes).to_contain_text(told)
    member.press("Dictar resolución inapelable")
    expect(page.locator("main")).to_contain_text("La resolución 1 está dictada y es inapelable.")
    return str(player)


def table_of(league: League, public: Visitor) -> dict[str, int]:
    """Points by team, off the live table."""
    division = league.encounter.division
    public.go(addresses.standings_path(division))
    rows = public.page.locator("main table tbody tr")
    return {
        row.locator("th a").first.inner_text(): int(row.locator("td").last.inner_text())
        for row in rows.all()
    }


def read_the_board(public: Visitor) -> None:
    """The tablón, its ruling and its feed, without what the file keeps to itself."""
    page = public.page
    public.follow("Resoluciones", within="nav.tabs")
    expect(page.locator("main .timeline li")).to_have_count(1)
    feed = page.locator("link[type='application/atom+xml']").get_attribute("href")
    public.follow("Resolución 1", within="main")
    shown = page.locator("main").inner_text()
    told = page.request.get(str(feed)).text()
    for private in (TOLD_BY_HOME, TOLD_BY_AWAY, NOTE, DISPUTE, "Aladina"):
        assert private not in shown and private not in told
    assert "La mesa 2 es de la peña local." in shown and "La mesa 2 es de la peña local." in told


def cannot_play(league: League, away: Visitor, suspended: str) -> None:
    """At the next line-up the player cannot be ticked, and the page says why."""
    assert league.later is not None
    away.go(f"/acta/{league.later.pk}/")
    row = away.page.locator(".tick", has_text=suspended)
    expect(row.locator("[name=plays]")).to_be_disabled()
    expect(row).to_contain_text("M-D.11")


def read_the_mails(league: League) -> None:
    """Everybody was written to, and the organiser reads what in the outbox."""
    notifications_send_due(at=timezone.now())
    organiser = league.visitor(league.evening.organiser)
    organiser.go(f"/organizacion/{league.evening.season.pk}/correo/")
    page = organiser.page
    for subject in (
        "Recibo de la reclamación 1",
        "Expediente 1: plazo de alegaciones",
        "Resolución 1 (expediente 1)",
    ):
        row = page.locator("main tbody tr", has_text=subject).first
        expect(row.locator(".chip")).to_have_text("enviado")
    row = page.locator("main tbody tr", has_text="Resolución 1 (expediente 1)").first
    row.locator("summary").click()
    expect(row).to_contain_text("La mesa 2 es de la peña local.")
    organiser.look()
    evening = league.evening
    [ruled] = [
        message
        for message in mail.outbox
        if message.to == [evening.away.email] and message.subject.startswith("Resolución 1")
    ]
    assert case_path(league) in ruled.body


def test_two_pairs_presented_lose_all_boards_and_go_to_the_committee(new_page: NewPage) -> None:
    """M-D.13: from the phone of the peña that is there to the ruling that confirms it."""
    league = league_of(new_page, starts_at=timezone.now() - timedelta(minutes=40))
    home = league.visitor(league.evening.home, phone=True)
    page, away_name = home.page, league.encounter.away.name
    home.go(f"/acta/{league.encounter.pk}/no-se-juega/")
    home.choose(f"{away_name} tiene menos de tres parejas")
    home.fill(pairs="2", text="Vinieron cuatro jugadores; los demás, con gripe.")
    home.leave(page.locator(".dock .btn"))
    expect(page.locator("main")).to_contain_text("4–0")

    public = league.visitor(None)
    assert table_of(league, public) == {"Peña El Órdago": 4, away_name: 0}
    member = league.visitor(league.member)
    member.go("/mi/")
    member.follow(re.compile("Menos de tres parejas"), within="main table")
    expect(member.page.locator("main .notice", has_text="M-D.13").first).to_be_visible()
    member.follow("Dictar resolución")
    # The text and the clause of the matter stand there already; only the facts are to be told.
    expect(member.page.locator("[name=decision]")).to_have_value(re.compile("4–0"))
    expect(member.page.locator("[name=clauses][value='M-D.13']")).to_be_checked()
    member.fill(facts=f"{away_name} presentó dos parejas.", **{"warnings-0-subject": away_name})
    member.press("Ver qué pasará", within="main .toolbar")
    expect(member.page.locator("main .diff").first).to_contain_text("no cambia")
    member.press("Dictar resolución inapelable")
    public.go(addresses.rulings_path(league.evening.season))
    expect(public.page.locator("main .timeline li").first).to_contain_text("M-D.13")


def test_a_drawn_player_who_refuses_loses_the_board_and_goes_to_the_committee(
    new_page: NewPage,
) -> None:
    """M-D.14: noted on the phone at the board; the acta opens the case once both signed it."""
    now = timezone.now()
    league = league_of(new_page, starts_at=now - timedelta(hours=3))
    evening, began = league.evening, now - timedelta(hours=3)
    evening.close_line_ups(at=began)
    evening.draw(at=began)
    evening.play(stage.GAMES[:3], at=began)
    home = league.visitor(evening.home, phone=True)
    home.go(f"/acta/{league.encounter.pk}/mesas/4/mas/")
    home.unfold("Un jugador no quiere jugar")
    home.choose(re.compile(r"^\s*\d · "))
    home.press("Anotar que no juega")
    signed(evening, ended_at=now - timedelta(minutes=10))
    member = league.visitor(league.member)
    member.go("/mi/")
    member.follow(re.compile("se negó a jugar"), within="main table")
    expect(member.page.locator("main .notice", has_text="M-D.14").first).to_be_visible()


def test_a_late_claim_is_kept_and_the_committee_sees_that_it_is(new_page: NewPage) -> None:
    """M-D.15: the form says so before, the receipt and the case say so after."""
    now = timezone.now()
    league = league_of(new_page, starts_at=now - timedelta(hours=28))
    played(league, ended_at=now - timedelta(hours=25))
    away = league.visitor(league.evening.away, phone=True)
    page = away.page
    away.go(f"/acta/{league.encounter.pk}/reclamar/")
    expect(page.locator("main .notice.stop")).to_contain_text("El plazo ha acabado.")
    away.fill(text="La mesa 3 acabó con la luz apagada.")
    away.press("Presentar la reclamación")
    for words in ("fuera de plazo", "no consta en el acta"):
        expect(page.locator("main .chip", has_text=words)).to_be_visible()
    expect(page.locator("main")).to_contain_text("1 h 0 min tarde")

    member = league.visitor(league.member)
    member.go("/mi/")
    member.follow(re.compile("Reclamación"), within="main table")
    main = member.page.locator("main")
    for words in ("reclamación fuera de plazo", "no consta en el acta"):
        expect(main.locator(".chip", has_text=words)).to_be_visible()
    expect(main).to_contain_text("Fuera de plazo por 1 h 0 min.")
    member.follow("No admitir")
    expect(member.page.locator("[name=clause]")).to_have_value("M-D.15")
    member.fill(reason="Llegó pasadas las 24 horas y nada consta en el acta.")
    member.press("No admitir")
    away.go("/avisos/")
    away.press(re.compile("^Abrir Expediente 1 no admitido"))
    expect(page.locator("main")).to_contain_text("Llegó pasadas las 24 horas")
