"""The versions of an acta as both delegates read them before and after signing."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league.models import Registration
from matches import deadlines, snapshot
from matches.models import Acta, Case, Encounter, Signature
from matches.selectors.claim_clocks import clock_of
from matches.selectors.evening_boards import Games, games_of, short_name
from matches.states.acta import ActaState
from matches.states.case import OPEN_STATES
from matches.states.partida import EndedAs, Side
from rules.formats import Score


@dataclass(frozen=True)
class BoardLine:
    """A board as the acta has it."""

    number: int
    home: str
    away: str
    home_games: int
    away_games: int
    ended_as: str
    awarded_to: str
    winner: Side | None
    breaks: int
    stones: tuple[Score, ...]

    @property
    def is_played(self) -> bool:
        return self.ended_as in {"", EndedAs.PLAYED}


@dataclass(frozen=True)
class Sheet:
    """A version in words: everything both sign."""

    acta: Acta
    content: Mapping[str, Any]
    boards: tuple[BoardLine, ...]
    names: Mapping[int, str]
    signatures: Mapping[str, Signature]

    @property
    def started_at(self) -> datetime | None:
        return _moment(self.content["started_at"])

    @property
    def ended_at(self) -> datetime | None:
        return _moment(self.content["ended_at"])

    @property
    def score(self) -> tuple[int, int]:
        return self.content["score"]["HOME"], self.content["score"]["AWAY"]

    @property
    def digest_short(self) -> str:
        """The digest in groups that can be read aloud across a table."""
        return " ".join(self.acta.digest[place : place + 4] for place in (0, 4, 8))

    def signature(self, side: Side | None) -> Signature | None:
        return self.signatures.get(side) if side else None

    def present(self, side: str) -> list[str]:
        return [self.names.get(pk, "") for pk in self.content["present"][side]]

    @property
    def taps(self) -> Mapping[str, str]:
        """Where each side's number in the draw came from (M-D.5), as far as the acta says."""
        draw = self.content["draw"] or {}
        taps: Mapping[str, str] = draw.get("taps", {})
        return taps

    @property
    def line_ups(self) -> Mapping[str, str]:
        """On whose phone each side's line-up was closed (M-D.5), as far as the acta says."""
        return snapshot.line_ups_of(self.content)

    @property
    def is_correction(self) -> bool:
        return self.acta.reason == Acta.Reason.CORRECTION


@dataclass(frozen=True)
class Versions:
    """What can be signed now, what is in force, and the cases that keep it from being final."""

    open: Sheet | None
    in_force: Sheet | None
    cases: tuple[Case, ...]

    def is_final(self, encounter: Encounter, *, now: datetime) -> bool:
        return deadlines.is_final(
            state=encounter.state,
            clock=clock_of(encounter),
            now=now,
            open_cases=bool(self.cases),
        )


def versions_of(encounter: Encounter) -> Versions:
    """The open version and the one in force with signatures, names and cases, in four queries."""
    actas = list(
        Acta.objects.filter(encounter=encounter)
        .exclude(state=ActaState.SUPERSEDED)
        .prefetch_related("signatures__signer", "signatures__disavowal")
    )
    contents = {acta.pk: json.loads(acta.content) for acta in actas}
    names = _names(contents.values())
    games = games_of(encounter)
    sheets = {acta.pk: _sheet(acta, contents[acta.pk], names, games) for acta in actas}
    cases = tuple(
        Case.objects.filter(encounter=encounter, state__in=OPEN_STATES).order_by("number")
    )
    return Versions(
        open=next((sheets[acta.pk] for acta in actas if not acta.in_force), None),
        in_force=next((sheets[acta.pk] for acta in actas if acta.in_force), None),
        cases=cases,
    )


def _sheet(acta: Acta, content: Mapping[str, Any], names: Mapping[int, str], games: Games) -> Sheet:
    stones = snapshot.stones_of(content)
    return Sheet(
        acta=acta,
        content=content,
        boards=tuple(
            _line(board, names, games, stones.get(board["board"], ()))
            for board in content["boards"]
        ),
        names=names,
        signatures={row.side: row for row in acta.signatures.all()},
    )


def _line(
    board: Mapping[str, Any],
    names: Mapping[int, str],
    games: Games,
    stones: tuple[Score, ...],
) -> BoardLine:
    def pair(side: str) -> str:
        return " · ".join(names.get(seat["registration"], "") for seat in board[side])

    score = board["home_games"], board["away_games"]
    return BoardLine(
        number=board["board"],
        home=pair("home"),
        away=pair("away"),
        home_games=score[0],
        away_games=score[1],
        ended_as=board["ended_as"],
        awarded_to=board["awarded_to"],
        winner=games.winner(board["ended_as"], board["awarded_to"], score),
        breaks=len(board["breaks"]),
        stones=stones,
    )


def _names(contents: Iterable[Mapping[str, Any]]) -> dict[int, str]:
    wanted: set[int] = set()
    for content in contents:
        wanted.update(pk for side in content["present"].values() for pk in side)
        wanted.update(
            seat["registration"]
            for board in content["boards"]
            for seat in (*board["home"], *board["away"])
        )
        wanted.update(row["registration"] for row in content["incidents"] if row["registration"])
    rows = Registration.objects.filter(pk__in=wanted).select_related("player")
    return {row.pk: short_name(row.player.first_name, row.player.last_name) for row in rows}


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
