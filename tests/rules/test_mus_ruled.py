"""A record ruled upon across the seam: the plain values that the pages show."""

import pytest

from rules.errors import NotationError, RuleViolation
from rules.record_report import LONGEST_RECORD, ReportLine
from rules.registry import discipline

MUS = discipline("mus")
SETTINGS = MUS.presets[0].settings

EXAMPLE_1 = """[Tanteo "38-33"] [Mano "A1"] [Cartas "A1:RR64 CCS1 7654 3SS2"]
M: A1x
G: A1e B1q
C: A1- B1- A2- B2-
P: A1s B1s A2n B2s  A1- B1- B2-
J: A1n B1s A2n B2s
"""
EXAMPLE_3 = """[Tanteo "20-22"] [Mano "A1"] [Cartas "A1:RR31 CS64 5541 777S"]
M: A1x
G: A1- B1- A2- B2-
C: A1- B1- A2- B2-
P: A1s B1n A2s B2s  A1e B2n
J: A1s B1n A2n B2s  A1e5 B2q
"""


def test_an_example_comes_back_line_by_line():
    report = MUS.rule_on(EXAMPLE_3, SETTINGS)
    assert (report.before, report.score, report.winner) == ((20, 22), (26, 30), None)
    assert report.target == 40
    assert report.lines == (
        ReportLine("pares", "A", 1, "negada", "M-VI.2", "negada"),
        ReportLine("grande", "A", 1, "passed", "M-VI.1", "values"),
        ReportLine("chica", "A", 1, "passed", "M-VI.1", "values"),
        ReportLine("pares", "A", 3, "value", "M-VI.1", "refused_values"),
        ReportLine("juego", "B", 5, "accepted", "M-VIII.4", "la_real"),
        ReportLine("juego", "B", 3, "value", "M-VIII.4", "la_real"),
    )
    assert report.hands[3] == ("B2", ("7", "7", "7", "S"))
    assert report.options == ("negada", "values", "refused_values", "la_real")


def test_what_comes_after_the_game_is_won_is_marked():
    report = MUS.rule_on(EXAMPLE_1, SETTINGS)
    assert (report.score, report.winner) == ((40, 33), "A")
    assert [line.counted for line in report.lines] == [True, *[False] * (len(report.lines) - 1)]


def test_the_record_of_the_report_rules_the_same():
    report = MUS.rule_on(EXAMPLE_3.replace("\n", "\r\n"), SETTINGS)
    assert MUS.rule_on(report.record, SETTINGS) == report


def test_what_the_record_names_goes_before_the_season():
    text = '[Opciones "la_real=off"] ' + EXAMPLE_3
    report = MUS.rule_on(text, SETTINGS)
    assert report.score == (34, 22)
    assert report.settings == (("la_real", "off"),)
    assert MUS.rule_on(EXAMPLE_3, dict(SETTINGS) | {"la_real": "off"}).score == (34, 22)


def test_a_wrong_announcement_is_found_and_what_is_open_has_its_ways():
    text = EXAMPLE_3.replace("A1e B2n", "A1e").replace("B1n A2s B2s", "B1s A2s B2s")
    report = MUS.rule_on(text + "? M-VII.3 B1 sin pares\n", SETTINGS)
    (found,) = report.findings
    assert (found.code, found.seat, found.heading) == ("mus.error.announced_without", "B1", "pares")
    (claim,) = report.claims
    assert (claim.clause, claim.seat, claim.text) == ("M-VII.3", "B1", "sin pares")
    pending = {one.heading: one for one in report.pending}["pares"]
    assert pending.code == "mus.pending.unanswered"
    assert len({way.name for way in pending.ways}) == len(pending.ways) >= 2
    assert found.clause in report.clauses


@pytest.mark.parametrize(
    ("text", "where"),
    [("", (1, 1)), ('\n  [Cartas "A1:RR31 CS64 5541 777X"]', (2, 33))],
)
def test_what_cannot_be_read_says_where(text, where):
    with pytest.raises(NotationError) as refused:
        MUS.rule_on(text, SETTINGS)
    assert (refused.value.line, refused.value.column) == where


def test_too_long_a_record_is_refused_before_it_is_read():
    with pytest.raises(RuleViolation) as refused:
        MUS.rule_on(EXAMPLE_3 + " " * LONGEST_RECORD, SETTINGS)
    assert refused.value.code == "record.too_long"


def test_claims_and_what_was_written_down_come_back_answered():
    text = EXAMPLE_3 + "= grande:A1 chica:B1 juego:B2\n? M-VII.1 B1 los tenía\n? M-V.9 A1\n"
    report = MUS.rule_on(text, SETTINGS)
    assert [(one.code, one.heading, one.facts["stones"]) for one in report.written] == [
        ("mus.answer.written_matches", "grande", 1),
        ("mus.answer.written_differs", "chica", 1),
        ("mus.answer.written_matches", "juego", 8),
        ("mus.answer.written_omits", "pares", 4),
    ]
    assert [one.costs for one in report.written] == [False, True, False, True]
    assert [(one.text, one.answer) for one in report.claims] == [
        ("los tenía", "mus.answer.claim_fails"),
        ("", ""),
    ]
    assert "la_real" in report.decided


def test_a_finding_about_nobody_has_no_seat_and_its_facts_are_told():
    report = MUS.rule_on(EXAMPLE_3.replace("A1:RR31", "A1:RR3??"), SETTINGS)
    note = report.findings[-1]
    assert (note.code, note.seat, note.facts) == ("mus.note.cards_unknown", "", {"seats": ("A1",)})


def test_a_record_that_can_be_read_in_two_ways_says_where():
    text = EXAMPLE_3.replace("P: A1s B1n A2s B2s  A1e B2n", "P: A1s A2s A1e B2n")
    with pytest.raises(NotationError) as refused:
        MUS.rule_on(text, SETTINGS)
    assert (refused.value.code, refused.value.line) == ("mus.record.ambiguous", 5)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (EXAMPLE_3.replace("777S", "77????"), ""),
        (EXAMPLE_3.replace("5541 777S", "55???? 777??"), "mus.record.cards_unknown"),
        (
            EXAMPLE_3.replace("777S", "777??").replace("A1- B1- A2- B2-", "A1- " * 41),
            "mus.record.said_at_length",
        ),
        (EXAMPLE_3.replace("A1- B1- A2- B2-", "A1- " * 41), ""),
    ],
)
@pytest.mark.regulation("M-E.1")
def test_what_would_take_seconds_is_refused(text, code):
    """Two cards that nobody knows and eighty words take a third of a second; sixteen and more words
    took thirteen seconds, and a claim could carry them."""
    if not code:
        assert MUS.rule_on(text, SETTINGS).hands
        return
    with pytest.raises(RuleViolation) as refused:
        MUS.rule_on(text, SETTINGS)
    assert (refused.value.code, refused.value.clause) == (code, "M-E.1")
