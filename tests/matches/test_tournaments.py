"""A tournament day is planned, published, filled, moved and taken back."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from league.models import Court, Division, LedgerEntry, Notification, Season, Tournament
from league.refusals import Refused
from league.sentences import known
from league.states.season import SeasonState
from league.tournament.advance import Outcome
from league.tournament.board import Stage
from league.tournament.errors import REFUSALS
from matches.demo.season import DOMAIN
from matches.demo.tournament import tournament_build
from matches.models import BracketSlot, Encounter, Fixture
from matches.selectors.standings import standings_of
from matches.selectors.tournaments import read_tournament
from matches.services.brackets import bracket_fill, fixture_decide, slot_clear
from matches.services.calendars import calendar_discard
from matches.services.encounters import encounter_move
from matches.services.ending import walkover_declare
from matches.services.fixtures import fixture_move
from matches.services.match_reports import match_report
from matches.services.tournament_plans import tournament_preview
from matches.services.tournaments import tournament_discard, tournament_publish
from matches.states.partida import Side
from tests import factories
from tests.matches.tournament_stage import BEFORE, TEN, Day, day

pytestmark = pytest.mark.django_db


@pytest.fixture
def published() -> Day:
    stage = day()
    stage.publish()
    return stage


def actions(stage: Day) -> list[str]:
    return list(
        LedgerEntry.objects.filter(chain__season=stage.season)
        .order_by("sequence")
        .values_list("action", flat=True)
    )


def refused(code: str) -> Any:
    return pytest.raises(Refused, match=code)


# ---- publishing ----


def test_a_day_of_nine_teams_has_its_groups_courts_matches_and_bracket(published: Day) -> None:
    reading = published.reading
    assert [group.division.name for group in reading.groups] == ["Grupo A", "Grupo B", "Grupo C"]
    assert [len(group.rows) for group in reading.groups] == [3, 3, 3]
    assert {court.name for court in Court.objects.filter(venue=published.venue)} == {
        "Pista 1",
        "Pista 2",
        "Pista 3",
    }
    of_groups = [one for one in reading.fixtures if one.encounter]
    assert len(of_groups) == 9 and len(reading.fixtures) == 9 + 6
    for one in of_groups:
        assert one.encounter is not None
        assert one.encounter.starts_at == one.starts_at
        assert one.encounter.venue_id == published.venue.pk
        assert one.encounter.draw.commitment
    assert [len(matches) for matches in reading.rounds.values()] == [2, 2, 2]
    names = Division.phases.get(tournament=published.tournament, kind="KNOCKOUT").matchdays
    assert list(names.order_by("number").values_list("name", flat=True)) == [
        "Cuartos de final",
        "Semifinales",
        "Final",
    ]
    # The two best seeds have a bye: they begin in the second round.
    firsts = BracketSlot.objects.filter(place=1).values_list("fixture__round", flat=True)
    assert sorted(firsts) == [1, 2, 2]
    assert published.season.state == SeasonState.SCHEDULED
    assert "tournament.published" in actions(published)


def test_the_knock_out_is_no_group(published: Day) -> None:
    """Nothing that goes over the groups of a season meets it."""
    knock_out = Division.phases.get(kind="KNOCKOUT")
    assert knock_out not in published.season.divisions.all()
    assert standings_of([knock_out]) == {knock_out.pk: []}


def test_heads_are_dealt_as_a_snake_and_the_rest_follows(published: Day) -> None:
    dealt = [
        [team.name for team in sorted(group.division.teams.all(), key=lambda team: team.pk)]
        for group in published.reading.groups
    ]
    assert dealt[0] == ["Les Xanes", "La Ayalga", "El Cuélebre"]
    assert dealt[1] == ["El Busgosu", "El Trasgu", "El Sumiciu"]


def test_what_was_not_seen_is_not_published() -> None:
    stage = day()
    digest = tournament_preview(season=stage.season, settings=stage.settings).digest
    factories.team(division=stage.season.divisions.get(), venue=None)
    with refused("changed_meanwhile"):
        tournament_publish(
            actor=stage.organiser,
            season_id=stage.season.pk,
            settings=stage.settings,
            digest=digest,
            at=BEFORE,
        )
    assert not Tournament.objects.exists() and not Encounter.objects.exists()


def test_groups_that_there_are_may_stay_as_they_are() -> None:
    stage = day(teams=4, qualify=0, third_place=False)
    stage.publish(groups=0)
    reading = stage.reading
    assert [group.division.name for group in reading.groups] == ["Inscritos"]
    assert reading.knock_out is None and reading.champion is None
    stage.play_group(0)
    champion = stage.reading.champion
    assert champion is not None and champion.name == "Les Xanes"


def test_a_court_is_not_given_twice(published: Day) -> None:
    other = day(hall=published.venue, starts_at=TEN + timedelta(minutes=20))
    with refused("court_taken"):
        other.publish()
    other.publish(starts_at=TEN + timedelta(days=1))


def test_teams_with_registrations_are_dealt_out_too() -> None:
    stage = day(teams=4, groups=2, qualify=1, third_place=False)
    team = stage.season.divisions.get().teams.first()
    factories.registration(team=team)
    stage.publish()
    assert len(stage.reading.groups) == 2


def test_who_does_not_organise_publishes_nothing() -> None:
    stage = day()
    stage.organiser = factories.user()
    with pytest.raises(PermissionDenied):
        stage.publish()


def test_delegates_are_told_once() -> None:
    stage = day()
    delegate = factories.delegate(team=stage.season.divisions.get().teams.first())
    stage.publish()
    told = Notification.objects.get(recipient=delegate.user)
    assert told.kind == "tournament.published" and "Torneo de La Toba" in told.subject


# ---- the bracket ----


def test_a_bracket_fills_up_to_a_champion(published: Day) -> None:
    with refused("nothing_ready"):
        published.fill()
    published.play_group(0)
    published.play_group(1)
    assert published.fill() == [], "the third group is missing everywhere"
    published.play_group(2, state="ENDED")
    made = published.fill()
    assert {one.round for one in made} == {1}
    by_word = set(
        BracketSlot.objects.filter(provisional=True).values_list("group__name", flat=True)
    )
    assert by_word == {"Grupo C"}
    for one in made:
        published.result(one, 3, 1)
    semis = published.fill()
    assert {one.round for one in semis} == {2} and len(semis) == 2
    for one in semis:
        published.result(one, 4, 0)
    last = published.fill()
    assert {(one.round, one.position) for one in last} == {(3, 1), (3, 2)}
    final = published.reading.final
    assert final is not None and published.reading.champion is None
    published.result(final, 1, 3)
    champion = published.reading.champion
    assert champion is not None and final.encounter is not None
    assert champion.pk == final.encounter.away_id


def test_a_tie_at_the_cut_waits_for_its_lot(published: Day) -> None:
    for fixture in published.reading.groups[0].fixtures:
        published.result(fixture, 2, 2)
    reading = published.reading
    assert reading.ready == []
    assert {claim.why for _slot, claim in reading.blocked} == {"tied"}
    assert all(len(claim.tied) == 3 for _slot, claim in reading.blocked)


def test_a_level_match_waits_for_somebody_to_say_who_goes_on(published: Day) -> None:
    for nth in range(3):
        published.play_group(nth)
    first, second = published.fill()
    published.result(first, 2, 2)
    reading = published.reading
    assert [claim.why for _slot, claim in reading.blocked] == ["level"]
    decide = {"actor": published.organiser, "tournament_id": published.tournament.pk, "at": TEN}
    with refused("not_level"):
        fixture_decide(**decide, number=second.number, side="HOME", reason="Sorteo")
    with refused("without_reason"):
        fixture_decide(**decide, number=first.number, side="AWAY", reason=" ")
    fixture_decide(**decide, number=first.number, side="AWAY", reason="Sorteo ante las dos")
    [slot] = [slot for slot, _claim in published.reading.ready]
    published.fill()
    slot.refresh_from_db()
    encounter = Encounter.objects.get(fixture=first)
    assert slot.team_id == encounter.away_id
    with refused("goes_on"):
        fixture_decide(**decide, number=first.number, side="", reason="")


def test_where_nobody_comes_the_other_goes_on_alone(published: Day) -> None:
    for nth in range(3):
        published.play_group(nth)
    first, second = published.fill()
    published.result(first, 0, 0, kind="DOUBLE_WALKOVER", state="NOT_PLAYED")
    published.result(second, 3, 1)
    [semi] = published.fill()
    empty = BracketSlot.objects.get(winner_of=first)
    assert empty.vacant and empty.team_id is None
    reading = published.reading
    alone = next(one for one in reading.fixtures if one.pk == empty.fixture_id)
    assert reading.outcome(alone) in {Outcome.HOME, Outcome.AWAY} and alone.encounter is None
    final = BracketSlot.objects.get(winner_of=alone)
    assert final.team_id is not None, "in the final without a semi-final"
    with refused("goes_on"):
        slot_clear(
            actor=published.organiser,
            tournament_id=published.tournament.pk,
            slot_id=empty.pk,
            at=TEN,
        )
    published.result(semi, 4, 0)
    published.fill()
    third = BracketSlot.objects.get(loser_of=alone)
    assert third.vacant


def test_a_walkover_of_the_organiser_sends_the_other_on(published: Day) -> None:
    for nth in range(3):
        published.play_group(nth)
    first, _second = published.fill()
    assert first.encounter is not None
    walkover_declare(
        actor=published.organiser,
        encounter_id=first.encounter.pk,
        absent=[Side.HOME],
        reason="ABSENT",
        text="No llegó a la pista.",
        at=TEN + timedelta(hours=3),
    )
    [(slot, claim)] = published.reading.ready
    assert claim.team == first.encounter.away_id and not claim.provisional
    assert slot.winner_of_id == first.pk


def test_a_result_that_changes_is_told_and_moves_nobody(published: Day) -> None:
    for nth in range(3):
        published.play_group(nth)
    first, _second = published.fill()
    published.result(first, 3, 1)
    published.fill()
    published.result(first, 1, 3, state="RULED")
    [(slot, claim)] = published.reading.stale
    assert slot.winner_of_id == first.pk and claim.team != slot.team_id
    slot_clear(
        actor=published.organiser, tournament_id=published.tournament.pk, slot_id=slot.pk, at=TEN
    )
    assert published.reading.stale == []
    published.fill()
    slot.refresh_from_db()
    assert slot.team_id == claim.team


def test_taking_a_team_out_takes_its_encounter_too_until_it_begins(published: Day) -> None:
    for nth in range(3):
        published.play_group(nth)
    first, second = published.fill()
    clear = {"actor": published.organiser, "tournament_id": published.tournament.pk, "at": TEN}
    home, _away = published.reading.slots[first.pk]
    slot_clear(**clear, slot_id=home.pk)
    assert not Encounter.objects.filter(pk=first.encounter.pk).exists()
    with refused("empty"):
        slot_clear(**clear, slot_id=home.pk)
    published.fill()
    Encounter.objects.filter(fixture=second).update(state="LINE_UP")
    home, _away = published.reading.slots[second.pk]
    with refused("already_begun"):
        slot_clear(**clear, slot_id=home.pk)


def test_what_was_not_seen_does_not_fill(published: Day) -> None:
    published.play_group(0)
    with refused("changed_meanwhile"):
        bracket_fill(
            actor=published.organiser,
            tournament_id=published.tournament.pk,
            digest="0" * 64,
            at=TEN,
        )


def test_a_day_of_cachibol_is_told_by_its_sets() -> None:
    """Nothing of a tournament asks which game is played."""
    stage = day(teams=4, make_season=factories.cachibol_season, groups=2, third_place=False)
    stage.publish()
    Season.objects.filter(pk=stage.season.pk).update(state=SeasonState.RUNNING)

    def report(fixture: Fixture, *sets: tuple[int, int]) -> None:
        # The second court is free early: its match is over before its hour.
        match_report(
            actor=stage.organiser,
            encounter_id=fixture.encounter_id,
            sets=sets,
            ended_at=TEN + timedelta(minutes=20),
            at=TEN + timedelta(minutes=21),
        )

    for fixture in stage.reading.fixtures:
        if fixture.encounter_id:
            report(fixture, (10, 4), (7, 10), (12, 10))
    semis = stage.fill()
    assert len(semis) == 2
    for fixture in semis:
        report(fixture, (3, 10), (8, 10))
    [final] = stage.fill()
    assert final.encounter is not None
    report(final, (10, 8), (10, 2))
    champion = stage.reading.champion
    assert champion is not None and champion.pk == final.encounter.home_id


# ---- moving ----


def move(stage: Day, number: int, minutes: int, court: str, *, accept: bool = False) -> Fixture:
    return fixture_move(
        actor=stage.organiser,
        tournament_id=stage.tournament.pk,
        number=number,
        court_id=Court.objects.get(venue=stage.venue, name=court).pk,
        starts_at=TEN + timedelta(minutes=minutes),
        accept=accept,
        at=BEFORE,
    )


def test_a_match_moves_and_its_encounter_follows() -> None:
    stage = day(rest=30)
    stage.publish()
    moved = move(stage, 1, 360, "Pista 2", accept=True)
    encounter = Encounter.objects.get(fixture=moved)
    assert encounter.starts_at == TEN + timedelta(minutes=360)
    assert encounter.state == "SCHEDULED"
    with refused("changes_nothing"):
        move(stage, 1, 360, "Pista 2")
    with refused("impossible"):
        move(stage, 2, 375, "Pista 2", accept=True)
    with refused("impossible"):
        move(stage, 4, 360, "Pista 1", accept=True)
    with refused("doubtful"):
        move(stage, 15, 30, "Pista 3")


def test_an_encounter_that_is_put_off_leaves_its_court(published: Day) -> None:
    fixture = published.fixture(1)
    encounter_move(
        actor=published.organiser,
        encounter_id=fixture.encounter_id,
        starts_at=None,
        venue_id=published.venue.pk,
        reason="Falta la luz.",
        at=BEFORE,
    )
    fixture.refresh_from_db()
    assert fixture.court_id is None and fixture.starts_at is None
    moved = move(published, 1, 300, "Pista 3", accept=True)
    assert Encounter.objects.get(fixture=moved).state == "SCHEDULED"


# ---- taking it back ----


def test_a_day_that_nobody_played_is_taken_back(published: Day) -> None:
    with refused("of_tournament"):
        calendar_discard(actor=published.organiser, season_id=published.season.pk, at=BEFORE)
    tournament_discard(actor=published.organiser, tournament_id=published.tournament.pk, at=BEFORE)
    published.season.refresh_from_db()
    assert published.season.state == SeasonState.REGISTRATION
    assert not Fixture.objects.exists() and not Encounter.objects.exists()
    assert not Division.phases.filter(kind="KNOCKOUT").exists()
    divisions = tuple(published.season.divisions.values_list("pk", flat=True))
    published.publish(divisions=divisions, groups=2)
    assert [len(group.rows) for group in published.reading.groups] == [5, 4]


def test_one_that_was_begun_stays(published: Day) -> None:
    published.play_group(0)
    with refused("already_played"):
        tournament_discard(actor=published.organiser, tournament_id=published.tournament.pk, at=TEN)
    assert Fixture.objects.filter(encounter__isnull=False).count() == 9


def test_every_refusal_of_the_plan_has_a_sentence() -> None:
    assert known() >= REFUSALS


def test_the_demo_has_a_day_half_played() -> None:
    factories.user(email=f"organizacion@{DOMAIN}", is_staff=True)
    tournament = tournament_build(now=TEN)
    reading = read_tournament(Tournament.objects.select_related("season").get(pk=tournament.pk))
    assert [reading.stage(one) for one in reading.fixtures].count(Stage.DONE) == 6
    now = reading.courts_now(TEN)
    assert {on.now for on in now.values()} == {7, 8, 9}
    assert not any(on.is_late for on in now.values())
