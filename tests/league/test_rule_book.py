"""Searching the rule book."""

from league.rule_book import rule_book


def _ids(query: str) -> set[str]:
    return {clause.id for article in rule_book(query) for clause in article.clauses}


def test_shows_everything_by_article() -> None:
    book = rule_book()
    assert book[0].id == "P"
    assert len(_ids("")) > 90


def test_finds_an_id_whatever_its_case() -> None:
    assert "M-D.7" in _ids("m-d.7")


def test_finds_words_without_accents_and_all_of_them() -> None:
    assert _ids("ORDAGO") == _ids("órdago") != set()
    assert _ids("órdago pares") < _ids("órdago")


def test_finds_nothing() -> None:
    assert rule_book("balonmano") == ()
