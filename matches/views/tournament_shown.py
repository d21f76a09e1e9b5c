"""A tournament day as its templates print it, for everybody and for the organiser."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Team
from league.tournament.advance import Outcome
from league.tournament.board import CourtNow, Stage
from matches import addresses, moments
from matches.models import BracketSlot, Fixture
from matches.selectors.public_season import Live, live_of
from matches.selectors.tournaments import TournamentReading
from matches.states.encounter import EndedKind
from matches.tournament_words import round_name, source_words, third_place_name

Shown = dict[str, Any]
Link = Callable[[Fixture], str]
NEXT_SHOWN = 2


@dataclass(frozen=True)
class Board:
    """The reading with the clock: what goes on at every court, and the live scores."""

    reading: TournamentReading
    now: datetime
    courts: Mapping[int, CourtNow]
    live: Mapping[int, Live]

    def late(self, fixture: Fixture) -> int:
        """Minutes that the match is behind, 0 unless it is the one of its court now."""
        found = self.courts.get(fixture.court_id or 0)
        return found.late if found and found.now == fixture.number and found.is_late else 0


def board_of(reading: TournamentReading, *, now: datetime) -> Board:
    return Board(
        reading=reading,
        now=now,
        courts=reading.courts_now(now),
        live=live_of(one.encounter for one in reading.fixtures if one.encounter is not None),
    )


def shown_fixture(fixture: Fixture, board: Board, link: Link | None = None) -> Shown:
    """A match as a line: its number, court and hour, its sides, its score, where it stands."""
    reading = board.reading
    stage = reading.stage(fixture)
    encounter = fixture.encounter
    told: Shown = {
        "number": fixture.number,
        "encounter": fixture.encounter_id,
        "court": fixture.court.name if fixture.court else "",
        "hour": moments.hour(fixture.starts_at),
        "starts_at": fixture.starts_at,
        "phase": phase_words(fixture, reading),
        "home": _side(fixture, 0, reading),
        "away": _side(fixture, 1, reading),
        "stage": str(stage),
        "late": board.late(fixture),
        "url": (link or public_link)(fixture),
        "home_score": None,
        "away_score": None,
        "chip": "",
        "chip_level": "",
    }
    if encounter is None:
        if stage is Stage.DONE:
            told |= {"chip": _("sin rival"), "chip_level": "plain"}
        return told
    live = board.live.get(encounter.pk)
    if encounter.kind == EndedKind.ANNULLED:
        told |= {"chip": _("anulado"), "chip_level": "stop"}
    elif encounter.home_score is not None:
        told |= {"home_score": encounter.home_score, "away_score": encounter.away_score}
        if encounter.kind in WALKOVERS:
            told |= {"chip": _("incomparecencia"), "chip_level": "stop"}
        elif encounter.state == "ENDED":
            told |= {"chip": _("sin firmar"), "chip_level": "wait"}
    elif live is not None:
        told |= {"home_score": live.home, "away_score": live.away, "live": True}
    if stage is Stage.PLAYING:
        told |= {"chip": _("en juego"), "chip_level": "info"}
    elif told["late"]:
        told |= {"chip": late_words(told["late"]), "chip_level": "wait"}
    elif fixture.starts_at is None:
        told |= {"chip": _("sin pista ni hora"), "chip_level": "wait"}
    return told


WALKOVERS = (EndedKind.WALKOVER_HOME, EndedKind.WALKOVER_AWAY, EndedKind.DOUBLE_WALKOVER)


def late_words(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    if hours:
        return _("%(hours)s h %(minutes)s min tarde") % {"hours": hours, "minutes": rest}
    return ngettext("%(late)s minuto tarde", "%(late)s minutos tarde", minutes) % {"late": minutes}


def public_link(fixture: Fixture) -> str:
    return addresses.encounter_path(fixture.encounter) if fixture.encounter else ""


def phase_words(fixture: Fixture, reading: TournamentReading) -> str:
    if fixture.pk not in reading.slots:
        return str(fixture.division.name)
    return match_name(fixture, reading)


def match_name(fixture: Fixture, reading: TournamentReading) -> str:
    rounds = max(reading.rounds)
    if fixture.round == rounds and fixture.position > 1:
        return third_place_name()
    return round_name(rounds - fixture.round)


def _side(fixture: Fixture, which: int, reading: TournamentReading) -> Shown:
    """A side: its team, or where that will come from. `won`: it went on, or won its match."""
    slots = reading.slots.get(fixture.pk)
    if slots is None:
        encounter = fixture.encounter
        assert encounter is not None  # a match of a group always has its teams
        team: Team | None = (encounter.home, encounter.away)[which]
        won = _leads(fixture, which)
        return {"name": team.name if team else "", "known": True, "won": won}
    slot = slots[which]
    won = reading.outcome(fixture) is (Outcome.HOME, Outcome.AWAY)[which]
    if slot.team_id is not None:
        return {
            "name": reading.teams[slot.team_id].name,
            "known": True,
            "won": won,
            "provisional": slot.provisional,
            "from": source_words(slot),
        }
    if slot.vacant:
        return {"name": _("nadie"), "known": False, "won": False, "from": source_words(slot)}
    return {"name": source_words(slot), "known": False, "won": False}


def _leads(fixture: Fixture, which: int) -> bool:
    encounter = fixture.encounter
    if encounter is None or encounter.home_score is None or encounter.away_score is None:
        return False
    own, other = encounter.home_score, encounter.away_score
    return own > other if which == 0 else other > own


def shown_courts(board: Board, *, many: int = NEXT_SHOWN, link: Link | None = None) -> list[Shown]:
    """Every court: what is played or due, what comes next and when it can begin."""
    reading = board.reading
    by_number = {one.number: one for one in reading.fixtures}
    names: dict[int, Any] = {}
    for one in reading.fixtures:
        if one.court is not None:
            names[one.court.pk] = one.court
    found = []
    for court in sorted(names.values(), key=lambda one: (one.position, one.pk)):
        on = board.courts[court.pk]
        now = shown_fixture(by_number[on.now], board, link) if on.now else None
        if now and not on.is_playing:
            now["chip"] = ""  # the court says how late it is
        found.append(
            {
                "name": court.name,
                "now": now,
                "is_playing": on.is_playing,
                "is_known": now is not None and now["home"]["known"] and now["away"]["known"],
                "late": late_words(on.late) if on.is_late else "",
                "next": [
                    shown_fixture(by_number[row.key], board, link)
                    | {"expected": moments.hour(row.starts), "delayed": _delayed(by_number, row)}
                    for row in on.next[:many]
                ],
                "done": on.now is None and not on.next,
            }
        )
    return found


def _delayed(by_number: Mapping[int, Fixture], row: Any) -> bool:
    starts_at = by_number[row.key].starts_at
    return starts_at is not None and row.starts > starts_at


def shown_timetable(board: Board, link: Link | None = None) -> Shown:
    """The matches by hour and court: `courts` are the heads of the columns."""
    reading = board.reading
    courts: dict[int, Any] = {}
    rows: dict[datetime, dict[int, Fixture]] = {}
    loose = []
    for one in reading.fixtures:
        if one.court is None or one.starts_at is None:
            loose.append(one)
            continue
        courts[one.court.pk] = one.court
        rows.setdefault(one.starts_at, {})[one.court.pk] = one
    columns = sorted(courts.values(), key=lambda court: (court.position, court.pk))
    return {
        "courts": [court.name for court in columns],
        "rows": [
            {
                "hour": moments.hour(starts),
                "cells": [
                    shown_fixture(rows[starts][court.pk], board, link)
                    if court.pk in rows[starts]
                    else None
                    for court in columns
                ],
            }
            for starts in sorted(rows)
        ],
        "loose": [shown_fixture(one, board, link) for one in loose],
    }


def shown_teams(board: Board) -> list[Shown]:
    """Every team with its matches in their order."""
    reading = board.reading
    own: dict[int, list[Fixture]] = {pk: [] for pk in reading.teams}
    for one in sorted(
        reading.fixtures, key=lambda one: (one.starts_at is None, one.starts_at, one.number)
    ):
        if one.encounter is not None:
            for pk in (one.encounter.home_id, one.encounter.away_id):
                own[pk].append(one)
    found = []
    for pk, team in reading.teams.items():
        lines = []
        for one in own[pk]:
            shown = shown_fixture(one, board)
            at_home = one.encounter is not None and one.encounter.home_id == pk
            lines.append(shown | {"rival": (shown["away"] if at_home else shown["home"])["name"]})
        found.append({"name": team.name, "anchor": f"equipo-{pk}", "lines": lines})
    return found


def shown_bracket(board: Board, link: Link | None = None) -> Shown | None:
    """The tree by rounds, every place of a round from the top: a match, or the bye of who waits in
    the next one. The match for the third place stands by itself."""
    reading = board.reading
    by_round = reading.rounds
    if not by_round:
        return None
    last = max(by_round)
    third = next((one for one in by_round[last] if one.position > 1), None)
    rounds = []
    for number in range(1, last + 1):
        here = {one.position: one for one in by_round.get(number, ()) if one is not third}
        places: list[Shown] = []
        byes = []
        for position in range(1, 2 ** (last - number) + 1):
            fixture = here.get(position)
            if fixture is not None:
                places.append({"match": shown_fixture(fixture, board, link)})
            else:
                waits = _bye(reading, number, position)
                places.append({"bye": waits})
                byes += [waits] if waits else []
        rounds.append(
            {"number": number, "name": round_name(last - number), "places": places, "byes": byes}
        )
    return {
        "rounds": rounds,
        "third": shown_fixture(third, board, link) if third is not None else None,
        "third_name": third_place_name(),
    }


def _bye(reading: TournamentReading, number: int, position: int) -> str:
    """Who has no opponent at this place of the round, in words."""
    onward = next(
        (one for one in reading.rounds.get(number + 1, ()) if one.position == (position + 1) // 2),
        None,
    )
    if onward is None:
        return ""
    slot: BracketSlot = reading.slots[onward.pk][(position + 1) % 2]
    if slot.team_id is not None:
        return str(reading.teams[slot.team_id].name)
    return source_words(slot)


def shown_groups(reading: TournamentReading) -> list[Shown]:
    """The tables of the groups in short: who would go on is marked."""
    season = reading.tournament.season
    found = []
    for group in reading.groups:
        group.division.season = season
        positions = [line.row.position for line in group.rows if not line.row.withdrawn]
        found.append(
            {
                "name": group.division.name,
                "url": addresses.standings_path(group.division),
                "calendar_url": addresses.calendar_path(group.division),
                "done": group.is_played,
                "rows": [
                    {
                        "position": line.row.position,
                        "team": line.name,
                        "played": line.row.played,
                        "won": line.row.won,
                        "lost": line.row.lost,
                        "score_for": line.row.score_for,
                        "score_against": line.row.score_against,
                        "points": line.row.points,
                        "withdrawn": line.row.withdrawn,
                        # Who shares a place with somebody who would not goes nowhere yet.
                        "qualifies": line.row.played > 0
                        and not line.row.withdrawn
                        and sum(one <= line.row.position for one in positions)
                        <= reading.tournament.qualify,
                    }
                    for line in group.rows
                ],
            }
        )
    return found
