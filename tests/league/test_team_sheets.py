"""Teams in shirts: who may enter, numbers, captain, staff, and private papers."""

import io
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.timezone import localdate
from PIL import Image

from league import sentences
from league.models import Document, LedgerEntry, Registration, Season, Team
from league.refusals import Refused
from league.roster_file import read_roster
from league.services.registrations import Person, player_register, registration_release
from league.services.roster_import import roster_import, roster_preview
from league.services.team_sheets import (
    Certificate,
    TeamSheet,
    document_add,
    document_drop_file,
    team_sheet_update,
)
from league.states.season import SeasonState
from tests import factories
from tests.factories import AT

pytestmark = pytest.mark.django_db

TODAY = localdate(AT)
FIFTY_FIVE = date(1971, 3, 4)


def photo(name: str = "certificado.jpg") -> SimpleUploadedFile:
    out = io.BytesIO()
    Image.new("RGB", (20, 20), "white").save(out, "JPEG")
    return SimpleUploadedFile(name, out.getvalue(), "image/jpeg")


class Registering:
    """A season that takes registrations, with one team and its organiser."""

    def __init__(self, **facts: Any) -> None:
        self.season: Season = factories.cachibol_season(state=SeasonState.REGISTRATION, **facts)
        self.organiser = factories.role(season=self.season).user
        self.team: Team = factories.team(division=factories.division(season=self.season))

    def enter(self, nth: int = 1, **facts: Any) -> Registration:
        told = {
            "person": Person(f"CB-{nth:03d}", "Covadonga", f"Vega {nth}", FIFTY_FIVE),
            "paper": Certificate(TODAY - timedelta(days=3)),
        } | facts
        return player_register(
            actor=self.organiser, season_id=self.season.pk, team_id=self.team.pk, at=AT, **told
        )

    def sheet(self, shirts: Any, captain: Any = None, **staff: str) -> None:
        team_sheet_update(
            actor=self.organiser,
            season_id=self.season.pk,
            team_id=self.team.pk,
            sheet=TeamSheet(shirts, captain, staff),
            at=AT,
        )


@pytest.fixture
def at() -> Registering:
    return Registering()


def refused(act: Any) -> Refused:
    with pytest.raises(Refused) as refusal:
        act()
    assert sentences.sentence(refusal.value)
    return refusal.value


class TestEntering:
    def test_gives_the_lowest_free_shirt_and_files_the_certificate(self, at: Registering) -> None:
        first, second = at.enter(1, shirt=2), at.enter(2)
        assert (first.shirt, second.shirt, at.enter(3).shirt) == (2, 1, 3)
        paper = first.documents.get()
        assert paper.issued_on == TODAY - timedelta(days=3)
        assert paper.expires_on == paper.issued_on + timedelta(days=365)
        assert not paper.file

    @pytest.mark.regulation("C-7.1")
    @pytest.mark.parametrize(
        ("issued_on", "code"),
        [
            (None, "registration.certificate_missing"),
            (TODAY - timedelta(days=16), "registration.certificate_old"),
            (TODAY + timedelta(days=1), "registration.certificate_ahead"),
            (TODAY - timedelta(days=15), None),
            (TODAY, None),
        ],
    )
    def test_asks_for_a_recent_certificate(
        self, at: Registering, issued_on: date | None, code: str | None
    ) -> None:
        paper = Certificate(issued_on)
        if code is None:
            assert at.enter(paper=paper).documents.count() == 1
            return
        refusal = refused(lambda: at.enter(paper=paper))
        assert (refusal.code, refusal.clause) == (code, "C-7.1")
        assert not Registration.objects.exists()

    def test_the_days_of_a_certificate_are_the_season_s(self) -> None:
        options = factories.cachibol_season().options
        at = Registering(options=options | {"certificate_days": 30})
        assert at.enter(paper=Certificate(TODAY - timedelta(days=30)))
        late = Certificate(TODAY - timedelta(days=31))
        assert refused(lambda: at.enter(2, paper=late)).facts["days"] == 30

    @pytest.mark.regulation("C-7.3")
    @pytest.mark.parametrize(
        ("birth", "code"),
        [
            (None, "registration.birth_date_missing"),
            # Fifty to fifty-nine on 31 December 2026, the day itself included.
            (date(1977, 1, 1), "registration.age_out"),
            (date(1976, 12, 31), None),
            (date(1967, 1, 1), None),
            (date(1966, 12, 31), "registration.age_out"),
        ],
    )
    def test_asks_for_the_age_of_the_category(
        self, at: Registering, birth: date | None, code: str | None
    ) -> None:
        person = Person("CB-001", "Covadonga", "Vega", birth)
        if code is None:
            assert at.enter(person=person)
            return
        refusal = refused(lambda: at.enter(person=person))
        assert (refusal.code, refusal.clause) == (code, "C-7.3")

    def test_takes_the_birth_date_of_somebody_known_without_one(self, at: Registering) -> None:
        factories.player(licence="CB-001", first_name="Covadonga", last_name="Vega 1")
        assert at.enter(1).player.birth_date == FIFTY_FIVE

    @pytest.mark.regulation("C-4.1")
    def test_takes_twelve_who_are_there(self, at: Registering) -> None:
        fichas = [at.enter(nth) for nth in range(1, 13)]
        refusal = refused(lambda: at.enter(13))
        assert (refusal.code, refusal.clause) == ("registration.team_full", "C-4.1")
        # Whoever leaves makes room, as often as it happens.
        for nth in range(13, 20):
            leaving = fichas.pop(0)
            registration_release(
                actor=at.organiser, season_id=at.season.pk, registration_id=leaving.pk, at=AT
            )
            entered = at.enter(nth)
            assert (entered.slot, entered.shirt) == (nth, leaving.shirt)
            fichas.append(entered)

    @pytest.mark.regulation("C-5")
    @pytest.mark.parametrize("shirt", [0, 19])
    def test_shirts_go_from_one_to_eighteen(self, at: Registering, shirt: int) -> None:
        refusal = refused(lambda: at.enter(shirt=shirt))
        assert (refusal.code, refusal.clause) == ("registration.shirt_out_of_range", "C-5")

    @pytest.mark.regulation("C-5")
    def test_a_shirt_is_worn_once(self, at: Registering) -> None:
        at.enter(1, shirt=7)
        refusal = refused(lambda: at.enter(2, shirt=7))
        assert (refusal.code, refusal.facts["name"]) == (
            "registration.shirt_taken",
            "Covadonga Vega 1",
        )

    def test_a_refused_entry_leaves_no_file(self, at: Registering, settings: Any, tmp_path) -> None:  # type: ignore[no-untyped-def]
        settings.MEDIA_ROOT = tmp_path
        at.enter(1, shirt=7)
        paper = Certificate(TODAY, file=photo())
        refused(lambda: at.enter(2, shirt=7, paper=paper))
        assert not [one for one in tmp_path.rglob("*") if one.is_file()]


class TestSheet:
    @pytest.mark.regulation("C-5")
    def test_two_can_change_numbers_and_the_captain_changes_with_them(
        self, at: Registering
    ) -> None:
        one, two = at.enter(1), at.enter(2)
        at.sheet({one.pk: 1, two.pk: 2}, one.pk)
        at.sheet({one.pk: 2, two.pk: 1}, two.pk)
        one.refresh_from_db()
        two.refresh_from_db()
        assert (one.shirt, two.shirt) == (2, 1)
        assert (one.is_captain, two.is_captain) == (False, True)

    @pytest.mark.regulation("C-5")
    def test_refuses_a_number_twice(self, at: Registering) -> None:
        one, two = at.enter(1), at.enter(2)
        refusal = refused(lambda: at.sheet({one.pk: 3, two.pk: 3}))
        assert (refusal.code, refusal.clause) == ("registration.shirt_taken", "C-5")

    def test_refuses_who_is_not_in_the_team(self, at: Registering) -> None:
        one = at.enter(1)
        stranger = factories.registration()
        assert refused(lambda: at.sheet({one.pk: 1}, stranger.pk)).code == (
            "team_sheet.not_in_the_team"
        )

    @pytest.mark.regulation("C-4.1")
    def test_staff_change_and_who_left_stays_written(self, at: Registering) -> None:
        at.sheet({}, None, COACH="Delfina  Cueto ", DOCTOR="Berta Llano", ASSISTANT="")
        at.sheet({}, None, COACH="Rosario Lobo", DOCTOR="Berta Llano", ASSISTANT="")
        now = {row.post: row.name for row in at.team.staff.filter(until=None)}
        assert now == {"COACH": "Rosario Lobo", "DOCTOR": "Berta Llano"}
        assert at.team.staff.get(name="Delfina Cueto").until == AT
        assert refused(lambda: at.sheet({}, None, FRIEND="X")).code == "team_sheet.no_such_post"

    def test_only_the_organiser(self, at: Registering) -> None:
        with pytest.raises(PermissionDenied):
            team_sheet_update(
                actor=factories.user(),
                season_id=at.season.pk,
                team_id=at.team.pk,
                sheet=TeamSheet({}, None, {}),
                at=AT,
            )


class TestPapers:
    def test_another_one_and_its_file_can_go_again(
        self, at: Registering, settings: Any, tmp_path: Any
    ) -> None:
        settings.MEDIA_ROOT = tmp_path
        ficha = at.enter(1)
        paper = document_add(
            actor=at.organiser,
            season_id=at.season.pk,
            registration_id=ficha.pk,
            paper=Certificate(TODAY - timedelta(days=100), TODAY, photo()),
            at=AT,
        )
        assert [one for one in tmp_path.rglob("*") if one.is_file()]
        assert "vega" not in str(paper.file.name).lower()
        document_drop_file(actor=at.organiser, season_id=at.season.pk, document_id=paper.pk, at=AT)
        paper.refresh_from_db()
        assert not paper.file and paper.expires_on == TODAY
        assert not [one for one in tmp_path.rglob("*") if one.is_file()]
        told = LedgerEntry.objects.filter(action__startswith="document.")
        assert [one.action for one in told.order_by("sequence")] == [
            "document.added",
            "document.added",
            "document.file_dropped",
        ]

    @pytest.mark.parametrize(
        ("paper", "code"),
        [
            (Certificate(TODAY, TODAY - timedelta(days=1)), "document.order"),
            (Certificate(TODAY + timedelta(days=1)), "registration.certificate_ahead"),
            (Certificate(), "registration.certificate_missing"),
        ],
    )
    def test_refuses(self, at: Registering, paper: Certificate, code: str) -> None:
        ficha = at.enter(1)
        assert (
            refused(
                lambda: document_add(
                    actor=at.organiser,
                    season_id=at.season.pk,
                    registration_id=ficha.pk,
                    paper=paper,
                    at=AT,
                )
            ).code
            == code
        )


class TestFile:
    HEAD = "peña;licencia;nombre;apellidos;nacimiento;camiseta;certificado\n"

    def rows(self, at: Registering, *lines: str) -> Any:
        text = self.HEAD + "".join(f"{at.team.name};{line}\n" for line in lines)
        return read_roster(text.encode(), "equipo.csv")

    @pytest.mark.regulation("C-5", "C-7.1", "C-7.3")
    def test_says_line_by_line_what_the_season_asks(self, at: Registering) -> None:
        good = f"{TODAY - timedelta(days=2):%d/%m/%Y}"
        rows = self.rows(
            at,
            f"A-1;Balbina;Cueto;04/03/1971;5;{good}",
            f"A-2;Oliva;Noriega;04/03/1971;;{good}",
            f"A-3;Pilar;Estrada;04/03/1999;7;{good}",
            f"A-4;Sofía;Quirós;04/03/1971;5;{good}",
            "A-5;Amparo;Riestra;04/03/1971;8;",
            f"A-6;Ludivina;Faes;;9;{good}",
            f"A-7;Herminia;Junco;04/03/1971;once;{good}",
            f"A-8;Aurora;Bulnes;04/03/1971;1;{good}",
        )
        plan = roster_preview(actor=at.organiser, season_id=at.season.pk, rows=rows, at=AT)
        assert [one.refusal.code if one.refusal else one.shirt for one in plan.outcomes] == [
            5,
            2,  # the lowest that no other line asks for
            "registration.age_out",
            "registration.shirt_taken",
            "registration.certificate_missing",
            "registration.birth_date_missing",
            "roster.unreadable_shirt",
            1,
        ]
        for one in plan.outcomes:
            if one.refusal:
                assert sentences.sentence(Refused(one.refusal.code, **one.refusal.facts))
        roster_import(
            actor=at.organiser, season_id=at.season.pk, rows=rows, digest=plan.digest, at=AT
        )
        assert set(at.team.registrations.values_list("shirt", flat=True)) == {1, 2, 5}
        assert Document.objects.count() == 3
        again = roster_preview(actor=at.organiser, season_id=at.season.pk, rows=rows, at=AT)
        assert again.unchanged == 3
        assert not again.changes_something


class TestPages:
    def test_from_an_empty_team_to_one_that_can_play(self, client: Client) -> None:
        at = Registering()
        client.force_login(at.organiser)
        base = f"/organizacion/{at.season.pk}"
        page = client.get(f"{base}/equipos/{at.team.pk}/").content.decode()
        assert "Faltan 8 personas para poder jugar" in page and "C-4.1" in page
        form = {
            "team_id": at.team.pk,
            "licence": "CB-1",
            "first_name": "Balbina",
            "last_name": "Cueto Lada",
            "birth_date": "1971-03-04",
            "issued_on": "2026-01-01",
        }
        address = f"{base}/jugadores/nuevo/?equipo={at.team.pk}"
        assert "la categoría es de 50–59 años" in client.get(address).content.decode()
        answer = client.post(address, form)
        assert answer.status_code == 422
        assert "no puede tener más de 15" in answer.content.decode()
        assert "C-7.1" in answer.content.decode()
        answer = client.post(address, {**form, "issued_on": localdate(), "shirt": "11"})
        assert answer.status_code == 302
        ficha = at.team.registrations.get()
        answer = client.post(
            f"{base}/equipos/{at.team.pk}/camisetas/",
            {f"shirt_{ficha.pk}": "12", "captain": ficha.pk, "staff_COACH": "Delfina Cueto"},
        )
        assert answer.status_code == 302
        page = client.get(f"{base}/equipos/{at.team.pk}/").content.decode()
        for told in ("capitanía", "<strong>12</strong>", "Delfina Cueto", "Faltan 7 personas"):
            assert told in page
        assert "M-D" not in page
        listed = client.get(f"{base}/jugadores/").content.decode()
        assert "Camiseta" in listed and "hasta el" in listed
        paper = f"{base}/fichas/{ficha.pk}/certificados/"
        answer = client.post(paper, {"issued_on": localdate(), "file": photo()})
        assert answer.status_code == 302
        assert "Abrir el archivo" in client.get(paper).content.decode()
        with_file = Document.objects.exclude(file="").get()
        got = client.get(f"{base}/certificados/{with_file.pk}/archivo/")
        assert got["Content-Disposition"].startswith("attachment")
        assert got["Cache-Control"] == "private, no-store"
        client.force_login(factories.delegate(team=at.team).user)
        assert client.get(f"{base}/certificados/{with_file.pk}/archivo/").status_code == 403
        with_file.file.delete(save=False)

    def test_a_discipline_without_shirts_has_no_such_pages(self, client: Client) -> None:
        ficha = factories.registration(season__state=SeasonState.REGISTRATION)
        client.force_login(factories.role(season=ficha.season).user)
        base = f"/organizacion/{ficha.season.pk}"
        assert client.get(f"{base}/equipos/{ficha.team_id}/camisetas/").status_code == 404
        assert client.get(f"{base}/fichas/{ficha.pk}/certificados/").status_code == 404
