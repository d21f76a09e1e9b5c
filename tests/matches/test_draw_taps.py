"""The draw on the night: on two phones, on one, without one side; and what may change it later."""

import json
import subprocess
import sys
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from league.models import Notification, Season, User
from league.refusals import Refused
from matches import draw as algorithm
from matches.addresses import draw_file_path, draw_path
from matches.models import Draw, Incident, Presence, Seat
from matches.services import draws, encounters, incidents, line_up, seats
from matches.services.verification import record_verify
from matches.states.partida import Tap
from tests import factories
from tests.matches import evening_stage
from tests.matches.stage import AT, Evening

pytestmark = [pytest.mark.django_db, pytest.mark.regulation("M-D.5")]
LATE = AT + timedelta(minutes=15)
SCRIPT = Path(__file__).parents[2] / "docs" / "verify_draw.py"


@pytest.fixture
def evening() -> Evening:
    made = evening_stage.evening()
    made.close_line_ups()
    return made


def _told(evening: Evening, **more: Any) -> dict[str, Any]:
    return {"actor": evening.home, "encounter_id": evening.encounter.pk, "at": AT} | more


def _refused(code: str, act: Any, **told: Any) -> Refused:
    with pytest.raises(Refused) as refusal:
        act(**told)
    assert refusal.value.code == code
    return refusal.value


def _draw_of(evening: Evening) -> Draw:
    return Draw.objects.get(encounter=evening.encounter)


class TestOnePhone:
    def test_both_taps_are_made_on_it_and_marked_so(self, evening: Evening) -> None:
        draws.draw_tap(**_told(evening, nonce="h" * 16))
        draws.draw_tap_shared(**_told(evening, nonce="a" * 16))
        drawn = _draw_of(evening)
        assert (drawn.home_tapped_as, drawn.away_tapped_as) == (Tap.OWN, Tap.SHARED)
        assert drawn.drawn_at == AT
        assert Seat.objects.filter(encounter=evening.encounter).count() == 16
        assert not record_verify()

    def test_the_other_side_is_told_and_its_signature_confirms_it(self, evening: Evening) -> None:
        draws.draw_tap(**_told(evening))
        draws.draw_tap_shared(**_told(evening))
        assert [row.recipient for row in Notification.objects.filter(kind="draw.shared")] == [
            evening.away
        ]
        evening.encounter.refresh_from_db()
        evening.play()
        assert json.loads(evening.end().content)["draw"]["taps"] == {
            "HOME": "OWN",
            "AWAY": "SHARED",
        }

    def test_the_own_tap_comes_first(self, evening: Evening) -> None:
        _refused("draw.own_tap_first", draws.draw_tap_shared, **_told(evening))
        assert _draw_of(evening).away_tapped_at is None

    def test_tapping_there_twice_is_once(self, evening: Evening) -> None:
        draws.draw_tap(**_told(evening))
        first = draws.draw_tap_shared(**_told(evening, nonce="one"))
        again = draws.draw_tap_shared(**_told(evening, nonce="two"))
        assert again.away_nonce == first.away_nonce == "one"

    def test_a_stranger_taps_for_nobody(self, evening: Evening) -> None:
        draws.draw_tap(**_told(evening))
        with pytest.raises(PermissionDenied):
            draws.draw_tap_shared(**_told(evening, actor=factories.user()))

    def test_on_the_page(self, client: Client, evening: Evening) -> None:
        client.force_login(evening.home)
        url = reverse("matches:evening-draw", args=[evening.encounter.pk])
        assert "Toca aquí" not in client.get(url).content.decode()
        client.post(url)
        assert "Toca aquí Sidrería Les Xanes" in client.get(url).content.decode()
        client.post(url, {"shared": "1"})
        said = client.get(url).content.decode()
        assert "Las dos peñas pulsaron en el teléfono de Peña El Órdago" in said
        public = Client().get(draw_path(evening.encounter)).content.decode()
        assert "pulsaron en el teléfono de Peña El Órdago" in public


class TestNeverTapped:
    """Away taps, sees nothing yet, and home stays away: it undoes nothing by that."""

    @pytest.fixture
    def half(self, evening: Evening) -> Evening:
        draws.draw_tap(**_told(evening, actor=evening.away, nonce="away"))
        return evening

    @pytest.mark.parametrize("who", ["away", "organiser", "referee"])
    def test_the_server_tells_a_number_in_its_place(self, half: Evening, who: str) -> None:
        referee = factories.role(season=half.season, kind="REFEREE").user
        actor: User = {"away": half.away, "organiser": half.organiser, "referee": referee}[who]
        drawn = draws.draw_complete(**_told(half, actor=actor, at=LATE))
        assert (drawn.home_tapped_as, drawn.away_tapped_as) == (Tap.SERVER, Tap.OWN)
        assert drawn.away_nonce == "away" and len(drawn.home_nonce) == 32
        assert not record_verify()

    def test_not_a_second_before_the_courtesy_is_over(self, half: Evening) -> None:
        early = LATE - timedelta(seconds=1)
        refusal = _refused(
            "draw.wait", draws.draw_complete, **_told(half, actor=half.away, at=early)
        )
        assert refusal.facts["opens"] == LATE

    def test_who_tapped_late_waits_for_the_other_too(self, evening: Evening) -> None:
        draws.draw_tap(**_told(evening, actor=evening.away, at=LATE))
        _refused("draw.wait", draws.draw_complete, **_told(evening, actor=evening.away, at=LATE))
        later = LATE + draws.AFTER_THE_OTHER
        assert draws.draw_complete(**_told(evening, actor=evening.away, at=later)).drawn_at == later

    def test_who_did_not_tap_cannot_be_passed_over_by_itself(self, half: Evening) -> None:
        _refused("draw.nobody_tapped", draws.draw_complete, **_told(half, at=LATE))

    def test_nothing_to_complete_before_a_tap(self, evening: Evening) -> None:
        told = _told(evening, actor=evening.organiser, at=LATE)
        _refused("draw.nobody_tapped", draws.draw_complete, **told)

    def test_the_late_tap_finds_it_drawn(self, half: Evening) -> None:
        drawn = draws.draw_complete(**_told(half, actor=half.away, at=LATE))
        draws.draw_tap(**_told(half, nonce="too late", at=LATE))
        assert _draw_of(half).result == drawn.result

    def test_a_stranger_completes_nothing(self, half: Evening) -> None:
        with pytest.raises(PermissionDenied):
            draws.draw_complete(**_told(half, actor=factories.user(), at=LATE))

    def test_line_ups_stay_closed_meanwhile(self, half: Evening) -> None:
        _refused("line_up.both_closed", line_up.line_up_reopen, **_told(half))

    def test_another_date_forgets_half_a_draw(self, half: Evening) -> None:
        encounters.encounter_move(
            **_told(half, actor=half.organiser),
            starts_at=AT + timedelta(days=7),
            venue_id=None,
            reason="Nieve.",
        )
        assert (_draw_of(half).away_nonce, _draw_of(half).away_tapped_as) == ("", "")


class TestFormedPairs:
    @pytest.fixture
    def evening(self) -> Evening:
        made = evening_stage.evening()
        Season.objects.filter(pk=made.season.pk).update(draw_mode="OPPONENTS")
        return made

    def _close(self, evening: Evening, user: User, fichas: list[Any], **more: Any) -> None:
        eight = [row.pk for row in fichas[:8]]
        told = {
            "present": eight,
            "playing": eight,
            "pairs": {pk: 4 - place // 2 for place, pk in enumerate(eight)},
        }
        line_up.line_up_close(**_told(evening, actor=user), **(told | more))

    def test_sit_together_at_boards_that_are_drawn(self, evening: Evening) -> None:
        for user, fichas in (
            (evening.home, evening.home_fichas),
            (evening.away, evening.away_fichas),
        ):
            self._close(evening, user, fichas)
        evening.draw()
        inputs = json.loads(_draw_of(evening).inputs)
        assert algorithm.mode_of(inputs) == algorithm.OPPONENTS
        sat: dict[int, set[int]] = {}
        for seat in Seat.objects.filter(encounter=evening.encounter, side="HOME"):
            sat.setdefault(seat.board, set()).add(seat.registration_id)
        formed = [{row.pk for row in evening.home_fichas[n : n + 2]} for n in range(0, 8, 2)]
        assert sorted(map(sorted, sat.values())) == sorted(map(sorted, formed))
        assert not record_verify()

    def test_everybody_has_a_partner(self, evening: Evening) -> None:
        pairs = {row.pk: place // 2 + 1 for place, row in enumerate(evening.home_fichas[:7])}
        with pytest.raises(Refused, match="pairs_open"):
            self._close(evening, evening.home, evening.home_fichas, pairs=pairs)

    def test_no_pair_has_three(self, evening: Evening) -> None:
        pairs = {row.pk: max(1, place // 2) for place, row in enumerate(evening.home_fichas[:8])}
        with pytest.raises(Refused, match="pair_of_more"):
            self._close(evening, evening.home, evening.home_fichas, pairs=pairs)

    def test_by_hand_keeps_them_too(self, evening: Evening) -> None:
        for user, fichas in (
            (evening.home, evening.home_fichas),
            (evening.away, evening.away_fichas),
        ):
            self._close(evening, user, fichas)
        home, away = (
            [[rows[n].pk, rows[n + 1].pk] for n in range(0, 8, 2)]
            for rows in (evening.home_fichas, evening.away_fichas)
        )
        mixed = [[home[0][0], home[1][0]], [home[0][1], home[1][1]], *home[2:]]
        _refused(
            "draw.pairs_were_formed",
            draws.draw_by_hand_propose,
            **_told(evening, home=mixed, away=away),
        )
        draws.draw_by_hand_propose(**_told(evening, home=home[::-1], away=away))

    def test_on_the_page(self, client: Client, evening: Evening) -> None:
        client.force_login(evening.home)
        url = reverse("matches:evening-presence", args=[evening.encounter.pk])
        assert "Pareja 4" in client.get(url).content.decode()
        typed: dict[str, Any] = {
            f"pair-{row.pk}": str(place // 2 + 1)
            for place, row in enumerate(evening.home_fichas[:8])
        }
        typed[f"pair-{evening.home_fichas[8].pk}"] = ""
        told = client.post(url, typed | {"action": "close", "pair-x": "2"})
        assert told.status_code == 302
        pairs = Presence.objects.filter(encounter=evening.encounter, plays=True)
        assert sorted(pairs.values_list("pair", flat=True)) == [1, 1, 2, 2, 3, 3, 4, 4]
        assert "pareja 4" in client.get(url).content.decode()


class TestRunAgain:
    """Anybody can, with what the public page gives and thirty lines of their own."""

    @pytest.fixture(params=["PARTNERS", "OPPONENTS"])
    def drawn(self, request: pytest.FixtureRequest, evening: Evening) -> Evening:
        if request.param == "OPPONENTS":
            for number, row in enumerate(
                Presence.objects.filter(plays=True).order_by("side", "registration_id")
            ):
                Presence.objects.filter(pk=row.pk).update(pair=number % 8 // 2 + 1)
        evening.draw()
        return evening

    def _run(self, tmp_path: Path, text: str) -> subprocess.CompletedProcess[str]:
        file = tmp_path / "sorteo.json"
        file.write_text(text, encoding="utf-8")
        return subprocess.run(
            [sys.executable, "-I", str(SCRIPT), str(file)],
            capture_output=True,
            text=True,
            check=False,
        )

    def test_by_the_script_alone(self, drawn: Evening, tmp_path: Path) -> None:
        text = Client().get(draw_file_path(drawn.encounter)).content.decode()
        done = self._run(tmp_path, text)
        assert (done.returncode, done.stdout[:2]) == (0, "OK"), done.stderr

    def test_and_the_script_finds_what_was_changed(self, evening: Evening, tmp_path: Path) -> None:
        evening.draw()
        told = json.loads(Client().get(draw_file_path(evening.encounter)).content)
        seat, other = told["result"][0], told["result"][2]
        seat["slot"], other["slot"] = other["slot"], seat["slot"]
        assert self._run(tmp_path, json.dumps(told)).returncode == 1
        told = json.loads(Client().get(draw_file_path(evening.encounter)).content)
        assert "NO: the seed" in self._run(tmp_path, json.dumps(told | {"seed": "0" * 64})).stderr

    def test_by_the_command(self, drawn: Evening) -> None:
        out = StringIO()
        call_command("verify_draw", str(drawn.encounter.pk), stdout=out)
        assert "El sorteo sale igual" in out.getvalue()
        assert _draw_of(drawn).seed in out.getvalue()

    def test_the_command_fails_for_a_draw_that_does_not_come_out(self, evening: Evening) -> None:
        evening.draw()
        drawn = _draw_of(evening)
        other = factories.draw(
            encounter=factories.encounter(),
            seed=drawn.seed,
            commitment=drawn.commitment,
            home_nonce=drawn.home_nonce,
            away_nonce=drawn.away_nonce,
            inputs=drawn.inputs,
            result=drawn.result,
            drawn_at=AT,
        )
        with pytest.raises(CommandError, match="NO sale"):
            call_command("verify_draw", str(other.encounter_id), stdout=StringIO())
        with pytest.raises(CommandError, match="No hay sorteo"):
            call_command("verify_draw", "999999", stdout=StringIO())

    def test_nothing_secret_is_in_the_file_before(self, evening: Evening) -> None:
        draws.draw_tap(**_told(evening, nonce="home's own"))
        told = Client().get(draw_file_path(evening.encounter)).content.decode()
        assert json.loads(told) == {
            "format": "amarraco-draw/1",
            "encounter": evening.encounter.pk,
            "made": False,
            "commitment": _draw_of(evening).commitment,
        }


class TestSeatChange:
    @pytest.fixture
    def drawn(self, evening: Evening) -> Evening:
        evening.draw()
        return evening

    def _leaves(self, drawn: Evening) -> int:
        seat = Seat.objects.get(encounter=drawn.encounter, board=2, side="HOME", position=1)
        return seat.registration_id

    def _change(self, drawn: Evening, **more: Any) -> Incident:
        told = _told(
            drawn,
            leaves_id=self._leaves(drawn),
            enters_id=drawn.home_fichas[8].pk,
            clause="M-E.1",
            text="Se puso malo y se fue a casa.",
        )
        return seats.seat_change(**(told | more))

    def test_stands_on_the_acta_as_an_incident_with_its_clause(self, drawn: Evening) -> None:
        left = self._leaves(drawn)
        incident = self._change(drawn)
        seat = Seat.objects.get(encounter=drawn.encounter, board=2, side="HOME", position=1)
        assert (seat.registration_id, seat.incident) == (drawn.home_fichas[8].pk, incident)
        assert (incident.clause, incident.registration_id, incident.board) == ("M-E.1", left, 2)
        assert not record_verify()  # the draw itself is what it was

    def test_twice_is_once(self, drawn: Evening) -> None:
        left = self._leaves(drawn)
        first = self._change(drawn)
        assert self._change(drawn, leaves_id=left) == first
        assert Incident.objects.count() == 1

    @pytest.mark.parametrize(
        ("more", "code"),
        [
            ({"text": " "}, "seat.without_reason"),
            ({"clause": "M-D.7"}, "seat.unknown_clause"),
            ({"leaves_id": 0}, "seat.nobody_leaves"),
            ({"enters_id": 0}, "line_up.not_of_team"),
        ],
    )
    def test_refuses(self, drawn: Evening, more: dict[str, Any], code: str) -> None:
        with pytest.raises(Refused) as refusal:
            self._change(drawn, **more)
        assert refusal.value.code == code
        assert not Incident.objects.exists()

    def test_only_the_own_side_or_the_referee(self, drawn: Evening) -> None:
        with pytest.raises(Refused, match="nobody_leaves"):
            self._change(drawn, actor=drawn.away)
        with pytest.raises(PermissionDenied):
            self._change(drawn, actor=drawn.organiser)
        self._change(drawn, actor=factories.role(season=drawn.season, kind="REFEREE").user)

    def test_nobody_sits_twice(self, drawn: Evening) -> None:
        with pytest.raises(Refused, match="sits_already"):
            seated = Seat.objects.get(encounter=drawn.encounter, board=1, side="HOME", position=1)
            self._change(drawn, enters_id=seated.registration_id)

    def test_not_at_a_board_that_has_ended(self, drawn: Evening) -> None:
        drawn.play()
        with pytest.raises(Refused, match="board_has_ended"):
            self._change(drawn)

    def test_its_incident_is_not_withdrawn(self, drawn: Evening) -> None:
        incident = self._change(drawn)
        _refused(
            "incident.holds_a_seat",
            incidents.incident_withdraw,
            **_told(drawn, incident_id=incident.pk),
        )

    def test_on_the_page(self, client: Client, drawn: Evening) -> None:
        client.force_login(drawn.home)
        url = reverse("matches:evening-seat", args=[drawn.encounter.pk, 2])
        assert client.post(url, {"clause": "M-E.1"}).status_code == 422
        told = client.post(
            url,
            {
                "leaves": self._leaves(drawn),
                "enters": drawn.home_fichas[8].pk,
                "clause": "M-E.1",
                "text": "Se puso malo.",
            },
            follow=True,
        )
        assert "Cambio anotado en el acta" in told.content.decode()
