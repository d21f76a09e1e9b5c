"""The evening through its pages: what each refuses and keeps, and that a look changes nothing."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import LedgerEntry, User
from league.refusals import Refused
from matches import addresses, content
from matches.models import Acta, Case, Encounter, Incident, Presence, SideRecord
from matches.services import actas, line_up, partidas, reports
from matches.states.partida import Side
from tests import factories
from tests.matches import evening_stage, stage
from tests.matches.stage import AT, DECKS, END, Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return evening_stage.evening()


@pytest.fixture(autouse=True)
def night(time_machine: Any) -> Any:
    time_machine.move_to(AT + timedelta(minutes=5), tick=False)
    return time_machine


@pytest.fixture
def as_user() -> Callable[[User], Client]:
    def enter(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return enter


@pytest.fixture
def home(evening: Evening, as_user: Callable[[User], Client]) -> Client:
    return as_user(evening.home)


@pytest.fixture
def away(evening: Evening, as_user: Callable[[User], Client]) -> Client:
    return as_user(evening.away)


def url(name: str, evening: Evening, *more: int) -> str:
    return reverse(f"matches:{name}", args=[evening.encounter.pk, *more])


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


def named(rows: list[Any]) -> list[int]:
    return [row.pk for row in rows]


class TestWhoMayCome:
    PAGES = ("evening", "evening-presence", "evening-incidents", "evening-pulse")

    @pytest.mark.parametrize("page", PAGES)
    def test_a_stranger_signs_in_first(self, evening: Evening, page: str) -> None:
        assert "login" in Client().get(url(page, evening)).headers["Location"]

    @pytest.mark.parametrize("page", PAGES)
    def test_a_delegate_of_another_team_is_refused(
        self, evening: Evening, as_user: Callable[[User], Client], page: str
    ) -> None:
        division = evening.encounter.division
        other = factories.delegate(team=factories.team(division=division)).user
        assert as_user(other).get(url(page, evening)).status_code == 403

    def test_the_organiser_follows_without_touching(
        self, evening: Evening, as_user: Callable[[User], Client]
    ) -> None:
        client = as_user(evening.organiser)
        assert client.get(url("evening-presence", evening)).status_code == 200
        assert client.post(url("evening-presence", evening)).status_code == 403
        assert client.post(url("evening-draw", evening)).status_code == 403

    def test_an_encounter_that_does_not_exist_is_not_found(self, home: Client) -> None:
        assert home.get(reverse("matches:evening", args=[99_999])).status_code == 404

    def test_the_referee_comes_to_the_boards_and_decides(
        self, evening: Evening, as_user: Callable[[User], Client]
    ) -> None:
        evening.close_line_ups()
        evening.draw()
        referee = factories.role(season=evening.season, kind="REFEREE").user
        client = as_user(referee)
        assert client.get(url("evening-boards", evening)).status_code == 200
        response = client.post(
            url("evening-referee-end", evening, 2), {"referee-awarded_to": "AWAY"}
        )
        assert response.status_code == 302
        board = evening.encounter.partidas.get(board=2)
        assert (board.ended_as, board.awarded_to) == ("REFEREE", "AWAY")
        assert client.get(url("evening-end", evening)).status_code == 403
        assert client.post(url("evening-stop", evening)).status_code == 403


class TestASessionThatRanOut:
    def test_a_tap_leads_back_to_the_evening(self, evening: Evening) -> None:
        response = Client().post(url("evening-board", evening, 2))
        assert response.headers["Location"].endswith(f"?next={url('evening', evening)}")

    def test_a_fragment_does_not_fill_with_the_page_for_signing_in(self, evening: Evening) -> None:
        response = Client().get(url("evening-boards", evening), headers={"HX-Request": "true"})
        assert response.status_code == 401
        assert "Nada se ha perdido" in response.json()["error"]


class TestALookChangesNothing:
    def test_every_page_at_every_step(
        self, evening: Evening, home: Client, as_user: Callable[[User], Client]
    ) -> None:
        def look() -> None:
            before = state(evening)
            for page in (
                "evening",
                "evening-presence",
                "evening-walkover",
                "evening-draw",
                "evening-draw-by-hand",
                "evening-boards",
                "evening-incidents",
                "evening-stop",
                "evening-end",
                "evening-sign",
                "evening-file-alone",
                "evening-done",
                "evening-correction",
                "evening-pulse",
            ):
                assert home.get(url(page, evening)).status_code in (200, 302)
            assert state(evening) == before

        look()
        evening.close_line_ups()
        look()
        evening.draw()
        assert home.get(url("evening-table", evening, 1)).status_code == 200
        look()
        evening.play()
        look()
        acta = evening.end()
        look()
        for user in (evening.home, evening.away):
            actas.acta_sign(actor=user, acta_id=acta.pk, digest=acta.digest, at=END)
        look()


def state(evening: Evening) -> tuple[Any, ...]:
    evening.encounter.refresh_from_db()
    return (
        evening.encounter.state,
        LedgerEntry.objects.count(),
        Acta.objects.count(),
        Presence.objects.count(),
        SideRecord.objects.count(),
        Incident.objects.count(),
        evening.encounter.division.__class__.objects.get(pk=evening.encounter.division_id).version,
    )


class TestTonight:
    def test_lands_on_tonights_encounter_with_one_next_step(
        self, evening: Evening, home: Client
    ) -> None:
        page = home.get(reverse("matches:tonight"))
        assert "Peña El Órdago — Sidrería Les Xanes" in text(page)
        assert text(page).count('class="btn wide"') == 1
        assert "Marcar quién está" in text(page)

    def test_after_midnight_it_is_still_tonight(
        self, evening: Evening, home: Client, night: Any
    ) -> None:
        night.move_to(AT + timedelta(hours=5), tick=False)
        assert "Marcar quién está" in text(home.get(reverse("matches:tonight")))

    def test_what_began_a_short_while_ago_is_tonights_at_any_hour(
        self, evening: Evening, home: Client, night: Any
    ) -> None:
        """Seven in the morning ends the night, but not for those who sit at the table."""
        seven = timezone.localtime(AT).replace(hour=7, minute=0) + timedelta(days=1)
        evening.encounter.starts_at = seven - timedelta(minutes=20)
        evening.encounter.save(update_fields=["starts_at"])
        night.move_to(seven + timedelta(minutes=20), tick=False)
        assert "Marcar quién está" in text(home.get(reverse("matches:tonight")))

    def test_without_one_tonight_the_next_one(
        self, evening: Evening, home: Client, night: Any
    ) -> None:
        night.move_to(AT - timedelta(days=3), tick=False)
        assert "Esta noche no hay encuentro" in text(home.get(reverse("matches:tonight")))

    def test_what_was_left_unsigned_is_not_forgotten(
        self, evening: Evening, home: Client, night: Any
    ) -> None:
        evening.ended()
        night.move_to(AT + timedelta(days=3), tick=False)
        assert "Sin firmar todavía" in text(home.get(reverse("matches:tonight")))

    def test_the_morning_after_one_still_finds_the_way_to_claim(
        self, evening: Evening, home: Client, night: Any
    ) -> None:
        evening.signed()
        night.move_to(END + timedelta(hours=12), tick=False)
        page = text(home.get(reverse("matches:tonight")))
        assert "Todavía se puede reclamar" in page and url("evening", evening) in page
        night.move_to(END + timedelta(hours=24), tick=False)
        assert "Todavía se puede reclamar" not in text(home.get(reverse("matches:tonight")))

    def test_a_correction_that_waits_is_not_forgotten(
        self, evening: Evening, home: Client, away: Client, night: Any
    ) -> None:
        evening.signed()
        night.move_to(END + timedelta(hours=12), tick=False)
        actas.acta_correct(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            boards={1: {"home_games": 3, "away_games": 5}},
            note="Estaba al revés.",
            at=END + timedelta(hours=12),
        )
        assert "Sin firmar todavía" in text(away.get(reverse("matches:tonight")))

    def test_one_that_was_not_played_leads_to_what_everybody_reads(
        self, evening: Evening, home: Client
    ) -> None:
        Encounter.objects.filter(pk=evening.encounter.pk).update(
            state="NOT_PLAYED",
            kind="ANNULLED",
            origin="ORGANISER",
            home_score=0,
            away_score=0,
            ended_at=END,
        )
        page = home.get(url("evening", evening), follow=True)
        assert page.redirect_chain[-1][0] == addresses.encounter_path(evening.encounter)

    def test_two_tonight_are_a_list(
        self, evening: Evening, home: Client, as_user: Callable[[User], Client]
    ) -> None:
        division = evening.encounter.division
        second = factories.team(
            division=division, club=evening.encounter.home.club, name="El Órdago B"
        )
        factories.delegate(team=second, user=evening.home)
        factories.draw(encounter=factories.encounter(home=second, starts_at=AT))
        page = text(home.get(reverse("matches:tonight")))
        assert page.count('class="match"') == 2
        assert "dock" not in page

    def test_somebody_without_a_team_reads_why_it_is_empty(
        self, as_user: Callable[[User], Client]
    ) -> None:
        page = as_user(factories.user()).get(reverse("matches:tonight"))
        assert "No hay ningún encuentro a la vista" in text(page)

    def test_a_delegate_for_another_night_has_none(
        self, evening: Evening, as_user: Callable[[User], Client]
    ) -> None:
        other = factories.delegate(
            team=evening.encounter.home,
            kind="ONE_NIGHT",
            valid_on=(AT + timedelta(days=7)).date(),
        ).user
        page = as_user(other).get(reverse("matches:tonight"))
        assert "No hay ningún encuentro a la vista" in text(page)


class TestPresence:
    def test_lists_by_surname_as_a_spanish_reader_sorts(
        self, evening: Evening, home: Client
    ) -> None:
        page = text(home.get(url("evening-presence", evening)))
        order = ("Álvarez", "Argüelles", "Coto", "Muñiz", "Núñez", "Ñembro", "Ordóñez", "Viña")
        places = [page.index(name) for name in order]
        assert places == sorted(places)

    @pytest.mark.regulation("M-D.8")
    def test_a_spent_ficha_cannot_be_ticked_and_says_why(
        self, evening: Evening, home: Client
    ) -> None:
        ficha = evening.home_fichas[0]
        ficha.released_at = AT - timedelta(days=1)
        ficha.save()
        page = text(home.get(url("evening-presence", evening)))
        assert "Está de baja: la ficha se perdió." in page
        assert "#M-D.8" in page
        response = home.post(
            url("evening-presence", evening),
            {"plays": named(evening.home_fichas[:8]), "action": "close"},
        )
        assert response.status_code == 422
        assert not SideRecord.objects.filter(locked_at__isnull=False).exists()

    def test_keeps_what_was_typed_when_refused(self, evening: Evening, home: Client) -> None:
        response = home.post(
            url("evening-presence", evening),
            {"plays": named(evening.home_fichas[:7]), "action": "close"},
        )
        assert response.status_code == 422
        assert "las parejas son de dos" in text(response)
        assert text(response).count("checked") == 14
        assert not Presence.objects.exists()

    @pytest.mark.regulation("M-D.13")
    def test_three_pairs_are_told_that_board_four_is_lost_before_closing(
        self, evening: Evening, home: Client
    ) -> None:
        six = {"plays": named(evening.home_fichas[:6])}
        page = home.post(url("evening-presence", evening), six | {"action": "close"})
        assert "Solo hay 3 parejas." in text(page) and "#M-D.13" in text(page)
        assert not SideRecord.objects.exists()
        home.post(url("evening-presence", evening), six | {"action": "close-short"})
        assert SideRecord.objects.get().locked_at is not None
        assert "La mesa 4 queda sin pareja" in text(home.get(url("evening-presence", evening)))

    @pytest.mark.regulation("M-D.13")
    def test_fewer_are_led_to_the_walkover(self, evening: Evening, home: Client) -> None:
        page = home.post(
            url("evening-presence", evening),
            {"plays": named(evening.home_fichas[:4]), "action": "close"},
        )
        assert page.status_code == 422
        assert url("evening-walkover", evening) in text(page)

    def test_sees_only_its_own_until_both_have_closed(
        self, evening: Evening, home: Client, away: Client
    ) -> None:
        home.post(
            url("evening-presence", evening),
            {"plays": named(evening.home_fichas[:8]), "action": "close"},
        )
        assert "Covadonga" not in text(away.get(url("evening-presence", evening)))
        away.post(
            url("evening-presence", evening),
            {"plays": named(evening.away_fichas[:8]), "action": "close"},
        )
        page = text(away.get(url("evening-presence", evening)))
        assert "Covadonga Álvarez" in page and "Aladina Cuervo" in page

    def test_closing_twice_changes_nothing(self, evening: Evening, home: Client) -> None:
        form = {"plays": named(evening.home_fichas[:8]), "action": "close"}
        home.post(url("evening-presence", evening), form)
        before = LedgerEntry.objects.count()
        assert home.post(url("evening-presence", evening), form).status_code == 302
        assert LedgerEntry.objects.count() == before

    def test_reopens_until_the_other_has_closed(self, evening: Evening, home: Client) -> None:
        form = {"plays": named(evening.home_fichas[:8]), "action": "close"}
        home.post(url("evening-presence", evening), form)
        home.post(url("evening-presence-reopen", evening))
        assert SideRecord.objects.get().locked_at is None
        evening.close_line_ups()
        home.post(url("evening-presence-reopen", evening))
        assert SideRecord.objects.filter(locked_at__isnull=False).count() == 2

    def test_the_same_as_last_time_in_one_tap(self, evening: Evening, home: Client) -> None:
        evening.signed()
        back = factories.encounter(
            home=evening.encounter.away,
            away=evening.encounter.home,
            starts_at=AT + timedelta(days=7),
        )
        factories.draw(encounter=back)
        page = text(home.get(reverse("matches:evening-presence", args=[back.pk])))
        assert "Igual que la última vez" in page and "checked" not in page
        page = text(
            home.get(reverse("matches:evening-presence", args=[back.pk]), {"como": "ultima"})
        )
        assert page.count("checked") == 16


class TestWalkover:
    @pytest.mark.regulation("M-D.13")
    def test_own_fewer_pairs_lose_and_go_to_the_committee(
        self, evening: Evening, home: Client
    ) -> None:
        form = {"who": "own-fewer", "pairs": "2", "text": "Solo vinieron cinco."}
        assert home.post(url("evening-walkover", evening), form).status_code == 302
        evening.encounter.refresh_from_db()
        assert evening.encounter.kind == "WALKOVER_AWAY"
        assert (evening.encounter.home_score, evening.encounter.away_score) == (0, 4)
        assert [case.clause for case in Case.objects.all()] == ["M-D.13"]
        page = home.get(url("evening-done", evening))
        assert page.status_code == 200 and "no se presentó el local" in text(page)

    def test_an_absence_waits_for_the_courtesy_minutes(
        self, evening: Evening, home: Client, night: Any
    ) -> None:
        form = {"who": "other-absent", "text": "No ha venido nadie."}
        page = home.post(url("evening-walkover", evening), form)
        assert page.status_code == 422
        assert "15 minutos de cortesía" in text(page) and "No ha venido nadie." in text(page)
        night.move_to(AT + timedelta(minutes=15), tick=False)
        assert home.post(url("evening-walkover", evening), form).status_code == 302
        evening.encounter.refresh_from_db()
        assert evening.encounter.kind == "WALKOVER_HOME"

    def test_twice_is_told_and_changes_nothing(self, evening: Evening, home: Client) -> None:
        form = {"who": "own-fewer", "pairs": "1", "text": "Solo vinieron tres."}
        home.post(url("evening-walkover", evening), form)
        before = LedgerEntry.objects.count()
        home.post(url("evening-walkover", evening), form)
        assert LedgerEntry.objects.count() == before


class TestDraw:
    def test_one_tap_a_side(self, evening: Evening, home: Client, away: Client) -> None:
        evening.close_line_ups()
        home.post(url("evening-draw", evening), {"nonce": "ab" * 32})
        page = text(home.get(url("evening-draw", evening)))
        assert "Falta que pulse la otra peña" in page
        assert evening.encounter.draw.seed not in page and "ab" * 32 not in page
        home.post(url("evening-draw", evening), {"nonce": "cd" * 32})
        away.post(url("evening-draw", evening))
        away.post(url("evening-draw", evening))
        evening.encounter.draw.refresh_from_db()
        assert evening.encounter.draw.home_nonce == "ab" * 32
        assert len(evening.encounter.draw.away_nonce) == 32
        assert evening.encounter.seats.count() == 16
        page = text(away.get(url("evening-draw", evening)))
        assert evening.encounter.draw.seed in page and "Aladina Cuervo" in page

    def test_before_both_have_closed_there_is_none(self, evening: Evening, home: Client) -> None:
        response = home.post(url("evening-draw", evening), follow=True)
        assert "Falta que las dos peñas cierren quién juega." in text(response)

    def test_by_hand_entered_by_one_and_confirmed_by_the_other(
        self, evening: Evening, home: Client, away: Client
    ) -> None:
        evening.close_line_ups()
        form = self.pairs(evening)
        before = LedgerEntry.objects.count()
        for _ in range(2):
            assert home.post(url("evening-draw-by-hand", evening), form).status_code == 302
        assert LedgerEntry.objects.count() == before + 1
        page = away.get(url("evening-draw", evening))
        digest = page.context["entry_digest"]
        assert "La otra peña ha escrito estas parejas" in text(page)
        away.post(url("evening-draw-confirm", evening), {"digest": "0" * 64})
        assert evening.encounter.seats.count() == 0
        for _ in range(2):
            away.post(url("evening-draw-confirm", evening), {"digest": digest})
        assert (
            evening.encounter.seats.get(board=1, side="HOME", position=1).registration_id
            == evening.home_fichas[0].pk
        )

    def test_a_player_twice_is_refused_and_the_form_keeps_the_rest(
        self, evening: Evening, home: Client
    ) -> None:
        evening.close_line_ups()
        form = self.pairs(evening) | {"HOME-1-2": evening.home_fichas[0].pk}
        page = home.post(url("evening-draw-by-hand", evening), form)
        assert page.status_code == 422
        assert "no son los jugadores que se nombraron" in text(page)
        assert text(page).count("selected") == 16

    def pairs(self, evening: Evening) -> dict[str, int]:
        return {
            f"{side}-{place // 2 + 1}-{place % 2 + 1}": row.pk
            for side, rows in (("HOME", evening.home_fichas), ("AWAY", evening.away_fichas))
            for place, row in enumerate(rows[:8])
        }


class TestBoards:
    @pytest.fixture(autouse=True)
    def drawn(self, evening: Evening) -> None:
        evening.close_line_ups()
        evening.draw()

    def note(
        self, client: Client, evening: Evening, board: int, home: int, away: int, revision: int = 0
    ) -> Any:
        return client.post(
            url("evening-board", evening, board),
            {
                f"board-{board}-home": home,
                f"board-{board}-away": away,
                f"board-{board}-revision": revision,
            },
        )

    def test_games_are_saved_without_script(self, evening: Evening, home: Client) -> None:
        response = self.note(home, evening, 2, 5, 3)
        assert response.headers["Location"] == f"{url('evening-boards', evening)}#mesa-2"
        board = evening.encounter.partidas.get(board=2)
        assert (board.home_games, board.away_games, board.ended_as) == (5, 3, "PLAYED")

    def test_to_htmx_the_answer_is_the_fragment(self, evening: Evening, home: Client) -> None:
        page = home.post(
            url("evening-board", evening, 1),
            {"board-1-home": 5, "board-1-away": 0, "board-1-revision": 0},
            headers={"HX-Request": "true"},
        )
        assert page.status_code == 200
        assert text(page).startswith('<div id="boards"') and "guardado" in text(page)

    @pytest.mark.regulation("M-D.1")
    def test_only_games_that_the_format_allows(self, evening: Evening, home: Client) -> None:
        page = self.note(home, evening, 1, 5, 5)
        assert page.status_code == 422
        assert "no puede haber 5–5" in text(page) and "#M-D.1" in text(page)

    def test_two_screens_at_one_board_see_both_values(
        self, evening: Evening, home: Client, away: Client
    ) -> None:
        self.note(home, evening, 1, 5, 3)
        page = self.note(away, evening, 1, 5, 2)
        assert page.status_code == 422
        assert "ahora está 5–3" in text(page) and "Poner 5–2" in text(page)
        assert self.note(away, evening, 1, 5, 3).status_code == 302  # the same: no conflict

    def test_the_other_phone_gets_news_only_when_there_are_some(
        self, evening: Evening, home: Client, away: Client
    ) -> None:
        stamp = away.get(url("evening-boards", evening)).context["found"].stamp
        ask = {"path": url("evening-boards", evening), "headers": {"HX-Request": "true"}}
        assert away.get(data={"visto": stamp}, **ask).status_code == 204
        self.note(home, evening, 3, 1, 0)
        assert away.get(data={"visto": stamp}, **ask).status_code == 200

    @pytest.mark.regulation("M-D.14")
    def test_a_refusal_loses_the_board_once_and_can_be_undone(
        self, evening: Evening, home: Client
    ) -> None:
        seat = evening.encounter.seats.get(board=1, side="AWAY", position=1)
        form = {"refuse-registration": seat.registration_id, "refuse-text": "Se fue a casa."}
        for _ in range(2):
            home.post(url("evening-refuse", evening, 1), form)
        assert evening.encounter.partidas.get(board=1).ended_as == "FORFEIT_AWAY"
        assert Incident.objects.count() == 1
        page = self.note(home, evening, 1, 5, 0, revision=1)
        assert page.status_code == 422 and "ya está decidida" in text(page)
        home.post(url("evening-resume", evening, 1))
        assert evening.encounter.partidas.get(board=1).ended_as == ""
        assert Incident.objects.get().withdrawn_at is not None

    def test_nobody_named_is_told_at_the_field(self, evening: Evening, home: Client) -> None:
        page = home.post(url("evening-refuse", evening, 1), {"refuse-text": "Se fue a casa."})
        assert page.status_code == 422
        assert "Se fue a casa." in text(page) and '<details class="sheet pad" open>' in text(page)

    @pytest.mark.regulation("M-D.21")
    def test_an_abandoned_board_wants_its_reason(self, evening: Evening, home: Client) -> None:
        assert home.post(url("evening-abandon", evening, 4), {}).status_code == 422
        form = {"abandon-text": "Se fue la luz."}
        assert home.post(url("evening-abandon", evening, 4), form).status_code == 302
        assert evening.encounter.partidas.get(board=4).ended_as == "ABANDONED"

    @pytest.mark.regulation("M-T.2")
    def test_level_games_need_a_side_from_the_referee(self, evening: Evening, home: Client) -> None:
        page = home.post(url("evening-referee-end", evening, 1), {"referee-awarded_to": ""})
        assert page.status_code == 422 and "debe decir quién gana" in text(page)
        self.note(home, evening, 1, 3, 1)
        home.post(url("evening-referee-end", evening, 1), {"referee-awarded_to": ""})
        evening.encounter.refresh_from_db()
        assert evening.encounter.partidas.get(board=1).awarded_to == "HOME"
        assert evening.encounter.over_time_decided
        home.post(url("evening-resume", evening, 1))
        evening.encounter.refresh_from_db()
        assert not evening.encounter.over_time_decided

    @pytest.mark.regulation("M-D.4")
    def test_the_break_of_the_third_lost_game_runs_ten_minutes(
        self, evening: Evening, home: Client, night: Any
    ) -> None:
        form = {"kind": "THIRD_LOST", "side": "AWAY"}
        assert home.post(url("evening-break", evening, 1), form).status_code == 422
        self.note(home, evening, 1, 3, 1)
        assert "Empezar el descanso" in text(home.get(url("evening-boards", evening)))
        for _ in range(2):
            home.post(url("evening-break", evening, 1), form)
        assert "data-until" in text(home.get(url("evening-boards", evening)))
        night.move_to(AT + timedelta(minutes=14), tick=False)
        home.post(url("evening-break-end", evening, 1))
        pause = evening.encounter.partidas.get(board=1).breaks.get()
        assert pause.ended_at - pause.started_at == timedelta(minutes=9)

    @pytest.mark.regulation("M-T.4")
    def test_a_longer_break_is_the_referees(
        self, evening: Evening, home: Client, as_user: Callable[[User], Client]
    ) -> None:
        form = {"kind": "REFEREE", "side": "HOME"}
        assert home.post(url("evening-break", evening, 1), form).status_code == 422
        referee = as_user(factories.role(season=evening.season, kind="REFEREE").user)
        assert referee.post(url("evening-break", evening, 1), form).status_code == 302

    @pytest.mark.regulation("M-D.6")
    def test_each_side_states_its_decks(self, evening: Evening, home: Client) -> None:
        home.post(url("evening-decks", evening), {"envelope": "opened", "sealed": "on"})
        record = SideRecord.objects.get(side="HOME")
        assert record.decks_opened and record.decks_sealed and not record.decks_new

    @pytest.mark.regulation("M-D.6")
    @pytest.mark.parametrize("page", ["evening-boards", "evening-end"])
    def test_new_decks_had_no_envelope_and_need_no_excuse(
        self, evening: Evening, home: Client, page: str
    ) -> None:
        evening.play()
        form = {"envelope": "new", "from": page.removeprefix("evening-")}
        assert home.post(url("evening-decks", evening), form).headers["Location"] == url(
            page, evening
        )
        assert 'name="envelope" value="new" checked>' in text(home.get(url(page, evening)))
        home.post(url("evening-decks", evening), form | {"sealed": "on"})
        found = content.review(evening.encounter, ended_at=END, now=END)
        assert found.content["decks"]["HOME"] == {"opened": None, "sealed": True}
        assert [row.code for row in found.reading.findings if row.facts.get("side") == "HOME"] == []
        assert 'name="sealed"' not in text(home.get(url("evening-end", evening)))

    @pytest.mark.regulation("M-D.6")
    def test_decks_are_new_or_from_the_envelope_not_both(
        self, evening: Evening, home: Client
    ) -> None:
        home.post(url("evening-decks", evening), {"envelope": "new"})
        home.post(url("evening-decks", evening), {"envelope": "opened"})
        record = SideRecord.objects.get(side="HOME")
        assert record.decks_opened and not record.decks_new
        home.post(url("evening-decks", evening), {"envelope": ""})
        record.refresh_from_db()
        assert not record.decks_opened and not record.decks_new
        with pytest.raises(Refused) as refusal:
            line_up.decks_confirm(
                actor=evening.home,
                encounter_id=evening.encounter.pk,
                opened=True,
                sealed=False,
                new=True,
                at=AT,
            )
        assert refusal.value.code == "decks.opened_and_new"

    @pytest.mark.regulation("M-D.6")
    def test_decks_ticked_at_the_end_are_kept_whichever_button_is_tapped(
        self, evening: Evening, home: Client, away: Client
    ) -> None:
        evening.play()
        ticked = {"decks": "1", "envelope": "new", "sealed": "on", "ended_at": "2026-10-02T23:10"}
        page = home.post(url("evening-end", evening), ticked | {"action": "decks"})
        assert page.status_code == 200
        assert 'value="2026-10-02T23:10"' in text(page)
        record = SideRecord.objects.get(side="HOME")
        assert record.decks_new and record.decks_sealed
        typed = ticked | {"envelope": "opened", "ended_at": "mañana"}
        page = away.post(url("evening-end", evening), typed)
        assert page.status_code == 422
        assert 'name="envelope" value="opened" checked>' in text(page)
        assert not SideRecord.objects.get(side="AWAY").decks_sealed

    @pytest.mark.regulation("M-D.18")
    def test_an_incident_takes_the_clause_of_its_kind_and_is_withdrawn(
        self, evening: Evening, home: Client, away: Client
    ) -> None:
        page = home.post(url("evening-incidents", evening), {"kind": "SLOW_PLAY", "text": " "})
        assert page.status_code == 422
        form = {"kind": "SLOW_PLAY", "board": "2", "side": "AWAY", "text": "Cada carta, un minuto."}
        home.post(url("evening-incidents", evening), form)
        incident = Incident.objects.get()
        assert (incident.clause, incident.board, incident.side) == ("M-T.3", 2, "AWAY")
        away.post(url("evening-incident-withdraw", evening, incident.pk))
        incident.refresh_from_db()
        assert incident.withdrawn_at is None
        home.post(url("evening-incident-withdraw", evening, incident.pk))
        incident.refresh_from_db()
        assert incident.withdrawn_at is not None
        assert "retirada" in text(home.get(url("evening-incidents", evening)))

    def test_the_same_incident_twice_stands_once(self, evening: Evening, home: Client) -> None:
        form = {"kind": "SLOW_PLAY", "text": "Cada carta, un minuto."}
        for _ in range(2):
            home.post(url("evening-incidents", evening), form)
        assert Incident.objects.count() == 1

    def test_an_incident_of_another_encounter_is_not_found(
        self, evening: Evening, home: Client
    ) -> None:
        other = factories.incident()
        address = url("evening-incident-withdraw", evening, other.pk)
        assert home.post(address).status_code == 404

    @pytest.mark.regulation("M-D.12", "M-D.21")
    def test_an_encounter_that_cannot_go_on(
        self, evening: Evening, home: Client, night: Any
    ) -> None:
        self.note(home, evening, 1, 5, 3)
        night.move_to(AT + timedelta(hours=1), tick=False)
        form = {"text": "Se inundó el bar.", "ended_at": "2026-11-20T23:00"}
        assert home.post(url("evening-stop", evening), form).status_code == 302
        acta = Acta.objects.get()
        assert Incident.objects.get().text == "Se inundó el bar."
        assert [board["ended_as"] for board in actas.content_of(acta)["boards"]] == [
            "PLAYED",
            *["ABANDONED"] * 3,
        ]


class TestEnd:
    @pytest.fixture(autouse=True)
    def played(self, evening: Evening, night: Any) -> None:
        evening.close_line_ups()
        evening.draw()
        evening.play(stage.GAMES[:3])
        night.move_to(END, tick=False)

    def form(self, client: Client, evening: Evening, **more: Any) -> dict[str, Any]:
        initial = client.get(url("evening-end", evening)).context["form"].initial
        return {
            "proposed": initial["proposed"],
            "replaces": initial["replaces"],
            "ended_at": "2026-11-21T00:10",
            "acknowledged": DECKS,
        } | more

    def test_an_open_board_stops_it_with_a_link_to_mend(
        self, evening: Evening, home: Client
    ) -> None:
        page = home.post(url("evening-end", evening), self.form(home, evening))
        assert page.status_code == 422
        assert f"{url('evening-boards', evening)}#mesa-4" in text(page)
        assert 'value="2026-11-21T00:10"' in text(page)
        assert text(page).count(" checked") == 3  # two warnings, and what was said of the decks
        assert not Acta.objects.exists()

    def test_warnings_have_to_be_acknowledged(self, evening: Evening, home: Client) -> None:
        evening.play()
        page = home.post(url("evening-end", evening), self.form(home, evening, acknowledged=[]))
        assert page.status_code == 422
        assert "dar por leídos estos avisos" in text(page)
        assert home.post(url("evening-end", evening), self.form(home, evening)).status_code == 302

    def test_proposes_the_hour_of_the_server_and_ends_at_it_to_the_second(
        self, evening: Evening, home: Client, night: Any
    ) -> None:
        evening.play()
        night.move_to(END + timedelta(seconds=41), tick=False)
        form = self.form(home, evening)
        night.move_to(END + timedelta(minutes=3), tick=False)
        home.post(url("evening-end", evening), form)
        evening.encounter.refresh_from_db()
        assert evening.encounter.ended_at == END + timedelta(seconds=41)

    @pytest.mark.regulation("M-D.3")
    def test_a_future_end_is_refused_and_kept(self, evening: Evening, home: Client) -> None:
        evening.play()
        form = self.form(home, evening, ended_at="2026-11-21T03:00")
        page = home.post(url("evening-end", evening), form)
        assert page.status_code == 422
        assert "no puede ser futuro" in text(page) and "2026-11-21T03:00" in text(page)

    def test_ending_twice_makes_one_version(self, evening: Evening, home: Client) -> None:
        evening.play()
        form = self.form(home, evening)
        for _ in range(2):
            assert home.post(url("evening-end", evening), form).status_code == 302
        assert Acta.objects.count() == 1

    def test_another_end_meanwhile_is_not_overwritten_unseen(
        self, evening: Evening, home: Client, away: Client
    ) -> None:
        evening.play()
        theirs = self.form(away, evening, ended_at="2026-11-21T00:05")
        home.post(url("evening-end", evening), self.form(home, evening))
        page = away.post(url("evening-end", evening), theirs, follow=True)
        assert "El acta ha cambiado" in text(page)
        assert Acta.objects.count() == 1

    def test_a_break_that_still_runs_ends_with_the_encounter(
        self, evening: Evening, home: Client
    ) -> None:
        evening.play([*stage.GAMES[:3], (3, 1)])
        partidas.break_start(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            board=4,
            kind="THIRD_LOST",
            side=Side.AWAY,
            at=END - timedelta(minutes=5),
        )
        evening.play()
        assert home.post(url("evening-end", evening), self.form(home, evening)).status_code == 302

    def test_reopening_goes_back_to_the_boards(self, evening: Evening, home: Client) -> None:
        evening.play()
        home.post(url("evening-end", evening), self.form(home, evening))
        response = home.post(url("evening-reopen", evening), follow=True)
        assert response.redirect_chain[-1][0] == url("evening-boards", evening)
        evening.encounter.refresh_from_db()
        assert evening.encounter.home_score is None

    @pytest.mark.regulation("M-D.14")
    def test_what_goes_to_the_committee_is_said_before(
        self, evening: Evening, home: Client
    ) -> None:
        seat = evening.encounter.seats.get(board=4, side="HOME", position=2)
        partidas.partida_refuse(
            actor=evening.away,
            encounter_id=evening.encounter.pk,
            board=4,
            registration_id=seat.registration_id,
            text="",
            at=END,
        )
        page = text(home.get(url("evening-end", evening)))
        assert "Con el acta se abre expediente por:" in page and "#M-D.14" in page


class TestSigning:
    @pytest.fixture(autouse=True)
    def late(self, night: Any) -> None:
        night.move_to(END, tick=False)

    def form(self, acta: Acta, **more: Any) -> dict[str, Any]:
        return {"acta": acta.pk, "digest": acta.digest} | more

    def test_each_signs_and_the_second_puts_it_in_force(
        self, evening: Evening, home: Client, away: Client
    ) -> None:
        acta = evening.ended()
        for _ in range(2):
            home.post(url("evening-sign", evening), self.form(acta))
        page = text(home.get(url("evening-sign", evening)))
        assert "Firmada. Falta la otra peña" in page
        away.post(url("evening-sign", evening), self.form(acta))
        acta.refresh_from_db()
        assert acta.in_force and acta.signatures.count() == 2
        page = text(away.get(url("evening-done", evening)))
        assert "sábado 21 de noviembre" not in page.split("Se puede reclamar")[0]
        assert "Se puede reclamar antes del domingo 22 de noviembre, 00:10:00." in page

    @pytest.mark.regulation("M-D.18")
    def test_disagreeing_needs_its_reason_and_shows_it(
        self, evening: Evening, home: Client
    ) -> None:
        acta = evening.ended()
        page = home.post(url("evening-sign", evening), self.form(acta, disagrees="on"))
        assert page.status_code == 422 and "#M-D.18" in text(page)
        reason = "La mesa 2 acabó 4–5."
        home.post(
            url("evening-sign", evening),
            self.form(acta, disagrees="on", disagreement=reason),
        )
        assert reason in text(home.get(url("evening-sign", evening)))

    def test_a_text_that_changed_is_not_signed_and_the_reason_typed_is_kept(
        self, evening: Evening, home: Client
    ) -> None:
        old = evening.ended()
        evening.end(ended_at=END - timedelta(minutes=4))
        page = home.post(
            url("evening-sign", evening),
            self.form(old, disagrees="on", disagreement="Terminó antes."),
        )
        assert page.status_code == 422
        assert "El acta ha cambiado" in text(page) and "Terminó antes." in text(page)
        new = Acta.objects.get(state="DRAFT")
        assert new.digest in text(page) and not new.signatures.exists()

    def test_an_acta_of_another_encounter_is_not_signed_here(
        self, evening: Evening, home: Client
    ) -> None:
        evening.ended()
        other = stage.evening().ended()
        page = home.post(url("evening-sign", evening), self.form(other))
        assert page.status_code == 422
        assert not other.signatures.exists()

    @pytest.mark.regulation("M-D.11")
    def test_filing_alone_with_a_reason_opens_a_case(self, evening: Evening, home: Client) -> None:
        acta = evening.ended()
        assert home.post(url("evening-file-alone", evening), self.form(acta)).status_code == 422
        home.post(url("evening-file-alone", evening), self.form(acta, reason="Se fueron."))
        acta.refresh_from_db()
        assert acta.state == "FILED_ALONE"
        assert "Entregada con una sola firma: Se fueron." in text(
            home.get(url("evening-done", evening))
        )

    def test_a_text_to_share_is_ready(self, evening: Evening, home: Client) -> None:
        evening.signed()
        page = home.get(url("evening-done", evening))
        first, *boards = page.context["share"].splitlines()
        assert first == "Jornada 1 · Peña El Órdago 2–2 Sidrería Les Xanes"
        assert boards[0] == "Mesa 1: 5–3"
        assert "wa.me" not in text(page)

    def test_a_result_phoned_in_waits_for_its_acta(self, evening: Evening, home: Client) -> None:
        reports.result_report(
            actor=evening.organiser,
            encounter_id=evening.encounter.pk,
            boards={n: {"home_games": 5, "away_games": 1} for n in range(1, 5)},
            ended_at=END,
            at=END,
        )
        page = home.get(url("evening-sign", evening))
        assert "La organización anotó el resultado por teléfono" in text(page)


class TestCorrection:
    @pytest.fixture(autouse=True)
    def next_day(self, night: Any) -> None:
        night.move_to(END + timedelta(hours=3), tick=False)

    def form(self, client: Client, evening: Evening, **more: Any) -> dict[str, Any]:
        form = client.get(url("evening-correction", evening)).context["form"]
        values = {name: form[name].value() for name in form.fields}
        return {name: "" if value is None else value for name, value in values.items()} | more

    def test_is_signed_by_both_and_the_old_one_holds_until_then(
        self, evening: Evening, home: Client, away: Client
    ) -> None:
        old = evening.signed()
        form = self.form(home, evening, note="La mesa 1 estaba al revés.")
        form |= {"home-1": "3", "away-1": "5", "ended_at": "2026-11-21T00:10"}
        response = home.post(url("evening-correction", evening), form)
        assert response.status_code == 302
        new = Acta.objects.get(reason="CORRECTION")
        page = text(away.get(url("evening-sign", evening)))
        assert "5–3</del>" in page and "3–5</ins>" in page
        assert "Hasta que firmen las dos peñas vale el acta anterior." in page
        assert actas.content_of(new)["ended_at"] == actas.content_of(old)["ended_at"]
        home.post(url("evening-sign", evening), {"acta": new.pk, "digest": new.digest})
        old.refresh_from_db()
        assert old.in_force
        away.post(url("evening-sign", evening), {"acta": new.pk, "digest": new.digest})
        evening.encounter.refresh_from_db()
        assert (evening.encounter.home_score, evening.encounter.away_score) == (1, 3)

    def test_without_change_or_note_is_refused_and_keeps_what_was_typed(
        self, evening: Evening, home: Client
    ) -> None:
        evening.signed()
        form = self.form(home, evening, ended_at="2026-11-21T00:10")
        assert home.post(url("evening-correction", evening), form | {"note": ""}).status_code == 422
        page = home.post(url("evening-correction", evening), form | {"note": "Nada en realidad."})
        assert page.status_code == 422
        assert "no cambia nada" in text(page) and "Nada en realidad." in text(page)

    def test_impossible_games_are_told_with_their_clause(
        self, evening: Evening, home: Client
    ) -> None:
        evening.signed()
        form = self.form(home, evening, note="Error.", ended_at="2026-11-21T00:10")
        page = home.post(url("evening-correction", evening), form | {"home-1": "5", "away-1": "5"})
        assert page.status_code == 422 and "5–5" in text(page)

    def test_proposing_twice_makes_one_version(self, evening: Evening, home: Client) -> None:
        evening.signed()
        form = self.form(home, evening, note="Error.", ended_at="2026-11-21T00:05")
        for _ in range(2):
            home.post(url("evening-correction", evening), form)
        assert Acta.objects.filter(reason="CORRECTION").count() == 1

    def test_is_discarded_by_either(self, evening: Evening, home: Client, away: Client) -> None:
        old = evening.signed()
        form = self.form(home, evening, note="Error.", ended_at="2026-11-21T00:05")
        home.post(url("evening-correction", evening), form)
        away.post(url("evening-correction-discard", evening))
        old.refresh_from_db()
        assert old.in_force
        assert Acta.objects.get(reason="CORRECTION").state == "SUPERSEDED"

    @pytest.mark.regulation("M-D.15")
    def test_is_too_late_when_the_result_is_final(
        self, evening: Evening, home: Client, night: Any
    ) -> None:
        evening.signed()
        form = self.form(home, evening, note="Error.", ended_at="2026-11-21T00:05")
        night.move_to(END + timedelta(hours=24), tick=False)
        page = home.post(url("evening-correction", evening), form)
        assert page.status_code == 422 and "ya es definitivo" in text(page)


class TestPulse:
    def test_says_nothing_until_something_happened(self, evening: Evening, home: Client) -> None:
        seen = home.get(url("evening-presence", evening)).context["stand"].pulse
        address = url("evening-pulse", evening)
        assert home.get(address, {"visto": seen}).status_code == 204
        line_up.line_up_close(
            actor=evening.away,
            encounter_id=evening.encounter.pk,
            present=(),
            playing=named(evening.away_fichas[:8]),
            at=AT,
        )
        assert home.get(address, {"visto": seen}).headers["HX-Refresh"] == "true"
        typing = home.get(address, {"visto": seen, "typing": "1"})
        assert "HX-Refresh" not in typing.headers and "Ver cómo está ahora" in text(typing)
