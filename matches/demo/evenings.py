"""Evenings of the demo, played by the services as two delegates would."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from league.models import User
from matches import eligibility
from matches.models import Acta, Encounter
from matches.services import actas, draws, ending, line_up, partidas
from matches.states.partida import Side

if TYPE_CHECKING:
    from matches.demo.season import Stage

TARGET = 5  # games of a partida in the demo season


class Evenings:
    """Plays encounters up to the step that the demo wants to show."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def delegate(self, encounter: Encounter, side: Side) -> User:
        return self.stage.delegates[encounter.team(side).pk]

    def play(self, encounter: Encounter) -> Acta:
        """From presence to two signatures."""
        acta = self.to_the_end(encounter)
        return self.sign(acta, Side.HOME, Side.AWAY)

    def to_the_draw(self, encounter: Encounter, *, pairs: dict[Side, int] | None = None) -> None:
        begins = self.begins(encounter)
        for side in Side:
            eligible = [
                standing.registration
                for standing in eligibility.standings_of(encounter, side)
                if standing.may_play
            ]
            present = self.stage.chance.sample(eligible, min(len(eligible), 10))
            wanted = 2 * min((pairs or {}).get(side, 4), len(present) // 2)
            line_up.line_up_close(
                actor=self.delegate(encounter, side),
                encounter_id=encounter.pk,
                present=[row.pk for row in present],
                playing=[row.pk for row in present[:wanted]],
                at=begins - timedelta(minutes=5),
            )
            line_up.decks_confirm(
                actor=self.delegate(encounter, side),
                encounter_id=encounter.pk,
                opened=True,
                sealed=True,
                at=begins,
            )
        for side in Side:
            draws.draw_tap(
                actor=self.delegate(encounter, side), encounter_id=encounter.pk, at=begins
            )

    def boards(
        self,
        encounter: Encounter,
        *,
        only: int | None = None,
        home_wins: Collection[int] = (),
    ) -> None:
        """Results on every board that has two pairs (or on the first `only`); those of `home_wins`
        go to the home pair."""
        favour = (
            0.5 + (self.stage.strength(encounter.home) - self.stage.strength(encounter.away)) / 2
        )
        rows = encounter.partidas.filter(ended_as="").order_by("board")
        for partida in rows[:only] if only else rows:
            lost = self.stage.chance.choice((0, 1, 2, 2, 3, 3, 3, 4, 4))
            home = self.stage.chance.random() < favour or partida.board in home_wins
            partidas.partida_record(
                actor=self.delegate(encounter, Side.HOME),
                encounter_id=encounter.pk,
                board=partida.board,
                home_games=TARGET if home else lost,
                away_games=lost if home else TARGET,
                at=self.begins(encounter) + timedelta(minutes=90 + 10 * partida.board),
            )

    def to_the_end(self, encounter: Encounter, *, home_wins: Collection[int] = ()) -> Acta:
        self.to_the_draw(encounter)
        self.boards(encounter, home_wins=home_wins)
        return self.end(encounter)

    def end(self, encounter: Encounter) -> Acta:
        ended_at = self.ends(encounter)
        return ending.encounter_end(
            actor=self.delegate(encounter, Side.HOME),
            encounter_id=encounter.pk,
            ended_at=ended_at,
            acknowledged=ACKNOWLEDGED,
            at=ended_at + timedelta(minutes=1),
        )

    def sign(self, acta: Acta, *sides: Side, disagreement: str = "") -> Acta:
        """The named sides sign; with a `disagreement` the last of them does so."""
        encounter = Encounter.objects.select_related("home", "away").get(pk=acta.encounter_id)
        for side in sides:
            objects = bool(disagreement) and side == sides[-1]
            acta = actas.acta_sign(
                actor=self.delegate(encounter, side),
                acta_id=acta.pk,
                digest=acta.digest,
                disagrees=objects,
                disagreement=disagreement if objects else "",
                at=self.ends(encounter) + timedelta(minutes=4),
            )
        return acta

    def begins(self, encounter: Encounter) -> datetime:
        assert encounter.starts_at is not None
        return min(encounter.starts_at + timedelta(minutes=6), self.stage.now)

    def ends(self, encounter: Encounter) -> datetime:
        assert encounter.starts_at is not None
        return encounter.starts_at + timedelta(minutes=118 + encounter.pk % 40)


# Warnings that a delegate of the demo reads and accepts: three pairs, a missing rival.
ACKNOWLEDGED = ("mus.pairs.board_lost", "mus.pairs.board_without_pairs")
