"""The regulations clause by clause: ID, article, title and text in our own words.

One TOML file a discipline, read once at import. The rule book, the findings and the committee's
pages all take their clauses from here, so an ID that does not exist cannot be cited.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files

from rules.errors import RuleViolation

_PACKAGES = ("rules.mus", "rules.cachibol")


class Who(StrEnum):
    """Who carries a clause out."""

    ENGINE = "engine"
    LEAGUE = "league"
    COMMITTEE = "committee"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause. `id` begins with the prefix of its discipline: `M-VII.1` stands in `VII`.

    `how` says what those who carry it out do, `see` are the IDs of clauses that go with it.
    """

    id: str
    article: str
    title: str
    text: str
    who: tuple[Who, ...]
    how: str = ""
    see: tuple[str, ...] = ()

    @property
    def prefix(self) -> str:
        return self.id[: self.id.index("-") + 1]


@dataclass(frozen=True, slots=True)
class Article:
    """An article with its clauses, in the order of the regulation."""

    id: str
    title: str
    clauses: tuple[Clause, ...]


def _load(package: str) -> tuple[Article, ...]:
    data = tomllib.loads(files(package).joinpath("regulation.toml").read_text(encoding="utf-8"))
    clauses = [
        Clause(
            id=line["id"],
            article=line["article"],
            title=line["title"],
            text=line["text"],
            who=tuple(Who(word) for word in line["who"]),
            how=line.get("how", ""),
            see=tuple(line.get("see", ())),
        )
        for line in data["clauses"]
    ]
    return tuple(
        Article(
            id=line["id"],
            title=line["title"],
            clauses=tuple(clause for clause in clauses if clause.article == line["id"]),
        )
        for line in data["articles"]
    )


_REGULATIONS: tuple[tuple[Article, ...], ...] = tuple(_load(package) for package in _PACKAGES)

CLAUSES: Mapping[str, Clause] = {
    clause.id: clause
    for regulation in _REGULATIONS
    for article in regulation
    for clause in article.clauses
}

ARTICLES: Mapping[str, tuple[Article, ...]] = {
    regulation[0].clauses[0].prefix: regulation for regulation in _REGULATIONS
}


def clause(id: str) -> Clause:
    """The clause of that ID. Raises RuleViolation `regulation.unknown_clause`."""
    try:
        return CLAUSES[id]
    except KeyError:
        raise RuleViolation("regulation.unknown_clause", id=id) from None


def articles(prefix: str) -> tuple[Article, ...]:
    """The articles of a discipline (`M-`) in their order; empty when it has no regulation yet."""
    return ARTICLES.get(prefix, ())


def clauses_of(prefix: str, article: str) -> tuple[Clause, ...]:
    """The clauses of one article in their order; empty when there is none."""
    return tuple(found for line in articles(prefix) if line.id == article for found in line.clauses)
