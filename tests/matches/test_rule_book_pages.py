"""The rule book's pages, with what the engine says in them."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from league.models import Season
from matches.templatetags.rule_book import readings, sena_table, worked_examples
from rules.mus import ASTURIAS, parse_record, replay
from rules.mus.examples import RecordExample, examples
from rules.mus.options import SCHEMA
from rules.mus.senas import Sena
from rules.regulation import CLAUSES
from tests import factories
from tests.matches.test_committee_pages import address, client
from tests.matches.test_public_queries import addresses_of
from tests.matches.test_rulings import Affair
from tests.played import played

BOOK = "/reglamento/"
LEADS_TO = re.compile(rf'href="{BOOK}#([^"]+)"')
ARTICLES = ["P", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "E", "D", "T"]


def text(path: str, **query: str) -> str:
    response = Client().get(path, query)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture(scope="module")
def book(django_db_setup: None, django_db_blocker: Any) -> str:
    with django_db_blocker.unblock():
        return text(BOOK)


@pytest.fixture(scope="module")
def anchors(book: str) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', book))


class TestBook:
    def test_every_clause_has_its_anchor_once_and_every_article(self, book: str) -> None:
        ids = re.findall(r'<article id="([^"]+)"', book)
        assert ids == list(CLAUSES)
        assert re.findall(r'<h2 id="art-([^"]+)"', book)[: len(ARTICLES)] == ARTICLES
        every = re.findall(r'\bid="([^"]+)"', book)
        assert len(every) == len(set(every))

    def test_what_leads_within_the_book_arrives(self, book: str, anchors: set[str]) -> None:
        led = set(LEADS_TO.findall(book)) | set(re.findall(r'href="#([^"]+)"', book))
        assert len(led) > 60 and led <= anchors

    def test_the_tag_of_every_clause_leads_to_its_anchor(self, anchors: set[str]) -> None:
        for id in CLAUSES:
            tag = render_to_string("components/clause.html", {"id": id})
            assert LEADS_TO.findall(tag) == [id]
            assert id in anchors

    def test_shows_how_silences_are_read(self, book: str) -> None:
        assert "Donde el texto calla" in book
        assert "el 31 de la pareja que erró vale en cualquiera de los dos" in book
        assert "La temporada puede poner de 20 a 60" in book

    def test_fits_a_poor_connection(self) -> None:
        answer = Client().get(BOOK, headers={"accept-encoding": "gzip"})
        assert answer.headers["Content-Encoding"] == "gzip"
        assert len(answer.content) < 30_000

    def test_a_script_gets_the_list_alone(self) -> None:
        answer = Client().get(BOOK, {"q": "órdago"}, headers={"hx-request": "true"})
        page = answer.content.decode()
        assert "<html" not in page and 'id="M-V.13"' in page
        assert "HX-Request" in answer.headers["Vary"]

    def test_nothing_found_says_what_to_do(self) -> None:
        page = text(BOOK, q="<balonmano>")
        assert "Ninguna cláusula" in page and "<balonmano>" not in page
        assert "Ver todo el reglamento" in page


class TestClausePage:
    @pytest.mark.parametrize("id", CLAUSES)
    def test_is_there_for_every_clause(self, id: str, anchors: set[str]) -> None:
        page = text(reverse("league:clause", args=[id]))
        assert CLAUSES[id].title in page
        assert set(LEADS_TO.findall(page)) <= anchors

    def test_rules_on_the_example(self) -> None:
        page = text("/reglamento/M-VII.1/")
        assert "11–21" in page and "A1 tenía pares y no los cantó." in page

    @pytest.mark.parametrize("path", ["M-X.1", "M-VII.99", "Z-P.1"])
    def test_is_not_there_for_others(self, path: str, db: None) -> None:
        assert Client().get(f"/reglamento/{path}/").status_code == 404


class TestExamples:
    @pytest.mark.parametrize("id", examples())
    def test_every_example_has_words(self, id: str) -> None:
        shown = worked_examples(id)
        assert len(shown) == len(examples()[id])
        for example in shown:
            assert example.hands and example.tells
            assert example.report or example.allowed or example.wrong or example.kind != "deal"

    def test_the_sums_by_lance_are_the_stones_of_the_score(self) -> None:
        for id, several in examples().items():
            for example, shown in zip(several, worked_examples(id), strict=True):
                if not isinstance(example, RecordExample):
                    continue
                assert shown.report is not None
                told = re.findall(r"([AB]) \+(\d+)", " ".join(sum for _, sum in shown.sums))
                for place, pair in enumerate("AB"):
                    won = sum(int(stones) for whose, stones in told if whose == pair)
                    before, after = shown.report.before[place], shown.report.score[place]
                    assert before + won == after, (id, pair)

    def test_the_link_to_the_consulta_carries_the_record(self, db: None) -> None:
        (first, *_) = (one for one in examples()["M-VII.1"] if isinstance(one, RecordExample))
        link = urlsplit(worked_examples("M-VII.1")[0].consult_url)
        assert link.path == reverse("matches:consulta")
        (record,) = parse_qs(link.query)["jugada"]
        assert replay(parse_record(record)) == replay(parse_record(first.record))
        answer = Client().get(worked_examples("M-VII.1")[0].consult_url)
        assert answer.status_code == 200 and "A1 tenía pares" in answer.content.decode()

    def test_every_option_can_be_read(self) -> None:
        for option in SCHEMA:
            ways = readings(option)
            assert ways and all(ways), option.key
            assert len(ways) == len(set(ways))
        assert len(ASTURIAS.to_mapping()) == len(SCHEMA)

    def test_the_table_of_senas_has_them_all(self) -> None:
        assert len(sena_table()) == len(Sena)


@pytest.mark.django_db
class TestSeason:
    """The readings of a season stand beside those proposed."""

    def season(self, *, is_public: bool = True) -> Season:
        settings = {"partida_format": "best_of=5", "stones": 30, "la_real": "off"}
        return factories.season(is_public=is_public, options=settings)

    def test_shows_what_the_season_plays(self) -> None:
        season = self.season()
        page = text(BOOK, temporada=str(season.pk))
        assert f"Con las lecturas de {season}" in page
        assert "se juega a 30 piedras" in page and "Al mejor de 5 juegos" in page
        assert page.count(f"Así se juega en {season}.") > 10
        own = text("/reglamento/M-VIII.4/", temporada=str(season.pk))
        assert "no se juega la Real" in own
        assert f'value="{season.pk}"' in page  # a search stays with the season

    def test_is_left_out_where_nobody_may_see_it(self) -> None:
        hidden = self.season(is_public=False)
        for asked in (str(hidden.pk), "999999", "x", "9" * 40):
            page = text(BOOK, temporada=asked)
            assert "Con las lecturas de" not in page and "Así se juega en" not in page

    def test_the_tab_of_a_season_leads_to_its_readings(self) -> None:
        stage = played(6)
        page = Client().get(addresses_of(stage)["season"]).content.decode()
        assert f'href="{BOOK}?temporada={stage.season.pk}"' in page


@pytest.mark.django_db
class TestWhoLeadsHere:
    """Findings, rulings and sanctions lead to clauses that are there."""

    def test_public_pages(self, anchors: set[str]) -> None:
        stage = played(6)
        led: set[str] = set()
        for path in addresses_of(stage).values():
            response = Client().get(path)
            if response["Content-Type"].startswith("text/html"):
                led |= set(LEADS_TO.findall(response.content.decode()))
        assert led and led <= anchors

    def test_pages_of_the_committee(self, anchors: set[str]) -> None:
        affair = Affair()
        reader = client(affair.member)
        led: set[str] = set()
        for name in ("case", "ruling-new", "case-admit"):
            led |= set(LEADS_TO.findall(reader.get(address(name, affair)).content.decode()))
        assert led and led <= anchors


@pytest.mark.django_db
class TestOddsPage:
    PATH = "/reglamento/probabilidades/"

    def test_shows_the_odds_of_a_hand(self, django_assert_num_queries: Any) -> None:
        with django_assert_num_queries(0):
            page = text(self.PATH, mano="rr31")
        assert "Medias de reyes, juego de 31" in page
        assert "99,2 %" in page and "<rect" in page
        assert "style=" not in page

    @pytest.mark.parametrize(
        ("typed", "says"),
        [
            ("RR", "Faltan 2 cartas."),
            ("RR3", "Falta 1 carta."),
            ("RRRRR", "Son cuatro cartas"),
            ("8x!", "No se entiende"),
            ("R???", "No se entiende"),
            ("RRRRRRRRRR", "Son cuatro cartas"),
            ("RoRoRc3e", "No hay tantas cartas iguales"),
            ("<b>\x00", "No se entiende"),
        ],
    )
    def test_says_what_is_wrong_with_what_was_typed(self, typed: str, says: str) -> None:
        page = text(self.PATH, mano=typed)
        assert says in page and "<rect" not in page and "<b>\x00" not in page

    def test_is_put_together_card_by_card(self) -> None:
        path, found = self.PATH, ""
        for face in "RR31".replace("3", "R"):
            page = text(path, mano=found)
            links = re.findall(r'href="\?mano=([^"#&]*)', page)
            found = next(link for link in links if link == found + face)
        assert "Medias de reyes" in text(path, mano=found)

    def test_lists_the_best_and_the_worst(self) -> None:
        hand = re.compile(r'href="[^"]*\?mano=([^"]{4})">')
        assert hand.findall(text(self.PATH))[0] == "RRR1"
        worst = hand.findall(text(self.PATH, sort="stones"))
        assert worst[0] != "RRR1" and len(worst) == 25
        assert hand.findall(text(self.PATH, sort="-grande"))[0] == "RRRR"
        assert hand.findall(text(self.PATH, sort="-chica"))[0] == "1111"
        last = text(self.PATH, page="14")
        assert len(hand.findall(last)) == 330 - 13 * 25

    def test_keeps_to_a_kind(self) -> None:
        assert "36 líneas" in text(self.PATH, tipo="duples")
        assert "330 líneas" in text(self.PATH, tipo="nada")

    def test_fits_a_poor_connection(self) -> None:
        answer = (
            Client().get(self.PATH, {"mano": "RR31"}, headers={"accept-encoding": "gzip"}).content
        )
        assert len(answer) < 8_000
