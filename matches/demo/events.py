"""What happens in the demo season besides ordinary evenings."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from league.models import Registration, Team
from league.services import registrations
from matches.models import Encounter
from matches.services import encounters, ending
from matches.services.withdrawals import team_withdraw
from matches.states.partida import Side

if TYPE_CHECKING:
    from matches.demo.evenings import Evenings
    from matches.demo.season import Stage

WALKOVER_WEEK, RELEASE_WEEK, WITHDRAWAL_WEEK, THREE_PAIRS_WEEK = 4, 3, 6, 5
CASE_WEEK, UNSIGNED_WEEK, THIS_WEEK = 9, 11, 12


class Events:
    """The unusual evenings, each in its week."""

    def __init__(self, stage: Stage, evenings: Evenings) -> None:
        self.stage = stage
        self.evenings = evenings
        self.withdrawing = stage.teams[-1]
        self.handled: dict[int, int] = {}

    def before(self, week: int) -> None:
        if week == RELEASE_WEEK:
            self._release(self.stage.teams[3], slot=7)

    def after(self, week: int) -> None:
        if week == WITHDRAWAL_WEEK:
            team_withdraw(
                actor=self.stage.organiser,
                team_id=self.withdrawing.pk,
                reason="La peña no reúne jugadores para seguir.",
                at=self._moment(week) + timedelta(days=1),
            )

    def handles(self, encounter: Encounter) -> bool:
        """Play an unusual evening, if this is one of them: the first of its week that may be."""
        week = encounter.matchday.number
        unusual = {
            WALKOVER_WEEK: self._walkover,
            THREE_PAIRS_WEEK: self._three_pairs,
            CASE_WEEK: self._disputed,
            UNSIGNED_WEEK: self._signed_by_one,
            THIS_WEEK: self._last_night,
        }.get(week)
        if unusual is None or self._withdraws(encounter):
            return False
        turn = self.handled.get(week, 0)
        self.handled[week] = turn + 1
        return unusual(encounter, turn)

    def tonight(self, rows: list[Encounter]) -> None:
        """One encounter waits for its delegates, one is being played, a later one is moved."""
        playing = [row for row in rows if not self._withdraws(row)]
        if len(playing) > 1 and playing[1].starts_at and playing[1].starts_at <= self.stage.now:
            self.evenings.to_the_draw(playing[1])
            self.evenings.boards(playing[1], only=2)
        later = (
            Encounter.objects.filter(
                division__season=self.stage.season, state="SCHEDULED", matchday__number=13
            )
            .exclude(home=self.withdrawing)
            .exclude(away=self.withdrawing)
            .order_by("pk")
            .first()
        )
        if later and later.starts_at:
            encounters.encounter_move(
                actor=self.stage.organiser,
                encounter_id=later.pk,
                starts_at=later.starts_at + timedelta(days=2),
                venue_id=later.venue_id,
                reason="El local tiene esa noche la espicha de la fiesta.",
                at=self.stage.now - timedelta(days=3),
            )

    def _release(self, team: Team, slot: int) -> None:
        ficha = Registration.objects.get(team=team, slot=slot)
        registrations.registration_release(
            actor=self.stage.organiser,
            season_id=self.stage.season.pk,
            registration_id=ficha.pk,
            at=self._moment(RELEASE_WEEK),
        )

    def _walkover(self, encounter: Encounter, turn: int) -> bool:
        if turn:
            return False
        assert encounter.starts_at is not None
        ending.walkover_declare(
            actor=self.evenings.delegate(encounter, Side.HOME),
            encounter_id=encounter.pk,
            absent=[Side.AWAY],
            reason=ending.ABSENT,
            text="No se presentó nadie ni avisó. Se esperó media hora.",
            at=encounter.starts_at + timedelta(minutes=32),
        )
        return True

    def _three_pairs(self, encounter: Encounter, turn: int) -> bool:
        if turn:
            return False
        self.evenings.to_the_draw(encounter, pairs={Side.AWAY: 3})
        self.evenings.boards(encounter)
        self.evenings.sign(self.evenings.end(encounter), Side.HOME, Side.AWAY)
        return True

    def _disputed(self, encounter: Encounter, turn: int) -> bool:
        if turn:
            return False
        self._claimed(encounter, "En la mesa 3 se apuntaron pares que no se cantaron.")
        return True

    def _claimed(self, encounter: Encounter, words: str) -> None:
        acta = self.evenings.to_the_end(encounter)
        self.evenings.sign(acta, Side.HOME, Side.AWAY, disagreement=words)

    def _signed_by_one(self, encounter: Encounter, turn: int) -> bool:
        if turn:
            return False
        self.evenings.sign(self.evenings.to_the_end(encounter), Side.HOME)
        return True

    def _last_night(self, encounter: Encounter, turn: int) -> bool:
        """One disputed, with a claim still in time; one phoned in, its acta still awaited."""
        if turn == 0:
            self._claimed(encounter, "El último juego de la mesa 2 terminó después de la hora.")
            return True
        if turn == 1:
            ended_at = self.evenings.ends(encounter)
            ending.result_report(
                actor=self.stage.organiser,
                encounter_id=encounter.pk,
                boards={
                    board: {"home_games": home, "away_games": away}
                    for board, (home, away) in enumerate(((5, 2), (5, 4), (1, 5), (5, 3)), start=1)
                },
                ended_at=ended_at,
                at=ended_at + timedelta(minutes=10),
            )
            return True
        return False

    def _withdraws(self, encounter: Encounter) -> bool:
        return self.withdrawing.pk in (encounter.home_id, encounter.away_id)

    def _moment(self, week: int) -> datetime:
        last = (
            Encounter.objects.filter(division__season=self.stage.season, matchday__number=week)
            .order_by("-starts_at")
            .values_list("starts_at", flat=True)
            .first()
        )
        assert last is not None
        return last + timedelta(hours=20)
