"""The server's signature, format 1: Ed25519 over a statement in canonical JSON. Pure.

A statement names its format, what it speaks of, its moment and the key that signs it;
`docs/proof.md` says what each kind holds. The name of a key is the beginning of the SHA-256 of its
public half, so a name cannot be moved to another key.
"""

import base64
import binascii
import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from league import canonical

FORMAT = "amarraco-seal/1"
SEED_BYTES = 32
KEY_ID_LENGTH = 16


def private_key_new() -> str:
    """A fresh private key as it is kept in the environment or in its file."""
    return base64.urlsafe_b64encode(secrets.token_bytes(SEED_BYTES)).decode().rstrip("=")


def private_key_of(text: str) -> Ed25519PrivateKey:
    """The key in a setting. Raises ValueError when it is none."""
    try:
        seed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        raise ValueError("not base64") from None
    if len(seed) != SEED_BYTES:
        raise ValueError(f"{len(seed)} bytes instead of {SEED_BYTES}")
    return Ed25519PrivateKey.from_private_bytes(seed)


def public_key_of(private: Ed25519PrivateKey) -> str:
    """The public half, in hex."""
    return private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def key_id_of(public_key: str) -> str:
    """The name of a public key given in hex. Raises ValueError when it is no hex."""
    return hashlib.sha256(bytes.fromhex(public_key)).hexdigest()[:KEY_ID_LENGTH]


def statement(*, kind: str, key: str, at: Any, **facts: Any) -> str:
    """The text that is signed."""
    return canonical.dumps({"format": FORMAT, "kind": kind, "key": key, "at": at, **facts})


def sign(private: Ed25519PrivateKey, text: str) -> str:
    """The signature on a statement, in hex."""
    return private.sign(text.encode()).hex()


def holds(*, public_key: str, text: str, signature: str) -> bool:
    """Whether the key signed the text, to the byte. False for what is not even hex."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        key.verify(bytes.fromhex(signature), text.encode())
    except (InvalidSignature, ValueError, UnicodeEncodeError):
        return False
    # One way to write a signature: capitals or spaces would be other bytes that mean the same.
    return signature == bytes.fromhex(signature).hex()


def names_its_key(facts: Mapping[str, Any], public_key: str) -> bool:
    """Whether a statement names the key that is said to have signed it."""
    return bool(facts.get("key") == key_id_of(public_key))
