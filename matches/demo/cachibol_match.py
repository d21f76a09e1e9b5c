"""A match of the cachibol demo, written on its sheet act by act: to its end, or half played."""

import random
from collections.abc import Mapping
from datetime import datetime, timedelta

from league.models import User
from matches import eligibility
from matches.models import Acta, Encounter, SheetRole
from matches.selectors.scoresheets import sheet_stand
from matches.services import scoresheets, sheet_acts, sheet_ending
from matches.services.sheet_acts import Noted
from matches.states.partida import Side as TeamSide
from rules.cachibol.acts import Act, Choice, Rally, Slip, Substitution, TimeOut, Toss
from rules.cachibol.match import apply
from rules.cachibol.options import Options
from rules.cachibol.record import written
from rules.cachibol.state import Match, Phase
from rules.formats import Side

ON_COURT = 6
ASSISTANT, SCORER = "Josefina Miyar", "Delfina Cueto"
CHECKS = ("court", "net", "ball")
SECONDS_AN_ACT = 25


class SheetWriter:
    """Writes sheets as the scorer, the delegates and the referee would."""

    def __init__(
        self, *, referee: User, delegates: Mapping[int, User], chance: random.Random
    ) -> None:
        self.referee, self.delegates, self.chance = referee, delegates, chance

    def whole(self, encounter: Encounter, *, favour: float) -> Acta:
        """From the checklist to the last signature."""
        begins = encounter.starts_at
        assert begins is not None
        acts = self._acts(encounter, begins, favour=favour)
        ended_at = begins + timedelta(seconds=SECONDS_AN_ACT * len(acts))
        self._write(encounter, acts, begins)
        acta = sheet_ending.sheet_end(
            actor=self.referee, encounter_id=encounter.pk, ended_at=ended_at, at=ended_at
        )
        for role, name in (
            (SheetRole.CENTRAL, ""),
            (SheetRole.ASSISTANT, ASSISTANT),
            (SheetRole.SCORER, SCORER),
        ):
            sheet_ending.sheet_sign_official(
                actor=self.referee,
                acta_id=acta.pk,
                role=role,
                digest=acta.digest,
                name=name,
                at=ended_at + timedelta(minutes=2),
            )
        for side in TeamSide:
            acta = sheet_ending.sheet_sign_captain(
                actor=self.delegates[encounter.team(side).pk],
                acta_id=acta.pk,
                digest=acta.digest,
                at=ended_at + timedelta(minutes=4),
            )
        return acta

    def into_the_second_set(self, encounter: Encounter, *, now: datetime) -> None:
        """A match that is being played: a set done, some points of the next."""
        begins = now - timedelta(hours=1)
        acts = self._acts(encounter, begins, favour=0.6, points_of_second=9)
        self._write(encounter, acts, now - timedelta(seconds=SECONDS_AN_ACT * len(acts)))

    def _write(self, encounter: Encounter, acts: list[Act], begins: datetime) -> None:
        noted = [
            Noted(written(act), begins + timedelta(seconds=SECONDS_AN_ACT * nth))
            for nth, act in enumerate(acts)
        ]
        last = noted[-1].noted_at
        assert last is not None
        sheet_acts.sheet_acts_record(
            actor=self.referee, encounter_id=encounter.pk, base=0, acts=noted, at=last
        )

    def _lists(self, encounter: Encounter, begins: datetime) -> dict[TeamSide, list[int]]:
        """Checklist, lists and their signatures; the shirts of both sides."""
        at = begins - timedelta(minutes=20)
        shirts = {}
        scoresheets.sheet_open(actor=self.referee, encounter_id=encounter.pk, at=at)
        scoresheets.sheet_check(
            actor=self.referee,
            encounter_id=encounter.pk,
            checks=CHECKS,
            assistant_name=ASSISTANT,
            scorer_name=SCORER,
            at=at,
        )
        for side in TeamSide:
            able = [
                one.registration
                for one in eligibility.standings_of(encounter, side)
                if one.may_play
            ]
            captain = next((row for row in able if row.is_captain), able[0])
            scoresheets.sheet_list(
                actor=self.referee,
                encounter_id=encounter.pk,
                side=side,
                registrations=[row.pk for row in able],
                captain=captain.pk,
                at=at,
            )
            scoresheets.sheet_sign_list(
                actor=self.delegates[encounter.team(side).pk],
                encounter_id=encounter.pk,
                digest=sheet_stand(encounter.pk).list_digest(side),
                at=at + timedelta(minutes=5),
            )
            shirts[side] = [row.shirt for row in able if row.shirt is not None]
        return shirts

    def _acts(
        self,
        encounter: Encounter,
        begins: datetime,
        *,
        favour: float,
        points_of_second: int | None = None,
    ) -> list[Act]:
        """A match that could have been, by the season's own options; up to so many points of the
        second set, or to its end."""
        shirts = self._lists(encounter, begins)
        match = Match(options=Options.from_mapping(encounter.division.season.options))
        acts: list[Act] = []
        while match.phase is not Phase.OVER:
            now = match.playing
            enough = points_of_second is not None and now is not None and now.number == 2
            if enough and now is not None and sum(now.points) >= (points_of_second or 0):
                break
            for act in self._next(match, shirts, favour):
                match = apply(match, act)
                acts.append(act)
        return acts

    def _next(self, match: Match, shirts: Mapping[TeamSide, list[int]], favour: float) -> list[Act]:
        if match.phase is Phase.TOSS:
            return [Toss(self.chance.choice(tuple(Side)), Choice.SERVE, Choice.RIGHT)]
        if match.phase is Phase.SLIPS:
            return [Slip(side, tuple(shirts[TeamSide(side.value)][:ON_COURT])) for side in Side]
        now = match.playing
        assert now is not None
        side = self.chance.choice(tuple(Side))
        bench = shirts[TeamSide(side.value)][ON_COURT:]
        if self.chance.random() < 0.04 and bench and not now.changes_of(side):
            return [Substitution(side, now.shirts(side)[3], bench[0])]
        if self.chance.random() < 0.03 and not now.time_outs[0 if side is Side.HOME else 1]:
            return [TimeOut(side)]
        return [Rally(Side.HOME if self.chance.random() < favour else Side.AWAY)]
