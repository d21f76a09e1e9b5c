"""What `manage.py check --deploy` says of the certificate before a league finds out."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register


@register(Tags.security, deploy=True)
def certificate_is_there(**_kwargs: Any) -> list[CheckMessage]:
    """Production makes none by itself."""
    if Path(settings.PDF_CERTIFICATE).exists() or not settings.PRODUCTION:
        return []
    return [
        Warning(
            f"{settings.PDF_CERTIFICATE} is not there: no PDF of an acta can be made.",
            hint="Set PDF_CERTIFICATE to a PKCS#12 file, or run manage.py make_certificate.",
            id="matches.W001",
        )
    ]
