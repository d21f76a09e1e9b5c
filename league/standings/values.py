"""What goes into the table and what comes out of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, Self


class StandingsError(ValueError):
    """Input that makes no table. Carries a code and the facts, never a sentence for people."""

    def __init__(self, code: str, **facts: object) -> None:
        self.code = code
        self.facts = facts
        told = ", ".join(f"{name}={value!r}" for name, value in facts.items())
        super().__init__(f"{code} ({told})" if told else code)


class Kind(StrEnum):
    """How an encounter ended: the encounter's own words in lower case, never read from a score.

    A walkover is named after the side it is given to: in `WALKOVER_HOME` the home side wins
    because the visitors did not appear.
    """

    PLAYED = "played"
    WALKOVER_HOME = "walkover_home"
    WALKOVER_AWAY = "walkover_away"
    DOUBLE_WALKOVER = "double_walkover"
    AWARDED = "awarded"
    ANNULLED = "annulled"


KINDS = frozenset(kind.value for kind in Kind)

CRITERIA = (
    "points",
    "difference",
    "score_for",
    "wins",
    "fewer_played",
    "head_to_head_points",
    "head_to_head_difference",
    "games_difference",
    "games_for",
    "away_score",
    "score_ratio",
    "games_ratio",
    "lot",
)

ASTURIAS_CRITERIA = (
    "points",
    "head_to_head_points",
    "games_difference",
    "games_for",
    "lot",
)
"""Order of the preset "Normas generales de mus en Asturias": points (partidas won, M-D.2), points
between the tied teams, games difference (juegos), games won, recorded lot. The regulation is silent
on ties, so this is the product's default and each season may choose another."""

WIN_DRAW_LOSS_CRITERIA = ("points", "difference", "score_for", "lot")

WITHDRAWALS = ("annul", "keep_first_leg")
HEAD_TO_HEAD = ("always", "when_complete")

WITHDRAWN = "withdrawn"
"""`decided_by` of the first withdrawn team: no criterion put it there, its withdrawal did."""


def whole(value: object) -> bool:
    """Is this an exact whole number? A bool or a float is not."""
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class Result:
    """How one encounter ended.

    `home_score`, `away_score`: what the encounter is counted in (partidas in mus, goals in
    football). `home_games`, `away_games`: the juegos below the score, both or neither; unknown
    games count as none. `kind`: a word of `Kind`, in either case. An encounter not yet played is
    no result and is not handed over.
    """

    home: str
    away: str
    home_score: int
    away_score: int
    kind: str = "played"
    matchday: int = 1
    leg: int = 1
    home_games: int | None = None
    away_games: int | None = None

    def __post_init__(self) -> None:
        kind = self.kind
        if kind not in KINDS:
            kind = str(kind).lower()
            if kind not in KINDS:
                self._refuse("kind", kind=self.kind)
            object.__setattr__(self, "kind", kind)
        if self.home == self.away:
            self._refuse("same_team")
        if (self.home_games is None) != (self.away_games is None):
            self._refuse("half_games", home_games=self.home_games, away_games=self.away_games)
        for name in ("home_score", "away_score", "home_games", "away_games"):
            value = getattr(self, name)
            if value is None and name.endswith("games"):
                continue
            if not whole(value) or value < 0:
                self._refuse("score", field=name, value=value)
        for name in ("matchday", "leg"):
            value = getattr(self, name)
            if not whole(value) or value < 1:
                self._refuse(name, value=value)

    def _refuse(self, what: str, **facts: object) -> None:
        raise StandingsError(f"standings.result.{what}", home=self.home, away=self.away, **facts)


@dataclass(frozen=True, slots=True)
class Scheme:
    """What an encounter is worth and in which order teams are compared.

    Made by `sum_of_score` or `win_draw_loss`. The options both take:

    - `criteria`: names from `CRITERIA`, the first that differs decides.
    - `walkover_score`: (winner, loser) that every walkover counts. Without it the recorded score
      counts; a walkover recorded 0–0 counts `WALKOVER_SCORE` (M-D.13) where the score is what
      gives the points, and 0–0 (but won and lost) where it is not.
    - `walkover_games`: (winner, loser) games that every walkover counts; without it the recorded.
    - `walkovers_in_head_to_head`: whether the mini-league of tied teams sees walkovers.
    """

    criteria: tuple[str, ...]
    points_are_score: bool
    win: int = 0
    draw: int = 0
    loss: int = 0
    walkover_loss: int = 0
    walkover_score: tuple[int, int] | None = None
    walkover_games: tuple[int, int] | None = None
    walkovers_in_head_to_head: bool = True

    @classmethod
    def sum_of_score(
        cls,
        criteria: Iterable[str] = ASTURIAS_CRITERIA,
        *,
        walkover_score: tuple[int, int] | None = None,
        walkover_games: tuple[int, int] | None = None,
        walkovers_in_head_to_head: bool = True,
    ) -> Self:
        """A point for every unit of score: in mus, for every partida won (M-D.2)."""
        return cls(
            criteria=tuple(criteria),
            points_are_score=True,
            walkover_score=walkover_score,
            walkover_games=walkover_games,
            walkovers_in_head_to_head=walkovers_in_head_to_head,
        )

    @classmethod
    def win_draw_loss(
        cls,
        win: int = 3,
        draw: int = 1,
        loss: int = 0,
        *,
        criteria: Iterable[str] = WIN_DRAW_LOSS_CRITERIA,
        walkover_loss: int | None = None,
        walkover_score: tuple[int, int] | None = None,
        walkover_games: tuple[int, int] | None = None,
        walkovers_in_head_to_head: bool = True,
    ) -> Self:
        """Points by outcome. Who does not appear gets `walkover_loss`, never more than a loss."""
        for points in (win, draw, loss, 0 if walkover_loss is None else walkover_loss):
            if not whole(points):
                raise StandingsError("standings.scheme.points", value=points)
        return cls(
            criteria=tuple(criteria),
            points_are_score=False,
            win=win,
            draw=draw,
            loss=loss,
            walkover_loss=min(0, loss) if walkover_loss is None else walkover_loss,
            walkover_score=walkover_score,
            walkover_games=walkover_games,
            walkovers_in_head_to_head=walkovers_in_head_to_head,
        )

    def __post_init__(self) -> None:
        if not self.criteria:
            raise StandingsError("standings.scheme.no_criteria")
        for criterion in self.criteria:
            if criterion not in CRITERIA:
                raise StandingsError("standings.scheme.unknown_criterion", criterion=criterion)
            if self.criteria.count(criterion) > 1:
                raise StandingsError("standings.scheme.repeated_criterion", criterion=criterion)
        if not self.win >= self.draw >= self.loss >= self.walkover_loss:
            raise StandingsError(
                "standings.scheme.points_order",
                win=self.win,
                draw=self.draw,
                loss=self.loss,
                walkover_loss=self.walkover_loss,
            )
        for name in ("walkover_score", "walkover_games"):
            pair = getattr(self, name)
            if pair is None:
                continue
            if len(pair) != 2 or not all(map(whole, pair)) or not pair[0] >= pair[1] >= 0:
                raise StandingsError("standings.scheme.walkover", field=name, value=pair)
        # Where the score gives the points, a level walkover would be a draw in all but name.
        if self.points_are_score and self.walkover_score and len(set(self.walkover_score)) == 1:
            raise StandingsError(
                "standings.scheme.walkover", field="walkover_score", value=self.walkover_score
            )


class Ratio(NamedTuple):
    """What was won for each one lost, as the two numbers it is made of.

    Compared as exact fractions (`rank`). Who has lost none stands above everybody who has lost
    some, and level with others who have lost none; who has neither won nor lost any stands with
    those who have won none.
    """

    won: int
    lost: int

    @property
    def rank(self) -> tuple[bool, Fraction]:
        """What ratios are compared by, and level by."""
        if not self.lost:
            return self.won > 0, Fraction(0)
        return False, Fraction(self.won, self.lost)


Value = int | Ratio
"""What a criterion compares."""


class DecidedValue(NamedTuple):
    """The two values that `decided_by` compared: this row's and that of the row above."""

    own: Value
    above: Value


@dataclass(frozen=True, slots=True)
class Row:
    """A team's line in the table.

    `points` include `adjustment`. `decided_by`: the criterion that put this row below the one
    above; None for the first and for a shared position; `WITHDRAWN` for the first withdrawn team.
    `decided_value`: the two values it compared (matches for `fewer_played`, the place in the
    lot for `lot`, `Ratio` for ratios). `mini_league`: where head-to-head decided, the teams it was
    played among, in the order in which the caller gave them.
    """

    position: int
    team: str
    played: int
    won: int
    drawn: int
    lost: int
    score_for: int
    score_against: int
    difference: int
    points: int
    games_for: int
    games_against: int
    decided_by: str | None
    withdrawn: bool = False
    adjustment: int = 0
    decided_value: DecidedValue | None = None
    mini_league: tuple[str, ...] = ()
