"""`manage.py make_certificate`: a self-signed certificate to seal PDFs with, if there is none."""

from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import hashes
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.paper.certificates import (
    CertificateUnreadable,
    certificate,
    certificate_make,
    common_name,
)


class Command(BaseCommand):
    help = "Hace el certificado con que se sellan los PDF (PDF_CERTIFICATE), si no lo hay."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--name", default="Amarraco", help="a nombre de quién")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(settings.PDF_CERTIFICATE)
        made = certificate_make(
            path, name=options["name"], password=settings.PDF_CERTIFICATE_PASSWORD
        )
        try:
            held = certificate().cert
        except CertificateUnreadable as error:
            raise CommandError(f"No se puede leer: {error}") from None
        assert held is not None
        digest = held.certificate.fingerprint(hashes.SHA256()).hex(":").upper()
        self.stdout.write(f"{'Hecho' if made else 'Ya lo había'}: {path}")
        self.stdout.write(f"A nombre de: {common_name()}")
        self.stdout.write(f"Válido hasta: {held.certificate.not_valid_after_utc:%Y-%m-%d}")
        self.stdout.write(f"Huella SHA-256: {digest}")
