"""A tournament day that was planned and not published yet, as its preview prints it."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournament.bracket import Bracket, Place, Source, Winner
from league.tournament.plan import Planned
from matches import moments
from matches.services.tournament_plans import TournamentPreview
from matches.tournament_words import (
    loser_words,
    place_words,
    round_name,
    third_place_name,
    winner_words,
)

Shown = dict[str, Any]


def shown_plan(made: TournamentPreview) -> Shown:
    """Groups, bracket and timetable in the shapes of `views.tournament_shown`."""
    lines = {row.key: _line(row, made) for row in made.plan.matches}
    return {
        "when": moments.whole(made.settings.starts_at),
        "venue": made.venue,
        "groups": [
            {"name": name, "teams": [made.teams[int(team)].name for team in group]}
            for name, group in zip(made.group_names, made.plan.groups, strict=True)
        ],
        "bracket": _bracket(made.plan.knock_out, made, lines),
        "timetable": _timetable(made, lines),
        "quality": _quality(made),
        "clashes": len(made.clashes),
    }


def _line(row: Planned, made: TournamentPreview) -> Shown:
    return {
        "number": row.number,
        "court": made.courts[row.court],
        "hour": moments.hour(made.starts_at(row)),
        "phase": _phase(row, made),
        "home": _side(row, made, home=True),
        "away": _side(row, made, home=False),
        "stage": "WAITING",
        "late": 0,
        "url": "",
        "home_score": None,
        "away_score": None,
        "chip": _("pista ocupada") if row.number in made.clashes else "",
        "chip_level": "stop",
    }


def _phase(row: Planned, made: TournamentPreview) -> str:
    if row.group is not None:
        return made.group_names[row.group]
    if row.key == "third":
        return third_place_name()
    tree = made.plan.knock_out
    assert tree is not None  # a match of no group is of the knock-out
    return round_name(tree.rounds - row.round)


def _side(row: Planned, made: TournamentPreview, *, home: bool) -> Shown:
    if row.match is not None:
        source = row.match.home if home else row.match.away
        return {"name": _source(source, made), "known": False, "won": False}
    team = row.home if home else row.away
    return {"name": made.teams[int(team or 0)].name, "known": True, "won": False}


def _source(source: Source, made: TournamentPreview) -> str:
    if isinstance(source, Place):
        return place_words(made.group_names[source.group], source.place)
    number = made.plan.numbers[source.match]
    return winner_words(number) if isinstance(source, Winner) else loser_words(number)


def _bracket(
    tree: Bracket | None, made: TournamentPreview, lines: dict[str, Shown]
) -> Shown | None:
    if tree is None:
        return None
    rounds = []
    for number in range(1, tree.rounds + 1):
        places: list[Shown] = []
        byes = []
        for position in range(1, 2 ** (tree.rounds - number) + 1):
            key = f"{number}-{position}"
            if key in lines:
                places.append({"match": lines[key]})
                continue
            waits = _bye(tree, number, position, made)
            places.append({"bye": waits})
            byes += [waits] if waits else []
        rounds.append(
            {
                "number": number,
                "name": round_name(tree.rounds - number),
                "places": places,
                "byes": byes,
            }
        )
    return {"rounds": rounds, "third": lines.get("third"), "third_name": third_place_name()}


def _bye(tree: Bracket, number: int, position: int, made: TournamentPreview) -> str:
    onward = tree.by_key.get(f"{number + 1}-{(position + 1) // 2}")
    if onward is None:
        return ""
    return _source(onward.home if position % 2 else onward.away, made)


def _timetable(made: TournamentPreview, lines: dict[str, Shown]) -> Shown:
    cells: dict[int, dict[int, str]] = {}
    for row in made.plan.matches:
        cells.setdefault(row.starts, {})[row.court] = row.key
    return {
        "courts": list(made.courts),
        "rows": [
            {
                "hour": lines[next(iter(cells[starts].values()))]["hour"],
                "cells": [
                    lines[cells[starts][court]] if court in cells[starts] else None
                    for court in range(len(made.courts))
                ],
            }
            for starts in sorted(cells)
        ],
        "loose": [],
    }


def _quality(made: TournamentPreview) -> list[str]:
    """How good the day is, and why it is as long as it is."""
    quality, plan = made.plan.table.quality, made.plan
    hours, minutes = divmod(plan.table.lasts, 60)
    facts: dict[str, Any] = {
        "count": len(plan.matches),
        "hours": hours,
        "minutes": minutes,
        "end": moments.hour(made.starts_at(plan.matches[-1])),
        "rest": quality.shortest_rest,
        "wait": quality.longest_wait,
        "fewest": quality.fewest_rows,
        "turns": quality.rows,
    }
    told = [
        ngettext(
            "%(count)s partido en %(hours)s h %(minutes)s min; el último empieza a las %(end)s.",
            "%(count)s partidos en %(hours)s h %(minutes)s min; el último empieza a las %(end)s.",
            len(plan.matches),
        )
        % facts
    ]
    if quality.rows == quality.fewest_rows:
        told.append(
            _("Son %(turns)s turnos: con estas pistas y estos descansos no puede haber menos.")
            % facts
        )
    else:
        told.append(
            _(
                "Son %(turns)s turnos. Por las pistas y los descansos harían falta %(fewest)s como "
                "poco; el resto se espera a que acaben los grupos o la ronda anterior."
            )
            % facts
        )
    if quality.shortest_rest is not None:
        told.append(
            _(
                "En los grupos, entre dos partidos de un mismo equipo pasan de %(rest)s a %(wait)s "
                "minutos."
            )
            % facts
        )
    if plan.knock_out is not None and plan.knock_out.byes:
        names = ", ".join(_source(place, made) for place in plan.knock_out.byes)
        told.append(_("Exentos de la primera ronda: %(names)s.") % {"names": names})
    return told
