"""Recompute the official record from what is stored, and report the first break of each kind.

What this finds: changed, removed or inserted ledger entries; a cut tail; an acta, signature or
publication whose text and digest disagree; an encounter whose result is not that of its acta in
force; a draw that does not follow from its inputs. Somebody who owns the database could still
rewrite everything consistently: against that, the head of each chain is made public.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from league import canonical, ledger
from league.models import LedgerChain
from matches import draw as algorithm
from matches.models import Acta, DisputedDeal, Draw, Encounter, Signature, StandingsPublication
from matches.states.encounter import EncounterState, EndedKind, Origin


@dataclass(frozen=True)
class Break:
    """Where the record does not hold: what kind of thing, which one, and what is wrong."""

    kind: str
    place: str
    problem: str


def record_verify() -> list[Break]:
    """Every break found, in the order of the checks. Empty when the record is whole."""
    return [
        *_chains(),
        *_actas(),
        *_signatures(),
        *_results(),
        *_draws(),
        *_publications(),
        *_deals(),
    ]


def _chains() -> Iterator[Break]:
    for chain in LedgerChain.objects.order_by("pk"):
        sequence = ledger.first_break(chain)
        if sequence is not None:
            yield Break("ledger", f"chain {chain.pk}, entry {sequence}", "does not follow")


def _actas() -> Iterator[Break]:
    for acta in Acta.objects.order_by("pk").iterator():
        place = f"encounter {acta.encounter_id}, version {acta.number}"
        if canonical.digest(acta.content) != acta.digest:
            yield Break("acta", place, "text and digest disagree")
        elif json.loads(acta.content)["encounter"] != acta.encounter_id:
            yield Break("acta", place, "speaks of another encounter")


def _signatures() -> Iterator[Break]:
    for signature in Signature.objects.select_related("acta").order_by("pk").iterator():
        if signature.digest != signature.acta.digest:
            yield Break("signature", f"signature {signature.pk}", "is not of this acta's text")


def _results() -> Iterator[Break]:
    settled = [EncounterState.SIGNED, EncounterState.RULED, EncounterState.NOT_PLAYED]
    in_force = {acta.encounter_id: acta for acta in Acta.objects.filter(in_force=True)}
    for encounter in Encounter.objects.filter(state__in=settled).order_by("pk").iterator():
        acta = in_force.get(encounter.pk)
        if acta is None:
            if encounter.origin != Origin.IMPORTED and encounter.kind != EndedKind.ANNULLED:
                yield Break("result", f"encounter {encounter.pk}", "has no acta in force")
            continue
        content = json.loads(acta.content)
        told = (content["kind"], content["score"]["HOME"], content["score"]["AWAY"])
        if told != (encounter.kind, encounter.home_score, encounter.away_score):
            yield Break("result", f"encounter {encounter.pk}", "is not that of the acta in force")


def _draws() -> Iterator[Break]:
    for drawn in Draw.objects.filter(drawn_at__isnull=False).order_by("pk").iterator():
        problem = draw_problem(drawn)
        if problem:
            yield Break("draw", f"encounter {drawn.encounter_id}", problem)


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


def _publications() -> Iterator[Break]:
    for publication in StandingsPublication.objects.order_by("pk").iterator():
        if canonical.digest(publication.content) != publication.digest:
            yield Break("publication", f"publication {publication.pk}", "text and digest disagree")


def _deals() -> Iterator[Break]:
    for deal in DisputedDeal.objects.order_by("pk").iterator():
        if canonical.digest(deal.report) != deal.digest:
            yield Break("deal", f"deal {deal.pk}", "report and digest disagree")
