"""A match of cachibol set up to the point where a test begins."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from league.models import RoleKind, User
from matches.models import Acta, Encounter, SheetRole
from matches.selectors.scoresheets import SheetStand, sheet_stand
from matches.services import scoresheets, sheet_acts, sheet_ending
from matches.services.sheet_acts import Noted
from matches.states.partida import Side
from tests import factories

AT = factories.AT
SLIPS = ("L 1 2 3 4 5 6", "V 1 2 3 4 5 6")
START = ("L s d", *SLIPS)
# Side-out scoring, home serves: ten points in a row.
HOME_SET = ("L",) * 10
# The away side serves first in the second set.
SECOND_SET = (*SLIPS, "L", *("L",) * 10)
WHOLE = (*START, *HOME_SET, *SECOND_SET)


@dataclass
class Match:
    """An encounter of one match, its officials and the delegates of both sides."""

    encounter: Encounter
    referee: User
    organiser: User
    home: User
    away: User

    @property
    def stand(self) -> SheetStand:
        return sheet_stand(self.encounter.pk)

    def delegate(self, side: str) -> User:
        return self.home if side == Side.HOME else self.away

    def open(self) -> None:
        scoresheets.sheet_open(actor=self.referee, encounter_id=self.encounter.pk, at=AT)

    def check(self, *, assistant: str = "", scorer: str = "Delfina Cueto") -> None:
        scoresheets.sheet_check(
            actor=self.referee,
            encounter_id=self.encounter.pk,
            checks=["court", "net", "ball"],
            assistant_name=assistant,
            scorer_name=scorer,
            at=AT,
        )

    def fill(self, side: str, *, players: int = 9) -> None:
        fichas = list(self.encounter.team(side).registrations.order_by("shirt")[:players])
        scoresheets.sheet_list(
            actor=self.referee,
            encounter_id=self.encounter.pk,
            side=side,
            registrations=[row.pk for row in fichas],
            captain=fichas[0].pk,
            at=AT,
        )

    def sign_list(self, side: str) -> None:
        scoresheets.sheet_sign_list(
            actor=self.delegate(side),
            encounter_id=self.encounter.pk,
            digest=self.stand.list_digest(side),
            at=AT,
        )

    def ready(self) -> "Match":
        """Checked, both lists signed: the toss comes next."""
        self.open()
        self.check()
        for side in Side:
            self.fill(side)
            self.sign_list(side)
        return self

    def record(self, acts: Iterable[str], *, at: datetime = AT, base: int | None = None) -> None:
        """Acts in notation; "" undoes."""
        sheet_acts.sheet_acts_record(
            actor=self.referee,
            encounter_id=self.encounter.pk,
            base=self.stand.head if base is None else base,
            acts=[Noted(text) for text in acts],
            at=at,
        )

    def end(self, *, at: datetime = AT + timedelta(hours=1)) -> Acta:
        return sheet_ending.sheet_end(actor=self.referee, encounter_id=self.encounter.pk, at=at)

    def sign_officials(self, acta: Acta) -> None:
        for role, name in ((SheetRole.CENTRAL, ""), (SheetRole.SCORER, "Delfina Cueto")):
            sheet_ending.sheet_sign_official(
                actor=self.referee, acta_id=acta.pk, role=role, digest=acta.digest, name=name, at=AT
            )

    def sign_captain(self, acta: Acta, side: str) -> Acta:
        return sheet_ending.sheet_sign_captain(
            actor=self.delegate(side), acta_id=acta.pk, digest=acta.digest, at=AT
        )

    def signed(self, acts: Iterable[str] = WHOLE) -> Acta:
        """The whole match, its acta in force."""
        self.record(acts)
        acta = self.end()
        self.sign_officials(acta)
        for side in Side:
            acta = self.sign_captain(acta, side)
        self.encounter.refresh_from_db()
        return acta


def match(*, starts_at: datetime = AT) -> Match:
    encounter = factories.cachibol_encounter(starts_at=starts_at)
    season = encounter.division.season
    return Match(
        encounter=encounter,
        referee=factories.RoleFactory(season=season, kind=RoleKind.REFEREE).user,
        organiser=factories.RoleFactory(season=season).user,
        home=factories.DelegateFactory(team=encounter.home).user,
        away=factories.DelegateFactory(team=encounter.away).user,
    )
