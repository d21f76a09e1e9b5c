"""The ruling on a deal, lance by lance: bets, announcements, faults and cards together.

M-VII, M-VIII, M-IX errors of announcement                 done: `DealRuling`, and errors_*
M-II.7, II.8, III.2, V.14, VI.5, IX.1, I.9, I.10 void hands done, by `rules.mus.void_hands`
M-V.8  a bet closed by the postre with 33                  done: `DealRuling`
M-V.9  the opponents choose between two bets               done, by `rules.mus.replayed_bets`

Where two clauses would rule on the same lance differently, the text does not say which goes first,
so both come back as alternatives.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from rules.mus.announced import Announced, announced, repaired
from rules.mus.awards import Reason
from rules.mus.betting import Ending
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
from rules.mus.faults import calls_for_redeal, consequence
from rules.mus.hands import JUEGO, Ranks, points
from rules.mus.lances import Lance
from rules.mus.options import Options, UnrectifiedPares
from rules.mus.partida import Pair
from rules.mus.record import Act, Acts, Claim, Heading, Record
from rules.mus.replayed_bets import (
    Replayed,
    a_las_dos,
    calls_of,
    options_of_calls,
    places_of,
    replay_bets,
)
from rules.mus.report import Mistake
from rules.mus.speaking import early_acts, may_close_with_33
from rules.mus.standing import (
    Bets,
    Outcome,
    Ruled,
    Table,
    Undecided,
    as_bet,
    in_passing,
)
from rules.mus.told import Told, told_faults
from rules.mus.void_hands import void_by_lance


def _acts(record: Record) -> Mapping[Heading, tuple[Act, ...]]:
    acts: dict[Heading, tuple[Act, ...]] = dict.fromkeys(Heading, ())
    for line in record.lines:
        if isinstance(line, Acts):
            acts[line.heading] += line.acts
    return acts


_HEADINGS = {
    Lance.GRANDE: Heading.GRANDE,
    Lance.CHICA: Heading.CHICA,
    Lance.PARES: Heading.PARES,
    Lance.JUEGO: Heading.JUEGO,
    Lance.PUNTO: Heading.PUNTO,
}


@dataclass(slots=True)
class DealRuling:
    """The ruling under way: the lances ruled on so far, in order, what was found, and the options
    that decided something beside those that the awards name. `hands` are the ranks of all seats."""

    record: Record
    options: Options
    hands: dict[Seat, Ranks]
    table: Table = field(init=False)
    acts: Mapping[Heading, tuple[Act, ...]] = field(init=False)
    told: tuple[Told, ...] = field(init=False)
    chosen: frozenset[Seat] = field(init=False)
    void: Mapping[Lance, frozenset[Seat]] = field(init=False)
    redeal: bool = field(init=False)
    ruled: list[tuple[Lance, Ruled]] = field(default_factory=list)
    findings: list[Mistake] = field(default_factory=list)
    decided: list[tuple[str, Lance | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        record = self.record
        self.table = Table(record.deal, record.before, self.options, hands=self.hands)
        self.acts = _acts(record)
        self.told = told_faults(record.lines, self.options)
        self.chosen = frozenset(
            line.seat for line in record.lines if isinstance(line, Claim) and line.clause == "M-V.9"
        )
        self.void = void_by_lance(self.table, self.told)
        self.redeal = any(calls_for_redeal(told) for told in self.told)

    def rule(self) -> "DealRuling":
        """Rule on every lance; on none when the deal is dealt again."""
        self.findings += early_acts(self.record.lines, self.table.holders(Lance.PARES))
        if not self.redeal:
            self._lances()
        if any(told.fault.clause.startswith("M-II.") for told in self.told):
            self.decided.append(("senas", None))
        derived = tuple(self.findings)
        faults = [consequence(self.table, told, derived) for told in self.told]
        self.findings = [*faults, *derived]
        return self

    def _lances(self) -> None:
        grande, chica = a_las_dos(
            self.table, self.acts[Heading.GRANDE], self.acts[Heading.CHICA], self.chosen
        )
        self._honest(Lance.GRANDE, grande)
        if not self._over:
            self._honest(Lance.CHICA, chica)
        if not self._over:
            self._pares_and_juego()

    @property
    def _over(self) -> bool:
        """Whether an accepted órdago has ended the deal."""
        return any(isinstance(ruled, Outcome) and ruled.ordago for _lance, ruled in self.ruled)

    def _take(self, lance: Lance, replayed: Replayed) -> None:
        """Keep what was found in the bets of a lance, and what they were worth by option."""
        self.findings += replayed.findings
        options = options_of_calls(calls_of(self.acts[_HEADINGS[lance]]))
        self.decided += [(option, lance) for option in options]
        if replayed.option is not None and not replayed.open_to:
            self.decided.append((replayed.option, lance))
        if replayed.bets.active & self.void[lance]:
            self.decided.append(("void_hand_bets", lance))

    def _rule(self, lance: Lance, ruled: Ruled) -> None:
        self.ruled.append((lance, ruled))
        if isinstance(ruled, Outcome):
            self.table = replace(self.table, booked=(*self.table.booked, *ruled.awards))

    def _honest(self, lance: Lance, replayed: Replayed) -> None:
        """A lance that nobody announces."""
        self._take(lance, replayed)
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
        replayed = replay_bets(
            self.table, lance, said.said, calls_of(acts), self.chosen, places=places_of(acts)
        )
        self._take(lance, replayed)
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
            calls = calls_of(self.acts[Heading.PUNTO])
            replayed = replay_bets(self.table, lance, self.record.deal.seats, calls, self.chosen)
            self._take(lance, replayed)
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
        self._closed_with_33(lance, bets, own)
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

    def _closed_with_33(self, lance: Lance, bets: Bets, ruled: Ruled) -> None:
        """Note a bet that the postre with 33 accepted, to deny the negada, and lost (M-V.8)."""
        seat, result = bets.closed_by, bets.result
        if lance is not Lance.JUEGO or seat is None or result.ending is not Ending.ACCEPTED:
            return
        lost = isinstance(ruled, Outcome) and any(
            award.reason is Reason.ACCEPTED and award.pair != seat.pair for award in ruled.awards
        )
        missing = self.missing()
        mano = self.record.deal.mano
        ranks = self.table.ranks(seat)
        if lost and may_close_with_33(seat, ranks, mano=mano, missing=missing, is_ordago=False):
            facts = {"missing": missing, "stones": result.stones}
            code = "mus.note.closed_with_33"
            note = Mistake(code, "M-V.8", seat, lance, costs=False, facts=facts)
            if note not in self.findings:
                self.findings.append(note)

    def missing(self) -> int:
        """The stones that the pair nearer to the end of the game misses, refused bets booked."""
        booked = [award for award in self.table.booked if award.reason is Reason.NEGADA]
        have = [
            stones + sum(award.stones for award in booked if award.pair == pair)
            for pair, stones in zip(("A", "B"), self.record.before, strict=True)
        ]
        return self.options.stones - max(have)

    def _ordered(self) -> tuple[Seat, ...]:
        """Who sent his partner to pass at juego against the rule (M-VIII.5)."""
        return tuple(
            told.fault.seat
            for told in self.told
            if told.fault.clause == "M-VIII.5" and pass_was_ordered(self.table, told.fault.seat)
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
            self.decided.append(("unrectified_pares", lance))
            if self.options.unrectified_pares is UnrectifiedPares.JUEGO_STANDS:
                return None
            if self.options.unrectified_pares is UnrectifiedPares.JUEGO_VOID:
                return as_bet(self.table, lance, bets, void | pares.denied, void | pares.denied)
        mano = self.table.deal.mano
        if pair == mano.pair and points(self.hands[mano.partner]) == JUEGO:
            self.decided.append(("errant_31", lance))
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


def _ways(name: str, ruled: Ruled) -> tuple[tuple[str, Outcome], ...]:
    if isinstance(ruled, Outcome):
        return ((name, ruled),)
    return tuple((f"{name}.{way}", outcome) for way, outcome in ruled.ways)


def _each_way(replayed: Replayed, rule: Callable[[Bets], Ruled]) -> Ruled:
    """Rule on the bets of a lance; on each way they may have ended where the record is open."""
    if not replayed.open_to:
        return rule(replayed.bets)
    ways: list[tuple[str, Outcome]] = []
    for name, bets in replayed.open_to:
        ways += _ways(name, rule(bets))
    if all(outcome == ways[0][1] for _name, outcome in ways):
        return ways[0][1]  # it makes no difference
    return Undecided(replayed.why, replayed.clause, tuple(ways), replayed.option)
