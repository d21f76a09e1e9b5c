"""The proof of an acta as a file: what it holds, how it is made, how it is found in a PDF. Pure.

    format       "amarraco-bundle/1"
    disclosure   "public", or "whole" with the words of incidents and who was present
    content      the acta (see `matches.snapshot`), as far as disclosed
    note         why this version was made, as the public page prints it
    statement    what the server signed, an object (see `statement_facts`)
    signature    Ed25519 over the canonical text of `statement`, in hex; null without one

The bytes of the file are canonical JSON (`league.canonical`): one way to write each value, so a
change of any byte shows, even one that would mean the same.
"""

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from league import canonical, seals

FORMAT = "amarraco-bundle/1"
PUBLIC, WHOLE = "public", "whole"
PARTS = frozenset({"format", "disclosure", "content", "note", "statement", "signature"})

CODE_LENGTH = 12
CODE_GROUP = 4
# Crockford's: what is easily misread is not in it.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_RFC = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_TO_CODE = str.maketrans(_RFC, _ALPHABET)
_MISREAD = str.maketrans("OIL", "011", " -.\t")

# Of a PDF: enough for any of ours, too little for a bomb.
MAX_STREAMS = 400
MAX_ATTACHMENT = 512 * 1024
_STREAM = re.compile(rb"stream\r?\n")
_OF_INCIDENT = ("id", "kind", "clause", "board", "side", "friendly")
_OF_CLAIM = ("number", "side", "after", "signed_at", "upheld", "clause", "ruled_at")
_MARK = b'"format":"amarraco-bundle/'


def code_of(*, encounter: int, number: int, digest: str) -> str:
    """The short code of a version, from what it is: twelve characters of its digest's digest."""
    text = f"amarraco-code/1|{encounter}|{number}|{digest}"
    letters = base64.b32encode(hashlib.sha256(text.encode()).digest()).decode()
    return letters[:CODE_LENGTH].translate(_TO_CODE)


def code_read(typed: str) -> str:
    """What somebody typed, as a code: capitals, no spaces, O for 0. Empty if it cannot be one."""
    code = typed.upper().translate(_MISREAD)
    return code if len(code) == CODE_LENGTH and set(code) <= set(_ALPHABET) else ""


def code_shown(code: str) -> str:
    """In groups of four, as it is printed."""
    return "-".join(code[at : at + CODE_GROUP] for at in range(0, len(code), CODE_GROUP))


def disclosed(content: Mapping[str, Any]) -> dict[str, Any]:
    """The content without what its public page keeps back: the words of incidents and of whom they
    speak, the words of claims and of what the referee said to them, and who was present beside
    those who sat down (how many were stays)."""
    told = dict(content)
    if "sheet" in told and told["sheet"].get("claims"):
        claims = [{name: one[name] for name in _OF_CLAIM} for one in told["sheet"]["claims"]]
        told["sheet"] = dict(told["sheet"]) | {"claims": claims}
    return told | {
        "format": f"{content['format']}/public",
        "present": {side: len(people) for side, people in content["present"].items()},
        "incidents": [{name: line[name] for name in _OF_INCIDENT} for line in content["incidents"]],
    }


def statement_facts(
    *,
    content: Mapping[str, Any],
    number: int,
    reason: str,
    state: str,
    digest: str,
    note: str,
    alone: str,
    signatures: Iterable[Mapping[str, Any]],
) -> dict[str, Any]:
    """What the server states of a version, the key and the moment apart.

    `signatures` are {side, signer, method, at, digest, disagrees, disagreement}; the words of a
    disagreement, like those of filing alone, are stated by their digest.
    """
    return {
        "encounter": content["encounter"],
        "number": number,
        "code": code_of(encounter=content["encounter"], number=number, digest=digest),
        "reason": reason,
        "state": state,
        "digest": digest,
        "public_digest": canonical.digest(canonical.dumps(disclosed(content))),
        "note": canonical.digest(note),
        "alone": canonical.digest(alone) if alone else "",
        "signatures": [
            dict(one)
            | {"disagreement": canonical.digest(one["disagreement"]) if one["disagreement"] else ""}
            for one in signatures
        ],
    }


def bundle(
    *,
    content: Mapping[str, Any],
    note: str,
    statement: Mapping[str, Any],
    signature: str | None,
    whole: bool = False,
) -> bytes:
    """The file of a version. The same version always gives the same bytes."""
    return canonical.dumps(
        {
            "format": FORMAT,
            "disclosure": WHOLE if whole else PUBLIC,
            "content": dict(content) if whole else disclosed(content),
            "note": note,
            "statement": dict(statement),
            "signature": signature,
        }
    ).encode()


@dataclass(frozen=True)
class Reading:
    """A bundle that was brought. `problem` is empty when it holds together and its signature is
    by the key that it names, else the first thing wrong: `not_canonical`, `content`, `note`,
    `code`, `unsigned`, `unknown_key`, `signature`."""

    facts: Mapping[str, Any]
    problem: str

    @property
    def statement(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.facts["statement"]
        return found


def read(data: bytes, keys: Mapping[str, str]) -> Reading | None:
    """Check a bundle against public keys (name → hex). None for what is no bundle at all."""
    facts = _parsed(data)
    return None if facts is None else Reading(facts, _problem(facts, data, keys))


def _parsed(data: bytes) -> Mapping[str, Any] | None:
    try:
        facts = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        return None
    if not isinstance(facts.get("statement"), dict) or not isinstance(facts.get("content"), dict):
        return None
    return facts


def _problem(facts: Mapping[str, Any], data: bytes, keys: Mapping[str, str]) -> str:
    statement, content = facts["statement"], facts["content"]
    try:
        if canonical.dumps(facts).encode() != data:
            return "not_canonical"
        digest = canonical.digest(canonical.dumps(content))
        text = canonical.dumps(statement)
    except (TypeError, ValueError, RecursionError):
        return "not_canonical"
    # What no digest covers is fixed: each part is there, no other, and says one of two words.
    if set(facts) != PARTS or facts["disclosure"] not in (PUBLIC, WHOLE):
        return "not_canonical"
    if (statement.get("format"), statement.get("kind")) != (seals.FORMAT, "acta"):
        return "signature"
    name = "digest" if facts.get("disclosure") == WHOLE else "public_digest"
    if digest != statement.get(name):
        return "content"
    note, signature, key = facts.get("note"), facts.get("signature"), statement.get("key")
    if not isinstance(note, str) or canonical.digest(note) != statement.get("note"):
        return "note"
    if signature is None:
        return "unsigned"
    if not isinstance(key, str) or key not in keys:
        return "unknown_key"
    if not isinstance(signature, str) or not seals.holds(
        public_key=keys[key], text=text, signature=signature
    ):
        return "signature"
    return ""


def found_in_pdf(data: bytes) -> list[bytes]:
    """Every bundle that a PDF carries as an attachment, in the order of the file.

    Attachments are streams of their own, plain or deflated, whatever else the file says of them;
    so no parser of PDF has to be trusted with what a stranger sends.
    """
    found: list[bytes] = []
    for content in _streams(data):
        if _MARK in content and content not in found:
            found.append(content)
    return found


def _streams(data: bytes) -> Iterator[bytes]:
    for nth, start in enumerate(_STREAM.finditer(data)):
        if nth >= MAX_STREAMS:
            return
        end = data.find(b"endstream", start.end())
        raw = data[start.end() : end if end >= 0 else len(data)]
        if raw.startswith(b"{"):
            yield raw[:MAX_ATTACHMENT].rstrip(b"\r\n")
            continue
        try:
            yield zlib.decompressobj().decompress(raw, MAX_ATTACHMENT)
        except zlib.error:
            continue
