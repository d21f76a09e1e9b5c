"""A record replayed: what each lance brings, what was wrong, what stays open, and the score.

M-V.13 an accepted órdago, and what falls with it          done, by `count_played`
M-VI.1 counting in order, with the stop                    done, by `count_played`
M-VII, M-VIII, M-IX errors of announcement                 done: `_Replay`, and the modules errors_*
M-II.7, II.8, III.2, V.14, VI.5, IX.1 void hands           done, by `rules.mus.void_hands`
M-V.8, M-V.9                                               NOT HERE

Nothing stops at the first fault. Where two clauses would rule on the same lance differently, the
text does not say which goes first, so both come back as alternatives.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from rules.errors import RuleViolation
from rules.mus.announced import Announced, announced, repaired
from rules.mus.awards import Award
from rules.mus.counting import Count
from rules.mus.deal import Seat
from rules.mus.errors_announced import (
    clause_of,
    errant_pairs,
    ordago_fell_at_pares,
    rule_announced,
)
from rules.mus.errors_juego import (
    after_pares,
    pass_was_ordered,
    rule_all_denied,
    rule_ordered,
)
from rules.mus.lances import Lance
from rules.mus.options import ASTURIAS, Options, UnrectifiedPares
from rules.mus.partida import Pair
from rules.mus.played import Played, count_played
from rules.mus.record import Act, Acts, Fault, Heading, Record
from rules.mus.replayed_bets import Replayed, a_las_dos, calls_of, replay_bets
from rules.mus.report import Alternative, Mistake, PendingDecision, Report
from rules.mus.standing import (
    Bets,
    Outcome,
    Ruled,
    Table,
    Undecided,
    as_bet,
    in_passing,
)
from rules.mus.void_hands import VOIDING, borne_out, void_by_lance


def replay(record: Record, options: Options = ASTURIAS) -> Report:
    """Rule on a record. Options that the record names itself go before the season's.

    Raises RuleViolation as long as a card is unknown (`mus.deal.cards_unknown`) or when the score
    before the deal cannot be one (`mus.count.impossible_score`, M-VI.1).
    """
    options = record.options(options)
    unknown = tuple(
        seat.value
        for seat, hand in zip(record.deal.seats, record.deal.hands, strict=True)
        if hand.shape is None
    )
    if unknown:
        raise RuleViolation("mus.deal.cards_unknown", seats=unknown)
    return _Replay(record, options).report()


def _acts(record: Record) -> Mapping[Heading, tuple[Act, ...]]:
    acts: dict[Heading, tuple[Act, ...]] = dict.fromkeys(Heading, ())
    for line in record.lines:
        if isinstance(line, Acts):
            acts[line.heading] += line.acts
    return acts


@dataclass(slots=True)
class _Replay:
    """The replay under way: the lances ruled on so far, in order."""

    record: Record
    options: Options
    table: Table = field(init=False)
    acts: Mapping[Heading, tuple[Act, ...]] = field(init=False)
    void: Mapping[Lance, frozenset[Seat]] = field(init=False)
    ruled: list[tuple[Lance, Ruled]] = field(default_factory=list)
    findings: list[Mistake] = field(default_factory=list)

    def __post_init__(self) -> None:
        deal = self.record.deal
        hands = {seat: deal.hand(seat).ranks(self.options) for seat in deal.seats}
        self.table = Table(deal, self.record.before, self.options, hands=hands)
        self.acts = _acts(self.record)
        self.void = void_by_lance(self.table, self.record.lines)

    def report(self) -> Report:
        self._faults()
        grande, chica = a_las_dos(self.table, self.acts[Heading.GRANDE], self.acts[Heading.CHICA])
        self._honest(Lance.GRANDE, grande)
        if not self._over:
            self._honest(Lance.CHICA, chica)
        if not self._over:
            self._pares_and_juego()
        return self._reported()

    @property
    def _over(self) -> bool:
        """Whether an accepted órdago has ended the deal."""
        return any(isinstance(ruled, Outcome) and ruled.ordago for _lance, ruled in self.ruled)

    def _faults(self) -> None:
        for line in self.record.lines:
            if not isinstance(line, Fault):
                continue
            code, applies = "mus.error.told", False
            if line.clause in VOIDING:
                applies = borne_out(self.table, line)
                code = "mus.error.hand_void" if applies else "mus.error.not_borne_out"
            elif line.clause == "M-VIII.5":
                applies = pass_was_ordered(self.table, line.seat)
                code = "mus.error.pass_ordered" if applies else "mus.error.not_borne_out"
            self.findings.append(Mistake(code, line.clause, line.seat, costs=applies))

    def _rule(self, lance: Lance, ruled: Ruled) -> None:
        self.ruled.append((lance, ruled))
        if isinstance(ruled, Outcome):
            self.table = replace(self.table, booked=(*self.table.booked, *ruled.awards))

    def _honest(self, lance: Lance, replayed: Replayed) -> None:
        """A lance that nobody announces."""
        self.findings += replayed.findings
        void = self.void[lance]
        self._rule(
            lance,
            _each_way(replayed, lambda bets: as_bet(self.table, lance, bets, void, void)),
        )

    def _pares_and_juego(self) -> None:
        said, replayed = self._announced(Lance.PARES, Heading.PARES)
        void = self.void[Lance.PARES]
        self._rule(
            Lance.PARES,
            _each_way(
                replayed,
                lambda bets: rule_announced(self.table, Lance.PARES, said, bets, void),
            ),
        )
        if not self._over:
            self._juego(said, ordago_fell_at_pares(said, replayed.bets))

    def _announced(self, lance: Lance, heading: Heading) -> tuple[Announced, Replayed]:
        acts = self.acts[heading]
        said = announced(self.table, lance, acts)
        replayed = replay_bets(self.table, lance, said.said, calls_of(acts))
        self.findings += replayed.findings
        for seat in self.record.deal.seats:
            if seat in said.wrong:
                clause = clause_of(said, replayed.bets, lance, seat)
                denied = seat in said.denied
                code = "mus.error.not_announced" if denied else "mus.error.announced_without"
                self.findings.append(Mistake(code, clause, seat, lance))
            elif seat in said.rectified:
                clause = "M-VII.1" if lance is Lance.PARES else "M-VIII.1"
                self.findings.append(
                    Mistake("mus.error.not_announced", clause, seat, lance, costs=False)
                )
        return said, replayed

    def _juego(self, pares: Announced, fell: frozenset[Seat]) -> None:
        said = announced(self.table, Lance.JUEGO, self.acts[Heading.JUEGO])
        if said.said:
            said, replayed = self._announced(Lance.JUEGO, Heading.JUEGO)
            lance = Lance.JUEGO
        else:
            lance = Lance.PUNTO
            replayed = replay_bets(
                self.table, lance, self.record.deal.seats, calls_of(self.acts[Heading.PUNTO])
            )
            self.findings += replayed.findings
            for seat in self.record.deal.seats:
                if seat in said.denied:
                    wrong = Mistake("mus.error.not_announced", "M-IX.2", seat, Lance.JUEGO)
                    self.findings.append(wrong)
        scored = Lance.JUEGO if self.table.anybody_has_juego() else lance
        self._rule(
            scored,
            _each_way(replayed, lambda bets: self._rule_juego(lance, said, bets, pares, fell)),
        )

    def _rule_juego(
        self,
        lance: Lance,
        said: Announced,
        bets: Bets,
        pares: Announced,
        fell: frozenset[Seat],
    ) -> Ruled:
        """Juego by its own errors, and by an error at pares; both ways where they differ."""
        void = self.void[lance]
        own = self._by_own_clause(lance, said, bets, void)
        errant = errant_pairs(pares)
        if len(errant) != 1:
            return own
        (pair,) = errant
        follow = self._after_pares(lance, bets, pares, pair, fell)
        if follow is None or follow == own:
            return own
        if not said.wrong and not self._ordered():
            return follow
        ways = (*_ways("own_clause", own), *_ways("as_vii_7", follow))
        return Undecided("mus.pending.errors_at_pares_and_juego", "M-VII.7", ways)

    def _ordered(self) -> tuple[Seat, ...]:
        """Who sent his partner to pass at juego against the rule (M-VIII.5)."""
        return tuple(
            line.seat
            for line in self.record.lines
            if isinstance(line, Fault)
            and line.clause == "M-VIII.5"
            and pass_was_ordered(self.table, line.seat)
        )

    def _by_own_clause(
        self, lance: Lance, said: Announced, bets: Bets, void: frozenset[Seat]
    ) -> Ruled:
        ordered = self._ordered()
        if lance is Lance.PUNTO:
            if said.denied:
                return rule_all_denied(self.table, void)
            return as_bet(self.table, lance, bets, void, void)
        if ordered:
            return rule_ordered(self.table, ordered[0].pair, void | said.denied)
        if not self.table.anybody_has_juego():
            return Undecided(
                "mus.pending.juego_played_by_nobody",
                "M-VIII.2",
                (
                    ("nobody_scores", Outcome()),
                    ("punto_in_passing", in_passing(self.table, Lance.PUNTO, void)),
                ),
            )
        return rule_announced(self.table, lance, said, bets, void)

    def _after_pares(
        self,
        lance: Lance,
        bets: Bets,
        pares: Announced,
        pair: Pair,
        fell: frozenset[Seat],
    ) -> Ruled | None:
        """Juego by M-VII.7, None where the error at pares does not reach it: put right in time
        (M-VII.4), or only pares not announced where the option says so."""
        void = self.void[lance]
        if pares.wrong <= repaired(self.acts[Heading.JUEGO]) and not fell:
            return None
        if not pares.false:
            if self.options.unrectified_pares is UnrectifiedPares.JUEGO_STANDS:
                return None
            if self.options.unrectified_pares is UnrectifiedPares.JUEGO_VOID:
                return as_bet(self.table, lance, bets, void | pares.denied, void | pares.denied)
        scored = lance
        if lance is Lance.PUNTO and self.table.anybody_has_juego():
            scored, bets = Lance.JUEGO, Bets()
        ruled = after_pares(self.table, scored, bets, pair, void | fell, void)
        if isinstance(ruled, Outcome) and not pares.false:
            awards = tuple(
                award if award.option else replace(award, option="unrectified_pares")
                for award in ruled.awards
            )
            return replace(ruled, awards=awards)
        return ruled

    def _reported(self) -> Report:
        counted = self._count(None, ())
        pending = []
        for lance, ruled in self.ruled:
            if not isinstance(ruled, Undecided):
                continue
            alternatives = []
            for name, way in ruled.ways:
                count = self._count(lance, way)
                alternatives.append(Alternative(name, way.awards, count.score, count.winner))
            pending.append(
                PendingDecision(ruled.code, ruled.clause, lance, tuple(alternatives), ruled.option)
            )
        return Report(
            awards=(*counted.counted, *counted.uncounted),
            uncounted=counted.uncounted,
            score=counted.score,
            winner=counted.winner,
            findings=tuple(self.findings),
            pending=tuple(pending),
        )

    def _count(self, decided: Lance | None, way: Outcome | tuple[()]) -> Count:
        """Count what is decided, and that way of the lance that is not."""
        awards: list[Award] = []
        for lance, ruled in self.ruled:
            outcome = way if lance is decided else ruled
            if not isinstance(outcome, Outcome):
                continue
            if outcome.ordago is not None:
                played = Played(tuple(awards), outcome.ordago, lance)
                return count_played(self.record.before, played, self.options)
            awards += outcome.awards
        return count_played(self.record.before, Played(tuple(awards)), self.options)


def _ways(name: str, ruled: Ruled) -> tuple[tuple[str, Outcome], ...]:
    if isinstance(ruled, Outcome):
        return ((name, ruled),)
    return tuple((f"{name}.{way}", outcome) for way, outcome in ruled.ways)


def _each_way(replayed: Replayed, rule: Callable[[Bets], Ruled]) -> Ruled:
    """Rule on the bets of a lance; on each way they may have ended where the record is open."""
    if not replayed.open_to:
        return rule(replayed.bets)
    ways: list[tuple[str, Outcome]] = []
    for name, result in replayed.open_to:
        ways += _ways(name, rule(replace(replayed.bets, result=result)))
    return Undecided(replayed.why, replayed.clause, tuple(ways), replayed.option)
