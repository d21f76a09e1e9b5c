"""The proof of a version of the acta, for whoever prints it, sends it or checks it.

`bundle` gives the file that anybody can check, `verification_url` the short address of the page
that says what a version is worth today.
"""

import json
from typing import Any
from urllib.parse import urljoin

from django.conf import settings

from league import canonical, seals
from matches import bundles
from matches.models import Acta, StandingsPublication


def code_of(acta: Acta) -> str:
    """Its short code, without the dashes that it is printed with (`bundles.code_shown`)."""
    return bundles.code_of(encounter=acta.encounter_id, number=acta.number, digest=acta.digest)


def verification_path(acta: Acta) -> str:
    """The short address that a QR leads to, without the host."""
    return f"/v/{code_of(acta)}/"


def verification_url(acta: Acta) -> str:
    """The same with the host, as it is printed."""
    return urljoin(settings.SITE_URL, verification_path(acta))


def bundle(acta: Acta, *, whole: bool = False) -> bytes:
    """The file of a version. Public: what everybody may read. `whole`: with the words of incidents
    too, for those who may read the acta itself. Signed once the version has been in force."""
    statement, signature = statement_of(acta)
    return bundles.bundle(
        content=json.loads(acta.content),
        note=acta.note,
        statement=statement,
        signature=signature,
        whole=whole,
    )


def statement_of(acta: Acta) -> tuple[dict[str, Any], str | None]:
    """What the server signed of a version, and its signature; None for one that it has not."""
    seal = getattr(acta, "seal", None)
    if seal is None:
        return {"format": seals.FORMAT, "kind": "acta", "key": None, **facts_of(acta)}, None
    return json.loads(seal.statement), seal.signature


def publication_facts_of(publication: StandingsPublication) -> dict[str, Any]:
    """What the server states of a published table."""
    return {
        "division": publication.division_id,
        "number": publication.number,
        "matchday": publication.matchday_id,
        "digest": publication.digest,
        "note": canonical.digest(publication.note),
        "author": publication.author_id,
        "published_at": canonical.moment(publication.published_at),
    }


def facts_of(acta: Acta) -> dict[str, Any]:
    """What the server states of a version, from its rows as they are now."""
    return bundles.statement_facts(
        content=json.loads(acta.content),
        number=acta.number,
        reason=acta.reason,
        state=acta.state,
        digest=acta.digest,
        note=acta.note,
        alone=acta.filed_alone_reason,
        signatures=[
            {
                "side": one.side,
                "signer": one.signer_id,
                "method": one.method,
                "at": canonical.moment(one.signed_at),
                "digest": one.digest,
                "disagrees": one.disagrees,
                "disagreement": one.disagreement,
            }
            for one in sorted(acta.signatures.all(), key=lambda one: (one.signed_at, one.pk))
        ],
    )
