"""Suspensions over whole seasons, in the database and in a model that walks the evenings.

What happens: encounters in any order of matchdays, postponed, ahead of their hour, walkovers, byes;
rulings that suspend, take back, award, annul or replay; and a player who changes peñas. Before each
encounter the one question of every path to the table is compared with the model; he sits down when
he may and feels like it, and never otherwise.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from league.models import Registration, Team
from matches import eligibility
from matches.models import Encounter, Sanction
from matches.selectors.cases import suspensions_left
from tests import factories
from tests.hypothesis_runs import examples

AT = factories.AT
HOUR = timedelta(hours=1)
FATES = ["played", "played", "played", "walkover", "double", "none"]
ACTS = st.sampled_from(
    ["meet", "meet", "meet", "meet", "suspend", "suspend", "until", "revoke", "release", "register"]
    + ["award", "annul", "replay"]
)


@dataclass
class Evening:
    """What the model knows of an encounter: when it began, and whether it stands as played."""

    row: Encounter
    began: int
    counts: bool
    paid_by_player: bool  # his peña played and he sat out


@dataclass
class Purse:
    """A suspension: so many evenings, or until an hour."""

    since: int
    many: int
    until: int | None = None


@dataclass
class Model:
    evenings: list[Evening] = field(default_factory=list)
    purses: dict[int, Purse] = field(default_factory=dict)

    def owed(self) -> dict[int, int]:
        """By sanction, what is left once every evening has paid for the oldest before it."""
        left = {pk: purse.many for pk, purse in self.purses.items() if purse.until is None}
        for evening in sorted(self.evenings, key=lambda one: one.began):
            if not (evening.counts and evening.paid_by_player):
                continue
            for pk, purse in sorted(self.purses.items(), key=lambda pair: pair[1].since):
                if left.get(pk) and purse.since < evening.began:
                    left[pk] -= 1
                    break
        return left

    def is_out(self, hour: int) -> bool:
        dated = [one for one in self.purses.values() if one.until is not None]
        return any(self.owed().values()) or any(
            one.since < hour < (one.until or 0) for one in dated
        )


class Season:
    """Three peñas with one player between them, their opponents, and the matchdays."""

    def __init__(self) -> None:
        self.division = factories.division()
        self.teams: list[Team] = [factories.team(division=self.division) for _ in range(3)]
        self.player = factories.player()
        self.first = factories.registration(
            team=self.teams[0], player=self.player, registered_at=AT - 100 * HOUR
        )
        self.days = [factories.matchday(division=self.division) for _ in range(26)]
        self.others = [factories.team(division=self.division) for _ in range(26)]


class Course:
    """One course of the season, as hypothesis has it."""

    def __init__(self, season: Season, data: st.DataObject) -> None:
        self.season, self.data = season, data
        self.model = Model()
        self.ficha: Registration | None = season.first
        self.hour = 0
        self.free, self.others = list(season.days), list(season.others)

    @property
    def now(self) -> datetime:
        return AT + self.hour * HOUR

    def run(self) -> None:
        for act in self.data.draw(st.lists(ACTS, min_size=3, max_size=25)):
            self.hour += self.data.draw(st.integers(1, 60))
            getattr(self, act)()
        self.hour += 1
        left = suspensions_left(self.season.division.season, self.now)
        dated = {pk: one for pk, one in self.model.purses.items() if one.until is not None}
        assert left == self.model.owed() | {
            pk: int(self.hour < (one.until or 0)) for pk, one in dated.items()
        }

    def meet(self) -> None:
        """Two peñas meet now, whatever hour and matchday the calendar had for it."""
        pair = [self.data.draw(st.sampled_from(self.season.teams)), self.others.pop()]
        home, away = self.data.draw(st.permutations(pair))
        day = self.free.pop(self.data.draw(st.integers(0, len(self.free) - 1)))
        planned = self.now + self.data.draw(st.integers(-40, 40)) * HOUR
        row = factories.encounter(matchday=day, home=home, away=away, starts_at=planned)
        fate = self.data.draw(st.sampled_from(FATES))
        sits = self._may_sit(row) and self.data.draw(st.booleans())
        if fate == "none":  # put off, and never played: the peñas have a bye
            Encounter.objects.filter(pk=row.pk).update(state="POSTPONED")
            return
        played = fate == "played"
        facts: dict[str, Any] = {"kind": "PLAYED", "state": "SIGNED", "started_at": self.now}
        if not played:
            kind = "WALKOVER_HOME" if fate == "walkover" else "DOUBLE_WALKOVER"
            facts = {"kind": kind, "state": "NOT_PLAYED"}
        self._write(row, **facts)
        if played and sits and self.ficha is not None:
            side = "HOME" if self.ficha.team_id == home.pk else "AWAY"
            factories.seat(encounter=row, registration=self.ficha, side=side)
        mine = self.ficha is not None and self.ficha.team_id in (home.pk, away.pk)
        self.model.evenings.append(Evening(row, self.hour, played, mine and not sits))

    def _may_sit(self, row: Encounter) -> bool:
        """The question of every path to the table, and the model's answer to it."""
        if self.ficha is None or self.ficha.team_id not in (row.home_id, row.away_id):
            return False
        begins = max(self.hour, int((row.starts_at - AT) / HOUR)) if row.starts_at else self.hour
        [standing] = eligibility.judge(row, [self.ficha], now=self.now)
        out = {reason.code for reason in standing.reasons} & eligibility.OUT
        assert bool(out) == self.model.is_out(begins)
        began = eligibility.judge(row, [self.ficha], began_at=self.now)[0]
        out = {reason.code for reason in began.reasons} & eligibility.OUT
        assert bool(out) == self.model.is_out(self.hour)
        return not out and began.may_play

    def _write(self, row: Encounter, **facts: Any) -> None:
        score = {"home_score": 2, "away_score": 2, "home_games": 0, "away_games": 0}
        Encounter.objects.filter(pk=row.pk).update(ended_at=self.now, **(score | facts))

    def suspend(self) -> None:
        many = self.data.draw(st.integers(1, 4))
        self._sanction(Purse(self.hour, many), encounters=many)

    def until(self) -> None:
        day = (self.now + timedelta(days=self.data.draw(st.integers(0, 12)))).date()
        hour = int((eligibility.day_after(day) - AT) / HOUR)
        self._sanction(Purse(self.hour, 0, until=hour), until=day)

    def _sanction(self, purse: Purse, **facts: Any) -> None:
        if any(one.since == purse.since for one in self.model.purses.values()):
            return
        season = self.season.division.season
        case = factories.case(encounter=None, season=season, number=self.hour)
        made = factories.sanction(
            ruling=factories.ruling(case=case, number=self.hour, ruled_at=self.now),
            kind="SUSPENSION",
            team=None,
            player=self.season.player,
            **facts,
        )
        self.model.purses[made.pk] = purse

    def revoke(self) -> None:
        if self.model.purses:
            pk = self.data.draw(st.sampled_from(sorted(self.model.purses)))
            sanction = Sanction.objects.get(pk=pk)
            Sanction.objects.filter(pk=pk).update(state="REVOKED", revoked_by=sanction.ruling)
            del self.model.purses[pk]

    def release(self) -> None:
        if self.ficha is not None:
            Registration.objects.filter(pk=self.ficha.pk).update(released_at=self.now)
            self.ficha = None

    def register(self) -> None:
        if self.ficha is None:
            team = self.data.draw(st.sampled_from(self.season.teams))
            self.ficha = factories.registration(
                team=team, player=self.season.player, registered_at=self.now
            )

    def award(self) -> None:
        """By a ruling: who missed it has missed it, if it was played at all."""
        evening = self._some_evening()
        if evening is not None:
            self._write(evening.row, kind="AWARDED", state="RULED", home_score=4, away_score=0)

    def annul(self) -> None:
        evening = self._some_evening()
        if evening is not None:
            self._write(evening.row, kind="ANNULLED", state="RULED", home_score=0, away_score=0)
            evening.counts = False

    def replay(self) -> None:
        """It waits for another date: missed again, or not at all."""
        evening = self._some_evening()
        if evening is not None:
            evening.row.seats.all().delete()
            Encounter.objects.filter(pk=evening.row.pk).update(
                state="SCHEDULED",
                kind="",
                starts_at=None,
                started_at=None,
                ended_at=None,
                home_score=None,
                away_score=None,
                home_games=None,
                away_games=None,
            )
            self.model.evenings.remove(evening)

    def _some_evening(self) -> Evening | None:
        rows = [one for one in self.model.evenings if one.counts]
        return self.data.draw(st.sampled_from(rows)) if rows else None


@pytest.mark.django_db
@pytest.mark.regulation("M-D.8", "M-D.11")
def test_never_served_before_it_was_earned_never_twice_never_fielded_while_it_runs() -> None:
    season = Season()

    # No shrinking: an example costs a tenth of a second, and what failed prints whole.
    @settings(
        max_examples=examples(15),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
    )
    @given(data=st.data())
    def over_random_seasons(data: st.DataObject) -> None:
        with transaction.atomic():
            Course(season, data).run()
            transaction.set_rollback(True)

    over_random_seasons()
