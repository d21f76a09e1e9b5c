"""What a code or a file that somebody brings is worth: ours or not, in force or replaced by what.

Nothing is told here that the public pages do not tell. A version of a season that is not public
has no code yet; the file of one is still recognised, since who brings it has read it.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db.models import QuerySet

from league import canonical
from league.models import LedgerEntry, SigningKey
from league.policies import Anybody, may_see_season
from matches import bundles, proof
from matches.models import Acta, IssuedFile, Ruling
from matches.states.acta import ActaState

MAX_ID, MAX_NUMBER = 2**31, 2**15  # what the columns of both databases hold
OPEN = (ActaState.DRAFT, ActaState.SIGNED_ONE)


class Kind(StrEnum):
    """What was brought."""

    CODE = "CODE"
    PDF = "PDF"
    JSON = "JSON"


class Origin(StrEnum):
    """Whether it is ours, and how we know."""

    ISSUED = "ISSUED"  # a file of ours, to the last byte
    SIGNED = "SIGNED"  # data that the server signed
    CARRIED = "CARRIED"  # a PDF that is not ours to the byte, with data inside that we signed
    RECORDED = "RECORDED"  # a code of ours, or data of a version without signature as it is stored
    ALTERED = "ALTERED"  # says to be ours and has been changed
    UNKNOWN_KEY = "UNKNOWN_KEY"  # signed by a key that is not ours
    FOREIGN = "FOREIGN"  # nothing of ours
    UNREADABLE = "UNREADABLE"  # neither PDF nor JSON


GENUINE = frozenset({Origin.ISSUED, Origin.SIGNED, Origin.RECORDED, Origin.CARRIED})


class Standing(StrEnum):
    """What the version is worth now."""

    IN_FORCE = "IN_FORCE"
    SUPERSEDED = "SUPERSEDED"
    DRAFT = "DRAFT"
    DROPPED = "DROPPED"


@dataclass(frozen=True)
class Verdict:
    """The answer. `acta` is there when the version was found and may be seen or was brought."""

    kind: Kind
    origin: Origin
    problem: str = ""
    acta: Acta | None = None
    standing: Standing | None = None
    successor: Acta | None = None
    ruling: Ruling | None = None
    in_force_at: datetime | None = None
    succeeded_at: datetime | None = None
    visible: bool = False
    digest: str = ""
    key: str = ""

    @property
    def is_genuine(self) -> bool:
        return self.origin in GENUINE


def of_code(code: str, user: Anybody) -> Verdict:
    """What a code says. `code` as `bundles.code_read` gives it."""
    acta = _actas().filter(code=code).first() if code else None
    if acta is None or not may_see_season(user, acta.encounter.division.season):
        return Verdict(Kind.CODE, Origin.FOREIGN)
    return _standing(Verdict(Kind.CODE, Origin.RECORDED), acta, user)


def of_file(data: bytes, user: Anybody) -> Verdict:
    """What the bytes of a PDF or of a bundle are worth. Never raises, whatever they are."""
    digest = hashlib.sha256(data).hexdigest()
    issued = IssuedFile.objects.filter(digest=digest).first()
    is_pdf = data[:1024].lstrip().startswith(b"%PDF-")
    kind = Kind.PDF if is_pdf else Kind.JSON
    if issued is not None:
        acta = _actas().get(pk=issued.acta_id)
        return _standing(Verdict(kind, Origin.ISSUED, digest=digest), acta, user)
    if is_pdf:
        return _of_pdf(data, digest, user)
    if data.lstrip()[:1] != b"{":
        return Verdict(kind, Origin.UNREADABLE, digest=digest)
    return _of_bundle(data, digest, user)


def _of_pdf(data: bytes, digest: str, user: Anybody) -> Verdict:
    carried = bundles.found_in_pdf(data)
    if len(carried) != 1:  # none of ours, or more than one, of which a reader would see either
        return Verdict(Kind.PDF, Origin.FOREIGN, digest=digest)
    found = _of_bundle(carried[0], digest, user, kind=Kind.PDF)
    if not found.is_genuine:
        return found
    assert found.acta is not None
    carried_verdict = Verdict(Kind.PDF, Origin.CARRIED, digest=digest, key=found.key)
    return _standing(carried_verdict, found.acta, user)


def _of_bundle(data: bytes, digest: str, user: Anybody, *, kind: Kind = Kind.JSON) -> Verdict:
    keys = dict(SigningKey.objects.values_list("key_id", "public_key"))
    reading = bundles.read(data, keys)
    if reading is None:
        return Verdict(kind, Origin.FOREIGN, digest=digest)
    if reading.problem == "unknown_key":
        return Verdict(kind, Origin.UNKNOWN_KEY, digest=digest)
    if reading.problem not in {"", "unsigned"}:
        return Verdict(kind, Origin.ALTERED, problem=reading.problem, digest=digest)
    acta = _stated(reading.statement)
    if acta is None or not _as_stored(acta, reading, data):
        # Signed by our key and not what our tables hold: they, or the key, are in other hands.
        problem = reading.problem or "not_recorded"
        return Verdict(kind, Origin.ALTERED, problem=problem, digest=digest)
    if reading.problem:
        return _standing(Verdict(kind, Origin.RECORDED, digest=digest), acta, user)
    key = str(reading.statement["key"])
    return _standing(Verdict(kind, Origin.SIGNED, digest=digest, key=key), acta, user)


def _stated(statement: Mapping[str, Any]) -> Acta | None:
    """The version that a statement names, if there is one."""
    encounter, number = statement.get("encounter"), statement.get("number")
    if type(encounter) is not int or type(number) is not int:
        return None
    if not (0 < encounter < MAX_ID and 0 < number < MAX_NUMBER):
        return None
    return _actas().filter(encounter_id=encounter, number=number).first()


def _as_stored(acta: Acta, reading: bundles.Reading, data: bytes) -> bool:
    seal = getattr(acta, "seal", None)
    if seal is not None:
        stored: str = seal.statement
        return canonical.dumps(reading.statement) == stored
    return data in {proof.bundle(acta), proof.bundle(acta, whole=True)}


def _standing(verdict: Verdict, acta: Acta, user: Anybody) -> Verdict:
    """The verdict with what the version is worth now."""
    found = replace(
        verdict,
        acta=acta,
        visible=may_see_season(user, acta.encounter.division.season),
    )
    entered = in_force_moment(acta)
    if acta.in_force:
        return replace(found, standing=Standing.IN_FORCE, in_force_at=entered)
    if acta.state in OPEN:
        return replace(found, standing=Standing.DRAFT)
    if entered is None:
        return replace(found, standing=Standing.DROPPED)
    successor = acta.encounter.actas.filter(in_force=True).first()
    return replace(
        found,
        standing=Standing.SUPERSEDED,
        in_force_at=entered,
        successor=successor,
        succeeded_at=in_force_moment(successor) if successor else None,
        ruling=ruling_of(successor) if successor else _last_ruling(acta),
    )


def in_force_moment(acta: Acta) -> datetime | None:
    """When the version came into force; None if it never did."""
    return (
        LedgerEntry.objects.filter(action="acta.in_force", subject=f"acta:{acta.pk}")
        .order_by("pk")
        .values_list("at", flat=True)
        .first()
    )


def ruling_of(acta: Acta) -> Ruling | None:
    """The ruling that a version was made by."""
    if acta.reason != Acta.Reason.RULING:
        return None
    return Ruling.objects.filter(
        case__encounter=acta.encounter_id, ruled_at=acta.created_at
    ).first()


def _last_ruling(acta: Acta) -> Ruling | None:
    """What left the encounter without an acta in force: it is played again."""
    return Ruling.objects.filter(case__encounter=acta.encounter_id).order_by("-ruled_at").first()


def _actas() -> QuerySet[Acta]:
    return Acta.objects.select_related(
        "seal__key",
        "encounter__home",
        "encounter__away",
        "encounter__matchday",
        "encounter__division__season__competition",
    )
