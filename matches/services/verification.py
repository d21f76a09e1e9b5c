"""Recompute the official record from what is stored, and report where it does not hold.

What this finds: changed, removed or inserted ledger entries; an acta, sight of it, signature,
ruling, published table, given out file or signature of the server that is not what its ledger entry
says, or has none, or is gone; a text and a digest that disagree; a signature of the server that is
not by its key; an encounter whose result is not that of its acta in force; a draw that does not
follow from its inputs; a published table that does not follow from its results, or whose results
were not those of the actas then in force; and, against a head that was made public, a cut or
rewritten tail. Somebody who owns the database and the key could still rewrite everything
consistently: against that, the head of each chain goes out every day.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from league.models import LedgerEntry
from league.selectors.record import HEAD_PRINTED
from matches import draw as algorithm
from matches.models import Draw, Postponement
from matches.services import _record_checks as checks
from matches.services._record_checks import Break, Record
from matches.services._sight_checks import sights
from matches.services.dates import change_problem
from matches.states.postponement import PostponementState

__all__ = ["Break", "draw_problem", "record_verify"]


def record_verify(heads: Iterable[str] = ()) -> list[Break]:
    """Every break found, in the order of the checks. Empty when the record is whole.

    `heads` are hashes that were published, mailed or printed: each must still be in the record.
    """
    return [*_breaks(heads)]


def _breaks(heads: Iterable[str]) -> Iterator[Break]:
    record = Record()
    for name, check in _checks().items():
        try:
            if name == "ledger":
                yield from check(record)
                record = Record.read()
            else:
                yield from check(record)
        except Exception as error:  # noqa: BLE001  a row can be spoilt in more ways than can be named
            yield Break(name, "a row of it", f"cannot be read ({type(error).__name__}: {error})")
    for head in heads:
        # As it was mailed, or the beginning of it that a PDF prints, in groups.
        told = "".join(head.lower().split()).rstrip("…")
        known = LedgerEntry.objects.filter(digest__startswith=told)
        if len(told) < HEAD_PRINTED or not known.exists():
            yield Break(
                "head", head, "is not in the record: its tail was cut, or it was written anew"
            )


def _checks() -> dict[str, Callable[[Record], Iterator[Break]]]:
    return {
        "ledger": checks.chains,
        "head": checks.heads,
        "key": checks.keys,
        "acta": checks.actas,
        "signature": checks.signatures,
        "sight": sights,
        "server signature": checks.server_signatures,
        "file": checks.files,
        "result": checks.results,
        "draw": partial(checks.draws, problem_of=draw_problem),
        "date": _dates,
        "deal": checks.deals,
        "ruling": checks.rulings,
        "publication": checks.publications,
    }


def _dates(record: Record) -> Iterator[Break]:
    """Changes of date by both delegates (M-D.16): text, signatures, and the entry that filed it."""
    filed = {
        told.payload["postponement"]: told.payload["digest"] for told in record.of("date.delivered")
    }
    rows = Postponement.objects.exclude(content="").prefetch_related("signatures").order_by("pk")
    for change in rows:
        problem = change_problem(change)
        if not problem and change.state == PostponementState.DELIVERED:
            problem = "" if filed.get(change.pk) == change.digest else "is not what was filed"
        if problem:
            yield Break("date", f"change of date {change.pk}", problem)


def draw_problem(drawn: Draw) -> str:
    """What is wrong with a draw that was made; empty when it can be reproduced."""
    if algorithm.commitment(drawn.seed) != drawn.commitment:
        return "the seed is not the one that was committed"
    if drawn.by_hand:
        return ""
    inputs = json.loads(drawn.inputs)
    if inputs["encounter"] != drawn.encounter_id:
        return "the inputs are of another encounter"
    try:
        chairs = algorithm.draw_of(
            inputs,
            seed=drawn.seed,
            home_nonce=drawn.home_nonce,
            away_nonce=drawn.away_nonce,
        )
    except (KeyError, ValueError) as error:
        return f"the inputs cannot be drawn from: {error}"
    seats = {
        (seat["board"], seat["side"], seat["position"]): seat["slot"]
        for seat in json.loads(drawn.result)
    }
    expected = {(chair.board, chair.side, chair.position): chair.player for chair in chairs}
    return "" if seats == expected else "the pairs do not follow from the inputs"
