"""The rule book as people read and search it. Pure.

The clauses are `rules.regulation`'s; here they are only found: by their ID (with or without its
prefix), by their article, or by words of their title and text, whatever the accents; and what
belongs to one is gathered: the options where its text is silent, the clauses that lead to it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from league.collation import sort_key
from rules.discipline import Option
from rules.registry import DISCIPLINES
from rules.regulation import ARTICLES, CLAUSES, Article, Clause

CITED = re.compile(r"(?<![\w-])[A-Z]-(?:(?:[A-Z]+|\d+)\.\d+|\d+)(?!\w|\.\d)")
_ID = re.compile(r"(?:[a-z][- ])?(?P<article>[a-z]+|\d+)(?:[.\s](?P<number>\d+))?\.?")
_ARTICLE = re.compile(r"(?:art(?:iculo|\.)?\s+)(?P<article>[a-z]+|\d+)")


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around a clause: the ones before and after it, the options where its text is
    silent, and the clauses that name it or send to it."""

    before: Clause | None
    after: Clause | None
    options: tuple[Option, ...]
    named_by: tuple[Clause, ...]


def rule_book(query: str = "") -> tuple[Article, ...]:
    """Every article, or those with a clause that the query asks for (and only such clauses)."""
    asked = _asked(query)
    found = []
    for articles in ARTICLES.values():
        for article in articles:
            clauses = tuple(clause for clause in article.clauses if asked(article, clause))
            if clauses:
                found.append(Article(id=article.id, title=article.title, clauses=clauses))
    return tuple(found)


def around(clause: Clause) -> Around:
    """What stands around that clause."""
    own = [one for one in CLAUSES.values() if one.prefix == clause.prefix]
    place = own.index(clause)
    return Around(
        before=own[place - 1] if place else None,
        after=own[place + 1] if place + 1 < len(own) else None,
        options=options_on(clause.id),
        named_by=tuple(
            one
            for one in own
            if one is not clause
            and (clause.id in one.see or clause.id in CITED.findall(one.text))
            and one.id not in clause.see
        ),
    )


def options_on(id: str) -> tuple[Option, ...]:
    """The options of that clause, in the order of the discipline."""
    return tuple(
        option
        for discipline in DISCIPLINES.values()
        for option in discipline.options_schema()
        if option.clause == id
    )


def _asked(query: str) -> Callable[[Article, Clause], bool]:
    by_id = _ID.fullmatch(_lower(query))
    if by_id:
        ending = "-" + ".".join(filter(None, by_id.groups())).upper()
        if any(id.endswith(ending) for id in CLAUSES):
            return lambda article, clause: clause.id.endswith(ending)
    by_article = _ARTICLE.fullmatch(_lower(query))
    if by_article:
        return lambda article, clause: article.id == by_article["article"].upper()
    words = [_plain(word) for word in query.split() if _plain(word)]

    def has_them(article: Article, clause: Clause) -> bool:
        text = _plain(f"{clause.id} {clause.title} {clause.text} {article.title}")
        return all(word in text for word in words)

    return has_them


def _lower(text: str) -> str:
    """In lower case with its signs, and "artículo" without its accent."""
    return " ".join(text.casefold().replace("í", "i").split())


def _plain(text: str) -> str:
    """Without accents, case or signs. Longer than a sort key reads, so in pieces of words."""
    return " ".join(
        bytes.fromhex(key).decode("ascii") for word in text.split() if (key := sort_key(word))
    )
