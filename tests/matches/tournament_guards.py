"""Attacks on the tables of tournament days, for `test_guards`."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import models

from league.models import Division
from matches.models import BracketSlot, Encounter, Fixture
from tests import factories
from tests.factories import AT
from tests.guarding import Attack

LATER = AT + timedelta(hours=3)


def played_fixture(**facts: Any) -> Fixture:
    """A match of a group, with its encounter."""
    fixture: Fixture = factories.fixture(**facts)
    encounter = factories.encounter(division=fixture.division)
    fixture.encounter = encounter
    fixture.save(update_fields=["encounter"])
    return fixture


def knock_out(tournament: Any) -> Division:
    return Division.phases.create(
        season=tournament.season,
        name="Eliminatorias",
        slug=f"eliminatorias-{tournament.pk}",
        kind="KNOCKOUT",
        tournament=tournament,
    )


def semi_and_final() -> tuple[Fixture, Fixture]:
    group = factories.tournament_group()
    phase = knock_out(group.tournament)
    semi = factories.fixture(division=phase, number=1, round=1, court=None)
    final = factories.fixture(division=phase, number=2, round=2, court=None)
    return semi, final


def filled(**facts: Any) -> BracketSlot:
    """A slot that its group's first team has taken."""
    slot: BracketSlot = factories.bracket_slot(**facts)
    assert slot.group is not None
    slot.team = factories.team(division=slot.group)
    slot.filled_at = AT
    slot.save(update_fields=["team", "filled_at"])
    return slot


def met() -> tuple[Fixture, list[BracketSlot]]:
    """A match of the knock-out whose two teams are known."""
    home = filled()
    away = filled(fixture=home.fixture, side="AWAY", group=home.group, place=2)
    return home.fixture, [home, away]


def encounter_of(fixture: Fixture, home: Any, away: Any) -> Encounter:
    return factories.encounter(
        division=fixture.division,
        matchday=factories.matchday(division=fixture.division, number=fixture.round),
        home=home,
        away=away,
    )


def _update(row: models.Model, **values: Any) -> Attack:
    return lambda: type(row)._default_manager.filter(pk=row.pk).update(**values)


# ---- triggers ----


def fixture_of_a_foreign_group() -> Attack:
    group, tournament = factories.division(), factories.tournament()
    return lambda: factories.fixture(division=group, tournament=tournament)


def group_leaves_before_its_fixture() -> Attack:
    fixture = factories.fixture()
    Division.objects.filter(pk=fixture.division_id).update(tournament=None)
    return _update(fixture, decided_for="HOME", decided_reason="Sorteo")


def court_elsewhere() -> Attack:
    court, group = factories.court(), factories.tournament_group()
    return lambda: factories.fixture(division=group, court=court)


def moved_to_a_court_elsewhere() -> Attack:
    fixture, court = factories.fixture(), factories.court()
    return _update(fixture, court=court)


def court_taken() -> Attack:
    first = factories.fixture()
    group = factories.tournament_group(tournament__venue=first.court.venue)
    starts = first.starts_at + timedelta(minutes=29)
    return lambda: factories.fixture(division=group, court=first.court, starts_at=starts)


def moved_onto_a_taken_court() -> Attack:
    first = factories.fixture()
    second = factories.fixture(
        division=first.division, number=2, position=2, court=first.court, starts_at=LATER
    )
    return _update(second, starts_at=AT - timedelta(minutes=1), until=AT + timedelta(minutes=1))


def encounter_of_another_round() -> Attack:
    fixture = factories.fixture(round=7)
    return _update(fixture, encounter=factories.encounter(division=fixture.division))


def begun_with_an_encounter_of_another_round() -> Attack:
    group = factories.tournament_group()
    encounter = factories.encounter(division=group)
    return lambda: factories.fixture(division=group, round=7, encounter=encounter)


def encounter_of_other_teams() -> Attack:
    fixture, [home, _away] = met()
    stranger = factories.team(division=home.group)
    return _update(fixture, encounter=encounter_of(fixture, home.team, stranger))


def encounter_before_its_slots() -> Attack:
    group = factories.tournament_group()
    phase = knock_out(group.tournament)
    one, two = factories.team(division=group), factories.team(division=group)
    encounter = factories.encounter(
        division=phase, matchday=factories.matchday(division=phase), home=one, away=two
    )
    return lambda: factories.fixture(division=phase, encounter=encounter)


def slot_of_a_group() -> Attack:
    fixture = factories.fixture()
    return lambda: factories.bracket_slot(fixture=fixture, group=fixture.division)


def slot_fed_by_another_tournament() -> Attack:
    other, slot = factories.tournament_group(), factories.bracket_slot()
    return lambda: factories.bracket_slot(fixture=slot.fixture, side="AWAY", group=other, place=1)


def slot_left_by_its_group() -> Attack:
    slot = factories.bracket_slot()
    Division.objects.filter(pk=slot.group_id).update(tournament=None)
    return _update(slot, vacant=True, filled_at=AT)


def slot_fed_by_itself() -> Attack:
    semi, _final = semi_and_final()
    return lambda: factories.bracket_slot(fixture=semi, group=None, place=None, winner_of=semi)


def slot_fed_by_a_later_round() -> Attack:
    semi, final = semi_and_final()
    return lambda: factories.bracket_slot(fixture=semi, group=None, place=None, loser_of=final)


def slot_pointed_at_itself() -> Attack:
    semi, final = semi_and_final()
    slot = factories.bracket_slot(fixture=final, group=None, place=None, winner_of=semi)
    return _update(slot, winner_of=final)


def slot_with_a_team_from_elsewhere() -> Attack:
    slot = factories.bracket_slot()
    return _update(slot, team=factories.team(), filled_at=AT)


def slot_won_by_who_did_not_play() -> Attack:
    semi, final = semi_and_final()
    group = Division.objects.get(tournament=semi.tournament_id)
    factories.bracket_slot(fixture=semi, group=group)
    team = factories.team(division=group)
    return lambda: factories.bracket_slot(
        fixture=final, group=None, place=None, winner_of=semi, team=team, filled_at=AT
    )


def slot_emptied_under_its_encounter() -> Attack:
    fixture, [home, away] = met()
    fixture.encounter = encounter_of(fixture, home.team, away.team)
    fixture.save(update_fields=["encounter"])
    return _update(home, team=None, filled_at=None)


ROWS: dict[str, Callable[[], models.Model]] = {
    "matches_fixture": factories.fixture,
    "matches_bracketslot": factories.bracket_slot,
}

CASES: dict[tuple[str, str], Callable[[], Attack]] = {
    ("matches_fixture_division_of_tournament", "INSERT"): fixture_of_a_foreign_group,
    ("matches_fixture_division_of_tournament", "UPDATE"): group_leaves_before_its_fixture,
    ("matches_fixture_court_of_venue", "INSERT"): court_elsewhere,
    ("matches_fixture_court_of_venue", "UPDATE"): moved_to_a_court_elsewhere,
    ("matches_fixture_court_taken", "INSERT"): court_taken,
    ("matches_fixture_court_taken", "UPDATE"): moved_onto_a_taken_court,
    ("matches_fixture_encounter_of_round", "INSERT"): begun_with_an_encounter_of_another_round,
    ("matches_fixture_encounter_of_round", "UPDATE"): encounter_of_another_round,
    ("matches_fixture_encounter_of_slots", "INSERT"): encounter_before_its_slots,
    ("matches_fixture_encounter_of_slots", "UPDATE"): encounter_of_other_teams,
    ("matches_slot_of_knockout", "INSERT"): slot_of_a_group,
    ("matches_slot_of_knockout", "UPDATE"): lambda: _update(
        factories.bracket_slot(), fixture=factories.fixture()
    ),
    ("matches_slot_group_of_tournament", "INSERT"): slot_fed_by_another_tournament,
    ("matches_slot_group_of_tournament", "UPDATE"): slot_left_by_its_group,
    ("matches_slot_fed_by_earlier_round", "INSERT"): slot_fed_by_itself,
    ("matches_slot_fed_by_earlier_round", "UPDATE"): slot_pointed_at_itself,
    ("matches_slot_team_of_source", "INSERT"): slot_won_by_who_did_not_play,
    ("matches_slot_team_of_source", "UPDATE"): slot_with_a_team_from_elsewhere,
    ("matches_slot_held_by_encounter", "UPDATE"): slot_emptied_under_its_encounter,
}


# ---- constraints ----


def again(**facts: Any) -> Attack:
    """A second match beside the first, alike in what is not given."""

    def attack() -> None:
        first = factories.fixture()
        factories.fixture(
            **{
                "division": first.division,
                "number": 2,
                "position": 2,
                "court": None,
                "starts_at": None,
            }
            | facts
        )

    return attack


def same_court_and_hour() -> None:
    """The trigger says it first, for whoever may read what the other is writing."""
    first = factories.fixture()
    factories.fixture(division=first.division, number=2, position=2, court=first.court)


def second_slot(**facts: Any) -> Attack:
    def attack() -> None:
        first = factories.bracket_slot()
        other = {"fixture": first.fixture, "side": "AWAY", "group": first.group, "place": 2}
        factories.bracket_slot(**(other | facts))

    return attack


def fed_twice(which: str) -> Attack:
    def attack() -> None:
        semi, final = semi_and_final()
        for side in ("HOME", "AWAY"):
            factories.bracket_slot(
                fixture=final, side=side, group=None, place=None, **{which: semi}
            )

    return attack


def one_encounter_of_two_fixtures() -> None:
    first = played_fixture()
    factories.fixture(
        division=first.division, number=2, position=2, court=None, encounter=first.encounter
    )


REFUSED: dict[str, list[Attack]] = {
    "matches_fixture_number": [again(number=1)],
    "matches_fixture_position": [again(position=1)],
    "matches_fixture_court": [same_court_and_hour],
    "matches_fixture_placed": [
        lambda: factories.fixture(starts_at=None),
        lambda: factories.fixture(until=AT),
        lambda: factories.fixture(until=None),
        lambda: factories.fixture(court=None, starts_at=AT),
    ],
    "matches_fixture_decided": [
        lambda: factories.fixture(decided_for="HOME"),
        lambda: factories.fixture(decided_reason="Sorteo"),
        lambda: factories.fixture(decided_for="X", decided_reason="Sorteo"),
    ],
    "matches_slot_side_once": [second_slot(side="HOME")],
    "matches_slot_place_once": [second_slot(place=1)],
    "matches_slot_side": [second_slot(side="X")],
    "matches_slot_one_source": [
        lambda: factories.bracket_slot(group=None, place=None),
        lambda: factories.bracket_slot(place=None),
        lambda: factories.bracket_slot(place=0),
    ],
    "matches_slot_filled": [
        lambda: factories.bracket_slot(filled_at=AT),
        lambda: factories.bracket_slot(vacant=True),
        lambda: factories.bracket_slot(provisional=True),
    ],
}

ALSO = {"matches_fixture_court": ["matches_fixture_court_taken"]}

UNIQUE_FIELDS: dict[str, Attack] = {
    "matches_fixture.encounter_id": one_encounter_of_two_fixtures,
    "matches_bracketslot.winner_of_id": fed_twice("winner_of"),
    "matches_bracketslot.loser_of_id": fed_twice("loser_of"),
}
