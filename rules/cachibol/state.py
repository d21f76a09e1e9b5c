"""A match as it stands after some acts: values only. `rules.cachibol.match` moves it."""

from dataclasses import dataclass, replace
from enum import StrEnum

from rules.cachibol.acts import CardKind, Choice, Person, Shirts, Slip, Substitution, Toss
from rules.cachibol.court import Partners, possible_changes
from rules.cachibol.options import CACHIBOL, Options
from rules.cachibol.sets import is_deciding, match_score, set_winner
from rules.formats import Score, Side


class Phase(StrEnum):
    """What the match waits for."""

    TOSS = "TOSS"
    SLIPS = "SLIPS"
    PLAY = "PLAY"
    OVER = "OVER"


@dataclass(frozen=True, slots=True)
class FinishedSet:
    """`awarded` is the clause by which it was not played to its end; `played` what stood then."""

    points: Score
    awarded: str | None = None
    played: Score | None = None


@dataclass(frozen=True, slots=True)
class OpenSet:
    """The set being played. `must_leave` are shirts on court whose players were sent off."""

    number: int
    deciding: bool
    first_server: Side
    server: Side
    home: Shirts
    away: Shirts
    points: Score = (0, 0)
    changes: tuple[Substitution, ...] = ()
    time_outs: Score = (0, 0)
    expelled: frozenset[tuple[Side, Person]] = frozenset()
    must_leave: frozenset[tuple[Side, int]] = frozenset()

    def shirts(self, side: Side) -> Shirts:
        return self.home if side is Side.HOME else self.away

    def with_shirts(self, side: Side, shirts: Shirts) -> "OpenSet":
        return replace(self, home=shirts) if side is Side.HOME else replace(self, away=shirts)

    def changes_of(self, side: Side) -> tuple[Substitution, ...]:
        return tuple(change for change in self.changes if change.side is side)


@dataclass(frozen=True, slots=True)
class Match:
    """The whole match. A roster holds the shirts on the sheet, None where it is not known."""

    options: Options = CACHIBOL
    home_roster: frozenset[int] | None = None
    away_roster: frozenset[int] | None = None
    sets: tuple[FinishedSet, ...] = ()
    toss: Toss | None = None
    tossed_before: int = 0  # the set, from one, that the toss was for
    slips: tuple[Slip, ...] = ()
    playing: OpenSet | None = None
    cards: tuple[tuple[Side, CardKind, Person], ...] = ()
    defaults: tuple[Side, ...] = ()
    first_servers: tuple[Side, ...] = ()  # of every set begun

    def roster(self, side: Side) -> frozenset[int] | None:
        return self.home_roster if side is Side.HOME else self.away_roster

    @property
    def score(self) -> Score:
        """Sets won."""
        return match_score([one.points for one in self.sets])

    @property
    def winner(self) -> Side | None:
        home, away = self.score
        needed = self.options.match_format.needed
        if max(home, away) < needed:
            return None
        return Side.HOME if home > away else Side.AWAY

    @property
    def number(self) -> int:
        """The set being played or waited for, from one."""
        return len(self.sets) + 1

    @property
    def deciding(self) -> bool:
        return is_deciding(self.score, self.options)

    @property
    def phase(self) -> Phase:
        if self.winner is not None:
            return Phase.OVER
        if self.playing is not None:
            return Phase.PLAY
        # Once before the match and again before a set that decides it (C-11).
        tossed = self.tossed_before == self.number or (self.toss is not None and not self.deciding)
        return Phase.SLIPS if tossed else Phase.TOSS

    @property
    def left(self) -> Side | None:
        """The side on the left of the scorer's table: they change after every set (C-13)."""
        if self.toss is None:
            return None
        end = self.toss.choice if self.toss.choice.is_end else self.toss.rival
        taker = self.toss.winner if self.toss.choice.is_end else self.toss.winner.other
        at_first = taker if end is Choice.LEFT else taker.other
        changed = (self.number - self.tossed_before) % 2 == 1
        return at_first.other if changed else at_first

    def is_out(self, side: Side, person: Person) -> bool:
        """Whether somebody may not play now: disqualified, or expelled from this set."""
        if (side, CardKind.DISQUALIFICATION, person) in self.cards:
            return True
        return self.playing is not None and (side, person) in self.playing.expelled

    def bench(self, side: Side) -> frozenset[int] | None:
        """Who could enter now; None where the roster is not known."""
        roster = self.roster(side)
        if roster is None or self.playing is None:
            return None
        on_court = self.playing.shirts(side)
        return frozenset(
            shirt for shirt in roster if shirt not in on_court and not self.is_out(side, shirt)
        )


def set_point(match: Match) -> tuple[Side, ...]:
    """The sides that the next point would win the set for: the scorer announces it (C-22)."""
    now = match.playing
    if now is None:
        return ()
    target = match.options.target(deciding=now.deciding)
    home, away = now.points
    following = {Side.HOME: (home + 1, away), Side.AWAY: (home, away + 1)}
    return tuple(
        side
        for side, points in following.items()
        if set_winner(points, target=target, cap=match.options.cap_points) is side
    )


def substitutions_left(match: Match, side: Side) -> int:
    """Ordinary changes that a side still has in this set (C-12.3)."""
    if match.playing is None:
        return match.options.substitutions
    used = sum(1 for change in match.playing.changes_of(side) if not change.emergency)
    return max(0, match.options.substitutions - used)


def time_outs_left(match: Match, side: Side) -> int:
    """Time-outs that a side still has in this set (C-16)."""
    used = 0 if match.playing is None else match.playing.time_outs[side is Side.AWAY]
    return max(0, match.options.time_outs - used)


def changes_possible(match: Match, side: Side) -> tuple[tuple[int, int], ...]:
    """The ordinary changes a side could ask for now, as (out, into); empty without a roster."""
    bench = match.bench(side)
    if match.playing is None or bench is None or not substitutions_left(match, side):
        return ()
    partners = Partners.after(match.playing.changes_of(side))
    return possible_changes(match.playing.shirts(side), bench, partners)
