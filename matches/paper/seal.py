"""The league's own signature on a PDF: PAdES, in a field that is seen, over the whole file."""

import io
from functools import cache

from asn1crypto import keys
from asn1crypto import x509 as asn1_x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    pkcs12,
)
from pyhanko.pdf_utils.content import RawContent
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.layout import AxisAlignment, BoxConstraints, Margins, SimpleBoxLayoutRule
from pyhanko.sign import fields, signers
from pyhanko.sign.general import get_pyca_cryptography_hash
from pyhanko.stamp import StaticStampStyle
from pyhanko_certvalidator.registry import SimpleCertificateStore

from matches.paper.certificates import certificate

FIELD = "SelloDeLaLiga"
_MM = 72 / 25.4
_SIDE = 19.0 * _MM
# Over the right end of the last block of acta.typ, which has a fixed height.
_LEFT, _BOTTOM = 159.5 * _MM, 31.0 * _MM


class _HeldKey(signers.SimpleSigner):
    """Signs with a key that was read once: reading an RSA key costs more than signing with it."""

    held: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey

    def sign_raw(self, data: bytes, digest_algorithm: str) -> bytes:
        chosen = get_pyca_cryptography_hash(digest_algorithm)
        if isinstance(self.held, rsa.RSAPrivateKey):
            return self.held.sign(data, PKCS1v15(), chosen)
        return self.held.sign(data, ec.ECDSA(chosen))


def sealed(pdf: bytes, *, reason: str) -> bytes:
    """The same PDF with the signature added behind it. Raises what `certificate` raises."""
    writer = IncrementalPdfFileWriter(io.BytesIO(pdf))
    last = int(writer.root["/Pages"]["/Count"]) - 1
    signer = signers.PdfSigner(
        signers.PdfSignatureMetadata(
            field_name=FIELD,
            subfilter=fields.SigSeedSubFilter.PADES,
            md_algorithm="sha256",
            reason=reason,
        ),
        signer=_signer(certificate()),
        stamp_style=_emblem(),
        new_field_spec=fields.SigFieldSpec(
            FIELD,
            on_page=last,
            box=(round(_LEFT), round(_BOTTOM), round(_LEFT + _SIDE), round(_BOTTOM + _SIDE)),
            readable_field_name="Sello de la liga",
        ),
    )
    out = io.BytesIO()
    signer.sign_pdf(writer, output=out)
    return out.getvalue()


@cache
def _signer(held: pkcs12.PKCS12KeyAndCertificates) -> signers.Signer:
    assert held.cert is not None
    assert isinstance(held.key, rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey)
    chain = [held.cert, *held.additional_certs]
    plain = [
        asn1_x509.Certificate.load(one.certificate.public_bytes(Encoding.DER)) for one in chain
    ]
    store = SimpleCertificateStore()
    store.register_multiple(plain)
    der = held.key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    signer = _HeldKey(
        signing_cert=plain[0], signing_key=keys.PrivateKeyInfo.load(der), cert_registry=store
    )
    signer.held = held.key
    return signer


@cache
def _emblem() -> StaticStampStyle:
    """The mark in a ring, drawn without letters: no font to embed."""
    middle = _SIDE / 2
    ring = "0.055 0.29 0.22"
    parts = [
        f"q {ring} rg {_disc(middle, middle, middle)} f",
        f"0.98 0.965 0.925 RG 0.9 w {_disc(middle, middle, middle * 0.87)} S",
        "0.94 0.753 0.31 rg 0.541 0.353 0 RG 0.5 w",
    ]
    step = middle * 0.42
    for x, y in ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)):
        parts.append(f"{_disc(middle + x * step, middle + y * step, middle * 0.19)} B")
    parts.append("Q")
    drawn = RawContent(" ".join(parts).encode(), box=BoxConstraints(width=_SIDE, height=_SIDE))
    whole = SimpleBoxLayoutRule(
        x_align=AxisAlignment.ALIGN_MID,
        y_align=AxisAlignment.ALIGN_MID,
        margins=Margins.uniform(0),
    )
    return StaticStampStyle(background=drawn, background_layout=whole, border_width=0)


def _disc(x: float, y: float, radius: float) -> str:
    """A circle of four curves, as PDF draws them."""
    bend = radius * 0.5523
    points = (
        f"{x + radius:.2f} {y:.2f} m",
        f"{x + radius:.2f} {y + bend:.2f} {x + bend:.2f} {y + radius:.2f} "
        f"{x:.2f} {y + radius:.2f} c",
        f"{x - bend:.2f} {y + radius:.2f} {x - radius:.2f} {y + bend:.2f} "
        f"{x - radius:.2f} {y:.2f} c",
        f"{x - radius:.2f} {y - bend:.2f} {x - bend:.2f} {y - radius:.2f} "
        f"{x:.2f} {y - radius:.2f} c",
        f"{x + bend:.2f} {y - radius:.2f} {x + radius:.2f} {y - bend:.2f} "
        f"{x + radius:.2f} {y:.2f} c",
    )
    return " ".join(points)
