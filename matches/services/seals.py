"""The server's signature on an acta that comes into force and on a table that is published.

Made in the transaction of the act, before its ledger entry, which carries it. Files that are given
out are noted by the digest of all their bytes.
"""

import hashlib
from datetime import datetime
from typing import Any

from django.db import transaction

from league import canonical, ledger, seals
from league.services.signing_keys import key_in_use, private_key
from matches import proof
from matches.models import Acta, IssuedFile, Seal, StandingsPublication


def acta_seal(*, acta: Acta, at: datetime) -> dict[str, str]:
    """Sign a version that comes into force now; its row is written, its encounter locked.

    Returns what the ledger entry carries of it.
    """
    return _seal(at, "acta", proof.facts_of(acta), acta=acta)


def publication_seal(*, publication: StandingsPublication, at: datetime) -> dict[str, str]:
    """Sign a table that is published now. Returns what the ledger entry carries of it."""
    facts = proof.publication_facts_of(publication)
    return _seal(at, "publication", facts, publication=publication)


def _seal(at: datetime, kind: str, facts: dict[str, Any], **thing: Any) -> dict[str, str]:
    key = key_in_use(at=at)
    statement = seals.statement(kind=kind, key=key.key_id, at=at, **facts)
    signature = seals.sign(private_key(), statement)
    Seal.objects.create(key=key, statement=statement, signature=signature, sealed_at=at, **thing)
    return {"key": key.key_id, "seal": signature, "statement": canonical.digest(statement)}


@transaction.atomic
def file_issue(*, acta: Acta, data: bytes, at: datetime) -> IssuedFile:
    """Note a file of the acta that is given out. The same bytes again change nothing."""
    digest = hashlib.sha256(data).hexdigest()
    found, first = IssuedFile.objects.get_or_create(
        digest=digest, defaults={"acta": acta, "size": len(data), "issued_at": at}
    )
    if first:
        ledger.append(
            season=acta.encounter.division.season_id,
            actor=None,
            at=at,
            action="acta.file_issued",
            subject=f"acta:{acta.pk}",
            digest=digest,
            size=len(data),
        )
    return found
