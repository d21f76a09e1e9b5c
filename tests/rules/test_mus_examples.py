"""The examples of the rule book are what the engine rules."""

import pytest

from rules.mus.examples import RecordExample, SenaExample, SongExample, examples
from rules.regulation import CLAUSES

ALL = [one for several in examples().values() for one in several]


def of(kind):
    found = [one for one in ALL if isinstance(one, kind)]
    return [pytest.param(one, id=f"{n}-{one.clause}") for n, one in enumerate(found, start=1)]


def test_enough_clauses_have_one():
    assert set(examples()) <= set(CLAUSES)
    assert len(examples()) >= 35
    # Every clause of the articles V to IX that decides stones.
    decide = ["V.1", "V.2", "V.3", "V.8", "V.9", "V.13", "V.14", "VI.1", "VI.2", "VI.5"]
    decide += [f"VII.{n}" for n in range(1, 8)] + [f"VIII.{n}" for n in range(1, 6)]
    assert {f"M-{id}" for id in [*decide, "IX.1", "IX.2"]} <= set(examples())


@pytest.mark.parametrize("example", of(RecordExample))
def test_a_deal_brings_the_stones_that_are_told(example):
    report = example.ruled()
    counted = [line for line in report.lines if line.counted]
    stones = [f"{line.heading} {line.pair} {line.stones} {line.reason}" for line in counted]
    assert stones == list(example.expect)
    score = f"{report.score[0]}-{report.score[1]}"
    assert f"{score} {report.winner}".removesuffix(" None") == example.score
    ways = [way.score for pending in report.pending for way in pending.ways]
    assert [f"{a}-{b}" for a, b in ways] == list(example.open)


@pytest.mark.parametrize("example", of(RecordExample))
def test_a_deal_shows_the_clause_it_stands_under(example):
    # What is only counted or read otherwise has no line of its own clause.
    shown_otherwise = {"M-P.2", "M-V.1", "M-V.2", "M-V.8", "M-V.13", "M-VII.4", "M-VII.6"}
    report = example.ruled()
    named = {line.clause for line in report.lines} | {one.clause for one in report.findings}
    named |= {one.clause for one in report.pending}
    assert example.clause in named or example.clause in shown_otherwise or "&" in example.record


@pytest.mark.parametrize("example", of(SenaExample))
def test_a_hand_may_pass_the_senas_that_are_told(example):
    assert example.legal() == example.expect
    found = example.found()
    assert (found.code if found else "") == example.breach
    assert not found or found.clause == example.clause or example.clause == "M-IV.2"


@pytest.mark.parametrize("example", of(SongExample))
def test_cards_are_sung_as_told(example):
    found = example.found()
    assert (found.code if found else "") == example.breach


@pytest.mark.parametrize("example", ALL, ids=lambda one: one.clause)
def test_a_story_is_short_and_ends(example):
    assert 20 <= len(example.tells) <= 320 and example.tells.endswith(".")
