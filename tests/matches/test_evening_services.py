"""What the evening's services refuse although no page offers it, and what they leave behind."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Division
from league.refusals import Refused
from matches.models import Draw, Encounter, SideRecord
from matches.services import actas, draws, encounters, ending, line_up, partidas, reports
from matches.states.encounter import EncounterState, EndedKind, Origin
from matches.states.partida import Side
from tests.matches import stage
from tests.matches.stage import AT, END, Evening

pytestmark = pytest.mark.django_db
BOARDS = {
    number: {"home_games": home, "away_games": away}
    for number, (home, away) in enumerate(stage.GAMES, start=1)
}
COURTESY = timedelta(minutes=15)


@pytest.fixture
def evening() -> Evening:
    return stage.evening()


def version(evening: Evening) -> int:
    return Division.objects.get(pk=evening.encounter.division_id).version


class TestReopen:
    def test_a_result_phoned_in_has_no_boards_to_go_back_to(self, evening: Evening) -> None:
        reports.result_report(
            actor=evening.organiser,
            encounter_id=evening.encounter.pk,
            boards=BOARDS,
            ended_at=END,
            at=END,
        )
        with pytest.raises(Refused, match=r"encounter\.not_drawn"):
            ending.encounter_reopen(actor=evening.home, encounter_id=evening.encounter.pk, at=END)
        evening.encounter.refresh_from_db()
        assert evening.encounter.state == EncounterState.ENDED
        assert evening.encounter.home_score is not None

    def test_an_imported_result_stays(self, evening: Evening) -> None:
        Encounter.objects.filter(pk=evening.encounter.pk).update(
            state=EncounterState.ENDED,
            kind=EndedKind.PLAYED,
            origin=Origin.IMPORTED,
            home_score=3,
            away_score=1,
            ended_at=END,
        )
        for act in (
            lambda: ending.encounter_reopen(
                actor=evening.home, encounter_id=evening.encounter.pk, at=END
            ),
            lambda: ending.encounter_end(
                actor=evening.home, encounter_id=evening.encounter.pk, ended_at=END, at=END
            ),
        ):
            with pytest.raises(Refused, match=r"encounter\.not_drawn"):
                act()
        evening.encounter.refresh_from_db()
        assert (evening.encounter.home_score, evening.encounter.away_score) == (3, 1)


@pytest.mark.regulation("M-D.13")
class TestWalkover:
    def declare(self, evening: Evening, *, reason: str, at: object) -> None:
        ending.walkover_declare(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            absent=[Side.AWAY],
            reason=reason,
            text="Vinieron cinco.",
            pairs_presented=2,
            at=at,  # type: ignore[arg-type]
        )

    @pytest.mark.parametrize("reason", [ending.ABSENT, ending.FEWER_PAIRS])
    def test_what_the_other_side_lacks_shows_after_the_courtesy_minutes(
        self, evening: Evening, reason: str
    ) -> None:
        for early in (AT - timedelta(days=6), AT + COURTESY - timedelta(seconds=1)):
            with pytest.raises(Refused, match=r"walkover\.courtesy_runs"):
                self.declare(evening, reason=reason, at=early)
        self.declare(evening, reason=reason, at=AT + COURTESY)
        evening.encounter.refresh_from_db()
        assert evening.encounter.kind == EndedKind.WALKOVER_HOME

    def test_nobody_is_missing_from_one_that_waits_for_its_date(self, evening: Evening) -> None:
        encounters.encounter_move(
            actor=evening.organiser,
            encounter_id=evening.encounter.pk,
            starts_at=None,
            venue_id=None,
            reason="Nevada.",
            at=AT,
        )
        with pytest.raises(Refused, match=r"walkover\.courtesy_runs"):
            self.declare(evening, reason=ending.ABSENT, at=AT + timedelta(days=3))

    def test_who_has_drawn_has_pairs(self, evening: Evening) -> None:
        evening.close_line_ups()
        evening.draw()
        with pytest.raises(Refused, match=r"draw\.already_drawn"):
            self.declare(evening, reason=ending.FEWER_PAIRS, at=END)


@pytest.mark.regulation("M-D.15")
def test_a_correction_is_not_signed_once_the_result_is_final(evening: Evening) -> None:
    evening.signed()
    proposed = actas.acta_correct(
        actor=evening.home,
        encounter_id=evening.encounter.pk,
        boards={1: {"home_games": 3, "away_games": 5}},
        note="Bailaron los juegos de la mesa 1.",
        at=END + timedelta(hours=1),
    )
    almost, over = END + timedelta(hours=23, minutes=59), END + timedelta(hours=24)
    actas.acta_sign(actor=evening.home, acta_id=proposed.pk, digest=proposed.digest, at=almost)
    with pytest.raises(Refused, match=r"acta\.final"):
        actas.acta_sign(actor=evening.away, acta_id=proposed.pk, digest=proposed.digest, at=over)
    evening.encounter.refresh_from_db()
    assert (evening.encounter.home_score, evening.encounter.away_score) == (2, 2)


class TestMove:
    def move(self, evening: Evening) -> None:
        encounters.encounter_move(
            actor=evening.organiser,
            encounter_id=evening.encounter.pk,
            starts_at=AT + timedelta(days=7),
            venue_id=None,
            reason="Obras en el local.",
            at=AT,
        )

    @pytest.mark.regulation("M-D.5")
    def test_half_a_draw_is_not_carried_to_another_night(self, evening: Evening) -> None:
        evening.close_line_ups()
        draws.draw_tap(actor=evening.home, encounter_id=evening.encounter.pk, nonce="a" * 16, at=AT)
        sealed = Draw.objects.get(encounter=evening.encounter).commitment
        self.move(evening)
        evening.close_line_ups()
        draws.draw_tap(actor=evening.away, encounter_id=evening.encounter.pk, nonce="b" * 16, at=AT)
        draw = Draw.objects.get(encounter=evening.encounter)
        assert draw.drawn_at is None and draw.home_nonce == ""
        assert draw.commitment == sealed

    def test_pairs_entered_by_hand_are_not_carried_either(self, evening: Evening) -> None:
        evening.close_line_ups()

        def pairs(fichas: list) -> list[list[int]]:  # type: ignore[type-arg]
            return [[fichas[n].pk, fichas[n + 1].pk] for n in range(0, 8, 2)]

        draw = draws.draw_by_hand_propose(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            home=pairs(evening.home_fichas),
            away=pairs(evening.away_fichas),
            at=AT,
        )
        self.move(evening)
        assert not SideRecord.objects.exists()
        draw.refresh_from_db()
        assert not draw.by_hand and draw.inputs == "" and draw.home_tapped_at is None


def test_opening_a_line_up_changes_the_calendar_that_everybody_downloads(evening: Evening) -> None:
    before = version(evening)
    for _ in range(2):
        line_up.line_up_save(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            present=[evening.home_fichas[0].pk],
            playing=[],
            at=AT,
        )
    assert version(evening) == before + 1


class TestWhatPhonesSend:
    @pytest.mark.parametrize("typed", ["²", "-1", "9" * 5000, "1\0"])
    def test_what_is_no_number_is_nobody(self, evening: Evening, typed: str) -> None:
        client = Client()
        client.force_login(evening.home)
        address = reverse("matches:evening-presence", args=[evening.encounter.pk])
        answer = client.post(address, {"present": typed, "plays": typed, "action": "save"})
        assert answer.status_code == 302
        assert not evening.encounter.presences.exists()

    def test_a_nonce_is_text_that_can_be_stored(self, evening: Evening) -> None:
        evening.close_line_ups()
        draw = draws.draw_tap(
            actor=evening.home, encounter_id=evening.encounter.pk, nonce="\0a\nb\0", at=AT
        )
        assert draw.home_nonce == "ab"


@pytest.mark.regulation("M-T.2")
def test_the_games_decide_what_the_referee_ends(evening: Evening) -> None:
    evening.close_line_ups()
    evening.draw()
    evening.play(((3, 1),))
    ended = partidas.partida_end_by_referee(
        actor=evening.home,
        encounter_id=evening.encounter.pk,
        board=1,
        awarded_to=Side.AWAY,
        at=END,
    )
    assert ended.awarded_to == Side.HOME
