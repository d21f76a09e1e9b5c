"""What a record says was written down or is claimed, compared with the ruling.

M-VI.1 who won which lance                                              done: `_written`
M-VI.3 stones that were left out, once the cards are back in the deck    done: `_omitted`
M-V.9  the choice between two bets                                       done: it is no claim
M-E.1  what only the committee can answer                                done: `_claimed`

A claim holds when a fault of that clause was found with that player, or stones go by that clause to
the other pair. Its answer tells how many; of a void hand, by how many stones it changes the score.
"""

from collections.abc import Callable, Iterator, Sequence

from rules.mus.after_play import omitted
from rules.mus.awards import Award
from rules.mus.clauses import carried_out_by
from rules.mus.lances import Lance
from rules.mus.record import Claim, Record, WrittenDown
from rules.mus.report import Answer, Mistake, PendingDecision
from rules.mus.rulings import RulingKind


def answers(
    record: Record,
    awards: Sequence[Award],
    findings: Sequence[Mistake],
    pending: Sequence[PendingDecision],
    cost_of: Callable[[Claim], int],
) -> Iterator[Answer]:
    """An answer to every lance written down, to every lance left out where others were written
    down, and to every claim, in this order. `awards` are those that were counted; `cost_of` says
    by how many stones the score differs because of a fault that was told."""
    written = [won for line in record.lines if isinstance(line, WrittenDown) for won in line.won]
    for lance, seat in written:
        yield _written(lance, seat.pair, awards, pending, Answer("", "", seat, lance))
    left_out = list(_left_out(awards, {lance for lance, _seat in written})) if written else []
    yield from left_out
    for line in record.lines:
        if not isinstance(line, Claim) or line.clause == "M-V.9":
            continue
        if line.clause == "M-VI.3":
            yield _omitted(line, left_out)
        else:
            yield _claimed(line, awards, findings, pending, cost_of)


def _written(
    lance: Lance,
    pair: str,
    awards: Sequence[Award],
    pending: Sequence[PendingDecision],
    about: Answer,
) -> Answer:
    undecided = [decision for decision in pending if decision.lance is lance]
    if undecided:
        return Answer("mus.answer.written_open", undecided[0].clause, about.seat, lance)
    of_lance = [award for award in awards if award.lance is lance]
    others = [award for award in of_lance if award.pair != pair]
    own = [award for award in of_lance if award.pair == pair]
    differs = bool(others) or not own
    code = "mus.answer.written_differs" if differs else "mus.answer.written_matches"
    of_pair = others if differs else own
    clause = of_pair[-1].clause if of_pair else "M-VI.1"
    stones = sum(award.stones for award in of_pair)
    return Answer(code, clause, about.seat, lance, {"stones": stones})


def _left_out(awards: Sequence[Award], written: set[Lance]) -> Iterator[Answer]:
    """The lances that brought stones and are not among those written down."""
    for lance in Lance:
        stones = sum(award.stones for award in awards if award.lance is lance)
        if stones and lance not in written:
            pair = next(award.pair for award in awards if award.lance is lance)
            facts = {"stones": stones, "pair": pair}
            yield Answer("mus.answer.written_omits", "M-VI.3", None, lance, facts)


def _omitted(claim: Claim, left_out: Sequence[Answer]) -> Answer:
    """A claim to stones that were forgotten: they cannot be added any more (M-VI.3)."""
    stones = [
        int(str(answer.facts["stones"]))
        for answer in left_out
        if answer.facts["pair"] == claim.seat.pair
    ]
    ruling = omitted(claim.seat, cards_in_deck=True)
    if not stones or ruling.kind is not RulingKind.STANDS:
        return Answer("mus.answer.nothing_omitted", ruling.clause, claim.seat)
    facts = {"stones": sum(stones)}
    return Answer("mus.answer.omitted_too_late", ruling.clause, claim.seat, facts=facts)


def _claimed(
    claim: Claim,
    awards: Sequence[Award],
    findings: Sequence[Mistake],
    pending: Sequence[PendingDecision],
    cost_of: Callable[[Claim], int],
) -> Answer:
    clause, seat = claim.clause, claim.seat
    who = carried_out_by(clause)
    if not who:
        return Answer("mus.answer.claim_unknown_clause", clause, seat)
    of_clause = [award for award in awards if award.clause == clause]
    stones = sum(award.stones for award in of_clause if award.pair != seat.pair)
    found = [mistake for mistake in findings if (mistake.clause, mistake.seat) == (clause, seat)]
    costing = [mistake for mistake in found if mistake.costs]
    if costing or stones:
        lance = costing[0].lance if costing else None
        stones = stones or cost_of(claim)
        return Answer("mus.answer.claim_holds", clause, seat, lance, {"stones": stones})
    undecided = [decision for decision in pending if decision.clause == clause]
    if undecided:
        return Answer("mus.answer.claim_open", clause, seat, undecided[0].lance)
    told_only = any(mistake.code == "mus.error.committee_decides" for mistake in found)
    if told_only or who != ("engine",):
        return Answer("mus.answer.claim_for_committee", clause, seat)
    return Answer("mus.answer.claim_fails", clause, seat)
