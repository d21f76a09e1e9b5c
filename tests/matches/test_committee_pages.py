"""The committee's pages and a delegate's claim, through the addresses."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import Role, Season, User
from matches import addresses
from matches import effects as fx
from matches.models import Acta, Case, Claim, Ruling, Sanction
from matches.services import actas
from matches.services import cases as services
from tests import factories
from tests.matches import stage
from tests.matches.test_evidence import jpeg
from tests.matches.test_rulings import MESA_2, Affair

pytestmark = pytest.mark.django_db


def client(user: User | None) -> Client:
    made = Client()
    if user is not None:
        made.force_login(user)
    return made


def address(name: str, affair: Affair) -> str:
    return reverse(
        f"matches:{name}",
        kwargs={"season_id": affair.season.pk, "number": affair.case.number},
    )


def page(user: User | None, path: str) -> Any:
    return client(user).get(path)


class TestClaimPage:
    def path(self, affair: Affair) -> str:
        return reverse("matches:claim-new", kwargs={"pk": affair.encounter.pk})

    def test_shows_the_exact_end_of_the_time_to_claim(self) -> None:
        affair = Affair()
        response = page(affair.evening.away, self.path(affair))
        assert response.status_code == 200
        assert "El plazo ha acabado." in response.content.decode()

    def test_a_late_claim_is_kept_and_its_receipt_says_so(self) -> None:
        affair = Affair()
        browser = client(affair.evening.away)
        form = browser.get(self.path(affair)).context["form"]
        response = browser.post(
            self.path(affair),
            {
                "key": form["key"].value(),
                "incident": "",
                "clause": "M-D.18",
                "text": "Faltó el final.",
                "photos": [SimpleUploadedFile("a.jpg", jpeg())],
            },
            follow=True,
        )
        claim = Claim.objects.get(team=affair.encounter.away)
        assert claim.evidence.count() == 1
        text = response.content.decode()
        assert "fuera de plazo" in text and "no consta en el acta" in text
        assert str(claim.number) in text

    def test_a_bad_file_keeps_what_was_typed(self) -> None:
        affair = Affair()
        browser = client(affair.evening.away)
        form = browser.get(self.path(affair)).context["form"]
        response = browser.post(
            self.path(affair),
            {
                "key": form["key"].value(),
                "incident": "",
                "clause": "",
                "text": "Un texto muy largo.",
                "photos": [SimpleUploadedFile("a.svg", b"<svg/>")],
            },
        )
        assert response.status_code == 422
        text = response.content.decode()
        assert "Un texto muy largo." in text and "a.svg no es una foto" in text
        assert Claim.objects.count() == 1

    def test_is_for_the_two_teams(self) -> None:
        affair = Affair()
        for user in (affair.evening.organiser, affair.member, factories.user()):
            assert page(user, self.path(affair)).status_code == 403
        assert page(None, self.path(affair)).status_code == 302
        missing = reverse("matches:claim-new", kwargs={"pk": 987654})
        assert page(affair.evening.home, missing).status_code == 404

    def test_the_receipt_is_for_the_own_team_and_the_readers_of_the_case(self) -> None:
        affair = Affair()
        path = reverse("matches:claim", kwargs={"pk": affair.claim.pk})
        for user in (affair.evening.home, affair.evening.away, affair.member):
            assert page(user, path).status_code == 200
        assert page(factories.user(), path).status_code == 403

    def test_withdrawing_needs_a_reason(self) -> None:
        affair = Affair()
        path = reverse("matches:claim-withdraw", kwargs={"pk": affair.claim.pk})
        browser = client(affair.evening.home)
        assert browser.post(path, {"reason": ""}).status_code == 422
        assert browser.post(path, {"reason": "Quedó claro."}).status_code == 302
        assert Claim.objects.get().state == "WITHDRAWN"
        assert page(affair.evening.away, path).status_code == 403


READ = ("case", "cases")
DECIDE = ("case-refuse", "case-shelve", "case-invite", "case-deliberate", "ruling-new")


def of_season(name: str, season: Season) -> str:
    return reverse(f"matches:{name}", kwargs={"season_id": season.pk})


class TestWhoComesIn:
    def test_the_file(self) -> None:
        affair = Affair()
        other = factories.delegate(team=factories.team(division=affair.encounter.division)).user
        recused = factories.role(
            season=affair.season, kind="COMMITTEE", club=affair.encounter.away.club
        ).user
        expected = {
            None: 302,
            factories.user(): 403,
            other: 403,
            recused: 403,
            affair.evening.home: 200,
            affair.evening.away: 200,
            affair.evening.organiser: 200,
            affair.member: 200,
        }
        for user, status in expected.items():
            assert page(user, address("case", affair)).status_code == status, user

    @pytest.mark.parametrize("name", DECIDE)
    def test_what_decides(self, name: str) -> None:
        affair = Affair()
        assert page(affair.member, address(name, affair)).status_code == 200
        for user in (affair.evening.home, affair.evening.organiser):
            assert page(user, address(name, affair)).status_code == 403

    @pytest.mark.parametrize("name", [*DECIDE, "case"])
    def test_a_case_of_another_season_is_not_there(self, name: str) -> None:
        affair, other = Affair(), Affair()
        path = reverse(f"matches:{name}", kwargs={"season_id": affair.season.pk, "number": 987})
        assert page(affair.member, path).status_code == 404
        assert page(affair.member, address(name, other)).status_code == 403

    def test_a_season_that_is_not_public_is_not_there_for_strangers(self) -> None:
        affair = Affair()
        Season.objects.filter(pk=affair.season.pk).update(is_public=False)
        assert page(factories.user(), address("case", affair)).status_code == 404
        assert page(affair.member, address("case", affair)).status_code == 200

    def test_the_list_holds_what_one_may_read(self) -> None:
        affair = Affair()
        recused = factories.role(
            season=affair.season, kind="COMMITTEE", club=affair.encounter.away.club
        ).user
        other = factories.delegate(team=factories.team(division=affair.encounter.division)).user
        path = of_season("cases", affair.season)
        shown = {
            affair.member: 1,
            affair.evening.organiser: 1,
            affair.evening.home: 1,
            other: 0,
            recused: 0,
        }
        for user, count in shown.items():
            response = page(user, path)
            assert len(response.context["table"].rows) == count
        assert "no se muestra" in page(recused, path).content.decode()
        assert page(factories.user(), path).status_code == 403

    def test_the_list_as_a_file(self) -> None:
        affair = Affair()
        response = page(affair.member, of_season("cases", affair.season) + "?_export=csv")
        assert "Reclamación de una peña" in response.content.decode()

    def test_sanctions_are_for_committee_and_organiser(self) -> None:
        affair = Affair()
        path = of_season("sanctions", affair.season)
        assert page(affair.member, path).status_code == 200
        assert page(affair.evening.organiser, path).status_code == 200
        assert page(affair.evening.home, path).status_code == 403


class TestFile:
    def test_private_notes_are_the_committees(self) -> None:
        affair = Affair()
        client(affair.member).post(address("case-note", affair), {"text": "Dudo de la mesa 2."})
        path = address("case", affair)
        assert "Dudo de la mesa 2." in page(affair.member, path).content.decode()
        for user in (affair.evening.home, affair.evening.away, affair.evening.organiser):
            assert "Dudo de la mesa 2." not in page(user, path).content.decode()

    def test_only_versions_that_counted_have_a_page(self) -> None:
        affair = Affair()
        evening = affair.evening
        actas.acta_correct(
            actor=evening.home,
            encounter_id=affair.encounter.pk,
            boards={1: {"home_games": 3, "away_games": 5}},
            note="Bailaron los juegos.",
            at=stage.END,
        )
        in_force, proposed = Acta.objects.filter(encounter=affair.encounter).order_by("number")
        for user, path in (
            (affair.member, addresses.case_path(affair.case)),
            (
                evening.organiser,
                reverse("matches:organise-encounter", args=[affair.season.pk, affair.encounter.pk]),
            ),
        ):
            text = page(user, path).content.decode()
            assert addresses.acta_path(in_force) in text
            assert addresses.acta_path(proposed) not in text

    def test_a_statement_that_is_refused_stays_on_the_page(self) -> None:
        affair = Affair()
        response = client(affair.evening.away).post(
            address("case-statement", affair), {"text": "No fue así."}
        )
        assert response.status_code == 422
        text = response.content.decode()
        assert "No fue así." in text and "todavía no ha abierto el plazo" in text

    def test_from_claim_to_deliberation(self) -> None:
        affair = Affair()
        browser = client(affair.member)
        assert browser.post(address("case-admit", affair)).status_code == 302
        asked = browser.get(address("case-invite", affair)).content.decode()
        proposed = timezone.localtime() + timedelta(days=3)
        assert f'value="{proposed:%Y-%m-%d}T22:00"' in asked
        due = timezone.localtime(timezone.now() + timedelta(days=2))
        browser.post(address("case-invite", affair), {"due_at": f"{due:%Y-%m-%dT%H:%M}"})
        client(affair.evening.away).post(address("case-statement", affair), {"text": "No fue así."})
        browser.post(address("case-deliberate", affair), {"due_at": ""})
        assert affair.case.state == "DELIBERATION"
        assert affair.case.statements.count() == 1
        assert page(affair.member, address("case-invite", affair)).status_code == 409

    def test_costs_the_same_with_much_in_it(self, django_assert_max_num_queries: Any) -> None:
        affair = Affair()
        browser = client(affair.member)
        browser.get(address("case", affair))
        services.statements_invite(
            actor=affair.member,
            case_id=affair.case.pk,
            due_at=stage.END + timedelta(days=2),
            at=stage.END,
        )
        for nth in range(12):
            services.statement_add(
                actor=affair.evening.home, case_id=affair.case.pk, text=f"{nth}", at=stage.END
            )
        path = address("case", affair)
        with django_assert_max_num_queries(45):
            assert browser.get(path).status_code == 200

    def test_opening_one_by_the_organiser(self) -> None:
        affair = Affair()
        response = client(affair.evening.organiser).post(
            of_season("case-open", affair.season),
            {
                "reason": "case.conduct",
                "encounter": affair.encounter.pk,
                "clause": "",
                "text": "Gritos al acabar.",
            },
        )
        assert response.status_code == 302
        assert Case.objects.get(reason="case.conduct").clause == "M-D.11"
        assert page(affair.evening.home, of_season("case-open", affair.season)).status_code == 403


def typed(affair: Affair, **more: Any) -> dict[str, Any]:
    boards: dict[str, Any] = {}
    for board, (home, away) in enumerate(stage.GAMES, start=1):
        boards |= {
            f"board-{board}-board": board,
            f"board-{board}-home_games": home,
            f"board-{board}-away_games": away,
            f"board-{board}-ended_as": "PLAYED",
            f"board-{board}-awarded_to": "",
        }
    return (
        boards
        | {
            "facts": "En la mesa 2 se apuntó un juego de más.",
            "decision": "Se corrige la mesa 2.",
            "clauses": ["M-D.15", "M-VI.3"],
            "result": "leave",
            **{f"{name}-count": 1 for name in ("suspensions", "fines", "points", "warnings")},
        }
        | more
    )


def test_a_case_that_nobody_may_decide_says_so() -> None:
    affair = Affair()
    words = "hace falta 1 miembro del comité que no sea de estas peñas"
    assert words not in page(affair.evening.home, address("case", affair)).content.decode()
    Role.objects.filter(user=affair.member).update(club=affair.encounter.home.club)
    assert words in page(affair.evening.organiser, address("case", affair)).content.decode()


class TestRulingPages:
    def change(self, affair: Affair) -> dict[str, Any]:
        return typed(affair, result="change") | {
            "board-2-home_games": 5,
            "board-2-away_games": 3,
            "fines-0-team": affair.encounter.away_id,
            "fines-0-euros": "30.50",
            "suspensions-0-player": affair.evening.home_fichas[0].player_id,
            "suspensions-0-encounters": "2",
        }

    def test_preview_writes_nothing_and_confirming_does_what_it_said(self) -> None:
        affair = Affair()
        browser, path = client(affair.member), address("ruling-new", affair)
        response = browser.post(path, self.change(affair) | {"step": "preview"})
        assert response.status_code == 200
        text = response.content.decode()
        assert "2–2" in text and "3–1" in text and "30,50 €" in text
        assert not Ruling.objects.exists() and affair.now().home_score == 2
        seen = response.context["preview"].digest
        kept = dict(response.context["kept"])
        assert kept["board-2-home_games"] == "5"
        response = browser.post(path, self.change(affair) | {"step": "confirm", "seen": seen})
        assert response.status_code == 302
        assert affair.now().home_score == 3
        assert Sanction.objects.count() == 2
        assert Ruling.objects.get().clauses == ["M-D.15", "M-VI.3"]

    def test_going_on_editing_keeps_everything(self) -> None:
        affair = Affair()
        response = client(affair.member).post(
            address("ruling-new", affair), self.change(affair) | {"step": "edit"}
        )
        editor = response.context["editor"]
        assert editor.form["decision"].value() == "Se corrige la mesa 2."
        assert editor.boards[1]["home_games"].value() == "5"
        assert editor.lines["fines"][0]["euros"].value() == "30.50"
        assert set(editor.form["clauses"].value()) == {"M-D.15", "M-VI.3"}

    def test_another_line(self) -> None:
        affair = Affair()
        response = client(affair.member).post(
            address("ruling-new", affair), self.change(affair) | {"step": "more:fines"}
        )
        assert response.status_code == 200
        assert len(response.context["editor"].lines["fines"]) == 2

    def test_what_the_engine_says_against_it_is_shown(self) -> None:
        affair = Affair()
        response = client(affair.member).post(
            address("ruling-new", affair),
            self.change(affair) | {"board-2-away_games": 5, "step": "preview"},
        )
        assert response.status_code == 422
        assert "Mesa 2: 5–5 son juegos de más" in response.content.decode()

    @pytest.mark.parametrize(
        ("more", "words"),
        [
            ({"clauses": []}, "Artículos"),
            ({"decision": "Se da [o no] la razón."}, "Falta completar «[o no]»"),
            ({"result": "award"}, "Falta el número de mesas."),
            ({"result": "award", "home_score": 3, "away_score": 3}, "suman 4 como mucho"),
            ({"fines-0-euros": "30"}, "Falta este dato."),
        ],
    )
    def test_what_is_missing_is_said(self, more: dict[str, Any], words: str) -> None:
        affair = Affair()
        response = client(affair.member).post(
            address("ruling-new", affair), typed(affair, **more) | {"step": "preview"}
        )
        assert response.status_code == 422
        assert words in response.content.decode()

    def test_consequences_that_changed_are_shown_again(self) -> None:
        affair = Affair()
        browser, path = client(affair.member), address("ruling-new", affair)
        seen = browser.post(path, self.change(affair) | {"step": "preview"}).context["preview"]
        factories.ended_encounter(
            division=affair.encounter.division, home=affair.encounter.home, home_score=4
        )
        response = browser.post(
            path, self.change(affair) | {"step": "confirm", "seen": seen.digest}
        )
        assert response.status_code == 409
        assert not Ruling.objects.exists()
        assert response.context["preview"].digest != seen.digest

    def test_a_player_and_a_team_put_out(self) -> None:
        affair = Affair()
        ficha, other = affair.evening.home_fichas[:2]
        browser, path = client(affair.member), address("ruling-new", affair)
        counts = {f"{name}-count": 1 for name in ("disqualifications", "expulsions")}
        sent = typed(affair) | counts
        sent |= {
            "suspensions-0-player": ficha.player_id,
            "suspensions-0-until": "2100-01-31",
            "disqualifications-0-player": other.player_id,
            "expulsions-0-team": affair.encounter.away_id,
        }
        response = browser.post(path, sent | {"step": "preview"})
        text = response.content.decode()
        assert response.status_code == 200
        assert "fuera hasta pasado el 31 de enero" in text
        assert "fuera el resto de la temporada" in text
        assert "queda fuera de la competición" in text
        seen = response.context["preview"].digest
        assert browser.post(path, sent | {"step": "confirm", "seen": seen}).status_code == 302
        assert set(Sanction.objects.values_list("kind", flat=True)) == {
            "SUSPENSION",
            "DISQUALIFICATION",
            "EXPULSION",
        }
        table = browser.get(of_season("sanctions", affair.season)).content.decode()
        assert "hasta el 31 de enero de 2100" in table and "toda la temporada" in table

    @pytest.mark.parametrize(
        ("more", "words"),
        [
            ({}, "Falta por cuántos encuentros, o hasta qué día."),
            ({"encounters": "2", "until": "2100-01-31"}, "una de las dos cosas"),
        ],
    )
    def test_a_suspension_has_one_end(self, more: dict[str, str], words: str) -> None:
        affair = Affair()
        sent = typed(affair) | {
            "suspensions-0-player": affair.evening.home_fichas[0].player_id,
            **{f"suspensions-0-{name}": value for name, value in more.items()},
        }
        response = client(affair.member).post(
            address("ruling-new", affair), sent | {"step": "preview"}
        )
        assert response.status_code == 422 and words in response.content.decode()

    @pytest.mark.regulation("M-T.4")
    def test_on_the_pair_that_was_warned_again_the_editor_starts_from_losing_its_partida(
        self,
    ) -> None:
        affair = Affair()
        case = factories.case(
            encounter=affair.encounter,
            season=affair.season,
            number=71,
            reason="acta.warned_breaks",
            facts={"found": [{"incident": 1, "board": 1, "side": "HOME"}]},
        )
        kwargs = {"season_id": affair.season.pk, "number": case.number}
        response = client(affair.member).get(reverse("matches:ruling-new", kwargs=kwargs))
        editor = response.context["editor"]
        assert editor.form["result"].value() == "change"
        assert [board["ended_as"].value() for board in editor.boards] == [
            "FORFEIT_HOME",
            "PLAYED",
            "PLAYED",
            "PLAYED",
        ]

    def test_mending_starts_from_the_boards_as_they_were_ruled(self) -> None:
        affair = Affair()
        first = affair.rule(MESA_2, fx.Warn(affair.encounter.home_id))
        response = client(affair.member).get(address("ruling-new", affair))
        assert response.context["mends"] == first
        board = response.context["editor"].boards[1]
        assert (board["home_games"].value(), board["away_games"].value()) == (5, 3)

    def test_what_other_rulings_hold_against_the_parties_is_at_hand(self) -> None:
        affair = Affair()
        case = factories.case(encounter=None, season=affair.season, number=70)
        ruling = factories.ruling(case=case, number=31)
        factories.sanction(ruling=ruling, team=affair.encounter.home)
        response = client(affair.member).get(address("ruling-new", affair))
        assert (
            f"Apercibimiento a {affair.encounter.home} (resolución 31)" in response.content.decode()
        )

    def test_the_second_member_is_told(self) -> None:
        affair = Affair()
        browser, path = client(affair.member), address("ruling-new", affair)
        seen = browser.post(path, self.change(affair) | {"step": "preview"}).context["preview"]
        first = affair.rule(fx.LeaveResult())
        response = browser.post(
            path, self.change(affair) | {"step": "confirm", "seen": seen.digest}
        )
        assert response.status_code == 422
        told = f"ya ha dictado la resolución {first.number}"
        assert told in response.content.decode()
        assert Ruling.objects.count() == 1

    def test_mending_starts_from_the_one_that_stands(self) -> None:
        affair = Affair()
        first = affair.rule(fx.AwardResult(4, 0), fx.Fine(affair.encounter.home_id, 1000))
        browser, path = client(affair.member), address("ruling-new", affair)
        editor = browser.get(path).context["editor"]
        assert editor.form["result"].value() == "award"
        assert editor.lines["fines"][0]["team"].value() == affair.encounter.home_id
        data = typed(affair, replaces=first.pk) | {"step": "preview"}
        shown = browser.post(path, data).context["preview"]
        response = browser.post(path, data | {"step": "confirm", "seen": shown.digest})
        assert response.status_code == 302
        assert affair.now().home_score == 2
        assert Sanction.objects.get().state == "REVOKED"

    def test_the_file_shows_both(self) -> None:
        affair = Affair()
        first = affair.rule(fx.AwardResult(4, 0))
        affair.rule(fx.LeaveResult(), replaces=first.pk)
        text = page(affair.evening.home, address("case", affair)).content.decode()
        assert "corregida por otra" in text and "inapelable" in text


class TestFines:
    def test_the_organiser_notes_it_as_paid_once(self) -> None:
        affair = Affair()
        affair.rule(fx.Fine(affair.encounter.home_id, 1000))
        fine = Sanction.objects.get()
        path = reverse("matches:fine-pay", kwargs={"season_id": affair.season.pk, "pk": fine.pk})
        assert page(affair.member, path).status_code == 403
        browser = client(affair.evening.organiser)
        assert browser.get(path).status_code == 200
        assert browser.post(path, {"sure": "yes"}).status_code == 302
        fine.refresh_from_db()
        assert fine.fine_state == "PAID" and fine.settled_at is not None
        assert browser.post(path, {"sure": "yes"}).status_code == 422

    def test_waiving_and_what_is_not_a_fine(self) -> None:
        affair = Affair()
        affair.rule(fx.Fine(affair.encounter.home_id, 1000), fx.Warn(affair.encounter.home_id))
        browser = client(affair.evening.organiser)
        for kind, status in (("FINE", 302), ("WARNING", 404)):
            pk = Sanction.objects.get(kind=kind).pk
            path = reverse("matches:fine-waive", kwargs={"season_id": affair.season.pk, "pk": pk})
            assert browser.post(path, {"sure": "yes"}).status_code == status
        assert Sanction.objects.get(kind="FINE").fine_state == "WAIVED"
