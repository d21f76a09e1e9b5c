"""The checks of `verification`: each thing of the record against itself and against the ledger.

The ledger carries a digest of what every official act wrote. A row without its entry was put in
past the code, an entry without its row speaks of one that was taken away, and where both are there
they say the same. What was written before an entry carried a fact is not held against it.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from league import canonical, ledger, seals
from league.models import DayHead, LedgerChain, LedgerEntry, SigningKey
from matches import proof, publication_content
from matches.models import (
    Acta,
    DisputedDeal,
    Draw,
    Encounter,
    IssuedFile,
    Ruling,
    Seal,
    Signature,
    StandingsPublication,
)
from matches.states.encounter import EncounterState, EndedKind, Origin

REPLAY = "encounter.replay_ordered"
SETTLED = [EncounterState.SIGNED, EncounterState.RULED, EncounterState.NOT_PLAYED]


@dataclass(frozen=True)
class Break:
    """Where the record does not hold: what kind of thing, which one, and what is wrong."""

    kind: str
    place: str
    problem: str


@dataclass(frozen=True)
class Told:
    """An entry of the ledger, read."""

    place: str
    sequence: int
    actor: int | None
    at: datetime
    subject: str
    payload: Mapping[str, Any]

    @property
    def pk(self) -> int:
        """The number of the row that the entry is about."""
        return int(self.subject.rpartition(":")[2])


@dataclass
class Record:
    """What the ledger tells, read once: entries by action, in their order."""

    entries: dict[str, list[Told]] = field(default_factory=dict)

    @classmethod
    def read(cls) -> "Record":
        found = cls()
        rows = LedgerEntry.objects.order_by("chain_id", "sequence").iterator()
        for row in rows:
            payload = parsed(row.payload)
            if payload is None:
                continue  # the chain itself is broken there, and says so
            found.entries.setdefault(row.action, []).append(
                Told(
                    f"chain {row.chain_id}, entry {row.sequence}",
                    row.sequence,
                    row.actor_id,
                    row.at,
                    row.subject,
                    payload,
                )
            )
        return found

    def of(self, action: str) -> list[Told]:
        return self.entries.get(action, [])

    def by_subject(self, action: str) -> dict[str, list[Told]]:
        grouped: dict[str, list[Told]] = {}
        for told in self.of(action):
            grouped.setdefault(told.subject, []).append(told)
        return grouped

    @cached_property
    def in_force(self) -> dict[str, Told]:
        """The entry with which each version came into force, by subject."""
        return {told.subject: told for told in self.of("acta.in_force")}

    @cached_property
    def current(self) -> dict[int, Told]:
        """By encounter, the version that counts after everything that happened."""
        found: dict[int, Told] = {}
        for told in self.of("acta.in_force"):
            found[told.payload["encounter"]] = told
        for told in self.of(REPLAY):
            if told.pk in found and found[told.pk].sequence < told.sequence:
                del found[told.pk]
        return found


def parsed(text: str) -> Mapping[str, Any] | None:
    """The object in a text; None when there is none, as after somebody changed it."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def differing(stored: Mapping[str, Any], told: Mapping[str, Any]) -> str:
    """The first name that the entry tells and the row has otherwise; empty when there is none."""
    return next(
        (name for name, value in stored.items() if name in told and told[name] != value), ""
    )


def chains(record: Record) -> Iterator[Break]:
    for chain in LedgerChain.objects.order_by("pk"):
        sequence = ledger.first_break(chain)
        if sequence is not None:
            yield Break("ledger", f"chain {chain.pk}, entry {sequence}", "does not follow")


def heads(record: Record) -> Iterator[Break]:
    """What was made public on a day is still in the record."""
    for noted in DayHead.objects.order_by("pk").iterator():
        there = LedgerEntry.objects.filter(
            chain_id=noted.chain_id, sequence=noted.length, digest=noted.head
        )
        if not there.exists():
            yield Break(
                "head",
                f"chain {noted.chain_id}, day {noted.day}",
                f"the head made public then is no longer entry {noted.length}",
            )


def keys(record: Record) -> Iterator[Break]:
    published = {told.pk: told for told in record.of("signing_key.published")}
    retired = {told.pk: told for told in record.of("signing_key.retired")}
    for key in SigningKey.objects.order_by("pk"):
        place = f"key {key.key_id}"
        told = published.pop(key.pk, None)
        facts = {"key": key.key_id, "public_key": key.public_key}
        if not _is_hex(key.public_key) or seals.key_id_of(key.public_key) != key.key_id:
            yield Break("key", place, "its name is not that of its public half")
        elif told is None or differing(facts, told.payload) or told.at != key.published_at:
            yield Break("key", place, "is not the one that was published")
        end = retired.get(key.pk)
        if (end.at if end else None) != key.retired_at:
            yield Break("key", place, "was retired at another moment")
    for told in published.values():
        yield Break("key", told.place, "published a key that is no longer there")


def actas(record: Record) -> Iterator[Break]:
    drafted = {told.pk: told for told in record.of("acta.drafted")}
    for acta in Acta.objects.order_by("pk").iterator():
        place = f"encounter {acta.encounter_id}, version {acta.number}"
        told = drafted.pop(acta.pk, None)
        content = parsed(acta.content)
        if canonical.digest(acta.content) != acta.digest:
            yield Break("acta", place, "text and digest disagree")
        elif content is None or content.get("encounter") != acta.encounter_id:
            yield Break("acta", place, "speaks of another encounter")
        elif acta.code != proof.code_of(acta):
            yield Break("acta", place, "its code is not its own")
        elif told is None:
            yield Break("acta", place, "is not in the ledger")
        else:
            facts = {
                "encounter": acta.encounter_id,
                "number": acta.number,
                "reason": acta.reason,
                "digest": acta.digest,
                "note": canonical.digest(acta.note),
            }
            problem = differing(facts, told.payload)
            if problem or (told.actor, told.at) != (acta.created_by_id, acta.created_at):
                yield Break("acta", place, f"is not as the ledger has it ({problem or 'author'})")
        yield from _in_force(record, acta, place)
    for told in drafted.values():
        yield Break("acta", told.place, "speaks of a version that is no longer there")


def _in_force(record: Record, acta: Acta, place: str) -> Iterator[Break]:
    current = record.current.get(acta.encounter_id)
    counts = current is not None and current.pk == acta.pk
    if counts != acta.in_force:
        yield Break(
            "acta",
            place,
            "in force, and not by the ledger"
            if acta.in_force
            else "is not in force, and is by the ledger",
        )
    told = record.in_force.get(f"acta:{acta.pk}")
    if told is None:
        return
    facts = {"digest": acta.digest, "number": acta.number, "encounter": acta.encounter_id}
    if acta.in_force:
        facts["state"] = acta.state
    if differing(facts, told.payload):
        yield Break("acta", place, "did not come into force as it is now")


def signatures(record: Record) -> Iterator[Break]:
    signed: dict[tuple[int, str], Told] = {
        (told.pk, told.payload.get("side", "")): told for told in record.of("acta.signed")
    }
    for signature in Signature.objects.select_related("acta").order_by("pk").iterator():
        place = (
            f"encounter {signature.acta.encounter_id}, version {signature.acta.number}, "
            f"signature {signature.pk}"
        )
        told = signed.pop((signature.acta_id, signature.side), None)
        if signature.digest != signature.acta.digest:
            yield Break("signature", place, "is not of this acta's text")
        elif told is None:
            yield Break("signature", place, "is not in the ledger")
        else:
            facts = {
                "digest": signature.digest,
                "disagrees": signature.disagrees,
                "method": signature.method,
                "disagreement": canonical.digest(signature.disagreement),
            }
            if signature.method == Signature.Method.CODE:
                facts["signer"] = signature.signer_id
            problem = differing(facts, told.payload)
            actor = signature.entered_by_id or signature.signer_id
            if problem or (told.actor, told.at) != (actor, signature.signed_at):
                yield Break(
                    "signature", place, f"is not as the ledger has it ({problem or 'who or when'})"
                )
    for told in signed.values():
        yield Break("signature", told.place, "speaks of a signature that is no longer there")


def server_signatures(record: Record) -> Iterator[Break]:
    """The statement says what the rows say, the key signed it, and the ledger carries it."""
    told = {
        told.subject: told
        for action in ("acta.in_force", "standings.published")
        for told in record.of(action)
        if "seal" in told.payload
    }
    rows = Seal.objects.select_related("key", "acta", "publication").prefetch_related(
        "acta__signatures"
    )
    for seal in rows.order_by("pk"):
        subject = f"acta:{seal.acta_id}" if seal.acta_id else f"publication:{seal.publication_id}"
        problem = _seal_problem(seal, told.pop(subject, None))
        if problem:
            yield Break("server signature", f"{subject}, {seal.pk}", problem)
    for entry in told.values():
        yield Break(
            "server signature", entry.place, "speaks of a signature that is no longer there"
        )


def _seal_problem(seal: Seal, told: Told | None) -> str:
    facts = {
        "key": seal.key.key_id,
        "seal": seal.signature,
        "statement": canonical.digest(seal.statement),
    }
    statement = parsed(seal.statement)
    if told is None:
        return "is not in the ledger"
    if differing(facts, told.payload) or told.at != seal.sealed_at:
        return "is not as the ledger has it"
    if not seals.holds(
        public_key=seal.key.public_key, text=seal.statement, signature=seal.signature
    ):
        return "is not by its key"
    if not seal.key.signs_at(seal.sealed_at):
        return "was made after its key was retired"
    if seal.acta is not None:
        expected = proof.facts_of(seal.acta) | {"state": told.payload["state"]}
    else:
        assert seal.publication is not None
        expected = proof.publication_facts_of(seal.publication)
    expected |= {"key": seal.key.key_id, "at": canonical.moment(seal.sealed_at)}
    if statement is None or any(statement.get(name) != value for name, value in expected.items()):
        return "states something else than what is stored"
    return ""


def files(record: Record) -> Iterator[Break]:
    issued = {told.payload["digest"]: told for told in record.of("acta.file_issued")}
    for row in IssuedFile.objects.order_by("pk").iterator():
        told = issued.pop(row.digest, None)
        if told is None or (told.pk, told.payload["size"], told.at) != (
            row.acta_id,
            row.size,
            row.issued_at,
        ):
            yield Break("file", f"file {row.pk}", "is not as the ledger has it")
    for told in issued.values():
        yield Break("file", told.place, "speaks of a file that is no longer known")


def results(record: Record) -> Iterator[Break]:
    in_force = {acta.encounter_id: acta for acta in Acta.objects.filter(in_force=True)}
    for encounter in Encounter.objects.filter(state__in=SETTLED).order_by("pk").iterator():
        acta = in_force.get(encounter.pk)
        place = f"encounter {encounter.pk}"
        if acta is None:
            if encounter.origin != Origin.IMPORTED and encounter.kind != EndedKind.ANNULLED:
                yield Break("result", place, "has no acta in force")
            continue
        content = parsed(acta.content)
        if content is None:
            continue  # told by `actas`
        stored = (
            encounter.kind,
            encounter.home_score,
            encounter.away_score,
            encounter.home_games,
            encounter.away_games,
        )
        if _result_told(content) != stored:
            yield Break("result", place, "is not that of the acta in force")


def _result_told(content: Mapping[str, Any]) -> tuple[Any, ...]:
    try:
        score, games = content["score"], content["games"]
        return (content["kind"], score["HOME"], score["AWAY"], games["HOME"], games["AWAY"])
    except (KeyError, TypeError):
        return ()


def draws(record: Record, problem_of: Callable[[Draw], str]) -> Iterator[Break]:
    made: dict[int, Told] = {told.pk: told for told in record.of("draw.made")}
    for drawn in Draw.objects.filter(drawn_at__isnull=False).order_by("pk").iterator():
        told = made.get(drawn.encounter_id)
        place = f"encounter {drawn.encounter_id}"
        try:
            problem = problem_of(drawn)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            problem = "cannot be read"
        if problem:
            yield Break("draw", place, problem)
            continue
        facts = {
            "by_hand": drawn.by_hand,
            "commitment": drawn.commitment,
            "inputs": canonical.digest(drawn.inputs),
            "result": canonical.digest(drawn.result),
        }
        if told is None:
            yield Break("draw", place, "is not in the ledger")
        elif differing(facts, told.payload) or told.at != drawn.drawn_at:
            yield Break("draw", place, "is not as the ledger has it")


def deals(record: Record) -> Iterator[Break]:
    for deal in DisputedDeal.objects.order_by("pk").iterator():
        if canonical.digest(deal.report) != deal.digest:
            yield Break("deal", f"deal {deal.pk}", "report and digest disagree")


def rulings(record: Record) -> Iterator[Break]:
    made = {told.pk: told for told in record.of("ruling.made")}
    for ruling in Ruling.objects.order_by("pk").iterator():
        told = made.pop(ruling.pk, None)
        facts = {
            "number": ruling.number,
            "case": ruling.case_id,
            "clauses": ruling.clauses,
            "effects": ruling.effects,
            "facts": canonical.digest(ruling.facts),
            "decision": canonical.digest(ruling.decision),
        }
        if told is None or differing(facts, told.payload) or told.at != ruling.ruled_at:
            yield Break("ruling", f"ruling {ruling.pk}", "is not as the ledger has it")
    for told in made.values():
        yield Break("ruling", told.place, "speaks of a ruling that is no longer there")


def publications(record: Record) -> Iterator[Break]:
    """Text and digest, ledger, the table from its results, and its results from the actas that
    were in force when it was published."""
    published = {told.pk: told for told in record.of("standings.published")}
    contents = {acta.pk: parsed(acta.content) for acta in Acta.objects.only("content").iterator()}
    rows = StandingsPublication.objects.select_related("matchday").order_by("pk")
    for publication in rows.iterator():
        place = f"publication {publication.pk}"
        told = published.pop(publication.pk, None)
        content = parsed(publication.content)
        if content is None or canonical.digest(publication.content) != publication.digest:
            yield Break("publication", place, "text and digest disagree")
        elif told is None:
            yield Break("publication", place, "is not in the ledger")
        elif _publication_differs(publication, told):
            yield Break("publication", place, "is not as the ledger has it")
        elif not publication_content.is_reproducible(content):
            yield Break("publication", place, "the table does not follow from its results")
        else:
            yield from _published_results(record, content, told, contents, place)
    for told in published.values():
        yield Break("publication", told.place, "speaks of a table that is no longer there")


def _publication_differs(publication: StandingsPublication, told: Told) -> bool:
    facts = {
        "division": publication.division_id,
        "number": publication.number,
        "matchday": publication.matchday.number,
        "digest": publication.digest,
        "note": canonical.digest(publication.note),
    }
    return bool(differing(facts, told.payload)) or (told.actor, told.at) != (
        publication.author_id,
        publication.published_at,
    )


def _published_results(
    record: Record,
    content: Mapping[str, Any],
    told: Told,
    contents: Mapping[int, Mapping[str, Any] | None],
    place: str,
) -> Iterator[Break]:
    counted: dict[int, Told] = {}
    for entry in record.of("acta.in_force"):
        if entry.sequence < told.sequence:
            counted[entry.payload["encounter"]] = entry
    for line in content["results"]:
        last = counted.get(line["encounter"])
        acta = contents.get(last.pk) if last else None
        if acta is None:
            continue  # told by telephone, imported, or reported by `actas`
        published = (
            line["kind"].upper(),
            line["home_score"],
            line["away_score"],
            line["home_games"],
            line["away_games"],
        )
        if _result_told(acta) != published:
            yield Break(
                "publication",
                place,
                f"encounter {line['encounter']} was not published as its acta had it",
            )


def _is_hex(text: str) -> bool:
    try:
        return len(bytes.fromhex(text)) == seals.SEED_BYTES
    except ValueError:
        return False
