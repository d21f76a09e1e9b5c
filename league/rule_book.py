"""The rule book as people read and search it. Pure.

The clauses are `rules.regulation`'s; here they are only found: by their ID, or by words of their
title and text, whatever the accents.
"""

from collections.abc import Iterable

from league.collation import sort_key
from rules.regulation import ARTICLES, Article, Clause


def rule_book(query: str = "") -> tuple[Article, ...]:
    """Every article, or those with a clause that has all the words of the query (and only such
    clauses)."""
    found = []
    for articles in ARTICLES.values():
        for article in articles:
            clauses = tuple(_matching(article.clauses, query))
            if clauses:
                found.append(Article(id=article.id, title=article.title, clauses=clauses))
    return tuple(found)


def _matching(clauses: Iterable[Clause], query: str) -> Iterable[Clause]:
    words = [_plain(word) for word in query.split() if _plain(word)]
    for clause in clauses:
        text = _plain(f"{clause.id} {clause.title} {clause.text}")
        if all(word in text for word in words):
            yield clause


def _plain(text: str) -> str:
    """Without accents, case or signs. Longer than a sort key reads, so in pieces of words."""
    return " ".join(
        bytes.fromhex(sort_key(word)).decode("ascii") for word in text.split() if sort_key(word)
    )
