"""What happens in the demo season besides ordinary evenings."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from league.models import Registration, Team
from league.services import registrations
from matches.demo.evenings import TARGET
from matches.effects import Board, ChangeResult, Fine, LeaveResult, SuspendPlayer, Warn
from matches.models import Case, Claim, Encounter
from matches.selectors.closing import days_of
from matches.services import cases, encounters, ending, reports, rulings
from matches.services.claims import claim_submit
from matches.services.matchdays import matchday_close
from matches.services.referees import referee_assign
from matches.services.sanctions import fine_settle
from matches.services.withdrawals import team_withdraw
from matches.states.partida import Side
from matches.states.sanction import FineEvent

if TYPE_CHECKING:
    from matches.demo.evenings import Evenings
    from matches.demo.season import Stage

WALKOVER_WEEK, RELEASE_WEEK, WITHDRAWAL_WEEK, THREE_PAIRS_WEEK = 4, 3, 6, 5
CASE_WEEK, UNSIGNED_WEEK, THIS_WEEK = 9, 11, 12
FIRST_CLOSING_WEEK = 8  # after the withdrawal, which takes results back
REFEREED_WEEKS = (CASE_WEEK, UNSIGNED_WEEK)


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
        if week in REFEREED_WEEKS:
            self._send_referee(*self._of_week(week)[:1])

    def after(self, week: int) -> None:
        if week == WALKOVER_WEEK:
            self._rule_on_walkover()
        if week == WITHDRAWAL_WEEK:
            team_withdraw(
                actor=self.stage.organiser,
                team_id=self.withdrawing.pk,
                reason="La peña no reúne jugadores para seguir.",
                at=self._moment(week) + timedelta(days=1),
            )
        if week >= FIRST_CLOSING_WEEK:
            self._close_matchdays(before=week - 2, at=min(self._moment(week), self.stage.now))

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
        self._send_referee(*playing[:2], *self._of_week(THIS_WEEK + 1)[1:2])
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

    def _of_week(self, week: int) -> list[Encounter]:
        rows = Encounter.objects.filter(
            division__season=self.stage.season, matchday__number=week, state="SCHEDULED"
        )
        ordered = rows.select_related("home", "away").order_by("starts_at", "pk")
        return [row for row in ordered if not self._withdraws(row)]

    def _send_referee(self, *rows: Encounter) -> None:
        """He is told two days before."""
        assert self.stage.referee is not None
        for row in rows:
            assert row.starts_at is not None
            referee_assign(
                actor=self.stage.organiser,
                encounter_id=row.pk,
                referee_id=self.stage.referee.pk,
                at=row.starts_at - timedelta(days=2),
            )

    def _close_matchdays(self, *, before: int, at: datetime) -> None:
        """The organiser is two weeks behind with what could be closed."""
        for day in days_of(self.stage.season, now=at):
            if day.may_close and day.matchday.number < before:
                matchday_close(actor=self.stage.organiser, matchday_id=day.matchday.pk, at=at)

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
        claim = self._claimed(
            encounter,
            "En el último juego de la mesa 3 la pareja local apuntó unos pares sin cantarlos.",
            clause="M-VII.1",
        )
        self._rule_on(claim)
        return True

    def _claimed(self, encounter: Encounter, words: str, *, clause: str) -> Claim:
        """Signed by the visitors as "disconforme", and claimed the next day."""
        acta = self.evenings.to_the_end(encounter, home_wins=(3,))
        self.evenings.sign(acta, Side.HOME, Side.AWAY, disagreement=words)
        ended_at = self.evenings.ends(encounter)
        return claim_submit(
            actor=self.evenings.delegate(encounter, Side.AWAY),
            encounter_id=encounter.pk,
            key=UUID(int=self.stage.chance.getrandbits(128)),
            text=words + " Los dos delegados lo hablaron en la mesa sin ponerse de acuerdo.",
            clause=clause,
            at=min(ended_at + timedelta(hours=11), self.stage.now),
        )

    def _rule_on(self, claim: Claim) -> None:
        """Statements, and a ruling that moves the board, the table and a player's next evenings."""
        encounter = claim.encounter
        case = claim.case
        heard = claim.submitted_at + timedelta(days=1)
        cases.claim_admit(actor=self.stage.committee[0], case_id=case.pk, at=heard)
        cases.statements_invite(
            actor=self.stage.committee[0],
            case_id=case.pk,
            due_at=heard + timedelta(days=1),
            at=heard,
        )
        cases.statement_add(
            actor=self.evenings.delegate(encounter, Side.HOME),
            case_id=case.pk,
            text="Los pares se dijeron en voz baja, pero se dijeron. Después hubo palabras de más.",
            at=heard + timedelta(hours=6),
        )
        culprit = encounter.seats.filter(board=3, side=Side.HOME, position=1).get()
        rulings.ruling_issue(
            actor=self.stage.committee[0],
            case_id=case.pk,
            clauses=["M-VII.1", "M-D.11", "M-D.21"],
            facts=(
                "En el juego decisivo de la mesa 3 se apuntaron pares sin haberlos cantado ni "
                "rectificado antes de los envites. Un jugador local faltó al respeto al delegado "
                "visitante."
            ),
            decision=(
                "El juego decisivo de la mesa 3 cambia de pareja. Se suspende al jugador por "
                "cuatro encuentros y se multa a la peña local con 30 €."
            ),
            effects=[
                ChangeResult((Board(board=3, home_games=TARGET - 1, away_games=TARGET),)),
                SuspendPlayer(player=culprit.registration.player_id, encounters=4),
                Fine(team=encounter.home_id, cents=3000),
            ],
            at=heard + timedelta(days=2),
        )

    def _rule_on_walkover(self) -> None:
        case = Case.objects.get(
            encounter__matchday__number=WALKOVER_WEEK, encounter__kind="WALKOVER_HOME"
        )
        assert case.encounter is not None
        rulings.ruling_issue(
            actor=self.stage.committee[0],
            case_id=case.pk,
            clauses=["M-D.13"],
            facts="La peña visitante no presentó ninguna pareja ni avisó.",
            decision="Se confirma el 4–0, y a la peña visitante se la apercibe y multa con 20 €.",
            effects=[
                LeaveResult(),
                Warn(team=case.encounter.away_id),
                Fine(team=case.encounter.away_id, cents=2000),
            ],
            at=case.opened_at + timedelta(days=4),
        )
        fine_settle(
            actor=self.stage.organiser,
            sanction_id=case.season.sanctions.get(kind="FINE").pk,
            event=FineEvent.PAY,
            note="En mano, en la federación.",
            at=case.opened_at + timedelta(days=9),
        )

    def _signed_by_one(self, encounter: Encounter, turn: int) -> bool:
        if turn:
            return False
        self.evenings.sign(self.evenings.to_the_end(encounter), Side.HOME)
        return True

    def _last_night(self, encounter: Encounter, turn: int) -> bool:
        """One disputed, with a claim still in time; one phoned in, its acta still awaited."""
        if turn == 0:
            self._claimed(
                encounter,
                "En la mesa 2 se tardó a propósito en hablar durante todo el último juego.",
                clause="M-T.3",
            )
            return True
        if turn == 1:
            ended_at = self.evenings.ends(encounter)
            reports.result_report(
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
