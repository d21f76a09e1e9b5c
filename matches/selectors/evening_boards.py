"""The boards of an evening as both delegates see them, with what may be done at each."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from matches.incident_kinds import REFUSAL
from matches.models import Break, Encounter, Incident, Partida, Seat, SideRecord
from matches.states.partida import EndedAs, Side
from matches.stones import stones_played_to
from rules.discipline import Discipline
from rules.formats import PartidaFormat, Score
from rules.registry import discipline

BREAK = timedelta(minutes=10)  # M-D.4, M-T.4
THIRD = 3  # the lost game of M-D.4
_PARTICLES = {"de", "del", "la", "las", "los", "y", "san", "santa"}


@dataclass(frozen=True)
class Seated:
    """A player in a chair."""

    registration: int
    slot: int
    name: str
    short: str


@dataclass(frozen=True)
class Stones:
    """The stones of who lost a game, as far as noted; `revision` is of what stands."""

    game: int
    lost: int | None
    revision: int


@dataclass(frozen=True)
class Pair:
    """A pair and its games; `disabled` are games it cannot have while the rival has its own.
    `stones` has every game it may win, where the season notes stones."""

    side: Side
    players: tuple[Seated, ...]
    games: int
    disabled: tuple[int, ...]
    stones: tuple[Stones, ...] = ()

    @property
    def names(self) -> str:
        return " · ".join(one.short for one in self.players)

    @property
    def slots(self) -> tuple[int, ...]:
        return tuple(one.slot for one in self.players)


@dataclass(frozen=True)
class Board:
    """A board: its pairs, how it stands, and what may be done at it."""

    number: int
    home: Pair
    away: Pair
    choices: tuple[int, ...]
    revision: int
    ended_as: str
    winner: Side | None
    running: Break | None
    breaks: tuple[Break, ...]
    third_lost_by: Side | None
    refused_by: Seated | None

    @property
    def is_open(self) -> bool:
        """Whether games are still to come."""
        return self.ended_as == ""

    @property
    def takes_games(self) -> bool:
        """Whether its games are typed in: nobody decided it otherwise."""
        return self.ended_as in {"", EndedAs.PLAYED}

    @property
    def targets(self) -> tuple[int, ...]:
        """The stones to show: the games a pair may win."""
        return self.choices[1:]

    @property
    def is_started(self) -> bool:
        return bool(self.home.games or self.away.games)

    @property
    def lacks_pair(self) -> bool:
        """A side has no pair for this board (M-D.13)."""
        return not (self.home.players and self.away.players)

    @property
    def may_undo(self) -> bool:
        return not self.takes_games and not self.lacks_pair

    @property
    def may_rest_at_third(self) -> bool:
        """The break of M-D.4: at the third lost game, once, while games are to come."""
        return self.third_is_free and self.third_lost_by is not None and not self.running

    @property
    def third_is_free(self) -> bool:
        """Games are to come, and that break has not been taken."""
        taken = any(pause.kind == Break.Kind.THIRD_LOST for pause in self.breaks)
        return self.is_open and not taken

    @property
    def players(self) -> tuple[Seated, ...]:
        return self.home.players + self.away.players

    @property
    def break_ends_at(self) -> datetime | None:
        return self.running.started_at + BREAK if self.running else None


@dataclass(frozen=True)
class Boards:
    """All boards, the points so far, and a stamp that changes with anything the page shows."""

    boards: tuple[Board, ...]
    incidents: tuple[Incident, ...]
    decks: Mapping[str, SideRecord]
    stamp: str
    stones_to: int | None = None  # what wins a game, where the season notes stones

    @property
    def score(self) -> tuple[int, int]:
        winners = [board.winner for board in self.boards]
        return winners.count(Side.HOME), winners.count(Side.AWAY)

    @property
    def left(self) -> int:
        return sum(board.is_open for board in self.boards)

    def board(self, number: int) -> Board | None:
        return next((board for board in self.boards if board.number == number), None)


def boards_of(encounter: Encounter) -> Boards:
    """The boards with pairs, games, breaks and incidents, in five queries; one more for stones."""
    chairs = _chairs(encounter)
    incidents = tuple(
        Incident.objects.filter(encounter=encounter).select_related(
            "registration__player", "reported_by", "deal"
        )
    )
    refused = {
        row.board: row.registration_id
        for row in incidents
        if row.kind == REFUSAL and row.withdrawn_at is None
    }
    games = games_of(encounter)
    target = stones_played_to(encounter.division.season)
    with_stones = () if target is None else ("stones",)
    rows = (
        Partida.objects.filter(encounter=encounter)
        .prefetch_related("breaks", *with_stones)
        .order_by("board")
    )
    boards = tuple(_board(row, chairs, refused, games, stones=bool(with_stones)) for row in rows)
    decks = {row.side: row for row in SideRecord.objects.filter(encounter=encounter)}
    return Boards(boards, incidents, decks, _stamp(encounter, boards, incidents, decks), target)


def games_of(encounter: Encounter) -> "Games":
    """What the format of the encounter's season allows. No query."""
    season = encounter.division.season
    rules = discipline(season.discipline)
    return Games(rules, rules.format_of(season.options))


def short_name(first: str, last: str) -> str:
    """First name and first surname: «Xuacu de la Fuente» of Xuacu José de la Fuente Peláez."""
    surname: list[str] = []
    for word in last.split():
        surname.append(word)
        if word.lower() not in _PARTICLES:
            break
    return " ".join([*first.split()[:1], *surname])


class Games:
    """What the format allows at a board."""

    def __init__(self, rules: Discipline, format: PartidaFormat) -> None:
        self.rules, self.format = rules, format
        self.finished = frozenset(rules.legal_results(format))
        self.legal = self.finished | frozenset(rules.legal_partial(format))
        self.choices = tuple(range(max(home for home, _away in self.legal) + 1))

    def impossible(self, *, home: int | None = None, away: int | None = None) -> tuple[int, ...]:
        """The games one side cannot have while the other has those given."""
        return tuple(
            games
            for games in self.choices
            if ((games, away) if home is None else (home, games)) not in self.legal
        )

    def winner(self, ended_as: str, awarded_to: str, score: Score) -> Side | None:
        """Who has the point of a board; None while nobody has."""
        if ended_as == EndedAs.FORFEIT_HOME:
            return Side.AWAY
        if ended_as == EndedAs.FORFEIT_AWAY:
            return Side.HOME
        if awarded_to:
            return Side(awarded_to)
        side = self.rules.winner(self.format, score) if ended_as else None
        return None if side is None else Side(side.value)


def _board(
    row: Partida,
    chairs: Mapping[tuple[int, str], tuple[Seated, ...]],
    refused: Mapping[int | None, int | None],
    games: Games,
    *,
    stones: bool,
) -> Board:
    home, away = (chairs.get((row.board, side), ()) for side in Side)
    breaks = tuple(row.breaks.all())
    third = None
    if max(row.home_games, row.away_games) >= THIRD:
        third = Side.AWAY if row.home_games > row.away_games else Side.HOME
    return Board(
        number=row.board,
        home=Pair(
            Side.HOME,
            home,
            row.home_games,
            games.impossible(away=row.away_games),
            _stones(row, Side.HOME, games) if stones else (),
        ),
        away=Pair(
            Side.AWAY,
            away,
            row.away_games,
            games.impossible(home=row.home_games),
            _stones(row, Side.AWAY, games) if stones else (),
        ),
        choices=games.choices,
        revision=row.revision,
        ended_as=row.ended_as,
        winner=games.winner(row.ended_as, row.awarded_to, (row.home_games, row.away_games)),
        running=next((pause for pause in breaks if pause.ended_at is None), None),
        breaks=breaks,
        third_lost_by=third,
        refused_by=next(
            (one for one in (*home, *away) if one.registration == refused.get(row.board)), None
        ),
    )


def _stones(row: Partida, side: Side, games: Games) -> tuple[Stones, ...]:
    noted = {one.game: one for one in row.stones.all() if one.winner == side}
    return tuple(
        Stones(game, noted[game].lost, noted[game].revision)
        if game in noted
        else Stones(game, None, 0)
        for game in games.choices[1:]
    )


def _chairs(encounter: Encounter) -> dict[tuple[int, str], tuple[Seated, ...]]:
    found: dict[tuple[int, str], tuple[Seated, ...]] = {}
    rows = Seat.objects.filter(encounter=encounter).select_related("registration__player")
    for row in rows.order_by("board", "side", "position"):
        player = row.registration.player
        seated = Seated(
            row.registration_id,
            row.registration.slot,
            str(player),
            short_name(player.first_name, player.last_name),
        )
        found[row.board, row.side] = (*found.get((row.board, row.side), ()), seated)
    return found


def _stamp(
    encounter: Encounter,
    boards: tuple[Board, ...],
    incidents: tuple[Incident, ...],
    decks: Mapping[str, SideRecord],
) -> str:
    facts = [
        encounter.state,
        *((board.revision, board.ended_as) for board in boards),
        *(
            (one.game, one.revision)
            for board in boards
            for pair in (board.home, board.away)
            for one in pair.stones
        ),
        *((pause.pk, pause.ended_at) for board in boards for pause in board.breaks),
        *((row.pk, row.withdrawn_at) for row in incidents),
        *(
            (side, row.decks_opened, row.decks_sealed, row.decks_new)
            for side, row in sorted(decks.items())
        ),
    ]
    return sha256(repr(facts).encode()).hexdigest()[:16]
