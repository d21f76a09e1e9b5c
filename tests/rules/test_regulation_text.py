"""The clauses: all of them, in order, readable, and cited only if they exist."""

import re

import pytest

from rules.errors import RuleViolation
from rules.mus.findings import KINDS
from rules.regulation import CLAUSES, Who, articles, clause, clauses_of

# article → number of clauses, counted in the regulation
ARTICLES = ("P", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "E", "D", "T")
CLAUSES_IN_EACH = (8, 11, 8, 4, 2, 14, 5, 7, 6, 2, 1, 21, 4)
MUS = dict(zip(ARTICLES, CLAUSES_IN_EACH, strict=True))
MUS_IDS = [f"M-{article}.{n}" for article, count in MUS.items() for n in range(1, count + 1)]


def test_mus_has_exactly_its_ninety_three_clauses_in_order():
    assert len(MUS_IDS) == 93
    assert [id for id in CLAUSES if id.startswith("M-")] == MUS_IDS


def test_articles_come_in_order_and_hold_their_clauses():
    assert [article.id for article in articles("M-")] == list(MUS)
    for article in articles("M-"):
        assert article.title
        assert article.clauses == clauses_of("M-", article.id)
        assert [one.id for one in article.clauses] == [
            f"M-{article.id}.{n}" for n in range(1, MUS[article.id] + 1)
        ]


@pytest.mark.parametrize("id", MUS_IDS)
def test_clause_has_a_short_title_a_text_and_someone_to_carry_it_out(id):
    one = clause(id)
    assert one.prefix == "M-"
    assert 0 < len(one.title) <= 45
    assert 40 <= len(one.text) <= 420
    assert one.text.endswith(".")
    assert one.text.count(". ") <= 2  # three sentences at most
    assert one.who
    assert set(one.who) <= set(Who)


@pytest.mark.parametrize("id", MUS_IDS)
def test_clause_says_what_is_done_about_it_and_leads_on(id):
    one = clause(id)
    assert 20 <= len(one.how) <= 160 and one.how.endswith(".")
    assert id not in one.see and len(set(one.see)) == len(one.see)
    assert set(one.see) <= set(CLAUSES)


def test_clauses_named_in_a_text_exist():
    named = {
        id
        for one in CLAUSES.values()
        for id in re.findall(r"\bM-[A-Z]+\.\d+", f"{one.text} {one.how}")
    }
    assert named <= set(CLAUSES)
    assert {"M-VII.1", "M-VII.7", "M-IV.1"} <= named


def test_who_carries_out_what_the_engine_checks():
    assert clause("M-D.13").who == (Who.LEAGUE, Who.COMMITTEE)
    assert clause("M-V.4").who == (Who.TABLE, Who.ENGINE)


def test_findings_cite_clauses_that_exist():
    assert {kind.clause for kind in KINDS.values()} <= set(CLAUSES)


def test_an_unknown_clause_is_refused():
    with pytest.raises(RuleViolation) as refusal:
        clause("M-X.1")
    assert refusal.value.code == "regulation.unknown_clause"
    assert clauses_of("M-", "X") == ()
    assert articles("Z-") == ()
