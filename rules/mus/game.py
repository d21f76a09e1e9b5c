"""A game of stones told deal by deal, and a partida told game by game.

M-P.5  the deck runs in the first deal, of the partida or of each game      done: `play_game`
M-P.7  the mano moves to the right: the last mano deals                     done: `play_game`
M-I.11 the same pair mano twice in a row                                    done: `play_game`
M-I.8, M-I.9 a deal that is dealt again counts for nothing                  done: `play_game`
M-VI.1 stones are carried from deal to deal, up to the target               done: `play_game`
M-D.1  the games of a partida                                               done: `play_partida`
M-D.4  the break at the third lost game                                     done: `play_partida`

The records need not say the score before them. Where one does, and it is what a decision that was
left open in the deal before gives, the table has decided so, and play goes on from there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.findings import Finding
from rules.formats import Score
from rules.mus.deal import Seat
from rules.mus.dealing import mano_again, next_mano
from rules.mus.first_deal import deck_runs
from rules.mus.options import ASTURIAS, Options
from rules.mus.partida import Game, GameEntry, Pair, check_partida, is_over, score_of, third_lost
from rules.mus.record import Record
from rules.mus.replay import replay
from rules.mus.report import Mistake, Report


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A game gone through: the report of every deal up to the end, the stones (A, B), who has won
    (None while it goes on), whether an órdago ended it, what was wrong between the deals, and who
    was mano last."""

    deals: tuple[Report, ...]
    score: Score = (0, 0)
    winner: Pair | None = None
    ordago: bool = False
    findings: tuple[Mistake, ...] = ()
    last_mano: Seat | None = None

    @property
    def entry(self) -> GameEntry:
        """The game as `rules.mus.partida` takes it: the stones alone while it goes on."""
        if self.winner is None:
            return self.score
        return Game(self.winner, self.score, self.ordago)

    @property
    def undecided(self) -> bool:
        """Whether something that the text leaves open may still change the stones."""
        return any(report.pending for report in self.deals)


@dataclass(frozen=True, slots=True)
class PartidaPlayed:
    """The games of a partida: the score in games (A, B), whether it is over, whether the break of
    M-D.4 is due or past, and what is wrong with the games."""

    games: tuple[GamePlayed, ...]
    score: Score
    over: bool
    third_lost: bool
    findings: tuple[Finding, ...]


def play_game(
    records: Sequence[Record],
    options: Options = ASTURIAS,
    *,
    games_before: int = 0,
    last_mano: Seat | None = None,
) -> GamePlayed:
    """Go through the deals of a game in their order. `games_before` counts those of the partida,
    `last_mano` is the mano of its last deal, None when nobody knows.

    Raises RuleViolation as `replay` does.
    """
    score: Score = (0, 0)
    reports: list[Report] = []
    findings: list[Mistake] = []
    winner: Pair | None = None
    ordago = False
    served = 0  # deals that counted
    for number, record in enumerate(records, start=1):
        if winner is not None:
            facts = {"deal": number}
            findings.append(Mistake("mus.series.deal_after_end", "M-VI.1", None, facts=facts))
            break
        before = _before(record, score, reports[-1] if reports else None)
        if "Tanteo" in dict(record.tags) and record.before != before:
            findings.append(_not_carried(number, before, record.before))
        runs = deck_runs(served, games_before, record.options(options))
        mano = record.deal.mano
        if last_mano is not None and not runs and mano is not next_mano(last_mano):
            findings.append(_wrong_mano(number, last_mano, mano))
        report = replay(replace(record, before=before), options, runs=runs)
        reports.append(report)
        score, winner = report.score, report.winner
        if winner is not None:
            ordago = score["AB".index(winner)] < record.options(options).stones
        if not report.redeal:
            served += 1
            last_mano = mano
    return GamePlayed(tuple(reports), score, winner, ordago, tuple(findings), last_mano)


def play_partida(games: Sequence[Sequence[Record]], options: Options = ASTURIAS) -> PartidaPlayed:
    """Go through the games of a partida in their order, by the format of the options.

    A partida that goes on has no findings for that; one with games after its end, or with a game
    that was not finished before the next, has. Raises RuleViolation as `replay` does.
    """
    played: list[GamePlayed] = []
    last_mano: Seat | None = None
    for number, records in enumerate(games):
        game = play_game(records, options, games_before=number, last_mano=last_mano)
        last_mano = game.last_mano
        played.append(game)
    entries = [game.entry for game in played]
    ended = [game.entry for game in played if game.winner is not None]
    score = score_of(ended, options)
    over = is_over(options.partida_format, ended, options)
    going_on = not over and all(game.winner is not None for game in played[:-1])
    findings = [] if going_on else check_partida(options.partida_format, entries, options)
    return PartidaPlayed(tuple(played), score, over, third_lost(ended, options), tuple(findings))


def _before(record: Record, carried: Score, last: Report | None) -> Score:
    """The score that a deal begins with: the one carried on, or what an open decision of the deal
    before gives if the record names that."""
    if last is None or record.before == carried:
        return carried
    ways = {way.score for one in last.pending for way in one.alternatives if way.winner is None}
    return record.before if record.before in ways else carried


def _not_carried(number: int, carried: Score, written: Score) -> Mistake:
    facts = {
        "deal": number,
        "a": carried[0],
        "b": carried[1],
        "written_a": written[0],
        "written_b": written[1],
    }
    return Mistake("mus.series.score_not_carried", "M-VI.1", None, facts=facts)


def _wrong_mano(number: int, last: Seat, mano: Seat) -> Mistake:
    """Once a deal is played it stands, also when a pair was mano twice (M-I.11)."""
    again = mano_again(last, mano, grande_closed=True)
    if again is not None:
        facts = {"deal": number, "mano": mano.value}
        return Mistake("mus.series.mano_again", again.clause, mano, costs=False, facts=facts)
    named = {"deal": number, "mano": mano.value, "expected": next_mano(last).value}
    return Mistake("mus.series.mano_not_next", "M-P.7", mano, costs=False, facts=named)
