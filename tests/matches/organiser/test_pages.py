"""The organiser's pages with encounters: who may come in, what they do, what they cost."""

import io
import json
from datetime import date, timedelta
from html.parser import HTMLParser

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from league.models import LedgerEntry, Notification, Season
from league.states.season import SeasonState
from matches.consulta.examples import EXAMPLES
from matches.models import (
    Acta,
    Case,
    Claim,
    Encounter,
    Evidence,
    PointAdjustment,
    Postponement,
    Seat,
    StandingsPublication,
)
from matches.services.calendars import CalendarSettings, calendar_preview, calendar_save
from rules.mus import ASTURIAS
from tests import factories
from tests.matches import stage

pytestmark = pytest.mark.django_db
AT = factories.AT


def photo(name="acta.png"):
    data = io.BytesIO()
    Image.new("RGB", (40, 30), "white").save(data, "PNG")
    return SimpleUploadedFile(name, data.getvalue(), content_type="image/png")


class Page(HTMLParser):
    """What the fields of a page hold, as the browser would send them again."""

    def __init__(self, text):
        super().__init__()
        self.values = {}
        self.inside = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        if tag in ("select", "textarea"):
            self.inside = (tag, found.get("name"))
        elif tag == "input":
            self.values[found.get("name")] = found.get("value", "")
        elif tag == "option" and "selected" in found and self.inside:
            self.values[self.inside[1]] = found["value"]

    def handle_data(self, data):
        if self.inside and self.inside[0] == "textarea":
            self.values[self.inside[1]] = self.values.get(self.inside[1], "") + data.lstrip("\n")

    def handle_endtag(self, tag):
        if self.inside and tag == self.inside[0]:
            self.inside = None


RESULTS = ("PLAYED:5:3", "PLAYED:3:5", "PLAYED:5:0", "PLAYED:4:5")


@pytest.fixture
def season():
    return factories.season(
        state=SeasonState.REGISTRATION, is_public=False, options=ASTURIAS.to_mapping()
    )


@pytest.fixture
def organiser(season, client):
    user = factories.role(season=season).user
    client.force_login(user)
    return user


def with_teams(season, size):
    division = factories.division(season=season)
    factories.TeamFactory.create_batch(size, division=division)
    return division


def scheduled(season, actor, size=4, first_date=date(2026, 10, 2)):
    division = with_teams(season, size)
    settings = CalendarSettings(first_date=first_date)
    digest = calendar_preview(division=division, settings=settings).digest
    calendar_save(actor=actor, division_id=division.pk, settings=settings, digest=digest, at=AT)
    season.refresh_from_db()
    return division


def url(name, season, **kwargs):
    return reverse(f"matches:{name}", kwargs={"season_id": season.pk, **kwargs})


def first(division, **facts):
    return Encounter.objects.filter(division=division, **facts).order_by("starts_at", "pk").first()


def queries(client, address):
    """How many queries a page takes beside those of the session and the user."""
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as found:
        assert client.get(address).status_code == 200
    return len(found)


class TestWhoMayComeIn:
    NAMES = (
        "organise-dashboard",
        "organise-start",
        "organise-close",
        "organise-calendar",
        "organise-calendar-discard",
        "organise-encounters",
        "organise-withdrawals",
        "organise-adjustments",
        "organise-publications",
    )
    OF_ENCOUNTER = (
        "organise-encounter",
        "organise-encounter-move",
        "organise-encounter-postpone",
        "organise-encounter-result",
        "organise-encounter-acta",
        "organise-encounter-walkover",
        "organise-encounter-claim",
    )

    @pytest.mark.parametrize("name", NAMES)
    def test_nobody_else_sees_it(self, client, season, name):
        address = url(name, season)
        assert client.get(address).headers["Location"].startswith("/cuenta/")
        for user in (factories.user(), factories.role().user):
            client.force_login(user)
            assert client.get(address).status_code == 403

    @pytest.mark.parametrize("name", OF_ENCOUNTER)
    def test_an_encounter_of_another_season_is_not_found(self, client, season, organiser, name):
        other = factories.encounter()
        assert client.get(url(name, season, pk=other.pk)).status_code == 404
        # The page of an encounter takes no POST at all.
        expected = 405 if name == "organise-encounter" else 404
        assert client.post(url(name, season, pk=other.pk)).status_code == expected

    def test_teams_groups_and_adjustments_of_another_season_are_not_found(
        self, client, season, organiser
    ):
        team = factories.team()
        adjustment = factories.point_adjustment(team=team)
        for address in (
            url("organise-withdraw", season, team_id=team.pk),
            url("organise-publish", season, division_id=team.division_id),
            url("organise-adjustment-reverse", season, pk=adjustment.pk),
        ):
            assert client.get(address).status_code == 404

    @pytest.mark.parametrize("name", [*NAMES, *OF_ENCOUNTER])
    def test_every_page_is_shown_to_the_organiser(self, client, season, organiser, name):
        division = scheduled(season, organiser)
        kwargs = {"pk": first(division).pk} if name in self.OF_ENCOUNTER else {}
        response = client.get(url(name, season, **kwargs), follow=True)
        assert response.status_code == 200
        assert "<h1>" in response.content.decode()


class TestDashboard:
    def test_a_new_season_says_what_comes_next(self, client, season, organiser):
        page = client.get(url("organise-dashboard", season)).content.decode()
        assert "Puesta en marcha" in page
        assert "Añadir grupos" in page

    def test_lists_what_is_late(self, client, season, organiser):
        division = scheduled(season, organiser, first_date=date(2026, 1, 9))
        season.state = SeasonState.RUNNING
        season.save()
        rows = list(Encounter.objects.filter(division=division).order_by("starts_at"))
        now = timezone.now()
        for nth, row in enumerate(rows):
            row.starts_at = now + timedelta(days=nth + 3)
        rows[0].starts_at = now - timedelta(minutes=season.expected_minutes + 1)
        rows[1].starts_at = now - timedelta(minutes=season.expected_minutes - 1)
        rows[2].state = "POSTPONED"
        Encounter.objects.bulk_update(rows, ["starts_at", "state"])
        rows[3].state, rows[3].kind = "ENDED", "PLAYED"
        rows[3].home_score, rows[3].away_score = 3, 1
        rows[3].started_at = now - timedelta(hours=30)
        rows[3].ended_at = now - timedelta(hours=28)
        rows[3].save()
        factories.claim(
            encounter=rows[3], season=season, team=rows[3].home, submitted_at=now, number=1
        )
        for _photos in range(2):
            factories.evidence(encounter=rows[3], acta_on_paper=True, uploaded_at=now)
        page = client.get(url("organise-dashboard", season))
        assert "2 fotos, desde el" in page.content.decode()
        assert url("organise-encounter-acta", season, pk=rows[3].pk) in page.content.decode()
        late = page.context["late"]
        assert [line.encounter.pk for line in late.on_paper] == [rows[3].pk]
        assert [row.pk for row in late.results] == [rows[0].pk]
        assert [row.pk for row in late.undated] == [rows[2].pk]
        assert [(line.encounter.pk, line.late) for line in late.unsigned] == [(rows[3].pk, True)]
        assert [line.claim.number for line in late.claims] == [1]
        listed = client.get(url("organise-encounters", season) + "?late=on")
        assert {row.pk for row in listed.context["table"].data} == {rows[0].pk, rows[3].pk}

    @pytest.mark.parametrize(
        "name", ["organise-dashboard", "organise-encounters", "organise-calendar"]
    )
    def test_costs_the_same_for_any_number_of_teams(self, client, name):
        counts = []
        for size in (6, 20):
            season = factories.season(state=SeasonState.REGISTRATION, options=ASTURIAS.to_mapping())
            actor = factories.role(season=season).user
            client.force_login(actor)
            scheduled(season, actor, size=size, first_date=date(2026, 1, 9))
            season.state = SeasonState.RUNNING
            season.save()
            counts.append(queries(client, url(name, season)))
        assert counts[0] == counts[1]
        assert counts[0] <= 15

    def test_starting_shows_the_season(self, client, season, organiser):
        scheduled(season, organiser)
        client.post(url("organise-start", season))
        season.refresh_from_db()
        assert (season.state, season.is_public) == (SeasonState.RUNNING, True)


class TestCalendarPages:
    CHOICES = "first_date=2026-10-02&interval_days=7&pause_weeks=1&skip=24/12/2026"

    def test_preview_then_save(self, client, season, organiser):
        division = with_teams(season, 5)
        query = f"?divisions={division.pk}&{self.CHOICES}"
        page = client.get(url("organise-calendar-preview", season) + query)
        text = page.content.decode()
        assert "Jornada 10" in text
        assert "Descansa" in text
        assert not Encounter.objects.exists()
        [plan] = page.context["plans"]
        response = client.post(
            url("organise-calendar-preview", season) + query,
            {f"digest_{division.pk}": plan["digest"]},
        )
        assert response.headers["Location"] == url("organise-calendar", season)
        assert Encounter.objects.count() == 20

    def test_says_when_teams_changed_meanwhile(self, client, season, organiser):
        division = with_teams(season, 4)
        query = f"?divisions={division.pk}&{self.CHOICES}"
        address = url("organise-calendar-preview", season) + query
        digest = client.get(address).context["plans"][0]["digest"]
        factories.team(division=division)
        page = client.post(address, {f"digest_{division.pk}": digest}, follow=True)
        assert "No se ha guardado nada" in page.content.decode()
        assert not Encounter.objects.exists()

    def test_a_draw_of_the_order_gets_an_address_of_its_own(self, client, season, organiser):
        division = with_teams(season, 6)
        query = f"?divisions={division.pk}&{self.CHOICES}&shuffle=on"
        response = client.get(url("organise-calendar-preview", season) + query)
        address = response.headers["Location"]
        assert "seed=" in address
        first_time, again = (client.get(address).context["plans"][0]["digest"] for _ in range(2))
        assert first_time == again

    def test_conflicts_and_quality_are_words(self, client, season, organiser):
        division = with_teams(season, 6)
        bar = factories.venue(name="Bar La Ñora", tables=4)
        division.teams.update(venue=bar)
        query = f"?divisions={division.pk}&{self.CHOICES}"
        text = client.get(url("organise-calendar-preview", season) + query).content.decode()
        assert "En Bar La Ñora hay mesas para 1 a la vez, y el viernes reciben" in text
        assert "las menos que puede tener" in text

    def test_one_team_is_told_so(self, client, season, organiser):
        division = with_teams(season, 1)
        query = f"?divisions={division.pk}&{self.CHOICES}"
        text = client.get(url("organise-calendar-preview", season) + query).content.decode()
        assert "entre 2 y 24" in text
        assert "Guardar el calendario" not in text

    def test_a_wrong_day_goes_back_to_the_form(self, client, season, organiser):
        division = with_teams(season, 4)
        query = f"?divisions={division.pk}&{self.CHOICES}".replace("24/12/2026", "ayer")
        page = client.get(url("organise-calendar-preview", season) + query, follow=True)
        assert "«ayer» no es una fecha" in page.content.decode()

    def test_discard(self, client, season, organiser):
        scheduled(season, organiser)
        client.post(url("organise-calendar-discard", season))
        assert not Encounter.objects.exists()


class TestEncounterList:
    def test_search_filters_and_file(self, client, season, organiser):
        division = scheduled(season, organiser, size=6)
        team = division.teams.first()
        team.name = "Peña Ñublu"
        team.save()
        address = url("organise-encounters", season)
        assert len(client.get(f"{address}?q=ñublu").context["table"].data) == 10
        assert len(client.get(f"{address}?team={team.pk}").context["table"].data) == 10
        assert len(client.get(f"{address}?matchday=2").context["table"].data) == 3
        assert not client.get(f"{address}?state=SIGNED").context["table"].data
        file = client.get(f"{address}?q=ñublu&_export=csv").content.decode("utf-8-sig")
        assert len(file.strip().splitlines()) == 11
        assert "Peña Ñublu" in file

    def test_pages_and_order(self, client, season, organiser):
        scheduled(season, organiser, size=12)
        address = url("organise-encounters", season)
        page = client.get(f"{address}?sort=-starts_at&page=2")
        assert page.context["table"].page.number == 2


class TestMove:
    @pytest.fixture
    def row(self, season, organiser):
        return first(scheduled(season, organiser))

    def post(self, client, season, row, when, **more):
        return client.post(
            url("organise-encounter-move", season, pk=row.pk),
            {
                "starts_at": when,
                "venue_id": row.venue_id,
                "reason": "Fiestas del barrio",
                **more,
            },
        )

    @pytest.mark.regulation("M-D.16")
    def test_moved_twice_keeps_both(self, client, season, row):
        for when in ("2027-03-02T22:00", "2027-03-03T21:30"):
            assert self.post(client, season, row, when).status_code == 302
        moves = list(Postponement.objects.filter(encounter=row))
        assert moves[0].old_starts_at == row.starts_at
        assert moves[0].new_starts_at == moves[1].old_starts_at
        row.refresh_from_db()
        assert row.starts_at == moves[1].new_starts_at
        assert LedgerEntry.objects.filter(action="encounter.moved").count() == 2
        page = client.get(url("organise-encounter", season, pk=row.pk)).content.decode()
        assert page.count("Fiestas del barrio") == 2

    def test_tells_the_delegates_unless_asked_not_to(self, client, season, row):
        delegate = factories.delegate(team=row.away)
        self.post(client, season, row, "2027-03-02T22:00")
        assert not Notification.objects.exists()
        self.post(client, season, row, "2027-03-03T22:00", tell="on")
        [told] = Notification.objects.all()
        assert told.recipient == delegate.user
        assert "miércoles 3 de marzo de 2027, 22:00" in told.body

    def test_warns_first_and_can_be_overruled(self, client, season, row):
        other = Encounter.objects.filter(matchday=row.matchday).exclude(pk=row.pk).get()
        rival = Encounter.objects.filter(matchday__number=2, home=other.home).first() or (
            Encounter.objects.filter(matchday__number=2, away=other.home).get()
        )
        when = timezone.localtime(rival.starts_at).strftime("%Y-%m-%dT%H:%M")
        response = self.post(client, season, row, when)
        assert response.status_code == 422
        assert "Ese mismo día ya juegan" in response.content.decode()
        assert not Postponement.objects.exists()
        assert self.post(client, season, row, when, anyway="1").status_code == 302
        assert Postponement.objects.count() == 1

    def test_warns_of_a_full_bar(self, client, season, row):
        other = Encounter.objects.filter(matchday=row.matchday).exclude(pk=row.pk).get()
        when = timezone.localtime(other.starts_at).strftime("%Y-%m-%dT%H:%M")
        response = client.post(
            url("organise-encounter-move", season, pk=row.pk),
            {"starts_at": when, "venue_id": other.venue_id, "reason": "Obras"},
        )
        assert "cabe 1 encuentro y ese día ya está" in response.content.decode()

    def test_without_a_reason_nothing_is_written(self, client, season, row):
        response = self.post(client, season, row, "2027-03-02T22:00", reason=" ")
        assert response.status_code == 422
        assert not Postponement.objects.exists()

    def test_postponed_without_a_date_and_then_given_one(self, client, season, row):
        address = url("organise-encounter-postpone", season, pk=row.pk)
        client.post(address, {"reason": "Nieve en el puerto"})
        row.refresh_from_db()
        assert row.state == "POSTPONED"
        assert row.pk in [
            late.pk
            for late in client.get(url("organise-dashboard", season)).context["late"].undated
        ]
        self.post(client, season, row, "2027-03-02T22:00")
        row.refresh_from_db()
        assert row.state == "SCHEDULED"


class TestResults:
    @pytest.fixture
    def row(self, season, organiser):
        row = first(scheduled(season, organiser, first_date=date(2026, 1, 9)))
        row.starts_at = timezone.now() - timedelta(hours=5)
        row.save()
        for team in (row.home, row.away):
            factories.RegistrationFactory.create_batch(8, team=team)
        return row

    def boards(self, results=RESULTS):
        ended = timezone.localtime(timezone.now() - timedelta(hours=2))
        values = {f"board_{nth}": result for nth, result in enumerate(results, start=1)}
        return values | {"ended_at": ended.strftime("%Y-%m-%dT%H:%M")}

    @pytest.mark.regulation("M-D.9")
    def test_a_result_by_telephone(self, client, season, row):
        address = url("organise-encounter-result", season, pk=row.pk)
        assert client.post(address, self.boards()).status_code == 302
        row.refresh_from_db()
        assert (row.state, row.origin) == ("ENDED", "ORGANISER")
        assert (row.home_score, row.away_score) == (2, 2)
        again = client.get(address).content.decode()
        assert '<option value="PLAYED:5:0" selected>' in again

    @pytest.mark.regulation("M-D.1")
    def test_only_what_the_format_allows(self, client, season, row):
        address = url("organise-encounter-result", season, pk=row.pk)
        response = client.post(address, self.boards(("PLAYED:5:5", *RESULTS[1:])))
        assert response.status_code == 422
        row.refresh_from_db()
        assert row.state == "SCHEDULED"

    @pytest.mark.regulation("M-T.2")
    def test_a_board_that_the_referee_ended(self, client, season, row):
        address = url("organise-encounter-result", season, pk=row.pk)
        client.post(address, self.boards(("REFEREE:2:2:AWAY", *RESULTS[1:])))
        row.refresh_from_db()
        assert (row.home_score, row.away_score) == (1, 3)

    def paper(self, row, **more):
        home, away = (list(team.registrations.order_by("slot")) for team in (row.home, row.away))
        values = self.boards() | {
            "received_at": timezone.localtime().strftime("%Y-%m-%dT%H:%M"),
            "note": "Letra poco clara en la mesa 3.",
        }
        for board in range(1, 5):
            for nth in (1, 2):
                values[f"seat_{board}_home_{nth}"] = home[2 * (board - 1) + nth - 1].pk
                values[f"seat_{board}_away_{nth}"] = away[2 * (board - 1) + nth - 1].pk
        return values | more

    @pytest.mark.regulation("M-D.10")
    def test_an_acta_on_paper_with_its_photo(self, client, season, row):
        address = url("organise-encounter-acta", season, pk=row.pk)
        response = client.post(address, self.paper(row, photo=photo()))
        assert response.status_code == 302
        [acta] = Acta.objects.all()
        assert (acta.state, acta.in_force, acta.reason) == ("ISSUED", True, "ORGANISER")
        content = json.loads(acta.content)
        assert len(content["boards"][0]["home"]) == 2
        assert Evidence.objects.get().acta_id == acta.pk
        assert Seat.objects.filter(encounter=row).count() == 16
        page = client.get(url("organise-encounter", season, pk=row.pk)).content.decode()
        assert "Letra poco clara" in page
        assert "Pelayo Muñiz" in page

    def test_half_a_pair_is_a_slip(self, client, season, row):
        address = url("organise-encounter-acta", season, pk=row.pk)
        response = client.post(address, self.paper(row, seat_3_away_2="", photo=photo()))
        assert response.status_code == 422
        assert response.context["form"].errors.keys() == {"seat_3_away_2"}
        assert not Acta.objects.exists()

    def test_what_the_rules_refuse_is_told_and_nothing_kept(self, client, season, row):
        address = url("organise-encounter-acta", season, pk=row.pk)
        same = row.home.registrations.first().pk
        response = client.post(address, self.paper(row, seat_2_home_1=same, photo=photo()))
        assert response.status_code == 422
        text = response.content.decode()
        assert "M-D.5" in text
        assert not Acta.objects.exists()
        assert not Evidence.objects.exists()
        assert not Seat.objects.exists()

    @pytest.mark.parametrize("wrong", ["field", "rules"])
    def test_an_error_loses_nothing_of_the_paper_that_was_typed(self, client, season, row, wrong):
        address = url("organise-encounter-acta", season, pk=row.pk)
        started = timezone.localtime(row.starts_at + timedelta(minutes=7))
        values = self.paper(row, started_at=started.strftime("%Y-%m-%dT%H:%M"))
        if wrong == "field":
            values["ended_at"] = ""
        else:
            values["seat_2_home_1"] = values["seat_1_home_1"]
        response = client.post(address, values | {"photo": photo()})
        assert response.status_code == 422
        page = Page(response.content.decode())
        assert {name: page.values.get(name, "") for name in values} == {
            name: str(value) for name, value in values.items()
        }
        assert "hay que elegirlo otra vez" in response.content.decode()

    def test_a_file_that_is_no_photo_stops_the_acta(self, client, season, row):
        address = url("organise-encounter-acta", season, pk=row.pk)
        fake = SimpleUploadedFile("acta.png", b"hola", content_type="image/png")
        assert client.post(address, self.paper(row, photo=fake)).status_code == 422
        assert not Acta.objects.exists()

    @pytest.mark.regulation("M-D.19")
    def test_who_played_by_a_paper_acta_counts_as_fielded(self, client, season, row):
        client.post(url("organise-encounter-acta", season, pk=row.pk), self.paper(row))
        ficha = row.home.registrations.first()
        assert Seat.objects.filter(registration=ficha, encounter=row).exists()

    @pytest.mark.regulation("M-D.13")
    def test_nobody_came(self, client, season, row):
        address = url("organise-encounter-walkover", season, pk=row.pk)
        client.post(
            address,
            {"absent": "AWAY", "reason": "ABSENT", "pairs_presented": 0, "text": "Sin aviso"},
        )
        row.refresh_from_db()
        assert (row.state, row.kind) == ("NOT_PLAYED", "WALKOVER_HOME")
        assert (row.home_score, row.away_score) == (4, 0)
        assert Case.objects.filter(encounter=row).exists()

    def test_both_absent_both_lose(self, client, season, row):
        client.post(
            url("organise-encounter-walkover", season, pk=row.pk),
            {"absent": "BOTH", "reason": "ABSENT", "pairs_presented": 0, "text": "Nevada"},
        )
        row.refresh_from_db()
        assert row.kind == "DOUBLE_WALKOVER"

    @pytest.mark.regulation("M-D.15")
    def test_a_claim_on_paper(self, client, season, row):
        client.post(url("organise-encounter-result", season, pk=row.pk), self.boards())
        address = url("organise-encounter-claim", season, pk=row.pk)
        key = client.get(address).context["form"]["key"].value()
        values = {
            "key": str(key),
            "team_id": row.away_id,
            "received_at": timezone.localtime().strftime("%Y-%m-%dT%H:%M"),
            "text": "La mesa 2 se apuntó al revés.",
            "clause": "M-D.15",
            "record": EXAMPLES[0].record,
        }
        broken = client.post(address, {**values, "record": "[Mano", "photo": photo("papel.png")})
        assert broken.status_code == 422
        assert broken.context["form"].errors.keys() == {"record"}
        assert '<details class="field" open>' in broken.content.decode()
        for _twice in range(2):
            response = client.post(address, {**values, "photo": photo("papel.png")})
            assert response.status_code == 302, response.context["form"].errors
        claim = Claim.objects.get()
        assert (claim.on_paper, claim.team_id, claim.clause) == (True, row.away_id, "M-D.15")
        assert claim.deal.record == EXAMPLES[0].record
        page = client.get(url("organise-encounter", season, pk=row.pk)).content.decode()
        assert "en papel" in page

    def test_a_played_encounter_offers_no_button_that_would_be_refused(self, client, season, row):
        client.post(url("organise-encounter-acta", season, pk=row.pk), self.paper(row))
        page = client.get(url("organise-encounter", season, pk=row.pk))
        assert [action["text"] for action in page.context["actions"]] == [
            "Transcribir de nuevo el acta en papel",
            "Anotar una reclamación en papel",
        ]
        assert (
            client.post(
                url("organise-encounter-postpone", season, pk=row.pk), {"reason": "x"}
            ).status_code
            == 422
        )

    def test_the_file_costs_the_same_for_any_number_of_teams(self, client):
        counts = []
        for size in (6, 20):
            season = factories.season(state=SeasonState.REGISTRATION, options=ASTURIAS.to_mapping())
            actor = factories.role(season=season).user
            client.force_login(actor)
            row = first(scheduled(season, actor, size=size))
            counts.append(queries(client, url("organise-encounter", season, pk=row.pk)))
        assert counts[0] == counts[1]


class TestWithdrawAndAdjust:
    @pytest.mark.parametrize("policy", ["annul", "keep_first_leg"])
    def test_shows_the_table_before_and_after(self, client, season, organiser, policy):
        season.withdrawal_policy = policy
        season.save()
        division = scheduled(season, organiser)
        for row in Encounter.objects.filter(division=division, matchday__number__in=(1, 4)):
            row.state, row.kind, row.home_score, row.away_score = "SIGNED", "PLAYED", 3, 1
            row.ended_at = row.starts_at + timedelta(hours=2)
            row.save()
        team = division.teams.first()
        address = url("organise-withdraw", season, team_id=team.pk)
        page = client.get(address)
        preview = page.context["preview"]
        assert len(preview.uncounted) == (2 if policy == "annul" else 1)
        assert len(preview.cancelled) == 4
        assert not team.withdrawn_at
        client.post(address, {"reason": "Sin jugadores", "sure": "on"})
        team.refresh_from_db()
        assert team.withdrawn_at
        assert Encounter.objects.filter(kind="ANNULLED").count() == 4

    def test_asks_to_be_sure(self, client, season, organiser):
        team = scheduled(season, organiser).teams.first()
        address = url("organise-withdraw", season, team_id=team.pk)
        assert client.post(address, {"reason": "Sin jugadores"}).status_code == 422
        team.refresh_from_db()
        assert not team.withdrawn_at

    def test_points_and_their_reversal(self, client, season, organiser):
        team = scheduled(season, organiser).teams.first()
        address = url("organise-adjustments", season)
        client.post(address, {"team_id": team.pk, "points": -2, "reason": "Acta tardía"})
        row = PointAdjustment.objects.get()
        client.post(
            url("organise-adjustment-reverse", season, pk=row.pk), {"reason": "Estaba en plazo"}
        )
        assert sum(PointAdjustment.objects.values_list("points", flat=True)) == 0
        assert "anulado" in client.get(address).content.decode()

    @pytest.mark.parametrize(
        "name", ["organise-withdraw", "organise-withdrawals", "organise-adjustments"]
    )
    def test_costs_the_same_for_any_number_of_teams(self, client, name):
        counts = []
        for size in (6, 20):
            season = factories.season(state=SeasonState.REGISTRATION, options=ASTURIAS.to_mapping())
            actor = factories.role(season=season).user
            client.force_login(actor)
            team = scheduled(season, actor, size=size).teams.first()
            factories.PointAdjustmentFactory.create_batch(size, team=team, author=actor)
            kwargs = {"team_id": team.pk} if name == "organise-withdraw" else {}
            counts.append(queries(client, url(name, season, **kwargs)))
        assert counts[0] == counts[1]


class TestPublish:
    def test_difference_then_publication(self, client, season, organiser):
        division = scheduled(season, organiser)
        row = first(division)
        row.state, row.kind, row.home_score, row.away_score = "SIGNED", "PLAYED", 3, 1
        row.ended_at = row.starts_at + timedelta(hours=2)
        row.save()
        address = url("organise-publish", season, division_id=division.pk)
        page = client.get(address)
        assert page.context["chosen"].number == 1
        values = {
            "matchday_id": page.context["chosen"].pk,
            "version": page.context["division"].version,
        }
        client.post(address, values)
        assert StandingsPublication.objects.get().number == 1
        page = client.get(address)
        assert "No cambia nada" in page.content.decode()

    def test_what_changed_meanwhile_is_shown_before_it_is_published(
        self, client, season, organiser
    ):
        division = scheduled(season, organiser)
        address = url("organise-publish", season, division_id=division.pk)
        page = client.get(address)
        factories.point_adjustment(team=division.teams.first())
        division.version += 5
        division.save()
        response = client.post(
            address,
            {
                "matchday_id": page.context["chosen"].pk,
                "version": page.context["division"].version,
            },
            follow=True,
        )
        assert "ha cambiado desde que se abrió" in response.content.decode()
        assert not StandingsPublication.objects.exists()

    def test_costs_the_same_for_any_number_of_teams(self, client):
        counts = []
        for size in (6, 20):
            season = factories.season(state=SeasonState.REGISTRATION, options=ASTURIAS.to_mapping())
            actor = factories.role(season=season).user
            client.force_login(actor)
            division = scheduled(season, actor, size=size)
            counts.append(queries(client, url("organise-publish", season, division_id=division.pk)))
        assert counts[0] == counts[1]


class TestClose:
    def test_lists_what_is_open_and_refuses(self, client, season, organiser):
        scheduled(season, organiser)
        Season.objects.update(state=SeasonState.RUNNING)
        address = url("organise-close", season)
        page = client.get(address)
        assert page.context["left"].count == 12
        response = client.post(address, follow=True)
        assert "Quedan 12 cosas abiertas" in response.content.decode()
        season.refresh_from_db()
        assert season.state == SeasonState.RUNNING

    def test_closes_when_nothing_is_open(self, client, season, organiser):
        scheduled(season, organiser)
        Season.objects.update(state=SeasonState.RUNNING)
        Encounter.objects.update(
            state="SIGNED",
            kind="PLAYED",
            home_score=3,
            away_score=1,
            ended_at=timezone.now() - timedelta(hours=25),
        )
        address = url("organise-close", season)
        assert "Cerrar la temporada" in client.get(address).content.decode()
        client.post(address)
        season.refresh_from_db()
        assert season.state == SeasonState.CLOSED


@pytest.mark.regulation("M-D.9")
def test_a_result_by_telephone_does_not_replace_an_acta_that_waits_for_signatures(client):
    evening = stage.evening(starts_at=timezone.now() - timedelta(hours=5))
    evening.close_line_ups()
    evening.draw()
    evening.play()
    acta = evening.end(ended_at=timezone.now() - timedelta(hours=2))
    client.force_login(evening.organiser)
    address = url("organise-encounter-result", evening.season, pk=evening.encounter.pk)
    ended = timezone.localtime(timezone.now() - timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M")
    values = {f"board_{nth}": "PLAYED:5:0" for nth in range(1, 5)} | {"ended_at": ended}
    response = client.post(address, values)
    assert response.status_code == 422
    assert "falta firmarla" in response.content.decode()
    evening.encounter.refresh_from_db()
    assert (evening.encounter.home_score, evening.encounter.away_score) == (2, 2)
    page = client.get(url("organise-encounter", evening.season, pk=evening.encounter.pk))
    assert "Cambiar el resultado anotado" not in page.content.decode()
    acta.refresh_from_db()
    assert acta.state == "DRAFT"
