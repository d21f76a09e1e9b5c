"""The content of the acta of a match that was written down act by act: what its canonical JSON
holds, format 1. Pure.

It has every key that an acta of boards has (`matches.snapshot`), so that whoever signs, seals,
checks or publishes one needs to know nothing of the other; `boards` is empty, and the match is in
`sheet`. People appear by their registration and their shirt, never by name.

    format      "amarraco-planilla/1"
    encounter, season, division, matchday, leg, home, away, kind, origin, started_at, ended_at,
    present, findings, score, games                 as in an acta of boards; score counts sets,
                                                    games the points of all sets
    alone_clause                                    what an acta without a captain's signature
                                                    leaves undone
    sheet       {settings   the options that it was played by
                 players    {HOME: [{registration, shirt, captain}], AWAY: […]}, by shirt
                 lists      {HOME: digest of the list that was signed before, or ""; AWAY: …}
                 checks     keys of the checklist that were ticked
                 acts       the log, one text an act, what was undone left out
                 sets       [[home, away]…], of every set that is over
                 claims     [{number, side, registration, text, after, signed_at, upheld, ruling,
                            clause, ruled_at}…], the back of the sheet; `after` counts the acts
                            before it; of a claim's words the public text has none
                 undone}    how many acts were undone: they stay in the log of the server
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from league import canonical
from rules.match_sheet import SheetState

FORMAT = "amarraco-planilla/1"
Content = dict[str, Any]


def player_list(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Who may play, by shirt: {registration, shirt, captain}."""
    chosen = [
        {"registration": row["registration"], "shirt": row["shirt"], "captain": row["captain"]}
        for row in rows
    ]
    return sorted(chosen, key=lambda row: row["shirt"])


def list_digest(encounter: int, side: str, players: Sequence[Mapping[str, Any]]) -> str:
    """What coach and captain sign before play (C-4.2)."""
    text = canonical.dumps({"encounter": encounter, "side": side, "players": list(players)})
    return canonical.digest(text)


def of_match(
    frame: Mapping[str, Any],
    read: SheetState,
    *,
    kind: str,
    settings: Mapping[str, Any],
    players: Mapping[str, Sequence[Mapping[str, Any]]],
    lists: Mapping[str, str],
    checks: Sequence[str],
    acts: Sequence[str],
    claims: Sequence[Mapping[str, Any]],
    undone: int,
    started_at: datetime | None,
    ended_at: datetime,
) -> Content:
    """The content that is signed after the match. `frame` says which encounter it is."""
    nobody: dict[str, Any] = {"HOME": None, "AWAY": None}
    return {
        **frame,
        "format": FORMAT,
        "kind": kind,
        "origin": "ACTA",
        "started_at": canonical.moment(started_at) if started_at else None,
        "ended_at": canonical.moment(ended_at),
        "boards_expected": 0,
        "boards": [],
        "present": {
            side: [row["registration"] for row in chosen] for side, chosen in players.items()
        },
        "pairs": nobody,
        "draw": None,
        "decks": nobody,
        "over_time_decided": False,
        "incidents": [],
        "findings": [finding.to_mapping() for finding in read.findings],
        "score": {"HOME": read.score[0], "AWAY": read.score[1]},
        "games": {"HOME": read.points[0], "AWAY": read.points[1]},
        "alone_clause": "C-8",
        "sheet": {
            "settings": dict(settings),
            "players": {side: list(chosen) for side, chosen in players.items()},
            "lists": dict(lists),
            "checks": list(checks),
            "acts": list(acts),
            "sets": [list(points) for points in read.sets],
            "claims": [dict(one) for one in claims],
            "undone": undone,
        },
    }
