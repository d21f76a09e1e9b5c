"""The rule book for everybody: all of it with a search, one clause, and the odds of a hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from league import policies
from league.http import whole_number
from league.labels import RULE_BOOKS, WHO_DOES, WHO_SHORT
from league.rule_book import around, rule_book
from league.season_scheme import options_of
from league.selectors import seasons as select
from rules.errors import RuleViolation
from rules.regulation import ARTICLES, Article, articles
from rules.regulation import clause as read_clause

LONGEST_QUERY = 80


@dataclass(frozen=True, slots=True)
class Read:
    """A season whose readings the book shows beside the proposed ones."""

    pk: int
    name: str
    settings: Mapping[str, Any]


@require_safe
def regulation(request: HttpRequest) -> HttpResponse:
    """The rule book, clause by clause, with a search; the list alone where a script asks for it."""
    query = request.GET.get("q", "").replace("\x00", "").strip()[:LONGEST_QUERY]
    book = rule_book(query)
    context = {
        "articles": [_article(one) for one in book],
        "q": query,
        "count": sum(len(one.clauses) for one in book),
        "who": [(WHO_SHORT[who], WHO_DOES[who]) for who in WHO_SHORT],
        "read_in": _read_in(request),
    }
    alone = request.headers.get("HX-Request") == "true"
    response = render(request, "_rule_book.html" if alone else "regulation.html", context)
    patch_vary_headers(response, ("HX-Request",))
    return response


@require_safe
def clause_page(request: HttpRequest, clause: str) -> HttpResponse:
    """One clause with all that belongs to it."""
    try:
        found = read_clause(clause)
    except RuleViolation:
        raise Http404 from None
    article = next(one for one in articles(found.prefix) if one.id == found.article)
    context = {
        "clause": found,
        "article": article,
        "around": around(found),
        "read_in": _read_in(request),
    }
    return render(request, "clause.html", context)


def _read_in(request: HttpRequest) -> Read | None:
    """The season in the address, as far as whoever asks may see it; None without one, since the
    book is there for everybody."""
    number = whole_number(request.GET.get("temporada", ""))
    if number is None:
        return None
    try:
        season = select.season_by_id(number)
        if not policies.may_see_season(request.user, season):
            return None
        return Read(season.pk, str(season), options_of(season))
    except (ObjectDoesNotExist, RuleViolation):
        return None


def _article(article: Article) -> dict[str, Any]:
    return {
        "id": article.id,
        "title": article.title,
        "book": RULE_BOOKS.get(article.clauses[0].prefix, "") if len(ARTICLES) > 1 else "",
        "clauses": [{"clause": one, "around": around(one)} for one in article.clauses],
    }
