"""The content of an acta: what its canonical JSON holds, format 3. Pure.

People appear as registration ids and ficha numbers, never by name, so that a person can be erased
without touching a signed text. Everything the rules look at is in here: a stored content can be
checked again at any time.

    format      "amarraco-acta/3"
    encounter, season, division, matchday, leg      ids and numbers
    home, away                                      {team, name}
    kind        how it ended (PLAYED, WALKOVER_HOME, …)
    origin      ACTA, ORGANISER
    started_at, ended_at                            moments, UTC
    boards_expected                                 partidas of an encounter in this season
    boards      [{board, home_games, away_games, ended_as, awarded_to, refused_by,
                  home: [{registration, slot}], away: […],
                  breaks: [{kind, side, started_at, ended_at}]}]
    present     {HOME: [registration…], AWAY: […]}
    pairs       {HOME: n or null, AWAY: n or null}  pairs presented, where it was noted
    line_ups    {HOME: OWN, AWAY: SHARED}           on whose phone it was closed; "" where not noted
    draw        null or {by_hand, digest, taps: {HOME, AWAY}, pairs: [{board, side, players}]};
                a tap is OWN, SHARED (on the other side's phone), SERVER (it never came) or ""
    decks       {HOME: {opened, sealed}, AWAY: …}   opened null: new decks, no envelope to open
    over_time_decided                               the referee decided the end (M-T.2)
    incidents   [{id, kind, clause, board, side, registration, text, friendly,
                  deal: null or {record, report}}]  the disputed deal, and its report's digest
    findings    what the rules found and both sides acknowledged: [{code, severity, clause, facts}]
    score, games                                    {HOME: n, AWAY: n}
    stones      only in a season that notes them: {target, games: [{board, winner, game, lost}]};
                the `game`-th game that `winner` won there was won at `target` stones to `lost`.
                Nobody has to note any, and no result depends on one

Format 1 had no `deal` in its incidents. A content is never written anew: one of format 1 keeps its
text and its digest, and is read as if nobody had written a deal down (`deal_of`). Formats 1 and 2
had no `line_ups` (`line_ups_of`). `stones` came to format 3 later: what is without reads as if
nobody had noted any (`stones_of`).
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

FORMAT = "amarraco-acta/3"
Content = dict[str, Any]

_WALKOVER_LOSER = {"WALKOVER_HOME": "AWAY", "WALKOVER_AWAY": "HOME"}


def sheet(
    content: Mapping[str, Any],
    *,
    now: datetime,
    players: Iterable[Mapping[str, Any]] = (),
    max_duration_minutes: int | None = None,
) -> dict[str, Any]:
    """The content as the facts that the rules of mus check (`rules.mus.SheetFacts`).

    `players` carry what is known of each registration now: it is not part of the acta.
    """
    draw = content["draw"]
    return {
        "boards": content["boards_expected"],
        "partidas": [_partida(board) for board in content["boards"]],
        "now": now,
        "players_noted": content["origin"] == "ACTA"
        or any(board["home"] or board["away"] for board in content["boards"]),
        "started_at": content["started_at"],
        "ended_at": content["ended_at"],
        "players": list(players),
        "drawn": None
        if draw is None
        else [
            {"board": pair["board"], "side": pair["side"], "players": pair["players"]}
            for pair in draw["pairs"]
        ],
        "breaks": [
            _break(board["board"], pause)
            for board in content["boards"]
            for pause in board["breaks"]
        ],
        "max_duration_minutes": max_duration_minutes,
        "referee_decision": content["over_time_decided"]
        or any(board["ended_as"] == "REFEREE" for board in content["boards"]),
        "home_decks": content["decks"]["HOME"],
        "away_decks": content["decks"]["AWAY"],
        "home_pairs": content["pairs"]["HOME"],
        "away_pairs": content["pairs"]["AWAY"],
    }


def _partida(board: Mapping[str, Any]) -> dict[str, Any]:
    ended_as = board["ended_as"] or "PLAYED"
    unplayed = ended_as != "PLAYED" and not board["home_games"] and not board["away_games"]
    return {
        "board": board["board"],
        "ended_as": ended_as,
        "home_games": None if unplayed else board["home_games"],
        "away_games": None if unplayed else board["away_games"],
        "awarded_to": board["awarded_to"] or None,
        "home_seats": [seat["registration"] for seat in board["home"]],
        "away_seats": [seat["registration"] for seat in board["away"]],
        "refused_by": board["refused_by"],
    }


def _break(board: int, pause: Mapping[str, Any]) -> dict[str, Any]:
    authorised = pause["kind"] == "REFEREE"
    return {
        "board": board,
        "kind": "RELAX" if authorised else pause["kind"],
        "side": pause["side"],
        "started_at": pause["started_at"],
        "ended_at": pause["ended_at"],
        "authorised": authorised,
    }


def deal_of(incident: Mapping[str, Any]) -> Mapping[str, str] | None:
    """The record of the deal that an incident is about, and the digest of the engine's report."""
    deal: Mapping[str, str] | None = incident.get("deal")
    return deal


def line_ups_of(content: Mapping[str, Any]) -> Mapping[str, str]:
    """On whose phone each side's line-up was closed, as far as the acta says."""
    found: Mapping[str, str] = content.get("line_ups", {})
    return found


def stones_of(content: Mapping[str, Any]) -> dict[int, tuple[tuple[int, int], ...]]:
    """By board the games in stones, the home pair's first, as far as somebody noted them."""
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    stones: Mapping[str, Any] = content.get("stones", {"games": []})
    for one in stones["games"]:
        won, lost = stones["target"], one["lost"]
        pair = (won, lost) if one["winner"] == "HOME" else (lost, won)
        found[one["board"]] = (*found.get(one["board"], ()), pair)
    return found


def stones_that_stand(content: Content) -> Content:
    """The content without the stones of games that it does not have (any more)."""
    if "stones" not in content:
        return content
    won = {
        (board["board"], side): board[f"{side.lower()}_games"]
        for board in content["boards"]
        for side in ("HOME", "AWAY")
    }
    stones = content["stones"]
    kept = [
        one for one in stones["games"] if one["game"] <= won.get((one["board"], one["winner"]), 0)
    ]
    return content | {"stones": stones | {"games": kept}}


def games(content: Mapping[str, Any]) -> dict[str, int]:
    """Games won by each side over all boards."""
    return {
        "HOME": sum(board["home_games"] for board in content["boards"]),
        "AWAY": sum(board["away_games"] for board in content["boards"]),
    }


def walkover_boards(content: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The boards of a walkover: each forfeited by the side that loses it (M-D.13)."""
    loser = _WALKOVER_LOSER.get(content["kind"])
    ended_as = f"FORFEIT_{loser}" if loser else "ABANDONED"
    return [
        empty_board(number, ended_as=ended_as)
        for number in range(1, content["boards_expected"] + 1)
    ]


def empty_board(number: int, *, ended_as: str = "") -> dict[str, Any]:
    return {
        "board": number,
        "home_games": 0,
        "away_games": 0,
        "ended_as": ended_as,
        "awarded_to": "",
        "refused_by": None,
        "home": [],
        "away": [],
        "breaks": [],
    }


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[tuple[str, Any, Any]]:
    """What differs between two contents, as (path, old value, new value), in reading order."""
    return list(_changes("", old, new))


def _changes(path: str, old: Any, new: Any) -> Iterable[tuple[str, Any, Any]]:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for name in [*old, *(name for name in new if name not in old)]:
            yield from _changes(f"{path}.{name}" if path else name, old.get(name), new.get(name))
    elif isinstance(old, list) and isinstance(new, list):
        for place in range(max(len(old), len(new))):
            before = old[place] if place < len(old) else None
            after = new[place] if place < len(new) else None
            yield from _changes(f"{path}[{place}]", before, after)
    elif old != new:
        yield path, old, new
