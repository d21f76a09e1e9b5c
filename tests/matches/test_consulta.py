"""The consulta: built by taps, pasted, shared; and what is typed wrong, told where it is."""

import gzip
import html
import re
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import timezone

from matches.consulta import words, writing
from matches.consulta.examples import EXAMPLES
from matches.consulta.speaking import talks
from matches.consulta.taps import tapped
from matches.templatetags.consulta import consulta_start, takes_records
from rules.mus import ASTURIAS, dump, parse_record, replay
from rules.record_report import LONGEST_RECORD
from rules.registry import DISCIPLINES
from tests import factories

URL = "/reglamento/consulta/"
EXAMPLE_3 = EXAMPLES[2].record
CARDS = '[Cartas "A1:RR31 CS64 5541 777S"]'


@pytest.fixture
def ask(client: Client):
    """Ask for the page with a query; follow to where a tap leads."""

    def get(**query: str):
        return client.get(f"{URL}?{urlencode(query)}", follow=True)

    return get


def body(response) -> str:
    return html.unescape(response.content.decode())


def record_of(response) -> str:
    return response.context["record"]


def taps(ask, record: str, *all_taps: dict[str, str]):
    response = None
    for tap in all_taps:
        response = ask(jugada=record, **tap)
        record = record_of(response)
    return response


@pytest.mark.django_db
class TestWithNothing:
    def test_offers_the_examples_and_the_whole_deck(self, ask) -> None:
        response = ask()
        assert response.status_code == 200
        text = body(response)
        for example in EXAMPLES:
            assert str(example.title) in text
        assert text.count('name="carta"') == 50  # forty, and ten without a suit
        assert 'aria-label="rey de oros"' in text
        assert "Faltan 4 cartas de A1" in text

    def test_is_small_and_asks_nothing_of_the_database(
        self, ask, django_assert_num_queries
    ) -> None:
        with django_assert_num_queries(0):
            response = ask(jugada=EXAMPLE_3)
        parts = ["css/amarraco.css", "css/consulta.css", "img/baraja.svg", "js/consulta.js"]
        weight = len(gzip.compress(response.content))
        for part in parts:
            weight += len(gzip.compress(Path(str(finders.find(part))).read_bytes()))
        assert weight < 25_000


@pytest.mark.django_db
class TestByTaps:
    def test_builds_the_third_example(self, ask) -> None:
        cards = [{"carta": card} for card in "RR31CS645541777S"]
        response = taps(
            ask,
            "",
            *cards,
            {"tanteo": "", "a": "20", "b": "22", "mano": "A1"},
            {"pasan": "G"},
            {"pasan": "C"},
            {"cantan": "P"},
            {"di": "P.A1e", "piedras": "2"},
            {"di": "P.B2n", "piedras": "2"},
            {"di": "J.A1s"},
            {"di": "J.B1n"},
            {"di": "J.A2n"},
            {"di": "J.B2s"},
            {"di": "J.A1e", "piedras": "2", "otras": "5"},
            {"di": "J.B2q"},
        )
        assert response.context["report"].score == (26, 30)
        assert response.context["all_said"]
        assert "A1 envida 5" in body(response)

    def test_a_card_in_its_place_goes_back_to_the_deck(self, ask) -> None:
        response = ask(jugada=CARDS, quita="B1.0")
        assert "CS64" not in record_of(response)
        assert "A1:RR31 S64?? 5541 777S" in record_of(response)
        assert "Falta 1 carta de B1" in body(response)

    def test_the_fifth_of_a_face_is_not_offered(self, ask) -> None:
        response = ask(
            jugada='[Cartas "A1:RR31 R??R?? ???????? ????????"]'.replace("R??R??", "RR????")
        )
        buttons = re.findall(r'<button[^>]*value="R[oceb]?"[^>]*>', body(response))
        assert len(buttons) == 5
        assert all("disabled" in button for button in buttons)

    def test_another_mano_keeps_everybody_his_cards(self, ask) -> None:
        response = ask(jugada=EXAMPLE_3, tanteo="", a="20", b="22", mano="B2")
        assert '[Cartas "B2:777S RR31 CS64 5541"]' in record_of(response)

    def test_names_of_the_pairs_head_their_columns(self, ask) -> None:
        response = ask(jugada=CARDS, tanteo="", a="0", b="0", pa="Xuanes", pb='Les "Xanes"]')
        assert '[Encuentro "Xuanes – Les Xanes"]' in record_of(response)
        assert response.context["report"].pair_b == "Les Xanes"

    def test_what_was_said_can_be_taken_back(self, ask) -> None:
        response = ask(jugada=EXAMPLE_3, atras="J")
        assert record_of(response).rstrip().endswith("A1e5")
        assert response.context["report"].pending
        response = ask(jugada=EXAMPLE_3, borra="G")
        assert "G:" not in record_of(response)

    def test_an_option_that_is_changed_changes_the_ruling_and_is_named(self, ask) -> None:
        response = ask(jugada=EXAMPLE_3, opciones="", o_la_real="off")
        assert response.context["report"].score == (34, 22)
        assert "no se juega la Real" in body(response)
        back = ask(jugada=record_of(response), opciones="", o_la_real="sevens_and_jack")
        assert "Opciones" not in record_of(back)
        assert "Por defecto, la Real son tres sietes y una sota" in body(back)

    def test_a_fault_is_told_and_taken_back(self, ask) -> None:
        response = ask(jugada=CARDS, falta="M-VI.5", de="B2")
        assert "#M-VI.5 B2" in record_of(response)
        assert "La jugada de B2 es nula." in body(response)
        response = ask(jugada=record_of(response), sinfalta="0")
        assert "#M-VI.5" not in record_of(response)

    def test_a_late_correction_and_one_in_time(self, ask) -> None:
        response = ask(jugada=f"{CARDS}\nP: A1n B1n A2s B2s", di="P.A1s!rectifica")
        assert "rectificó a tiempo" in body(response)

    @pytest.mark.parametrize(
        "tap",
        [
            {"carta": "Xx"},
            {"carta": "R"},  # no place left
            {"quita": "A1.9"},
            {"quita": "C1.0"},
            {"tanteo": "", "a": "-1", "b": "x"},
            {"tanteo": "", "a": "1", "b": "2", "mano": "Z"},
            {"di": "G.A1e", "piedras": "0"},
            {"di": "G.A1e", "piedras": "²"},
            {"di": "Q.A1e", "piedras": "2"},
            {"di": "G.A1s"},
            {"di": "G"},
            {"pasan": "P"},
            {"cantan": "X"},
            {"borra": "X"},
            {"atras": "N"},
            {"falta": "M-VI.5", "de": "X"},
            {"falta": '"]\n[Tanteo', "de": "A1"},
            {"sinfalta": "7"},
            {"opciones": "", "o_la_real": "x;y"},
            {"opciones": "", "o_nothing": "1"},
        ],
    )
    def test_a_tap_that_does_not_fit_changes_nothing(self, ask, tap) -> None:
        record = f'[Tanteo "20-22"]\n{CARDS}\nG: A1- B1- A2- B2-\n'
        response = ask(jugada=record, **tap)
        assert response.status_code == 200
        assert record_of(response) == record


@pytest.mark.django_db
class TestPasted:
    def test_a_record_leads_to_its_own_address(self, client: Client) -> None:
        response = client.post(URL, {"texto": EXAMPLE_3.replace("\n", "\r\n")})
        assert response.status_code == 302
        assert client.get(response["Location"]).context["report"].score == (26, 30)

    @pytest.mark.parametrize(
        ("text", "line", "column", "at"),
        [
            (f"{CARDS}\nG: A1- B1z A2-", 2, 8, "B1z"),
            ('[Cartas "A1:RR31 CS64 5541 777X"]', 1, 31, 'X"]'),
            (f"{CARDS}\nhola", 2, 1, "hola"),
            ("G: A1-", 1, 1, "G:"),
            (f'[Tanteo "mucho"]\n{CARDS}', 1, 10, 'mucho"]'),
        ],
    )
    def test_what_cannot_be_read_is_shown_where_it_is(
        self, ask, text: str, line: int, column: int, at: str
    ) -> None:
        response = ask(jugada=text)
        assert response.status_code == 422
        unread = response.context["unread"]
        assert (unread.line, unread.column, unread.at) == (line, column, at)
        assert f"Línea {line}, columna {column}." in body(response)
        assert text.split("\n")[0] in body(response)  # nothing that was typed is lost

    def test_a_score_that_cannot_be_is_told_beside_the_score(self, ask) -> None:
        response = ask(jugada=f'[Tanteo "44-22"] {CARDS}')
        assert response.status_code == 200
        assert 'id="problem"' in body(response)
        assert "Con 44–22 no se puede seguir jugando" in body(response)

    def test_a_long_record_is_ruled_on_but_has_no_link(self, client: Client) -> None:
        long = EXAMPLE_3 + "\n; " + "ñ" * 3_000
        response = client.post(URL, {"texto": long})
        assert response.status_code == 200
        assert response.context["report"].score == (26, 30)
        assert response.context["shared"] == ""

    def test_too_long_a_record_is_refused_with_the_limit(self, client: Client) -> None:
        response = client.post(URL, {"texto": EXAMPLE_3 + "\n; " + "x" * LONGEST_RECORD})
        assert response.status_code == 422
        assert f"caben {LONGEST_RECORD} caracteres" in body(response)

    @pytest.mark.parametrize(
        "text",
        [
            "\x00",
            "[" * 4_000,
            "]" * 10,
            "<script>alert(1)</script>",
            "\ud7ff￿‮" * 50,
            CARDS + "\nG: " + "A1- " * 900,
            CARDS + "\n" + "P: A1s\n" * 400,
            CARDS + "\nG: A1e999999 B1+999999",
            '[Cartas "A1:???????? ???????? ???????? ????????"]\nG: A1e',
            '[Cartas "A1:RR31 CS64 5541 777S"] [Opciones "' + "a=1;" * 800 + '"]',
            "١" * 100,
        ],
        ids=lambda text: text[:12],
    )
    def test_hostile_text_is_answered(self, client: Client, text: str) -> None:
        for response in (
            client.get(URL, {"jugada": text}),
            client.post(URL, {"texto": text}, follow=True),
            client.get(URL, {"jugada": text, "di": text}, follow=True),
        ):
            assert response.status_code in (200, 422)
            assert b"<script>alert" not in response.content

    def test_one_card_that_nobody_knows_leaves_open_only_what_hangs_on_it(self, ask) -> None:
        response = ask(jugada=EXAMPLE_3.replace("777S", "777??"))
        report = response.context["report"]
        assert report.score == (26, 22)
        assert [one.heading for one in report.pending] == ["Juego"]

    def test_a_deal_of_which_hardly_anything_is_known_is_not_gone_through(self, ask) -> None:
        text = CARDS.replace("777S", "?" * 8) + "\nG: " + "A1e B1+3 " * 300
        assert ask(jugada=text).context["report"] is None


class TestWhereItIsOffered:
    @pytest.mark.django_db
    def test_in_the_foot_of_a_season_whose_game_has_one(self, client: Client) -> None:
        assert f'href="{URL}"' in body(client.get("/"))
        assert takes_records(SimpleNamespace(discipline="mus"))

    @pytest.mark.django_db
    def test_from_a_season_it_starts_with_the_readings_of_the_season(self, ask) -> None:
        proposed = DISCIPLINES["mus"].presets[0].settings
        season = SimpleNamespace(discipline="mus", options=proposed)
        assert consulta_start(season) == consulta_start("") == URL
        season.options = {**proposed, "stones": 30, "boards": 3, "la_real": "off"}
        response = ask(jugada=parse_qs(urlsplit(consulta_start(season)).query)["jugada"][0])
        record = record_of(response)
        assert '[Opciones "stones=30; la_real=off"]' in record
        dealt = record.replace("???????? ???????? ???????? ????????", "RR31 CS64 5541 777S")
        response = ask(jugada=dealt)
        assert response.context["report"].target == 30

    def test_not_where_the_game_takes_no_records(self, monkeypatch) -> None:
        other = SimpleNamespace(takes_records=False)
        monkeypatch.setattr(
            "matches.templatetags.consulta.DISCIPLINES", {"mus": DISCIPLINES["mus"], "x": other}
        )
        assert not takes_records(SimpleNamespace(discipline="x"))
        assert takes_records("")


@pytest.mark.django_db
class TestShared:
    @pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: str(one.title))
    def test_the_link_opens_the_same_ruling(self, client: Client, example) -> None:
        first = client.get(URL, {"jugada": example.record})
        assert first.status_code == 200
        second = Client().get(first.context["shared"])
        assert second.context["report"] == first.context["report"]
        assert second.context["shared"] == first.context["shared"]
        assert first.context["absolute"].startswith("http://testserver/reglamento/consulta/?")


@pytest.mark.django_db
class TestAttach:
    def test_a_delegate_sees_his_latest_encounters(self, client: Client) -> None:
        encounter = factories.encounter(ended_at=timezone.now() - timedelta(hours=2))
        delegate = factories.delegate(team=encounter.away)
        client.force_login(delegate.user)
        response = client.get(URL, {"jugada": EXAMPLE_3})
        [group] = response.context["attach"]
        [link] = group["links"]
        assert link["url"].startswith(f"/acta/{encounter.pk}/reclamar/?jugada=")
        form = client.get(link["url"])
        assert form.status_code == 200

    def test_who_is_delegate_for_one_night_sees_that_night_and_no_other(
        self, client: Client, time_machine
    ) -> None:
        time_machine.move_to(factories.AT + timedelta(hours=1), tick=False)
        season = factories.season(options=ASTURIAS.to_mapping())
        division = factories.division(season=season)
        tonight = factories.encounter(state="PLAYING", division=division)
        night = timezone.localtime(factories.AT).date()
        delegate = factories.delegate(team=tonight.home, kind="ONE_NIGHT", valid_on=night)
        factories.ended_encounter(
            home=tonight.home,
            division=division,
            starts_at=factories.AT - timedelta(days=2),
            started_at=factories.AT - timedelta(days=2),
            ended_at=factories.AT - timedelta(days=2),
        )
        client.force_login(delegate.user)
        [group] = client.get(URL, {"jugada": EXAMPLE_3}).context["attach"]
        assert group["title"] == "Adjuntar a una incidencia de esta noche"
        [link] = group["links"]
        form = client.get(link["url"])
        assert "RR31 CS64 5541 777S" in form.context["form"]["record"].value()
        tonight.state, tonight.kind, tonight.ended_at = "SIGNED", "PLAYED", factories.AT
        tonight.home_score, tonight.away_score = 3, 1
        tonight.save()
        [group] = client.get(URL, {"jugada": EXAMPLE_3}).context["attach"]
        assert group["title"] == "Adjuntar a una reclamación"
        assert [one["url"].partition("?")[0] for one in group["links"]] == [
            f"/acta/{tonight.pk}/reclamar/"
        ]

    def test_who_is_not_signed_in_comes_back_to_the_same_deal(self, client: Client) -> None:
        user = factories.user()
        response = client.get(URL, {"jugada": EXAMPLE_3})
        login = re.search(r'href="(/cuenta/login/[?]next=[^"]+)"', body(response))
        assert login
        sent = client.post(login[1], {"login": user.email, "password": factories.PASSWORD})
        assert sent["Location"] == response.context["shared"]

    def test_nobody_else_does(self, client: Client) -> None:
        factories.encounter(ended_at=timezone.now() - timedelta(hours=2))
        assert client.get(URL, {"jugada": EXAMPLE_3}).context["attach"] == []
        client.force_login(factories.user())
        assert client.get(URL, {"jugada": EXAMPLE_3}).context["attach"] == []


class TestOptions:
    def test_every_value_that_is_offered_has_its_words(self) -> None:
        for option in words.options(parse_record(CARDS)):
            texts = [str(value["text"]) for value in option["values"]]
            assert not any("_" in text for text in texts)
            assert [value["chosen"] for value in option["values"]].count(True) == 1

    def test_every_fault_that_is_offered_is_one_of_the_regulation(self) -> None:
        assert len(words.fault_choices()) == len(words.FAULTS)


class TestTalk:
    def test_every_offer_is_one_that_the_engine_takes(self) -> None:
        """Walk a deal by always saying what is offered first, then last: no illegal call."""
        for choice in (0, -1):
            record = parse_record(CARDS)
            for _step in range(60):
                talk = next((t for t in talks(record, ASTURIAS) if not t.done), None)
                if talk is None:
                    break
                turn = next(turn for turn in talk.turns if turn.expected)
                offer = turn.offers[choice]
                before = dump(record)
                record = tapped(record, {"di": f"{talk.heading}.{offer.act}", "piedras": "3"})
                assert dump(record) != before
            else:
                pytest.fail("the talk never ends")
            codes = {found.code for found in replay(record, ASTURIAS).findings}
            assert "mus.error.illegal_call" not in codes

    def test_a_las_dos_opens_chica_too(self) -> None:
        record = parse_record(f"{CARDS}\nG: A1e& B1q")
        chica = next(talk for talk in talks(record, ASTURIAS) if talk.heading == "C")
        assert chica.done

    def test_without_juego_punto_is_played(self) -> None:
        record = parse_record('[Cartas "A1:7654 7654 7654 7654"]\nJ: A1n B1n A2n B2n')
        assert [talk.heading for talk in talks(record, ASTURIAS)][-1] == "N"

    def test_an_accepted_ordago_ends_the_talk(self) -> None:
        record = parse_record(f"{CARDS}\nG: A1o B1q")
        (grande,) = talks(record, ASTURIAS)
        assert grande.ended_deal

    def test_a_fault_stands_where_it_was_told(self) -> None:
        record = parse_record(f"{CARDS}\nG: A1- B1- A2- B2-\nC: A1- B1- A2- B2-\n? M-VII.1 A1\n")
        told = tapped(record, {"falta": "M-V.14", "de": "A1"})
        assert dump(told).split("\n")[3:5] == ["#M-V.14 A1", "? M-VII.1 A1"]

    def test_starts_with_nothing_known(self) -> None:
        assert writing.next_seat(parse_record(writing.START)) == "A1"
