"""From the rows of the working copy to the content of an acta, and what the rules say of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league import canonical
from league.models import Registration
from matches import eligibility, snapshot
from matches.incident_kinds import REFUSAL
from matches.models import Encounter, Incident, Partida, Presence, Seat, SideRecord
from matches.states.encounter import EndedKind, Origin
from matches.states.partida import Side
from matches.stones import noted_at, stones_played_to
from rules.discipline import Discipline, SheetKind, SheetReading
from rules.registry import discipline


@dataclass(frozen=True)
class Review:
    """What would be filed now, what the rules say of it, and the fichas seated, for their names."""

    content: snapshot.Content
    reading: SheetReading
    registrations: tuple[Registration, ...]


def review(encounter: Encounter, *, ended_at: datetime | None, now: datetime) -> Review:
    """The working copy as it would be filed, judged, in as few queries as it takes."""
    chairs = _chairs(encounter)
    content = _of_chairs(encounter, chairs, started_at=encounter.started_at, ended_at=ended_at)
    registrations = tuple(chair.registration for chair in chairs)
    return Review(
        content, read(encounter, content, now=now, registrations=registrations), registrations
    )


def of_working_copy(
    encounter: Encounter, *, started_at: datetime | None, ended_at: datetime | None
) -> snapshot.Content:
    """The content that would be filed now. `findings`, `score` are filled in by `judged`."""
    return _of_chairs(encounter, _chairs(encounter), started_at=started_at, ended_at=ended_at)


def _of_chairs(
    encounter: Encounter,
    chairs: Iterable[Seat],
    *,
    started_at: datetime | None,
    ended_at: datetime | None,
) -> snapshot.Content:
    seats = _seats(chairs)
    partidas = _partidas(encounter)
    incidents = _incidents(encounter)
    refusals = {row.board: row.registration_id for row in incidents if row.kind == REFUSAL}
    boards = []
    for number in range(1, encounter.division.season.boards + 1):
        board = snapshot.empty_board(number)
        board["home"], board["away"] = (seats.get((number, side), []) for side in Side)
        board["refused_by"] = refusals.get(number)
        partida = partidas.get(number)
        if partida is not None:
            for pause in partida["breaks"]:
                stopped = pause["ended_at"] or max(
                    pause["started_at"], ended_at or pause["started_at"]
                )
                pause |= {
                    "started_at": canonical.moment(pause["started_at"]),
                    "ended_at": canonical.moment(stopped),
                }
            board |= partida
        boards.append(board)
    content = _frame(encounter, started_at=started_at, ended_at=ended_at)
    content |= {
        "boards": boards,
        "present": _present(encounter),
        "pairs": _pairs(encounter, seats),
        "draw": _draw(encounter, seats),
        "incidents": _written(incidents),
    }
    if "stones" in content:
        content["stones"]["games"] = _stones(encounter)
    return content | _stated(encounter)


def _frame(
    encounter: Encounter, *, started_at: datetime | None, ended_at: datetime | None
) -> snapshot.Content:
    division = encounter.division
    target = stones_played_to(division.season)
    stones = {} if target is None else {"stones": {"target": target, "games": []}}
    return {
        "format": snapshot.FORMAT,
        "encounter": encounter.pk,
        "season": division.season_id,
        "division": division.pk,
        "matchday": encounter.matchday.number,
        "leg": encounter.leg,
        "home": {"team": encounter.home_id, "name": encounter.home.name},
        "away": {"team": encounter.away_id, "name": encounter.away.name},
        "kind": str(EndedKind.PLAYED),
        "origin": str(Origin.ACTA),
        "started_at": canonical.moment(started_at) if started_at else None,
        "ended_at": canonical.moment(ended_at) if ended_at else None,
        "boards_expected": division.season.boards,
        "boards": [],
        "present": {"HOME": [], "AWAY": []},
        "pairs": {"HOME": None, "AWAY": None},
        "line_ups": {"HOME": "", "AWAY": ""},
        "draw": None,
        "decks": {"HOME": None, "AWAY": None},
        "over_time_decided": encounter.over_time_decided,
        "incidents": [],
        "findings": [],
    } | stones


def of_report(
    encounter: Encounter,
    *,
    kind: str,
    origin: str,
    boards: list[dict[str, Any]],
    started_at: datetime | None,
    ended_at: datetime,
    pairs: Mapping[str, int | None] | None = None,
) -> snapshot.Content:
    """The content of what was told from outside: a walkover, a paper acta, a result phoned in."""
    content = _frame(encounter, started_at=started_at, ended_at=ended_at)
    content |= {"kind": str(kind), "origin": str(origin), "present": _present(encounter)}
    if pairs is not None:
        content["pairs"] = dict(pairs)
    content["boards"] = boards or snapshot.walkover_boards(content)
    content["incidents"] = _written(_incidents(encounter))
    return content


def read(
    encounter: Encounter,
    content: Mapping[str, Any],
    *,
    now: datetime,
    registrations: Iterable[Registration] | None = None,
) -> SheetReading:
    """What the rules of the season's discipline say of a content: findings, winners, score.

    `registrations`: those seated, where the caller has them already (with player and team).
    """
    season = encounter.division.season
    rules = discipline(season.discipline)
    if rules.sheet is SheetKind.MATCH and not content["boards"]:
        return _read_match(rules, content, season.options)
    facts = snapshot.sheet(
        content,
        now=now,
        players=_players(encounter, content, registrations),
        max_duration_minutes=season.max_duration_minutes,
    )
    return rules.read_sheet(facts, season.options)


def _read_match(
    rules: Discipline, content: Mapping[str, Any], settings: Mapping[str, Any]
) -> SheetReading:
    """The sets as they are written down; of a result that was only told, the score alone."""
    if "sheet" not in content:
        score = content["score"]
        return SheetReading(findings=(), score=(score["HOME"], score["AWAY"]), winners={})
    return rules.read_sheet({"sets": content["sheet"]["sets"]}, settings)


def judged(content: snapshot.Content, reading: SheetReading) -> snapshot.Content:
    """The content with its findings, score and games written down."""
    return snapshot.stones_that_stand(content) | {
        "findings": [finding.to_mapping() for finding in reading.findings],
        "score": {"HOME": reading.score[0], "AWAY": reading.score[1]},
        "games": snapshot.games(content),
    }


def _incidents(encounter: Encounter) -> list[Incident]:
    rows = Incident.objects.filter(encounter=encounter, withdrawn_at__isnull=True)
    return list(rows.select_related("deal"))


def _written(incidents: Iterable[Incident]) -> list[dict[str, Any]]:
    return [
        {
            "id": row.pk,
            "kind": row.kind,
            "clause": row.clause,
            "board": row.board,
            "side": row.side,
            "registration": row.registration_id,
            "text": row.text,
            "friendly": row.friendly_settlement,
            "deal": _deal(row),
        }
        for row in incidents
    ]


def _deal(row: Incident) -> dict[str, str] | None:
    deal = getattr(row, "deal", None)
    return None if deal is None else {"record": deal.record, "report": deal.digest}


def _players(
    encounter: Encounter,
    content: Mapping[str, Any],
    registrations: Iterable[Registration] | None,
) -> list[dict[str, Any]]:
    sides = {
        seat["registration"]: side
        for board in content["boards"]
        for side, seats in (("HOME", board["home"]), ("AWAY", board["away"]))
        for seat in seats
    }
    if not sides:
        return []
    if registrations is None:
        registrations = Registration.objects.filter(pk__in=sides).select_related("player", "team")
    began = content["started_at"] or content["ended_at"]
    began_at = datetime.fromisoformat(began) if began else None
    return [
        eligibility.facts_of(standing, sides[standing.registration.pk])
        for standing in eligibility.judge(encounter, registrations, began_at=began_at)
    ]


def _partidas(encounter: Encounter) -> dict[int, dict[str, Any]]:
    """What the working copy says of each board, its breaks included, in one query."""
    found: dict[int, dict[str, Any]] = {}
    fields = ("home_games", "away_games", "ended_as", "awarded_to")
    pause = ("kind", "side", "started_at", "ended_at")
    rows = (
        Partida.objects.filter(encounter=encounter)
        .order_by("board", "breaks__started_at", "breaks__id")
        .values("board", *fields, *(f"breaks__{name}" for name in pause))
    )
    for row in rows:
        board = found.setdefault(
            row["board"], {name: row[name] for name in fields} | {"breaks": []}
        )
        if row["breaks__started_at"] is not None:
            board["breaks"].append({name: row[f"breaks__{name}"] for name in pause})
    return found


def _stones(encounter: Encounter) -> list[dict[str, Any]]:
    rows = Partida.objects.filter(encounter=encounter).prefetch_related("stones").order_by("board")
    return [
        {"board": row.board, "winner": str(one.winner), "game": one.game, "lost": one.lost}
        for row in rows
        for one in noted_at(row)
    ]


def _chairs(encounter: Encounter) -> list[Seat]:
    return list(
        Seat.objects.filter(encounter=encounter)
        .select_related("registration__player", "registration__team")
        .order_by("board", "side", "position")
    )


def _seats(chairs: Iterable[Seat]) -> dict[tuple[int, Side], list[dict[str, int]]]:
    seats: dict[tuple[int, Side], list[dict[str, int]]] = {}
    for chair in chairs:
        seats.setdefault((chair.board, Side(chair.side)), []).append(
            {"registration": chair.registration_id, "slot": chair.registration.slot}
        )
    return seats


def _present(encounter: Encounter) -> dict[str, list[int]]:
    present: dict[str, list[int]] = {"HOME": [], "AWAY": []}
    rows = Presence.objects.filter(encounter=encounter).order_by("registration__slot")
    for side, registration in rows.values_list("side", "registration_id"):
        present[side].append(registration)
    return present


def _pairs(encounter: Encounter, seats: Iterable[tuple[int, Side]]) -> dict[str, int | None]:
    if not seats:
        return {"HOME": None, "AWAY": None}
    return {str(side): sum(1 for _board, other in seats if other == side) for side in Side}


def _draw(
    encounter: Encounter, seats: Mapping[tuple[int, Side], list[dict[str, int]]]
) -> dict[str, Any] | None:
    draw = getattr(encounter, "draw", None)
    if draw is None or draw.drawn_at is None:
        return None
    return {
        "by_hand": draw.by_hand,
        "digest": canonical.digest(draw.result),
        "taps": {"HOME": draw.home_tapped_as, "AWAY": draw.away_tapped_as},
        "pairs": [
            {
                "board": board,
                "side": str(side),
                "players": [seat["registration"] for seat in pair],
            }
            for (board, side), pair in sorted(seats.items())
        ],
    }


def _stated(encounter: Encounter) -> dict[str, Any]:
    """What each side states: on whose phone its line-up was closed, and the decks."""
    line_ups = {"HOME": "", "AWAY": ""}
    decks: dict[str, dict[str, bool | None] | None] = {"HOME": None, "AWAY": None}
    for record in SideRecord.objects.filter(encounter=encounter):
        line_ups[record.side] = record.closed_as
        opened = None if record.decks_new else record.decks_opened
        decks[record.side] = {"opened": opened, "sealed": record.decks_sealed}
    return {"line_ups": line_ups, "decks": decks}
