"""What the preview of a ruling says and what the ruling does are equal, field by field, over random
seasons, suspensions, changes of peña and effects, and again when a ruling mends another.

Run long by hand: HYPOTHESIS_PROFILE=long HYPOTHESIS_TIMES=100 pytest (this file).
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from league import canonical, ledger
from league.machine import MoveRefused
from league.models import (
    Division,
    LedgerChain,
    LedgerEntry,
    Registration,
    Season,
    Team,
)
from league.refusals import Refused
from matches import effects as fx
from matches import eligibility
from matches.models import Acta, Case, Encounter, PointAdjustment, Ruling, Sanction
from matches.selectors.cases import case_of
from matches.selectors.standings import table_of
from matches.services.absences import Absence, absences_of
from matches.services.plans import plan
from matches.services.preview import Preview, preview
from matches.services.rulings import ruling_issue
from matches.states.encounter import EncounterState
from tests import factories
from tests.hypothesis_runs import examples
from tests.matches import stage

BEGINS = stage.END + timedelta(days=3)
DAY = timedelta(days=1)
NO_RESULT: dict[str, Any] = {
    "kind": "",
    "home_score": None,
    "away_score": None,
    "home_games": None,
    "away_games": None,
    "started_at": None,
    "ended_at": None,
}


class World:
    """Four teams over two legs; one encounter signed, one told by telephone, one walkover and one
    to come have a case, and so has a matter of no encounter."""

    def __init__(self) -> None:
        self.evening = stage.evening()
        self.evening.signed()
        self.season, signed = self.evening.season, self.evening.encounter
        self.division: Division = signed.division
        home, away = signed.home, signed.away
        third, fourth = (factories.team(division=self.division) for _ in range(2))
        self.teams: list[Team] = [home, away, third, fourth]
        self.days = [factories.matchday(division=self.division, leg=leg) for leg in (1, 2) * 6]
        told = self._encounter(away, home, 2, state="ENDED", kind="PLAYED", score=(3, 1))
        walked = self._encounter(third, home, 1, state="NOT_PLAYED", kind="WALKOVER_HOME")
        coming = self._encounter(home, fourth, 1)
        self.others = [
            self._encounter(one, other, leg)
            for leg in (1, 2)
            for one in self.teams
            for other in self.teams
            if one != other and (one, other, leg) not in self._made()
        ]
        self.cases = []
        for number, row in enumerate([signed, told, walked, coming, None], start=1):
            case = factories.case(encounter=row, season=self.season, number=number)
            case.teams.set([row.home, row.away] if row else [home, away])
            self.cases.append(case)
        self.fichas = [*self.evening.home_fichas[:2], *self.evening.away_fichas[-2:]]
        self.fichas += [factories.registration(team=team) for team in (third, fourth)]
        self.member = factories.role(season=self.season, kind="COMMITTEE").user

    def _made(self) -> set[tuple[Team, Team, int]]:
        rows = Encounter.objects.filter(division=self.division).select_related("home", "away")
        return {(row.home, row.away, row.leg) for row in rows}

    def _encounter(self, home: Team, away: Team, leg: int, **facts: Any) -> Encounter:
        day = next(
            day
            for day in self.days
            if day.leg == leg
            and not day.encounters.filter(home__in=[home, away]).exists()
            and not day.encounters.filter(away__in=[home, away]).exists()
        )
        score = facts.pop("score", (4, 0))
        if facts:
            facts |= {"home_score": score[0], "away_score": score[1], "origin": "ORGANISER"}
            facts |= {"home_games": 0, "away_games": 0, "ended_at": stage.END}
            if facts["kind"] == "PLAYED":
                facts["started_at"] = stage.AT
        starts_at = stage.AT + timedelta(days=7 * day.number)
        return factories.encounter(
            **{"home": home, "away": away, "matchday": day, "starts_at": starts_at} | facts
        )

    def case(self, nth: int) -> Case:
        return case_of(self.season, self.cases[nth].number)

    def count(self) -> tuple[int, ...]:
        kinds: tuple[Any, ...] = (Ruling, Acta, Sanction, PointAdjustment, LedgerEntry)
        return tuple(kind.objects.count() for kind in kinds)


@contextmanager
def taken_back() -> Iterator[None]:
    """Whatever happens inside is undone afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


SCORES = st.integers(0, 4).map(lambda home: (home, 4 - home))
HOURS = st.integers(-24 * 20, 24 * 60)


@st.composite
def an_encounter(draw: st.DrawFn) -> dict[str, Any]:
    """The columns of an encounter: to come, put off, played, or decided otherwise."""
    starts_at = draw(st.none() | HOURS.map(lambda hours: BEGINS + timedelta(hours=hours)))
    state = draw(st.sampled_from(["SCHEDULED", "LINE_UP", "POSTPONED", "SIGNED", "NOT_PLAYED"]))
    if state in {"SCHEDULED", "LINE_UP", "POSTPONED"}:
        return {"state": state, "starts_at": starts_at} | NO_RESULT
    began = BEGINS + timedelta(hours=draw(st.integers(-24 * 20, -1)))
    kinds = ["PLAYED", "PLAYED", "AWARDED", "ANNULLED"]
    if state == "NOT_PLAYED":
        kinds = ["WALKOVER_HOME", "WALKOVER_AWAY", "DOUBLE_WALKOVER", "AWARDED", "ANNULLED"]
    kind = draw(st.sampled_from(kinds))
    home, away = draw(SCORES)
    home, away = {
        "WALKOVER_HOME": (4, 0),
        "WALKOVER_AWAY": (0, 4),
        "DOUBLE_WALKOVER": (0, 0),
        "ANNULLED": (0, 0),
    }.get(kind, (home, away))
    return {
        "state": state,
        "kind": kind,
        "starts_at": starts_at,
        "started_at": began if state == "SIGNED" else None,
        "ended_at": began + timedelta(minutes=30),
        "home_score": home,
        "away_score": away,
        "home_games": 0,
        "away_games": 0,
    }


def an_effect_on_the_result(at: datetime) -> st.SearchStrategy[fx.Effect]:
    board = st.builds(
        fx.Board,
        st.integers(1, 4),
        st.sampled_from([0, 3, 5]),
        st.sampled_from([0, 4, 5]),
        st.sampled_from(["PLAYED", "PLAYED", "FORFEIT_HOME", "AWARDED"]),
        st.sampled_from(["", "", "HOME"]),
    )
    later = st.integers(1, 40).map(lambda days: at + timedelta(days=days))
    return st.one_of(
        st.just(fx.LeaveResult()),
        st.just(fx.AnnulResult()),
        SCORES.map(lambda score: fx.AwardResult(*score)),
        st.builds(fx.OrderReplay, st.none() | later),
        st.lists(board, min_size=1, max_size=2).map(lambda rows: fx.ChangeResult(tuple(rows))),
    )


def effects_of(world: World, at: datetime) -> st.SearchStrategy[list[fx.Effect]]:
    players = st.sampled_from([row.player_id for row in world.fichas])
    teams = st.sampled_from([team.pk for team in world.teams[:3]])
    until = st.integers(0, 40).map(lambda days: (at + days * DAY).date())
    one = st.one_of(
        st.builds(fx.SuspendPlayer, players, st.integers(1, 5)),
        st.builds(fx.SuspendPlayer, players, st.integers(1, 5)),
        st.builds(fx.SuspendPlayer, players, until=until),
        st.builds(fx.Disqualify, players),
        st.builds(fx.ExpelTeam, teams),
        st.builds(fx.DeductPoints, teams, st.integers(1, 5)),
        st.builds(fx.Fine, teams, st.integers(1, 9999)),
        st.builds(fx.Warn, teams),
    )
    return st.tuples(an_effect_on_the_result(at), st.lists(one, max_size=4)).map(
        lambda pair: [pair[0], *pair[1]]
    )


def set_up(world: World, data: st.DataObject) -> None:
    """Another course of the season: what was played, when and how, who changed peñas."""
    policy = data.draw(st.sampled_from(["annul", "keep_first_leg"]))
    Season.objects.filter(pk=world.season.pk).update(withdrawal_policy=policy)
    for row in world.others:
        Encounter.objects.filter(pk=row.pk).update(**data.draw(an_encounter()))
    if data.draw(st.booleans()):
        mover = data.draw(st.sampled_from(world.fichas[-2:]))
        left_at = BEGINS + timedelta(hours=data.draw(HOURS))
        Registration.objects.filter(pk=mover.pk).update(released_at=left_at)
        if data.draw(st.booleans()):
            factories.registration(
                team=data.draw(st.sampled_from(world.teams)),
                player=mover.player,
                registered_at=left_at + timedelta(hours=data.draw(st.integers(0, 200))),
            )


def rule(
    world: World,
    case: Case,
    effects: Sequence[fx.Effect],
    *,
    mends: Ruling | None,
    at: datetime,
    seen: str = "",
) -> Ruling:
    return ruling_issue(
        actor=world.member,
        case_id=case.pk,
        clauses=["M-D.21"],
        facts="Lo que consta en el acta.",
        decision="Lo que sigue.",
        effects=effects,
        replaces=mends.pk if mends else None,
        seen=seen,
        at=at,
    )


def absences(world: World, at: datetime) -> dict[int, Absence]:
    """Everybody's, of all who are or were kept out."""
    players = set(Sanction.objects.values_list("player_id", flat=True)) - {None}
    return {line.player.pk: line for line in absences_of(world.season, players, at=at)}


def ruled(
    world: World,
    case: Case,
    effects: Sequence[fx.Effect],
    *,
    mends: Ruling | None,
    at: datetime,
) -> Ruling | None:
    """Preview, rule, and compare. None when the ruling is refused, which both must be."""
    before = world.count()
    shown, no = None, ""
    try:
        shown = preview(plan(case, effects, replaces=mends, at=at), at=at)
    except (Refused, MoveRefused) as refusal:
        no = refusal.code
    if shown is None:
        with pytest.raises((Refused, MoveRefused)) as said, transaction.atomic():
            rule(world, case, effects, mends=mends, at=at)
        assert said.value.code == no
        assert world.count() == before
        return None
    assert world.count() == before
    stood, points = absences(world, at), list(PointAdjustment.objects.values_list("pk", flat=True))
    again = preview(plan(case, effects, replaces=mends, at=at), at=at)
    assert again.digest == shown.digest
    made = rule(world, case, effects, mends=mends, at=at, seen=shown.digest)
    compare_result(case, shown)
    [table] = shown.tables or [None]
    now = tuple(table_of(Division.objects.select_related("season").get(pk=world.division.pk)))
    if table is not None:
        assert table.rows == now
        assert [line.position for line in table.lines] == [row.position for row in now]
    compare_sanctions(shown, made, points)
    told = {line.player.pk: line for line in shown.absences}
    assert absences(world, at) == stood | told
    compare_exits(shown)
    compare_record(world, shown, made)
    return made


def compare_result(case: Case, shown: Preview) -> None:
    if case.encounter is None:
        assert shown.new is None
        return
    row = Encounter.objects.get(pk=case.encounter.pk)
    if any(row in line.encounters for line in (*shown.expelled, *shown.readmitted)):
        return
    result = (row.kind, row.home_score, row.away_score)
    new = shown.new
    assert result == ((new.kind, new.home, new.away) if new else ("", None, None))
    acta = row.actas.filter(in_force=True).first()
    if shown.plan.after is not None:
        assert acta is not None and acta.reason == "RULING"
        assert json.loads(acta.content) == json.loads(canonical.dumps(shown.plan.after))
        assert {"HOME": row.home_games, "AWAY": row.away_games} == shown.plan.after["games"]
    if shown.plan.replay is not None:
        assert row.state == EncounterState.SCHEDULED
        assert row.starts_at == shown.plan.replay.starts_at


def compare_sanctions(shown: Preview, made: Ruling, points: list[int]) -> None:
    rows = [
        (row.kind, row.team_id, row.player_id, row.encounters, row.until, row.starts_at)
        for row in made.sanctions.all()
        if row.kind in {"SUSPENSION", "DISQUALIFICATION"}
    ]
    assert sorted(rows, key=str) == sorted(
        (
            (line.kind, line.team.pk, line.player.pk, line.encounters, line.until, line.starts_at)
            for line in shown.plan.bans
        ),
        key=str,
    )
    fines = made.sanctions.filter(kind="FINE")
    assert sorted((row.team_id, int(row.amount * 100)) for row in fines if row.amount) == sorted(
        (team.pk, cents) for team, cents in shown.fines
    )
    assert all(row.fine_state == "DUE" for row in fines)
    gone = Sanction.objects.filter(revoked_by=made)
    assert sorted(row.pk for row in gone) == sorted(row.pk for row in shown.plan.revoked)
    moved = PointAdjustment.objects.exclude(pk__in=points)
    assert sorted(moved.values_list("team_id", "points")) == sorted(
        [(effect.team, -effect.points) for effect in shown.plan.points]
        + [(row.team_id, -row.points) for row in shown.plan.reversed]
    )


def compare_exits(shown: Preview) -> None:
    for line in shown.expelled:
        assert Team.objects.get(pk=line.team.pk).withdrawn_at is not None
        for row in Encounter.objects.filter(pk__in=[one.pk for one in line.encounters]):
            assert (row.state, row.kind) == ("NOT_PLAYED", "ANNULLED")
    for line in shown.readmitted:
        assert Team.objects.get(pk=line.team.pk).withdrawn_at is None
        for row in Encounter.objects.filter(pk__in=[one.pk for one in line.encounters]):
            assert (row.state, row.kind, row.home_score) == ("SCHEDULED", "", None)


def compare_record(world: World, shown: Preview, made: Ruling) -> None:
    entry = LedgerEntry.objects.get(action="ruling.made", subject=f"ruling:{made.pk}")
    payload = json.loads(entry.payload)
    assert payload["effects"] == [fx.to_mapping(effect) for effect in shown.plan.effects]
    assert payload["revoked"] == [row.pk for row in shown.plan.revoked]
    assert len(payload["adjustments"]) == len(shown.plan.points) + len(shown.plan.reversed)
    if shown.plan.after is not None:
        force = LedgerEntry.objects.get(action="acta.in_force", subject=f"acta:{payload['acta']}")
        after = canonical.digest(canonical.dumps(shown.plan.after))
        assert json.loads(force.payload)["digest"] == after
    else:
        assert payload["acta"] is None
    assert ledger.first_break(LedgerChain.objects.get(season=world.season)) is None


def played_out(world: World, line: Absence, at: datetime) -> None:
    """Play on, as the calendar has it, asking on every evening who may sit down."""
    ficha = Registration.objects.filter(
        season=world.season, player=line.player, released_at__isnull=True
    ).first()
    if ficha is None:
        assert not line.encounters
        return
    team = Encounter.objects.filter(state__in=["SCHEDULED", "LINE_UP"])
    rows = [row for row in team if ficha.team_id in (row.home_id, row.away_id) and row.starts_at]
    moment = at
    for row in sorted(rows, key=lambda row: (row.starts_at, row.matchday.number, row.pk)):
        assert row.starts_at is not None
        moment = max(row.starts_at, moment + timedelta(minutes=1))
        [standing] = eligibility.judge(row, [ficha], now=moment)
        out = {reason.code for reason in standing.reasons} & eligibility.OUT
        assert bool(out) == (row in line.encounters), (row.pk, out)
        Encounter.objects.filter(pk=row.pk).update(
            state="SIGNED",
            kind="PLAYED",
            started_at=moment,
            ended_at=moment,
            home_score=2,
            away_score=2,
        )


@pytest.mark.django_db
@pytest.mark.regulation("M-E.1", "M-D.11", "M-D.21")
def test_what_was_shown_is_what_happens() -> None:
    world = World()

    # No shrinking: an example costs a second, and what failed prints whole.
    @settings(
        max_examples=examples(6),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
    )
    @given(data=st.data())
    def over_random_seasons(data: st.DataObject) -> None:
        with taken_back():
            set_up(world, data)
            at, made = BEGINS, dict[int, Ruling]()
            for _round in range(data.draw(st.integers(1, 3))):
                nth = data.draw(st.integers(0, len(world.cases) - 1))
                effects = data.draw(effects_of(world, at))
                ruling = ruled(world, world.case(nth), effects, mends=made.get(nth), at=at)
                if ruling is not None:
                    made[nth] = ruling
                at += timedelta(hours=data.draw(st.integers(1, 24 * 14)))
            for line in absences(world, at).values():
                with taken_back():
                    played_out(world, line, at)

    over_random_seasons()
