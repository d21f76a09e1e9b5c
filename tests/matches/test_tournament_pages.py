"""The pages of a tournament day, for the organiser and for everybody."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from icalendar import Calendar

from league.models import Court, Season
from matches.forms.tournaments import FixtureMoveForm
from matches.models import Encounter, Fixture
from tests.matches.tournament_stage import TEN, Day, day

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Day:
    return day()


@pytest.fixture
def published(stage) -> Day:
    stage.publish()
    Season.objects.filter(pk=stage.season.pk).update(state="RUNNING")
    return stage


def page_of(stage: Day, more: str = "") -> str:
    season = stage.season
    return f"/{season.competition.slug}/{season.slug}/torneos/{stage.tournament.slug}/{more}"


def board_of(stage: Day, more: str = "") -> str:
    return f"/organizacion/{stage.season.pk}/torneos/{stage.tournament.pk}/{more}"


def choices(stage: Day, **changes) -> dict[str, object]:
    return {
        "name": "Torneo de La Toba",
        "divisions": stage.settings.divisions[0],
        "venue_id": stage.venue.pk,
        "starts_at": "2026-12-05T10:00",
        "courts": 3,
        "minutes": 30,
        "rest": 0,
        "groups": 3,
        "qualify": 2,
        **changes,
    }


def text(response) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


# ---- preparing ----


def test_what_is_wrong_with_the_choices_is_said_at_its_field(client, stage) -> None:
    client.force_login(stage.organiser)
    at = f"/organizacion/{stage.season.pk}/torneos/"
    wrong = client.get(f"{at}vista/", choices(stage, minutes=2), follow=True)
    assert wrong.status_code == 422 and wrong.request["PATH_INFO"] == at
    pk = stage.season.divisions.get().teams.first().pk
    other = stage.season.divisions.get().teams.last().pk
    twice = client.get(
        f"{at}vista/", choices(stage, **{f"head_{pk}": 1, f"head_{other}": 1}), follow=True
    )
    assert twice.status_code == 422 and "Ese número ya es de" in text(twice)
    cannot = client.get(f"{at}vista/", choices(stage, qualify=4), follow=True)
    assert "No se pueden clasificar 4 de cada grupo" in text(cannot)
    assert "Publicar la jornada" not in text(cannot)


def test_a_drawn_order_has_an_address_of_its_own(client, stage) -> None:
    client.force_login(stage.organiser)
    at = f"/organizacion/{stage.season.pk}/torneos/vista/"
    drawn = client.get(at, choices(stage, shuffle="on"))
    assert drawn.status_code == 302 and "seed=" in drawn["Location"]
    one, two = (text(client.get(drawn["Location"])) for _ in range(2))
    assert one[:2000] == two[:2000] and "Sortear otra vez" in one


def test_publishing_with_the_digest_that_was_shown(client, stage) -> None:
    client.force_login(stage.organiser)
    at = f"/organizacion/{stage.season.pk}/torneos/vista/"
    shown = client.get(at, choices(stage))
    digest = re.search(r'name="digest" value="(\w{64})"', shown.content.decode())
    assert digest is not None
    query = shown.request["QUERY_STRING"]
    answer = client.post(f"{at}?{query}", {"digest": digest[1]}, follow=True)
    assert "La jornada está publicada." in text(answer)
    assert Fixture.objects.count() == 9 + 5  # without the third place
    again = client.get(f"/organizacion/{stage.season.pk}/torneos/")
    assert "Preparar una jornada" not in text(again)


# ---- running ----


def test_the_board_says_who_goes_on_and_sends_them(client, published) -> None:
    client.force_login(published.organiser)
    for nth in range(3):
        published.play_group(nth, state="ENDED")
    board = client.get(board_of(published))
    told = text(board)
    assert "1.º de Grupo A: Les Xanes, a Semifinales (partido 12)" in told
    assert "pasa con la palabra de la organización" in told
    asked = client.get(board_of(published, "cuadro/"))
    assert "Pasan los que ya están decididos" in text(asked)
    digest = re.search(r'name="digest" value="(\w{64})"', board.content.decode())
    assert digest is not None
    filled = client.post(board_of(published, "cuadro/"), {"digest": digest[1]}, follow=True)
    assert "El cuadro está al día." in text(filled)
    assert Encounter.objects.filter(division__kind="KNOCKOUT").count() == 2
    stale = client.post(board_of(published, "cuadro/"), {"digest": digest[1]}, follow=True)
    assert "Todavía no hay nadie que pase al cuadro" in text(stale)


def test_a_tie_and_a_level_match_say_what_to_do(client, published) -> None:
    client.force_login(published.organiser)
    for fixture in published.reading.groups[0].fixtures:
        published.result(fixture, 2, 2)
    assert "Empatados en todo" in text(client.get(board_of(published)))
    for nth in (1, 2):
        published.play_group(nth)
    published.play_group(0)
    first, _second = published.fill()
    published.result(first, 2, 2)
    told = client.get(board_of(published))
    assert f"El partido {first.number} acabó empatado. Decir quién pasa" in text(told)
    decide = board_of(published, f"partidos/{first.number}/decidir/")
    assert client.post(decide, {"side": "HOME", "reason": ""}).status_code == 422
    client.post(decide, {"side": "HOME", "reason": "Sorteo"}, follow=True)
    first.refresh_from_db()
    assert first.decided_for == "HOME"


def test_a_move_that_cannot_be_is_refused_in_words(client, published) -> None:
    client.force_login(published.organiser)
    second = published.fixture(2)
    at = timezone.localtime(second.starts_at).strftime("%Y-%m-%dT%H:%M")
    move = board_of(published, "partidos/1/mover/")
    answer = client.post(move, {"court_id": second.court_id, "starts_at": at})
    assert answer.status_code == 422
    assert "Los partidos" in text(answer) and "coincidirían en la misma pista" in text(answer)


def test_a_result_may_be_typed_before_the_hour(client, published) -> None:
    client.force_login(published.organiser)
    soon = timezone.localtime().replace(hour=23, minute=58)
    fixture = published.fixture(9)
    Encounter.objects.filter(fixture=fixture).update(starts_at=soon)
    file = client.get(f"/organizacion/{published.season.pk}/encuentros/{fixture.encounter_id}/")
    assert "Anotar un resultado por teléfono" in text(file)
    answer = client.post(
        f"/organizacion/{published.season.pk}/encuentros/{fixture.encounter_id}/resultado/",
        {
            "ended_at": timezone.localtime().strftime("%Y-%m-%dT%H:%M"),
            **{f"board_{number}": "PLAYED:5:2" for number in range(1, 5)},
        },
    )
    assert answer.status_code == 302
    assert answer["Location"] == board_of(published)


def test_courts_are_named_in_their_order_and_stay_while_they_are_used(client, published) -> None:
    client.force_login(published.organiser)
    at = f"/organizacion/{published.season.pk}/locales/{published.venue.pk}/pistas/"
    assert "Pista 1" in client.get(at).content.decode()
    client.post(at, {"names": "Central\nPista 1\nDe fuera\nCuarta"})
    names = Court.objects.filter(venue=published.venue).values_list("name", flat=True)
    assert list(names) == ["Central", "Pista 1", "De fuera", "Cuarta"]
    assert published.fixture(1).court.name == "Central"
    assert client.post(at, {"names": "Central\nPista 1\nDe fuera"}).status_code == 302
    refused = client.post(at, {"names": "Central"})
    assert refused.status_code == 422 and "hay partidos de un torneo" in text(refused)
    assert "mismo nombre" in text(client.post(at, {"names": "Central\ncentral"}))


# ---- what everybody sees ----


def test_everybody_follows_the_day(client, published) -> None:
    first = text(client.get(page_of(published)))
    assert "1.º de Grupo A, exento de esta ronda" in first
    assert "Pasan los 2 primeros de cada grupo." in first
    for nth in range(3):
        published.play_group(nth)
    while published.reading.ready:
        for fixture in published.fill():
            published.result(fixture, 3, 1)
    champion = published.reading.champion
    assert champion is not None
    last = text(client.get(page_of(published)))
    assert f"Campeón: {champion.name}" in last
    assert champion.name in text(client.get(page_of(published, "pantalla/")))


def test_a_page_changes_with_a_result_and_with_nothing_else(client, published) -> None:
    for page in (page_of(published), page_of(published, "pantalla/")):
        tag = client.get(page)["ETag"]
        assert client.get(page, headers={"if-none-match": tag}).status_code == 304
    published.play_group(0)
    assert client.get(page, headers={"if-none-match": tag}).status_code == 200


def test_the_feed_has_court_and_length_and_counts_its_changes(client, published) -> None:
    def events():
        feed = Calendar.from_ical(client.get(page_of(published, "calendario.ics")).content)
        return {str(one["uid"]): one for one in feed.walk("VEVENT")}

    before = events()
    assert len(before) == 9
    one = next(iter(before.values()))
    assert one["dtend"].dt - one["dtstart"].dt == timedelta(minutes=30)
    assert str(one["location"]).startswith("Pista ")
    team = published.reading.groups[0].division.teams.first()
    for nth in range(3):
        published.play_group(nth)
    published.fill()
    after = events()
    assert len(after) == 11
    uid = str(one["uid"])
    assert int(after[uid]["sequence"]) > int(before[uid]["sequence"])
    season = f"/{published.season.competition.slug}/{published.season.slug}/"
    own = client.get(f"{season}penas/{team.pk}/calendario.ics").content.decode()
    assert own.count("BEGIN:VEVENT") in {2, 3}


def test_an_encounter_of_the_knock_out_leads_back_to_its_day(client, published) -> None:
    for nth in range(3):
        published.play_group(nth)
    first, _second = published.fill()
    season = f"/{published.season.competition.slug}/{published.season.slug}/"
    page = client.get(f"{season}encuentros/{first.encounter.pk}/")
    assert page.status_code == 200
    assert "Cuartos de final" in text(page) and first.court.name in text(page)
    assert f"{page_of(published)}#ronda-1" in page.content.decode()
    front = text(client.get(season))
    assert "Torneo de La Toba" in front


def test_a_season_with_a_tournament_keeps_its_other_pages(client, published) -> None:
    """Lists of groups, tables and encounters do not trip over the knock-out."""
    for nth in range(3):
        published.play_group(nth)
    published.fill()
    client.force_login(published.organiser)
    at = f"/organizacion/{published.season.pk}/"
    pages = ("", "calendario/", "encuentros/", "jornadas/", "publicaciones/", "sorteos/", "grupos/")
    for page in (*pages, "premios/", "retiradas/", "torneos/", "cerrar/"):
        assert client.get(f"{at}{page}", follow=True).status_code == 200, page


def test_a_match_that_nobody_began_on_time_is_late_on_the_wall(client, published) -> None:
    late = timezone.now() - timedelta(minutes=17)
    shift = late - TEN
    for fixture in Fixture.objects.order_by("number"):
        Fixture.objects.filter(pk=fixture.pk).update(
            starts_at=fixture.starts_at + shift, until=fixture.until + shift
        )
    wall = text(client.get(page_of(published, "pantalla/")))
    assert re.search("1[6-8] minutos tarde Les toca", wall)


@pytest.mark.parametrize("moment", ["9999-12-31T23:59", "0001-01-01T00:00"])
def test_a_year_that_cannot_be_meant_is_refused_in_words(moment: str) -> None:
    form = FixtureMoveForm({"court_id": "1", "starts_at": moment}, courts=[])
    assert form.errors["starts_at"]
