"""What everybody may read, who may read what is not public yet, and when it changes."""

import json
from datetime import timedelta
from xml.etree import ElementTree

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils.feedgenerator import rfc3339_date

from league import canonical
from league.models import Season
from league.services.versions import divisions_touch
from matches import addresses
from matches.models import Acta, Draw, Encounter
from matches.services import ending, incidents, line_up, reports
from matches.services.actas import acta_correct, acta_sign
from tests import factories
from tests.matches.stage import AT, END, evening
from tests.matches.test_public_queries import addresses_of
from tests.played import played

pytestmark = pytest.mark.django_db


def text_of(response):
    return " ".join(response.content.decode().split())


def get(client, address, **headers):
    response = client.get(address, headers=headers)
    assert response.status_code == 200, address
    return response


@pytest.fixture
def stage():
    return played(6)


@pytest.fixture
def night():
    return evening()


def page_of(encounter):
    encounter = Encounter.objects.select_related("division__season__competition").get(
        pk=encounter.pk
    )
    return addresses.encounter_path(encounter)


class TestSeasonOf:
    def test_hides_a_season_that_is_not_public_from_visitors_and_strangers(self, client):
        stage = played(6, public=False)
        for user in (None, factories.user(), factories.role().user):
            if user is not None:
                client.force_login(user)
            for name, address in addresses_of(stage).items():
                assert client.get(address).status_code == 404, (name, user)

    def test_shows_it_to_its_staff_and_delegates(self, client):
        stage = played(6, public=False)
        delegate = factories.delegate(team=stage.teams[0]).user
        for user in (stage.organiser, delegate):
            client.force_login(user)
            for address in addresses_of(stage).values():
                assert get(client, address)["Cache-Control"] == "private, no-cache"

    def test_a_published_page_goes_with_the_publication_of_its_season(self, client, stage):
        address = addresses_of(stage)["standings"]
        get(client, address)
        Season.objects.filter(pk=stage.season.pk).update(is_public=False)
        assert client.get(address).status_code == 404

    def test_does_not_find_things_of_another_season(self, client, stage):
        other = played(6)
        kept = stage.season
        base = {"competition": kept.competition.slug, "season": kept.slug}
        division = {"division": other.division.slug}
        encounter = {"pk": other.encounter.pk}
        for name, kwargs in (
            ("standings", division),
            ("standings-file", division),
            ("calendar", division),
            ("calendar-file", division),
            ("publications", division),
            ("publication", division | {"number": 1}),
            ("publication-check", division | {"number": 1}),
            ("matchday", division | {"number": 1}),
            ("encounter", encounter),
            ("acta", encounter | {"number": 2}),
            ("draw", encounter),
            ("team", {"pk": other.teams[0].pk}),
            ("ruling", {"number": 9999}),
        ):
            address = reverse(f"matches:{name}", kwargs=base | kwargs)
            assert client.get(address).status_code == 404, name

    def test_answers_only_questions(self, client, stage):
        for address in addresses_of(stage).values():
            assert client.post(address).status_code == 405
            assert client.head(address).status_code == 200

    def test_leaves_no_cookie_and_no_session(self, client, stage):
        for address in addresses_of(stage).values():
            response = get(client, address)
            assert not response.cookies
            assert "Cookie" in response["Vary"]
        assert not Session.objects.exists()


class TestCache:
    def test_a_saved_result_shows_at_once(self, client, night):
        address = addresses.standings_path(night.encounter.division)
        first = get(client, address)
        reports.result_report(
            actor=night.organiser,
            encounter_id=night.encounter.pk,
            boards={n: {"home_games": 5, "away_games": 2} for n in (1, 2, 3, 4)},
            ended_at=END,
            at=END,
        )
        second = get(client, address, **{"if-none-match": first["ETag"]})
        assert second["ETag"] != first["ETag"]
        assert "<strong>4</strong>" in text_of(second)

    def test_an_unchanged_page_is_kept_and_not_made_again(self, client, stage, monkeypatch):
        address = addresses_of(stage)["standings"]
        first = get(client, address)
        monkeypatch.setattr("matches.views.public.standings.standings_rows", None)
        second = get(client, address)
        assert second.content == first.content
        assert second["ETag"] == first["ETag"]
        assert "Cookie" in second["Vary"]

    def test_a_visitor_never_gets_the_page_of_somebody_signed_in(self, client, stage):
        address = addresses_of(stage)["season"]
        client.force_login(factories.user())
        own = get(client, address)
        assert "ETag" not in own and own["Cache-Control"] == "private, no-cache"
        assert "Salir" in text_of(own)
        client.logout()
        assert "Salir" not in text_of(get(client, address))

    def test_somebody_signed_in_never_gets_the_page_of_a_visitor(self, client, stage):
        address = addresses_of(stage)["season"]
        tag = get(client, address)["ETag"]
        client.force_login(factories.user())
        assert "Salir" in text_of(get(client, address, **{"if-none-match": tag}))

    def test_a_change_in_one_group_leaves_the_pages_of_another(self, client, stage):
        other = factories.division(season=stage.season)
        address = addresses.standings_path(other)
        tag = get(client, address)["ETag"]
        divisions_touch([stage.division.pk])
        assert client.get(address, headers={"if-none-match": tag}).status_code == 304
        divisions_touch([other.pk])
        assert client.get(address, headers={"if-none-match": tag}).status_code == 200

    def test_a_page_is_kept_for_each_way_of_sorting(self, client, stage):
        address = addresses_of(stage)["team"]
        by_ficha, by_name = get(client, address), get(client, f"{address}?sort=-player")
        assert by_ficha["ETag"] != by_name["ETag"]
        assert by_ficha.content != by_name.content

    @pytest.mark.regulation("M-D.15")
    def test_the_claim_clock_changes_the_page_without_any_write(self, client, night):
        night.signed()
        address = page_of(night.encounter)
        with time_machine.travel(END + timedelta(hours=23, minutes=59), tick=False):
            before = get(client, address)
        with time_machine.travel(END + timedelta(hours=24), tick=False):
            after = get(client, address, **{"if-none-match": before["ETag"]})
        assert "Se puede reclamar antes del" in text_of(before)
        assert "El resultado es definitivo" in text_of(after)
        assert "Se puede reclamar" not in text_of(after)

    def test_an_open_case_shows_although_no_fact_of_the_table_changed(self, client, night):
        night.signed()
        address = page_of(night.encounter)
        before = get(client, address)
        factories.case(encounter=night.encounter, season=night.season)
        after = get(client, address, **{"if-none-match": before["ETag"]})
        assert "Hay un expediente abierto" in text_of(after)


class TestEncounterPage:
    def test_keeps_line_ups_and_secrets_until_the_draw(self, client, night):
        night.close_line_ups()
        name = str(night.home_fichas[0].player)
        draw = Draw.objects.get(encounter=night.encounter)
        for address in (page_of(night.encounter), page_of(night.encounter) + "sorteo/"):
            page = text_of(get(client, address))
            assert name not in page
            assert draw.seed not in page
        assert draw.commitment in page
        night.draw()
        assert name in text_of(get(client, page_of(night.encounter)))

    def test_follows_the_boards_while_they_are_played(self, client, night):
        night.close_line_ups()
        night.draw()
        night.play([(5, 3), (2, 1)])
        page = text_of(get(client, page_of(night.encounter)))
        assert "1–0" in page
        assert "En juego, 1 mesa terminada." in page

    @pytest.mark.regulation("M-D.9")
    def test_the_result_is_public_and_provisional_before_any_signature(self, client, night):
        night.ended()
        page = text_of(get(client, page_of(night.encounter)))
        assert "Resultado provisional" in page and "2–2" in page
        assert "Versión 1" not in page

    def test_drafts_are_reachable_by_no_address(self, client, night):
        acta = night.ended()
        address = f"{page_of(night.encounter)}acta/{acta.number}/"
        assert client.get(address).status_code == 404
        acta_sign(actor=night.home, acta_id=acta.pk, digest=acta.digest, at=END)
        assert client.get(address).status_code == 404
        acta_sign(actor=night.away, acta_id=acta.pk, digest=acta.digest, at=END)
        assert client.get(address).status_code == 200

    def test_a_correction_is_public_once_both_signed_and_the_old_version_stays(self, client, night):
        night.signed()
        new = acta_correct(
            actor=night.home,
            encounter_id=night.encounter.pk,
            boards={4: {"home_games": 5, "away_games": 4}},
            note="Se apuntó al revés.",
            at=END,
        )
        old_page, new_page = (f"{page_of(night.encounter)}acta/{n}/" for n in (1, 2))
        assert client.get(new_page).status_code == 404
        for user in (night.home, night.away):
            acta_sign(actor=user, acta_id=new.pk, digest=new.digest, at=END)
        page = text_of(get(client, new_page))
        assert "Al lado de la versión 1" in page
        assert "<del>2–2</del>" in page and "<ins>3–1</ins>" in page
        assert "sustituida" in text_of(get(client, old_page))

    def test_a_superseded_draft_stays_hidden(self, client, night):
        first = night.ended()
        ending.encounter_reopen(actor=night.home, encounter_id=night.encounter.pk, at=END)
        night.play([(5, 4)])
        second = night.end()
        for user in (night.home, night.away):
            acta_sign(actor=user, acta_id=second.pk, digest=second.digest, at=END)
        base = page_of(night.encounter)
        assert client.get(f"{base}acta/{first.number}/").status_code == 404
        assert client.get(f"{base}acta/{second.number}/").status_code == 200

    def test_never_says_the_words_of_incidents_and_disagreements(self, client, night):
        night.close_line_ups()
        night.draw()
        incidents.incident_add(
            actor=night.home,
            encounter_id=night.encounter.pk,
            kind="CONDUCT",
            text="Fulano insultó a Mengano",
            clause="M-E.1",
            board=2,
            at=AT,
        )
        night.play()
        acta = night.end()
        acta_sign(actor=night.home, acta_id=acta.pk, digest=acta.digest, at=END)
        acta_sign(
            actor=night.away,
            acta_id=acta.pk,
            digest=acta.digest,
            disagrees=True,
            disagreement="La mesa dos no acabó así",
            at=END,
        )
        base = page_of(night.encounter)
        for address in (base, f"{base}acta/1/"):
            page = text_of(get(client, address))
            assert "insultó" not in page and "no acabó así" not in page
            assert "Conducta en la mesa." in page and "disconforme" in page

    @pytest.mark.regulation("M-D.6")
    def test_tells_new_decks_from_those_nobody_confirmed(self, client, night):
        night.close_line_ups()
        night.draw()
        night.play()
        line_up.decks_confirm(
            actor=night.home,
            encounter_id=night.encounter.pk,
            opened=False,
            new=True,
            sealed=True,
            at=AT,
        )
        acta = night.end()
        acta_sign(actor=night.home, acta_id=acta.pk, digest=acta.digest, at=END)
        acta_sign(actor=night.away, acta_id=acta.pk, digest=acta.digest, at=END)
        page = text_of(get(client, f"{page_of(night.encounter)}acta/1/"))
        assert f"{night.encounter.home}: nuevas, sin sobre que abrir, y precintadas" in page
        assert f"{night.encounter.away}: sin confirmar" in page

    def test_marks_a_walkover_with_its_clause(self, client, night):
        ending.walkover_declare(
            actor=night.organiser,
            encounter_id=night.encounter.pk,
            absent=["AWAY"],
            reason="ABSENT",
            text="No vino nadie",
            at=AT + timedelta(hours=1),
        )
        page = text_of(get(client, page_of(night.encounter)))
        assert "4–0" in page and "M-D.13" in page and "no presentó las parejas" in page
        assert "No vino nadie" not in page
        table = text_of(get(client, addresses.matchday_path(night.encounter.matchday)))
        assert "incomparecencia" in table

    def test_marks_what_was_phoned_in(self, client, night):
        reports.result_report(
            actor=night.organiser,
            encounter_id=night.encounter.pk,
            boards={n: {"home_games": 5, "away_games": 2} for n in (1, 2, 3, 4)},
            ended_at=END,
            at=END,
        )
        assert "Comunicado a la organización" in text_of(get(client, page_of(night.encounter)))

    def test_leads_its_delegates_to_the_evening(self, client, night):
        address = addresses.evening_path(night.encounter)
        assert address not in text_of(get(client, page_of(night.encounter)))
        client.force_login(night.home)
        assert address in text_of(get(client, page_of(night.encounter)))


class TestDrawPage:
    @pytest.mark.regulation("M-D.5")
    def test_runs_the_draw_again_and_shows_what_went_in(self, client, night):
        night.close_line_ups()
        night.draw()
        draw = Draw.objects.get(encounter=night.encounter)
        page = text_of(get(client, page_of(night.encounter) + "sorteo/"))
        assert "salen las mismas parejas" in page
        for said in (draw.seed, draw.commitment, draw.home_nonce, draw.away_nonce):
            assert said in page

    def test_notices_pairs_that_do_not_come_out(self, client, night):
        night.close_line_ups()
        night.draw()
        drawn = Draw.objects.get(encounter=night.encounter)
        other = evening()
        other.close_line_ups()
        other.draw()
        result = json.loads(Draw.objects.get(encounter=other.encounter).result)
        forged = factories.encounter()
        factories.draw(
            encounter=forged,
            seed=drawn.seed,
            commitment=drawn.commitment,
            home_nonce="a",
            away_nonce="b",
            inputs=drawn.inputs,
            result=canonical.dumps(result),
            drawn_at=AT,
        )
        page = text_of(get(client, page_of(forged) + "sorteo/"))
        assert "no sale lo mismo" in page


class TestStandingsPage:
    def test_says_why_and_links_the_ruling_behind(self, client, stage):
        page = text_of(get(client, addresses_of(stage)["standings"]))
        ruling = addresses_of(stage)["ruling"]
        assert "en vivo, provisional" in page
        assert "Acta entregada fuera de plazo" in page
        assert page.count(f'href="{ruling}"') == 3  # the adjustment, and both teams of the result

    def test_the_file_holds_the_table_and_no_formula(self, client, stage):
        team = stage.teams[1]
        team.name = "=CMD()"
        team.save()
        divisions_touch([stage.division.pk])
        response = get(client, addresses_of(stage)["standings-file"])
        lines = response.content.decode("utf-8-sig").splitlines()
        assert len(lines) == 1 + len(stage.teams)
        assert any(";'=CMD();" in line for line in lines)

    def test_the_calendar_file_holds_every_encounter(self, client, stage):
        response = get(client, addresses_of(stage)["calendar-file"])
        lines = response.content.decode("utf-8-sig").splitlines()
        assert len(lines) == 1 + Encounter.objects.filter(division=stage.division).count()


class TestPublicationPages:
    def test_stays_as_it_was_when_results_change(self, client, stage):
        address = addresses_of(stage)["publication"]
        before = json.loads(stage.publication.content)["rows"][0]
        Encounter.objects.filter(home_score__isnull=False).update(home_score=0, away_score=4)
        divisions_touch([stage.division.pk])
        page = text_of(get(client, address))
        assert f"<strong>{before['points']}</strong>" in page

    def test_the_check_computes_digest_and_table_again(self, client, stage):
        page = text_of(get(client, addresses_of(stage)["publication-check"]))
        assert "da la misma huella" in page
        assert "sale, línea por línea, la tabla publicada" in page
        assert "guarda esta huella en su línea" in page
        assert "La firma del servidor es buena" in page

    def test_the_check_notices_a_forged_text(self, client, stage):
        content = json.loads(stage.publication.content)
        content["rows"][0]["points"] += 5
        factories.standings_publication(
            division=stage.division,
            matchday=stage.encounter.matchday,
            number=2,
            content=canonical.dumps(content),
            digest=stage.publication.digest,
        )
        address = addresses_of(stage)["publication-check"].replace("/1/", "/2/")
        page = text_of(get(client, address))
        assert "alguien lo ha cambiado" in page
        assert "no sale la tabla publicada" in page
        assert "no guarda esta huella" in page
        assert "Sin firma del servidor" in page


class TestTeamPage:
    def test_shows_names_and_numbers_and_nothing_else_of_anybody(self, client, stage):
        ficha = stage.teams[0].registrations.select_related("player").first()
        page = text_of(get(client, addresses_of(stage)["team"]))
        assert str(ficha.player) in page
        assert ficha.player.licence not in page

    @pytest.mark.regulation("M-D.8")
    def test_a_released_ficha_shows_as_spent(self, client, stage):
        stage.teams[0].registrations.filter(slot=2).update(released_at=AT)
        divisions_touch([stage.division.pk])
        assert "gastada" in text_of(get(client, addresses_of(stage)["team"]))


class TestRulingPage:
    def test_tells_effects_in_sentences(self, client, stage):
        page = text_of(get(client, addresses_of(stage)["ruling"]))
        assert f"{stage.teams[0].name} pierde 1 punto." in page
        assert stage.ruling.decision in page

    def test_a_ruling_without_encounter_shows_on_the_board_at_once(self, client, stage):
        address = addresses_of(stage)["rulings"]
        get(client, address)
        case = factories.case(encounter=None, season=stage.season, state="RESOLVED")
        factories.ruling(case=case, number=77, decision="Se apercibe a la peña.")
        assert "Resolución 77" in text_of(get(client, address))

    def test_the_feed_tells_what_the_board_tells_and_nothing_of_the_file(self, client, stage):
        addresses = addresses_of(stage)
        assert f'href="{addresses["rulings-feed"]}"' in get(client, addresses["rulings"]).text
        case = stage.ruling.case
        ficha = stage.teams[0].registrations.select_related("player").first()
        told = f"{ficha.player} insultó a la pareja."
        factories.statement(case=case, team=stage.teams[0], text=told)
        mended = factories.ruling(
            case=case,
            number=stage.ruling.number + 1,
            replaces=stage.ruling,
            clauses=["M-D.11"],
            decision="Se suspende a la ficha 1, <b>local</b>.",
            effects=[{"effect": "suspend", "player": ficha.player_id, "encounters": 2}],
        )
        answer = get(client, addresses["rulings-feed"])
        assert answer["Content-Type"].startswith("application/atom+xml")
        atom = "{http://www.w3.org/2005/Atom}"
        feed = ElementTree.fromstring(answer.text)
        titled = {one.findtext(f"{atom}title"): one for one in feed.iter(f"{atom}entry")}
        [new] = [titled[t] for t in titled if t.startswith(f"Resolución {mended.number} · ")]
        [old] = [titled[t] for t in titled if t.endswith(f" (sustituida por la {mended.number})")]
        assert len(titled) == 2
        assert old.findtext(f"{atom}updated") == rfc3339_date(mended.ruled_at)
        summary = new.findtext(f"{atom}summary")
        assert "Se suspende a la ficha 1, &lt;b&gt;local&lt;/b&gt;." in summary
        assert "M-D.11" in summary
        assert (
            new.find(f"{atom}link").get("href").endswith(f"{addresses['rulings']}{mended.number}/")
        )
        assert str(ficha.player) not in answer.text
        assert ficha.player.licence not in answer.text


def test_the_front_page_says_what_is_tonight(client, stage):
    with time_machine.travel(stage.playing.starts_at, tick=False):
        page = text_of(get(client, addresses_of(stage)["season"]))
    assert "Esta noche" in page
    assert stage.playing.home.name in page


def test_an_imported_result_needs_no_acta_and_is_not_provisional(client):
    encounter = factories.ended_encounter(origin="IMPORTED")
    page = text_of(get(client, page_of(encounter)))
    assert "sin acta" in page and "provisional" not in page
    assert not Acta.objects.exists()
