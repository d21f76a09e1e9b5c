"""A record replayed: what each lance brings, what was wrong, what stays open, and the score.

M-V.13 an accepted órdago, and what falls with it          done, by `count_played`
M-VI.1 counting in order, with the stop                    done, by `count_played`
M-E.1  what the text leaves open, or an unknown card       done: `Report.pending`
The ruling on each lance                                   see `rules.mus.deal_ruling`

Nothing stops at the first fault. Of a deal that is dealt again nothing counts.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rules.formats import Score
from rules.mus.answers import answers
from rules.mus.awards import Award, Reason
from rules.mus.counting import Count
from rules.mus.deal_ruling import DealRuling
from rules.mus.decided import Named, by_cards, by_count, decided
from rules.mus.faults import unsure
from rules.mus.lances import Lance
from rules.mus.options import ASTURIAS, Options, OrdagoVoids
from rules.mus.played import Played, count_played
from rules.mus.record import Claim, Fault, Record, WrittenDown
from rules.mus.replayed_mus import replay_mus
from rules.mus.report import Alternative, Mistake, PendingDecision, Report
from rules.mus.standing import Outcome, Ruled, Undecided
from rules.mus.unknown_cards import completions

Lances = list[tuple[Lance, Ruled]]


def replay(record: Record, options: Options = ASTURIAS, *, runs: bool | None = None) -> Report:
    """Rule on a record. Options that the record names itself go before the season's. `runs` says
    whether the deck ran (M-P.5), None when nobody knows.

    Raises RuleViolation when the score before the deal cannot be one (`mus.count.impossible_score`,
    M-VI.1).
    """
    options = record.options(options)
    possible = completions(record.deal, options)
    rulings = [DealRuling(record, options, hands).rule() for hands in possible.hands]
    first = rulings[0]
    lances = first.ruled
    findings = list(first.findings)
    named: list[Named] = list(first.decided)
    if possible.unknown:
        lances = _agreed([ruling.ruled for ruling in rulings], all_of_them=possible.all_of_them)
        findings = [
            found for found in findings if all(found in ruling.findings for ruling in rulings)
        ]
        agreed = {(found.clause, found.seat) for found in findings}
        faults = [told for told in first.told if (told.fault.clause, told.fault.seat) not in agreed]
        findings = [*map(unsure, faults), *findings]
        named = [one for one in named if all(one in ruling.decided for ruling in rulings)]
        seats = tuple(seat.value for seat in possible.unknown)
        note = Mistake("mus.note.cards_unknown", "M-E.1", None, costs=False, facts={"seats": seats})
        findings.append(note)
    mus = replay_mus(record, options, runs=runs)
    if mus is not None:
        findings = [*mus.findings, *findings]
        named += [(option, None) for option in mus.decided]
    counting = _Counting(record, options, lances)
    report = counting.report(findings)
    if not possible.unknown and not first.redeal:
        named += by_cards(record.deal, first.hands.values(), report.awards)
    named += counting.named()
    named += _named(report)

    def cost_of(claim: Claim) -> int:
        return _cost_of(claim, record, options, report.score)

    answered = answers(record, _counted(report), report.findings, report.pending, cost_of)
    return replace(
        report,
        answers=tuple(answered),
        options=decided(options, named),
        redeal=first.redeal,
    )


def _cost_of(claim: Claim, record: Record, options: Options, score: Score) -> int:
    """By how many stones the score would differ without the faults of that clause and player."""
    lines = [
        line
        for line in record.lines
        if not isinstance(line, Claim | WrittenDown)
        and not (isinstance(line, Fault) and (line.clause, line.seat) == (claim.clause, claim.seat))
    ]
    without = replay(replace(record, lines=tuple(lines)), options).score
    return abs(score[0] - without[0] - score[1] + without[1])


def _counted(report: Report) -> tuple[Award, ...]:
    return report.awards[: len(report.awards) - len(report.uncounted)]


def _named(report: Report) -> Iterator[Named]:
    """The options that awards, open questions and findings name."""
    for award in report.awards:
        if award.option is not None:
            yield award.option, award.lance
    for decision in report.pending:
        if decision.option is not None:
            yield decision.option, decision.lance
    for found in report.findings:
        if found.option is not None:
            yield found.option, found.lance


@dataclass(slots=True)
class _Counting:
    """The lances ruled on, to be counted with each way to decide what is open."""

    record: Record
    options: Options
    lances: Lances

    def report(self, findings: Iterable[Mistake]) -> Report:
        counted = self._count(None, ())
        pending = []
        for lance, ruled in self.lances:
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
            findings=tuple(findings),
            pending=tuple(pending),
        )

    def named(self) -> Iterator[Named]:
        """The options that decided in the count."""
        played = self._played(None, ())
        if played.ordago is not None:
            if played.awards:
                yield "ordago_voids_earlier", played.ordago_lance
            kept = self.options.ordago_voids_earlier is OrdagoVoids.ACCEPTED_BETS
            if kept and any(award.reason is Reason.NEGADA for award in played.awards):
                yield "negada_when", played.ordago_lance
            return
        counted = self._count(None, ())
        yield from by_count(self.record.before, played.awards, counted, self.options)

    def _count(self, decided: Lance | None, way: Outcome | tuple[()]) -> Count:
        return count_played(self.record.before, self._played(decided, way), self.options)

    def _played(self, decided: Lance | None, way: Outcome | tuple[()]) -> Played:
        """What is decided, and that way of the lance that is not."""
        awards: list[Award] = []
        for lance, ruled in self.lances:
            outcome = way if lance is decided else ruled
            if not isinstance(outcome, Outcome):
                continue
            if outcome.ordago is not None:
                return Played(tuple(awards), outcome.ordago, lance)
            awards += outcome.awards
        return Played(tuple(awards))


def _agreed(rulings: Sequence[Lances], *, all_of_them: bool) -> Lances:
    """The lances of a deal that may have been any of these: what they agree on is ruled, the rest
    is open. With a choice of hands only, what no card can change is all that is ruled."""
    agreed: Lances = []
    for place in range(max(map(len, rulings))):
        at_place = [ruled[place] for ruled in rulings if len(ruled) > place]
        lance = at_place[0][0]
        ways: dict[Outcome, str] = {} if len(at_place) == len(rulings) else {Outcome(): _NOTHING}
        for _lance, ruled in at_place:
            outcomes = [ruled] if isinstance(ruled, Outcome) else [way for _n, way in ruled.ways]
            for outcome in outcomes:
                ways.setdefault(outcome, _name(outcome, ways.values()))
        only = next(iter(ways))
        open_anyhow = len(ways) > 1 or any(isinstance(one[1], Undecided) for one in at_place)
        if open_anyhow or not (all_of_them or _no_card_matters(lance, only)):
            same = {ruled for _lance, ruled in at_place}
            if len(same) == 1 and len(at_place) == len(rulings) and all_of_them:
                agreed.append((lance, at_place[0][1]))
                continue
            open_ways = tuple((name, outcome) for outcome, name in ways.items())
            agreed.append((lance, Undecided("mus.pending.cards_unknown", "M-E.1", open_ways)))
        else:
            agreed.append((lance, only))
    return agreed


_NOTHING = "+0"


def _name(outcome: Outcome, taken: Iterable[str]) -> str:
    """What an outcome is called: `A+3`, `A+3 B+1`, `+0` for nothing, `A!` for a game won."""
    stones: dict[str, int] = {}
    for award in outcome.awards:
        stones[award.pair] = stones.get(award.pair, 0) + award.stones
    name = " ".join(f"{pair}+{stones[pair]}" for pair in sorted(stones)) or _NOTHING
    if outcome.ordago is not None:
        name = f"{outcome.ordago}!"
    same = sum(other.split("/")[0] == name for other in taken)
    return f"{name}/{same + 1}" if same else name


def _no_card_matters(lance: Lance, outcome: Outcome) -> bool:
    """A refused bet at grande or chica is worth the same with whatever cards."""
    return lance in (Lance.GRANDE, Lance.CHICA) and all(
        award.reason is Reason.NEGADA for award in outcome.awards
    )
