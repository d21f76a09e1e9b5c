"""Cachibol as the league asks it: sheets, teams, the table."""

import json
from datetime import date

import pytest

from rules.cachibol.options import CACHIBOL
from rules.errors import RuleViolation
from rules.formats import Side
from rules.registry import discipline
from rules.team_rules import AgeBand, age_on

GAME = discipline("cachibol")
SETTINGS = CACHIBOL.to_mapping()


@pytest.mark.regulation("C-10.2", "C-10.3")
@pytest.mark.parametrize(
    ("sets", "score", "winner"),
    [
        ([(10, 3), (10, 8)], (2, 0), Side.HOME),
        ([(10, 3), (8, 10), (9, 11)], (1, 2), Side.AWAY),
        ([(15, 14), (14, 15), (10, 7)], (2, 1), Side.HOME),
    ],
)
def test_a_sheet_is_its_sets(sets, score, winner):
    for told in (sets, json.loads(json.dumps(sets))):
        reading = GAME.read_sheet({"sets": told}, SETTINGS)
        assert (reading.findings, reading.score) == ((), score)
        assert reading.winners == {1: winner}


@pytest.mark.regulation("C-10.2", "C-10.3")
@pytest.mark.parametrize(
    ("sets", "code"),
    [
        ([[10, 9], [10, 3]], "cachibol.set.not_reachable"),
        ([[10, 3]], "cachibol.match.not_over"),
        ([[10, 3], [10, 3], [10, 3]], "cachibol.match.set_after_the_end"),
        ([], "cachibol.match.not_over"),
        (["x"], "cachibol.set.unreadable"),
        ([[10, -1], [10, 3]], "cachibol.set.unreadable"),
    ],
)
def test_a_sheet_that_cannot_be_is_found_out(sets, code):
    reading = GAME.read_sheet({"sets": sets}, SETTINGS)
    assert [finding.code for finding in reading.findings] == [code]
    assert reading.winners == {1: None}


@pytest.mark.regulation("C-19.2")
@pytest.mark.parametrize(
    ("ended_as", "score", "winner"),
    [
        ("FORFEIT_HOME", (0, 2), Side.AWAY),
        ("FORFEIT_AWAY", (2, 0), Side.HOME),
        ("ABANDONED", (0, 0), None),
    ],
)
def test_a_match_that_was_not_played_is_lost_to_nil(ended_as, score, winner):
    reading = GAME.read_sheet({"partidas": [{"board": 1, "ended_as": ended_as}]}, SETTINGS)
    assert (reading.findings, reading.score, reading.winners) == ((), score, {1: winner})


@pytest.mark.parametrize(
    "facts", [{"partidas": [{"ended_as": "PLAYED"}]}, {}, {"sets": None}, {"sets": "10-3"}]
)
def test_what_is_no_sheet_is_refused(facts):
    with pytest.raises(RuleViolation, match=r"cachibol\.sheet\.unreadable"):
        GAME.read_sheet(facts, SETTINGS)


@pytest.mark.regulation("C-19.2")
def test_the_minutes_that_the_source_has_lost_have_to_be_chosen():
    with pytest.raises(RuleViolation) as refusal:
        GAME.read_settings({})
    assert (refusal.value.code, refusal.value.clause) == ("options.not_chosen", "C-19.2")
    assert GAME.grace_of(SETTINGS | {"tolerance_minutes": 20}) == 20


@pytest.mark.regulation("C-4.1", "C-5", "C-7.1", "C-7.2")
def test_how_a_team_is_made_up():
    rules = GAME.team_rules(SETTINGS)
    assert (GAME.roster.minimum, GAME.roster.maximum) == (8, 12)
    assert rules.shirts == (1, 18)
    assert rules.has_captain
    assert len(rules.staff) == 3
    assert [(one.kind, one.days) for one in rules.documents] == [("MEDICAL", 15)]
    assert set(rules.branches) == {"WOMEN", "MEN"}


@pytest.mark.regulation("C-7.3")
@pytest.mark.parametrize(("category_d", "of_70"), [("from_70", "D"), ("from_71", "C")])
def test_every_age_from_forty_has_one_category(category_d, of_70):
    bands = GAME.team_rules(SETTINGS | {"category_d": category_d}).bands
    for age in range(40, 100):
        assert len([one for one in bands if one.code != "open" and one.takes(age)]) == 1
    assert [one.code for one in bands if one.code != "open" and one.takes(70)] == [of_70]
    assert bands[0] == AgeBand("open") and bands[0].takes(18)


@pytest.mark.parametrize(
    ("born", "day", "age"),
    [
        ("1976-12-31", "2026-12-31", 50),
        ("1977-01-01", "2026-12-31", 49),
        ("1976-02-29", "2026-02-28", 49),
        ("1976-02-29", "2026-03-01", 50),
    ],
)
def test_age_is_in_whole_years(born, day, age):
    assert age_on(date.fromisoformat(born), date.fromisoformat(day)) == age


def test_what_mus_does_not_know():
    rules = discipline("mus").team_rules({})
    assert rules.shirts is None and not rules.has_captain
    assert not (rules.staff or rules.documents or rules.branches or rules.bands)
