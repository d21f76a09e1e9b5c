"""Who may play, and who could that night."""

from datetime import timedelta

import pytest

from league.models import Registration
from matches import eligibility
from matches.services import actas
from matches.states.partida import Side
from tests import factories
from tests.matches import stage

pytestmark = pytest.mark.django_db


def _reasons(evening: stage.Evening, registration: Registration) -> list[tuple[str, str]]:
    evening.encounter.refresh_from_db()
    standing = next(
        found
        for found in eligibility.standings_of(evening.encounter, Side.HOME)
        if found.registration.pk == registration.pk
    )
    return [(reason.code, reason.clause) for reason in standing.reasons]


class TestReasons:
    @pytest.mark.regulation("M-D.8")
    def test_a_released_ficha_may_not_play(self) -> None:
        evening = stage.evening()
        ficha = evening.home_fichas[0]
        Registration.objects.filter(pk=ficha.pk).update(released_at=stage.AT - timedelta(days=1))
        assert _reasons(evening, ficha) == [("released", "M-D.8")]

    @pytest.mark.regulation("M-D.7")
    def test_who_registered_after_the_start_may_not_play(self) -> None:
        evening = stage.evening()
        team = evening.encounter.home
        late = factories.RegistrationFactory(
            team=team, registered_at=stage.AT + timedelta(seconds=1)
        )
        just = factories.RegistrationFactory(team=team, registered_at=stage.AT)
        assert _reasons(evening, late) == [("registered_late", "M-D.7")]
        assert _reasons(evening, just) == []

    @pytest.mark.regulation("M-D.19")
    def test_who_played_for_another_peña_may_not_play(self) -> None:
        """Seated by the visitors a week ago, released, and registered by the home peña."""
        earlier = stage.evening(starts_at=stage.AT - timedelta(days=7))
        earlier.signed()
        mover = earlier.encounter.seats.filter(side="AWAY").first()
        assert mover is not None
        old = mover.registration
        Registration.objects.filter(pk=old.pk).update(released_at=stage.AT - timedelta(days=1))
        new = factories.RegistrationFactory(
            team=factories.TeamFactory(division=earlier.encounter.division), player=old.player
        )
        again = stage.encounter_of(new.team, earlier.encounter.away)
        found = eligibility.standings_of(again, Side.HOME)
        reasons = [
            reason for row in found if row.registration.pk == new.pk for reason in row.reasons
        ]
        assert [(reason.code, reason.clause) for reason in reasons] == [("other_club", "M-D.19")]
        assert reasons[0].facts["team"] == earlier.encounter.away.name


class TestAfterTheNight:
    def test_a_player_released_the_next_day_does_not_block_a_correction(self) -> None:
        evening = stage.evening()
        evening.signed()
        seat = evening.encounter.seats.filter(side="HOME").first()
        assert seat is not None
        next_day = stage.END + timedelta(hours=10)
        Registration.objects.filter(pk=seat.registration_id).update(released_at=next_day)
        acta = actas.acta_correct(
            actor=evening.home,
            encounter_id=evening.encounter.pk,
            boards={4: {"home_games": 5, "away_games": 4}},
            note="Se apuntó al revés.",
            at=next_day + timedelta(hours=1),
        )
        assert acta.state == "DRAFT"
