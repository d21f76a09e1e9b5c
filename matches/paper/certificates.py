"""The certificate that seals what is printed: read once a process, made for the embedded set-up.

It is a PKCS#12 file (`PDF_CERTIFICATE`). Embedded, one is made the first time it is asked for, and
says of itself that nobody vouches for it; in production the operator names one, or makes one with
`manage.py make_certificate`.
"""

import datetime
import os
import secrets
from functools import cache
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    KeySerializationEncryption,
    NoEncryption,
    pkcs12,
)
from cryptography.x509.oid import NameOID
from django.conf import settings

YEARS = 10
KEY_BITS = 3072


class CertificateMissing(Exception):
    """Production without a certificate: what to do is in the text."""


class CertificateUnreadable(Exception):
    """The file is no PKCS#12, or the password is another."""


@cache
def _read(path: str, changed: int, password: str) -> pkcs12.PKCS12KeyAndCertificates:
    try:
        held = pkcs12.load_pkcs12(Path(path).read_bytes(), password.encode() or None)
    except ValueError as error:
        raise CertificateUnreadable(f"{path}: {error}") from None
    if held.key is None or held.cert is None:
        raise CertificateUnreadable(f"{path} holds no key with its certificate")
    return held


def certificate() -> pkcs12.PKCS12KeyAndCertificates:
    """Key, certificate and those above it. Raises CertificateMissing, CertificateUnreadable."""
    path = Path(settings.PDF_CERTIFICATE)
    if not path.exists():
        if settings.PRODUCTION:
            raise CertificateMissing(
                f"{path} is not there. Set PDF_CERTIFICATE to a PKCS#12 file, or make a "
                "self-signed one with: manage.py make_certificate"
            )
        certificate_make(path, name="Amarraco", password=settings.PDF_CERTIFICATE_PASSWORD)
    return _read(str(path), path.stat().st_mtime_ns, settings.PDF_CERTIFICATE_PASSWORD)


def certificate_make(path: Path, *, name: str, password: str = "") -> bool:
    """Make a self-signed one at `path`, readable by its owner alone. False when one is there:
    what was sealed with it must stay provable, so it is never written over."""
    if path.exists():
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as handle:
        handle.write(_self_signed(name, password))
    try:
        os.link(draft, path)  # two at once: one wins whole, the other reads it
    except FileExistsError:
        return False
    finally:
        draft.unlink(missing_ok=True)
    return True


def _self_signed(name: str, password: str) -> bytes:
    key = rsa.generate_private_key(public_exponent=65537, key_size=KEY_BITS)
    subject = x509.Name(
        [
            x509.NameAttribute(NameOID.COMMON_NAME, name),
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, "Sello de las actas"),
        ]
    )
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(minutes=5))
        .not_valid_after(now + datetime.timedelta(days=365 * YEARS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(
            x509.KeyUsage(
                digital_signature=True,
                content_commitment=True,
                key_encipherment=False,
                data_encipherment=False,
                key_agreement=False,
                key_cert_sign=False,
                crl_sign=False,
                encipher_only=False,
                decipher_only=False,
            ),
            critical=True,
        )
        .sign(key, hashes.SHA256())
    )
    how: KeySerializationEncryption = (
        BestAvailableEncryption(password.encode()) if password else NoEncryption()
    )
    return pkcs12.serialize_key_and_certificates(b"amarraco", key, made, None, how)


def common_name() -> str:
    """Who the certificate speaks for."""
    held = certificate().cert
    assert held is not None
    names = held.certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    return str(names[0].value) if names else held.certificate.subject.rfc4514_string()
