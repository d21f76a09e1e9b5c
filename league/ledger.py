"""Append official acts to the hash chain of their season."""

from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Q

from league import canonical
from league.models import LedgerChain, LedgerEntry, Season, User

GENESIS = "0" * 64


def entry_digest(
    *,
    chain: int,
    sequence: int,
    actor: int | None,
    at: datetime,
    action: str,
    subject: str,
    payload: str,
    previous: str,
) -> str:
    """The entry's own digest, over everything it says and the digest before it."""
    return canonical.digest(
        canonical.dumps(
            {
                "chain": chain,
                "sequence": sequence,
                "actor": actor,
                "at": at,
                "action": action,
                "subject": subject,
                "payload": payload,
                "previous": previous,
            }
        )
    )


def append(
    *,
    season: Season | int | None,
    actor: User | None,
    at: datetime,
    action: str,
    subject: str,
    **payload: Any,
) -> LedgerEntry:
    """Append an act. Runs in the caller's transaction, as its last lock.

    `subject` is "model:id", the payload ids, words, numbers and digests: never names or free text.
    """
    assert connection.in_atomic_block, "an official act and its effect are one transaction"
    season_id = season.pk if isinstance(season, Season) else season
    chain = _chain_locked(season_id)
    text = canonical.dumps(payload)
    sequence = chain.length + 1
    actor_id = actor.pk if actor is not None else None
    digest = entry_digest(
        chain=chain.pk,
        sequence=sequence,
        actor=actor_id,
        at=at,
        action=action,
        subject=subject,
        payload=text,
        previous=chain.head,
    )
    entry = LedgerEntry.objects.create(
        chain=chain,
        sequence=sequence,
        actor_id=actor_id,
        at=at,
        action=action,
        subject=subject,
        payload=text,
        previous=chain.head,
        digest=digest,
    )
    chain.length, chain.head = sequence, digest
    chain.save(update_fields=["length", "head"])
    return entry


def _chain_locked(season_id: int | None) -> LedgerChain:
    own = Q(season_id=season_id) if season_id is not None else Q(season__isnull=True)
    if not LedgerChain.objects.filter(own).exists():
        # Two first acts at once: the constraint lets one row in, both then lock it.
        LedgerChain.objects.bulk_create([LedgerChain(season_id=season_id)], ignore_conflicts=True)
    return LedgerChain.objects.select_for_update().get(own)


def first_break(chain: LedgerChain) -> int | None:
    """The sequence number of the first entry that does not follow from the one before it.

    None when the chain is whole; `length + 1` when entries are missing at its end.
    """
    previous, expected = GENESIS, 1
    for entry in chain.entries.order_by("sequence").iterator():
        own = entry_digest(
            chain=chain.pk,
            sequence=entry.sequence,
            actor=entry.actor_id,
            at=entry.at,
            action=entry.action,
            subject=entry.subject,
            payload=entry.payload,
            previous=entry.previous,
        )
        if entry.sequence != expected or entry.previous != previous or entry.digest != own:
            return expected
        previous, expected = entry.digest, expected + 1
    if chain.length != expected - 1 or chain.head != previous:
        return expected
    return None
