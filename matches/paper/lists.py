"""What hangs on the wall of a bar: the table of a group and the board of rulings."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from league.models import Division, Season
from league.unit_words import unit_words
from matches import moments
from matches.models import Ruling
from matches.paper.typeset import typeset

COLUMNS = {
    "played": "J",
    "won": "G",
    "drawn": "E",
    "lost": "P",
    "score_for": "A fav.",
    "score_against": "En c.",
    "difference": "Dif.",
    "points": "Puntos",
}


def standings_pdf(division: Division, rows: Sequence[Mapping[str, Any]], *, at: datetime) -> bytes:
    """The table of a group. `rows` are as `components/standings_table.html` takes them."""
    season = division.season
    draws = unit_words(season.discipline).draws
    columns = [name for name in COLUMNS if draws or name != "drawn"]
    with translation.override("es"):
        values = _frame(season, at, _("Clasificación, %(group)s") % {"group": division.name}) | {
            "note": _("Cambia con cada resultado y con lo que resuelva el comité."),
            "columns": [COLUMNS[name] for name in columns],
            "rows": [
                {
                    "position": row["position"],
                    "team": str(row["team"]),
                    "why": str(row["why"] or ""),
                    "notes": [
                        *([_("Retirada.")] if row["withdrawn"] else []),
                        *(f"{one['text']} {one.get('link', '')}".strip() for one in row["notes"]),
                    ],
                    "numbers": [_signed(name, row[name]) for name in columns],
                }
                for row in rows
            ],
        }
    return typeset("table", values, timestamp=int(at.timestamp()))


def rulings_pdf(season: Season, cards: Iterable[Mapping[str, Any]], *, at: datetime) -> bytes:
    """The board of rulings. `cards` are as the board's page takes them."""
    with translation.override("es"):
        values = _frame(season, at, _("Tablón de resoluciones")) | {
            "rulings": [_card(card["ruling"], card) for card in cards]
        }
    return typeset("board", values, timestamp=int(at.timestamp()))


def _frame(season: Season, at: datetime, heading: str) -> dict[str, Any]:
    league = season.competition.name
    return {
        "title": f"{heading}, {league} {season.name}",
        "heading": heading,
        "footer": f"{league} · {season.name}",
        "league": league,
        "season": season.name,
        "moment": moments.dated(at),
    }


def _card(ruling: Ruling, card: Mapping[str, Any]) -> dict[str, Any]:
    later = card["replaced_by"]
    return {
        "title": f"{card['title']}, {moments.dated(ruling.ruled_at)}",
        "about": str(card["about"]),
        "clauses": list(ruling.clauses),
        "facts": ruling.facts,
        "decision": ruling.decision,
        "replaced": _("sustituida por la %(number)s") % later if later else "",
    }


def _signed(name: str, value: Any) -> str:
    return f"{value:+d}".replace("-", "−") if name == "difference" and value else str(value)
