"""Searching the rule book, and what belongs to a clause."""

import pytest

from league.rule_book import CITED, around, options_on, rule_book
from rules.registry import DISCIPLINES
from rules.regulation import CLAUSES, articles, clause


def _ids(query: str) -> set[str]:
    return {clause.id for article in rule_book(query) for clause in article.clauses}


def test_shows_everything_by_article() -> None:
    book = rule_book()
    assert book[0].id == "P"
    assert len(_ids("")) > 90


@pytest.mark.parametrize(
    "query", ["M-VII.1", "m-vii.1", "VII.1", "vii.1", " vii 1 ", "M VII.1", "VII.1."]
)
def test_finds_an_id_however_it_is_written(query: str) -> None:
    assert _ids(query) == {"M-VII.1"}


def test_finds_one_that_other_ids_begin_with() -> None:
    assert _ids("m-d.2") == {"M-D.2"}


@pytest.mark.parametrize("query", ["artículo V", "ARTICULO v", "art. V"])
def test_finds_an_article(query: str) -> None:
    assert _ids(query) == {f"M-V.{number}" for number in range(1, 15)}


def test_finds_words_without_accents_and_all_of_them() -> None:
    assert _ids("ORDAGO") == _ids("órdago") != set()
    assert _ids("órdago pares") < _ids("órdago")


def test_finds_by_the_name_of_the_article() -> None:
    assert {"M-II.1", "M-II.8"} <= _ids("señas")


@pytest.mark.parametrize("query", ["balonmano", "IX.99", "?", "%", "..", "«»"])
def test_finds_nothing_or_everything_without_failing(query: str) -> None:
    assert _ids(query) in (set(), _ids(""))
    assert not _ids("balonmano") and not _ids("IX.99")


def test_every_option_stands_at_a_clause() -> None:
    found = [option.key for id in CLAUSES for option in options_on(id)]
    asked = [one.key for game in DISCIPLINES.values() for one in game.options_schema()]
    assert sorted(found) == sorted(asked)


def test_clauses_lead_to_each_other_and_to_the_next() -> None:
    first = around(clause("M-P.1"))
    assert first.before is None and first.after is clause("M-P.2")
    # An article ends and the next begins.
    assert around(clause("M-VIII.1")).before is clause("M-VII.7")
    assert around(clause("M-T.4")).after is None
    # M-VII.7 does not send to M-VII.4; M-VII.6 it sends to itself.
    named = {one.id for one in around(clause("M-VII.1")).named_by}
    assert "M-VII.6" in named and "M-VII.7" not in named


def test_reads_ids_out_of_a_text() -> None:
    assert CITED.findall("Según M-VII.1 a M-VII.3, y M-D.21.") == ["M-VII.1", "M-VII.3", "M-D.21"]
    assert CITED.findall("C-13 y C-15.10.") == ["C-13", "C-15.10"]
    assert not CITED.findall("M-VII, 1.5, C-13a y xM-D.2")


def test_no_article_has_the_id_of_another() -> None:
    ids = [article.id for article in articles("M-")]
    assert len(ids) == len(set(ids))
